"""The command `pnp balance`: many games between players, what strikes in them, and what a change does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.command import option, whole_number
from generator.cli.games import RulesetCommand, opened_rules, players_of, small_number, usual_seed
from generator.ground.files import temporary_folder, write_whole
from generator.ground.problems import OK, Failed, error, exit_code
from generator.ground.project import Project, open_project

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from generator.balance.report import Report
    from generator.balance.trial import Trial
    from generator.ground.progress import Progress

GAMES = 200
"""Games, if nobody asks for another number."""
MOST_GAMES = 1_000_000
THE_PRINT = "the last print"
number_of_games = whole_number(1, MOST_GAMES, f"it is a whole number from 1 to {MOST_GAMES}")


def trial_of(
    project: Project, workbook: Path | None, *, rules: str | None, players: int | None, games: int
) -> Trial:
    """So many games of a game folder, or of another workbook of it, from seed 1 on. Raises Failed."""
    from generator.balance.trial import Trial

    checked, play, can_play = opened_rules(project, rules, workbook)
    return Trial(
        workbook=(workbook or project.workbook).resolve(),
        book=checked.book,
        sheet=play.sheet,
        players=players_of(players, can_play),
        games=games,
        jobs=os.cpu_count() or 1,
    )


@dataclass(frozen=True, kw_only=True)
class BalanceCommand(RulesetCommand):
    """`pnp balance`."""

    name = "balance"
    brief = "Play many games, and say what moves and how sure it is."
    about = "Play many games between players, and say what moves and how sure it is."

    variant: str = option("", metavar="NAME", help="a variant, or several with + between")
    games: int = option(GAMES, type=number_of_games, metavar="N", help=f"{GAMES}, if you say nothing")
    players: int | None = option(None, type=small_number, metavar="N", help="4, if so many can play")
    seed: int = option(1, type=usual_seed, metavar="N", help="the seed of the first game")
    jobs: int | None = option(
        None, only_one_of="executors", type=small_number, metavar="N", help="processes; one a processor"
    )
    scheduler: str | None = option(
        None,
        only_one_of="executors",
        metavar="ADDRESS",
        help="play on the machines of a Dask cluster, such as tcp://10.0.0.5:8786",
    )
    against: str | None = option(
        None,
        nargs="?",
        const="",
        metavar="OLD",
        help="what is another than in a game folder, a workbook or a git revision such as HEAD; "
        "the last print if you name none",
    )
    sweep: str | None = option(
        None, metavar="CELL=VALUES", help='the same games for several values: "Patterns!C2=1E|2E|1E 1I"'
    )
    check: bool = option(False, help="hold the figures against the sheet Aims; code 1 if one fails")
    html: Path | None = option(None, type=Path, metavar="FILE", help="write a page with plots, too")
    json: bool = option(False, help="the same for machines")

    def run(self) -> int:
        """Play the games. Raises Failed, and KeyboardInterrupt with a word to whoever stops it."""
        from generator.cli.console import ProgressBar

        trial, way = self._trial(self.project), self._way()
        bar = ProgressBar(sys.stderr)
        try:
            with self._executor() as executor:
                text, code = way(replace(trial, executor=executor), bar)
        except KeyboardInterrupt:
            bar.clear()
            print("The games so far are kept; the same command goes on with them.", file=sys.stderr)
            raise
        finally:
            bar.clear()
        sys.stdout.write(text)
        return code

    def _executor(self) -> AbstractContextManager[Executor | None]:
        """The machines that --scheduler names, None for the processors of this one. Raises Failed."""
        if self.scheduler is None:
            return nullcontext()
        from generator.balance.cluster import cluster

        return cluster(self.scheduler)

    def _way(self) -> Callable[[Trial, Progress], tuple[str, int]]:
        """What is to be done with a trial. Raises Failed for options that do not go together."""
        wanted = [name for name in ("against", "sweep", "check") if getattr(self, name) not in (None, False)]
        if len(wanted) > 1:
            fault = f"--{wanted[0]} and --{wanted[1]} do not go together."
            raise Failed(error(f"--{wanted[1]}", fault, "Leave one of them out."))
        if wanted and self.html is not None:
            fault = f"--{wanted[0]} has no page."
            raise Failed(error("--html", fault, "Leave one of them out."))
        ways = {"against": self._compared, "sweep": self._swept, "check": self._checked}
        return ways[wanted[0]] if wanted else self._reported

    def _trial(self, project: Project, workbook: Path | None = None) -> Trial:
        """What is to be played of a game. Raises Failed."""
        trial = trial_of(project, workbook, rules=self.rules, players=self.players, games=self.games)
        jobs = self.jobs or trial.jobs
        return replace(trial, variant=self.variant, first_seed=self.seed, jobs=jobs)

    def _reported(self, trial: Trial, progress: Progress) -> tuple[str, int]:
        from generator.balance.report import report_json, report_text
        from generator.balance.trial import tried

        report = tried(trial, progress)
        self._write_page(report)
        return f"{report_json(report)}\n" if self.json else report_text(report), OK

    def _write_page(self, report: Report) -> None:
        """Write the page that --html asks for. Raises Failed."""
        if self.html is None:
            return
        from generator.balance.page import report_html

        try:
            write_whole(self.html, report_html(report).encode(), inside=None)
        except OSError as fault:
            reason = f"The page cannot be written: {fault.strerror or fault}."
            raise Failed(error(str(self.html), reason, "Name a file in a folder that is there.")) from None

    def _swept(self, trial: Trial, progress: Progress) -> tuple[str, int]:
        from generator.balance.sweep import read_sweep, sweep_text, swept

        sweep = read_sweep(self.sweep or "")
        with temporary_folder() as room:
            return sweep_text(sweep, swept(trial, sweep, room, progress)), OK

    def _checked(self, trial: Trial, progress: Progress) -> tuple[str, int]:
        from generator.balance.aims import check_aims
        from generator.balance.trial import tried
        from generator.cli.console import problems_json, problems_text

        report = tried(trial, progress)
        told = check_aims(trial.book, report.figures, players=trial.players, variant=trial.variant)
        problems = self.located(tuple(told))
        text = problems_json(problems) if self.json else problems_text(problems, notes=True)
        return f"{text}\n", exit_code(problems)

    def _compared(self, trial: Trial, progress: Progress) -> tuple[str, int]:
        from generator.balance.against import changes_between, changes_json, changes_text
        from generator.balance.trial import trial_games

        against = self.against or THE_PRINT
        with self._old_game(self.against or "") as (project, workbook):
            before = self._trial(project, workbook)
            old = trial_games(replace(before, players=trial.players, executor=trial.executor), progress)
        new = trial_games(trial, progress)
        words = changes_json if self.json else changes_text
        text = words(changes_between(old, new), against, "the game as it is now", trial.games)
        return text if text.endswith("\n") else f"{text}\n", OK

    @contextmanager
    def _old_game(self, against: str) -> Iterator[tuple[Project, Path | None]]:
        """The game that --against names: a folder, a workbook, else a git revision. Raises Failed.

        Nothing named is the last print.
        """
        from generator.versions.record import printed_workbook
        from generator.versions.revisions import lay_out_revision

        path = Path(against)
        if not against:
            project = self.project
            yield project, printed_workbook(project)
        elif path.is_dir():
            yield open_project(path), None
        elif path.is_file():
            yield self.project, path
        else:
            with temporary_folder() as room:
                lay_out_revision(self.game, against, room)
                yield open_project(room / "game"), None
