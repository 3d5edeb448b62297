"""What a page or a form of a finished PDF lays on paper, as values that every check reads.

What paints nothing is left out: invisible text, and whatever no part of which is inside of the clip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from generator.ground.files import Unreadable
from generator.ground.matrices import Edges, Matrix, boxed, scales, within
from generator.ground.pdf_content import FILLS, STROKES, ContentReader, GraphicsState, NamedThing, PaintWay
from generator.ground.pdf_letters import is_list
from generator.ground.pdf_paths import PlacedPath, path_points
from generator.ground.pdf_steps import Operation, content_steps
from generator.shops.preflight.ink import (
    Inked,
    PlacedForm,
    PrintedFill,
    PrintedImage,
    PrintedLine,
    PrintedText,
    Tone,
    common,
)
from generator.shops.preflight.pixels import most_ink

_NO_TONE = Tone("")
_SHORT = {"/G": "DeviceGray", "/RGB": "DeviceRGB", "/CMYK": "DeviceCMYK", "/I": "Indexed"}
_BY_PARTS = {1: "ICC Gray", 3: "ICC RGB", 4: "ICC CMYK"}
_DEEPEST = 8
_BELOW, _ABOVE = 0.2, 0.7
"""How far letters reach below and above their line, as parts of the size: usual for text faces."""
_HANGING = frozenset("gjpqyç,;()[]{}|/_@§")
_INVISIBLE = (3, 7)
_ROUNDING = 0.5
_DEVICES = {"g": "DeviceGray", "rg": "DeviceRGB", "k": "DeviceCMYK"}
_BLACK = (Tone("DeviceGray", (0.0,)),)
InkTones = tuple[Tone, ...]

Asks = Callable[[int], bool]
"""Whether forms are to be looked into, at a depth."""
ReadForms = dict[Any, list[Operation]]
"""What forms of one file hold, by their numbers: the same icon lies on many cards."""


def walk(content: Any, *, into: Asks = lambda _: True, forms: ReadForms | None = None) -> Inked:
    """What a page or a form lays on paper, in its own system of coordinates.

    `forms` of its file were read before; those that are read now are added. Raises ValueError for content
    that keeps to no rules, Unreadable for more than is looked at.
    """
    import pikepdf

    walker = _Walker(into, {} if forms is None else forms)
    try:
        walker.read(content, _resources(content), walker.state)
    except (pikepdf.PdfError, TypeError, KeyError, IndexError, AttributeError) as fault:
        raise ValueError(f"the content of the page is damaged: {fault}") from None
    return walker.ink


class _Walker(ContentReader[InkTones]):
    deepest = 31

    def __init__(self, into: Asks, forms: ReadForms) -> None:
        super().__init__(GraphicsState(PaintWay(), _BLACK, _BLACK))
        self.ink = Inked()
        self._forms = forms
        self._into = into

    @property
    def fine(self) -> bool:
        return self.depth == 0

    def steps(self, source: Any) -> Iterable[Operation]:
        if self.depth == 0 or not source.objgen[0]:
            return content_steps(source)
        if source.objgen not in self._forms:
            self._forms[source.objgen] = list(content_steps(source))
        return self._forms[source.objgen]

    def too_much(self) -> Exception:
        fault = "A page of it holds more than can be looked at: forms in forms, or millions of lines."
        return Unreadable(fault, "Take the file away and make it again.")

    too_deep = too_much

    def colour(self, operands: tuple[Any, ...], name: str, chosen: tuple[Operation, ...]) -> InkTones:
        kind, parts = name.lower(), tuple(_thing(operand) for operand in operands)
        if kind == "cs":
            return (Tone(_space_name(parts[0], self.resources)),)
        if kind in _DEVICES:
            return (Tone(_DEVICES[kind], _numbers(parts)),)
        if operands and isinstance(operands[-1], NamedThing):
            return _tones_of(parts[-1].get("/Shading"), self.resources)
        if operands and str(operands[-1]).startswith("/"):
            return ()
        space = _DEVICES.get(chosen[0][1].lower(), "DeviceGray") if chosen else "DeviceGray"
        if chosen and chosen[0][1] in ("cs", "CS"):
            space = _space_name(_thing(chosen[0][0][0]), self.resources)
        return (Tone(space, _numbers(parts)),)

    def outline(self, name: str, path: PlacedPath, box: Edges) -> None:
        state = self.state
        shown = common(box, state.way.clip)
        if shown is not None and name in FILLS:
            self.ink.fills.append(PrintedFill(shown, state.fill))
        if shown is not None and name in STROKES:
            width = state.number("w", 1) * min(scales(state.way.matrix))
            self.ink.lines += [PrintedLine(width, shown, tone) for tone in state.stroke[:1]]

    def shading(self, shading: Any) -> None:
        self.ink.fills.append(PrintedFill(self.state.way.clip, _tones_of(shading, self.resources)))

    def letters(self, strings: list[bytes], matrix: Matrix, wide: float) -> None:
        state, font = self.state, self.state.font
        assert font is not None
        self.ink.fonts[font.name] = self.ink.fonts.get(font.name, True) and font.embedded
        words = "".join(font.said(string) for string in strings)
        if int(state.number("Tr")) in _INVISIBLE or not words.strip():
            return
        size, rise = float(state.settings["Tf"][1]), state.number("Ts")
        low = -_BELOW if _HANGING & set(words) else 0.0
        flat = (min(0.0, wide), rise + low * size, max(0.0, wide), rise + _ABOVE * size)
        box = boxed(flat, matrix)
        shown = common(box, state.way.clip)
        if shown is not None:
            tone = state.fill[0] if state.fill else _NO_TONE
            over = state.over and state.over_mode == 1
            cut = not within(box, state.way.clip, _ROUNDING)
            high = size * scales(matrix)[1]
            self.ink.texts.append(PrintedText(words, font.name, high, shown, tone, self.depth, cut, over))

    def form(self, name: str, form: Any, inside: PaintWay) -> None:
        way = self.state.way
        box = common(boxed([float(edge) for edge in form.BBox], inside.matrix), way.clip)
        if box is None:
            return
        clip = path_points(way.path) if self.depth == 0 else ()
        self.ink.forms.append(PlacedForm(form, inside.matrix, box, clip, self.depth))
        if self._into(self.depth):
            self.read(form, _resources(form) or self.resources, self.state._replace(way=inside))

    def image(self, name: str, image: Any) -> None:
        matrix = self.state.way.matrix
        box = common(boxed((0, 0, 1, 1), matrix), self.state.way.clip)
        if box is None:
            return
        stream = getattr(image, "iimage", image)
        wide, high = (int(_entry(stream, *names) or 0) for names in (("/Width", "/W"), ("/Height", "/H")))
        across, up = scales(matrix)
        dpi = min(72 * wide / max(across, 1e-6), 72 * high / max(up, 1e-6))
        mask = bool(_entry(stream, "/ImageMask", "/IM"))
        space = "" if mask else _space_name(_entry(stream, "/ColorSpace", "/CS"), self.resources)
        ink = most_ink(stream) if space == "DeviceCMYK" else 0.0
        self.ink.images.append(PrintedImage(wide, high, dpi, box, space, ink, mask))


def _entry(stream: Any, name: str, short: str) -> Any:
    """An entry of a picture, which has short names where it stands in the content (8.9.7)."""
    owner = stream if hasattr(stream, "get") else stream.obj
    entry = owner.get(name)
    return entry if entry is not None else owner.get(short)


def _resources(content: Any) -> Any:
    owner = getattr(content, "obj", content)
    resources = owner.get("/Resources")
    return resources if resources is not None else {}


def _thing(operand: Any) -> Any:
    return operand.thing if isinstance(operand, NamedThing) else operand


def _numbers(operands: Any) -> tuple[float, ...]:
    with suppress(TypeError, ValueError):
        return tuple(float(operand) for operand in operands)
    return ()


# ---------------------------------------------------------------- colour spaces and shadings


def _space_name(space: Any, resources: Mapping[str, Any], depth: int = 0) -> str:
    """What a colour space is called, such as DeviceRGB, ICC CMYK or Separation; that of a palette's base."""
    if space is None or depth > _DEEPEST:
        return ""
    if not is_list(space):
        name = str(space)
        spaces = resources.get("/ColorSpace")
        named = spaces.get(name) if spaces is not None else None
        if named is not None and str(named) != name:
            return _space_name(named, resources, depth + 1)
        return _SHORT.get(name, name.removeprefix("/"))
    kind = str(space[0])
    if kind == "/ICCBased":
        return _BY_PARTS.get(int(space[1].get("/N", 0)), "ICC")
    if kind in ("/Indexed", "/I", "/Pattern") and len(space) > 1:
        return _space_name(space[1], resources, depth + 1)
    return _SHORT.get(kind, kind.removeprefix("/"))


def _tones_of(shading: Any, resources: Mapping[str, Any]) -> tuple[Tone, ...]:
    """The colours at the ends of each part of a shading; only its space if its function is a table."""
    if shading is None:
        return ()
    space = _space_name(shading.get("/ColorSpace"), resources)
    function = shading.get("/Function")
    listed = list(function) if is_list(function) else [function]
    tones = tuple(Tone(space, parts) for function in listed for parts in _ends(function, 0))
    return tuple(dict.fromkeys(tones)) or (Tone(space),)


def _ends(function: Any, depth: int) -> Iterator[tuple[float, ...]]:
    """The values of a function at both ends of what it is made of (7.10)."""
    if function is None or depth > _DEEPEST:
        return
    kind = int(function.get("/FunctionType", -1))
    if kind == 2:
        for key, usual in (("/C0", [0.0]), ("/C1", [1.0])):
            yield tuple(float(part) for part in function.get(key, usual))
    elif kind == 3:
        for each in list(function.get("/Functions", []))[:1000]:
            yield from _ends(each, depth + 1)
