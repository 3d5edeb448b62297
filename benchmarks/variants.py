"""`python -m benchmarks.variants [SEEDS] [VARIANT …]`: variants of Meaning Made, as in `docs/balance.md`.

SEEDS are a number of games, or ranges: 7001-7300,8001-8240. A row counts all of them together.

A row for the game as it is published and one for each VARIANT, with three, four and five strong players, and
with four of whom every second one rushes. Wins by seat are those of games in which the world lasts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from benchmarks.measures import ROOT
from generator.balance.figures import Estimate, figure_of, quantiles, values_of
from generator.balance.series import Series, played
from generator.balance.watching import GameFigures
from generator.records.worksheets import SAMPLE_GAME
from generator.workbook.book import read_book

SEEDS = "7001-7100"
SITTINGS = (
    *((players, ("strong",)) for players in (3, 4, 5)),
    (4, ("strong", "rush")),
)
VARIANTS = ("First Game", "Standard Game")


def cells(games: Sequence[GameFigures], players: int) -> Iterator[str]:
    """The cells of a row: collapses, rounds, margin, wins by seat and those of the rush."""
    collapsed = [game.get("end|Collapse|share", 0.0) for game in games]
    yield share(figure_of("end|Collapse|share", collapsed))
    yield ", ".join(f"{value:g}" for value, _, _ in quantiles(values_of(games, "game|rounds|")))
    lasting = [game for game, lost in zip(games, collapsed, strict=True) if not lost]
    margin = figure_of("score|margin|", values_of(lasting, "score|margin|"))
    yield f"{margin.value:.1f} ({margin.low:.1f} to {margin.high:.1f})"
    for seat in range(1, players + 1):
        wins = [game.get(f"seat|{seat}|wins", 0.0) for game in lasting]
        yield share(figure_of(f"seat|{seat}|wins", wins))
    yield from [""] * (5 - players)
    rushing = values_of(lasting, "character|rush|wins")
    yield share(figure_of("character|rush|wins", rushing)) if rushing else ""


def share(figure: Estimate) -> str:
    """A share in per cent with its interval."""
    return f"{100 * figure.value:.0f} % ({100 * figure.low:.0f} to {100 * figure.high:.0f})"


def seed_ranges(words: str) -> list[range]:
    """The seeds that the words for them name; a number of games counts from the usual first one on."""
    usual = int(SEEDS.partition("-")[0])
    ends = [[*map(int, part.split("-"))] for part in words.split(",")]
    return [range(end[0], end[1] + 1) if end[1:] else range(usual, usual + end[0]) for end in ends]


def report(ranges: Sequence[range], variants: Sequence[str]) -> None:
    """Print the table, a row as soon as it is played."""
    workbook = ROOT / "card_data.xlsx"
    book, problems = read_book(workbook)
    assert book is not None, problems
    heads = ("Played as", "Players", "Collapse", "Rounds: 5, 50, 95 %", "Margin")
    print(f"| {' | '.join((*heads, *(f'Seat {seat}' for seat in range(1, 6)), 'The rush wins'))} |")
    print("|---" * 11 + "|")
    for variant in ("", *variants):
        for players, sitting in SITTINGS:
            series = Series(workbook, SAMPLE_GAME, players, variant, sitting)
            games = [
                game
                for seeds in ranges
                for game in played(series, book, seeds, jobs=os.cpu_count() or 1, step=lambda *_: None)
            ]
            who = str(players) if len(sitting) == 1 else f"{players}, two who rush"
            print(f"| {variant or 'published'} | {who} | {' | '.join(cells(games, players))} |", flush=True)


if __name__ == "__main__":
    report(seed_ranges(sys.argv[1] if len(sys.argv) > 1 else SEEDS), sys.argv[2:] or VARIANTS)
