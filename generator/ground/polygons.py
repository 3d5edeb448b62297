"""Areas on a page as points: parts of an outline inside a box, and where a straight line crosses it.

Points are (x, y) in millimetres, y downwards; the sides of an area lead from each point to the next and from
the last to the first.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from generator.ground.shapes import Outline, Point, Polygon, sides

ROUND_STEPS = 180
"""So many sides stand for a circle: at a radius of 200 mm they keep within 0.03 mm of it."""

_TOUCH_MM = 1e-9

Points = tuple[Point, ...]


def points_of(outline: Outline) -> Points:
    """An outline as points; a circle becomes a polygon of ROUND_STEPS sides."""
    if isinstance(outline, Polygon):
        return outline.points
    x, y, across, up = outline.x_mm, outline.y_mm, outline.radius_x_mm, outline.radius_y_mm
    turns = (2 * math.pi * step / ROUND_STEPS for step in range(ROUND_STEPS))
    return tuple((x + across * math.cos(turn), y + up * math.sin(turn)) for turn in turns)


def inside_box(points: Points, left: float, top: float, right: float, bottom: float) -> Points:
    """The part of an area that lies in a box; no points if there is none (Sutherland and Hodgman's way)."""
    for axis, limit, sign in ((0, left, 1), (1, top, 1), (0, right, -1), (1, bottom, -1)):
        points = _half(points, axis, limit, sign)
    return points


def _half(points: Points, axis: int, limit: float, sign: int) -> Points:
    inner: list[Point] = []
    for start, end in sides(points):
        before, after = sign * (start[axis] - limit), sign * (end[axis] - limit)
        if before >= 0:
            inner.append(start)
        if (before < 0 < after) or (after < 0 < before):
            inner.append(_between(start, end, before / (before - after)))
    return tuple(inner)


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def runs_inside(line: Points, left: float, top: float, right: float, bottom: float) -> list[Points]:
    """The parts of an open line that lie in a box, in order."""
    runs: list[list[Point]] = []
    for start, end in pairwise(line):
        parts = _inside_part(start, end, ((left, right), (top, bottom)))
        if parts is None:
            continue
        a, b = _between(start, end, parts[0]), _between(start, end, parts[1])
        if runs and math.dist(runs[-1][-1], a) < _TOUCH_MM:
            runs[-1].append(b)
        else:
            runs.append([a, b])
    if len(runs) > 1 and line[0] == line[-1] and math.dist(runs[-1][-1], runs[0][0]) < _TOUCH_MM:
        runs[0] = runs.pop() + runs[0][1:]
    return [tuple(run) for run in runs]


def _inside_part(start: Point, end: Point, box: tuple[Point, Point]) -> Point | None:
    """From which to which part of a side lies in a box (Liang and Barsky's way)."""
    first, last = 0.0, 1.0
    for axis in (0, 1):
        low, high = box[axis]
        step = end[axis] - start[axis]
        if not step:
            if not low <= start[axis] <= high:
                return None
            continue
        enter, leave = sorted(((low - start[axis]) / step, (high - start[axis]) / step))
        first, last = max(first, enter), min(last, leave)
    return (first, last) if first < last else None


def area(points: Points) -> float:
    """Square millimetres; positive if the points run clockwise as seen on the page."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides(points)) / 2


def crossing(points: Points, axis: int, at_mm: float) -> tuple[float, float] | None:
    """From where to where a line along the other axis runs through an area; None if it misses it.

    `axis` 0 is the upright line x = `at_mm`, 1 the level line y = `at_mm`.
    """
    places = [
        _between(start, end, (at_mm - start[axis]) / (end[axis] - start[axis]))[1 - axis]
        for start, end in sides(points)
        if min(start[axis], end[axis]) <= at_mm <= max(start[axis], end[axis]) and start[axis] != end[axis]
    ]
    return (min(places), max(places)) if places else None


def crossing_line(points: Points, start: Point, way: Point) -> list[float]:
    """How far along a line, from its start, the edge of an area crosses it; `way` is one long."""
    lengths = []
    for a, b in sides(points):
        before = way[0] * (a[1] - start[1]) - way[1] * (a[0] - start[0])
        after = way[0] * (b[1] - start[1]) - way[1] * (b[0] - start[0])
        if before == after or (before > 0) == (after > 0):
            continue
        x, y = _between(a, b, before / (before - after))
        lengths.append(way[0] * (x - start[0]) + way[1] * (y - start[1]))
    return lengths


@lru_cache(maxsize=256)
def is_convex(points: Points) -> bool:
    """Whether an area that runs clockwise has no bay."""
    ways = list(sides(points))
    return all(
        (bx - ax) * (dy - cy) - (by - ay) * (dx - cx) >= -1e-9
        for ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) in zip(ways, ways[1:] + ways[:1], strict=True)
    )


def distance_to(points: Points, point: Point) -> float:
    """How far a point lies from the edge of an area; negative inside it."""
    nearest = min(_to_side(start, end, point) for start, end in sides(points))
    return -nearest if holds(points, point) else nearest


def holds(points: Points, point: Point) -> bool:
    """Whether a point lies in an area: a line from it to the left crosses the edge an odd number of times."""
    x, y = point
    crossings = sum(
        (ay > y) != (by > y) and ax + (y - ay) / (by - ay) * (bx - ax) < x
        for (ax, ay), (bx, by) in sides(points)
    )
    return crossings % 2 == 1


def _to_side(start: Point, end: Point, point: Point) -> float:
    (ax, ay), (bx, by), (x, y) = start, end, point
    dx, dy = bx - ax, by - ay
    part = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
    return math.dist(_between(start, end, min(1.0, max(0.0, part))), point)
