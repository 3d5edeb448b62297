"""What every motif draws on: a canvas that writes SVG.

All lengths are millimetres. Nothing here is random by itself: the canvas carries the generator that
the seed made, so that the same seed gives the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from random import Random

from generator.art.curves import number, polar, round_path
from generator.art.tones import Tones
from generator.ground.shapes import Point

FreeBox = tuple[float, float, float, float]
"""x, y, width and height in mm."""

_MIDDLE = 0.48
"""The share of a picture's height where the thing to look at stands."""
_FIGURE = 2.25
"""How many times as tall as the free box a figure's stage is: its heart stands free, its ends may not."""

_BROADEST = 0.8
"""How tall a stage is at most, in widths of the free box: wide figures end within it."""
FINEST_MM = 0.09
"""No line is thinner, however small its picture: it is 0.25 pt, and printers leave out finer ones."""


class Canvas:
    """Collects the elements of one picture that is `w` × `h` mm large.

    `free` is the part of it that nothing will be laid over; without it, all is free. The picture fills
    its whole box all the same, but its figure is as large as suits the free part, and stands there.
    `turn` counts how often the pictures of a motif have been through all its compositions.
    """

    def __init__(
        self, w: float, h: float, rng: Random, tones: Tones, free: FreeBox | None = None, turn: int = 0
    ) -> None:
        self.w, self.h, self.rng, self.tones = w, h, rng, tones
        self.turn = turn
        self._elements: list[str] = []
        self.stage = min(h, _FIGURE * free[3], _BROADEST * free[2]) if free else h
        self.top = free[1] + free[3] / 2 - _MIDDLE * self.stage if free else 0.0
        self.left, self.wide = (free[0], free[2]) if free else (0.0, w)

    @property
    def unit(self) -> float:
        """A tenth of the shorter side: the module that motifs measure their forms in."""
        return min(self.w, self.stage) / 10

    def down(self, share: float) -> float:
        """The y at a share of the height that the figure has: where a motif sets what stands or floats."""
        return self.top + self.stage * share

    def across(self, share: float) -> float:
        """The x at a share of the width that is free."""
        return self.left + self.wide * share

    @property
    def reach(self) -> float:
        """The diagonal: no point of the box is farther from another."""
        return math.hypot(self.w, self.h)

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point lies in the box or no farther outside than the margin."""
        return -margin < x < self.w + margin and -margin < y < self.h + margin

    def focus(self) -> Point:
        """A place for the one thing to look at: near a third, never near an edge."""
        x = self.rng.choice((0.36, 0.5, 0.5, 0.64)) + self.rng.uniform(-0.04, 0.04)
        return self.across(x), self.down(self.rng.uniform(0.42, 0.54))

    def fill(self, color: str) -> None:
        """Covers the whole box."""
        self._elements.append(f'<path d="M0 0H{number(self.w)}V{number(self.h)}H0Z" fill="{color}"/>')

    def path(
        self,
        data: str | Iterable[str],
        fill: str = "",
        *,
        stroke: str = "",
        width: float = 0.3,
        opacity: float = 1.0,
        dash: str = "",
        holes: bool = False,
    ) -> None:
        """Adds a path; several data strings become one path. `holes` fills by the even-odd rule."""
        joined = data if isinstance(data, str) else "".join(data)
        if joined:
            rule = ' fill-rule="evenodd"' if holes else ""
            self._elements.append(f'<path d="{joined}"{rule}{_style(fill, stroke, width, opacity, dash)}/>')

    def disc(
        self,
        x: float,
        y: float,
        r: float,
        fill: str = "",
        *,
        stroke: str = "",
        width: float = 0.3,
        opacity: float = 1.0,
        dash: str = "",
    ) -> None:
        """Adds a circle."""
        self._elements.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"'
            f"{_style(fill, stroke, width, opacity, dash)}/>"
        )

    def dots(self, dots: Iterable[tuple[float, float, float]], fill: str, *, opacity: float = 1.0) -> None:
        """Adds many discs (x, y, r) of one colour; their sizes are rounded to a common few.

        A dot is a stroke with round ends and next to no length, a quarter of a circle's text.
        """
        sizes: dict[float, list[str]] = {}
        for x, y, r in dots:
            if self.holds(x, y, r):
                step = 0.04 if r < 0.5 else 0.1
                sizes.setdefault(max(step, round(r / step) * step), []).append(
                    f"M{number(x)} {number(y)}h.01"
                )
        for r in sorted(sizes, reverse=True):
            self.path(sizes[r], stroke=fill, width=2 * r, opacity=opacity)

    def rings(self, dots: Iterable[tuple[float, float, float]], stroke: str, width: float = 0.3) -> None:
        """Adds many circles (x, y, r) of one colour as one stroked path."""
        self.path([round_path(*dot) for dot in dots if self.holds(*dot)], stroke=stroke, width=width)

    def glow(self, x: float, y: float, r: float, color: str, steps: int = 3, opacity: float = 0.28) -> None:
        """A halo in flat steps, outermost first."""
        for i in range(steps, 0, -1):
            self.disc(x, y, r * i / steps, color, opacity=opacity)

    def stipple(self, count: int, color: str, x: float, y: float, near: float, far: float) -> None:
        """Dots that thin out with the distance from (x, y), between the distances near and far."""
        dots = []
        for _ in range(count):
            share = self.rng.random() ** 1.6
            px, py = polar(x, y, near + (far - near) * share, self.rng.uniform(0, math.tau))
            dots.append((px, py, 0.32 - 0.2 * share))
        self.dots(dots, color)

    def markup(self, name: str, *, mirrored: bool = False) -> str:
        """The picture as one SVG group, clipped to its box by a clip path of that name."""
        box = f"M0 0H{number(self.w)}V{number(self.h)}H0Z"
        turn = f' transform="matrix(-1 0 0 1 {number(self.w)} 0)"' if mirrored else ""
        return (
            f'<g><defs><clipPath id="{name}"><path d="{box}"/></clipPath></defs>'
            f'<g clip-path="url(#{name})">'
            f'<g fill="none" stroke-linecap="round" stroke-linejoin="round"{turn}>'
            f"{''.join(self._elements)}</g></g></g>"
        )


def _style(fill: str, stroke: str, width: float, opacity: float, dash: str) -> str:
    style = f' fill="{fill}"' if fill else ""
    if stroke:
        style += f' stroke="{stroke}" stroke-width="{number(max(width, FINEST_MM))}"'
    if opacity < 1:
        style += f' opacity="{number(opacity)}"'
    if dash:
        style += f' stroke-dasharray="{dash}"'
    return style
