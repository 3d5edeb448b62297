"""Players at seats, as a replay asks them: it has the whole state, and they get their view of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from generator.players.player import Greedy, Player
from generator.players.rules import A, Rules, S


def seated(rules: Rules[S, A], player: Player, seat: int) -> Callable[[S, tuple[A, ...], Random], A]:
    """A player at a seat: from the state, and what is legal there, to an action."""

    def policy(state: S, legal: tuple[A, ...], rng: Random) -> A:
        if len(legal) == 1:
            return legal[0]
        return player.choose(rules, rules.view(state, seat), seat, rng).action

    return policy


def characters(tastes: Mapping[str, Mapping[str, float]], *, whim: float, most: int) -> tuple[Greedy, ...]:
    """Greedy players with the tastes of a ruleset, by their names; without any, one that has none."""
    return tuple(
        Greedy(name, tastes=taste, whim=whim, most=most) for name, taste in (tastes or {"greedy": {}}).items()
    )
