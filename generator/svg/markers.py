"""Where the markers of a line stand, and which way they look."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from generator.ground.shapes import Point
from generator.svg.arcs import Segments


class MarkerPlace(NamedTuple):
    """A corner of an outline: which marker it has (start, mid or end) and the angle there, in degrees."""

    kind: str
    at: Point
    angle: float


def corners(segments: Segments) -> Sequence[MarkerPlace]:
    """The corners of an outline in order, with the angles that SVG gives their markers (SVG 2, 13.7.4)."""
    if all(operator == "m" for operator, _ in segments):
        return ()
    vertices = list(_vertices(segments))
    kinds = ["mid"] * len(vertices)
    kinds[0], kinds[-1] = "start", "end"
    return [MarkerPlace(kind, at, _angle(ways)) for kind, (at, ways) in zip(kinds, vertices, strict=True)]


def _vertices(segments: Segments) -> list[tuple[Point, list[Point]]]:
    """Where segments meet, and the ways in which the line arrives there and leaves it again."""
    vertices: list[tuple[Point, list[Point]]] = []
    start = 0
    for operator, numbers in segments:
        if operator == "m":
            start = len(vertices)
            vertices.append(((numbers[0], numbers[1]), []))
            continue
        (here, leaving), (begin, beginning) = vertices[-1], vertices[start]
        points = [here, *zip(numbers[::2], numbers[1::2], strict=True)] if numbers else [here, begin]
        end = points[-1]
        leaving += islice(filter(any, (_way(here, point) for point in points[1:])), 1)
        arriving = [*islice(filter(any, (_way(point, end) for point in reversed(points[:-1]))), 1)]
        vertices.append((end, [*arriving, *beginning[:1]] if operator == "h" else arriving))
        if operator == "h":
            beginning[:0] = arriving
    return vertices


def _angle(ways: Sequence[Point]) -> float:
    """Half way between the directions of what comes and what goes."""
    angles = [math.degrees(math.atan2(y, x)) for x, y in ways]
    if len(angles) < 2:
        return angles[0] if angles else 0.0
    one, other = angles
    if abs(one - other) > 180:
        one += 360 if one < other else -360
    return (one + other) / 2


def _way(one: Point, other: Point) -> Point:
    return other[0] - one[0], other[1] - one[1]
