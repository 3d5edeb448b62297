"""Sample games made by bots: a whole new one, or a script kept up to its first broken step and played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from generator.replay.engine import NAMES, A, Engine, F, Move, Policy, S
from generator.replay.findings import Verdict
from generator.replay.repair import play_on, play_wishes
from generator.replay.script import ScriptLine, line_of, lines_text, script_from_text
from generator.replay.worlds import Replay, Step

TRIES = 6
"""Of so many ways to play on, the first that ends well is proposed."""


def sample_game(
    engine: Engine[S, A, F], *, seed: int, players: int = 4, policies: Sequence[Policy[S, A]] | None = None
) -> tuple[ScriptLine, ...]:
    """A legal game between bots as rows of a script. The same seed gives the same rows. Raises SetupError."""
    further = (f"Player {number}" for number in range(len(NAMES) + 1, players + 1))
    setup = engine.deal((*NAMES[:players], *further), seed=seed)
    laid, _ = script_from_text(lines_text(setup, engine.vocabulary), "setup", engine.vocabulary)
    first = engine.begin(laid)  # as the script will lay it
    moves = play_on(engine, first, policies or engine.policies(players), Random(seed))
    return (*setup, *engine.write_all(moves), *score_lines(engine, moves))


@dataclass(frozen=True, slots=True)
class Repaired:
    """A script made whole: its first `kept` steps are as they were, `played` rows are proposed."""

    lines: tuple[ScriptLine, ...]
    kept: int
    played: int
    text: str


def repair(replay: Replay[S, A, F], *, seed: int = 0) -> Repaired | None:
    """Keep a script up to its first broken step and play on as close to the rest as the rules allow.

    What the rest tells is kept with the moves that it tells of; rows without narration are new. A script
    that holds to its end stays as it is. None if its setup rows do not give a game to begin with.
    """
    if replay.start is None:
        return None
    engine, script = replay.engine, replay.script
    kept = _sound(replay)
    state = kept[-1].after if kept else replay.start
    last = kept[-1].row.number if kept else 0
    rest = tuple(row for row in script.steps if row.number > last and row.action != "score")
    bots = engine.policies(len(engine.names(state)))
    tries = [play_wishes(engine, state, rest, bots, Random(seed + more)) for more in range(TRIES)]
    moves, told = next((made for made in tries if made[0] and engine.ends_well(made[0][-1].after)), tries[0])
    made = engine.write_all(moves, told)
    scored = score_lines(engine, moves)
    if not moves:
        scored = tuple(line_of(row) for row in script.steps if row.action == "score")
    setup = (line_of(row) for row in script.setup)
    lines = (*setup, *(line_of(step.row) for step in kept), *made, *scored)
    return Repaired(lines, len(kept), len(made), lines_text(lines, engine.vocabulary))


def score_lines(engine: Engine[S, A, F], moves: Sequence[Move[S, A, F]]) -> tuple[ScriptLine, ...]:
    """The scores after the last move, if it ended the game."""
    if not moves or not engine.over(moves[-1].after):
        return ()
    final = moves[-1].after
    named = zip(engine.names(final), engine.scores(final), strict=True)
    return tuple(ScriptLine(engine.round(final), "end", name, "score", str(score)) for name, score in named)


def _sound(replay: Replay[S, A, F]) -> tuple[Step[S, A, F], ...]:
    """The steps before the first that is broken, or that has rows missing before it."""
    sound = (step.verdict is Verdict.HOLDS and not step.gap for step in replay.steps)
    count = next((at for at, holds in enumerate(sound) if not holds), len(replay.steps))
    return replay.steps[:count]
