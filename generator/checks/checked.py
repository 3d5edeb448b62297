"""A game folder, read and checked: what every later stage works from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.checks.echoes import without_echoes, without_symbols
from generator.checks.published import differences
from generator.checks.sound import SoundPart, sound_part
from generator.games import GAMES, GameModule, Games, LoadedGame, UnreadGame, game_module
from generator.ground.fence import unit
from generator.ground.problems import Failed, Problem, error, has_errors
from generator.ground.progress import Progress, quiet
from generator.project import Project
from generator.records.edition import Edition, edition_of
from generator.records.places import faulty_rows
from generator.records.tables import Book
from generator.records.watched import Watch, watched
from generator.records.worksheets import COMPONENTS


@dataclass(frozen=True, slots=True)
class Checked:
    """A workbook, what is wrong with it, and what the game's own module made of its sound rows."""

    project: Project
    book: Book
    """All its rows; a cell that could not be read is empty, and those with errors are watched."""
    module: GameModule | None
    loaded: LoadedGame | None
    """What the module made of the sound part; None for a game without rules, or if they cannot be read."""
    edition: Edition
    problems: tuple[Problem, ...]
    sound: SoundPart
    watch: Watch

    @property
    def game(self) -> object:
        """What templates see as `game`: the Book itself for a game without rules."""
        if self.loaded is not None:
            return self.loaded.game
        return self.book if self.module is None else UnreadGame()

    @property
    def rules_unread(self) -> bool:
        """Whether the game has rules that cannot be read because of what is wrong."""
        return self.module is not None and self.loaded is None


def read(project: Project, *, progress: Progress = quiet) -> tuple[Book, tuple[Problem, ...]]:
    """The workbook as a Book, with what is wrong in its cells. Raises Failed if there is no Book."""
    progress("read", 0, 1)
    with unit("workbook", project.workbook.name):
        book, problems = _read(project)
    if COMPONENTS not in book or not book[COMPONENTS].rows:
        missing = error(
            project.workbook.name,
            f"The workbook has no sheet {COMPONENTS} with something to print.",
            f"Add the sheet {COMPONENTS} with a row for each kind of card, board or token, and declare its "
            "columns in the sheet Fields.",
        )
        raise Failed(*problems, missing)
    progress("read", 1, 1)
    return book, problems


def _read(project: Project) -> tuple[Book, tuple[Problem, ...]]:
    from generator.workbook.book import read_book

    book, problems = read_book(project.workbook, inside=project.root)
    if book is None:
        raise Failed(*problems)
    return book, problems


def check_game(
    project: Project,
    book: Book,
    problems: Sequence[Problem] = (),
    *,
    games: Games = GAMES,
    progress: Progress = quiet,
) -> Checked:
    """Generic checks, then those of the game's own rules. Raises Failed with all errors and warnings."""
    checked = look_through(project, book, problems, games=games, progress=progress)
    if has_errors(checked.problems):
        raise Failed(*checked.problems)
    return checked


def look_through(
    project: Project,
    book: Book,
    problems: Sequence[Problem] = (),
    *,
    games: Games = GAMES,
    progress: Progress = quiet,
) -> Checked:
    """As `check_game`, but what is wrong stops nothing: its rows are left out, and the rest is loaded."""
    from generator.checks.every_game import check_book

    progress("check", 0, 1)
    with unit("checks", project.workbook.name):
        found = [*problems, *check_book(book, project, games)]
        module = game_module(book, games)
        if module is not None:
            ruled = tuple(module.check(book))
            found = [*without_symbols(found, ruled, book)]
            found += without_echoes(ruled, found)
        found += differences(book, found)
        sound = sound_part(book, found, module) if module is not None else SoundPart(book, faulty_rows(found))
        loaded = module.load(sound.book) if module is not None and sound.book is not None else None
    edition = edition_of(book, otherwise=project.root.resolve().name)
    progress("check", 1, 1)
    seen, watch = watched(book, found)
    return Checked(project, seen, module, loaded, edition, tuple(found), sound, watch)
