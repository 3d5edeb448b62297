"""A board that is larger than the paper, spread over several pages that overlap.

Tiles are named like the fields of a chessboard, A1 top left, B1 below it. Every tile repeats the first
`OVERLAP_MM` of its right and lower neighbours. To join: cut the neighbour along its own left (or top)
edge and lay it on the overlap, up to the dashed join marks. A board that is no rectangle is cut along its
own outline on every tile; a tile that has no part of it is left out. Where pages have room to spare, a seam
keeps clear of what is to stay whole (`seams.py`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.ground.polygons import Points, area, crossing, inside_box, points_of, runs_inside
from generator.ground.shapes import Outline, Point, Polygon
from generator.sheets.marks import (
    CLEAR_MM,
    GUIDE_MM,
    STRIP_MM,
    TICK_MM,
    Interval,
    Margins,
    strips,
)
from generator.sheets.room import SHEET_BLEED_MM, room_taken
from generator.sheets.seams import Seam, Stretch, Whole, seam
from generator.sheets.sheet import (
    EPSILON_MM,
    Box,
    Flip,
    Format,
    Guide,
    Imposition,
    Label,
    Mark,
    Paper,
    Piece,
    Placement,
    Sheet,
    Side,
    around,
    from_corners,
)

OVERLAP_MM = 10.0
TILE_BORDER_MM = 6.35
"""Tiles keep this far from the paper's edge on every paper, so that one board fits any printer; further if
a printer is known that leaves more of it white."""
LEAST_PART_MM2 = 0.01
"""A tile with less of the board is empty."""

LABEL_MM = 2.82
"""The letters that name a neighbour, 8 points, where there is room for them."""
_CAPITAL = 0.72
"""The height of a capital, by the size of its letters."""

Cell = tuple[int, int]
"""A tile by its column and row, from 0."""


@dataclass(frozen=True, slots=True)
class AxisShares:
    """How one axis of a board is shared out: `windows` are the parts of the board on each tile."""

    windows: tuple[Interval, ...]
    bleed_mm: float
    margins: Margins
    seams: tuple[Seam, ...] = ()
    """Where each window but the first begins."""

    def painted(self, index: int) -> Interval:
        """A window with the bleed at the board's own edges."""
        start, end = self.windows[index]
        first, last = index == 0, index == len(self.windows) - 1
        return start - (self.bleed_mm if first else 0), end + (self.bleed_mm if last else 0)

    def offset(self, index: int) -> float:
        """Where the board's own 0 lies on the page of a tile."""
        start, end = self.painted(index)
        return (self.margins.page_mm - start - end) / 2


@dataclass(frozen=True, slots=True)
class Tiling:
    """A board on pages of one paper."""

    paper: Paper
    format: Format
    x: AxisShares
    y: AxisShares

    @property
    def kept(self) -> tuple[Cell, ...]:
        """The columns and rows of the tiles that have a part of the board, row by row."""
        cells = [(column, row) for row in range(len(self.y.windows)) for column in range(len(self.x.windows))]
        if self.format.straight:
            return tuple(cells)
        line = points_of(self.format.outline())
        return tuple(cell for cell in cells if self._has_part(line, *cell))

    def _has_part(self, line: Points, column: int, row: int) -> bool:
        """Whether a tile shows what no tile to its left and none above it shows."""
        (left, right), (top, bottom) = self.x.windows[column], self.y.windows[row]
        own = (left + (OVERLAP_MM if column else 0), top + (OVERLAP_MM if row else 0), right, bottom)
        return abs(area(inside_box(line, *own))) > LEAST_PART_MM2

    @property
    def crossed(self) -> int:
        """How much a seam runs through that is to stay whole."""
        return sum(len(seam.crossed) for axis in (self.x, self.y) for seam in axis.seams)

    @property
    def count(self) -> int:
        """How many pages one board takes."""
        return len(self.kept)

    @property
    def kind(self) -> str:
        """The layout in a few words, for the sheet itself."""
        across, down = len(self.x.windows), len(self.y.windows)
        left_out = across * down - self.count
        empty = f", {left_out} of them empty and left out" if left_out else ""
        return f"{across} × {down} pages{empty}, overlap {OVERLAP_MM:g} mm"


def choose_tiling(form: Format, paper: Paper, whole: Sequence[Whole] = ()) -> Tiling:
    """The tiling with the fewest pages, of these the one whose seams cross the least of what is `whole`.

    Among equals the squarest one, with the widest bleed.
    """
    return min(
        _tilings(form, paper, whole),
        key=lambda t: (
            t.count,
            t.crossed,
            abs(len(t.x.windows) - len(t.y.windows)),
            -t.x.bleed_mm - t.y.bleed_mm,
        ),
    )


def _tilings(form: Format, paper: Paper, whole: Sequence[Whole]) -> Iterator[Tiling]:
    across, down = ([span.span(axis) for span in whole] for axis in (0, 1))
    for page in (paper, paper.turned()):
        for strip_y in (True, False):
            yield Tiling(
                page,
                form,
                _cut(form.width_mm, page.width_mm, not strip_y, across, page.border_x_mm),
                _cut(form.height_mm, page.height_mm, strip_y, down, page.border_y_mm),
            )


def _cut(
    board_mm: float, page_mm: float, strip: bool, whole: Sequence[Stretch], border_mm: float
) -> AxisShares:
    """The fewest windows, as equal as what is whole allows.

    They leave room for marks and, on one axis, for the furniture.
    """
    border_mm = max(TILE_BORDER_MM, border_mm)
    room = page_mm - 2 * (border_mm + room_taken(strip))
    pages = max(1, math.ceil((board_mm - OVERLAP_MM - EPSILON_MM) / (room - OVERLAP_MM)))
    window = (board_mm + OVERLAP_MM * (pages - 1)) / pages
    edges = 2 if pages == 1 else 1
    bleed = min(SHEET_BLEED_MM, (room - window) / edges)
    step = window - OVERLAP_MM
    spare = room - window
    play = max(0.0, spare - bleed if pages == 2 else min(spare - bleed, spare / 2))
    seams = tuple(seam(i * step, play, whole) for i in range(1, pages))
    starts = (0.0, *(seam.at_mm for seam in seams))
    ends = (*(seam.at_mm + OVERLAP_MM for seam in seams), board_mm)
    windows = tuple(zip(starts, ends, strict=True))
    return AxisShares(windows, bleed, Margins(page_mm, border_mm, 0, strip), seams)


def tile_name(column: int, row: int) -> str:
    """`A1` is the top left tile, `A2` the one to its right, `B1` the one below it."""
    return f"{chr(ord('A') + row % 26)}{column + 1}"


def tile(pieces: tuple[Piece, ...], tiling: Tiling, *, flip: Flip = Flip.LONG) -> Imposition:
    """Every tile of every piece that has a part of it, row by row; a back is a board of its own."""
    sheets: list[Sheet] = []
    behind = replace(tiling, format=tiling.format.mirrored())
    for piece in pieces:
        faces = [(tiling, Side.FRONT, piece.front)]
        if piece.back is not None:
            faces.append((behind, Side.BACK, piece.back))
        sheets.extend(
            _Tile(cut, cut.kept, column, row).sheet(piece.title, side, design)
            for cut, side, design in faces
            for column, row in cut.kept
        )
    return Imposition(tuple(sheets), tiling.kind, False, flip)


@dataclass(frozen=True, slots=True)
class _Tile:
    """One page of a board; all boxes and points are where they lie on it."""

    tiling: Tiling
    kept: tuple[Cell, ...]
    column: int
    row: int

    @property
    def origin(self) -> Point:
        """Where the board's own corner lies."""
        return self.tiling.x.offset(self.column), self.tiling.y.offset(self.row)

    @property
    def painted(self) -> Box:
        """The window of this tile with the bleed at the board's own edges."""
        return self._box(self.tiling.x.painted(self.column), self.tiling.y.painted(self.row))

    @property
    def window(self) -> Box:
        """The window of this tile."""
        return self._box(self.tiling.x.windows[self.column], self.tiling.y.windows[self.row])

    def _box(self, across: Interval, down: Interval) -> Box:
        left, top = self.origin
        return from_corners(left + across[0], top + down[0], left + across[1], top + down[1])

    def paint(self) -> Polygon:
        """What is printed: as far as the outline's bleed, and no further than the window."""
        if self.tiling.format.straight:
            return self.painted.polygon
        bleed = self.tiling.format.bleed(min(self.tiling.x.bleed_mm, self.tiling.y.bleed_mm))
        return self._part(bleed.moved(*self.origin), self.painted)

    def _part(self, line: Outline, box: Box) -> Polygon:
        return Polygon(inside_box(points_of(line), *box.edges))

    def sheet(self, title: str, side: Side, design: int) -> Sheet:
        """The page."""
        tiling, form = self.tiling, self.tiling.format
        vertical = tiling.x.margins.strip
        heading, ruler = strips(tiling.paper, vertical=vertical, border_mm=TILE_BORDER_MM)
        board = Box(*self.origin, form.width_mm, form.height_mm)
        trim, guides = self.window, list[Guide]()
        if not form.straight:
            trim = around(self._part(form.outline().moved(*self.origin), self.window))
            guides.extend(self._guides())
        return Sheet(
            paper=tiling.paper,
            side=side,
            titles=(title,),
            placements=(Placement(design, board, 0, self.paint()),),
            marks=tuple(self._marks()),
            labels=tuple(self._labels()),
            heading=heading,
            ruler=ruler,
            trim=trim,
            name=tile_name(self.column, self.row),
            guides=tuple(guides),
        )

    def _guides(self) -> Iterator[Guide]:
        """The part of the board's outline on this page, a little outside it."""
        line = points_of(self.tiling.format.outline(GUIDE_MM).moved(*self.origin))
        for run in runs_inside((*line, line[0]), *self.painted.edges):
            yield Guide(Polygon(run), closed=False)

    # ------------------------------------------------------------ where paper meets

    def _marks(self) -> Iterator[Mark]:
        """Solid marks where to cut, dashed ones where the cut edge of a neighbour goes."""
        paint = self.paint().points
        for axis, beyond in ((0, self.tiling.y.margins), (1, self.tiling.x.margins)):
            for at, joins in self._lines(axis):
                ends = self._ends(paint, axis, at)
                for a, b in beyond.ticks(*ends) if ends is not None else ():
                    start, end = ((a, at), (b, at)) if axis else ((at, a), (at, b))
                    yield Mark(start, end, dashed=joins)

    def _ends(self, paint: Points, axis: int, at_mm: float) -> Interval | None:
        """From where to where the paint reaches along a line on which marks lie beyond it."""
        if self.tiling.format.straight:
            box = self.painted
            return (box.x_mm, box.right_mm) if axis else (box.y_mm, box.bottom_mm)
        return crossing(paint, axis, at_mm)

    def _lines(self, axis: int) -> Iterator[tuple[float, bool]]:
        """Where cuts go and where neighbours join; an outline that is no rectangle has no cuts of its own."""
        box, straight = self.window, self.tiling.format.straight
        start, end = (box.y_mm, box.bottom_mm) if axis else (box.x_mm, box.right_mm)
        if straight or self._joins(axis, -1):
            yield start, False
        if self._joins(axis, 1):
            yield end - OVERLAP_MM, True
        elif straight:
            yield end, False

    def _joins(self, axis: int, step: int) -> bool:
        """Whether there is a neighbour on that side."""
        return self._beside(axis, step) in self.kept

    def _beside(self, axis: int, step: int) -> Cell:
        return (self.column, self.row + step) if axis else (self.column + step, self.row)

    def _labels(self) -> Iterator[Label]:
        """Beside each joined edge, the tile that belongs there."""
        box, paint = self.painted, self.paint().points
        for axis, step in ((0, -1), (0, 1), (1, -1), (1, 1)):
            if not self._joins(axis, step):
                continue
            name = tile_name(*self._beside(axis, step))
            edge = (box.y_mm, box.bottom_mm) if axis else (box.x_mm, box.right_mm)
            at = edge[step > 0]
            size = self._letters(axis, edge)
            away = CLEAR_MM + size * _CAPITAL / 2
            start, end = self._ends(paint, axis, at) or edge
            middle = (start + end) / 2
            text = f"{'◂▴'[axis]} {name}" if step < 0 else f"{name} {'▸▾'[axis]}"
            if axis:
                yield Label(text, middle, at + step * away, size_mm=size)
            else:
                yield Label(text, at + step * away, middle, 270, size_mm=size)

    def _letters(self, axis: int, painted: Interval) -> float:
        """The size of letters beside an edge: as large as the white between paint and furniture allows."""
        margins = (self.tiling.x, self.tiling.y)[axis].margins
        white = (margins.page_mm - (painted[1] - painted[0])) / 2 - margins.border_mm
        room = white - (STRIP_MM if margins.strip else 0) - CLEAR_MM
        return min(LABEL_MM, max(TICK_MM, room / _CAPITAL))
