"""What a page paints → a content stream, written anew: each thing in its place, in colours of its dyes."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, NamedTuple

import pikepdf

from generator.cmyk.dyes import Dyes
from generator.cmyk.lettered import is_small_type
from generator.cmyk.painted import PaintedThing, PaintKind
from generator.cmyk.separator import ScreenColour
from generator.ground.matrices import Edges
from generator.ground.pdf_content import LINES, NamedThing, PaintWay
from generator.ground.pdf_steps import INLINE, Operation, content_of

SMALL_PT = 10 * 72 / 25.4
"""Black areas that are no wider or no higher take black ink alone, as lines and text do: 10 mm."""


class Mixed(NamedTuple):
    """In which colours something is written that shows through; None for those that it has itself."""

    fill: ScreenColour | None = None
    stroke: ScreenColour | None = None


UNMIXED = Mixed()


class _Set(NamedTuple):
    """What the stream has set within its bracket."""

    fill: Operation | None = None
    stroke: Operation | None = None
    alike: Mapping[str, Any] = {}


class PageWriter:
    """Writes one content stream; `content` and `resources` are its result."""

    def __init__(self, file: pikepdf.Pdf, dyes: Dyes) -> None:
        self._file, self._dyes = file, dyes
        self._written: list[Operation] = []
        self._resources: dict[str, dict[str, Any]] = {}
        self._names: dict[tuple[str, tuple[int, int]], str] = {}
        self._way: PaintWay | None = None
        self._set = _Set()

    def paint(self, item: PaintedThing, *, mixed: Mixed = UNMIXED, over: bool = False) -> None:
        """One thing, opaque or as the dyes have it; what shows through in the colours that are `mixed`.

        What prints `over` its ground leaves the ground's other inks as they are.
        """
        small = min(item.box[2] - item.box[0], item.box[3] - item.box[1]) <= SMALL_PT
        line = small or item.kind is PaintKind.TEXT
        few = is_small_type(item)
        through = [*self._dyes.through(item), *([self._dyes.over()] if over else [])]
        alike = _alike(item)
        if through or self._way is not item.state.way or not self._set.alike.items() <= alike.items():
            self._open(item.state.way)
        for state in through:
            self._write((self._named(state),), "gs")
        self._colours(item, line=line, mixed=mixed, few=few)
        for operator, operands in alike.items():
            if self._set.alike.get(operator) != operands:
                self._write_told(operands, operator)
        self._set = self._set._replace(alike={**self._set.alike, **alike})
        self._body(item, mixed, small=small, few=few)
        if through or item.kind is PaintKind.TEXT:
            self._close()  # what a text object sets within itself is not followed

    def picture(self, image: Any, box: Edges) -> None:
        """A picture that fills a box of the page."""
        self._open(None)
        left, low, right, high = (_number(edge) for edge in box)
        self._write((right - left, 0, 0, high - low, left, low), "cm")
        self._write((self._named(NamedThing("XObject", image), separated=True),), "Do")
        self._close()

    def area(self, colour: Operation, box: Edges) -> None:
        """A box of the page in one colour."""
        self._open(None)
        left, low, right, high = (_number(edge) for edge in box)
        self._write(*colour)
        self._write((left, low, right - left, high - low), "re")
        self._write((), "f")
        self._close()

    @property
    def content(self) -> bytes:
        """The stream."""
        self._close()
        return content_of(self._written)

    @property
    def resources(self) -> pikepdf.Dictionary:
        """Its resources."""
        return pikepdf.Dictionary(
            {f"/{kind}": pikepdf.Dictionary(entries) for kind, entries in sorted(self._resources.items())}
        )

    def _body(self, item: PaintedThing, mixed: Mixed, *, small: bool, few: bool) -> None:
        match item.kind:
            case PaintKind.OUTLINE:
                for operands, operator in item.operations:
                    self._write(operands, operator)
            case PaintKind.TEXT:
                self._text(item, mixed, few=few)
            case PaintKind.SHADING:
                self._write((self._named(NamedThing("Shading", item.thing)),), "sh")
            case _ if isinstance(item.thing, pikepdf.ContentStreamInlineImage):
                self._written.append(((item.thing,), INLINE))
            case _:
                name = self._named(NamedThing("XObject", item.thing), small=small, hollow=item.hollow)
                self._write((name,), "Do")

    def _text(self, item: PaintedThing, mixed: Mixed, *, few: bool) -> None:
        self._write((), "BT")
        for operands, operator in item.operations:
            if operator in ("fill", "stroke"):
                rgb, stroke = getattr(mixed, operator) or operands[0], operator == "stroke"
                self._write(*self._dyes.colour(rgb, stroke=stroke, line=True, few=few))
            else:
                self._write_told(operands, operator)
        self._write((), "ET")

    def _colours(self, item: PaintedThing, *, line: bool, mixed: Mixed, few: bool) -> None:
        for side in ("fill", "stroke"):
            rgb, stroke = getattr(mixed, side) or getattr(item.state, side), side == "stroke"
            operation = None
            if rgb is None:
                for operands, operator in self._dyes.odd(item, side):
                    self._write_told(operands, operator)
            else:
                operation = self._dyes.colour(rgb, stroke=stroke, line=line or stroke, few=few)
                if getattr(self._set, side) != operation:
                    self._write(*operation)
            self._set = self._set._replace(stroke=operation) if stroke else self._set._replace(fill=operation)

    def _open(self, way: PaintWay | None) -> None:
        self._close()
        self._write((), "q")
        for operands, operator in way.steps() if way is not None else ():
            self._write_told(operands, operator)
        self._way, self._set = way or PaintWay(), _Set()

    def _close(self) -> None:
        if self._way is not None:
            self._write((), "Q")
        self._way = None

    def _write_told(self, operands: tuple[Any, ...], operator: str) -> None:
        """Write an operator whose operands may be things that have to be named."""
        parts = (self._named(part) if isinstance(part, NamedThing) else part for part in operands)
        self._write(tuple(parts), operator)

    def _named(
        self, named: NamedThing, *, small: bool = False, hollow: bool = False, separated: bool = False
    ) -> pikepdf.Name:
        """The name of a resource in this stream."""
        entry = named.thing if separated else self._dyes.thing(named, small=small, hollow=hollow)
        key = (named.kind, entry.objgen)
        if key not in self._names or entry.objgen == (0, 0):
            names = self._resources.setdefault(named.kind, {})
            self._names[key] = f"/{named.kind[0]}{len(names)}"
            names[self._names[key]] = entry
        return pikepdf.Name(self._names[key])

    def _write(self, operands: tuple[Any, ...], operator: str) -> None:
        parts = (_number(operand) if isinstance(operand, float) else operand for operand in operands)
        self._written.append((tuple(parts), operator))


def _alike(item: PaintedThing) -> dict[str, Any]:
    """What has to be set before a thing is painted, beside its colours, by operator."""
    settings, text = item.state.settings, item.kind is PaintKind.TEXT
    names = [name for name in settings if text or name in LINES]
    names.sort(key=lambda name: (name not in LINES, name == "Tf"))
    return {name: settings[name] for name in names}


def _number(value: float) -> Decimal:
    """A number as PDF writes it."""
    return Decimal(f"{value:.8f}".rstrip("0").rstrip(".") or "0")
