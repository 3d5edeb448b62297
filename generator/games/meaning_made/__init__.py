"""Meaning Made by BPeat: its records, its checks, its rules and its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from generator.games import CellFit, GameModule, LoadedGame, Playing
from generator.games.meaning_made.checks.fitting import fit
from generator.games.meaning_made.checks.workbook import SHEETS, check, needed_columns
from generator.games.meaning_made.records import Game, game_from
from generator.ground.problems import Problem
from generator.records.tables import Book, Row
from generator.records.worksheets import SAMPLE_GAME


@dataclass(frozen=True, slots=True)
class LoadedMeaningMade:
    """The records of one workbook."""

    game: Game

    def play(self, sheet: str = SAMPLE_GAME) -> Playing:
        """The rules over these cards."""
        from generator.games.meaning_made.playing.play import MeaningMade
        from generator.replay.play import Play

        return Play(MeaningMade(self.game), sheet)

    def rulebook_names(self) -> Mapping[str, object]:
        """What the rulebook's text may use beside the names of every template."""
        from generator.games.meaning_made.words.rulebook import rulebook_names

        return rulebook_names(self.game)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Meaning Made for as many players as the sheet Rules says."""

    def players(self, book: Book, sheet: str = SAMPLE_GAME) -> range:
        """From the fewest to the most."""
        rules = book.facts("Rules")
        return range(rules["players_min"], rules["players_max"] + 1)

    def check(self, book: Book) -> Iterable[Problem]:
        """All that is wrong with a workbook by the rules."""
        return check(book)

    def needs(self, book: Book) -> Mapping[str, tuple[str, ...]]:
        """The columns that the rules read, those of the tables' Layers too."""
        return needed_columns(book)

    def fit(self, book: Book, row: Row, key: str) -> CellFit | None:
        """What would do in one cell by the rules."""
        return fit(book, row, key)

    def load(self, book: Book) -> LoadedGame:
        """The records of a sound workbook. Raises SheetLeftOut for one that lacks a sheet of the rules."""
        for sheet in SHEETS:
            book.tables.get(sheet) or book[sheet]
        return LoadedMeaningMade(game_from(book))


RULESET: GameModule = Ruleset()
"""What the registry finds."""
