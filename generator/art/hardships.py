"""Fortunes of scarcity and standstill: dearth, fog, a sick body, a broken bridge, gears that jam."""

from __future__ import annotations

import itertools
import math

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, leaf_path, number, polar, smooth, straight
from generator.art.scenery import halo, sun, sway
from generator.ground.shapes import Point


def dearth(c: Canvas) -> None:
    """Cracked ground, one stalk that hangs its head, and a sun that does not help."""
    t, rng, u = c.tones, c.rng, c.unit
    x, floor = c.w * 0.5, c.h * 0.6
    sway(c, 26, 0, floor, t.veil)
    sun(c, x - u * 3.6, c.h * 0.3, u * 1.15)
    c.path(f"M-2 {number(floor)}H{number(c.w + 2)}V{number(c.h + 2)}H-2Z", t.soft)
    rows = [floor, *(floor + (c.h - floor) * share for share in (0.16, 0.4, 0.7, 1.1))]
    for row, (top, bottom) in enumerate(itertools.pairwise(rows)):
        step = u * (1.5 + 0.75 * row)
        at = -rng.uniform(0, step)
        knots = [at + step * k + rng.uniform(-0.25, 0.25) * step for k in range(int(c.w / step) + 3)]
        line = [(px, bottom + rng.uniform(-0.22, 0.22) * (bottom - top)) for px in knots]
        c.path(straight(line), stroke=t.ground, width=u * (0.09 + 0.05 * row))
        for px, py in line:
            lean = (px - x) * 0.09
            c.path(
                straight([(px, py), (px - lean + rng.uniform(-0.4, 0.4), (top + py) / 2), (px - lean, top)]),
                stroke=t.ground,
                width=u * (0.07 + 0.05 * row),
            )
    foot = floor + u * 0.9
    stem = [
        (x, foot),
        (x + u * 0.15, foot - u * 2.4),
        (x + u * 0.9, foot - u * 4),
        (x + u * 2.2, foot - u * 4.1),
    ]
    stem.append((x + u * 2.9, foot - u * 3))
    c.path(smooth(stem), stroke=t.strong, width=u * 0.26)
    c.path(leaf_path(x + u * 2.9, foot - u * 3.1, u * 2, u * 0.5, TAU * 0.27, 0.3), t.strong)
    for px, py, turn in ((x + u * 0.2, foot - u * 2.2, 0.33), (x + u * 0.6, foot - u * 3.4, 0.19)):
        c.path(leaf_path(px, py, u * 1.7, u * 0.36, TAU * turn, 0.4), t.mid)
    c.dots(((x + u * 2.2 + rng.uniform(-1, 1) * u, floor + u * 0.7, 0.35) for _ in range(3)), t.strong)


def fog(c: Canvas) -> None:
    """A lamp on a tower, and bank after bank of mist before it."""
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.w * 0.5, c.h * 0.26
    halo(c, (x, y), 4, 0.9, 0.85, opacity=0.75)
    tower = [(x - u * 0.75, y + u * 0.8), (x + u * 0.75, y + u * 0.8), (x + u * 1.3, c.h), (x - u * 1.3, c.h)]
    c.path(straight(tower, closed=True), t.strong)
    c.path(straight([(x - u * 1.1, y + u * 0.8), (x + u * 1.1, y + u * 0.8)]), stroke=t.strong, width=u * 0.3)
    c.path(
        straight([(x - u * 0.8, y - u * 0.8), (x, y - u * 1.5), (x + u * 0.8, y - u * 0.8)], closed=True),
        t.strong,
    )
    c.disc(x, y, u * 0.72, t.accent)
    for k in range(5):
        level = c.h * (0.44 + 0.13 * k)
        shift, fill = rng.uniform(0, TAU), (t.soft, t.veil, t.soft, t.ground, t.veil)[k]
        swell = [
            (
                c.w * (i - 1) / 7,
                level + u * (0.55 + 0.1 * k) * math.sin(shift + 1.9 * i) * (1 if i % 2 else 0.6),
            )
            for i in range(10)
        ]
        c.path(f"{smooth(swell)}V{number(c.h + 2)}H{number(swell[0][0])}Z", fill, opacity=0.8)
        c.path(smooth([(px, py + u * 0.35) for px, py in swell]), stroke=t.light, width=u * 0.05, opacity=0.8)
    sway(c, 22, c.h * 0.5, c.h, t.light, 0.035)


def body(c: Canvas) -> None:
    """Somebody in bed, and the heat that rises from the forehead."""
    t, u = c.tones, c.unit
    x, floor = c.w * 0.5, c.h * 0.9
    sway(c, 34, 0, c.h * 0.8, t.veil)
    brow = (x - u * 2.75, floor - u * 4.15)
    halo(c, brow, 4, 1.1, 1.0)
    frame = [
        straight([(x + side * u * 5.4, floor - high), (x + side * u * 5.4, floor + u * 0.5)])
        for side, high in ((-1, u * 4.6), (1, u * 2.9))
    ]
    c.path(frame, stroke=t.mid, width=u * 0.5)
    c.path(
        straight([(x - u * 5.4, floor - u * 0.5), (x + u * 5.4, floor - u * 0.5)]),
        stroke=t.mid,
        width=u * 0.9,
    )
    c.path(
        smooth(
            [
                (x - u * 5.0, floor - u * 1.2),
                (x - u * 4.9, floor - u * 2.5),
                (x - u * 3.4, floor - u * 2.9),
                (x - u * 1.7, floor - u * 2.3),
                (x - u * 1.6, floor - u * 1.1),
            ],
            closed=True,
        ),
        t.light,
    )
    c.disc(x - u * 2.9, floor - u * 3.3, u * 1.25, t.strong)
    c.path(arc_path(x - u * 2.5, floor - u * 2.75, u * 0.45, 3.7, 5.7), stroke=t.ground, width=u * 0.13)
    quilt = [
        (x - u * 2.2, floor - u * 1.0),
        (x - u * 1.9, floor - u * 2.3),
        (x - u * 0.2, floor - u * 2.95),
        (x + u * 1.7, floor - u * 2.5),
        (x + u * 3.4, floor - u * 2.7),
        (x + u * 4.5, floor - u * 3.4),
        (x + u * 5.05, floor - u * 2.4),
        (x + u * 5.0, floor - u * 0.6),
    ]
    c.path(f"{smooth(quilt)}H{number(x - u * 2.2)}Z", t.soft)
    for share in (0.35, 0.62):
        fold = [(px, py + (floor - u * 0.6 - py) * share) for px, py in quilt[1:7]]
        c.path(smooth(fold), stroke=t.mid, width=u * 0.12)
    c.disc(*brow, u * 0.62, t.accent)
    for k in range(3):
        wave = [
            (brow[0] + u * (0.9 * (k - 1) + 0.22 * (-1) ** j), brow[1] - u * (1.0 + 0.42 * j))
            for j in range(5)
        ]
        c.path(smooth(wave), stroke=t.accent, width=u * 0.16)


def cut_off(c: Canvas) -> None:
    """Two halves of a bridge, and a lamp on one side of the gap."""
    t, rng, u = c.tones, c.rng, c.unit
    x, deck = c.w * 0.5, c.h * 0.46
    sway(c, 24, 0, deck, t.veil)
    water = c.h * 0.8
    c.path(f"M-2 {number(water)}H{number(c.w + 2)}V{number(c.h + 2)}H-2Z", t.veil)
    for side in (-1, 1):
        gap = u * (1.7 if side < 0 else 1.3)
        outer, inner = x + side * c.w * 0.56, x + side * gap
        pier = x + side * u * 5.0
        slab = [(outer, deck), (inner, deck), (inner + side * u * 0.45, deck + u * 0.5)]
        slab += [(inner + side * u * 0.15, deck + u * 0.95), (outer, deck + u * 1.1)]
        c.path(straight(slab, closed=True), t.strong)
        arch = [
            (inner + side * u * 0.8, deck + u),
            (inner + side * u * 2.4, deck + u * 1.7),
            (pier - side * u, c.h),
        ]
        arch += [(pier + side * u * 0.9, c.h), (pier + side * u * 0.9, deck + u)]
        c.path(straight(arch, closed=True), t.mid)
        rail = [(inner + side * u * (0.4 + 1.15 * k), deck) for k in range(9)]
        c.path([straight([(px, py), (px, py - u * 0.8)]) for px, py in rail], stroke=t.strong, width=u * 0.14)
        c.path(
            straight([(rail[0][0], deck - u * 0.8), (outer, deck - u * 0.8)]), stroke=t.strong, width=u * 0.16
        )
    for _ in range(5):
        px, py = x + rng.uniform(-1, 1) * u, rng.uniform(deck + u * 1.6, water)
        c.path(straight([polar(px, py, u * 0.3, TAU * k / 4 + px) for k in range(4)], closed=True), t.strong)
    sway(c, 30, water, c.h, t.light, 0.04)
    lamp = x - u * 3.1
    c.path(straight([(lamp, deck), (lamp, deck - u * 2)]), stroke=t.strong, width=u * 0.2)
    c.glow(lamp, deck - u * 2.5, u * 1.7, t.light, opacity=0.22)
    c.disc(lamp, deck - u * 2.5, u * 0.72, t.accent)


def _gear(x: float, y: float, r: float, teeth: int, start: float) -> str:
    points: list[Point] = []
    for k in range(teeth):
        middle = start + TAU * k / teeth
        half = TAU / teeth / 2
        for reach, at in ((0.83, -0.98), (0.83, -0.56), (1.02, -0.36), (1.02, 0.36), (0.83, 0.56)):
            points.append(polar(x, y, r * reach, middle + half * at))
    return straight(points, closed=True)


def stuck(c: Canvas) -> None:
    """Two wheels whose teeth hold each other, and the wedge between them."""
    t, u = c.tones, c.unit
    y = c.h * 0.5
    sway(c, 36, 0, c.h, t.veil)
    left, right = c.w * 0.5 - u * 3.05, c.w * 0.5 + u * 2.75
    for x, r, teeth, start, tone in (
        (left, u * 3.5, 12, 0.26, t.strong),
        (right, u * 2.75, 9, 0.12, t.mid),
    ):
        c.path(_gear(x, y, r, teeth, start), tone)
        c.disc(x, y, r * 0.62, t.ground)
        spokes = [straight([polar(x, y, r * 0.2, a), polar(x, y, r * 0.68, a)]) for a in (0.5, 2.6, 4.7)]
        c.path(spokes, stroke=tone, width=r * 0.16)
        c.disc(x, y, r * 0.26, tone)
        c.disc(x, y, r * 0.1, t.ground)
    wedge = [
        (c.w * 0.5 + u * 0.2, y - u * 4.0),
        (c.w * 0.5 + u * 1.3, y - u * 3.5),
        (c.w * 0.5 + u * 0.28, y + u * 0.2),
    ]
    c.path(straight(wedge, closed=True), t.accent)
    c.path(straight([wedge[0], wedge[2]]), stroke=t.dark, width=u * 0.1)
    sparks = [
        straight(
            [
                polar(wedge[2][0], wedge[2][1], u * (0.5 + 0.1 * k), 1.0 + 0.32 * k),
                polar(*wedge[2], u * (1.2 + 0.2 * (k % 2)), 1.0 + 0.32 * k),
            ]
        )
        for k in range(4)
    ]
    c.path(sparks, stroke=t.light, width=u * 0.1)
