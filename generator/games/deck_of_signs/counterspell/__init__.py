"""Counterspell, of the Deck of Signs: runs of all players against Chaos, with a deck that is spent once."""

from __future__ import annotations

from generator.games import GameModule
from generator.games.deck_of_signs.counterspell.checks import CHECKS, NEEDS
from generator.games.deck_of_signs.counterspell.play import Counterspell
from generator.games.deck_of_signs.counterspell.records import PREFIX, setting_from
from generator.games.kit.module import BookRules

RULESET: GameModule = BookRules(NEEDS, CHECKS, lambda book: Counterspell(setting_from(book)), prefix=PREFIX)
"""What the registry finds."""
