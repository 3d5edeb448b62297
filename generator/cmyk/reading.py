"""The content of a page → what it paints, in order. Forms with words or transparency in them are opened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import pikepdf

from generator.cmyk.painted import NamedThing, Operation, PaintedThing, PaintKind, PaintState, PaintWay
from generator.cmyk.text_place import TextPlace
from generator.cmyk.traits import (
    CURVES,
    FILLS,
    LETTERS,
    LINES,
    STROKES,
    TEXT_SHOWS,
    FormTraits,
    device_colour,
    is_strange,
    needs_picture,
    operations,
)
from generator.ground.matrices import (
    NOWHERE,
    Edges,
    Matrix,
    after,
    around,
    boxed,
    common,
    grown,
    moved,
    scales,
)
from generator.ground.problems import Failed, error

MOST_DEEP = 24
"""Forms within forms; a game's own pictures go no deeper than a few."""
MOST_OPERATIONS = 2_000_000
"""Of one page; those of a form count as often as it is opened, and a form for some more."""
_OPENING = 200
_SHARP = 4.0
"""A sharp corner of a stroke reaches so many half widths beyond its outline, at most; the limit of SVG."""


def painted_on(page: pikepdf.Page) -> list[PaintedThing]:
    """All that a page paints, in the order in which it does."""
    reader = PageReader()
    reader.stream(page.obj, page.obj.get("/Resources", pikepdf.Dictionary()), PaintWay(), PaintState())
    return reader.found


@dataclass(slots=True)
class PageReader:
    """Goes through content streams; `found` is what they paint."""

    found: list[PaintedThing] = field(default_factory=list)
    traits: FormTraits = field(default_factory=FormTraits)
    deep: int = 0
    left: int = MOST_OPERATIONS

    def stream(
        self,
        source: Any,
        resources: Any,
        way: PaintWay,
        state: PaintState,
        *,
        words_only: float | None = None,
    ) -> None:
        """Read one stream. `words_only` takes its text alone, and is how opaque its group is.

        Raises Failed.
        """
        if self.deep == MOST_DEEP:
            fault = f"A design holds drawings in drawings, more than {MOST_DEEP} deep, which no press takes."
            raise Failed(error("press", fault, "Ungroup the SVG art on it, or use that as a PNG."))
        self.deep += 1
        self.left -= _OPENING
        _Reading(self, resources, way, state, words_only).read(operations(source))
        self.deep -= 1

    def form(self, form: Any, way: PaintWay, state: PaintState, words_only: float | None) -> None:
        """What a form paints: as one thing, or opened into its parts."""
        matrix = tuple(float(part) for part in form.get("/Matrix", (1, 0, 0, 1, 0, 0)))
        inside = _clipped_to(form.BBox, _turned(way, matrix))
        resources = form.get("/Resources", pikepdf.Dictionary())
        traits = self.traits.of(form)
        faint = state.strange is not None or min(state.alpha) < 1
        if words_only is not None:
            if traits.words:
                self.stream(form, resources, inside, state, words_only=words_only * min(state.alpha))
        elif faint and "/Group" in form:
            painted_thing = PaintedThing(
                PaintKind.FORM, way, state, inside.clip, thing=form, see_through=True, hollow=traits.words
            )
            self.found.append(painted_thing)
            if traits.words and state.strange is None:
                plain = replace(state, alpha=(1.0, 1.0))
                self.stream(form, resources, inside, plain, words_only=min(state.alpha))
        elif faint or traits.words or traits.faint:
            self.stream(form, resources, inside, state)
        else:
            self.found.append(PaintedThing(PaintKind.FORM, way, state, inside.clip, thing=form))


@dataclass(slots=True)
class _Reading:
    """One stream under way."""

    reader: PageReader
    resources: Any
    way: PaintWay
    state: PaintState
    words_only: float | None
    _kept: list[tuple[PaintWay, PaintState]] = field(default_factory=list)
    _path: list[Operation] = field(default_factory=list)
    _points: list[tuple[float, float]] = field(default_factory=list)
    _clip: str = ""
    _text: list[Operation] | None = None
    _place: TextPlace = field(default_factory=TextPlace)
    _before: PaintState = field(default_factory=PaintState)
    _faint: bool = False
    _hidden: bool = True

    def read(self, every: Iterable[Operation]) -> None:
        for operands, operator in every:
            self.reader.left -= 1
            if self.reader.left < 0:
                fault = f"A design holds more than {MOST_OPERATIONS:,} lines, words and shapes."
                raise Failed(error("press", fault, "Use the SVG art on it as a PNG."))
            if operator in CURVES:
                self._extend(operands, operator)
            elif operator in FILLS or operator in STROKES or operator == "n":
                self._outline(operator)
            elif operator in ("W", "W*"):
                self._clip = operator
            elif operator in LINES:
                self._set_lines(operands, operator)
            elif operator in LETTERS or operator in TEXT_SHOWS or operator in ("BT", "ET"):
                self._text_operation(operands, operator)
            else:
                self._other(operands, operator)

    def _other(self, operands: tuple[Any, ...], operator: str) -> None:
        match operator:
            case "q":
                self._kept.append((self.way, self.state))
            case "Q":
                if self._kept:
                    self.way, self.state = self._kept.pop()
            case "cm":
                self.way = _turned(self.way, tuple(float(part) for part in operands))
            case "gs":
                self._graphics_state(self._resource("ExtGState", operands[0]).thing)
            case "Do":
                self._object(self._resource("XObject", operands[0]).thing)
            case "sh":
                self._shading(self._resource("Shading", operands[0]).thing)
            case "rg" | "g" | "k" | "cs" | "sc" | "scn":
                self._colour("fill", operands, operator)
            case "RG" | "G" | "K" | "CS" | "SC" | "SCN":
                self._colour("stroke", operands, operator)
            case "INLINE IMAGE":
                self._add(PaintKind.IMAGE, self._unit_box(), thing=operands[0], see_through=True)

    # ------------------------------------------------------------ the state

    def _resource(self, kind: str, name: Any) -> NamedThing:
        return NamedThing(kind, self.resources[f"/{kind}"][name])

    def _set_lines(self, operands: tuple[Any, ...], operator: str) -> None:
        self.state = replace(self.state, lines={**self.state.lines, operator: operands})
        if self._text is not None:
            self._text.append((operands, operator))

    def _graphics_state(self, operands: Any) -> None:
        fill, stroke = self.state.alpha
        alpha = (float(operands.get("/ca", fill)), float(operands.get("/CA", stroke)))
        strange = operands if is_strange(operands) else (None if _is_reset(operands) else self.state.strange)
        self.state = replace(self.state, alpha=alpha, strange=strange)

    def _colour(self, side: str, operands: tuple[Any, ...], operator: str) -> None:
        known = self.state.odd.get(side, ())
        parts = tuple(self._told(operand, operator) for operand in operands)
        chosen = known[:1] if operator.lower() in ("sc", "scn") else ()
        rgb = device_colour(operands, operator, chosen)
        odd = {**self.state.odd, side: (*chosen, (parts, operator))}
        colour: dict[str, Any] = {side: rgb}
        self.state = replace(self.state, odd=odd, **colour)
        if self._text is not None:
            self._text.append(((rgb,), side) if rgb is not None else (parts, operator))

    def _told(self, operand: Any, operator: str) -> Any:
        """An operand of a colour operator, with what it names."""
        if not isinstance(operand, pikepdf.Name):
            return operand
        kind = "ColorSpace" if operator in ("cs", "CS") else "Pattern"
        entries = self.resources.get(f"/{kind}", {})
        return NamedThing(kind, entries[operand]) if operand in entries else operand

    # ------------------------------------------------------------ outlines

    def _extend(self, operands: tuple[Any, ...], operator: str) -> None:
        numbers = [float(operand) for operand in operands]
        if operator == "re":
            x, y, wide, high = numbers
            numbers = [x, y, x + wide, y, x, y + high, x + wide, y + high]
        self._points += zip(numbers[::2], numbers[1::2], strict=True)
        self._path.append((operands, operator))

    def _outline(self, operator: str) -> None:
        path, points = tuple(self._path), [moved(point, self.way.matrix) for point in self._points]
        box = around(points) if points else None
        if box is not None and operator != "n":
            fills, strokes = operator in FILLS, operator in STROKES
            reach = self._reach() if strokes else 0.0
            faint = _is_faint(self.state, fills=fills, strokes=strokes)
            if not _is_unseen(self.state, fills=fills, strokes=strokes):
                operations = (*path, ((), operator))
                self._add(PaintKind.OUTLINE, grown(box, reach), operations=operations, see_through=faint)
        if self._clip:
            steps = (*self.way.steps, *path, ((), self._clip), ((), "n"))
            self.way = PaintWay(steps, self.way.matrix, common(self.way.clip, box or NOWHERE))
        self._path, self._points, self._clip = [], [], ""

    def _reach(self) -> float:
        """How far a stroke reaches beyond its outline, points."""
        lines = self.state.lines
        wide = float(lines["w"][0]) if "w" in lines else 1.0
        sharp = "j" not in lines or int(lines["j"][0]) == 0
        return wide / 2 * max(scales(self.way.matrix)) * (_SHARP if sharp else 1.5)

    # ------------------------------------------------------------ text

    def _text_operation(self, operands: tuple[Any, ...], operator: str) -> None:
        if operator == "BT":
            self._text, self._place, self._before = [], TextPlace(), self.state
            self._faint, self._hidden = False, True
        elif operator == "ET":
            self._end_text()
        elif operator in TEXT_SHOWS:
            self._show(operands, operator)
        else:
            if operator == "Tf":
                operands = (self._resource("Font", operands[0]), operands[1])
            if operator in LETTERS and operator not in ("Tm", "Td", "TD", "T*"):
                self.state = replace(self.state, letters={**self.state.letters, operator: operands})
            self._place.take(operands, operator)
            if self._text is not None:
                self._text.append((operands, operator))

    def _show(self, operands: tuple[Any, ...], operator: str) -> None:
        mode = int(self.state.letters["Tr"][0]) if "Tr" in self.state.letters else 0
        fills, strokes = mode in (0, 2, 4, 6), mode in (1, 2, 5, 6)
        self._faint |= _is_faint(self.state, fills=fills, strokes=strokes)
        self._hidden &= mode in (3, 7) or _is_unseen(self.state, fills=fills, strokes=strokes)
        self._place.show(operands, operator, self.state.letters, self.way.matrix)
        if self._text is not None:
            self._text.append((operands, operator))

    def _end_text(self) -> None:
        if self._text is not None and not self._hidden:
            state = replace(self._before, alpha=self.state.alpha, strange=self.state.strange)
            if self.words_only is not None:
                state = replace(
                    state, alpha=(state.alpha[0] * self.words_only, state.alpha[1] * self.words_only)
                )
            painted_thing = PaintedThing(
                PaintKind.TEXT,
                self.way,
                state,
                common(self._place.box, self.way.clip),
                tuple(self._text),
                see_through=self._faint or min(state.alpha) < 1 or state.strange is not None,
            )
            self.reader.found.append(painted_thing)
        self._text = None

    # ------------------------------------------------------------ what has a name

    def _object(self, operands: Any) -> None:
        if operands.Subtype == "/Form":
            self.reader.form(operands, self.way, self.state, self.words_only)
            return
        stencil = bool(operands.get("/ImageMask", False))
        faint = needs_picture(operands) or _is_faint(self.state, fills=True, strokes=False, colour=stencil)
        if not _is_unseen(self.state, fills=True, strokes=False):
            self._add(PaintKind.IMAGE, self._unit_box(), thing=operands, see_through=faint)

    def _shading(self, operands: Any) -> None:
        faint = needs_picture(operands) or _is_faint(self.state, fills=True, strokes=False, colour=False)
        self._add(PaintKind.SHADING, self.way.clip, thing=operands, see_through=faint)

    def _unit_box(self) -> Edges:
        return boxed((0, 0, 1, 1), self.way.matrix)

    def _add(self, kind: PaintKind, box: Edges, **fields: Any) -> None:
        if self.words_only is None:
            self.reader.found.append(
                PaintedThing(kind, self.way, self.state, common(box, self.way.clip), **fields)
            )


def _is_faint(state: PaintState, *, fills: bool, strokes: bool, colour: bool = True) -> bool:
    """Whether what lies below shows through, or the colour is none that can be separated."""
    through = (fills and state.alpha[0] < 1) or (strokes and state.alpha[1] < 1)
    odd = colour and ((fills and state.fill is None) or (strokes and state.stroke is None))
    return through or odd or state.strange is not None


def _is_unseen(state: PaintState, *, fills: bool, strokes: bool) -> bool:
    return not ((fills and state.alpha[0] > 0) or (strokes and state.alpha[1] > 0))


def _is_reset(entry: Any) -> bool:
    return "/SMask" in entry or "/BM" in entry


def _turned(way: PaintWay, matrix: Iterable[float]) -> PaintWay:
    a, b, c, d, e, f = matrix
    by: Matrix = (a, b, c, d, e, f)
    if by == (1, 0, 0, 1, 0, 0):
        return way
    return PaintWay((*way.steps, (by, "cm")), after(by, way.matrix), way.clip)


def _clipped_to(edges: Any, way: PaintWay) -> PaintWay:
    left, low, right, high = (float(edge) for edge in edges)
    path = ((left, low, right - left, high - low), "re")
    box = boxed((left, low, right, high), way.matrix)
    return PaintWay((*way.steps, path, ((), "W"), ((), "n")), way.matrix, common(way.clip, box))
