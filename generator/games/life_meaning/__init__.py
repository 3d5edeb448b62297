"""Life~Meaning: its records, its checks, its rules and its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from generator.games import GameModule, LoadedGame
from generator.games.life_meaning.checks import NEEDS, check
from generator.games.life_meaning.records import setting_from
from generator.ground.problems import Problem
from generator.records.tables import Book
from generator.records.worksheets import RULES


@dataclass(frozen=True, slots=True)
class LifeMeaningRules:
    """Life~Meaning for as many players as the sheet Rules says."""

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
        from generator.games.life_meaning.playing.play import LifeMeaning
        from generator.replay.play import BookGame

        for sheet in NEEDS.sheets:
            book.tables.get(sheet) or book[sheet]
        return BookGame(book, LifeMeaning(setting_from(book)))


RULESET: GameModule = LifeMeaningRules()
"""What the registry finds."""
