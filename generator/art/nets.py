"""Nets (Prediction): points that guess at each other; the texture is a fine mesh of crosses."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, polar, smooth, straight, trace
from generator.art.tones import mix
from generator.ground.shapes import Point


def crosses(c: Canvas, color: str, step: float) -> None:
    """A fine mesh of crosses, one every `step` mm: the texture of this motif."""
    marks = []
    for row in range(int(c.h / step) + 2):
        for col in range(int(c.w / step) + 2):
            x, y = col * step, row * step
            marks.append(f"{straight([(x - 0.3, y), (x + 0.3, y)])}{straight([(x, y - 0.3), (x, y + 0.3)])}")
    c.path(marks, stroke=color, width=0.18)


def star(c: Canvas, x: float, y: float, r: float) -> None:
    """The golden eye of this motif, with two fine rings; r is that of the gold, in mm."""
    t = c.tones
    c.disc(x, y, r * 1.9, t.veil, opacity=0.7)
    c.disc(x, y, r * 1.9, stroke=t.line, width=0.25)
    c.disc(x, y, r * 1.45, stroke=t.line, width=0.25, dash="0.1 0.9")
    c.disc(x, y, r, t.accent, stroke=t.line, width=0.35)
    c.disc(x, y, r * 0.36, t.dark)


def links(points: list[Point], most: float) -> list[tuple[int, int]]:
    """Which points are neighbours, none farther apart than `most` mm, as pairs of their places.

    The Gabriel graph: two are joined if no third lies in the circle between them.
    """
    lines = []
    for i, (ax, ay) in enumerate(points):
        for j in range(i + 1, len(points)):
            bx, by = points[j]
            apart = (ax - bx) ** 2 + (ay - by) ** 2
            if apart > most * most:
                continue
            mx, my = (ax + bx) / 2, (ay + by) / 2
            if all(
                (px - mx) ** 2 + (py - my) ** 2 >= apart / 4 - 1e-9
                for k, (px, py) in enumerate(points)
                if k not in (i, j)
            ):
                lines.append((i, j))
    return lines


def _globe(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    crosses(c, t.soft, c.unit * 0.9)
    x, y = c.focus()
    r = c.unit * rng.uniform(3.6, 4.4)
    for i in range(4, 0, -1):
        c.disc(x, y, r * (1 + 0.17 * i), (t.veil, t.ground)[i % 2])
    c.disc(x, y, r, mix(t.soft, t.mid, 0.45))
    c.disc(x - r * 0.12, y - r * 0.12, r * 0.86, t.soft)
    n, turn, tilt = rng.randint(54, 72), rng.uniform(0, TAU), rng.uniform(-0.6, 0.6)
    front: list[tuple[float, float, float]] = []
    for i in range(n * 2):
        z = 1 - (2 * i + 1) / (n * 2)
        angle = 2.39996 * i + turn
        px, py = math.sqrt(1 - z * z) * math.cos(angle), math.sqrt(1 - z * z) * math.sin(angle)
        py, z = py * math.cos(tilt) - z * math.sin(tilt), py * math.sin(tilt) + z * math.cos(tilt)
        if z > 0.02:
            front.append((x + r * 0.98 * px, y + r * 0.98 * py, z))
    flat = [(px, py) for px, py, _ in front]
    edges = links(flat, r * 0.5)
    c.path([straight([flat[i], flat[j]]) for i, j in edges], stroke=t.line, width=0.22)
    hub = max(range(len(front)), key=lambda i: front[i][2] - 0.4 * rng.random())
    near = [j if i == hub else i for i, j in edges if hub in (i, j)]
    c.path([straight([flat[hub], flat[k]]) for k in near], stroke=t.strong, width=0.7)
    c.dots(((px, py, c.unit * (0.06 + 0.15 * z)) for px, py, z in front), t.strong)
    c.dots(((*flat[k], c.unit * 0.26) for k in near), t.light)
    c.disc(x, y, r, stroke=t.line, width=0.5)
    orbit = [polar(0, 0, 1, TAU * i / 24) for i in range(25)]
    lean = rng.uniform(-0.5, 0.5)
    ring = [
        (
            x + r * 1.32 * px * math.cos(lean) - r * 0.34 * py * math.sin(lean),
            y + r * 1.32 * px * math.sin(lean) + r * 0.34 * py * math.cos(lean),
        )
        for px, py in orbit
    ]
    c.path(smooth(ring[:14]), stroke=t.line, width=0.4)
    c.disc(*ring[rng.randint(2, 11)], c.unit * 0.34, t.strong, stroke=t.light, width=0.3)
    star(c, *flat[hub], c.unit * 0.52)


def _constellation(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    crosses(c, t.soft, c.unit * 0.9)
    x, y = c.focus()
    for i in range(6, 0, -1):
        c.disc(x, y, c.unit * 1.1 * i, (t.veil, t.ground)[i % 2])
    points: list[Point] = [(x, y)]
    least = c.unit * rng.uniform(1.0, 1.25)
    for _ in range(200):
        px, py = rng.uniform(-2, c.w + 2), rng.uniform(-2, c.h + 2)
        far = math.hypot(px - x, py - y) / c.reach
        if all(math.hypot(px - qx, py - qy) > least * (0.75 + 1.9 * far) for qx, qy in points):
            points.append((px, py))
    edges = links(points, c.unit * 4)
    c.path([straight([points[i], points[j]]) for i, j in edges], stroke=t.mid, width=0.28)
    path, at = [0], 0
    for _ in range(5):  # one chain of stars is drawn bold
        ways = [j if i == at else i for i, j in edges if at in (i, j) and (j if i == at else i) not in path]
        if not ways:
            break
        at = max(ways, key=lambda k: points[k][0] * rng.uniform(0.8, 1.2))
        path.append(at)
    c.path(straight([points[k] for k in path]), stroke=t.strong, width=0.8)
    sizes = [c.unit * rng.choice((0.13, 0.13, 0.2, 0.3)) for _ in points]
    c.dots(((px, py, size * 1.7) for (px, py), size in zip(points, sizes, strict=True)), t.ground)
    c.dots(((px, py, size) for (px, py), size in zip(points, sizes, strict=True)), t.strong)
    for k in path[1:]:
        c.disc(*points[k], c.unit * 0.38, t.light, stroke=t.strong, width=0.45)
    star(c, x, y, c.unit * 0.72)


def _lens(c: Canvas) -> None:
    # A grid bulges where attention rests.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    step, power, r = c.unit * rng.uniform(0.75, 0.95), rng.uniform(0.55, 0.75), c.unit * rng.uniform(4.0, 4.8)

    def bulge(px: float, py: float) -> Point:
        dx, dy = px - x, py - y
        far = math.hypot(dx, dy) / r
        if far >= 1:
            return px, py
        grow = 1 + power * (1 - far) ** 1.3 * 1.9
        return x + dx * min(grow, 1 / max(far, 0.01)), y + dy * min(grow, 1 / max(far, 0.01))

    c.disc(x, y, r * 1.06, t.soft)
    c.disc(x, y, r * 0.98, t.veil)
    lines = []
    cols, rows = int(c.w / step) + 2, int(c.h / step) + 2
    for k in range(-1, cols):
        px = x % step + k * step
        lines.append(_grid_line([(px, -1 + (c.h + 2) * i / 26) for i in range(27)], x, y, r, bulge))
    for k in range(-1, rows):
        py = y % step + k * step
        lines.append(_grid_line([(-1 + (c.w + 2) * i / 32, py) for i in range(33)], x, y, r, bulge))
    c.path(lines, stroke=t.mid, width=0.24)
    knots = []
    for row in range(-1, rows):
        for col in range(-1, cols):
            px, py = bulge(x % step + col * step, y % step + row * step)
            far = math.hypot(px - x, py - y) / r
            if c.holds(px, py) and far > 0.2:
                knots.append((px, py, c.unit * (0.3 * max(0.0, 1 - far) + 0.05)))
    c.dots(knots, t.strong)
    c.disc(x, y, r * 1.02, stroke=t.line, width=0.6)
    c.disc(x, y, r * 1.09, stroke=t.line, width=0.25)
    angle = rng.choice((0.7, 2.4))
    c.path(
        straight([polar(x, y, r * 1.09, angle), polar(x, y, r * 2.2, angle)]),
        stroke=t.line,
        width=c.unit * 0.55,
    )
    c.path(arc_path(x, y, r * 0.9, 3.6, 4.5), stroke=t.light, width=0.7)
    star(c, x, y, c.unit * 0.72)


def _grid_line(
    points: list[Point], x: float, y: float, r: float, bulge: Callable[[float, float], Point]
) -> str:
    # Curved only where the lens reaches; elsewhere two ends are enough.
    if all(math.hypot(px - x, py - y) >= r for px, py in points):
        return straight([points[0], points[-1]])
    kept = [
        p
        for i, p in enumerate(points)
        if i in (0, len(points) - 1) or math.hypot(p[0] - x, p[1] - y) < r * 1.25
    ]
    return smooth([bulge(*p) for p in kept])


def _forecast(c: Canvas) -> None:
    # What was is one line, what may come is a widening fan, what comes is one point.
    t, rng = c.tones, c.rng
    crosses(c, t.soft, c.unit * 0.9)
    nx, y0 = c.across(rng.uniform(0.3, 0.4)), c.down(rng.uniform(0.48, 0.56))
    drift, wide = rng.uniform(-0.28, 0.1), rng.uniform(0.42, 0.56)
    bend = rng.uniform(0, TAU)

    def ahead(share: float, side: float) -> Point:
        spread = c.stage * wide * share**0.85
        return nx + (
            c.w + 2 - nx
        ) * share, y0 + c.stage * drift * share + side * spread + c.unit * 0.4 * math.sin(5 * share + bend)

    steps = [i / 9 for i in range(10)]
    for k, tone in ((1.0, t.veil), (0.74, t.soft), (0.48, mix(t.soft, t.mid, 0.6)), (0.22, t.mid)):
        upper = [ahead(s, -k) for s in steps]
        lower = [ahead(s, k) for s in steps]
        c.path(f"{smooth(upper)}{smooth(lower[::-1]).replace('M', 'L', 1)}Z", tone)
    for k in (-0.88, -0.61, -0.35, 0.35, 0.61, 0.88):
        c.path(smooth([ahead(s, k) for s in steps]), stroke=t.line, width=0.22, dash="1.3 0.9")
    tries = []
    for _ in range(5):
        side, level = 0.0, [ahead(0, 0)]
        for s in steps[1:]:
            side = max(-0.9, min(0.9, side + rng.uniform(-0.22, 0.22)))
            level.append(ahead(s, side))
        tries.append(smooth(level))
    c.path(tries, stroke=t.strong, width=0.32)
    past: list[Point] = [(nx, y0)]
    while past[-1][0] > -3:
        past.append((past[-1][0] - c.unit * rng.uniform(0.5, 0.8), y0 + c.unit * rng.uniform(-1.3, 1.3)))
    c.path(straight(past), stroke=t.line, width=0.6)
    c.dots(((*p, c.unit * 0.2) for p in past), t.line)
    c.path(straight([(nx, 0), (nx, c.h)]), stroke=t.line, width=0.25, dash="0.8 0.8")
    for s, k in ((0.36, -0.2), (0.66, 0.12)):
        c.disc(*ahead(s, k), c.unit * 0.28, t.light, stroke=t.strong, width=0.45)
    star(c, nx, y0, c.unit * 0.75)


def _web(c: Canvas) -> None:
    # An orb web: every thread reports to the centre.
    t, rng = c.tones, c.rng
    crosses(c, t.soft, c.unit * 0.9)
    x, y = c.focus()
    n, turn = rng.randint(13, 19), rng.uniform(0, TAU)
    angles = [turn + TAU * (i + rng.uniform(-0.25, 0.25)) / n for i in range(n)]
    for k in range(5, 0, -1):
        c.disc(x, y, c.unit * 1.25 * k, (t.veil, t.ground)[k % 2], opacity=0.8)
    c.path([straight([(x, y), polar(x, y, c.reach, a)]) for a in angles], stroke=t.mid, width=0.3)
    dew, r, ring = [], c.unit * 1.0, 0
    while r < c.reach * 0.62:
        sag = 0.93
        part = []
        for i in range(n):
            a, b = angles[i], angles[(i + 1) % n] + (TAU if i == n - 1 else 0)
            (px, py), (qx, qy) = polar(x, y, r, a), polar(x, y, r, b)
            mx, my = polar(x, y, r * sag * math.cos((b - a) / 2), (a + b) / 2)
            part.append(trace("M", (px, py), "Q", (mx, my), (qx, qy)))
            if rng.random() < 0.34:
                dew.append((px, py, c.unit * rng.choice((0.12, 0.18, 0.27))))
        c.path(part, stroke=t.strong if ring % 3 == 0 else t.mid, width=0.42 if ring % 3 == 0 else 0.24)
        r += c.unit * (0.5 + 0.09 * ring)
        ring += 1
    c.dots(dew, t.strong)
    c.dots(((px - d * 0.3, py - d * 0.3, d * 0.35) for px, py, d in dew if d > c.unit * 0.15), t.light)
    star(c, x, y, c.unit * 0.75)


def _relay(c: Canvas) -> None:
    # Layers of points, each feeding the next, one way through them lit.
    t, rng = c.tones, c.rng
    crosses(c, t.soft, c.unit * 0.9)
    counts = rng.choice(((3, 6, 8, 6, 3), (7, 5, 3, 5, 7), (5, 8, 5, 8, 5), (8, 6, 4, 2, 1), (1, 3, 5, 7, 9)))
    arch = rng.uniform(-0.8, 0.8)
    columns = []
    for k, count in enumerate(counts):
        x = c.w * (0.08 + 0.84 * k / (len(counts) - 1))
        gap = c.stage * 0.84 / max(count, 4)
        columns.append(
            [
                (
                    x + arch * c.unit * ((i - (count - 1) / 2) / max(count, 2)) ** 2 * 4,
                    c.down(0.5) + (i - (count - 1) / 2) * gap,
                )
                for i in range(count)
            ]
        )
    lit = [rng.choice(column[len(column) // 4 : len(column) - len(column) // 4]) for column in columns]
    for first, second in itertools.pairwise(columns):
        threads = []
        for ax, ay in first:
            for bx, by in second:
                if abs(ay - by) < c.stage * 0.5:
                    mid = (ax + bx) / 2
                    threads.append(trace("M", (ax, ay), "C", (mid, ay), (mid, by), (bx, by)))
        c.path(threads, stroke=t.mid, width=0.22)
    way = trace("M", lit[0])
    for (px, py), (qx, qy) in itertools.pairwise(lit):
        way += trace("C", ((px + qx) / 2, py), ((px + qx) / 2, qy), (qx, qy))
    c.path(way, stroke=t.ground, width=c.unit * 0.42)
    c.path(way, stroke=t.strong, width=c.unit * 0.22)
    for k, column in enumerate(columns):
        for x, y in column:
            r = c.unit * (0.46 if (x, y) in lit else 0.32)
            c.disc(x, y, r, (t.light, t.soft, t.mid)[k % 3], stroke=t.line, width=0.35)
            c.disc(x, y, r * 0.4, t.strong)
    star(c, *lit[len(lit) // 2], c.unit * 0.75)


def _facets(c: Canvas) -> None:
    # A cut solid: triangles that guess a round thing from flat ones.
    t, rng = c.tones, c.rng
    crosses(c, t.soft, c.unit * 0.9)
    x, y = c.focus()
    n, turn, r = rng.choice((6, 7, 8, 9)), rng.uniform(0, TAU), c.unit * rng.uniform(3.8, 4.4)
    rings = [[(x, y)]] + [
        [
            polar(x, y, r * k * rng.uniform(0.94, 1.05), turn + TAU * (i + 0.5 * (ring % 2)) / n)
            for i in range(n)
        ]
        for ring, k in enumerate((0.4, 0.74, 1.0))
    ]
    tones = (t.veil, t.soft, mix(t.soft, t.mid, 0.5), t.mid, mix(t.mid, t.strong, 0.5), t.strong)
    for ring in range(1, 4):
        inner, outer = rings[ring - 1], rings[ring]
        for i in range(n):
            a, b = outer[i], outer[(i + 1) % n]
            third = inner[0] if ring == 1 else inner[(i + (ring % 2 == 0)) % n] if ring == 2 else inner[i]
            shade = int(2.5 + 2.4 * math.cos(turn + TAU * i / n - 0.8)) + rng.randint(0, 1)
            c.path(straight([a, b, third], closed=True), tones[min(5, shade)], stroke=t.line, width=0.3)
            if ring > 1:
                back = inner[(i + 1) % n]
                c.path(
                    straight([b, third, back], closed=True), tones[(shade + 1) % 6], stroke=t.line, width=0.3
                )
    for i in range(n):
        far = polar(x, y, r * rng.uniform(1.35, 1.75), turn + TAU * (i + 0.2) / n)
        near = rings[3][i]
        c.path(straight([near, far]), stroke=t.mid, width=0.3)
        c.disc(*far, c.unit * rng.choice((0.16, 0.24, 0.34)), t.strong)
    c.dots(((*p, c.unit * 0.2) for ring in rings[1:] for p in ring), t.line)
    star(c, x, y, c.unit * 0.62)


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (
    _globe,
    _constellation,
    _lens,
    _forecast,
    _web,
    _relay,
    _facets,
)
"""The ways to draw this motif, on a canvas whose ground is filled."""
