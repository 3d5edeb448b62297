"""The few colours of a picture, derived from the three of its Layer."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

INK = "#22252e"
GOLD = "#f0b13c"
VERMILION = "#d9542b"


def _mix(first: str, second: str, share: float) -> str:
    """The colour that lies `share` of the way from one #rrggbb to the other."""
    if not share:
        return first
    parts = (
        round(int(first[i : i + 2], 16) * (1 - share) + int(second[i : i + 2], 16) * share) for i in (1, 3, 5)
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


_MIXES = {  # ground, veil, soft, mid, strong and line: from a colour a part of the way to another
    "night": "color ink .62, color ink .48, color ink .26, color tint .12, tint color .3, tint tint 0",
    "full": "color ink .1, color tint .1, color tint .28, color ink .5, tint color .14, color ink .78",
    "dusk": "tint color .42, tint color .28, tint color .62, color ink .08, color ink .55, color ink .7",
    "day": "tint tint 0, tint paper .6, tint color .26, tint color .58, color color 0, color ink .55",
}


def tones(color: str, tint: str, paper: str, light: str) -> Tones:
    """The tones for a `light` of "day" (pale ground), "dusk", "full" (coloured grounds) or "night"."""
    named = {"color": color, "tint": tint, "paper": paper, "ink": INK}
    mixes = [mix.split() for mix in _MIXES[light].split(",")]
    mixed = [_mix(named[first], named[second], float(share)) for first, second, share in mixes]
    return Tones(*(*mixed, paper, _accent(color), _mix(color, INK, 0.72)))


def _accent(color: str) -> str:
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue = colorsys.rgb_to_hsv(red, green, blue)[0] * 360
    return VERMILION if 34 < hue < 70 else GOLD  # gold would vanish on gold
