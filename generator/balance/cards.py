"""What the games that were played of a workbook say of each card, for whoever looks at the card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from generator.balance.figures import Estimate, figures_of
from generator.balance.report import FEWEST, told
from generator.balance.series import Series, kept_games
from generator.records.tables import Book
from generator.records.worksheets import ruleset_in, sample_sheets

MOST_GAMES = 1_000
"""As many are read again after each save."""
_MEASURES: Mapping[str, str] = {
    "taken": "taken in {figure} of the games in which somebody could",
    "in the winner’s hands": "in the winner’s hands in {figure}",
    "helps": "wins of whoever takes it, beside their share: {figure} points",
}


def card_sentences(book: Book, players: Callable[[Book, str], range]) -> Mapping[str, tuple[str, ...]]:
    """By a card's title, folded: a sentence for each ruleset and number of players that `pnp balance` played.

    `players` says how many can play by the rules of a sheet. Only games of the cells as they are now count;
    there are none after a cell has changed.
    """
    sentences: dict[str, tuple[str, ...]] = {}
    for sheet in sample_sheets(book):
        for count in players(book, sheet):
            games = kept_games(Series(Path(), sheet, count), book, most=MOST_GAMES)
            head = " ".join(filter(None, (f"{len(games)} games of", ruleset_in(sheet), f"{count} players")))
            for title, parts in _of_cards(figures_of(games)):
                sentences[title] = (*sentences.get(title, ()), f"In {head}: {parts}.")
    return sentences


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
