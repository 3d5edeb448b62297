"""Crop marks, and the room that marks and page furniture take, as data.

Marks keep clear of the paint, so that none shows on a piece that was cut a little wide. They stand at
both ends of every cut line and, where pieces have gutters, at every corner: one can cut from mark to
mark and keep the frame, or part the pieces first, and still has marks for the second cut.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from generator.ground.shapes import Outline, Point, Polygon, sides
from generator.sheets.sheet import EPSILON_MM, Box, Mark, Paper, Strip

CLEAR_MM = 0.3
"""White between paint and mark."""
TICK_MM = 1.5
"""A mark is at least this long."""
LONGEST_TICK_MM = 4.0
INNER_TICK_MM = 3.0
"""Of a mark beside the fold of a gutterfold sheet, which it does not reach."""
STRIP_MM = 2.4
"""Depth of one line of page furniture."""
TICK_ROOM_MM = CLEAR_MM + TICK_MM
STRIP_ROOM_MM = TICK_ROOM_MM + STRIP_MM
_EDGE_MM = 2.0
"""Marks that have no room inside the printable border run to this distance from the paper's edge."""

_FLATTEST = 0.2
GUIDE_MM = 0.15
"""From a cut line to the middle of the light line outside it, which is 0.1 mm wide."""

Interval = tuple[float, float]


def strips(paper: Paper, *, vertical: bool, border_mm: float = 0.0) -> tuple[Strip, Strip]:
    """Room for the heading and for the ruler, along opposite edges of the printable area.

    They keep `border_mm` from the paper's edge, even if a printer reaches further.
    """
    room = paper.page.grown(-max(border_mm, paper.border_x_mm), -max(border_mm, paper.border_y_mm))
    if vertical:
        return (
            Strip(Box(room.x_mm, room.y_mm, STRIP_MM, room.height_mm), rotation=270),
            Strip(Box(room.right_mm - STRIP_MM, room.y_mm, STRIP_MM, room.height_mm), rotation=270),
        )
    return (
        Strip(Box(room.x_mm, room.y_mm, room.width_mm, STRIP_MM)),
        Strip(Box(room.x_mm, room.bottom_mm - STRIP_MM, room.width_mm, STRIP_MM)),
    )


@dataclass(frozen=True, slots=True)
class Margins:
    """What lies beyond both ends of the pieces along one axis of a page."""

    page_mm: float
    border_mm: float
    bleed_mm: float
    strip: bool
    """Whether page furniture lies there too."""
    longest_mm: float = LONGEST_TICK_MM
    """Of a mark."""

    def ticks(self, first_mm: float, last_mm: float) -> tuple[Interval, Interval]:
        """The marks before the first and after the last trim line, each from outer to inner end."""
        before, after = self._tick(first_mm), self._tick(self.page_mm - last_mm)
        return before, (self.page_mm - after[0], self.page_mm - after[1])

    def _tick(self, margin_mm: float) -> Interval:
        inner = margin_mm - self.bleed_mm - CLEAR_MM
        outermost = self.border_mm + (STRIP_MM if self.strip else 0)
        if inner - outermost < TICK_MM - EPSILON_MM and not self.strip:
            outermost = min(_EDGE_MM, self.border_mm)
        return max(outermost, inner - self.longest_mm), inner


def grid_marks(
    *, columns: tuple[Interval, ...], rows: tuple[Interval, ...], beside: Margins, above: Margins
) -> tuple[Mark, ...]:
    """Marks for a grid of rectangles: `beside` are the margins left and right, `above` top and bottom."""
    upright = [
        Mark((cut, start), (cut, end), halo)
        for cut in _cuts(columns)
        for start, end, halo in _ticks(rows, above)
    ]
    level = [
        Mark((start, cut), (end, cut), halo)
        for cut in _cuts(rows)
        for start, end, halo in _ticks(columns, beside)
    ]
    return tuple(upright + level)


def _cuts(spans: tuple[Interval, ...]) -> list[float]:
    return sorted({round(position, 6) for span in spans for position in span})


def _ticks(along: tuple[Interval, ...], margins: Margins) -> Iterator[tuple[float, float, bool]]:
    """Start and end of each mark of one cut line, and whether the mark crosses paint."""
    for start, end in margins.ticks(along[0][0], along[-1][1]):
        yield start, end, False
    for (_, end), (start, _) in pairwise(along):
        near, far = end + margins.bleed_mm + CLEAR_MM, start - margins.bleed_mm - CLEAR_MM
        if far - near > 2 * LONGEST_TICK_MM:  # the fold of a gutterfold sheet lies between
            yield near, near + INNER_TICK_MM, False
            yield far - INNER_TICK_MM, far, False
        elif start - end >= TICK_MM:
            yield _gutter_tick(end, start, margins.bleed_mm)


def _gutter_tick(end_mm: float, start_mm: float, bleed_mm: float) -> tuple[float, float, bool]:
    """A mark in the middle of a gutter, between the two bleeds or, if they touch, across their rims."""
    gap = start_mm - end_mm - 2 * bleed_mm
    length = max(gap, TICK_MM)
    middle = (start_mm + end_mm) / 2
    return middle - length / 2, middle + length / 2, gap < length


def shape_marks(cut: Outline, *, bleed_mm: float, gap_mm: float) -> Iterator[Mark]:
    """Marks for one polygon (the ends of its cut lines) or one circle (its four quarters).

    They reach into the gap between the bleeds of neighbours, and not into a neighbour's bleed; where there
    is no gap they lie across both bleeds.
    """
    length = min(TICK_MM, gap_mm - 2 * CLEAR_MM)
    near = bleed_mm + CLEAR_MM
    crosses = isinstance(cut, Polygon) and gap_mm < 2 * CLEAR_MM
    if crosses:
        near, length = bleed_mm + gap_mm / 2, TICK_MM
    if isinstance(cut, Polygon):
        points = cut.points
        for index, (start, end) in enumerate(sides(points)):
            yield _beyond(start, end, points[index - 1], near, length, across=crosses)
            yield _beyond(end, start, points[(index + 2) % len(points)], near, length, across=crosses)
        return
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        far = near + length
        rx, ry = cut.radius_x_mm, cut.radius_y_mm
        yield Mark(
            (cut.x_mm + dx * (rx + near), cut.y_mm + dy * (ry + near)),
            (cut.x_mm + dx * (rx + far), cut.y_mm + dy * (ry + far)),
        )


def _beyond(
    corner: Point, second: Point, third: Point, aside_mm: float, length_mm: float, *, across: bool
) -> Mark:
    """A mark on the line of a side, beyond its corner and as far as `aside_mm` from the side to `third`.

    A mark that lies `across` the bleed of two pieces has its middle there, else it begins there.
    """
    length = math.dist(corner, second)
    dx, dy = (corner[0] - second[0]) / length, (corner[1] - second[1]) / length
    beside = math.dist(corner, third)
    ex, ey = (third[0] - corner[0]) / beside, (third[1] - corner[1]) / beside
    near = aside_mm / max(abs(dx * ey - dy * ex), _FLATTEST) - (length_mm / 2 if across else 0)
    far = near + length_mm
    start, end = (
        (corner[0] + dx * near, corner[1] + dy * near),
        (corner[0] + dx * far, corner[1] + dy * far),
    )
    return Mark(start, end, halo=across)
