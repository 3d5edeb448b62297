"""Spirals (Reinforcement): what comes round again; the texture is broken arcs."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, leaf_path, polar, smooth, straight, wedge_path
from generator.art.tones import mix
from generator.ground.shapes import Point

GOLDEN = math.pi * (3 - math.sqrt(5))


def broken_arcs(c: Canvas, x: float, y: float, start: float, color: str) -> None:
    """Arcs round (x, y) with gaps, from the radius `start` in mm outwards: the texture of this motif."""
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
    broken_arcs(c, x, y, c.unit * 4.6, t.soft)
    n, arms = rng.randint(230, 300), rng.choice((5, 8, 13))
    petals = rng.choice((0, 21, 34))
    reach = c.unit * (3.4 if petals else rng.uniform(4.0, 4.6))
    for ring in (1, 0):
        for i in range(petals):
            angle = TAU * (i + 0.5 * ring) / petals
            c.path(
                leaf_path(
                    *polar(x, y, reach * 0.85, angle), c.unit * (2.1 + 0.6 * ring), c.unit * 0.34, angle
                ),
                (t.strong, t.mid)[ring],
            )
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
    sense = -1
    turns, growth = 2.6 * TAU, rng.uniform(0.135, 0.165)
    turn = rng.uniform(2.5, 3.0) - sense * turns  # its mouth looks down on the left
    size = c.unit * 5.6 / math.exp(growth * turns)
    x, y = polar(c.across(0.5), c.down(0.5), c.unit * 1.2, turn + sense * turns + math.pi)
    broken_arcs(c, x, y, c.unit * 1.2, t.soft)

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
        wall = [
            at(b, 0.97),
            polar(
                *_middle(at(b, 0.97), at(low_b, 1.06)),
                size * math.exp(growth * b) * 0.16,
                turn + sense * (b + 1.2),
            ),
            at(low_b, 1.06),
        ]
        front = [
            at(a - 0.035, 0.97),
            polar(
                *_middle(at(a, 0.97), at(low_a, 1.06)),
                size * math.exp(growth * a) * 0.16,
                turn + sense * (a + 1.2),
            ),
            at(low_a - 0.02, 1.06),
        ]
        tone = t.accent if k == 0 else fills[k % 4]
        shape = smooth([at(a - (a - b) * s / 3 - 0.03, 0.97) for s in range(4)])
        c.path(f"{shape}{smooth(wall).replace('M', 'L', 1)}{smooth(front[::-1]).replace('M', 'L', 1)}Z", tone)
    c.path(smooth(outer), stroke=t.strong, width=0.7)
    c.disc(x, y, c.unit * 0.34, t.accent)


def _middle(first: Point, second: Point) -> Point:
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2


def _target(c: Canvas) -> None:
    # Rings of blocks that tighten round one point; one bearing leads in.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    broken_arcs(c, x, y, c.unit * 4.9, t.soft)
    rings, r = rng.randint(6, 8), c.unit * 5.0
    fills = (t.mid, t.strong, t.soft, t.light, t.mid, t.strong)
    step = r / (rings + 1.4)
    for k in range(rings):
        outer = r - step * k
        blocks = rng.choice((8, 12, 16, 20, 24)) if k else 32
        turn = rng.uniform(0, TAU)
        points = [
            wedge_path(
                x,
                y,
                outer - step * 0.8,
                outer,
                turn + TAU * i / blocks + 0.02,
                turn + TAU * (i + 1) / blocks - 0.02,
            )
            for i in range(blocks)
            if rng.random() < (0.5 + 0.08 * k)
        ]
        c.disc(x, y, outer - step * 0.4, stroke=t.veil, width=step * 0.8)
        c.path(points, fills[k % 6])
        c.disc(x, y, outer, stroke=t.line, width=0.22)
    _eye(c, x, y, step * 1.05)
    angle = rng.uniform(2.45, 2.75)  # the arrow comes from below, on the left
    tail, tip = polar(x, y, r * 1.35, angle), polar(x, y, step * 1.2, angle)
    c.path(straight([tail, tip]), stroke=t.ground, width=1.5)
    c.path(straight([tail, tip]), stroke=t.line, width=0.7)
    barbs = [straight([polar(*tip, c.unit * 0.6, angle + s * 0.5), tip]) for s in (1, -1)]
    feathers = [
        straight(
            [
                polar(x, y, r * k, angle),
                polar(*polar(x, y, r * (k + 0.09), angle), c.unit * 0.55, angle + s * 1.0),
            ]
        )
        for k in (1.14, 1.2, 1.26)
        for s in (1, -1)
    ]
    c.path(barbs + feathers, stroke=t.line, width=0.55)


def _groove(c: Canvas) -> None:
    # One line walked so often that it is a road.
    t, rng = c.tones, c.rng
    x, y = c.focus()
    turns, sense, turn = rng.randint(5, 7), rng.choice((-1, 1)), rng.uniform(0, TAU)
    reach = c.unit * 6.4
    broken_arcs(c, x, y, c.unit * 5.4, t.soft)

    def lane(first: float, last: float) -> list[Point]:
        n = int((last - first) * 14)
        return [
            polar(
                x,
                y,
                reach * (first + (last - first) * i / n) / turns,
                turn + sense * TAU * (first + (last - first) * i / n),
            )
            for i in range(n + 1)
        ]

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
    broken_arcs(c, x, y, c.unit * 4.6, t.soft)
    n, turn, slim = rng.choice((7, 8, 9, 11, 12)), rng.uniform(0, TAU), rng.uniform(0.3, 0.5)
    c.disc(x, y, c.unit * 4.7, t.veil, stroke=t.strong, width=0.4)
    c.dots(((*polar(x, y, c.unit * 4.45, TAU * i / (n * 6)), c.unit * 0.08) for i in range(n * 6)), t.strong)
    for scale, tone, width in (
        (1.0, t.soft, c.unit * 0.2),
        (0.86, t.mid, c.unit * 0.13),
        (0.7, t.strong, c.unit * 0.09),
        (0.52, t.line, 0.25),
    ):
        loops = []
        for i in range(n):
            axis, reach = turn + math.pi * i / n, c.unit * 4.2 * scale
            loop = []
            for k in range(12):
                px, py = polar(0, 0, reach, TAU * k / 12)
                py *= slim
                loop.append(
                    (
                        x + px * math.cos(axis) - py * math.sin(axis),
                        y + px * math.sin(axis) + py * math.cos(axis),
                    )
                )
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
    broken_arcs(c, x, y, c.unit * 4.8, t.soft)

    def at(r: float, angle: float) -> Point:
        px, py = r * math.cos(angle), r * math.sin(angle) * flat
        return x + px * math.cos(tilt) - py * math.sin(tilt), y + px * math.sin(tilt) + py * math.cos(tilt)

    for arm in range(arms):
        start = TAU * arm / arms
        spine = [(c.unit * (0.5 + 0.36 * i), start + sense * 0.26 * i) for i in range(18)]
        for width, tone in ((1.25, t.veil), (0.8, t.soft)):
            swell = [c.unit * width * math.sin(math.pi * (i + 1) / 19) ** 0.7 for i in range(18)]
            c.dots(((*at(*spine[i]), swell[i]) for i in range(2, 18)), tone)
        c.path(smooth([at(*p) for p in spine]), stroke=t.mid, width=c.unit * 0.3)
        grains = []
        for r, angle in spine[1:]:
            for _ in range(6):
                spread = rng.gauss(0, 0.42)
                grains.append(
                    (
                        *at(r + c.unit * spread, angle + rng.gauss(0, 0.1)),
                        c.unit * rng.choice((0.05, 0.07, 0.11, 0.18)),
                    )
                )
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
    broken_arcs(c, x, y, c.unit * 5, t.soft)
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
    c.path(
        smooth(
            [
                polar(
                    x,
                    y,
                    c.unit * (0.9 + 4.1 * (1 - k / steps) ** 1.15) + 0.2,
                    turn + sense * TAU * (k + 0.5) / per_turn,
                )
                for k in range(steps)
            ]
        ),
        stroke=t.line,
        width=0.6,
    )
    _eye(c, x, y, c.unit * 0.8)


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (
    _seedhead,
    _shell,
    _target,
    _groove,
    _rosette,
    _galaxy,
    _ladder,
)
"""The ways to draw this motif, on a canvas whose ground is filled."""
