"""How small and how large the numbers of the sheet Rules may be, by themselves and beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.records.tables import Book

SWITCHES = (
    *("conversion", "collapse", "score_legacy", "community", "refill_at_once", "bonus_each_round"),
    *("must_act", "recycle", "fragile", "collapse_at_once", "community_side", "community_many"),
    *("community_scaling", "community_leaves_last"),
)
"""Rules that are 0 or 1."""
LEAST: Mapping[str, int] = MappingProxyType(
    {
        **dict.fromkeys(("touchpoint_meaning_over", "touchpoints_per_round", "community_low_meaning"), -1),
        **dict.fromkeys(("community_every", "end_round_least", "contribution_markers"), 1),
        **dict.fromkeys(("players_min", "players_max", "meaning_max", "vitals_max", "legacy_max"), 1),
        **dict.fromkeys(("prism_size", "pattern_layers", "events_per_round", "actions_per_turn"), 1),
    }
)
"""The least value of each rule that cannot be 0, or can be less. The sheet Fields bounds them all above."""
ORDERED = (
    *(("start_meaning", "meaning_max"), ("start_vitals", "vitals_max"), ("start_legacy", "legacy_max")),
    *(("end_meaning_least", "meaning_max"), ("players_min", "players_max")),
)
"""Pairs of rules of which the second is never less than the first."""


def rule_bounds(book: Book, key: str) -> tuple[int, int | None]:
    """The least and the greatest value of a rule beside what the workbook states now."""
    facts = book.facts("Rules")

    def stated(name: str) -> int | None:
        value = facts.get(name)
        return value if isinstance(value, int) else None

    least, most = LEAST.get(key, 0), 1 if key in SWITCHES else 2 if key == "bonus_for" else None
    for low, high in ORDERED:
        if key == low:
            most = stated(high)
        elif key == high:
            least = max(least, stated(low) or 0)
    if key == "pattern_layers":
        most = max(len(book["Layers"]) - 1, 1)
    elif key == "prism_size":
        most = len(book["Patterns"])
    elif key == "index_size":
        most = sum(not card.end for card in book["Initiatives"])
    elif key == "events_per_round":
        most = len(book["Events"])
    return least, most if most is None or most >= least else None
