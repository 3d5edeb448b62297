"""Sheets of the pieces that have changed since the last print, and the list of what to take out for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.output import staged
from generator.ground.problems import Failed, Problem, error
from generator.ground.progress import Counter, Progress, quiet
from generator.ground.project import Project
from generator.press.contents import write_contents
from generator.press.decks import Deck
from generator.press.made import write_pieces
from generator.press.printing import OutputFile, Plan, print_sheets
from generator.press.variants import Backs, InkUse
from generator.press.ways import Printing, Ways, planned
from generator.records.tables import Book
from generator.sheets.layouts import Layout
from generator.sheets.printer import Printer
from generator.sheets.sheet import PAPERS, Flip, Paper, Piece
from generator.sheets.wishes import NO_WISHES, Wishes, stated_wishes
from generator.story import checked_game, cut_guides, drawn_game
from generator.versions.compare import compare, wanted_only
from generator.versions.errand import Errand, errand_of
from generator.versions.faces_pdf import read_faces
from generator.versions.pieces import PieceRecord, Place, Snapshot, snapshot_of_decks
from generator.versions.pull_list import PullEntry, pull_list
from generator.versions.record import PRINTED, RECORD, read_record
from generator.versions.tiles_changed import only_changed_tiles

REPRINT = "reprint"
"""The end of the names of what is made here."""


@dataclass(frozen=True, slots=True)
class Reprinted:
    """What came of it."""

    since: str
    """The day of the print that it is made after."""
    files: tuple[OutputFile, ...]
    """None if nothing has changed."""
    printed: int
    """How many pieces are on the sheets …"""
    pulled: int
    """… and how many are taken out."""
    problems: tuple[Problem, ...]
    """Warnings."""


def reprint(
    project: Project,
    components: Sequence[str] = (),
    *,
    wishes: Wishes = NO_WISHES,
    printer: Printer | None = None,
    cache: Cache = NO_CACHE,
    progress: Progress = quiet,
) -> Reprinted:
    """Make the sheets and the list of these components, or of all; nothing if nothing has changed.

    They are printed as wished, whatever the workbook says, and for a `printer` that was measured.
    Raises Failed, with the output as it was, if no print was recorded, if the record cannot be read, or if
    anything is wrong with the game.
    """
    record = read_record(project)
    if record is None:
        fault = "No print of this game was recorded, so nothing tells what has changed since."
        mend = "Build, print all of it, and run pnp printed; from then on pnp reprint knows."
        raise Failed(error(f"{PRINTED}/{RECORD}", fault, mend))
    checked = checked_game(project, progress=progress)
    how = _printing(checked.book, wishes, printer)
    game = drawn_game(checked, names=components, light=how.light, progress=progress, cache=cache)
    workshop, decks = game.workshop, game.decks
    now = snapshot_of_decks(checked, decks)
    differs = compare(record, now)
    if components:
        differs = wanted_only(differs, [deck.name for deck in decks])
    errand = errand_of(differs)
    if not errand:
        return Reprinted(record.printed, (), 0, 0, game.problems)
    pages = read_faces(project, record)
    needed = _wanted(decks, now, errand)
    with staged(project.output) as stage:
        plans: list[Plan] = []
        tiles: dict[Place, Mapping[str, tuple[str, ...]]] = {}
        for plan in planned(needed, how, mix=True)[0]:
            chosen: Plan | None = plan
            if plan.tag == "tiled":
                needs = [need for need in errand.needs if need.piece.component == plan.deck.name]
                chosen, tiles[plan.paper.name, plan.deck.name] = only_changed_tiles(plan, needs, pages)
            if chosen is not None:
                plans.append(replace(chosen, errand=REPRINT))
        step = Counter("sheets", len(plans) + len(how.papers), progress)
        files = print_sheets(plans, checked.edition, stage, fonts=workshop.fonts, step=step, cache=cache)
        lists: list[OutputFile] = []
        for paper in how.papers:
            entries = _entries(errand, tiles, paper)
            if entries:
                lists.append(
                    pull_list(stage, entries, errand.needs, paper, checked, record, pages, workshop.fonts)
                )
            step()
        every = (*files, *cut_guides(checked, plans, stage, workshop, errand=REPRINT), *lists)
        papers = [paper.name for paper in how.papers]
        write_contents(stage, project.output, checked.edition, every, errands=papers)
        write_pieces(
            stage, project.output, checked.book, decks, language=checked.edition.language, complete=False
        )
    printed, pulled = (sum(piece.count for piece in ones) for ones in (errand.needs, errand.pulls))
    return Reprinted(record.printed, every, printed, pulled, game.problems)


# ---------------------------------------------------------------- what is printed


def _printing(book: Book, wishes: Wishes, printer: Printer | None) -> Printing:
    """How what has changed in a workbook is printed. Of two layouts one is enough."""
    usual = Ways(PAPERS, (Layout.BUTTED,), False, Flip.LONG, (InkUse.NORMAL,), Backs.DUPLEX, None)
    return Printing(usual, wishes, stated_wishes(book).without("layout", "both"), printer)


def _wanted(decks: Sequence[Deck], now: Snapshot, errand: Errand) -> list[Deck]:
    """The decks with nothing in them but the pieces that are to be printed."""
    counts = {need.piece.place: need.count for need in errand.needs}
    pieces: Iterator[PieceRecord] = iter(now.pieces)
    needed: list[Deck] = []
    for deck in decks:
        chosen: list[Piece] = []
        for row, piece in zip(deck.rows, pieces, strict=False):
            chosen += [Piece(piece.title, row.front, row.back)] * counts.get(piece.place, 0)
        if chosen:
            needed.append(replace(deck, pieces=tuple(chosen), partial=True))
    return needed


def _entries(
    errand: Errand, tiles: Mapping[Place, Mapping[str, tuple[str, ...]]], paper: Paper
) -> tuple[PullEntry, ...]:
    """What is taken out, on one paper: of a board only the tiles that are printed anew."""
    entries: list[PullEntry] = []
    for pull in errand.pulls:
        named = tiles.get((paper.name, pull.piece.component), {})
        words = named.get(pull.new.identity) if pull.new is not None else None
        if words == ():
            continue  # nothing of it looks different
        entries.append(PullEntry(pull, words or ()))
    return tuple(entries)
