"""Fortunes (what befalls a community): one scene a turn of fate, each with its light in gold."""

from __future__ import annotations

from collections.abc import Callable

from generator.art import encounters, hardships, tidings
from generator.art.canvas import Canvas

LIGHTS = (
    ("night", "full", "dusk"),
    ("dusk", "day", "night"),
    ("night", "dusk", "full"),
    ("full", "dusk", "night"),
    ("night", "dusk", "full"),
    ("dusk", "full", "day"),
    ("full", "dusk", "day"),
    ("night", "full", "dusk"),
    ("full", "night", "dusk"),
    ("night", "full", "dusk"),
)
"""The lights of each scene's three turns, in the order of COMPOSITIONS."""

_SCENES: tuple[Callable[[Canvas], None], ...] = (
    hardships.dearth,
    hardships.fog,
    hardships.body,
    hardships.cut_off,
    hardships.stuck,
    encounters.bounty,
    encounters.kindness,
    encounters.catastrophe,
    encounters.theft,
    encounters.emptiness,
)


def _told(
    scene: Callable[[Canvas], None], details: tuple[Callable[[Canvas], None], ...]
) -> Callable[[Canvas], None]:
    def tell(c: Canvas) -> None:
        scene(c)
        details[c.turn % len(details)](c)

    return tell


COMPOSITIONS: tuple[Callable[[Canvas], None], ...] = tuple(map(_told, _SCENES, tidings.DETAILS))
"""The scenes, on a canvas whose ground is filled: dearth, fog, body, cut off, stuck, bounty, kindness,
catastrophe, theft, emptiness."""
