"""What is compared: a game folder, a workbook file, the record of a print, or a git revision."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from generator.checks.checked import Checked
from generator.ground.cache import NO_CACHE, Cache
from generator.ground.files import (
    MB,
    Unreadable,
    files_below,
    is_folder_inside,
    make_folder,
    read_bounded,
    temporary_folder,
    write_whole,
)
from generator.ground.problems import Failed, Problem, error
from generator.ground.progress import Progress, quiet
from generator.ground.project import KINDS, Project, open_project
from generator.press.choosing import Job, choose, sound_jobs
from generator.press.renders import Workshop
from generator.records.identity import identities
from generator.records.printed import printed_table
from generator.records.tables import Book
from generator.story import checked_game, draw_jobs, open_workshop
from generator.versions.faces_pdf import NO_FACES, FacePages, deck_faces, read_faces
from generator.versions.pieces import Snapshot, snapshot_of
from generator.versions.record import MOST_RECORD, PRINTED, RECORD, kept_workbook, read_record, record_of
from generator.versions.revisions import MOST_BYTES, MOST_FILE, MOST_FILES, is_of_a_game, lay_out_revision


@dataclass(frozen=True, slots=True)
class Drawable:
    """A checked game of which faces can be drawn."""

    checked: Checked
    workshop: Workshop


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One of the two things that are compared."""

    name: str
    """For people: `the print of 2026-11-20`, `HEAD~1`."""
    snapshot: Snapshot
    problems: tuple[Problem, ...] = ()
    """What is wrong with it now; a record has nothing."""
    drawable: Drawable | None = None
    """None for a record, which has its faces in a file, or none at all."""
    kept: tuple[FacePages, ...] = ()
    workbook: Path | None = None
    """Its workbook; None if a record is all that is there."""

    def pictures(self, digests: Container[str], *, progress: Progress = quiet) -> tuple[FacePages, ...]:
        """Faces as PDF pages, drawn now if need be; what cannot be drawn is not among them."""
        if self.drawable is None:
            return self.kept
        checked, workshop = self.drawable.checked, self.drawable.workshop
        book = checked.book
        jobs, _ = sound_jobs(choose(book), book, checked.problems)
        pieces = self.snapshot.pieces
        shown = {piece.place for piece in pieces if piece.front in digests or piece.back in digests}
        parts = [part for job in jobs if (part := _part(job, shown, book)) is not None]
        decks = draw_jobs(checked, parts, workshop, progress=progress).decks
        whole = {deck.component.number for deck in decks}
        faulty = [job for job in parts if job.component.number not in whole]
        if faulty:  # of these whatever can be drawn, as a draft would; that is not kept
            decks += draw_jobs(checked, faulty, open_workshop(checked), draft=True, progress=progress).decks
        return deck_faces(decks)


def _part(job: Job, shown: Container[tuple[str, str]], book: Book) -> Job | None:
    """The rows of a job whose faces are to be seen."""
    name, table = str(job.component["name"]), printed_table(job.component, book)
    names = identities(table) if table is not None else {}
    pieces = [
        (row, count)
        for row, count in zip(job.rows, job.counts, strict=True)
        if (name, names[row.number] if row is not None else name) in shown
    ]
    rows, counts = tuple(row for row, _ in pieces), tuple(count for _, count in pieces)
    return replace(job, rows=rows, counts=counts, partial=True) if rows else None


@contextmanager
def opened_side(
    game: Path, words: str | None, *, cache: Cache = NO_CACHE, progress: Progress = quiet, now: bool = False
) -> Iterator[ComparedSide]:
    """What somebody names to compare: a path, else a git revision of the game folder. Raises Failed.

    Nothing named is the last print of the game, or with `now` the game folder itself.
    """
    path, ending = Path(words or ""), Path(words or "").suffix.casefold()
    if words is None and not now:
        yield _last_print(open_project(game))
    elif words is None:
        yield _of_folder(open_project(game), "now", cache, progress)
    elif is_folder_inside(path, path):
        yield _of_folder(open_project(path), words, cache, progress)
    elif not os.path.lexists(words):
        with temporary_folder() as room:
            lay_out_revision(game, words, room)
            yield _of_folder(open_project(room / "game"), words, cache, progress)
    elif ending == ".json":
        yield _of_record(game, path, words)
    elif ending in {".xlsx", ".ods"}:
        with temporary_folder() as room:
            _copy_game(open_project(game), room)
            _copy(path, room / f"card_data{ending}", room)
            yield _of_folder(Project(room), words, cache, progress)
    else:
        mend = "Name a game folder, a workbook .xlsx or .ods, a record.json, or a git revision."
        raise Failed(error(words, "This is nothing that can be compared.", mend))


def _last_print(project: Project) -> ComparedSide:
    record = read_record(project)
    if record is None:
        mend = "Run pnp printed when you have printed, or name what to compare with: pnp diff HEAD."
        raise Failed(error(f"{PRINTED}/{RECORD}", "No print was recorded yet.", mend))
    name, kept = f"the print of {record.printed}", (read_faces(project, record),)
    return ComparedSide(name, record, kept=kept, workbook=kept_workbook(project))


def _of_folder(project: Project, name: str, cache: Cache, progress: Progress) -> ComparedSide:
    checked = checked_game(project, progress=progress)
    workshop = open_workshop(checked, cache)
    snapshot, problems = snapshot_of(checked, workshop, progress=progress)
    drawable, workbook = Drawable(checked, workshop), project.workbook
    return ComparedSide(name, snapshot, (*checked.problems, *problems), drawable, workbook=workbook)


def _of_record(game: Path, path: Path, name: str) -> ComparedSide:
    """A record; its faces are those of the last print, as far as they are the same."""
    try:
        record = record_of(read_bounded(path, inside=None, most=MOST_RECORD), name)
    except Unreadable as unreadable:
        raise Failed(error(name, unreadable.what, unreadable.mend)) from None
    kept, project = NO_FACES, Project(game)
    with suppress(Failed):
        last = read_record(project)
        kept = read_faces(project, last) if last is not None else NO_FACES
    return ComparedSide(name, record, kept=(kept,))


def _copy_game(project: Project, room: Path) -> None:
    """Copy what a game is drawn with, but for its workbook. Raises Failed for more than a game can be."""
    count = total = 0
    for path, size, _ in files_below(project.root):
        relative = path.relative_to(project.root).as_posix()
        if relative.split("/")[0] in KINDS or not is_of_a_game(relative) or size > MOST_FILE:
            continue
        count, total = count + 1, total + size
        if count > MOST_FILES or total > MOST_BYTES:
            fault = f"The game folder has more than {MOST_FILES:,} files or {MOST_BYTES // MB} MB."
            raise Failed(error(str(project.root), fault, "Compare two game folders instead."))
        _copy(path, room / relative, room)


def _copy(path: Path, target: Path, room: Path) -> None:
    try:
        content = read_bounded(path, inside=None, most=MOST_FILE)
    except Unreadable as unreadable:
        raise Failed(error(str(path), unreadable.what, unreadable.mend)) from None
    make_folder(target.parent, inside=room)
    write_whole(target, content, inside=room, lasting=False)
