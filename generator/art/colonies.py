"""Colonies (Membership): many cells that make one body; the texture is small open rings."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, Blob, arc_path, polar, smooth, straight, trace
from generator.art.tones import mix
from generator.ground.shapes import Point


def _clip(shape: list[Point], ax: float, ay: float, bx: float, by: float) -> list[Point]:
    # The part of a convex polygon that lies nearer to a than to b.
    mx, my, nx, ny = (ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay
    sides = [(px - mx) * nx + (py - my) * ny for px, py in shape]
    points: list[Point] = []
    for i, (px, py) in enumerate(shape):
        j = (i + 1) % len(shape)
        if sides[i] <= 0:
            points.append((px, py))
        if (sides[i] < 0) != (sides[j] < 0):
            share = sides[i] / (sides[i] - sides[j])
            qx, qy = shape[j]
            points.append((px + (qx - px) * share, py + (qy - py) * share))
    return points


def _voronoi(sites: list[Point], reach: float) -> list[list[Point]]:
    cells = []
    for ax, ay in sites:
        shape = [
            (ax - reach, ay - reach),
            (ax + reach, ay - reach),
            (ax + reach, ay + reach),
            (ax - reach, ay + reach),
        ]
        near = sorted(sites, key=lambda site: (site[0] - ax) ** 2 + (site[1] - ay) ** 2)[1:13]
        for bx, by in near:
            shape = _clip(shape, ax, ay, bx, by)
        cells.append(shape)
    return cells


def _rounded(shape: list[Point], gap: float) -> tuple[str, float]:
    # Path data of a cell drawn in by a gap with round corners, and its inner radius.
    n = len(shape)
    cx, cy = sum(p[0] for p in shape) / n, sum(p[1] for p in shape) / n
    inner = []
    for px, py in shape:
        far = math.hypot(px - cx, py - cy) or 1
        share = max(0.2, 1 - gap / far)
        inner.append((cx + (px - cx) * share, cy + (py - cy) * share))
    path, size = "", min(math.hypot(p[0] - cx, p[1] - cy) for p in inner)
    for i, (px, py) in enumerate(inner):
        (ax, ay), (bx, by) = inner[i - 1], inner[(i + 1) % n]
        start, end = ((ax + 2 * px) / 3, (ay + 2 * py) / 3), ((bx + 2 * px) / 3, (by + 2 * py) / 3)
        path += trace("L" if path else "M", start, "Q", (px, py), end)
    return path + "Z", size


def _tissue(c: Canvas) -> None:
    # Packed cells, small and bright round one of them, large and calm towards the edge.
    t, rng = c.tones, c.rng
    fx, fy = c.focus()
    step, pull = c.unit * rng.uniform(1.5, 2.0), rng.uniform(0.1, 0.34)
    stretch = rng.uniform(0.8, 1.25)
    sites: list[Point] = []
    for row in range(-2, int(c.h / step) + 4):
        for col in range(-2, int(c.w / step / stretch) + 4):
            x = (col + 0.5 * (row % 2) + rng.uniform(-0.28, 0.28)) * step * stretch
            y = (row + rng.uniform(-0.28, 0.28)) * step
            near = math.exp(-(((x - fx) / c.unit / 4) ** 2 + ((y - fy) / c.unit / 4) ** 2))
            sites.append((x + (fx - x) * pull * near, y + (fy - y) * pull * near))
    c.fill(t.line if c.rng.random() < 0.3 else mix(t.soft, t.line, 0.3))
    order = sorted(range(len(sites)), key=lambda i: math.hypot(sites[i][0] - fx, sites[i][1] - fy))
    shapes, family = _voronoi(sites, step * 3), set(order[1 : rng.randint(6, 9)])
    rings, cores = [], []
    for i, shape in enumerate(shapes):
        x, y = sites[i]
        if len(shape) < 3 or not (-step < x < c.w + step and -step < y < c.h + step):
            continue
        data, size = _rounded(shape, c.unit * 0.16)
        far = math.hypot(x - fx, y - fy) / c.reach
        if i == order[0]:
            c.path(data, t.accent)
            c.path(_rounded(shape, c.unit * 0.5)[0], stroke=t.light, width=0.35)
            c.disc(x, y, size * 0.42, t.dark)
            c.disc(x - size * 0.1, y - size * 0.1, size * 0.16, t.light)
            continue
        tone = (
            t.light
            if i in family
            else rng.choice((t.veil, t.soft, t.mid) if far < 0.3 else (t.ground, t.veil, t.soft))
        )
        c.path(data, tone)
        dx, dy = polar(x, y, size * 0.16, rng.uniform(0, TAU))
        if i in family:
            c.path(_rounded(shape, c.unit * 0.42)[0], stroke=t.mid, width=0.25)
            c.disc(dx, dy, size * 0.4, t.strong)
            c.disc(dx, dy, size * 0.16, t.light)
        elif far < 0.42:
            cores.append((dx, dy, size * rng.uniform(0.24, 0.34)))
        else:
            rings.append((dx, dy, size * rng.uniform(0.16, 0.26)))
    c.dots(cores, t.strong)
    c.rings(rings, t.strong, 0.3)


def _pack(
    c: Canvas, x: float, y: float, r: float, sizes: tuple[float, ...], tries: int
) -> list[tuple[float, float, float]]:
    # Discs of falling sizes thrown into a circle, kept where they fit.
    placed: list[tuple[float, float, float]] = []
    for size in sizes:
        for _ in range(tries):
            share = math.sqrt(c.rng.random()) * (r - size)
            px, py = polar(x, y, share, c.rng.uniform(0, TAU))
            if all(math.hypot(px - qx, py - qy) > size + qr + c.unit * 0.1 for qx, qy, qr in placed):
                placed.append((px, py, size))
    return placed


def _dish(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()
    r = c.unit * rng.uniform(4.0, 4.5)
    c.rings(
        ((rng.uniform(0, c.w), rng.uniform(0, c.h), rng.choice((0.3, 0.5, 0.8))) for _ in range(120)),
        t.soft,
        0.25,
    )
    c.disc(x, y, r * 1.16, t.veil)
    c.disc(x, y, r * 1.16, stroke=t.strong, width=c.unit * 0.2)
    c.disc(x, y, r * 1.07, t.soft)
    c.path([arc_path(x, y, r * 1.115, a, a + 0.5) for a in (3.6, 4.3)], stroke=t.light, width=0.5)
    packed = _pack(
        c, x, y, r, tuple(c.unit * s for s in (rng.uniform(1.1, 1.5), 1.0, 0.75, 0.55, 0.38, 0.24, 0.15)), 40
    )
    for i, (px, py, size) in enumerate(packed):
        tone = t.accent if i == 0 else (t.light, t.mid, t.veil, t.strong)[i % 4]
        c.disc(px, py, size, tone)
        if size > c.unit * 0.3:
            c.disc(px, py, size * 0.78, stroke=t.line, width=0.24)
            dx, dy = polar(px, py, size * 0.2, rng.uniform(0, TAU))
            c.disc(
                dx,
                dy,
                size * 0.36,
                t.dark
                if i == 0
                else t.line
                if tone not in (t.strong, t.light)
                else t.strong
                if tone == t.light
                else t.veil,
            )
            c.disc(dx, dy, size * 0.14, t.light if tone != t.strong else t.strong)


def _chains(c: Canvas) -> None:
    # Strings of beads that swim side by side, one bead a stranger.
    t, rng = c.tones, c.rng
    c.rings(
        ((rng.uniform(0, c.w), rng.uniform(0, c.h), rng.choice((0.3, 0.5, 0.9))) for _ in range(110)),
        t.soft,
        0.25,
    )
    lines, tilt = rng.randint(5, 7), rng.uniform(-0.35, 0.35)
    phase, swing = rng.uniform(0, TAU), c.unit * rng.uniform(0.7, 1.3)
    star = (lines // 2, rng.uniform(0.35, 0.65))
    for k in range(lines):
        base, size = c.h * (k + 0.5) / lines, c.unit * (0.52 if abs(k - star[0]) > 1 else 0.66)
        x, i = -size * 2, 0
        tone = (t.mid, t.strong, t.soft)[k % 3]
        thread, beads = [], []
        while x < c.w + 2 * size:
            y = (
                base
                + (x - c.w / 2) * math.tan(tilt) * 0.5
                + swing * math.sin(x / c.w * 5.5 + phase + k * 0.35)
            )
            grown = size * (0.8 + 0.35 * math.sin(i * 1.7 + k))
            thread.append((x, y))
            beads.append((x, y, grown))
            x, i = x + grown * 2.05, i + 1
        c.path(smooth(thread), stroke=t.line, width=0.3)
        c.dots(beads, tone)
        c.dots(((bx - br * 0.2, by - br * 0.2, br * 0.36) for bx, by, br in beads), t.light, opacity=0.75)
        if k == star[0]:
            bx, by, _ = min(beads, key=lambda bead: abs(bead[0] - c.w * star[1]))
            c.disc(bx, by, size * 2.1, t.veil)
            c.disc(bx, by, size * 2.1, stroke=t.line, width=0.35)
            c.disc(bx, by, size * 1.6, t.accent)
            c.disc(bx, by, size * 0.7, t.dark)
            c.disc(bx - size * 0.2, by - size * 0.2, size * 0.24, t.light)


def _comb(c: Canvas) -> None:
    # Six-sided rooms, tended from the middle outwards.
    t, rng = c.tones, c.rng
    fx, fy = c.focus()
    size, turn = c.unit * rng.uniform(0.85, 1.15), rng.choice((0.0, math.pi / 6))
    c.fill(mix(t.ground, t.soft, 0.5))
    wide, high = size * math.sqrt(3), size * 1.5
    for row in range(-1, int(max(c.w, c.h) / high) + 2):
        for col in range(-1, int(max(c.w, c.h) / wide) + 2):
            x, y = (col + 0.5 * (row % 2)) * wide, row * high
            if turn:
                x, y = y, x
            far = math.hypot(x - fx, y - fy) / c.unit + rng.uniform(-0.9, 0.9)
            start = turn + math.pi / 6
            hexagon = straight([polar(x, y, size * 0.92, start + TAU * i / 6) for i in range(6)], closed=True)
            if far < 2.6:
                c.path(hexagon, t.strong)
                c.disc(x, y, size * 0.58, t.accent if far < 1 else t.light)
                c.disc(x, y, size * 0.24, t.dark)
            elif far < 4.4:
                c.path(hexagon, rng.choice((t.mid, t.soft, t.mid)))
                c.disc(x, y, size * 0.5, stroke=t.light, width=0.35)
                c.disc(x, y, size * 0.2, t.light)
            else:
                c.path(hexagon, t.veil if rng.random() < 0.6 else t.ground)
                if rng.random() < 0.55:
                    c.disc(x, y, size * rng.uniform(0.2, 0.55), stroke=t.soft, width=0.35)


def _bloom(c: Canvas) -> None:
    # A colony that grew ring by ring, each ring more lobed than the last.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    lobes, turn = rng.randint(7, 12), rng.uniform(0, TAU)
    c.rings(
        ((rng.uniform(0, c.w), rng.uniform(0, c.h), rng.choice((0.3, 0.55, 0.9))) for _ in range(150)),
        t.soft,
        0.25,
    )
    rings = rng.randint(6, 8)
    fills = (t.soft, t.veil, t.mid, t.light, t.strong, t.soft, t.mid, t.light)
    for k in range(rings):
        r = c.unit * 5.2 * (1 - k / rings)
        depth = 0.16 * (1 - k / rings)
        outline = Blob(x, y, r, ((lobes, depth, turn), (lobes // 2, depth * 0.6, turn * 2)))
        c.path(outline.path(1, lobes * 5), fills[k % len(fills)])
        count = max(8, int(r * 5 / c.unit))
        beads = ((*outline.at(TAU * i / count, 0.9), c.unit * (0.1 + 0.02 * k)) for i in range(count))
        c.dots(beads, t.line if k % 2 == 0 else t.strong)
    c.disc(x, y, c.unit * 0.85, t.accent)
    c.disc(x, y, c.unit * 0.85, stroke=t.line, width=0.3)
    c.disc(x, y, c.unit * 0.3, t.dark)


def _reef(c: Canvas) -> None:
    # Polyps on branching stalks that lean to one light.
    t, rng = c.tones, c.rng
    lx, ly = c.across(rng.uniform(0.3, 0.7)), c.down(rng.uniform(0.28, 0.36))
    c.glow(lx, ly, c.unit * 4.6, t.veil, 4, 0.7)
    c.rings(
        ((rng.uniform(0, c.w), rng.uniform(0, c.h), rng.choice((0.3, 0.55, 0.9))) for _ in range(130)),
        t.soft,
        0.25,
    )
    stalks, fat = rng.randint(6, 10), rng.uniform(0.8, 1.3)
    heads: list[tuple[float, float, float]] = []
    for i in range(stalks):
        x = c.w * (i + 0.5 + rng.uniform(-0.2, 0.2)) / stalks
        lean = (lx - x) * 0.3
        top = c.down(0.4 + 0.38 * abs(x - lx) / c.w + rng.uniform(-0.05, 0.1))
        tone = (t.soft, t.mid, t.strong)[i % 3]
        knots = [(x + lean * k * k / 16, c.h + 2 - (c.h + 2 - top) * k / 4) for k in range(5)]
        c.path(smooth(knots), stroke=tone, width=c.unit * 0.5)
        heads.append((*knots[-1], c.unit * fat * rng.uniform(0.75, 1.05)))
        for k in (2, 3) if i % 2 else (3,):
            side = rng.choice((-1, 1))
            tip = (knots[k][0] + side * c.unit * 1.0, knots[k][1] - c.unit * 1.1)
            c.path(
                smooth([knots[k], (tip[0], knots[k][1] - c.unit * 0.3), tip]), stroke=tone, width=c.unit * 0.3
            )
            heads.append((*tip, c.unit * 0.5))
    for i, (x, y, r) in enumerate(heads):
        arms = [straight([(x, y), polar(x, y, r * 1.35, TAU * k / 9 + i)]) for k in range(9)]
        c.path(arms, stroke=t.line, width=0.3)
        c.dots(((*polar(x, y, r * 1.35, TAU * k / 9 + i), 0.24) for k in range(9)), t.line)
        c.disc(x, y, r, (t.light, t.soft, t.mid)[i % 3], stroke=t.line, width=0.3)
        c.disc(x, y, r * 0.5, t.strong)
        c.disc(x, y, r * 0.2, t.light)
    x, y, r = min(heads, key=lambda head: abs(head[0] - lx) - head[2] * 3)
    c.disc(x, y, r * 1.1, t.accent, stroke=t.line, width=0.35)
    c.disc(x, y, r * 0.5, t.dark)
    c.disc(x, y, r * 0.2, t.light)


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (
    _tissue,
    _dish,
    _chains,
    _comb,
    _bloom,
    _reef,
)
"""The ways to draw this motif, on a canvas whose ground is filled."""
