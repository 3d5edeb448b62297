"""Strata (Story) and contours (Stewardship): what lies in layers, and what a map knows of it."""

from __future__ import annotations

import math

from generator.art.ink import Blob, Canvas, Point, arc_path, blob, leaf_path, mix, number, polar, smooth, straight

TAU = math.tau


def strata(c: Canvas) -> None:
    """Hills, canyons, growth rings, pages; the texture is broken horizontal hatching."""
    c.fill(c.tones.ground)
    c.rng.choice((_hills, _cut, _growth_rings, _pages, _vessel))(c)


def _line_of(c: Canvas, y: float, swing: float, steps: int = 9) -> list[Point]:
    return [(-2 + (c.w + 4) * i / steps, y + c.rng.uniform(-swing, swing)) for i in range(steps + 1)]


def _below(c: Canvas, crest: list[Point]) -> str:
    return f"{smooth(crest)}V{number(c.h + 2)}H-3Z"


def _hatch(c: Canvas, crest: list[Point], depth: float, color: str) -> None:
    # Dashed echoes of a crest, the sign of this Layer.
    echoes = max(1, int(depth / (c.unit * 0.3)))
    for k in range(1, echoes + 1):
        dash = f"{c.rng.uniform(1.2, 4):.1f} {c.rng.uniform(0.8, 2):.1f} {c.rng.uniform(0.4, 1):.1f} {c.rng.uniform(0.8, 2):.1f}"
        c.path(smooth([(x, y + depth * k / (echoes + 1)) for x, y in crest]), stroke=color, width=0.24, dash=dash)


def _level_marks(c: Canvas, count: int, bottom: float, color: str) -> None:
    marks = []
    for _ in range(count):
        x, y = c.rng.uniform(-2, c.w), round(c.rng.uniform(0, bottom) / 1.1) * 1.1
        marks.append(straight([(x, y), (x + c.rng.uniform(1, 4.5), y)]))
    c.path(marks, stroke=color, width=0.22)


def _hills(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    _level_marks(c, 90, c.h * 0.6, t.soft)
    x, y, r = c.focus()[0], c.h * rng.uniform(0.28, 0.36), c.unit * rng.uniform(1.4, 2.0)
    for k in range(4, 0, -1):
        c.disc(x, y, r * (1 + 0.4 * k), (t.veil, t.ground)[k % 2])
    c.disc(x, y, r, t.accent)
    c.path([straight([(x - r * w, y + r * d), (x + r * w, y + r * d)]) for w, d in ((0.9, 0.3), (0.75, 0.5), (0.55, 0.7))], stroke=t.light, width=0.35)
    n = rng.randint(5, 7)
    for k in range(n):
        base = c.h * (0.42 + 0.56 * k / n)
        peaks = []
        shift = rng.uniform(0, 1)
        steps = rng.randint(5, 8)
        for i in range(-1, steps + 2):
            peaks.append((c.w * (i + shift) / steps, base + c.unit * (rng.uniform(-1.3, -0.3) if i % 2 else rng.uniform(0.1, 0.7)) * (1.15 - 0.1 * k)))
        share = k / (n - 1)
        c.path(_below(c, peaks), mix(mix(t.soft, t.mid, 0.35), t.line, share**1.2 * 0.95))
        _hatch(c, peaks, c.unit * 1.0, t.light if share > 0.35 else t.strong)


def _cut(c: Canvas) -> None:
    # A cut through the ground: the oldest lowest, one find between two layers.
    t, rng = c.tones, c.rng
    top, n = c.h * rng.uniform(0.16, 0.26), rng.randint(7, 9)
    _level_marks(c, 40, top, t.soft)
    tones = [t.soft, t.mid, t.veil, t.strong, t.soft, t.line, t.mid, t.strong, t.line]
    base = _line_of(c, 0, c.unit * 0.55)
    fault, throw = c.w * rng.uniform(0.3, 0.7), c.unit * rng.uniform(-0.8, 0.8)
    find, at = rng.randint(2, 4), (0.0, 0.0)
    y = top
    for k in range(n):
        deep = (c.h - top) / n * rng.uniform(0.75, 1.25)
        crest = [(px, y + py * (1 + 0.1 * k) + (throw if px > fault else 0) * (k > 0)) for px, py in base]
        c.path(_below(c, crest), tones[k])
        c.path(smooth(crest), stroke=t.light, width=0.4)
        if k % 3 == 0:
            _hatch(c, crest, deep, t.line if tones[k] != t.line else t.light)
        elif k % 3 == 1:
            c.dots(((rng.uniform(0, c.w), y + deep * rng.uniform(0.25, 0.9), c.unit * rng.choice((0.05, 0.09, 0.16))) for _ in range(90)), t.light if tones[k] in (t.line, t.strong, t.mid) else t.line)
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
    c.path([straight([coil[i], polar(*coil[i], r * 0.2, 0.5 * (i + 1))]) for i in range(7, 19)], stroke=t.dark, width=0.25)
    for px in (c.w * rng.uniform(0.1, 0.3), c.w * rng.uniform(0.7, 0.9)):
        c.path([leaf_path(px, top + base[4][1], c.unit * rng.uniform(0.9, 1.5), c.unit * 0.16, -math.pi / 2 + lean) for lean in (-0.6, -0.2, 0.25, 0.7)], t.strong)


def _growth_rings(c: Canvas) -> None:
    # A trunk sawn through: every year a ring, every ring a page.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    _level_marks(c, 150, c.h, t.soft)
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
    cracks = [straight([polar(cx, y, bark.r * 0.22, a), polar(cx, y, bark.r * rng.uniform(0.5, 0.94), a + 0.04)]) for a in (rng.uniform(0, TAU) for _ in range(4))]
    c.path(cracks, stroke=t.line, width=0.45)
    c.disc(cx, y, c.unit * 0.72, t.accent, stroke=t.line, width=0.35)
    c.disc(cx, y, c.unit * 0.26, t.dark)


def _pages(c: Canvas) -> None:
    # An open book whose leaves are hills.
    t, rng = c.tones, c.rng
    x, y = c.w / 2 + rng.uniform(-1, 1) * c.unit, c.h * rng.uniform(0.78, 0.84)
    _level_marks(c, 120, c.h, t.soft)
    r = c.unit * rng.uniform(1.1, 1.5)
    sy = y - c.unit * rng.uniform(4.6, 5.2)
    for k in range(5, 0, -1):
        c.disc(x, sy, r * (0.9 + 0.5 * k), (t.veil, t.ground)[k % 2])
    n, wide, lift = rng.randint(6, 8), c.w * rng.uniform(0.4, 0.46), c.unit * rng.uniform(3.0, 3.8)
    fills = (t.line, t.strong, t.mid, t.soft, t.veil, t.mid, t.soft, t.light)
    for s in (-1, 1):
        for k in range(n):
            share = k / (n - 1)
            reach, rise = wide * (1 - 0.5 * share), lift * (0.1 + 1.1 * share)
            ex, ey = x + s * reach, y - rise * 0.8
            leaf = f"M{number(x)} {number(y)}C{number(x + s * reach * 0.16)} {number(y - c.unit * 1.1 - rise)} {number(x + s * reach * 0.62)} {number(ey - c.unit * 1.3)} {number(ex)} {number(ey)}"
            c.path(f"{leaf}L{number(ex)} {number(ey + c.unit * 0.55)}C{number(x + s * reach * 0.62)} {number(ey - c.unit * 0.6)} {number(x + s * reach * 0.2)} {number(y - c.unit * 0.4 - rise * 0.7)} {number(x)} {number(y + c.unit * 0.3)}Z", fills[k % 8], stroke=t.line, width=0.3)
    c.path(straight([(x, y + c.unit * 0.4), (x, y - c.unit * 1.4)]), stroke=t.line, width=0.5)
    c.disc(x, sy, r, t.accent, stroke=t.line, width=0.35)
    c.path([arc_path(x, sy, r * k, 3.6, 5.8) for k in (0.75, 0.5)], stroke=t.light, width=0.35)
    sparks = [(x + rng.gauss(0, c.unit * 1.5), rng.uniform(sy + r, y - c.unit * 1.6), c.unit * rng.choice((0.08, 0.12, 0.2))) for _ in range(26)]
    c.dots(sparks, t.strong)
    c.path(f"M-1 {number(y + c.unit * 0.55)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.line)
    for k in range(4):
        c.path(straight([(-1, y + c.unit * (0.85 + 0.36 * k)), (c.w + 1, y + c.unit * (0.85 + 0.36 * k))]), stroke=t.mid, width=0.25, dash=f"{2 + k} 1.2 {0.6 + k / 2} 1.5")


def _vessel(c: Canvas) -> None:
    # A painted jar: bands of pattern, one frieze that tells.
    t, rng = c.tones, c.rng
    x, top, foot = c.focus()[0] * 0.4 + c.w * 0.3, c.h * 0.07, c.h * 0.93
    _level_marks(c, 190, c.h, t.soft)
    for k in range(6, 0, -1):
        c.disc(x, c.h * 0.5, c.unit * 1.1 * k, (t.veil, t.ground)[k % 2])
    belly, neck, waist = c.unit * rng.uniform(3.2, 4.0), c.unit * rng.uniform(1.1, 1.7), rng.uniform(0.38, 0.52)

    def half(v: float) -> float:  # half width at the share v of the height
        if v < 0.14:
            return neck * (1.25 - 1.7 * v)
        u = (v - 0.14) / 0.86
        return neck * (1 - u) ** 2 + belly * math.sin(math.pi * min(1.0, u ** (0.8 + waist / 2))) ** 0.8 + neck * 0.9 * u**2

    def band(a: float, b: float) -> str:
        steps = [a + (b - a) * i / 6 for i in range(7)]
        right = [(x + half(v), top + (foot - top) * v) for v in steps]
        left = [(x - half(v), top + (foot - top) * v) for v in steps[::-1]]
        return f"{smooth(right)}{smooth(left).replace('M', 'L', 1)}Z"

    c.path(f"M-1 {number(foot - c.unit * 0.3)}H{number(c.w + 1)}V{number(c.h + 1)}H-1Z", t.line)
    c.path(band(0, 1), t.strong, stroke=t.line, width=0.6)
    edges = [0.14, 0.22, 0.3, 0.36, 0.62, 0.68, 0.78, 0.9]
    for k, (a, b) in enumerate(zip(edges, edges[1:], strict=False)):
        tone = t.light if (a, b) == (0.36, 0.62) else (t.soft, t.line, t.mid, t.soft, t.line, t.mid, t.soft)[k]
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
                    c.path(straight([(px, y - size * 0.4), (px - size * 0.5, y + size * 1.1), (px + size * 0.5, y + size * 1.1)], closed=True), t.strong)
        elif k % 3 == 0:
            c.path(straight([(x + w * (i / 9 - 1), y + high * (0.28 if i % 2 else -0.28)) for i in range(19)]), stroke=mark, width=0.35)
        elif k % 3 == 1:
            c.dots(((x + w * (i / 7 - 1), y, high * 0.16) for i in range(15)), mark)
        else:
            c.path([straight([(x + w * (i / 11 - 1), y - high * 0.3), (x + w * ((i + 0.7) / 11 - 1), y + high * 0.3)]) for i in range(22)], stroke=mark, width=0.3)


# ---------------------------------------------------------------- contours


def contours(c: Canvas) -> None:
    """Islands, rivers, terraces, worlds; the texture is the contour line itself."""
    c.fill(c.tones.ground)
    c.rng.choice((_island, _river, _world, _terraces, _peaks))(c)


def _sounding(c: Canvas, x: float, y: float, start: float, color: str) -> None:
    # Depth lines that ripple out from a shore to the edges of the picture.
    shore = blob(c.rng, x, y, start, 0.05)
    scale = 1.0
    while scale * start < c.reach * 0.85:
        c.path(shore.path(scale, 18), stroke=color, width=0.24, dash="" if scale < 1.9 else "2.4 1.2")
        scale += 0.14 * scale**0.6


def _island(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()
    land = blob(rng, x, y, c.unit * rng.uniform(3.9, 4.5), 0.1, rng.uniform(0.82, 1))
    _sounding(c, x, y, c.unit * 4.3, t.soft)
    drift_x, drift_y = polar(0, 0, c.unit * rng.uniform(0.6, 1.3), rng.uniform(0, TAU))
    levels = rng.randint(7, 9)
    for k in range(levels):
        share = k / levels
        ring = Blob(land.x + drift_x * share, land.y + drift_y * share, land.r, tuple((h, s * (1 - share * 0.5), p + share * h * 0.2) for h, s, p in land.swells), land.squash)
        scale = (1 - share) ** 1.05
        if k == 0:
            c.path(ring.path(1.1, 26), t.veil)
        c.path(ring.path(scale, 26), mix(mix(t.light, t.soft, 0.5), t.strong, share) if k else t.light, stroke=t.line, width=0.22 if k % 3 else 0.45)
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
        c.path(leaf_path(px, py + size * 0.2, size * 1.8, size * 0.62, -math.pi / 2), t.line if c.rng.random() < 0.5 else t.strong, stroke=t.light, width=0.16)


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
            points.append((px, c.h * 0.52 + (px - c.w / 2) * tilt * (1 - calm) + bend + offset))
        return points

    fills = (t.veil, t.soft, mix(t.soft, t.mid, 0.5), t.mid, mix(t.mid, t.strong, 0.5), t.strong, t.line)
    for side in (-1, 1):
        for k in range(7):
            edge = bank(side * c.unit * (0.75 + 0.78 * k), 0.1 * k)
            c.path(f"{smooth(edge)}V{number(c.h + 2 if side > 0 else -2)}H-3Z", fills[k], stroke=t.line, width=0.22 if k % 3 else 0.4)
    water = [*bank(-c.unit * 0.62, 0), *bank(c.unit * 0.62, 0)[::-1]]
    c.path(f"{smooth(water[:19])}{smooth(water[19:]).replace('M', 'L', 1)}Z", t.light)
    for k in (-0.36, 0.0, 0.36):
        c.path(smooth(bank(c.unit * k, 0)), stroke=t.mid, width=0.28, dash="3 1.6 1 1.6")
    for side in (-1, 1):
        line = bank(side * c.unit * 1.15, 0.05)
        for i in range(1, 18):
            if rng.random() < 0.6:
                px, py = line[i]
                c.path(leaf_path(px, py, c.unit * rng.uniform(0.7, 1.0), c.unit * 0.27, -math.pi / 2), t.strong if i % 2 else t.line, stroke=t.light, width=0.16)
    fx, fy = bank(0, 0)[rng.randint(6, 12)]
    c.disc(fx, fy, c.unit * 1.15, t.light, stroke=t.line, width=0.4)
    c.disc(fx, fy, c.unit * 0.85, stroke=t.line, width=0.22, dash="0.1 0.8")
    c.disc(fx, fy, c.unit * 0.6, t.accent, stroke=t.line, width=0.3)
    c.disc(fx, fy, c.unit * 0.2, t.dark)


def _world(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()[0] * 0.5 + c.w * 0.25, c.h * rng.uniform(0.58, 0.62)
    r = c.unit * rng.uniform(2.9, 3.2)
    _sounding(c, x, y, r * 1.35, t.soft)
    for k in range(3, 0, -1):
        c.disc(x, y, r * (1 + 0.13 * k), (t.veil, t.ground)[k % 2])
    c.disc(x, y, r, t.mid, stroke=t.line, width=0.5)
    lands, start = rng.randint(4, 6), rng.uniform(0, TAU)
    for k in range(lands):
        a, share = start + TAU * k / lands + rng.uniform(-0.3, 0.3), rng.uniform(0.4, 0.62)
        px, py = polar(x, y, r * share, a)
        size = min(r * rng.uniform(0.28, 0.46), r * (0.98 - share) * 0.85)
        land = blob(rng, px, py, size, 0.14)
        for scale, tone in ((1.0, t.light), (0.76, t.soft), (0.52, t.strong), (0.28, t.line)):
            c.path(land.path(scale, 14), tone, stroke=t.line, width=0.22)
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
            c.path(leaf_path(*polar(x, y, r + tall * 0.25, a), tall * 0.9, c.unit * 0.3, a), (t.strong, t.mid, t.line)[i % 3], stroke=t.light, width=0.18)
    hold = [polar(x, y, r * 1.22, math.pi * (0.12 + 0.76 * i / 12)) for i in range(13)]
    c.path(smooth(hold), stroke=t.line, width=c.unit * 0.36)
    c.path(smooth(hold), stroke=t.light, width=0.3, dash="1.6 1.2")


def _terraces(c: Canvas) -> None:
    # Fields cut into a slope, each with its crop, water standing in one.
    t, rng = c.tones, c.rng
    x, y = c.w * rng.choice((-0.08, 1.08)), c.h * 1.12
    hill = blob(rng, x, y, c.reach * rng.uniform(0.7, 0.8), 0.022)
    sx, sy = (c.w - x) * 0.66 + c.w * 0.17, c.h * rng.uniform(0.26, 0.32)
    for k in range(5, 0, -1):
        c.disc(sx, sy, c.unit * (0.7 + 0.75 * k), (t.veil, t.ground)[k % 2])
    c.disc(sx, sy, c.unit * 1.4, t.accent)
    fills = (t.soft, t.mid, t.veil, t.strong, t.mid, t.soft, t.line, t.mid, t.strong)
    scale = 1.0
    for k in range(9):
        c.path(hill.path(scale, 22), fills[k], stroke=t.line, width=0.4)
        step = rng.uniform(0.075, 0.12)
        for line in range(1, 3):
            c.path(hill.path(scale - step * line / 3, 22), stroke=t.light if fills[k] in (t.line, t.strong, t.mid) else t.line, width=0.22, dash=("" if k % 3 == 0 else "1.4 1" if k % 3 == 1 else "0.1 1"))
        if k in (1, 4):
            plants = []
            for i in range(110):
                px, py = hill.at(TAU * i / 110, scale - step * 0.45)
                if c.holds(px, py, 1):
                    plants += [leaf_path(px, py, c.unit * 0.5, c.unit * 0.1, -math.pi / 2 + lean) for lean in (-0.5, 0.5)]
            c.path(plants, t.line)
        scale -= step


def _peaks(c: Canvas) -> None:
    # Two or three summits on one map, the lines between them bent by both.
    t, rng = c.tones, c.rng
    fx, fy = c.focus()
    tops = [(fx, fy, 1.0, c.unit * rng.uniform(2.3, 2.9))]
    for _ in range(rng.randint(2, 3)):
        a = rng.uniform(0, TAU)
        tops.append((fx + c.w * 0.4 * math.cos(a), fy + c.h * 0.45 * math.sin(a), rng.uniform(0.45, 0.8), c.unit * rng.uniform(1.8, 2.6)))
    cols, rows, edge = 33, 25, 4.0  # the field ends outside the box, so that every line closes
    dx, dy = (c.w + 2 * edge) / cols, (c.h + 2 * edge) / rows

    def height(px: float, py: float) -> float:
        return sum(h * math.exp(-((px - x) ** 2 + (py - y) ** 2) / (2 * s * s)) for x, y, h, s in tops) + 0.05 * math.sin(px / c.unit) * math.cos(py / c.unit * 0.8)

    field = [[height(i * dx - edge, j * dy - edge) if 0 < i < cols and 0 < j < rows else -1.0 for i in range(cols + 1)] for j in range(rows + 1)]
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
            corners = [field[j][i] > level, field[j][i + 1] > level, field[j + 1][i + 1] > level, field[j + 1][i] > level]
            sides = ((i, j, 1), (i + 1, j, 0), (i, j + 1, 1), (i, j, 0))
            cut = [cross(*sides[k]) for k in range(4) if corners[k] != corners[(k + 1) % 4]]
            for one, other in zip(cut[::2], cut[1::2], strict=True):
                ways.setdefault(one, []).append(other)
                ways.setdefault(other, []).append(one)
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
