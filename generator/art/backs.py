"""Pictures for backs of cards: the same upside down, so that a turned card gives nothing away."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, leaf_path, polar, smooth, straight, trace
from generator.art.tones import mix
from generator.ground.shapes import Point


def rosette(c: Canvas) -> None:
    """Life in rings: a rosette of cells, leaves and waves on a ground of small scales."""
    t = c.tones
    x, y, u = c.w / 2, c.h / 2, c.unit * 0.82
    _scales(c, c.unit * 1.0)
    _twice(c, _corner_sprig)
    for k, tone in ((4.5, t.line), (4.38, t.ground), (4.2, t.soft), (3.55, t.veil)):
        c.disc(x, y, u * k, tone)
    n = 12
    c.dots(
        ((*polar(x, y, u * 3.88, TAU * i / 48), u * (0.16 if i % 4 == 0 else 0.08)) for i in range(48)),
        t.line,
    )
    for ring, (reach, wide, tone) in enumerate(
        ((3.5, 0.5, t.mid), (2.8, 0.5, t.strong), (2.0, 0.42, t.soft))
    ):
        for i in range(n):
            a = TAU * (i + 0.5 * (ring % 2)) / n
            c.path(leaf_path(x, y, u * reach, u * wide, a), tone, stroke=t.ground, width=0.35)
            c.path(
                straight([polar(x, y, u * reach * 0.4, a), polar(x, y, u * reach * 0.85, a)]),
                stroke=t.ground,
                width=0.25,
            )
    c.disc(x, y, u * 1.15, t.ground)
    c.rings(((x, y, u * k) for k in (1.0, 0.86)), t.line, 0.35)
    c.dots(((*polar(x, y, u * 0.68, TAU * i / 6), u * 0.2) for i in range(6)), t.light)
    c.disc(x, y, u * 0.34, t.accent)
    _frame(c)


def arcade(c: Canvas) -> None:
    """Work in common: two rows of arches meet in a wheel of rays."""
    t = c.tones
    x, y, u = c.w / 2, c.h / 2, c.unit * 0.93
    beams = [
        straight(
            [(x, y), polar(x, y, c.reach, TAU * i / 32), polar(x, y, c.reach, TAU * (i + 0.5) / 32)],
            closed=True,
        )
        for i in range(32)
    ]
    c.path(beams, t.veil)
    _twice(c, _arcade)
    for k, tone in ((3.9, t.line), (3.76, t.ground), (3.6, t.soft), (3.0, t.ground)):
        c.disc(x, y, u * k, tone)
    teeth = [
        straight(
            [
                polar(x, y, u * 3.05, TAU * (i - 0.2) / 24),
                polar(x, y, u * 3.5, TAU * (i - 0.13) / 24),
                polar(x, y, u * 3.5, TAU * (i + 0.13) / 24),
                polar(x, y, u * 3.05, TAU * (i + 0.2) / 24),
            ],
            closed=True,
        )
        for i in range(24)
    ]
    c.path(teeth, t.line)
    for ring, reach in ((1, 2.15), (0, 2.85)):
        for i in range(8):
            a = TAU * (i + 0.5 * ring) / 8
            for s, tone in ((1, (t.line, t.strong)[ring]), (-1, (t.strong, t.mid)[ring])):
                c.path(
                    straight(
                        [(x, y), polar(x, y, u * 0.95, a + s * math.pi / 8), polar(x, y, u * reach, a)],
                        closed=True,
                    ),
                    tone,
                )
    c.disc(x, y, u * 0.85, t.ground)
    c.disc(x, y, u * 0.7, stroke=t.line, width=0.4)
    c.disc(x, y, u * 0.48, t.accent)
    _frame(c)


def whirl(c: Canvas) -> None:
    """Weather: two arms of one whirl on a field of swells."""
    t = c.tones
    x, y, u = c.w / 2, c.h / 2, c.unit * 0.76
    _twice(c, _swells)
    c.disc(x, y, u * 4.9, t.ground)
    for k in range(8, 0, -1):
        c.disc(x, y, u * (0.55 * k + 0.5), (t.ground, t.veil)[k % 2])
    c.disc(x, y, u * 4.7, stroke=t.line, width=0.4)
    for arm in range(2):
        for k, (tone, width) in enumerate(((t.soft, 0.62), (t.mid, 0.42), (t.strong, 0.24), (t.line, 0.07))):
            arm_points = [
                polar(x, y, u * (0.6 + 0.19 * i), arm * math.pi + 0.3 * i + 0.12 * k) for i in range(21 - k)
            ]
            c.path(smooth(arm_points), stroke=tone, width=u * width)
        drops = [
            (*polar(x, y, u * (1.3 + 0.2 * i), arm * math.pi + 0.3 * i + 1.9), u * (0.07 + 0.008 * i))
            for i in range(15)
        ]
        c.dots(drops, t.line)
    c.disc(x, y, u * 0.75, t.ground)
    c.disc(x, y, u * 0.5, t.accent)
    _frame(c)


def _twice(c: Canvas, draw: Callable[[Canvas, Callable[[Point], Point]], None]) -> None:
    # Draws something as it is and once more turned by half a turn.
    draw(c, lambda p: p)
    draw(c, lambda p: (c.w - p[0], c.h - p[1]))


def _frame(c: Canvas) -> None:
    # Two thin lines well inside the cut, so that a cut 1 mm off does not show.
    for inset, width in ((6.6, 0.5), (7.5, 0.22)):
        corners = [(inset, inset), (c.w - inset, inset), (c.w - inset, c.h - inset), (inset, c.h - inset)]
        c.path(straight(corners, closed=True), stroke=c.tones.line, width=width)


def _scales(c: Canvas, size: float) -> None:
    # Small fans in rows; the lower half is the upper half turned round.
    t = c.tones
    parts: dict[float, list[str]] = {k: [] for k in (1.0, 0.55)}
    rows, cols = int(c.h / 2 / size) + 1, int(c.w / 2 / size / 2) + 2
    for row in range(rows + 1):
        for col in range(-cols, cols + 1):
            px = c.w / 2 + (col + 0.5 * (row % 2)) * size * 2
            for k, part in parts.items():
                py = c.h / 2 - row * size
                if row:
                    part.append(arc_path(px, py, size * k, math.pi, TAU))
                    part.append(arc_path(c.w - px, c.h - py, size * k, 0, math.pi))
                elif k == 1.0:
                    part.append(arc_path(px, py, size, math.pi, TAU) + arc_path(px, py, size, 0, math.pi))
    for k, part in parts.items():
        c.path(part, stroke=t.veil if k < 1 else mix(t.veil, t.soft, 0.5), width=0.35)


def _corner_sprig(c: Canvas, place: Callable[[Point], Point]) -> None:
    t, u = c.tones, c.unit
    flip = 0.0 if place((0.0, 0.0)) == (0.0, 0.0) else math.pi
    for side in (-1, 1):
        stem = [(c.w / 2 + side * u * 0.95 * i, u * (1.75 + 0.06 * i * i)) for i in range(4)]
        c.path(smooth([place(p) for p in stem]), stroke=t.line, width=u * 0.1)
        for i in range(1, 8):
            px, py = c.w / 2 + side * u * 0.41 * i, u * (1.75 + 0.06 * (0.43 * i) ** 2)
            for lift in (-1, 1):
                a = (0.0 if side > 0 else math.pi) + side * lift * 0.8
                c.path(
                    leaf_path(*place((px, py)), u * 0.85, u * 0.17, a + flip),
                    (t.strong, t.mid)[(i + lift) % 2],
                )
    c.disc(*place((c.w / 2, u * 1.75)), u * 0.42, t.ground)
    c.disc(*place((c.w / 2, u * 1.75)), u * 0.26, t.accent)


def _arcade(c: Canvas, place: Callable[[Point], Point]) -> None:
    t, u = c.tones, c.unit
    pitch = c.w / 7
    for row, (foot, tone) in enumerate(((u * 5.4, t.veil), (u * 3.9, t.soft), (u * 2.4, t.mid))):
        head = foot - u * 0.9
        middles = [(i - 0.5 * (row % 2)) * pitch for i in range(9)]
        for share, fill in ((0.5, tone), (0.36, t.ground)):
            half, doors = pitch * share, []
            for x in middles:
                ends = place((x - half, head)), place((x + half, head))
                edges = place((x - half, -1.0)), place((x + half, -1.0))
                doors.append(
                    trace("M", edges[0], "L", ends[0], "A", half, half, 0, 0, 0, ends[1], "L", edges[1], "Z")
                )
            c.path(doors, fill)
        c.dots(((*place((x, head)), u * 0.16) for x in middles), t.line)
        joints = [
            straight([place(polar(x, head, pitch * share, math.pi * s / 9)) for share in (0.37, 0.49)])
            for x in middles
            for s in range(0, 10, 1 + row)
        ]
        c.path(joints, stroke=t.ground, width=0.3)


def _swells(c: Canvas, place: Callable[[Point], Point]) -> None:
    t, u = c.tones, c.unit
    for k in range(20):
        base = c.h / 2 - u * 0.32 * (k + 0.5)
        line = [(-2 + (c.w + 4) * i / 14, base + u * 0.22 * (-1) ** (i + k)) for i in range(15)]
        tone = (t.veil, t.soft, t.veil, t.mid)[k % 4]
        c.path(smooth([place(p) for p in line]), stroke=tone, width=u * (0.13 if k % 4 == 3 else 0.07))
