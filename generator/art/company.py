"""More of Membership: giving and taking, a stack, a flock, two that share, one that is awake."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.art.canvas import Canvas
from generator.art.curves import TAU, arc_path, blob, leaf_path, number, polar, smooth, straight
from generator.art.tones import mix


def _bubbles(c: Canvas, count: int, color: str) -> None:
    # The small rings that drift through all pictures of this motif.
    c.rings(
        ((c.rng.uniform(0, c.w), c.rng.uniform(0, c.h), c.rng.choice((0.3, 0.5, 0.8))) for _ in range(count)),
        color,
    )


def _exchange(c: Canvas) -> None:
    # Two halves of one round; each carries something of the other.
    t, rng, u = c.tones, c.rng, c.unit
    x, y, r = c.across(0.45), c.down(0.48), u * 2.15
    _bubbles(c, 120, t.soft)
    for k in range(6, 0, -1):
        c.disc(x, y, u * (1.6 + 1.05 * k), (t.veil, t.ground)[k % 2])
    turn = rng.uniform(-0.5, 0.5)
    beads = 26
    for i in range(beads):
        a = turn + TAU * i / beads
        c.disc(
            *polar(x, y, r * 1.28, a),
            u * (0.36, 0.26)[i % 2],
            (t.strong, t.mid)[i < beads // 2],
            stroke=t.line,
            width=0.25,
        )
        c.disc(*polar(x, y, r * 1.24, a - 0.03), u * 0.09, t.light)
    c.disc(x, y, r * 1.04, t.line)
    c.disc(x, y, r, t.light)
    (ax, ay), (bx, by) = polar(x, y, r, turn), polar(x, y, r, turn + math.pi)
    whole, half = f"{number(r)} {number(r)}", f"{number(r / 2)} {number(r / 2)}"
    drop = (
        f"M{number(ax)} {number(ay)}A{whole} 0 0 1 {number(bx)} {number(by)}"
        f"A{half} 0 0 0 {number(x)} {number(y)}A{half} 0 0 1 {number(ax)} {number(ay)}Z"
    )
    c.path(drop, t.strong, stroke=t.line, width=0.4)
    c.disc(x, y, r, stroke=t.line, width=0.7)
    first, second = polar(x, y, r / 2, turn), polar(x, y, r / 2, turn + math.pi)
    c.disc(*first, r * 0.27, t.light, stroke=t.line, width=0.35)
    c.disc(*first, r * 0.11, t.line)
    c.disc(*second, r * 0.27, t.accent, stroke=t.line, width=0.35)
    c.disc(*second, r * 0.11, t.dark)
    for s in (-1, 1):
        c.path(
            [
                arc_path(x + s * u * 3.3, y, u * (1.2 + 0.5 * k), *((2.5, 3.8) if s < 0 else (-0.65, 0.65)))
                for k in range(4)
            ],
            stroke=t.soft,
            width=0.4,
            dash="1.4 0.9",
        )


def _stack(c: Canvas) -> None:
    # Each stands on two others.
    t, rng, u = c.tones, c.rng, c.unit
    x, top, r = c.across(rng.uniform(0.38, 0.46)), c.down(0.37), u * 0.84
    _bubbles(c, 110, t.soft)
    for k in range(6, 0, -1):
        c.disc(x, c.down(0.5), u * 1.25 * k, (t.veil, t.ground)[k % 2])
    rows = 6
    for row in range(rows):
        y = top + row * r * 1.74
        for i in range(row + 1):
            px = x + (i - row / 2) * r * 2.0
            body = blob(rng, px, y, r * 0.97, 0.03)
            tone = t.accent if row == 0 else (t.strong, t.mid, t.soft)[(i + row) % 3]
            c.path(body.path(1, 12), tone, stroke=t.line, width=0.35)
            if row:
                c.disc(px, y - r * 0.06, r * 0.5, t.light if tone != t.soft else t.strong)
                c.disc(px, y - r * 0.12, r * 0.22, t.line)
            c.path(arc_path(px, y, r * 0.72, 3.6, 4.6), stroke=t.light, width=0.35)
    c.disc(x, top, r * 0.36, t.dark)
    arms = [straight([(x + s * r * 0.9, top - r * 0.2), (x + s * r * 1.9, top - r * 0.75)]) for s in (-1, 1)]
    c.path(arms, stroke=t.line, width=0.5)


def _flock(c: Canvas) -> None:
    # Many that turn as one; each heeds only those beside it.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(rng.uniform(0.44, 0.5)), c.down(0.5)
    for k in range(7, 0, -1):
        c.disc(x, y, u * (0.6 + 1.05 * k), (t.veil, t.ground)[k % 2])
    fish: dict[str, list[str]] = {t.strong: [], t.mid: [], t.soft: [], t.light: []}
    tones = (t.strong, t.strong, t.mid, t.soft, t.light)
    lead = (0.0, 0.0, 0.0)
    for arm in range(3):
        for i in range(30):
            share = i / 29
            a = TAU * arm / 3 + 0.4 + 3.1 * share + rng.uniform(-0.22, 0.22)
            r = u * (1.15 + 6.6 * share**1.25) + u * rng.uniform(-0.9, 0.9)
            px, py = x + r * math.cos(a), y + r * 0.62 * math.sin(a)
            if not c.holds(px, py, u):
                continue
            swell = u * 8.25 * share**0.25
            heading = math.atan2(
                0.62 * (swell * math.sin(a) + 3.1 * r * math.cos(a)),
                swell * math.cos(a) - 3.1 * r * math.sin(a),
            )
            size = u * (0.85 + 0.6 * share) * rng.uniform(0.85, 1.15)
            tail = polar(px, py, size * 0.5, heading + math.pi)
            shape = leaf_path(px, py, size, size * 0.46, heading) + leaf_path(
                *tail, size * 0.62, size * 0.2, heading
            )
            if arm == 1 and i == 9:
                lead = (px, py, heading)
                continue
            fish[tones[(i + arm) % 5]].append(shape)
    for tone, shapes in fish.items():
        c.path(shapes, tone)
    px, py, heading = lead
    c.path(
        leaf_path(*polar(px, py, u * 0.7, heading + math.pi), u * 1.9, u * 0.6, heading),
        t.accent,
        stroke=t.line,
        width=0.3,
    )
    c.disc(*polar(px, py, u * 0.55, heading), u * 0.13, t.dark)


def _shared(c: Canvas) -> None:
    # A smooth one and a spiny one overlap, and what lies in both is food.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(0.46), c.down(0.48)
    _bubbles(c, 120, t.soft)
    smooth_one = blob(rng, x - u * 1.75, y, u * 3.0, 0.035)
    spiny = (x + u * 1.75, y)
    for k in range(4, 0, -1):
        c.disc(x, y, u * (3.4 + 0.8 * k), (t.veil, t.ground)[k % 2])
    spines = [
        straight([polar(*spiny, u * 2.6, a), polar(*spiny, u * (3.75 if i % 2 else 3.4), a)])
        for i, a in enumerate(TAU * i / 30 for i in range(30))
    ]
    c.path(spines, stroke=t.line, width=u * 0.16)
    c.dots(
        ((*polar(*spiny, u * (3.75 if i % 2 else 3.4), TAU * i / 30), u * 0.15) for i in range(30)), t.strong
    )
    c.path(smooth_one.path(1, 24), t.strong, stroke=t.line, width=0.4)
    c.disc(*spiny, u * 2.8, t.mid, stroke=t.line, width=0.4)
    half = math.acos(1.75 / 2.9)
    lens = [polar(smooth_one.x, y, u * 2.9, -half + 2 * half * i / 8) for i in range(9)]
    lens += [polar(*spiny, u * 2.9, math.pi - half + 2 * half * i / 8) for i in range(1, 8)]
    c.path(smooth(lens, closed=True), t.light, stroke=t.line, width=0.4)
    for s, tone in ((-1, t.soft), (1, t.light)):
        for dy in (-1.3, 0, 1.3):
            px = x + s * u * (3.3 - 0.25 * abs(dy))
            c.disc(px, y + u * dy, u * 0.42, tone, stroke=t.line, width=0.3)
            c.disc(px, y + u * dy, u * 0.16, t.line)
        c.path(
            [
                arc_path(x + s * u * 1.75, y, u * r, *((2.4, 3.9) if s < 0 else (-0.75, 0.75)))
                for r in (2.35, 2.05)
            ],
            stroke=t.light,
            width=0.3,
            dash="0.1 1",
        )
    c.disc(x, y, u * 0.78, t.accent, stroke=t.line, width=0.4)
    c.disc(x, y, u * 0.28, t.dark)
    c.dots(
        ((x, y + u * dy, u * r) for dy, r in ((-1.5, 0.2), (1.5, 0.2), (-1.15, 0.13), (1.15, 0.13))), t.strong
    )


def _sleepers(c: Canvas) -> None:
    # All lids are down but one.
    t, rng, u = c.tones, c.rng, c.unit
    x, y = c.across(0.42), c.down(0.4)
    _bubbles(c, 90, t.soft)
    for k in range(7, 0, -1):
        c.disc(x, y, u * (0.5 + 1.05 * k), (t.veil, t.ground)[k % 2])
    laid = [(x, y, u * 1.35)]
    for row in range(4):
        px = -u * rng.uniform(0, 1)
        while px < c.w + u:
            r = u * rng.uniform(0.85, 1.25)
            py = (
                c.down(0.6)
                + row * u * 1.25
                + u * rng.uniform(-0.2, 0.2)
                - u * 0.7 * math.exp(-(((px - x) / (u * 3)) ** 2))
            )
            if row or abs(px - x) > u * 1.9:
                laid.append((px, py, r))
            px += r * 1.75
    for i, (px, py, r) in enumerate(sorted(laid, key=lambda sleeper: sleeper[1])):
        if (px, py, r) == laid[0]:
            body = blob(rng, px, py + r * 0.4, r * 1.25, 0.03, 1.2)
            c.path(body.path(1, 16), t.light, stroke=t.line, width=0.45)
            c.disc(px, py, r * 0.8, t.accent, stroke=t.line, width=0.4)
            c.disc(px, py, r * 0.32, t.dark)
            c.disc(px - r * 0.14, py - r * 0.14, r * 0.11, t.light)
            continue
        tone = (t.strong, t.mid, mix(t.mid, t.strong, 0.5), t.soft)[i % 4]
        c.path(blob(rng, px, py + r * 0.3, r, 0.04, 1.15).path(1, 14), tone, stroke=t.line, width=0.35)
        lid = t.line if tone == t.soft else t.light
        c.path(arc_path(px, py - r * 0.05, r * 0.45, 0.35, math.pi - 0.35), stroke=lid, width=0.5)
        c.path(
            [
                straight([polar(px, py - r * 0.05, r * 0.45, a), polar(px, py - r * 0.05, r * 0.62, a)])
                for a in (0.7, 1.57, 2.44)
            ],
            stroke=lid,
            width=0.3,
        )


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = (_exchange, _stack, _flock, _shared, _sleepers)
"""Further ways to draw the motif of colonies."""
