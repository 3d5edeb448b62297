"""Drift (the Events): weather without a centre to hold it; the texture is the current itself."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, polar, smooth
from generator.ground.shapes import Point


def _storm(c: Canvas) -> None:
    """Weather without a centre to hold it: currents round two or three eyes, one of them lit."""
    t, rng = c.tones, c.rng
    eyes = [(*c.focus(), 1.0)]
    for _ in range(rng.randint(1, 2)):
        eyes.append((rng.uniform(0, c.w), rng.choice((0.05, 0.95)) * c.h, rng.choice((-0.8, -0.6, 0.7))))
    fills = (t.veil, t.soft, t.mid, t.strong)
    for k in range(140):
        share = (k % 50) / 50
        ex, ey, _sense = eyes[k % len(eyes)]
        x, y = polar(ex, ey, c.unit * (1.1 + 7.5 * share), rng.uniform(0, TAU))
        points = _stream(eyes, x, y, rng.randint(4, 6), c.unit * 1.15)
        if any(c.holds(px, py) for px, py in points):
            tone = fills[(k * 7) % 4] if k < 112 else t.line
            c.path(smooth(points), stroke=tone, width=c.unit * (rng.uniform(0.1, 0.36) if k < 112 else 0.05))
    x, y, _ = eyes[0]
    c.disc(x, y, c.unit * 1.1, t.ground)
    spiral = [polar(x, y, c.unit * 0.1 * i**0.8, 0.55 * i + 0.3) for i in range(22)]
    c.path(smooth(spiral), stroke=t.accent, width=c.unit * 0.2)
    c.stipple(110, t.light, x, y, c.unit * 1.2, c.reach * 0.6)


def _stream(
    eyes: list[tuple[float, float, float]], x: float, y: float, steps: int, length: float
) -> list[Point]:
    # A line that follows the whirls: each eye turns what is near it.
    points = [(x, y)]
    for _ in range(steps):
        vx, vy = 0.25, 0.06
        for ex, ey, sense in eyes:
            dx, dy = x - ex, y - ey
            far = dx * dx + dy * dy + 20
            vx += sense * (-dy * 9 - dx * 1.2) / far
            vy += sense * (dx * 9 - dy * 1.2) / far
        speed = math.hypot(vx, vy)
        if speed < 0.12:  # between two whirls the air stands still
            break
        x, y = x + vx / speed * length, y + vy / speed * length
        points.append((x, y))
    return points


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (_storm,)
"""The ways to draw this motif, on a canvas whose ground is filled."""
