"""Scion, of the Deck of Signs: seven turns a round, one card each at the same time."""

from __future__ import annotations

from typing import Any

from generator.games import GameModule
from generator.games.deck_of_signs.scion.checks import CHECKS, NEEDS
from generator.games.deck_of_signs.scion.records import setting_from
from generator.games.kit.module import BookRules
from generator.records.tables import Book
from generator.replay.engine import Engine


def _engine(book: Book) -> Engine[Any, Any, Any]:
    from generator.games.deck_of_signs.scion.play import Scion

    return Scion(setting_from(book))


RULESET: GameModule = BookRules(NEEDS, CHECKS, _engine, prefix="scion_")
"""What the registry finds."""
