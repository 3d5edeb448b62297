"""A table on which sheets are cut up as the cut guide says: pieces of paper, and the marks each still has.

Every piece of paper is a rectangle. A cut parts it; whatever mark lies across the cut is lost, all others
stay with the half on which they are. So a mark on waste goes with the waste.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.sheets.cutting.guillotine import CutPlan, StraightCut, Way
from generator.sheets.sheet import Box, Mark, from_corners

NEAR_MM = 0.05


@dataclass(frozen=True)
class Paper:
    """What lies on the table, with the marks that can be seen on it."""

    box: Box
    marks: tuple[Mark, ...]

    def parted(self, cut: StraightCut) -> tuple[Paper, Paper]:
        box, at = self.box, cut.at_mm
        low, high = span(box, cut.way)
        assert low + NEAR_MM < at < high - NEAR_MM, "a cut past the paper"
        if cut.way is Way.UPRIGHT:
            boxes = (
                from_corners(low, box.y_mm, at, box.bottom_mm),
                from_corners(at, box.y_mm, high, box.bottom_mm),
            )
        else:
            boxes = (
                from_corners(box.x_mm, low, box.right_mm, at),
                from_corners(box.x_mm, at, box.right_mm, high),
            )
        first, second = (
            Paper(half, tuple(mark for mark in self.marks if half.grown(0.01, 0.01).holds(box_of(mark))))
            for half in boxes
        )
        return first, second


def box_of(mark: Mark) -> Box:
    (ax, ay), (bx, by) = mark.start, mark.end
    return from_corners(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


def span(box: Box, way: Way) -> tuple[float, float]:
    return (box.x_mm, box.right_mm) if way is Way.UPRIGHT else (box.y_mm, box.bottom_mm)


def same(one: Box, other: Box) -> bool:
    return one.grown(NEAR_MM, NEAR_MM).holds(other) and other.grown(NEAR_MM, NEAR_MM).holds(one)


def cut_up(page: Box, plan: CutPlan, trims: Sequence[Box], marks: Sequence[Mark] = ()) -> list[Box]:
    """All that there is when every cut is made, each where its two marks or its distance say that it goes.

    `trims` are the pieces that want an exact cut on all sides.
    """
    table = [Paper(page, tuple(mark for mark in marks if not mark.fold and not mark.dashed))]
    for cut in plan.cuts:
        pile = []
        for goal in cut.through:
            (hit,) = [paper for paper in table if same(paper.box, goal)]
            pile.append(hit)
        placed(cut, pile, page, trims)
        for paper in pile:
            table.remove(paper)
            halves = paper.parted(cut)
            for trim in trims:
                if paper.box.grown(NEAR_MM, NEAR_MM).holds(trim):
                    whole = any(half.box.grown(NEAR_MM, NEAR_MM).holds(trim) for half in halves)
                    assert whole, "a cut through a piece"
            table += halves
    return [paper.box for paper in table]


def placed(cut: StraightCut, pile: Sequence[Paper], page: Box, trims: Sequence[Box]) -> None:
    """Whoever makes the cut knows where: by a mark at both ends, or by a distance from an edge that is there.

    An edge of the paper itself lies where a printer happened to lay the print, so such a distance needs a
    mark beside it, unless the cut goes through white and parts pieces only roughly.
    """
    top = pile[0]
    along = Way.LEVEL if cut.way is Way.UPRIGHT else Way.UPRIGHT
    own = [mark for mark in top.marks if lies_on(mark, cut)]
    beside = [trim for trim in trims if top.box.grown(NEAR_MM, NEAR_MM).holds(trim)]
    bordering = [trim for trim in beside if any(abs(cut.at_mm - at) < NEAR_MM for at in span(trim, cut.way))]
    if cut.is_marked:
        ends = [span(box_of(mark), along) for mark in own]
        reach = [span(trim, along) for trim in bordering or beside]
        assert any(high <= min(low for low, _ in reach) for _, high in ends), "no mark before the pieces"
        assert any(low >= max(high for _, high in reach) for low, _ in ends), "no mark behind the pieces"
        return
    for paper in pile:
        assert any(abs(cut.edge_mm - at) < NEAR_MM for at in span(paper.box, cut.way)), (
            "measured from nowhere"
        )
    assert abs(cut.distance_mm - abs(cut.at_mm - cut.edge_mm)) < 0.001 and cut.distance_mm > 0.1
    is_paper = any(abs(cut.edge_mm - at) < NEAR_MM for at in span(page, cut.way))
    exact = any(abs(cut.at_mm - at) < 0.5 for trim in trims for at in span(trim, cut.way))
    assert not is_paper or not exact or (own and cut.marks), "measured from where the printer took the paper"


def lies_on(mark: Mark, cut: StraightCut) -> bool:
    low, high = span(box_of(mark), cut.way)
    return high - low < NEAR_MM and abs(low - cut.at_mm) < NEAR_MM
