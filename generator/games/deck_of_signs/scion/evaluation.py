"""What the cards of a hand promise in Scion, by what lies open, and what a position is worth."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.games.deck_of_signs.deck import HARMONIOUS, OPPOSING
from generator.games.deck_of_signs.scion.moves import Move, Show
from generator.games.deck_of_signs.scion.state import State, winner_of
from generator.games.kit.table import EMPTY

TASTES: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {"bold": {"height": 1.5}, "weaver": {"harmony": 1.8}, "loyal": {"keeping": 1.8}}
)
"""The characters of sample games, seat by seat in turn."""
DEAD = 0.35
"""What a card of a Sign that is not on the circle promises: an item is lost, and a card drawn."""

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


def prospect(state: State, seat: int, move: Move) -> Mapping[str, float]:
    """What a card may bring: the chance that it stands, times what its item is worth."""
    if not isinstance(move, Show):
        return {"wait": -1.0}
    deck, space = state.setting.deck, state.space_of(move.card)
    if space == EMPTY:
        return {"item": DEAD}
    items = state.items[seat]
    near = sum(items[other] for other in deck.spaces(space, HARMONIOUS))
    stands = _stands(state, seat, move.card, space)
    return {
        "item": stands * 0.5,
        "height": stands * deck.number(move.card) / deck.numbers[-1],
        "harmony": stands * 0.25 * near,
        "keeping": stands * (0.4 * bool(items[space]) + 0.15 * state.trophies[seat][deck.sign(move.card)]),
    }


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
