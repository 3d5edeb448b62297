"""More of Form: a body that buds, a leaf that was mended, a stump that sprouts, a fruit in two halves."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import arc_path, leaf_path, number, oval_path, polar, smooth, straight
from generator.art.growth import UP, seeds, sun, veined
from generator.art.tones import mix


def _pads(c: Canvas) -> None:
    # A cactus: from the rim of one pad grows the next.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(rng.uniform(0.36, 0.44)), c.down(0.6)
    seeds(c, 120, t.soft)
    sun(c, x + u * 0.8, c.down(0.45), u * 1.5)
    c.path(f"M-1 {number(y + u * 2.1)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.line)
    pads = (
        (0, 0.2, 1.7, 2.3, 0.0, t.strong),
        (-2.1, -1.2, 0.95, 1.3, -0.75, t.mid),
        (1.85, -1.6, 1.15, 1.55, 0.6, t.mid),
        (3.3, -2.6, 0.6, 0.8, 1.0, t.soft),
    )
    for dx, dy, rx, ry, lean, tone in pads:
        px, py = x + u * dx, y + u * dy
        c.path(oval_path(px, py, u * rx, u * ry, lean), tone, stroke=t.line, width=0.45)
        spines = []
        for i in range(-2, 3):
            for j in range(-3, 4):
                sx, sy = (i + 0.5 * (j % 2)) * 0.36, j * 0.27
                if sx * sx + sy * sy < 0.62:
                    qx, qy = sx * rx, sy * ry
                    spines.append(
                        (
                            px + u * (qx * math.cos(lean) - qy * math.sin(lean)),
                            py + u * (qx * math.sin(lean) + qy * math.cos(lean)),
                            u * 0.09,
                        )
                    )
        c.dots(spines, t.light if tone != t.soft else t.line)
    bx, by = x + u * 0.15, y - u * 2.35
    c.path(
        [leaf_path(bx, by + u * 0.3, u * 1.15, u * 0.34, UP + lean) for lean in (-0.8, -0.4, 0.4, 0.8)],
        t.light,
        stroke=t.line,
        width=0.25,
    )
    c.disc(bx, by - u * 0.1, u * 0.62, t.accent, stroke=t.line, width=0.35)
    c.disc(bx, by - u * 0.1, u * 0.22, t.dark)
    c.disc(x - u * 2.95, y - u * 2.1, u * 0.32, t.accent, stroke=t.line, width=0.3)


def _mended(c: Canvas) -> None:
    # A leaf torn across, closed with stitches.
    t, rng, u = c.tones, c.rng, c.unit
    y, tilt = c.down(0.47), rng.uniform(-0.06, 0.06)
    seeds(c, 150, t.soft)
    sun(c, c.across(0.46), y, u * 1.9)
    x1, long = c.across(0.07), c.wide * 0.84
    foot = polar(c.across(0.5), y, c.across(0.5) - x1, math.pi + tilt)
    c.path(
        smooth([(-2, y + u * 1.2), (foot[0] - u * 0.6, foot[1] + u * 0.3), foot]),
        stroke=t.line,
        width=u * 0.3,
    )
    veined(c, *foot, long, u * 3.8, tilt, t.strong, t.light)
    c.path(leaf_path(*foot, long, u * 3.8, tilt), stroke=t.line, width=0.5)
    mx, my = polar(*foot, long * 0.47, tilt)
    tear = [
        (mx + u * (0.5 - 0.25 * k + (0.24 if k % 2 else -0.24)), my + u * (-1.72 + 0.43 * k))
        for k in range(9)
    ]
    c.path(smooth(tear), stroke=t.veil, width=u * 0.66)
    c.path(smooth(tear), stroke=t.line, width=u * 0.26)
    c.path(
        [straight([(px - u * 0.62, py - u * 0.2), (px + u * 0.62, py + u * 0.2)]) for px, py in tear[1:8]],
        stroke=t.line,
        width=u * 0.34,
    )
    c.path(
        [straight([(px - u * 0.62, py - u * 0.2), (px + u * 0.62, py + u * 0.2)]) for px, py in tear[1:8]],
        stroke=t.accent,
        width=u * 0.22,
    )


def _stump(c: Canvas) -> None:
    # What was felled knows how to begin again.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(rng.uniform(0.36, 0.44)), c.down(0.68)
    seeds(c, 130, t.soft)
    sun(c, x, c.down(0.42), u * 1.5)
    trunk = [
        (x - u * 2.5, y),
        (x - u * 2.5, y + u * 2.0),
        (x - u * 3.6, c.h + 2),
        (x + u * 3.6, c.h + 2),
        (x + u * 2.5, y + u * 2),
        (x + u * 2.5, y),
    ]
    c.path(straight(trunk, closed=True), t.line)
    c.path(
        [
            smooth([(x + u * dx, y + u * 0.6), (x + u * dx * 1.04, y + u * 2), (x + u * dx * 1.3, c.h + 1)])
            for dx in (-2, -1.3, -0.5, 0.4, 1.2, 1.9)
        ],
        stroke=t.mid,
        width=0.4,
        dash="3 1.2 1.4 0.9",
    )
    for k, tone in enumerate((t.strong, t.light, t.soft, t.light, t.mid, t.light)):
        c.path(oval_path(x, y, u * (2.5 - 0.38 * k), u * (0.86 - 0.13 * k)), tone, stroke=t.line, width=0.25)
    top = y - u * 3.5
    stem = [(x + u * 0.2, y), (x + u * 0.4, y - u * 1.6), (x + u * 0.1, y - u * 2.9), (x + u * 0.2, top)]
    c.path(smooth(stem), stroke=t.line, width=u * 0.24)
    for k, (px, py) in enumerate(((0.34, -0.8), (0.36, -1.5), (0.2, -2.15), (0.15, -2.75))):
        size = u * (2.3 - 0.33 * k)
        for s in (-1, 1):
            veined(
                c,
                x + u * px,
                y + u * py,
                size,
                size * 0.27,
                UP + s * (1.15 - 0.1 * k),
                (t.strong, t.mid)[(k + (s > 0)) % 2],
                t.light,
            )
    c.disc(x + u * 0.2, top - u * 0.1, u * 0.55, t.accent, stroke=t.line, width=0.35)
    c.disc(x + u * 0.2, top - u * 0.1, u * 0.2, t.dark)


def _halves(c: Canvas) -> None:
    # A fruit cut through: whatever is left is also right.
    t, u = c.tones, c.unit
    x, y = c.across(0.44), c.down(0.53)
    seeds(c, 150, t.soft)
    sun(c, x, y, u * 2.3)
    right = [(0, -1.55), (1.0, -2.0), (2.3, -1.55), (2.95, 0.0), (2.3, 1.8), (1.0, 2.6), (0, 2.35)]
    for scale, tone in ((0.9, t.strong), (0.78, t.light), (0.71, mix(t.light, t.soft, 0.35))):
        shape = [
            (x + s * u * px * scale, y + u * (py * scale + 0.02))
            for s, side in ((1, right), (-1, right[-2:0:-1]))
            for px, py in side
        ]
        c.path(smooth(shape, closed=True), tone, stroke=t.line if scale == 0.9 else "", width=0.5)
    for s in (-1, 1):
        chamber = [
            (x + s * u * px, y + u * py)
            for px, py in ((0.12, -0.9), (1.05, -0.5), (1.3, 0.4), (0.85, 1.2), (0.12, 1.5))
        ]
        c.path(smooth(chamber), stroke=t.mid, width=0.5)
        c.path(
            [
                arc_path(x, y + u * 0.2, u * r, *((-0.8, 0.8) if s > 0 else (math.pi - 0.8, math.pi + 0.8)))
                for r in (1.75, 2.1)
            ],
            stroke=t.mid,
            width=0.3,
            dash="0.1 1",
        )
        c.path(
            leaf_path(x + s * u * 0.28, y - u * 0.45, u * 1.5, u * 0.42, math.pi / 2 - s * 0.42),
            t.accent,
            stroke=t.line,
            width=0.35,
        )
        veined(c, x, y - u * 2.15, u * 2.6, u * 0.66, UP + s * 1.25, t.mid, t.light)
    c.path(
        smooth([(x, y - u * 1.4), (x - u * 0.05, y - u * 2.1), (x, y - u * 2.9)]),
        stroke=t.line,
        width=u * 0.3,
    )
    c.path(straight([(x, y - u * 1.3), (x, y + u * 2.2)]), stroke=t.line, width=0.35, dash="1 0.8")


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (_pads, _mended, _stump, _halves)
"""Further ways to draw the motif of growth."""
