"""Life~Meaning: its records, its checks, its rules and its words."""

from __future__ import annotations

from typing import Any

from generator.games import GameModule
from generator.games.kit.module import BookRules
from generator.games.life_meaning.checks import CHECKS, NEEDS
from generator.games.life_meaning.records import setting_from
from generator.records.tables import Book
from generator.replay.engine import Engine


def _engine(book: Book) -> Engine[Any, Any, Any]:
    from generator.games.life_meaning.playing.play import LifeMeaning

    return LifeMeaning(setting_from(book))


RULESET: GameModule = BookRules(NEEDS, CHECKS, _engine)
"""What the registry finds."""
