"""What a seat may not know: decks that lie face down. All else of these games lies open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


def face_down(state: T, decks: Iterable[str]) -> T:
    """The state without the order of its decks: each lies in the order of its cards, and no seed is told."""
    hidden: dict[str, Any] = {deck: tuple(sorted(getattr(state, deck))) for deck in decks}
    return replace(state, seed=0, **hidden)  # type: ignore[type-var]


def laid_by_chance(view: T, decks: Iterable[str], rng: Random) -> T:
    """A state that a view could be: with its decks in any order, and any reshuffle to come."""
    laid: dict[str, Any] = {}
    for deck in decks:
        cards = getattr(view, deck)
        laid[deck] = tuple(rng.sample(cards, len(cards)))
    return replace(view, seed=rng.getrandbits(30), **laid)  # type: ignore[type-var]
