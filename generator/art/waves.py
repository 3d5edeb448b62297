"""Waves (Balance): what swings and comes to rest; the texture is level ripples."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, polar, smooth, straight
from generator.art.tones import mix
from generator.ground.shapes import Point


def _ripples(c: Canvas, count: int, top: float, bottom: float, color: str, width: float = 0.22) -> None:
    # Short level strokes, scattered as light lies on water.
    strokes = []
    for _ in range(count):
        x, y, length = c.rng.uniform(-3, c.w), c.rng.uniform(top, bottom), c.rng.uniform(1.2, 5)
        strokes.append(f"{straight([(x, y), (x + length, y)])}")
    c.path(strokes, stroke=color, width=width)


def _swell(
    c: Canvas, y: float, swing: float, waves_across: float, phase: float, sharp: float = 0.3
) -> list[Point]:
    # One crest line across the whole width; `sharp` lifts the crests into points.
    points = []
    steps = max(16, int(waves_across * 8))
    for i in range(steps + 1):
        x = -2 + (c.w + 4) * i / steps
        a = x / c.w * waves_across * TAU + phase
        points.append((x, y - swing * (math.sin(a) + sharp * math.cos(2 * a))))
    return points


def _under(c: Canvas, crest: list[Point]) -> str:
    return f"{smooth(crest)}V{c.h + 2:.0f}H-3Z"


def _sea(c: Canvas) -> None:
    # A moon over bands of water that darken as they come near.
    t, rng = c.tones, c.rng
    x, y, r = c.focus()[0], c.down(rng.uniform(0.42, 0.45)), c.unit * rng.uniform(1.5, 1.9)
    for i in range(6, 0, -1):
        c.disc(x, y, r * (1 + 0.42 * i), (t.veil, t.ground)[i % 2])
    _ripples(c, 30, 0, c.down(0.4), t.soft)
    c.disc(x, y, r * 1.06, t.light)
    c.disc(x, y, r, t.accent)
    bands, across = rng.randint(6, 8), rng.uniform(1.2, 2.4)
    start = y + r * rng.uniform(0.3, 0.8)
    fills = (
        t.veil,
        t.soft,
        mix(t.soft, t.mid, 0.5),
        t.mid,
        mix(t.mid, t.strong, 0.5),
        t.strong,
        t.line,
        t.strong,
    )
    for k in range(bands):
        near = k / bands
        base = start + (c.h - start) * near**0.9
        crest = _swell(c, base, c.unit * (0.14 + 0.5 * near), across + 0.4 * (k % 3), rng.uniform(0, TAU))
        c.path(_under(c, crest), fills[k])
        for echo in (1, 2):
            line = [(px, py + c.unit * 0.32 * echo * (0.4 + near)) for px, py in crest]
            c.path(
                smooth(line),
                stroke=fills[k - 1] if k else t.light,
                width=0.24,
                dash="" if echo == 1 else "2 1.4",
            )
    glints = []
    for k in range(9):
        gy = start + c.unit * (0.45 + 0.55 * k)
        half = r * (0.75 - 0.07 * k) * rng.uniform(0.7, 1.1)
        glints.append(straight([(x - half, gy), (x + half, gy)]))
    c.path(glints, stroke=t.accent, width=c.unit * 0.13)


def _interference(c: Canvas) -> None:
    # Rings from two sources cross; where they agree, the field lights up.
    t, rng = c.tones, c.rng
    apart, tilt = c.unit * rng.uniform(2.2, 4.6), rng.uniform(-0.3, 0.3)
    mx, my = c.across(0.5), c.down(rng.uniform(0.44, 0.54))
    sources = (polar(mx, my, apart, tilt), polar(mx, my, apart, tilt + math.pi))
    step = c.unit * rng.uniform(0.62, 1.25)
    for sign, (sx, sy) in enumerate(sources):
        for k in range(13, 0, -1):
            if k % 2 == sign:
                c.disc(sx, sy, step * k, stroke=t.veil if sign else t.soft, width=step * 0.9, opacity=0.5)
    for sx, sy in sources:
        c.rings(((sx, sy, step * k) for k in range(1, 15)), t.mid, 0.26)
    crossings = []
    for p in range(1, 13):
        for q in range(1, 13):
            for x, y in _meet(sources[0], step * p, sources[1], step * q):
                far = math.hypot(x - mx, y - my) / c.reach
                if c.holds(x, y) and far < 0.5:
                    crossings.append((x, y, c.unit * 0.2 * (1 - 1.7 * far) + 0.08))
    c.dots(crossings, t.strong)
    for i, (sx, sy) in enumerate(sources):
        r = step * (1.25 if i == 0 else 0.95)
        c.disc(sx, sy, r * 1.35, t.veil)
        c.disc(sx, sy, r, t.accent if i == 0 else t.strong)
        c.disc(sx, sy, r * 1.35, stroke=t.line, width=0.35)
        c.disc(sx, sy, r * 0.35, t.dark if i == 0 else t.light)


def _meet(first: Point, r: float, second: Point, s: float) -> list[Point]:
    # Where two circles cross: none or two points.
    dx, dy = second[0] - first[0], second[1] - first[1]
    d = math.hypot(dx, dy)
    if not abs(r - s) < d < r + s:
        return []
    along = (d * d + r * r - s * s) / (2 * d)
    high = math.sqrt(max(0.0, r * r - along * along))
    x, y = first[0] + dx * along / d, first[1] + dy * along / d
    return [(x - dy * high / d, y + dx * high / d), (x + dy * high / d, y - dx * high / d)]


def _harmonograph(c: Canvas) -> None:
    # The trace of two pendulums that slowly come to rest.
    t, rng = c.tones, c.rng
    x, y = c.across(0.5), c.down(0.48)
    a, b = rng.choice(((3, 4), (3, 5), (4, 5), (5, 6)))
    phase, turns = rng.uniform(0.3, 1.3), rng.choice((3, 4, 5))
    for i in range(7, 0, -1):
        c.disc(x, y, c.unit * 0.95 * i, (t.veil, t.ground)[i % 2])
    _ripples(c, 70, 0, c.h, t.soft)

    def trace(damp: float, shift: float) -> str:
        points = []
        steps = 34 * turns
        for i in range(steps + 1):
            s = TAU * turns * i / steps
            fade = math.exp(-damp * s / turns)
            points.append(
                (
                    x + c.w * 0.43 * fade * math.sin(a * s / 2 + shift + phase),
                    y + c.stage * 0.43 * fade * math.sin(b * s / 2),
                )
            )
        return smooth(points)

    c.path(trace(0.4, 0.09), stroke=t.soft, width=c.unit * 0.22)
    c.path(trace(0.4, 0.04), stroke=t.mid, width=0.3)
    c.path(trace(0.4, 0), stroke=t.strong, width=c.unit * 0.13)
    c.path(trace(0.4, -0.05), stroke=t.line, width=0.24)
    bx, by = x, y  # where both will stand still
    c.disc(bx, by, c.unit * 1.0, t.ground)
    c.disc(bx, by, c.unit * 0.82, t.accent)
    c.disc(bx, by, c.unit * 0.82, stroke=t.line, width=0.35)
    c.disc(bx, by, c.unit * 0.28, t.dark)


def _ridges(c: Canvas) -> None:
    # Row behind row of one pulse that wanders; a disc rises behind them.
    t, rng = c.tones, c.rng
    fx = c.focus()[0]
    r = c.unit * rng.uniform(2.2, 2.9)
    c.glow(fx, c.down(0.44), r * 1.7, t.veil, 3, 0.6)
    c.disc(fx, c.down(0.44), r, t.accent)
    rows, wander = rng.randint(15, 18), rng.uniform(-0.16, 0.16)
    wide = c.w * rng.uniform(0.12, 0.17)
    for k in range(rows):
        base = c.down(0.44) + (c.h + c.unit * 0.4 - c.down(0.44)) * k / (rows - 1)
        mid = fx + c.w * wander * math.sin(k * 0.5)
        tall = c.unit * rng.uniform(1.6, 3.1) * math.sin(math.pi * (k + 2) / (rows + 3))
        points = []
        for i in range(27):
            x = -2 + (c.w + 4) * i / 26
            bell = math.exp(-(((x - mid) / wide) ** 2))
            points.append((x, base - bell * tall * (1 + 0.35 * math.sin(i * 2.1 + k)) - rng.uniform(0, 0.3)))
        depth = k / rows
        c.path(_under(c, points), mix(mix(t.veil, t.soft, 0.7), t.strong, depth * 0.85))
        c.path(smooth(points), stroke=t.light if depth > 0.4 else t.strong, width=0.32)


def _pulse(c: Canvas) -> None:
    # One beat, its echoes above and below growing faint.
    t, rng = c.tones, c.rng
    fx, y = c.focus()[0], c.down(0.5)
    beats, wide = rng.uniform(5, 9), c.w * rng.uniform(0.17, 0.26)
    tall = c.stage * rng.uniform(0.16, 0.18)
    c.path(
        [straight([(0, k * c.unit * 0.62), (c.w, k * c.unit * 0.62)]) for k in range(1, 17)],
        stroke=t.veil,
        width=0.22,
    )

    def line(scale: float, shift: float) -> list[Point]:
        points = []
        for i in range(90):
            x = -2 + (c.w + 4) * i / 89
            bell = math.exp(-(((x - fx) / wide) ** 2))
            points.append((x, y - tall * scale * bell * math.cos((x - fx) / c.w * TAU * beats + shift)))
        return points

    top, low = line(1, 0), line(-1, 0)
    c.path(smooth(line(1.25, 0.5)), stroke=t.soft, width=c.unit * 0.3)
    c.path(smooth(line(1.12, 0.25)), stroke=t.soft, width=c.unit * 0.22)
    c.path(smooth(low), stroke=t.mid, width=c.unit * 0.24)
    c.path(smooth(line(-0.8, 0.2)), stroke=t.mid, width=0.3)
    c.path(smooth(top), stroke=t.strong, width=c.unit * 0.4)
    c.path(smooth(line(0.82, -0.16)), stroke=t.line, width=0.26)
    c.path(smooth(line(0.64, -0.3)), stroke=t.line, width=0.2)
    c.glow(fx, y - tall, c.unit * 1.05, t.light, 2, 0.5)
    c.disc(fx, y - tall, c.unit * 0.72, t.accent)
    c.disc(fx, y - tall, c.unit * 0.72, stroke=t.line, width=0.35)
    c.disc(fx, y - tall, c.unit * 0.24, t.dark)


def _mobile(c: Canvas) -> None:
    # Weights that hold each other level from a single thread.
    t, rng = c.tones, c.rng
    x, y = c.across(rng.uniform(0.46, 0.54)), c.down(0.25)
    for i in range(8, 0, -1):
        c.disc(x, y - c.unit, c.unit * 1.5 * i, (t.veil, t.ground)[i % 2])
    _ripples(c, 60, c.down(0.2), c.h, t.soft)
    c.path(straight([(x, -1), (x, y)]), stroke=t.line, width=0.35)
    discs: list[tuple[float, float, float]] = []
    _beam(c, x, y, c.w * rng.uniform(0.2, 0.24), 0, discs)
    biggest = max(range(len(discs)), key=lambda i: discs[i][2] * (1.6 if discs[i][0] < x else 1))
    for i, (px, py, r) in enumerate(discs):
        tone = t.accent if i == biggest else (t.strong, t.mid, t.light)[i % 3]
        c.disc(px, py, r, tone, stroke=t.line, width=0.35)
        c.path(
            [arc_path(px, py, r * k, 0.3, math.pi - 0.3) for k in (0.45, 0.7)],
            stroke=t.dark if i == biggest else t.line,
            width=0.25,
        )


def _beam(
    c: Canvas, x: float, y: float, half: float, depth: int, discs: list[tuple[float, float, float]]
) -> None:
    t, rng = c.tones, c.rng
    skew, dip = rng.uniform(0.8, 1.2), half * rng.uniform(-0.12, 0.12)
    ends = ((x - half * skew, y + dip + half * 0.12), (x + half / skew, y - dip + half * 0.12))
    c.path(smooth([ends[0], (x, y), ends[1]]), stroke=t.line, width=0.55)
    c.disc(x, y, 0.5, t.line)
    for ex, ey in ends:
        drop = c.unit * rng.uniform(0.5, 1.3)
        c.path(straight([(ex, ey), (ex, ey + drop)]), stroke=t.line, width=0.3)
        if depth < 2 and (depth == 0 or rng.random() < 0.45):
            _beam(c, ex, ey + drop, half * 0.46, depth + 1, discs)
        else:
            r = c.unit * rng.uniform(0.5, 1.05) * (1.25 - 0.2 * depth)
            discs.append((ex, ey + drop + r, r))


def _tides(c: Canvas) -> None:
    # Broad currents hold a disc that is half under, half above: the scale in rest.
    t, rng = c.tones, c.rng
    x, y = c.across(0.5) + rng.uniform(-1, 1) * c.unit, c.down(0.5)
    r = c.unit * rng.uniform(2.4, 2.8)
    crest = _swell(
        c, y, c.unit * rng.uniform(0.3, 0.7), rng.choice((1.0, 1.5, 2.0)), rng.uniform(0, TAU), 0.1
    )
    for k in range(9, 0, -1):
        c.path(
            smooth([(px, py - k * c.unit * 0.62) for px, py in crest]),
            stroke=(t.veil, t.soft)[k % 2],
            width=c.unit * 0.2,
        )
    c.disc(x, y, r * 1.16, t.ground)
    c.disc(x, y, r, t.accent)
    c.path(
        [arc_path(x, y, r * k, math.pi * 1.1, math.pi * 1.9) for k in (0.86, 0.7, 0.54, 0.38)],
        stroke=t.dark,
        width=0.3,
    )
    c.path(_under(c, crest), t.mid)
    fills = (t.strong, t.mid, t.soft, t.mid, t.strong, t.line)
    for k in range(1, 9):
        lower = [(px, py + k * c.unit * 0.62) for px, py in crest]
        c.path(_under(c, lower), fills[k % 6])
        c.path(smooth([(px, py + c.unit * 0.2) for px, py in lower]), stroke=t.light, width=0.2, opacity=0.7)
    c.path([arc_path(x, y, r * k, 0.12, math.pi - 0.12) for k in (1.0,)], stroke=t.light, width=0.5)
    c.path(
        [arc_path(x, y, r * k, 0.25, math.pi - 0.25) for k in (0.84, 0.66, 0.48)],
        stroke=t.light,
        width=0.28,
        dash="1.6 1.1",
    )


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (
    _sea,
    _interference,
    _harmonograph,
    _ridges,
    _pulse,
    _mobile,
    _tides,
)
"""The ways to draw this motif, on a canvas whose ground is filled."""
