"""The small languages inside SVG attributes: numbers, colours, transforms, references.

Every reader here takes a string, returns a plain value and raises ValueError with one whole sentence
that a Problem can show. Readers are pure, so the frequent ones remember their answers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache

from PIL import ImageColor

from generator.ground.matrices import Matrix

Rgb = tuple[float, float, float]
"""Red, green, blue from 0 to 1."""
ViewBox = tuple[float, float, float, float]
"""(x, y, width, height) in user units."""

IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)

LIMIT = 1e6
"""No number may be larger: a card of that many millimetres is a slip, and PDF readers lose precision."""

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
LEAST = 1e-9
"""Smaller numbers are 0: nobody sees them, and dividing by them leaves the range of numbers."""

_NUMBER = re.compile(NUMBER)
_SIDE = re.compile(r"\s*(\d{1,6}(?:\.\d{1,9})?)(px|mm|cm|in|pt|pc)?\s*")
_PIXELS = {"px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0}
"""Of CSS, in each of its units."""
_LENGTH = re.compile(rf"\s*({NUMBER})(px)?\s*")
_TRANSFORM = re.compile(r"[\s,]*([a-zA-Z]+)\s*\(([^()]*)\)[\s,]*")
_URL = re.compile(r"""\s*url\(\s*["']?#([^"')\s]+)["']?\s*\)\s*""")


def bounded(text: str) -> float:
    """A number that matched NUMBER already; raises ValueError when it is too large to draw."""
    value = float(text)
    if not abs(value) <= LIMIT:
        raise ValueError(f"The number {text[:24]} is larger than {LIMIT:,.0f}.")
    return value if abs(value) >= LEAST else 0.0


@lru_cache(maxsize=8192)
def length(text: str) -> float:
    """A length in user units: a plain number, or one with px (the same thing in SVG)."""
    match = _LENGTH.fullmatch(text)
    if not match:
        raise ValueError(f"“{text[:40]}” is not a plain number.")
    return bounded(match[1])


def stated_box(attrs: Mapping[str, str]) -> str:
    """The viewBox of a root that has none: its width and height, whose unit is a pixel of CSS then.

    Empty if they are not stated, or as parts of the page.

    >>> stated_box({"width": "1in", "height": "48"})
    '0 0 96 48'
    """
    sides = [_SIDE.fullmatch(attrs.get(name, "")) for name in ("width", "height")]
    if not all(sides):
        return ""
    return " ".join(["0 0", *(f"{float(side[1]) * _PIXELS[side[2] or 'px']:g}" for side in sides if side)])


def length_at(attrs: Mapping[str, str], name: str) -> float:
    """The length that an attribute says, 0 if it is not there."""
    return length(attrs[name]) if name in attrs else 0.0


def port_at(attrs: Mapping[str, str]) -> ViewBox:
    """Where an element with a width and a height lies."""
    x, y, width, height = (length_at(attrs, name) for name in ("x", "y", "width", "height"))
    return x, y, width, height


def positive(text: str) -> float:
    """A length of at least 0."""
    value = length(text)
    if value < 0:
        raise ValueError(f"“{text}” is less than 0.")
    return value


def ratio(text: str) -> float:
    """A number or a percentage, as gradients take it: `50%` is 0.5."""
    text = text.strip()
    return length(text[:-1]) / 100 if text.endswith("%") else length(text)


def unit(text: str) -> float:
    """A number or a percentage, clamped to 0–1: opacities and gradient offsets."""
    return min(1.0, max(0.0, ratio(text)))


def numbers(text: str) -> tuple[float, ...]:
    """A list of numbers parted by spaces or commas."""
    if _NUMBER.sub("", text).strip(" ,\t\r\n"):
        raise ValueError(f"“{text[:40]}” is not a list of plain numbers.")
    return tuple(bounded(number) for number in _NUMBER.findall(text))


def points(text: str) -> tuple[tuple[float, float], ...]:
    """The points of a polygon."""
    flat = numbers(text)
    if len(flat) % 2:
        raise ValueError("The points have an x without a y.")
    return tuple(zip(flat[::2], flat[1::2], strict=True))


@lru_cache(maxsize=2048)
def view_box(text: str) -> tuple[float, float, float, float]:
    """(x, y, width, height), both sides larger than 0."""
    box = numbers(text)
    if len(box) != 4 or box[2] <= 0 or box[3] <= 0:
        raise ValueError(f"The viewBox “{text[:40]}” is not four numbers with a width and a height above 0.")
    return box[0], box[1], box[2], box[3]


@lru_cache(maxsize=2048)
def colour(text: str) -> Rgb:
    """A CSS colour without alpha: #rgb, #rrggbb, rgb(…), hsl(…) or a name."""
    try:
        rgb = ImageColor.getrgb("" if text.strip()[:2] == "hs" and text.strip()[2:3] != "l" else text.strip())
    except ValueError:
        raise ValueError(f"“{text[:40]}” is not a colour.") from None
    if len(rgb) != 3:
        raise ValueError(f"The colour “{text[:40]}” has an alpha; write fill-opacity or stroke-opacity.")
    return rgb[0] / 255, rgb[1] / 255, rgb[2] / 255


def reference(text: str) -> str:
    """The id in `url(#id)`."""
    match = _URL.fullmatch(text)
    if not match:
        raise ValueError(f"“{text[:40]}” does not point to an element of the same file.")
    return match[1]


def multiply(m: Matrix, n: Matrix) -> Matrix:
    """The matrix that applies `n` first and `m` after it."""
    a, b, c, d, e, f = m
    p, q, r, s, t, u = n
    return a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f


@lru_cache(maxsize=8192)
def transform(text: str) -> Matrix:
    """An SVG transform list as one matrix."""
    result, at = IDENTITY, 0
    while at < len(text):
        match = _TRANSFORM.match(text, at)
        if not match:
            raise ValueError(f"The transform “{text[:60]}” cannot be read.")
        result, at = multiply(result, _one_transform(match[1], numbers(match[2]))), match.end()
    if not all(abs(value) <= LIMIT for value in result):
        raise ValueError(f"The transform “{text[:60]}” leads too far away.")
    return result


def _one_transform(name: str, numbers: tuple[float, ...]) -> Matrix:
    match (name, numbers):
        case ("matrix", (a, b, c, d, e, f)):
            return a, b, c, d, e, f
        case ("translate", (x, *y)) if len(y) <= 1:
            return 1, 0, 0, 1, x, y[0] if y else 0
        case ("scale", (x, *y)) if len(y) <= 1:
            return x, 0, 0, y[0] if y else x, 0, 0
        case ("rotate", (angle,)):
            cos, sin = _turn(angle)
            return cos, sin, -sin, cos, 0, 0
        case ("rotate", (angle, x, y)):
            cos, sin = _turn(angle)
            return cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y
        case ("skewX", (angle,)):
            return 1, 0, math.tan(math.radians(angle)), 1, 0, 0
        case ("skewY", (angle,)):
            return 1, math.tan(math.radians(angle)), 0, 1, 0, 0
    raise ValueError(f"The transform {name[:20]} with {len(numbers)} numbers is unknown.")


def _turn(degrees: float) -> tuple[float, float]:
    """Cosine and sine; exact at the quarter turns, so that rotated cards stay on the grid."""
    exact = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    angle = math.radians(degrees)
    return exact.get(degrees % 360.0) or (math.cos(angle), math.sin(angle))


Fit = tuple[float, float, bool] | None
"""How a viewBox sits in its viewport: (x 0–1, y 0–1, slice?), or None to stretch."""


@lru_cache(maxsize=64)
def aspect(text: str) -> Fit:
    """preserveAspectRatio (SVG 1.1, 7.8)."""
    words = text.split()
    if words == ["none"]:
        return None
    match = re.fullmatch(r"x(Min|Mid|Max)Y(Min|Mid|Max)", words[0]) if words else None
    if not match or words[1:] not in ([], ["meet"], ["slice"]):
        raise ValueError(f"“{text[:40]}” is not a preserveAspectRatio.")
    place = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    return place[match[1]], place[match[2]], words[1:] == ["slice"]


def fit(box: ViewBox, port: ViewBox, how: Fit) -> Matrix:
    """The matrix that puts the viewBox `box` into the viewport `port`."""
    sx, sy = port[2] / box[2], port[3] / box[3]
    x, y = port[0], port[1]
    if how:
        sx = sy = max(sx, sy) if how[2] else min(sx, sy)
        x += (port[2] - box[2] * sx) * how[0]
        y += (port[3] - box[3] * sy) * how[1]
    return sx, 0, 0, sy, x - box[0] * sx, y - box[1] * sy


def fitted(attrs: Mapping[str, str], port: ViewBox) -> Matrix:
    """The matrix that puts what an element draws into the viewport `port`, by its viewBox if it has one."""
    box = view_box(attrs["viewBox"]) if "viewBox" in attrs else (0.0, 0.0, port[2], port[3])
    return fit(box, port, aspect(attrs.get("preserveAspectRatio", "xMidYMid meet")))
