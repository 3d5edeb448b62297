"""Symetra: hexagons with beads, sixty actions that are read from the workbook, and a stack of re-actions."""

from __future__ import annotations

from generator.games import GameModule
from generator.games.kit.module import BookRules
from generator.games.symetra.checks import CHECKS, NEEDS
from generator.games.symetra.play import Symetra
from generator.games.symetra.records import Numbers, setting_from
from generator.records.tables import Book
from generator.records.worksheets import SAMPLE_GAME


class _SymetraRules(BookRules):
    """As many players as have a number of cycles."""

    __slots__ = ()

    def players(self, book: Book, sheet: str = SAMPLE_GAME) -> range:
        """No more than there are mats."""
        return range(Numbers.players_min, min(Numbers.players_max, len(book["Players"])) + 1)


RULESET: GameModule = _SymetraRules(NEEDS, CHECKS, lambda book: Symetra(setting_from(book)))
"""What the registry finds."""
