"""The colours of a print that spares ink: what is pale becomes a shade that reads on bare paper."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Iterable
from functools import lru_cache

from generator.ground.sight import contrast, lab
from generator.svg.values import Rgb

WHITE: Rgb = (1.0, 1.0, 1.0)
BLACK: Rgb = (0.0, 0.0, 0.0)
LINE = 2.2
"""The least contrast of an outline with paper."""
_STEPS = 24
_VIVID = 40.0
"""A chroma from which a colour is one of its own, whatever lies beside it."""
_MIDDLE = (28.0, 68.0)
"""How light a colour is, in L*, that lines look best in."""


@lru_cache(maxsize=4096)
def shade(rgb: Rgb, least: float = LINE) -> Rgb:
    """The colour, or a darker one of its hue that has a contrast with paper of at least so much."""
    hue, light, strength = colorsys.rgb_to_hls(*rgb)
    for step in range(_STEPS + 1):
        darker = colorsys.hls_to_rgb(hue, light * (1 - step / _STEPS), strength) if step else rgb
        if contrast(darker, WHITE) >= least:
            return darker
    return BLACK


def is_vivid(rgb: Rgb) -> bool:
    """Whether a colour is no mere tint of a paper."""
    _, a, b = lab(rgb)
    return math.hypot(a, b) >= _VIVID


def leading(weights: Iterable[tuple[Rgb, float]]) -> Rgb:
    """The colour of a picture: that of most of its area, of middle lightness if it has any such."""
    areas: dict[Rgb, float] = {}
    for rgb, area in weights:
        areas[rgb] = areas.get(rgb, 0.0) + area
    dark = {rgb: area for rgb, area in areas.items() if contrast(rgb, WHITE) >= LINE}
    middle = {rgb: area for rgb, area in dark.items() if _MIDDLE[0] <= lab(rgb)[0] <= _MIDDLE[1]}
    among = middle or dark or areas
    if not among:
        return BLACK
    return shade(max(among, key=lambda rgb: (among[rgb], rgb)))


def in_picture(rgb: Rgb, lead: Rgb) -> Rgb:
    """A line's colour in a picture whose colour is `lead`: its own, unless that would vanish on paper."""
    if contrast(rgb, WHITE) >= LINE:
        return rgb
    return shade(rgb) if is_vivid(rgb) else lead


def on_paper(rgb: Rgb, former: Rgb, now: Rgb, least: float) -> Rgb:
    """The colour of something whose ground was `former` and is `now`.

    What was told from its ground and is not any more takes the colour of that ground, as a shade of it that
    is told from paper.
    """
    if contrast(rgb, now) >= min(least, contrast(rgb, former)):
        return rgb
    if now != WHITE and contrast(now, WHITE) > 3 * LINE:
        return WHITE
    return shade(former, least) if contrast(former, WHITE) > 1.2 else shade(rgb, least)
