"""What was just printed goes into the record: all of a game, some components, or single cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.problems import Problem, warning
from generator.ground.progress import Progress, quiet
from generator.ground.project import OUTPUT, Project
from generator.press.choosing import Job
from generator.press.made import made_pieces
from generator.records.booklets import booklet_names
from generator.records.cells import brief
from generator.story import checked_game, drawn_game
from generator.versions.compare import compare
from generator.versions.faces_pdf import NO_FACES, FacePages, deck_faces, faces_of, faces_pdf, read_faces
from generator.versions.pieces import PieceRecord, Snapshot, snapshot_of, snapshot_of_decks
from generator.versions.record import (
    FACES,
    MOST_FACES_PDF,
    PRINTED,
    WORKBOOK_FILES,
    read_record,
    write_record,
)

MOST_NAMED = 3
"""As many pieces are named in a warning."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A print that was recorded."""

    record: Snapshot
    pieces: int
    """How many pieces were recorded now, all copies counted …"""
    kinds: int
    """… and of how many kinds."""
    kept: int
    """How many kinds of the record stay as they were."""
    problems: tuple[Problem, ...]
    """Warnings."""
    spoken: bool = False
    """Whether the game is there in other languages, of which nothing is recorded."""


def record_print(
    project: Project,
    *,
    components: Sequence[str] = (),
    only: Sequence[str] = (),
    cache: Cache = NO_CACHE,
    progress: Progress = quiet,
) -> Recorded:
    """Record that these components, or these cards of them, were printed as they are now.

    Without names it is all of the game. Raises Failed, and records nothing, if a build would not print, or if
    the record cannot be read or written.
    """
    old = read_record(project)
    checked = checked_game(project, progress=progress)
    booklets = booklet_names(checked.book)
    game = drawn_game(checked, names=components, only=only, booklets=booklets, progress=progress, cache=cache)
    now = snapshot_of_decks(checked, game.decks)
    whole = not components and not only
    booklet = whole or any(
        name.casefold() in {booklet.casefold() for booklet in booklets} for name in components
    )
    merged = now
    if old is not None and not whole:
        full, _ = snapshot_of(checked, game.workshop)
        merged = _merged(old, now, full, game.jobs, facts=booklet)
    pages = read_faces(project, old) if old is not None and not whole else NO_FACES
    sources = (*deck_faces(game.decks), pages)
    pdf = faces_pdf(merged, sources)
    workbook = project.workbook if project.workbook.name in WORKBOOK_FILES else None
    record = write_record(project, replace(merged, printed=""), faces=pdf, workbook=workbook)
    found = (*_otherwise(project, now), *_without_pictures(merged, sources, pdf))
    count, kinds = sum(piece.copies for piece in now.pieces), len(now.pieces)
    return Recorded(record, count, kinds, len(record.pieces) - kinds, found, bool(checked.book.languages))


def _merged(old: Snapshot, now: Snapshot, full: Snapshot, jobs: Sequence[Job], *, facts: bool) -> Snapshot:
    """The record with the pieces of these jobs as they are `now`; what they were before goes out of it.

    `full` is all of the game as it is now: it tells which piece is which.
    """
    whole = {str(job.component["name"]) for job in jobs if not job.partial}
    places, still = ({piece.place for piece in some.pieces} for some in (now, full))
    were = {pair.old.place for pair in compare(old, full).pairs if pair.new.place in places}
    gone = places | (were - still)
    left = [piece for piece in old.pieces if piece.component not in whole and piece.place not in gone]
    return replace(now, pieces=(*left, *now.pieces), facts=now.facts if facts else old.facts)


# ---------------------------------------------------------------- warnings


def _otherwise(project: Project, now: Snapshot) -> list[Problem]:
    """A warning if what is recorded is not what the last builds made."""
    by_language = made_pieces(project.root / OUTPUT)
    pieces, others = by_language.get("", {}), sorted(by_language.keys() - {""})
    if not pieces and others:
        fault = f"The last builds are in other languages ({', '.join(others)}) than what is recorded."
        mend = "What changes later is told from the first language of the workbook, and reprinted in it."
        return [warning(OUTPUT, fault, mend)]
    if not pieces:
        fault = "No build of this folder is known, so nothing tells whether this is what was printed."
        return [warning(OUTPUT, fault, "Build first, print, then record the print.")]
    differing = [piece for piece in now.pieces if pieces.get(piece.place) != piece.look]
    if not differing:
        return []
    count = f"{len(differing):,} kinds of pieces are" if len(differing) > 1 else "1 kind of piece is"
    fault = f"{count} recorded otherwise than the last build made it: {_named(differing)}."
    mend = (
        "The game was changed since that build. If the older ones were printed, build and print these anew, "
        "or take the change back and record the print again."
    )
    return [warning(OUTPUT, fault, mend)]


def _named(pieces: Sequence[PieceRecord]) -> str:
    names = [brief(piece.title) for piece in pieces[:MOST_NAMED]]
    rest = len(pieces) - len(names)
    return ", ".join(names) + (f" and {rest:,} more" if rest else "")


def _without_pictures(merged: Snapshot, sources: Sequence[FacePages], pdf: bytes | None) -> list[Problem]:
    """A warning if later lists will have no pictures of some pieces."""
    digests = {digest for source in sources for digest in source.pages}
    lost = len(faces_of(merged.pieces).keys() - digests)
    if pdf is None and merged.pieces:
        fault = f"The faces take more than {MOST_FACES_PDF // 1_000_000} MB and are not kept."
        return [warning(f"{PRINTED}/{FACES}", fault, "Later lists give titles and marks without pictures.")]
    if lost:
        faces_lost = "1 face" if lost == 1 else f"{lost:,} faces"
        fault = f"The pictures of {faces_lost} that were recorded earlier are lost."
        mend = "Later lists give titles and marks of those without pictures."
        return [warning(f"{PRINTED}/{FACES}", fault, mend)]
    return []
