"""The cards whose numbers the published rulebook gives, and the deck sizes that go with them.

Source: BPeat, Meaning Made, rulebook, “Example Play (4 Players, 6 Rounds)” with its tables of the
Prism and the Index, and “Pattern Deck”. Requirements and effects are written in the notation, by
symbol key, so that they hold whatever codes a workbook gives its symbols. None is a cell that the
rulebook leaves to the designer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

PATTERNS_PER_LAYER = 10
INITIATIVES = 24
"""As in the game's first edition, the End Initiative among them."""
END_LAYER = 10
LEAST_SPACES, MOST_SPACES = 3, 6
LAYER_KEYS = (
    "boundary",
    "balance",
    "form",
    "membership",
    "prediction",
    "reinforcement",
    "presence",
    "social",
    "story",
    "stewardship",
)
"""Symbol keys of the Layers 1 to 10."""


@dataclass(frozen=True, slots=True)
class FixedPattern:
    """A Pattern as the rulebook gives it."""

    layer: int
    requirement: str
    bonus: str | None


@dataclass(frozen=True, slots=True)
class FixedInitiative:
    """An Initiative as the rulebook gives it; `tokens` and `layers` together are its Requirement."""

    layer: int
    tokens: str
    layers: str | None
    meaning: int
    spaces: int | None
    completion_bonus: str | None = None
    completion_penalty: str | None = None
    end: bool = False


FIXED_PATTERNS: Mapping[str, FixedPattern] = MappingProxyType(
    {
        "Shell": FixedPattern(1, "energy insight", "+1 energy"),
        "Skin": FixedPattern(1, "energy", "+1 energy"),
        "Pulse": FixedPattern(2, "energy 2 insight", "+1 insight"),
        "Repair Loop": FixedPattern(3, "energy insight", "+1 energy"),
        "Growth": FixedPattern(3, "2 energy insight", "+1 energy"),
        "Reciprocity": FixedPattern(4, "insight support", "+1 support"),
        "Trust": FixedPattern(4, "insight support", "+1 support"),
        "Forecast": FixedPattern(5, "3 insight", "none"),
        "Signal": FixedPattern(5, "2 insight", "+1 insight"),
        "Habit": FixedPattern(6, "insight support", None),
        "Focus": FixedPattern(6, "insight support", "+1 insight"),
    }
)

FIXED_INITIATIVES: Mapping[str, FixedInitiative] = MappingProxyType(
    {
        "Local Clinic": FixedInitiative(8, "2 energy insight support", "none", 1, 3),
        "Food Network": FixedInitiative(8, "3 energy 2 insight", "none", 1, 4),
        "Learning Archive": FixedInitiative(
            9, "energy 2 insight support", "balance", 2, 5, completion_bonus="all +1 vitals"
        ),
        "Water System": FixedInitiative(
            8, "energy insight support", None, 1, None, completion_penalty="group consequence"
        ),
        "Stewardship": FixedInitiative(
            10, "3 energy 2 insight 2 support", "boundary balance", 2, 6, end=True
        ),
    }
)
