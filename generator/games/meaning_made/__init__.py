"""Meaning Made by BPeat: its records, its checks, its rules and its words."""

from __future__ import annotations

from typing import Any

from generator.games import CellFit, GameModule, LoadedGame
from generator.games.kit.module import BookRules
from generator.games.meaning_made.checks.fitting import fit
from generator.games.meaning_made.checks.workbook import CHECKS, NEEDS
from generator.games.meaning_made.playing.play import MeaningMade
from generator.games.meaning_made.records import game_from
from generator.games.meaning_made.words.rulebook import rulebook_names
from generator.records.tables import Book, Row
from generator.replay.play import BookGame


class MeaningMadeRules(BookRules):
    """The rules, which also say what would do in a cell and work out examples for the rulebook."""

    def fit(self, book: Book, row: Row, key: str) -> CellFit | None:
        """What would do in one cell by the rules."""
        return fit(book, row, key)

    def loaded(self, book: Book, engine: Any) -> LoadedGame:
        """The records by which the engine plays, as templates see them too."""
        return BookGame(engine.game, engine, rulebook_names(engine.game))


RULESET: GameModule = MeaningMadeRules(NEEDS, CHECKS, lambda book: MeaningMade(game_from(book)))
"""What the registry finds."""
