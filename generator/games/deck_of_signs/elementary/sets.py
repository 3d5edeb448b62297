"""Which cards go together at a space, which set they make, and what it scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.games.deck_of_signs.elementary.records import (
    CARDINAL,
    CHAIN,
    CRUSADE,
    KINFOLK,
    PACK,
    Setting,
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
    return tuple(sorted(setting.deck.number(card) for card in cards))


def go_together(cards: Sequence[int], setting: Setting) -> bool:
    """Whether cards can lie at one space: of one Number, a run, the way to a Cardinal Chain, a Crusade."""
    numbers = numbers_of(cards, setting)
    way = setting.cardinal[: len(numbers)]
    return (
        numbers[0] == numbers[-1]
        or _is_run(numbers)
        or numbers == tuple(sorted(way))
        or set_of(cards, setting) == CRUSADE
    )


def set_of(cards: Sequence[int], setting: Setting) -> str:
    """The name of the set that cards make; empty if they make none yet."""
    numbers = numbers_of(cards, setting)
    count = len(numbers)
    if numbers == tuple(sorted(setting.cardinal)):
        return CARDINAL
    if numbers[0] == numbers[-1]:
        return PACK if count >= setting.set_score(PACK).least else ""
    if _is_run(numbers):
        return CHAIN if count >= setting.set_score(CHAIN).least else ""
    size = setting.numbers.set_size
    pack_and_pair = sorted((size, setting.set_score(CRUSADE).least - size))
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
