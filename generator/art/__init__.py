"""Pictures drawn by the generator: one motif a Layer, one picture a seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from random import Random
from types import MappingProxyType

from generator.art import (
    arches,
    backs,
    bodies,
    colonies,
    company,
    contours,
    doings,
    drift,
    fortunes,
    growth,
    keepings,
    membranes,
    nets,
    plants,
    rays,
    rooms,
    senses,
    services,
    shelters,
    spirals,
    strata,
    waves,
)
from generator.art.canvas import Canvas, FreeBox
from generator.art.tones import tones

__all__ = ["FORMER", "MOTIFS", "draw_art"]

Compositions = tuple[Callable[[Canvas], None], ...]

MOTIFS: Mapping[str, Compositions] = MappingProxyType(
    {
        "membranes": membranes.COMPOSITIONS + shelters.COMPOSITIONS,
        "waves": waves.COMPOSITIONS + bodies.COMPOSITIONS,
        "growth": growth.COMPOSITIONS + plants.COMPOSITIONS,
        "colonies": colonies.COMPOSITIONS + company.COMPOSITIONS,
        "nets": nets.COMPOSITIONS + senses.COMPOSITIONS,
        "spirals": spirals.COMPOSITIONS + doings.COMPOSITIONS,
        "rays": rays.COMPOSITIONS + rooms.COMPOSITIONS,
        "arches": arches.COMPOSITIONS + services.COMPOSITIONS,
        "strata": strata.COMPOSITIONS + keepings.STRATA,
        "contours": contours.COMPOSITIONS + keepings.CONTOURS,
        "drift": drift.COMPOSITIONS,
        "fortunes": fortunes.COMPOSITIONS,
        "rosette": (backs.rosette,),
        "arcade": (backs.arcade,),
        "whirl": (backs.whirl,),
    }
)
"""What can be drawn, by the name that the workbook's column Motif uses: each motif's compositions."""

FORMER: Mapping[str, str] = MappingProxyType(
    {"pattern-back": "rosette", "initiative-back": "arcade", "event-back": "whirl"}
)
"""What motifs were called in version 0.1, by the deck that wore them -> what they are called."""
_GROWN_FROM = {new: old for old, new in FORMER.items()}
"""Pictures grow from a motif's first name: the same seed is the same picture for ever."""
_BACKS = frozenset(_GROWN_FROM)

_LIGHTS = ("day", "night", "dusk", "day", "full")
_STORMY = ("night", "dusk", "full", "night", "dusk")
_ONE_WAY = frozenset({"nets", *_BACKS})  # time runs to the right


def draw_art(
    motif: str,
    seed: str,
    width: float,
    height: float,
    *,
    color: str,
    tint: str,
    paper: str,
    variant: int | None = None,
    free: FreeBox | None = None,
) -> str:
    """The picture of a seed as one SVG group, origin (0, 0), in millimetres, filling its whole box.

    The same arguments give the same bytes. Colours are #rrggbb: `color` is the Layer's hue, `tint` its
    pale companion, `paper` the card's ground. The seed alone decides the picture, unless `variant`
    numbers the pictures of a motif: then neighbours get different compositions and grounds, and the
    seed decides the rest. `free` is the part of the box, in its own millimetres, that nothing is laid over:
    what is to be seen is drawn there, as large as suits it. Raises KeyError for a motif that is in
    neither MOTIFS nor FORMER.
    """
    motif = FORMER.get(motif, motif)
    compositions, first_name = MOTIFS[motif], _GROWN_FROM.get(motif, motif)
    rng = Random(hashlib.sha256(f"{first_name}\n{seed}".encode()).digest())
    drawn, lit, mirrored = rng.randrange(len(compositions)), rng.randrange(len(_LIGHTS)), rng.random() < 0.5
    if variant is not None:
        drawn, lit = (
            variant % len(compositions),
            (variant % len(compositions) + variant // len(compositions)) % len(_LIGHTS),
        )
    turn = 0 if variant is None else variant // len(compositions)
    light = _light(motif, drawn, lit, turn)
    mirrored = mirrored and motif not in _ONE_WAY and free is None  # what covers a picture is on one side
    canvas = Canvas(width, height, rng, tones(color, tint, paper, light), free, turn)
    canvas.fill(canvas.tones.ground)
    compositions[drawn](canvas)
    every = f"{first_name}\n{seed}\n{width}\n{height}\n{color}\n{tint}\n{paper}\n{variant}"
    if free is not None:
        every += f"\n{free}"
    return canvas.markup(f"art-{hashlib.sha256(every.encode()).hexdigest()[:12]}", mirrored=mirrored)


def _light(motif: str, drawn: int, lit: int, turn: int) -> str:
    """The light of a picture: of backs always night, of some motifs what suits the composition."""
    if motif in _BACKS:
        return "night"
    if motif == "fortunes":
        return fortunes.LIGHTS[drawn][turn % len(fortunes.LIGHTS[drawn])]
    return (_STORMY if motif == "drift" else _LIGHTS)[lit]
