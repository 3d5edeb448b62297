"""A printer that somebody has measured: how far its backs are off, and how much of the paper it leaves white.

What is measured once serves every sheet. A printer that turns the picture for the short edge, or for a page
that lies wide, may be off to another side then: such a case can have numbers of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from generator.ground.problems import Problem, error
from generator.ground.shapes import Shape
from generator.sheets.correction import MOST_DEGREES, MOST_MM, Correction
from generator.sheets.layouts import Layout, Use, choose_layouts
from generator.sheets.sheet import PAPERS, Flip, Format, Paper

POKER = Format(Shape.RECTANGLE, 63.5, 88.9)
"""Paper on which not one such card fits is of no use to anybody."""
EDGES = ("left", "top", "right", "bottom")


class PrinterMargins(NamedTuple):
    """What a printer leaves white along each edge of upright paper, in mm."""

    left_mm: float
    top_mm: float
    right_mm: float
    bottom_mm: float


@dataclass(frozen=True, slots=True)
class Case:
    """Which sheets a measurement is for; None stands for both."""

    flip: Flip | None = None
    wide: bool | None = None
    """Whether the page is wider than high."""

    def holds(self, flip: Flip, wide: bool) -> bool:
        """Whether it is for such a sheet."""
        return self.flip in (None, flip) and self.wide in (None, wide)

    @property
    def narrowness(self) -> tuple[bool, bool]:
        """The narrowest case that holds is asked."""
        return self.flip is not None, self.wide is not None


ANY = Case()


@dataclass(frozen=True, slots=True)
class Printer:
    """What is known of one printer."""

    name: str
    measured: tuple[tuple[Case, Correction], ...] = ()
    margins: PrinterMargins | None = None
    """None if nobody has measured them: then what home printers leave white is kept free."""

    def correction(self, flip: Flip, *, wide: bool) -> Correction:
        """How the backs of such a sheet are off."""
        holding = [(case, off) for case, off in self.measured if case.holds(flip, wide)]
        return max(holding, key=lambda pair: pair[0].narrowness, default=(ANY, Correction()))[1]

    def with_case(self, case: Case, correction: Correction) -> Printer:
        """The same with one case measured anew."""
        rest = tuple(pair for pair in self.measured if pair[0] != case)
        return replace(self, measured=(*rest, (case, correction)))

    def paper(self, paper: Paper) -> Paper:
        """A paper as this printer reaches it, backs that are moved included.

        Margins are taken as wide on both sides of a page as on the wider of both: a sheet that is turned
        over has its sides exchanged, and so may a page that lies wide.
        """
        if self.margins is None:
            return paper
        beside, above = self._reserved(paper)
        return replace(paper, beside_mm=beside, above_mm=above)

    def _reserved(self, paper: Paper) -> tuple[float, float]:
        assert self.margins is not None
        left, top, right, bottom = self.margins
        beside, above = max(left, right), max(top, bottom)
        width, height = paper.width_mm, paper.height_mm
        upright = [off.reach_mm(width, height) for case, off in self.measured if case.wide is not True]
        turned = [off.reach_mm(height, width) for case, off in self.measured if case.wide is not False]
        xs = [x for x, _ in upright] + [y for _, y in turned]
        ys = [y for _, y in upright] + [x for x, _ in turned]
        return beside + max(xs, default=0.0), above + max(ys, default=0.0)


# ---------------------------------------------------------------- what can be


def faults(printer: Printer, where: str) -> Iterator[Problem]:
    """What cannot be so of a printer."""
    for _, off in printer.measured:
        yield from _off(off, where)
    if printer.margins is not None:
        yield from _margins(printer, where)


def _off(off: Correction, where: str) -> Iterator[Problem]:
    for name, value in (("dx", off.dx_mm), ("dy", off.dy_mm)):
        if not abs(value) <= MOST_MM:
            fault = (
                f"Backs that are {value:g} mm off (--{name}) cannot be put right; {MOST_MM:g} mm is the most."
            )
            mend = "See that the page was printed at 100 % and turned round the edge that stands on it."
            yield error(where, fault, mend)
    if not abs(off.degrees) <= MOST_DEGREES:
        fault = f"Backs that are turned by {off.degrees:g}° (--rotate) cannot be put right; "
        mend = "See that the paper lies straight in the tray, and print the page again."
        yield error(where, f"{fault}{MOST_DEGREES:g}° is the most.", mend)


def _margins(printer: Printer, where: str) -> Iterator[Problem]:
    assert printer.margins is not None
    for edge, value in zip(EDGES, printer.margins, strict=True):
        if not (math.isfinite(value) and value >= 0):
            yield error(where, f"The {edge} margin cannot be {value:g} mm.", "Give millimetres from 0 on.")
            return
    for paper in PAPERS:
        if not choose_layouts(POKER, printer.paper(paper), tuple(Layout), use=Use.CARDS):
            widest = max(zip(printer.margins, EDGES, strict=True))
            fault = f"With these margins not one poker card fits on {paper.name}, in any layout."
            mend = f"Measure again, above all {widest[1]}, where {widest[0]:g} mm are said to stay white."
            yield error(where, fault, mend)
            return
