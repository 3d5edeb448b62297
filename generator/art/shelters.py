"""More of Boundary: bark, a nest, a burrow, a gate and a skin that was cast."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, Blob, arc_path, blob, oval_path, polar, smooth, straight
from generator.art.tones import mix


def _bark(c: Canvas) -> None:
    # Plates of bark side by side, that part round a knot.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(rng.uniform(0.3, 0.42)), c.down(0.47)
    c.path(f"M0 0H{c.w:.1f}V{c.h:.1f}H0Z", t.line)
    plates: dict[str, list[str]] = {t.soft: [], t.mid: [], t.strong: []}
    cracks = []
    for col in range(int(c.w / (u * 1.05)) + 2):
        px, py = u * 1.05 * (col - 0.3), -u * rng.uniform(0.5, 3)
        while py < c.h + u:
            long = u * rng.uniform(2.2, 4.2)
            bow = u * 0.8 * math.exp(-(((py + long / 2 - y) / (u * 2.4)) ** 2))  # away from the knot
            near = math.exp(-(((px - x) / (u * 3.2)) ** 2)) * (1 if px > x else -1)
            mid = px + bow * near
            if math.hypot(mid - x, py + long / 2 - y) < u * 1.9:
                py += long
                continue
            tone = rng.choice(tuple(plates))
            half = u * rng.uniform(0.4, 0.5)
            plates[tone].append(
                smooth(
                    [
                        (px, py),
                        (mid + half, py + long * 0.25),
                        (mid + half, py + long * 0.75),
                        (px, py + long),
                        (mid - half, py + long * 0.75),
                        (mid - half, py + long * 0.25),
                    ],
                    closed=True,
                )
            )
            cracks.append(straight([(mid, py + long * 0.25), (mid + u * 0.1, py + long * 0.72)]))
            py += long + u * 0.16
    for tone, parts in plates.items():
        c.path(parts, tone)
    c.path(cracks, stroke=t.line, width=0.3)
    knot = blob(rng, x, y, u * 1.9, 0.05, 1.12)
    for k, tone in enumerate((t.line, t.mid, t.line, t.soft, t.line)):
        c.path(knot.path(1 - 0.15 * k), tone)
    c.disc(x, y, u * 0.56, t.accent)
    c.disc(x, y, u * 0.2, t.dark)


def _nest(c: Canvas) -> None:
    # Three eggs in a bowl of twigs.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(rng.uniform(0.4, 0.5)), c.down(0.47)
    for k in range(5, 0, -1):
        c.disc(x, y, u * (2.4 + 1.1 * k), (t.veil, t.ground)[k % 2])
    c.stipple(320, t.soft, x, y, u * 3.5, c.reach * 0.6)

    def twigs(count: int, start: float, end: float, near: float, far: float) -> list[str]:
        lines = []
        for _ in range(count):
            a, long = rng.uniform(start, end), rng.uniform(0.3, 0.7)
            r, slip = rng.uniform(near, far), rng.uniform(-0.16, 0.16)
            points = [
                (
                    x + u * 4.3 * (r + slip * k) * math.cos(a + long * (k - 0.5)),
                    y + u * 2.1 * (r + slip * k) * math.sin(a + long * (k - 0.5)) + u * 0.25,
                )
                for k in (0, 0.5, 1)
            ]
            lines.append(smooth(points))
        return lines

    c.path(oval_path(x, y + u * 0.2, u * 4.1, u * 1.9), t.line)
    c.path(twigs(46, math.pi, TAU, 0.86, 1.05), stroke=t.soft, width=u * 0.16)
    for dx, dy, tone, lean in (
        (-1.75, 0.0, t.soft, -0.25),
        (1.7, 0.05, t.light, 0.25),
        (0, -0.25, t.accent, 0),
    ):
        ex, ey = x + u * dx, y + u * dy
        c.path(oval_path(ex, ey, u * 1.0, u * 1.38, lean), tone, stroke=t.line, width=0.4)
        spots = [
            (ex + u * rng.uniform(-0.55, 0.55), ey - u * rng.uniform(0, 0.9), u * 0.08) for _ in range(7)
        ]
        c.dots(spots, t.dark if tone == t.accent else t.strong)
    for tone, count, width in (
        (t.line, 50, 0.26),
        (t.strong, 60, 0.2),
        (t.mid, 44, 0.15),
        (t.light, 16, 0.1),
    ):
        c.path(twigs(count, 0.1, math.pi - 0.1, 0.62, 1.08), stroke=tone, width=u * width)


def _burrow(c: Canvas) -> None:
    # Two ways out of one warm chamber.
    t, rng, u = c.tones, c.rng, c.unit
    x, y, top = c.across(rng.uniform(0.4, 0.5)), c.down(0.54), c.down(0.3)
    c.path(
        [straight([(0, top - u * (0.5 + 0.6 * k)), (c.w, top - u * (0.5 + 0.6 * k))]) for k in range(9)],
        stroke=t.veil,
        width=u * 0.2,
    )
    grass = [(c.w * (i - 0.5) / 9, top + u * rng.uniform(-0.2, 0.2)) for i in range(11)]
    c.path(f"{smooth(grass)}V{c.h + 2:.0f}H-4Z", t.strong)
    for k in range(1, 7):
        c.path(
            smooth([(px, py + u * 1.05 * k) for px, py in grass]),
            stroke=t.mid,
            width=0.26,
            dash="2.4 1.6 0.6 1.4",
        )
    c.dots(
        (
            (rng.uniform(0, c.w), rng.uniform(top + u * 0.5, c.h), u * rng.choice((0.06, 0.1, 0.2)))
            for _ in range(110)
        ),
        t.mid,
    )
    ways = [
        [(c.across(0.1), top - u * 0.1), (c.across(0.14), y - u * 1.2), (x - u * 2.6, y + u * 0.5), (x, y)],
        [(c.across(0.9), top - u * 0.1), (c.across(0.82), y - u * 1.2), (x + u * 3, y - u * 0.4), (x, y)],
        [(x + u * 3, y - u * 0.4), (x + u * 4.6, y + u * 1.6), (x + u * 7, y + u * 1.9)],
    ]
    for tone, wide in ((t.light, 1.3), (t.line, 1.05)):
        c.path([smooth(way) for way in ways], stroke=tone, width=u * wide)
        c.path(oval_path(x, y, u * (1.75 + wide * 0.5), u * (1.05 + wide * 0.5)), tone)
    c.path([oval_path(x + u * dx, y + u * 1.2, u * 0.7, u * 0.14) for dx in (-0.8, 0.2, 0.9)], t.mid)
    c.disc(x, y - u * 0.05, u * 1.12, t.accent)  # asleep
    lid = y - u * 0.15
    c.path(arc_path(x, lid, u * 0.62, 0.3, math.pi - 0.3), stroke=t.dark, width=0.55)
    lashes = [
        straight([polar(x, lid, u * 0.62, a), polar(x, lid, u * 0.84, a)])
        for a in (0.65, 1.1, 1.57, 2.04, 2.49)
    ]
    c.path(lashes, stroke=t.dark, width=0.4)
    for px in (c.across(0.02), c.across(0.22), c.across(0.55), c.across(0.74), c.across(0.98)):
        c.path(
            [
                smooth(
                    [(px, top + 0.2), (px + u * lean * 0.4, top - u * 0.5), (px + u * lean, top - u * 0.9)]
                )
                for lean in (-0.5, -0.1, 0.4)
            ],
            stroke=t.line,
            width=0.4,
        )


def _gate(c: Canvas) -> None:
    # Wall within wall; the way stands open, and is opened from the middle.
    t, u = c.tones, c.unit
    x, y = c.across(0.56), c.down(0.48)
    c.stipple(520, t.line, x, y, u * 5, c.reach * 0.7)
    for k, (r, tone) in enumerate(((4.7, t.soft), (3.6, t.mid), (2.5, t.strong))):
        gap = 0.24 + 0.09 * k
        c.path(arc_path(x, y, u * r, math.pi + gap, TAU + math.pi - gap), stroke=tone, width=u * 0.72)
        stones = int(r * 7)
        joints = []
        for i in range(stones):
            a = math.pi + gap + (TAU - 2 * gap) * (i + 0.5) / stones
            joints.append(straight([polar(x, y, u * (r - 0.3), a), polar(x, y, u * (r + 0.3), a)]))
        c.path(joints, stroke=t.light, width=0.3)
        for side in (-1, 1):
            px, py = polar(x, y, u * r, math.pi + side * gap)
            c.disc(px, py, u * 0.5, t.light, stroke=t.line, width=0.4)
            c.disc(px, py, u * 0.2, t.line)
    c.path(
        straight(
            [(x - u * 1.2, y - u * 0.3), (-1, y - u * 1.5), (-1, y + u * 1.5), (x - u * 1.2, y + u * 0.3)],
            closed=True,
        ),
        t.light,
        opacity=0.55,
    )
    c.dots(
        (
            (x - u * (2.2 + 0.95 * i), y + u * 0.12 * math.sin(i * 2.0), u * (0.26 - 0.02 * i))
            for i in range(8)
        ),
        t.line,
    )
    c.disc(x, y, u * 1.6, t.line)
    c.disc(x, y, u * 1.36, t.accent)
    c.disc(x, y, u * 0.5, t.dark)
    c.disc(x - u * 0.16, y - u * 0.16, u * 0.14, t.light)


def _moult(c: Canvas) -> None:
    # The old outline breaks away in shards; the new one is larger and soft.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(rng.uniform(0.42, 0.52)), c.down(0.48)
    c.stipple(420, t.soft, x, y, u * 4, c.reach * 0.6)
    old = blob(rng, x, y, u * 2.75, 0.07, 0.86)
    for k in range(3):
        c.path(old.path(1.55 + 0.28 * k), stroke=t.soft, width=0.3, dash="0.1 1.2")
    n = 11
    for i in range(n):
        a, b = TAU * i / n + 0.03, TAU * (i + 1) / n - 0.03
        drift = u * rng.uniform(0.45, 1.0) * (1.4 if math.cos((a + b) / 2 + 2.4) > 0 else 0.9)
        dx, dy = polar(0, 0, drift, (a + b) / 2)
        slip = rng.uniform(-0.12, 0.12)
        rim = [old.at(a + (b - a) * k / 4 + slip, 1.06) for k in range(5)]
        inner = [old.at(b - (b - a) * k / 4 + slip, 0.84) for k in range(5)]
        shard = straight([(px + dx, py + dy) for px, py in (*rim, *inner)], closed=True)
        c.path(shard, (t.strong, t.mid)[i % 2], stroke=t.line, width=0.3)
    new = Blob(x, y, old.r * 0.86, old.swells, 0.9)
    c.path(new.path(1.0), t.light, stroke=t.strong, width=u * 0.22)
    c.path(new.path(0.86), stroke=t.mid, width=0.35, dash="0.1 0.9")
    c.path(new.path(0.72), mix(t.soft, t.light, 0.4))
    c.path([arc_path(x, y, new.r * k, 3.5, 4.9) for k in (0.62, 0.5)], stroke=t.light, width=0.5)
    c.disc(x + u * 0.2, y + u * 0.1, u * 0.72, t.accent, stroke=t.line, width=0.35)
    c.disc(x + u * 0.2, y + u * 0.1, u * 0.26, t.dark)


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (_bark, _nest, _burrow, _gate, _moult)
"""Further ways to draw the motif of membranes."""
