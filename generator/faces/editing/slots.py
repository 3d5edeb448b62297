"""A value in a template's text that may be changed by hand: where it stands, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from generator.ground.xml_text import quotable

MOST_MM = 10_000.0
ALIGNS = ("left", "center", "right")
VALIGNS = ("top", "middle", "bottom")
FITS = ("cover", "contain")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_TEXT = re.compile(r"""[^"'{}%#<>&\\\x00-\x1f]{1,200}""")

SlotValue = float | str | bool | tuple[float, float] | None
"""What a slot holds; None if nothing is written there yet."""


class SlotKind(StrEnum):
    """What may be written into a slot."""

    NUMBER = "number"
    COLOUR = "colour"
    FONT = "font"
    ALIGN = "align"
    VALIGN = "valign"
    FIT = "fit"
    FLAG = "flag"
    COLUMN = "column"
    """A column of the card's row, by its name as an identifier; in a drawing by its header."""
    ICON = "icon"
    TEXT = "text"
    SHIFT = "shift"
    """How far an element is moved by its transform: two numbers."""
    WISH = "wish"
    """A word in brackets behind the name of a box."""


CHOICES = {SlotKind.ALIGN: ALIGNS, SlotKind.VALIGN: VALIGNS, SlotKind.FIT: FITS}
"""The words of those that hold one of some words; a wish of a box is called like the kind."""


class BadEdit(ValueError):
    """An edit that is not possible; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A value of a mark: from which letter of the text to which, and what surrounds it when it is written.

    A slot without letters is where a value is put in that nobody has written yet.
    """

    kind: SlotKind
    begin: int
    end: int
    value: SlotValue
    before: str = ""
    after: str = ""
    sign: str = ""
    """The operator and blanks before a number that is added to something else, such as `- `."""
    leads: bool = True
    """Whether a number stands first, so that a plus is not written."""
    label: str = ""
    """The whole label of a box, of which a wish is a part."""
    name: str = ""
    """Which wish of a label this is."""
    quoted: str = '"'
    """The quotation mark of a text of Jinja's; nothing for an attribute."""

    def written(self, value: object) -> str:
        """A value as it is written here. Raises BadEdit for one that may not be."""
        return f"{self.before}{self._content(value)}{self.after}"

    def held_open(self, name: str) -> str:
        """A variable in the place of a number, so that it may be another one without being read again."""
        if not self.quoted:
            return f"{{{{ {name} }}}}"
        return f"({name})" if self.leads else f"+ ({name})"

    def _content(self, value: object) -> str:
        match self.kind:
            case SlotKind.NUMBER:
                return self._number(number_of(value))
            case SlotKind.SHIFT:
                if not isinstance(value, list | tuple) or len(value) != 2:
                    raise BadEdit("A place is two numbers.")
                return " ".join(plain(number_of(side)) for side in value)
            case SlotKind.FLAG:
                if not isinstance(value, bool):
                    raise BadEdit("It is yes or no.")
                return "true" if value else "false"
            case SlotKind.WISH:
                return quotable(with_wish(self.label, self.name, value))
        text = word_of(self.kind, value)
        if self.kind is SlotKind.COLUMN and self.quoted:
            return f"card.{text}"
        return f"{self.quoted}{text}{self.quoted}"

    def _number(self, number: float) -> str:
        if not self.sign:
            return plain(number)
        blanks = self.sign.lstrip("+-")
        if self.leads:
            return f"-{blanks}{plain(-number)}" if number < 0 else plain(number)
        return f"{'-' if number < 0 else '+'}{blanks}{plain(abs(number))}"


@dataclass(frozen=True, slots=True)
class LaidMark:
    """One thing in a template that draws: a call or an element."""

    kind: str
    """The function, or the element's name."""
    begin: int
    end: int
    whole: tuple[int, int] | None
    """From where to where it may be taken out; None where other words of Jinja's hold it."""
    slots: Mapping[str, Slot]
    locked: Mapping[str, str]
    """The expression of each value that is computed."""
    sign: tuple[int, str]
    """Where the number goes that links it to what is drawn, and how it is written there, `{}` for itself."""
    label: str = ""
    number: int = 0
    line: int = 0

    def signed(self) -> tuple[int, int, str]:
        """The piece that puts its number into the text."""
        at, sign = self.sign
        return at, at, sign.format(self.number)


def number_of(value: object) -> float:
    """A number that a page has sent. Raises BadEdit."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= MOST_MM:
        raise BadEdit(f"It is a number from {-MOST_MM:g} to {MOST_MM:g}.")
    return float(value)


def plain(number: float) -> str:
    """A number without needless digits, to a ten-thousandth."""
    text = f"{number:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def word_of(kind: SlotKind, value: object) -> str:
    """A word that a page has sent, if it is one of those that may stand there. Raises BadEdit."""
    text = value if isinstance(value, str) else ""
    choices = CHOICES.get(kind)
    if choices is not None and text in choices:
        return text
    pattern = {SlotKind.COLOUR: _COLOUR, SlotKind.COLUMN: _WORD}.get(kind, _TEXT)
    if choices is None and pattern.fullmatch(text):
        return text
    wanted = {SlotKind.COLOUR: "a colour such as #24304f", SlotKind.COLUMN: "a column"}
    raise BadEdit(f"It is {', '.join(choices) if choices else wanted.get(kind, 'a short text')}.")


# ---------------------------------------------------------------- the label of a box

_LABEL = re.compile(r"(?P<name>[^()]*?)\s*(?:\((?P<wishes>[^()]*)\)\s*)?")


def wishes_of(label: str) -> Mapping[str, SlotValue]:
    """What stands in brackets behind a name, by what it is about: least, align, valign, fit."""
    match = _LABEL.fullmatch(label)
    words = [word.strip() for word in (match["wishes"] or "").split(",")] if match else []
    wishes: dict[str, SlotValue] = {}
    for word in filter(None, words):
        key, _, value = word.partition(" ")
        name = next((kind for kind, choices in CHOICES.items() if key in choices), key)
        if name in CHOICES:
            wishes[name] = key
        elif re.fullmatch(r"\d+(\.\d+)?", value.strip()):
            wishes[name] = float(value)
    return wishes


def with_wish(label: str, name: str, value: object) -> str:
    """A label with another name (`column`), or another wish in its brackets. Raises BadEdit."""
    match = _LABEL.fullmatch(label)
    if match is None:
        raise BadEdit(f"The name “{label[:40]}” of the box has brackets of its own.")
    words = [word for word in (part.strip() for part in (match["wishes"] or "").split(",")) if word]
    own = match["name"]
    if name == "column":
        own = word_of(SlotKind.TEXT, value)
    else:
        wish = _wish(name, value)
        of = [at for at, word in enumerate(words) if name in (wishes_of(f"x ({word})"))]
        words = [word for at, word in enumerate(words) if at not in of[1:]]
        if of:
            words[of[0]] = wish
        else:
            words.append(wish)
    return f"{own} ({', '.join(words)})" if words else own


def _wish(name: str, value: object) -> str:
    if name in CHOICES:
        return word_of(SlotKind(name), value)
    return f"{name} {plain(number_of(value))}"
