"""Paths of PDF content: the points of their operators, and the box around them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce

from generator.ground.matrices import Edges, Matrix, Xy, around, boxed, corners, joined_box, moved

_CURVE = 8
"""Points that stand for a curve."""
_BENDS = tuple(
    ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    for t in (step / _CURVE for step in range(1, _CURVE + 1))
)
"""Of the start, of both handles and of the end in each of these points."""


_LETTERS = b"mlcvyhre"
"""Of the operators that build paths."""


@dataclass(slots=True)
class PathPart:
    """A part of a path in the system of its stream, which many places may share: its operations."""

    content: bytes
    """As it stands in the stream: numbers, and the operators `m l c v y h re`."""
    _boxes: dict[bool, Edges | None] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many operators it has."""
        return sum(map(self.content.count, (b"m", b"l", b"c", b"v", b"y", b"h", b"re")))

    def points(self, *, fine: bool) -> list[Xy]:
        """Its points; only `fine` ones follow its curves, others keep to the handles."""
        return self._points(_curve if fine else _handles)

    def box(self, *, fine: bool) -> Edges | None:
        """The box around them; None around none."""
        if fine not in self._boxes:
            points = self._points(_edges_of_curve if fine else _handles)
            self._boxes[fine] = around(points) if points else None
        return self._boxes[fine]

    def _points(self, bend: Callable[..., list[Xy]]) -> list[Xy]:
        others = (b"r",) if bend is _handles else (b"r", b"c", b"v", b"y")
        if not any(letter in self.content for letter in others):  # then the points are the operands
            numbers = [float(word) for word in self.content.translate(None, _LETTERS).split()]
            return list(zip(numbers[::2], numbers[1::2], strict=False))
        points: list[Xy] = []
        operands: list[float] = []
        for word in self.content.split():
            if word.isalpha():
                _add_points(points, word, operands, bend)
                operands = []
            else:
                operands.append(float(word))
        return points


PlacedPath = tuple[tuple[PathPart, Matrix], ...]
"""The parts of a path, each with the matrix to the system of what is read."""


def path_box(path: PlacedPath, *, fine: bool) -> Edges | None:
    """The box around all of a path; None around nothing."""
    boxes = [box for part in path if (box := _box_of(*part, fine=fine)) is not None]
    return reduce(joined_box, boxes) if boxes else None


def path_points(path: PlacedPath) -> tuple[Xy, ...]:
    """The points of a path, which follow its curves."""
    return tuple(moved(point, matrix) for part, matrix in path for point in part.points(fine=True))


def _box_of(part: PathPart, matrix: Matrix, *, fine: bool) -> Edges | None:
    box = part.box(fine=fine)
    if box is None:
        return None
    if matrix[1] == matrix[2] == 0:  # nothing is turned: the box of the points is that of their box
        return boxed(box, matrix)
    return around(moved(point, matrix) for point in part.points(fine=fine))


def _add_points(points: list[Xy], name: bytes, at: list[float], bend: Callable[..., list[Xy]]) -> None:
    """The points of an operator of a path; what stands for a curve is said by `bend`."""
    if name == b"re" and len(at) == 4:
        x, y, width, height = at
        points += corners((x, y, x + width, y + height))
    elif name in (b"m", b"l") and len(at) == 2:
        points.append((at[0], at[1]))
    elif name in (b"c", b"v", b"y") and points:
        ends = [(at[n], at[n + 1]) for n in range(0, len(at) - 1, 2)]
        start = points[-1]
        ends = [start, *ends] if name == b"v" else [*ends, ends[-1]] if name == b"y" else ends
        points += bend(start, *ends) if len(ends) == 3 else ends


def _handles(_: Xy, *ends: Xy) -> list[Xy]:
    return list(ends)


def _curve(start: Xy, first: Xy, second: Xy, end: Xy) -> list[Xy]:
    (x, y), (x1, y1), (x2, y2), (x3, y3) = start, first, second, end
    return [(a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3) for a, b, c, d in _BENDS]


def _edges_of_curve(start: Xy, first: Xy, second: Xy, end: Xy) -> list[Xy]:
    """Points with the same box around them: a curve whose handles lie between its ends goes no further."""
    (x, y), (x1, y1), (x2, y2), (x3, y3) = start, first, second, end
    across = min(x, x3) <= min(x1, x2) and max(x1, x2) <= max(x, x3)
    up = min(y, y3) <= min(y1, y2) and max(y1, y2) <= max(y, y3)
    return [end] if across and up else _curve(start, first, second, end)
