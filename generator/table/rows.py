"""A game that was played at a table, as the rows of a sheet Sample Game."""

from __future__ import annotations

from collections.abc import Sequence

from generator.replay.sample import final_lines
from generator.replay.script import READ_AGAIN, ScriptLine, cells_of, line_of, lines_text
from generator.table.session import Session


def script_lines(session: Session, *, mark: str = "") -> tuple[ScriptLine, ...]:
    """The whole game: setup, a row an action whose narration is empty but for a mark, scores."""
    setup = [line_of(row) for row in session.script.setup]
    moves = [turn.move for turn in session.turns]
    words = [mark] * len(moves)
    scores = final_lines(session.engine, session.state)
    return (*setup, *session.engine.write_all(moves, words), *scores)


def script_text(session: Session) -> str:
    """The same as the text of a script."""
    return lines_text(script_lines(session), session.engine.vocabulary)


def script_cells(session: Session) -> Sequence[dict[str, str]]:
    """The same by the columns of the sheet, marked so that somebody writes the narrations."""
    lines = script_lines(session, mark=READ_AGAIN.strip())
    return [cells_of(line, session.engine.vocabulary) for line in lines]
