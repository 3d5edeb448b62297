"""`python -m benchmarks.balance [GAMES]`: the figures of each shipped game, as `docs/balance.md` has them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from generator.balance.figures import quantiles, values_of
from generator.balance.report import Report, told
from generator.balance.trial import Trial, tried
from generator.games.rulesets import game_module
from generator.ground.problems import Failed
from generator.ground.progress import quiet
from generator.records.worksheets import game_facts, rules_named, sample_sheets
from generator.workbook.book import read_book

ROOT = Path(__file__).parents[1]
USUAL = 4
FIRST_SEED = 1


def trials(games: int) -> Iterator[tuple[str, Trial]]:
    """A trial of each ruleset over its shipped workbook, by its name."""
    titles: set[str] = set()
    for workbook in (ROOT / "card_data.xlsx", *sorted(ROOT.glob("games/*/card_data.xlsx"))):
        book, problems = read_book(workbook)
        if book is None:
            raise Failed(*problems)
        module = game_module(book)
        for name, sheet in zip(rules_named(book), sample_sheets(book), strict=False):
            if module is not None:
                can_play = module.players(book, sheet)
                players = min(max(USUAL, can_play[0]), can_play[-1])
                title = (
                    game_facts(book).title if len(rules_named(book)) < 2 else name.replace("_", " ").title()
                )
                if title in titles:
                    title = f"{title} ({workbook.parent.name})"
                titles.add(title)
                jobs = os.cpu_count() or 1
                yield title, Trial(workbook, book, sheet, players, games=games, jobs=jobs)


def lines_of(title: str, report: Report) -> Iterator[str]:
    """A game's part of the page."""
    yield f"### {title}, {report.setting['players']} players, {report.setting['games']} games"
    yield ""
    yield "| Figure | Value (95 % interval, games) |"
    yield "|---|---|"
    for figure in report.figures:
        if figure.group in {"end", "score", "skill", "character"} or figure.measure == "wins":
            called = " ".join(part for part in (figure.subject, figure.measure) if part)
            yield f"| {called} | {told(figure)} |"
    for name, word in (("game|rounds|", "rounds"), ("game|minutes|", "minutes, estimated")):
        parts = quantiles(values_of(report.games, name))
        most = ", ".join(f"{value:g}" for value, _, _ in parts)
        yield f"| {word}: in 5, 50 and 95 of 100 games at most | {most} |"
    yield from (f"| strikes | {sentence} |" for sentence in report.striking)
    yield ""


if __name__ == "__main__":
    for title, trial in trials(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
        print("\n".join(lines_of(title, tried(trial, quiet))), flush=True)
