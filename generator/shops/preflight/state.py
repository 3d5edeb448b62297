"""The graphics state while a PDF's content is walked: matrix, colours, text and the path under way.

ISO 32000-1: 8.4 and 8.5 for graphics and paths, 8.6 for colours, 9.3 and 9.4 for text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, NamedTuple

from generator.ground.matrices import (
    IDENTITY,
    Edges,
    Matrix,
    Xy,
    after,
    around,
    boxed,
    corners,
    joined_box,
    moved,
)
from generator.shops.preflight.colours import space_name, tones_of
from generator.shops.preflight.ink import EVERYWHERE, Tone
from generator.shops.preflight.letters import Lettered

_CURVE = 8
"""Points that stand for a curve."""
_PARTS = tuple(
    ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    for t in (step / _CURVE for step in range(1, _CURVE + 1))
)
"""Of the start, of both handles and of the end in each of these points."""
_DEVICE = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}


class InkState(NamedTuple):
    """The graphics state."""

    matrix: Matrix = IDENTITY
    clip: Edges = EVERYWHERE
    path: tuple[Xy, ...] = ()
    """The last path that clips."""
    fill: tuple[Tone, ...] = (Tone("DeviceGray", (0.0,)),)
    stroke: tuple[Tone, ...] = (Tone("DeviceGray", (0.0,)),)
    fill_space: str = "DeviceGray"
    stroke_space: str = "DeviceGray"
    width: float = 1.0
    font: Lettered | None = None
    size: float = 0.0
    between: float = 0.0
    words: float = 0.0
    wide: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0
    over: bool = False
    """Whether fills are printed over what lies below (8.6.7) …"""
    over_mode: int = 0
    """… and what an ink of which they have nothing does there: at 1 it stays."""


Steps = list[tuple[str, list[float]]]
"""The operators of a path with their numbers."""


@dataclass(slots=True)
class InkPath:
    """A part of a path in the system of its stream, which many places may share."""

    steps: Steps
    _boxes: dict[bool, Edges] = field(default_factory=dict)

    def points(self, *, fine: bool) -> list[Xy]:
        """Its points; only `fine` ones follow its curves, others keep to the handles."""
        points: list[Xy] = []
        for name, at in self.steps:
            _add_points(points, name, at, bend=_curve if fine else _handles)
        return points

    def box(self, *, fine: bool) -> Edges | None:
        """The box around them; None around none."""
        if fine not in self._boxes:
            points: list[Xy] = []
            for name, at in self.steps:
                _add_points(points, name, at, bend=_edges_of_curve if fine else _handles)
            if not points:
                return None
            self._boxes[fine] = around(points)
        return self._boxes[fine]


@dataclass(slots=True)
class PathUnderWay:
    """The path under way: its parts, each with the matrix to the system of what is walked."""

    parts: list[tuple[InkPath, Matrix]] = field(default_factory=list)
    clips: bool = False

    def box(self, *, fine: bool) -> Edges | None:
        """The box around all of it; None around nothing."""
        boxes = [box for part in self.parts if (box := _box_of(*part, fine=fine)) is not None]
        return reduce(joined_box, boxes) if boxes else None

    def points(self) -> tuple[Xy, ...]:
        """Its points, which follow its curves."""
        parts = ((outline.points(fine=True), matrix) for outline, matrix in self.parts)
        return tuple(moved(point, matrix) for points, matrix in parts for point in points)

    def clear(self) -> None:
        """It was painted, or dropped."""
        self.parts, self.clips = [], False


def _box_of(outline: InkPath, matrix: Matrix, *, fine: bool) -> Edges | None:
    box = outline.box(fine=fine)
    if box is None:
        return None
    if matrix[1] == matrix[2] == 0:  # nothing is turned: the box of the points is that of their box
        return boxed(box, matrix)
    return around(moved(point, matrix) for point in outline.points(fine=fine))


@dataclass(slots=True)
class TextObject:
    """The text object under way: its matrix and that of its line (9.4)."""

    matrix: Matrix = IDENTITY
    line: Matrix = IDENTITY
    leading: float = 0.0

    def do(self, name: str, operands: Any, state: InkState) -> None:
        """An operator that places text."""
        self.leading = state.leading
        if name == "BT":
            self.matrix = self.line = IDENTITY
        elif name == "Tm":
            self.matrix = self.line = six(operands)
        elif name in ("Td", "TD"):
            if name == "TD":
                self.leading = -float(operands[1])
            self.line = self.matrix = after((1, 0, 0, 1, float(operands[0]), float(operands[1])), self.line)
        elif name == "T*":
            self.line = self.matrix = after((1, 0, 0, 1, 0, -self.leading), self.line)
        elif name == "TL":
            self.leading = float(operands[0])

    def broken(self, name: str, operands: Any, state: InkState) -> InkState:
        """The state for a string; two operators begin a line before it."""
        if name == '"' and len(operands) == 3:
            state = state._replace(words=float(operands[0]), between=float(operands[1]))
        if name in ("'", '"'):
            self.do("T*", operands, state)
        return state


def advance(content: bytes, state: InkState, font: Lettered) -> float:
    """How far a string moves the pen along its line, in units of the text (9.4.4)."""
    wide = 0.0
    for code in font.codes(content):
        space = state.words if code == 32 and not font.two_bytes else 0.0
        wide += (font.width(code) * state.size + state.between + space) * state.wide
    return wide


def _add_points(points: list[Xy], name: str, at: list[float], bend: Callable[..., list[Xy]]) -> None:
    """The points of an operator of a path; what stands for a curve is said by `bend`."""
    if name == "re" and len(at) == 4:
        x, y, width, height = at
        points += corners((x, y, x + width, y + height))
    elif name in ("m", "l") and len(at) == 2:
        points.append((at[0], at[1]))
    elif name in ("c", "v", "y") and points:
        ends = [(at[n], at[n + 1]) for n in range(0, len(at) - 1, 2)]
        start = points[-1]
        ends = [start, *ends] if name == "v" else [*ends, ends[-1]] if name == "y" else ends
        points += bend(start, *ends) if len(ends) == 3 else ends


def _handles(_: Xy, *ends: Xy) -> list[Xy]:
    return list(ends)


def _curve(start: Xy, first: Xy, second: Xy, end: Xy) -> list[Xy]:
    (x, y), (x1, y1), (x2, y2), (x3, y3) = start, first, second, end
    return [(a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3) for a, b, c, d in _PARTS]


def _edges_of_curve(start: Xy, first: Xy, second: Xy, end: Xy) -> list[Xy]:
    """Points with the same box around them: a curve whose handles lie between its ends goes no further."""
    (x, y), (x1, y1), (x2, y2), (x3, y3) = start, first, second, end
    across = min(x, x3) <= min(x1, x2) and max(x1, x2) <= max(x, x3)
    up = min(y, y3) <= min(y1, y2) and max(y1, y2) <= max(y, y3)
    return [end] if across and up else _curve(start, first, second, end)


def coloured(name: str, operands: Any, resources: Mapping[str, Any], state: InkState) -> InkState:
    """An operator that sets a colour or its space (8.6.8)."""
    stroke, low = name.isupper(), name.lower()
    if low == "cs":
        space = space_name(operands[0], resources)
        return _toned(state, stroke, space, (Tone(space),))
    if low not in ("sc", "scn"):
        space = _DEVICE[_SIMPLE[low]]
        return _toned(state, stroke, space, (Tone(space, _parts(operands)),))
    space = state.stroke_space if stroke else state.fill_space
    if operands and str(operands[-1]).startswith("/"):
        pattern = named(resources, "/Pattern", str(operands[-1]))
        shading = pattern.get("/Shading") if pattern is not None else None
        return _toned(state, stroke, space, tones_of(shading, resources))
    return _toned(state, stroke, space, (Tone(space, _parts(operands)),))


def _toned(state: InkState, stroke: bool, space: str, tones: tuple[Tone, ...]) -> InkState:
    if stroke:
        return state._replace(stroke=tones, stroke_space=space)
    return state._replace(fill=tones, fill_space=space)


def _parts(operands: Any) -> tuple[float, ...]:
    with suppress(TypeError, ValueError):
        return tuple(float(operand) for operand in operands)
    return ()


def with_state(states: Any, state: InkState) -> InkState:
    """What a dictionary of graphics state sets of what is followed here (8.4.5)."""
    width = states.get("/LW", state.width)
    over = states.get("/op", states.get("/OP", state.over))
    return state._replace(
        width=float(width), over=bool(over), over_mode=int(states.get("/OPM", state.over_mode))
    )


def six(operands: Any) -> Matrix:
    """A matrix as a PDF states it. Raises ValueError or TypeError."""
    a, b, c, d, e, f = (float(operand) for operand in operands)
    return a, b, c, d, e, f


def named(resources: Any, kind: str, name: str) -> Any:
    """What a name means among the resources of a stream; None if it means nothing."""
    entry = resources.get(kind)
    return entry.get(name) if entry is not None else None


COLOURS = frozenset(("g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"))
_SIMPLE = {"g": 1, "rg": 3, "k": 4}
NUMBERS: Mapping[str, Callable[[InkState, float], InkState]] = {
    "w": lambda state, value: state._replace(width=value),
    "Tc": lambda state, value: state._replace(between=value),
    "Tw": lambda state, value: state._replace(words=value),
    "Tz": lambda state, value: state._replace(wide=value / 100),
    "Ts": lambda state, value: state._replace(rise=value),
    "Tr": lambda state, value: state._replace(mode=int(value)),
}
