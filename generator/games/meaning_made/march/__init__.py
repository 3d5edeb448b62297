"""Meaning Made, edition of 4 March 2026: its cards and numbers, played by the rules of Meaning Made."""

from __future__ import annotations

from generator.games import GameModule
from generator.games.kit.module import BookRules
from generator.games.meaning_made.march.checks import CHECKS, NEEDS
from generator.games.meaning_made.march.records import game_from
from generator.games.meaning_made.playing.play import MeaningMade

RULESET: GameModule = BookRules(NEEDS, CHECKS, lambda book: MeaningMade(game_from(book)))
"""What the registry finds."""
