"""What a strong player of Scion sees in a card: what it does for the tokens at the end of the round.

It counts the cards that it has not seen, each of which may be in a hand, and of its own hand the cards that
it will still have turns for: what one of them adds to all of these is what the card is worth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import ceil, exp, prod
from types import MappingProxyType

from generator.games.deck_of_signs.deck import HARMONIOUS, OPPOSING
from generator.games.deck_of_signs.moves import SignMove
from generator.games.deck_of_signs.scion.moves import Show
from generator.games.deck_of_signs.scion.state import State
from generator.games.kit.table import EMPTY

MASTERY: Mapping[str, float] = MappingProxyType({"tokens": 1.19, "moment": 1.45, "spare": 0.82, "draw": 1.17})
"""How much each part counts: `python -m benchmarks.tune scion 4 2 60` found it."""
PLAYED = 0.5
"""How likely a card of a hand is to come beside its Sign before the round is over."""
NEAR_EMPTY = 0.7
"""How much likelier a stack is to be emptied first for each token that it has less."""
DRAWN = 0.5
"""What a card that is drawn may bring, in points."""
NO_TURN = 0.1
"""What more a turn is worth that is lost on drawing it."""
SHOWN, SAFER = 0.3, 2.0
"""What a card counts in any turn, and how much more in one in which it is safer than it will be."""
SPARE = -0.2
"""What it counts to show a card that there is a better one for."""
ALL_LIVE = 0.8
"""How many of the others' cards in later turns are of Signs on the circle."""
LIVE_FIRST, LIVE_AFTER_DEAD, LIVE_AFTER_LIVE = 0.05, 0.5, 0.95
"""The same of the next one, by the card before: who has a dead one shows it early, to draw."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A round as a seat sees it: the Numbers of unseen cards, by space, and the chances of totals so far."""

    state: State
    seat: int
    numbers: tuple[tuple[int, ...], ...]
    shares: tuple[float, ...]
    """How likely each seat is to bring an unseen card into play."""
    values: tuple[float, ...]
    """What the token of each space is worth."""
    known: dict[tuple[int, float], float] = field(default_factory=dict)

    def points(self, plan: Sequence[int]) -> float:
        """What the tokens promise if all these cards stand."""
        state, deck = self.state, self.state.setting.deck
        items, totals = list(state.items[self.seat]), self._open(self.seat)
        for card in plan:
            space = state.space_of(card)
            items[space] += 1
            totals[space] += deck.number(card)
        return sum(
            self.values[space] * self._chance(space, total + self._harmony(items, space))
            for space, total in enumerate(totals)
            if items[space]
        )

    def _open(self, seat: int) -> list[int]:
        """The Numbers of the open cards of a seat, added up by space."""
        totals, deck = [0] * len(self.state.circle), self.state.setting.deck
        for card, is_open in self.state.laid[seat]:
            if is_open and (space := self.state.space_of(card)) != EMPTY:
                totals[space] += deck.number(card)
        return totals

    def _harmony(self, items: Sequence[float], space: int) -> float:
        """What items beside a space add to a total there."""
        near = self.state.setting.deck.spaces(space, HARMONIOUS)
        return self.state.setting.numbers.support * sum(items[other] for other in near)

    def _chance(self, space: int, total: float) -> float:
        """The chance that nobody comes to a total at a space."""
        if (space, total) not in self.known:
            others = (seat for seat in range(len(self.shares)) if seat != self.seat)
            self.known[space, total] = prod(self._below(seat, space, total) for seat in others)
        return self.known[space, total]

    def _below(self, seat: int, space: int, total: float) -> float:
        """The chance that a seat stays below a total at a space, or has no item there."""
        state, share = self.state, self.shares[seat]
        items = [
            there + len(more) * share for there, more in zip(state.items[seat], self.numbers, strict=False)
        ]
        lacking = ceil(total - self._open(seat)[space] - self._harmony(items, space))
        sums = _sums(self.numbers[space], round(share, 3))
        if lacking > 0:
            return sums[min(lacking, len(sums)) - 1]
        return 0.0 if state.items[seat][space] else sums[0]


@lru_cache(maxsize=1 << 12)
def _sums(numbers: tuple[int, ...], share: float) -> tuple[float, ...]:
    """The chance that Numbers add up to 0 at most, to 1 at most and so on, if each comes by that chance."""
    chances = [1.0]
    for number in numbers:
        without = [chance * (1 - share) for chance in chances] + [0.0] * number
        chances = [
            chance + (chances[at - number] * share if at >= number else 0.0)
            for at, chance in enumerate(without)
        ]
    return tuple(sum(chances[: at + 1]) for at in range(len(chances)))


def foresight(state: State, seat: int, moves: Sequence[SignMove]) -> list[Mapping[str, float]]:
    """What each card of a hand promises a strong player, part by part."""
    cards = [move.card for move in moves if isinstance(move, Show)]
    outlook = _outlook(state, seat)
    living = [card for card in cards if state.space_of(card) != EMPTY]
    turns = state.setting.numbers.turns - state.turn  # to come
    plan, gains = _planned(outlook, living, turns + 1)
    drawing = DRAWN if turns else 0.0
    if len(living) > turns:
        drawing -= min(gains[card] for card in plan) + NO_TURN
    dead = MappingProxyType({"draw": drawing})
    return [_parts(outlook, card, gains[card], plan) if card in gains else dead for card in cards]


def _parts(outlook: Outlook, card: int, gain: float, plan: Sequence[int]) -> Mapping[str, float]:
    """What a card of a Sign on the circle promises now, and beyond what it would later."""
    now, later = _stands(outlook, card)
    spare = 0.0 if card in plan else SPARE
    return {"tokens": SHOWN * gain * now, "moment": SAFER * gain * (now - later), "spare": spare}


def _outlook(state: State, seat: int) -> Outlook:
    deck, turns = state.setting.deck, state.setting.numbers.turns - state.turn + 1
    shown = {laid.card for cards in state.laid for laid in cards}
    seen = {*state.hands[seat], *shown, *state.card_discard}
    unseen = [card for card in deck.cards if card not in seen]
    numbers = tuple(
        tuple(deck.number(card) for card in unseen if deck.sign(card) == sign) for sign in state.circle
    )
    held = (len(hand) + (card != EMPTY) for hand, card in zip(state.hands, state.chosen, strict=True))
    shares = tuple(PLAYED * min(count, turns) / max(len(unseen), 1) for count in held)
    return Outlook(state, seat, numbers, shares, _values(state))


def _values(state: State) -> tuple[float, ...]:
    """The points of a token of each space, by how soon its stack may be emptied."""
    rules = state.setting.numbers
    weights = [exp(-NEAR_EMPTY * left) if left else 0.0 for left in state.stacks]
    chances = [weights[sign] / (sum(weights) or 1.0) if sign != EMPTY else 0.0 for sign in state.circle]
    first, second = rules.first - rules.other, rules.second - rules.other
    if state.emptied:
        return tuple(rules.other + second * chance for chance in chances)
    return tuple(rules.other + first * chance + second * chance * (1 - chance) for chance in chances)


def _planned(outlook: Outlook, living: Sequence[int], turns: int) -> tuple[list[int], dict[int, float]]:
    """The cards of a hand that there are turns for, and what each card adds to the others of them."""
    plan, gains = list(living), dict[int, float]()
    number = outlook.state.setting.deck.number
    while plan:
        whole = outlook.points(plan)
        gains |= {card: whole - outlook.points([one for one in plan if one != card]) for card in plan}
        if len(plan) <= turns:
            break
        plan.remove(min(plan, key=lambda card: (gains[card], number(card))))
    return plan, gains


def _stands(outlook: Outlook, card: int) -> tuple[float, float]:
    """The chances that a card is not cancelled, in this turn and in a later one."""
    state, deck = outlook.state, outlook.state.setting.deck
    opposing = deck.spaces(state.space_of(card), OPPOSING)
    threats = sum(
        number >= deck.number(card) for space in opposing for number in outlook.numbers[space]
    ) / max(sum(map(len, outlook.numbers)), 1)
    others = [laid for seat, laid in enumerate(state.laid) if seat != outlook.seat]
    now = prod(1 - threats * _lives(state, laid[-1].card if laid else None) for laid in others)
    return now, (1 - threats * ALL_LIVE) ** len(others)


def _lives(state: State, before: int | None) -> float:
    """The chance that somebody shows a card of a Sign on the circle, by the card before it."""
    if before is None:
        return LIVE_FIRST
    return LIVE_AFTER_DEAD if state.space_of(before) == EMPTY else LIVE_AFTER_LIVE
