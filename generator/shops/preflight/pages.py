"""A finished PDF as pages with pieces on them: where each piece lies, and what its design prints."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from generator.ground.matrices import IDENTITY, Edges, Matrix, Xy, boxed, corners, moved, undone
from generator.ground.pdf_record import MOST_PAGES, DrawingDigests, drawing_digest, page_digest
from generator.ground.shapes import BLEED_MM
from generator.ground.units import mm, pt
from generator.sheets.sheet_pdf import PIECE_NOTES
from generator.shops.preflight.ink import Inked, PlacedForm
from generator.shops.preflight.walk import ReadForms, walk

_SHEET_BLEED_MM = BLEED_MM


@dataclass(frozen=True, slots=True)
class MadeDesign:
    """A design as it lies in the file: its boxes in points, in its own system, and all that it prints."""

    digest: str
    """Equal for designs that are drawn alike, also in other files."""
    box: Edges
    trim: Edges
    ink: Inked = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MadePiece:
    """A design on a page. `number` counts the pieces of the page from 0, `card` may be unknown and empty."""

    number: int
    card: str
    design: MadeDesign = field(repr=False)
    matrix: Matrix
    """From the design's system to the page's."""
    clip: tuple[Xy, ...]
    """What of it is printed, as points of the page."""

    @property
    def trim(self) -> Edges:
        """The box around its cut line on the page."""
        return boxed(self.design.trim, self.matrix)

    def in_design(self, point: Xy) -> Xy:
        """A point of the page in the design's system."""
        inverse = undone(self.matrix)
        return moved(point, inverse) if inverse is not None else point


@dataclass(frozen=True, slots=True)
class MadePage:
    """One page: its boxes in points, what lies on it outside of pieces, and the pieces."""

    number: int
    """Counted from 1."""
    media: Edges
    bleed: Edges
    trim: Edges
    ink: Inked = field(repr=False)
    """Of a page with pieces what lies outside of them; forms in it are not looked into."""
    pieces: tuple[MadePiece, ...]
    forms: tuple[MadePiece, ...]
    """What else is placed on it as a whole, such as pictures of a booklet."""

    def at_mm(self, point: Xy) -> Xy:
        """A point of the page in millimetres from its left and upper edges."""
        return mm(point[0] - self.media[0]), mm(self.media[3] - point[1])

    @property
    def size_mm(self) -> Xy:
        """Width and height."""
        return mm(self.media[2] - self.media[0]), mm(self.media[3] - self.media[1])


KnownDesigns = dict[str, Inked]
"""What designs print, by their digests: the same design lies in many files, and is walked once."""
MOST_KNOWN = 1_000
"""As many are remembered at a time; the first ones go first."""


def read_pages(pdf: bytes, known: KnownDesigns) -> Iterator[MadePage]:
    """The pages of a PDF, one after the other. Raises ValueError for what is none."""
    import pikepdf

    try:
        opened = pikepdf.open(io.BytesIO(pdf))
    except pikepdf.PdfError as fault:
        raise ValueError(str(fault)) from None
    with opened:
        designs: dict[Any, MadeDesign] = {}
        digests: DrawingDigests = {}
        forms: ReadForms = {}
        for number, page in enumerate(opened.pages, start=1):
            if number > MOST_PAGES:
                return
            with _damaged():
                page_made = _read(page, number, designs, known, digests, forms)
            yield page_made


def design_pages(pdf: bytes, known: KnownDesigns | None = None) -> Iterator[MadePage]:
    """The pages of a PDF, each of which is one face with its bleed. Raises ValueError for what is none.

    Pages that are drawn alike, as the copies of a card are, are walked once.
    """
    import pikepdf

    try:
        opened = pikepdf.open(io.BytesIO(pdf))
    except pikepdf.PdfError as fault:
        raise ValueError(str(fault)) from None
    with opened:
        designs: KnownDesigns = {} if known is None else known
        digests: DrawingDigests = {}
        forms: ReadForms = {}
        for number, page in enumerate(opened.pages, start=1):
            if number > MOST_PAGES:
                return
            with _damaged():
                media, trim = _box(page.mediabox), _box(page.trimbox)
                bleed = _box(page.obj.get("/BleedBox", page.mediabox))
                digest = page_digest(page, digests)
                design = MadeDesign(digest, media, trim, _walked(page, digest, designs, forms))
            piece = MadePiece(0, "", design, IDENTITY, corners(media))
            yield MadePage(number, media, bleed, trim, Inked(), (piece,), ())


@contextmanager
def _damaged() -> Iterator[None]:
    """Whatever is not of the kind that it should be makes a damaged file of the whole: a ValueError."""
    import pikepdf

    try:
        yield
    except (pikepdf.PdfError, TypeError, LookupError, AttributeError, ArithmeticError) as fault:
        raise ValueError(f"the page is damaged: {fault}") from None


def _read(
    page: Any,
    number: int,
    designs: dict[Any, MadeDesign],
    known: KnownDesigns,
    digests: DrawingDigests,
    forms: ReadForms,
) -> MadePage:
    ink = walk(page, into=lambda _: False)
    titles = _titles(page)
    top = [form for form in ink.forms if form.depth == 0]
    pieces: list[MadePiece] = []
    for at, form in enumerate(top):
        key = form.form.objgen if form.form.objgen[0] else (number, at)
        if key not in designs:
            designs[key] = _design(form, known, digests, forms)
        card = titles[at] if at < len(titles) else ""
        pieces.append(MadePiece(at, card, designs[key], form.matrix, form.clip))
    media = _box(page.mediabox)
    return MadePage(
        number,
        media,
        _box(page.obj.get("/BleedBox", page.mediabox)),
        _box(page.obj.get("/TrimBox", page.mediabox)),
        ink,
        tuple(pieces[: len(titles)]),
        tuple(pieces[len(titles) :]),
    )


def _titles(page: Any) -> list[str]:
    """The pieces of a page as the program noted them; none for a page without."""
    try:
        return [str(title) for title in page.obj.PieceInfo[PIECE_NOTES].Private]
    except (AttributeError, KeyError, TypeError, ValueError):
        return []


def _design(form: PlacedForm, designs: KnownDesigns, digests: DrawingDigests, forms: ReadForms) -> MadeDesign:
    digest = drawing_digest(form.form, digests)
    ink = _walked(form.form, digest, designs, forms)
    left, bottom, right, top = box = _box(form.form.BBox)
    edge = pt(_SHEET_BLEED_MM)
    return MadeDesign(digest, box, (left + edge, bottom + edge, right - edge, top - edge), ink)


def _walked(drawing: Any, digest: str, known: KnownDesigns, forms: ReadForms) -> Inked:
    if digest not in known:
        if len(known) >= MOST_KNOWN:
            del known[next(iter(known))]  # the oldest; clearing all would walk half of a home zip again
        known[digest] = walk(drawing, forms=forms)
    return known[digest]


def _box(numbers: Any) -> Edges:
    left, bottom, right, top = (float(edge) for edge in numbers)
    return min(left, right), min(bottom, top), max(left, right), max(bottom, top)
