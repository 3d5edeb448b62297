"""Chance as a value: a shuffle takes a seed and returns the next one.

The generator is SplitMix64 (Steele, Lea and Flood, 2014), written out so that a seed deals the same
cards with every version of Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.replay.errors import SetupError

_MASK = (1 << 64) - 1


def _next(seed: int) -> tuple[int, int]:
    """A 64-bit number and the seed that follows."""
    seed = (seed + 0x9E3779B97F4A7C15) & _MASK
    mixed = seed
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
    return mixed ^ (mixed >> 31), seed


def below(limit: int, seed: int) -> tuple[int, int]:
    """A number from 0 to limit − 1, and the seed that follows."""
    drawn, seed = _next(seed)
    return (drawn * limit) >> 64, seed


def shuffled(cards: Iterable[int], seed: int) -> tuple[tuple[int, ...], int]:
    """The cards in a random order (Fisher and Yates), and the seed that follows."""
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        at, seed = below(last + 1, seed)
        deck[last], deck[at] = deck[at], deck[last]
    return tuple(deck), seed


def shuffled_below(
    top: Sequence[int], cards: Sequence[int], seed: int, kind: str
) -> tuple[tuple[int, ...], int]:
    """A deck of cards with some on top and the others shuffled below, and the seed that follows.

    `kind` is what a card is called. Raises SetupError for one that is not in the deck.
    """
    rest = set(cards)
    for card in top:
        if card not in rest:
            raise SetupError(f"The {kind} number {card} is not in the deck, or stands in its order twice.")
        rest.remove(card)
    below, seed = shuffled(sorted(rest), seed)
    return (*top, *below), seed
