"""Layouts of many equal pieces on a page: edges shared, or each piece with its own bleed.

A Grid says where the pieces of a page go; `impose` deals pieces out to its cells, page by page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from generator.marks import STRIP_ROOM_MM, TICK_ROOM_MM, Margins, grid_marks, shape_marks, strips
from generator.shapes import BLEED_MM, Outline, Shape, outline
from generator.sheets import (
    EPSILON_MM,
    Box,
    Flip,
    Format,
    Imposition,
    Paper,
    Piece,
    Placement,
    Sheet,
    Side,
    Turn,
    from_corners,
    turns_sideways,
    union,
)

SMALL_MM = 35.0
"""Pieces whose short side is less are tokens, unless the workbook says otherwise."""
LARGEST_CARD_MM = 130.0
"""Pieces with a longer side have a page of their own, unless the workbook says otherwise."""
_BLEEDS_MM = (3.0, 2.5, 2.0, 1.5, 1.0, 0.5, 0.0)
_SMALL_BLEED_MM = 1.5
_LARGEST_GAP_MM = 2.0


class Layout(StrEnum):
    """How pieces share a page; the values are what poker cards make of it on both papers."""

    BUTTED = "3x3"
    SPACED = "8up"


class Use(StrEnum):
    """What a component is, as the sheet Components may say: it decides how it shares pages."""

    CARDS = "cards"
    TOKENS = "tokens"
    PAGE = "page"
    BOARD = "board"


@dataclass(frozen=True, slots=True)
class Axis:
    """The cells along one axis of a page: `count` trims of `size_mm`, the first at `start_mm`."""

    count: int
    size_mm: float
    start_mm: float
    bleed_mm: float
    gutter_mm: float
    strip: bool
    """Whether furniture lies beyond both ends."""

    def trims(self) -> tuple[tuple[float, float], ...]:
        """Start and end of each cell."""
        step = self.size_mm + self.gutter_mm
        return tuple(
            (self.start_mm + i * step, self.start_mm + i * step + self.size_mm) for i in range(self.count)
        )


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells for one kind of piece on one page."""

    layout: Layout
    paper: Paper
    format: Format
    rotation: int
    x: Axis
    y: Axis

    @property
    def count(self) -> int:
        """How many pieces a page holds."""
        return self.x.count * self.y.count

    @property
    def kind(self) -> str:
        """The layout in a few words, for the sheet itself."""
        if self.count == 1:
            return "one a page"
        if self.layout is Layout.BUTTED:
            return f"{self.x.count} × {self.y.count}, edges shared"
        return f"{self.count}-up, bleed {self.x.bleed_mm:g} mm"

    def cell(self, index: int) -> Box:
        """The trim box of a cell, counted row by row."""
        row, column = divmod(index, self.x.count)
        (left, right), (top, bottom) = self.x.trims()[column], self.y.trims()[row]
        return from_corners(left, top, right, bottom)


# ---------------------------------------------------------------- choosing a grid


def choose_layouts(
    form: Format, paper: Paper, wanted: Iterable[Layout], *, use: Use | None = None
) -> tuple[Grid, ...]:
    """The grids to print this format in; none if it does not fit on a page.

    Cards come in every wanted layout, everything else in the one that suits it. Without `use` the size
    decides.
    """
    use = use or _use_of(form)
    single = use in {Use.PAGE, Use.BOARD}
    butted_grid, spaced_grid = butted(form, paper, single=single), spaced(form, paper, single=single)
    offered = {Layout.BUTTED: butted_grid, Layout.SPACED: spaced_grid}
    if use is Use.CARDS and butted_grid and spaced_grid:
        return tuple(grid for layout in Layout if layout in set(wanted) and (grid := offered[layout]))
    grid = butted_grid or spaced_grid
    return (grid,) if grid else ()


def _use_of(form: Format) -> Use:
    short, long = sorted((form.width_mm, form.height_mm))
    if long > LARGEST_CARD_MM:
        return Use.PAGE
    return Use.TOKENS if short < SMALL_MM else Use.CARDS


def butted(form: Format, paper: Paper, *, single: bool = False) -> Grid | None:
    """The most pieces with neighbouring edges shared and bleed round the outside only."""
    if form.shape is not Shape.RECTANGLE:
        return None
    return _best(_butted_grids(form, paper), single)


def spaced(form: Format, paper: Paper, *, single: bool = False) -> Grid | None:
    """The most pieces that each have their own bleed, the wider bleed among equals."""
    small = min(form.width_mm, form.height_mm) < SMALL_MM
    least_mm = _SMALL_BLEED_MM if small else paper.least_bleed_mm
    bleeds = [_SMALL_BLEED_MM] if small else [bleed for bleed in _BLEEDS_MM if bleed >= least_mm]
    grids = [grid for bleed in bleeds for grid in _spaced_grids(form, paper, bleed)]
    for bleed in _BLEEDS_MM:  # a large face takes the bleed that is left
        grids = grids or list(_spaced_grids(form, paper, bleed))
    return _best(grids, single)


def _best(grids: Iterable[Grid], single: bool) -> Grid | None:
    return max(
        (grid for grid in grids if grid.count == 1 or not single),
        key=lambda g: (g.count, g.x.bleed_mm + g.y.bleed_mm, g.rotation == 0, not g.paper.landscape),
        default=None,
    )


def _ways(form: Format, paper: Paper) -> Iterator[tuple[Paper, int, float, float, int, int]]:
    """Paper upright or turned, piece upright or turned, and every number of columns and rows that fits."""
    for page, rotation in product((paper, paper.turned()), (0, 90)):
        width, height = form.width_mm, form.height_mm
        if rotation:
            width, height = height, width
        room = page.printable
        columns = math.floor((room.width_mm + EPSILON_MM) / width)
        rows = math.floor((room.height_mm + EPSILON_MM) / height)
        for across, down in product(range(columns, 0, -1), range(rows, 0, -1)):
            yield page, rotation, width, height, across, down


def _butted_grids(form: Format, paper: Paper) -> Iterator[Grid]:
    for page, rotation, width, height, across, down in _ways(form, paper):
        room = page.printable
        free_x, free_y = (room.width_mm - across * width) / 2, (room.height_mm - down * height) / 2
        strip_y = free_y >= STRIP_ROOM_MM
        if not strip_y and free_x < STRIP_ROOM_MM:
            continue
        axes = [
            _axis(page_mm, count, size, min(BLEED_MM, max(0, free - taken)), 0, strip)
            for page_mm, count, size, free, taken, strip in (
                (page.width_mm, across, width, free_x, _taken(not strip_y), not strip_y),
                (page.height_mm, down, height, free_y, _taken(strip_y), strip_y),
            )
        ]
        yield Grid(Layout.BUTTED, page, form, rotation, axes[0], axes[1])


def _spaced_grids(form: Format, paper: Paper, bleed_mm: float) -> Iterator[Grid]:
    pointed = form.shape is not Shape.RECTANGLE
    for page, rotation, width, height, across, down in _ways(form, paper):
        room = page.printable
        left_x = room.width_mm - across * (width + 2 * bleed_mm)
        left_y = room.height_mm - down * (height + 2 * bleed_mm)
        strip_y = left_y >= 2 * STRIP_ROOM_MM
        if min(left_x, left_y) < -EPSILON_MM or not (strip_y or left_x >= 2 * STRIP_ROOM_MM):
            continue
        gap_x, gap_y = _gap(left_x, across, not strip_y), _gap(left_y, down, strip_y)
        if pointed and min(gap_x, gap_y) < _LARGEST_GAP_MM - EPSILON_MM:
            continue  # the marks of hexagons and circles lie in the gaps
        yield Grid(
            Layout.SPACED,
            page,
            form,
            rotation,
            _axis(page.width_mm, across, width, bleed_mm, 2 * bleed_mm + gap_x, not strip_y),
            _axis(page.height_mm, down, height, bleed_mm, 2 * bleed_mm + gap_y, strip_y),
        )


def _taken(strip: bool) -> float:
    return STRIP_ROOM_MM if strip else TICK_ROOM_MM


def _gap(left_mm: float, count: int, strip: bool) -> float:
    """The white between the bleeds of neighbours, after the furniture and the outer marks have theirs."""
    return max(0.0, min(_LARGEST_GAP_MM, (left_mm - 2 * _taken(strip)) / max(1, count - 1)))


def _axis(page_mm: float, count: int, size_mm: float, bleed_mm: float, gutter_mm: float, strip: bool) -> Axis:
    extent = count * size_mm + (count - 1) * gutter_mm
    return Axis(count, size_mm, (page_mm - extent) / 2, bleed_mm, gutter_mm, strip)


# ---------------------------------------------------------------- dealing out pieces


def impose(pieces: Sequence[Piece], grid: Grid, *, flip: Flip = Flip.LONG) -> Imposition:
    """All pages for these pieces: fronts, each followed by its backs if any piece has one."""
    duplex = any(piece.back is not None for piece in pieces)
    sheets: list[Sheet] = []
    for start in range(0, len(pieces), grid.count):
        dealt = pieces[start : start + grid.count]
        front = _front(dealt, grid)
        sheets.append(front)
        if duplex:
            sheets.append(_back(front, dealt, flip))
    return Imposition(tuple(sheets), grid.kind, duplex, flip, grid.count)


def _front(dealt: Sequence[Piece], grid: Grid) -> Sheet:
    cells = [grid.cell(index) for index in range(len(dealt))]
    placements = tuple(
        Placement(piece.front, cell, grid.rotation, _clip(index, len(dealt), cell, grid))
        for index, (piece, cell) in enumerate(zip(dealt, cells, strict=True))
    )
    heading, ruler = strips(grid.paper, vertical=grid.x.strip)
    if grid.format.shape is Shape.RECTANGLE:
        marks = grid_marks(
            columns=grid.x.trims()[: min(len(dealt), grid.x.count)],
            rows=grid.y.trims()[: math.ceil(len(dealt) / grid.x.count)],
            beside=Margins(grid.paper.width_mm, grid.paper.border_mm, grid.x.bleed_mm, grid.x.strip),
            above=Margins(grid.paper.height_mm, grid.paper.border_mm, grid.y.bleed_mm, grid.y.strip),
        )
    else:
        marks = tuple(
            mark for cell in cells for mark in shape_marks(grid.format.shape, cell, bleed_mm=grid.x.bleed_mm)
        )
    return Sheet(
        paper=grid.paper,
        side=Side.FRONT,
        titles=tuple(piece.title for piece in dealt),
        placements=placements,
        marks=marks,
        labels=(),
        heading=heading,
        ruler=ruler,
        trim=union(cells),
    )


def _clip(index: int, dealt: int, cell: Box, grid: Grid) -> Outline:
    """What a piece may paint: its bleed, but nothing beyond an edge that it shares with a neighbour."""
    if grid.format.shape is not Shape.RECTANGLE:
        shape = outline(grid.format.shape, cell.width_mm, cell.height_mm, offset_mm=grid.x.bleed_mm)
        return shape.moved(cell.x_mm, cell.y_mm)
    row, column = divmod(index, grid.x.count)
    shared = grid.layout is Layout.BUTTED
    bleed_x, bleed_y = grid.x.bleed_mm, grid.y.bleed_mm
    left = 0 if shared and column > 0 else bleed_x
    right = 0 if shared and column + 1 < grid.x.count and index + 1 < dealt else bleed_x
    top = 0 if shared and row > 0 else bleed_y
    bottom = 0 if shared and index + grid.x.count < dealt else bleed_y
    return from_corners(
        cell.x_mm - left, cell.y_mm - top, cell.right_mm + right, cell.bottom_mm + bottom
    ).polygon


def _back(front: Sheet, dealt: Sequence[Piece], flip: Flip) -> Sheet:
    turn = Turn(front.paper, turns_sideways(front.paper, flip))
    return Sheet(
        paper=front.paper,
        side=Side.BACK,
        titles=front.titles,
        placements=tuple(
            turn.back(placement, piece.back)
            for placement, piece in zip(front.placements, dealt, strict=True)
            if piece.back is not None
        ),
        marks=tuple(turn.mark(mark) for mark in front.marks),
        labels=(),
        heading=front.heading,
        ruler=front.ruler,
        trim=turn.box(front.trim),
        name=front.name,
    )
