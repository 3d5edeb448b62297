"""The inherited look of an element: presentation attributes, resolved from the root downwards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from generator.svg.values import Rgb, colour, length, numbers, positive, reference, unit
from generator.text.font_kinds import WIDTHS


class Current(Enum):
    """`currentColor`, and inside a shared symbol the colour that the place of use will bring."""

    COLOUR = "currentColor"


@dataclass(frozen=True, slots=True)
class Gradient:
    """A paint that names a gradient by its id."""

    id: str


Paint = Rgb | Current | Gradient | None
"""What fills or strokes: a colour, the current colour, a gradient, or nothing."""


class Style(NamedTuple):
    """Everything that children inherit. Lengths are user units; `color` is what currentColor stands for."""

    color: Rgb | Current = (0.0, 0.0, 0.0)
    fill: Paint = (0.0, 0.0, 0.0)
    fill_opacity: float = 1.0
    fill_rule: str = "nonzero"
    clip_rule: str = "nonzero"
    stroke: Paint = None
    stroke_opacity: float = 1.0
    stroke_width: float = 1.0
    stroke_linecap: int = 0
    stroke_linejoin: int = 0
    stroke_miterlimit: float = 4.0
    stroke_dasharray: tuple[float, ...] = ()
    stroke_dashoffset: float = 0.0
    font_family: str = "SourceSans3"
    font_size: float = 16.0
    font_weight: int = 400
    font_stretch: str = ""
    """The word of a width, such as Condensed; empty for the usual one."""
    font_style: bool = False
    """True is italic."""
    text_anchor: float = 0.0
    """The part of a text's width that lies left of its x."""
    direction: bool = False
    """Whether texts are read from right to left."""
    font_feature_settings: str = ""
    """The tags of the font's features that are asked for, parted by commas."""
    letter_spacing: float = 0.0
    paint_order: bool = False
    """True paints strokes below fills."""
    visibility: bool = True
    space: bool = False
    """True keeps every space of a text (xml:space="preserve")."""

    @property
    def families(self) -> str:
        """The font's families in their width; the usual width stands in where a family has no other."""
        if not self.font_stretch:
            return self.font_family
        names = [name.strip().strip("'\"") for name in self.font_family.split(",")]
        return ", ".join(f"{name} {self.font_stretch}, {name}" for name in names)

    def thinned(self, share: float) -> Style:
        """The same style of which so much less is seen."""
        return self._replace(
            fill_opacity=self.fill_opacity * share, stroke_opacity=self.stroke_opacity * share
        )


PLAIN = Style()
"""What is outside of every drawing."""


def choice(**values: Any) -> Callable[[str], Any]:
    """The reader of a word, and what each word means."""

    def read(text: str) -> Any:
        name = text.strip()
        if name not in values:
            raise ValueError(f"“{name[:40]}” is none of {', '.join(values)}.")
        return values[name]

    return read


@lru_cache(maxsize=2048)
def paint_value(text: str) -> Paint:
    """The value of fill or stroke."""
    text = text.strip()
    if text in ("none", "transparent"):
        return None
    if text.casefold() == "currentcolor":
        return Current.COLOUR
    return Gradient(reference(text)) if text.startswith("url(") else colour(text)


def plain_colour(text: str) -> Rgb | Current:
    """A colour, or the current one."""
    return Current.COLOUR if text.strip().casefold() == "currentcolor" else colour(text)


def _dashes(text: str) -> tuple[float, ...]:
    """A dash pattern; an odd one is repeated, as SVG asks; all zeros is a whole line."""
    lengths = () if text.strip() == "none" else numbers(text)
    if any(value < 0 for value in lengths):
        raise ValueError(f"The dashes “{text[:40]}” hold a number below 0.")
    if not any(lengths):
        return ()
    return lengths * 2 if len(lengths) % 2 else lengths


def _weight(text: str) -> int:
    names = {"normal": 400, "bold": 700}
    text = text.strip()
    if text in names:
        return names[text]
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 1000:
        raise ValueError(f"The font-weight “{text[:20]}” is not normal, bold or a number from 1 to 1000.")
    return int(text)


def _stretch(text: str) -> str:
    """The word of the nearest width (CSS Fonts 4, 2.3)."""
    text = text.strip()
    words = {word or "Normal": percent for word, percent in WIDTHS.items()}
    word = "".join(map(str.capitalize, text.split("-")))
    if re.fullmatch(r"\d{1,4}(\.\d{1,6})?%", text):
        word = min(words, key=lambda width: abs(words[width] - float(text[:-1])))
    if word not in words:
        raise ValueError(f"The font-stretch “{text[:20]}” is neither a percent nor a word such as condensed.")
    return "" if word == "Normal" else word


def _miter(text: str) -> float:
    value = length(text)
    if value < 1:
        raise ValueError(f"The stroke-miterlimit “{text}” is less than 1.")
    return value


def _spacing(text: str) -> float:
    return 0.0 if text.strip() in ("normal", "0em", "0%") else length(text)


def _features(text: str) -> str:
    tags = [] if text.strip() == "normal" else [_FEATURE.fullmatch(part) for part in text.split(",")]
    if not all(tags):
        raise ValueError(f"The font-feature-settings “{text[:40]}” are not tags such as 'liga', 'onum'.")
    return ",".join(tag[1] for tag in tags if tag)


def _order(text: str) -> bool:
    words = text.split()
    if not words or not {*words} <= {"normal", "fill", "stroke", "markers"}:
        raise ValueError(f"“{text[:40]}” is no order of fill, stroke and markers.")
    return "stroke" in words and ("fill" not in words or words.index("stroke") < words.index("fill"))


_FEATURE = re.compile(r"\s*[\"']([A-Za-z0-9]{4})[\"']\s*(?:1|on)?\s*")
_RULES = choice(nonzero="nonzero", evenodd="evenodd")

INHERITED: Mapping[str, Callable[[str], Any]] = {
    "color": plain_colour,
    "fill": paint_value,
    "fill-opacity": unit,
    "fill-rule": _RULES,
    "clip-rule": _RULES,
    "stroke": paint_value,
    "stroke-opacity": unit,
    "stroke-width": positive,
    "stroke-linecap": choice(butt=0, round=1, square=2),
    "stroke-linejoin": choice(miter=0, round=1, bevel=2),
    "stroke-miterlimit": _miter,
    "stroke-dasharray": _dashes,
    "stroke-dashoffset": length,
    "font-family": str.strip,
    "font-size": positive,
    "font-weight": _weight,
    "font-stretch": _stretch,
    "font-style": choice(normal=False, italic=True, oblique=True),
    "font-feature-settings": _features,
    "direction": choice(ltr=False, rtl=True),
    "text-anchor": choice(start=0.0, middle=0.5, end=1.0),
    "letter-spacing": _spacing,
    "paint-order": _order,
    "visibility": choice(visible=True, hidden=False, collapse=False),
    "xml:space": choice(default=False, preserve=True),
}
"""Inherited property → its reader (SVG 1.1, appendix N)."""

_FIELDS = {name: name.removeprefix("xml:").replace("-", "_") for name in INHERITED}


def styled(parent: Style, attrs: Mapping[str, str]) -> Style:
    """The style of an element below one that has the style `parent`. Raises ValueError."""
    changes: dict[str, Any] = {}
    for name, value in attrs.items():
        if name in _FIELDS and value != "inherit":
            changes[_FIELDS[name]] = INHERITED[name](value)
    if changes.get("color") is Current.COLOUR:
        del changes["color"]  # color="currentColor" means inherit (CSS Color 3, 4.4)
    return parent._replace(**changes) if changes else parent


def solid(paint: Paint, style: Style) -> Paint:
    """A paint with currentColor looked up. Current stays Current inside a shared symbol."""
    return style.color if paint is Current.COLOUR else paint
