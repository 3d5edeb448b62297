"""What a row of a script wishes for, where a game is played on in another way than the script."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.meaning_made.playing.turns import stated_event
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.facts import Fact
from generator.games.meaning_made.rules.state import Phase, State
from generator.replay.engine import Engine
from generator.replay.errors import CellError, MoveError
from generator.replay.repair import as_written, closest, rows_of
from generator.replay.script import ScriptRow

FoundMove = tuple[act.Action, ScriptRow | None]


def wish(
    engine: Engine[State, act.Action, Fact],
    state: State,
    seat: int,
    legal: tuple[act.Action, ...],
    rows: Sequence[ScriptRow],
) -> FoundMove | None:
    """The move that rows want most. Whoever answers for tokens has no other card to fall back on."""
    if state.choice is None and state.phase is Phase.EVENT:
        return _event(state, rows)
    if state.choice is None and state.phase is Phase.WINDOW:
        return _donation(engine, state, seat, legal, rows)
    return closest(engine, state, seat, legal, rows)


def card_of(action: act.Action, state: State) -> str:
    """The title of a move’s Pattern or Initiative, folded; while a choice is due, none."""
    game = state.setting.game
    if state.choice is not None:
        return ""
    if isinstance(action, act.Load):
        return game.patterns[action.pattern].title.casefold()
    if isinstance(action, act.Contribute):
        return game.initiatives[action.initiative].title.casefold()
    return ""


def _event(state: State, rows: Sequence[ScriptRow]) -> FoundMove:
    for row in rows:
        if row.action == "reveal" and row.round == state.round:
            try:
                stated_event(row, state)
            except (CellError, MoveError):
                break
            return act.RevealEvent(), row
    return act.RevealEvent(), None


def _donation(
    engine: Engine[State, act.Action, Fact],
    state: State,
    seat: int,
    legal: tuple[act.Action, ...],
    script_rows: Sequence[ScriptRow],
) -> FoundMove | None:
    """Whoever has no row in a round that the script tells of keeps their Support."""
    rows = rows_of(engine, state, seat, script_rows)
    row_written = as_written(engine, state, legal, [row for row in rows if row.round == state.round])
    if row_written is not None:
        return row_written
    is_told = any(row.round >= state.round for row in script_rows)
    return (act.Donate(0), None) if is_told else None
