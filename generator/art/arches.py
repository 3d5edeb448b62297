"""Arches (Social): what people build to hold each other; the texture is courses of stone."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, number, polar, straight, trace, wedge_path
from generator.art.tones import mix


def courses(c: Canvas, top: float, bottom: float, color: str, high: float = 0.0) -> None:
    """Rows of bricks as thin joints, some left out: the texture of this motif."""
    high = high or c.unit * 0.55
    joints, row, y = [], 0, top
    while y < bottom:
        x = -c.unit * (0.6 if row % 2 else 0)
        while x < c.w:
            if c.rng.random() < 0.45:
                joints.append(straight([(x, y), (x + c.unit * 0.9, y)]))
                joints.append(straight([(x, y), (x, y + high)]))
            x += c.unit * 1.2
        y += high
        row += 1
    c.path(joints, stroke=color, width=0.22)


def opening(x: float, base: float, half: float, tall: float) -> str:
    """Path data of a round-headed doorway that stands on `base`."""
    spring = base - tall + half
    return (
        f"M{number(x - half)} {number(base)}V{number(spring)}"
        f"A{number(half)} {number(half)} 0 0 1 {number(x + half)} {number(spring)}V{number(base)}Z"
    )


def _vault(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, base = c.focus()[0], c.down(rng.uniform(0.72, 0.76))
    courses(c, 0, c.h, t.soft)
    rings, r = rng.randint(5, 7), c.unit * rng.uniform(6.0, 7.0)
    step = r / (rings + 1.2)
    fills = (t.soft, t.strong, t.veil, t.mid, t.line, t.light, t.strong)
    for k in range(rings):
        outer = r - step * k
        c.path(wedge_path(x, base, outer - step, outer, math.pi, TAU), fills[k % 7])
        stones = rng.choice((11, 15, 19, 23))
        joints = [
            straight(
                [
                    polar(x, base, outer - step, math.pi + math.pi * i / stones),
                    polar(x, base, outer, math.pi + math.pi * i / stones),
                ]
            )
            for i in range(1, stones)
        ]
        if k % 2 == 0:
            c.path(joints, stroke=t.line, width=0.3)
        else:
            c.dots(
                (
                    (*polar(x, base, outer - step / 2, math.pi + math.pi * (i + 0.5) / stones), c.unit * 0.12)
                    for i in range(stones)
                ),
                t.light if fills[k % 7] != t.light else t.strong,
            )
    hole = r - step * rings
    c.path(arc_path(x, base, hole, math.pi, TAU) + "Z", t.ground)
    c.disc(x, base - hole * 0.42, hole * 0.42, t.accent, stroke=t.line, width=0.35)
    c.path(f"M-1 {number(base)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.line)
    c.path(
        straight([(-1, base + c.unit * 0.3), (c.w + 1, base + c.unit * 0.3)]),
        stroke=t.mid,
        width=0.3,
        dash="2 1.2",
    )


def _aqueduct(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, r = c.focus()[0], c.unit * rng.uniform(1.3, 1.8)
    for k in range(6, 0, -1):
        c.disc(x, c.down(0.34), r * (0.9 + 0.45 * k), (t.veil, t.ground)[k % 2])
    courses(c, 0, c.down(0.4), t.soft)
    c.disc(x, c.down(0.34), r, t.accent)
    tiers = rng.choice((2, 3))
    top, fills = c.down(0.42), (t.mid, t.strong, t.line)
    for k in range(tiers):
        high = (c.down(0.8) - top) / (tiers - k) * (0.72 if k < tiers - 1 else 1)
        count = rng.choice((5, 6, 7)) * (tiers - k) - (tiers - k)
        pitch = c.w / count
        shift = rng.uniform(0, 1)
        holes = "".join(
            opening((i + shift) * pitch, top + high + 0.5, pitch * 0.36, high * 0.86)
            for i in range(-1, count + 1)
        )
        c.path(
            f"M-1 {number(top)}H{number(c.w + 1)}V{number(top + high)}H-1Z{holes}",
            fills[k + (3 - tiers)],
            holes=True,
        )
        c.path(straight([(-1, top + 0.3), (c.w + 1, top + 0.3)]), stroke=t.light, width=0.5)
        rims = [
            arc_path(
                (i + shift) * pitch, top + high + 0.5 - high * 0.86 + pitch * 0.36, pitch * 0.41, math.pi, TAU
            )
            for i in range(-1, count + 1)
        ]
        c.path(rims, stroke=t.light, width=0.3, dash="0.9 0.5")
        top += high
    c.path(f"M-1 {number(c.down(0.78))}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.line)


def _portal(c: Canvas) -> None:
    # Doorway within doorway, lit from the far end.
    t, rng = c.tones, c.rng
    x, n = c.focus()[0], rng.randint(6, 8)
    courses(c, 0, c.h, t.soft)
    far = c.down(rng.uniform(0.6, 0.64))
    fills = (
        t.line,
        t.strong,
        mix(t.strong, t.mid, 0.5),
        t.mid,
        mix(t.mid, t.soft, 0.5),
        t.soft,
        t.veil,
        t.light,
    )
    for k in range(n):
        share = 1 - k / n
        half, tall = c.unit * (0.7 + 3.9 * share), c.unit * (2.0 + 7.0 * share)
        base = far + (c.down(0.96) - far) * share**1.4
        c.path(opening(x, base, half, tall), fills[k * 7 // (n - 1)], stroke=t.light, width=0.3)
        spring = base - tall + half
        c.path(
            [
                straight(
                    [
                        polar(x, spring, half, math.pi * (1 + i / 9)),
                        polar(x, spring, half * 0.92, math.pi * (1 + i / 9)),
                    ]
                )
                for i in range(10)
            ],
            stroke=t.light,
            width=0.24,
        )
    c.path(opening(x, far + c.unit * 0.2, c.unit * 0.72, c.unit * 2.2), t.accent)
    c.path(
        straight(
            [
                (x - c.unit * 0.5, far + c.unit * 0.2),
                (x + c.unit * 0.5, far + c.unit * 0.2),
                (x + c.unit * 2.4, c.h + 2),
                (x - c.unit * 2.4, c.h + 2),
            ],
            closed=True,
        ),
        t.accent,
        opacity=0.4,
    )
    c.disc(x, far - c.unit * 0.75, c.unit * 0.2, t.dark)
    c.path(
        straight(
            [
                (x, far - c.unit * 0.45),
                (x - c.unit * 0.22, far + c.unit * 0.2),
                (x + c.unit * 0.22, far + c.unit * 0.2),
            ],
            closed=True,
        ),
        t.dark,
    )


def _town(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x = c.focus()[0]
    for k in range(7, 0, -1):
        c.disc(x, c.down(0.46), c.unit * 0.95 * k, (t.veil, t.ground)[k % 2])
    for row, tone in enumerate((t.soft, t.mid, t.strong)):
        left, base = -c.unit * rng.uniform(0, 1), c.down(0.6 + 0.1 * row)
        while left < c.w:
            wide = c.unit * rng.uniform(1.2, 2.2)
            tall = c.unit * rng.uniform(2.2, 4.4) * (1 - 0.16 * row)
            middle, roof = left + wide / 2, rng.choice(("arch", "gable", "flat"))
            high = base - tall
            c.path(
                f"M{number(left)} {number(c.h + 1)}V{number(high)}H{number(left + wide)}V{number(c.h + 1)}Z"
                if roof != "arch"
                else opening(middle, c.h + 1, wide / 2, c.h + 1 - high + wide / 2),
                tone,
                stroke=t.line,
                width=0.3,
            )
            if roof == "gable":
                c.path(
                    straight(
                        [(left - 0.3, high), (middle, high - wide * 0.55), (left + wide + 0.3, high)],
                        closed=True,
                    ),
                    t.line,
                )
            lights, floor = [], high + c.unit * 0.5
            while floor < base:
                lights += [
                    opening(left + wide * s, floor + c.unit * 0.5, wide * 0.1, c.unit * 0.5)
                    for s in (0.28, 0.5, 0.72)
                ]
                floor += c.unit * 0.85
            c.path(lights, t.light if row else t.veil)
            left += wide + c.unit * rng.choice((0, 0, 0.15, 0.4))
    base = c.down(0.78)
    c.path(opening(x, base, c.unit * 1.75, c.unit * 6.2), t.line)
    c.path(opening(x, base, c.unit * 1.55, c.unit * 5.95), t.light)
    c.path(opening(x, base, c.unit * 1.1, c.unit * 3.1), t.accent, stroke=t.line, width=0.35)
    c.disc(x, base - c.unit * 4.3, c.unit * 0.72, t.line)
    c.disc(x, base - c.unit * 4.3, c.unit * 0.52, t.accent)
    c.path(straight([(x, base - c.unit * 6.1), (x, base - c.unit * 7.4)]), stroke=t.line, width=0.4)
    c.path(
        straight(
            [(x, base - c.unit * 7.4), (x + c.unit * 0.9, base - c.unit * 7.1), (x, base - c.unit * 6.8)],
            closed=True,
        ),
        t.accent,
    )


def _bridge(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    water = c.down(rng.uniform(0.6, 0.64))
    x = c.focus()[0]
    for k in range(6, 0, -1):
        c.disc(x, water, c.unit * 1.05 * k, (t.veil, t.ground)[k % 2])
    courses(c, 0, water * 0.7, t.soft)
    c.disc(x, water, c.unit * 1.5, t.accent)
    c.path(f"M-1 {number(water)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.mid)
    spans, rise = rng.choice((2, 3, 3, 4)), c.unit * rng.uniform(0.8, 1.6)
    pitch = c.w * 1.04 / spans
    shift = (x % pitch) - pitch / 2
    deck = water - pitch * 0.36 - rise
    for mirror in (False, True):
        sign = -1 if mirror else 1
        level, crown = water + sign * (deck - water), water + sign * (deck - rise - water)
        parts = [
            trace("M", (-1.0, water), "V", level, "Q", (c.w / 2, crown), (c.w + 1, level), "V", water, "Z")
        ]
        rims = []
        for i in range(-1, spans + 2):
            mid, half = i * pitch + shift + pitch / 2, pitch * 0.38
            parts.append(
                trace(
                    "M", (mid - half, water), "A", half, half, 0, 0, int(not mirror), (mid + half, water), "Z"
                )
            )
            if not mirror:
                rims += [
                    wedge_path(
                        mid,
                        water,
                        half,
                        half * 1.12,
                        math.pi * (1 + j / 13) + 0.02,
                        math.pi * (1 + (j + 1) / 13) - 0.02,
                    )
                    for j in range(13)
                ]
        c.path(parts, t.soft if mirror else t.strong, opacity=0.55 if mirror else 1, holes=True)
        c.path(rims, t.light)
    posts = [
        straight(
            [
                (px, deck - 0.2 - rise * 2 * (px / c.w) * (1 - px / c.w)),
                (px, deck - c.unit * 0.55 - rise * 2 * (px / c.w) * (1 - px / c.w)),
            ]
        )
        for px in (c.w * i / 24 for i in range(25))
    ]
    c.path(posts, stroke=t.line, width=0.4)
    for rail in (deck, deck - 0.55 * c.unit):
        c.path(
            trace("M", (-1.0, rail), "Q", (c.w / 2, rail - rise), (c.w + 1, rail)),
            stroke=t.line,
            width=0.55,
        )
    for k in range(46):
        py = water + (c.h - water) * math.sqrt((k + 0.5) / 46)
        px = rng.uniform(-2, c.w)
        c.path(
            straight([(px, py), (px + rng.uniform(1.5, 5), py)]),
            stroke=t.accent if abs(px + 1.5 - x) < c.unit * 1.4 else t.line if k % 2 else t.light,
            width=0.3,
        )


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (
    _vault,
    _aqueduct,
    _portal,
    _town,
    _bridge,
)
"""The ways to draw this motif, on a canvas whose ground is filled."""
