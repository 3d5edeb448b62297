"""Segments of an outline, elliptical arcs as segments, and segments under a matrix."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from operator import mul

from generator.ground.matrices import Matrix
from generator.ground.shapes import Point

Segment = tuple[str, tuple[float, ...]]
Segments = tuple[Segment, ...]


def arc_curves(
    start: tuple[float, float],
    radii: tuple[float, float],
    turn: float,
    large: bool,
    sweep: bool,
    end: tuple[float, float],
) -> list[Segment]:
    """An elliptical arc as cubics of at most a quarter turn each (SVG 1.1, F.6). `turn` is in degrees."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    dx, dy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    px, py = cos * dx + sin * dy, cos * dy - sin * dx
    rx, ry = radii
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    below = (rx * py) ** 2 + (ry * px) ** 2
    root = math.sqrt(max(0.0, (rx * ry) ** 2 - below) / below) * (1 if large != sweep else -1)
    ux, uy = root * rx * py / ry, -root * ry * px / rx
    first = math.atan2((py - uy) / ry, (px - ux) / rx)
    angle = (math.atan2((-py - uy) / ry, (-px - ux) / rx) - first) % (2 * math.pi)
    if not sweep:
        angle -= 2 * math.pi
    middle_x = cos * ux - sin * uy + (start[0] + end[0]) / 2
    middle_y = sin * ux + cos * uy + (start[1] + end[1]) / 2
    place = (cos * rx, sin * rx, -sin * ry, cos * ry, middle_x, middle_y)
    count = max(1, math.ceil(abs(angle) / (math.pi / 2) - 1e-9))
    unit = [_unit_arc(first + angle * i / count, angle / count) for i in range(count)]
    curves = list(moved(tuple(unit), place))
    curves[-1] = ("c", (*curves[-1][1][:4], *end))
    return curves


def _unit_arc(first: float, angle: float) -> Segment:
    """A piece of the unit circle as one cubic; radians."""
    handle = 4 / 3 * math.tan(angle / 4)
    c1, s1, c2, s2 = math.cos(first), math.sin(first), math.cos(first + angle), math.sin(first + angle)
    return "c", (c1 - handle * s1, s1 + handle * c1, c2 + handle * s2, s2 - handle * c2, c2, s2)


def on_curve(start: Point, at: Sequence[float], steps: int) -> list[Point]:
    """Points of a cubic, evenly apart in its own time, its end among them."""
    xs, ys = (start[0], *at[::2]), (start[1], *at[1::2])
    return [(sum(map(mul, parts, xs)), sum(map(mul, parts, ys))) for parts in _parts(steps)]


@cache
def _parts(steps: int) -> tuple[tuple[float, float, float, float], ...]:
    """What each corner of a cubic has of its points."""
    times = [step / steps for step in range(1, steps + 1)]
    return tuple(((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3) for t in times)


def moved(segments: Segments, m: Matrix) -> Segments:
    """The same outline under a matrix."""
    a, b, c, d, e, f = m
    return tuple(
        (
            operator,
            tuple(
                value
                for x, y in zip(at[::2], at[1::2], strict=True)
                for value in (a * x + c * y + e, b * x + d * y + f)
            ),
        )
        for operator, at in segments
    )
