"""Pictures drawn by the generator: one motif a Layer, one picture a seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from generator.art import backs, cells, fields, growing, land, nets, turning, works
from generator.art.ink import Canvas, tones

__all__ = ["MOTIFS", "draw_art"]

MOTIFS: Mapping[str, Callable[[Canvas], None]] = MappingProxyType(
    {
        "membranes": cells.membranes,
        "waves": fields.waves,
        "growth": growing.growth,
        "colonies": cells.colonies,
        "nets": nets.nets,
        "spirals": turning.spirals,
        "rays": turning.rays,
        "arches": works.arches,
        "strata": land.strata,
        "contours": land.contours,
        "drift": fields.drift,
        "pattern-back": backs.pattern_back,
        "initiative-back": backs.initiative_back,
        "event-back": backs.event_back,
    }
)
"""What can be drawn, by the name that the workbook's column Motif uses."""

_LIGHTS = ("day", "day", "dusk", "night", "night")


def draw_art(
    motif: str, seed: str, width: float, height: float, *, color: str, tint: str, paper: str
) -> str:
    """The picture of a seed as one SVG group, origin (0, 0), in millimetres, filling its whole box.

    The same arguments give the same bytes. Colours are #rrggbb: `color` is the Layer's hue, `tint` its
    pale companion, `paper` the card's ground. Raises KeyError for a motif that is not in MOTIFS.
    """
    draw = MOTIFS[motif]
    digest = hashlib.sha256(f"{motif}\n{seed}".encode()).digest()
    rng = Random(digest)
    light = "night" if motif.endswith("-back") else rng.choice(_LIGHTS)
    canvas = Canvas(width, height, rng, tones(color, tint, paper, light))
    draw(canvas)
    every = f"{motif}\n{seed}\n{width}\n{height}\n{color}\n{tint}\n{paper}"
    return canvas.markup(f"art-{hashlib.sha256(every.encode()).hexdigest()[:12]}")
