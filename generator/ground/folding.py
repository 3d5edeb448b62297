"""What is folded after it is cut: tuck boxes and standees, flat, with their panels and fold lines.

Points are (x, y) in millimetres from the top left corner of the flat piece, y downwards.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from generator.ground.shapes import Point

Fold = tuple[Point, Point]
"""A line along which paper is folded, from edge to edge of what is folded there."""

STOCK_MM = 0.3
"""How thick a card is, if nobody says: paper of 300 g/m² without a sleeve."""
THINNEST_MM, THICKEST_MM = 0.05, 3.0
"""What a card may be said to be."""
_TAB_MM = 12.0
"""The widest tab for glue, and the deepest flap that is tucked in."""
_PLAY_MM = 0.5
"""A lid is narrower than the box by this on each side."""
_SLANT_MM = 2.0
_RELIEF_MM = 0.5
"""What is glued or tucked in is shorter than the panel that it lies against by this, at both of its ends."""
_NOTCH_MM = 8.0
"""The radius of the notch for a thumb, in the front where the lid is tucked in; less in a small box."""
_NOTCH_STEPS = 12


@dataclass(frozen=True, slots=True)
class Panel:
    """A face of what is folded. Turned by `turn` degrees on the flat, its content will stand upright."""

    x: float
    y: float
    width: float
    height: float
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Net:
    """A piece before it is folded. `outline` runs clockwise."""

    width_mm: float
    height_mm: float
    outline: tuple[Point, ...]
    folds: tuple[Fold, ...]
    panels: tuple[tuple[str, Panel], ...]


def standee(width_mm: float, height_mm: float, foot_mm: float) -> Net:
    """A strip that is folded over its top: a face on both sides, and two feet that are folded outwards."""
    w, h, f = width_mm, height_mm, foot_mm
    long = 2 * (h + f)
    folds = tuple(((0.0, y), (w, y)) for y in (f, f + h, f + 2 * h))
    panels = (("back", Panel(0, f, w, h, 180)), ("front", Panel(0, f + h, w, h)))
    feet = (("back_foot", Panel(0, 0, w, f, 180)), ("front_foot", Panel(0, f + 2 * h, w, f)))
    return Net(w, long, ((0, 0), (w, 0), (w, long), (0, long)), folds, panels + feet)


def tuck_box(width_mm: float, height_mm: float, depth_mm: float) -> Net:
    """A box that is tucked in above and below, with one tab for glue.

    From left to right: the tab, the left side, the front, the right side and the back, which has both lids.
    The front has a notch for a thumb above. All sizes are those of the folded box, outside.
    """
    w, h, d = width_mm, height_mm, depth_mm
    tab, tuck = min(_TAB_MM, d), min(_TAB_MM, 0.8 * d + 2)
    top, bottom = tuck + d, tuck + d + h
    left, front, right, back = tab, tab + d, tab + d + w, tab + 2 * d + w
    end, high = back + w, h + 2 * (d + tuck)
    walls, dust = (left, front, right, back, end), min(d, w / 2)
    upper = _upper(walls, top, d, tuck, dust=dust, notch=min(_NOTCH_MM, w / 6, h / 8))
    lower = tuple((x, high - y) for x, y in reversed(_upper(walls, top, d, tuck, dust=dust)))
    inset, first, last = min(tab, h / 4), top + _RELIEF_MM, bottom - _RELIEF_MM
    glue = ((left, last), (0.0, last - inset), (0.0, first + inset), (left, first))
    folds = [((left, first), (left, last)), *(((x, top), (x, bottom)) for x in (front, right, back))]
    for y, lid in ((top, tuck), (bottom, high - tuck)):
        folds += [((left, y), (front, y)), ((right, y), (back, y)), ((back, y), (end, y))]
        folds.append(((back + _PLAY_MM, lid), (end - _PLAY_MM, lid)))
    panels = (
        ("front", Panel(front, top, w, h)),
        ("back", Panel(back, top, w, h)),
        ("left", Panel(left, top, d, h)),
        ("right", Panel(right, top, d, h)),
        ("top", Panel(back, tuck, w, d, 180)),
        ("bottom", Panel(back, bottom, w, d)),
    )
    return Net(end, high, upper + lower + glue, tuple(folds), panels)


def _upper(
    xs: tuple[float, float, float, float, float],
    top: float,
    depth: float,
    tuck: float,
    *,
    dust: float,
    notch: float = 0.0,
) -> tuple[Point, ...]:
    """The upper edge of a box from left to right: a dust flap, the front, a dust flap, the lid."""
    left, front, right, back, end = xs
    rim, slant = top - 0.8 * dust, min(_SLANT_MM, depth / 4)
    step = slant / 2
    lid_left, lid_right, fold = back + _PLAY_MM, end - _PLAY_MM, top - depth
    corner = min(tuck / 2, 4.0)
    return (
        *((left, top), (left + step, top), (left + slant, rim), (front - slant, rim), (front - step, top)),
        *((front, top), *_notch((front + right) / 2, top, notch), (right, top)),
        *((right + step, top), (right + slant, rim), (back - slant, rim), (back - step, top), (back, top)),
        *((lid_left, top), (lid_left, fold), (lid_left + _RELIEF_MM, fold - tuck + corner)),
        *((lid_left + _RELIEF_MM + corner, fold - tuck), (lid_right - _RELIEF_MM - corner, fold - tuck)),
        *((lid_right - _RELIEF_MM, fold - tuck + corner), (lid_right, fold), (lid_right, top), (end, top)),
    )


def _notch(middle: float, top: float, radius: float) -> Iterator[Point]:
    """Half a circle below an edge, from left to right; nothing without a radius."""
    for step in range(_NOTCH_STEPS + 1) if radius else ():
        angle = math.pi * step / _NOTCH_STEPS
        yield middle - radius * math.cos(angle), top + radius * math.sin(angle)
