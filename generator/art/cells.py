"""Membranes (Boundary) and colonies (Membership): cells one at a time, and cells together."""

from __future__ import annotations

import math

from generator.art.ink import (
    Blob,
    Canvas,
    Point,
    arc_path,
    blob,
    mix,
    polar,
    smooth,
    straight,
)

TAU = math.tau


def membranes(c: Canvas) -> None:
    """A cell and what keeps it apart from the world; its texture is fine stippling."""
    c.fill(c.tones.ground)
    c.rng.choice((_cell, _nested, _division, _bilayer, _radiolarian, _plate, _cilia))(c)


def _bilayer_ring(c: Canvas, outline: Blob, color: str, size: float) -> None:
    # Two rows of lipid heads with their tails between them, all along an outline.
    count = max(24, int(TAU * outline.r / (size * 2.3)))
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
    c.stipple(700, t.line, x, y, outline.r * 1.12, c.reach * 0.62)
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
    base = blob(rng, x, y, c.unit * 8.6, 0.025)
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
    toward = math.atan2(c.h / 2 - y, c.w / 2 - x) + rng.uniform(-0.2, 0.2)
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
    x, y = c.w * 0.5, c.h * rng.uniform(0.46, 0.52)
    tilt, r = rng.uniform(-0.5, 0.5), c.unit * rng.uniform(2.9, 3.4)
    far = r * rng.uniform(0.72, 0.86)
    bodies = [blob(rng, *polar(x, y, far, tilt + side * math.pi), r * size, 0.03)
              for side, size in ((0, 1.0), (1, rng.uniform(0.8, 1.0)))]
    for i in range(6, 0, -1):
        for body in bodies:
            c.path(body.path(1 + 0.16 * i), stroke=t.soft, width=0.45)
    for body in bodies:
        c.path(body.path(1.14), t.veil)
    c.stipple(650, t.line, x, y, r * 1.7, c.reach * 0.62)
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
    base, swing = c.h * rng.uniform(0.48, 0.6), c.unit * rng.uniform(0.4, 0.9)
    phase, pitch, thick = rng.uniform(0, TAU), c.unit * 0.36, c.unit * 1.05
    gate = c.w * rng.choice((0.36, 0.5, 0.64))

    def wall(px: float) -> float:
        return base + swing * math.sin(px / c.w * 4.4 + phase)

    edge = [(c.w * i / 12 - 2, wall(c.w * i / 12 - 2)) for i in range(15)]
    c.path(smooth(edge) + f"L{c.w + 9:.0f} {c.h + 2:.0f}L-2 {c.h + 2:.0f}Z", t.soft)
    for i in range(1, 6):
        c.path(smooth([(px, py - thick * 1.2 - i * c.unit * 0.62) for px, py in edge]), stroke=t.veil, width=0.9)
    c.dots(((rng.uniform(0, c.w), rng.uniform(base + thick, c.h), rng.uniform(0.1, 0.24)) for _ in range(150)), t.line)
    tails, heads = [], []
    for i in range(int(c.w / pitch) + 2):
        px = i * pitch
        if abs(px - gate) < c.unit * 1.25:
            continue
        for side in (-1, 1):
            py = wall(px) + side * thick
            heads.append((px, py, pitch * 0.46))
            for leg in (-0.2, 0.2):
                bends = [(px + leg * pitch, py), (px + leg * pitch * 2, py - side * thick * 0.45),
                         (px + leg * pitch * 0.7, py - side * thick * 0.9)]
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
        c.disc(gate + rng.uniform(-0.2, 0.2) * c.unit * abs(i), gy + i * c.unit * 1.2, size * (0.8 if i else 1), t.accent if i <= 0 else t.light)
    for _ in range(26):
        px, py = rng.uniform(0, c.w), rng.uniform(0, base - thick * 2.2)
        if abs(px - gate) > c.unit * 1.4:
            c.disc(px, py, c.unit * rng.choice((0.14, 0.22, 0.4)), t.mid if rng.random() < 0.6 else t.strong)


def _radiolarian(c: Canvas) -> None:
    # A glass shell after the plates of the old naturalists: strict symmetry, pores, spines.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    n = rng.choice((6, 7, 8, 9, 10, 12))
    r, turn = c.unit * rng.uniform(2.5, 3.1), rng.uniform(0, TAU)
    for i in range(6, 0, -1):
        c.disc(x, y, r * (0.9 + 0.36 * i), (t.veil, t.ground)[i % 2], opacity=0.7)
    c.stipple(650, t.line, x, y, r * 1.15, c.reach * 0.6)
    spines, ribs = [], []
    for i in range(n * 2):
        angle, long = turn + TAU * i / (n * 2), i % 2 == 0
        tip = polar(x, y, r * (1.95 if long else 1.4), angle)
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
        c.dots(((*polar(x, y, r * ring, turn + TAU * (i + 0.5) / count), r * share * (1 if count > n else 1.25)) for i in range(count)), t.line)
        c.rings(((*polar(x, y, r * ring, turn + TAU * (i + 0.5) / count), r * share * 0.62) for i in range(count)), t.light, 0.22)
    petals = [smooth([polar(x, y, r * (0.46 if i % 2 else 0.3), turn + TAU * i / (2 * n)) for i in range(2 * n)], closed=True)]
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
        for col in range(-1, int(c.w / size / 1.7) + 2):
            x = (col + 0.5 * (row % 2)) * size * 1.7
            y = row * size * 0.62 - size * 0.5
            far = math.hypot(x - fx, y - fy) / c.reach
            tone = t.light if far < 0.06 else (t.veil, t.soft, t.mid)[(row + (far > 0.3)) % 3]
            c.disc(x, y, size * 0.98, tone, stroke=t.line, width=0.32)
            c.path([arc_path(x, y, size * k, 0.5, 2.64) for k in (0.8, 0.62)], stroke=t.line, width=0.18)
            c.dots([(*polar(x, y, size * 0.42, 0.7 + 0.35 * i), 0.16) for i in range(6)], t.line)
    c.disc(fx, fy, size * 1.75, t.line)
    c.disc(fx, fy, size * 1.62, t.veil)
    _bilayer_ring(c, Blob(fx, fy, size * 1.45, ()), t.strong, c.unit * 0.12)
    _nucleus(c, fx, fy, size * 0.62)


def _cilia(c: Canvas) -> None:
    # A slipper of a body that rows with a fringe of hairs.
    t, rng = c.tones, c.rng
    x, y = c.w * rng.uniform(0.45, 0.55), c.h * rng.uniform(0.46, 0.54)
    tilt, long, wide = rng.uniform(-0.45, 0.45), c.unit * rng.uniform(4.6, 5.4), c.unit * rng.uniform(2.0, 2.5)
    cos, sin = math.cos(tilt), math.sin(tilt)

    def at(angle: float, scale: float) -> Point:
        px = long * scale * math.cos(angle)
        py = wide * scale * math.sin(angle) * (1 + 0.22 * math.cos(angle))
        return x + px * cos - py * sin, y + px * sin + py * cos

    def body(scale: float) -> str:
        return smooth([at(TAU * i / 22, scale) for i in range(22)], closed=True)

    for i in range(5, 0, -1):
        c.path(body(1.15 + 0.2 * i), (t.veil, t.ground)[i % 2])
    c.stipple(700, t.line, x, y, wide * 1.6, c.reach * 0.62)
    hairs = []
    for i in range(110):
        angle = TAU * i / 110
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
        c.path([straight([polar(px, py, c.unit * size * 0.5, TAU * i / 8), polar(px, py, c.unit * size, TAU * i / 8)]) for i in range(8)], stroke=t.mid, width=0.45)
        c.disc(px, py, c.unit * size * 0.45, t.strong)
    for i in range(14):
        px, py = at(rng.uniform(0, TAU), rng.uniform(0.35, 0.78))
        c.disc(px, py, c.unit * rng.choice((0.12, 0.2, 0.28)), (t.mid, t.strong, t.accent)[i % 3])
    _nucleus(c, *at(rng.uniform(0, TAU), 0.14), wide * 0.38)


# ---------------------------------------------------------------- colonies


def colonies(c: Canvas) -> None:
    """Many cells that make one body; the texture is small open rings."""
    c.fill(c.tones.ground)
    c.rng.choice((_tissue, _dish, _chains, _comb, _bloom, _reef))(c)


def _clip(shape: list[Point], ax: float, ay: float, bx: float, by: float) -> list[Point]:
    # The part of a convex polygon that lies nearer to a than to b.
    mx, my, nx, ny = (ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay
    sides = [(px - mx) * nx + (py - my) * ny for px, py in shape]
    kept: list[Point] = []
    for i, (px, py) in enumerate(shape):
        j = (i + 1) % len(shape)
        if sides[i] <= 0:
            kept.append((px, py))
        if (sides[i] < 0) != (sides[j] < 0):
            share = sides[i] / (sides[i] - sides[j])
            qx, qy = shape[j]
            kept.append((px + (qx - px) * share, py + (qy - py) * share))
    return kept


def _voronoi(sites: list[Point], reach: float) -> list[list[Point]]:
    cells = []
    for ax, ay in sites:
        shape = [(ax - reach, ay - reach), (ax + reach, ay - reach), (ax + reach, ay + reach), (ax - reach, ay + reach)]
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
    made, size = [], min(math.hypot(p[0] - cx, p[1] - cy) for p in inner)
    for i, (px, py) in enumerate(inner):
        (ax, ay), (bx, by) = inner[i - 1], inner[(i + 1) % n]
        start, end = ((ax + 2 * px) / 3, (ay + 2 * py) / 3), ((bx + 2 * px) / 3, (by + 2 * py) / 3)
        made.append(f"{'L' if made else 'M'}{start[0]:.2f} {start[1]:.2f}Q{px:.2f} {py:.2f} {end[0]:.2f} {end[1]:.2f}")
    return "".join(made) + "Z", size


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
        tone = t.light if i in family else rng.choice((t.veil, t.soft, t.mid) if far < 0.3 else (t.ground, t.veil, t.soft))
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


def _pack(c: Canvas, x: float, y: float, r: float, sizes: tuple[float, ...], tries: int) -> list[tuple[float, float, float]]:
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
    c.rings(((rng.uniform(0, c.w), rng.uniform(0, c.h), rng.choice((0.3, 0.5, 0.8))) for _ in range(120)), t.soft, 0.25)
    c.disc(x, y, r * 1.16, t.veil)
    c.disc(x, y, r * 1.16, stroke=t.strong, width=c.unit * 0.2)
    c.disc(x, y, r * 1.07, t.soft)
    c.path([arc_path(x, y, r * 1.115, a, a + 0.5) for a in (3.6, 4.3)], stroke=t.light, width=0.5)
    packed = _pack(c, x, y, r, tuple(c.unit * s for s in (rng.uniform(1.1, 1.5), 1.0, 0.75, 0.55, 0.38, 0.24, 0.15)), 40)
    for i, (px, py, size) in enumerate(packed):
        tone = t.accent if i == 0 else (t.light, t.mid, t.veil, t.strong)[i % 4]
        c.disc(px, py, size, tone)
        if size > c.unit * 0.3:
            c.disc(px, py, size * 0.78, stroke=t.line, width=0.24)
            dx, dy = polar(px, py, size * 0.2, rng.uniform(0, TAU))
            c.disc(dx, dy, size * 0.36, t.dark if i == 0 else t.line if tone not in (t.strong, t.light) else t.strong if tone == t.light else t.veil)
            c.disc(dx, dy, size * 0.14, t.light if tone != t.strong else t.strong)


def _chains(c: Canvas) -> None:
    # Strings of beads that swim side by side, one bead a stranger.
    t, rng = c.tones, c.rng
    c.rings(((rng.uniform(0, c.w), rng.uniform(0, c.h), rng.choice((0.3, 0.5, 0.9))) for _ in range(110)), t.soft, 0.25)
    lines, tilt = rng.randint(5, 7), rng.uniform(-0.35, 0.35)
    phase, swing = rng.uniform(0, TAU), c.unit * rng.uniform(0.7, 1.3)
    star = (lines // 2, rng.uniform(0.35, 0.65))
    for k in range(lines):
        base, size = c.h * (k + 0.5) / lines, c.unit * (0.52 if abs(k - star[0]) > 1 else 0.66)
        x, i = -size * 2, 0
        tone = (t.mid, t.strong, t.soft)[k % 3]
        thread, beads = [], []
        while x < c.w + 2 * size:
            y = base + (x - c.w / 2) * math.tan(tilt) * 0.5 + swing * math.sin(x / c.w * 5.5 + phase + k * 0.35)
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
    c.rings(((rng.uniform(0, c.w), rng.uniform(0, c.h), rng.choice((0.3, 0.55, 0.9))) for _ in range(150)), t.soft, 0.25)
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
    lx, ly = c.focus()[0], c.h * 0.24
    c.glow(lx, ly, c.unit * 4.6, t.veil, 4, 0.7)
    c.rings(((rng.uniform(0, c.w), rng.uniform(0, c.h), rng.choice((0.3, 0.55, 0.9))) for _ in range(130)), t.soft, 0.25)
    stalks = rng.randint(8, 11)
    heads: list[tuple[float, float, float]] = []
    for i in range(stalks):
        x = c.w * (i + 0.5 + rng.uniform(-0.2, 0.2)) / stalks
        lean = (lx - x) * 0.3
        top = c.h * (0.36 + 0.38 * abs(x - lx) / c.w + rng.uniform(-0.05, 0.1))
        tone = (t.soft, t.mid, t.strong)[i % 3]
        knots = [(x + lean * k * k / 16, c.h + 2 - (c.h + 2 - top) * k / 4) for k in range(5)]
        c.path(smooth(knots), stroke=tone, width=c.unit * 0.5)
        heads.append((*knots[-1], c.unit * rng.uniform(0.75, 1.05)))
        for k in (2, 3):
            side = rng.choice((-1, 1))
            tip = (knots[k][0] + side * c.unit * 1.0, knots[k][1] - c.unit * 1.1)
            c.path(smooth([knots[k], (tip[0], knots[k][1] - c.unit * 0.3), tip]), stroke=tone, width=c.unit * 0.3)
            heads.append((*tip, c.unit * 0.5))
    for i, (x, y, r) in enumerate(heads):
        arms = [straight([(x, y), polar(x, y, r * 1.35, TAU * k / 12 + i)]) for k in range(12)]
        c.path(arms, stroke=t.line, width=0.3)
        c.dots(((*polar(x, y, r * 1.35, TAU * k / 12 + i), 0.24) for k in range(12)), t.line)
        c.disc(x, y, r, (t.light, t.soft, t.mid)[i % 3], stroke=t.line, width=0.3)
        c.disc(x, y, r * 0.5, t.strong)
        c.disc(x, y, r * 0.2, t.light)
    x, y, r = min(heads, key=lambda head: abs(head[0] - lx) - head[2] * 3)
    c.disc(x, y, r * 1.1, t.accent, stroke=t.line, width=0.35)
    c.disc(x, y, r * 0.5, t.dark)
    c.disc(x, y, r * 0.2, t.light)
