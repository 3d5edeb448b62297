"""Meaning Made, edition of 4 March 2026: its cards and numbers, played by the rules of Meaning Made."""

from __future__ import annotations

from typing import Any

from generator.games import GameModule
from generator.games.kit.module import BookRules
from generator.games.meaning_made.march.checks import CHECKS, NEEDS
from generator.games.meaning_made.march.records import game_from
from generator.records.tables import Book
from generator.replay.engine import Engine


def _engine(book: Book) -> Engine[Any, Any, Any]:
    from generator.games.meaning_made.playing.play import MeaningMade

    return MeaningMade(game_from(book))


RULESET: GameModule = BookRules(NEEDS, CHECKS, _engine)
"""What the registry finds."""
