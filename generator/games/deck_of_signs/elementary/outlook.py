"""What a strong player of Elementary sees in a play, beside its points, and how others will answer it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType

from generator.games.deck_of_signs.elementary.moves import Discard, Play, Reveal
from generator.games.deck_of_signs.elementary.records import Setting, Shapes
from generator.games.deck_of_signs.elementary.sets import (
    additions,
    chance_among,
    completes,
    go_together,
    numbers_of,
    tally_of,
)
from generator.games.deck_of_signs.elementary.state import State
from generator.games.deck_of_signs.moves import SignMove
from generator.games.kit.table import EMPTY

MASTERY: Mapping[str, float] = MappingProxyType(
    {"points": 1.52, "danger": 0.76, "next set": 1.09, "draw": 0.6, "hand": 0.87}
)
"""How much each part counts: `python -m benchmarks.tune elementary 4 2 150` found it."""
A_SET = 9.5
"""What a set is worth about, without matches."""
TAKEN, OFFERED = 3.0, 0.07
"""What it costs to leave a set to whoever comes next, and each point that others may score there."""
FRESH, NUMBER, ENDS = 3.2, 2.15, 0.3
"""What a card to be drawn, each Number in the hand, and a card at the ends of the Numbers promise later."""
ALIKE, TOGETHER, APART, KIN = 2.05, 0.5, 0.17, 0.18
"""The same of two cards: of one Number, that go together, with one Number between them, and as kin."""

Pile = tuple[tuple[int, ...], int]
"""The cards at a space, and its Sign; EMPTY if nobody knows it."""


def foresight(state: State, seat: int, moves: Sequence[SignMove]) -> list[Mapping[str, float]]:
    """What each play promises a strong player, part by part."""
    shares = _shares(state, seat)
    return [_promise(state, seat, move, shares) for move in moves]


def _shares(state: State, seat: int) -> Mapping[int, float]:
    """How likely each Number is on a card that the seat has not seen."""
    held = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    unseen = (*held, *state.card_deck) or state.card_discard
    counts = Counter(map(state.setting.deck.number, unseen))
    return {number: counts[number] / max(len(unseen), 1) for number in state.setting.deck.numbers}


def _promise(state: State, seat: int, move: SignMove, shares: Mapping[int, float]) -> Mapping[str, float]:
    piles: list[Pile] = [
        (cards, sign) for cards, sign in zip(state.cards, state.open_tokens, strict=True) if sign != EMPTY
    ]
    cards, points = state.hands[seat], 0.0
    match move:
        case Reveal(space=space, card=card):
            cards, points = (card,), _hoped(state, card)
            piles.append(((*state.cards[space], card), EMPTY))
        case Play(space=space, cards=cards):
            pile, sign = (*state.cards[space], *cards), state.open_tokens[space]
            piles.remove((state.cards[space], sign))
            tally = tally_of(pile, sign, state.setting)
            points = float(tally.total) if tally is not None else 0.0
            piles += [(pile, sign)] if tally is None else []
        case Discard(card=card):
            points = _hoped(state, card) if card != EMPTY else 0.0
    kept = tuple(card for card in state.hands[seat] if card not in cards)
    left = _left(state, kept, piles, shares)
    if state.turns_left != EMPTY:  # its last turn
        return {"points": points, "danger": left["danger"]}
    return {"points": points, **left, "hand": _hand(kept, state.setting)}


def _left(
    state: State, kept: tuple[int, ...], piles: Sequence[Pile], shares: Mapping[int, float]
) -> Mapping[str, float]:
    """What the next one may find at the spaces, and what may still be there in one's own next turn."""
    setting, hand = state.setting, state.setting.numbers.hand
    number, others = setting.deck.number, len(state.names) - 1
    free, own, drawn, offered = 1.0, 0.0, 0.0, 0.0
    for cards, sign in piles:
        lying = numbers_of(cards, setting)
        chance = chance_among(lying, hand, setting.shapes, shares)
        stays = (1 - chance) ** others
        free *= 1 - chance
        worth = A_SET + setting.match * sum(setting.deck.sign(card) == sign for card in cards)
        offered += (1 - stays) * worth
        points, _ = best_set(kept, cards, sign, setting)
        own = max(own, stays * points)
        if not points:
            lacking = _lacking(lying, tuple(sorted(map(number, kept))), setting.shapes)
            share = sum(shares[one] for one in lacking)
            drawn += stays * worth * (1 - (1 - share) ** (hand - len(kept)))
    danger = TAKEN * (1 - free) + OFFERED * offered
    return {"danger": -danger, "next set": own, "draw": drawn + FRESH * (hand - len(kept))}


def _hand(kept: tuple[int, ...], setting: Setting) -> float:
    """What the cards that stay in the hand promise by themselves."""
    number, sign = setting.deck.number, setting.deck.sign
    ends = {*setting.deck.numbers[:2], *setting.deck.numbers[-2:]}
    hand = NUMBER * len({*map(number, kept)}) + ENDS * sum(number(card) in ends for card in kept)
    for one, other in combinations(kept, 2):
        distance = abs(number(one) - number(other))
        if go_together((one, other), setting):
            hand += TOGETHER + ALIKE * (distance == 0) + KIN * (sign(one) == sign(other))
        elif distance == 2:  # one Number between them
            hand += APART
    return hand


def _hoped(state: State, card: int) -> float:
    """What a hidden token brings on average to a card."""
    if state.setting.deck.sign(card) in state.open_tokens:
        return 0.0
    return state.setting.reveal / max(len(state.hidden_tokens) + len(state.unused), 1)


@lru_cache(maxsize=1 << 14)
def _lacking(lying: tuple[int, ...], hand: tuple[int, ...], shapes: Shapes) -> tuple[int, ...]:
    """The Numbers of which one card makes a set of those that lie there, with one of a hand."""
    bases = ((), *((number,) for number in set(hand)))
    return tuple(n for n in shapes.numbers if any(completes(lying, (*base, n), shapes) for base in bases))


@lru_cache(maxsize=1 << 14)
def _completing(hand: tuple[int, ...], lying: tuple[int, ...], shapes: Shapes) -> tuple[tuple[int, ...], ...]:
    """The places in a hand of Numbers that make a set of those that lie there."""
    ways = additions(hand, lying, shapes)
    return tuple(way for way in ways if completes(lying, tuple(hand[at] for at in way), shapes))


def best_set(
    hand: Sequence[int], there: Sequence[int], sign: int, setting: Setting
) -> tuple[int, tuple[int, ...]]:
    """The points of the best set that a hand makes of the cards of a space, and what it lays; 0 for none."""
    number = setting.deck.number
    ordered = sorted(hand, key=lambda card: (number(card), card))
    best: tuple[int, tuple[int, ...]] = (0, ())
    for places in _completing(tuple(map(number, ordered)), numbers_of(there, setting), setting.shapes):
        cards = tuple(ordered[at] for at in places)
        tally = tally_of((*there, *cards), sign, setting)
        if tally is not None and tally.total > best[0]:
            best = (tally.total, cards)
    return best
