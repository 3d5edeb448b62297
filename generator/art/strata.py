"""Strata (Story): what lies in layers; the texture is broken level hatching."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import (
    TAU,
    Blob,
    arc_path,
    blob,
    leaf_path,
    number,
    polar,
    smooth,
    straight,
    trace,
)
from generator.art.tones import mix
from generator.ground.shapes import Point


def line_of(c: Canvas, y: float, swing: float, steps: int = 9) -> list[Point]:
    """A crest across the whole picture that swings about y."""
    return [(-2 + (c.w + 4) * i / steps, y + c.rng.uniform(-swing, swing)) for i in range(steps + 1)]


def below(c: Canvas, crest: list[Point]) -> str:
    """Path data of all that lies below a crest."""
    return f"{smooth(crest)}V{number(c.h + 2)}H-3Z"


def hatch(c: Canvas, crest: list[Point], depth: float, color: str) -> None:
    """Dashed echoes of a crest down to `depth` mm below it: the texture of this motif."""
    echoes = max(1, int(depth / (c.unit * 0.3)))
    for k in range(1, echoes + 1):
        dash = " ".join(f"{c.rng.uniform(*span):.1f}" for span in ((1.2, 4), (0.8, 2), (0.4, 1), (0.8, 2)))
        c.path(
            smooth([(x, y + depth * k / (echoes + 1)) for x, y in crest]), stroke=color, width=0.24, dash=dash
        )


def level_marks(c: Canvas, count: int, bottom: float, color: str) -> None:
    """Level strokes, scattered down to the height `bottom`."""
    marks = []
    for _ in range(count):
        x, y = c.rng.uniform(-2, c.w), round(c.rng.uniform(0, bottom) / 1.1) * 1.1
        marks.append(straight([(x, y), (x + c.rng.uniform(1, 4.5), y)]))
    c.path(marks, stroke=color, width=0.22)


def _hills(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    level_marks(c, 90, c.down(0.6), t.soft)
    x, y, r = c.focus()[0], c.down(rng.uniform(0.36, 0.42)), c.unit * rng.uniform(1.4, 2.0)
    for k in range(4, 0, -1):
        c.disc(x, y, r * (1 + 0.4 * k), (t.veil, t.ground)[k % 2])
    c.disc(x, y, r, t.accent)
    c.path(
        [
            straight([(x - r * w, y + r * d), (x + r * w, y + r * d)])
            for w, d in ((0.9, 0.3), (0.75, 0.5), (0.55, 0.7))
        ],
        stroke=t.light,
        width=0.35,
    )
    n = rng.randint(5, 7)
    for k in range(n):
        base = c.down(0.48) + (c.h - c.down(0.48)) * 0.97 * k / n
        peaks = []
        shift = rng.uniform(0, 1)
        steps = rng.randint(5, 8)
        for i in range(-1, steps + 2):
            peaks.append(
                (
                    c.w * (i + shift) / steps,
                    base
                    + c.unit
                    * (rng.uniform(-1.3, -0.3) if i % 2 else rng.uniform(0.1, 0.7))
                    * (1.15 - 0.1 * k),
                )
            )
        share = k / (n - 1)
        c.path(below(c, peaks), mix(mix(t.soft, t.mid, 0.35), t.line, share**1.2 * 0.95))
        hatch(c, peaks, c.unit * 1.0, t.light if share > 0.35 else t.strong)


def _cut(c: Canvas) -> None:
    # A cut through the ground: the oldest lowest, one find between two layers.
    t, rng = c.tones, c.rng
    top, n = c.down(rng.uniform(0.2, 0.26)), rng.randint(7, 9)
    level_marks(c, 40, top, t.soft)
    tones = [t.soft, t.mid, t.veil, t.strong, t.soft, t.line, t.mid, t.strong, t.line]
    base = line_of(c, 0, c.unit * 0.55)
    fault, throw = c.w * rng.uniform(0.3, 0.7), c.unit * rng.uniform(-0.8, 0.8)
    find, at = rng.randint(1, 2), (0.0, 0.0)
    y = top
    for k in range(n):
        deep = (c.down(0.96) - top) / n * rng.uniform(0.75, 1.25)
        crest = [(px, y + py * (1 + 0.1 * k) + (throw if px > fault else 0) * (k > 0)) for px, py in base]
        c.path(below(c, crest), tones[k])
        c.path(smooth(crest), stroke=t.light, width=0.4)
        if k % 3 == 0:
            hatch(c, crest, deep, t.line if tones[k] != t.line else t.light)
        elif k % 3 == 1:
            c.dots(
                (
                    (
                        rng.uniform(0, c.w),
                        y + deep * rng.uniform(0.25, 0.9),
                        c.unit * rng.choice((0.05, 0.09, 0.16)),
                    )
                    for _ in range(90)
                ),
                t.light if tones[k] in (t.line, t.strong, t.mid) else t.line,
            )
        if k == find:
            at = (c.focus()[0], y + deep)
        y += deep
    fx, fy = at
    r = c.unit * rng.uniform(1.3, 1.6)
    c.disc(fx, fy, r * 1.3, t.line)
    c.disc(fx, fy, r * 1.16, t.light)
    coil = [polar(fx, fy, r * 0.055 * i, 0.5 * i) for i in range(1, 20)]
    c.path(smooth(coil), stroke=t.accent, width=r * 0.36)
    c.path(smooth(coil), stroke=t.dark, width=0.3)
    c.path(
        [straight([coil[i], polar(*coil[i], r * 0.2, 0.5 * (i + 1))]) for i in range(7, 19)],
        stroke=t.dark,
        width=0.25,
    )
    for px in (c.w * rng.uniform(0.1, 0.3), c.w * rng.uniform(0.7, 0.9)):
        c.path(
            [
                leaf_path(
                    px, top + base[4][1], c.unit * rng.uniform(0.9, 1.5), c.unit * 0.16, -math.pi / 2 + lean
                )
                for lean in (-0.6, -0.2, 0.25, 0.7)
            ],
            t.strong,
        )


def _growth_rings(c: Canvas) -> None:
    # A trunk sawn through: every year a ring, every ring a page.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    level_marks(c, 150, c.h, t.soft)
    bark = blob(rng, x, y, c.unit * rng.uniform(4.6, 5.2), 0.05)
    c.path(bark.path(1.07, 30), t.line)
    c.path(bark.path(1.02, 30), stroke=t.strong, width=0.5, dash="1.8 0.7 0.5 0.7")
    scale, k = 0.98, 0
    fills = (t.soft, t.veil, t.mid, t.veil, t.soft, t.light, t.strong, t.soft)
    while scale > 0.2:
        year = Blob(bark.x + c.unit * 0.5 * (1 - scale), bark.y, bark.r, bark.swells)
        c.path(year.path(scale, 24), fills[k % 8], stroke=t.line, width=0.2)
        if k % 3 == 1:
            c.path(year.path(scale - 0.03, 24), stroke=t.line, width=0.2, dash="2.2 1.1 0.6 1.4")
        scale -= rng.choice((0.05, 0.075, 0.1, 0.12))
        k += 1
    cx = bark.x + c.unit * 0.45
    cracks = [
        straight([polar(cx, y, bark.r * 0.22, a), polar(cx, y, bark.r * rng.uniform(0.5, 0.94), a + 0.04)])
        for a in (rng.uniform(0, TAU) for _ in range(4))
    ]
    c.path(cracks, stroke=t.line, width=0.45)
    c.disc(cx, y, c.unit * 0.72, t.accent, stroke=t.line, width=0.35)
    c.disc(cx, y, c.unit * 0.26, t.dark)


def _pages(c: Canvas) -> None:
    # An open book whose leaves are hills.
    t, rng = c.tones, c.rng
    x, y = c.across(0.5) + rng.uniform(-1, 1) * c.unit, c.down(rng.uniform(0.68, 0.72))
    level_marks(c, 120, c.h, t.soft)
    r = c.unit * rng.uniform(1.1, 1.5)
    sy = y - c.unit * rng.uniform(3.0, 3.3)
    for k in range(5, 0, -1):
        c.disc(x, sy, r * (0.9 + 0.5 * k), (t.veil, t.ground)[k % 2])
    n, wide, lift = rng.randint(6, 8), c.w * rng.uniform(0.4, 0.46), c.unit * rng.uniform(3.0, 3.8)
    fills = (t.line, t.strong, t.mid, t.soft, t.veil, t.mid, t.soft, t.light)
    for s in (-1, 1):
        for k in range(n):
            share = k / (n - 1)
            reach, rise = wide * (1 - 0.5 * share), lift * (0.1 + 1.1 * share)
            ex, ey = x + s * reach, y - rise * 0.8
            top = ((x + s * reach * 0.16, y - c.unit * 1.1 - rise), (x + s * reach * 0.62, ey - c.unit * 1.3))
            low = (
                (x + s * reach * 0.62, ey - c.unit * 0.6),
                (x + s * reach * 0.2, y - c.unit * 0.4 - rise * 0.7),
            )
            edge = (ex, ey + c.unit * 0.55)
            c.path(
                trace("M", (x, y), "C", *top, (ex, ey), "L", edge, "C", *low, (x, y + c.unit * 0.3), "Z"),
                fills[k % 8],
                stroke=t.line,
                width=0.3,
            )
    c.path(straight([(x, y + c.unit * 0.4), (x, y - c.unit * 1.4)]), stroke=t.line, width=0.5)
    c.disc(x, sy, r, t.accent, stroke=t.line, width=0.35)
    c.path([arc_path(x, sy, r * k, 3.6, 5.8) for k in (0.75, 0.5)], stroke=t.light, width=0.35)
    sparks = [
        (
            x + rng.gauss(0, c.unit * 1.5),
            rng.uniform(sy + r, y - c.unit * 1.6),
            c.unit * rng.choice((0.08, 0.12, 0.2)),
        )
        for _ in range(26)
    ]
    c.dots(sparks, t.strong)
    c.path(f"M-1 {number(y + c.unit * 0.55)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.line)
    for k in range(4):
        c.path(
            straight([(-1, y + c.unit * (0.85 + 0.36 * k)), (c.w + 1, y + c.unit * (0.85 + 0.36 * k))]),
            stroke=t.mid,
            width=0.25,
            dash=f"{2 + k} 1.2 {0.6 + k / 2} 1.5",
        )


def _vessel(c: Canvas) -> None:
    # A painted jar: bands of pattern, one frieze that tells.
    t, rng = c.tones, c.rng
    x, top, foot = c.focus()[0] * 0.4 + c.across(0.5) * 0.6, c.down(0.1), c.down(0.86)
    level_marks(c, 190, c.h, t.soft)
    for k in range(6, 0, -1):
        c.disc(x, c.down(0.5), c.unit * 1.1 * k, (t.veil, t.ground)[k % 2])
    belly, neck, waist = (
        c.unit * rng.uniform(3.2, 4.0),
        c.unit * rng.uniform(1.1, 1.7),
        rng.uniform(0.38, 0.52),
    )

    def half(v: float) -> float:  # half width at the share v of the height
        if v < 0.14:
            return neck * (1.25 - 1.7 * v)
        u = (v - 0.14) / 0.86
        bulge = math.pow(math.sin(math.pi * math.pow(u, 0.8 + waist / 2)), 0.8)
        return neck * (1 - u) * (1 - u) + belly * bulge + neck * 0.9 * u * u

    def band(a: float, b: float) -> str:
        steps = [a + (b - a) * i / 6 for i in range(7)]
        right = [(x + half(v), top + (foot - top) * v) for v in steps]
        left = [(x - half(v), top + (foot - top) * v) for v in steps[::-1]]
        return f"{smooth(right)}{smooth(left).replace('M', 'L', 1)}Z"

    c.path(f"M-1 {number(foot - c.unit * 0.3)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.line)
    c.path(band(0, 1), t.strong, stroke=t.line, width=0.6)
    edges = [0.14, 0.22, 0.3, 0.36, 0.62, 0.68, 0.78, 0.9]
    for k, (a, b) in enumerate(itertools.pairwise(edges)):
        tone = (
            t.light if (a, b) == (0.36, 0.62) else (t.soft, t.line, t.mid, t.soft, t.line, t.mid, t.soft)[k]
        )
        c.path(band(a, b), tone, stroke=t.line, width=0.3)
        y, high, w = top + (foot - top) * (a + b) / 2, (foot - top) * (b - a), min(half(a), half(b)) * 0.94
        mark = t.light if tone == t.line else t.line
        if k == 3:
            count = rng.choice((5, 7))
            for i in range(count):
                px = x + w * math.sin(math.pi * (i - (count - 1) / 2) / (count + 0.6))
                size = high * 0.3 * math.cos(math.pi * (i - (count - 1) / 2) / (count + 2))
                if i == count // 2:
                    c.disc(px, y, size * 1.15, t.accent, stroke=t.line, width=0.3)
                    c.disc(px, y, size * 0.4, t.dark)
                else:
                    c.disc(px, y - size * 0.75, size * 0.32, t.line)
                    c.path(
                        straight(
                            [
                                (px, y - size * 0.4),
                                (px - size * 0.5, y + size * 1.1),
                                (px + size * 0.5, y + size * 1.1),
                            ],
                            closed=True,
                        ),
                        t.strong,
                    )
        elif k % 3 == 0:
            c.path(
                straight([(x + w * (i / 9 - 1), y + high * (0.28 if i % 2 else -0.28)) for i in range(19)]),
                stroke=mark,
                width=0.35,
            )
        elif k % 3 == 1:
            c.dots(((x + w * (i / 7 - 1), y, high * 0.16) for i in range(15)), mark)
        else:
            c.path(
                [
                    straight(
                        [
                            (x + w * (i / 11 - 1), y - high * 0.3),
                            (x + w * ((i + 0.7) / 11 - 1), y + high * 0.3),
                        ]
                    )
                    for i in range(22)
                ],
                stroke=mark,
                width=0.3,
            )


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (
    _hills,
    _cut,
    _growth_rings,
    _pages,
    _vessel,
)
"""The ways to draw this motif, on a canvas whose ground is filled."""
