"""Rays (Presence): what shines out; the texture is radial ticks."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, polar, round_path, smooth, straight
from generator.art.tones import mix


def fan(c: Canvas, x: float, y: float, count: int, turn: float, inner: float = 0.0, color: str = "") -> None:
    """Beams from (x, y) to the edges of the picture, `inner` mm of their ends left out."""
    beams = []
    for i in range(count):
        a = turn + TAU * i / count
        b = a + TAU / count * 0.5
        beams.append(
            straight(
                [
                    polar(x, y, inner, a),
                    polar(x, y, c.reach, a),
                    polar(x, y, c.reach, b),
                    polar(x, y, inner, b),
                ],
                closed=True,
            )
        )
    c.path(beams, color or c.tones.veil)


def ticks(c: Canvas, x: float, y: float, start: float, color: str) -> None:
    """Radial ticks about (x, y) from the radius `start` in mm outwards: the texture of this motif."""
    marks, r = [], start
    while r < c.reach * 0.75:
        count = int(r / c.unit * 7)
        shift = c.rng.uniform(0, 1)
        for i in range(count):
            a = TAU * (i + shift) / count
            if c.holds(*polar(x, y, r, a), 1) and c.rng.random() < 0.7:
                marks.append(straight([polar(x, y, r, a), polar(x, y, r + c.unit * 0.28, a)]))
        r += c.unit * 0.9
    c.path(marks, stroke=color, width=0.24)


def _sunrise(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()[0], c.down(rng.uniform(0.5, 0.58))
    r = c.unit * rng.uniform(1.9, 2.4)
    fan(c, x, y, rng.choice((20, 24, 28, 32)), rng.uniform(0, 0.3))
    ticks(c, x, y, r * 1.7, t.soft)
    for k, tone in ((1.75, t.soft), (1.5, t.mid), (1.25, t.veil)):
        c.disc(x, y, r * k, tone)
    c.disc(x, y, r, t.accent)
    c.path([arc_path(x, y, r * k, 3.5, 5.9) for k in (0.82, 0.64, 0.46)], stroke=t.light, width=0.3)
    for k in range(4):
        base = y + c.unit * (0.75 + 1.25 * k)
        lean = rng.uniform(-1, 1) * c.unit
        hill = [
            (-2, base + lean * 0.4),
            (c.w * 0.3, base - lean),
            (c.w * 0.68, base + lean),
            (c.w + 2, base - lean * 0.5),
        ]
        c.path(f"{smooth(hill)}V{c.h + 2:.0f}H-2Z", (t.mid, t.strong, mix(t.strong, t.line, 0.5), t.line)[k])
        c.path(
            [smooth([(px, py + c.unit * 0.32 * s) for px, py in hill]) for s in (1, 2)],
            stroke=t.light,
            width=0.2,
            opacity=0.55,
        )


def _beacon(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    side = rng.choice((-1, 1))
    x, y = c.across(0.5 - side * 0.16), c.down(0.42)
    ticks(c, x, y, c.unit * 1.6, t.soft)
    for k, (half, tone) in enumerate(((0.34, t.veil), (0.2, t.soft), (0.09, t.light))):
        for angle in (0.12 if side > 0 else math.pi - 0.12, math.pi + 0.25 if side > 0 else -0.25):
            reach = c.reach * (1 if k < 2 or (angle < 2) == (side > 0) else 0.8)
            c.path(
                straight(
                    [(x, y), polar(x, y, reach, angle - half), polar(x, y, reach, angle + half)], closed=True
                ),
                tone,
            )
    foot, top = c.unit * 1.25, c.unit * 0.72
    base = c.down(0.88)
    tower = [
        (x - top, y + c.unit * 0.7),
        (x + top, y + c.unit * 0.7),
        (x + foot, base + 1),
        (x - foot, base + 1),
    ]
    c.path(straight(tower, closed=True), t.strong)
    bands = rng.randint(3, 5)
    for k in range(bands):
        a, b = (k + 0.35) / bands, (k + 0.75) / bands
        w1, w2 = top + (foot - top) * a, top + (foot - top) * b
        y1, y2 = y + c.unit * 0.7 + (base - y) * 0.93 * a, y + c.unit * 0.7 + (base - y) * 0.93 * b
        c.path(straight([(x - w1, y1), (x + w1, y1), (x + w2, y2), (x - w2, y2)], closed=True), t.light)
    c.path(
        straight([(x - top * 1.5, y + c.unit * 0.7), (x + top * 1.5, y + c.unit * 0.7)]),
        stroke=t.line,
        width=0.8,
    )
    c.path(
        straight(
            [(x - top, y - c.unit * 0.62), (x, y - c.unit * 1.35), (x + top, y - c.unit * 0.62)], closed=True
        ),
        t.line,
    )
    c.disc(x, y, c.unit * 1.5, t.light, opacity=0.4)
    c.disc(x, y, c.unit * 0.62, t.accent, stroke=t.line, width=0.4)
    for k in range(5):
        level = base + c.unit * 0.42 * k - c.unit * 0.2
        crest = [
            (-2 + (c.w + 4) * i / 14, level + c.unit * 0.16 * math.sin(i * 1.9 + k * 2)) for i in range(15)
        ]
        c.path(f"{smooth(crest)}V{c.h + 2:.0f}H-2Z", (t.mid, t.strong, t.line)[k % 3])


def _rose(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()
    n, turn = rng.choice((4, 6, 8)), rng.choice((0.0, 0.2, 0.4))
    fan(c, x, y, n * 4, turn)
    ticks(c, x, y, c.unit * 4.4, t.soft)
    c.disc(x, y, c.unit * 4.0, t.veil, stroke=t.strong, width=0.5)
    c.path(
        [
            straight(
                [
                    polar(x, y, c.unit * (3.6 if i % 5 else 3.35), TAU * i / 80),
                    polar(x, y, c.unit * 3.85, TAU * i / 80),
                ]
            )
            for i in range(80)
        ],
        stroke=t.line,
        width=0.22,
    )
    for ring, reach in ((2, 2.6), (1, 3.3), (0, 4.7)):
        count = n * (2 if ring == 2 else 1)
        for i in range(count):
            a = turn + TAU * (i + (0.5 if ring else 0)) / count + (TAU / count / 4 if ring == 2 else 0)
            tip, root = polar(x, y, c.unit * reach, a), c.unit * (0.95 - 0.16 * ring)
            for s, tone in ((1, t.line if ring == 0 else t.strong), (-1, t.light if ring == 0 else t.soft)):
                c.path(
                    straight([(x, y), polar(x, y, root, a + s * math.pi / n), tip], closed=True),
                    tone,
                    stroke=t.line,
                    width=0.25,
                )
    c.disc(x, y, c.unit * 0.85, t.light, stroke=t.line, width=0.35)
    c.disc(x, y, c.unit * 0.6, t.accent)
    c.disc(x, y, c.unit * 0.2, t.dark)


def _lantern(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()
    for k in range(8, 0, -1):
        c.disc(x, y, c.unit * 0.95 * k, (t.veil, t.ground, t.soft)[k % 3], opacity=0.8)
    ticks(c, x, y, c.unit * 3.4, t.mid)
    n, squash = rng.choice((5, 7, 9)), rng.uniform(0.9, 1.25)
    tall, wide = c.unit * 2.1 * squash, c.unit * 2.2
    c.path(straight([(x, -1), (x, y - tall)]), stroke=t.line, width=0.45)
    for k in range(n, 0, -1):
        half = wide * k / n
        rib = [
            (x, y - tall),
            (x - half, y - tall * 0.35),
            (x - half, y + tall * 0.35),
            (x, y + tall),
            (x + half, y + tall * 0.35),
            (x + half, y - tall * 0.35),
        ]
        c.path(
            smooth(rib, closed=True),
            (t.strong, t.mid, t.light)[k % 3] if k > 2 else t.accent,
            stroke=t.line,
            width=0.3,
        )
    for s in (-1, 1):
        c.path(
            straight([(x - c.unit * 0.7, y + s * tall), (x + c.unit * 0.7, y + s * tall)]),
            stroke=t.line,
            width=1.1,
        )
    c.path(
        [
            straight(
                [
                    (x + c.unit * 0.2 * k, y + tall),
                    (x + c.unit * 0.26 * k, y + tall + c.unit * (1.3 - 0.15 * abs(k))),
                ]
            )
            for k in range(-3, 4)
        ],
        stroke=t.line,
        width=0.3,
    )
    for s in (-1, 1):
        px, py = x + s * c.w * rng.uniform(0.3, 0.36), y + c.unit * rng.uniform(-2.4, 1)
        small = rng.uniform(0.32, 0.45)
        c.path(straight([(px, -1), (px, py - tall * small)]), stroke=t.line, width=0.3)
        for j in (3, 2, 1):
            half = wide * small * j / 3
            rib = [
                (px, py - tall * small),
                (px - half, py - tall * small * 0.35),
                (px - half, py + tall * small * 0.35),
                (px, py + tall * small),
                (px + half, py + tall * small * 0.35),
                (px + half, py - tall * small * 0.35),
            ]
            c.path(smooth(rib, closed=True), (t.light, t.mid, t.strong)[j - 1], stroke=t.line, width=0.3)


def _gathering(c: Canvas) -> None:
    # People as lights in a circle; every beam meets in the middle.
    t, rng = c.tones, c.rng
    x, y = c.focus()[0] * 0.5 + c.across(0.5) * 0.5, c.down(0.5)
    n, turn, r = rng.randint(6, 11), rng.uniform(0, TAU), c.unit * rng.uniform(3.1, 3.6)
    fan(c, x, y, n * 2, turn - TAU / n / 4)
    ticks(c, x, y, r * 1.5, t.soft)
    c.disc(x, y, r, stroke=t.mid, width=0.4, dash="1.4 1")
    for i in range(n):
        a = turn + TAU * i / n
        px, py = polar(x, y, r, a)
        feet = [polar(px, py, c.unit * 0.75, a + math.pi / 2), polar(px, py, c.unit * 0.75, a - math.pi / 2)]
        c.path(straight([(x, y), *feet], closed=True), (t.soft, t.mid)[i % 2])
        c.path(
            arc_path(*polar(px, py, c.unit * 1.15, a), c.unit * 1.0, a + math.pi / 2, a + math.pi * 1.5)
            + "Z",
            (t.strong, t.line, t.mid)[i % 3],
        )
        c.disc(px, py, c.unit * 0.52, t.light, stroke=t.line, width=0.35)
    c.path(round_path(x, y, c.unit * 1.35) + round_path(x, y, c.unit * 1.15), t.line, holes=True)
    c.disc(x, y, c.unit * 0.95, t.light)
    c.disc(x, y, c.unit * 0.68, t.accent, stroke=t.line, width=0.3)
    c.disc(x, y, c.unit * 0.24, t.dark)


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (
    _sunrise,
    _beacon,
    _rose,
    _lantern,
    _gathering,
)
"""The ways to draw this motif, on a canvas whose ground is filled."""
