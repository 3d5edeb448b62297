"""Outlines of what is cut out: where to cut and how far to paint.

Points are (x, y) in millimetres from the top-left corner of the box around the cut line, y downwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

BLEED_MM = 3.175
"""Paint beyond the cut line, on each side of every design page: the 1/8 inch that printers ask for."""

Point = tuple[float, float]


class Shape(StrEnum):
    """What the column Shape of the sheet Components may hold."""

    RECTANGLE = "rectangle"
    """Width and height as they are cut."""
    SQUARE = "square"
    """Width and height are both its side."""
    ROUNDED = "rounded"
    """A rectangle with round corners: `rounded 4` has a radius of 4 mm, `rounded` one of 3."""
    TRIANGLE = "triangle"
    """It stands on a side. With equal sides it is 60 × 52 mm."""
    PENTAGON = "pentagon"
    """It stands on a side. With equal sides it is 60 × 57 mm."""
    HEXAGON = "hexagon"
    """Wider than high it stands on a side, else on a corner. Regular ones: 60 × 52 mm and 52 × 60 mm."""
    OCTAGON = "octagon"
    """It stands on a side. With equal sides it is as wide as high."""
    CIRCLE = "circle"
    """Width and height are both its diameter."""
    TUCK_BOX = "tuck box"
    """Those of the folded box; its depth stands behind the word: `tuck box 22`."""
    STANDEE = "standee"
    """Those of the face that stands; its two feet are as deep as the number says: `standee 12`."""
    PATH = "M … Z"
    """Any outline, as the data of an SVG path: `M 0 0 L 30 0 L 15 40 Z`. It is stretched to its size."""


LAYOUT_WORDS = frozenset({"shared"})
"""What the column Layout may say also where its workbook does not list it."""
STRAIGHT = frozenset({Shape.RECTANGLE, Shape.SQUARE, Shape.ROUNDED, Shape.STANDEE})
"""Cut along the four sides of a box, from edge to edge of the paper."""
EQUAL_SIDED = frozenset({Shape.SQUARE, Shape.CIRCLE})
"""As wide as high."""
RADIUS_MM = 3.0
"""Of round corners whose radius the workbook does not give."""
CORNER_STEPS = 12
"""So many sides stand for the quarter of a circle: at a radius of 10 mm they keep within 0.03 mm of it."""
EPSILON = 1e-6
"""Two sides whose directions differ by less are one."""
_SHARPEST = 0.25
"""Where two sides meet at a sharper corner, its offset is no further out than four times as far."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed line through points, clockwise as seen on the page."""

    points: tuple[Point, ...]

    def moved(self, dx_mm: float, dy_mm: float) -> Polygon:
        """The same polygon elsewhere."""
        return Polygon(tuple((x + dx_mm, y + dy_mm) for x, y in self.points))


@dataclass(frozen=True, slots=True)
class Ellipse:
    """A circle, or an ellipse whose axes lie along the page's edges."""

    x_mm: float
    y_mm: float
    radius_x_mm: float
    radius_y_mm: float

    def moved(self, dx_mm: float, dy_mm: float) -> Ellipse:
        """The same ellipse elsewhere."""
        return Ellipse(self.x_mm + dx_mm, self.y_mm + dy_mm, self.radius_x_mm, self.radius_y_mm)


Outline = Polygon | Ellipse


def outline(
    shape: Shape,
    width_mm: float,
    height_mm: float,
    *,
    offset_mm: float = 0,
    radius_mm: float = RADIUS_MM,
    path: tuple[Point, ...] = (),
) -> Outline:
    """The cut line of a shape, moved outwards by `offset_mm` (inwards if negative).

    A hexagon stands on a side if it is wider than high (The Game Crafter's hex tile, 95.25 x 82.55 mm),
    and on a corner if not. `radius_mm` is for round corners, `path` has the points of any other outline.
    """
    if shape is Shape.CIRCLE:
        return Ellipse(width_mm / 2, height_mm / 2, width_mm / 2 + offset_mm, height_mm / 2 + offset_mm)
    if shape is Shape.ROUNDED:
        radius = max(0.0, min(radius_mm, width_mm / 2, height_mm / 2) + offset_mm)
        corners = tuple(offset_sides(_rectangle(width_mm, height_mm), [offset_mm] * 4))
        return Polygon(_rounded(corners, radius))
    corners = path or _corners(shape, width_mm, height_mm)
    if not offset_mm:
        return Polygon(corners)
    if path:
        return Polygon(tuple(_swollen(corners, offset_mm)))
    return Polygon(tuple(offset_sides(corners, [offset_mm] * len(corners))))


def _corners(shape: Shape, width_mm: float, height_mm: float) -> tuple[Point, ...]:
    if shape is Shape.HEXAGON:
        return _hexagon(width_mm, height_mm)
    if shape in _SIDES:
        return _regular(_SIDES[shape], width_mm, height_mm)
    return _rectangle(width_mm, height_mm)


_SIDES = {Shape.TRIANGLE: 3, Shape.PENTAGON: 5, Shape.OCTAGON: 8}


def _regular(count: int, width_mm: float, height_mm: float) -> tuple[Point, ...]:
    """A regular polygon that stands on a side, stretched to its box; the highest corner comes first."""
    first = -math.pi / 2 + (0 if count % 2 else math.pi / count)
    turns = [first + 2 * math.pi * corner / count for corner in range(count)]
    return stretched([(math.cos(turn), math.sin(turn)) for turn in turns], width_mm, height_mm)


def stretched(points: Sequence[Point], width_mm: float, height_mm: float) -> tuple[Point, ...]:
    """Points moved and stretched so that the box around them has a corner at 0 and this size."""
    xs, ys = zip(*points, strict=True)
    wide, high = width_mm / (max(xs) - min(xs)), height_mm / (max(ys) - min(ys))
    return tuple((round((x - min(xs)) * wide, 6), round((y - min(ys)) * high, 6)) for x, y in points)


def _rounded(corners: Sequence[Point], radius_mm: float) -> tuple[Point, ...]:
    """The points of a rectangle whose corners, from the top left on, are quarters of a circle."""
    if not radius_mm:
        return tuple(corners)
    points: list[Point] = []
    for (x, y), (right, down), first in zip(corners, _INWARDS, (180, 270, 0, 90), strict=True):
        cx, cy = x + right * radius_mm, y + down * radius_mm
        for step in range(CORNER_STEPS + 1):
            turn = math.radians(first + 90 * step / CORNER_STEPS)
            points.append((cx + radius_mm * math.cos(turn), cy + radius_mm * math.sin(turn)))
    return tuple(points)


_INWARDS = ((1, 1), (-1, 1), (-1, -1), (1, -1))
"""From each corner of a box, the way to its middle."""


def _rectangle(width_mm: float, height_mm: float) -> tuple[Point, ...]:
    return ((0, 0), (width_mm, 0), (width_mm, height_mm), (0, height_mm))


def _hexagon(width_mm: float, height_mm: float) -> tuple[Point, ...]:
    w, h = width_mm, height_mm
    if w > h:
        return ((w / 4, 0), (3 * w / 4, 0), (w, h / 2), (3 * w / 4, h), (w / 4, h), (0, h / 2))
    return ((w / 2, 0), (w, h / 4), (w, 3 * h / 4), (w / 2, h), (0, 3 * h / 4), (0, h / 4))


def _swollen(corners: tuple[Point, ...], offset_mm: float) -> Iterator[Point]:
    """What lies no further than `offset_mm` from an area that may have bays, as a line that may cross itself.

    Filled by the rule of the nonzero winding number, which is what clips of a PDF do, it is all of that: at a
    corner that points inwards the line returns to the corner itself.
    """
    normals = _normals(corners)
    for index, (x, y) in enumerate(corners):
        (ax, ay), (bx, by) = normals[index - 1], normals[index]
        if (ax * by - ay * bx) * offset_mm < -EPSILON:
            yield x + offset_mm * ax, y + offset_mm * ay
            yield x, y
            yield x + offset_mm * bx, y + offset_mm * by
        else:
            reach = offset_mm / max(1 + ax * bx + ay * by, _SHARPEST)
            yield x + reach * (ax + bx), y + reach * (ay + by)


def _normals(corners: tuple[Point, ...]) -> list[Point]:
    """Outwards from each side, one long."""
    return [
        ((by - ay) / math.dist(a, b), (ax - bx) / math.dist(a, b))
        for a, b in sides(corners)
        for (ax, ay), (bx, by) in [(a, b)]
    ]


def offset_sides(corners: tuple[Point, ...], offsets_mm: Sequence[float]) -> Iterator[Point]:
    """Each side moved outwards by its own length; a corner is where two moved sides meet."""
    normals = _normals(corners)
    for index, (x, y) in enumerate(corners):
        (ax, ay), (bx, by) = normals[index - 1], normals[index]
        before, after = offsets_mm[index - 1], offsets_mm[index]
        if before == after:
            reach = before / (1 + ax * bx + ay * by)
            yield x + reach * (ax + bx), y + reach * (ay + by)
        else:
            turn = ax * by - ay * bx
            dx, dy = (before * by - after * ay) / turn, (after * ax - before * bx) / turn
            yield x + dx, y + dy


def sides(corners: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    """The sides of a polygon, in order."""
    return zip(corners, corners[1:] + corners[:1], strict=True)
