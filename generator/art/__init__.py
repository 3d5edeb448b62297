"""Pictures of motifs: drawings of the shelf, in the colours of a Layer."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import astuple
from functools import cache
from random import Random
from types import MappingProxyType

from generator.art.tones import tones
from generator.ground.files import MB, files_inside, read_bounded
from generator.ground.project import SHELF

__all__ = ["FORMER", "MOTIFS", "FreeBox", "draw_art"]

FreeBox = tuple[float, float, float, float]
"""x, y, width and height in mm."""

_FOLDER = SHELF / "art"
MOTIFS: Mapping[str, int] = MappingProxyType(
    dict(Counter(path.stem.rpartition("-")[0] for path in files_inside(_FOLDER, SHELF, ending=".svg")))
)
"""What can be drawn, by the name that the workbook's column Motif uses -> how many drawings there are of it.

They are `waves-0.svg`, `waves-1.svg` … of the shelf's folder art.
"""

FORMER: Mapping[str, str] = MappingProxyType(
    {"pattern-back": "rosette", "initiative-back": "arcade", "event-back": "whirl"}
)
"""What motifs were called in version 0.1, by the deck that wore them -> what they are called."""

FINEST_MM = 0.09
"""No line is thinner, however small its picture: it is 0.25 pt, and printers leave out finer ones."""
_BACKS = frozenset(FORMER.values())
_FIGURE = 56 / 78
"""How much of a drawing's height its figure has, in the middle; of backs it is all."""
_TALLEST, _BROADEST = 2.25, 0.8
"""How tall a figure is at most, in heights and in widths of the free part: its ends may be covered."""
_INKS = astuple(tones("#1b7f83", "#d5eeec", "#fcf7ec", "day"))
"""The colours in which the drawings of the shelf are drawn."""
_LIGHTS = ("day", "night", "dusk", "day", "full")
_STORMY = ("night", "dusk", "full", "night", "dusk")
_ONE_WAY = frozenset({"nets", *_BACKS})  # time runs to the right
_COLOUR = re.compile("|".join(_INKS))
_STROKE = re.compile(r'stroke-width="([^"]+)"')
_FILE = re.compile(r'<svg [^>]*viewBox="0 0 (\S+) (\S+)"([^>]*)>(.*)</svg>', re.DOTALL)


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
    numbers the pictures of a motif: the drawings in turn, each round in another light. `free` is the part of
    the box, in its own millimetres, that nothing is laid over: what is to be seen is drawn there, as large as
    suits it. Raises KeyError for a motif that is in neither MOTIFS nor FORMER.
    """
    motif = FORMER.get(motif, motif)
    count = MOTIFS[motif]
    rng = Random(hashlib.sha256(f"{motif}\n{seed}".encode()).digest())
    number, light, mirrored = rng.randrange(count), rng.randrange(len(_LIGHTS)), rng.random() < 0.5
    if variant is not None:
        number, light = variant % count, (variant % count + variant // count) % len(_LIGHTS)
    mirrored = mirrored and motif not in _ONE_WAY and free is None  # what covers a picture is on one side
    size, attributes, drawing = _drawing(motif, number)
    scale, x, y = _placed(size, width, height, free, whole=motif in _BACKS)
    inks = dict(zip(_INKS, astuple(tones(color, tint, paper, _light(motif, light))), strict=True))
    drawing = _COLOUR.sub(lambda ink: inks[ink[0]], drawing)
    drawing = _STROKE.sub(
        lambda line: f'stroke-width="{max(float(line[1]), FINEST_MM / scale):.4g}"', drawing
    )
    matrix = (
        f"-{scale:.5g} 0 0 {scale:.5g} {width - x:.5g}"
        if mirrored
        else f"{scale:.5g} 0 0 {scale:.5g} {x:.5g}"
    )
    box = f"M0 0H{width:g}V{height:g}H0Z"
    every = (motif, seed, width, height, color, tint, paper, variant, free)
    name = f"art-{hashlib.sha256(repr(every).encode()).hexdigest()[:12]}"
    return (
        f'<g><defs><clipPath id="{name}"><path d="{box}"/></clipPath></defs><g clip-path="url(#{name})">'
        f'<g{attributes} transform="matrix({matrix} {y:.5g})">{drawing}</g></g></g>'
    )


@cache
def _drawing(motif: str, number: int) -> tuple[tuple[float, float], str, str]:
    """A drawing of the shelf: its width and height in mm, the look of all of it, and its elements."""
    content = read_bounded(_FOLDER / f"{motif}-{number}.svg", inside=SHELF, most=MB // 8)
    file = _FILE.match(content.decode("utf-8"))
    if file is None:
        raise ValueError(f"{motif}-{number}.svg is no drawing in millimetres.")
    return (float(file[1]), float(file[2])), file[3], file[4].replace("\n", "")


def _placed(
    size: tuple[float, float], width: float, height: float, free: FreeBox | None, *, whole: bool
) -> tuple[float, float, float]:
    """How a drawing fills a box: its scale and its corner. Unless it is whole, its figure stands free."""
    left, top, wide, high = free or (0.0, 0.0, width, height)
    fitting = 0.0 if whole else min(_BROADEST * wide, _TALLEST * high, height) / (_FIGURE * size[1])
    scale = max(fitting, width / size[0], height / size[1])
    x, y = left + wide / 2 - scale * size[0] / 2, top + high / 2 - scale * size[1] / 2
    return scale, min(0.0, max(x, width - scale * size[0])), min(0.0, max(y, height - scale * size[1]))


def _light(motif: str, number: int) -> str:
    """The light of a picture: backs have night, hard times hardly a day."""
    if motif in _BACKS:
        return "night"
    return (_STORMY if motif in {"drift", "fortunes"} else _LIGHTS)[number]
