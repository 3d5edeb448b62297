"""More of Prediction: weather, a trail, an echo, a folded map, a compass, a likeness."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from generator.art import bearings
from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, polar, smooth, straight
from generator.art.nets import crosses, links, star
from generator.art.tones import mix
from generator.ground.shapes import Point


def _weather(c: Canvas) -> None:
    # A cloud of points, rain under it, and one place that has felt it already.
    t, rng, u = c.tones, c.rng, c.unit
    crosses(c, t.soft, u * 0.95)
    x, y = c.across(0.56), c.down(0.38)
    bars = [
        smooth(
            [
                (-2, c.h * 0.1 + k * u * 1.5),
                (c.w * 0.3, c.down(0.2) + k * u * 1.25),
                (c.w * 0.62, c.down(0.3) + k * u * 1.1),
                (c.w + 2, c.h * 0.05 + k * u * 1.7),
            ]
        )
        for k in range(-1, 7)
    ]
    c.path(bars, stroke=t.soft, width=0.4)
    falls = []
    for _ in range(85):
        px, py = x + u * rng.uniform(-4.2, 4.2), y + u * rng.uniform(0.8, 6)
        falls.append(straight([(px, py), (px - u * 0.22, py + u * rng.uniform(0.5, 0.9))]))
    c.path(falls, stroke=t.strong, width=0.4)
    lobes = (
        (-2.9, 0.35, 1.15),
        (-1.5, -0.4, 1.5),
        (0.4, -0.75, 1.8),
        (2.2, -0.1, 1.4),
        (3.4, 0.55, 0.95),
        (0.2, 0.5, 1.3),
    )
    for grow, tone in ((0.14, t.line), (0.0, mix(t.veil, t.light, 0.4))):
        for dx, dy, r in lobes:
            c.disc(x + u * dx, y + u * dy, u * (r + grow), tone)
    points: list[Point] = []
    for _ in range(120):
        dx, dy, r = rng.choice(lobes)
        p = polar(x + u * dx, y + u * dy, u * r * 0.8 * math.sqrt(rng.random()), rng.uniform(0, TAU))
        if all(math.dist(p, q) > u * 0.72 for q in points):
            points.append(p)
    c.path([straight([points[i], points[j]]) for i, j in links(points, u * 1.7)], stroke=t.mid, width=0.28)
    c.dots(((*p, u * rng.choice((0.12, 0.17, 0.24))) for p in points), t.strong)
    ex, ey = c.across(0.17), c.down(0.56)
    c.path(
        smooth([(ex, ey), (ex + u * 1.4, ey - u * 0.2), (x - u * 2.6, y + u * 0.8)]),
        stroke=t.line,
        width=0.4,
        dash="0.9 0.8",
    )
    star(c, ex, ey, u * 0.8)


def _ant(c: Canvas, x: float, y: float, along: float, size: float) -> None:
    # Three beads on six legs, its feelers forward.
    limbs = []
    for k in (-0.2, 0.02, 0.24):
        foot = polar(x, y, size * k, along)
        knee = (along + s * (1.55 - 2.2 * k) for s in (-1, 1))
        limbs += [straight([foot, polar(*foot, size * 0.72, a)]) for a in knee]
    head = polar(x, y, size * 0.55, along)
    limbs += [straight([head, polar(*head, size * 0.6, along + s * 0.45)]) for s in (-1, 1)]
    c.path(limbs, stroke=c.tones.line, width=0.24)
    for k, r in ((-0.55, 0.32), (0.0, 0.17), (0.5, 0.22)):
        c.disc(*polar(x, y, size * k, along), size * r, c.tones.line)


def _trail(c: Canvas) -> None:
    # Small ones follow what others left, to what is good.
    t, rng, u = c.tones, c.rng, c.unit
    crosses(c, t.soft, u * 0.95)
    gx, gy = c.across(0.72), c.down(0.38)
    for k in range(5, 0, -1):
        c.disc(gx, gy, u * (0.8 + 0.85 * k), (t.veil, t.ground)[k % 2])
    way = [
        (-2.0, c.down(0.72)),
        (c.across(0.12), c.down(0.52)),
        (c.across(0.25), c.down(0.4)),
        (c.across(0.4), c.down(0.52)),
        (c.across(0.52), c.down(0.62)),
        (c.across(0.63), c.down(0.5)),
        (gx, gy),
    ]
    c.path(smooth(way), stroke=t.veil, width=u * 2.1)
    c.path(smooth(way), stroke=t.soft, width=u * 1.2)
    c.path(smooth(way), stroke=t.mid, width=u * 0.5, dash="0.1 1.5")
    dust = []
    for (ax, ay), (bx, by) in itertools.pairwise(way):
        for _ in range(8):
            s = rng.random()
            dust.append(
                (
                    ax + (bx - ax) * s + u * rng.gauss(0, 0.45),
                    ay + (by - ay) * s + u * rng.gauss(0, 0.45),
                    u * rng.choice((0.06, 0.1)),
                )
            )
    c.dots(dust, t.strong)
    for px, py, a in ((0.07, 0.59, -0.75), (0.26, 0.405, 0.0), (0.43, 0.55, 0.62), (0.6, 0.555, -0.8)):
        _ant(c, c.across(px), c.down(py), a, u * 0.9)
    star(c, gx, gy, u * 0.95)


def _echo(c: Canvas) -> None:
    # A call goes out, and part of it comes back.
    t, rng, u = c.tones, c.rng, c.unit
    crosses(c, t.soft, u * 0.95)
    x, y = c.across(0.18), c.down(0.48)
    wx, wy = c.across(0.86), c.down(0.4)
    for k in range(10, 0, -1):
        c.path(
            arc_path(x, y, u * 1.05 * k, -0.72, 0.72),
            stroke=(t.strong, t.mid)[k % 2],
            width=u * (0.34 - 0.018 * k),
        )
    c.path(
        [arc_path(wx, wy, u * (1.5 + 1.05 * k), math.pi - 0.62, math.pi + 0.62) for k in range(6)],
        stroke=t.light,
        width=0.5,
        dash="1.3 1",
    )
    cliff = [
        (wx - u * 0.9, -1),
        (wx - u * 0.2, c.down(0.14)),
        (wx - u * 0.7, c.down(0.28)),
        (wx + u * 0.5, c.down(0.4)),
        (wx - u * 0.3, c.down(0.53)),
        (wx + u * 0.6, c.down(0.66)),
        (wx - u * 0.2, c.down(0.84)),
        (wx + u * 0.3, c.h + 1),
    ]
    c.path(
        straight([*cliff, (c.w + 1, c.h + 1), (c.w + 1, -1)], closed=True),
        mix(t.mid, t.strong, 0.4),
        stroke=t.line,
        width=0.5,
    )
    for deep, tone in ((0.9, t.mid), (1.9, mix(t.soft, t.mid, 0.5))):
        c.path(
            straight(
                [*((px + u * deep, py) for px, py in cliff), (c.w + 1, c.h + 1), (c.w + 1, -1)], closed=True
            ),
            tone,
            stroke=t.line,
            width=0.3,
        )
    c.dots(
        (
            (*polar(wx - u * 0.2, wy + u * 0.2, u * 1.2 * rng.random(), rng.uniform(2, 4.4)), u * 0.1)
            for _ in range(14)
        ),
        t.light,
    )
    star(c, x, y, u * 0.95)


def _twins(c: Canvas) -> None:
    # One net, and what it takes the other for.
    t, rng, u = c.tones, c.rng, c.unit
    crosses(c, t.soft, u * 0.95)
    x, y = c.across(0.45), c.down(0.46)
    c.path(straight([(x, -1), (c.w + 1, -1), (c.w + 1, c.h + 1), (x, c.h + 1)], closed=True), t.soft)
    for s in (-1, 1):
        for k in range(4, 0, -1):
            reach = math.pi / 2
            mid = math.pi if s < 0 else 0.0
            c.path(
                arc_path(x, y, u * (1.1 + 0.95 * k), mid - reach, mid + reach) + "Z",
                ((t.veil, t.ground) if s < 0 else (mix(t.soft, t.veil, 0.5), t.soft))[k % 2],
            )
    half: list[Point] = [(u * 2.3, 0.0)]
    for _ in range(90):
        p = (u * rng.uniform(0.4, 6.2), u * rng.uniform(-3.4, 3.4))
        if all(math.dist(p, q) > u * (1.0 if q != half[0] else 1.7) for q in half):
            half.append(p)
    joined = links(half, u * 2.4)
    for s, tone, knot in ((-1, t.mid, t.strong), (1, t.light, t.line)):
        eye = [(x + s * px, y + py) for px, py in half]
        c.path(
            [straight([eye[i], eye[j]]) for i, j in joined],
            stroke=tone,
            width=0.4,
            dash="" if s < 0 else "1.2 0.8",
        )
        c.dots(((*p, u * (0.16 + 0.1 * (i % 3))) for i, p in enumerate(eye[1:])), knot)
    c.path(straight([(x, -1), (x, c.h + 1)]), stroke=t.line, width=0.6)
    star(c, x - u * 2.3, y, u * 0.85)
    c.disc(x + u * 2.3, y, u * 1.6, t.veil, opacity=0.8)
    c.disc(x + u * 2.3, y, u * 1.6, stroke=t.line, width=0.3, dash="0.8 0.7")
    c.disc(x + u * 2.3, y, u * 0.85, t.light, stroke=t.line, width=0.4)
    c.disc(x + u * 2.3, y, u * 0.3, t.line)


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (
    _weather,
    _trail,
    _echo,
    bearings.folded,
    bearings.needle,
    _twins,
)
"""Further ways to draw the motif of nets."""
