"""Where something lies on a page: matrices and boxes, in points, y upwards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Affine = tuple[float, float, float, float, float, float]
"""a b c d e f, as the operator cm takes them."""
Edges = tuple[float, float, float, float]
"""Left, bottom, right, top."""
UNMOVED: Affine = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
NOWHERE: Edges = (0.0, 0.0, 0.0, 0.0)


def after(inner: Affine, outer: Affine) -> Affine:
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


def moved(point: tuple[float, float], by: Affine) -> tuple[float, float]:
    """Where a point comes to lie."""
    x, y = point
    return by[0] * x + by[2] * y + by[4], by[1] * x + by[3] * y + by[5]


def scale_of(matrix: Affine) -> float:
    """By how much lengths grow, at most."""
    return max(math.hypot(matrix[0], matrix[1]), math.hypot(matrix[2], matrix[3]))


def around(points: Iterable[tuple[float, float]]) -> Edges:
    """The box around points; NOWHERE around none."""
    every = list(points)
    if not every:
        return NOWHERE
    across, up = [x for x, _ in every], [y for _, y in every]
    return min(across), min(up), max(across), max(up)


def boxed(edges: Sequence[float], by: Affine) -> Edges:
    """The box around a box that is moved."""
    left, low, right, high = edges
    return around(moved(corner, by) for corner in ((left, low), (right, low), (left, high), (right, high)))


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
