"""Sample games made by bots: a whole new one, or a script kept up to its first broken step and played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from generator.games.meaning_made.bots import NAMES, Move, Policy, characters, play_on
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.repair import play_wishes
from generator.games.meaning_made.replay import Replay, Step, Verdict
from generator.games.meaning_made.rules.setup import Decks, start
from generator.games.meaning_made.rules.state import Phase, Result
from generator.games.meaning_made.script import Script
from generator.games.meaning_made.writer import ScriptLine, game_lines, line_of, score_lines, setup_lines

TRIES = 6
"""Of so many ways to play on, the first that saves the world is proposed."""


def sample_game(
    game: Game, *, seed: int, players: int = 4, policies: Sequence[Policy] | None = None
) -> tuple[ScriptLine, ...]:
    """A legal game between bots as rows of a script. The same seed gives the same rows. Raises SetupError."""
    names = NAMES[:players]
    dealt = start(game, names, seed=seed)
    laid = Decks(
        patterns=(*dealt.prism, *dealt.pattern_deck),
        initiatives=(*dealt.index[:-1], *dealt.initiative_deck),
        events=dealt.event_deck,
    )
    first = start(game, names, seed=seed, decks=laid)  # as the script will lay it
    moves = play_on(first, policies or characters(players), Random(seed))
    return (*setup_lines(first, colours=_colours(game), seed=seed), *game_lines(moves), *score_lines(moves))


def _colours(game: Game) -> tuple[str, ...]:
    return tuple(row["name"] for row in game.book["Players"]) if "Players" in game.book else ()


@dataclass(frozen=True, slots=True)
class Repaired:
    """A script made whole: its first `kept` steps are as they were, `played` rows are proposed."""

    lines: tuple[ScriptLine, ...]
    kept: int
    played: int


def repair(script: Script, replay: Replay, *, seed: int = 0) -> Repaired | None:
    """Keep a script up to its first broken step and play on as close to the rest as the rules allow.

    What the rest tells is kept with the moves that it tells of; rows without narration are new. A script
    that holds to its end stays as it is. None if its setup rows do not give a game to begin with.
    """
    if replay.start is None:
        return None
    kept = _sound(replay)
    state = kept[-1].after if kept else replay.start
    last = kept[-1].row.number if kept else 0
    rest = tuple(row for row in script.steps if row.number > last and row.action != "score")
    bots = characters(len(state.names))
    tries = [play_wishes(state, rest, bots, Random(seed + more)) for more in range(TRIES)]
    moves, told = next((made for made in tries if made[0] and _ends_well(made[0])), tries[0])
    made = game_lines(moves, told)
    scored = score_lines(moves)
    if not moves:
        scored = tuple(line_of(row) for row in script.steps if row.action == "score")
    setup = (line_of(row) for row in script.setup)
    lines = (*setup, *(line_of(step.row) for step in kept), *made, *scored)
    return Repaired(lines, len(kept), len(made))


def _ends_well(moves: Sequence[Move]) -> bool:
    return moves[-1].after.result is not Result.COLLAPSE and moves[-1].after.phase is Phase.OVER


def _sound(replay: Replay) -> tuple[Step, ...]:
    """The steps before the first that is broken, or that has rows missing before it."""
    sound = (step.verdict is Verdict.HOLDS and not step.gap for step in replay.steps)
    count = next((at for at, holds in enumerate(sound) if not holds), len(replay.steps))
    return replay.steps[:count]
