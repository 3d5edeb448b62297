"""Scion, of the Deck of Signs: seven turns a round, one card each at the same time."""

from __future__ import annotations

from generator.games import GameModule
from generator.games.deck_of_signs.scion.checks import CHECKS, NEEDS
from generator.games.deck_of_signs.scion.play import Scion
from generator.games.deck_of_signs.scion.records import setting_from
from generator.games.kit.module import BookRules

RULESET: GameModule = BookRules(NEEDS, CHECKS, lambda book: Scion(setting_from(book)), prefix="scion_")
"""What the registry finds."""
