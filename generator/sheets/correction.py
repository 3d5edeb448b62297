"""How far a printer's backs lie off their fronts, and where they have to be printed so that they do not.

As seen on the printed back, page upright: x to the right, y downwards, degrees clockwise about the middle of
the page. What is printed at a point comes to lie turned by the degrees and then moved by both lengths.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from generator.ground.shapes import Point
from generator.ground.units import pt

MOST_MM = 10.0
"""A back that is further off was turned round the wrong edge, or not printed at 100 %."""
MOST_DEGREES = 2.0


@dataclass(frozen=True, slots=True)
class Correction:
    """By how much the backs are off; they are printed by as much to the other side."""

    dx_mm: float = 0.0
    dy_mm: float = 0.0
    degrees: float = 0.0

    def __bool__(self) -> bool:
        """Whether there is anything to correct."""
        return bool(self.dx_mm or self.dy_mm or self.degrees)

    def aimed(self, point: Point, middle: Point) -> Point:
        """Where to print what is to land at a point of a page with this middle."""
        cos, sin = self._turn
        x, y = point[0] - middle[0] - self.dx_mm, point[1] - middle[1] - self.dy_mm
        return middle[0] + x * cos + y * sin, middle[1] - x * sin + y * cos

    def matrix(self, width_mm: float, height_mm: float) -> tuple[float, float, float, float, float, float]:
        """The same for a whole page of PDF, in points from its lower left corner: ISO 32000-1, 8.3.3."""
        cos, sin = self._turn
        x, y = self.aimed((0, height_mm), (width_mm / 2, height_mm / 2))
        return cos, sin, -sin, cos, pt(x), pt(height_mm - y)

    def reach_mm(self, width_mm: float, height_mm: float) -> Point:
        """How far anything on a page of this size is moved at most, along x and along y."""
        cos, sin = self._turn
        slack = 1 - cos
        return (
            abs(self.dx_mm) + abs(sin) * (height_mm / 2 + abs(self.dy_mm)) + slack * width_mm / 2,
            abs(self.dy_mm) + abs(sin) * (width_mm / 2 + abs(self.dx_mm)) + slack * height_mm / 2,
        )

    @property
    def _turn(self) -> tuple[float, float]:
        angle = math.radians(self.degrees)
        return math.cos(angle), math.sin(angle)
