"""Spirals (Reinforcement) and rays (Presence): what comes round again, and what shines out."""

from __future__ import annotations

import math

from generator.art.ink import Canvas, Point, arc_path, leaf_path, mix, polar, round_path, smooth, straight, wedge_path

TAU = math.tau
GOLDEN = math.pi * (3 - math.sqrt(5))


def spirals(c: Canvas) -> None:
    """Seed heads, shells, targets, grooves; the texture is broken arcs."""
    c.fill(c.tones.ground)
    c.rng.choice((_seedhead, _shell, _target, _groove, _rosette, _galaxy, _ladder))(c)


def _broken_arcs(c: Canvas, x: float, y: float, start: float, color: str) -> None:
    # Arcs round one centre with gaps, thinner the farther out.
    for i in range(9, 0, -1):
        c.disc(x, y, start + c.unit * 0.92 * (i - 0.5), (c.tones.ground, c.tones.veil)[i % 2])
    parts, r = [], start
    while r < c.reach * 0.75:
        angle = c.rng.uniform(0, TAU)
        end = angle + TAU
        while angle < end - 0.3:
            length = c.rng.uniform(0.25, 1.3)
            parts.append(arc_path(x, y, r, angle, angle + length))
            angle += length + c.rng.uniform(0.1, 0.5)
        r += c.unit * 0.46
    c.path(parts, stroke=color, width=0.24)


def _eye(c: Canvas, x: float, y: float, r: float) -> None:
    c.disc(x, y, r, c.tones.accent, stroke=c.tones.line, width=0.35)
    c.disc(x, y, r * 0.36, c.tones.dark)


def _seedhead(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()
    _broken_arcs(c, x, y, c.unit * 4.6, t.soft)
    n, arms = rng.randint(230, 300), rng.choice((5, 8, 13))
    petals = rng.choice((0, 21, 34))
    reach = c.unit * (3.4 if petals else rng.uniform(4.0, 4.6))
    for ring in (1, 0):
        for i in range(petals):
            angle = TAU * (i + 0.5 * ring) / petals
            c.path(leaf_path(*polar(x, y, reach * 0.85, angle), c.unit * (2.1 + 0.6 * ring), c.unit * 0.34, angle), (t.strong, t.mid)[ring])
    c.disc(x, y, reach * 1.06, t.line if petals else t.veil)
    c.disc(x, y, reach * 1.06, stroke=t.strong, width=0.5)
    groups: dict[str, list[tuple[float, float, float]]] = {}
    tones = (t.strong, t.mid, t.soft) if not petals else (t.light, t.soft, t.mid)
    for i in range(8, n):
        share = math.sqrt(i / n)
        px, py = polar(x, y, reach * share, i * GOLDEN)
        tone = tones[0 if i % arms == 0 else 1 if i % arms < arms / 2 else 2]
        groups.setdefault(tone, []).append((px, py, c.unit * (0.09 + 0.15 * share)))
    for tone, dots in groups.items():
        c.dots(dots, tone)
    _eye(c, x, y, c.unit * 0.8)


def _shell(c: Canvas) -> None:
    # A chambered shell: each room the same shape, a little larger.
    t, rng = c.tones, c.rng
    sense = rng.choice((-1, 1))
    turn, growth = rng.uniform(0, TAU), rng.uniform(0.135, 0.165)
    turns = 2.6 * TAU
    size = c.unit * 5.6 / math.exp(growth * turns)
    x, y = polar(c.w / 2, c.h / 2, c.unit * 1.2, turn + sense * turns + math.pi)
    _broken_arcs(c, x, y, c.unit * 1.2, t.soft)

    def at(angle: float, lift: float = 1.0) -> Point:
        return polar(x, y, size * math.exp(growth * angle) * lift, turn + sense * angle)

    rooms = rng.randint(13, 17)
    outer = [at(turns * i / 44) for i in range(45)]
    c.path(smooth([*outer, at(turns - TAU)], closed=True), t.line)
    per_turn, total = rooms, int(rooms * 2.6)
    fills = (t.light, t.soft, t.veil, t.mid)
    for k in range(total):
        a, b = turns - TAU * k / per_turn, turns - TAU * (k + 1) / per_turn
        if b < 0.6:
            break
        low_a, low_b = max(a - TAU, 0.0), max(b - TAU, 0.0)
        wall = [at(b, 0.97), polar(*_middle(at(b, 0.97), at(low_b, 1.06)), size * math.exp(growth * b) * 0.16, turn + sense * (b + 1.2)), at(low_b, 1.06)]
        front = [at(a - 0.035, 0.97), polar(*_middle(at(a, 0.97), at(low_a, 1.06)), size * math.exp(growth * a) * 0.16, turn + sense * (a + 1.2)), at(low_a - 0.02, 1.06)]
        tone = t.accent if k == 0 else fills[k % 4]
        shape = smooth([at(a - (a - b) * s / 3 - 0.03, 0.97) for s in range(4)])
        c.path(f"{shape}{smooth(wall).replace('M', 'L', 1)}{smooth(front[::-1]).replace('M', 'L', 1)}Z", tone)
    c.path(smooth(outer), stroke=t.strong, width=0.7)
    c.disc(x, y, c.unit * 0.34, t.accent)


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _target(c: Canvas) -> None:
    # Rings of blocks that tighten round one point; one bearing leads in.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    _broken_arcs(c, x, y, c.unit * 4.9, t.soft)
    rings, r = rng.randint(6, 8), c.unit * 5.0
    fills = (t.mid, t.strong, t.soft, t.light, t.mid, t.strong)
    step = r / (rings + 1.4)
    for k in range(rings):
        outer = r - step * k
        blocks = rng.choice((8, 12, 16, 20, 24)) if k else 32
        turn = rng.uniform(0, TAU)
        kept = [wedge_path(x, y, outer - step * 0.8, outer, turn + TAU * i / blocks + 0.02, turn + TAU * (i + 1) / blocks - 0.02)
                for i in range(blocks) if rng.random() < (0.5 + 0.08 * k)]
        c.disc(x, y, outer - step * 0.4, stroke=t.veil, width=step * 0.8)
        c.path(kept, fills[k % 6])
        c.disc(x, y, outer, stroke=t.line, width=0.22)
    _eye(c, x, y, step * 1.05)
    angle = rng.choice((-0.7, -2.44, 0.6, 2.5)) + rng.uniform(-0.1, 0.1)
    tail, tip = polar(x, y, r * 1.35, angle), polar(x, y, step * 1.2, angle)
    c.path(straight([tail, tip]), stroke=t.ground, width=1.5)
    c.path(straight([tail, tip]), stroke=t.line, width=0.7)
    barbs = [straight([polar(*tip, c.unit * 0.6, angle + s * 0.5), tip]) for s in (1, -1)]
    feathers = [straight([polar(x, y, r * k, angle), polar(*polar(x, y, r * (k + 0.09), angle), c.unit * 0.55, angle + s * 1.0)]) for k in (1.14, 1.2, 1.26) for s in (1, -1)]
    c.path(barbs + feathers, stroke=t.line, width=0.55)


def _groove(c: Canvas) -> None:
    # One line walked so often that it is a road.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    turns, sense, turn = rng.randint(5, 7), rng.choice((-1, 1)), rng.uniform(0, TAU)
    reach = c.unit * 6.4
    _broken_arcs(c, x, y, c.unit * 5.4, t.soft)

    def lane(first: float, last: float) -> list[Point]:
        n = int((last - first) * 14)
        return [polar(x, y, reach * (first + (last - first) * i / n) / turns, turn + sense * TAU * (first + (last - first) * i / n)) for i in range(n + 1)]

    pitch = reach / turns
    whole = lane(0.35, turns)
    c.path(smooth(whole), stroke=t.soft, width=pitch * 0.78)
    tones = (t.mid, t.strong, t.mid, t.line)
    for k in range(1, turns):
        c.path(smooth(lane(k - 0.65, k + 0.2)), stroke=tones[k % 4], width=pitch * (0.72 - 0.06 * (k % 3)))
    c.path(smooth(whole), stroke=t.light, width=0.4, dash="1.6 1.2")
    beads = lane(0.8, turns - 0.2)
    c.dots(((*p, pitch * 0.16) for p in beads[:: rng.randint(9, 13)]), t.light)
    bx, by = beads[int(len(beads) * rng.uniform(0.3, 0.55))]
    c.disc(bx, by, pitch * 0.62, t.ground)
    _eye(c, bx, by, pitch * 0.5)
    c.disc(x, y, pitch * 0.3, t.strong)


def _rosette(c: Canvas) -> None:
    # One loop, drawn again and again a little farther round.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    _broken_arcs(c, x, y, c.unit * 4.6, t.soft)
    n, turn, slim = rng.choice((7, 8, 9, 11, 12)), rng.uniform(0, TAU), rng.uniform(0.3, 0.5)
    c.disc(x, y, c.unit * 4.7, t.veil, stroke=t.strong, width=0.4)
    c.dots(((*polar(x, y, c.unit * 4.45, TAU * i / (n * 6)), c.unit * 0.08) for i in range(n * 6)), t.strong)
    for scale, tone, width in ((1.0, t.soft, c.unit * 0.2), (0.86, t.mid, c.unit * 0.13), (0.7, t.strong, c.unit * 0.09), (0.52, t.line, 0.25)):
        loops = []
        for i in range(n):
            axis, reach = turn + math.pi * i / n, c.unit * 4.2 * scale
            loop = []
            for k in range(12):
                px, py = polar(0, 0, reach, TAU * k / 12)
                py *= slim
                loop.append((x + px * math.cos(axis) - py * math.sin(axis), y + px * math.sin(axis) + py * math.cos(axis)))
            loops.append(smooth(loop, closed=True))
        c.path(loops, stroke=tone, width=width)
    c.disc(x, y, c.unit * 1.15, t.ground)
    c.disc(x, y, c.unit * 1.15, stroke=t.strong, width=0.4)
    _eye(c, x, y, c.unit * 0.75)


def _galaxy(c: Canvas) -> None:
    # Arms of grains round a bright middle.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    arms, sense = rng.choice((2, 3, 4, 5)), rng.choice((-1, 1))
    tilt, flat = rng.uniform(-0.5, 0.5), rng.uniform(0.62, 0.9)
    _broken_arcs(c, x, y, c.unit * 4.8, t.soft)

    def at(r: float, angle: float) -> Point:
        px, py = r * math.cos(angle), r * math.sin(angle) * flat
        return x + px * math.cos(tilt) - py * math.sin(tilt), y + px * math.sin(tilt) + py * math.cos(tilt)

    for arm in range(arms):
        start = TAU * arm / arms
        spine = [(c.unit * (0.5 + 0.36 * i), start + sense * 0.26 * i) for i in range(18)]
        for width, tone in ((1.25, t.veil), (0.8, t.soft)):
            for i in range(2, 18):
                c.disc(*at(*spine[i]), c.unit * width * math.sin(math.pi * (i + 1) / 19) ** 0.7, tone)
        c.path(smooth([at(*p) for p in spine]), stroke=t.mid, width=c.unit * 0.3)
        grains = []
        for r, angle in spine[1:]:
            for _ in range(7):
                spread = rng.gauss(0, 0.42)
                grains.append((*at(r + c.unit * spread, angle + rng.gauss(0, 0.1)), c.unit * rng.choice((0.05, 0.07, 0.11, 0.18))))
        c.dots(grains[::2], t.strong)
        c.dots(grains[1::2], t.line)
        c.path(smooth([at(r * 1.02, a - sense * 0.12) for r, a in spine[2:]]), stroke=t.line, width=0.24)
    c.disc(x, y, c.unit * 1.15, t.light)
    _eye(c, x, y, c.unit * 0.8)


def _ladder(c: Canvas) -> None:
    # A stair seen from above, every step a turn nearer.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    sense, turn, steps = rng.choice((-1, 1)), rng.uniform(0, TAU), rng.randint(40, 52)
    _broken_arcs(c, x, y, c.unit * 5, t.soft)
    c.disc(x, y, c.unit * 5.1, t.line)
    fills = (t.veil, t.soft, mix(t.soft, t.mid, 0.5), t.mid, mix(t.mid, t.strong, 0.6), t.strong)
    per_turn = rng.choice((16, 18, 20))
    for k in range(steps):
        share = 1 - k / steps
        outer = c.unit * (0.9 + 4.1 * share**1.15)
        a, b = turn + sense * TAU * k / per_turn, turn + sense * TAU * (k + 1) / per_turn
        low, high = min(a, b), max(a, b)
        tone = fills[int((0.5 + 0.5 * math.cos(TAU * k / per_turn + turn)) * 5.4)]
        c.path(wedge_path(x, y, c.unit * 0.5, outer, low, high + 0.02), tone, stroke=t.line, width=0.22)
    c.path(smooth([polar(x, y, c.unit * (0.9 + 4.1 * (1 - k / steps) ** 1.15) + 0.2, turn + sense * TAU * (k + 0.5) / per_turn) for k in range(steps)]), stroke=t.line, width=0.6)
    _eye(c, x, y, c.unit * 0.8)


# ---------------------------------------------------------------- rays


def rays(c: Canvas) -> None:
    """Suns, beacons, lanterns, compass roses; the texture is radial ticks."""
    c.fill(c.tones.ground)
    c.rng.choice((_sunrise, _beacon, _rose, _lantern, _gathering))(c)


def _fan(c: Canvas, x: float, y: float, count: int, turn: float, inner: float = 0.0, color: str = "") -> None:
    beams = []
    for i in range(count):
        a = turn + TAU * i / count
        b = a + TAU / count * 0.5
        beams.append(straight([polar(x, y, inner, a), polar(x, y, c.reach, a), polar(x, y, c.reach, b), polar(x, y, inner, b)], closed=True))
    c.path(beams, color or c.tones.veil)


def _ticks(c: Canvas, x: float, y: float, start: float, color: str) -> None:
    marks, r = [], start
    while r < c.reach * 0.75:
        count = int(r / c.unit * 7)
        shift = c.rng.uniform(0, 1)
        for i in range(count):
            a = TAU * (i + shift) / count
            if c.holds(*polar(x, y, r, a), 1) and c.rng.random() < 0.7:
                marks.append(straight([polar(x, y, r, a), polar(x, y, r + c.unit * 0.28, a)]))
        r += c.unit * 0.9
    c.path(marks, stroke=color, width=0.24)


def _sunrise(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()[0], c.h * rng.uniform(0.5, 0.6)
    r = c.unit * rng.uniform(1.9, 2.4)
    _fan(c, x, y, rng.choice((20, 24, 28, 32)), rng.uniform(0, 0.3))
    _ticks(c, x, y, r * 1.7, t.soft)
    for k, tone in ((1.75, t.soft), (1.5, t.mid), (1.25, t.veil)):
        c.disc(x, y, r * k, tone)
    c.disc(x, y, r, t.accent)
    c.path([arc_path(x, y, r * k, 3.5, 5.9) for k in (0.82, 0.64, 0.46)], stroke=t.light, width=0.3)
    for k in range(4):
        base = y + c.unit * (0.75 + 1.25 * k)
        lean = rng.uniform(-1, 1) * c.unit
        hill = [(-2, base + lean * 0.4), (c.w * 0.3, base - lean), (c.w * 0.68, base + lean), (c.w + 2, base - lean * 0.5)]
        c.path(f"{smooth(hill)}V{c.h + 2:.0f}H-2Z", (t.mid, t.strong, mix(t.strong, t.line, 0.5), t.line)[k])
        c.path([smooth([(px, py + c.unit * 0.32 * s) for px, py in hill]) for s in (1, 2)], stroke=t.light, width=0.2, opacity=0.55)


def _beacon(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    side = rng.choice((-1, 1))
    x, y = c.w * (0.5 - side * 0.16), c.h * 0.3
    _ticks(c, x, y, c.unit * 1.6, t.soft)
    for k, (half, tone) in enumerate(((0.34, t.veil), (0.2, t.soft), (0.09, t.light))):
        for angle in (0.12 if side > 0 else math.pi - 0.12, math.pi + 0.25 if side > 0 else -0.25):
            reach = c.reach * (1 if k < 2 or (angle < 2) == (side > 0) else 0.8)
            c.path(straight([(x, y), polar(x, y, reach, angle - half), polar(x, y, reach, angle + half)], closed=True), tone)
    foot, top = c.unit * 1.25, c.unit * 0.72
    base = c.h * 0.88
    tower = [(x - top, y + c.unit * 0.7), (x + top, y + c.unit * 0.7), (x + foot, base + 1), (x - foot, base + 1)]
    c.path(straight(tower, closed=True), t.strong)
    bands = rng.randint(3, 5)
    for k in range(bands):
        a, b = (k + 0.35) / bands, (k + 0.75) / bands
        w1, w2 = top + (foot - top) * a, top + (foot - top) * b
        y1, y2 = y + c.unit * 0.7 + (base - y) * 0.93 * a, y + c.unit * 0.7 + (base - y) * 0.93 * b
        c.path(straight([(x - w1, y1), (x + w1, y1), (x + w2, y2), (x - w2, y2)], closed=True), t.light)
    c.path(straight([(x - top * 1.5, y + c.unit * 0.7), (x + top * 1.5, y + c.unit * 0.7)]), stroke=t.line, width=0.8)
    c.path(straight([(x - top, y - c.unit * 0.62), (x, y - c.unit * 1.35), (x + top, y - c.unit * 0.62)], closed=True), t.line)
    c.disc(x, y, c.unit * 1.5, t.light, opacity=0.4)
    c.disc(x, y, c.unit * 0.62, t.accent, stroke=t.line, width=0.4)
    for k in range(5):
        level = base + c.unit * 0.42 * k - c.unit * 0.2
        crest = [(-2 + (c.w + 4) * i / 14, level + c.unit * 0.16 * math.sin(i * 1.9 + k * 2)) for i in range(15)]
        c.path(f"{smooth(crest)}V{c.h + 2:.0f}H-2Z", (t.mid, t.strong, t.line)[k % 3])


def _rose(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()
    n, turn = rng.choice((4, 6, 8)), rng.choice((0.0, 0.2, 0.4))
    _fan(c, x, y, n * 4, turn)
    _ticks(c, x, y, c.unit * 4.4, t.soft)
    c.disc(x, y, c.unit * 4.0, t.veil, stroke=t.strong, width=0.5)
    c.path([straight([polar(x, y, c.unit * (3.6 if i % 5 else 3.35), TAU * i / 80), polar(x, y, c.unit * 3.85, TAU * i / 80)]) for i in range(80)], stroke=t.line, width=0.22)
    for ring, reach in ((2, 2.6), (1, 3.3), (0, 4.7)):
        count = n * (2 if ring == 2 else 1)
        for i in range(count):
            a = turn + TAU * (i + (0.5 if ring else 0)) / count + (TAU / count / 4 if ring == 2 else 0)
            tip, root = polar(x, y, c.unit * reach, a), c.unit * (0.95 - 0.16 * ring)
            for s, tone in ((1, t.line if ring == 0 else t.strong), (-1, t.light if ring == 0 else t.soft)):
                c.path(straight([(x, y), polar(x, y, root, a + s * math.pi / n), tip], closed=True), tone, stroke=t.line, width=0.25)
    c.disc(x, y, c.unit * 0.85, t.light, stroke=t.line, width=0.35)
    c.disc(x, y, c.unit * 0.6, t.accent)
    c.disc(x, y, c.unit * 0.2, t.dark)


def _lantern(c: Canvas) -> None:
    t, rng = c.tones, c.rng
    x, y = c.focus()
    for k in range(8, 0, -1):
        c.disc(x, y, c.unit * 0.95 * k, (t.veil, t.ground, t.soft)[k % 3], opacity=0.8)
    _ticks(c, x, y, c.unit * 3.4, t.mid)
    n, squash = rng.choice((5, 7, 9)), rng.uniform(0.9, 1.25)
    tall, wide = c.unit * 2.1 * squash, c.unit * 2.2
    c.path(straight([(x, -1), (x, y - tall)]), stroke=t.line, width=0.45)
    for k in range(n, 0, -1):
        half = wide * k / n
        rib = [(x, y - tall), (x - half, y - tall * 0.35), (x - half, y + tall * 0.35), (x, y + tall), (x + half, y + tall * 0.35), (x + half, y - tall * 0.35)]
        c.path(smooth(rib, closed=True), (t.strong, t.mid, t.light)[k % 3] if k > 2 else t.accent, stroke=t.line, width=0.3)
    for s in (-1, 1):
        c.path(straight([(x - c.unit * 0.7, y + s * tall), (x + c.unit * 0.7, y + s * tall)]), stroke=t.line, width=1.1)
    c.path([straight([(x + c.unit * 0.2 * k, y + tall), (x + c.unit * 0.26 * k, y + tall + c.unit * (1.3 - 0.15 * abs(k)))]) for k in range(-3, 4)], stroke=t.line, width=0.3)
    for s in (-1, 1):
        px, py, k = x + s * c.w * rng.uniform(0.3, 0.36), y + c.unit * rng.uniform(-2.4, 1), rng.uniform(0.32, 0.45)
        c.path(straight([(px, -1), (px, py - tall * k)]), stroke=t.line, width=0.3)
        for j in (3, 2, 1):
            half = wide * k * j / 3
            rib = [(px, py - tall * k), (px - half, py - tall * k * 0.35), (px - half, py + tall * k * 0.35), (px, py + tall * k), (px + half, py + tall * k * 0.35), (px + half, py - tall * k * 0.35)]
            c.path(smooth(rib, closed=True), (t.light, t.mid, t.strong)[j - 1], stroke=t.line, width=0.3)


def _gathering(c: Canvas) -> None:
    # People as lights in a circle; every beam meets in the middle.
    t, rng = c.tones, c.rng
    x, y = c.focus()[0] * 0.5 + c.w * 0.25, c.h / 2
    n, turn, r = rng.randint(6, 11), rng.uniform(0, TAU), c.unit * rng.uniform(3.1, 3.6)
    _fan(c, x, y, n * 2, turn - TAU / n / 4)
    _ticks(c, x, y, r * 1.5, t.soft)
    c.disc(x, y, r, stroke=t.mid, width=0.4, dash="1.4 1")
    for i in range(n):
        a = turn + TAU * i / n
        px, py = polar(x, y, r, a)
        feet = [polar(px, py, c.unit * 0.75, a + math.pi / 2), polar(px, py, c.unit * 0.75, a - math.pi / 2)]
        c.path(straight([(x, y), *feet], closed=True), (t.soft, t.mid)[i % 2])
        c.path(arc_path(*polar(px, py, c.unit * 1.15, a), c.unit * 1.0, a + math.pi / 2, a + math.pi * 1.5) + "Z", (t.strong, t.line, t.mid)[i % 3])
        c.disc(px, py, c.unit * 0.52, t.light, stroke=t.line, width=0.35)
    c.path(round_path(x, y, c.unit * 1.35) + round_path(x, y, c.unit * 1.15), t.line, holes=True)
    c.disc(x, y, c.unit * 0.95, t.light)
    c.disc(x, y, c.unit * 0.68, t.accent, stroke=t.line, width=0.3)
    c.disc(x, y, c.unit * 0.24, t.dark)
