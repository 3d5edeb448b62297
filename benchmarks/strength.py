"""`python -m benchmarks.strength [GAMES] [GAME]`: who wins beside whom, as in `docs/balance.md`.

GAME is the beginning of a title; without one it is every game.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from benchmarks.balance import trials
from generator.balance.report import told
from generator.balance.series import engine_of
from generator.balance.trial import SKILL_PART, skill_figures, trial_games
from generator.ground.progress import quiet

FIRST_SEED = 5_001
"""Seeds that are not those on which players are tuned."""


def report(games: int, begins: str) -> None:
    """Print a row for each pair of players of each game whose title begins so."""
    print("| Game | Players | Who beside whom | Value (95 % interval, games) |\n|---|---|---|---|")
    for title, trial in trials(games * SKILL_PART):
        if not title.startswith(begins):
            continue
        trial = replace(trial, first_seed=FIRST_SEED)
        few = trial_games(replace(trial, games=4), quiet)
        for figure in skill_figures(trial, engine_of(trial.book, trial.sheet), few, quiet):
            told_figure = told(figure)
            print(
                f"| {title} | {trial.players} | {figure.subject}, {figure.measure} | {told_figure} |",
                flush=True,
            )


if __name__ == "__main__":
    report(int(sys.argv[1]) if len(sys.argv) > 1 else 60, "".join(sys.argv[2:3]))
