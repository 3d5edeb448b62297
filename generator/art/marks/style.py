"""What a game says of its pictures: inks, where the light stands, textures, and how wide they are printed.

It stands in `art/style.toml` of the game. Lengths are millimetres of the printed picture.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.ground.problems import Failed, error

STYLE = "art/style.toml"
ENGINE = "1"
"""Raised whenever the same drawing comes out otherwise: all marks have to be cut anew then."""
KEY = "key"
"""The ink of the block: the darkest one, which every style has to have."""
LEAST_MM = 0.2
"""A narrower mark fills or breaks on a printer at home."""
MOST_WIDTHS, MOST_INKS, MOST_TEXTURES = 6, 8, 60
_BOUNDS: Mapping[str, tuple[float, float]] = {
    "widths_mm": (10.0, 300.0),
    "light": (-1.0, 1.0),
    "outline": (0.0, 2.0),
    "spacing": (0.35, 10.0),
    "width": (LEAST_MM, 5.0),
    "length": (0.4, 40.0),
    "tone": (-1.0, 2.0),
    "turning": (-2.0, 2.0),
    "reach": (0.1, 50.0),
    "edge": (0.0, 2.0),
}
"""The least and the most that a number may be."""
_PAIRS = frozenset({"width", "length"})
"""Keys of a texture that are two numbers, the least and the most."""
_COMPARE = "Compare it with docs/illustrating.md."
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")


@dataclass(frozen=True, slots=True)
class Texture:
    """How a surface is cut. A tone goes from 0, no marks, to 1, as many and as wide ones as there may be."""

    marks: str = "gouges"
    """`gouges`, `dots`, or `none`."""
    ink: str = ""
    """Of the marks; without one it is paper on the key and the key on all else."""
    spacing: float = 0.82
    width: tuple[float, float] = (0.2, 0.7)
    length: tuple[float, float] = (1.4, 6.0)
    tone: float = 0.5
    turning: float = 0.0
    """How much is added to the tone along the lit edge of a dark shape, the shaded one of a pale shape …"""
    reach: float = 2.0
    """… and how far from there it has sunk to a third."""
    edge: float = 0.3
    """The width of the lit sliver of a dark shape, of the shaded one of a pale shape."""


@dataclass(frozen=True, slots=True)
class ArtStyle:
    """The pictures of one game. `light` points to where the light comes from, y down."""

    inks: Mapping[str, str]
    widths_mm: tuple[float, ...]
    light: tuple[float, float] = (-0.6, -0.8)
    outline: float = 0.3
    """The dark line round pale shapes that stand in front."""
    textures: Mapping[str, Texture] = field(default_factory=dict)


def read_style(content: bytes) -> ArtStyle:
    """The style of a game from its file. Raises Failed with one Problem that names the key."""
    try:
        data = tomllib.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as slip:
        raise Failed(error(STYLE, f"The file is no TOML: {slip}.", _COMPARE)) from None
    return _style(data)


def _style(data: Mapping[str, Any]) -> ArtStyle:
    inks = _table(data, "inks", MOST_INKS)
    for name, colour in inks.items():
        if not isinstance(colour, str) or not _HEX.fullmatch(colour):
            raise _refused(f"inks.{name}", "is no colour", "Write it as #rrggbb, such as #241c15.")
    if KEY not in inks:
        raise _refused("inks", "has no key", 'Name the darkest ink so: key = "#241c15".')
    textures = {
        name: _texture(name, values) for name, values in _table(data, "textures", MOST_TEXTURES).items()
    }
    for name, texture in textures.items():
        if texture.ink and texture.ink not in inks:
            raise _refused(f"textures.{name}.ink", "is no ink", f"Use one of: {', '.join(inks)}.")
    widths = _numbers(data.get("widths_mm", (35.0,)), "widths_mm")
    if not 0 < len(widths) <= MOST_WIDTHS:
        raise _refused("widths_mm", f"names more than {MOST_WIDTHS} widths", "Name fewer.")
    light = _numbers(data.get("light", (-0.6, -0.8)), "light")
    if len(light) != 2 or math.hypot(*light) < 0.1:
        raise _refused("light", "is no direction", "Write two numbers, such as [-0.6, -0.8]: upper left.")
    lower = {name: str(colour).lower() for name, colour in inks.items()}
    return ArtStyle(
        lower, widths, (light[0], light[1]), _number(data.get("outline", 0.3), "outline"), textures
    )


def _texture(name: str, values: object) -> Texture:
    """One texture; a key that there is none of is refused, since it would be forgotten in silence."""
    at = f"textures.{name}"
    if not _NAME.fullmatch(name) or not isinstance(values, Mapping):
        raise _refused(at, "is no texture", "Write a table [textures.fur] with its keys.")
    if strange := set(values) - set(Texture.__dataclass_fields__):
        known = ", ".join(Texture.__dataclass_fields__)
        raise _refused(f"{at}.{min(strange)}", "is unknown", f"Use one of: {known}.")
    if values.get("marks", "gouges") not in ("gouges", "dots", "none"):
        raise _refused(f"{at}.marks", "is no kind of marks", "Use gouges, dots or none.")
    words: dict[str, Any] = {key: str(values[key]) for key in ("marks", "ink") if key in values}
    numbers: dict[str, Any] = {
        key: (_pair if key in _PAIRS else _number)(values[key], f"{at}.{key}")
        for key in _BOUNDS
        if key in values
    }
    return Texture(**words, **numbers)


def _table(values: Mapping[str, Any], key: str, most: int) -> Mapping[str, Any]:
    table = values.get(key, {})
    if not isinstance(table, Mapping) or len(table) > most:
        raise _refused(key, f"is no table of at most {most} entries", _COMPARE)
    return table


def _pair(value: object, key: str) -> tuple[float, float]:
    both = _numbers(value, key)
    if len(both) != 2 or both[0] > both[1]:
        raise _refused(key, "is not two numbers", "Write two, such as [0.2, 0.7].")
    return both[0], both[1]


def _numbers(value: object, key: str) -> tuple[float, ...]:
    if not isinstance(value, list | tuple):
        raise _refused(key, "is no list of numbers", "Write it so: [35, 55].")
    return tuple(_number(number, key) for number in value)


def _number(value: object, key: str) -> float:
    least, most = _BOUNDS[key.rpartition(".")[2]]
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise _refused(key, "is no number that can be cut", f"Use from {least:g} to {most:g}.")
    return float(value)


def _refused(key: str, fault: str, mend: str) -> Failed:
    return Failed(error(STYLE, f"{key} {fault}.", mend))
