"""Fortunes that come to a community: bounty, kindness, catastrophe, theft, emptiness."""

from __future__ import annotations

import math

from generator.art.canvas import Canvas
from generator.art.curves import (
    TAU,
    arc_path,
    blob,
    leaf_path,
    number,
    polar,
    round_path,
    smooth,
    straight,
    trace,
)
from generator.art.scenery import halo, land, sway
from generator.ground.shapes import Point


def bounty(c: Canvas) -> None:
    """A bowl that holds more than it can."""
    t, rng, u = c.tones, c.rng, c.unit
    x, rim = c.w * 0.5, c.h * 0.62
    for k in range(22):
        angle = math.pi + math.pi * (k + 0.5) / 22
        ray = [polar(x, rim, u * 3.9, angle - 0.035), polar(x, rim, c.reach, angle - 0.05)]
        ray += [polar(x, rim, c.reach, angle + 0.05), polar(x, rim, u * 3.9, angle + 0.035)]
        c.path(straight(ray, closed=True), t.veil)
    land(c, c.h * 0.9, u * 0.2, t.soft)
    for k in range(7):
        ear = x + u * (k - 3) * 1.05
        tip = (ear + u * (k - 3) * 0.42, rim - u * (4.3 - abs(k - 3) * 0.4))
        c.path(
            smooth([(ear, rim), ((ear + tip[0]) / 2, (rim + tip[1]) / 2 - u * 0.2), tip]),
            stroke=t.mid,
            width=u * 0.13,
        )
        for j in range(4):
            px, py = tip[0] - (tip[0] - ear) * 0.09 * j, tip[1] + u * 0.42 * j
            for side in (-1, 1):
                c.path(leaf_path(px, py, u * 0.62, u * 0.2, -TAU / 4 + side * 0.75), t.mid)
    heap = [
        (0, 0.6, 1.15),
        (-1.9, 0.35, 0.95),
        (1.9, 0.4, 1.0),
        (-0.95, 1.55, 0.85),
        (1.0, 1.6, 0.9),
        (-3.2, 0.2, 0.7),
    ]
    heap += [(3.2, 0.2, 0.72), (0.05, 2.3, 0.66)]
    for k, (dx, dy, r) in enumerate(heap):
        fruit = (x + u * dx, rim - u * dy)
        c.disc(*fruit, u * r, t.accent if k in (0, 4) else (t.strong, t.mid)[k % 2])
        c.path(arc_path(*fruit, u * r * 0.62, 3.5, 4.6), stroke=t.light, width=u * 0.09)
    edge = [(4.4, 0), (4.1, 2.4), (2, 3), (0, 3), (-2, 3), (-4.1, 2.4), (-4.4, 0)]
    bowl = [(x + u * dx, rim + u * dy) for dx, dy in edge]
    c.path(trace("M", bowl[0], "C", *bowl[1:4], "C", *bowl[4:], "Z"), t.line)
    zig = [(x - u * 3.4 + u * 0.85 * k, rim + u * (0.75 if k % 2 else 1.3)) for k in range(9)]
    c.path(straight(zig), stroke=t.ground, width=u * 0.16)
    c.dots(((rng.uniform(0, c.w), rng.uniform(0, rim), 0.3) for _ in range(26)), t.light)


def _cloak(x: float, foot: float, u: float, lean: float) -> str:
    shape = [(-1.9, 0), (-1.8, -2), (-1.3, -4), (0, -4.6), (1.3, -4), (1.8, -2), (1.9, 0)]
    points = [(x + u * dx + (lean if dy < -3 else 0), foot + u * dy) for dx, dy in shape]
    return trace("M", points[0], "C", *points[1:4], "C", *points[4:], "Z")


def kindness(c: Canvas) -> None:
    """Two that share one flame."""
    t, rng, u = c.tones, c.rng, c.unit
    x, foot = c.w * 0.5, c.h * 0.92
    fire = (x, foot - u * 2.2)
    halo(c, fire, 5, 1, 1.35)
    land(c, foot, u * 0.12, t.soft)
    for side, tone in ((-1, t.strong), (1, t.mid)):
        at = x + side * u * 3.5
        c.path(_cloak(at, foot + u * 0.3, u, -side * u * 0.7), tone)
        c.disc(at - side * u * 0.75, foot - u * 4.9, u * 1.02, tone)
        arm = [
            (at - side * u * 0.9, foot - u * 3.2),
            (at - side * u * 1.9, foot - u * 2.5),
            (x + side * u * 0.75, foot - u * 2.3),
        ]
        c.path(smooth(arm), stroke=tone, width=u * 0.5)
        c.path(
            arc_path(
                at - side * u * 0.2,
                foot - u * 1.2,
                u * 1.5,
                3.6 if side > 0 else 5.0,
                4.4 if side > 0 else 5.8,
            ),
            stroke=t.light,
            width=u * 0.09,
        )
    c.path(
        straight(
            [
                (x - u * 0.95, foot - u * 1.9),
                (x + u * 0.95, foot - u * 1.9),
                (x + u * 0.5, foot - u * 1.2),
                (x - u * 0.5, foot - u * 1.2),
            ],
            closed=True,
        ),
        t.line,
    )
    c.path(leaf_path(x, foot - u * 1.8, u * 2.9, u * 0.95, -TAU / 4, 0.12), t.accent)
    c.path(leaf_path(x, foot - u * 1.8, u * 1.5, u * 0.45, -TAU / 4), t.light)
    c.dots(((x + rng.uniform(-3, 3) * u, rng.uniform(0, foot - u * 6.2), 0.34) for _ in range(12)), t.light)


def catastrophe(c: Canvas) -> None:
    """A tower that breaks, and what strikes it."""
    t, rng, u = c.tones, c.rng, c.unit
    x, foot = c.w * 0.5, c.h * 0.93
    sway(c, 26, 0, c.h * 0.8, t.veil)
    for side in (-1, 1):
        for k in range(4):
            roof = x + side * u * (3.2 + 1.7 * k)
            high = u * rng.uniform(1.4, 2.4)
            house = [(roof - u * 0.75, foot), (roof - u * 0.75, foot - high), (roof, foot - high - u * 0.8)]
            house += [(roof + u * 0.75, foot - high), (roof + u * 0.75, foot)]
            c.path(straight(house, closed=True), t.soft)
    land(c, foot, u * 0.15, t.veil)
    crack = [
        (x - u * 1.55, c.h * 0.58),
        (x - u * 0.5, c.h * 0.5),
        (x + u * 0.15, c.h * 0.6),
        (x + u * 1.5, c.h * 0.46),
    ]
    lower = [(x - u * 1.75, foot), *crack, (x + u * 1.75, foot)]
    c.path(straight(lower, closed=True), t.strong)
    turn, about = 0.24, (x + u * 1.5, c.h * 0.46)

    def tipped(px: float, py: float) -> Point:
        dx, dy = px - about[0], py - about[1]
        return (
            about[0] + dx * math.cos(turn) - dy * math.sin(turn) + u * 0.45,
            about[1] + dx * math.sin(turn) + dy * math.cos(turn) - u * 0.3,
        )

    top = c.h * 0.33
    head = [
        (x + u * 1.4, top),
        (x + u * 1.9, top),
        (x + u * 1.9, top - u),
        (x + u * 1.0, top - u),
        (x + u * 1.0, top - u * 0.5),
    ]
    head += [
        (x + u * 0.45, top - u * 0.5),
        (x + u * 0.45, top - u),
        (x - u * 0.45, top - u),
        (x - u * 0.45, top - u * 0.5),
    ]
    head += [
        (x - u, top - u * 0.5),
        (x - u, top - u),
        (x - u * 1.9, top - u),
        (x - u * 1.9, top),
        (x - u * 1.4, top),
    ]
    c.path(straight([tipped(*p) for p in (*crack, *head)], closed=True), t.strong)
    for wx, wy in ((x, c.h * 0.38),):
        c.path(
            straight(
                [
                    tipped(wx - u * 0.3, wy),
                    tipped(wx + u * 0.3, wy),
                    tipped(wx + u * 0.3, wy + u),
                    tipped(wx - u * 0.3, wy + u),
                ],
                closed=True,
            ),
            t.ground,
        )
    for _ in range(7):
        px, py = x - u * rng.uniform(1.8, 4.2), rng.uniform(c.h * 0.42, foot - u)
        c.path(
            straight(
                [polar(px, py, u * rng.uniform(0.25, 0.5), TAU * k / 4 + px) for k in range(4)], closed=True
            ),
            t.mid,
        )
    bolt = [
        (x - u * 3.5, c.h * 0.11),
        (x - u * 2.2, c.h * 0.27),
        (x - u * 2.9, c.h * 0.29),
        (x - u * 1.0, c.h * 0.53),
    ]
    bolt += [(x - u * 2.0, c.h * 0.33), (x - u * 1.35, c.h * 0.3), (x - u * 2.7, c.h * 0.11)]
    c.path(straight(bolt, closed=True), t.accent)


def theft(c: Canvas) -> None:
    """A purse with a slit, and what runs out of it."""
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.w * 0.5, c.h * 0.5
    sway(c, 34, 0, c.h, t.veil)
    bag = blob(rng, x - u * 0.6, y + u * 0.3, u * 2.9, 0.03, 0.92)
    c.disc(x - u * 0.6, y + u * 0.2, u * 3.9, t.veil)
    c.path(bag.path(), t.strong)
    neck = [
        (x - u * 1.7, y - u * 2.1),
        (x - u * 2.5, y - u * 3.6),
        (x - u * 1.3, y - u * 3.2),
        (x - u * 0.6, y - u * 3.9),
    ]
    neck += [(x + u * 0.1, y - u * 3.2), (x + u * 1.3, y - u * 3.6), (x + u * 0.5, y - u * 2.1)]
    c.path(straight(neck, closed=True), t.strong)
    c.path(
        smooth([(x - u * 2.0, y - u * 2.0), (x - u * 0.6, y - u * 1.7), (x + u * 0.8, y - u * 2.0)]),
        stroke=t.accent,
        width=u * 0.34,
    )
    c.path(arc_path(x - u * 0.6, y + u * 0.3, u * 2.1, 2.4, 3.6), stroke=t.ground, width=u * 0.13)
    slit = [
        (x + u * 0.3, y + u * 1.0),
        (x + u * 1.5, y + u * 0.9),
        (x + u * 2.0, y + u * 1.9),
        (x + u * 1.0, y + u * 1.7),
    ]
    c.path(straight(slit, closed=True), t.ground)
    coins = [(1.5, 1.5), (2.6, 2.3), (3.5, 3.4), (4.4, 2.7), (5.1, 3.9), (2.4, 3.8)]
    for k, (dx, dy) in enumerate(coins):
        at = (x + u * dx, y + u * dy)
        c.disc(*at, u * 0.62, t.accent)
        c.disc(*at, u * 0.36, stroke=t.dark, width=u * 0.08)
        if k:
            c.path(
                straight([(at[0] - u * 0.9, at[1] - u * 0.7), (at[0] - u * 1.5, at[1] - u * 1.2)]),
                stroke=t.light,
                width=u * 0.06,
            )


def emptiness(c: Canvas) -> None:
    """A chair, nobody on it, and its shadow."""
    t, u = c.tones, c.unit
    x, floor = c.w * 0.5, c.h * 0.78
    sway(c, 30, 0, floor, t.veil)
    window = (x - u * 3.4, c.h * 0.34)
    c.path(f"M-2 {number(floor - u * 0.7)}H{number(c.w + 2)}V{number(c.h + 2)}H-2Z", t.veil)
    c.disc(*window, u * 1.25, t.accent)
    c.disc(*window, u * 0.82, t.ground)
    shadow = [
        (x - u * 0.6, floor),
        (x + u * 2.4, floor),
        (x + u * 7.2, floor + u * 1.3),
        (x + u * 4.4, floor + u * 1.5),
    ]
    c.path(straight(shadow, closed=True), t.ground)
    seat = floor - u * 2.1
    legs = [
        ((x - u * 1.2, seat), (x - u * 1.5, floor + u * 0.4)),
        ((x + u * 1.3, seat), (x + u * 1.5, floor + u * 0.4)),
    ]
    legs += [
        ((x - u * 0.3, seat), (x - u * 0.5, floor - u * 0.2)),
        ((x + u * 2.0, seat - u * 0.5), (x + u * 2.3, floor - u * 0.2)),
    ]
    c.path([straight(leg) for leg in legs], stroke=t.strong, width=u * 0.3)
    board = [
        (x - u * 1.5, seat),
        (x + u * 1.5, seat),
        (x + u * 2.3, seat - u * 0.7),
        (x - u * 0.5, seat - u * 0.7),
    ]
    c.path(straight(board, closed=True), t.strong)
    posts = [
        ((x - u * 0.4, seat - u * 0.6), (x - u * 0.6, seat - u * 4.1)),
        ((x + u * 2.1, seat - u * 0.6), (x + u * 2.3, seat - u * 4.1)),
    ]
    c.path([straight(post) for post in posts], stroke=t.strong, width=u * 0.3)
    for rise in (4.0, 3.0, 2.0):
        rail = [
            (x - u * 0.6, seat - u * rise),
            (x + u * 0.85, seat - u * (rise + 0.18)),
            (x + u * 2.25, seat - u * rise),
        ]
        c.path(smooth(rail), stroke=t.strong, width=u * (0.42 if rise > 3.5 else 0.24))
    c.path(round_path(*window, u * 1.25), stroke=t.line, width=u * 0.08)
