"""Simple players of Scion: each weighs the cards of its own hand by what lies open."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from generator.games.deck_of_signs.deck import HARMONIOUS, OPPOSING
from generator.games.deck_of_signs.scion.moves import Move, Show
from generator.games.deck_of_signs.scion.state import State, actors
from generator.games.kit.table import EMPTY


@dataclass(frozen=True, slots=True)
class Character:
    """How much a player values high cards, harmony, and a Sign that it has begun with."""

    name: str
    height: float = 1.0
    harmony: float = 1.0
    keeping: float = 1.0

    def __call__(self, state: State, moves: tuple[Move, ...], rng: Random) -> Move:
        """The card that this character likes best."""
        seat = actors(state)[0]
        shows = [move for move in moves if isinstance(move, Show)]
        return max(shows, key=lambda move: self._worth(state, seat, move.card) + 0.3 * rng.random())

    def _worth(self, state: State, seat: int, card: int) -> float:
        """What a card may bring: the chance that it stands, times what its item is worth."""
        deck, space = state.setting.deck, state.space_of(card)
        if space == EMPTY:
            return 0.35  # an item is lost, and a card drawn
        items = state.items[seat]
        near = sum(items[other] for other in deck.spaces(space, HARMONIOUS))
        gain = self.height * deck.number(card) / deck.numbers[-1] + 0.25 * self.harmony * near
        gain += (
            0.4 * self.keeping * bool(items[space])
            + 0.15 * self.keeping * state.trophies[seat][deck.sign(card)]
        )
        return self._stands(state, seat, card, space) * (0.5 + gain)

    def _stands(self, state: State, seat: int, card: int, space: int) -> float:
        """The chance that nobody shows a card as high of an opposing Sign, as far as the seat can tell."""
        deck = state.setting.deck
        opposing = {state.circle[other] for other in deck.spaces(space, OPPOSING)}
        open_cards = {laid.card for cards in state.laid for laid in cards}
        gone = {*state.hands[seat], *open_cards, *state.card_discard}
        unseen = [other for other in deck.cards if other not in gone]
        threats = [
            other
            for other in unseen
            if deck.sign(other) in opposing and deck.number(other) >= deck.number(card)
        ]
        share = 1 - len(threats) / max(len(unseen), 1)
        return float(share ** (len(state.names) - 1))


CHARACTERS = (
    Character("bold", height=1.5),
    Character("weaver", harmony=1.8),
    Character("loyal", keeping=1.8),
)
"""The characters of sample games, seat by seat in turn."""


def players(count: int) -> tuple[Character, ...]:
    """A player for each seat."""
    return tuple(CHARACTERS[seat % len(CHARACTERS)] for seat in range(count))
