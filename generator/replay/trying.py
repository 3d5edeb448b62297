"""A row tried in a world: how the game comes to its moment, and what the row does there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from generator.replay.engine import Engine
from generator.replay.errors import CellError, MoveError, rule_of
from generator.replay.moves import A, F, Gap, S
from generator.replay.script import ScriptRow

MOST_STEPS = 1_000
"""Steps without a row before a row: a world that has not reached it by then stays where it is."""
FEW_STEPS = 60
"""As many lie before a row that is only tried: a whole round of many players."""


@dataclass(frozen=True, slots=True)
class Attempt(Generic[S, F]):
    """A row tried in one world: the states around it, what happened, and what was wrong.

    `missing` should have had a row before it.
    """

    before: S
    after: S
    facts: tuple[F, ...] = ()
    fault: CellError | None = None
    missing: tuple[Gap, ...] = ()


def attempt(engine: Engine[S, A, F], state: S, row: ScriptRow, past: S) -> Attempt[S, F]:
    """Go on to the moment of a row and play it; `past` is the last state of the world in its round."""
    before, missing = advance(engine, state, row)
    try:
        return Attempt(before, *engine.play(row, before, past), missing=missing)
    except CellError as fault:
        return Attempt(before, before, (), fault, missing)
    except MoveError as fault:
        cell = CellError(engine.column_of(rule_of(fault), row), fault)
        return Attempt(before, before, (), cell, missing)


def advance(
    engine: Engine[S, A, F], state: S, row: ScriptRow, most: int = MOST_STEPS
) -> tuple[S, tuple[Gap, ...]]:
    """Go on to the moment of a row, and what should have had a row before it."""
    gaps: list[Gap] = []
    for _ in range(most):
        if engine.reached(state, row):
            break
        silent = engine.silent(state)
        if silent is not None:
            state, _facts = engine.apply(state, *silent)
        else:
            state, gap = engine.overdue(state)
            gaps.append(gap)
    return state, tuple(gaps)


def concluded(engine: Engine[S, A, F], state: S) -> S:
    """The end of the game, if nothing that needs a row lies before it; else the state as it is."""
    ahead = state
    for _ in range(FEW_STEPS):
        silent = None if engine.over(ahead) else engine.silent(ahead)
        if silent is None:
            break
        ahead, _facts = engine.apply(ahead, *silent)
    return ahead if engine.over(ahead) else state
