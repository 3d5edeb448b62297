"""Simple players of Counterspell, who help each other: each looks at what its own hand does for a space."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from generator.games.deck_of_signs.counterspell.moves import Done, Move, Weave
from generator.games.deck_of_signs.counterspell.runs import lengthened
from generator.games.deck_of_signs.counterspell.state import State, actors

FINISHING = (0.0, 0.2, 0.55, 1.0)
"""How likely it is that a run of so many cards is complete when it counts."""
_LONGEST = 5


@dataclass(frozen=True, slots=True)
class Character:
    """How much a player values Health, a space that is cleared, and the cards that both cost."""

    name: str
    harm: float = 2.0
    safety: float = 1.0
    thrift: float = 0.02

    def __call__(self, state: State, moves: tuple[Move, ...], rng: Random) -> Move:
        """The first card of what helps most, or the end of the turn."""
        hand = state.hands[actors(state)[0]]
        best, first = 0.05, None
        for space, run in enumerate(state.runs):
            here = self._worth(state, space, run)
            for cards, longer in _ways(state, hand, run):
                gain = self._worth(state, space, longer) - here + 0.02 * rng.random()
                if gain > best:
                    best, first = gain, Weave(cards[0], space)
        return first if first is not None else Done()

    def _worth(self, state: State, space: int, run: Sequence[int]) -> float:
        """What a run is worth at a space: how likely it stands, times what it does, less its cards."""
        if not run:
            return 0.0
        deck, numbers = state.setting.deck, state.setting.numbers
        cards = list(map(deck.number, run))
        lacking = max(numbers.set_size - len(run), 0)
        mine = sum(cards) + lacking * sum(cards) / len(cards)
        missing = numbers.chaos_cards - len(state.chaos[space])
        chaos = sum(map(deck.number, state.chaos[space])) + 6 * missing
        spread = 1 + 4 * missing + 4 * lacking
        stands = _share(mine - chaos, spread)
        signs = {deck.sign(card) for card in run}
        opposing = state.opposing(space)
        hurts = 1.0 if signs & opposing else 0.25 * lacking
        double = _share(mine - numbers.double * chaos, spread)
        flush = 0.5**lacking if len(signs) == 1 and signs <= opposing else 0.0
        harm = double * 2 + (1 - double) * hurts + flush
        finished = FINISHING[min(len(run), len(FINISHING) - 1)] * (0.8 if lacking and _at_end(cards) else 1)
        urgent = 1.3 if state.chaos_count(space) >= numbers.chaos_cards else 1.0
        worth = finished * stands * (self.safety * urgent + self.harm * harm)
        # A complete run costs nothing even if it is too low.
        return worth + 0.3 * finished * urgent - self.thrift * len(run)


def _share(ahead: float, spread: float) -> float:
    """How likely it is to be level or more, so far ahead with so much that is not known."""
    return min(max(0.5 + (ahead + 0.5) / (2 * spread), 0.0), 1.0)


def _at_end(cards: Sequence[int]) -> bool:
    return min(cards) <= 1 or max(cards) >= 11


def _ways(
    state: State, hand: Sequence[int], run: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The ways to lengthen a run from a hand: the cards as they are laid, and the run then."""
    ways: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((), tuple(run))]
    met: set[tuple[int, ...]] = set()
    while ways:
        cards, longer = ways.pop()
        if len(cards) == _LONGEST:
            continue
        for card in hand:
            further = lengthened(longer, card, state.setting) if card not in cards else None
            if further is not None and further not in met:
                met.add(further)
                ways.append(((*cards, card), further))
                yield ways[-1]


CHARACTERS = (
    Character("careful", safety=1.2),
    Character("bold", harm=2.4),
    Character("thrifty", thrift=0.05),
)
"""The characters of sample games, seat by seat in turn."""


def players(count: int) -> tuple[Character, ...]:
    """A player for each seat."""
    return tuple(CHARACTERS[seat % len(CHARACTERS)] for seat in range(count))
