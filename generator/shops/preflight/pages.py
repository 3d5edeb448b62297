"""A finished PDF as pages with pieces on them: where each piece lies, and what its design prints."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from generator.ground.matrices import IDENTITY, Edges, Matrix, Xy, boxed, corners
from generator.ground.pdf_record import MOST_PAGES, DrawingDigests, drawing_digest, page_digest
from generator.ground.shapes import BLEED_MM
from generator.ground.units import mm, pt
from generator.sheets.sheet_pdf import PIECE_NOTES
from generator.shops.preflight.ink import Inked, PlacedForm
from generator.shops.preflight.walk import ReadForms, walk


@dataclass(frozen=True, slots=True)
class MadeDesign:
    """A design as it lies in the file: its cut line in points, in its own system, and all that it prints."""

    digest: str
    """Equal for designs that are drawn alike, also in other files."""
    trim: Edges
    ink: Inked = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MadePiece:
    """A design on a page; `card` may be unknown and empty."""

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

    def at_mm(self, point: Xy | None) -> Xy | None:
        """A point of the page, if there is one, in millimetres from its left and upper edges."""
        if point is None:
            return None
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
    return _pages(pdf, _Reading(known).sheet)


def design_pages(pdf: bytes, known: KnownDesigns | None = None) -> Iterator[MadePage]:
    """The pages of a PDF, each of which is one face with its bleed. Raises ValueError for what is none.

    Pages that are drawn alike, as the copies of a card are, are walked once.
    """
    return _pages(pdf, _Reading({} if known is None else known).face)


def _pages(pdf: bytes, read: Callable[[int, Any], MadePage]) -> Iterator[MadePage]:
    """The pages as they are read by their numbers and from what pikepdf has. Raises ValueError.

    Whatever is not of the kind that it should be makes a damaged file of the whole.
    """
    import pikepdf

    try:
        opened = pikepdf.open(io.BytesIO(pdf))
    except pikepdf.PdfError as fault:
        raise ValueError(str(fault)) from None
    with opened:
        for number, page in zip(range(1, MOST_PAGES + 1), opened.pages, strict=False):
            try:
                page_read = read(number, page)
            except (pikepdf.PdfError, TypeError, LookupError, AttributeError, ArithmeticError) as fault:
                raise ValueError(f"the page is damaged: {fault}") from None
            yield page_read


@dataclass(frozen=True, slots=True)
class _Reading:
    """A file that is read, with what of it was walked."""

    known: KnownDesigns
    digests: DrawingDigests = field(default_factory=dict)
    forms: ReadForms = field(default_factory=dict)
    designs: dict[Any, MadeDesign] = field(default_factory=dict)

    def face(self, number: int, page: Any) -> MadePage:
        """A page that is one face."""
        media, bleed, _ = _boxes(page)
        trim = _box(page.trimbox)
        digest = page_digest(page, self.digests)
        design = MadeDesign(digest, trim, self._walked(page, digest))
        piece = MadePiece("", design, IDENTITY, corners(media))
        return MadePage(number, media, bleed, trim, Inked(), (piece,), ())

    def sheet(self, number: int, page: Any) -> MadePage:
        """A page with pieces on it."""
        ink = walk(page, into=lambda _: False)
        titles = _titles(page)
        pieces: list[MadePiece] = []
        for at, form in enumerate(form for form in ink.forms if form.depth == 0):
            key = form.form.objgen if form.form.objgen[0] else (number, at)
            if key not in self.designs:
                self.designs[key] = self._design(form)
            card = titles[at] if at < len(titles) else ""
            pieces.append(MadePiece(card, self.designs[key], form.matrix, form.clip))
        named = len(titles)
        return MadePage(number, *_boxes(page), ink, tuple(pieces[:named]), tuple(pieces[named:]))

    def _design(self, form: PlacedForm) -> MadeDesign:
        digest = drawing_digest(form.form, self.digests)
        ink = self._walked(form.form, digest)
        left, bottom, right, top = _box(form.form.BBox)
        edge = pt(BLEED_MM)
        return MadeDesign(digest, (left + edge, bottom + edge, right - edge, top - edge), ink)

    def _walked(self, drawing: Any, digest: str) -> Inked:
        known = self.known
        if digest not in known:
            if len(known) >= MOST_KNOWN:
                del known[next(iter(known))]  # the oldest; clearing all would walk half of a home zip again
            known[digest] = walk(drawing, forms=self.forms)
        return known[digest]


def _titles(page: Any) -> list[str]:
    """The pieces of a page as the program noted them; none for a page without."""
    try:
        return [str(title) for title in page.obj.PieceInfo[PIECE_NOTES].Private]
    except (AttributeError, KeyError, TypeError, ValueError):
        return []


def _boxes(page: Any) -> tuple[Edges, Edges, Edges]:
    """Media, bleed and trim: without one of the inner two it is the page."""
    media = page.mediabox
    return _box(media), _box(page.obj.get("/BleedBox", media)), _box(page.obj.get("/TrimBox", media))


def _box(numbers: Any) -> Edges:
    left, bottom, right, top = (float(edge) for edge in numbers)
    return min(left, right), min(bottom, top), max(left, right), max(bottom, top)
