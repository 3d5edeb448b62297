"""Matrices, and boxes with their sides along the axes, whatever the unit and whichever way y runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Xy = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
"""(a, b, c, d, e, f): x' = a·x + c·y + e, y' = b·x + d·y + f (SVG 1.1, 7.4; ISO 32000-1, 8.3.4)."""
Edges = tuple[float, float, float, float]
"""Of a PDF left, bottom, right and top; the smaller number of an axis comes first."""
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
NOWHERE: Edges = (0.0, 0.0, 0.0, 0.0)


def after(inner: Matrix, outer: Matrix) -> Matrix:
    """First `inner`, then `outer`: what `inner cm` makes of the matrix that was there.

    >>> after((2, 0, 0, 2, 0, 0), (1, 0, 0, 1, 5, 0))
    (2, 0, 0, 2, 5, 0)
    """
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def moved(point: Xy, by: Matrix) -> Xy:
    """Where a point comes to lie."""
    x, y = point
    return by[0] * x + by[2] * y + by[4], by[1] * x + by[3] * y + by[5]


def scales(matrix: Matrix) -> tuple[float, float]:
    """How long a unit across and a unit up become."""
    a, b, c, d, _, _ = matrix
    return math.hypot(a, b), math.hypot(c, d)


def undone(matrix: Matrix) -> Matrix | None:
    """The matrix that undoes another; None for one that flattens everything."""
    a, b, c, d, e, f = matrix
    area = a * d - b * c
    if abs(area) < 1e-12:
        return None
    return d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area


def corners(box: Sequence[float]) -> tuple[Xy, Xy, Xy, Xy]:
    """The four corners of a box, one after the other around it."""
    left, low, right, high = box
    return (left, low), (right, low), (right, high), (left, high)


def around(points: Iterable[Xy]) -> Edges:
    """The box around points; NOWHERE around none."""
    every = list(points)
    if not every:
        return NOWHERE
    across, up = [x for x, _ in every], [y for _, y in every]
    return min(across), min(up), max(across), max(up)


def boxed(edges: Sequence[float], by: Matrix) -> Edges:
    """The box around a box that is moved."""
    return around(moved(corner, by) for corner in corners(edges))


def grown(box: Edges, by: float) -> Edges:
    """A box with so much more on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def common(first: Edges, second: Edges) -> Edges:
    """What two boxes share; it may have no width or height."""
    left, low = max(first[0], second[0]), max(first[1], second[1])
    return left, low, max(left, min(first[2], second[2])), max(low, min(first[3], second[3]))


def meet(first: Edges, second: Edges) -> bool:
    """Whether two boxes share an area."""
    left, low, right, high = common(first, second)
    return right > left and high > low


def joined_box(first: Edges, second: Edges) -> Edges:
    """The box around both."""
    return (
        min(first[0], second[0]),
        min(first[1], second[1]),
        max(first[2], second[2]),
        max(first[3], second[3]),
    )


def within(inner: Edges, outer: Edges, spare: float = 1e-6) -> bool:
    """Whether a box lies in another."""
    return (
        inner[0] >= outer[0] - spare
        and inner[1] >= outer[1] - spare
        and inner[2] <= outer[2] + spare
        and inner[3] <= outer[3] + spare
    )
