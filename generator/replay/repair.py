"""Playing on from a position, as close to the remaining rows of a script as the rules allow."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from generator.replay.errors import CellError, MoveError
from generator.replay.moves import NOBODY, A, F, Move, Policy, S
from generator.replay.script import ScriptRow

if TYPE_CHECKING:
    from generator.replay.engine import Engine


def play_wishes(
    engine: Engine[S, A, F],
    state: S,
    rest: Sequence[ScriptRow],
    bots: Sequence[Policy[S, A]],
    rng: Random,
    *,
    last_round: int | None = None,
) -> tuple[tuple[Move[S, A, F], ...], tuple[ScriptRow | None, ...]]:
    """Play to the end of the game; also the row that each move takes over, if there is one.

    A player's remaining rows are tried in their order: as written, then with the same card in another
    way, then rows of later rounds; where none of them is legal a bot moves. With a `last_round` it stops
    at its end, where the game may stop.
    """
    script_rows = list(rest)
    moves: list[Move[S, A, F]] = []
    rows: list[ScriptRow | None] = []
    answer: tuple[int, A] | None = None
    answered: ScriptRow | None = None
    most = engine.most_rounds
    while not engine.over(state) and engine.round(state) <= most:
        if last_round is not None and engine.round(state) >= last_round and engine.may_stop(state):
            break
        seat = next(iter(engine.actors(state)), NOBODY)
        row: ScriptRow | None = None
        if answer is not None and answer[1] in engine.legal_actions(state, answer[0]):
            seat, action = answer
        else:
            answer = None
            legal = engine.legal_actions(state, seat)
            wish = engine.wish(state, seat, legal, script_rows)
            action, row = wish if wish is not None else (_bot(state, seat, legal, bots, rng), None)
        after, facts = engine.apply(state, seat, action)
        answered = row or (answered if answer is not None else None)
        answer = engine.follow_up(answered, action, after) if answered is not None else None
        if row is not None:
            script_rows.remove(row)
        moves.append(Move(state, seat, action, after, facts))
        rows.append(row)
        state = after
        oldest = engine.round(state) - 1
        script_rows = [row for row in script_rows if row.round >= oldest]  # older wishes are stale
    return tuple(moves), tuple(rows)


def play_on(
    engine: Engine[S, A, F],
    state: S,
    bots: Sequence[Policy[S, A]],
    rng: Random,
    *,
    last_round: int | None = None,
) -> tuple[Move[S, A, F], ...]:
    """Play a state to the end of the game, or through the engine's most rounds."""
    return play_wishes(engine, state, (), bots, rng, last_round=last_round)[0]


def _bot(state: S, seat: int, legal: tuple[A, ...], bots: Sequence[Policy[S, A]], rng: Random) -> A:
    return legal[0] if seat == NOBODY else bots[seat](state, legal, rng)


def closest(
    engine: Engine[S, A, F], state: S, seat: int, legal: tuple[A, ...], script_rows: Sequence[ScriptRow]
) -> tuple[A, ScriptRow] | None:
    """The row that is closest to a legal move now, and that move."""
    rows = rows_of(engine, state, seat, script_rows)
    now = engine.round(state)
    due = [row for row in rows if row.round <= now]
    return (
        as_written(engine, state, legal, due)
        or _same_card(engine, state, legal, due)
        or as_written(engine, state, legal, [row for row in rows if row.round > now])
        or (_of_chance(engine, state, legal[0], due) if seat == NOBODY else None)
    )


def rows_of(engine: Engine[S, A, F], state: S, seat: int, rows: Sequence[ScriptRow]) -> list[ScriptRow]:
    """The rows of a seat in this phase, of any round; of NOBODY those without a player."""
    here = [row for row in rows if row.phase == engine.phase(state)]
    if seat == NOBODY:
        return [row for row in here if not row.player]
    return [row for row in here if engine.seat(row, state) == seat]


def as_written(
    engine: Engine[S, A, F], state: S, legal: tuple[A, ...], rows: Sequence[ScriptRow]
) -> tuple[A, ScriptRow] | None:
    """The first of some rows that is legal just as it stands."""
    for row in rows:
        action = _read(engine, row, state)
        if action is not None and action in legal:
            return action, row
    return None


def _same_card(
    engine: Engine[S, A, F], state: S, legal: tuple[A, ...], rows: Sequence[ScriptRow]
) -> tuple[A, ScriptRow] | None:
    """The first legal move with the card of a row: another payment, or other tokens."""
    for row in rows:
        for action in legal:
            if row.card and engine.card_of(action, state) == row.card.strip().casefold():
                return action, row
    return None


def _of_chance(
    engine: Engine[S, A, F], state: S, action: A, rows: Sequence[ScriptRow]
) -> tuple[A, ScriptRow] | None:
    """What happens without a choice, and the row of this round that told another end of it."""
    line = engine.write(Move(state, NOBODY, action, *engine.apply(state, NOBODY, action)))
    for row in rows if line is not None else ():
        told = (row.round, row.action, row.card.strip().casefold())
        if line is not None and told == (line.round, line.action, line.card.casefold()):
            return action, row
    return None


def _read(engine: Engine[S, A, F], row: ScriptRow, state: S) -> A | None:
    try:
        return engine.read(row, state)
    except (CellError, MoveError):
        return None
