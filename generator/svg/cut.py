"""Whether text is cut off: runs that reach beyond the line where a piece is cut out of its sheet."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from generator.ground.problems import Problem, error
from generator.ground.shapes import Ellipse, Outline, Shape, outline, sides
from generator.ground.units import PT_PER_MM
from generator.svg.values import Matrix, ViewBox

LEAST_MM = 0.05
"""What reaches no further than this beyond the line is a matter of rounding."""

_INSIDE = {Shape.RECTANGLE: (0.0, 0.0), Shape.HEXAGON: (0.125, 0.25), Shape.CIRCLE: (0.147, 0.147)}
"""Parts of width and height between a shape's box and a rectangle that lies wholly inside the shape."""

_MEND = "Move it in, make it smaller or break it. A text that shall be cut off needs a clip-path."


@dataclass(frozen=True, slots=True)
class CutLine:
    """The cut line of one face. `matrix` leads from the page (pt, y up) to its mm, y down."""

    outline: Outline
    matrix: Matrix
    inside_pt: ViewBox
    """Left, bottom, right and top of a rectangle inside the cut line, on the page."""

    def clears(self, box: ViewBox, matrix: Matrix) -> bool:
        """Whether a box lies in the inner rectangle, once a matrix has brought it onto the page."""
        (x, y, width, height), (a, b, c, d, e, f) = box, matrix
        left, bottom, right, top = self.inside_pt
        x, y = a * x + c * y + e, b * x + d * y + f
        ax, ay, bx, by = a * width, b * width, c * height, d * height
        return (
            x + min(ax, 0) + min(bx, 0) >= left
            and x + max(ax, 0) + max(bx, 0) <= right
            and y + min(ay, 0) + min(by, 0) >= bottom
            and y + max(ay, 0) + max(by, 0) <= top
        )

    def beyond_mm(self, boxes: Iterable[ViewBox], matrix: Matrix) -> float:
        """How far the corners of boxes reach beyond the cut line; 0 or less if they do not."""
        a, b, c, d, e, f = matrix
        sx, _, _, sy, left, top = self.matrix
        corners = (
            (sx * (a * u + c * v + e) + left, sy * (b * u + d * v + f) + top)
            for x, y, width, height in boxes
            for u in (x, x + width)
            for v in (y, y + height)
        )
        return max((distance(self.outline, *corner) for corner in corners), default=0.0)


def cut_of(shape: str, width_mm: float, height_mm: float, bleed_mm: float) -> CutLine:
    """The cut line of a face that stands on its page with `bleed_mm` around it."""
    kind = Shape(shape)
    aside, above = _INSIDE[kind][0] * width_mm, _INSIDE[kind][1] * height_mm
    inside = (aside, above, width_mm - aside, height_mm - above)
    left, bottom, right, top = ((bleed_mm + edge) * PT_PER_MM for edge in inside)
    down = (1 / PT_PER_MM, 0.0, 0.0, -1 / PT_PER_MM, -bleed_mm, height_mm + bleed_mm)
    return CutLine(outline(kind, width_mm, height_mm), down, (left, bottom, right, top))


def distance(line: Outline, x_mm: float, y_mm: float) -> float:
    """How far a point lies outside an outline, in mm; negative inside. Of an ellipse it is an estimate."""
    if isinstance(line, Ellipse):
        across, down = (x_mm - line.x_mm) / line.radius_x_mm, (y_mm - line.y_mm) / line.radius_y_mm
        return (math.hypot(across, down) - 1) * min(line.radius_x_mm, line.radius_y_mm)
    return max(
        ((x_mm - ax) * (by - ay) - (y_mm - ay) * (bx - ax)) / math.dist((ax, ay), (bx, by))
        for (ax, ay), (bx, by) in sides(line.points)
    )


def cut_off(where: str, words: str, far_mm: float) -> Problem:
    """The Problem of a text that reaches beyond the cut line."""
    shown = f"{words[:40]}…" if len(words) > 40 else words
    return error(where, f"The text “{shown}” reaches {far_mm:.1f} mm beyond the cut line.", _MEND)
