"""The one walker over the content of a finished PDF: operators become values that every check reads.

It follows ISO 32000-1, chapters 8 and 9, as far as place, size and colour go. What paints nothing is left
out: invisible text, and whatever no part of which is inside of the clip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from generator.preflight.colours import NO_TONE, is_list, space_name, tones_of
from generator.preflight.ink import (
    EVERYWHERE,
    STILL,
    Area,
    Inked,
    Matrix6,
    PlacedForm,
    PrintedFill,
    PrintedImage,
    PrintedLine,
    PrintedText,
    Tone,
    Xy,
    area_of,
    common,
    corners,
    holds,
    moved,
    moved_area,
    scales,
    times,
)
from generator.preflight.letters import Lettered, lettered
from generator.preflight.pixels import most_ink

_DEEPEST = 12
_MOST = 2_000_000
"""Operators of one page or design."""
_CURVE = 8
"""Points that stand for a curve."""
_BELOW, _ABOVE = 0.2, 0.7
"""How far letters reach below and above their line, as parts of the size: usual for text faces."""
_HANGING = frozenset("gjpqyç,;()[]{}|/_@§")
_INVISIBLE = (3, 7)
_DEVICE = {1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"}
_ROUNDING = 0.5

Asks = Callable[[int], bool]
"""Whether forms are to be looked into, at a depth."""


def walk(content: Any, *, into: Asks = lambda _: True) -> Inked:
    """What a page or a form lays on paper, in its own system of coordinates."""
    walker = _Walker(into)
    walker.run(content, _resources(content), _State(), 0)
    return walker.made


@dataclass(frozen=True, slots=True)
class _State:
    """The graphics state."""

    matrix: Matrix6 = STILL
    clip: Area = EVERYWHERE
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


@dataclass(slots=True)
class _Path:
    """The path under way, in the system of what is walked."""

    points: list[Xy] = field(default_factory=list)
    clips: bool = False

    def clear(self) -> None:
        self.points, self.clips = [], False


class _Walker:
    def __init__(self, into: Asks) -> None:
        self.made = Inked()
        self._into = into
        self._left = _MOST
        self._fonts: dict[Any, Lettered] = {}

    def run(self, content: Any, resources: Mapping[str, Any], state: _State, depth: int) -> None:
        """Go through a content stream."""
        import pikepdf

        stack: list[_State] = []
        path, text = _Path(), _Text()
        for instruction in pikepdf.parse_content_stream(content):
            self._left -= 1
            if self._left < 0:
                self.made.unread = True
                return
            name, given = str(instruction.operator), instruction.operands
            if name == "q":
                stack.append(state)
            elif name == "Q":
                state = stack.pop() if stack else state
            elif name in _DRAWS:
                _draw(path, name, [float(each) for each in given], state.matrix, fine=depth == 0)
            elif name in ("W", "W*"):
                path.clips = True
            elif name in _PAINTS:
                state = self._painted(path, name, state, depth)
            elif name in _SHOWS:
                state = text.broken(name, given, state)
                self._show(text, given[-1] if given else "", state, depth)
            elif name in _TEXT:
                text.do(name, given, state)
                if name in ("TL", "TD"):
                    state = replace(state, leading=text.leading)
            elif name == "Do":
                self._do(str(given[0]), resources, state, depth)
            elif name == "sh":
                self._shade(resources, str(given[0]), state)
            elif name == "INLINE IMAGE":
                self._image("an inline picture", given[0], state, resources)
            else:
                state = self._set(name, given, resources, state)

    # ------------------------------------------------------------ state

    def _set(self, name: str, given: Any, resources: Mapping[str, Any], state: _State) -> _State:
        if name == "cm":
            return replace(state, matrix=times(_six(given), state.matrix))
        if name in _NUMBERS:
            return _NUMBERS[name](state, float(given[0]))
        if name == "Tf":
            return replace(state, font=self._font(str(given[0]), resources), size=float(given[1]))
        if name == "gs":
            told = _named(resources, "/ExtGState", str(given[0]))
            width = told.get("/LW") if told is not None else None
            return state if width is None else replace(state, width=float(width))
        if name in _COLOURS:
            return _coloured(name, given, resources, state)
        return state

    def _font(self, name: str, resources: Mapping[str, Any]) -> Lettered | None:
        font = _named(resources, "/Font", name)
        if font is None:
            return None
        key = font.objgen if font.objgen[0] else (id(resources), name)
        if key not in self._fonts:
            self._fonts[key] = lettered(font)
        return self._fonts[key]

    # ------------------------------------------------------------ what is painted

    def _painted(self, path: _Path, name: str, state: _State, depth: int) -> _State:
        """A path is painted or only clips."""
        if path.points:
            whole = area_of(path.points)
            shown = common(whole, state.clip)
            if shown is not None and name in _FILLS:
                self.made.fills.append(PrintedFill(shown, state.fill))
            if shown is not None and name in _STROKES:
                width = state.width * min(scales(state.matrix))
                self.made.lines += [PrintedLine(width, shown, tone, depth) for tone in state.stroke[:1]]
            if path.clips:
                clip = shown if shown is not None else (whole[0], whole[1], whole[0], whole[1])
                state = replace(state, clip=clip, path=tuple(path.points) if depth == 0 else ())
        path.clear()
        return state

    def _shade(self, resources: Mapping[str, Any], name: str, state: _State) -> None:
        tones = tones_of(_named(resources, "/Shading", name), resources)
        self.made.fills.append(PrintedFill(state.clip, tones))

    def _show(self, text: _Text, given: Any, state: _State, depth: int) -> None:
        """A string, or strings with moves between them."""
        font = state.font
        if font is None:
            return
        before, said, wide = text.matrix, "", 0.0
        for part in given if is_list(given) else [given]:
            try:
                move = float(part)
            except (TypeError, ValueError):
                told = bytes(part)
                said += font.said(told)
                wide += _advance(told, state, font)
            else:
                wide -= move / 1000 * state.size * state.wide
        text.matrix = times((1, 0, 0, 1, wide, 0), before)
        self.made.fonts[font.name] = self.made.fonts.get(font.name, True) and font.embedded
        if state.mode in _INVISIBLE or not said.strip():
            return
        low = -_BELOW if _HANGING & set(said) else 0.0
        flat = (0.0, state.rise + low * state.size, wide, state.rise + _ABOVE * state.size)
        matrix = times(before, state.matrix)
        box = moved_area((min(flat[0], flat[2]), flat[1], max(flat[0], flat[2]), flat[3]), matrix)
        shown = common(box, state.clip)
        if shown is not None:
            tone = state.fill[0] if state.fill else NO_TONE
            size = state.size * scales(matrix)[1]
            cut = not holds(state.clip, box, _ROUNDING)
            self.made.texts.append(PrintedText(said, font.name, size, shown, tone, depth, cut))

    def _do(self, name: str, resources: Mapping[str, Any], state: _State, depth: int) -> None:
        stream = _named(resources, "/XObject", name)
        kind = str(stream.get("/Subtype", "")) if stream is not None else ""
        if kind == "/Image":
            self._image(name, stream, state, resources)
        if kind != "/Form":
            return
        assert stream is not None
        matrix = times(_six(stream.get("/Matrix", STILL)), state.matrix)
        left, bottom, right, top = (float(edge) for edge in stream.BBox)
        box = common(moved_area((left, bottom, right, top), matrix), state.clip)
        if box is None:
            return
        self.made.forms.append(PlacedForm(name, stream, matrix, box, state.path, depth))
        if self._into(depth) and depth < _DEEPEST:
            inner = _resources(stream) or resources
            self.run(stream, inner, replace(state, matrix=matrix, clip=box, path=()), depth + 1)

    def _image(self, name: str, stream: Any, state: _State, resources: Mapping[str, Any]) -> None:
        box = common(area_of(moved(corner, state.matrix) for corner in corners((0, 0, 1, 1))), state.clip)
        if box is None:
            return
        wide, high = _entry(stream, "/Width", "/W"), _entry(stream, "/Height", "/H")
        across, up = scales(state.matrix)
        dpi = min(72 * int(wide or 0) / max(across, 1e-6), 72 * int(high or 0) / max(up, 1e-6))
        mask = bool(_entry(stream, "/ImageMask", "/IM"))
        space = "" if mask else space_name(_entry(stream, "/ColorSpace", "/CS"), resources)
        ink = most_ink(stream) if space == "DeviceCMYK" else 0.0
        found = PrintedImage(name, int(wide or 0), int(high or 0), dpi, box, space, ink, mask)
        self.made.images.append(found)


@dataclass(slots=True)
class _Text:
    """The text object under way: its matrix and that of its line (9.4)."""

    matrix: Matrix6 = STILL
    line: Matrix6 = STILL
    leading: float = 0.0

    def do(self, name: str, given: Any, state: _State) -> None:
        """An operator that places text."""
        self.leading = state.leading
        if name == "BT":
            self.matrix = self.line = STILL
        elif name == "Tm":
            self.matrix = self.line = _six(given)
        elif name in ("Td", "TD"):
            if name == "TD":
                self.leading = -float(given[1])
            self.line = self.matrix = times((1, 0, 0, 1, float(given[0]), float(given[1])), self.line)
        elif name == "T*":
            self.line = self.matrix = times((1, 0, 0, 1, 0, -self.leading), self.line)
        elif name == "TL":
            self.leading = float(given[0])

    def broken(self, name: str, given: Any, state: _State) -> _State:
        """The state for a string; two operators begin a line before it."""
        if name == '"' and len(given) == 3:
            state = replace(state, words=float(given[0]), between=float(given[1]))
        if name in ("'", '"'):
            self.do("T*", given, state)
        return state


def _advance(told: bytes, state: _State, font: Lettered) -> float:
    wide = 0.0
    for code in font.codes(told):
        space = state.words if code == 32 and not font.two_bytes else 0.0
        wide += (font.width(code) * state.size + state.between + space) * state.wide
    return wide


def _draw(path: _Path, name: str, at: list[float], matrix: Matrix6, *, fine: bool) -> None:
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
        path.points += _curve(start, ends) if fine and len(ends) == 3 else ends


def _curve(start: Xy, ends: list[Xy]) -> Iterator[Xy]:
    one, two, end = ends
    for step in range(1, _CURVE + 1):
        t = step / _CURVE
        parts = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        at = (start, one, two, end)
        yield (
            sum(part * x for part, (x, _) in zip(parts, at, strict=True)),
            sum(part * y for part, (_, y) in zip(parts, at, strict=True)),
        )


def _coloured(name: str, given: Any, resources: Mapping[str, Any], state: _State) -> _State:
    """An operator that sets a colour or its space (8.6.8)."""
    stroke, low = name.isupper(), name.lower()
    if low == "cs":
        space = space_name(given[0], resources)
        return _toned(state, stroke, space, (Tone(space),))
    if low not in ("sc", "scn"):
        space = _DEVICE[_SIMPLE[low]]
        return _toned(state, stroke, space, (Tone(space, _parts(given)),))
    space = state.stroke_space if stroke else state.fill_space
    if given and str(given[-1]).startswith("/"):
        pattern = _named(resources, "/Pattern", str(given[-1]))
        shading = pattern.get("/Shading") if pattern is not None else None
        return _toned(state, stroke, space, tones_of(shading, resources))
    return _toned(state, stroke, space, (Tone(space, _parts(given)),))


def _toned(state: _State, stroke: bool, space: str, tones: tuple[Tone, ...]) -> _State:
    if stroke:
        return replace(state, stroke=tones, stroke_space=space)
    return replace(state, fill=tones, fill_space=space)


def _parts(given: Any) -> tuple[float, ...]:
    with suppress(TypeError, ValueError):
        return tuple(float(each) for each in given)
    return ()


def _six(given: Any) -> Matrix6:
    a, b, c, d, e, f = (float(each) for each in given)
    return a, b, c, d, e, f


def _entry(stream: Any, name: str, short: str) -> Any:
    """An entry of a picture, which has short names where it stands in the content (8.9.7)."""
    told = stream if hasattr(stream, "get") else stream.obj
    found = told.get(name)
    return found if found is not None else told.get(short)


def _resources(content: Any) -> Any:
    held = getattr(content, "obj", content)
    found = held.get("/Resources")
    return found if found is not None else {}


def _named(resources: Any, kind: str, name: str) -> Any:
    found = resources.get(kind)
    return found.get(name) if found is not None else None


_DRAWS = frozenset(("m", "l", "c", "v", "y", "re"))
_FILLS = frozenset(("f", "F", "f*", "B", "B*", "b", "b*"))
_STROKES = frozenset(("S", "s", "B", "B*", "b", "b*"))
_PAINTS = _FILLS | _STROKES | {"n"}
_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_TEXT = frozenset(("BT", "Tm", "Td", "TD", "T*", "TL"))
_COLOURS = frozenset(("g", "G", "rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"))
_SIMPLE = {"g": 1, "rg": 3, "k": 4}
_NUMBERS: Mapping[str, Callable[[_State, float], _State]] = {
    "w": lambda state, value: replace(state, width=value),
    "Tc": lambda state, value: replace(state, between=value),
    "Tw": lambda state, value: replace(state, words=value),
    "Tz": lambda state, value: replace(state, wide=value / 100),
    "Ts": lambda state, value: replace(state, rise=value),
    "Tr": lambda state, value: replace(state, mode=int(value)),
}
