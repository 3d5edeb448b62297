"""The one walker over the content of a finished PDF: operators become values that every check reads.

It follows ISO 32000-1, chapters 8 and 9, as far as place, size and colour go. What paints nothing is left
out: invisible text, and whatever no part of which is inside of the clip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from generator.ground.files import Unreadable
from generator.ground.matrices import IDENTITY, after, around, boxed, corners, moved, scales, within
from generator.shops.preflight.colours import NO_TONE, is_list, space_name, tones_of
from generator.shops.preflight.ink import (
    Inked,
    PlacedForm,
    PrintedFill,
    PrintedImage,
    PrintedLine,
    PrintedText,
    common,
)
from generator.shops.preflight.letters import Lettered, lettered
from generator.shops.preflight.pixels import most_ink
from generator.shops.preflight.state import (
    COLOURS,
    NUMBERS,
    InkPath,
    InkState,
    PathUnderWay,
    Steps,
    TextObject,
    advance,
    coloured,
    named,
    six,
    with_state,
)

_DEEPEST = 30
"""Forms within forms; a press takes 24."""
_MOST = 2_000_000
"""Operators of one page or design."""
_OPENING = 200
"""Operators that take as long as beginning a form; forms in forms multiply."""
_BELOW, _ABOVE = 0.2, 0.7
"""How far letters reach below and above their line, as parts of the size: usual for text faces."""
_HANGING = frozenset("gjpqyç,;()[]{}|/_@§")
_INVISIBLE = (3, 7)
_ROUNDING = 0.5

Asks = Callable[[int], bool]
"""Whether forms are to be looked into, at a depth."""


InkStep = tuple[str, Any, int]
"""Operator, operands, and how many operators that are; the operators of a path are one, with its InkPath."""
ReadForms = dict[Any, list[InkStep]]
"""What forms of one file hold, by their numbers: the same icon lies on many cards."""


def walk(content: Any, *, into: Asks = lambda _: True, forms: ReadForms | None = None) -> Inked:
    """What a page or a form lays on paper, in its own system of coordinates.

    `forms` of its file were read before; those that are read now are added. Raises ValueError for content
    that keeps to no rules, Unreadable for more than is looked at.
    """
    import pikepdf

    walker = _Walker(into, {} if forms is None else forms)
    try:
        walker.run(content, _resources(content), InkState(), 0)
    except (pikepdf.PdfError, TypeError, KeyError, IndexError, AttributeError) as fault:
        raise ValueError(f"the content of the page is damaged: {fault}") from None
    return walker.made


class _Walker:
    def __init__(self, into: Asks, forms: ReadForms) -> None:
        self.made = Inked()
        self._forms = forms
        self._into = into
        self._left = _MOST
        self._fonts: dict[Any, Lettered] = {}

    def run(  # noqa: C901 - a line a kind of operator
        self, content: Any, resources: Mapping[str, Any], state: InkState, depth: int
    ) -> None:
        """Go through a content stream."""
        stack: list[InkState] = []
        path, text = PathUnderWay(), TextObject()
        for name, operands, count in self._operations(content, depth):
            self._left -= count
            if self._left < 0:
                raise _too_much()
            if name == "q":
                stack.append(state)
            elif name == "Q":
                state = stack.pop() if stack else state
            elif name == _PATH:
                path.parts.append((operands, state.matrix))
            elif name in ("W", "W*"):
                path.clips = True
            elif name in _PAINTS:
                state = self._painted(path, name, state, depth)
            elif name in _SHOWS:
                state = text.broken(name, operands, state)
                self._show(text, operands[-1] if operands else "", state, depth)
            elif name in _TEXT:
                text.do(name, operands, state)
                if name in ("TL", "TD"):
                    state = state._replace(leading=text.leading)
            elif name == "Do":
                self._do(str(operands[0]), resources, state, depth)
            elif name == "sh":
                self._shade(resources, str(operands[0]), state)
            elif name == "INLINE IMAGE":
                self._image("an inline picture", operands[0], state, resources)
            else:
                state = self._set(name, operands, resources, state)

    def _operations(self, content: Any, depth: int) -> Iterable[InkStep]:
        if depth == 0 or not content.objgen[0]:
            return _operations(content)
        if content.objgen not in self._forms:
            self._forms[content.objgen] = list(_operations(content))
        return self._forms[content.objgen]

    # ------------------------------------------------------------ state

    def _set(self, name: str, operands: Any, resources: Mapping[str, Any], state: InkState) -> InkState:
        if name == "cm":
            return state._replace(matrix=after(six(operands), state.matrix))
        if name in NUMBERS:
            return NUMBERS[name](state, float(operands[0]))
        if name == "Tf":
            return state._replace(font=self._font(str(operands[0]), resources), size=float(operands[1]))
        if name == "gs":
            states = named(resources, "/ExtGState", str(operands[0]))
            return state if states is None else with_state(states, state)
        if name in COLOURS:
            return coloured(name, operands, resources, state)
        return state

    def _font(self, name: str, resources: Mapping[str, Any]) -> Lettered | None:
        font = named(resources, "/Font", name)
        if font is None:
            return None
        key = font.objgen if font.objgen[0] else (id(resources), name)
        if key not in self._fonts:
            self._fonts[key] = lettered(font)
        return self._fonts[key]

    # ------------------------------------------------------------ what is painted

    def _painted(self, path: PathUnderWay, name: str, state: InkState, depth: int) -> InkState:
        """A path is painted or only clips."""
        whole = path.box(fine=depth == 0)
        if whole is not None:
            shown = common(whole, state.clip)
            if shown is not None and name in _FILLS:
                self.made.fills.append(PrintedFill(shown, state.fill))
            if shown is not None and name in _STROKES:
                width = state.width * min(scales(state.matrix))
                self.made.lines += [PrintedLine(width, shown, tone, depth) for tone in state.stroke[:1]]
            if path.clips:
                clip = shown if shown is not None else (whole[0], whole[1], whole[0], whole[1])
                state = state._replace(clip=clip, path=path.points() if depth == 0 else ())
        path.clear()
        return state

    def _shade(self, resources: Mapping[str, Any], name: str, state: InkState) -> None:
        tones = tones_of(named(resources, "/Shading", name), resources)
        self.made.fills.append(PrintedFill(state.clip, tones))

    def _show(self, text: TextObject, operands: Any, state: InkState, depth: int) -> None:
        """A string, or strings with moves between them."""
        font = state.font
        if font is None:
            return
        before, words, wide = text.matrix, "", 0.0
        for part in operands if is_list(operands) else [operands]:
            try:
                move = float(part)
            except (TypeError, ValueError):
                content = bytes(part)
                words += font.said(content)
                wide += advance(content, state, font)
            else:
                wide -= move / 1000 * state.size * state.wide
        text.matrix = after((1, 0, 0, 1, wide, 0), before)
        self.made.fonts[font.name] = self.made.fonts.get(font.name, True) and font.embedded
        if state.mode in _INVISIBLE or not words.strip():
            return
        low = -_BELOW if _HANGING & set(words) else 0.0
        flat = (0.0, state.rise + low * state.size, wide, state.rise + _ABOVE * state.size)
        matrix = after(before, state.matrix)
        box = boxed((min(flat[0], flat[2]), flat[1], max(flat[0], flat[2]), flat[3]), matrix)
        shown = common(box, state.clip)
        if shown is not None:
            tone = state.fill[0] if state.fill else NO_TONE
            size = state.size * scales(matrix)[1]
            over = state.over and state.over_mode == 1
            cut = not within(box, state.clip, _ROUNDING)
            self.made.texts.append(PrintedText(words, font.name, size, shown, tone, depth, cut, over))

    def _do(self, name: str, resources: Mapping[str, Any], state: InkState, depth: int) -> None:
        stream = named(resources, "/XObject", name)
        kind = str(stream.get("/Subtype", "")) if stream is not None else ""
        if kind == "/Image":
            self._image(name, stream, state, resources)
        if kind != "/Form":
            return
        assert stream is not None
        matrix = after(six(stream.get("/Matrix", IDENTITY)), state.matrix)
        left, bottom, right, top = (float(edge) for edge in stream.BBox)
        box = common(boxed((left, bottom, right, top), matrix), state.clip)
        if box is None:
            return
        self.made.forms.append(PlacedForm(name, stream, matrix, box, state.path, depth))
        if self._into(depth):
            if depth == _DEEPEST:
                raise _too_much()
            self._left -= _OPENING
            inner = _resources(stream) or resources
            self.run(stream, inner, state._replace(matrix=matrix, clip=box, path=()), depth + 1)

    def _image(self, name: str, stream: Any, state: InkState, resources: Mapping[str, Any]) -> None:
        box = common(around(moved(corner, state.matrix) for corner in corners((0, 0, 1, 1))), state.clip)
        if box is None:
            return
        wide, high = _entry(stream, "/Width", "/W"), _entry(stream, "/Height", "/H")
        across, up = scales(state.matrix)
        dpi = min(72 * int(wide or 0) / max(across, 1e-6), 72 * int(high or 0) / max(up, 1e-6))
        mask = bool(_entry(stream, "/ImageMask", "/IM"))
        space = "" if mask else space_name(_entry(stream, "/ColorSpace", "/CS"), resources)
        ink = most_ink(stream) if space == "DeviceCMYK" else 0.0
        image = PrintedImage(name, int(wide or 0), int(high or 0), dpi, box, space, ink, mask)
        self.made.images.append(image)


def _operations(content: Any) -> Iterator[InkStep]:
    """What a content stream holds."""
    import pikepdf

    steps: Steps = []
    for instruction in pikepdf.parse_content_stream(content):
        name, operands = str(instruction.operator), instruction.operands
        if name in _DRAWS:
            steps.append((name, [float(operand) for operand in operands]))
            continue
        if steps:
            yield _PATH, InkPath(steps), len(steps)
            steps = []
        yield name, operands, 1


def _entry(stream: Any, name: str, short: str) -> Any:
    """An entry of a picture, which has short names where it stands in the content (8.9.7)."""
    owner = stream if hasattr(stream, "get") else stream.obj
    entry = owner.get(name)
    return entry if entry is not None else owner.get(short)


def _too_much() -> Unreadable:
    fault = "A page of it holds more than can be looked at: forms in forms, or millions of lines."
    return Unreadable(fault, "Take the file away and make it again.")


def _resources(content: Any) -> Any:
    owner = getattr(content, "obj", content)
    resources = owner.get("/Resources")
    return resources if resources is not None else {}


_PATH = "a path"
_DRAWS = frozenset(("m", "l", "c", "v", "y", "re"))
_FILLS = frozenset(("f", "F", "f*", "B", "B*", "b", "b*"))
_STROKES = frozenset(("S", "s", "B", "B*", "b", "b*"))
_PAINTS = _FILLS | _STROKES | {"n"}
_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_TEXT = frozenset(("BT", "Tm", "Td", "TD", "T*", "TL"))
