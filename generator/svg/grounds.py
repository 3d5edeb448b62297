"""What lies under a point of a face: the colours painted there, in the order of drawing.

The painter notes every fill as it draws; geometry is worked out only when somebody asks. What has no one
colour (pictures, gradients, whatever is clipped or composed as a group) is an unknown ground, and so is
the room of every text and icon: nothing is guessed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.ground.matrices import Matrix, moved, undone
from generator.ground.shapes import Point
from generator.svg.arcs import Segments, on_curve
from generator.svg.boxes import on_page
from generator.svg.nodes import Node
from generator.svg.outlines import rectangle, shape
from generator.svg.values import Rgb, ViewBox

MOST_ASKED = 60_000
"""Looks at what may lie under a point, of one face. Behind them all is unknown."""
_CORNERS = 50
"""As many corners of an outline cost one look."""
_CURVE = 6
"""Straight pieces for a curve: a card's rounded corner is off by some hundredths of a millimetre."""


class Coat(NamedTuple):
    """One paint under a point; `place` is the line of the template that painted it."""

    rgb: Rgb
    alpha: float
    place: str


@dataclass(slots=True)
class Painted:
    """Something painted, in user units under a matrix that leads to the page; no colour is an unknown one."""

    matrix: Matrix
    outline: Node | ViewBox
    layer: Coat | None
    evenodd: bool = False
    boxed: float | None = None
    """How far a thick line without a fill reaches beyond its outline: all of its box counts."""
    _box: ViewBox | None = None
    """Left, top, right, bottom on the page; made when first needed."""
    _polygons: tuple[tuple[Point, ...], ...] | None = None

    def box(self) -> ViewBox:
        """A box on the page that the paint does not leave."""
        if self._box is None:
            box = _hull(_segments(self.outline)) if isinstance(self.outline, Node) else self.outline
            if box is not None and self.boxed is not None:
                bleed = self.boxed
                box = (box[0] - bleed, box[1] - bleed, box[2] + 2 * bleed, box[3] + 2 * bleed)
            self._box = on_page(box, self.matrix) if box is not None else (0.0, 0.0, -1.0, -1.0)
        return self._box

    def covers(self, point: Point) -> tuple[bool, int]:
        """Whether the paint is at a point of the page, and what it cost to find out."""
        left, low, right, high = self.box()
        if not (left <= point[0] <= right and low <= point[1] <= high):
            return False, 1
        if self.boxed is not None or not isinstance(self.outline, Node):
            return True, 1  # in doubt, where a box is turned
        back = undone(self.matrix)
        if back is None:
            return False, 1
        if self._polygons is None:
            self._polygons = _polygons(_segments(self.outline))
        polygons = self._polygons
        cost = 1 + sum(map(len, polygons)) // _CORNERS
        turns = sum(_turns(moved(point, back), polygon) for polygon in polygons)
        return bool(turns % 2 if self.evenodd else turns), cost


@dataclass(slots=True)
class Grounds:
    """Everything painted on a face so far."""

    paints: list[Painted] = field(default_factory=list)
    asked: int = 0

    def blur(self, begin: int) -> None:
        """What was painted from `begin` on was composed as a whole: its colours are not what one sees."""
        for paint in self.paints[begin:]:
            paint.layer = None

    def under(self, point: Point) -> tuple[Coat, ...] | None:
        """The paints at a point of the page, the topmost first, down to an opaque one or the bare paper.

        None if the ground there is unknown.
        """
        layers: list[Coat] = []
        x, y = point
        for paint in reversed(self.paints):
            if self.asked > MOST_ASKED:
                return None
            left, low, right, high = paint._box or paint.box()
            if not (left <= x <= right and low <= y <= high):
                self.asked += 1
                continue
            covered, cost = paint.covers(point)
            self.asked += cost
            if not covered:
                continue
            if paint.layer is None:
                return None
            layers.append(paint.layer)
            if paint.layer.alpha >= _OPAQUE:
                break
        return tuple(layers)


_OPAQUE = 0.995
PAPER: Rgb = (1.0, 1.0, 1.0)


def blended(layers: tuple[Coat, ...]) -> Rgb:
    """The colour that is seen, the topmost layer first, on white paper."""
    colour = PAPER
    for layer in reversed(layers):
        colour = tuple(
            layer.alpha * a + (1 - layer.alpha) * b for a, b in zip(layer.rgb, colour, strict=True)
        )  # type: ignore[assignment]
    return colour


def spots(box: ViewBox, matrix: Matrix, at: tuple[Point, ...]) -> Iterator[Point]:
    """Points of the page, given in parts of a box in user units."""
    x, y, width, height = box
    for right, down in at:
        yield moved((x + right * width, y + down * height), matrix)


def scale_of(matrix: Matrix) -> float:
    """How many points of the page a user unit is."""
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))


def _hull(segments: Segments) -> ViewBox | None:
    """A box that holds an outline with its handles."""
    xs = [value for _, at in segments for value in at[::2]]
    ys = [value for _, at in segments for value in at[1::2]]
    return (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) if xs else None


def _segments(outline: Node | ViewBox) -> Segments:
    return shape(outline.tag, outline.attrs) if isinstance(outline, Node) else rectangle(*outline)


def _polygons(segments: Segments) -> tuple[tuple[Point, ...], ...]:
    """An outline as closed polygons."""
    polygons: list[list[Point]] = []
    for operator, at in segments:
        if operator == "m":
            polygons.append([(at[0], at[1])])
        elif operator == "l":
            polygons[-1].append((at[0], at[1]))
        elif operator == "c":
            polygons[-1] += on_curve(polygons[-1][-1], at, _CURVE)
    return tuple(tuple(polygon) for polygon in polygons if len(polygon) > 2)


def _turns(point: Point, polygon: tuple[Point, ...]) -> int:
    """How often a polygon goes round a point."""
    x, y = point
    turns = 0
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay <= y) != (by <= y) and (x < ax + (y - ay) * (bx - ax) / (by - ay)):
            turns += 1 if by > ay else -1
        ax, ay = bx, by
    return turns
