"""More of Balance: lungs, a drop, a flame, a hand that steadies, a den in winter."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, number, oval_path, polar, smooth, straight, trace
from generator.art.tones import mix
from generator.ground.shapes import Point


def _lungs(c: Canvas) -> None:
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(0.46), c.down(0.48)
    for k in range(6, 0, -1):
        c.path(oval_path(x, y, u * (2.4 + 1.15 * k), u * (1.4 + 0.95 * k)), (t.veil, t.ground)[k % 2])
    for k in range(3):
        c.path(
            oval_path(x, y, u * (4.9 + 0.9 * k), u * (3.1 + 0.75 * k)),
            stroke=t.mid,
            width=0.3,
            dash="1.6 1.2",
        )
    for s in (-1, 1):
        lobe = [
            (x + s * u * px, y + u * py)
            for px, py in (
                (0.55, -0.7),
                (1.3, -2.2),
                (2.5, -1.7),
                (3.4, 0.3),
                (3.6, 2.1),
                (2.5, 2.2),
                (1.2, 1.5),
                (0.6, 0.7),
            )
        ]
        c.path(smooth(lobe, closed=True), t.strong, stroke=t.line, width=0.45)
        twigs: dict[int, list[str]] = {}

        def grow(
            px: float, py: float, angle: float, long: float, depth: int, into: dict[int, list[str]] = twigs
        ) -> None:
            end = polar(px, py, long, angle)
            into.setdefault(depth, []).append(straight([(px, py), end]))
            if depth < 3:
                for turn in (-0.55, 0.5):
                    grow(*end, angle + turn * rng.uniform(0.8, 1.2), long * 0.74, depth + 1)

        grow(x + s * u * 0.5, y - u * 0.9, math.pi / 2 - s * 0.85, u * 1.25, 0)
        for depth, parts in sorted(twigs.items()):
            c.path(parts, stroke=t.light, width=u * (0.26, 0.18, 0.12, 0.08)[depth])
    c.path(
        [
            smooth(
                [(x, -1), (x, y - u * 2.2), (x + s * u * 0.1, y - u * 1.5), (x + s * u * 0.6, y - u * 0.85)]
            )
            for s in (-1, 1)
        ],
        stroke=t.line,
        width=u * 0.5,
    )
    c.path(straight([(x, -1), (x, y - u * 1.6)]), stroke=t.light, width=u * 0.24, dash="0.1 1.1")
    c.disc(x, y + u * 0.75, u * 0.78, t.accent, stroke=t.line, width=0.4)
    c.disc(x, y + u * 0.75, u * 0.28, t.dark)


def _drop(c: Canvas) -> None:
    # One drop with little in it, over ground that has cracked.
    t, rng, u = c.tones, c.rng, c.unit
    x, y, floor = c.across(rng.uniform(0.4, 0.5)), c.down(0.51), c.down(0.64)
    for k in range(6, 0, -1):
        c.disc(x, y, u * (1.4 + 0.95 * k), (t.veil, t.ground)[k % 2])
    c.path(f"M-1 {number(floor)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.mid)
    row, top = 0, floor
    while top < c.h:
        high, step = u * (0.6 + 0.35 * row), u * (1.3 + 0.5 * row)
        at, parts = -rng.uniform(0, step), [straight([(-1, top), (c.w + 1, top)])]
        while at < c.w:
            parts.append(
                smooth(
                    [(at, top), (at + u * rng.uniform(-0.3, 0.3), top + high / 2), (at + u * 0.2, top + high)]
                )
            )
            at += step * rng.uniform(0.7, 1.2)
        c.path(parts, stroke=t.line, width=0.3 + 0.12 * row)
        top, row = top + high, row + 1
    r = u * 1.42

    def edge(v: float) -> float:  # half of the drop's width at the height v, counted in radii from its middle
        return r * math.sqrt(max(0, 1 - v * v)) if v > -0.45 else r * 0.893 * max(0, (2.1 + v) / 1.65) ** 1.5

    steps = [-2.1 + 3.1 * i / 16 for i in range(17)]
    shape = [(x + edge(v), y + r * v) for v in steps] + [(x - edge(v), y + r * v) for v in steps[::-1]]
    c.path(straight(shape, closed=True), t.light, stroke=t.line, width=u * 0.14)
    filled = [0.3 + 0.7 * i / 8 for i in range(9)]
    water = [(x + edge(v) * 0.9, y + r * v * 0.94) for v in filled] + [
        (x - edge(v) * 0.9, y + r * v * 0.94) for v in filled[::-1]
    ]
    c.path(straight(water, closed=True), t.strong)
    c.path(
        smooth(
            [
                (x - r * 0.86, y + r * 0.28),
                (x - r * 0.4, y + r * 0.18),
                (x, y + r * 0.3),
                (x + r * 0.45, y + r * 0.4),
                (x + r * 0.86, y + r * 0.28),
            ]
        ),
        stroke=t.mid,
        width=0.5,
    )
    for k, long in enumerate((0.5, 0.3, 0.5, 0.3, 0.5)):
        my = y + r * (0.72 - 0.32 * k)
        c.path(
            straight([(x + r * 0.05, my), (x + r * (0.05 + long), my)]),
            stroke=t.line if my < y + r * 0.25 else t.light,
            width=0.35,
        )
    c.disc(x - r * 0.3, y - r * 0.3, r * 0.3, t.accent, stroke=t.line, width=0.35)
    c.disc(x - r * 0.3, y - r * 0.3, r * 0.11, t.dark)


def _flame(c: Canvas) -> None:
    # A body that burns: tongue within tongue, and the air that shivers beside it.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(rng.uniform(0.34, 0.4)), c.down(0.54)
    shivers: dict[str, list[str]] = {t.veil: [], t.soft: []}
    for k in range(-9, 10):
        px, sway = x + u * 1.0 * k, rng.uniform(0, TAU)
        line = [(px + u * 0.22 * math.sin(i * 1.25 + sway), c.h * i / 12) for i in range(13)]
        shivers[t.soft if k % 2 else t.veil].append(smooth(line))
    for tone, lines in shivers.items():
        c.path(lines, stroke=tone, width=u * 0.2)
    c.disc(x, y - u * 0.4, u * 3.1, t.veil, opacity=0.7)

    def tongue(size: float, lean: float) -> str:
        side = (
            (0, -3.6),
            (0.35, -2.5),
            (1.25, -1.5),
            (1.0, -2.5),
            (1.75, -1.6),
            (2.0, -0.2),
            (1.3, 1.1),
            (0, 1.5),
        )
        tip = ((-1.3, 1.1), (-2.0, -0.1), (-1.6, -1.3), (-1.1, -0.7), (-1.0, -2.0))
        return smooth(
            [
                (x + u * size * (px + lean * (1.5 - py) * 0.1), y + u * size * (py - 1.5) + u * 1.5)
                for px, py in (*side, *tip)
            ],
            closed=True,
        )

    lean = rng.uniform(-0.5, 0.5)
    for size, tone in ((1.0, t.mid), (0.84, t.strong), (0.64, t.light), (0.47, t.accent)):
        c.path(tongue(size, lean), tone, stroke=t.line, width=0.3)
        lean = -lean
    c.disc(x, y + u * 0.85, u * 0.34, t.dark)
    c.dots(
        (
            (x + u * rng.uniform(-3, 3), y - u * rng.uniform(1.5, 5), u * rng.choice((0.1, 0.16, 0.24)))
            for _ in range(16)
        ),
        t.accent,
    )


def _calm(c: Canvas) -> None:
    # A line that raced, and rests in a hand.
    t, rng, u = c.tones, c.rng, c.unit
    hx, y = c.across(0.66), c.down(0.46)
    for k in range(7, 0, -1):
        c.disc(hx, y - u * 0.1, u * (0.9 + 1.0 * k), (t.veil, t.ground)[k % 2])
    beat = [rng.uniform(0.75, 1.15) for _ in range(40)]

    def line(scale: float, low: float) -> list[Point]:
        points: list[Point] = [(-2, y + low)]
        step, k = u * 0.36, 0
        px = u * 0.3
        while px < hx - u * 1.6:
            fade = max(0.0, 1 - px / (hx - u * 1.3)) ** 0.8
            points.append((px, y + low + (1 if k % 2 else -1) * u * 2.3 * fade * beat[k % 40] * scale))
            px, step, k = px + step, step * 1.09, k + 1
        return points

    for scale, low, tone, wide in (
        (1.25, 0.5, t.veil, 0.3),
        (1.1, 0.25, t.soft, 0.24),
        (1.0, 0.0, t.strong, 0.24),
    ):
        points = line(scale, u * low)
        bowl = [
            (hx - u * 1.5, y + u * (low + 0.1)),
            (hx - u * 0.9, y + u * (low + 1.0)),
            (hx, y + u * (low + 1.35)),
            (hx + u * 0.9, y + u * (low + 1.0)),
            (hx + u * 1.6, y + u * low * 0.6),
            (hx + u * 2.6, y - u * 0.2),
            (c.w + 3, y - u * 0.1),
        ]
        c.path(smooth([*points, *bowl]), stroke=tone, width=u * wide)
    palm = [
        (hx - u * 2.3, y + u * 0.1),
        (hx - u * 1.3, y + u * 1.5),
        (hx, y + u * 1.95),
        (hx + u * 1.3, y + u * 1.5),
        (hx + u * 2.4, y - u * 0.1),
        (hx + u * 2.2, y + u * 1.5),
        (hx + u * 0.9, y + u * 2.45),
        (hx - u * 0.9, y + u * 2.45),
        (hx - u * 2.0, y + u * 1.6),
    ]
    c.path(smooth(palm, closed=True), t.mid, stroke=t.line, width=0.4)
    c.disc(hx, y + u * 0.05, u * 1.15, t.accent, stroke=t.line, width=0.45)
    c.path([arc_path(hx, y + u * 0.05, u * k, 3.5, 5.0) for k in (0.85, 0.62)], stroke=t.light, width=0.35)
    c.disc(hx, y + u * 0.05, u * 0.34, t.dark)


def _den(c: Canvas) -> None:
    # Asleep under the snow, with something put by.
    t, rng, u = c.tones, c.rng, c.unit
    x, y, top = c.across(rng.uniform(0.4, 0.48)), c.down(0.52), c.down(0.24)
    c.dots(
        ((rng.uniform(0, c.w), rng.uniform(0, top), u * rng.choice((0.08, 0.12, 0.18))) for _ in range(60)),
        t.light,
    )
    crest = [(c.w * (i - 0.5) / 7, top + u * rng.uniform(-0.25, 0.25)) for i in range(9)]
    for k, tone in enumerate((t.light, t.soft, mix(t.soft, t.mid, 0.5), t.mid, t.strong)):
        c.path(
            f"{smooth([(px, py + u * 0.5 * k * (1 + 0.1 * k)) for px, py in crest])}V{c.h + 2:.0f}H-6Z", tone
        )
    for k in range(6):
        c.path(
            smooth([(px, py + u * (3 + 0.7 * k)) for px, py in crest]),
            stroke=t.mid,
            width=0.25,
            dash="2 1.4 0.6 1.4",
        )
    c.path(oval_path(x, y + u * 0.1, u * 3.7, u * 2.05), t.line)
    c.path(oval_path(x, y + u * 0.1, u * 3.4, u * 1.8), t.veil)
    c.path(oval_path(x - u * 0.4, y + u * 0.2, u * 1.75, u * 1.5), t.strong, stroke=t.line, width=0.4)
    tail = [
        (x - u * 1.9, y - u * 0.2),
        (x - u * 2.0, y + u * 1.1),
        (x - u * 0.8, y + u * 1.6),
        (x + u * 0.6, y + u * 1.45),
        (x + u * 1.2, y + u * 0.9),
    ]
    c.path(smooth(tail), stroke=t.line, width=u * 0.86)
    c.path(smooth(tail), stroke=t.mid, width=u * 0.7)
    c.path(smooth(tail), stroke=t.light, width=u * 0.3, dash="0.6 0.9")
    hx, hy = x + u * 0.75, y + u * 0.25
    c.path(
        [
            oval_path(hx - u * 0.45, hy - u * 0.85, u * 0.36, u * 0.42),
            oval_path(hx + u * 0.3, hy - u * 0.8, u * 0.3, u * 0.36),
        ],
        t.soft,
        stroke=t.line,
        width=0.35,
    )
    c.path(oval_path(hx, hy, u * 0.95, u * 0.8, 0.25), t.strong, stroke=t.line, width=0.35)
    c.path(arc_path(hx + u * 0.25, hy - u * 0.1, u * 0.26, 0.25, math.pi - 0.25), stroke=t.light, width=0.5)
    c.disc(hx + u * 0.92, hy + u * 0.24, u * 0.13, t.line)
    for dx, dy, r in ((2.35, 0.95, 0.5), (2.95, 0.6, 0.4), (2.6, 0.25, 0.36)):
        c.path(oval_path(x + u * dx, y + u * dy, u * r, u * r * 1.1), t.accent, stroke=t.line, width=0.35)
        c.path(
            trace(
                "M",
                (x + u * (dx - r), y + u * (dy - r * 0.3)),
                "Q",
                (x + u * dx, y + u * (dy - r * 1.8)),
                (x + u * (dx + r), y + u * (dy - r * 0.3)),
                "Z",
            ),
            t.line,
        )


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (_lungs, _drop, _flame, _calm, _den)
"""Further ways to draw the motif of waves."""
