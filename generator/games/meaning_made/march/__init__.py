"""Meaning Made, edition of 4 March 2026: its cards and numbers, played by the rules of Meaning Made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from generator.games import GameModule, LoadedGame
from generator.games.meaning_made.march.checks import NEEDS, check
from generator.games.meaning_made.march.records import game_from
from generator.ground.problems import Problem
from generator.records.tables import Book
from generator.records.worksheets import RULES


@dataclass(frozen=True, slots=True)
class MarchRules:
    """The edition of 4 March for as many players as the sheet Rules says."""

    def players(self, book: Book) -> range:
        """From the fewest to the most."""
        rules = book.facts(RULES)
        return range(rules["players_min"], rules["players_max"] + 1)

    def check(self, book: Book) -> Iterable[Problem]:
        """All that is wrong with a workbook by the rules."""
        return check(book)

    def needs(self, book: Book) -> Mapping[str, tuple[str, ...]]:
        """The columns that the rules read."""
        return NEEDS.sheets

    def load(self, book: Book) -> LoadedGame:
        """The game of a sound workbook. Raises SheetLeftOut for one that lacks a sheet of the rules."""
        from generator.games.meaning_made.playing.play import MeaningMade
        from generator.replay.play import BookGame

        for sheet in NEEDS.sheets:
            book.tables.get(sheet) or book[sheet]
        return BookGame(book, MeaningMade(game_from(book)))


RULESET: GameModule = MarchRules()
"""What the registry finds."""
