"""Preflight as a whole: the checks that a build makes, and then what the finished files show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.build import story
from generator.build.findings import RunFindings, once
from generator.build.options import BuildOptions
from generator.cache import NO_CACHE, Cache
from generator.checks.checked import Checked
from generator.exports.run import EXPORTS
from generator.exports.targets import Target
from generator.games import GAMES, Games
from generator.ground.files import is_folder_inside
from generator.ground.problems import Failed, Problem, error, has_errors
from generator.ground.progress import Progress, quiet
from generator.output import Counted
from generator.preflight.home import look_at_home_files
from generator.preflight.shop import look_at_target_files
from generator.preflight.sights import told_apart
from generator.press.contents import listed_files
from generator.press.decks import Deck
from generator.press.made import made_pieces, pieces_of
from generator.project import OUTPUT, Project
from generator.sheets.printer import Margins

HOME_TARGET = "home"
"""The name of the sheets and booklets for a home printer."""
_BUILD = "Run pnp build, and pnp preflight after it."


@dataclass(frozen=True, slots=True)
class Preflight:
    """What was looked at, and what is wrong with it."""

    target: str
    files: int
    pages: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class GameNow:
    """The game as it is now: drawn, and with what its own checks say."""

    checked: Checked | None
    decks: tuple[Deck, ...]
    problems: tuple[Problem, ...]

    @property
    def broken(self) -> bool:
        """Whether a build would print nothing."""
        return self.checked is None or has_errors(self.problems)


def game_now(
    project: Project,
    *,
    games: Games = GAMES,
    progress: Progress = quiet,
    cache: Cache = NO_CACHE,
    cores: int = 1,
) -> GameNow:
    """Check and draw the game, as `pnp check` does; contrast, overlaps and cut texts are found there."""
    found = RunFindings()
    try:
        checked, _ = story(
            project,
            BuildOptions(),
            Counted(project.root),
            found,
            prints=False,
            games=games,
            progress=progress,
            cache=cache,
            cores=cores,
        )
    except Failed as failed:
        return GameNow(None, (), once(*found.told(), *failed.problems))
    return GameNow(checked, found.decks, found.told())


def preflight_home(project: Project, now: GameNow, *, margins: Margins | None = None) -> Preflight:
    """Look at everything in the output folder that a build listed.

    `margins` is what one printer leaves white.
    """
    if now.broken or now.checked is None:
        return Preflight(HOME_TARGET, 0, 0, now.problems)
    output = project.output
    files = [file for file in listed_files(output) if not file.partial]
    problems = [*now.problems, *told_apart(now.checked.book)]
    if not files:
        what = "There are no sheets in the output folder to look at."
        return Preflight(HOME_TARGET, 0, 0, (*problems, error(OUTPUT, what, _BUILD)))
    problems += stale(output, now)
    problems += look_at_home_files(output, files, margins=margins, shown=OUTPUT)
    return Preflight(HOME_TARGET, len(files), sum(file.pages for file in files), once(*problems))


def preflight_target(project: Project, now: GameNow, target: Target) -> Preflight:
    """Look at the files that lie in the output folder for a target."""
    if now.broken or now.checked is None:
        return Preflight(target.name, 0, 0, now.problems)
    folder, shown = project.output / EXPORTS / target.name, f"{OUTPUT}/{EXPORTS}/{target.name}"
    problems = [*now.problems, *told_apart(now.checked.book)]
    if folder.parent.is_symlink() or not is_folder_inside(folder, project.output):
        what, mend = f"There are no files for {target.title}.", f"Run pnp export {target.name}."
        return Preflight(target.name, 0, 0, (*problems, error(shown, what, mend)))
    listed, found = look_at_target_files(folder, target, now.decks, shown=shown)
    return Preflight(target.name, len(listed), 0, once(*problems, *found))


def stale(output: Path, now: GameNow) -> Iterator[Problem]:
    """An error for each component whose sheets show other pieces than the game has now."""
    assert now.checked is not None
    made, wanted = made_pieces(output), pieces_of(now.checked.book, now.decks)
    differ = Counter(place[0] for place in {*made, *wanted} if made.get(place) != wanted.get(place))
    for name in sorted(differ):
        count = f"{differ[name]} {'piece' if differ[name] == 1 else 'pieces'}"
        what = f"The sheets of {name} are older than the game: {count} would be printed otherwise now."
        yield error(OUTPUT, what, _BUILD)
