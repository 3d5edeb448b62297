"""The elements of a template's text that can be laid out by hand, with the place of each attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape

from jinja2 import TemplateSyntaxError

from generator.faces.drawings import LONGEST_LABEL, box_name
from generator.faces.editing.calls import JinjaToken, number_slot, tokens_of
from generator.faces.editing.slots import BadEdit, LaidMark, Slot, SlotKind, SlotValue, wishes_of
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
    end: int
    """Behind its end tag."""
    values: Mapping[str, tuple[int, int]]
    depth: int


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
                    tags[number] = replace(tags[number], end=match.end())
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
    return StartTag(match["tag"], match.start(), match.end("tag"), match.end(), values, depth)


def elements_in(text: str, tokens: Sequence[JinjaToken]) -> Iterator[LaidMark]:
    """The elements of a template that can be laid out by hand, in the order of its text."""
    tags = start_tags(blanked(text, tokens))
    expressions = [token for token in tokens if token.kind not in ("data", "comment")]
    for number, tag in enumerate(tags):
        reader = _Reader(text, expressions, tag)
        if tag.tag not in _SHAPES or reader.said("inkscape:groupmode") == "layer" or not tag.depth:
            continue
        label = next((reader.said(name) for name in _LABELS if name in tag.values), "")
        if tag.tag == "g" and not label and "id" not in tag.values:
            continue
        yield reader.mark([other for other in tags[number + 1 :] if other.begin < tag.end], label)


class _Reader:
    """Reads one element: the values that may be changed, and those that are computed."""

    def __init__(self, text: str, expressions: Sequence[JinjaToken], tag: StartTag) -> None:
        self.text, self.expressions, self.tag = text, expressions, tag
        self.slots: dict[str, Slot] = {}
        self.locked: dict[str, str] = {}

    def said(self, name: str) -> str:
        """What an attribute says."""
        return self.text[slice(*self.tag.values[name])] if name in self.tag.values else ""

    def mark(self, inner: Sequence[StartTag], label: str) -> LaidMark:
        tag = self.tag
        split = tag.tag == "text" and any(other.tag == "tspan" and "x" in other.values for other in inner)
        for name in () if split else _SHAPES[tag.tag]:
            slot = self._place(tag, name)
            if slot is not None:
                self.slots[name] = slot
            elif name in tag.values:
                self.locked[name] = self.said(name).strip("{ }")
        if split or not _SHAPES[tag.tag] or (tag.tag == "use" and "x" not in tag.values):
            self._shift()
        if tag.tag == "g":
            self._room(inner)
        self._look(inner)
        self._label(label)
        whole, sign = (tag.begin, tag.end), (tag.named, ' data-mark="{}"')
        return LaidMark(tag.tag, *whole, whole, self.slots, self.locked, sign, label)

    def _room(self, inner: Sequence[StartTag]) -> None:
        """The one rectangle in a group, which is the room that a text in it has."""
        shapes = [one for one in inner if one.tag not in ("text", "tspan")]
        if len(shapes) == 1 and shapes[0].tag == "rect" and "transform" not in shapes[0].values:
            places = {name: self._place(shapes[0], name) for name in ("x", "y", "width", "height")}
            self.slots |= {name: slot for name, slot in places.items() if slot is not None}

    def _place(self, tag: StartTag, name: str) -> Slot | None:
        """The number that an attribute of a place says, or would say; None if there is none."""
        if name in tag.values:
            return self._number(*tag.values[name])
        if name in _SPARE.get(tag.tag, ()):
            put = f' {name}="'
            return Slot(SlotKind.NUMBER, tag.named, tag.named, 0.0, before=put, after='"')
        return None

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

    def _shift(self) -> None:
        tag, slots = self.tag, self.slots
        place = tag.values.get("transform")
        if place is None:
            put = ' transform="translate('
            slots["shift"] = Slot(SlotKind.SHIFT, tag.named, tag.named, (0.0, 0.0), before=put, after=')"')
            return
        value = self.said("transform")
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
            self.locked["shift"] = value
        else:
            put = "translate("
            slots["shift"] = Slot(SlotKind.SHIFT, place[0], place[0], (0.0, 0.0), before=put, after=") ")

    # ------------------------------------------------------------ how it looks

    def _look(self, inner: Sequence[StartTag]) -> None:
        tag = self.tag
        text = tag if tag.tag == "text" else next((one for one in inner if one.tag == "text"), None)
        if text is not None:
            leaves = [one for one in inner if one.tag == "tspan" and one.begin < text.end][:1]
            around = [*([] if text is tag else [tag]), text, *leaves]
            for name, (key, kind) in _LOOK.items():
                self._declared(around, name, key, kind)
            self._declared(around, "fill", "color", SlotKind.COLOUR)
        elif tag.tag not in ("g", "image", "use"):
            self._declared([tag], "fill", "color", SlotKind.COLOUR)
            self._declared([tag], "stroke", "stroke", SlotKind.COLOUR)

    def _declared(self, tags: Sequence[StartTag], name: str, key: str, kind: SlotKind) -> None:
        """What the innermost element declares that says it, in its style or as an attribute."""
        for tag in reversed(tags):
            place = self._declaration(tag, name)
            if place is None:
                continue
            value = self._value(kind, *place)
            if value is None:
                self.locked[key] = self.text[slice(*place)].strip("{ }")
            else:
                number = self._number(*place) if kind is SlotKind.NUMBER else None
                self.slots[key] = number or Slot(kind, *place, value, quoted="")
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

    def _label(self, label: str) -> None:
        """The name of a box and the wishes behind it."""
        tag = self.tag
        name = next((name for name in (*_LABELS, "id") if name in tag.values), None)
        if name is None or "{" in self.said(name) or (name == "id" and label):
            return
        written = unescape(self.said(name))
        if len(written) > LONGEST_LABEL:
            return
        wishes = wishes_of(written)
        for wish in _WISHES:
            value = box_name(written)[0] if wish == "column" else wishes.get(wish)
            self.slots[f"box_{wish}"] = Slot(
                SlotKind.WISH, *tag.values[name], value, label=written, name=wish
            )


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
