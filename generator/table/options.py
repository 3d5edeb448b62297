"""What a seat may do, as rows: the words, cards and tokens that somebody may click on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from generator.replay.engine import Engine
from generator.replay.moves import Move
from generator.replay.script import ScriptLine

AnyEngine = Engine[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """An action that is legal now, and its cells by the columns of a script."""

    action: Any
    cells: Mapping[str, str]


def row_of(engine: AnyEngine, move: Move[Any, Any, Any]) -> ScriptLine:
    """A move as a row, also one that a script does without: then it is called as the rules call it."""
    line = engine.write(move)
    if line is not None:
        return line
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(move.action).__name__).lower()
    words = " ".join((words, *_yes_or_no(move.action)))
    name = engine.names(move.before)[move.seat] if move.seat >= 0 else ""
    return ScriptLine(engine.round(move.before), engine.phase(move.before), name, words)


def _yes_or_no(action: Any) -> tuple[str, ...]:
    """What somebody who is asked says, or who may leave something be."""
    values = (getattr(action, field.name) for field in fields(action)) if is_dataclass(action) else ()
    return tuple("yes" if value else "no" for value in values if isinstance(value, bool))


def cells_that_tell(engine: AnyEngine, line: ScriptLine) -> dict[str, str]:
    """The cells of a row that say which action it is. What comes of it stands under `gains`."""
    more = zip(engine.vocabulary.more, line.more, strict=False)
    cells = {"action": engine.vocabulary.said(str(line.action)), "card": line.card, "payment": line.payment}
    return cells | dict(more) | {"gains": line.gains}


def options(engine: AnyEngine, view: Any, seat: int) -> tuple[Option, ...]:
    """All that a seat may do by what it knows: nothing of what is hidden stands in it.

    `gains` is left out where the rest tells an option from the others: what comes of it is not known before.
    """
    actions = engine.legal_actions(view, seat)
    rows = []
    for action in actions:
        after, facts = engine.apply(view, seat, action)
        rows.append(cells_that_tell(engine, row_of(engine, Move(view, seat, action, after, facts))))
    alike = Counter(_without_gains(row) for row in rows)
    for row in rows:
        if alike[_without_gains(row)] == 1:
            row["gains"] = ""
    return tuple(Option(action, row) for action, row in zip(actions, rows, strict=True))


def _without_gains(row: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(text for column, text in row.items() if column != "gains")
