"""Meaning Made by BPeat: its records, its checks and its rules."""

from generator.games.meaning_made.checks import check
from generator.games.meaning_made.records import game_from as load

__all__ = ["check", "load"]
