"""What a picture of a scene points at, as values: discs with marks, arrows, lit areas, and a view."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from generator.ground.shapes import Polygon
from generator.sheets.sheet import Box, around

Spread = tuple[tuple[float, float], ...]
"""The corners of an area on the table."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A mark in a disc; with a `point` a fine line leads there from it."""

    mark: str
    text: str
    x_mm: float
    y_mm: float
    point: tuple[float, float] | None = None

    def moved(self, dx_mm: float, dy_mm: float) -> Disc:
        """The same elsewhere."""
        point = (self.point[0] + dx_mm, self.point[1] + dy_mm) if self.point is not None else None
        return replace(self, x_mm=self.x_mm + dx_mm, y_mm=self.y_mm + dy_mm, point=point)


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from one point to another."""

    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Notes:
    """What a picture of a scene points at."""

    discs: tuple[Disc, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    lit: tuple[Spread, ...] = ()
    """If there are some, all else is veiled."""
    view: Spread = ()
    """If there is one, nothing beyond is shown."""

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """Each mark that says something with what it says."""
        texts: dict[str, str] = {}
        for disc in self.discs:
            if disc.text:
                texts.setdefault(disc.mark, disc.text)
        return tuple(texts.items())

    def moved(self, dx_mm: float, dy_mm: float) -> Notes:
        """The same elsewhere."""

        def at(points: Spread) -> Spread:
            return tuple((x + dx_mm, y + dy_mm) for x, y in points)

        return Notes(
            tuple(disc.moved(dx_mm, dy_mm) for disc in self.discs),
            tuple(Arrow(*at((arrow.start, arrow.end))) for arrow in self.arrows),
            tuple(map(at, self.lit)),
            at(self.view),
        )


NO_NOTES = Notes()
_WITHIN = 0.45
"""How deep an arrow begins and ends inside of what it leads between, as a part of the way to its middle."""


def middle_of(points: Spread) -> tuple[float, float]:
    """The middle of an area."""
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def arrow_between(start: Spread, end: Spread) -> Arrow:
    """An arrow from one area to another: it begins and ends well inside, and hides neither middle."""
    one, second = middle_of(start), middle_of(end)
    first = _edge(around(Polygon(start)), one, second)
    last = _edge(around(Polygon(end)), second, one)
    if first + last >= 1:  # one lies in the other
        return Arrow(one, second)
    dx, dy = second[0] - one[0], second[1] - one[1]
    return Arrow((one[0] + dx * first, one[1] + dy * first), (second[0] - dx * last, second[1] - dy * last))


def _edge(box: Box, middle: tuple[float, float], target: tuple[float, float]) -> float:
    """Which part of the way to a target lies in a box, less what an arrow reaches into it."""
    across, down = abs(target[0] - middle[0]), abs(target[1] - middle[1])
    parts = [size / 2 / way for size, way in ((box.width_mm, across), (box.height_mm, down)) if way]
    return min(parts, default=math.inf) * (1 - _WITHIN)
