"""What can be done by a ruleset that has a class a move: whether it is legal, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from generator.games.kit.facts import Acted
from generator.replay.errors import IllegalMove, Reason

S = TypeVar("S")
M = TypeVar("M", bound="RuleMove")


class RuleMove:
    """Something that a seat, or nobody, can do. It carries all that its row says.

    `why_not` judges, `do` never checks: a step that is forced does what it says.
    """

    __slots__ = ()

    def why_not(self, state: Any, seat: int) -> Reason | None:
        """Why it is not legal, phase and turn aside; None if it is, as here."""
        return None

    def do(self, draft: Any, seat: int) -> None:
        """What it does to a state that is being worked on."""
        raise NotImplementedError


Doing = Callable[[S, int, M], tuple[S, tuple[Any, ...]]]
"""Does a move of a seat, or of NOBODY: the next state, and what happened."""


def doing(
    draft: Callable[[S], Any], why_illegal: Callable[[S, int, M], Reason | None]
) -> tuple[Doing[S, M], Doing[S, M]]:
    """The functions `apply`, which raises IllegalMove, and `done`, which does a move legal or not.

    `draft` makes of a state what a move works on: it has a list `facts`, which begins with what is done, and
    `kept()`, the state that has come of it.
    """

    def done(state: S, seat: int, move: M) -> tuple[S, tuple[Any, ...]]:
        work = draft(state)
        work.facts.append(Acted(seat, move))
        move.do(work, seat)
        return work.kept(), tuple(work.facts)

    def apply(state: S, seat: int, move: M) -> tuple[S, tuple[Any, ...]]:
        reason = why_illegal(state, seat, move)
        if reason is not None:
            raise IllegalMove(reason)
        return done(state, seat, move)

    return apply, done
