"""The same files in other ways: with less ink, and with backs on pages of their own or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum

from generator.press.printing import Plan
from generator.sheets.sheet import Side


class InkUse(StrEnum):
    """How much of it a print takes."""

    NORMAL = "normal"
    LIGHT = "light"


class Backs(StrEnum):
    """Where backs are printed: behind their fronts, on pages of their own to be glued on, or nowhere."""

    DUPLEX = "duplex"
    APART = "apart"
    NO = "no"


FRONTS_ALONE = "fronts alone"
FRONTS_TO_GLUE = "fronts, to be glued onto their backs"
BACKS_TO_GLUE = "backs, to be glued behind their fronts"


def varied(plans: Iterable[Plan], inks: Sequence[InkUse], backs: Backs) -> tuple[Plan, ...]:
    """The plans with their backs where they are wanted, each for each ink."""
    return tuple(_inked(each, ink) for given in plans for each in _parted(given, backs) for ink in inks)


def _inked(each: Plan, ink: InkUse) -> Plan:
    return replace(each, light=ink is InkUse.LIGHT)


def _parted(each: Plan, backs: Backs) -> Iterator[Plan]:
    """A plan with backs as one file or as two; without backs, and on one side, nothing has to be parted."""
    if backs is Backs.DUPLEX or not each.imposition.duplex:
        yield each
    elif backs is Backs.NO:
        yield _side(each, Side.FRONT, "fronts", FRONTS_ALONE)
    else:
        yield _side(each, Side.FRONT, "fronts", FRONTS_TO_GLUE)
        yield _side(each, Side.BACK, "backs", BACKS_TO_GLUE)


def _side(each: Plan, side: Side, part: str, said: str) -> Plan:
    """One side of all pages. A back lies as it does behind its front, so that whole pages can be glued."""
    sheets = tuple(sheet for sheet in each.imposition.sheets if sheet.side is side)
    return replace(
        each, imposition=replace(each.imposition, sheets=sheets, duplex=False, said=said), part=part
    )
