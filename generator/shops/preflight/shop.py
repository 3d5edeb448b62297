"""Preflight of the files of a target: pictures and PDFs as they lie there, and the designs that they show."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from generator.cmyk.conformance import nonconformities
from generator.ground.fence import unit
from generator.ground.files import MB, Unreadable, lies_inside, read_bounded
from generator.ground.matrices import IDENTITY, Xy, corners
from generator.ground.polygons import points_of
from generator.ground.problems import Problem, error
from generator.ground.raster import MM_PER_INCH, Pages
from generator.ground.shapes import Shape, outline
from generator.ground.units import pt
from generator.press.decks import Deck
from generator.records.called import called
from generator.shops.exports.fitted import fitted, size_of
from generator.shops.exports.listing import CONTENTS_CSV, HEAD
from generator.shops.exports.order import ExportedFile
from generator.shops.exports.press_pdf import most_ink_of, page_order
from generator.shops.exports.targets import Product, Sizes, Target, TargetKind
from generator.shops.preflight.actions import active
from generator.shops.preflight.bleeding import DPI, unfilled
from generator.shops.preflight.ink import Inked
from generator.shops.preflight.limits import CMYK_SHOP, HOME, SHOP, Limits, Quality
from generator.shops.preflight.looks import of_piece
from generator.shops.preflight.page_looks import blank, grown, misplaced_boxes, missing_fonts, of_page
from generator.shops.preflight.pages import (
    KnownDesigns,
    MadeDesign,
    MadePage,
    MadePiece,
    design_pages,
    read_pages,
)
from generator.shops.preflight.past_looks import PastLooks
from generator.shops.preflight.pixels import in_rgb, open_picture
from generator.shops.preflight.seen import Found, Seen, told
from generator.shops.preflight.unpacked import read_pdf

if TYPE_CHECKING:
    from PIL import Image

_LARGEST, _MOST_LIST, _MOST_ROWS = 1_000 * MB, 20 * MB, 50_000
_PICTURES = (".png", ".jpg")
_DPI_SLACK = 0.01
_OF_BOOKLET = 50
"""Pages that a rulebook beside exported files has the time of."""
_FORBIDDEN = frozenset({Quality.ACTION, Quality.COLOUR, Quality.FONT, Quality.INK, Quality.SIZE})
"""What PDF/X-1a forbids, too: it is told once."""
_SCREEN = replace(SHOP, safe_mm=0.0, dpi=100.0)
"""For what is seen on screens: nobody cuts it, and nobody sees more dots than these."""


def look_at_target_files(
    folder: Path,
    listed: Sequence[ExportedFile],
    target: Target,
    decks: Sequence[Deck],
    *,
    changed: Mapping[str, Container[int]] = MappingProxyType({}),
    shown: str,
    past: PastLooks | None = None,
) -> tuple[int, tuple[Problem, ...]]:
    """How many pages the PDFs of an export have, and what is wrong with its files.

    `changed` has the pages of each file that are not as they were made. `shown` is the folder as messages
    name it.
    """
    problems: list[Problem] = []
    limits = limits_of(target)
    past = past or PastLooks()
    sightings: list[Found] = []
    pages = 0
    for row in listed:
        where = f"{shown}/{row.path}"
        try:
            if row.path.endswith(_PICTURES):
                with unit("preflight", where):
                    sightings += _picture(folder, row, target, where)
            elif row.path.endswith(".pdf"):
                with unit("preflight", where, times=_pages(row, decks) / 10):
                    content = read_pdf(folder / row.path, inside=folder)
                    deck = next((deck for deck in decks if deck.title == row.component), None)
                    pdf = _Pdf(content, row, target, deck, changed.get(row.path, ()), where, past)
                    count, seen, faults = pdf.looked_at()
                pages += count
                sightings += seen
                problems += faults
        except Unreadable as fault:
            problems.append(error(where, fault.what, f"Run pnp export {target.name}."))
        except (ValueError, RuntimeError):  # of pikepdf and of PDFium
            flaw = "The file cannot be read as what its name says."
            problems.append(error(where, flaw, f"Run pnp export {target.name}; it makes the file anew."))
    for deck in decks:
        own = [row for row in listed if row.component == deck.title]
        if own and deck.designs and target.kind is not TargetKind.PDF:
            drawn = "designs", deck.designs, own, target, deck.format
            if past.clean_pages(*drawn) is not None:
                continue
            with unit("preflight", deck.name, times=1 + deck.count / 100):
                seen = list(_designs(deck, own, target, shown, past.designs))
            sightings += seen
            if not seen:
                past.nothing_seen(deck.count, *drawn)
    problems += told(sightings, limits)
    return pages, tuple(problems)


def _pages(row: ExportedFile, decks: Sequence[Deck]) -> int:
    """How many pages a PDF of an export has if it is whole; of a booklet nobody says it here."""
    return next((2 * len(deck.pieces) for deck in decks if deck.title == row.component), _OF_BOOKLET)


def listed_exports(folder: Path) -> Iterator[ExportedFile]:
    """What the list beside the files says, row by row; nothing of a list that is damaged."""
    try:
        text = read_bounded(folder / CONTENTS_CSV, inside=folder, most=_MOST_LIST).decode("utf-8-sig")
        rows = list(zip(range(_MOST_ROWS), csv.DictReader(io.StringIO(text, newline="")), strict=False))
    except (Unreadable, ValueError, csv.Error):
        return
    for _, row in rows:
        path, component, card, side, copies, product, size, size_bytes = (
            (row.get(column) or "").removeprefix("'") for column in HEAD
        )
        if path and lies_inside(folder / path, folder):
            about = card, side, _whole(copies), product, size, _whole(size_bytes)
            yield ExportedFile(path, component, *about)


def _whole(cell: str) -> int:
    return int(cell) if re.fullmatch("[0-9]{1,9}", cell) else 0


def limits_of(target: Target) -> Limits:
    """What a target asks for, as far as its kind says it."""
    if target.kind is TargetKind.PDF:
        return replace(CMYK_SHOP, ink=most_ink_of(target.settings))
    if target.kind is TargetKind.TABLETOP or target.sizes is Sizes.OWN:
        return _SCREEN
    return SHOP


# ---------------------------------------------------------------- pictures


def _picture(folder: Path, row: ExportedFile, target: Target, where: str) -> Iterator[Found]:
    """One picture: its file, and its bleed if its product is cut."""
    content = read_bounded(folder / row.path, inside=folder, most=_LARGEST)
    picture = open_picture(content)
    product = next((product for product in target.products if product.name == row.product), None)
    for sight in _file(picture, row, target, product):
        yield Found(sight, where, 0, row.component, row.title)
    if product is not None and product.shape is not Shape.TUCK_BOX:
        page = _as_page(product, target.dpi)
        for sight, _ in unfilled(page, in_rgb(picture)):
            yield Found(sight, where, 0, row.component, row.title, page.at_mm(sight.at))


def _file(picture: Image.Image, row: ExportedFile, target: Target, product: Product | None) -> Iterator[Seen]:
    """Its pixels, its mode and what it says of its size."""
    again = f"Run pnp export {target.name}; nothing else should change its pictures."
    dpi = float(min(picture.info.get("dpi", (0.0, 0.0))))  # 0 if it says nothing
    size = f"{product.width_px} × {product.height_px}" if product is not None else row.size
    if size and size != f"{picture.width} × {picture.height}":
        fault = f"the picture has {picture.width} × {picture.height} pixels, and should have {size}."
        yield Seen(Quality.SIZE, fault, again, "pixels")
    if picture.mode not in (("RGB", "RGBA") if target.kind is TargetKind.TABLETOP else ("RGB",)):
        fault = f"the picture is {picture.mode}, and {target.title} takes RGB."
        yield Seen(Quality.COLOUR, fault, again, "mode")
    if product is not None and dpi and abs(dpi - target.dpi) > _DPI_SLACK * target.dpi:
        fault = f"the picture says that it has {dpi:.0f} dpi, and should say {target.dpi:g}."
        yield Seen(Quality.SIZE, fault, again, "dpi")
    if product is not None and not dpi:
        yield Seen(Quality.SIZE, f"the picture does not say that it has {target.dpi:g} dpi.", again, "dpi")


def _as_page(product: Product, dpi: float) -> MadePage:
    """A picture as a page with one piece: what is cut out of it lies in its middle."""
    per_px = 72 / dpi
    wide, high = product.width_px * per_px, product.height_px * per_px
    media = (0.0, 0.0, wide, high)
    trim_wide, trim_high = pt(product.width_mm), pt(product.height_mm)
    left, bottom = (wide - trim_wide) / 2, (high - trim_high) / 2
    trim = (left, bottom, left + trim_wide, bottom + trim_high)
    clip: tuple[Xy, ...] = corners(media)
    if product.shape is not Shape.RECTANGLE:
        line = outline(product.shape, trim_wide, trim_high, offset_mm=min(left, bottom))
        clip = tuple((left + x, bottom + y) for x, y in points_of(line))
    piece = MadePiece("", MadeDesign("", trim, Inked()), IDENTITY, clip)
    return MadePage(1, media, media, trim, Inked(), (piece,), ())


# ---------------------------------------------------------------- designs


def _designs(
    deck: Deck, own: Sequence[ExportedFile], target: Target, shown: str, known: KnownDesigns
) -> Iterator[Found]:
    """The design pages that the pictures of a deck were drawn from: type, lines, pictures, safe area."""
    files = _files_of(deck, own)
    limits = _fitted_limits(deck, target)
    for number, page in enumerate(design_pages(deck.designs, known)):
        row = files.get(number)
        if row is None:
            continue
        for piece in page.pieces:
            for sight in of_piece(piece, limits):
                yield Found(sight, f"{shown}/{row.path}", 0, deck.title, row.title, page.at_mm(sight.at))
        for sight in missing_fonts(page):
            yield Found(sight, f"{shown}/{row.path}", 0, deck.title, row.title)


def _fitted_limits(deck: Deck | None, target: Target) -> Limits:
    """What a target asks for, with the safe area of a product; where nobody states it there is none."""
    limits = limits_of(target)
    fit = fitted(size_of(deck.component), target.products) if deck is not None else None
    if fit is None:
        return limits
    product = fit.product
    if not product.safe_px:
        return replace(limits, safe_mm=0.0)
    sides = ((product.width_px, product.width_mm), (product.height_px, product.height_mm))
    bleed_px = min(px - mm * target.dpi / MM_PER_INCH for px, mm in sides)
    safe_mm = max(0.0, product.safe_px - bleed_px / 2) * MM_PER_INCH / target.dpi
    return replace(limits, safe_mm=safe_mm)


def _files_of(deck: Deck, own: Sequence[ExportedFile]) -> Mapping[int, ExportedFile]:
    """The number of a design → the file that shows it; one of several, if cards share a design."""
    by_card = {(row.title, row.side): row for row in own}
    of_all = next((row for row in own if row.side == "back"), None)
    whole = next((row for row in own if row.side != "back" and row.title in ("", deck.title)), None)
    rows: dict[int, ExportedFile] = {}
    for drawn in deck.rows:
        card = called(drawn.row) if drawn.row is not None else deck.title
        for side, design in (("front", drawn.front), ("back", drawn.back)):
            row = by_card.get((card, side)) or (of_all if side == "back" else None) or whole
            if design is not None and row is not None:
                rows.setdefault(design, replace(row, title=card if side == "front" else row.title))
    return rows


# ---------------------------------------------------------------- PDFs


@dataclass(frozen=True, slots=True)
class _Pdf:
    """A PDF of an export that is looked at; `changed` are the pages that are not as they were made."""

    content: bytes
    row: ExportedFile
    target: Target
    deck: Deck | None
    changed: Container[int]
    where: str
    past: PastLooks

    def looked_at(self) -> tuple[int, Sequence[Found], Sequence[Problem]]:
        """How many pages it has, and what is wrong with it: as it was seen before, if it is the same."""
        deck = self.deck
        drawn = (deck.designs, deck.pieces, deck.format) if deck is not None else ()
        parts = ("export", self.content, self.row, self.target, drawn)
        clean = None if self.changed else self.past.clean_pages(*parts)
        if clean is not None:
            return clean, (), ()
        seen = self._seen()
        with Pages(self.content) as pages:
            count = len(pages)
        faults: Sequence[Problem] = ()
        if self._printed and not any(sighting.seen.look in _FORBIDDEN for sighting in seen):
            most = limits_of(self.target).ink / 100
            faults = nonconformities(self.content, self.where, most=most, cache=self.past.cache)
        if not (seen or faults or self.changed):
            self.past.nothing_seen(count, *parts)
        return count, seen, faults

    @property
    def _printed(self) -> bool:
        """Whether it is what is printed, and no rulebook that is read beside a table."""
        return self.target.kind is TargetKind.PDF

    @property
    def _shown(self) -> list[int | None]:
        """The designs that its pages have to show."""
        first = bool(self.target.settings.get("fronts_first", False))
        return page_order(self.deck, fronts_first=first) if self.deck is not None else []

    def _seen(self) -> list[Found]:
        seen = [Found(sight, self.where, page, self.row.component) for page, sight in active(self.content)]
        seen += self._faces() if self._printed else self._booklet()
        scaled = list(self._scaled())
        pages = {sighting.page for sighting in scaled}  # all else that is wrong with them comes of that
        return [*scaled, *(sighting for sighting in seen if sighting.page not in pages)]

    def _booklet(self) -> Iterator[Found]:
        """Of a rulebook that is read beside the table."""
        for page in read_pages(self.content, self.past.designs):
            for sight in of_page(page, None, HOME, changed=page.number in self.changed):
                yield Found(sight, self.where, page.number, self.row.component)

    def _found(self, page: MadePage, sight: Seen) -> Found:
        pieces, at = self.deck.pieces if self.deck is not None else (), (page.number - 1) // 2
        card = pieces[at].title if at < len(pieces) else ""
        return Found(sight, self.where, page.number, self.row.component, card, page.at_mm(sight.at))

    def _faces(self) -> Iterator[Found]:
        """Of a PDF whose every page is one face with its bleed, two for each card."""
        limits, shown = _fitted_limits(self.deck, self.target), self._shown
        unbled: dict[object, list[Seen]] = {}
        with Pages(self.content) as pictures:
            for page in design_pages(self.content, self.past.designs):
                (piece,) = page.pieces
                alike = (piece.design.digest, page.media, page.trim)
                if alike not in unbled:
                    picture = pictures.image(page.number - 1, dpi=DPI)
                    unbled[alike] = [sight for sight, _ in unfilled(page, picture)]
                is_shown = page.number <= len(shown) and shown[page.number - 1] is not None
                sights = (
                    *misplaced_boxes(page, None),
                    *missing_fonts(page),
                    *of_piece(piece, limits),
                    *(blank(page) if is_shown else ()),
                    *unbled[alike],
                )
                yield from (self._found(page, sight) for sight in sights)

    def _scaled(self) -> Iterator[Found]:
        """Pages that are not as they were made, and print their design larger or smaller."""
        if self.deck is None or not self.changed or not self._printed:
            return
        designs = list(design_pages(self.deck.designs, self.past.designs))
        for page, number in zip(design_pages(self.content, self.past.designs), self._shown, strict=False):
            if page.number in self.changed and number is not None:
                area, whole = page.pieces[0].design.ink.area, designs[number].pieces[0].design.ink.area
                for sight in grown(area, whole):
                    yield Found(sight, self.where, page.number, self.row.component)
