"""What a cell of the column Shape says: a word, a word with millimetres, or the data of an SVG path."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache

from generator.ground.folding import Net, standee, tuck_box
from generator.ground.polygons import area
from generator.ground.shapes import RADIUS_MM, Point, Shape, sides, stretched
from generator.svg.arcs import Segments, on_curve
from generator.svg.paths import parse_path

MOST_LETTERS = 4_000
"""Of the data of one outline."""
MOST_POINTS = 600
"""Of one outline, once its curves are straight pieces; each is compared with all others."""
_CURVE_STEPS = 8
_WORDS = re.compile(r"([a-z ]*[a-z]) *([0-9]{1,4}(?:\.[0-9]{1,3})?)? *(?:mm)?")
_NUMBERED = frozenset({Shape.ROUNDED, Shape.TUCK_BOX, Shape.STANDEE})
"""Shapes whose word may have millimetres behind it."""
FOLDED = frozenset({Shape.TUCK_BOX, Shape.STANDEE})
_SUCH_FOLDED = {Shape.TUCK_BOX: "tuck box 22", Shape.STANDEE: "standee 12"}
_CORNERS_OF_A_RECTANGLE = (0, 1, 2, 3)
WORDS = tuple(str(shape) for shape in Shape if shape is not Shape.PATH)


class RefusedShape(ValueError):
    """A cell that names nothing that can be cut. `what` and `mend` fill a Problem."""

    def __init__(self, fault: str, mend: str) -> None:
        super().__init__(f"{fault} {mend}")
        self.what = fault
        self.mend = mend


class UnknownShape(RefusedShape):
    """A cell with a word that is no shape."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A shape without its size."""

    shape: Shape
    number_mm: float = 0
    """The millimetres behind its word."""
    path: tuple[Point, ...] = ()
    """The points of a free outline, as they are written."""

    def net(self, width_mm: float, height_mm: float) -> Net | None:
        """What is folded, before it is; None for all others."""
        if self.shape is Shape.TUCK_BOX:
            return tuck_box(width_mm, height_mm, self.number_mm)
        return standee(width_mm, height_mm, self.number_mm) if self.shape is Shape.STANDEE else None

    def points(self, width_mm: float, height_mm: float) -> tuple[Point, ...]:
        """A free outline, stretched to its size; no points for all others."""
        return stretched(self.path, width_mm, height_mm) if self.path else ()


@lru_cache(maxsize=512)
def read_shape(text: str) -> Cut:
    """A cell of the column Shape. Raises RefusedShape."""
    words = " ".join(text.split())
    if words[:1] in ("M", "m") and any(sign.isdigit() for sign in words):
        return Cut(Shape.PATH, path=_outline(words))
    match = _WORDS.fullmatch(words.casefold())
    if match is None or match[1] not in WORDS:
        raise UnknownShape("That is not a shape that can be cut.", f"Use one of: {', '.join(WORDS)}.")
    shape = Shape(match[1])
    if match[2] and shape not in _NUMBERED:
        raise RefusedShape(f"“{words[:40]}”: a {shape} takes no number.", f"Write {shape}.")
    if shape in FOLDED and not float(match[2] or 0):
        names = _SUCH_FOLDED[shape]
        raise RefusedShape(
            f"“{words[:40]}” does not say how deep it is.", f"Give millimetres, such as {names}."
        )
    return Cut(shape, float(match[2] or RADIUS_MM) if shape in _NUMBERED else 0)


def printed_size(shape: str, width_mm: float, height_mm: float) -> tuple[float, float, str]:
    """Width, height and shape of what is cut out for a component: of what is folded, before it is."""
    net = read_shape(shape).net(width_mm, height_mm)
    if net is None:
        return width_mm, height_mm, shape
    if len(net.outline) == len(_CORNERS_OF_A_RECTANGLE):
        return net.width_mm, net.height_mm, str(Shape.RECTANGLE)
    path = " L ".join(f"{x:.3f} {y:.3f}" for x, y in net.outline)
    return net.width_mm, net.height_mm, f"M {path} Z"


def panels_of(shape: str, width_mm: float, height_mm: float) -> Mapping[str, Mapping[str, float]]:
    """The panels of what is folded: x, y, width, height and turn of each; none for all others."""
    net = read_shape(shape).net(width_mm, height_mm)
    return {name: asdict(panel) for name, panel in net.panels} if net is not None else {}


# ---------------------------------------------------------------- free outlines


def _outline(data: str) -> tuple[Point, ...]:
    """The points of path data, clockwise. Raises RefusedShape."""
    if len(data) > MOST_LETTERS:
        flaw = f"The outline has {len(data):,} letters; {MOST_LETTERS:,} are the most."
        raise RefusedShape(flaw, "Simplify the path, and round its numbers.")
    try:
        segments = parse_path(data)
    except ValueError as fault:
        raise RefusedShape(
            str(fault), "Write the data of an SVG path, such as M 0 0 L 30 0 L 15 40 Z."
        ) from None
    if [operator for operator, _ in segments].count("m") != 1:
        raise RefusedShape("The outline has several parts.", "Draw it in one line, without holes.")
    if segments[-1][0] != "h":
        raise RefusedShape("The outline is not closed.", "End its path with Z.")
    points = _flattened(segments[:-1])
    if len(points) > MOST_POINTS:
        flaw = f"The outline has {len(points):,} points; {MOST_POINTS} are the most."
        raise RefusedShape(flaw, f"Simplify the path: a curve counts as {_CURVE_STEPS} points.")
    if _crosses_itself(points):
        raise RefusedShape("The outline crosses itself.", "Draw it round the piece once, without a loop.")
    xs, ys = [x for x, _ in points], [y for _, y in points]
    if len(points) < 3 or min(max(xs) - min(xs), max(ys) - min(ys)) < 1e-6 or abs(area(points)) < 1e-9:
        raise RefusedShape("The outline has nothing inside it.", "Draw it round what is to be kept.")
    return points if area(points) > 0 else tuple(reversed(points))


def _flattened(segments: Segments) -> tuple[Point, ...]:
    points: list[Point] = []
    for operator, at in segments:
        if operator == "c":
            points += on_curve(points[-1], at, _CURVE_STEPS)
        elif at:
            points.append((at[0], at[1]))
    corners = [point for point, before in zip(points, [None, *points], strict=False) if point != before]
    return tuple(corners[:-1] if len(corners) > 1 and math.dist(corners[0], corners[-1]) < 1e-6 else corners)


def _crosses_itself(points: tuple[Point, ...]) -> bool:
    """Whether two sides that are no neighbours meet."""
    lines = list(sides(points))
    for index, (a, b) in enumerate(lines):
        left, right = min(a[0], b[0]), max(a[0], b[0])
        for second in range(index + 2, len(lines) - (index == 0)):
            c, d = lines[second]
            if max(c[0], d[0]) < left or min(c[0], d[0]) > right:
                continue
            if max(c[1], d[1]) < min(a[1], b[1]) or min(c[1], d[1]) > max(a[1], b[1]):
                continue
            if _side(a, b, c) * _side(a, b, d) <= 0 and _side(c, d, a) * _side(c, d, b) <= 0:
                return True
    return False


def _side(start: Point, end: Point, point: Point) -> float:
    """On which side of a line a point lies; 0 on it."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
