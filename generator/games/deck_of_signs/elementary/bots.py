"""Simple players of Elementary: each weighs a play by its points, and by what it leaves to the others."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from generator.games.deck_of_signs.elementary.moves import Discard, Move, Play, Reveal
from generator.games.deck_of_signs.elementary.sets import go_together, tally_of
from generator.games.deck_of_signs.elementary.state import State, actors
from generator.games.kit.table import EMPTY


@dataclass(frozen=True, slots=True)
class Character:
    """How much a player values a token of the right Sign, cards that belong together, and caution."""

    name: str
    matching: float = 1.0
    keeping: float = 1.0
    caution: float = 1.0

    def __call__(self, state: State, moves: tuple[Move, ...], rng: Random) -> Move:
        """The play that this character likes best."""
        seat = actors(state)[0]
        hoped = self._hoped(state)
        return max(moves, key=lambda move: self._worth(state, seat, move, hoped) + 0.5 * rng.random())

    def _hoped(self, state: State) -> float:
        """What a hidden token brings on average to a card of a Sign that is not on the circle yet."""
        return self.matching * state.setting.reveal / max(len(state.hidden_tokens) + len(state.unused), 1)

    def _worth(self, state: State, seat: int, move: Move, hoped: float) -> float:
        deck = state.setting.deck
        match move:
            case Reveal(space=space, card=card):
                cards: tuple[int, ...] = (card,)
                gain = 0.0 if deck.sign(card) in state.open_tokens else hoped
            case Play(space=space, cards=cards):
                tally = tally_of((*state.cards[space], *cards), state.open_tokens[space], state.setting)
                if tally is not None:
                    return 100.0 + tally.total
                gain = 0.0
            case Discard(card=card):
                return 0.0 if card == EMPTY or deck.sign(card) in state.open_tokens else hoped
            case _:
                return 0.0
        left = (*state.cards[space], *cards)
        gain -= self.caution * 3.0 * (len(left) - 1)
        hand = [card for card in state.hands[seat] if card not in cards]
        friends = sum(go_together((card, *left), state.setting) for card in hand)
        pairs = sum(go_together((card, other), state.setting) for card in cards for other in hand)
        return gain + 0.8 * friends - 0.6 * self.keeping * pairs


CHARACTERS = (
    Character("bold", matching=2.0, caution=0.6),
    Character("careful", caution=1.6),
    Character("patient", keeping=1.8),
)
"""The characters of sample games, seat by seat in turn."""


def players(count: int) -> tuple[Character, ...]:
    """A player for each seat."""
    return tuple(CHARACTERS[seat % len(CHARACTERS)] for seat in range(count))
