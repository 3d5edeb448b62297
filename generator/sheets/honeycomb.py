"""Hexagons in offset rows or columns, each half a piece further than its neighbours, as in a honeycomb.

Worked out for columns of hexagons that stand on a side, one column half a piece lower than the next; a page
of hexagons that stand on a corner is the same with x and y exchanged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from generator.ground.shapes import Shape
from generator.sheets.room import SHEET_BLEED_MM, Layout, bleeds_mm, least_gap, room_taken
from generator.sheets.sheet import EPSILON_MM, Box, Format, Paper


@dataclass(frozen=True, slots=True)
class Comb:
    """Cells for hexagons on one page."""

    layout: Layout
    paper: Paper
    format: Format
    rotation: int
    cells: tuple[Box, ...]
    bleed_mm: float
    gap_mm: float
    """Between two bleeds; marks lie there, or across both where they touch."""
    furniture_beside: bool

    @property
    def count(self) -> int:
        """How many pieces a page holds."""
        return len(self.cells)

    @property
    def kind(self) -> str:
        """The layout in a few words, for the sheet itself."""
        if self.layout is Layout.BUTTED:
            return f"honeycomb of {self.count}, edges shared"
        return f"honeycomb of {self.count}, bleed {self.bleed_mm:g} mm"

    def cell(self, index: int) -> Box:
        """The trim box of a cell, counted row by row or column by column."""
        return self.cells[index]


_OUTER_MM = (SHEET_BLEED_MM, 2.0, 1.0, 0.5)


def shared_comb(form: Format, paper: Paper) -> Comb | None:
    """The most hexagons with neighbouring edges shared and bleed round the outside only."""
    return _fullest(Layout.BUTTED, form, paper, ((bleed, 0.0, 0.0) for bleed in _OUTER_MM))


def spaced_comb(form: Format, paper: Paper) -> Comb | None:
    """The most hexagons that each have their own bleed, the wider bleed among equals."""
    spaces = product(bleeds_mm(form, paper), (least_gap(form), 0.0))
    return _fullest(Layout.SPACED, form, paper, ((bleed, gap, 2 * bleed + gap) for bleed, gap in spaces))


def _fullest(
    layout: Layout, form: Format, paper: Paper, spaces: Iterable[tuple[float, float, float]]
) -> Comb | None:
    """The comb with the most hexagons; a space is a bleed, a gap, and how far cut lines are apart."""
    if form.shape is not Shape.HEXAGON:
        return None
    combs = (
        Comb(layout, page, form, rotation, cells, bleed, gap, beside)
        for bleed, gap, apart in spaces
        for page, rotation, cells, beside in _combs(form, paper, bleed, apart)
        if cells
    )
    return max(
        combs,
        key=lambda c: (
            c.count,
            c.gap_mm,
            c.bleed_mm,
            c.rotation == 0,
            not c.furniture_beside,
            not c.paper.landscape,
        ),
        default=None,
    )


_Found = tuple[Paper, int, tuple[Box, ...], bool]


def _combs(form: Format, paper: Paper, bleed_mm: float, apart_mm: float) -> Iterator[_Found]:
    """Every way to lay hexagons on a page, `apart_mm` from cut line to cut line."""
    for page, rotation, strip_x in product((paper, paper.turned()), (0, 90), (False, True)):
        width, height = form.width_mm, form.height_mm
        on_side = width > height
        if rotation:
            width, height, on_side = height, width, not on_side
        room_x = page.width_mm - 2 * (page.border_x_mm + room_taken(strip_x) + bleed_mm)
        room_y = page.height_mm - 2 * (page.border_y_mm + room_taken(not strip_x) + bleed_mm)
        if on_side:
            cells = _columns(width, height, room_x, room_y, apart_mm)
        else:
            cells = [
                Box(c.y_mm, c.x_mm, c.height_mm, c.width_mm)
                for c in _columns(height, width, room_y, room_x, apart_mm)
            ]
        yield page, rotation, _centred(cells, page), strip_x


def _columns(width: float, height: float, room_x: float, room_y: float, apart: float) -> list[Box]:
    """Columns of hexagons that stand on a side, the first piece at 0, 0; none if not one fits."""
    step_y = height + apart
    # Two slanted sides face each other: their distance along the normal of both is `apart`.
    slant = math.hypot(height / 2, width / 4)
    step_x = (width * height / 2 + apart * slant - step_y / 2 * width / 4) / (height / 2)
    columns = _fitting(room_x, width, step_x)
    rows, lower = _fitting(room_y, height, step_y), _fitting(room_y - step_y / 2, height, step_y)
    return [
        Box(column * step_x, row * step_y + (step_y / 2 if column % 2 else 0), width, height)
        for column in range(columns)
        for row in range(lower if column % 2 else rows)
    ]


def _fitting(room: float, size: float, step: float) -> int:
    return max(0, math.floor((room - size + EPSILON_MM) / step) + 1)


def _centred(cells: list[Box], page: Paper) -> tuple[Box, ...]:
    if not cells:
        return ()
    x = (page.width_mm - max(cell.right_mm for cell in cells)) / 2
    y = (page.height_mm - max(cell.bottom_mm for cell in cells)) / 2
    return tuple(Box(cell.x_mm + x, cell.y_mm + y, cell.width_mm, cell.height_mm) for cell in cells)
