"""Membranes (Boundary): what keeps a cell apart from the world; the texture is fine stippling."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, Blob, arc_path, blob, polar, smooth, straight
from generator.ground.shapes import Point


def _bilayer_ring(c: Canvas, outline: Blob, color: str, size: float) -> None:
    # Two rows of lipid heads with their tails between them, all along an outline.
    count = max(24, int(TAU * outline.r / (size * 2.6)))
    tails, heads = [], []
    for i in range(count):
        angle = TAU * i / count
        out, inside = outline.at(angle), outline.at(angle, 1 - 3.4 * size / outline.r)
        if not c.holds(*out, 1):
            continue
        tails.append(straight([out, inside]))
        heads += [(*out, size * 0.72), (*inside, size * 0.6)]
    c.path(tails, stroke=color, width=size * 0.28)
    c.dots(heads, color)


def _nucleus(c: Canvas, x: float, y: float, r: float) -> None:
    t = c.tones
    body = blob(c.rng, x, y, r, 0.05)
    c.path(body.path(1.28), t.soft, opacity=0.6)
    c.path(body.path(), t.strong)
    c.path(body.path(0.84), stroke=t.light, width=0.22, opacity=0.7)
    nx, ny = polar(x, y, r * 0.22, c.rng.uniform(0, TAU))
    c.disc(nx, ny, r * 0.44, t.accent)
    c.disc(nx - r * 0.12, ny - r * 0.12, r * 0.13, t.light)
    folds = []
    for i in range(3):
        start = c.rng.uniform(0, TAU)
        folds.append(arc_path(x, y, r * (1.5 + 0.24 * i), start, start + c.rng.uniform(1.2, 2.6)))
    c.path(folds, stroke=t.line, width=0.34)


def _mitochondrion(c: Canvas, x: float, y: float, size: float, angle: float) -> None:
    t = c.tones
    dx, dy = size * math.cos(angle), size * math.sin(angle)
    body = straight([(x - dx, y - dy), (x + dx, y + dy)])
    c.path(body, stroke=t.line, width=size * 1.15)
    c.path(body, stroke=t.mid, width=size * 1.15 - 0.5)
    fold = []
    for i in range(9):
        share = (i - 4) / 4
        px, py = x + dx * share, y + dy * share
        side = size * 0.26 * (1 if i % 2 else -1)
        fold.append((px - dy / size * side, py + dx / size * side))
    c.path(smooth(fold), stroke=t.light, width=0.3)


def _organelles(c: Canvas, outline: Blob, *, count: int, keep_off: Blob) -> None:
    # Vesicles and mitochondria that fit inside the outline, off the nucleus and off each other.
    t, placed = c.tones, [(keep_off.x, keep_off.y, keep_off.r * 1.5)]
    for attempt in range(count * 4):
        angle, share = c.rng.uniform(0, TAU), math.sqrt(c.rng.random()) * 0.7
        x, y = outline.at(angle, share)
        size = c.unit * c.rng.choice((0.16, 0.24, 0.4, 0.62))
        if any(math.hypot(x - px, y - py) < size * 1.2 + pr for px, py, pr in placed):
            continue
        placed.append((x, y, size * 1.2))
        if size > c.unit * 0.5 and attempt % 2:
            _mitochondrion(c, x, y, size * 0.95, c.rng.uniform(0, TAU))
        elif size > c.unit * 0.35:
            c.disc(x, y, size, t.light, opacity=0.55)
            c.disc(x, y, size, stroke=t.line, width=0.3)
            c.disc(x - size * 0.25, y - size * 0.25, size * 0.4, t.mid)
        else:
            c.disc(x, y, size, t.strong if attempt % 3 else t.accent)


def _cell(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()
    outline = blob(rng, x, y, c.unit * rng.uniform(3.3, 4.2), 0.06, rng.uniform(0.86, 1.0))
    for i in range(7, 0, -1):
        c.path(outline.path(1 + 0.17 * i), stroke=t.soft, width=0.16 + 0.05 * i, opacity=0.85)
    c.path(outline.path(1.2), t.veil)
    c.stipple(520, t.line, x, y, outline.r * 1.12, c.reach * 0.62)
    c.path(outline.path(1.03), t.soft)
    c.path(outline.path(0.86), t.veil)
    _bilayer_ring(c, outline, t.strong, c.unit * 0.14)
    off = polar(x, y, outline.r * rng.uniform(0.12, 0.3), rng.uniform(0, TAU))
    core = Blob(*off, outline.r * rng.uniform(0.26, 0.34), ())
    c.path(outline.path(0.8), stroke=t.mid, width=0.22, dash="0.1 1")
    _organelles(c, outline, count=16, keep_off=core)
    _nucleus(c, core.x, core.y, core.r)
    for _ in range(rng.randint(3, 7)):  # what stays outside
        sx, sy = outline.at(rng.uniform(0, TAU), rng.uniform(1.35, 1.9))
        size = c.unit * rng.uniform(0.2, 0.5)
        c.disc(sx, sy, size, t.mid, opacity=0.8)
        c.disc(sx, sy, size * 1.5, stroke=t.mid, width=0.25)


def _nested(c: Canvas) -> None:
    # Great membranes sweep in from a corner; one small body is let through.
    t, rng = c.tones, c.rng
    left, low = rng.random() < 0.5, rng.random() < 0.5
    x, y = c.w * (-0.04 if left else 1.04), c.h * (1.05 if low else -0.05)
    base = blob(rng, x, y, math.hypot(c.across(0.5) - x, c.down(0.5) - y), 0.025)
    c.stipple(700, t.line, x, y, base.r * 1.08, c.reach * 1.1)
    scales = [1.0]
    while scales[-1] > 0.3:
        scales.append(scales[-1] - rng.uniform(0.1, 0.17))
    fills = (t.soft, t.veil, t.mid, t.soft, t.strong, t.veil, t.mid, t.soft, t.strong)
    for i, scale in enumerate(scales):
        c.path(base.path(scale, 28), fills[i % len(fills)])
        ring = Blob(base.x, base.y, base.r * scale, base.swells)
        if i % 2 == 0:
            _bilayer_ring(c, ring, t.line if i else t.strong, c.unit * 0.13)
        else:
            c.path(ring.path(0.97, 28), stroke=t.light, width=0.3, dash="0.1 0.9")
    toward = math.atan2(c.down(0.5) - y, c.across(0.5) - x) + rng.uniform(-0.2, 0.2)
    fx, fy = base.at(toward)
    guard = c.unit * 1.5
    c.disc(fx, fy, guard * 1.25, t.ground)
    c.disc(fx, fy, guard * 1.25, stroke=t.strong, width=c.unit * 0.16)
    c.disc(fx, fy, guard, stroke=t.line, width=0.3, dash="0.1 0.8")
    c.disc(fx, fy, guard * 0.72, t.accent)
    c.disc(fx, fy, guard * 0.4, t.light)
    c.disc(fx, fy, guard * 0.2, t.line)
    for i in range(1, 5):
        px, py = polar(fx, fy, guard * (1 + 0.75 * i), toward + 0.16 * math.sin(i * 2))
        c.disc(px, py, guard * 0.34 / math.sqrt(i), t.accent if i == 1 else t.mid)


def _division(c: Canvas) -> None:
    # Two cells still share one wall.
    t, rng = c.tones, c.rng
    x, y = c.across(0.5), c.down(rng.uniform(0.46, 0.52))
    tilt, r = rng.uniform(-0.5, 0.5), c.unit * rng.uniform(2.9, 3.4)
    far = r * rng.uniform(0.72, 0.86)
    bodies = [
        blob(rng, *polar(x, y, far, tilt + side * math.pi), r * size, 0.03)
        for side, size in ((0, 1.0), (1, rng.uniform(0.8, 1.0)))
    ]
    for i in range(6, 0, -1):
        for body in bodies:
            c.path(body.path(1 + 0.16 * i), stroke=t.soft, width=0.45)
    for body in bodies:
        c.path(body.path(1.14), t.veil)
    c.stipple(480, t.line, x, y, r * 1.7, c.reach * 0.62)
    for body in bodies:
        c.path(body.path(), t.soft, opacity=0.75)
    for body in bodies:
        _bilayer_ring(c, body, t.strong, c.unit * 0.13)
    (a, b) = bodies
    threads = []
    for i in range(-4, 5):
        mid = polar(x, y, i * r * 0.15, tilt + math.pi / 2)
        threads.append(smooth([(a.x, a.y), mid, (b.x, b.y)]))
    c.path(threads, stroke=t.line, width=0.26)
    for body in bodies:
        _nucleus(c, body.x, body.y, body.r * 0.3)
        _organelles(c, body, count=6, keep_off=Blob(body.x, body.y, body.r * 0.32, ()))


def _bilayer(c: Canvas) -> None:
    # A wall across the picture, two rows of lipids thick, with one gate.
    t, rng = c.tones, c.rng
    base, swing = c.down(rng.uniform(0.46, 0.54)), c.unit * rng.uniform(0.4, 0.9)
    phase, pitch, thick = rng.uniform(0, TAU), c.unit * 0.36, c.unit * 1.05
    gate = c.w * rng.choice((0.36, 0.5, 0.64))

    def wall(px: float) -> float:
        return base + swing * math.sin(px / c.w * 4.4 + phase)

    edge = [(c.w * i / 12 - 2, wall(c.w * i / 12 - 2)) for i in range(15)]
    c.path(smooth(edge) + f"L{c.w + 9:.0f} {c.h + 2:.0f}L-2 {c.h + 2:.0f}Z", t.soft)
    for i in range(1, 6):
        c.path(
            smooth([(px, py - thick * 1.2 - i * c.unit * 0.62) for px, py in edge]), stroke=t.veil, width=0.9
        )
    c.dots(
        ((rng.uniform(0, c.w), rng.uniform(base + thick, c.h), rng.uniform(0.1, 0.24)) for _ in range(150)),
        t.line,
    )
    tails, heads = [], []
    for i in range(int(c.w / pitch) + 2):
        px = i * pitch
        if abs(px - gate) < c.unit * 1.25:
            continue
        for side in (-1, 1):
            py = wall(px) + side * thick
            heads.append((px, py, pitch * 0.46))
            for leg in (-0.2, 0.2):
                bends = [
                    (px + leg * pitch, py),
                    (px + leg * pitch * 2, py - side * thick * 0.45),
                    (px + leg * pitch * 0.7, py - side * thick * 0.9),
                ]
                tails.append(smooth(bends))
    c.path(tails, stroke=t.mid, width=0.24)
    c.dots(heads, t.strong)
    gy = wall(gate)
    for side in (-1, 1):
        post = blob(rng, gate + side * c.unit * 0.85, gy, c.unit * 0.62, 0.05, 2.5)
        c.path(post.path(), t.line)
        c.path(post.path(0.7), t.mid)
        c.path(post.path(0.35), t.soft)
    for i in range(-3, 4):
        size = c.unit * (0.62 - 0.1 * abs(i))
        c.disc(
            gate + rng.uniform(-0.2, 0.2) * c.unit * abs(i),
            gy + i * c.unit * 1.2,
            size * (0.8 if i else 1),
            t.accent if i <= 0 else t.light,
        )
    for _ in range(26):
        px, py = rng.uniform(0, c.w), rng.uniform(0, base - thick * 2.2)
        if abs(px - gate) > c.unit * 1.4:
            c.disc(px, py, c.unit * rng.choice((0.14, 0.22, 0.4)), t.mid if rng.random() < 0.6 else t.strong)


def _radiolarian(c: Canvas) -> None:
    # A glass shell after the plates of the old naturalists: strict symmetry, pores, spines.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    n = rng.choice((5, 6, 7, 8, 9, 10, 12, 14))
    r, turn = c.unit * rng.uniform(2.5, 3.1), rng.uniform(0, TAU)
    for i in range(6, 0, -1):
        c.disc(x, y, r * (0.9 + 0.36 * i), (t.veil, t.ground)[i % 2], opacity=0.7)
    c.stipple(650, t.line, x, y, r * 1.15, c.reach * 0.6)
    spines, ribs, spear = [], [], rng.uniform(1.5, 2.3)
    for i in range(n * 2):
        angle, long = turn + TAU * i / (n * 2), i % 2 == 0
        tip = polar(x, y, r * (spear if long else 1.1 + spear / 8), angle)
        half = 0.09 if long else 0.05
        feet = (polar(x, y, r, angle - half), polar(x, y, r, angle + half))
        spines.append(straight([feet[0], tip, feet[1]], closed=True))
        if long:
            for k in (1.28, 1.55):
                a, b = polar(x, y, r * k, angle), polar(x, y, r * (k + 0.16), angle + 0.12)
                ribs.append(straight([b, a, polar(x, y, r * (k + 0.16), angle - 0.12)]))
    c.path(spines, t.strong)
    c.path(ribs, stroke=t.strong, width=0.4)
    c.disc(x, y, r * 1.06, t.strong)
    c.disc(x, y, r, t.soft)
    for ring, share in ((0.84, 0.115), (0.62, 0.13)):
        count = n * 2 if ring > 0.7 else n
        c.dots(
            (
                (
                    *polar(x, y, r * ring, turn + TAU * (i + 0.5) / count),
                    r * share * (1 if count > n else 1.25),
                )
                for i in range(count)
            ),
            t.line,
        )
        c.rings(
            (
                (*polar(x, y, r * ring, turn + TAU * (i + 0.5) / count), r * share * 0.62)
                for i in range(count)
            ),
            t.light,
            0.22,
        )
    petals = [
        smooth(
            [polar(x, y, r * (0.46 if i % 2 else 0.3), turn + TAU * i / (2 * n)) for i in range(2 * n)],
            closed=True,
        )
    ]
    c.path(petals, t.mid)
    c.disc(x, y, r * 0.27, t.accent)
    c.disc(x, y, r * 0.27, stroke=t.line, width=0.35)
    c.dots(((*polar(x, y, r * 0.16, turn + TAU * i / n), r * 0.035) for i in range(n)), t.line)
    c.disc(x, y, r * 0.07, t.light)


def _plate(c: Canvas) -> None:
    # Overlapping scales that cover the picture as a hide does, one of them lifted.
    t, rng = c.tones, c.rng
    size = c.unit * rng.uniform(1.5, 2.0)
    fx, fy = c.focus()
    rows = int(c.h / size / 0.62) + 3
    c.fill(t.strong)
    for row in range(rows, -2, -1):
        growth, pores, rims = [], [], []
        scales: dict[str, list[tuple[float, float, float]]] = {}
        for col in range(-1, int(c.w / size / 1.7) + 2):
            x = (col + 0.5 * (row % 2)) * size * 1.7
            y = row * size * 0.62 - size * 0.5
            far = math.hypot(x - fx, y - fy) / c.reach
            tone = t.light if far < 0.06 else (t.veil, t.soft, t.mid)[(row + (far > 0.3)) % 3]
            scales.setdefault(tone, []).append((x, y, size * 0.96))
            rims.append((x, y, size * 0.96 + 0.3))
            growth += [arc_path(x, y, size * k, 0.5, 2.64) for k in (0.8, 0.62)]
            pores += [(*polar(x, y, size * 0.42, 0.7 + 0.35 * i), 0.16) for i in range(6)]
        c.dots(rims, t.line)
        for tone, discs in scales.items():
            c.dots(discs, tone)
        c.path(growth, stroke=t.line, width=0.18)
        c.dots(pores, t.line)
    c.disc(fx, fy, size * 1.75, t.line)
    c.disc(fx, fy, size * 1.62, t.veil)
    _bilayer_ring(c, Blob(fx, fy, size * 1.45, ()), t.strong, c.unit * 0.12)
    _nucleus(c, fx, fy, size * 0.62)


def _cilia(c: Canvas) -> None:
    # A slipper of a body that rows with a fringe of hairs.
    t, rng = c.tones, c.rng
    x, y = c.across(rng.uniform(0.45, 0.55)), c.down(rng.uniform(0.46, 0.54))
    tilt, long, wide = (
        rng.uniform(-0.45, 0.45),
        c.unit * rng.uniform(4.6, 5.4),
        c.unit * rng.uniform(2.0, 2.5),
    )
    cos, sin = math.cos(tilt), math.sin(tilt)

    def at(angle: float, scale: float) -> Point:
        px = long * scale * math.cos(angle)
        py = wide * scale * math.sin(angle) * (1 + 0.22 * math.cos(angle))
        return x + px * cos - py * sin, y + px * sin + py * cos

    def body(scale: float) -> str:
        return smooth([at(TAU * i / 22, scale) for i in range(22)], closed=True)

    for i in range(5, 0, -1):
        c.path(body(1.15 + 0.2 * i), (t.veil, t.ground)[i % 2])
    c.stipple(420, t.line, x, y, wide * 1.6, c.reach * 0.62)
    hairs = []
    for i in range(72):
        angle = TAU * i / 72
        bend = 0.05 + 0.03 * math.sin(5 * angle)
        hairs.append(smooth([at(angle, 1), at(angle + bend * 0.4, 1.1), at(angle + bend * 1.8, 1.2)]))
    c.path(hairs, stroke=t.strong, width=0.3)
    c.path(body(1.02), t.strong)
    c.path(body(0.94), t.soft)
    c.path(body(0.88), t.veil)
    c.dots(((*at(TAU * i / 70, 0.91), 0.2) for i in range(70)), t.line)
    groove = [at(0.2 + 0.3 * i, 0.8 - 0.14 * i) for i in range(5)]
    c.path(smooth(groove), stroke=t.mid, width=c.unit * 0.5)
    c.path(smooth(groove), stroke=t.line, width=0.3, dash="0.1 0.9")
    for share, size in ((-0.62, 0.62), (0.66, 0.5)):
        px, py = at(math.pi if share < 0 else 0, abs(share))
        c.path(
            [
                straight(
                    [
                        polar(px, py, c.unit * size * 0.5, TAU * i / 8),
                        polar(px, py, c.unit * size, TAU * i / 8),
                    ]
                )
                for i in range(8)
            ],
            stroke=t.mid,
            width=0.45,
        )
        c.disc(px, py, c.unit * size * 0.45, t.strong)
    for i in range(14):
        px, py = at(rng.uniform(0, TAU), rng.uniform(0.35, 0.78))
        c.disc(px, py, c.unit * rng.choice((0.12, 0.2, 0.28)), (t.mid, t.strong, t.accent)[i % 3])
    _nucleus(c, *at(rng.uniform(0, TAU), 0.14), wide * 0.38)


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (
    _cell,
    _nested,
    _division,
    _bilayer,
    _radiolarian,
    _plate,
    _cilia,
)
"""The ways to draw this motif, on a canvas whose ground is filled."""
