"""Small pieces of SVG text: numbers, attributes, elements, and ids that stay apart."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any

from jinja2 import Undefined
from markupsafe import Markup, escape

_ROOT = re.compile(r"<svg\b")
_REST = re.compile(r"(?:[^>\"'/]|/(?!>)|\"[^\"]*\"|'[^']*')*(/?)>")
"""The rest of a tag; it is looked for at one place only, since a tag without an end costs the whole text."""
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_IDS = (
    re.compile(r"id(?<=\sid)\s*=\s*[\"']"),
    re.compile(r"url\(\s*[\"']?#"),
    re.compile(r"href\s*=\s*[\"']#"),
)
"""An id, and references to one. Each begins with plain letters, which are found in no time."""
_COLOUR = re.compile(r"#[0-9A-Fa-f]{3}|#[0-9A-Fa-f]{6}|[A-Za-z]{3,20}")


INK = "#22252e"
"""The colour of what is drawn without one."""
MOST_SHOWN = 60
"""Signs of a value that are told in a message."""


class BadArgument(ValueError):
    """A template's function was called with something it cannot use; the two sentences of a Problem.

    `where` names the line of a drawing that is wrong itself; empty if the call is.
    """

    def __init__(self, text: str, mend: str, *, where: str = "") -> None:
        super().__init__(text)
        self.what = text
        self.mend = mend
        self.where = where


def shown(value: object) -> str:
    """A value as a message shows it: its beginning, or what kind of thing it is."""
    if isinstance(value, str):
        return repr(str(value)[:MOST_SHOWN])
    return repr(value) if isinstance(value, int | float | None) else f"a {type(value).__name__}"


def num(value: float) -> str:
    """A length to a ten-thousandth of a millimetre, without needless digits."""
    return f"{value:.4f}".rstrip("0").rstrip(".") if round(value, 4) else "0"


def element(tag: str, attributes: dict[str, Any], content: str = "") -> Markup:
    """An element; None leaves an attribute out, `content` is markup already."""
    written = "".join(
        f' {name}="{num(value) if isinstance(value, float) else escape(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{tag}{written}>{content}</{tag}>" if content else f"<{tag}{written}/>")


def sign_of(mark: object, box: Iterable[float]) -> Markup:
    """An empty group that says which mark of a template draws in which box, for an editor."""
    return element("g", {"data-mark": mark, "data-box": " ".join(map(num, box))})


def number(name: str, value: Any, *, least: float = -10_000.0, most: float = 10_000.0) -> float:
    """A finite length that a template passed. Raises BadArgument."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise BadArgument(
            f"“{name}” is {shown(value)}, which is not a number.", "Pass a number of millimetres."
        )
    if not least <= value <= most:
        raise BadArgument(f"“{name}” is {value:g}.", f"Pass a number from {least:g} to {most:g}.")
    return float(value)


def colour(name: str, value: Any) -> str:
    """A colour that a template passed. Raises BadArgument."""
    if not isinstance(value, str) or not _COLOUR.fullmatch(value.strip()):
        raise BadArgument(f"“{name}” is {shown(value)}, which is not a colour.", "Write it as #rrggbb.")
    return value.strip()


def one_of(name: str, value: Any, choices: tuple[str, ...]) -> str:
    """A word of a fixed list that a template passed. Raises BadArgument."""
    if value not in choices:
        raise BadArgument(f"“{name}” is {shown(value)}.", f"Use one of {', '.join(choices)}.")
    return str(value)


def apart(markup: str, prefix: str) -> str:
    """The same markup with every id, and every reference to one, under a prefix."""
    for pattern in _IDS:
        markup = pattern.sub(lambda match: match[0] + prefix, markup)
    return markup


def with_definitions(svg: str, definitions: str) -> str:
    """The SVG with `<defs>` right behind the root's opening tag."""
    begin = _ROOT.search(svg)
    opening = _REST.match(svg, begin.end()) if definitions and begin else None
    if opening is None or opening[1]:
        return svg
    return f"{svg[: opening.end()]}<defs>{definitions}</defs>{svg[opening.end() :]}"


FAULTY = "#e0007a"
"""The colour of the line around a faulty place of a draft; no printed thing has it by chance."""
_LINE_MM = 0.7


def outline(x: float, y: float, width: float, height: float) -> Markup:
    """A line around a place of a draft, in mm."""
    box = {"x": float(x), "y": float(y), "width": float(width), "height": float(height)}
    return element("rect", {**box, "fill": "none", "stroke": FAULTY, "stroke-width": _LINE_MM})


def with_outline(svg: str, width: float, height: float) -> str:
    """The SVG of a face with a line around all of it, inside the cut."""
    at = svg.rfind("</")
    inset = 2 * _LINE_MM
    return f"{svg[:at]}{outline(inset, inset, width - 2 * inset, height - 2 * inset)}{svg[at:]}"


def printable(svg: str) -> str:
    """Without the control characters that XML 1.0 (2.2) does not know; workbooks can hold them."""
    return _UNPRINTABLE.sub("", svg)


def words_given(value: object) -> str:
    """What a text function was given, as text. Raises BadArgument for a record or a list."""
    if value is None or isinstance(value, str | int | float | Undefined):
        return "" if value is None else str(value)  # an undefined name raises an error of its own here
    kind = type(value).__name__
    mend = (
        "Print a text or a number; effect(…) puts an effect into words, asked(…) lists a requirement's icons."
    )
    raise BadArgument(f"Something that is no text ({kind}) stands where a text is printed.", mend)
