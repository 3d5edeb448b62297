"""The calls of a template that draw something, with the place of each argument in its text."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from jinja2 import Environment, TemplateSyntaxError

from generator.faces.editing.slots import CHOICES, LaidMark, Slot, SlotKind
from generator.faces.picture_functions import PictureFunctions
from generator.faces.text_functions import TextFunctions

_FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "text": TextFunctions.text,
    "textbox": TextFunctions.textbox,
    "arctext": TextFunctions.arctext,
    "icon": PictureFunctions.icon,
    "picture": PictureFunctions.picture,
    "art": PictureFunctions.art,
}
_SPARE: Mapping[str, tuple[str, ...]] = {
    "text": ("least", "font", "weight", "italic", "align", "color", "caps"),
    "textbox": ("least", "font", "weight", "italic", "align", "valign", "color", "leading"),
    "arctext": ("least", "font", "weight", "color"),
    "icon": ("color",),
    "picture": ("fit",),
    "art": (),
}
"""What may be written that a call does not say yet."""
_KINDS: Mapping[str, SlotKind] = {
    "color": SlotKind.COLOUR,
    "tint": SlotKind.COLOUR,
    "paper": SlotKind.COLOUR,
    "font": SlotKind.FONT,
    "align": SlotKind.ALIGN,
    "valign": SlotKind.VALIGN,
    "fit": SlotKind.FIT,
    "italic": SlotKind.FLAG,
    "caps": SlotKind.FLAG,
}
_CONTENT = {"string": SlotKind.TEXT, "rich": SlotKind.TEXT, "key": SlotKind.ICON, "path": SlotKind.TEXT}
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
_PLAIN = Environment(keep_trailing_newline=True, autoescape=True)
"""Read with it, a text keeps every blank, so that places in it can be counted."""


class JinjaToken(NamedTuple):
    """A word or sign of a template, and at which letter it begins."""

    kind: str
    text: str
    at: int

    @property
    def end(self) -> int:
        """Behind its last letter."""
        return self.at + len(self.text)


def same_length(text: str) -> str:
    """A text whose lines end as Jinja reads them, with every letter at its place."""
    return text.replace("\r\n", " \n").replace("\r", "\n")


def tokens_of(text: str) -> list[JinjaToken]:
    """All words and signs of a template. Raises TemplateSyntaxError."""
    source, at = same_length(text), 0
    tokens: list[JinjaToken] = []
    for _, kind, value in _PLAIN.lexer.tokeniter(source, "template"):
        if not value:
            continue
        while not source.startswith(value, at):  # blanks that a sign such as {%- takes away
            if at >= len(source) or not source[at].isspace():
                raise TemplateSyntaxError("It cannot be laid out by hand.", 1)
            at += 1
        tokens.append(JinjaToken(kind, value, at))
        at += len(value)
    return tokens


def calls_in(tokens: Sequence[JinjaToken]) -> Iterator[LaidMark]:
    """The calls that draw, in the order of the text; one inside another comes after it."""
    solid = [token for token in tokens if token.kind not in ("whitespace", "comment", "data")]
    for at, token in enumerate(solid):
        if token.kind != "name" or token.text not in _FUNCTIONS or at + 1 >= len(solid):
            continue
        if solid[at + 1].text == "(" and (at == 0 or solid[at - 1].text not in (".", "|", "macro")):
            close = _closing(solid, at + 1)
            if close is not None:
                yield _call(solid, at, close)


def _closing(tokens: Sequence[JinjaToken], opening: int) -> int | None:
    depth = 0
    for at in range(opening, len(tokens)):
        if tokens[at].kind == "operator":
            depth += _BRACKETS.get(tokens[at].text, 0)
            if not depth:
                return at
    return None


def _call(tokens: Sequence[JinjaToken], at: int, close: int) -> LaidMark:
    name = tokens[at].text
    inside = tokens[at + 2 : close]
    slots: dict[str, Slot] = {}
    locked: dict[str, str] = {}
    names = _positions(name)
    for number, argument in enumerate(_parted(inside)):
        named = len(argument) > 1 and argument[0].kind == "name" and argument[1].text == "="
        key = argument[0].text if named else names[number] if number < len(names) else ""
        expression = argument[2:] if named else argument
        if not key or not expression:
            continue
        slot = slot_of(key, expression)
        if slot is not None:
            slots[key] = slot
        else:
            locked[key] = "".join(_spaced(expression))
    last = inside[-1] if inside else tokens[at + 1]
    put_in = last.end, " " if last.text == "," else ", " if inside else ""
    for key in _SPARE[name]:
        if key not in slots and key not in locked:
            kind = _KINDS.get(key, SlotKind.NUMBER)
            slots[key] = Slot(kind, put_in[0], put_in[0], None, before=f"{put_in[1]}{key}=")
    around = tokens[at - 1].kind if at else "", tokens[close + 1].kind if close + 1 < len(tokens) else ""
    alone = None
    if around == ("variable_begin", "variable_end"):
        alone = tokens[at - 1].at, tokens[close + 1].at + len(tokens[close + 1].text.rstrip())
    sign = put_in[0], f"{put_in[1]}_at={{}}"
    return LaidMark(name, tokens[at].at, tokens[close].end, alone, slots, locked, sign)


@cache
def _positions(name: str) -> tuple[str, ...]:
    """The names of what a function takes without a name."""
    kinds = inspect.signature(_FUNCTIONS[name]).parameters.values()
    return tuple(kind.name for kind in kinds if kind.kind is kind.POSITIONAL_OR_KEYWORD)[1:]


def box_of(name: str, args: Sequence[object], options: Mapping[str, object]) -> tuple[float, ...] | None:
    """The box in which a call draws, from its arguments: left, top, width and height in mm."""
    values = {**dict(zip(_positions(name), args, strict=False)), **options}
    try:
        at = {key: float(str(values[key])) for key in _BOXES[name]}
    except (KeyError, ValueError):
        return None
    match name:
        case "text":
            return at["x"], at["y"] - 0.78 * at["size"], at["width"], at["size"]
        case "icon":
            return at["x"], at["y"], at["size"], at["size"]
        case "arctext":
            reach = at["r"] + at["size"]
            return at["cx"] - reach, at["cy"] - reach, 2 * reach, 2 * reach
    return at["x"], at["y"], at["width"], at["height"]


_BOXES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("textbox", "picture", "art"), ("x", "y", "width", "height")),
    "text": ("x", "y", "width", "size"),
    "icon": ("x", "y", "size"),
    "arctext": ("cx", "cy", "r", "size"),
}


def _parted(tokens: Sequence[JinjaToken]) -> Iterator[Sequence[JinjaToken]]:
    """The arguments of a call: what stands between its commas."""
    depth, begin = 0, 0
    for at, token in enumerate(tokens):
        if token.kind == "operator":
            depth += _BRACKETS.get(token.text, 0)
            if token.text == "," and not depth:
                yield tokens[begin:at]
                begin = at + 1
    yield tokens[begin:]


def _spaced(tokens: Sequence[JinjaToken]) -> Iterator[str]:
    for before, token in zip((None, *tokens), tokens, strict=False):
        yield " " if before is not None and token.at > before.end else ""
        yield token.text


def slot_of(key: str, expression: Sequence[JinjaToken]) -> Slot | None:
    """Where an argument may be changed; None if it is computed."""
    first, last = expression[0], expression[-1]
    kind = _KINDS.get(key)
    if key in _CONTENT:
        words = [token.text for token in expression]
        if len(words) == 3 and words[:2] == ["card", "."] and last.kind == "name":
            return Slot(SlotKind.COLUMN, first.at, last.end, last.text)
        kind = _CONTENT[key]
    if kind is SlotKind.FLAG:
        flags = {"true": True, "True": True, "false": False, "False": False}
        known = len(expression) == 1 and first.text in flags
        return Slot(kind, first.at, first.end, flags[first.text]) if known else None
    if kind is not None:
        value = _literal(first) if len(expression) == 1 and first.kind == "string" else None
        if value is None or (kind in CHOICES and value not in (*CHOICES[kind], "start", "end")):
            return None
        return Slot(kind, first.at, first.end, value, quoted=first.text[0])
    return number_slot(expression) if key not in ("motif", "seed", "variant", "free", "features") else None


def _literal(token: JinjaToken) -> str | None:
    text = token.text[1:-1]
    return None if "\\" in text else text


def number_slot(expression: Sequence[JinjaToken]) -> Slot | None:
    """A number, or the last plain number of a sum such as `W / 2 - 12`; None for all else."""
    depth = 0
    terms: list[tuple[JinjaToken | None, list[JinjaToken]]] = [(None, [])]
    for token in expression:
        if token.text in "([":
            depth += 1
        elif token.text in ")]":
            depth -= 1
        elif not depth and token.text in ("+", "-"):
            if terms[-1][1] and terms[-1][1][-1].text in ("*", "/", "**", "%", "//"):
                return None
            if terms[-1][0] is not None and not terms[-1][1]:
                return None
            if not terms[-1][1] and terms[-1][0] is None:
                terms.pop()
            terms.append((token, []))
            continue
        elif not depth and not _is_in_sum(token):
            return None
        terms[-1][1].append(token)
    for number, (operator, tokens) in reversed(list(enumerate(terms))):
        if len(tokens) == 1 and tokens[0].kind in ("integer", "float"):
            value = float(tokens[0].text.replace("_", ""))
            if operator is None:
                return Slot(SlotKind.NUMBER, tokens[0].at, tokens[0].end, value)
            signed = -value if operator.text == "-" else value
            sign = operator.text + " " * (tokens[0].at - operator.end)
            return Slot(SlotKind.NUMBER, operator.at, tokens[0].end, signed, sign=sign, leads=not number)
    return None


def _is_in_sum(token: JinjaToken) -> bool:
    if token.kind == "name":
        return token.text not in ("if", "else", "and", "or", "not", "in", "is")
    return token.kind in ("integer", "float") or token.text in (".", "*", "/", "//", "%", "**")
