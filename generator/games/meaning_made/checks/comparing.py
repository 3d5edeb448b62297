"""Comparing cards and table cells: which is easier, which gives more, which is harsher.

The comparisons serve the checks only; play never uses them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from generator.games.meaning_made.records import TOKENS
from generator.records.notation import Ban, Call, Change, Effect, Kind, Part, Requirement, Symbols, Who

WEIGHTS: Mapping[str, int] = MappingProxyType(
    {"meaning": 4, "vitals": 2, "legacy": 2, "energy": 1, "insight": 1, "support": 2, "token": 1}
)
"""What losing one weighs when it strikes one player, or the shared Meaning; a gain weighs as much less."""
BAN_WEIGHT = 1
CALL_WEIGHTS: Mapping[str, int] = MappingProxyType({"group": 4, "individual": 2})
MANY = 2
"""How much more the same part weighs when it strikes all or all others."""


def at_most_as_hard(easy: Requirement, hard: Requirement, symbols: Symbols) -> bool:
    """Whether whoever can pay `hard` can always pay `easy`.

    Every item of `easy` needs an item of `hard` of its own that is the same or harder: a Layer icon
    is at most as hard as a token (one token of any type may stand in for it), a token of any type at
    most as hard as a certain one. Vitals compare with Vitals alone.
    """
    left, right = _counted(easy), _counted(hard)
    left, right = left - right, right - left  # pairing like with like never costs a better pairing
    kinds = {symbols[key].kind for key in left}
    if not kinds <= {Kind.LAYER, Kind.ANY_TOKEN}:
        return False
    tokens = sum(right[token] for token in TOKENS)
    return sum(left.values()) <= tokens + right["token"]  # only one of both has tokens of any type left


def gives_at_least(effect: Effect, less: Effect) -> bool:
    """Whether `effect` brings as much of everything as `less`; bans and calls have to be the same."""
    if _others(effect) != _others(less):
        return False
    left, right = _gains(effect), _gains(less)
    return all(left[key] >= right[key] for key in left.keys() | right.keys())


def harshness(effect: Effect) -> int:
    """How hard an effect of a Resolution Table strikes; less than 0 if it gives more than it takes."""
    total = 0
    for part in effect.parts:
        if isinstance(part, Call):
            total += CALL_WEIGHTS.get(part.table, 0)
        else:
            change = part.amount * WEIGHTS.get(part.symbol, 1) if isinstance(part, Change) else 0
            weight = BAN_WEIGHT if isinstance(part, Ban) else -change
            total += weight * (MANY if part.who in {Who.ALL, Who.OTHERS} else 1)
    return total


def _counted(requirement: Requirement) -> Counter[str]:
    return Counter({amount.symbol: amount.count for amount in requirement.amounts})


def _gains(effect: Effect) -> Counter[tuple[str, str]]:
    gains: Counter[tuple[str, str]] = Counter()
    for part in effect.parts:
        if isinstance(part, Change):
            gains[part.who, part.symbol] += part.amount
    return gains


def _others(effect: Effect) -> frozenset[Part]:
    return frozenset(part for part in effect.parts if not isinstance(part, Change))
