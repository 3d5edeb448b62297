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
    parts = (part for plan in plans for part in _parted(plan, backs))
    return tuple(replace(part, light=ink is InkUse.LIGHT) for part in parts for ink in inks)


def _parted(plan: Plan, backs: Backs) -> Iterator[Plan]:
    """A plan with backs as one file or as two; without backs, and on one side, nothing has to be parted."""
    if backs is Backs.DUPLEX or not plan.imposition.duplex:
        yield plan
    elif backs is Backs.NO:
        yield _side(plan, Side.FRONT, "fronts", FRONTS_ALONE)
    else:
        yield _side(plan, Side.FRONT, "fronts", FRONTS_TO_GLUE)
        yield _side(plan, Side.BACK, "backs", BACKS_TO_GLUE)


def _side(plan: Plan, side: Side, part: str, side_name: str) -> Plan:
    """One side of all pages. A back lies as it does behind its front, so that whole pages can be glued."""
    sheets = tuple(sheet for sheet in plan.imposition.sheets if sheet.side is side)
    return replace(
        plan, imposition=replace(plan.imposition, sheets=sheets, duplex=False, said=side_name), part=part
    )
