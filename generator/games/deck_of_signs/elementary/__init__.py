"""Elementary, of the Deck of Signs: chains and packs round the circle, to a goal."""

from __future__ import annotations

from generator.games import GameModule
from generator.games.deck_of_signs.elementary.checks import CHECKS, NEEDS
from generator.games.deck_of_signs.elementary.play import Elementary
from generator.games.deck_of_signs.elementary.records import PREFIX, setting_from
from generator.games.kit.module import BookRules

RULESET: GameModule = BookRules(NEEDS, CHECKS, lambda book: Elementary(setting_from(book)), prefix=PREFIX)
"""What the registry finds."""
