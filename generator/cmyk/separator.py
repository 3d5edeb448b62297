"""Colours of the screen → the four inks: through the ICC profile of a press, with no more ink than it takes.

All goes through one table of 33 × 33 × 33 colours, solid colours and pixels alike, so that a picture and the
ground beside it cannot disagree. What lies between entries of the table is interpolated, and so it cannot
have more ink than they.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from generator.cmyk.inks import KEY, MOST_INK, NO_INK, RICH_BLACK, Inks, from_bytes, with_black
from generator.cmyk.lcms import bytes_of, looks, pixels_of, separated_pixels
from generator.cmyk.press_profile import SHIPPED, PressProfile, shipped_profile

if TYPE_CHECKING:
    from PIL import Image

TABLE = SHIPPED.with_name("table.bin")
"""What `docs/make_press_table.py` makes of our own profile."""
GRID = 33
"""Colours a side of the table, as LittleCMS itself has them for pixels of eight bits."""
ScreenColour = tuple[float, float, float]
"""Red, green and blue, 0 to 1, as sRGB has them."""
Pixel = tuple[int, ...]
"""The parts of one pixel, 0 to 255."""
_DARK, _GREYISH = 0.2, 0.07
"""What counts as black: no part of a colour is lighter, and its parts are no further apart."""
_SPARE = 4
"""Of 255 · 2.4: rounding a pixel's four inks must not lead over the limit."""
_NEUTRAL, _STEPS = 10.0, 25
"""As pure, in CIELAB, is small type at most that becomes black alone; amounts of an ink that are tried."""
_BLACKS = 16
"""Amounts of black that are tried where ink has to be taken away."""


def lattice() -> list[tuple[int, int, int]]:
    """The colours of the table, red fastest."""
    steps = [round(255 * step / (GRID - 1)) for step in range(GRID)]
    return [(red, green, blue) for blue, green, red in product(steps, repeat=3)]


def is_black(rgb: ScreenColour) -> bool:
    """Whether a colour of text or of a line is meant as black.

    >>> is_black((0.13, 0.15, 0.18)), is_black((0.2, 0.0, 0.0))
    (True, False)
    """
    return max(rgb) <= _DARK and max(rgb) - min(rgb) <= _GREYISH


@dataclass(frozen=True, slots=True)
class Separator:
    """Separates colours. `stated` are inks that the designer gives for a colour, by its three bytes."""

    most: float = MOST_INK
    stated: Mapping[Pixel, Inks] = field(default_factory=lambda: MappingProxyType({}))
    profile: PressProfile = field(default_factory=shipped_profile)
    _known: dict[tuple[ScreenColour, bool, bool], Inks] = field(default_factory=dict)
    _solid: dict[Pixel, Inks] = field(default_factory=dict)

    def inks(self, rgb: ScreenColour, *, line: bool = False, few: bool = False) -> Inks:
        """The inks of a solid colour; the black of a text or a `line` is black ink alone.

        With `few`, at most two; what the designer states is as stated.
        """
        key = (rgb, line, few)
        if key not in self._known:
            inks = self._inks(rgb, line=line)
            stated = _pixel(rgb) in self.stated
            self._known[key] = few_inks(inks, self.profile, self.most) if few and not stated else inks
        return self._known[key]

    def _inks(self, rgb: ScreenColour, *, line: bool) -> Inks:
        pixel = _pixel(rgb)
        if pixel in self.stated:
            return limited(self.stated[pixel], self.most, self.profile)
        if line and is_black(rgb):
            return KEY  # a screen of less than all of it would fray the edges of letters
        if pixel not in self._solid:
            from PIL import Image

            dot = self._through_table(Image.new("RGB", (1, 1), pixel))
            self._solid[pixel] = from_bytes(pixels_of(dot)[0])
        return self._solid[pixel]

    def picture(self, image: Image.Image) -> Image.Image:
        """A picture in RGB as one in CMYK; what has exactly a stated colour gets its inks."""
        picture = self._through_table(image)
        for pixel, inks in self.stated.items():
            mask = _where(image, pixel)
            if mask is not None:
                picture.paste(bytes_of(limited(inks, self.most, self.profile)), (0, 0, *image.size), mask)
        return picture

    def _through_table(self, image: Image.Image) -> Image.Image:
        picture: Image.Image = image.filter(_table(self.profile, self.most))
        return picture


def _pixel(rgb: ScreenColour) -> Pixel:
    return tuple(round(255 * min(1.0, max(0.0, part))) for part in rgb)


def few_inks(inks: Inks, profile: PressProfile, most: float = MOST_INK) -> Inks:
    """At most two inks that look nearest; for what is nearly grey, black ink alone."""
    if sum(part > 0 for part in inks) <= 2:
        return inks
    (look,) = looks([inks], profile.content)
    grey = math.hypot(look[1], look[2]) <= _NEUTRAL
    tries = [
        (off, inks)
        for inks, seen in _two_inks(profile)
        if inks.total <= most and not (grey and any(inks[:3]))
        for off in (_distance(look, (seen[0], look[1], look[2]) if grey else seen),)
    ]
    return min(tries)[1]


@cache
def _two_inks(profile: PressProfile) -> list[tuple[Inks, tuple[float, float, float]]]:
    """Every mixture of two inks in steps of 4 %, with its look."""
    steps = [step / _STEPS for step in range(_STEPS + 1)]
    every = {
        Inks(*(one if at == first else other if at == second else 0.0 for at in range(4)))
        for first, second in combinations(range(4), 2)
        for one, other in product(steps, repeat=2)
    }
    mixtures = sorted(every)
    return list(zip(mixtures, looks(mixtures, profile.content), strict=True))


def limited(inks: Inks, most: float = MOST_INK, profile: PressProfile | None = None) -> Inks:
    """The same colour with at most so much ink: black takes over the grey that the three colours make.

    Of several ways the one is taken that changes the colour least, lightness above all.
    """
    return _limited([inks], most, profile or shipped_profile())[0]


def _limited(all_inks: Sequence[Inks], most: float, profile: PressProfile) -> list[Inks]:
    """The same for many at once."""
    over = [number for number, inks in enumerate(all_inks) if inks.total > most + 1e-9]
    if not over:
        return list(all_inks)
    tries = [(n, inks) for n in over for inks in _less(all_inks[n], most)]
    seen_looks = looks([*(all_inks[n] for n in over), *(inks for _, inks in tries)], profile.content)
    look_of = dict(zip(over, seen_looks, strict=False))
    best: dict[int, tuple[float, Inks]] = {}
    for (number, inks), look in zip(tries, seen_looks[len(over) :], strict=True):
        off = _distance(look_of[number], look)
        if number not in best or off < best[number][0]:
            best[number] = (off, inks)
    return [best[number][1] if number in best else inks for number, inks in enumerate(all_inks)]


def _less(inks: Inks, most: float) -> list[Inks]:
    """Ways to get by with less ink: black between what it was and all of it."""
    blacks = [inks.black + (1 - inks.black) * step / _BLACKS for step in range(_BLACKS + 1)]
    return [
        with_black(inks, min(black, most), equally=way, most=most)
        for black in blacks
        for way in (True, False)
    ]


def _distance(first: Sequence[float], second: Sequence[float]) -> float:
    """How far two colours in CIELAB are apart; lightness counts twice."""
    light, green, blue = (a - b for a, b in zip(first, second, strict=True))
    return 4 * light * light + green * green + blue * blue


@cache
def _table(profile: PressProfile, most: float) -> Any:
    """The whole way from RGB to CMYK as a filter of Pillow's."""
    from PIL import ImageFilter

    found = _limited(_unlimited(profile), most - _SPARE / 255, profile)
    found[0] = limited(RICH_BLACK, most)
    found[-1] = NO_INK
    flat = array("f", (part for inks in found for part in inks))  # a list is copied for every picture
    return ImageFilter.Color3DLUT(GRID, flat, channels=4, target_mode="CMYK", _copy_table=False)


def _unlimited(profile: PressProfile) -> list[Inks]:
    """The inks of every colour of the table, by the table of ours or by the profile's own."""
    if not profile.shipped:
        return [from_bytes(inks) for inks in separated_pixels(lattice(), profile.content)]
    data = TABLE.read_bytes()
    return [from_bytes(data[at : at + 4]) for at in range(0, len(data), 4)]


def _where(image: Image.Image, pixel: Pixel) -> Image.Image | None:
    """Where a picture has exactly one colour; None if nowhere."""
    from PIL import ImageChops

    mask: Image.Image | None = None
    for band, part in zip(image.split(), pixel, strict=True):
        only = [255 if value == part else 0 for value in range(256)]
        here = band.point(only)
        mask = here if mask is None else ImageChops.darker(mask, here)
        if mask.getbbox() is None:
            return None
    return mask
