"""The few colours of a picture, derived from the three of its Layer."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

INK = "#22252e"
GOLD = "#f0b13c"
VERMILION = "#d9542b"


def _mix(first: str, second: str, share: float) -> str:
    """The colour that lies `share` of the way from one #rrggbb to the other."""
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


def tones(color: str, tint: str, paper: str, light: str) -> Tones:
    """The tones for a `light` of "day" (pale ground), "dusk", "full" (coloured grounds) or "night"."""
    accent = _accent(color)
    deep, dark = _mix(color, INK, 0.55), _mix(color, INK, 0.72)
    if light == "night":
        return Tones(
            ground=_mix(color, INK, 0.62),
            veil=_mix(color, INK, 0.48),
            soft=_mix(color, INK, 0.26),
            mid=_mix(color, tint, 0.12),
            strong=_mix(tint, color, 0.3),
            line=tint,
            light=paper,
            accent=accent,
            dark=dark,
        )
    if light == "full":
        return Tones(
            ground=_mix(color, INK, 0.1),
            veil=_mix(color, tint, 0.1),
            soft=_mix(color, tint, 0.28),
            mid=_mix(color, INK, 0.5),
            strong=_mix(tint, color, 0.14),
            line=_mix(color, INK, 0.78),
            light=paper,
            accent=accent,
            dark=dark,
        )
    if light == "dusk":
        return Tones(
            ground=_mix(tint, color, 0.42),
            veil=_mix(tint, color, 0.28),
            soft=_mix(tint, color, 0.62),
            mid=_mix(color, INK, 0.08),
            strong=deep,
            line=_mix(color, INK, 0.7),
            light=paper,
            accent=accent,
            dark=dark,
        )
    return Tones(
        ground=tint,
        veil=_mix(tint, paper, 0.6),
        soft=_mix(tint, color, 0.26),
        mid=_mix(tint, color, 0.58),
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
