"""Outlines of what is cut out: where to cut and how far to paint.

Points are (x, y) in millimetres from the top-left corner of the box around the cut line, y downwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

BLEED_MM = 3.0
"""Paint beyond the cut line; every design page carries this much on each side."""

Point = tuple[float, float]


class Shape(StrEnum):
    """What the column Shape of the sheet Components may hold."""

    RECTANGLE = "rectangle"
    """Width and height as they are cut."""
    HEXAGON = "hexagon"
    """Wider than high it stands on a side, else on a corner. Regular ones: 60 × 52 mm and 52 × 60 mm."""
    CIRCLE = "circle"
    """Width and height are both its diameter."""


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


def outline(shape: Shape, width_mm: float, height_mm: float, *, offset_mm: float = 0) -> Outline:
    """The cut line of a shape, moved outwards by `offset_mm` (inwards if negative).

    A hexagon stands on a side if it is wider than high (The Game Crafter's hex tile, 95.25 x 82.55 mm),
    and on a corner if not.
    """
    if shape is Shape.CIRCLE:
        return Ellipse(width_mm / 2, height_mm / 2, width_mm / 2 + offset_mm, height_mm / 2 + offset_mm)
    corners = _hexagon(width_mm, height_mm) if shape is Shape.HEXAGON else _rectangle(width_mm, height_mm)
    return Polygon(tuple(_offset(corners, offset_mm)) if offset_mm else corners)


def _rectangle(width_mm: float, height_mm: float) -> tuple[Point, ...]:
    return ((0, 0), (width_mm, 0), (width_mm, height_mm), (0, height_mm))


def _hexagon(width_mm: float, height_mm: float) -> tuple[Point, ...]:
    w, h = width_mm, height_mm
    if w > h:
        return ((w / 4, 0), (3 * w / 4, 0), (w, h / 2), (3 * w / 4, h), (w / 4, h), (0, h / 2))
    return ((w / 2, 0), (w, h / 4), (w, 3 * h / 4), (w / 2, h), (0, 3 * h / 4), (0, h / 4))


def _offset(corners: tuple[Point, ...], offset_mm: float) -> Iterator[Point]:
    """Every side moved outwards in parallel; a corner is where two moved sides meet."""
    normals = [
        ((by - ay) / math.dist(a, b), (ax - bx) / math.dist(a, b))
        for a, b in sides(corners)
        for (ax, ay), (bx, by) in [(a, b)]
    ]
    for index, (x, y) in enumerate(corners):
        (ax, ay), (bx, by) = normals[index - 1], normals[index]
        reach = offset_mm / (1 + ax * bx + ay * by)
        yield x + reach * (ax + bx), y + reach * (ay + by)


def sides(corners: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    """The sides of a polygon, in order."""
    return zip(corners, corners[1:] + corners[:1], strict=True)
