"""More of Reinforcement: a fruit in slices, a pinwheel, a dance round a fire, a boat before a wave."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, leaf_path, oval_path, polar, smooth, straight
from generator.art.spirals import broken_arcs
from generator.art.tones import mix


def _slice(c: Canvas) -> None:
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(0.42), c.down(0.49)
    broken_arcs(c, x, y, u * 3.4, t.soft)
    for px, py, r, n, turn in ((x + u * 4.6, y - u * 0.7, 2.0, 8, 0.3), (x, y, 2.85, 11, 0.1)):
        gold = px == x
        c.disc(px, py, u * r, t.strong, stroke=t.line, width=0.45)
        c.disc(px, py, u * r * 0.9, t.light)
        for i in range(n):
            a, b = turn + TAU * (i + 0.08) / n, turn + TAU * (i + 0.92) / n
            edge = [
                polar(px, py, u * r * 0.14, (a + b) / 2),
                polar(px, py, u * r * 0.62, a),
                polar(px, py, u * r * 0.8, a + 0.05),
                polar(px, py, u * r * 0.83, (a + b) / 2),
                polar(px, py, u * r * 0.8, b - 0.05),
                polar(px, py, u * r * 0.62, b),
            ]
            c.path(
                smooth(edge, closed=True),
                t.accent if gold and i == n - 3 else (t.mid, mix(t.mid, t.strong, 0.45))[i % 2],
            )
            c.path(
                [
                    straight(
                        [
                            polar(px, py, u * r * k, (a + b) / 2 + d),
                            polar(px, py, u * r * (k + 0.13), (a + b) / 2 + d),
                        ]
                    )
                    for k, d in ((0.38, 0.0), (0.58, -0.1), (0.6, 0.12))
                ],
                stroke=t.light,
                width=0.3,
            )
        c.dots(((*polar(px, py, u * r * 0.95, TAU * i / 30), u * 0.05) for i in range(30)), t.light)
    c.dots(
        (
            (
                *polar(x, y, u * rng.uniform(3.2, 5.2), rng.uniform(2.2, 4.2)),
                u * rng.choice((0.12, 0.2, 0.28)),
            )
            for _ in range(14)
        ),
        t.accent,
    )


def _pinwheel(c: Canvas) -> None:
    t, rng, u = c.tones, c.rng, c.unit
    x, y, n = c.across(rng.uniform(0.4, 0.46)), c.down(0.48), 8
    broken_arcs(c, x, y, u * 3.6, t.soft)
    c.path(straight([(x, y), (x - u * 0.5, c.h + 2)]), stroke=t.line, width=u * 0.3)
    turn = rng.uniform(0, TAU)
    for i in range(n):
        a = turn + TAU * i / n
        tip, fold = polar(x, y, u * 3.15, a), polar(x, y, u * 2.5, a + 0.62)
        c.path(
            straight([(x, y), tip, fold], closed=True), (t.strong, t.light)[i % 2], stroke=t.line, width=0.4
        )
        c.path(
            straight([(x, y), fold, polar(x, y, u * 1.5, a + 0.75)], closed=True),
            (mix(t.strong, t.line, 0.5), t.soft)[i % 2],
            stroke=t.line,
            width=0.3,
        )
        if i % 2:
            c.dots(((*polar(x, y, u * r, a + 0.24), u * 0.14) for r in (1.4, 1.9, 2.4)), t.mid)
    c.disc(x, y, u * 0.62, t.accent, stroke=t.line, width=0.4)
    c.disc(x, y, u * 0.22, t.dark)
    for k in range(3):
        for s in (0, math.pi):
            c.path(
                arc_path(x, y, u * (3.55 + 0.45 * k), s + 0.3 * k, s + 0.9 + 0.2 * k),
                stroke=t.mid,
                width=0.45,
            )
    for _ in range(22):
        px, py = polar(x, y, u * rng.uniform(3.9, 7.5), rng.uniform(0, TAU))
        c.path(
            leaf_path(px, py, u * rng.uniform(0.4, 0.7), u * 0.2, rng.uniform(0, TAU)),
            rng.choice((t.mid, t.strong, t.accent)),
        )


def _dance(c: Canvas) -> None:
    # Hand in hand round a fire, as it was done before.
    t, u = c.tones, c.unit
    x, y = c.across(0.46), c.down(0.5)
    broken_arcs(c, x, y, u * 4.6, t.soft)
    for k, tone in enumerate((t.veil, t.soft, t.veil)):
        c.path(oval_path(x, y + u * 0.5, u * (5.2 - 1.25 * k), u * (2.5 - 0.6 * k)), tone)
    flame = [(0, -1.5), (0.55, -0.5), (0.8, 0.3), (0.4, 0.9), (-0.4, 0.9), (-0.8, 0.3), (-0.45, -0.3)]
    n = 12

    def dancer(i: int) -> None:
        a = TAU * (i + 0.5) / n
        px, py = x + u * 4.3 * math.cos(a), y + u * 0.1 + u * 1.75 * math.sin(a)
        size = u * (0.82 + 0.2 * math.sin(a))
        lean = 0.22 * size * (1 if i % 2 else -1)
        tone = (t.strong, t.line, t.mid)[i % 3]
        body = [
            (px - size * 0.2 + lean, py - size * 1.05),
            (px + size * 0.2 + lean, py - size * 1.05),
            (px + size * 0.62, py + size * 0.75),
            (px - size * 0.62, py + size * 0.75),
        ]
        b = TAU * (i + 1.5) / n
        qx, qy = x + u * 4.3 * math.cos(b), y + u * 0.1 + u * 1.75 * math.sin(b)
        c.path(
            smooth(
                [
                    (px + lean, py - size * 0.8),
                    ((px + qx) / 2, (py + qy) / 2 - size * 1.15),
                    (qx - lean, qy - size * 0.8),
                ]
            ),
            stroke=t.line,
            width=u * 0.16,
        )
        c.path(straight(body, closed=True), tone, stroke=t.line, width=0.25)
        c.disc(px + lean * 1.3, py - size * 1.4, size * 0.38, t.light, stroke=t.line, width=0.3)

    order = sorted(range(n), key=lambda i: math.sin(TAU * (i + 0.5) / n))
    for i in order[: n // 2]:
        dancer(i)
    c.path(
        [straight([(x - u * s, y + u * 1.15), (x + u * s, y + u * 0.75)]) for s in (1.1, -1.1)],
        stroke=t.line,
        width=u * 0.3,
    )
    for scale, tone in ((1.35, t.strong), (1.05, t.accent), (0.55, t.light)):
        c.path(
            smooth(
                [(x + u * px * scale, y + u * (0.8 + (py - 0.8) * scale)) for px, py in flame], closed=True
            ),
            tone,
        )
    c.dots(
        (
            (x + u * dx, y - u * dy, u * 0.09)
            for dx, dy in ((-0.5, 1.5), (0.4, 1.9), (0.9, 1.2), (-0.9, 1.0), (0.1, 2.4))
        ),
        t.accent,
    )
    for i in order[n // 2 :]:
        dancer(i)


def _breaker(c: Canvas) -> None:
    # A great wave curls; a small boat heads for it.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(0.66), c.down(0.44)
    broken_arcs(c, x, y, u * 4.2, t.soft)
    sea = c.down(0.62)
    outer = [
        (c.w + 2, c.down(0.2)),
        (x + u * 3.1, y - u * 1.9),
        (x + u * 0.8, y - u * 2.5),
        (x - u * 1.6, y - u * 1.7),
        (x - u * 2.5, y + u * 0.2),
    ]
    inner = [
        (x - u * 1.9, y + u * 0.1),
        (x - u * 0.9, y - u * 0.9),
        (x + u * 0.5, y - u * 0.9),
        (x + u * 1.2, y + u * 0.3),
        (x + u * 0.6, y + u * 1.7),
        (x - u * 1.6, sea + u * 0.6),
        (x - u * 5, sea + u * 0.9),
        (-3, sea + u * 0.5),
    ]
    c.disc(x - u * 0.45, y + u * 0.75, u * 1.75, mix(t.soft, t.mid, 0.5))
    c.path(f"{smooth([*outer, *inner])}V{c.h + 2:.0f}H{c.w + 2:.0f}Z", t.strong, stroke=t.line, width=0.5)
    for k in range(1, 6):
        shrink = 0.17 * k
        line = [
            (px + (x + u * 4 - px) * shrink * 0.7, py + (sea + u * 1.5 - py) * shrink * 0.55)
            for px, py in outer
        ]
        c.path(smooth(line), stroke=(t.light, t.soft)[k % 2], width=u * 0.15)
    foam = [
        (x - u * 2.5, y + u * 0.2),
        (x - u * 2.35, y - u * 0.6),
        (x - u * 1.75, y - u * 1.4),
        (x - u * 0.9, y - u * 2.05),
        (x - u * 1.95, y + u * 0.15),
        (x - u * 1.5, y - u * 0.45),
    ]
    for fx, fy in foam:
        c.disc(fx, fy, u * 0.42, t.light)
    c.dots(
        (
            (x - u * rng.uniform(1.4, 3.6), y + u * rng.uniform(-1.9, 1.2), u * rng.choice((0.08, 0.13, 0.2)))
            for _ in range(26)
        ),
        t.light,
    )
    for k in range(4):
        level = sea + u * (0.75 + 0.75 * k)
        crest = [(-2 + (c.w + 4) * i / 16, level + u * 0.2 * math.sin(i * 1.7 + k * 2)) for i in range(17)]
        c.path(f"{smooth(crest)}V{c.h + 2:.0f}H-3Z", (t.mid, mix(t.mid, t.strong, 0.5), t.strong, t.line)[k])
        c.path(smooth(crest), stroke=t.light, width=0.35)
    bx, by = c.across(0.2), sea + u * 0.55
    c.path(straight([(bx, by - u * 0.2), (bx, by - u * 2.7)]), stroke=t.line, width=0.6)
    c.path(
        smooth([(bx + u * 0.12, by - u * 2.6), (bx + u * 1.25, by - u * 1.4), (bx + u * 0.12, by - u * 0.5)])
        + "Z",
        t.accent,
        stroke=t.line,
        width=0.35,
    )
    c.path(
        straight(
            [(bx - u * 0.12, by - u * 2.2), (bx - u * 0.85, by - u * 0.6), (bx - u * 0.12, by - u * 0.5)],
            closed=True,
        ),
        t.light,
        stroke=t.line,
        width=0.35,
    )
    c.path(
        straight(
            [
                (bx - u * 1.35, by - u * 0.25),
                (bx + u * 1.5, by - u * 0.35),
                (bx + u * 0.95, by + u * 0.55),
                (bx - u * 0.9, by + u * 0.55),
            ],
            closed=True,
        ),
        t.line,
    )
    c.path(
        straight([(bx - u * 1.2, by + u * 0.02), (bx + u * 1.3, by - u * 0.06)]), stroke=t.light, width=0.4
    )


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (_slice, _pinwheel, _dance, _breaker)
"""Further ways to draw the motif of spirals."""
