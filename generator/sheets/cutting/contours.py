"""What a machine cuts and scores on one sheet: lines in millimetres, every shared edge once.

Millimetres from the top left corner of the page, y downwards; all contours run clockwise as seen on it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle

from generator.ground.folding import Fold
from generator.ground.polygons import inside_box, points_of
from generator.ground.shapes import Ellipse, Point, Polygon, Shape
from generator.sheets.sheet import Box, Format, Placement, Sheet

QUARTER_TURN = math.tan(math.radians(90) / 4)
"""The bulge of a quarter of a circle: the tangent of a quarter of its angle, as DXF counts it."""
SAME_MM = 0.02
"""What lies no further apart is one place."""
_SAME_WAY = 1e-3
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Corner:
    """A point of a contour; the way to the next one is straight, or an arc to the right if it has a bulge."""

    x_mm: float
    y_mm: float
    bulge: float = 0.0

    @property
    def point(self) -> Point:
        """Where it lies."""
        return self.x_mm, self.y_mm


@dataclass(frozen=True, slots=True)
class Contour:
    """A line that is cut."""

    corners: tuple[Corner, ...]
    closed: bool = True

    def steps(self) -> Iterator[tuple[Corner, Corner]]:
        """Each corner with the next one."""
        ends = self.corners[1:] + self.corners[:1] if self.closed else self.corners[1:]
        return zip(self.corners, ends, strict=False)


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle that is cut."""

    x_mm: float
    y_mm: float
    radius_mm: float


@dataclass(frozen=True, slots=True)
class SheetLines:
    """All lines of one page."""

    width_mm: float
    height_mm: float
    cuts: tuple[Contour | Ring, ...]
    folds: tuple[Fold, ...]
    registration: tuple[Box, ...]


FormatOf = Callable[[Placement], Format]
"""What is cut out where a design lies."""


def lines_of(sheet: Sheet, format_of: FormatOf) -> SheetLines:
    """The lines of a front. Of a board over several pages each page is cut round its own part."""
    cuts: list[Contour | Ring] = []
    folds: list[Fold] = []
    for placement in sheet.placements:
        form = format_of(placement)
        cuts.append(_part(sheet, placement, form) if sheet.name else _contour(placement, form))
        for fold in form.folds:
            a, b = points_of(form.placed(Polygon(fold), placement.trim, placement.rotation))
            folds.append((_rounded(a), _rounded(b)))
    page = sheet.paper
    return SheetLines(
        page.width_mm, page.height_mm, tuple(_shared_once(cuts)), tuple(folds), tuple(sheet.blocks)
    )


def _contour(placement: Placement, form: Format) -> Contour | Ring:
    trim, rotation = placement.trim, placement.rotation
    if form.shape is Shape.ROUNDED and form.radius_mm:
        return _with_round_corners(placement, form)
    line = form.placed(form.outline(), trim, rotation)
    if isinstance(line, Ellipse) and abs(line.radius_x_mm - line.radius_y_mm) < SAME_MM:
        return Ring(*_rounded((line.x_mm, line.y_mm)), round(line.radius_x_mm, _DIGITS))
    return _closed(points_of(line))


def _part(sheet: Sheet, placement: Placement, form: Format) -> Contour:
    """The part of a board on this page."""
    line = form.placed(form.outline(), placement.trim, placement.rotation)
    return _closed(inside_box(points_of(line), *sheet.trim.edges))


def _with_round_corners(placement: Placement, form: Format) -> Contour:
    w, h = form.width_mm, form.height_mm
    r = min(form.radius_mm, w / 2, h / 2)
    points = ((r, 0), (w - r, 0), (w, r), (w, h - r), (w - r, h), (r, h), (0, h - r), (0, r))
    placed = points_of(form.placed(Polygon(points), placement.trim, placement.rotation))
    return _closed(placed, (0.0, QUARTER_TURN))


def _closed(points: Iterable[Point], bulges: tuple[float, ...] = (0.0,)) -> Contour:
    """Through all these points, each corner once; they have these bulges in turn."""
    corners = [Corner(*_rounded(point), bulge) for point, bulge in zip(points, cycle(bulges), strict=False)]
    steps = Contour(tuple(corners)).steps()
    return Contour(tuple(a for a, b in steps if a.bulge or _apart(a.point, b.point)))


def _rounded(point: Point) -> Point:
    return round(point[0], _DIGITS) + 0.0, round(point[1], _DIGITS) + 0.0


def _apart(first: Point, second: Point) -> bool:
    return math.dist(first, second) > 10.0**-_DIGITS


# ---------------------------------------------------------------- edges that neighbours share


@dataclass(frozen=True, slots=True)
class _Line:
    """An endless straight line: its direction, and its distance from the page's corner."""

    dx: float
    dy: float
    far_mm: float

    def at(self, point: Point) -> float:
        """Where a point of the line lies along it."""
        return point[0] * self.dx + point[1] * self.dy

    def point(self, at_mm: float) -> Point:
        """The point there."""
        return _rounded((at_mm * self.dx - self.far_mm * self.dy, at_mm * self.dy + self.far_mm * self.dx))

    def is_near(self, line: _Line) -> bool:
        """Whether both are the same for a knife."""
        turned = math.dist((self.dx, self.dy), (line.dx, line.dy))
        return turned < _SAME_WAY and -SAME_MM < self.far_mm - line.far_mm < SAME_MM


@dataclass(frozen=True, slots=True)
class _Edge:
    """A straight side of a contour, along a line."""

    line: _Line
    start_mm: float
    end_mm: float
    owner: int


def _shared_once(cuts: Sequence[Contour | Ring]) -> Iterator[Contour | Ring]:
    """The contours, but of those that share edges each line is cut once, from end to end."""
    edges = list(_edges(cuts))
    sharing = _sharing(edges)
    for number, cut in enumerate(cuts):
        if number not in sharing:
            yield cut
        elif isinstance(cut, Contour):
            yield from (Contour((a, Corner(b.x_mm, b.y_mm)), closed=False) for a, b in cut.steps() if a.bulge)
    for line, own in _by_line([edge for edge in edges if edge.owner in sharing]):
        for start, end in _united(own):
            yield Contour((Corner(*line.point(start)), Corner(*line.point(end))), closed=False)


def _edges(cuts: Sequence[Contour | Ring]) -> Iterator[_Edge]:
    lines: list[_Line] = []
    for number, cut in enumerate(cuts):
        if isinstance(cut, Ring):
            continue
        for a, b in cut.steps():
            if not a.bulge:
                line = _through(a.point, b.point)
                same = next((near for near in lines if near.is_near(line)), None)
                if same is None:
                    lines.append(line)
                line = same or line
                start, end = sorted((line.at(a.point), line.at(b.point)))
                yield _Edge(line, start, end, number)


def _through(a: Point, b: Point) -> _Line:
    length = math.dist(a, b)
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    if dx < -1e-6 or (abs(dx) <= 1e-6 and dy < 0):
        dx, dy = -dx, -dy
    return _Line(dx, dy, dx * a[1] - dy * a[0])


def _by_line(edges: Iterable[_Edge]) -> Iterator[tuple[_Line, list[_Edge]]]:
    by_line: dict[_Line, list[_Edge]] = {}
    for edge in edges:
        by_line.setdefault(edge.line, []).append(edge)
    for line, own in by_line.items():
        yield line, sorted(own, key=lambda edge: (edge.start_mm, edge.end_mm))


def _sharing(edges: Iterable[_Edge]) -> set[int]:
    """The contours of which an edge lies on another one's."""
    sharing: set[int] = set()
    for _, own in _by_line(edges):
        last = own[0]
        for edge in own[1:]:
            if edge.start_mm < last.end_mm - SAME_MM and edge.owner != last.owner:
                sharing |= {edge.owner, last.owner}
            last = max(last, edge, key=lambda edge: edge.end_mm)
    return sharing


def _united(edges: Sequence[_Edge]) -> Iterator[tuple[float, float]]:
    """Edges of one line, from left to right, as stretches with gaps between them."""
    start, end = edges[0].start_mm, edges[0].end_mm
    for edge in edges[1:]:
        if edge.start_mm > end + SAME_MM:
            yield start, end
            start = edge.start_mm
        end = max(end, edge.end_mm)
    yield start, end
