"""Preflight of the files of a target: pictures and PDFs as they lie there, and the designs that they show."""

from __future__ import annotations

import csv
import io
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

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
from generator.shops.exports.listing import CONTENTS_CSV
from generator.shops.exports.press_pdf import most_ink_of, page_order
from generator.shops.exports.targets import Product, Sizes, Target, TargetKind
from generator.shops.preflight.actions import active
from generator.shops.preflight.bleeding import DPI, unfilled
from generator.shops.preflight.ink import Inked
from generator.shops.preflight.limits import CMYK_SHOP, HOME, SHOP, Limits, Quality
from generator.shops.preflight.looks import PIECE_LOOKS
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
from generator.shops.preflight.pixels import OpenedPicture, open_picture
from generator.shops.preflight.seen import Found, Seen, told
from generator.shops.preflight.unpacked import read_pdf

_LARGEST, _MOST_LIST, _MOST_ROWS = 1_000 * MB, 20 * MB, 50_000
_PICTURES = (".png", ".jpg")
_DPI_SLACK = 0.01
_OF_BOOKLET = 50
"""Pages that a rulebook beside exported files has the time of."""
_FORBIDDEN = frozenset({Quality.ACTION, Quality.COLOUR, Quality.FONT, Quality.INK, Quality.SIZE})
"""What PDF/X-1a forbids, too: it is told once."""
_SCREEN = replace(SHOP, safe_mm=0.0, dpi=100.0)
"""For what is seen on screens: nobody cuts it, and nobody sees more dots than these."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of the list that lies beside exported files."""

    path: str
    component: str
    card: str
    side: str
    product: str
    size: str


def look_at_target_files(
    folder: Path,
    listed: Sequence[Listed],
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
                    count, seen, faults = _looked_at(
                        folder, row, target, decks, changed.get(row.path, ()), where, past
                    )
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


def _looked_at(
    folder: Path,
    row: Listed,
    target: Target,
    decks: Sequence[Deck],
    changed: Container[int],
    where: str,
    past: PastLooks,
) -> tuple[int, Sequence[Found], Sequence[Problem]]:
    """How many pages a PDF has, and what is wrong with it: as it was seen before, if it is the same."""
    content = read_pdf(folder / row.path, inside=folder)
    deck = next((deck for deck in decks if deck.title == row.component), None)
    parts = ("export", content, row, target, (deck.designs, deck.pieces, deck.format) if deck else ())
    clean = None if changed else past.clean_pages(*parts)
    if clean is not None:
        return clean, (), ()
    count, seen = _document(content, row, target, deck, changed, where, past.designs)
    faults: Sequence[Problem] = ()
    if target.kind is TargetKind.PDF and not any(sighting.seen.look in _FORBIDDEN for sighting in seen):
        faults = nonconformities(content, where, most=limits_of(target).ink / 100, cache=past.cache)
    if not (seen or faults or changed):
        past.nothing_seen(count, *parts)
    return count, seen, faults


def _pages(row: Listed, decks: Sequence[Deck]) -> int:
    """How many pages a PDF of an export has if it is whole; of a booklet nobody says it here."""
    return next((2 * len(deck.pieces) for deck in decks if deck.title == row.component), _OF_BOOKLET)


def _document(
    content: bytes,
    row: Listed,
    target: Target,
    deck: Deck | None,
    changed: Container[int],
    where: str,
    known: KnownDesigns,
) -> tuple[int, list[Found]]:
    """How many pages a PDF has, and everything that is seen in it."""
    sightings = [Found(sight, where, page, row.component) for page, sight in active(content)]
    if target.kind is TargetKind.PDF:
        first = bool(target.settings.get("fronts_first", False))
        shown = page_order(deck, fronts_first=first) if deck is not None else []
        limits = _fitted_limits(limits_of(target), deck, target)
        sightings += _pdf(content, row, deck, shown, limits, where, known)
        if changed and deck is not None:
            scaled = list(_scaled(content, row, deck, shown, changed, where, known))
            pages_scaled = {
                sighting.page for sighting in scaled
            }  # all else that is wrong with them comes of that
            sightings = [*scaled, *(sighting for sighting in sightings if sighting.page not in pages_scaled)]
    else:  # a rulebook to read beside the table
        sightings += _booklet(content, row, HOME, changed, where, known)
    with Pages(content) as pages:
        return len(pages), sightings


def listed_exports(folder: Path) -> Iterator[Listed]:
    """What the list beside the files says, row by row; nothing of a list that is damaged."""
    try:
        text = read_bounded(folder / CONTENTS_CSV, inside=folder, most=_MOST_LIST).decode("utf-8-sig")
        rows = list(zip(range(_MOST_ROWS), csv.DictReader(io.StringIO(text, newline="")), strict=False))
    except (Unreadable, ValueError, csv.Error):
        return
    for _, row in rows:
        path = _plain(row.get("File"))
        if path and lies_inside(folder / path, folder):
            columns = ("Component", "Card", "Side", "Product", "Size")
            yield Listed(path, *(_plain(row.get(column)) for column in columns))


def _plain(cell: str | None) -> str:
    return (cell or "").removeprefix("'")


def limits_of(target: Target) -> Limits:
    """What a target asks for, as far as its kind says it."""
    if target.kind is TargetKind.PDF:
        return replace(CMYK_SHOP, ink=most_ink_of(target.settings))
    if target.kind is TargetKind.TABLETOP or target.sizes is Sizes.OWN:
        return _SCREEN
    return SHOP


# ---------------------------------------------------------------- pictures


def _picture(folder: Path, row: Listed, target: Target, where: str) -> Iterator[Found]:
    """One picture: its file, and its bleed if its product is cut."""
    content = read_bounded(folder / row.path, inside=folder, most=_LARGEST)
    opened = open_picture(content)
    product = next((product for product in target.products if product.name == row.product), None)
    for sight in _file(opened, row, target, product):
        yield Found(sight, where, component=row.component, card=row.card)
    if product is not None and product.shape is not Shape.TUCK_BOX:
        page = _as_page(product, target.dpi)
        for sight, _ in unfilled(page, opened.rgb()):
            at = page.at_mm(sight.at) if sight.at is not None else None
            yield Found(sight, where, component=row.component, card=row.card, at_mm=at)


def _file(opened: OpenedPicture, row: Listed, target: Target, product: Product | None) -> Iterator[Seen]:
    """Its pixels, its mode and what it says of its size."""
    again = f"Run pnp export {target.name}; nothing else should change its pictures."
    size = f"{product.width_px} × {product.height_px}" if product is not None else row.size
    if size and size != f"{opened.width_px} × {opened.height_px}":
        fault = f"the picture has {opened.width_px} × {opened.height_px} pixels, and should have {size}."
        yield Seen(Quality.SIZE, fault, again, "pixels")
    if opened.mode not in (("RGB", "RGBA") if target.kind is TargetKind.TABLETOP else ("RGB",)):
        fault = f"the picture is {opened.mode}, and {target.title} takes RGB."
        yield Seen(Quality.COLOUR, fault, again, "mode")
    if product is not None and opened.dpi and abs(opened.dpi - target.dpi) > _DPI_SLACK * target.dpi:
        fault = f"the picture says that it has {opened.dpi:.0f} dpi, and should say {target.dpi:g}."
        yield Seen(Quality.SIZE, fault, again, "dpi")
    if product is not None and not opened.dpi:
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
    piece = MadePiece(0, "", MadeDesign("", media, trim, Inked()), IDENTITY, clip)
    return MadePage(1, media, media, trim, Inked(), (piece,), ())


# ---------------------------------------------------------------- designs


def _designs(
    deck: Deck, own: Sequence[Listed], target: Target, shown: str, known: KnownDesigns
) -> Iterator[Found]:
    """The design pages that the pictures of a deck were drawn from: type, lines, pictures, safe area."""
    files = _files_of(deck, own)
    limits = _fitted_limits(limits_of(target), deck, target)
    for number, page in enumerate(design_pages(deck.designs, known)):
        row = files.get(number)
        if row is None:
            continue
        for piece in page.pieces:
            for sight in (sight for look in PIECE_LOOKS for sight in look(piece, limits)):
                at = page.at_mm(sight.at) if sight.at is not None else None
                yield Found(sight, f"{shown}/{row.path}", 0, deck.title, row.card, at)
        for sight in missing_fonts(page):
            yield Found(sight, f"{shown}/{row.path}", 0, deck.title, row.card)


def _fitted_limits(limits: Limits, deck: Deck | None, target: Target) -> Limits:
    """The safe area of a product; of one for which nobody states it there is none to keep to."""
    fit = fitted(size_of(deck.component), target.products) if deck is not None else None
    if fit is None:
        return limits
    product = fit.product
    bleed_px = min(
        product.width_px - product.width_mm * target.dpi / MM_PER_INCH,
        product.height_px - product.height_mm * target.dpi / MM_PER_INCH,
    )
    safe_mm = max(0.0, product.safe_px - bleed_px / 2) * MM_PER_INCH / target.dpi
    return replace(limits, safe_mm=safe_mm if product.safe_px else 0.0)


def _files_of(deck: Deck, own: Sequence[Listed]) -> Mapping[int, Listed]:
    """The number of a design → the file that shows it; one of several, if cards share a design."""
    by_card = {(row.card, row.side): row for row in own}
    of_all = next((row for row in own if row.side == "back"), None)
    whole = next((row for row in own if row.side != "back" and row.card in ("", deck.title)), None)
    rows: dict[int, Listed] = {}
    for drawn in deck.rows:
        card = called(drawn.row) if drawn.row is not None else deck.title
        for side, design in (("front", drawn.front), ("back", drawn.back)):
            row = by_card.get((card, side)) or (of_all if side == "back" else None) or whole
            if design is not None and row is not None:
                rows.setdefault(design, replace(row, card=card if side == "front" else row.card))
    return rows


# ---------------------------------------------------------------- PDFs


def _booklet(
    content: bytes, row: Listed, limits: Limits, changed: Container[int], where: str, known: KnownDesigns
) -> Iterator[Found]:
    for page in read_pages(content, known):
        for sight in of_page(page, None, limits, changed=page.number in changed):
            yield Found(sight, where, page.number, row.component)


def _scaled(
    content: bytes,
    row: Listed,
    deck: Deck,
    shown: Sequence[int | None],
    changed: Container[int],
    where: str,
    known: KnownDesigns,
) -> Iterator[Found]:
    """Pages that are not as they were made, and print their design larger or smaller."""
    designs = list(design_pages(deck.designs, known))
    for page, number in zip(design_pages(content, known), shown, strict=False):
        if page.number in changed and number is not None:
            area, whole = page.pieces[0].design.ink.area, designs[number].pieces[0].design.ink.area
            for sight in grown(area, whole):
                yield Found(sight, where, page.number, row.component)


def _pdf(
    content: bytes,
    row: Listed,
    deck: Deck | None,
    shown: Sequence[int | None],
    limits: Limits,
    where: str,
    known: KnownDesigns,
) -> Iterator[Found]:
    """A PDF whose every page is one face with its bleed, two for each card; `shown` are their designs."""
    pieces = deck.pieces if deck is not None else ()
    unbled: dict[object, list[Seen]] = {}
    with Pages(content) as pictures:
        for page in design_pages(content, known):
            at = (page.number - 1) // 2
            card = pieces[at].title if at < len(pieces) else ""

            def note(sight: Seen, page: MadePage = page, card: str = card) -> Found:
                place = page.at_mm(sight.at) if sight.at is not None else None
                return Found(sight, where, page.number, row.component, card, place)

            yield from map(note, (*misplaced_boxes(page, None), *missing_fonts(page)))
            for piece in page.pieces:
                yield from (note(sight) for look in PIECE_LOOKS for sight in look(piece, limits))
            if page.number <= len(shown) and shown[page.number - 1] is not None:
                yield from map(note, blank(page))
            alike = (page.pieces[0].design.digest, page.media, page.trim)
            if alike not in unbled:
                picture = pictures.image(page.number - 1, dpi=DPI)
                unbled[alike] = [sight for sight, _ in unfilled(page, picture)]
            yield from map(note, unbled[alike])
