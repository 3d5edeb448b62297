"""Tidings: what tells one fortune from the next of the same scene, drawn over it.

Every scene is told in three turns. Each has a light of its own, and most have a thing that no other turn has.
Lengths are in the canvas's units; x counts from the middle of the picture, y from its top.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.art import aftermaths
from generator.art.canvas import Canvas
from generator.art.curves import TAU, number, polar, smooth, straight
from generator.art.scenery import spots

Detail = Callable[[Canvas], None]


def _flakes(c: Canvas) -> None:
    c.dots(
        ((c.rng.uniform(0, c.w), c.rng.uniform(0, c.h), c.rng.uniform(0.2, 0.5)) for _ in range(60)),
        c.tones.light,
    )


def granary(c: Canvas) -> None:
    """A store with an open door, and nothing behind it."""
    t = c.tones
    c.path(straight(spots(c, (4.0, 7.0), (4.2, 3.9), (6.8, 3.9), (7.0, 7.0)), closed=True), t.strong)
    c.path(straight(spots(c, (3.5, 4.1), (5.5, 2.2), (7.5, 4.1)), closed=True), t.mid)
    c.path(straight(spots(c, (4.9, 7.0), (4.9, 5.2), (6.1, 5.2), (6.1, 7.0)), closed=True), t.ground)


def hearth(c: Canvas) -> None:
    """A ring of stones round a log, and the last of the smoke."""
    t, u = c.tones, c.unit
    c.path(
        [straight(spots(c, (4.0, 6.9), (6.6, 6.2))), straight(spots(c, (4.1, 6.1), (6.5, 7.0)))],
        stroke=t.strong,
        width=u * 0.42,
    )
    for x, y in spots(c, (3.1, 7.2), (3.9, 7.6), (5.0, 7.7), (6.1, 7.6), (6.9, 7.2)):
        c.disc(x, y, u * 0.45, t.mid)
    c.path(
        smooth(spots(c, (5.3, 5.8), (5.7, 4.8), (5.1, 3.8), (5.6, 2.9), (5.2, 2.2))),
        stroke=t.soft,
        width=u * 0.18,
    )


def papers(c: Canvas) -> None:
    """Leaves of paper that drift away."""
    t, u = c.tones, c.unit
    for x, y, turn in ((-5.6, 3.1, 0.4), (-3.6, 6.0, 1.1), (3.6, 2.3, 0.9), (5.3, 4.6, 0.2), (4.2, 7.2, 0.6)):
        ((px, py),) = spots(c, (x, y))
        sheet = [polar(px, py, u * 0.95, turn + a) for a in (0.6, TAU / 2 - 0.6, TAU / 2 + 0.6, -0.6)]
        c.path(straight(sheet, closed=True), t.light, stroke=t.strong, width=u * 0.08)
        left, right = sheet[1], sheet[0]
        for share in (0.3, 0.55, 0.8):
            ends = [
                (a + (b - a) * share, d + (e - d) * share)
                for (a, d), (b, e) in ((left, sheet[2]), (right, sheet[3]))
            ]
            c.path(straight(ends), stroke=t.strong, width=u * 0.06)


def noise(c: Canvas) -> None:
    """Jagged lines to both sides of the lamp."""
    t, u = c.tones, c.unit
    for side in (-1, 1):
        for k in range(3):
            line = [
                (side * (2.1 + 0.55 * j), 1.7 + 0.9 * k + (0.45 if j % 2 else -0.45) * (1 - 0.09 * j))
                for j in range(11)
            ]
            c.path(straight(spots(c, *line)), stroke=(t.strong, t.mid)[k % 2], width=u * 0.14)


def snow(c: Canvas) -> None:
    """Snow before it all."""
    _flakes(c)


def germs(c: Canvas) -> None:
    """Small spiked things in the air."""
    t, u = c.tones, c.unit
    for x, y, r in ((1.2, 2.6, 0.5), (3.0, 4.3, 0.36), (4.4, 2.0, 0.62), (6.5, 3.6, 0.44), (-6.4, 2.4, 0.4)):
        ((px, py),) = spots(c, (x, y))
        spikes = [straight([(px, py), polar(px, py, u * r * 1.7, TAU * k / 8)]) for k in range(8)]
        c.path(spikes, stroke=t.strong, width=u * 0.12)
        c.disc(px, py, u * r, t.mid)
        c.disc(px, py, u * r * 0.4, t.light)


def lamp(c: Canvas) -> None:
    """A lamp over the bed that nobody puts out."""
    t, u = c.tones, c.unit
    ((x, y),) = spots(c, (3.4, 3.2))
    c.glow(x, y, u * 2.2, t.light, opacity=0.14)
    c.path(straight([(x, -1), (x, y - u * 1.1)]), stroke=t.strong, width=u * 0.12)
    c.disc(x, y, u * 0.5, t.accent)
    c.path(
        straight(
            [(x - u * 1.2, y), (x - u * 0.4, y - u * 1.2), (x + u * 0.4, y - u * 1.2), (x + u * 1.2, y)],
            closed=True,
        ),
        t.strong,
    )


def shutters(c: Canvas) -> None:
    """A house on the far side, all shut."""
    t, u = c.tones, c.unit
    c.path(straight(spots(c, (3.9, 4.6), (3.9, 2.6), (5.3, 1.4), (6.7, 2.6), (6.7, 4.6)), closed=True), t.mid)
    c.path(straight(spots(c, (4.6, 3.9), (4.6, 2.7), (6.0, 2.7), (6.0, 3.9)), closed=True), t.strong)
    c.path([straight(spots(c, (4.6, y), (6.0, y))) for y in (3.0, 3.3, 3.6)], stroke=t.mid, width=u * 0.08)
    c.path(straight(spots(c, (5.3, 2.7), (5.3, 3.9))), stroke=t.mid, width=u * 0.12)


def whispers(c: Canvas) -> None:
    """Words that go from mouth to mouth."""
    t, u = c.tones, c.unit
    for x, y, tail in ((-0.4, 2.3, -1), (3.4, 1.9, 1)):
        c.path(
            straight(spots(c, (x, y), (x + tail * 1.3, y + 1.5), (x + tail * 0.9, y)), closed=True), t.strong
        )
        ((px, py),) = spots(c, (x, y))
        c.path(f"M{number(px - u * 0.6)} {number(py)}h{number(u * 1.2)}", stroke=t.strong, width=u * 1.5)
        c.dots(((px + u * dx, py, u * 0.16) for dx in (-0.6, 0, 0.6)), t.ground)


def ice(c: Canvas) -> None:
    """Icicles, and snow on the wheels."""
    t, u = c.tones, c.unit
    x = -8.8
    while x < 8.8:
        wide, long = c.rng.uniform(0.5, 1.0), c.rng.uniform(1.3, 2.6)
        c.path(
            straight(spots(c, (x, -0.2), (x + wide / 2, long), (x + wide, -0.2)), closed=True),
            t.light,
            opacity=0.85,
        )
        x += wide + 0.06
    c.path(
        smooth(spots(c, (-8.8, 9.0), (-5, 8.7), (-1, 9.1), (3, 8.7), (8.8, 9.0))),
        stroke=t.light,
        width=u * 0.24,
    )
    _flakes(c)


def ribbon(c: Canvas) -> None:
    """A long ribbon through both wheels."""
    t, u = c.tones, c.unit
    line = spots(
        c,
        (-9.2, 7.6),
        (-6.2, 8.2),
        (-4.2, 5.0),
        (-2.0, 3.0),
        (-0.6, 5.6),
        (1.2, 8.0),
        (3.2, 5.2),
        (5.0, 3.0),
        (6.6, 6.4),
        (9.2, 7.2),
    )
    c.path(smooth(line), stroke=t.dark, width=u * 0.72)
    c.path(smooth(line), stroke=t.accent, width=u * 0.54)


def nothing(c: Canvas) -> None:
    """The scene alone."""


DETAILS: tuple[tuple[Detail, Detail, Detail], ...] = (
    (nothing, granary, hearth),
    (nothing, papers, noise),
    (snow, germs, lamp),
    (shutters, nothing, whispers),
    (nothing, ice, ribbon),
    (nothing, aftermaths.fish, aftermaths.noon),
    (aftermaths.gate, aftermaths.flood, aftermaths.letters),
    (aftermaths.cracks, aftermaths.flames, nothing),
    (nothing, aftermaths.rats, aftermaths.piles),
    (nothing, aftermaths.bunting, aftermaths.clouds),
)
"""The three turns of each scene, in the order of the scenes."""
