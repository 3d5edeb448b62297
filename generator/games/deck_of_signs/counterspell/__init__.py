"""Counterspell, of the Deck of Signs: runs of all players against Chaos, with a deck that is spent once."""

from __future__ import annotations

from typing import Any

from generator.games import GameModule
from generator.games.deck_of_signs.counterspell.checks import CHECKS, NEEDS
from generator.games.deck_of_signs.counterspell.records import PREFIX, setting_from
from generator.games.kit.module import BookRules
from generator.records.tables import Book
from generator.replay.engine import Engine


def _engine(book: Book) -> Engine[Any, Any, Any]:
    from generator.games.deck_of_signs.counterspell.play import Counterspell

    return Counterspell(setting_from(book))


RULESET: GameModule = BookRules(NEEDS, CHECKS, _engine, prefix=PREFIX)
"""What the registry finds."""
