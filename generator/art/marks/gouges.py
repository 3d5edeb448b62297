"""Marks in a surface: gouges along evenly spaced streamlines (Jobard and Lefer 1997), and dots."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from generator.art.marks.fields import GridValues, MarkGrid
from generator.art.marks.geometry import UNITS, ring_data, sides, written
from generator.art.marks.style import LEAST_MM, Texture
from generator.ground.matrices import Xy

_STEP_MM = 0.25
_NEAR = 0.66
"""A stroke ends where another one is nearer than this part of the spacing."""
_LEAST_TONE = 0.1
_STOUT = 5.6
"""A stroke is at least so many times longer than wide, or it looks like a seed."""
_LENS_MM = 4.2
"""A stroke up to here is two quadratic curves."""
_MOST_MARKS = 4_000


@dataclass(slots=True)
class Surface:
    """A surface to be cut: its places, its ways, and how much is to be cut where."""

    grid: MarkGrid
    ways: GridValues
    tones: GridValues
    texture: Texture
    chance: random.Random
    taken: dict[tuple[int, int], list[tuple[float, float, int]]] = field(default_factory=dict)
    """The points of strokes by squares, each with the number of its stroke."""

    def marks(self) -> str:
        """All marks as path data."""
        if self.texture.marks == "dots":
            return "".join(self._dots())
        return "".join(self._strokes())

    def _starts(self, apart: float) -> list[tuple[int, int]]:
        """Places at which a mark may begin, in the order of chance."""
        rows, columns = np.nonzero(self.grid.inside & (self.tones > _LEAST_TONE))
        order = list(range(len(rows)))
        self.chance.shuffle(order)
        most = int(9 * len(order) * 0.125**2 / apart**2) + 40
        return [(int(rows[i]), int(columns[i])) for i in order[: min(most, 40 * _MOST_MARKS)]]

    def _strokes(self) -> Iterator[str]:
        texture, count = self.texture, 0
        for row, column in self._starts(texture.spacing):
            x, y = float(self.grid.x[row, column]), float(self.grid.y[row, column])
            apart = texture.spacing * (1.22 - 0.34 * min(1.0, float(self.tones[row, column])))
            if self._near(x, y, apart * 0.92, -1):
                continue
            count += 1
            if count > _MOST_MARKS:
                return
            short, long = texture.length
            far = self.chance.uniform(short, long) if self.chance.random() < 0.75 else long
            halves = [self._walk(x, y, way, far / 2, apart * _NEAR, count) for way in (0.0, math.pi)]
            points = [*reversed(halves[1]), (x, y), *halves[0]]
            for u, v in points:
                self.taken.setdefault(self._square(u, v), []).append((u, v, count))
            if len(points) > 3:
                yield self._stroke(points)

    def _square(self, x: float, y: float) -> tuple[int, int]:
        side = self.texture.spacing * 1.25
        return math.floor(x / side), math.floor(y / side)

    def _near(self, x: float, y: float, apart: float, own: int) -> bool:
        across, down = self._square(x, y)
        return any(
            number != own and (u - x) ** 2 + (v - y) ** 2 < apart * apart
            for i in (across - 1, across, across + 1)
            for j in (down - 1, down, down + 1)
            for u, v, number in self.taken.get((i, j), ())
        )

    def _walk(self, x: float, y: float, turn: float, far: float, apart: float, own: int) -> list[Xy]:
        """One half of a stroke, as far as the surface and its neighbours let it run."""
        points: list[Xy] = []
        row, column = self.grid.index(x, y)
        way = float(self.ways[row, column]) + turn
        for _ in range(int(far / _STEP_MM)):
            angle = float(self.ways[row, column])
            way = angle if math.cos(angle - way) >= 0 else angle + math.pi
            x, y = x + _STEP_MM * math.cos(way), y + _STEP_MM * math.sin(way)
            row, column = self.grid.index(x, y)
            if not self.grid.holds(row, column) or self.tones[row, column] < _LEAST_TONE:
                break
            if self._near(x, y, apart, own):
                break
            points.append((x, y))
        return points

    def _stroke(self, points: Sequence[Xy]) -> str:
        """A stroke that is widest in its first half or, as often, its second one."""
        eased = [points[0]]
        for before, here, behind in zip(points, points[1:], points[2:], strict=False):
            eased.append(
                ((before[0] + 2 * here[0] + behind[0]) / 4, (before[1] + 2 * here[1] + behind[1]) / 4)
            )
        eased.append(points[-1])
        last = len(eased) - 1
        far = _STEP_MM * last
        peak, unlike, back = (
            self.chance.uniform(0.3, 0.6),
            self.chance.uniform(0.82, 1.18),
            self.chance.random() < 0.5,
        )
        narrow, wide = self.texture.width
        widths: list[float] = []
        for i, (x, y) in enumerate(eased):
            t = 1 - i / last if back else i / last
            swell = (t / peak) ** 0.6 if t < peak else ((1 - t) / (1 - peak)) ** 0.8
            row, column = self.grid.index(x, y)
            tone = float(self.tones[row, column]) if self.grid.holds(row, column) else 0.0
            widths.append(min(swell * (narrow + (wide - narrow) * min(1.0, tone)) * unlike, far / _STOUT))
        if far < self.texture.length[0] * 0.7 or max(widths) < LEAST_MM * 0.8:
            return ""
        return (
            lens(eased, widths)
            if far < _LENS_MM
            else ring_data(sides([*eased[::2], eased[-1]], [*widths[::2], 0.0]))
        )

    def _dots(self) -> Iterator[str]:
        """Dots that are larger and denser where more is to be cut."""
        narrow, wide = self.texture.width
        for count, (row, column) in enumerate(self._starts(self.texture.spacing * 0.6)):
            tone = min(1.0, float(self.tones[row, column]))
            x, y = float(self.grid.x[row, column]), float(self.grid.y[row, column])
            if self._near(x, y, self.texture.spacing * (1.6 - 0.9 * tone), -1):
                continue
            self.taken.setdefault(self._square(x, y), []).append((x, y, count))
            yield dot(x, y, (narrow + (wide - narrow) * tone) / 2)


def lens(points: Sequence[Xy], widths: Sequence[float]) -> str:
    """A short stroke as two quadratic curves, in some forty bytes."""
    last = len(points) - 1
    begin, end, middle = points[0], points[-1], points[len(points) // 2]
    far = math.dist(begin, end) or 1.0
    along = (end[0] - begin[0]) / far, (end[1] - begin[1]) / far
    peak = min(max(max(range(len(points)), key=lambda i: widths[i]), len(points) // 4), 3 * len(points) // 4)
    shift, width = (peak / last - 0.5) * far * 0.7, max(widths)
    x = 2 * middle[0] - (begin[0] + end[0]) / 2 + along[0] * shift
    y = 2 * middle[1] - (begin[1] + end[1]) / 2 + along[1] * shift
    a, b, u, v = (round(value * UNITS) for value in (*begin, *end))
    one = round((x - along[1] * width) * UNITS), round((y + along[0] * width) * UNITS)
    two = round((x + along[1] * width) * UNITS), round((y - along[0] * width) * UNITS)
    curves = (one[0] - a, one[1] - b, u - a, v - b, two[0] - u, two[1] - v, a - u, b - v)
    return f"M{a} {b}q{written(curves)}z"


def dot(x: float, y: float, radius: float) -> str:
    """A round dot: two half circles."""
    r, a, b = round(radius * UNITS), round((x - radius) * UNITS), round(y * UNITS)
    return f"M{a} {b}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z"
