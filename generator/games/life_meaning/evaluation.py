"""What positions of Life~Meaning are worth to a seat, and which moves are worth a look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.games.kit.table import EMPTY
from generator.games.kit.tokens import covers
from generator.games.life_meaning.records import SUPPORT, TOKENS
from generator.games.life_meaning.rules.engine import apply, scores
from generator.games.life_meaning.rules.moves import Move, Recalibrate, Touchpoint
from generator.games.life_meaning.rules.rounds import Answer, EndTurn, Mitigate
from generator.games.life_meaning.rules.state import End, Phase, State

TOKEN_WORTH = (0.3, 0.3, 0.4, 0.4, 0.5)
USEFUL_TOKENS = 3
"""From here on a further token of a kind is worth a third."""
RACE = 0.8
"""How much of a reward counts while the Project is still open."""
FEWEST_RECYCLED = 3
"""Recalibrating fewer cards is not tried."""

TASTES: Mapping[str, Mapping[str, float]] = {
    "steady": {"the world": 1.5, "hope": 0.9},
    "builder": {"patterns": 1.7},
    "racer": {"points": 1.1, "the world": 0.7, "hope": 1.4},
}
"""The characters of sample games, seat by seat in turn."""


def worth(state: State, seat: int) -> Mapping[str, float]:
    """What a position is worth to a seat, part by part, in points."""
    points = state.coherence[seat] + state.reputation[seat] + state.legacy[seat]
    tokens = 0.0
    for have, each in zip(state.tokens[seat], TOKEN_WORTH, strict=True):
        tokens += each * (min(have, USEFUL_TOKENS) + max(have - USEFUL_TOKENS, 0) / 3)
    parts = {
        "points": float(points),
        "tokens": tokens,
        "patterns": float(len(state.stacks[seat]) ** 0.8),
        "the world": -_worry(state.drift),
    }
    if state.end is End.STEWARDSHIP:
        parts["end"] = 6.0 if points == max(scores(state)) else 1.0
    else:
        parts["hope"] = RACE * sum(_hope(state, seat, slot) for slot in range(len(state.projects)))
    return parts


def _worry(drift: int) -> float:
    return 0.06 * float(drift**2.2)


def _hope(state: State, seat: int, slot: int) -> float:
    """The Legacy that waits on a Project, as far as its boxes are paid and one's own marks lead."""
    marked = [who for who, _ in state.marks[slot]]
    if state.projects[slot] == EMPTY or seat not in marked:
        return 0.0
    order = sorted(dict.fromkeys(marked), key=lambda who: -marked.count(who))
    share = state.setting.numbers.legacy_at(order.index(seat))
    boxes = sum(state.setting.projects[state.projects[slot]].boxes)
    return share * (0.3 + 0.6 * len(marked) / boxes) + 0.45 * marked.count(seat)


def prospect(state: State, seat: int, move: Move) -> Mapping[str, float]:
    """What a move promises."""
    if isinstance(move, EndTurn):
        return {**worth(state, seat), "rest": 0.5}  # before tokens are turned into others for nothing
    if isinstance(move, Answer):
        return {"spare": 1.0 if move.accept is _can_spare(state, seat) else 0.0}
    after = apply(state, seat, move)[0]
    parts = worth(settled(after), seat)
    if isinstance(move, Touchpoint) and not move.give:
        return {**parts, "risk": -0.4}
    if isinstance(move, Mitigate) and after.phase is Phase.STABILITY and any(move.tokens):
        return {**parts, "help": _help(after)}
    return parts


def settled(state: State) -> State:
    """Somebody who is asked for a token gives it."""
    return state if state.asked is None else apply(state, state.asked.seat, Answer(True))[0]


def _help(state: State) -> float:
    """What it is worth that the others may pay the rest of a Mitigation; less than nothing if they cannot."""
    there = [sum(state.tokens[seat][token] for seat in state.waiting) for token in range(len(TOKENS))]
    if not covers(there, state.lacking()):
        return -1.0
    changes = state.setting.events[state.event].changes
    rises = sum(part.amount for part in changes if part.symbol == "drift")
    return 0.8 * (_worry(state.drift + rises) - _worry(state.drift))


def _can_spare(state: State, seat: int) -> bool:
    """Whether somebody has enough of what is asked for."""
    asked = state.asked
    assert asked is not None
    return state.tokens[seat][asked.token] >= (3 if asked.token == SUPPORT else 2)


def useful(moves: Iterable[Move], state: State, seat: int) -> tuple[Move, ...]:
    """All but small Recalibrates."""
    return tuple(
        move for move in moves if not isinstance(move, Recalibrate) or len(move.cards) >= FEWEST_RECYCLED
    )
