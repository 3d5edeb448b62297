"""What the games that were played of a workbook say of each card, for whoever looks at the card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from generator.balance.figures import Estimate, figures_of
from generator.balance.moves import moved
from generator.balance.report import FEWEST, told
from generator.balance.series import Series, kept_games, series_digest
from generator.balance.watching import GameFigures
from generator.records.tables import Book
from generator.records.worksheets import ruleset_in, sample_sheets

MOST_GAMES = 1_000
"""As many are read again after each save."""
_MEASURES: Mapping[str, str] = {
    "taken": "taken in {figure} of the games in which somebody could",
    "in the winner’s hands": "in the winner’s hands in {figure}",
    "helps": "wins of whoever takes it, beside their share: {figure} points",
}


def card_sentences(
    book: Book, players: Callable[[Book, str], range], printed: Callable[[], Book | None] = lambda: None
) -> Mapping[str, tuple[str, ...]]:
    """By a card's title, folded: a sentence for each ruleset and number of players that `pnp balance` played.

    `players` says how many can play by the rules of a sheet. Only games of the cells as they are now count;
    there are none after a cell has changed. Where the deck that was `printed` last was played as well a
    second sentence says what moves between the two; it is only asked for where there are games at all.
    """
    sentences: dict[str, tuple[str, ...]] = {}
    printed = cache(printed)
    for sheet in sample_sheets(book):
        for count in players(book, sheet):
            series = Series(Path(), sheet, count)
            games = kept_games(series, book, most=MOST_GAMES)
            for title, parts in _of_cards(figures_of(games)):
                said = f"In {_sitting(series, len(games))}: {parts}."
                sentences[title] = (*sentences.get(title, ()), said)
            old = printed() if games else None
            if old is not None and series_digest(series, old) != series_digest(series, book):
                for title, said in _since_print(series, kept_games(series, old, most=MOST_GAMES), games):
                    sentences[title] = (*sentences.get(title, ()), said)
    return sentences


def _since_print(
    series: Series, old: Sequence[GameFigures], new: Sequence[GameFigures]
) -> Iterator[tuple[str, str]]:
    """By a card's title, folded, what moves between the games of both decks that have the same seeds."""
    count = min(len(old), len(new))
    moves = moved(old[:count], new[:count])
    for title in moves.cards:
        lines = "; ".join(moves.lines_of(title))
        yield title, f"Since the last print, in {_sitting(series, count)} of each deck: {lines}."


def _sitting(series: Series, games: int) -> str:
    """`200 games of Scion 3 players`; without the ruleset where there is only one."""
    return " ".join(
        filter(None, (f"{games} games of", ruleset_in(series.sheet), f"{series.players} players"))
    )


def _of_cards(figures: Iterable[Estimate]) -> Iterator[tuple[str, str]]:
    by_card: dict[str, dict[str, Estimate]] = {}
    for figure in figures:
        if figure.group == "card":
            by_card.setdefault(figure.subject.casefold(), {})[figure.measure] = figure
    for title, own in by_card.items():
        parts = [
            words.format(figure=told(own[measure]))
            for measure, words in _MEASURES.items()
            if measure in own and own[measure].games >= (1 if measure == "taken" else FEWEST)
        ]
        yield title, "; ".join(parts)
