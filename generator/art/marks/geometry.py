"""Shapes: soft outlines through points, ribbons, slivers of light, and all of it as path data."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import shapely
from shapely import affinity
from shapely.geometry import LineString, Polygon
from shapely.geometry.polygon import orient

from generator.art.marks.pieces import Polyline
from generator.ground.matrices import Xy

UNITS = 100
"""Path data are whole hundredths of a millimetre."""
_CORNER = 72.0
"""Where a soft outline turns by more degrees it has a corner."""
_STEP_MM = 0.25
_FACET_MM = 0.035
"""How far a cut edge may stray from its curve: a knife makes short straight cuts."""
_LEAST_MM2 = 0.03


def soft(points: Polyline, *, closed: bool) -> Polyline:
    """A curve through points, with corners where it turns sharply or a point stands twice."""
    kept: list[Xy] = []
    sharp: set[int] = set()
    for point in points:
        if kept and kept[-1] == point:
            sharp.add(len(kept) - 1)
        else:
            kept.append(point)
    if closed and len(kept) > 1 and kept[0] == kept[-1]:
        kept.pop()
    count = len(kept)
    if count < 3:
        return tuple(kept)

    def has_corner(i: int) -> bool:
        if i in sharp or (not closed and i in (0, count - 1)):
            return True
        return _turn(kept[i - 1], kept[i], kept[(i + 1) % count]) > _CORNER

    corners = [has_corner(i) for i in range(count)]
    curve: list[Xy] = []
    for i in range(count if closed else count - 1):
        j = (i + 1) % count
        here, there = kept[i], kept[j]
        straight = (there[0] - here[0], there[1] - here[1])
        far = math.hypot(*straight)
        begin = straight if corners[i] else _along(kept[i - 1], there, far)
        end = straight if corners[j] else _along(here, kept[(j + 1) % count], far)
        curve += _hermite(here, begin, there, end, max(1, int(far / _STEP_MM)))
    return tuple(curve if closed else [*curve, kept[-1]])


def _turn(before: Xy, here: Xy, behind: Xy) -> float:
    first = math.atan2(here[1] - before[1], here[0] - before[0])
    second = math.atan2(behind[1] - here[1], behind[0] - here[0])
    return math.degrees(abs((second - first + math.pi) % (2 * math.pi) - math.pi))


def _along(begin: Xy, end: Xy, far: float) -> Xy:
    across, down = end[0] - begin[0], end[1] - begin[1]
    whole = math.hypot(across, down) or 1.0
    return across / whole * far, down / whole * far


def _hermite(here: Xy, begin: Xy, there: Xy, end: Xy, steps: int) -> Iterator[Xy]:
    for step in range(steps):
        t = step / steps
        a, b = 2 * t**3 - 3 * t * t + 1, t**3 - 2 * t * t + t
        c, d = -2 * t**3 + 3 * t * t, t**3 - t * t
        yield (
            a * here[0] + b * begin[0] + c * there[0] + d * end[0],
            a * here[1] + b * begin[1] + c * there[1] + d * end[1],
        )


def resampled(points: Sequence[Xy], step_mm: float) -> list[Xy]:
    """Points on a line, evenly apart, its ends among them."""
    line = LineString(points)
    count = max(2, int(line.length / step_mm) + 1)
    return [tuple(line.interpolate(i / (count - 1), normalized=True).coords[0]) for i in range(count)]


def sides(points: Sequence[Xy], widths: Sequence[float]) -> list[Xy]:
    """The outline of a line that is so wide at each of its points."""
    left: list[Xy] = []
    right: list[Xy] = []
    last = len(points) - 1
    for i, (x, y) in enumerate(points):
        before, behind = points[max(0, i - 1)], points[min(last, i + 1)]
        far = math.dist(before, behind) or 1.0
        across, down = -(behind[1] - before[1]) / far, (behind[0] - before[0]) / far
        half = widths[i] / 2
        left.append((x + across * half, y + down * half))
        right.append((x - across * half, y - down * half))
    return left + right[::-1]


def ribbon(points: Sequence[Xy], widths: Sequence[float]) -> Any:
    """A line whose widths are spread evenly over its length, as a shape."""
    even = resampled(points, _STEP_MM)
    several = list(widths) if len(widths) > 1 else [widths[0], widths[0]]
    spread: list[float] = []
    for i in range(len(even)):
        place = i / (len(even) - 1) * (len(several) - 1)
        at = min(int(place), len(several) - 2)
        spread.append(several[at] + (several[at + 1] - several[at]) * (place - at))
    outline = sides(even, spread)
    return sound(Polygon(outline)).union(_caps(even, spread))


def _caps(points: Sequence[Xy], widths: Sequence[float]) -> Any:
    """Round pieces at sharp bends, where the two sides of a ribbon leave a gap."""
    bends = [
        shapely.Point(points[i]).buffer(widths[i] / 2, 6)
        for i in range(1, len(points) - 1)
        if widths[i] > 0.3 and _turn(points[i - 1], points[i], points[i + 1]) > 25
    ]
    return shapely.union_all(bends)


def region(rings: Iterable[Polyline]) -> Any:
    """Closed outlines as one shape; what lies in two of them is a hole."""
    whole: Any = Polygon()
    for ring in rings:
        if len(ring) > 2:
            whole = whole.symmetric_difference(sound(Polygon(ring)))
    return sound(whole)


def sound(shape: Any) -> Any:
    """A shape that does not cross itself."""
    return shape if shape.is_valid else shapely.make_valid(shape)


def polygons(shape: Any) -> Iterator[Any]:
    """The polygons of any shape."""
    if shape.geom_type == "Polygon":
        if not shape.is_empty:
            yield shape
    else:
        for part in getattr(shape, "geoms", ()):
            yield from polygons(part)


def cut_edge(shape: Any) -> Any:
    """A shape with the short straight cuts of a knife."""
    return sound(shape.simplify(_FACET_MM))


def sliver(shape: Any, towards: Xy, width_mm: float) -> Any:
    """The edge of a shape on one side: the shape without itself pushed away from there. It tapers by itself.

    It reaches a little beyond the shape, or a hair of its ink would be left between the two.
    """
    pushed = affinity.translate(shape, -towards[0] * width_mm, -towards[1] * width_mm)
    parts = polygons(shape.difference(pushed).buffer(-0.06).buffer(0.12))
    return shapely.union_all([part for part in parts if part.area > _LEAST_MM2])


def path_data(shape: Any) -> str:
    """A shape as path data, without what is too small to print."""
    parts = [orient(part, -1.0) for part in polygons(shape) if part.area >= _LEAST_MM2]  # as gouges run
    return "".join(ring_data(ring.coords) for part in parts for ring in (part.exterior, *part.interiors))


def ring_data(points: Iterable[Xy]) -> str:
    """One closed outline as path data."""
    whole: list[tuple[int, int]] = []
    for x, y in points:
        spot = round(x * UNITS), round(y * UNITS)
        if not whole or whole[-1] != spot:
            whole.append(spot)
    if len(whole) > 1 and whole[0] == whole[-1]:
        whole.pop()
    if len(whole) < 3:
        return ""
    steps = [(x - a, y - b) for (a, b), (x, y) in itertools.pairwise(whole)]
    return f"M{whole[0][0]} {whole[0][1]}l" + written(value for step in steps for value in step) + "z"


def written(values: Iterable[int]) -> str:
    """Whole numbers apart by a blank, or by the minus of the next one."""
    return " ".join(map(str, values)).replace(" -", "-")
