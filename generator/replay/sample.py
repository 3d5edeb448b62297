"""Sample games made by bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from generator.replay.engine import NAMES, Engine
from generator.replay.moves import A, F, Move, Policy, S
from generator.replay.repair import play_on
from generator.replay.script import ScriptLine, lines_text, script_from_text


def sample_game(
    engine: Engine[S, A, F],
    *,
    seed: int,
    players: int = 4,
    policies: Sequence[Policy[S, A]] | None = None,
    rounds: int | None = None,
) -> tuple[ScriptLine, ...]:
    """A legal game between bots as rows of a script. The same seed gives the same rows.

    It stops after so many `rounds`, if it may stop there. Raises SetupError.
    """
    further = (f"Player {number}" for number in range(len(NAMES) + 1, players + 1))
    setup = engine.deal((*NAMES[:players], *further), seed=seed)
    laid, _ = script_from_text(lines_text(setup, engine.vocabulary), "setup", engine.vocabulary)
    first = engine.begin(laid)  # as the script will lay it
    bots = policies or engine.policies(players)
    moves = play_on(engine, first, bots, Random(seed), last_round=rounds)
    return (*setup, *engine.write_all(moves), *score_lines(engine, moves))


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
