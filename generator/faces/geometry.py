"""Places on rings, in honeycombs and along sides, for templates: what they would need sines and roots for.

Degrees are those of a clock: 0 is up, 90 is right; `rotate(…)` in an SVG turns the same way. A place has
x and y, such as `place.x`. The docstrings are pages for designers, like those of the pen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from generator.faces.markup import BadArgument, number, shown
from generator.ground.polygons import points_of
from generator.ground.shapes import Ellipse, outline, sides
from generator.svg.cut_shapes import RefusedShape, read_shape
from generator.text.bidi import in_visual_order, turns
from generator.text.measure import Measure, Typeface
from generator.text.shaping import clusters

MOST_PLACES = 360
"""Of one ring."""
MOST_LETTERS = 200
"""Of a text along an arc."""

Spotted = Mapping[str, float]


def polar(cx: float, cy: float, r: float, degrees: float) -> Spotted:
    """A place at a distance and in a direction from a middle: it has x, y and degrees.

    cx, cy: the middle, in mm.
    r: the distance from it, in mm.
    degrees: the direction, as on a clock: 0 is up, 90 right, 180 down.
    """
    turn = math.radians(number("degrees", degrees))
    x = number("cx", cx) + number("r", r) * math.sin(turn)
    y = number("cy", cy) - r * math.cos(turn)
    return {"x": _even(x), "y": _even(y), "degrees": float(degrees)}


def ring(n: int, cx: float = 0, cy: float = 0, r: float = 1, start: float = 0) -> list[Spotted]:
    """So many places round a middle, at equal distances, clockwise. Each has x, y and degrees.

    n: how many, from 1 to 360.
    cx, cy: the middle, in mm.
    r: the distance from it, in mm.
    start: the direction of the first, as on a clock: 0 is up.
    """
    count = _whole("n", n, most=MOST_PLACES)
    return [polar(cx, cy, r, number("start", start) + 360 * step / count) for step in range(count)]


def hex(
    q: float, r: float, width: float, height: float, cx: float = 0, cy: float = 0, apart: float = 0
) -> Spotted:
    """The middle of a field of a honeycomb: it has x and y.

    Fields that are wider than high stand on a side: r counts down, q to the right and half a field down.

    Others stand on a corner: q counts to the right, r down and half a field to the right.

    q, r: the field, by two whole numbers; 0, 0 is the one in the middle.
    width, height: the size of a field, in mm, such as 30 and 26.
    cx, cy: the middle of the field 0, 0, in mm.
    apart: from field to field, in mm.
    """
    wide, high = number("width", width, least=0.1), number("height", height, least=0.1)
    column, row = number("q", q), number("r", r)
    gap = number("apart", apart)
    if wide > high:
        x, y = column * (0.75 * wide + gap * math.sqrt(0.75)), (row + column / 2) * (high + gap)
    else:
        x, y = (column + row / 2) * (wide + gap), row * (0.75 * high + gap * math.sqrt(0.75))
    return {"x": _even(number("cx", cx) + x), "y": _even(number("cy", cy) + y)}


def edges(shape: str, width: float, height: float) -> list[Spotted]:
    """The sides of a piece, clockwise from the top or its upper right.

    Each has x1, y1, x2, y2, the middle x, y, its length, and degrees: the way out, so that what is turned by
    them stands with its head to that side.

    shape: its shape, best `component.shape`; one with sides.
    width, height: its size in mm, best `component.width` and `component.height`.
    """
    wide, high = number("width", width, least=0.1), number("height", height, least=0.1)
    try:
        cut = read_shape(str(shape))
    except RefusedShape as refused:
        raise BadArgument(refused.what, refused.mend) from None
    line = outline(cut.shape, wide, high, radius_mm=0, path=cut.points(wide, high))
    if isinstance(line, Ellipse):
        raise BadArgument("A circle has no sides.", "Use ring(…) for places round it.")
    edges = [_edge(*start, *end) for start, end in sides(points_of(line))]
    first = min(range(len(edges)), key=lambda at: (edges[at]["degrees"] + 0.001) % 360)
    return edges[first:] + edges[:first]


def _edge(x1: float, y1: float, x2: float, y2: float) -> Spotted:
    out = math.degrees(math.atan2(y2 - y1, x2 - x1)) % 360
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    middle = {"x": (x1 + x2) / 2, "y": (y1 + y2) / 2, "length": math.dist((x1, y1), (x2, y2))}
    return {name: _even(value) for name, value in {**ends, **middle, "degrees": out}.items()}


GEOMETRY: Mapping[str, Callable[..., object]] = {"polar": polar, "ring": ring, "hex": hex, "edges": edges}
"""The functions by the names that templates call."""


def _even(value: float) -> float:
    """Without the dust of binary arithmetic, so that the same place is written in the same way."""
    return round(value, 6) + 0.0


def _whole(name: str, value: object, *, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadArgument(f"“{name}” is {shown(value)}, which is not a whole number.", "Count with one.")
    return int(number(name, value, least=1, most=most))


# ---------------------------------------------------------------- text along an arc


class Letter(NamedTuple):
    """A letter on an arc: where its middle stands on the line, and how it is turned."""

    sign: str
    x: float
    y: float
    degrees: float


def arc_length(measure: Measure, face: Typeface, text: str, size: float, spacing: float) -> float:
    """How long a text is along its line, in mm."""
    return measure.width_em(face, text) * size + spacing * (len(text) - 1)


def arc_letters(
    measure: Measure,
    face: Typeface,
    text: str,
    *,
    size: float,
    spacing: float,
    middle: tuple[float, float],
    r: float,
    degrees: float,
    inside: bool,
) -> list[Letter]:
    """The letters of a text whose own middle stands in a direction from the middle of a circle."""
    way = -1 if inside else 1
    long = arc_length(measure, face, text, size, spacing)
    parts = [text[start:end] for start, end in clusters(text)]
    if face.rtl or turns(text):
        parts = in_visual_order(parts, rtl=face.rtl)
    letters, before, line = [], 0.0, ""
    for at, sign in enumerate(parts):
        line += sign
        after = before + measure.width_em(face, sign) if face.rtl else measure.width_em(face, line)
        along = (before + after) / 2 * size + spacing * at - long / 2
        turn = degrees + way * math.degrees(along / r)
        place = polar(*middle, r, turn)
        if sign.strip():
            letters.append(Letter(sign, place["x"], place["y"], turn + (180 if inside else 0)))
        before = after
    return letters
