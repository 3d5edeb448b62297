"""Marks of a template as things: one more, one less, one in front of another; all else keeps its letters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from generator.faces.drawing_page import page_on
from generator.faces.drawings import is_drawing
from generator.faces.editing.columns import CardColumn
from generator.faces.editing.marks import TemplateEdit, edited, marks_in, spliced
from generator.faces.editing.slots import BadEdit, LaidMark, SlotKind, number_of, plain, word_of
from generator.faces.editing.tags import start_tags
from generator.faces.markup import BadArgument
from generator.ground.xml_text import attribute
from generator.records.tables import FieldType

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|\{#.*?(?:#\}|\Z)", re.DOTALL)
_ID = re.compile(r"""(\sid\s*=\s*["'])([^"']*)""")
_BESIDE_MM = 3.0
"""How far a copy lies beside what it is a copy of."""
_GREY = "#d8dee6"
_LINES = frozenset({FieldType.RICH, FieldType.EFFECT})


def rearranged(text: str, change: object, columns: Sequence[CardColumn], piece: tuple[float, float]) -> str:
    """The text with one mark more, less or elsewhere in the order, as a page has asked for it.

    `piece` is its width and height in mm. Raises BadEdit for what is not possible.
    """
    if not isinstance(change, Mapping):
        raise BadEdit("This is not understood.")
    if change.get("op") == "add":
        return _with_one_more(text, change, columns, piece)
    marks = marks_in(text)
    number = change.get("mark")
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(marks):
        raise BadEdit("There is no such mark in the template any more.")
    mark = marks[number]
    if mark.whole is None:
        raise BadEdit(f"Line {mark.line} computes with it; change it in the template itself.")
    match change.get("op"):
        case "delete":
            begin, end = _lines_of(text, *mark.whole)
            return spliced(text, [(begin, end, "")])
        case "duplicate":
            return _doubled(text, mark, mark.whole)
        case "raise" | "lower":
            return _swapped(text, marks, mark, ahead=change.get("op") == "raise")
    raise BadEdit("This is not understood.")


def _lines_of(text: str, begin: int, end: int) -> tuple[int, int]:
    """The whole lines of a piece of the text, if nothing else stands on them."""
    first = text.rfind("\n", 0, begin) + 1
    last = text.find("\n", end)
    if last < 0 or text[first:begin].strip() or text[end:last].strip():
        return begin, end
    return first, last + 1


def _doubled(text: str, mark: LaidMark, whole: tuple[int, int]) -> str:
    copy = _ID.sub(lambda match: f"{match[1]}{match[2]}-2", text[slice(*whole)])
    first = text.rfind("\n", 0, whole[0]) + 1
    indent = text[first : whole[0]]
    end = "\r\n" if "\r\n" in text else "\n"
    between = end + indent if not indent.strip() else ""
    after = spliced(text, [(whole[1], whole[1], between + copy)])
    at = whole[1] + len(between)
    new = next((one for one in marks_in(after) if one.whole and one.whole[0] == at), None)
    if new is None:
        raise BadEdit("This cannot be copied here; copy it in the template itself.")
    return edited(after, [*_shifted(new)])


def _shifted(mark: LaidMark) -> list[TemplateEdit]:
    """A copy a little beside, as far as its place can be changed."""
    edits: list[TemplateEdit] = []
    for name in ("x", "y", "cx", "cy", "x1", "x2", "y1", "y2"):
        slot = mark.slots.get(name)
        if slot is not None and isinstance(slot.value, float):
            edits.append(TemplateEdit(mark.number, name, slot.value + _BESIDE_MM))
    slot = mark.slots.get("shift")
    if slot is not None and isinstance(slot.value, tuple):
        shift = slot.value[0] + _BESIDE_MM, slot.value[1] + _BESIDE_MM
        edits.append(TemplateEdit(mark.number, "shift", shift))
    return edits


def _swapped(text: str, marks: Sequence[LaidMark], mark: LaidMark, *, ahead: bool) -> str:
    """The text in which a mark changes places with its neighbour, if nothing stands between them."""
    assert mark.whole is not None
    wholes = [one.whole for one in marks if one.whole is not None and one is not mark]
    before = [one for one in wholes if one[1] <= mark.whole[0]]
    behind = [one for one in wholes if one[0] >= mark.whole[1]]
    if not (behind if ahead else before):
        raise BadEdit(f"Nothing lies {'in front of' if ahead else 'behind'} it.")
    near = min(behind) if ahead else max(before, key=lambda one: (one[1], -one[0]))
    first, second = sorted((mark.whole, near))
    if _COMMENT.sub("", text[first[1] : second[0]]).strip():
        line = text.count("\n", 0, first[1]) + 1
        raise BadEdit(f"Something else stands between line {line} and the next; change it in the template.")
    return spliced(text, [(*first, text[slice(*second)]), (*second, text[slice(*first)])])


# ---------------------------------------------------------------- one more


def _with_one_more(
    text: str, change: Mapping[str, Any], columns: Sequence[CardColumn], piece: tuple[float, float]
) -> str:
    at = text.rfind("</svg>")
    if at < 0:
        raise BadEdit("The template has no </svg> of its own.")
    drawing = is_drawing(text.encode("utf-8", "surrogatepass"))
    new = _Addition(text, change, columns, piece).element(drawing=drawing)
    line = text.rfind("\n", 0, at) + 1
    end = "\r\n" if "\r\n" in text else "\n"
    if text[line:at].strip():
        return spliced(text, [(at, at, new)])
    return spliced(text, [(line, line, f"{text[line:at]}  {new}{end}")])


class _Addition:
    """A new mark of a kind, with its middle at a place of the piece."""

    def __init__(
        self,
        text: str,
        change: Mapping[str, Any],
        columns: Sequence[CardColumn],
        piece: tuple[float, float],
    ) -> None:
        self.text, self.kind, self.size = text, change.get("kind"), piece
        place = change.get("at")
        if not isinstance(place, list) or len(place) != 2:
            raise BadEdit("A place is two numbers.")
        self.middle = number_of(place[0]), number_of(place[1])
        self.icon = change.get("icon")
        named = change.get("column")
        self.column = next((column for column in columns if column.key == named), None)
        if named and self.column is None:
            raise BadEdit("The card has no such column.")

    def element(self, *, drawing: bool) -> str:
        wide = {"text": 30.0, "picture": 30.0, "icon": 8.0, "box": 24.0}.get(str(self.kind))
        high = {"text": 4.0, "picture": 20.0, "icon": 8.0, "box": 12.0}.get(str(self.kind))
        if wide is None or high is None:
            raise BadEdit("It is a text, an icon, a picture or a box.")
        wide = min(wide, self.size[0] * 0.8)
        high = min(high, self.size[1] * 0.8)
        box = self.middle[0] - wide / 2, self.middle[1] - high / 2, wide, high
        return self._drawn(box) if drawing else self._called(*box)

    def _called(self, x: float, y: float, wide: float, high: float) -> str:
        column = f"card.{self.column.key}" if self.column is not None else ""
        place = f"{plain(x)}, {plain(y)}"
        if self.kind == "text" and self.column is not None and self.column.type in _LINES:
            value = f"effect({column})" if self.column.type is FieldType.EFFECT else column
            return f"{{{{ textbox({value}, {place}, {plain(wide)}, 12, size=3.4, least=2.6) }}}}"
        if self.kind == "text":
            line = f"{plain(x)}, {plain(y + high)}"
            return f"{{{{ text({column or _TEXT}, {line}, {plain(wide)}, size=4, least=2.6) }}}}"
        if self.kind == "icon":
            key = f'"{word_of(SlotKind.ICON, self.icon)}"'
            return f"{{{{ icon({key}, {place}, {plain(wide)}) }}}}"
        if self.kind == "picture":
            if self.column is None or self.column.type is not FieldType.FILE:
                raise BadEdit("A picture needs a column of the type file, which names one for each card.")
            call = f"{{{{ picture({column}, {place}, {plain(wide)}, {plain(high)}) }}}}"
            return f"{{% if {column} %}}{call}{{% endif %}}"
        return _rect(x, y, wide, high)

    def _drawn(self, box: Sequence[float]) -> str:
        root = next(iter(start_tags(self.text)), None)
        values = {name: self.text[slice(*place)] for name, place in root.values.items()} if root else {}
        try:
            page, _ = page_on(self.size, *(values.get(name, "") for name in ("viewBox", "width", "height")))
        except BadArgument as bad:
            raise BadEdit(f"{bad.what} {bad.mend}") from None
        left, top, wide, high = (side / page.scale for side in box)
        left, top = left + page.size[0], top + page.size[1]
        key = "inkscape:label" if "xmlns:inkscape" in values else "data-name"
        name = attribute(key, self.column.header) if self.column is not None else ""
        if self.kind == "text":
            words = self.column.header if self.column is not None else "Text"
            size = f'font-size="{plain(4 / page.scale)}"'
            words = words.replace("&", "&amp;").replace("<", "&lt;")
            return f'<text{name} x="{plain(left)}" y="{plain(top + high)}" {size}>{words}</text>'
        if self.kind in ("icon", "picture") and self.column is None:
            wanted = "file" if self.kind == "picture" else "requirement"
            raise BadEdit(f"In a drawing this is a box with the name of a column of the type {wanted}.")
        return _rect(left, top, wide, high, name)


_TEXT = '"Text"'


def _rect(x: float, y: float, wide: float, high: float, name: str = "") -> str:
    place = f'x="{plain(x)}" y="{plain(y)}" width="{plain(wide)}" height="{plain(high)}"'
    return f'<rect{name} {place} fill="{_GREY}"/>'
