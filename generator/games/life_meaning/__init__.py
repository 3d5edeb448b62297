"""Life~Meaning: its records, its checks, its rules and its words."""

from __future__ import annotations

from generator.games import GameModule
from generator.games.kit.module import BookRules
from generator.games.life_meaning.checks import CHECKS, NEEDS
from generator.games.life_meaning.playing.play import LifeMeaning
from generator.games.life_meaning.records import setting_from

RULESET: GameModule = BookRules(NEEDS, CHECKS, lambda book: LifeMeaning(setting_from(book)))
"""What the registry finds."""
