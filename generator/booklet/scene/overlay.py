"""What points at things in a scene, drawn: a veil with lit areas, arrows, lines and discs with marks.

All of it has its printed size, so a mark in a small picture is as easy to read as one in a large picture.
An ivory line around each keeps it apart from whatever lies below, also in grey.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from generator.booklet.scene.lying import Scene
from generator.booklet.scene.pointing import Arrow, Disc, Spread
from generator.faces.markup import num

INK, IVORY = "#22252e", "#fbf7ef"
FAMILY = "SourceSans3"
"""Of the marks, the family of the booklets' texts."""
DISC_MM = 4.0
_RIM_MM, _LEADER_MM, _DOT_MM = 0.3, 0.28, 0.55
_NUMERAL_MM, _SMALLER = 2.75, (1.0, 1.0, 0.82, 0.62)
"""The size of a mark, and how much smaller one of so many signs is."""
_BASELINE = 0.325
"""From the middle of a numeral down to its foot, in its size."""
_ARROW_MM, _HEAD_MM, _CASING_MM = 0.75, 2.6, 0.45
_BOW = 0.12
"""How far an arrow bends from the straight line, as a part of its length."""
VEIL, _VEILED = "#f5f0e6", 0.66


def lit_areas(scene: Scene, drawing: str, *, scale: float, prefix: str) -> str:
    """The drawing of a scene under a veil, and what is lit once more above it."""
    if not scene.notes.lit:
        return drawing
    size = f'width="{num(scene.width_mm)}" height="{num(scene.height_mm)}"'
    parts = [drawing, f'<rect x="0" y="0" {size} fill="{VEIL}" fill-opacity="{_VEILED}"/>']
    for at, area in enumerate(scene.notes.lit):
        line = f'stroke="{INK}" stroke-width="{num(0.25 / scale)}" stroke-opacity="0.8"'
        parts.append(
            f'<clipPath id="{prefix}lit-{at}">{polygon(area)}</clipPath>'
            f'<g clip-path="url(#{prefix}lit-{at})">{drawing}</g>'
        )
        parts.append(polygon(area, f'fill="none" {line}'))
    return "".join(parts)


def pointers(scene: Scene, *, scale: float) -> str:
    """Arrows, then the lines of the discs, then the discs."""
    notes = scene.notes
    parts = [_arrow(arrow, scale) for arrow in notes.arrows]
    parts += [part for disc in notes.discs for part in _leader(disc, scale)]
    parts += [_disc(disc, scale) for disc in notes.discs]
    return "".join(parts)


def _disc(disc: Disc, scale: float) -> str:
    x, y, radius = disc.x_mm, disc.y_mm, DISC_MM / 2 / scale
    size = _NUMERAL_MM * _SMALLER[min(len(disc.mark), len(_SMALLER) - 1)] / scale
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius + _RIM_MM / scale)}" fill="{IVORY}"/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{INK}"/>'
        f'<text x="{num(x)}" y="{num(y + size * _BASELINE)}" font-family="{FAMILY}" font-size="{num(size)}" '
        f'font-weight="700" text-anchor="middle" fill="{IVORY}">{escape(disc.mark)}</text>'
    )


def _leader(disc: Disc, scale: float) -> Iterator[str]:
    """A fine line from a disc to a dot on what it marks."""
    if disc.point is None:
        return
    x, y = disc.point
    ends = f'x1="{num(disc.x_mm)}" y1="{num(disc.y_mm)}" x2="{num(x)}" y2="{num(y)}"'
    for colour, extra_mm in ((IVORY, _RIM_MM), (INK, 0.0)):
        width, radius = (_LEADER_MM + 1.6 * extra_mm) / scale, (_DOT_MM + extra_mm) / scale
        yield f'<line {ends} stroke="{colour}" stroke-width="{num(width)}" stroke-linecap="round"/>'
        yield f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{colour}"/>'


def _arrow(arrow: Arrow, scale: float) -> str:
    """A line with a little bow and a head, ivory below and ink above."""
    (x, y), (end_x, end_y) = arrow.start, arrow.end
    dx, dy = end_x - x, end_y - y
    long = math.hypot(dx, dy)
    if not long:
        return ""
    middle_x, middle_y = x + dx / 2 + dy * _BOW, y + dy / 2 - dx * _BOW
    way = math.hypot(end_x - middle_x, end_y - middle_y)
    ux, uy = (end_x - middle_x) / way, (end_y - middle_y) / way
    head = min(_HEAD_MM / scale, long * 0.6)
    foot_x, foot_y = end_x - ux * head * 0.8, end_y - uy * head * 0.8
    half = head * 0.42
    base_x, base_y = end_x - ux * head, end_y - uy * head
    corners = ((end_x, end_y), (base_x - uy * half, base_y + ux * half), (foot_x, foot_y),
               (base_x + uy * half, base_y - ux * half))  # fmt: skip
    path = f"M {num(x)} {num(y)} Q {num(middle_x)} {num(middle_y)} {num(foot_x)} {num(foot_y)}"
    parts = []
    for colour, extra_mm in ((IVORY, _CASING_MM), (INK, 0.0)):
        width = (_ARROW_MM + 2 * extra_mm) / scale
        rim = f'stroke="{colour}" stroke-width="{num((2 * extra_mm + 0.2) / scale)}" stroke-linejoin="round"'
        line = f'fill="none" stroke="{colour}" stroke-width="{num(width)}" stroke-linecap="round"'
        parts.append(f'<path d="{path}" {line}/>{polygon(corners, f"""fill="{colour}" {rim}""")}')
    return "".join(parts)


def polygon(points: Spread, attributes: str = "") -> str:
    """An area as an element."""
    corners = " ".join(f"{num(x)},{num(y)}" for x, y in points)
    return f'<polygon points="{corners}" {attributes}/>'
