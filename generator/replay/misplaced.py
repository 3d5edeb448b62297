"""Rows that would hold in another round, phase or seat than they say: a slip in one cell, told as that.

Taken at its word such a cell sends the game on to another moment, and dozens of rows behind it look
illegal. So before a row out of place is called broken, it is tried where it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from generator.ground.problems import error
from generator.replay.engine import Engine
from generator.replay.errors import CellError, MoveError, rule_of, shown
from generator.replay.findings import Finding
from generator.replay.moves import A, F, S
from generator.replay.script import ScriptRow
from generator.replay.trying import FEW_STEPS, Attempt, advance

AHEAD = 4
"""Rows, the first of them included, that have to go better if a cell is taken for a slip."""
MOST_GUESSES = 24
"""Rows out of place that are looked at in vain; a script of nonsense has thousands."""
_OUT_OF_PLACE = frozenset({"turn.order", "phase", "over"})
"""Rules that a row breaks by its place alone."""


def out_of_place(engine: Engine[S, A, F], row: ScriptRow, tried: Attempt[S, F]) -> bool:
    """Whether what is wrong with a row in a world may come of its round, phase or player."""
    if tried.fault is None:
        return bool(tried.missing)
    moment = (engine.round(tried.before), engine.phase(tried.before))
    by_rule = rule_of(tried.fault.cause) in _OUT_OF_PLACE
    return bool(tried.missing) or by_rule or moment != (row.round, row.phase)


@dataclass(frozen=True, slots=True)
class Slip:
    """One cell that says something else than the place of its row, or several below each other."""

    column: str
    first: ScriptRow
    last: ScriptRow
    meant: str

    def also(self, second: Slip) -> Slip | None:
        """Both in one, if the other goes on with it."""
        if (self.column, self.meant, self.said) != (second.column, second.meant, second.said):
            return None
        return replace(self, last=second.last) if second.first.number == self.last.number + 1 else None

    @property
    def said(self) -> str:
        """What the cell says."""
        return str(getattr(self.first, self.column))

    def finding(self) -> Finding:
        """The Problem at the cell."""
        where = self.first.at(self.column)
        begun, ended = self.first.line, self.last.line
        fault = {"round": "round ", "phase": "the phase ", "player": ""}[self.column]
        wrong_text, meant = (f"{fault}{shown(text)}" for text in (self.said, self.meant))
        if self.first is self.last:
            sentence = f"Row {begun} says {wrong_text}; by its place it is {meant}."
        else:
            sentence = f"Rows {begun} to {ended} say {wrong_text}; by their place they are {meant}."
        mend = f"Write {shown(self.meant)} under {self.column.capitalize()}, or move what stands there."
        return Finding(error(where, sentence, mend), self.first.number)


def slip(
    engine: Engine[S, A, F], state: S, past: S, row: ScriptRow, following: Sequence[ScriptRow]
) -> tuple[Slip, ScriptRow] | None:
    """The one cell that makes a row hold where it stands if it says something else, and that row.

    It has to stand in the moment in which the game is then, and the next rows have to go better by it. Of
    several such cells the best is taken, the round before the phase and that before the player.
    """
    rows = [row, *takewhile(lambda row: row.action != "score", following[: AHEAD - 1])]
    written = sum(_trouble(engine, state, past, rows))
    best: tuple[int, Slip, ScriptRow] | None = None
    for column, meant, tried in _readings(engine, state, rows):
        # Many a row holds in another seat too: all that follows has to go well there, and badly as written.
        least = {"round": written - 1, "phase": 0, "player": 0 if written > 1 else -1}[column]
        if best is not None:
            least = min(least, best[0] - 1)
        trouble = _trouble(engine, state, past, tried)
        if least < 0 or next(trouble) or not _there(engine, state, tried[0]):
            continue
        count = 0
        while count <= least and (bad := next(trouble, None)) is not None:
            count += bad
        if count <= least:
            best = count, Slip(column, row, row, meant), tried[0]
    return best[1:] if best is not None else None


def _there(engine: Engine[S, A, F], state: S, row: ScriptRow) -> bool:
    at = advance(engine, state, row, FEW_STEPS)[0]
    return (engine.round(at), engine.phase(at)) == (row.round, row.phase)


def _readings(
    engine: Engine[S, A, F], state: S, rows: Sequence[ScriptRow]
) -> Iterator[tuple[str, str, list[ScriptRow]]]:
    """Other words in one column of the first row, and then of all that say the same below it."""
    now = engine.round(state)
    near = rows[0].round in (now, now + 1)
    choices: dict[str, list[int] | list[str]] = {
        "round": [number for number in (now, now + 1) if number != rows[0].round],
        "phase": [word for word in dict.fromkeys(engine.vocabulary.phases.values()) if word != rows[0].phase],
        "player": [name for name in engine.names(state) if name != rows[0].player and rows[0].player],
    }
    if not near:
        choices = {"round": choices["round"]}
    for column, meant in choices.items():
        alike = [*takewhile(lambda row: getattr(row, column) == getattr(rows[0], column), rows)]  # noqa: B023
        for word in meant:
            for count in dict.fromkeys((1, len(alike))):
                read = [replace(row, **{column: word}) for row in rows[:count]]  # type: ignore[arg-type]
                yield column, str(word), [*read, *rows[count:]]


def _trouble(engine: Engine[S, A, F], state: S, past: S, rows: Sequence[ScriptRow]) -> Iterator[bool]:
    """Of each row, whether rows are missing before it or it cannot be played."""
    for row in rows:
        state, gaps = advance(engine, state, row, FEW_STEPS)
        past = state if engine.round(state) == row.round else past
        try:
            state, _ = engine.play(row, state, past)
            yield bool(gaps)
        except (CellError, MoveError):
            state = engine.skip(row, state)
            yield True
