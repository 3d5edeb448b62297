"""What finds the way: a map that is folded, a needle that points."""

from __future__ import annotations

import math

from generator.art.canvas import Canvas
from generator.art.curves import TAU, polar, straight
from generator.art.nets import crosses, star
from generator.ground.shapes import Point


def folded(c: Canvas) -> None:
    """The way through a valley on a map in five folds."""
    t, rng, u = c.tones, c.rng, c.unit
    crosses(c, t.soft, u * 0.95)
    x, y, n = c.across(0.46), c.down(0.48), 5
    wide, high, lift = u * 2.15, u * 1.95, u * 0.6
    left = x - wide * n / 2
    c.path(
        straight([(left + wide * k, y + high + (lift if k % 2 else 0) + u * 0.4) for k in range(n + 1)]),
        stroke=t.veil,
        width=u * 0.8,
    )

    def at(share: float, v: float) -> Point:  # a place of the map, folds and all
        k = min(n - 1, int(share * n))
        part = share * n - k
        up = part if k % 2 == 0 else 1 - part
        return left + wide * n * share, y + high * v + lift * up - lift / 2

    for k in range(n):
        a, b = k / n, (k + 1) / n - 1e-6
        panel = [at(a + 1e-6, -1), at(b, -1), at(b, 1), at(a + 1e-6, 1)]
        c.path(straight(panel, closed=True), (t.light, t.soft)[k % 2], stroke=t.line, width=0.45)
    for level in (-0.66, -0.4, -0.12, 0.5, 0.76):
        sway = rng.uniform(0, TAU)
        c.path(
            straight([at(i / 40 * 0.999, level + 0.13 * math.sin(sway + i / 5)) for i in range(41)]),
            stroke=t.mid,
            width=0.3,
        )
    stream = [at(i / 40 * 0.999, 0.22 + 0.2 * math.sin(i / 6)) for i in range(41)]
    c.path(straight(stream), stroke=t.strong, width=u * 0.3)
    route = [at(0.06 + 0.72 * i / 24, 0.72 - 1.0 * (i / 24) + 0.2 * math.sin(i / 2.4)) for i in range(25)]
    c.path(straight(route), stroke=t.line, width=0.7, dash="1.2 1.1")
    c.disc(*route[0], u * 0.32, t.strong, stroke=t.light, width=0.4)
    star(c, *route[-1], u * 0.62)


def needle(c: Canvas) -> None:
    """A compass."""
    t, u = c.tones, c.unit
    crosses(c, t.soft, u * 0.95)
    x, y = c.across(0.43), c.down(0.49)
    for k in range(8, 3, -1):
        c.disc(x, y, u * 0.95 * k, (t.veil, t.ground)[k % 2])
    c.disc(x, y, u * 3.0, t.line)
    c.disc(x, y, u * 2.72, t.light)
    c.path(
        [
            straight(
                [
                    polar(x, y, u * (2.05 if i % 9 == 0 else 2.3), TAU * i / 72),
                    polar(x, y, u * 2.6, TAU * i / 72),
                ]
            )
            for i in range(0, 72, 3)
        ],
        stroke=t.line,
        width=0.35,
    )
    c.disc(x, y, u * 1.85, stroke=t.mid, width=0.35)
    petals = []
    for i in range(8):
        a = TAU * i / 8 - math.pi / 2
        reach = u * (1.8 if i % 2 == 0 else 1.15)
        petals.append(
            straight(
                [
                    polar(x, y, u * 0.34, a - 0.8),
                    polar(x, y, reach, a),
                    polar(x, y, u * 0.34, a + 0.8),
                    (x, y),
                ],
                closed=True,
            )
        )
    c.path(petals, t.soft, stroke=t.mid, width=0.25)
    a = -math.pi / 2 + 0.42
    c.path(
        straight(
            [
                polar(x, y, u * 0.5, a - math.pi / 2),
                polar(x, y, u * 2.5, a),
                polar(x, y, u * 0.5, a + math.pi / 2),
            ],
            closed=True,
        ),
        t.accent,
        stroke=t.line,
        width=0.35,
    )
    c.path(
        straight(
            [
                polar(x, y, u * 0.5, a - math.pi / 2),
                polar(x, y, u * 2.5, a + math.pi),
                polar(x, y, u * 0.5, a + math.pi / 2),
            ],
            closed=True,
        ),
        t.strong,
        stroke=t.line,
        width=0.35,
    )
    c.disc(x, y, u * 0.42, t.line)
    c.disc(x, y, u * 0.18, t.light)
