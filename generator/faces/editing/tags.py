"""The elements of a template's text that can be laid out by hand, with the place of each attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import unescape

from jinja2 import TemplateSyntaxError

from generator.faces.drawings import LONGEST_LABEL, box_name
from generator.faces.editing.calls import JinjaToken, number_slot, tokens_of
from generator.faces.editing.slots import BadEdit, Slot, SlotKind, SlotValue, wishes_of
from generator.svg.values import colour

_TAG = re.compile(
    r"<(?P<close>/?)(?P<tag>[A-Za-z][\w:.-]*)(?P<attributes>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)(?P<alone>/?)>"
)
_ATTRIBUTE = re.compile(r"(?P<name>[A-Za-z_][\w:.-]*)\s*=\s*(?P<value>\"[^\"]*\"|'[^']*')")
_HIDDEN = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<style\b.*?(?:</style\s*>|\Z)"
    r"|<\?.*?(?:\?>|\Z)|<!DOCTYPE.*?(?:>|\Z)",
    re.DOTALL,
)
"""What holds no elements; what never ends is looked through once."""
_NUMBER = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(px|)\s*")
_TRANSLATE = re.compile(r"\s*translate\(\s*([^\s,()]+)(?:[\s,]+([^\s,()]+))?\s*\)")
_UNDRAWN = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker", "filter", "metadata"})
_SHAPES: Mapping[str, tuple[str, ...]] = {
    "rect": ("x", "y", "width", "height", "rx"),
    "image": ("x", "y", "width", "height"),
    "use": ("x", "y", "width", "height"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "text": ("x", "y"),
    "path": (),
    "polygon": (),
    "polyline": (),
    "g": (),
}
"""What is laid out, and the attributes that say where it stands; all else is moved by its transform."""
_SPARE = {"rect": ("x", "y"), "image": ("x", "y"), "circle": ("cx", "cy"), "text": ("x", "y")}
"""Attributes that are 0 unless somebody writes them."""
_LABELS = ("inkscape:label", "serif:id", "data-name")
_LOOK = {"font-size": ("size", SlotKind.NUMBER), "font-family": ("font", SlotKind.FONT)}
_WISHES = ("column", "least", "width", "align", "valign", "fit")


@dataclass(frozen=True, slots=True)
class StartTag:
    """A start tag: where it stands, and the place of each attribute's value."""

    tag: str
    begin: int
    named: int
    """Behind its name."""
    inside: int
    end: int
    """Behind its end tag."""
    values: Mapping[str, tuple[int, int]]
    depth: int


@dataclass(frozen=True, slots=True)
class LaidElement:
    """An element that can be laid out: its places, what may be changed of it, and what is computed."""

    tag: StartTag
    label: str
    slots: Mapping[str, Slot]
    locked: Mapping[str, str]


def blanked(text: str, tokens: Sequence[JinjaToken]) -> str:
    """A text of the same length without what Jinja reads, and without comments and style sheets."""
    letters = list(text)
    for token in tokens:
        if token.kind != "data":
            letters[token.at : token.end] = " " * len(token.text)
    return _HIDDEN.sub(lambda match: " " * len(match[0]), "".join(letters))


def start_tags(text: str) -> list[StartTag]:
    """All start tags of a blanked text that are drawn where they stand, in its order."""
    tags: list[StartTag] = []
    standing: list[tuple[str, int]] = []
    hidden = 0
    for match in _TAG.finditer(text):
        name = match["tag"]
        if match["close"]:
            at = next((at for at in range(len(standing) - 1, -1, -1) if standing[at][0] == name), None)
            if at is None:
                continue
            for _, number in standing[at:]:
                if number >= 0:
                    tags[number] = _ended(tags[number], match.end())
            hidden -= sum(tag in _UNDRAWN for tag, _ in standing[at:])
            del standing[at:]
            continue
        number = -1
        if not hidden and name not in _UNDRAWN:
            number = len(tags)
            tags.append(_start_tag(match, len(standing)))
        if not match["alone"]:
            standing.append((name, number))
            hidden += name in _UNDRAWN
    return tags


def _start_tag(match: re.Match[str], depth: int) -> StartTag:
    begin = match.start("attributes")
    values = {
        attribute["name"]: (begin + attribute.start("value") + 1, begin + attribute.end("value") - 1)
        for attribute in _ATTRIBUTE.finditer(match["attributes"])
    }
    return StartTag(match["tag"], match.start(), match.end("tag"), match.end(), match.end(), values, depth)


def _ended(tag: StartTag, end: int) -> StartTag:
    return StartTag(tag.tag, tag.begin, tag.named, tag.inside, end, tag.values, tag.depth)


def elements_in(text: str, tokens: Sequence[JinjaToken]) -> Iterator[LaidElement]:
    """The elements of a template that can be laid out by hand, in the order of its text."""
    tags = start_tags(blanked(text, tokens))
    reader = _Reader(text, tokens)
    for number, tag in enumerate(tags):
        if tag.tag not in _SHAPES or _is_layer(text, tag) or not tag.depth:
            continue
        inner = [other for other in tags[number + 1 :] if other.begin < tag.end]
        label = next((text[slice(*tag.values[name])] for name in _LABELS if name in tag.values), "")
        if tag.tag == "g" and not label and "id" not in tag.values:
            continue
        yield reader.element(tag, inner, label)


def _is_layer(text: str, tag: StartTag) -> bool:
    place = tag.values.get("inkscape:groupmode")
    return place is not None and text[slice(*place)] == "layer"


class _Reader:
    def __init__(self, text: str, tokens: Sequence[JinjaToken]) -> None:
        self.text = text
        self.expressions = [token for token in tokens if token.kind not in ("data", "comment")]

    def element(self, tag: StartTag, inner: Sequence[StartTag], label: str) -> LaidElement:
        slots: dict[str, Slot] = {}
        locked: dict[str, str] = {}
        split = tag.tag == "text" and any(other.tag == "tspan" and "x" in other.values for other in inner)
        for name in () if split else _SHAPES[tag.tag]:
            self._place(tag, name, slots, locked)
        if split or not _SHAPES[tag.tag] or (tag.tag == "use" and "x" not in tag.values):
            self._shift(tag, slots, locked)
        if tag.tag == "g":
            self._room(inner, slots)
        self._look(tag, inner, slots, locked)
        self._label(tag, label, slots)
        return LaidElement(tag, label, slots, locked)

    def _room(self, inner: Sequence[StartTag], slots: dict[str, Slot]) -> None:
        """The one rectangle in a group, which is the room that a text in it has."""
        shapes = [one for one in inner if one.tag not in ("text", "tspan")]
        if len(shapes) == 1 and shapes[0].tag == "rect" and "transform" not in shapes[0].values:
            places: dict[str, Slot] = {}
            for name in ("x", "y", "width", "height"):
                self._place(shapes[0], name, places, {})
            slots |= places

    def _place(self, tag: StartTag, name: str, slots: dict[str, Slot], locked: dict[str, str]) -> None:
        place = tag.values.get(name)
        if place is None:
            if name in _SPARE.get(tag.tag, ()):
                put = f' {name}="'
                slots[name] = Slot(SlotKind.NUMBER, tag.named, tag.named, 0.0, before=put, after='"')
            return
        slot = self._number(*place)
        if slot is not None:
            slots[name] = slot
        else:
            locked[name] = self.text[slice(*place)].strip("{ }")

    def _number(self, begin: int, end: int) -> Slot | None:
        """The number that an attribute says, or that stands in its sum."""
        match = _NUMBER.fullmatch(self.text, begin, end)
        if match:
            return Slot(SlotKind.NUMBER, match.start(1), match.end(1), float(match[1]), quoted="")
        tokens = [token for token in self.expressions if begin <= token.at < end]
        solid = [token for token in tokens if token.kind != "whitespace"]
        if len(solid) < 3 or (solid[0].kind, solid[-1].kind) != ("variable_begin", "variable_end"):
            return None
        if self.text[begin : solid[0].at].strip() or self.text[solid[-1].end : end].strip():
            return None
        if any(token.kind.startswith("variable") for token in solid[1:-1]):
            return None
        return number_slot(solid[1:-1])

    def _shift(self, tag: StartTag, slots: dict[str, Slot], locked: dict[str, str]) -> None:
        place = tag.values.get("transform")
        if place is None:
            put = ' transform="translate('
            slots["shift"] = Slot(SlotKind.SHIFT, tag.named, tag.named, (0.0, 0.0), before=put, after=')"')
            return
        value = self.text[slice(*place)]
        match = _TRANSLATE.match(value)
        try:
            shift = (float(match[1]), float(match[2] or 0)) if match else None
        except ValueError:
            shift = None
        if match and shift is not None:
            begin = place[0] + match.start(1)
            end = place[0] + (match.end(2) if match[2] else match.end(1))
            slots["shift"] = Slot(SlotKind.SHIFT, begin, end, shift)
        elif "{{" in value:
            locked["shift"] = value
        else:
            put = "translate("
            slots["shift"] = Slot(SlotKind.SHIFT, place[0], place[0], (0.0, 0.0), before=put, after=") ")

    # ------------------------------------------------------------ how it looks

    def _look(
        self, tag: StartTag, inner: Sequence[StartTag], slots: dict[str, Slot], locked: dict[str, str]
    ) -> None:
        text = tag if tag.tag == "text" else next((one for one in inner if one.tag == "text"), None)
        if text is not None:
            leaves = [one for one in inner if one.tag == "tspan" and one.begin < text.end][:1]
            around = [*([] if text is tag else [tag]), text, *leaves]
            for name, (key, kind) in _LOOK.items():
                self._declared(around, name, key, kind, slots, locked)
            self._declared(around, "fill", "color", SlotKind.COLOUR, slots, locked)
        elif tag.tag not in ("g", "image", "use"):
            self._declared([tag], "fill", "color", SlotKind.COLOUR, slots, locked)
            self._declared([tag], "stroke", "stroke", SlotKind.COLOUR, slots, locked)

    def _declared(
        self,
        tags: Sequence[StartTag],
        name: str,
        key: str,
        kind: SlotKind,
        slots: dict[str, Slot],
        locked: dict[str, str],
    ) -> None:
        """What the innermost element declares that says it, in its style or as an attribute."""
        for tag in reversed(tags):
            place = self._declaration(tag, name)
            if place is None:
                continue
            value = self._value(kind, *place)
            if value is None:
                locked[key] = self.text[slice(*place)].strip("{ }")
            elif kind is SlotKind.NUMBER:
                slot = self._number(*place)
                slots |= {key: slot} if slot is not None else {}
            else:
                slots[key] = Slot(kind, *place, value, quoted="")
            return

    def _declaration(self, tag: StartTag, name: str) -> tuple[int, int] | None:
        style = tag.values.get("style")
        if style is not None:
            said = re.compile(rf"(?:^|(?<=[;\s]))(?:-inkscape-)?{name}\s*:\s*([^;]*?)\s*(?=;|$)")
            found = list(said.finditer(self.text[slice(*style)]))
            if found:
                return style[0] + found[-1].start(1), style[0] + found[-1].end(1)
        return tag.values.get(name)

    def _value(self, kind: SlotKind, begin: int, end: int) -> SlotValue:
        text = self.text[begin:end]
        if kind is SlotKind.NUMBER:
            slot = self._number(begin, end)
            return slot.value if slot is not None else None
        if kind is SlotKind.COLOUR:
            try:
                return "#" + "".join(f"{round(255 * part):02x}" for part in colour(text))
            except ValueError:
                return None
        return None if "{{" in text else text.strip("'\" ")

    def _label(self, tag: StartTag, label: str, slots: dict[str, Slot]) -> None:
        """The name of a box and the wishes behind it."""
        name = next((name for name in (*_LABELS, "id") if name in tag.values), None)
        if name is None or "{" in self.text[slice(*tag.values[name])] or (name == "id" and label):
            return
        place = tag.values[name]
        written = unescape(self.text[slice(*place)])
        if len(written) > LONGEST_LABEL:
            return
        wishes = wishes_of(written)
        for wish in _WISHES:
            value = box_name(written)[0] if wish == "column" else wishes.get(wish)
            slots[f"box_{wish}"] = Slot(SlotKind.WISH, *place, value, label=written, name=wish)


def tokens_or_data(text: str, *, drawing: bool) -> list[JinjaToken]:
    """The words of a template; a drawing is one piece of data, whatever its style sheets write.

    Raises BadEdit for a template that cannot be read.
    """
    if drawing:
        return [JinjaToken("data", text, 0)]
    try:
        return tokens_of(text)
    except TemplateSyntaxError as fault:
        raise BadEdit(f"The template cannot be read: {fault.message}") from None
