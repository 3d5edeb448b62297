"""What fills the named boxes of a drawing: each with its column's cell, by the column's type.

`drawings` writes the calls of these functions; nobody types them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from generator.faces.begun import BegunFace, FilledBox, here
from generator.faces.drawing_page import BLEED_ID, DrawingPage, carried_on, page_on
from generator.faces.drawings import box_name, names_of
from generator.faces.markup import INK, BadArgument, element, sign_of
from generator.faces.picture_functions import PictureFunctions
from generator.faces.text_functions import TextFunctions
from generator.ground.problems import Severity, Unlike
from generator.ground.shapes import BLEED_MM
from generator.ground.spelling import nearest
from generator.records.joined import sources_of
from generator.records.notation import effect_text
from generator.records.tables import Field, FieldType, Row, slug
from generator.text.fonts import UnknownFamily

_SAFE_MM = 2.0
"""How far a line of text without a box keeps from the cut."""
LEAST = 0.6
"""The part of its size to which a text in a box shrinks, if the box does not say another."""
_PRINTED = frozenset(
    {FieldType.TEXT, FieldType.RICH, FieldType.REQUIREMENT, FieldType.EFFECT, FieldType.FILE}
)
"""Types of columns that are there to be seen."""


class BoxFunctions:
    """The page of a drawing, and its boxes."""

    def __init__(self, face: BegunFace, texts: TextFunctions, pictures: PictureFunctions) -> None:
        """Each column of the card that is looked at is noted."""
        self._face, self._book, self._texts, self._pictures = face, face.book, texts, pictures
        self._note = face.reads.note

    # ------------------------------------------------------------ the page

    def page(
        self,
        net: Mapping[str, Any],
        root: Sequence[str],
        card: Row | None,
        labels: Sequence[tuple[str, bool]],
    ) -> DrawingPage:
        """How the page of a drawing lies on the piece; `root` is its viewBox, width and height."""
        piece = float(net["width"]), float(net["height"])
        page, problem = page_on(piece, *root)
        if any(problem):
            self._face.add(*problem, about=Unlike.VIEW_BOX)
            return page
        program = any(typed or self._field(card, box_name(label)[0]) for label, typed in labels)
        if page.bleed_mm or not (page.begins or program):
            return page
        text = "The drawing ends at the cut line; its edge is carried on beyond it."
        mend = f"Draw the ground {BLEED_MM:g} mm beyond each edge, on a page that is as much larger."
        self._face.add(text, mend, severity=Severity.NOTE)
        page, self._face.definitions[BLEED_ID] = carried_on(page, piece)
        return page

    # ------------------------------------------------------------ the boxes

    def boxes(self, card: Row | None, labels: Sequence[tuple[str, bool]], alone: bool, component: Row) -> str:
        """Tell of labels that nearly are columns, and of columns without a box; it draws nothing.

        `alone` says that nothing else of the template prints a column. That a drawing has no box at all is
        told of the front of a component.
        """
        names = {label: box_name(label)[0] for label, _ in labels}
        fields = {label: self._field(card, name) for label, name in names.items()}
        columns = [field.column for field in self._fields(card)]
        for label in (label for label, typed in labels if typed and fields[label] is None):
            close = nearest(names[label], columns, cutoff=0.75)
            if card is not None and close:
                text = f"The drawing has a box “{names[label]}”, and the sheet {card.sheet} no such column."
                self._face.add(text, f"Did you mean “{close[0]}”?", severity=Severity.WARNING)
        boxed = {field.key for field in fields.values() if field is not None}
        bare = [f.column for f in self._fields(card) if f.type in _PRINTED and f.key not in boxed]
        front = f"templates/{component.values.get('front')}:"
        if alone and not boxed and card is not None and here().startswith(front):
            self._unnamed(card)
        if alone and boxed and bare:
            text = f"The drawing has no box for {', '.join(bare)}: not printed by it."
            mend = "Give a text or a shape that name if it is to be seen."
            self._face.add(text, mend, severity=Severity.NOTE)
        return ""

    def _unnamed(self, card: Row) -> None:
        """Tell of a front that says nothing of its card."""
        count = len(self._book.tables[card.sheet]) if card.sheet in self._book.tables else 0
        if count > 1 and not any(problem.severity is Severity.WARNING for problem in self._face.found):
            text = (
                f"No text or shape of the drawing is named after a column of the sheet {card.sheet}: "
                f"its {count} cards are all the same."
            )
            mend = (
                "Give them the names of columns; in Inkscape that is the Label under "
                "Object → Object Properties. Save as Inkscape SVG, for a Plain SVG has no labels."
            )
            self._face.add(text, mend, severity=Severity.WARNING)

    def use(self, card: Row | None, name: str) -> str:
        """What becomes of an element of that name: `fill`, `hide`, `keep` (as it stands)."""
        field = self._field(card, name)
        if card is None or field is None:
            return "keep"
        if field.type in (FieldType.YES_NO, FieldType.COLOUR):
            return "keep" if self._value(card, field) else "hide"
        return "fill"

    def fill(self, card: Row | None, name: str) -> str:
        """The declaration of a colour from a column; nothing if it is no colour."""
        field = self._field(card, name)
        if card is None or field is None or field.type is not FieldType.COLOUR:
            return ""
        value = self._value(card, field)
        return f"fill:{value}" if value else ""

    def box(self, card: Row, name: str, page: DrawingPage, written: str) -> Markup:
        """A box with what its column says, turned and scaled as it was drawn; `written` is its JSON."""
        spec = _read(written)
        field = self._field(card, name)
        if field is None:
            return Markup("")
        if spec.get("flow"):
            text = f"The box “{field.column}” flows in a <{spec['flow']}>; its words take its box."
            mend = (
                "Draw a rectangle for it: in Inkscape, Text → Remove from Frame, then Text → Flow into Frame."
            )
            self._face.add(text, mend, severity=Severity.WARNING)
        a, b, c, d, _, _ = spec["matrix"]
        scale = abs(a * d - b * c) ** 0.5 * page.scale
        if not scale:
            return Markup("")
        self._face.box = FilledBox(field.column, row.at(field.key) if (row := _source(card, field)) else "")
        try:
            drawn = self._drawn(field, self._value(card, field), _Room(spec, scale, page))
        except (BadArgument, UnknownFamily) as fault:
            if getattr(fault, "where", ""):  # that drawing is wrong wherever it is used
                raise
            raise BadArgument(f"The box “{field.column}”: {fault.what}", fault.mend) from None
        finally:
            self._face.box = None
        if not drawn:
            return drawn
        attributes = {
            "transform": f"{spec['around']} scale({1 / scale:.8g})".strip(),
            "opacity": spec["opacity"] or None,
            "clip-path": None,
        }
        moved = element("g", attributes, drawn)
        return element("g", {"clip-path": spec["clip"]}, moved) if spec["clip"] else moved

    def sign(self, page: DrawingPage, written: str) -> Markup:
        """Where a box is, for an editor: an empty group with its number and its rectangle."""
        spec = _read(written)
        a, b, c, d, _, _ = spec["matrix"]
        scale = abs(a * d - b * c) ** 0.5 * page.scale
        if "mark" not in spec or not scale:
            return Markup("")
        box = spec.get("box") or [side / scale for side in _Room(spec, scale, page).area()]
        if "box" not in spec and spec.get("lines", 1) <= 1:
            box[3] = spec.get("size", 4.0) * 1.25
        return element("g", {"transform": spec["around"] or None}, sign_of(spec["mark"], box))

    def _drawn(self, field: Field, value: Any, room: _Room) -> Markup:
        if field.type is FieldType.FILE:
            fit = "contain" if "contain" in room.options else "cover"
            return self._pictures.picture(value, *room.box(), fit=fit) if value else Markup("")
        if field.type is FieldType.REQUIREMENT:
            return self._icons(list(value.icons()), room)
        if field.type is FieldType.EFFECT:
            return self._words(effect_text(value, self._book.symbols), room, rich=True)
        words = "" if value is None else str(value)
        return self._words(words, room, rich=field.type is FieldType.RICH) if words else Markup("")

    def _words(self, words: str, room: _Room, *, rich: bool) -> Markup:
        size, look = room.size, room.look()
        least = min(size, room.option("least", LEAST * size))
        if room.rectangle is None and not rich and room.lines <= 1:
            x, width = room.line()
            return self._texts.text(
                words, x, room.y, width, size=size, least=least, caps=room.caps, spacing=room.spacing, **look
            )
        x, y, width, height = room.area()
        return self._texts.textbox(
            words.upper() if room.caps else words,
            x,
            y,
            width,
            height,
            size=size,
            least=least,
            leading=room.leading,
            valign=room.valign(),
            **look,
        )

    def _icons(self, keys: Sequence[str], room: _Room) -> Markup:
        """Icons in a row, or in a column if the box is higher than wide."""
        if not keys:
            return Markup("")
        x, y, width, height = room.area() if room.rectangle is not None else room.icon_line()
        along, across = (width, height) if width >= height else (height, width)
        step = min(across * 1.08, along / len(keys))
        side = min(across, step)
        begin = {"left": 0.0, "center": 0.5, "right": 1.0}[room.align] * max(0.0, along - step * len(keys))
        drawn: list[Markup] = []
        for at, key in enumerate(keys):
            far, aside = begin + at * step, (across - side) / 2
            place = (x + far, y + aside) if width >= height else (x + aside, y + far)
            drawn.append(self._pictures.icon(key, *place, side, room.color or INK))
        return Markup("").join(drawn)

    # ------------------------------------------------------------ columns

    def _fields(self, card: Row | None) -> Sequence[Field]:
        tables = (self._book.tables.get(row.sheet) for row in sources_of(card)) if card is not None else ()
        return [field for table in tables if table is not None for field in table.fields]

    def _field(self, card: Row | None, name: str) -> Field | None:
        """The column that a box is named after."""
        if card is None:
            return None
        for key in map(slug, names_of(name)):
            for row in sources_of(card):
                self._note("column", f"{row.sheet}\n{key}")
                for field in self._fields(row):
                    if field.key == key:
                        return field
        return None

    def _value(self, card: Row, field: Field) -> Any:
        self._note("card", field.key)
        row = _source(card, field)
        return row.values[field.key] if row else None


def _source(card: Row, field: Field) -> Row | None:
    """The row whose column that is, of those that a card is joined of."""
    return next((row for row in sources_of(card) if row.sheet == field.sheet), None)


@lru_cache(maxsize=1_000)
def _read(written: str) -> Mapping[str, Any]:
    """A box as `drawings` has written it."""
    spec: Mapping[str, Any] = json.loads(written)
    return spec


class _Room:
    """A box in millimetres: its rectangle, or the line that a text stands on."""

    def __init__(self, spec: Mapping[str, Any], scale: float, page: DrawingPage) -> None:
        """A box as `drawings` tells it, in units around it of which one is `scale` mm."""
        a, b, c, d, e, f = spec["matrix"]
        x, y = spec.get("x", 0.0), spec.get("y", 0.0)
        at = (a * x + c * y + e, b * x + d * y + f)
        across = re.match(r"[\d.]+", str(spec.get("across", "")))
        self.options: Mapping[str, str] = spec["options"]
        box = spec.get("box")
        self.rectangle: tuple[float, float, float, float] | None = (
            tuple(scale * side for side in box) if box else None
        )
        self.x: float = x * scale
        self.y: float = y * scale
        self.size: float = spec["size"] * scale if "size" in spec else _usual_size(self.rectangle)
        self.lines: int = spec.get("lines", 1)
        self.leading: float = spec.get("leading", 1.25)
        self.spacing: float = spec.get("spacing", 0.0) * scale
        self.caps = bool(spec.get("caps"))
        self.align: str = _option(self.options, ("left", "center", "right")) or spec.get("align", "left")
        self.color: str = spec.get("color") or INK
        self.font: str = spec.get("font", "text")
        self.weight: int = spec.get("weight", 400)
        self.italic = bool(spec.get("italic"))
        self.across = float(across[0]) * scale if across else 0.0
        self.reach = _reach(at, (a, b), page)
        """How far it is from where a line begins to the left and to the right end of the piece."""
        self.depth = max(0.0, (page.size[1] + page.size[3] - at[1]) * page.scale - _SAFE_MM)
        """How far it is down to the lower end."""

    def look(self) -> dict[str, Any]:
        """The arguments that all texts share."""
        look = {"weight": self.weight, "italic": self.italic, "color": self.color}
        return {**look, "font": self.font.split(",")[0].strip("\"' ") or "text", "align": self.align}

    def option(self, name: str, usual: float) -> float:
        """A number of millimetres behind a name in the label: `(least 2)`."""
        match = re.match(r"\d+(?:\.\d+)?", self.options.get(name, ""))
        return max(0.1, float(match[0])) if match else usual

    def valign(self) -> str:
        """Where a text stands in its box: a rectangle without words of its own has it in the middle."""
        named = _option(self.options, ("top", "middle", "bottom"))
        return named or ("top" if self.lines or self.rectangle is None else "middle")

    def box(self) -> tuple[float, float, float, float]:
        """The rectangle. Raises BadArgument for a text, which has none."""
        if self.rectangle is None:
            text = "It is a text, and its column holds the name of a picture."
            raise BadArgument(text, "Give that name to a rectangle or to a picture instead.")
        return self.rectangle

    def line(self) -> tuple[float, float]:
        """Where a line begins and how long it may become: to the ends of the piece, or as its label says."""
        left, right = self.reach
        if self.align == "left":
            width = self.option("width", right)
            return self.x, width
        if self.align == "right":
            width = self.option("width", left)
            return self.x - width, width
        width = self.option("width", 2 * min(left, right))
        return self.x - width / 2, width

    def area(self) -> tuple[float, float, float, float]:
        """The rectangle, or what the lines of a text take, down to the end of the piece."""
        if self.rectangle is not None:
            return self.rectangle
        x, width = self.line()
        if self.across:
            width = self.across
        top = self.y - 0.95 * self.size
        return x, top, width, self.option("height", max(self.size * self.leading, self.depth + self.size))

    def icon_line(self) -> tuple[float, float, float, float]:
        """Where icons stand that are named on a text: on its line, as high as its letters."""
        x, width = self.line()
        side = 1.1 * self.size
        return x, self.y - 0.9 * self.size, width, side


def _usual_size(rectangle: Sequence[float] | None) -> float:
    return min(3.2, 0.7 * rectangle[3]) if rectangle and rectangle[3] else 3.2


def _option(options: Mapping[str, str], words: Sequence[str]) -> str:
    return next((word for word in words if word in options), "")


def _reach(at: tuple[float, float], along: tuple[float, float], page: DrawingPage) -> tuple[float, float]:
    """How far a line may go from a point to both sides before it leaves the safe part of the piece, in mm."""
    norm = (along[0] ** 2 + along[1] ** 2) ** 0.5 or 1.0
    dx, dy = along[0] / norm, along[1] / norm
    inset = _SAFE_MM / page.scale
    left, top, wide, high = page.size
    low, far = -1e9, 1e9
    for start, step, first, last in (
        (at[0], dx, left + inset, left + wide - inset),
        (at[1], dy, top + inset, top + high - inset),
    ):
        if abs(step) > 1e-6:
            ends = sorted(((first - start) / step, (last - start) / step))
            low, far = max(low, ends[0]), min(far, ends[1])
    return max(0.1, -low * page.scale), max(0.1, far * page.scale)
