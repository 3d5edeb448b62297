"""What the scenes of fortune share: a current, a land, a light."""

from __future__ import annotations

import math

from generator.art.canvas import Canvas
from generator.art.curves import number, smooth
from generator.ground.shapes import Point


def sway(c: Canvas, count: int, top: float, bottom: float, color: str, width: float = 0.05) -> None:
    """The current that runs through all of them: long level strokes that swell and ebb."""
    for _ in range(count):
        y, x, length = c.rng.uniform(top, bottom), c.rng.uniform(-6, c.w), c.rng.uniform(9, 30)
        points = [
            (x + length * k / 4, y + c.unit * 0.22 * math.sin(x / 7 + 1.3 * k + y / 5)) for k in range(5)
        ]
        c.path(smooth(points), stroke=color, width=c.unit * width * c.rng.uniform(0.7, 1.6))


def land(c: Canvas, y: float, swing: float, color: str) -> list[Point]:
    """Rising ground from edge to edge; returns its crest."""
    crest = [(c.w * (k - 1) / 6, y + c.rng.uniform(-swing, swing)) for k in range(9)]
    c.path(f"{smooth(crest)}V{number(c.h + 2)}H{number(crest[0][0])}Z", color)
    return crest


def sun(c: Canvas, x: float, y: float, r: float) -> None:
    """The one light of a scene, with its halo."""
    c.glow(x, y, r * 2, c.tones.soft, steps=3, opacity=0.4)
    c.disc(x, y, r, c.tones.accent)


def halo(c: Canvas, at: Point, rings: int, start: float, step: float, *, opacity: float = 0.8) -> None:
    """Rings of faint light round a point, pale and dark by turns; `start` and `step` are radii in units."""
    for k in range(rings, 0, -1):
        c.disc(*at, c.unit * (start + step * k), (c.tones.veil, c.tones.ground)[k % 2], opacity=opacity)


def spots(c: Canvas, *points: Point) -> list[Point]:
    """Points in units of the canvas, x from its middle and y from its top, as points in mm."""
    return [(c.w / 2 + c.unit * x, c.unit * y) for x, y in points]
