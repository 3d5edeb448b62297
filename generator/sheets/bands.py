"""Small pieces of several formats on one page, in bands: rows of one format each, one band below the other.

A band is a Grid whose rows do not fill the page. It has marks of its own on all four sides, so that the bands
may be parted first and each is cut by itself. Every page is filled from the highest rows to the lowest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from generator.sheets.imposing import back_of, front_of
from generator.sheets.layouts import Axis, Grid, Layout
from generator.sheets.marks import CLEAR_MM, TICK_MM, TICK_ROOM_MM
from generator.sheets.room import LARGEST_GAP_MM, SMALL_BLEED_MM, least_gap, room_taken
from generator.sheets.sheet import EPSILON_MM, Flip, Format, Imposition, Paper, Piece, Sheet, union

BAND_BLEED_MM = 2.0
"""Round a band whose pieces share edges, where the page is wide enough."""
WIDEST_GAP_MM = 4.0
"""Between the marks of one band and those of the next; the least is CLEAR_MM."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Pieces of one format; those of the same one are best put together."""

    format: Format
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class _Rows:
    """How a lot lies on a page: what a row of it holds and takes."""

    lot: Lot
    rotation: int
    x: Axis
    height_mm: float
    bleed_mm: float
    gutter_mm: float
    """From row to row."""

    @property
    def reach_mm(self) -> float:
        """From the outermost cut line to the ends of its marks."""
        return self.bleed_mm + TICK_ROOM_MM

    @property
    def count(self) -> int:
        """How many rows the lot takes."""
        return math.ceil(len(self.lot.pieces) / self.x.count)

    def deep(self, rows: int) -> float:
        """The height of so many rows in millimetres, from cut line to cut line."""
        return rows * self.height_mm + (rows - 1) * self.gutter_mm


@dataclass(frozen=True, slots=True)
class _Band:
    """Some rows of a lot on one page."""

    rows: _Rows
    first: int
    """The number of its first row."""
    count: int


@dataclass(frozen=True, slots=True)
class Bands:
    """Pages of bands: what lies on each, and on which paper."""

    paper: Paper
    strip_y: bool
    """Whether the furniture lies above and below."""
    pages: tuple[tuple[_Band, ...], ...]

    @property
    def kind(self) -> str:
        """The layout in a few words, for the sheet itself."""
        formats = {band.rows.lot.format for page in self.pages for band in page}
        return f"{len(formats)} sizes, each in rows of its own"


def in_bands(lots: Sequence[Lot], paper: Paper) -> Bands | None:
    """The fewest pages of bands for these lots; None if a piece of one of them is too large for a page."""
    made = (
        bands
        for page, strip_y in product((paper, paper.turned()), (True, False))
        if (bands := _packed(lots, page, strip_y)) is not None
    )
    return min(made, key=lambda bands: len(bands.pages), default=None)


def impose_bands(bands: Bands, *, flip: Flip = Flip.LONG) -> Imposition:
    """All pages: fronts, each followed by its backs if any piece has one."""
    every = [band.rows.lot for page in bands.pages for band in page]
    duplex = any(piece.back is not None for lot in every for piece in lot.pieces)
    sheets: list[Sheet] = []
    for page in bands.pages:
        front, dealt = _front(page, bands)
        sheets += [front, back_of(front, dealt, flip)] if duplex else [front]
    return Imposition(tuple(sheets), bands.kind, duplex, flip)


# ---------------------------------------------------------------- filling pages


def _packed(lots: Sequence[Lot], paper: Paper, strip_y: bool) -> Bands | None:
    found = [_rows(lot, paper, not strip_y) for lot in lots]
    left = {number: (rows, 0) for number, rows in enumerate(found) if rows is not None}
    room = _room(paper, strip_y)
    if len(left) < len(lots) or any(_depth(_Band(rows, 0, 1)) > room for rows, _ in left.values()):
        return None
    pages = []
    while left:
        page: list[_Band] = []
        free = room
        for number in sorted(left, key=lambda number: (-left[number][0].height_mm, number)):
            rows, first = left[number]
            count = _fitting(rows, rows.count - first, free)
            if count:
                page.append(_Band(rows, first, count))
                free -= _depth(page[-1]) + CLEAR_MM
                left[number] = (rows, first + count)
        left = {number: (rows, first) for number, (rows, first) in left.items() if first < rows.count}
        pages.append(tuple(page))
    return Bands(paper, strip_y, tuple(pages))


def _room(paper: Paper, strip_y: bool) -> float:
    """The height of a page for bands with their marks."""
    return paper.height_mm - 2 * (paper.border_y_mm + room_taken(strip_y) - TICK_ROOM_MM)


def _depth(band: _Band) -> float:
    """What a band takes of the height of a page, with its marks."""
    return band.rows.deep(band.count) + 2 * band.rows.reach_mm


def _fitting(rows: _Rows, count: int, room_mm: float) -> int:
    room = room_mm - 2 * rows.reach_mm + rows.gutter_mm + EPSILON_MM
    return max(0, min(count, math.floor(room / (rows.height_mm + rows.gutter_mm))))


def _rows(lot: Lot, paper: Paper, strip_x: bool) -> _Rows | None:
    """The rows of a lot, upright or turned, whichever takes less of the page."""
    turned = (rows for rotation in (0, 90) if (rows := _turned(lot, paper, strip_x, rotation)) is not None)
    return min(turned, key=lambda rows: rows.deep(rows.count), default=None)


def _turned(lot: Lot, paper: Paper, strip_x: bool, rotation: int) -> _Rows | None:
    form = lot.format
    width, height = (form.height_mm, form.width_mm) if rotation else (form.width_mm, form.height_mm)
    room = paper.width_mm - 2 * (paper.border_x_mm + room_taken(strip_x))
    bleed, closest = (0.0, 0.0) if form.straight else (SMALL_BLEED_MM, least_gap(form))
    step = width + 2 * bleed + closest
    most = math.floor((room + closest + EPSILON_MM) / step)
    if most < 1:
        return None
    count = math.ceil(len(lot.pieces) / math.ceil(len(lot.pieces) / most))  # rows as full as one another
    free = room - count * (width + 2 * bleed)
    gutter = 0.0
    if form.straight:
        bleed = min(BAND_BLEED_MM, free / 2)
    else:
        gutter = 2 * bleed + min(LARGEST_GAP_MM, free / max(1, count - 1))
    start = (paper.width_mm - count * width - (count - 1) * gutter) / 2
    x = Axis(count, width, start, bleed, gutter, strip_x)
    if form.straight:
        return _Rows(lot, rotation, x, height, BAND_BLEED_MM, 0)
    return _Rows(lot, rotation, x, height, bleed, 2 * bleed + closest)


# ---------------------------------------------------------------- drawing one page


def _front(page: Sequence[_Band], bands: Bands) -> tuple[Sheet, list[Piece]]:
    """A page, and the pieces on it in the order of its placements."""
    fronts: list[Sheet] = []
    dealt: list[Piece] = []
    for band, top in zip(page, _tops(page, bands), strict=True):
        per_row = band.rows.x.count
        pieces = band.rows.lot.pieces[band.first * per_row : (band.first + band.count) * per_row]
        fronts.append(front_of(pieces, _grid(band, top, bands)))
        dealt += pieces
    merged = replace(
        fronts[0],
        titles=tuple(title for front in fronts for title in front.titles),
        placements=tuple(placement for front in fronts for placement in front.placements),
        marks=tuple(mark for front in fronts for mark in front.marks),
        trim=union(front.trim for front in fronts),
        guides=tuple(guide for front in fronts for guide in front.guides),
    )
    return merged, dealt


def _tops(page: Sequence[_Band], bands: Bands) -> Iterator[float]:
    """The uppermost cut line of each band; all of them together lie in the middle of the page."""
    depth_mm, between = sum(map(_depth, page)), len(page) - 1
    gap = min(WIDEST_GAP_MM, (_room(bands.paper, bands.strip_y) - depth_mm) / max(1, between))
    at = (bands.paper.height_mm - depth_mm - between * gap) / 2
    for band in page:
        yield at + band.rows.reach_mm
        at += _depth(band) + gap


def _grid(band: _Band, top_mm: float, bands: Bands) -> Grid:
    rows = band.rows
    y = Axis(
        band.count, rows.height_mm, top_mm, rows.bleed_mm, rows.gutter_mm, bands.strip_y, longest_mm=TICK_MM
    )
    layout = Layout.BUTTED if rows.lot.format.straight else Layout.SPACED
    return Grid(layout, bands.paper, rows.lot.format, rows.rotation, rows.x, y)
