"""The graphics state while a PDF's content is walked: matrix, colours, text and the path under way.

ISO 32000-1: 8.4 and 8.5 for graphics and paths, 8.6 for colours, 9.3 and 9.4 for text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from generator.ground.matrices import IDENTITY, Edges, Matrix, Xy, after, corners, moved
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


@dataclass(frozen=True, slots=True)
class InkState:
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


@dataclass(slots=True)
class PathUnderWay:
    """The path under way, in the system of what is walked."""

    points: list[Xy] = field(default_factory=list)
    clips: bool = False

    def clear(self) -> None:
        """It was painted, or dropped."""
        self.points, self.clips = [], False


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
            state = replace(state, words=float(operands[0]), between=float(operands[1]))
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


def add_points(path: PathUnderWay, name: str, at: list[float], matrix: Matrix, *, fine: bool) -> None:
    """Points of a path; only `fine` ones follow its curves, others keep to the handles."""
    if name == "re" and len(at) == 4:
        x, y, width, height = at
        path.points += (moved(corner, matrix) for corner in corners((x, y, x + width, y + height)))
    elif name in ("m", "l") and len(at) == 2:
        path.points.append(moved((at[0], at[1]), matrix))
    elif name in ("c", "v", "y") and path.points:
        ends = [moved((at[n], at[n + 1]), matrix) for n in range(0, len(at) - 1, 2)]
        start = path.points[-1]
        ends = [start, *ends] if name == "v" else [*ends, ends[-1]] if name == "y" else ends
        path.points += _curve(start, *ends) if fine and len(ends) == 3 else ends


def _curve(start: Xy, first: Xy, second: Xy, end: Xy) -> list[Xy]:
    (x, y), (x1, y1), (x2, y2), (x3, y3) = start, first, second, end
    return [(a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3) for a, b, c, d in _PARTS]


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
        return replace(state, stroke=tones, stroke_space=space)
    return replace(state, fill=tones, fill_space=space)


def _parts(operands: Any) -> tuple[float, ...]:
    with suppress(TypeError, ValueError):
        return tuple(float(operand) for operand in operands)
    return ()


def with_state(states: Any, state: InkState) -> InkState:
    """What a dictionary of graphics state sets of what is followed here (8.4.5)."""
    width = states.get("/LW", state.width)
    over = states.get("/op", states.get("/OP", state.over))
    return replace(
        state, width=float(width), over=bool(over), over_mode=int(states.get("/OPM", state.over_mode))
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
    "w": lambda state, value: replace(state, width=value),
    "Tc": lambda state, value: replace(state, between=value),
    "Tw": lambda state, value: replace(state, words=value),
    "Tz": lambda state, value: replace(state, wide=value / 100),
    "Ts": lambda state, value: replace(state, rise=value),
    "Tr": lambda state, value: replace(state, mode=int(value)),
}
