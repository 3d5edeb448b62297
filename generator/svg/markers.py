"""Where the markers of a line stand, and which way they look."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.ground.shapes import Point
from generator.svg.paths import Segments


class MarkerPlace(NamedTuple):
    """A corner of an outline: which marker it has (start, mid or end) and the angle there, in degrees."""

    kind: str
    at: Point
    angle: float


class _Vertex(NamedTuple):
    at: Point
    arrives: Point | None
    """The way that the line comes along, None where it begins."""
    leaves: Point | None


def corners(segments: Segments) -> Sequence[MarkerPlace]:
    """The corners of an outline in order, with the angles that SVG gives their markers (SVG 2, 13.7.4)."""
    if all(operator == "m" for operator, _ in segments):
        return ()
    vertices = [vertex for part in _parts(segments) for vertex in part]
    last = len(vertices) - 1
    drawn: list[MarkerPlace] = []
    for number, vertex in enumerate(vertices):
        angle = _angle(vertex)
        if number == 0:
            drawn.append(MarkerPlace("start", vertex.at, angle))
        if 0 < number < last:
            drawn.append(MarkerPlace("mid", vertex.at, angle))
        if number == last:
            drawn.append(MarkerPlace("end", vertex.at, angle))
    return drawn


def _angle(vertex: _Vertex) -> float:
    """Half way between the directions of what comes and what goes."""
    ways = [way for way in (vertex.arrives, vertex.leaves) if way is not None]
    angles = [math.degrees(math.atan2(y, x)) for x, y in ways]
    if len(angles) < 2:
        return angles[0] if angles else 0.0
    one, other = angles
    if abs(one - other) > 180:
        one += 360 if one < other else -360
    return (one + other) / 2


def _parts(segments: Segments) -> Iterator[list[_Vertex]]:
    """The vertices of each part of an outline that begins with a move."""
    part: list[tuple[str, tuple[float, ...]]] = []
    for operator, numbers in segments:
        if operator == "m" and part:
            yield _vertices(part)
            part = []
        part.append((operator, numbers))
    if part:
        yield _vertices(part)


def _vertices(part: Sequence[tuple[str, tuple[float, ...]]]) -> list[_Vertex]:
    begin: Point = (part[0][1][0], part[0][1][1])
    steps: list[tuple[Point, Point | None, Point | None]] = []  # where it ends, how it leaves, how it arrives
    here, closed = begin, False
    for operator, numbers in part[1:]:
        if operator == "h":
            closed = True
            steps.append((begin, _way(here, begin), _way(here, begin)))
            here = begin
            continue
        end = (numbers[-2], numbers[-1])
        points = [here, *zip(numbers[::2], numbers[1::2], strict=True)]
        leaves = next((way for point in points[1:] if (way := _way(here, point))), None)
        arrives = next((way for point in reversed(points[:-1]) if (way := _way(point, end))), None)
        steps.append((end, leaves, arrives))
        here = end
    vertices = [_Vertex(begin, steps[-1][2] if closed else None, steps[0][1] if steps else None)]
    for number, (end, _, arrives) in enumerate(steps):
        follows = steps[number + 1][1] if number + 1 < len(steps) else steps[0][1] if closed else None
        vertices.append(_Vertex(end, arrives, follows))
    return vertices


def _way(one: Point, other: Point) -> Point | None:
    way = other[0] - one[0], other[1] - one[1]
    return way if any(way) else None
