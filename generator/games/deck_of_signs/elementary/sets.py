"""Which cards go together at a space, which set they make, and what it scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations_with_replacement, pairwise, permutations
from typing import NamedTuple

from generator.games.deck_of_signs.elementary.records import SetName, Setting, Shapes


class Tally(NamedTuple):
    """What a set scores, line by line."""

    name: SetName
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
    return numbers_of(cards, setting) in _fitting(setting.shapes)


@lru_cache(maxsize=8)
def _fitting(shapes: Shapes) -> frozenset[tuple[int, ...]]:
    """All that can lie at one space, each as its Numbers from the lowest up."""
    numbers, further = shapes.numbers, shapes.crusade - shapes.size
    packs = ((number,) * count for number in numbers for count in range(1, shapes.signs + 1))
    runs = (numbers[low : high + 1] for low in range(len(numbers)) for high in range(low, len(numbers)))
    ways = (tuple(sorted(shapes.cardinal[:count])) for count in range(1, len(shapes.cardinal) + 1))
    crusades = (
        tuple(sorted([one] * shapes.size + [other] * further)) for one, other in permutations(numbers, 2)
    )
    return frozenset(chain(packs, filter(_is_run, runs), ways, crusades))


@dataclass(slots=True)
class _Way:
    """Numbers laid from the lowest up: whether they may stay so, and which way each higher one leads."""

    stays: bool = False
    further: dict[int, _Way] = field(default_factory=dict)


@lru_cache(maxsize=1 << 12)
def _ways_on(lying: tuple[int, ...], shapes: Shapes) -> _Way:
    """All ways to lay Numbers to those that lie there."""
    here, start = Counter(lying), _Way()
    for whole in map(Counter, _fitting(shapes)):
        if whole > here:
            way = start
            for number in sorted((whole - here).elements()):
                way = way.further.setdefault(number, _Way())
            way.stays = True
    return start


@lru_cache(maxsize=1 << 12)
def single_additions(lying: tuple[int, ...], shapes: Shapes) -> frozenset[int]:
    """The Numbers that go with those that lie there, one at a time."""
    ways = _ways_on(lying, shapes).further.items()
    return frozenset(number for number, way in ways if way.stays)


@lru_cache(maxsize=1 << 12)
def additions(hand: tuple[int, ...], lying: tuple[int, ...], shapes: Shapes) -> tuple[tuple[int, ...], ...]:
    """Which cards of a hand go with those that lie there: places in it, by Numbers alone."""
    added: list[tuple[int, ...]] = []
    begun: list[tuple[dict[int, _Way], tuple[int, ...]]] = [(_ways_on(lying, shapes).further, ())]
    while begun:
        longer: list[tuple[dict[int, _Way], tuple[int, ...]]] = []
        for ways, places in begun:
            for at in range(places[-1] + 1 if places else 0, len(hand)):
                way = ways.get(hand[at])
                if way is not None:
                    laid = (*places, at)
                    if way.stays:
                        added.append(laid)
                    if way.further:
                        longer.append((way.further, laid))
        begun = longer
    return tuple(added)


@lru_cache(maxsize=1 << 12)
def chance_of_a_set(lying: tuple[int, ...], hand: int, shapes: Shapes) -> float:
    """About how likely it is that one or two cards of so large a hand make a set of those that lie there."""
    numbers, without = shapes.numbers, 1.0
    singles = {number for number in numbers if completes(lying, (number,), shapes)}
    for first, second in combinations_with_replacement(numbers, 2):
        if not {first, second} & singles and completes(lying, (first, second), shapes):
            ways = hand * (hand - 1) / (2 if first == second else 1)
            without *= 1 - min(ways / len(numbers) ** 2, 1)
    return 1 - without * (1 - len(singles) / len(numbers)) ** hand


@lru_cache(maxsize=1 << 12)
def _ways_to_a_set(
    lying: tuple[int, ...], shapes: Shapes
) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """The Numbers, and the pairs of others, that make a set of those that lie there."""
    singles = tuple(number for number in shapes.numbers if completes(lying, (number,), shapes))
    others = [number for number in shapes.numbers if number not in singles]
    pairs = combinations_with_replacement(others, 2)
    return singles, tuple(pair for pair in pairs if completes(lying, pair, shapes))


def chance_among(lying: tuple[int, ...], hand: int, shapes: Shapes, shares: Mapping[int, float]) -> float:
    """The same where Numbers are not equally likely, as some of their cards have been seen."""
    singles, pairs = _ways_to_a_set(lying, shapes)
    without = 1.0
    for first, second in pairs:
        ways = hand * (hand - 1) / (2 if first == second else 1)
        without *= 1 - min(ways * shares[first] * shares[second], 1)
    return 1 - without * (1 - sum(shares[number] for number in singles)) ** hand


def completes(lying: tuple[int, ...], added: tuple[int, ...], shapes: Shapes) -> bool:
    """Whether Numbers make a set of those that lie there."""
    numbers = tuple(sorted((*lying, *added)))
    return numbers in _fitting(shapes) and bool(_named(numbers, shapes))


def _named(numbers: tuple[int, ...], shapes: Shapes) -> SetName | None:
    count = len(numbers)
    if numbers == tuple(sorted(shapes.cardinal)):
        return SetName.CARDINAL
    if numbers[0] == numbers[-1]:
        return SetName.PACK if count >= shapes.pack else None
    if _is_run(numbers):
        return SetName.CHAIN if count >= shapes.chain else None
    pack_and_pair = sorted((shapes.size, shapes.crusade - shapes.size))
    return SetName.CRUSADE if sorted(Counter(numbers).values()) == pack_and_pair else None


def _is_run(numbers: Sequence[int]) -> bool:
    return all(high == low + 1 for low, high in pairwise(numbers))


def tally_of(cards: Sequence[int], sign: int, setting: Setting) -> Tally | None:
    """What cards score at a space of a Sign; None if they make no set."""
    name = _named(numbers_of(cards, setting), setting.shapes)
    if name is None:
        return None
    signs = [setting.deck.sign(card) for card in cards]
    needs, kin = setting.sets[name], setting.sets[SetName.KINFOLK]
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
