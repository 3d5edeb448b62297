"""Sample games made by players: of many the one that teaches most, with a first narration for each row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from generator.ground.fence import unit
from generator.replay.engine import NAMES, Engine
from generator.replay.moves import NOBODY, A, F, Move, S
from generator.replay.repair import play_on
from generator.replay.script import DRAFT, ScriptLine, lines_text, script_from_text

MOST_GAMES = 20
MOST_MOVES = 1_500
"""So many games are tried, or fewer if together they have more moves than that."""
ROUNDS = range(5, 10)
"""A game of so many rounds shows its course and can be read through."""
SEEDS = 10**9
"""A script tells its seed with nine digits at most."""
MARGIN = range(1, 7)
"""A close end."""
_FOR = ("{name} does it for {gain}", "{name} is after {gain}", "{name} has {gain} in mind")
_COSTS = (", at the price of {loss}", ", and pays with {loss}", ", and gives up some {loss}")


def best_sample(
    engine: Engine[S, A, F], *, seed: int, players: int, rounds: int | None = None
) -> tuple[ScriptLine, ...]:
    """Of many games the one that teaches most, each row with a draft of its narration. Raises SetupError.

    Seeds that are one apart try games of their own.
    """
    best: tuple[float, tuple[ScriptLine, ...], tuple[Move[S, A, F], ...]] | None = None
    tried = 0
    for at in range(MOST_GAMES):
        with unit("game", f"a sample game of seed {seed}"):
            own = (seed * MOST_GAMES + at) % SEEDS
            setup, moves = new_game(engine, seed=own, players=players, rounds=rounds)
            worth = teaches(engine, moves)
        if best is None or worth > best[0]:
            best = worth, setup, moves
        tried += len(moves)
        if tried > MOST_MOVES:
            break
    assert best is not None
    _, setup, moves = best
    lines = engine.write_all(moves, list(narrations(engine, moves)))
    ends = score_lines(engine, moves)
    told = (line._replace(narration=f"{DRAFT}So it ends for {line.player}.") for line in ends)
    return (*setup, *lines, *told)


def new_game(
    engine: Engine[S, A, F], *, seed: int, players: int, rounds: int | None = None
) -> tuple[tuple[ScriptLine, ...], tuple[Move[S, A, F], ...]]:
    """The setup rows of a game between bots, and its moves. Raises SetupError.

    It stops after so many `rounds`, if it may stop there.
    """
    further = (f"Player {number}" for number in range(len(NAMES) + 1, players + 1))
    setup = engine.deal((*NAMES[:players], *further), seed=seed)
    laid, _ = script_from_text(lines_text(setup, engine.vocabulary), "setup", engine.vocabulary)
    first = engine.begin(laid)  # as the script will lay it
    return setup, play_on(engine, first, engine.policies(players), Random(seed), last_round=rounds)


def teaches(engine: Engine[S, A, F], moves: Sequence[Move[S, A, F]]) -> float:
    """How much a game shows: each kind of move and of what happens once, and a good, close, shared end."""
    if not moves:
        return 0.0
    final = moves[-1].after
    words = {line.action for move in moves if (line := engine.write(move)) is not None}
    happened = {lesson for move in moves for lesson in engine.lessons(move)}
    rounds, points = engine.round(final), sorted(engine.scores(final))
    apart = max(ROUNDS.start - rounds, rounds - ROUNDS[-1], 0)
    close = len(points) < 2 or points[-1] - points[-2] in MARGIN or points[0] == points[-1]
    good = engine.ends_well(final) or engine.may_stop(final)
    alone = engine.ended_alone(moves)
    return 20 * good - 3 * apart + 3 * close - 8 * alone + 2 * len(words) + len(happened)


# ---------------------------------------------------------------- a first narration


def narrations(engine: Engine[S, A, F], moves: Sequence[Move[S, A, F]]) -> Iterator[str]:
    """A sentence for each move that says what it is good for, marked as a draft; numbers stand in none."""
    for at, move in enumerate(moves):
        yield f"{DRAFT}{_sentence(engine, move, at)}"


def _sentence(engine: Engine[S, A, F], move: Move[S, A, F], at: int) -> str:
    seats = range(len(engine.names(move.before))) if move.seat == NOBODY else (move.seat,)
    changes: dict[str, float] = {}
    for seat in seats:
        before, after = engine.worth(move.before, seat), engine.worth(move.after, seat)
        for part in {**before, **after}:
            changes[part] = changes.get(part, 0.0) + after.get(part, 0.0) - before.get(part, 0.0)
    gain, loss = _most(changes, 1), _most(changes, -1)
    if move.seat == NOBODY:
        return _for_all(gain, loss)
    name = engine.names(move.before)[move.seat]
    if not gain:
        return f"{name} gets nothing for it at once."
    cost = _COSTS[at % len(_COSTS)].format(loss=loss) if loss else ""
    return f"{_FOR[at % len(_FOR)].format(name=name, gain=gain)}{cost}."


def _most(changes: Mapping[str, float], sign: int) -> str:
    """The part that rises most, or with −1 falls most; empty if none does."""
    part = max(changes, key=lambda name: sign * changes[name], default="")
    return part if part and sign * changes[part] > 0.05 else ""


def _for_all(gain: str, loss: str) -> str:
    if gain or loss:
        return f"It comes for all of them, and {f'costs {loss}' if loss else f'brings {gain}'}."
    return "It changes little for anybody."


# ---------------------------------------------------------------- scores


def score_lines(engine: Engine[S, A, F], moves: Sequence[Move[S, A, F]]) -> tuple[ScriptLine, ...]:
    """The scores after the last move, if the game may end there."""
    return final_lines(engine, moves[-1].after) if moves else ()


def final_lines(engine: Engine[S, A, F], final: S) -> tuple[ScriptLine, ...]:
    """The scores in a state, if the game is over in it, or may stop."""
    if not engine.over(final) and not engine.may_stop(final):
        return ()
    named = [*zip(engine.names(final), engine.scores(final), strict=True)]
    named += engine.shared_scores(final).items()
    return tuple(ScriptLine(engine.round(final), "end", name, "score", str(score)) for name, score in named)
