"""Preflight of the sheets and booklets in the output folder: what a home printer and scissors ask of them."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import partial
from itertools import starmap
from pathlib import Path
from types import MappingProxyType

from generator.ground.fence import unit
from generator.ground.files import Unreadable
from generator.ground.matrices import Xy
from generator.ground.problems import Failed, Problem, error
from generator.ground.raster import Pages
from generator.press.printing import OutputFile
from generator.sheets.printer import PrinterMargins
from generator.sheets.printers.measured import printer_named
from generator.sheets.sheet import PAPERS
from generator.shops.preflight.actions import active
from generator.shops.preflight.bleeding import DPI, laid, unfilled
from generator.shops.preflight.limits import HOME
from generator.shops.preflight.looks import of_piece
from generator.shops.preflight.page_looks import of_page, out_of_reach
from generator.shops.preflight.pages import MadePage, MadePiece, read_pages
from generator.shops.preflight.past_looks import PastLooks
from generator.shops.preflight.seen import Found, Seen, told
from generator.shops.preflight.sights import only_coloured
from generator.shops.preflight.unpacked import read_pdf

_MOST_PAGES = 1_000
"""The time that a file may take grows with the pages that it is said to have, but no further."""
_TOKENS = ("tokens", "shared")
"""What lies about on a table without words, so that colour may be all that tells it."""
_BY_NAME: Mapping[str, tuple[Xy, PrinterMargins]] = {
    paper.name: (
        (paper.width_mm, paper.height_mm),
        PrinterMargins(*[paper.border_mm] * 4),
    )
    for paper in PAPERS
}
_UNKNOWN = PrinterMargins(0, 0, 0, 0)
_DAMAGED = "Build again; the file was changed or damaged since it was made."


def look_at_home_files(
    output: Path,
    files: Sequence[OutputFile],
    *,
    margins: PrinterMargins | None = None,
    changed: Mapping[str, Container[int]] = MappingProxyType({}),
    shown: str = "output",
    past: PastLooks | None = None,
) -> tuple[int, tuple[Problem, ...]]:
    """How many pages the files that a build listed have, and what is wrong with them.

    `margins` are those of one printer; else they are what the paper says of printers at home. `changed` has
    the pages of each file that are not as they were made. `shown` is the folder as messages name it.
    """
    past = past or PastLooks()
    sightings: list[Found] = []
    problems: list[Problem] = []
    pages = 0
    for file in files:
        where = f"{shown}/{file.path}"
        try:
            content = read_pdf(output / file.path, inside=output)
            others = changed.get(file.path, ())
            clean = None if others else past.clean_pages("home", content, file, margins)
            if clean is not None:
                pages += clean
                continue
            with unit("preflight", where, times=min(file.pages, _MOST_PAGES) / 10):
                own = [Found(sight, where, page, file.component) for page, sight in active(content)]
                count, seen = _look(content, file, where, margins, others, past)
            pages += count
            sightings += (*own, *seen)
            if not (own or seen or others or file.printer):  # what a printer leaves white may change
                past.nothing_seen(count, "home", content, file, margins)
        except Unreadable as fault:
            problems.append(error(where, fault.what, "Run pnp build; it makes the files anew."))
        except (ValueError, RuntimeError):  # of pikepdf and of PDFium
            problems.append(error(where, "This is no whole PDF.", _DAMAGED))
    return pages, (*problems, *told(sightings, HOME))


def _look(
    content: bytes,
    file: OutputFile,
    where: str,
    margins: PrinterMargins | None,
    changed: Container[int],
    past: PastLooks,
) -> tuple[int, list[Found]]:
    """How many pages one file has, and everything that is seen in it."""
    sightings: list[Found] = []
    size_mm, usual = _BY_NAME.get(file.paper, (None, _UNKNOWN))
    reached = margins or (_margins_of(file.printer) if file.printer else usual)
    tokens: list[tuple[MadePage, MadePiece]] = []
    with Pages(content) as pictures:
        for page in read_pages(content, past.designs):
            told_of = partial(_found, file, where, page)
            sightings += map(told_of, of_page(page, size_mm, HOME, changed=page.number in changed))
            sightings += starmap(told_of, out_of_reach(page, _turned(reached, page)))
            for piece in page.pieces:
                sightings += (told_of(sight, piece) for sight in of_piece(piece, HOME))
            if not file.light:
                sightings += starmap(told_of, _unfilled(page, pictures, past, changed=bool(changed)))
            if file.use in _TOKENS:
                tokens += ((page, piece) for piece in page.pieces)
        count = len(pictures)
    pages = {id(piece): page for page, piece in tokens}
    alike = only_coloured(piece for _, piece in tokens)
    sightings += (_found(file, where, pages[id(piece)], sight, piece) for sight, piece in alike)
    return count, sightings


def _unfilled(
    page: MadePage, pictures: Pages, past: PastLooks, *, changed: bool
) -> Sequence[tuple[Seen, MadePiece]]:
    """Pieces whose bleed is white. What was seen to be filled on a page is not looked at on the next ones.

    Of a file that was `changed` each page is looked at: something may lie on it.
    """
    new = {laid(piece) for piece in page.pieces} - (set() if changed else past.filled)
    if not new:
        return ()
    seen = list(unfilled(page, pictures.image(page.number - 1, dpi=DPI)))
    if not changed:
        past.filled |= new - {laid(piece) for _, piece in seen}
    return seen


def _margins_of(printer: str) -> PrinterMargins:
    """What the printer leaves white for which a file was made; nothing, if that is not known here."""
    try:
        return printer_named(printer).margins or _UNKNOWN
    except Failed:
        return _UNKNOWN


def _found(
    file: OutputFile, where: str, page: MadePage, sight: Seen, piece: MadePiece | None = None
) -> Found:
    card = piece.card if piece is not None else ""
    return Found(sight, where, page.number, file.component, card, page.at_mm(sight.at))


def _turned(margins: PrinterMargins, page: MadePage) -> PrinterMargins:
    """The margins of a page that is wider than high: the printer turns it a quarter against the clock."""
    left, top, right, bottom = margins
    wide, high = page.size_mm
    return PrinterMargins(bottom, left, top, right) if wide > high else margins
