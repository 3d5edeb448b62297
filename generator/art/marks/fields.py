"""Fields over a picture: which way its marks run, and how dark it is, at every eighth of a millimetre."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.polygon import orient

from generator.art.marks.geometry import polygons, resampled
from generator.art.marks.pieces import DrawnShape, Polyline
from generator.ground.matrices import Xy

GridValues = NDArray[np.float64]
_APART_MM = 0.125
_COARSE = 4
"""Ways are found at every fourth place: they turn slowly."""
_FALL = 1.6
"""How fast a hint loses its say with distance."""


@dataclass(frozen=True, slots=True)
class MarkGrid:
    """Places over a picture, and which of them lie in a shape."""

    x: GridValues
    y: GridValues
    inside: NDArray[np.bool_]

    def index(self, x: float, y: float) -> tuple[int, int]:
        """The row and column nearest to a point; it need not lie in the picture."""
        return round((y - float(self.y[0, 0])) / _APART_MM), round((x - float(self.x[0, 0])) / _APART_MM)

    def holds(self, row: int, column: int) -> bool:
        """Whether there is such a place, and in the shape."""
        rows, columns = self.inside.shape
        return 0 <= row < rows and 0 <= column < columns and bool(self.inside[row, column])


def grid_over(shape: Any) -> MarkGrid:
    """A grid over the box of a shape."""
    left, top, right, bottom = shape.bounds
    x, y = np.meshgrid(
        np.arange(left, right + _APART_MM, _APART_MM), np.arange(top, bottom + _APART_MM, _APART_MM)
    )
    return MarkGrid(x, y, shapely.contains_xy(shape, x.ravel(), y.ravel()).reshape(x.shape))


def ways(grid: MarkGrid, piece: DrawnShape, shape: Any) -> GridValues:
    """The angle of the marks at every place, in radians; it and its opposite are the same."""
    kind, numbers = piece.flow
    if not piece.hints and kind == "around":
        return np.arctan2(grid.y - numbers[1], grid.x - numbers[0]) + math.pi / 2
    if not piece.hints and kind == "radial":
        return np.arctan2(grid.y - numbers[1], grid.x - numbers[0])
    if not piece.hints and kind == "angle":
        return np.full(grid.x.shape, math.radians(numbers[0]))
    outlines = [tuple(part.exterior.coords) for part in polygons(shape)]
    return _between(grid, piece.hints or outlines)


def _between(grid: MarkGrid, hints: Sequence[Polyline]) -> GridValues:
    """Ways between lines: the nearer a line, the more it has to say. Doubled angles have no sense of way."""
    parts: list[tuple[float, float, float, float]] = []
    for hint in hints:
        even = resampled(hint, 0.8)
        for (x, y), (u, v) in itertools.pairwise(even):
            angle = 2 * math.atan2(v - y, u - x)
            parts.append(((x + u) / 2, (y + v) / 2, math.cos(angle), math.sin(angle)))
    known = np.array(parts)
    across, down = grid.x[::_COARSE, ::_COARSE], grid.y[::_COARSE, ::_COARSE]
    weight = ((across[..., None] - known[:, 0]) ** 2 + (down[..., None] - known[:, 1]) ** 2 + 0.35) ** -_FALL
    angles = 0.5 * np.arctan2((weight * known[:, 3]).sum(-1), (weight * known[:, 2]).sum(-1))
    whole = np.kron(angles, np.ones((_COARSE, _COARSE)))
    return whole[: grid.x.shape[0], : grid.x.shape[1]]


def tones(grid: MarkGrid, piece: DrawnShape, plain: float, seed: int) -> GridValues:
    """How much is cut at every place, from 0 to 1, before its edges are looked at."""
    if len(piece.tone) == 6:
        x, y, begin, u, v, end = piece.tone
        way = ((grid.x - x) * (u - x) + (grid.y - y) * (v - y)) / max(1e-6, (u - x) ** 2 + (v - y) ** 2)
        tone = begin + (end - begin) * np.clip(way, 0, 1)
    else:
        tone = np.full(grid.x.shape, piece.tone[0] if piece.tone else plain)
    if piece.glow:
        x, y, radius, more = piece.glow
        tone = tone + more * np.exp(-((grid.x - x) ** 2 + (grid.y - y) ** 2) / max(0.01, radius**2))
    return tone + 0.08 * _unrest(grid, seed)


def _unrest(grid: MarkGrid, seed: int) -> GridValues:
    """Soft waves of a few millimetres, so that no surface is even."""
    chance = random.Random(seed)
    waves = np.zeros(grid.x.shape)
    for count in range(4):
        turn, shift = chance.random() * math.tau, chance.random() * math.tau
        pace = math.tau / 5.0 * (0.6 + 0.3 * count)
        waves = waves + np.sin(pace * (math.cos(turn) * grid.x + math.sin(turn) * grid.y) + shift) / (
            1 + count / 2
        )
    return waves / 2.2


def from_edge(grid: MarkGrid, shape: Any, towards: Xy) -> GridValues:
    """How far every place inside lies from the part of the outline that looks into a direction, in mm."""
    facing: list[Xy] = []
    for part in polygons(shape):
        turned = orient(part, 1.0)
        for ring in (turned.exterior, *turned.interiors):
            for (x, y), (u, v) in zip(ring.coords, ring.coords[1:], strict=False):
                far = math.hypot(u - x, v - y)
                if far > 1e-6 and ((v - y) * towards[0] - (u - x) * towards[1]) / far > 0.1:
                    steps = max(1, int(far / 0.3))
                    facing += [(x + (u - x) * i / steps, y + (v - y) * i / steps) for i in range(steps + 1)]
    away = np.full(grid.x.shape, 99.0)
    if facing and grid.inside.any():
        tree = shapely.STRtree(shapely.points(facing))
        places = shapely.points(grid.x[grid.inside], grid.y[grid.inside])
        edge = np.array(facing)[tree.nearest(places)]
        away[grid.inside] = np.hypot(grid.x[grid.inside] - edge[:, 0], grid.y[grid.inside] - edge[:, 1])
    return away
