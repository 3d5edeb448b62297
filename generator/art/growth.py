"""Growth (Form): what branches, unfolds and takes wing; the texture is seeds and leaf veins."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, leaf_path, polar, smooth, straight
from generator.art.tones import mix
from generator.ground.shapes import Point

UP = -math.pi / 2


def seeds(c: Canvas, count: int, color: str) -> None:
    """Slanting seeds, scattered over the whole ground: the texture of this motif."""
    strokes = []
    for _ in range(count):
        x, y, angle = c.rng.uniform(0, c.w), c.rng.uniform(0, c.h), c.rng.uniform(-0.9, -0.4)
        strokes.append(straight([(x, y), polar(x, y, c.rng.uniform(0.5, 1.1), angle)]))
    c.path(strokes, stroke=color, width=0.3)


def sun(c: Canvas, x: float, y: float, r: float) -> None:
    """A halo in flat rings about (x, y), three times as wide as its heart of radius r mm."""
    for i in range(5, 0, -1):
        c.disc(x, y, r * (1 + 0.4 * i), (c.tones.veil, c.tones.ground)[i % 2])


def veined(
    c: Canvas, x: float, y: float, length: float, width: float, angle: float, fill: str, vein: str
) -> None:
    """One leaf with a midrib and side veins, from its foot at (x, y); lengths in mm, angle in radians."""
    c.path(leaf_path(x, y, length, width, angle), fill)
    veins = [straight([(x, y), polar(x, y, length * 0.9, angle)])]
    for i in range(1, 6):
        foot = polar(x, y, length * (0.08 + 0.14 * i), angle)
        reach = width * (0.62 - 0.07 * abs(i - 2))
        veins += [straight([foot, polar(*foot, reach, angle + side * 0.75)]) for side in (1, -1)]
    c.path(veins, stroke=vein, width=0.22)


def _tree(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, base = c.across(rng.uniform(0.44, 0.56)), c.down(0.84)
    seeds(c, 150, t.soft)
    sun(c, x, c.down(0.4), c.unit * 1.5)
    boughs: dict[int, list[str]] = {}
    tips: list[tuple[float, float, float]] = []
    spread = rng.uniform(0.42, 0.62)

    def grow(px: float, py: float, angle: float, length: float, depth: int) -> None:
        bend = rng.uniform(-0.18, 0.18)
        middle = polar(px, py, length * 0.55, angle + bend)
        end = polar(px, py, length, angle)
        boughs.setdefault(depth, []).append(smooth([(px, py), middle, end]))
        if depth == 5:
            tips.append((*end, angle))
            return
        for side in (-1, 1):
            turn = side * spread * rng.uniform(0.7, 1.25)
            grow(*end, angle + turn, length * rng.uniform(0.7, 0.86), depth + 1)

    grow(x, base, UP, c.unit * rng.uniform(1.5, 1.75), 0)
    hill = [(-2, base + 1), (x, base - c.unit * 0.3), (c.w + 2, base + 1.5)]
    for depth, parts in sorted(boughs.items()):
        c.path(
            parts,
            stroke=t.line if depth < 4 else t.strong,
            width=c.unit * (0.62, 0.42, 0.28, 0.19, 0.12, 0.08)[depth],
        )
    fills: dict[str, list[str]] = {}
    for _i, (px, py, angle) in enumerate(tips):
        for side in (-0.7, 0.1, 0.8):
            tone = rng.choice((t.mid, t.strong, t.strong, t.light))
            fills.setdefault(tone, []).append(
                leaf_path(px, py, c.unit * rng.uniform(0.7, 1.05), c.unit * 0.24, angle + side)
            )
    for tone, leaves in fills.items():
        c.path(leaves, tone)
    picked = [tip for i, tip in enumerate(tips) if i % 6 == 2]
    c.dots(((px, py, c.unit * 0.28) for px, py, _ in picked), t.accent)
    c.path(f"{smooth(hill)}V{c.h + 2:.0f}H-2Z", t.line)
    c.path(
        [smooth([(px, py + c.unit * 0.4 * k) for px, py in hill]) for k in (1, 2)],
        stroke=t.mid,
        width=0.25,
        dash="1.5 1",
    )


def _frond(c: Canvas) -> None:
    # One long leaf of leaflets that uncurls at its tip.
    t, rng = c.tones, c.rng
    seeds(c, 170, t.soft)
    side = rng.choice((-1, 1))
    sx, sy = c.across(0.5 - side * 0.47), c.down(0.92)
    knots: list[Point] = []
    angle, x, y = UP + side * rng.uniform(0.35, 0.6), sx, sy
    curl = side * rng.uniform(0.05, 0.075)
    for i in range(30):
        knots.append((x, y))
        x, y = polar(x, y, c.unit * 0.47, angle)
        angle += curl * (1 if i < 21 else 6.5)
    sun(c, *knots[20], c.unit * 1.7)
    n = 22
    for k in range(1, n):
        px, py = knots[k]
        qx, qy = knots[k + 1]
        along = math.atan2(qy - py, qx - px)
        length = c.unit * (3.3 * math.sin(math.pi * (k + 1.5) / (n + 4)) ** 0.8)
        for s in (-1, 1):
            tone = (t.strong, t.mid)[(k + (s > 0)) % 2] if k % 5 else t.soft
            c.path(leaf_path(px, py, length, length * 0.15, along + s * rng.uniform(0.82, 1.0), s), tone)
            c.path(
                straight([(px, py), polar(px, py, length * 0.8, along + s * 0.92)]),
                stroke=t.light,
                width=0.18,
            )
    c.path(smooth(knots), stroke=t.line, width=c.unit * 0.17)
    c.dots(((px, py, c.unit * 0.13) for px, py in knots[3:22:2]), t.line)
    bx, by = knots[-1]
    c.disc(bx, by, c.unit * 0.5, t.accent, stroke=t.line, width=0.3)


def _flower(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()
    seeds(c, 150, t.soft)
    n, turn = rng.choice((5, 6, 8, 9, 12)), rng.uniform(0, TAU)
    sun(c, x, y, c.unit * 2)
    stem = [
        (x, y),
        (x + c.unit * rng.uniform(-0.6, 0.6), c.down(0.8)),
        (x + c.unit * rng.uniform(-1.5, 1.5), c.h + 2),
    ]
    c.path(smooth(stem), stroke=t.line, width=c.unit * 0.2)
    for s in (-1, 1):
        veined(c, stem[1][0], stem[1][1], c.unit * 3.2, c.unit * 0.85, UP + s * 1.25, t.mid, t.light)
    rings = ((4.4, 0.95, t.soft), (3.5, 0.85, t.mid), (2.6, 0.7, t.strong), (1.8, 0.5, t.light))
    for k, (reach, wide, tone) in enumerate(rings):
        for i in range(n):
            angle = turn + TAU * (i + 0.5 * (k % 2)) / n
            width = c.unit * wide * min(1.5, 7 / n)
            c.path(leaf_path(x, y, c.unit * reach, width, angle), tone, stroke=t.line, width=0.25)
            fan = [
                straight(
                    [polar(x, y, c.unit * reach * 0.45, angle), polar(x, y, c.unit * reach * 0.8, angle + d)]
                )
                for d in (-0.07, 0, 0.07)
            ]
            c.path(fan, stroke=t.line, width=0.16)
    threads = [polar(x, y, c.unit * (1.15 if i % 2 else 0.95), TAU * i / 22) for i in range(22)]
    c.path([straight([(x, y), p]) for p in threads], stroke=t.line, width=0.22)
    c.dots(((*p, c.unit * 0.12) for p in threads), t.accent)
    c.disc(x, y, c.unit * 0.68, t.accent, stroke=t.line, width=0.3)
    c.dots(((*polar(x, y, c.unit * 0.62 * math.sqrt(i / 26), 2.4 * i), 0.14) for i in range(26)), t.dark)


def _wings(c: Canvas) -> None:
    # A moth, pinned by nothing but symmetry.
    t, rng = c.tones, c.rng
    x, y = c.across(0.5), c.down(0.5)
    seeds(c, 170, t.soft)
    sun(c, x, y, c.unit * 2.2)
    span, lift, tail = (
        c.unit * rng.uniform(3.8, 5.9),
        c.unit * rng.uniform(1.7, 3.8),
        c.unit * rng.uniform(1.8, 4.0),
    )
    eyes, spot = rng.uniform(0.45, 0.66), c.unit * rng.uniform(0.55, 0.95)
    hem = rng.choice((0.5, 0.68, 0.85))
    order = rng.choice(((0, 1, 2), (1, 0, 2), (0, 2, 1), (2, 0, 1)))
    family = [(t.strong, t.mid, t.soft)[k] for k in order]
    notch = rng.uniform(0.7, 0.98)
    for s in (-1, 1):
        upper = [
            (x, y - c.unit * 0.4),
            (x + s * span * 0.45, y - lift),
            (x + s * span, y - lift * 1.08),
            (x + s * span * notch, y - lift * 0.2),
            (x + s * span * 0.5, y + c.unit * 0.5),
            (x, y + c.unit * 0.3),
        ]
        lower = [
            (x, y),
            (x + s * span * 0.55, y + c.unit * 0.3),
            (x + s * span * hem, y + tail * 0.55),
            (x + s * span * 0.42, y + tail),
            (x + s * span * 0.18, y + tail * 0.7),
            (x, y + c.unit * 1.4),
        ]
        for shape, tones in ((lower, family[::-1]), (upper, family)):
            mx, my = shape[2][0] * 0.55 + x * 0.45, sum(p[1] for p in shape) / len(shape)
            c.path(smooth(shape, closed=True), tones[0], stroke=t.line, width=0.4)
            for k, tone in ((0.82, tones[1]), (0.6, tones[2]), (0.42, t.veil)):
                c.path(
                    smooth([(mx + (px - mx) * k, my + (py - my) * k) for px, py in shape], closed=True), tone
                )
            veins = [
                smooth([(x, y), ((x + px) / 2, (y + py) / 2 - c.unit * 0.2), (px, py)])
                for px, py in _between(shape[1:5])
            ]
            c.path(veins, stroke=t.line, width=0.2)
            c.dots(
                (((px - mx) * 0.91 + mx, (py - my) * 0.91 + my, 0.3) for px, py in _between(shape[1:5])),
                t.light,
            )
        ex, ey = x + s * span * eyes, y - lift * 0.55
        c.disc(ex, ey, spot, t.line)
        c.disc(ex, ey, spot * 0.78, t.accent)
        c.disc(ex, ey, spot * 0.42, t.dark)
        c.disc(ex - c.unit * 0.1, ey - c.unit * 0.1, c.unit * 0.1, t.light)
        c.path(
            smooth(
                [
                    (x, y - c.unit),
                    (x + s * c.unit * 0.5, y - lift * 0.95),
                    (x + s * c.unit * 1.3, y - lift * 1.2),
                ]
            ),
            stroke=t.line,
            width=0.4,
        )
    for k in range(7):
        c.disc(
            x,
            y - c.unit * (0.9 - 0.4 * k),
            c.unit * (0.42 - 0.045 * abs(k - 2)),
            t.line if k % 2 == 0 else t.light,
        )


def _between(points: list[Point]) -> list[Point]:
    made = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        made += [(ax + (bx - ax) * k / 3, ay + (by - ay) * k / 3) for k in range(3)]
    return made


def _seedlings(c: Canvas) -> None:
    # Stages of one plant side by side, the seed first.
    t, rng = c.tones, c.rng
    seeds(c, 120, t.soft)
    ground, n = c.down(rng.uniform(0.66, 0.74)), rng.randint(4, 6)
    best = rng.randrange(2, n - 1)
    bx = c.w * (best + 0.5) / n
    sun(c, bx, ground - c.unit * 2.4, c.unit * 1.7)
    soil = [(-2 + (c.w + 4) * i / 8, ground + rng.uniform(-0.5, 0.5)) for i in range(9)]
    for k, tone in enumerate((t.mid, t.strong, t.line)):
        c.path(f"{smooth([(px, py + c.unit * 1.05 * k) for px, py in soil])}V{c.h + 2:.0f}H-2Z", tone)
    for i in range(n):
        x = c.w * (i + 0.5) / n
        stage = (i + 1) / n
        roots = []
        for k in range(-2, 3):
            depth = c.unit * (0.6 + 1.7 * stage) * (1 - 0.18 * abs(k))
            roots.append(
                smooth(
                    [
                        (x, ground),
                        (x + k * c.unit * 0.16, ground + depth * 0.5),
                        (x + k * c.unit * 0.42 * stage, ground + depth),
                    ]
                )
            )
        c.path(roots, stroke=t.light, width=0.3)
        top = ground - c.unit * 4.1 * stage * rng.uniform(0.85, 1.1)
        c.path(
            smooth([(x, ground), (x + c.unit * 0.16, (ground + top) / 2), (x, top)]),
            stroke=t.line,
            width=c.unit * 0.16,
        )
        pairs = 1 + i
        for p in range(pairs):
            py = ground + (top - ground) * (p + 1) / (pairs + 0.15)
            size = c.unit * (1.5 - 0.12 * p)
            for s in (-1, 1):
                veined(
                    c,
                    x,
                    py,
                    size,
                    size * 0.26,
                    UP + s * (1.2 - 0.12 * p),
                    (t.strong, t.mid)[(p + (s > 0)) % 2],
                    t.light,
                )
        c.disc(x, ground + c.unit * 0.1, c.unit * 0.26, t.light)
        if i == best:
            c.disc(x, top - c.unit * 0.3, c.unit * 0.66, t.accent, stroke=t.line, width=0.35)
            c.disc(x, top - c.unit * 0.3, c.unit * 0.24, t.dark)


def _wreath(c: Canvas) -> None:
    # A ring of leaves that closes round an egg.
    t, rng = c.tones, c.rng
    x, y = c.focus()[0] * 0.4 + c.across(0.5) * 0.6, c.down(0.5)
    seeds(c, 170, t.soft)
    sun(c, x, y, c.unit * 1.7)
    sense, n = rng.choice((-1, 1)), rng.randint(15, 21)
    for ring, (r, size) in enumerate(((3.5, 1.9), (2.9, 1.5), (2.35, 1.1))):
        count = n - 3 * ring
        for i in range(count):
            angle = TAU * (i + 0.5 * ring) / count
            px, py = polar(x, y, c.unit * r, angle)
            lean = angle + sense * (0.9 if ring != 1 else 2.1)
            tone = (t.mid, t.strong, t.soft)[(i + ring) % 3]
            veined(
                c,
                px,
                py,
                c.unit * size,
                c.unit * size * 0.4,
                lean,
                tone,
                t.light if tone != t.soft else t.line,
            )
        if ring == 0:
            c.disc(x, y, c.unit * r, stroke=t.line, width=0.5)
    c.dots(((*polar(x, y, c.unit * 3.2, TAU * i / 11), c.unit * 0.2) for i in range(11)), t.line)
    c.disc(x, y, c.unit * 1.5, t.line)
    c.disc(x, y, c.unit * 1.38, t.accent)
    c.path([arc_path(x, y, c.unit * k, 2.4, 4.4) for k in (1.05, 0.75)], stroke=t.light, width=0.35)
    c.dots(((*polar(x, y, c.unit * math.sqrt(k) * 0.24, 2.4 * k), 0.17) for k in range(20)), t.dark)


def _roots(c: Canvas) -> None:
    # The same tree below the ground as above it, drawn as one leaf skeleton.
    t, rng = c.tones, c.rng
    x, y = c.across(rng.uniform(0.44, 0.56)), c.down(rng.uniform(0.42, 0.5))
    c.path(f"M-1 {y:.2f}H{c.w + 1:.0f}V{c.h + 1:.0f}H-1Z", mix(t.soft, t.mid, 0.5))
    seeds(c, 140, t.veil)
    for i in range(4, 0, -1):
        c.path(arc_path(x, y, c.unit * 1.15 * i, math.pi, TAU) + "Z", (t.veil, t.ground)[i % 2])
    for sign, tone, tip in ((-1, t.strong, t.mid), (1, t.line, t.light)):
        lines: dict[int, list[str]] = {}
        ends: list[Point] = []

        def grow(
            px: float,
            py: float,
            angle: float,
            length: float,
            depth: int,
            lines: dict[int, list[str]] = lines,
            ends: list[Point] = ends,
        ) -> None:
            end = polar(px, py, length, angle)
            lines.setdefault(depth, []).append(
                smooth([(px, py), polar(px, py, length * 0.5, angle + rng.uniform(-0.2, 0.2)), end])
            )
            if depth >= 4:
                ends.append(end)
                return
            for turn in (-0.62, 0.0, 0.62) if depth < 2 else (-0.45, 0.45):
                grow(*end, angle + turn * rng.uniform(0.8, 1.2), length * (0.8 if turn else 0.72), depth + 1)

        grow(x, y, sign * math.pi / 2, c.unit * rng.uniform(1.45, 1.7), 0)
        for depth, parts in sorted(lines.items()):
            c.path(parts, stroke=tone, width=c.unit * (0.4, 0.26, 0.17, 0.1, 0.06)[depth])
        c.dots(((px, py, c.unit * rng.uniform(0.14, 0.26)) for px, py in ends), tip)
    c.path(straight([(-1, y), (c.w + 1, y)]), stroke=t.line, width=0.35)
    c.disc(x, y, c.unit * 0.8, t.accent, stroke=t.line, width=0.4)
    c.disc(x, y, c.unit * 0.3, t.dark)


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (
    _tree,
    _frond,
    _flower,
    _wings,
    _seedlings,
    _wreath,
    _roots,
)
"""The ways to draw this motif, on a canvas whose ground is filled."""
