"""A whole trial of a game: its series of games, those that ask whether skill pays, and the report."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.balance.figures import Estimate
from generator.balance.report import Report, report_of
from generator.balance.series import Series, characters_of, engine_of, played, setup_of
from generator.balance.skill import LADDER, skill_of
from generator.balance.watching import GameFigures, begun
from generator.ground.fence import unit
from generator.ground.problems import Failed, error
from generator.ground.progress import Progress
from generator.records.tables import Book
from generator.records.worksheets import game_facts
from generator.replay.engine import Engine
from generator.replay.errors import CellError, SetupError

MOST_NAMED = 10
"""Cards that a line of the report names."""
SKILL_PART = 5
"""Among so many games of a trial there is one more for each pair of players of two strengths."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What is to be played."""

    workbook: Path
    book: Book
    sheet: str
    players: int
    variant: str = ""
    games: int = 200
    first_seed: int = 1
    jobs: int = 1
    executor: Executor | None = None
    """Plays the games in place of `jobs` processes."""

    @property
    def series(self) -> Series:
        """The games between the ruleset's characters."""
        return Series(self.workbook, self.sheet, self.players, self.variant)

    @property
    def seeds(self) -> range:
        """The seeds of its games."""
        return range(self.first_seed, self.first_seed + self.games)


def tried(trial: Trial, progress: Progress) -> Report:
    """Play a trial and report. Raises Failed if the game cannot begin so, or a game cannot be played."""
    engine = engine_of(trial.book, trial.sheet)
    try:
        begun(engine, seed=1, players=trial.players, setup=setup_of(engine, trial.variant))
    except (SetupError, CellError) as fault:
        sentence = str(fault.cause if isinstance(fault, CellError) else fault)
        raise Failed(error("balance", sentence, "Ask for other players, or another variant.")) from None
    games = trial_games(trial, progress)
    skill = skill_figures(trial, engine, games, progress)
    setting: dict[str, object] = {
        "rules": trial.sheet,
        "variant": trial.variant or "none",
        "players": trial.players,
        "games": trial.games,
        "seeds": f"{trial.seeds.start} to {trial.seeds.stop - 1}",
        "at the table": ", ".join(player.name for player in characters_of(engine)),
    }
    if alone := tuple(engine.cards_left_alone()):
        setting["cards that no player plays"] = f"{len(alone)}: {', '.join(alone[:MOST_NAMED])}"
    title = f"Balance of {game_facts(trial.book).title or trial.workbook.parent.name}"
    moves = {*engine.vocabulary.actions.values()} - {"variant", "level"}
    return report_of(title, setting, games, skill=skill, cells=engine.cells_to_read(), moves=moves)


def skill_figures(
    trial: Trial, engine: Engine[Any, Any, Any], games: Sequence[GameFigures], progress: Progress
) -> tuple[Estimate, ...]:
    """Whether skill pays, on one game for every `SKILL_PART` of the trial and pair of players."""
    seeds = range(trial.first_seed, trial.first_seed + -(-trial.games // SKILL_PART))

    def play(sitting: tuple[str, ...]) -> Sequence[GameFigures]:
        return _played(trial, replace(trial.series, sitting=sitting), seeds, progress, "skill")

    pairs = (*LADDER, *(("strong", rival) for rival in engine.rivals)) if trial.players > 1 else ()
    return tuple(skill_of(better, worse, games, play) for better, worse in pairs)


def trial_games(trial: Trial, progress: Progress) -> list[GameFigures]:
    """The games of a trial, in the order of their seeds."""
    return _played(trial, trial.series, trial.seeds, progress, "games")


def _played(trial: Trial, series: Series, seeds: range, progress: Progress, stage: str) -> list[GameFigures]:
    try:
        with unit("balance", series.sheet, times=len(seeds)):
            return played(
                series,
                trial.book,
                seeds,
                jobs=trial.jobs,
                executor=trial.executor,
                step=lambda count, total: progress(stage, count, total),
            )
    except BrokenProcessPool:
        fault = "A process that played was ended: a game takes too much time or memory, or somebody ended it."
        mend = "The games before are kept: run it again. --jobs 1 says which game it was."
        raise Failed(error("balance", fault, mend)) from None
