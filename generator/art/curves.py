"""Points and path data. Lengths are millimetres, y points down."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from generator.ground.shapes import Point

TAU = math.tau


def number(value: float) -> str:
    """A length with at most two decimals: a hundredth of a millimetre is finer than any printer."""
    return _written(_hundredths(value))


def _hundredths(value: float) -> int:
    """The nearest whole number of hundredths, as `f"{value:.2f}"` rounds, at a third of its time."""
    scaled = value * 100
    nearest = round(scaled)
    if -0.4999 < scaled - nearest < 0.4999:
        return nearest
    # so near the middle of two, only all digits of the value tell which is nearer
    return int(f"{value:.2f}".replace(".", ""))


@lru_cache(maxsize=1 << 15)
def _written(hundredths: int) -> str:
    """Hundredths as path data has them, without needless zeros. A picture's box has some ten thousand."""
    text = f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


@lru_cache(maxsize=1 << 15)
def _further(hundredths: int) -> str:
    """A number behind another one: a minus parts them as well as a blank does."""
    text = _written(hundredths)
    return text if text[0] == "-" else f" {text}"


def polar(x: float, y: float, r: float, angle: float) -> Point:
    """The point at distance r and `angle` radians, clockwise from the right as y points down."""
    return x + r * math.cos(angle), y + r * math.sin(angle)


def smooth(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of a Catmull-Rom curve through the points, as cubic Béziers."""
    n = len(points)
    if n < 3:
        return straight(points, closed=closed)
    x, y = round(points[0][0], 2), round(points[0][1], 2)
    path = [f"M{number(x)} {number(y)}"]
    for i in range(n if closed else n - 1):
        x1, y1 = points[i]
        x2, y2 = points[(i + 1) % n]
        x0, y0 = points[i - 1] if closed or i else points[0]
        x3, y3 = points[(i + 2) % n] if closed or i + 2 < n else points[-1]
        right, down = _hundredths(x2 - x), _hundredths(y2 - y)
        path.append(
            f"c{_written(_hundredths(x1 + (x2 - x0) / 6 - x))}{_further(_hundredths(y1 + (y2 - y0) / 6 - y))}"
            f"{_further(_hundredths(x2 - (x3 - x1) / 6 - x))}"
            f"{_further(_hundredths(y2 - (y3 - y1) / 6 - y))}{_further(right)}{_further(down)}"
        )
        x, y = x + right / 100, y + down / 100  # where the rounded steps have led
    return "".join(path) + ("Z" if closed else "")


def straight(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of straight lines through the points."""
    x, y = round(points[0][0], 2), round(points[0][1], 2)
    path = [f"M{number(x)} {number(y)}"]
    for px, py in points[1:]:
        right, down = _hundredths(px - x), _hundredths(py - y)
        path.append(f"l{_written(right)}{_further(down)}")
        x, y = x + right / 100, y + down / 100
    return "".join(path) + ("Z" if closed else "")


def trace(*parts: str | float | Point) -> str:
    """Path data from command letters, numbers and points: `trace("M", (0, 1), "H", 5, "Z")`."""
    path: list[str] = []
    last = ""
    for part in parts:
        if isinstance(part, str):
            path.append(part)
            last = part
            continue
        for value in part if isinstance(part, tuple) else (part,):
            hundredths = _hundredths(value)
            path.append(_written(hundredths) if last[-1:].isalpha() else _further(hundredths))
            last = ""
    return "".join(path)


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


def oval_path(x: float, y: float, rx: float, ry: float, angle: float = 0.0) -> str:
    """Path data of an ellipse about (x, y), turned by an angle in radians."""
    (x1, y1), (x2, y2) = polar(x, y, rx, angle + math.pi), polar(x, y, rx, angle)
    radii = f"a{number(rx)} {number(ry)} {number(math.degrees(angle))} 1 1 "
    return (
        f"M{number(x1)} {number(y1)}{radii}{number(x2 - x1)} {number(y2 - y1)}"
        f"{radii}{number(x1 - x2)} {number(y1 - y2)}Z"
    )
