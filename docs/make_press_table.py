"""How inks look on paper by the measurements in a profile, and which inks look like a colour.

A profile says both, but the second only roughly: light colours come out three to five units of CIELAB off.
So the table from colours to inks begins with what the profile says and is then mended by the first. This is
done once, by `python -m docs.make_press_table`: it writes the table that `generator/cmyk/separator.py` reads.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from generator.cmyk.inks import RICH_BLACK
from generator.cmyk.press_profile import SHIPPED
from generator.cmyk.separator import GRID, TABLE, lattice

Lab = tuple[float, float, float]
_WHITE = (0.9642, 1.0, 0.8249)
"""D50, against which colours in a profile are told (ICC.1:2010, 7.2.16)."""
_TO_D50 = (
    (0.4360747, 0.3850649, 0.1430804),
    (0.2225045, 0.7168786, 0.0606169),
    (0.0139322, 0.0971045, 0.7141733),
)
"""Linear sRGB to XYZ at D50, adapted by Bradford's matrix."""
_STEPS, _NUDGE = 30, 1e-3
_WEIGHTS = (1.0, 0.6, 1.6)
"""Of lightness, purity and hue, where not all of them can be had."""
_BLUE, _TURN, _REACHED = 300.0, 16.0, 50.0
"""The hue of blue in CIELAB, by how many degrees it is turned at most, and how pure a blue inks reach."""
_ROUNDS, _REACH = 8, 12.0
"""How often colours out of reach are evened out among neighbours; so far off, one is but their mean."""
_DARK, _GREY = 25.0, 15.0
"""As light and as pure, in CIELAB, is a colour at most that becomes a richer black."""
_HELD = (25.0, 25.0, 25.0, 200.0)
"""How much each ink is held back, beside how much it does."""


@dataclass(frozen=True, slots=True)
class PressModel:
    """The table A2B1 of a profile (`mft2`: ICC.1:2001-04, 6.5.8): four inks to CIELAB."""

    curves: tuple[tuple[int, ...], ...]
    grid: int
    values: tuple[int, ...]
    ends: tuple[tuple[int, ...], ...]

    @classmethod
    def read(cls, path: Path = SHIPPED) -> PressModel:
        """The model of a profile."""
        data = path.read_bytes()
        tags = (
            struct.unpack_from(">4sII", data, 132 + 12 * n)
            for n in range(struct.unpack_from(">I", data, 128)[0])
        )
        start = next(offset for name, offset, _ in tags if name == b"A2B1")
        grid = data[start + 10]
        entries, exits = struct.unpack_from(">HH", data, start + 48)
        at = start + 52

        def taken(count: int) -> tuple[int, ...]:
            nonlocal at
            numbers = struct.unpack_from(f">{count}H", data, at)
            at += 2 * count
            return numbers

        curves = tuple(taken(entries) for _ in range(4))
        values = taken(grid**4 * 3)
        return cls(curves, grid, values, tuple(taken(exits) for _ in range(3)))

    def lab(self, inks: Sequence[float]) -> Lab:
        """How four inks look, between white paper and black."""
        places = [
            _between(curve, part) / 65535 * (self.grid - 1)
            for curve, part in zip(self.curves, inks, strict=True)
        ]
        lows = [min(int(place), self.grid - 2) for place in places]
        sums = [0.0, 0.0, 0.0]
        for corner in product((0, 1), repeat=4):
            weight, index = 1.0, 0
            for low, place, step in zip(lows, places, corner, strict=True):
                weight *= place - low if step else 1 - (place - low)
                index = index * self.grid + low + step
            if weight:
                for number in range(3):
                    sums[number] += weight * self.values[3 * index + number]
        light, green, blue = (_between(end, part / 65535) for end, part in zip(self.ends, sums, strict=True))
        return light * 100 / 65280, green / 256 - 128, blue / 256 - 128


def _between(curve: Sequence[int], part: float) -> float:
    """The value of a curve at a place from 0 to 1."""
    place = min(1.0, max(0.0, part)) * (len(curve) - 1)
    low = min(int(place), len(curve) - 2)
    return curve[low] + (place - low) * (curve[low + 1] - curve[low])


def wanted_look(pixel: Sequence[int], darkest: float) -> Lab:
    """How a pixel is to look on paper: as on a screen, with its black as light as `darkest` (Y of XYZ)."""
    linear = [_linear(part / 255) for part in pixel]
    xyz = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in _TO_D50]
    look = _lab([part * (1 - darkest) + white * darkest for part, white in zip(xyz, _WHITE, strict=True)])
    return _unpurpled(look)


def _unpurpled(look: Lab) -> Lab:
    """Bright blues, which no inks reach, turned towards cyan: in CIELAB they would fade into purple."""
    light, green, blue = look
    pure, hue = math.hypot(green, blue), math.degrees(math.atan2(blue, green)) % 360
    beyond = min(1.0, max(0.0, (pure - _REACHED) / _REACHED))
    turned = math.radians(hue - _TURN * beyond * math.exp(-(((hue - _BLUE) / 30) ** 2)))
    return light, pure * math.cos(turned), pure * math.sin(turned)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _lab(xyz: Sequence[float]) -> Lab:
    x, y, z = (_root(part / white) for part, white in zip(xyz, _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return math.cbrt(value) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def mended(model: PressModel, inks: Sequence[float], look: Lab) -> tuple[tuple[float, ...], float]:
    """Inks that come nearer to a look, with about as much black as they have, and how far off they stay.

    By steps of Gauss and Newton.
    Of what no inks reach the hue is kept before lightness, and lightness before purity.
    """
    best, off = list(inks), math.hypot(*_lack(model.lab(inks), look))
    for _ in range(_STEPS):
        step = _step(model, best, look)
        for share in (1.0, 0.5, 0.25, 0.1, 0.03):
            tried = [min(1.0, max(0.0, own + share * move)) for own, move in zip(best, step, strict=True)]
            distance = math.hypot(*_lack(model.lab(tried), look))
            if distance < off - 1e-4:
                best, off = tried, distance
                break
        else:
            break
    return tuple(best), off


def _lack(here: Lab, look: Lab) -> Lab:
    """What a colour lacks in lightness, purity and hue, each with its weight."""
    light, green, blue = (b - a for a, b in zip(here, look, strict=True))
    pure = math.hypot(look[1], look[2])
    along, across = (look[1] / pure, look[2] / pure) if pure > 1 else (1.0, 0.0)
    weights = _WEIGHTS if pure > 1 else (1.0, 1.0, 1.0)
    purity, hue = green * along + blue * across, blue * along - green * across
    return weights[0] * light, weights[1] * purity, weights[2] * hue


def _step(model: PressModel, inks: Sequence[float], look: Lab) -> list[float]:
    """How the inks have to change, if all were straight; held back where it hardly matters, black above all.

    An ink that is used up, or full, and would have to go further is left out.
    """
    lack = _lack(model.lab(inks), look)
    columns = []
    for number in range(4):
        nudge = -_NUDGE if inks[number] > 0.5 else _NUDGE
        there = _lack(model.lab([part + nudge * (number == n) for n, part in enumerate(inks)]), look)
        columns.append([(a - b) / nudge for a, b in zip(lack, there, strict=True)])
    free = [0, 1, 2, 3]
    while free:
        square = [[_times(columns[a], columns[b]) + _HELD[a] * (a == b) for b in free] for a in free]
        moves = _solved(square, [_times(columns[a], lack) for a in free])
        stuck = [n for n, move in zip(free, moves, strict=True) if inks[n] < 1e-8 and move < 0]
        stuck += [n for n, move in zip(free, moves, strict=True) if inks[n] > 1 - 1e-8 and move > 0]
        if not stuck:
            steps = dict(zip(free, moves, strict=True))
            return [steps.get(number, 0.0) for number in range(4)]
        free = [number for number in free if number not in stuck]
    return [0.0] * 4


def _times(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))


def _solved(square: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """So many equations, by elimination; held back as they are, none of them is empty."""
    rows = [[*row, value] for row, value in zip(square, right, strict=True)]
    for at in range(len(rows)):
        rows[at] = [part / rows[at][at] for part in rows[at]]
        for lower in range(len(rows)):
            if lower != at:
                share = rows[lower][at]
                rows[lower] = [a - share * b for a, b in zip(rows[lower], rows[at], strict=True)]
    return [row[-1] for row in rows]


def darkest_of(model: PressModel) -> float:
    """The luminance of the richest black that may be printed."""
    light, _, _ = model.lab(RICH_BLACK)
    return math.pow((light + 16) / 116, 3)


def inks_for(model: PressModel, pixels: Sequence[Sequence[int]]) -> list[tuple[tuple[float, ...], float]]:
    """The inks of each pixel: the profile's, mended; and how far off they stay. Without a limit."""
    from generator.cmyk.lcms import separated_pixels

    darkest = darkest_of(model)
    made = []
    for pixel, first in zip(pixels, separated_pixels(pixels, SHIPPED.read_bytes()), strict=True):
        look = wanted_look(pixel, darkest)
        inks, off = mended(model, [part / 255 for part in first], look)
        made.append((richer(inks, look), off))
    return made


def richer(inks: Sequence[float], look: Lab) -> tuple[float, ...]:
    """Dark greys on their way to the rich black that black is.

    The black ink that was measured is a little purple, and much yellow makes up for it; another press has
    another black, on which that would be olive.
    """
    dark = min(1.0, max(0.0, (_DARK - look[0]) / _DARK * 2))
    grey = max(0.0, 1 - math.hypot(look[1], look[2]) / _GREY)
    share = dark * dark * grey
    return tuple(own + share * (rich - own) for own, rich in zip(inks, RICH_BLACK, strict=True))


def table(model: PressModel) -> bytes:
    """Four bytes of ink for each colour of the lattice. What is out of reach goes evenly into what is not."""
    dots = inks_for(model, lattice())
    inks, share = [inks for inks, _ in dots], [min(1.0, off / _REACH) for _, off in dots]
    near = [_neighbours(number) for number in range(GRID**3)]
    for _ in range(_ROUNDS):
        inks = [
            tuple(
                own
                + part * (sum(inks[neighbour][ink] for neighbour in near[number]) / len(near[number]) - own)
                for ink, own in enumerate(inks[number])
            )
            for number, part in enumerate(share)
        ]
    return bytes(round(255 * part) for dot in inks for part in dot)


def _neighbours(number: int) -> list[int]:
    """The entries beside one in the table, to both sides in each direction."""
    neighbours = []
    for step in (1, GRID, GRID * GRID):
        place = number // step % GRID
        neighbours += [number - step] * (place > 0) + [number + step] * (place < GRID - 1)
    return neighbours


if __name__ == "__main__":
    TABLE.write_bytes(table(PressModel.read()))
