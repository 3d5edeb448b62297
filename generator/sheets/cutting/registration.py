"""Registration marks by which a cutting machine finds the print: Silhouette's scheme of three marks.

A black square at the upper left, and an angle at the upper right and at the lower left, as in
https://github.com/fablabnbg/inkscape-silhouette (`render_silhouette_regmarks.py`: a square of 5 mm). Inset,
length and thickness are what their software lets one set; these are the ones with which
https://github.com/Alan-Cha/silhouette-card-maker cuts cards: the least length leaves the most room.
"""

from __future__ import annotations

from dataclasses import replace

from generator.sheets.marks import strips
from generator.sheets.sheet import Box, Imposition, Paper, Sheet, Side, Strip, around, from_corners

INSET_MM = 10.0
"""From the edges of the paper to the outer edges of the marks."""
SQUARE_MM = 5.0
ARM_MM = 5.0
"""The length of each arm of the two angles."""
LINE_MM = 1.0
"""How thick the arms are."""
WHITE_MM = 1.0
"""Between a mark and whatever else is printed."""
_ZONE_MM = INSET_MM + max(SQUARE_MM, ARM_MM) + WHITE_MM


def registration_marks(paper: Paper) -> tuple[Box, ...]:
    """What is printed black: the square, then the level and the upright arm of both angles."""
    left, top = INSET_MM, INSET_MM
    right, low = paper.width_mm - INSET_MM, paper.height_mm - INSET_MM
    return (
        Box(left, top, SQUARE_MM, SQUARE_MM),
        Box(right - ARM_MM, top, ARM_MM, LINE_MM),
        Box(right - LINE_MM, top, LINE_MM, ARM_MM),
        Box(left, low - LINE_MM, ARM_MM, LINE_MM),
        Box(left, low - ARM_MM, LINE_MM, ARM_MM),
    )


def kept_clear(paper: Paper) -> tuple[Box, ...]:
    """The three corners of the paper in which nothing else is printed."""
    right, low = paper.width_mm - _ZONE_MM, paper.height_mm - _ZONE_MM
    return (
        Box(0, 0, _ZONE_MM, _ZONE_MM),
        Box(right, 0, _ZONE_MM, _ZONE_MM),
        Box(0, low, _ZONE_MM, _ZONE_MM),
    )


def has_room(sheet: Sheet) -> bool:
    """Whether all three marks can be printed, and no paint lies in their corners."""
    printable = sheet.paper.printable
    return all(map(printable.holds, registration_marks(sheet.paper))) and not any(
        corner.meets(around(placement.clip))
        for placement in sheet.placements
        for corner in kept_clear(sheet.paper)
    )


def registered(imposition: Imposition) -> Imposition:
    """The same pages with registration marks on the fronts; all of these have room for them."""
    return replace(
        imposition,
        sheets=tuple(
            _registered(sheet) if sheet.side is Side.FRONT else sheet for sheet in imposition.sheets
        ),
    )


def _registered(sheet: Sheet) -> Sheet:
    corners = kept_clear(sheet.paper)
    heading, ruler = strips(sheet.paper, vertical=bool(sheet.heading.rotation))
    return replace(
        sheet,
        marks=tuple(mark for mark in sheet.marks if not any(corner.meets(mark.box) for corner in corners)),
        heading=_beside(heading, corners),
        ruler=_beside(ruler, corners),
        blocks=registration_marks(sheet.paper),
    )


def _beside(strip: Strip, corners: tuple[Box, ...]) -> Strip:
    """A line of page furniture between the corners that are kept clear."""
    for corner in filter(strip.box.meets, corners):
        edges, along = list(strip.box.edges), 1 if strip.rotation else 0
        start, middle = corner.edges[along], strip.box.middle[along]
        if start < middle:
            edges[along] = max(edges[along], corner.edges[along + 2])
        elif start > middle:
            edges[along + 2] = min(edges[along + 2], start)
        strip = replace(strip, box=from_corners(*edges))
    return strip
