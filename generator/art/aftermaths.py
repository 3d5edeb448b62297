"""What tells apart the tellings of bounty, kindness, catastrophe, theft and emptiness: see tidings."""

from __future__ import annotations

import itertools

from generator.art.canvas import Canvas
from generator.art.curves import TAU, leaf_path, number, polar, smooth, straight
from generator.art.scenery import spots


def fish(c: Canvas) -> None:
    """Fish that leap to both sides."""
    t, u = c.tones, c.unit
    for x, y, turn in ((-5.6, 4.3, -0.17), (5.9, 3.4, 0.66), (-5.7, 7.4, 0.02), (5.8, 7.2, 0.47)):
        ((px, py),) = spots(c, (x, y))
        head = polar(px, py, u * 1.2, TAU * turn)
        tail = polar(px, py, u * 1.0, TAU * turn + TAU / 2)
        c.path(leaf_path(*head, u * 2.3, u * 0.62, TAU * turn + TAU / 2), t.mid)
        fins = [polar(*tail, u * 0.85, TAU * turn + TAU / 2 + lean) for lean in (-0.6, 0.6)]
        c.path(straight([polar(px, py, u * 0.7, TAU * turn + TAU / 2), *fins], closed=True), t.mid)
        c.disc(*polar(px, py, u * 0.7, TAU * turn), u * 0.13, t.light)
    for y in (9.1, 9.5):
        wave = [(-9 + 1.5 * k, y + (0.14 if k % 2 else -0.14)) for k in range(13)]
        c.path(smooth(spots(c, *wave)), stroke=t.light, width=u * 0.1)


def noon(c: Canvas) -> None:
    """A sun that stays."""
    t, u = c.tones, c.unit
    ((x, y),) = spots(c, (-5.4, 2.7))
    rays = [
        straight(
            [polar(x, y, u * 1.35, TAU * k / 12), polar(x, y, u * (2.0 if k % 2 else 1.7), TAU * k / 12)]
        )
        for k in range(12)
    ]
    c.path(rays, stroke=t.light, width=u * 0.2)
    c.disc(x, y, u * 1.08, t.accent, stroke=t.light, width=u * 0.14)


def gate(c: Canvas) -> None:
    """A gate that stands open."""
    t, u = c.tones, c.unit
    for side in (-1, 1):
        c.path(
            straight(
                spots(c, (side * 6.1, 9.4), (side * 6.1, 2.6), (side * 7.3, 2.6), (side * 7.3, 9.4)),
                closed=True,
            ),
            t.mid,
        )
        c.path(straight(spots(c, (side * 5.9, 2.7), (side * 7.5, 2.7))), stroke=t.strong, width=u * 0.4)
    c.path(
        smooth(spots(c, (-6.7, 2.6), (-4.6, 1.5), (0, 1.05), (4.6, 1.5), (6.7, 2.6))),
        stroke=t.mid,
        width=u * 0.3,
    )


def flood(c: Canvas) -> None:
    """Water up to the knees."""
    t, u = c.tones, c.unit
    for k, tone in enumerate((t.soft, t.veil, t.soft)):
        y = 7.9 + 0.75 * k
        crest = spots(c, *((-10 + 1.6 * j, y + (0.18 if (j + k) % 2 else -0.18)) for j in range(14)))
        c.path(f"{smooth(crest)}V{number(c.h + 2)}H-9Z", tone, opacity=0.92)
        c.path(smooth(crest), stroke=t.light, width=u * 0.1)


def letters(c: Canvas) -> None:
    """Letters on the wing."""
    t, u = c.tones, c.unit
    for x, y, turn in (
        (-6.2, 2.6, -0.2),
        (-2.0, 1.75, 0.25),
        (2.6, 1.8, -0.12),
        (6.3, 2.9, 0.22),
        (6.6, 6.2, -0.3),
        (-6.6, 6.4, 0.18),
    ):
        ((px, py),) = spots(c, (x, y))
        corners = [polar(px, py, u * 0.92, turn + a) for a in (-0.6, 0.6, TAU / 2 - 0.6, TAU / 2 + 0.6)]
        c.path(straight(corners, closed=True), t.light, stroke=t.line, width=u * 0.1)
        c.path(
            straight([corners[3], polar(px, py, u * 0.12, turn + TAU / 4), corners[0]]),
            stroke=t.line,
            width=u * 0.1,
        )


def cracks(c: Canvas) -> None:
    """Houses and ground that tear."""
    t, u = c.tones, c.unit
    for x, top in ((-6.5, 6.7), (-4.4, 7.2), (4.2, 7.0), (6.4, 6.6)):
        line = [(x + (0.26 if k % 2 else -0.2), top + 0.5 * k) for k in range(8)]
        c.path(straight(spots(c, *line)), stroke=t.ground, width=u * 0.24)
    for side in (-1, 1):
        shake = [
            (side * (4.4 + 0.36 * k), 3.0 + (0.55 if k % 2 else -0.55) * (1 - k * 0.1)) for k in range(9)
        ]
        c.path(straight(spots(c, *shake)), stroke=t.mid, width=u * 0.14)


def flames(c: Canvas) -> None:
    """Fire on every roof."""
    t, u = c.tones, c.unit
    for x in (-6.6, -4.9, -3.3, 3.3, 4.8, 6.6):
        ((px, py),) = spots(c, (x, c.rng.uniform(7.6, 8.2)))
        c.path(
            leaf_path(px, py, u * c.rng.uniform(2.6, 3.6), u * 0.8, -TAU / 4, c.rng.choice((-0.3, 0.3))),
            t.accent,
        )
        c.path(leaf_path(px, py, u * 1.4, u * 0.4, -TAU / 4), t.light)


def rats(c: Canvas) -> None:
    """Two that found it first."""
    t, u = c.tones, c.unit
    for x, y, size in ((-4.9, 8.5, 1.0), (-5.6, 6.7, 0.74)):
        ((px, py),) = spots(c, (x, y))
        body = [(-1.1, 0), (-0.8, -0.8), (0.2, -0.95), (0.9, -0.5), (1.6, -0.05), (0.9, 0.1)]
        c.path(smooth([(px + u * size * dx, py + u * size * dy) for dx, dy in body], closed=True), t.mid)
        c.disc(px + u * size * 0.55, py - u * size * 0.85, u * size * 0.3, t.mid)
        tail = [(-1.0, 0), (-1.6, -0.15), (-1.9, -0.7), (-2.4, -0.6)]
        c.path(
            smooth([(px + u * size * dx, py + u * size * dy) for dx, dy in tail]),
            stroke=t.mid,
            width=u * 0.14,
        )
        c.disc(px + u * size * 1.0, py - u * size * 0.35, u * size * 0.12, t.light)


def piles(c: Canvas) -> None:
    """Piles of coins, each higher than the last."""
    t, u = c.tones, c.unit
    for k, x in enumerate((-6.7, -5.3, -3.9)):
        for j in range(2 + 3 * k):
            ((px, py),) = spots(c, (x, 8.9 - 0.46 * j))
            c.path(f"M{number(px - u * 0.42)} {number(py)}h{number(u * 0.84)}", stroke=t.dark, width=u * 0.5)
            c.path(
                f"M{number(px - u * 0.42)} {number(py)}h{number(u * 0.84)}", stroke=t.accent, width=u * 0.36
            )


def bunting(c: Canvas) -> None:
    """Flags for a feast to which nobody came."""
    t, u = c.tones, c.unit
    line = [(-9 + 18 * k / 14, 1.0 + 0.9 * (1 - ((k - 7) / 7) ** 2)) for k in range(15)]
    c.path(smooth(spots(c, *line)), stroke=t.strong, width=u * 0.09)
    for k, ((x, y), (nx, ny)) in enumerate(itertools.pairwise(line)):
        flag = spots(c, (x + 0.15, y), (nx - 0.15, ny), ((x + nx) / 2, max(y, ny) + 1.25))
        c.path(straight(flag, closed=True), (t.mid, t.strong, t.accent)[k % 3])


def clouds(c: Canvas) -> None:
    """Bars of cloud, one like the other."""
    t, u = c.tones, c.unit
    for x, y, long in (
        (-8.6, 1.6, 4.2),
        (3.2, 1.9, 4.6),
        (-7.2, 3.0, 2.6),
        (4.6, 3.3, 4.4),
        (-8.8, 4.6, 3.6),
        (3.8, 4.8, 3.4),
    ):
        ((px, py),) = spots(c, (x, y))
        c.path(f"M{number(px)} {number(py)}h{number(u * long)}", stroke=t.soft, width=u * 0.62)
