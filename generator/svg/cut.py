"""Whether text is cut off: runs that reach beyond the line where a piece is cut out of its sheet."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from generator.ground.matrices import Edges, Matrix, corners, moved, within
from generator.ground.polygons import distance_to, is_convex
from generator.ground.problems import Problem, error
from generator.ground.shapes import Ellipse, Outline, Polygon, Shape, outline, sides
from generator.ground.units import PT_PER_MM
from generator.svg.boxes import on_page
from generator.svg.cut_shapes import Cut, read_shape
from generator.svg.values import ViewBox

LEAST_MM = 0.05
"""What reaches no further than this beyond the line is a matter of rounding."""

_INSIDE = {
    Shape.HEXAGON: (0.125, 0.25),
    Shape.CIRCLE: (0.147, 0.147),
    Shape.OCTAGON: (0.147, 0.147),
    Shape.TRIANGLE: (0.35, 0.3),
    Shape.PENTAGON: (0.12, 0.3),
    Shape.PATH: (0.5, 0.5),
}
"""Parts of width and height between a shape's box and a rectangle that lies wholly inside the shape."""
_OF_RADIUS = 1 - math.sqrt(0.5)
"""The same for round corners, as a part of their radius."""

_MEND = "Move it in, make it smaller or break it. A text that shall be cut off needs a clip-path."


@dataclass(frozen=True, slots=True)
class CutLine:
    """The cut line of one face. `matrix` leads from the page (pt, y up) to its mm, y down."""

    outline: Outline
    matrix: Matrix
    inside_pt: Edges
    """Left, bottom, right and top of a rectangle inside the cut line, on the page."""
    behind: Outline | None = None
    """The cut line as a back has it, if it is the mirror image: what is a back is not known here."""

    def clears(self, box: ViewBox, matrix: Matrix) -> bool:
        """Whether a box lies in the inner rectangle, once a matrix has brought it onto the page."""
        return within(on_page(box, matrix), self.inside_pt, 0.0)

    def beyond_mm(self, box: ViewBox, ink: Callable[[], Iterable[ViewBox]], matrix: Matrix) -> float:
        """How far ink reaches beyond the cut line, by the corners of the boxes around it; 0 if it does not.

        None of it leaves the `box`: where that lies well inside nothing has to be measured. The matrix leads
        from the boxes to the page.
        """
        if self.clears(box, matrix):
            return 0.0
        sx, _, _, sy, left, top = self.matrix
        placed = (
            moved(corner, matrix)
            for x, y, width, height in ink()
            for corner in corners((x, y, x + width, y + height))
        )
        reached = [(sx * x + left, sy * y + top) for x, y in placed]
        far = max((distance(self.outline, *corner) for corner in reached), default=0.0)
        if far > 0 and self.behind is not None:
            far = min(far, max(distance(self.behind, *corner) for corner in reached))
        return far


def cut_of(shape: str, width_mm: float, height_mm: float, bleed_mm: float) -> CutLine:
    """The cut line of a face that stands on its page with `bleed_mm` around it."""
    cut = read_shape(shape)
    aside, above = _inside(cut, width_mm, height_mm)
    inside = (aside, above, width_mm - aside, height_mm - above)
    left, bottom, right, top = ((bleed_mm + edge) * PT_PER_MM for edge in inside)
    down = (1 / PT_PER_MM, 0.0, 0.0, -1 / PT_PER_MM, -bleed_mm, height_mm + bleed_mm)
    line = outline(
        cut.shape, width_mm, height_mm, radius_mm=cut.number_mm, path=cut.points(width_mm, height_mm)
    )
    behind = None
    if cut.path and isinstance(line, Polygon):
        behind = Polygon(tuple((width_mm - x, y) for x, y in reversed(line.points)))
    return CutLine(line, down, (left, bottom, right, top), behind)


def _inside(cut: Cut, width_mm: float, height_mm: float) -> tuple[float, float]:
    """How far inside the box of a shape a rectangle lies that is wholly inside it, in mm."""
    if cut.shape is Shape.ROUNDED:
        radius = min(cut.number_mm, width_mm / 2, height_mm / 2)
        return _OF_RADIUS * radius, _OF_RADIUS * radius
    aside, above = _INSIDE.get(cut.shape, (0.0, 0.0))
    return aside * width_mm, above * height_mm


def distance(line: Outline, x_mm: float, y_mm: float) -> float:
    """How far a point lies outside an outline, in mm; negative inside. Of an ellipse it is an estimate."""
    if isinstance(line, Ellipse):
        across, down = (x_mm - line.x_mm) / line.radius_x_mm, (y_mm - line.y_mm) / line.radius_y_mm
        return (math.hypot(across, down) - 1) * min(line.radius_x_mm, line.radius_y_mm)
    if not is_convex(line.points):
        return distance_to(line.points, (x_mm, y_mm))
    return max(
        ((x_mm - ax) * (by - ay) - (y_mm - ay) * (bx - ax)) / math.dist((ax, ay), (bx, by))
        for (ax, ay), (bx, by) in sides(line.points)
    )


def cut_off(where: str, words: str, far_mm: float) -> Problem:
    """The Problem of a text that reaches beyond the cut line."""
    shown = f"{words[:40]}…" if len(words) > 40 else words
    return error(where, f"The text “{shown}” reaches {far_mm:.1f} mm beyond the cut line.", _MEND)
