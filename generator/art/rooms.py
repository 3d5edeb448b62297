"""More of Presence: an open door, a window, a table, and those who wait."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, number, oval_path, smooth, straight
from generator.art.rays import fan, ticks
from generator.art.vigils import candles, dish


def _floor(c: Canvas, y: float, color: str) -> None:
    # From the height y down to the foot of the picture.
    c.path(f"M-1 {number(y)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", color)


def _upright(x: float, foot: float, half_foot: float, top: float, half_top: float) -> str:
    # What stands round x and is as wide above as below, or narrows: a frame, a pot, the back of a chair.
    points = [(x - half_foot, foot), (x - half_top, top), (x + half_top, top), (x + half_foot, foot)]
    return straight(points, closed=True)


def _door(c: Canvas) -> None:
    # It stands ajar, and the light falls out.
    t, u = c.tones, c.unit
    x, floor = c.across(0.54), c.down(0.64)
    fan(c, x, floor - u * 1.4, 26, 0.05)
    ticks(c, x, floor - u * 1.4, u * 3.6, t.soft)
    _floor(c, floor, t.strong)
    spill = [(x - u * 1.25, floor), (x + u * 1.25, floor), (x + u * 5, c.h + 1), (x - u * 3.6, c.h + 1)]
    c.path(straight(spill, closed=True), t.light)
    c.path(_upright(x, floor, u * 1.7, floor - u * 3.7, u * 1.7), t.line)
    c.path(_upright(x, floor, u * 1.3, floor - u * 3.3, u * 1.3), t.light)
    for k, tone in ((1.9, t.soft), (1.4, t.veil)):
        c.path(arc_path(x, floor, u * k * 0.68, math.pi, TAU) + "Z", tone)
    c.path(arc_path(x, floor, u * 0.72, math.pi, TAU) + "Z", t.accent)
    leaf = [
        (x - u * 1.3, floor),
        (x - u * 1.3, floor - u * 3.3),
        (x - u * 3.1, floor - u * 3.0),
        (x - u * 3.1, floor + u * 0.75),
    ]
    c.path(straight(leaf, closed=True), t.mid, stroke=t.line, width=0.5)
    for top, bottom in ((-2.6, -1.7), (-1.3, -0.2)):
        panel = [
            (x - u * 1.65, floor + u * bottom),
            (x - u * 1.65, floor + u * top),
            (x - u * 2.75, floor + u * (top + 0.12)),
            (x - u * 2.75, floor + u * (bottom + 0.3)),
        ]
        c.path(straight(panel, closed=True), t.soft, stroke=t.line, width=0.3)
    c.disc(x - u * 2.86, floor - u * 1.25, u * 0.16, t.accent, stroke=t.line, width=0.25)
    for s in (-1, 1):
        px = x + s * u * 4.4
        c.path(_upright(px, floor, u * 0.5, floor - u * 0.8, u * 0.38), t.line)
        c.disc(px, floor - u * 1.35, u * 0.75, t.mid, stroke=t.line, width=0.35)


def _window(c: Canvas) -> None:
    # Light through four panes, and a place to sit in it.
    t, u = c.tones, c.unit
    x, y, floor = c.across(0.3), c.down(0.43), c.down(0.66)
    ticks(c, x, y, u * 3.2, t.soft)
    _floor(c, floor, t.mid)
    c.path(
        [straight([(-1, floor + u * 0.55 * k), (c.w + 1, floor + u * 0.55 * k)]) for k in range(1, 6)],
        stroke=t.line,
        width=0.25,
        opacity=0.6,
    )
    c.path(
        straight(
            [
                (x + u * 1.5, y - u * 1.6),
                (x + u * 1.5, y + u * 1.4),
                (x + u * 5.4, floor + u * 2.4),
                (x + u * 9.4, floor + u * 2.4),
            ],
            closed=True,
        ),
        t.light,
        opacity=0.45,
    )
    c.path(
        straight(
            [
                (x - u * 1.75, y - u * 1.85),
                (x + u * 1.75, y - u * 1.85),
                (x + u * 1.75, y + u * 1.6),
                (x - u * 1.75, y + u * 1.6),
            ],
            closed=True,
        ),
        t.line,
    )
    for px, py in ((-1.5, -1.6), (0.1, -1.6), (-1.5, -0.02), (0.1, -0.02)):
        c.path(
            straight(
                [
                    (x + u * px, y + u * py),
                    (x + u * (px + 1.4), y + u * py),
                    (x + u * (px + 1.4), y + u * (py + 1.38)),
                    (x + u * px, y + u * (py + 1.38)),
                ],
                closed=True,
            ),
            t.light,
        )
    c.disc(x + u * 0.8, y - u * 0.9, u * 0.5, t.accent)
    c.path(straight([(x - u * 2.1, y + u * 1.7), (x + u * 2.1, y + u * 1.7)]), stroke=t.line, width=u * 0.3)
    sx, seat = c.across(0.68), floor - u * 0.35
    c.path(
        [
            straight([(sx - u * 1.1, seat), (sx - u * 1.2, seat + u * 1.3)]),
            straight([(sx + u * 1.1, seat), (sx + u * 1.2, seat + u * 1.3)]),
            straight([(sx + u * 1.1, seat), (sx + u * 1.35, seat - u * 2.2)]),
        ],
        stroke=t.line,
        width=u * 0.24,
    )
    c.path(straight([(sx - u * 1.25, seat), (sx + u * 1.2, seat)]), stroke=t.line, width=u * 0.36)
    c.path(oval_path(sx - u * 0.1, seat - u * 0.42, u * 1.0, u * 0.34), t.accent, stroke=t.line, width=0.35)


def _table(c: Canvas) -> None:
    # One long table; one chair is still free.
    t, u = c.tones, c.unit
    x, top = c.across(0.5), c.down(0.56)
    ticks(c, x, c.down(0.3), u * 3.4, t.soft)
    places = 7
    gap = c.wide * 0.76 / (places - 1)
    for i in range(places):
        px = x + (i - (places - 1) / 2) * gap
        if i == 4:
            c.path(_upright(px, top, u * 0.6, top - u * 1.5, u * 0.5), t.accent, stroke=t.line, width=0.35)
            c.path(
                [straight([(px + u * d, top), (px + u * d, top - u * 1.4)]) for d in (-0.2, 0.2)],
                stroke=t.line,
                width=0.4,
            )
            continue
        tone = (t.strong, t.mid, t.line)[i % 3]
        c.path(
            smooth(
                [
                    (px - u * 0.85, top + u * 0.2),
                    (px - u * 0.62, top - u * 0.85),
                    (px, top - u * 1.15),
                    (px + u * 0.62, top - u * 0.85),
                    (px + u * 0.85, top + u * 0.2),
                ]
            )
            + "Z",
            tone,
        )
        c.disc(px, top - u * (1.5 + 0.1 * (i % 2)), u * 0.5, t.light, stroke=t.line, width=0.35)
    half = c.wide * 0.46
    c.path(
        straight(
            [
                (x - half, top),
                (x + half, top),
                (x + half - u * 0.2, top + u * 0.5),
                (x - half + u * 0.2, top + u * 0.5),
            ],
            closed=True,
        ),
        t.line,
    )
    _floor(c, top + u * 2.0, t.mid)
    c.path(
        straight(
            [
                (x - half + u * 0.1, top + u * 0.45),
                (x + half - u * 0.1, top + u * 0.45),
                (x + half - u * 0.5, c.h + 1),
                (x - half + u * 0.5, c.h + 1),
            ],
            closed=True,
        ),
        t.light,
    )
    scallops = int(half * 2 / u)
    c.path(
        [
            arc_path(
                x - half + u * 0.5 + (2 * half - u) * (i + 0.5) / scallops,
                top + u * 0.5,
                u * 0.42,
                0.1,
                math.pi - 0.1,
            )
            for i in range(scallops)
        ],
        stroke=t.mid,
        width=0.4,
    )
    for i in range(places):
        px = x + (i - (places - 1) / 2) * gap
        c.path(
            arc_path(px, top - u * 0.24, u * 0.42, 0, math.pi) + "Z",
            t.soft if i != 4 else t.accent,
            stroke=t.line,
            width=0.3,
        )


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (_door, _window, _table, dish, candles)
"""Further ways to draw the motif of rays."""
