"""Presence that waits: a dish that listens, candles."""

from __future__ import annotations

import math

from generator.art.canvas import Canvas
from generator.art.curves import arc_path, number, oval_path, polar, smooth, straight
from generator.art.rays import ticks
from generator.art.tones import mix


def dish(c: Canvas) -> None:
    """A great ear, turned to where something may come from."""
    t, rng, u = c.tones, c.rng, c.unit
    x, y, floor = c.across(0.3), c.down(0.5), c.down(0.72)
    aim = -0.5
    sx, sy = polar(x, y, u * 11, aim)
    for k in range(12, 0, -1):
        c.disc(sx, sy, u * 0.85 * k, (t.veil, t.ground)[k % 2])
    ticks(c, sx, sy, u * 2, t.soft)
    hill = [
        (-2, floor + u * 0.5),
        (x - u * 2, floor - u * 0.1),
        (x + u * 2, floor + u * 0.1),
        (c.w * 0.7, floor + u * 0.7),
        (c.w + 2, floor + u * 0.2),
    ]
    c.path(
        [straight([(x - u * 0.1, y + u * 0.3), (x + u * d, floor + u * 0.4)]) for d in (-1.4, 0, 1.3)],
        stroke=t.line,
        width=u * 0.22,
    )
    c.path(f"{smooth(hill)}V{c.h + 2:.0f}H-2Z", t.strong)
    c.path(
        [smooth([(px, py + u * 0.4 * k) for px, py in hill]) for k in (1, 2, 3)],
        stroke=t.light,
        width=0.25,
        opacity=0.6,
    )
    ax, ay = polar(x, y, u * 2.35, aim - math.pi / 2)
    bx, by = polar(x, y, u * 2.35, aim + math.pi / 2)
    back, deep = polar(x, y, u * 1.35, aim + math.pi), polar(x, y, u * 0.3, aim + math.pi)
    c.path(
        smooth(
            [
                (ax, ay),
                ((ax + back[0]) / 2 - u * 0.28, (ay + back[1]) / 2),
                back,
                ((bx + back[0]) / 2 - u * 0.12, (by + back[1]) / 2 + u * 0.28),
                (bx, by),
            ]
        )
        + "Z",
        t.strong,
        stroke=t.line,
        width=0.5,
    )
    c.path(oval_path(x, y, u * 2.38, u * 0.85, aim + math.pi / 2), t.light, stroke=t.line, width=0.5)
    c.path(
        [
            oval_path(
                *polar(x, y, u * 0.12 * k, aim + math.pi),
                u * (2.38 - 0.55 * k),
                u * (0.85 - 0.2 * k),
                aim + math.pi / 2,
            )
            for k in (1, 2, 3)
        ],
        stroke=t.mid,
        width=0.35,
    )
    tip = polar(x, y, u * 2.1, aim)
    c.path(
        [straight([(ax, ay), tip]), straight([(bx, by), tip]), straight([deep, tip])],
        stroke=t.line,
        width=0.45,
    )
    c.disc(*tip, u * 0.5, t.accent, stroke=t.line, width=0.4)
    c.disc(*tip, u * 0.18, t.dark)
    c.path(
        [arc_path(*tip, u * (1.1 + 0.8 * k), aim - 0.5, aim + 0.5) for k in range(6)],
        stroke=t.line,
        width=0.5,
        dash="1 0.8",
    )
    c.dots(
        (
            (rng.uniform(c.w * 0.55, c.w), rng.uniform(0, c.down(0.5)), u * rng.choice((0.06, 0.1)))
            for _ in range(26)
        ),
        t.line,
    )


def candles(c: Canvas) -> None:
    """Small lights side by side, until morning."""
    t, rng, u = c.tones, c.rng, c.unit
    floor, n = c.down(0.74), 7
    at = [(c.across((i + 0.5) / n), u * rng.uniform(0.9, 2.3)) for i in range(n)]
    at[2] = (at[2][0], u * 2.6)
    for reach, tone in ((1.7, t.veil), (1.15, t.soft), (0.7, mix(t.soft, t.light, 0.5))):
        for px, tall in at:
            c.disc(px, floor - tall - u * 0.75, u * reach * (1.35 if tall == u * 2.6 else 1), tone)
    ticks(c, at[2][0], floor - u * 3.3, u * 2.8, t.mid)
    c.path(f"M-1 {number(floor)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.strong)
    for px, tall in at:
        half = u * 0.42
        top = floor - tall
        c.path(oval_path(px, floor + u * 0.18, u * 0.95, u * 0.26), t.line)
        c.path(
            straight(
                [
                    (px - half, floor + u * 0.15),
                    (px - half, top),
                    (px + half, top),
                    (px + half, floor + u * 0.15),
                ],
                closed=True,
            ),
            t.light,
            stroke=t.line,
            width=0.35,
        )
        c.path(
            smooth(
                [
                    (px - half, top),
                    (px - half * 0.3, top + u * 0.35),
                    (px + half * 0.1, top + u * 0.15),
                    (px + half * 0.6, top + u * 0.6),
                    (px + half, top),
                ]
            ),
            stroke=t.mid,
            width=0.4,
        )
        c.path(straight([(px, top), (px, top - u * 0.3)]), stroke=t.line, width=0.4)
        flame = [(0, -1.25), (0.28, -0.6), (0.2, -0.25), (0, -0.15), (-0.2, -0.25), (-0.28, -0.6)]
        c.path(
            smooth([(px + u * dx, top + u * dy) for dx, dy in flame], closed=True),
            t.accent,
            stroke=t.line,
            width=0.25,
        )
    c.path(
        [
            straight(
                [(px - u * 0.5, floor + u * (0.7 + 0.4 * k)), (px + u * 0.5, floor + u * (0.7 + 0.4 * k))]
            )
            for px, _ in at
            for k in range(3)
        ],
        stroke=t.accent,
        width=0.35,
        opacity=0.7,
    )
