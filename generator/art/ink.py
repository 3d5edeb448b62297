"""What every motif draws with: tones derived from three colours, and a canvas that writes SVG.

All lengths are millimetres. Nothing here is random by itself: the canvas carries the generator that
the seed made, so that the same seed gives the same bytes.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

Point = tuple[float, float]
INK = "#22252e"
GOLD = "#f0b13c"
VERMILION = "#d9542b"


def number(value: float) -> str:
    """A length with at most two decimals: a hundredth of a millimetre is finer than any printer."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _steps(points: Iterable[Point], x: float, y: float) -> str:
    # Coordinates from (x, y), which is shorter than absolute ones.
    made = ""
    for px, py in points:
        for text in (number(px - x), number(py - y)):
            made += text if not made or text[0] == "-" else f" {text}"
    return made


def mix(one: str, other: str, share: float) -> str:
    """The colour that lies `share` of the way from one #rrggbb to the other."""
    parts = (
        round(int(one[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share) for i in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


@dataclass(frozen=True, slots=True)
class Tones:
    """The few colours of one picture, from the calm ground to the one warm accent."""

    ground: str
    veil: str  # large calm forms, next to the ground
    soft: str
    mid: str
    strong: str  # the figure
    line: str  # fine drawing on the figure and the ground
    light: str
    accent: str
    dark: str  # the pupil on the accent, whatever the ground


def tones(color: str, tint: str, paper: str, light: str) -> Tones:
    """The tones for a `light` of "day" (pale ground), "dusk", "full" (coloured grounds) or "night"."""
    accent = _accent(color)
    deep, dark = mix(color, INK, 0.55), mix(color, INK, 0.72)
    if light == "night":
        return Tones(
            ground=mix(color, INK, 0.62),
            veil=mix(color, INK, 0.48),
            soft=mix(color, INK, 0.26),
            mid=mix(color, tint, 0.12),
            strong=mix(tint, color, 0.3),
            line=tint,
            light=paper,
            accent=accent,
            dark=dark,
        )
    if light == "full":
        return Tones(
            ground=mix(color, INK, 0.1),
            veil=mix(color, tint, 0.1),
            soft=mix(color, tint, 0.28),
            mid=mix(color, INK, 0.5),
            strong=mix(tint, color, 0.14),
            line=mix(color, INK, 0.78),
            light=paper,
            accent=accent,
            dark=dark,
        )
    if light == "dusk":
        return Tones(
            ground=mix(tint, color, 0.42),
            veil=mix(tint, color, 0.28),
            soft=mix(tint, color, 0.62),
            mid=mix(color, INK, 0.08),
            strong=deep,
            line=mix(color, INK, 0.7),
            light=paper,
            accent=accent,
            dark=dark,
        )
    return Tones(
        ground=tint,
        veil=mix(tint, paper, 0.6),
        soft=mix(tint, color, 0.26),
        mid=mix(tint, color, 0.58),
        strong=color,
        line=deep,
        light=paper,
        accent=accent,
        dark=dark,
    )


def _accent(color: str) -> str:
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue = colorsys.rgb_to_hsv(red, green, blue)[0] * 360
    return VERMILION if 34 < hue < 70 else GOLD  # gold would vanish on gold


# ---------------------------------------------------------------- curves


def polar(x: float, y: float, r: float, angle: float) -> Point:
    """The point at distance r and `angle` radians, clockwise from the right as y points down."""
    return x + r * math.cos(angle), y + r * math.sin(angle)


def smooth(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of a Catmull-Rom curve through the points, as cubic Béziers."""
    n = len(points)
    if n < 3:
        return straight(points, closed=closed)
    x, y = round(points[0][0], 2), round(points[0][1], 2)
    made = [f"M{number(x)} {number(y)}"]
    for i in range(n if closed else n - 1):
        x1, y1 = points[i]
        x2, y2 = points[(i + 1) % n]
        x0, y0 = points[i - 1] if closed or i else points[0]
        x3, y3 = points[(i + 2) % n] if closed or i + 2 < n else points[-1]
        out = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6)
        into = (x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        made.append("c" + _steps((out, into, (x2, y2)), x, y))
        x, y = x + round(x2 - x, 2), y + round(y2 - y, 2)  # where the rounded steps have led
    return "".join(made) + ("Z" if closed else "")


def straight(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of straight lines through the points."""
    x, y = round(points[0][0], 2), round(points[0][1], 2)
    made = [f"M{number(x)} {number(y)}"]
    for px, py in points[1:]:
        made.append("l" + _steps(((px, py),), x, y))
        x, y = x + round(px - x, 2), y + round(py - y, 2)
    return "".join(made) + ("Z" if closed else "")


def trace(*parts: str | float | Point) -> str:
    """Path data from command letters, numbers and points: `trace("M", (0, 1), "H", 5, "Z")`."""
    made = ""
    for part in parts:
        if isinstance(part, str):
            made += part
            continue
        for value in part if isinstance(part, tuple) else (part,):
            text = number(value)
            made += text if made[-1].isalpha() or text[0] == "-" else f" {text}"
    return made


def round_path(x: float, y: float, r: float) -> str:
    """Path data of a whole circle, for paths that hold many of them."""
    return (
        f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 1 1 {number(2 * r)} 0"
        f"a{number(r)} {number(r)} 0 1 1 {number(-2 * r)} 0Z"
    )


def arc_path(x: float, y: float, r: float, start: float, end: float) -> str:
    """Path data of a circle's arc between two angles in radians, less than a full turn."""
    (x1, y1), (x2, y2) = polar(x, y, r, start), polar(x, y, r, end)
    large = int(abs(end - start) > math.pi)
    sweep = int(end > start)
    return f"M{number(x1)} {number(y1)}A{number(r)} {number(r)} 0 {large} {sweep} {number(x2)} {number(y2)}"


def wedge_path(x: float, y: float, inner: float, outer: float, start: float, end: float) -> str:
    """Path data of a ring's sector between two radii and two angles in radians."""
    (x3, y3), (x4, y4) = polar(x, y, inner, end), polar(x, y, inner, start)
    large = int(abs(end - start) > math.pi)
    return (
        f"{arc_path(x, y, outer, start, end)}L{number(x3)} {number(y3)}"
        f"A{number(inner)} {number(inner)} 0 {large} 0 {number(x4)} {number(y4)}Z"
    )


def leaf_path(x: float, y: float, length: float, width: float, angle: float, bend: float = 0.0) -> str:
    """Path data of a pointed leaf from its foot at (x, y); `bend` curves the tip, in widths."""
    tip = polar(x, y, length, angle)
    sides = []
    for side in (1, -1):
        a = polar(x, y, length * 0.34, angle)
        b = polar(x, y, length * 0.74, angle)
        out = angle + side * math.pi / 2
        sides.append((polar(*a, width * (0.66 + 0.2 * side * bend), out), polar(*b, width * 0.5, out)))
    (a1, b1), (a2, b2) = sides
    return trace("M", (x, y), "C", a1, b1, tip, "C", b2, a2, (x, y), "Z")


@dataclass(frozen=True, slots=True)
class Blob:
    """A closed organic outline: a circle whose radius swells with a few harmonics of the angle."""

    x: float
    y: float
    r: float
    swells: tuple[tuple[int, float, float], ...]  # harmonic, share of r, phase
    squash: float = 1.0

    def at(self, angle: float, scale: float = 1.0) -> Point:
        """The outline's point in one direction, for the outline `scale` times as large."""
        r = self.r * scale * (1 + sum(share * math.cos(k * angle + phase) for k, share, phase in self.swells))
        return self.x + r * math.cos(angle), self.y + r * self.squash * math.sin(angle)

    def path(self, scale: float = 1.0, points: int = 20) -> str:
        """Path data of the outline."""
        return smooth([self.at(math.tau * i / points, scale) for i in range(points)], closed=True)


def blob(rng: Random, x: float, y: float, r: float, wobble: float = 0.06, squash: float = 1.0) -> Blob:
    """A blob with random swells of at most about `wobble` of its radius each."""
    swells = tuple((k, rng.uniform(0.4, 1) * wobble * 2 / k, rng.uniform(0, math.tau)) for k in (2, 3, 5))
    return Blob(x, y, r, swells, squash)


# ---------------------------------------------------------------- canvas


class Canvas:
    """Collects the elements of one picture that is `w` × `h` mm large."""

    def __init__(self, w: float, h: float, rng: Random, tones: Tones) -> None:
        self.w, self.h, self.rng, self.tones = w, h, rng, tones
        self._elements: list[str] = []

    @property
    def unit(self) -> float:
        """A tenth of the shorter side: the module that motifs measure their forms in."""
        return min(self.w, self.h) / 10

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
        return self.w * x, self.h * self.rng.uniform(0.42, 0.54)

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
    made = f' fill="{fill}"' if fill else ""
    if stroke:
        made += f' stroke="{stroke}" stroke-width="{number(width)}"'
    if opacity < 1:
        made += f' opacity="{number(opacity)}"'
    if dash:
        made += f' stroke-dasharray="{dash}"'
    return made
