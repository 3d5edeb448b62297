"""Contours (Stewardship): what a map knows of the land; the texture is the contour line itself."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, Blob, arc_path, blob, leaf_path, number, polar, smooth, straight
from generator.art.tones import mix
from generator.ground.shapes import Point


def sounding(c: Canvas, x: float, y: float, start: float, color: str) -> None:
    """Depth lines that ripple out from a shore of radius `start` mm to the edges of the picture."""
    shore = blob(c.rng, x, y, start, 0.05)
    scale = 1.0
    while scale * start < c.reach * 0.85:
        c.path(shore.path(scale, 18), stroke=color, width=0.24, dash="" if scale < 1.9 else "2.4 1.2")
        scale += 0.14 * scale**0.6


def _island(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()
    land = blob(rng, x, y, c.unit * rng.uniform(3.9, 4.5), 0.1, rng.uniform(0.82, 1))
    sounding(c, x, y, c.unit * 4.3, t.soft)
    drift_x, drift_y = polar(0, 0, c.unit * rng.uniform(0.6, 1.3), rng.uniform(0, TAU))
    levels = rng.randint(7, 9)
    for k in range(levels):
        share = k / levels
        ring = Blob(
            land.x + drift_x * share,
            land.y + drift_y * share,
            land.r,
            tuple((h, s * (1 - share * 0.5), p + share * h * 0.2) for h, s, p in land.swells),
            land.squash,
        )
        scale = (1 - share) ** 1.05
        if k == 0:
            c.path(ring.path(1.1, 26), t.veil)
        c.path(
            ring.path(scale, 26),
            mix(mix(t.light, t.soft, 0.5), t.strong, share) if k else t.light,
            stroke=t.line,
            width=0.22 if k % 3 else 0.45,
        )
    _grove(c, land, 26)
    px, py = x + drift_x, y + drift_y
    c.path(straight([(px, py), (px, py - c.unit * 1.5)]), stroke=t.line, width=0.5)
    c.disc(px, py - c.unit * 1.7, c.unit * 0.62, t.accent, stroke=t.line, width=0.35)
    c.disc(px, py - c.unit * 1.7, c.unit * 0.22, t.dark)


def _grove(c: Canvas, land: Blob, count: int) -> None:
    t, trees = c.tones, []
    for _ in range(count):
        angle, share = c.rng.uniform(0, TAU), c.rng.uniform(0.45, 0.86)
        trees.append(land.at(angle, share))
    for px, py in sorted(trees, key=lambda p: p[1]):
        size = c.unit * c.rng.uniform(0.3, 0.5)
        c.path(straight([(px, py + size * 0.5), (px, py - size * 0.2)]), stroke=t.line, width=0.3)
        c.path(
            leaf_path(px, py + size * 0.2, size * 1.8, size * 0.62, -math.pi / 2),
            t.line if c.rng.random() < 0.5 else t.strong,
            stroke=t.light,
            width=0.16,
        )


def _river(c: Canvas) -> None:
    # A river bends through terraces and keeps its banks.
    t, rng = c.tones, c.rng
    phase, bends, swing = rng.uniform(0, TAU), rng.uniform(1.0, 1.7), c.unit * rng.uniform(1.1, 1.9)
    tilt = rng.uniform(-0.3, 0.3)

    def bank(offset: float, calm: float) -> list[Point]:
        points = []
        for i in range(19):
            px = -2 + (c.w + 4) * i / 18
            bend = swing * (1 - calm) * math.sin(TAU * bends * px / c.w + phase)
            points.append((px, c.down(0.5) + (px - c.w / 2) * tilt * (1 - calm) + bend + offset))
        return points

    fills = (t.veil, t.soft, mix(t.soft, t.mid, 0.5), t.mid, mix(t.mid, t.strong, 0.5), t.strong, t.line)
    for side in (-1, 1):
        for k in range(7):
            edge = bank(side * c.unit * (0.75 + 0.78 * k), 0.1 * k)
            c.path(
                f"{smooth(edge)}V{number(c.h + 2 if side > 0 else -2)}H-3Z",
                fills[k],
                stroke=t.line,
                width=0.22 if k % 3 else 0.4,
            )
    water = [*bank(-c.unit * 0.62, 0), *bank(c.unit * 0.62, 0)[::-1]]
    c.path(f"{smooth(water[:19])}{smooth(water[19:]).replace('M', 'L', 1)}Z", t.light)
    for lane in (-0.36, 0.0, 0.36):
        c.path(smooth(bank(c.unit * lane, 0)), stroke=t.mid, width=0.28, dash="3 1.6 1 1.6")
    for side in (-1, 1):
        line = bank(side * c.unit * 1.15, 0.05)
        for i in range(1, 18):
            if rng.random() < 0.6:
                px, py = line[i]
                c.path(
                    leaf_path(px, py, c.unit * rng.uniform(0.7, 1.0), c.unit * 0.27, -math.pi / 2),
                    t.strong if i % 2 else t.line,
                    stroke=t.light,
                    width=0.16,
                )
    fx, fy = bank(0, 0)[rng.randint(6, 12)]
    c.disc(fx, fy, c.unit * 1.15, t.light, stroke=t.line, width=0.4)
    c.disc(fx, fy, c.unit * 0.85, stroke=t.line, width=0.22, dash="0.1 0.8")
    c.disc(fx, fy, c.unit * 0.6, t.accent, stroke=t.line, width=0.3)
    c.disc(fx, fy, c.unit * 0.2, t.dark)


def _world(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()[0] * 0.5 + c.across(0.5) * 0.5, c.down(rng.uniform(0.74, 0.76))
    r = c.unit * rng.uniform(2.4, 2.5)
    sounding(c, x, y, r * 1.35, t.soft)
    for k in range(3, 0, -1):
        c.disc(x, y, r * (1 + 0.13 * k), (t.veil, t.ground)[k % 2])
    c.disc(x, y, r, t.mid, stroke=t.line, width=0.5)
    lands, start, shores = rng.randint(4, 6), rng.uniform(0, TAU), []
    for k in range(lands):
        a, share = start + TAU * k / lands + rng.uniform(-0.3, 0.3), rng.uniform(0.4, 0.62)
        px, py = polar(x, y, r * share, a)
        size = min(r * rng.uniform(0.28, 0.46), r * (0.98 - share) * 0.85)
        shores.append(blob(rng, px, py, size, 0.14))
    for scale, tone in ((1.0, t.light), (0.76, t.soft), (0.52, t.strong), (0.28, t.line)):
        c.path([land.path(scale, 11) for land in shores], stroke=t.line, width=0.5)
        c.path([land.path(scale, 11) for land in shores], tone)
    c.path([arc_path(x, y, r * k, 0.1, 1.5) for k in (0.95, 0.89)], stroke=t.line, width=0.35)
    n = rng.choice((7, 9, 11))
    for i in range(n):
        a = -math.pi / 2 + (i - (n - 1) / 2) * 0.2
        foot = polar(x, y, r * 1.01, a)
        tall = c.unit * (1.9 - 0.2 * abs(i - (n - 1) / 2))
        c.path(straight([foot, polar(x, y, r + tall * 0.6, a)]), stroke=t.line, width=0.35)
        if i == n // 2:
            c.disc(*polar(x, y, r + tall * 0.95, a), c.unit * 0.55, t.accent, stroke=t.line, width=0.35)
        else:
            c.path(
                leaf_path(*polar(x, y, r + tall * 0.25, a), tall * 0.9, c.unit * 0.3, a),
                (t.strong, t.mid, t.line)[i % 3],
                stroke=t.light,
                width=0.18,
            )
    hold = [polar(x, y, r * 1.22, math.pi * (0.12 + 0.76 * i / 12)) for i in range(13)]
    c.path(smooth(hold), stroke=t.line, width=c.unit * 0.36)
    c.path(smooth(hold), stroke=t.light, width=0.3, dash="1.6 1.2")


def _terraces(c: Canvas) -> None:
    # Fields cut into a slope, each with its crop, water standing in one.
    t, rng = c.tones, c.rng
    x, y = c.w * rng.choice((-0.08, 1.08)), c.h * 1.12
    hill = blob(rng, x, y, c.reach * rng.uniform(0.7, 0.8), 0.022)
    sx, sy = (c.w - x) * 0.66 + c.w * 0.17, c.down(rng.uniform(0.38, 0.42))
    for k in range(5, 0, -1):
        c.disc(sx, sy, c.unit * (0.7 + 0.75 * k), (t.veil, t.ground)[k % 2])
    c.disc(sx, sy, c.unit * 1.4, t.accent)
    fills = (t.soft, t.mid, t.veil, t.strong, t.mid, t.soft, t.line, t.mid, t.strong)
    scale = 1.0
    for k in range(9):
        c.path(hill.path(scale, 22), fills[k], stroke=t.line, width=0.4)
        step = rng.uniform(0.075, 0.12)
        for line in range(1, 3):
            c.path(
                hill.path(scale - step * line / 3, 22),
                stroke=t.light if fills[k] in (t.line, t.strong, t.mid) else t.line,
                width=0.22,
                dash=("" if k % 3 == 0 else "1.4 1" if k % 3 == 1 else "0.1 1"),
            )
        if k in (1, 4):
            plants = []
            for i in range(84):
                px, py = hill.at(TAU * i / 84, scale - step * 0.45)
                if c.holds(px, py, 1):
                    plants += [
                        leaf_path(px, py, c.unit * 0.5, c.unit * 0.1, -math.pi / 2 + lean)
                        for lean in (-0.5, 0.5)
                    ]
            c.path(plants, t.line)
        scale -= step


def _peaks(c: Canvas) -> None:
    # Two or three summits on one map, the lines between them bent by both.
    t, rng = c.tones, c.rng
    fx, fy = c.focus()
    tops = [(fx, fy, 1.0, c.unit * rng.uniform(2.3, 2.9))]
    for _ in range(rng.randint(2, 3)):
        a = rng.uniform(0, TAU)
        tops.append(
            (
                fx + c.w * 0.4 * math.cos(a),
                fy + c.stage * 0.45 * math.sin(a),
                rng.uniform(0.45, 0.8),
                c.unit * rng.uniform(1.8, 2.6),
            )
        )
    cols, rows, edge = 33, 25, 4.0  # the field ends outside the box, so that every line closes
    dx, dy = (c.w + 2 * edge) / cols, (c.h + 2 * edge) / rows

    def height(px: float, py: float) -> float:
        return sum(
            h * math.exp(-((px - x) ** 2 + (py - y) ** 2) / (2 * s * s)) for x, y, h, s in tops
        ) + 0.05 * math.sin(px / c.unit) * math.cos(py / c.unit * 0.8)

    field = [
        [
            height(i * dx - edge, j * dy - edge) if 0 < i < cols and 0 < j < rows else -1.0
            for i in range(cols + 1)
        ]
        for j in range(rows + 1)
    ]
    levels = [0.03, 0.07, 0.14, 0.23, 0.33, 0.44, 0.56, 0.69, 0.83, 0.94]
    for k, level in enumerate(levels):
        tone = mix(mix(t.ground, t.soft, 0.4), t.strong, k / (len(levels) - 1))
        for chain in _isolines(field, level, dx, dy):
            if len(chain) > 5:
                ring = [(x - edge, y - edge) for x, y in chain[: -1 : 2 if len(chain) > 12 else 1]]
                c.path(smooth(ring, closed=True), tone, stroke=t.line, width=0.45 if k % 3 == 2 else 0.22)
    c.path(straight([(fx, fy), (fx, fy - c.unit * 1.3)]), stroke=t.line, width=0.5)
    c.disc(fx, fy, c.unit * 0.16, t.line)
    c.disc(fx, fy - c.unit * 1.5, c.unit * 0.62, t.accent, stroke=t.line, width=0.35)
    c.disc(fx, fy - c.unit * 1.5, c.unit * 0.22, t.dark)


def _isolines(field: list[list[float]], level: float, dx: float, dy: float) -> list[list[Point]]:
    # Marching squares: where the field crosses the level, as chains of points.
    ways: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
    places: dict[tuple[int, int, int], Point] = {}

    def cross(i: int, j: int, across: int) -> tuple[int, int, int]:
        a, b = field[j][i], field[j][i + 1] if across else field[j + 1][i]
        share = (level - a) / (b - a)
        key = (i, j, across)
        places[key] = ((i + share * across) * dx, (j + share * (1 - across)) * dy)
        return key

    for j in range(len(field) - 1):
        for i in range(len(field[0]) - 1):
            corners = [
                field[j][i] > level,
                field[j][i + 1] > level,
                field[j + 1][i + 1] > level,
                field[j + 1][i] > level,
            ]
            sides = ((i, j, 1), (i + 1, j, 0), (i, j + 1, 1), (i, j, 0))
            cut = [cross(*sides[k]) for k in range(4) if corners[k] != corners[(k + 1) % 4]]
            for first, second in zip(cut[::2], cut[1::2], strict=True):
                ways.setdefault(first, []).append(second)
                ways.setdefault(second, []).append(first)
    chains = []
    starts = sorted(ways, key=lambda key: len(ways[key]))  # open ends first
    for start in starts:
        if not ways[start]:
            continue
        chain = [start]
        while ways[chain[-1]]:
            after = ways[chain[-1]].pop()
            ways[after].remove(chain[-1])
            chain.append(after)
        chains.append([places[key] for key in chain])
    return chains


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (
    _island,
    _river,
    _world,
    _terraces,
    _peaks,
)
"""The ways to draw this motif, on a canvas whose ground is filled."""
