"""More of Social: a small clinic, food for all, market stalls, a wall of tools."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.arches import courses, opening
from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, leaf_path, number, polar, smooth, straight
from generator.art.tones import mix


def _box(x: float, y: float, wide: float, high: float) -> str:
    return straight([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], closed=True)


def _clinic(c: Canvas) -> None:
    # Two lit rooms and a door that is not shut.
    t, u = c.tones, c.unit
    x, floor = c.across(0.5), c.down(0.7)
    courses(c, 0, c.h, t.soft)
    for k in range(6, 0, -1):
        c.disc(x, c.down(0.5), u * 1.25 * k, (t.veil, t.ground)[k % 2])
    c.path(f"M-1 {number(floor)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.line)
    for s in (-1, 1):
        c.path(
            _box(x + s * u * 3.4 - u * 1.4, floor - u * 2.2, u * 2.8, u * 2.2),
            t.mid,
            stroke=t.line,
            width=0.4,
        )
        c.path(
            straight(
                [
                    (x + s * u * 1.7, floor - u * 2.2),
                    (x + s * u * 2.1, floor - u * 3.0),
                    (x + s * u * 4.7, floor - u * 3.0),
                    (x + s * u * 5.1, floor - u * 2.2),
                ],
                closed=True,
            ),
            t.line,
        )
        for d in (-0.62, 0.62):
            px = x + s * u * 3.4 + u * d
            c.path(opening(px, floor - u * 0.6, u * 0.4, u * 1.2), t.light, stroke=t.line, width=0.35)
            c.path(straight([(px, floor - u * 0.6), (px, floor - u * 1.8)]), stroke=t.line, width=0.3)
    c.path(_box(x - u * 2, floor - u * 3.0, u * 4, u * 3.0), t.strong, stroke=t.line, width=0.45)
    c.path(
        straight(
            [(x - u * 2.4, floor - u * 2.95), (x, floor - u * 4.45), (x + u * 2.4, floor - u * 2.95)],
            closed=True,
        ),
        t.line,
    )
    c.path(opening(x, floor, u * 0.95, u * 2.05), t.light, stroke=t.line, width=0.4)
    c.path(opening(x, floor, u * 0.7, u * 1.75), t.accent)
    c.path(
        straight(
            [(x - u * 0.7, floor), (x + u * 0.7, floor), (x + u * 2.4, c.h + 1), (x - u * 2.4, c.h + 1)],
            closed=True,
        ),
        t.accent,
        opacity=0.45,
    )
    c.disc(x, floor - u * 3.05, u * 0.78, t.light, stroke=t.line, width=0.4)
    c.path(
        [
            straight([(x - u * 0.42, floor - u * 3.05), (x + u * 0.42, floor - u * 3.05)]),
            straight([(x, floor - u * 3.47), (x, floor - u * 2.63)]),
        ],
        stroke=t.strong if t.strong != t.light else t.line,
        width=u * 0.3,
    )


def _harvest(c: Canvas) -> None:
    # Ears bend together to an arch over a bowl.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(0.5), c.down(0.54)
    courses(c, 0, c.h, t.soft)
    for k in range(7, 0, -1):
        c.disc(x, y - u * 0.4, u * 1.1 * k, (t.veil, t.ground)[k % 2])
    c.path(f"M-1 {number(y + u * 0.95)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.line)
    grains: dict[str, list[str]] = {t.strong: [], t.mid: []}
    for s in (-1, 1):
        for arch in range(4):
            wide, high = u * (2.6 + 0.95 * arch), u * (3.1 + 0.1 * arch)
            stalk = [
                (x + s * wide * math.cos(a), y + u * 1.0 - high * math.sin(a) * 1.1)
                for a in (0.02 + i * 0.125 for i in range(10))
            ]
            c.path(smooth(stalk), stroke=t.line, width=0.45)
            for i in range(4, 10):
                px, py = stalk[i]
                along = math.atan2(py - stalk[i - 1][1], px - stalk[i - 1][0])
                for side in (-1, 1):
                    grains[(t.strong, t.mid)[(i + arch) % 2]].append(
                        leaf_path(px, py, u * 0.72, u * 0.21, along + side * 0.55)
                    )
    for tone, parts in grains.items():
        c.path(parts, tone, stroke=t.line, width=0.18)
    for dx, r, tone in ((-0.85, 0.62, t.mid), (0.85, 0.62, t.strong), (0, 0.85, t.accent)):
        c.disc(x + u * dx, y - u * 0.1, u * r, tone, stroke=t.line, width=0.35)
    c.path(arc_path(x, y, u * 1.85, 0, math.pi) + "Z", t.light, stroke=t.line, width=0.45)
    c.path(
        straight([(x + u * (-1.5 + 0.375 * i), y + u * (0.75 if i % 2 else 0.35)) for i in range(9)]),
        stroke=t.strong,
        width=0.6,
    )
    c.dots(((x + u * rng.uniform(-6.5, 6.5), y + u * rng.uniform(1.3, 3), u * 0.1) for _ in range(36)), t.mid)


def _stalls(c: Canvas) -> None:
    # Awnings wall to wall, and something under each.
    t, rng, u = c.tones, c.rng, c.unit
    floor, n = c.down(0.78), 4
    courses(c, 0, c.down(0.5), t.soft)
    pitch = c.w / n
    for i in range(7):
        wide = u * rng.uniform(1.4, 2.2)
        px = c.w * (i + 0.5) / 7
        c.path(
            opening(px, floor, wide / 2, u * rng.uniform(4.4, 5.6)),
            (t.veil, t.soft)[i % 2],
            stroke=t.mid,
            width=0.3,
        )
    c.path(f"M-1 {number(floor)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.line)
    for i in range(n):
        left, top = pitch * i + u * 0.25, floor - u * (4.3 + 0.3 * (i % 2))
        wide = pitch - u * 0.5
        c.path(
            [
                straight([(px, top + u), (px, floor + u * 0.4)])
                for px in (left + u * 0.25, left + wide - u * 0.25)
            ],
            stroke=t.line,
            width=u * 0.16,
        )
        c.path(
            _box(left + u * 0.2, top + u * 1.3, wide - u * 0.4, floor - top - u * 1.3),
            mix(t.line, t.strong, 0.3),
            opacity=0.75,
        )
        stripes = 6
        step = wide / stripes
        for k in range(stripes):
            tone = (t.strong, t.light)[(k + i) % 2]
            a, b = left + step * k, left + step * (k + 1)
            inset = u * 0.5
            ta = left + inset + (wide - 2 * inset) * k / stripes
            tb = left + inset + (wide - 2 * inset) * (k + 1) / stripes
            hem = top + u * 1.05
            roof = [(b, hem), (tb, top), (ta, top), (a, hem)]
            c.path(
                f"{straight(roof)}A{number(step / 2)} {number(step / 2)} 0 0 0 {number(b)} {number(hem)}Z",
                tone,
                stroke=t.line,
                width=0.3,
            )
        counter = floor - u * 0.95
        for row in (1, 0):
            for k in range(5 - row):
                px = left + u * 0.62 + (wide - u * 1.24) * (k + 0.5 * row) / 4
                tone = (
                    t.accent
                    if i in (0, 2) and (k + row) % 3 == 1
                    else (t.mid, t.light, t.soft)[(k + i + row) % 3]
                )
                c.disc(px, counter - u * (0.18 + 0.42 * row), u * 0.34, tone, stroke=t.line, width=0.3)
        c.path(_box(left, counter, wide, u * 0.95), t.mid, stroke=t.line, width=0.35)
        c.path(
            straight([(left, counter + u * 0.32), (left + wide, counter + u * 0.32)]),
            stroke=t.light,
            width=0.35,
        )


def _tools(c: Canvas) -> None:
    # Every tool hangs where it belongs; one is in use.
    t, u = c.tones, c.unit
    x, y = c.across(0.5), c.down(0.48)
    courses(c, 0, c.h, t.soft)
    c.path(opening(x, c.h + 2, u * 6.1, c.h + 2 - y + u * 4.6), t.veil, stroke=t.line, width=0.5)
    stones = [
        straight(
            [
                polar(x, y + u * 1.5, u * 6.1, math.pi * (1 + i / 15)),
                polar(x, y + u * 1.5, u * 6.7, math.pi * (1 + i / 15)),
            ]
        )
        for i in range(16)
    ]
    c.path(stones, stroke=t.line, width=0.35)
    c.path(
        straight([(x - u * 5.6, y - u * 1.75), (x + u * 5.6, y - u * 1.75)]), stroke=t.line, width=u * 0.26
    )
    hooks = (-4.3, -2.1, 0.2, 2.4, 4.4)
    c.dots(((x + u * hx, y - u * 1.75, u * 0.2) for hx in hooks), t.light)
    hx = x + u * hooks[0]  # a hammer
    c.path(straight([(hx, y - u * 1.2), (hx, y + u * 1.7)]), stroke=t.line, width=u * 0.46)
    c.path(straight([(hx, y - u * 1.2), (hx, y + u * 1.6)]), stroke=t.mid, width=u * 0.3)
    c.path(
        straight(
            [
                (hx - u * 0.95, y - u * 1.25),
                (hx + u * 0.6, y - u * 1.35),
                (hx + u * 0.95, y - u * 1.1),
                (hx + u * 0.6, y - u * 0.75),
                (hx - u * 0.95, y - u * 0.7),
            ],
            closed=True,
        ),
        t.strong,
        stroke=t.line,
        width=0.4,
    )
    hx = x + u * hooks[1]  # a saw
    teeth = [(hx + u * (-0.5 if k % 2 else -0.72), y - u * 0.6 + u * 0.24 * k) for k in range(10)]
    c.path(
        straight([(hx + u * 0.65, y - u * 0.6), *teeth, (hx + u * 0.05, y + u * 1.75)], closed=True),
        t.light,
        stroke=t.line,
        width=0.4,
    )
    c.path(arc_path(hx, y - u * 1.05, u * 0.5, 0.4, TAU - 0.01), stroke=t.strong, width=u * 0.36)
    hx = x + u * hooks[2]  # a spanner
    c.path(straight([(hx, y - u * 0.8), (hx, y + u * 1.2)]), stroke=t.strong, width=u * 0.42)
    c.path(arc_path(hx, y - u * 1.1, u * 0.5, -1.0, math.pi + 1.0), stroke=t.strong, width=u * 0.36)
    c.disc(hx, y + u * 1.45, u * 0.42, stroke=t.strong, width=u * 0.3)
    hx = x + u * hooks[3]  # a brush
    c.path(straight([(hx, y - u * 1.3), (hx, y + u * 0.2)]), stroke=t.line, width=u * 0.36)
    c.path(_box(hx - u * 0.5, y + u * 0.1, u, u * 0.5), t.accent, stroke=t.line, width=0.35)
    c.path(
        [
            straight([(hx + u * d, y + u * 0.6), (hx + u * d * 1.15, y + u * 1.7)])
            for d in (-0.4, -0.2, 0, 0.2, 0.4)
        ],
        stroke=t.mid,
        width=u * 0.18,
    )
    hx = x + u * hooks[4]  # only the outline of what somebody has taken along
    c.path(
        smooth(
            [
                (hx - u * 0.45, y - u * 1.2),
                (hx + u * 0.45, y - u * 1.2),
                (hx + u * 0.3, y + u * 0.2),
                (hx + u * 0.12, y + u * 1.7),
                (hx - u * 0.12, y + u * 1.7),
                (hx - u * 0.3, y + u * 0.2),
            ],
            closed=True,
        ),
        stroke=t.line,
        width=0.45,
        dash="0.9 0.8",
    )
    c.path(f"M-1 {number(y + u * 2.35)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.line)


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (_clinic, _harvest, _stalls, _tools)
"""Further ways to draw the motif of arches."""
