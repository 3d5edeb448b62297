"""Whether what is printed can be told from its ground: the contrast of two colours, and what to say of it.

The measure is WCAG 2.1's contrast ratio (1.4.3 and 1.4.11), from 1 (the same colour) to 21 (black on white).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from generator.ground.problems import Problem, Severity
from generator.ground.sight import contrast, hexed
from generator.svg.grounds import PAPER, Coat, blended
from generator.svg.values import Rgb

_STEPS = 20
CellsByColour = Mapping[str, tuple[str, ...]]
"""A colour, `#rrggbb`, and the cells that give it; none if nothing is to be said of it."""


class Faint(NamedTuple):
    """Something that can hardly be told from its ground."""

    shown: str
    """The words of a text, the name of an icon."""
    ink: Coat
    ground: tuple[Coat, ...]
    """The topmost first."""
    need: float
    icon: bool = False

    @property
    def ratio(self) -> float:
        """The contrast as it is."""
        return ratio_on(self.ink, self.ground)


@lru_cache(maxsize=4096)
def ratio_on(ink: Coat, ground: tuple[Coat, ...]) -> float:
    """The contrast of a paint with the ground that it lies on."""
    return contrast(blended((ink, *ground)), blended(ground))


# ---------------------------------------------------------------- what to say


def told(faints: Iterable[Faint], cells: CellsByColour) -> Iterator[Problem]:
    """The warnings about what is faint; those that the colours of one row lead to have one cause.

    An icon is not told if the template gives both colours: then it is an ornament, which may be pale.
    """
    for faint in faints:
        ink = cells.get(hexed(faint.ink.rgb), (faint.ink.place,))
        ground, own = _giver(faint.ground, cells)
        if not ink or not ground:
            continue
        of_ink, of_ground = "!" in ink[0], "!" in ground[0]
        if faint.icon and not of_ink and not of_ground:
            continue
        where = ground[0] if of_ground or not of_ink else ink[0]
        if ink == ground and len(ink) > 1:
            mend = f"Write two colours that differ more into {ink[0]} and {ink[1]}."
        elif of_ground:
            mend = _mend(faint, own, ground)
        elif of_ink:
            mend = _mend(faint, -1, ink)
        else:
            where = faint.ink.place
            mend = "Give one of the two another colour, lighter or darker."
        least = int(faint.ratio * 10) / 10  # never rounded up to what would do
        yield Problem(
            Severity.WARNING,
            where,
            f"The {'icon' if faint.icon else 'text'} “{faint.shown}” can hardly be told from its ground: "
            f"{hexed(faint.ink.rgb)} ({_places(ink)}) on {hexed(blended(faint.ground))} ({_places(ground)}"
            f"{', with what lies over it' if own > 0 else ''}) has a contrast of {least:.1f} to 1 "
            f"and needs {faint.need:g} to 1.",
            mend,
            cause=f"faint: {_row(where)}" if of_ink or of_ground else f"faint: {ink[0]} {ground[0]}",
            gravity=faint.need / faint.ratio,
        )


def _giver(ground: tuple[Coat, ...], cells: CellsByColour) -> tuple[tuple[str, ...], int]:
    """The cells that give a ground its colour, else the template's line; and which layer that is."""
    if not ground:
        return ("the bare paper",), 0
    for at, layer in enumerate(ground):
        if hexed(layer.rgb) in cells:
            return cells[hexed(layer.rgb)], at
    return (ground[0].place,), 0


def _mend(faint: Faint, at: int, cells: tuple[str, ...]) -> str:
    """Another colour for a cell, the nearest that would do; `at` is its layer in the ground, or -1."""
    given = (faint.ink if at < 0 else faint.ground[at]).rgb
    for step in range(1, _STEPS + 1):
        for end, word in (((0.0, 0.0, 0.0), "darker"), (PAPER, "lighter")):
            rgb = _between(given, end, step / _STEPS)
            if _with(faint, at, rgb) >= faint.need:
                return f"Write a {word} colour into {_places(cells)}, such as {hexed(rgb)}."
    return f"Write another colour into {_places(cells)}, or change the template's."


def _with(faint: Faint, at: int, rgb: Rgb) -> float:
    """The contrast if one of the colours were another."""
    if at < 0:
        return ratio_on(faint.ink._replace(rgb=rgb), faint.ground)
    layers = [layer._replace(rgb=rgb) if n == at else layer for n, layer in enumerate(faint.ground)]
    return ratio_on(faint.ink, tuple(layers))


def _between(first: Rgb, second: Rgb, part: float) -> Rgb:
    """A colour on the way from one to another, as it can be written."""
    mixed = (round(255 * (a + (b - a) * part)) / 255 for a, b in zip(first, second, strict=True))
    red, green, blue = mixed
    return red, green, blue


def _places(cells: tuple[str, ...]) -> str:
    return " or ".join(cells[:2])


def _row(cell: str) -> str:
    """`Layers!D3` is in the row `Layers!3`."""
    sheet, _, place = cell.rpartition("!")
    return f"{sheet}!{place.lstrip('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}"
