"""How colours look to people: to those who see all of them, to those who do not, and without any colour.

The one home of these measures; the preview's page, warnings and tests take them from here. A colour is red,
green and blue from 0 to 1, as sRGB has them (IEC 61966-2-1).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache

Colour = tuple[float, float, float]
"""Red, green and blue, 0 to 1."""
ColourRows = tuple[Colour, Colour, Colour]
"""A matrix for linear red, green and blue, row by row."""


class Sight(StrEnum):
    """Who looks: everybody, people without red, green or blue cones, or everybody at a grey print."""

    NORMAL = "normal"
    PROTAN = "protan"
    DEUTAN = "deutan"
    TRITAN = "tritan"
    GREY = "grey"


_LUMINANCE: Colour = (0.2126, 0.7152, 0.0722)
MATRICES: Mapping[Sight, ColourRows] = {
    Sight.NORMAL: ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    Sight.PROTAN: (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    Sight.DEUTAN: (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    Sight.TRITAN: (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    Sight.GREY: (_LUMINANCE, _LUMINANCE, _LUMINANCE),
}
"""Machado, Oliveira and Fernandes 2009 at full severity; grey is relative luminance."""
CONES = (Sight.NORMAL, Sight.PROTAN, Sight.DEUTAN, Sight.TRITAN)
"""Everybody who looks at a print in colour."""
_WHITE: Colour = (0.95047, 1.0, 1.08883)
"""D65 in XYZ."""
_XYZ: ColourRows = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def colour_of(text: str) -> Colour:
    """The colour that a workbook writes as `#rrggbb`.

    >>> colour_of("#ff0000")
    (1.0, 0.0, 0.0)
    """
    red, green, blue = (int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def hexed(rgb: Colour) -> str:
    """A colour as a workbook writes it.

    >>> hexed((1, 1, 1))
    '#ffffff'
    """
    return "#" + "".join(f"{round(255 * part):02x}" for part in rgb)


@lru_cache(maxsize=4096)
def luminance(rgb: Colour) -> float:
    """The relative luminance of WCAG 2.1: 0 is black, 1 is white."""
    return _dot(_LUMINANCE, _each(rgb, _linear))


@lru_cache(maxsize=4096)
def contrast(a: Colour, b: Colour) -> float:
    """The contrast ratio of WCAG 2.1 (1.4.3), from 1, whichever is the lighter.

    >>> contrast((0, 0, 0), (1, 1, 1))
    21.0
    """
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


def seen(rgb: Colour, sight: Sight) -> Colour:
    """What a colour looks like to somebody; what no screen can show is cut off.

    >>> hexed(seen((1, 0, 0), Sight.GREY))
    '#7f7f7f'
    """
    linear = _each(rgb, _linear)
    red, green, blue = (min(max(_dot(row, linear), 0.0), 1.0) for row in MATRICES[sight])
    return _each((red, green, blue), _curved)


@lru_cache(maxsize=4096)
def lab(rgb: Colour) -> Colour:
    """CIELAB under D65: lightness from 0 to 100, then from green to red and from blue to yellow."""
    linear = _each(rgb, _linear)
    x, y, z = (_root(_dot(row, linear) / white) for row, white in zip(_XYZ, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def lightness(rgb: Colour) -> float:
    """How light a colour is on a grey print: L* of CIELAB, 0 to 100."""
    return lab(rgb)[0]


def difference(a: Colour, b: Colour, sight: Sight = Sight.NORMAL) -> float:
    """How far two colours look apart: ΔE of CIE 1976. About 2 can just be told; 100 is black from white."""
    return math.dist(lab(seen(a, sight)), lab(seen(b, sight)))


def _each(rgb: Colour, change: Callable[[float], float]) -> Colour:
    red, green, blue = rgb
    return change(red), change(green), change(blue)


def _dot(a: Colour, b: Colour) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _curved(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


def _root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116
