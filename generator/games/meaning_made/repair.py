"""Playing on from a position, as close to the remaining rows of a script as the rules allow."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generator.games.meaning_made.bots import MOST_ROUNDS, Move, Policy
from generator.games.meaning_made.reading import CellError, player_named, read_move
from generator.games.meaning_made.replay_worlds import stated_answer, stated_event
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.apply import apply
from generator.games.meaning_made.rules.errors import MoveError
from generator.games.meaning_made.rules.legal import legal_actions
from generator.games.meaning_made.rules.pending import NOBODY, Answering
from generator.games.meaning_made.rules.state import Phase, State, to_act
from generator.games.meaning_made.script import ScriptRow

_PHASES = {Phase.EVENT: "event", Phase.TURNS: "turn", Phase.WINDOW: "window"}
FoundMove = tuple[act.Action, ScriptRow | None]


def play_wishes(
    state: State, rest: Sequence[ScriptRow], bots: Sequence[Policy], rng: Random
) -> tuple[tuple[Move, ...], tuple[str, ...]]:
    """Play to the end of the game; also the narration that each move takes over from its row.

    A player's remaining rows are tried in their order: as written, then with the same card in another
    way, then rows of later rounds; where none of them is legal a bot moves.
    """
    wanted = list(rest)
    moves: list[Move] = []
    told: list[str] = []
    answer: act.Answer | None = None
    action: act.Action
    while state.phase is not Phase.OVER and state.round <= MOST_ROUNDS:
        legal = legal_actions(state)
        if answer is not None and isinstance(state.choice, Answering) and answer in legal:
            action, row = answer, None
        else:
            action, row = _wish(state, legal, wanted) or (_bot(state, legal, bots, rng), None)
        answer = stated_answer(row) if row is not None and isinstance(action, act.Touchpoint) else None
        if row is not None:
            wanted.remove(row)
        after, facts = apply(state, action)
        moves.append(Move(state, action, after, facts))
        told.append(row.narration if row is not None else "")
        state = after
        wanted = [row for row in wanted if row.round >= state.round - 1]  # older wishes are stale
    return tuple(moves), tuple(told)


def _bot(state: State, legal: tuple[act.Action, ...], bots: Sequence[Policy], rng: Random) -> act.Action:
    seat = to_act(state)
    return legal[0] if seat == NOBODY else bots[seat](state, legal, rng)


def _wish(state: State, legal: tuple[act.Action, ...], wanted: Sequence[ScriptRow]) -> FoundMove | None:
    """The row that is closest to a legal move now, and that move."""
    seat = to_act(state)
    rows = [row for row in wanted if row.phase == _PHASES[state.phase] and _is(row, seat, state)]
    if state.choice is None and state.phase is Phase.EVENT:
        return _event(state, wanted)
    if state.choice is None and state.phase is Phase.WINDOW:
        return _donation(state, legal, rows, wanted)
    due = [row for row in rows if row.round <= state.round]
    return (
        _as_written(state, legal, due)
        or (None if state.choice is not None else _same_card(state, legal, due))
        or _as_written(state, legal, [row for row in rows if row.round > state.round])
    )


def _event(state: State, wanted: Sequence[ScriptRow]) -> FoundMove:
    for row in wanted:
        if row.action == "reveal" and row.round == state.round:
            try:
                stated_event(row, state)
            except (CellError, MoveError):
                break
            return act.RevealEvent(), row
    return act.RevealEvent(), None


def _donation(
    state: State, legal: tuple[act.Action, ...], rows: Sequence[ScriptRow], wanted: Sequence[ScriptRow]
) -> FoundMove | None:
    """Whoever has no row in a round that the script tells of keeps their Support."""
    found = _as_written(state, legal, [row for row in rows if row.round == state.round])
    if found is not None:
        return found
    told = any(row.round >= state.round for row in wanted)
    return (act.Donate(0), None) if told else None


def _as_written(
    state: State, legal: tuple[act.Action, ...], rows: Sequence[ScriptRow]
) -> tuple[act.Action, ScriptRow] | None:
    for row in rows:
        action = _read(row, state)
        if action is not None and action in legal:
            return action, row
    return None


def _same_card(
    state: State, legal: tuple[act.Action, ...], rows: Sequence[ScriptRow]
) -> tuple[act.Action, ScriptRow | None] | None:
    """The first legal move with the card of a row: another payment, or other tokens."""
    for row in rows:
        for action in legal:
            if row.card and _card(action, state) == row.card.strip().casefold():
                return action, row
    return None


def _card(action: act.Action, state: State) -> str:
    game = state.setting.game
    if isinstance(action, act.Load):
        return game.patterns[action.pattern].title.casefold()
    if isinstance(action, act.Contribute):
        return game.initiatives[action.initiative].title.casefold()
    return ""


def _read(row: ScriptRow, state: State) -> act.Action | None:
    try:
        return read_move(row, state)
    except (CellError, MoveError):
        return None


def _is(row: ScriptRow, seat: int, state: State) -> bool:
    try:
        return bool(row.player) and player_named(row.player, state.names) == seat
    except MoveError:
        return False
