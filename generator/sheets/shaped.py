"""Paint, marks and light lines of pieces that no straight cuts from edge to edge part."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.ground.polygons import crossing_line, distance_to, holds, points_of
from generator.ground.shapes import CORNER_STEPS, Outline, Point, Polygon, Shape, offset_sides, sides
from generator.sheets.marks import CLEAR_MM, GUIDE_MM, TICK_MM, shape_marks
from generator.sheets.sheet import Box, Format, Guide, Mark, Paper

SEAM_MM = 0.1
"""How far a piece reaches under the neighbour that is painted after it. Two clips that only touch let a
hairline of paper shine through where a viewer or a printer smooths their edges."""
FOLD_TICK_MM = 2.4
LongLine = tuple[float, float, float]
"""Its normal, and its distance from the corner of the page."""


def placed_marks(
    form: Format, cells: Sequence[Box], rotation: int, *, bleed_mm: float, gap_mm: float
) -> Iterator[Mark]:
    """The marks of pieces that keep apart. What has a free outline has none: a light line shows it."""
    if form.path:
        return
    for cell in cells:
        line = form.placed(form.outline(), cell, rotation)
        yield from shape_marks(line, bleed_mm=bleed_mm, gap_mm=gap_mm)


def guides(form: Format, cell: Box, rotation: int) -> Iterator[Guide]:
    """The light lines for scissors: round a circle or a free outline, and along round corners."""
    line = form.placed(form.outline(GUIDE_MM), cell, rotation)
    if form.shape is Shape.CIRCLE or form.path:
        yield Guide(line)
    elif form.shape is Shape.ROUNDED and isinstance(line, Polygon):
        points, inside = line.points, cell.grown(-GUIDE_MM / 10, -GUIDE_MM / 10)
        size = CORNER_STEPS + 1
        for first in range(0, len(points) - size + 1, size):
            arc = tuple(p for p in points[first : first + size] if inside.holds(Box(*p, 0, 0)))
            if len(arc) > 1:
                yield Guide(Polygon(arc), closed=False)


def fold_marks(form: Format, cells: Sequence[Box], rotation: int, clips: Sequence[Outline]) -> Iterator[Mark]:
    """Marks beyond both ends of every fold, outside all cut lines. What is folded has no line on itself."""
    if not form.folds:
        return
    trims = [points_of(form.placed(form.outline(), cell, rotation)) for cell in cells]
    paints = [points_of(clip) for clip in clips]
    for cell in cells:
        for fold in form.folds:
            a, b = points_of(form.placed(Polygon(fold), cell, rotation))
            for start, end in ((b, a), (a, b)):
                mark = _beyond_fold(start, end)
                ends = (mark.start, mark.end)
                if all(distance_to(trim, end) > CLEAR_MM / 2 for trim in trims for end in ends):
                    crosses = any(holds(paint, end) for paint in paints for end in ends)
                    yield replace(mark, halo=crosses)


def _beyond_fold(start: Point, end: Point) -> Mark:
    way = _way(start, end)
    return Mark(_along(end, way, CLEAR_MM), _along(end, way, CLEAR_MM + FOLD_TICK_MM), fold=True)


# ---------------------------------------------------------------- honeycombs whose edges are shared


def comb_clips(form: Format, cells: Sequence[Box], rotation: int, bleed_mm: float) -> Iterator[Outline]:
    """What each hexagon may paint: its bleed, and no more than a seam beyond an edge that it shares."""
    lines = [points_of(form.placed(form.outline(), cell, rotation)) for cell in cells]
    owners: dict[Point, list[int]] = {}
    for index, line in enumerate(lines):
        for side in sides(line):
            owners.setdefault(middle_of(*side), []).append(index)
    for index, line in enumerate(lines):
        reach = []
        for side in sides(line):
            neighbours = [owner for owner in owners[middle_of(*side)] if owner != index]
            reach.append(bleed_mm if not neighbours else SEAM_MM if neighbours[0] > index else 0.0)
        yield Polygon(tuple(offset_sides(line, reach)))


def middle_of(start: Point, end: Point) -> Point:
    """A side by its middle, so that it is the same for both pieces that share it."""
    return round((start[0] + end[0]) / 2, 2), round((start[1] + end[1]) / 2, 2)


def comb_marks(
    form: Format, cells: Sequence[Box], rotation: int, *, bleed_mm: float, paper: Paper
) -> tuple[Mark, ...]:
    """Marks at both ends of every line on which sides lie, outside all paint: they outlast each cut."""
    trims = [points_of(form.placed(form.outline(), cell, rotation)) for cell in cells]
    paints = [points_of(form.placed(form.outline(bleed_mm), cell, rotation)) for cell in cells]
    lines: dict[LongLine, tuple[Point, Point]] = {}
    for trim in trims:
        for start, end in sides(trim):
            lines.setdefault(line_of(start, end), (start, end))
    marks = []
    for start, end in lines.values():
        way = _way(start, end)
        reach = [at for paint in paints for at in crossing_line(paint, start, way)]
        for at, sign in ((min(reach), -1), (max(reach), 1)):
            near, far = at + sign * CLEAR_MM, at + sign * (CLEAR_MM + TICK_MM)
            mark = Mark(_along(start, way, near), _along(start, way, far))
            if paper.printable.holds(Box(*mark.end, 0, 0)):
                marks.append(mark)
    return tuple(marks)


def line_of(start: Point, end: Point) -> LongLine:
    """A line through two points, the same for any two of it: its normal and its distance from 0, rounded."""
    (ax, ay), (bx, by) = start, end
    length = math.dist(start, end)
    nx, ny = (by - ay) / length, (ax - bx) / length
    if (round(nx, 3), round(ny, 3)) < (0, 0):
        nx, ny = -nx, -ny
    return round(nx, 3) + 0.0, round(ny, 3) + 0.0, round(nx * ax + ny * ay, 1)


def _way(start: Point, end: Point) -> Point:
    """The direction from one point to another, 1 mm long."""
    length = math.dist(start, end)
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _along(start: Point, way: Point, length: float) -> Point:
    return start[0] + way[0] * length, start[1] + way[1] * length
