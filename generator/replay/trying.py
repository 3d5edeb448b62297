"""A row tried in a world, or in both: nothing is decided by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from generator.replay.engine import Engine
from generator.replay.errors import CellError, MoveError, rule_of
from generator.replay.moves import A, F, Gap, S
from generator.replay.script import ScriptRow


@dataclass(frozen=True, slots=True)
class Attempt(Generic[S, F]):
    """A row tried in one world: the states around it, what happened, and what was wrong."""

    before: S
    after: S
    facts: tuple[F, ...] = ()
    fault: CellError | None = None


def attempt(engine: Engine[S, A, F], state: S, row: ScriptRow, past: S) -> Attempt[S, F]:
    """Play a row in a state; `past` is the last state of the world in the round of the row."""
    try:
        return Attempt(state, *engine.play(row, state, past))
    except CellError as fault:
        return Attempt(state, state, (), fault)
    except MoveError as fault:
        return Attempt(state, state, (), CellError(engine.column_of(rule_of(fault), row), fault))


@dataclass(frozen=True, slots=True)
class Tried(Generic[S, F]):
    """A row tried in both worlds, and what should have had a row before it in each of them."""

    strict: Attempt[S, F]
    written: Attempt[S, F]
    missing: tuple[Gap, ...]
    missing_as_written: tuple[Gap, ...]
