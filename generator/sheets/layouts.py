"""Layouts of many equal pieces on a page: edges shared, or each piece with its own bleed.

A Grid says where the pieces of a page go; `imposing` deals pieces out to its cells, page by page.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import product

from generator.ground.shapes import Shape
from generator.sheets.honeycomb import Comb, shared_comb, spaced_comb
from generator.sheets.marks import LONGEST_TICK_MM
from generator.sheets.room import BLEEDS_MM, LARGEST_GAP_MM, SHEET_BLEED_MM, bleeds_mm, is_small, room_taken
from generator.sheets.room import SMALL_MM as SMALL_MM
from generator.sheets.room import Layout as Layout
from generator.sheets.room import least_gap as least_gap
from generator.sheets.sheet import EPSILON_MM, Box, Format, Paper, from_corners

LARGEST_CARD_MM = 130.0
"""Pieces with a longer side come in one layout only, unless the workbook says otherwise."""


class Use(StrEnum):
    """What a component is, as the sheet Components may say: it decides how it shares pages."""

    CARDS = "cards"
    """Two files to choose from: as many as fit with shared edges, and as many as fit with a bleed each."""
    TOKENS = "tokens"
    """One file, as many to a page as fit."""
    SHARED = "shared"
    """One file with shared edges, for a knife: hexagons as a honeycomb, all other shapes as their boxes."""
    PAGE = "page"
    """One to a page, such as a player mat."""
    BOARD = "board"
    """One that may be larger than the paper: it is spread over several pages, which are glued together."""


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
    longest_mm: float = LONGEST_TICK_MM
    """Of the marks beyond its ends."""

    def trims(self) -> tuple[tuple[float, float], ...]:
        """Start and end of each cell."""
        step = self.size_mm + self.gutter_mm
        return tuple(
            (self.start_mm + i * step, self.start_mm + i * step + self.size_mm) for i in range(self.count)
        )


@dataclass(frozen=True, slots=True)
class Length:
    """A page along one axis: from edge to edge, and between what a printer leaves white at both ends."""

    page_mm: float
    room_mm: float
    measured: bool
    """Whether it is known what the printer leaves white: most print marks that begin in the usual border."""

    def shared_mm(self, *, strip: bool, single: bool) -> float:
        """The room of pieces that share edges, so that all their marks, and furniture, lie beside them.

        A `single` piece is cut along its edge if there is no room for marks.
        """
        marked = strip or (self.measured and not single)
        return self.room_mm - (2 * room_taken(strip) if marked else 0.0)


def lengths(paper: Paper) -> tuple[Length, Length]:
    """Width and height of a page."""
    across, down = paper.width_mm - 2 * paper.border_x_mm, paper.height_mm - 2 * paper.border_y_mm
    return (
        Length(paper.width_mm, across, paper.beside_mm is not None),
        Length(paper.height_mm, down, paper.above_mm is not None),
    )


MakeAxis = Callable[[Length, float, bool], Axis | None]
"""Page, piece length, whether furniture lies at the ends: the fullest axis, None for no piece."""


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
    def bleed_mm(self) -> float:
        """The bleed that every piece is sure to have outwards."""
        return self.x.bleed_mm

    @property
    def furniture_beside(self) -> bool:
        """Whether heading and ruler stand left and right of the pieces, not above and below."""
        return self.x.strip

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


CellPlan = Grid | Comb
"""What says where the pieces of a page go."""


# ---------------------------------------------------------------- choosing a grid


def choose_layouts(
    form: Format, paper: Paper, layouts: Iterable[Layout], *, use: Use | None = None
) -> tuple[CellPlan, ...]:
    """The grids to print this format in; none if it does not fit on a page.

    Cards come in every wanted layout, everything else in the one that suits it. Without `use` the size
    decides. Hexagons come as a honeycomb where that holds more.
    """
    return _chosen(form, paper, tuple(layouts), use or use_by_size(form))


@lru_cache(maxsize=256)
def _chosen(form: Format, paper: Paper, layouts: tuple[Layout, ...], use: Use) -> tuple[CellPlan, ...]:
    single = use in {Use.PAGE, Use.BOARD}
    if use is Use.SHARED:
        grid = shared_comb(form, paper) or butted(shared_form(form), paper)
        return (grid,) if grid else ()
    butted_grid, spaced_grid = butted(form, paper, single=single), spaced(form, paper, single=single)
    offered = {Layout.BUTTED: butted_grid, Layout.SPACED: spaced_grid}
    several = butted_grid and spaced_grid and max(butted_grid.count, spaced_grid.count) > 1
    if use is Use.CARDS and several:
        return tuple(grid for layout in Layout if layout in set(layouts) and (grid := offered[layout]))
    grid = butted_grid or spaced_grid
    comb = spaced_comb(form, paper) if not single else None
    if comb is not None and (grid is None or comb.count > grid.count):
        return (comb,)
    return (grid,) if grid else ()


def shared_form(form: Format) -> Format:
    """What is cut where edges are shared: hexagons and round corners as they are, all others as their box."""
    if form.shape in {Shape.HEXAGON, Shape.ROUNDED, Shape.STANDEE}:
        return form
    return replace(form, shape=Shape.RECTANGLE, path=(), folds=())


def use_by_size(form: Format) -> Use:
    """What a component is whose row does not say so."""
    short, long = sorted((form.width_mm, form.height_mm))
    return Use.CARDS if short >= SMALL_MM and long <= LARGEST_CARD_MM else Use.TOKENS


def butted(form: Format, paper: Paper, *, single: bool = False) -> Grid | None:
    """The most pieces with neighbouring edges shared and bleed round the outside only."""
    if not form.straight:
        return None

    def axis(page: Length, size_mm: float, strip: bool) -> Axis | None:
        count = how_many(page.shared_mm(strip=strip, single=single), size_mm, single)
        free = (page.room_mm - count * size_mm) / 2
        bleed = min(SHEET_BLEED_MM, max(0.0, free - room_taken(strip)))
        return middle_axis(page, count, size_mm, bleed, 0, strip)

    return _best(_grids(Layout.BUTTED, form, paper, axis))


def spaced(form: Format, paper: Paper, *, single: bool = False) -> Grid | None:
    """The most pieces that each have their own bleed, the wider bleed among equals."""
    bleeds = bleeds_mm(form, paper)
    best = _best(grid for bleed in bleeds for grid in _spaced_grids(form, paper, bleed, single))
    if is_small(form):
        return best
    for bleed in BLEEDS_MM:  # a large face takes the bleed that is left
        best = best or _best(_spaced_grids(form, paper, bleed, single))
    return best


def _spaced_grids(form: Format, paper: Paper, bleed_mm: float, single: bool) -> Iterator[Grid]:
    pointed = not form.straight
    closest = least_gap(form) if pointed else 0.0

    def axis(page: Length, size_mm: float, strip: bool) -> Axis | None:
        margin = 2 * room_taken(strip) if strip or pointed else 0
        cell = size_mm + 2 * bleed_mm
        count = how_many(page.room_mm - margin + closest, cell + closest, single)
        left = page.room_mm - count * cell - 2 * room_taken(strip)
        gap = max(0.0, min(LARGEST_GAP_MM, left / max(1, count - 1)))
        return middle_axis(page, count, size_mm, bleed_mm, 2 * bleed_mm + gap, strip)

    return _grids(Layout.SPACED, form, paper, axis)


def _grids(layout: Layout, form: Format, paper: Paper, axis: MakeAxis) -> Iterator[Grid]:
    """The fullest grid for paper and piece upright or turned, and furniture above or beside."""
    for page, rotation, strip_y in product((paper, paper.turned()), (0, 90), (True, False)):
        width, height = form.width_mm, form.height_mm
        if rotation:
            width, height = height, width
        across, down = lengths(page)
        x, y = axis(across, width, not strip_y), axis(down, height, strip_y)
        if x and y:
            yield Grid(layout, page, form, rotation, x, y)


def _best(grids: Iterable[Grid]) -> Grid | None:
    return max(
        grids,
        key=lambda g: (
            g.count,
            g.x.bleed_mm + g.y.bleed_mm,
            g.rotation == 0,
            g.y.strip,
            not g.paper.landscape,
        ),
        default=None,
    )


def how_many(room_mm: float, size_mm: float, single: bool = False) -> int:
    """How many lengths fit into a room; no more than one if it is `single`."""
    count = math.floor((room_mm + EPSILON_MM) / size_mm)
    return min(count, 1) if single else max(count, 0)


def extent_mm(count: int, size_mm: float, gutter_mm: float) -> float:
    """From the first cut line of so many cells to the last one."""
    return count * size_mm + (count - 1) * gutter_mm


def middle_axis(
    page: Length, count: int, size_mm: float, bleed_mm: float, gutter_mm: float, strip: bool
) -> Axis | None:
    """Cells in the middle of a page; None for no cell."""
    start = (page.page_mm - extent_mm(count, size_mm, gutter_mm)) / 2
    return Axis(count, size_mm, start, bleed_mm, gutter_mm, strip) if count else None
