"""More of Story and Stewardship: shelves, seeds put by, a forest, hands that hold a seedling."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.contours import sounding
from generator.art.curves import leaf_path, number, oval_path, smooth, straight
from generator.art.strata import below, hatch, level_marks, line_of
from generator.art.tones import mix

UP = -math.pi / 2


def _shelves(c: Canvas) -> None:
    # Spine by spine; one book stands a little out.
    t, rng, u = c.tones, c.rng, c.unit
    high = u * 3.1
    first = c.down(0.62)
    shelf = c.across(rng.uniform(0.36, 0.5))
    c.path(f"M0 0H{number(c.w)}V{number(c.h)}H0Z", t.line)
    base = first - high * 3
    while base < c.h + high:
        chosen = abs(base - first) < 0.1
        x = -u * rng.uniform(0, 0.6)
        while x < c.w:
            wide, tall = u * rng.uniform(0.45, 0.95), high * rng.uniform(0.62, 0.86)
            if chosen and shelf - u * 0.6 < x < shelf + u * 0.5:
                wide = u * 1.3
                c.path(
                    straight(
                        [
                            (x, base + u * 0.3),
                            (x, base - u * 2.5),
                            (x + wide, base - u * 2.5),
                            (x + wide, base + u * 0.3),
                        ],
                        closed=True,
                    ),
                    t.accent,
                    stroke=t.line,
                    width=0.4,
                )
                c.path(
                    [
                        straight([(x + u * 0.12, base + u * dy), (x + wide - u * 0.12, base + u * dy)])
                        for dy in (-2.15, -1.95, -0.2, 0.0)
                    ],
                    stroke=t.dark,
                    width=0.35,
                )
                c.disc(x + wide / 2, base - u * 1.1, u * 0.42, t.light, stroke=t.dark, width=0.3)
                c.disc(x + wide / 2, base - u * 1.1, u * 0.16, t.dark)
                shelf = -99.0
            elif rng.random() < 0.08:
                lean = u * 0.7
                c.path(
                    straight(
                        [
                            (x, base),
                            (x + lean, base - tall),
                            (x + lean + wide * 0.8, base - tall + u * 0.15),
                            (x + wide * 0.9, base),
                        ],
                        closed=True,
                    ),
                    t.mid,
                    stroke=t.line,
                    width=0.3,
                )
                x += lean
            else:
                tone = rng.choice((t.strong, t.mid, t.soft, t.light, t.veil, t.mid))
                c.path(
                    straight(
                        [(x, base), (x, base - tall), (x + wide, base - tall), (x + wide, base)], closed=True
                    ),
                    tone,
                    stroke=t.line,
                    width=0.3,
                )
                band = t.line if tone in (t.soft, t.light, t.veil) else t.light
                c.path(
                    [
                        straight([(x + wide * 0.2, base - tall * v), (x + wide * 0.8, base - tall * v)])
                        for v in rng.choice(((0.85, 0.2), (0.7,), (0.8, 0.72, 0.25), (0.5, 0.42)))
                    ],
                    stroke=band,
                    width=0.35,
                )
            x += wide + u * 0.04
        c.path(straight([(-1, base + u * 0.14), (c.w + 1, base + u * 0.14)]), stroke=t.strong, width=u * 0.26)
        base += high


def _seeds(c: Canvas) -> None:
    # Put away in the ground, each in its own kind; one has the light in it.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(0.5), c.down(0.48)
    level_marks(c, 60, c.h, t.soft)
    base = line_of(c, 0, u * 0.25)
    for k, tone in enumerate((t.soft, t.mid, t.strong, t.mid, t.line)):
        crest = [(px, y - u * 3.6 + u * 1.85 * k + py) for px, py in base]
        c.path(below(c, crest), tone)
        hatch(c, crest, u * 1.5, t.light if k in (2, 4) else t.line)
    for k, (dx, size) in enumerate(
        (
            (-9.6, 0.7),
            (-7.6, 0.95),
            (-5.4, 1.15),
            (-3.0, 1.3),
            (3.0, 1.3),
            (5.4, 1.15),
            (7.6, 0.95),
            (9.6, 0.7),
        )
    ):
        px, py = x + u * dx, y + u * rng.uniform(-0.2, 0.25)
        c.path(
            oval_path(px, py, u * size * 0.72, u * size * 1.1, 0.3 if k % 2 else -0.3),
            t.light,
            stroke=t.line,
            width=0.4,
        )
        c.path(
            oval_path(px, py + u * 0.08, u * size * 0.4, u * size * 0.72, 0.3 if k % 2 else -0.3),
            (t.soft, t.mid, t.strong)[k % 3],
        )
        c.path(straight([(px, py - u * size * 0.5), (px, py + u * size * 0.5)]), stroke=t.line, width=0.35)
    shell = [
        (0, -2.15),
        (0.95, -1.1),
        (1.45, 0.3),
        (1.0, 1.55),
        (0, 2.0),
        (-1.0, 1.55),
        (-1.45, 0.3),
        (-0.95, -1.1),
    ]
    for scale, tone in ((1.0, t.line), (0.88, t.light), (0.66, t.soft), (0.46, t.accent)):
        c.path(
            smooth([(x + u * px * scale, y + u * (py * scale + 0.1)) for px, py in shell], closed=True), tone
        )
    c.disc(x, y + u * 0.2, u * 0.26, t.dark)


def _forest(c: Canvas) -> None:
    # Row behind row; in front of all, the one just planted.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(0.62), c.down(0.36)
    for k in range(6, 0, -1):
        c.disc(x, y, u * 1.1 * k, (t.veil, t.ground)[k % 2])
    tones = (mix(t.soft, t.veil, 0.3), t.soft, t.mid, t.strong)
    for row, tone in enumerate(tones):
        foot = c.down(0.42 + 0.1 * row)
        hill = [(c.w * (i - 0.5) / 6, foot + u * rng.uniform(-0.35, 0.25)) for i in range(8)]
        trees: list[str] = []
        trunks: list[str] = []
        px = -u * rng.uniform(0, 1)
        while px < c.w + u:
            tall = u * (1.1 + 0.5 * row) * rng.uniform(0.8, 1.2)
            if row < 2 or px > c.across(0.38):
                trunks.append(straight([(px, foot + u * 0.3), (px, foot - tall * 0.5)]))
                if rng.random() < 0.6:
                    for k in range(3):
                        top, half = foot - tall * (0.35 + 0.3 * k), tall * (0.4 - 0.09 * k)
                        trees.append(
                            straight(
                                [(px - half, top), (px, top - tall * 0.52), (px + half, top)], closed=True
                            )
                        )
                else:
                    trees.append(oval_path(px, foot - tall * 0.72, tall * 0.36, tall * 0.52))
            px += u * (0.75 + 0.3 * row) * rng.uniform(0.8, 1.3)
        c.path(trunks, stroke=t.line, width=0.3 + 0.1 * row)
        c.path(trees, tone, stroke=t.line, width=0.25)
        c.path(f"{smooth(hill)}V{c.h + 2:.0f}H-6Z", tone)
        c.path(
            [smooth([(qx, qy + u * 0.34 * k) for qx, qy in hill]) for k in (1, 2, 3)],
            stroke=t.light if row else t.mid,
            width=0.24,
            opacity=0.7,
        )
    sx, foot = c.across(0.22), c.down(0.7)
    c.path(oval_path(sx, foot + u * 0.1, u * 1.2, u * 0.32), t.line)
    c.path(
        smooth([(sx, foot), (sx + u * 0.1, foot - u * 0.9), (sx, foot - u * 1.8)]),
        stroke=t.light,
        width=u * 0.18,
    )
    c.path(
        [
            leaf_path(sx, foot - u * v, u * 1.1, u * 0.34, UP + s * 1.0)
            for v, s in ((0.8, 1), (1.1, -1), (1.5, 1))
        ],
        t.light,
        stroke=t.line,
        width=0.25,
    )
    c.disc(sx, foot - u * 2.0, u * 0.5, t.accent, stroke=t.line, width=0.35)
    c.disc(sx, foot - u * 2.0, u * 0.18, t.dark)


def _hands(c: Canvas) -> None:
    # Earth in two hands, and what grows in it.
    t, u = c.tones, c.unit
    x, y = c.across(0.5), c.down(0.52)
    sounding(c, x, y, u * 4.2, t.soft)
    c.disc(x, y - u * 0.6, u * 2.6, t.veil)
    c.path(oval_path(x, y + u * 0.55, u * 2.6, u * 0.95), t.line)
    for s in (-1, 1):
        palm = [
            (x + s * u * px, y + u * py)
            for px, py in (
                (0.05, 2.4),
                (0.0, 1.1),
                (1.3, 1.15),
                (2.6, 0.5),
                (3.5, -0.6),
                (4.1, -0.5),
                (3.9, 0.7),
                (2.9, 2.0),
                (1.6, 2.7),
                (1.5, 5),
                (0.05, 5),
            )
        ]
        c.path(smooth(palm, closed=True), t.strong, stroke=t.light, width=0.4)
        c.path(
            [
                smooth(
                    [
                        (x + s * u * (1.7 + 0.5 * k), y + u * (1.25 - 0.28 * k)),
                        (x + s * u * (2.2 + 0.5 * k), y + u * (1.3 - 0.42 * k)),
                        (x + s * u * (2.8 + 0.42 * k), y + u * (0.9 - 0.55 * k)),
                    ]
                )
                for k in (0, 1)
            ],
            stroke=t.light,
            width=0.4,
        )
    c.path(
        smooth([(x, y + u * 0.5), (x + u * 0.12, y - u * 0.5), (x, y - u * 1.5)]),
        stroke=t.line,
        width=u * 0.24,
    )
    for v, s, size in ((-0.1, 1, 1.7), (-0.35, -1, 1.7), (-0.9, 1, 1.2), (-1.05, -1, 1.2)):
        c.path(
            leaf_path(x, y + u * v, u * size, u * size * 0.3, UP + s * 1.05),
            (t.strong, t.mid)[s > 0],
            stroke=t.light,
            width=0.25,
        )
    c.disc(x, y - u * 1.75, u * 0.5, t.accent, stroke=t.line, width=0.35)
    c.disc(x, y - u * 1.75, u * 0.18, t.dark)


STRATA: tuple[Callable[[Canvas], None], ...] = (_shelves, _seeds)
"""Further ways to draw the motif of strata."""
CONTOURS: tuple[Callable[[Canvas], None], ...] = (_forest, _hands)
"""Further ways to draw the motif of contours."""
