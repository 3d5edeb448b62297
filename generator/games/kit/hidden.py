"""What a seat may not know: decks that lie face down, hands of others, what they have chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, TypeVar

from generator.games.kit.table import EMPTY, Locked

L = TypeVar("L", bound=Locked)


@dataclass(frozen=True, slots=True)
class Pool:
    """Pieces of one kind whose places nobody can tell apart, by the fields of the state in which they lie.

    `decks` lie face down for everybody. Of `hands`, tuples by seat, everybody knows the own one; `chosen`
    are single pieces by seat, EMPTY for none. What is chosen without a supply of pieces, such as a colour or
    a number, is no Pool: override `view` and `determinize`, and keep in the view that somebody has chosen.
    """

    decks: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()


def face_down(state: L, pools: Iterable[Pool], seat: int) -> L:
    """The state as a seat knows it: what it does not see lies in order of number, and no seed is told."""
    return state.altered(seed=0, **_laid_again(state, pools, seat, sorted))


def laid_by_chance(view: L, pools: Iterable[Pool], seat: int, rng: Random) -> L:
    """A state that a view could be: what the seat does not see in any order, and any reshuffle to come."""
    laid = _laid_again(view, pools, seat, lambda pieces: rng.sample(pieces, len(pieces)))
    return view.altered(seed=rng.getrandbits(30), **laid)


def _laid_again(
    state: Any, pools: Iterable[Pool], seat: int, order: Callable[[list[int]], list[int]]
) -> dict[str, Any]:
    """The fields of the pools with what a seat does not see dealt anew, as many pieces to each place."""
    laid: dict[str, Any] = {}
    for pool in pools:
        decks = {name: getattr(state, name) for name in pool.decks}
        hands = {name: list(getattr(state, name)) for name in (*pool.hands, *pool.chosen)}
        others = [other for other in range(len(next(iter(hands.values()), ()))) if other != seat]
        unseen = [piece for deck in decks.values() for piece in deck]
        for name, places in hands.items():
            for other in others:
                unseen += places[other] if name in pool.hands else _piece(places[other])
        pieces = iter(order(unseen))
        for name, places in hands.items():
            for other in others:
                if name in pool.hands:
                    places[other] = tuple(islice(pieces, len(places[other])))
                elif places[other] != EMPTY:
                    places[other] = next(pieces)
            laid[name] = tuple(places)
        laid |= {name: tuple(islice(pieces, len(deck))) for name, deck in decks.items()}
    return laid


def _piece(place: int) -> Sequence[int]:
    return () if place == EMPTY else (place,)
