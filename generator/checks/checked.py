"""A game folder, read and checked: what every later stage works from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.checks.columns import with_columns_needed
from generator.checks.echoes import (
    ruled_by,
    with_left_out,
    without_echoes,
    without_lost_keys,
    without_symbols,
)
from generator.checks.fitting import fitted
from generator.checks.lacking import with_counts
from generator.checks.outline_files import with_outlines
from generator.checks.published import differences
from generator.checks.sound import SoundPart, sound_part
from generator.checks.stated import stated_checks
from generator.checks.symbols import symbols_needed
from generator.games import GAMES, GameModule, Games, LoadedGame, UnreadGame
from generator.games.rulesets import game_module
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.fence import unit
from generator.ground.problems import Failed, Problem, error
from generator.ground.progress import Progress, quiet
from generator.ground.project import Project
from generator.records.edition import Edition, edition_of
from generator.records.languages import in_language
from generator.records.places import faulty_rows
from generator.records.tables import Book, SheetLeftOut, Table
from generator.records.watched import Watch, watched
from generator.records.worksheets import COMPONENTS, GAME, ICONS


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
        return UnreadGame() if self.rules_unread else self.book

    @property
    def rules_unread(self) -> bool:
        """Whether the game has rules that cannot be read because of what is wrong."""
        return self.loaded is None and (self.module is not None or GAME in self.book.faults)


def read(
    project: Project, *, progress: Progress = quiet, cache: Cache = NO_CACHE
) -> tuple[Book, tuple[Problem, ...]]:
    """The workbook as a Book, with what is wrong in its cells. Raises Failed if there is no Book."""
    from generator.workbook.book import read_book

    progress("read", 0, 1)
    with unit("workbook", project.workbook.name):
        book, problems = read_book(project.workbook, inside=project.root, cache=cache)
        if book is None:
            raise Failed(*problems)
    if COMPONENTS not in book.faults and (COMPONENTS not in book or not book[COMPONENTS].rows):
        book, problems = _nothing_to_print(project, book, problems)
    progress("read", 1, 1)
    return with_outlines(book, project), problems


def _nothing_to_print(
    project: Project, book: Book, problems: tuple[Problem, ...]
) -> tuple[Book, tuple[Problem, ...]]:
    """The workbook with an empty sheet Components, so that all the rest is looked at."""
    table = book.tables.get(COMPONENTS)
    flaw = f"The workbook has no sheet {COMPONENTS} with something to print."
    mend = f"Add the sheet {COMPONENTS} with a row for each kind of card, board or token"
    missing = error(project.workbook.name, flaw, f"{mend}, and declare its columns in the sheet Fields.")
    fields = table.fields if table is not None else ()
    tables = {**book.tables, COMPONENTS: Table(COMPONENTS, fields, ())}
    return replace(book, tables=tables, faults={**book.faults, COMPONENTS: missing}), (*problems, missing)


def look_through(
    project: Project,
    book: Book,
    problems: Sequence[Problem] = (),
    *,
    games: Games = GAMES,
    progress: Progress = quiet,
    language: str = "",
) -> Checked:
    """Generic checks, then those of the game's own rules. What is wrong stops nothing: its rows are left out.

    The checks look at the base language; what they hand on is in the `language`.
    """
    from generator.checks.every_game import check_book

    progress("check", 0, 1)
    with unit("checks", project.workbook.name):
        module = game_module(book, games)
        book, problems = with_left_out(*with_columns_needed(book, problems, project, module))
        findings = [*problems, *check_book(book, project, games)]
        ruled = ruled_by(module, book) if module is not None and ICONS not in book.faults else ()
        findings = [*without_symbols(findings, ruled, book)]
        findings += without_echoes(ruled, findings, book.faults)
        findings = [*without_lost_keys(findings, book)]
        findings = [*with_counts(book, [*findings, *stated_checks(book, findings)])]
        findings += symbols_needed(book, findings)
        findings = [*fitted(findings, book, module)]
        findings += differences(book, findings)
        sound, loaded = _loaded(book, findings, module, language)
        spoken = in_language(book, language)
    edition = edition_of(spoken, otherwise=project.root.resolve().name)
    progress("check", 1, 1)
    sighted, watch = watched(spoken, findings)
    return Checked(project, sighted, module, loaded, edition, tuple(findings), sound, watch)


def _loaded(
    book: Book, problems: Sequence[Problem], module: GameModule | None, language: str
) -> tuple[SoundPart, LoadedGame | None]:
    """The sound part of a workbook, and what its rules make of it, in a language, if they can be read."""
    unread = next((book.faults[sheet] for sheet in (GAME, ICONS) if sheet in book.faults), None)
    if unread is not None:
        return SoundPart(None, faulty_rows(problems), unread), None
    if module is None:
        return SoundPart(book, faulty_rows(problems)), None
    try:
        sound = sound_part(book, problems, module)
        return sound, module.load(in_language(sound.book, language)) if sound.book is not None else None
    except SheetLeftOut as lacking:
        return SoundPart(None, faulty_rows(problems), lacking.cause), None
