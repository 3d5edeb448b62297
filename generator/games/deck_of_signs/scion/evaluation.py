"""What the cards of a hand promise in Scion, by what lies open, and what a position is worth."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from types import MappingProxyType

from generator.games.deck_of_signs.deck import HARMONIOUS, OPPOSING
from generator.games.deck_of_signs.moves import SignMove
from generator.games.deck_of_signs.scion.moves import Show
from generator.games.deck_of_signs.scion.outlook import MASTERY as MASTERY
from generator.games.deck_of_signs.scion.outlook import foresight as foresight
from generator.games.deck_of_signs.scion.state import State, winner_of
from generator.games.kit.table import EMPTY

TASTES: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {"bold": {"height": 1.5}, "weaver": {"harmony": 1.8}, "loyal": {"keeping": 1.8}}
)
"""The characters of sample games, seat by seat in turn."""
DRAWN = 9.0
"""What a card of a Sign that is not on the circle promises where there are too few others for the turns."""
UNDRAWN = 0.1
"""What it promises else: an item is lost, and a card drawn."""
NO_ITEM = -6.0
"""How far behind a seat is at a space at which it has no item."""
HOPE = 2.0
"""What the first token of a Sign promises beside its point, since a second one makes a pair."""

LEAD = 0.6
"""What the lead at a space counts, times a point: there are turns in which it can be lost."""


def worth(state: State, seat: int) -> Mapping[str, float]:
    """What a position is worth to a seat: its points, and the spaces where it is ahead."""
    points = [state.points(other) for other in range(len(state.names))]
    others = [own for other, own in enumerate(points) if other != seat]
    ahead = sum(winner_of(state.tallies(space)) == seat for space in range(len(state.circle)))
    return {
        "points": float(points[seat]),
        "others": -0.5 * sum(others) / len(others),
        "spaces": LEAD * ahead,
    }


def prospect(state: State, seat: int, move: SignMove) -> Mapping[str, float]:
    """What a card may bring: the chance that it stands, times what it does for the seat at three spaces."""
    if not isinstance(move, Show):
        return {"wait": -1.0}
    deck, space = state.setting.deck, state.space_of(move.card)
    turns = state.setting.numbers.turns - state.turn  # to come
    if space == EMPTY:  # one has to go, and who draws early chooses among more cards
        alive = sum(state.space_of(card) != EMPTY for card in state.hands[seat])
        return {"draw": DRAWN if alive <= turns else UNDRAWN}
    stands, parts = _stands(state, seat, move.card, space), {"height": 0.0, "harmony": 0.0, "keeping": 0.0}
    for at in (space, *deck.spaces(space, HARMONIOUS)):
        if state.circle[at] == EMPTY:
            continue
        here = at == space
        more = deck.number(move.card) if here else state.setting.numbers.support
        gain = stands * _nearer(state, seat, at, more=more, laid=here)
        parts["height" if here else "harmony"] += gain
        parts["keeping"] += gain * _beside_its_point(state, seat, state.circle[at])
    return parts


def _nearer(state: State, seat: int, space: int, *, more: int, laid: bool) -> float:
    """By how much the chance to win a space grows by so much more there, and by an item that is laid."""
    return _chances(state, seat, space, more=more, laid=laid) - _chances(state, seat, space)


def _chances(state: State, seat: int, space: int, *, more: int = 0, laid: bool = False) -> float:
    """The chance to win a space, by how far the seat is ahead there and how many turns are to come."""
    best = max(_total(state, other, space) for other in range(len(state.names)) if other != seat)
    ahead = _total(state, seat, space, more=more, laid=laid) - best
    return 1 / (1 + exp(-ahead / (2.0 + 1.5 * (state.setting.numbers.turns - state.turn))))


def _total(state: State, seat: int, space: int, *, more: int = 0, laid: bool = False) -> float:
    """What counts for a seat at a space, or how near it is without an item there."""
    deck, items = state.setting.deck, state.items[seat]
    near = sum(items[other] for other in deck.spaces(space, HARMONIOUS))
    harmony = state.setting.numbers.support * near + (0 if laid else more)
    if not items[space] and not laid:
        return NO_ITEM + 0.5 * harmony
    sign = state.circle[space]
    shown = sum(deck.number(c) for c, is_open in state.laid[seat] if is_open and deck.sign(c) == sign)
    return float(shown + harmony + (more if laid else 0))


def _beside_its_point(state: State, seat: int, sign: int) -> float:
    """What a token of a Sign is worth to a seat beyond one point."""
    own, of_alike = state.trophies[seat][sign], state.setting.numbers.of_alike
    return of_alike(own + 1) - of_alike(own) + (0.0 if own else HOPE)


def _stands(state: State, seat: int, card: int, space: int) -> float:
    """The chance that nobody shows a card as high of an opposing Sign, as far as the seat can tell."""
    deck = state.setting.deck
    opposing = {state.circle[other] for other in deck.spaces(space, OPPOSING)}
    open_cards = {laid.card for cards in state.laid for laid in cards}
    gone = {*state.hands[seat], *open_cards, *state.card_discard}
    unseen = [other for other in deck.cards if other not in gone]
    threats = [
        other for other in unseen if deck.sign(other) in opposing and deck.number(other) >= deck.number(card)
    ]
    share = 1 - len(threats) / max(len(unseen), 1)
    return float(share ** (len(state.names) - 1))
