"""Which cards go together at a space, which set they make, and what it scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from generator.games.deck_of_signs.elementary.records import (
    CARDINAL,
    CHAIN,
    CRUSADE,
    KINFOLK,
    PACK,
    Setting,
    Shapes,
)


class Tally(NamedTuple):
    """What a set scores, line by line."""

    name: str
    cards: int
    base: int
    further: int
    kinfolk: int
    matches: int
    """How many cards have the Sign of the space."""
    matched: int

    @property
    def total(self) -> int:
        """All lines together."""
        return self.base + self.further + self.kinfolk + self.matched


def numbers_of(cards: Sequence[int], setting: Setting) -> tuple[int, ...]:
    """The Numbers on cards, from the lowest up."""
    return tuple(sorted(map(setting.deck.number, cards)))


def go_together(cards: Sequence[int], setting: Setting) -> bool:
    """Whether cards can lie at one space: of one Number, a run, the way to a Cardinal Chain, a Crusade."""
    return numbers_fit(numbers_of(cards, setting), setting.shapes)


@lru_cache(maxsize=1 << 16)  # a player weighs a hundred choices in each turn, and meets them again
def numbers_fit(numbers: tuple[int, ...], shapes: Shapes) -> bool:
    """The same for the Numbers on cards, from the lowest up."""
    return (
        numbers[0] == numbers[-1]
        or _is_run(numbers)
        or numbers == tuple(sorted(shapes.cardinal[: len(numbers)]))
        or _named(numbers, shapes) == CRUSADE
    )


def set_of(cards: Sequence[int], setting: Setting) -> str:
    """The name of the set that cards make; empty if they make none yet."""
    return _named(numbers_of(cards, setting), setting.shapes)


def _named(numbers: tuple[int, ...], shapes: Shapes) -> str:
    count = len(numbers)
    if numbers == tuple(sorted(shapes.cardinal)):
        return CARDINAL
    if numbers[0] == numbers[-1]:
        return PACK if count >= shapes.pack else ""
    if _is_run(numbers):
        return CHAIN if count >= shapes.chain else ""
    pack_and_pair = sorted((shapes.size, shapes.crusade - shapes.size))
    return CRUSADE if sorted(Counter(numbers).values()) == pack_and_pair else ""


def _is_run(numbers: Sequence[int]) -> bool:
    return all(high == low + 1 for low, high in pairwise(numbers))


def tally_of(cards: Sequence[int], sign: int, setting: Setting) -> Tally | None:
    """What cards score at a space of a Sign; None if they make no set."""
    name = set_of(cards, setting)
    if not name:
        return None
    signs = [setting.deck.sign(card) for card in cards]
    needs, kin = setting.set_score(name), setting.set_score(KINFOLK)
    is_kin = len(set(signs)) == 1 and len(cards) >= kin.least
    return Tally(
        name,
        len(cards),
        needs.points,
        0 if is_kin else needs.further * (len(cards) - needs.least),
        kin.points if is_kin else 0,
        signs.count(sign),
        setting.match * signs.count(sign),
    )
