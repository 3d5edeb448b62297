"""Rows of a script as moves, and moves as rows: which cell says which part of a move."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from generator.replay.errors import CellError, MoveError, UnreadableMove
from generator.replay.moves import NOBODY, Move
from generator.replay.script import ScriptLine, ScriptRow

T = TypeVar("T")
LONGEST_LIST = 60
"""Parts of a cell: a setup row may list many cards."""


def in_cell(column: str, read: Callable[[], T]) -> T:
    """What is read in a column of a row. Raises CellError around a MoveError."""
    try:
        return read()
    except MoveError as fault:
        raise CellError(column, fault) from None


def parts_in(text: str, *, marks: str = ";,\n", most: int = LONGEST_LIST) -> list[str]:
    """What a cell lists, parted by these marks. Raises UnreadableMove for too long a list."""
    parts = [part.strip() for part in re.split(f"[{marks}]", text) if part.strip()]
    if len(parts) > most:
        raise UnreadableMove(f"The cell lists {len(parts)} things; at most {most} can be meant.")
    return parts


@dataclass(frozen=True, slots=True)
class RowCell:
    """How a part of a move stands in a column."""

    column: str
    read: Callable[[str, Any], Any]
    """The part that a text means in a state. May raise a MoveError."""
    write: Callable[[Any, Move[Any, Any, Any]], str]
    """The text for the part, where the move was played."""

    def part(self, row: ScriptRow, state: Any) -> Any:
        """What a row says of the part. Raises CellError around a MoveError."""
        text = row.more[self.column] if self.column in row.more else getattr(row, self.column)
        return in_cell(self.column, lambda: self.read(text, state))


@dataclass(frozen=True, slots=True)
class MoveRows:
    """The rows of a game that is written in cells: the move of each action, and the cells of its parts."""

    moves: Mapping[str, tuple[Callable[..., Any], Mapping[str, RowCell]]]
    more: tuple[str, ...] = ()
    """The columns that the vocabulary has beside those of every script."""

    def read_move(self, row: ScriptRow, state: Any) -> Any:
        """The move of a row, as it is meant in this state. Raises CellError around a MoveError."""
        if row.action not in self.moves:
            fault = f"“{row.said}” is no move of the phase {row.phase}."
            raise CellError("action", UnreadableMove(fault))
        kind, cells = self.moves[row.action]
        return kind(**{name: cell.part(row, state) for name, cell in cells.items()})

    def line(self, move: Move[Any, Any, Any], phase: str) -> ScriptLine:
        """A move as a row of a phase."""
        state, action = move.before, move.action
        word = next(word for word, (kind, _) in self.moves.items() if kind is type(action))
        cells = {
            cell.column: cell.write(getattr(action, name), move) for name, cell in self.moves[word][1].items()
        }
        more = tuple(cells.pop(column, "") for column in self.more)
        who = state.names[move.seat] if move.seat != NOBODY else ""
        return ScriptLine(state.round, phase, who, word, **cells, more=more)
