"""What pieces need on a page besides their own size: bleed, gaps for marks, furniture at the ends."""

from __future__ import annotations

from enum import StrEnum

from generator.sheets.marks import STRIP_ROOM_MM, TICK_ROOM_MM
from generator.sheets.sheet import Format, Paper

SMALL_MM = 35.0
"""Pieces whose short side is less are tokens, unless the workbook says otherwise."""
SHEET_BLEED_MM = 3.0
"""The most that a sheet shows of the bleed of its designs, which have a little more."""
BLEEDS_MM = (SHEET_BLEED_MM, 2.5, 2.0, 1.5, 1.0, 0.5, 0.0)
SMALL_BLEED_MM = 1.0
"""The bleed of tokens that do not share edges; scissors follow its edge, a punch its four marks."""
LARGEST_GAP_MM = 2.0
_SMALL_GAP_MM = 1.5


class Layout(StrEnum):
    """How pieces share a page; the values are what poker cards make of it on both papers."""

    BUTTED = "3x3"
    SPACED = "8up"


def is_small(form: Format) -> bool:
    """Whether pieces are tokens by their size."""
    return min(form.width_mm, form.height_mm) < SMALL_MM


def bleeds_mm(form: Format, paper: Paper) -> tuple[float, ...]:
    """The bleeds that pieces with gutters are packed with."""
    if is_small(form):
        return (SMALL_BLEED_MM,)
    return tuple(bleed for bleed in BLEEDS_MM if bleed >= paper.least_bleed_mm)


def room_taken(strip: bool) -> float:
    """What marks need between paint and border at one end of an axis, and furniture if it lies there."""
    return STRIP_ROOM_MM if strip else TICK_ROOM_MM


def least_gap(form: Format) -> float:
    """The marks of hexagons, circles and the like lie in the gaps."""
    return _SMALL_GAP_MM if is_small(form) else LARGEST_GAP_MM
