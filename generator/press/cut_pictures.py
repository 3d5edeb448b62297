"""Pictures of sheets for the cut guide: the page, what is cut out of it, and the cuts with their numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from generator.ground.polygons import points_of
from generator.ground.shapes import Ellipse, Outline, Point, Polygon
from generator.press.cut_steps import CutLayout, CutRun, runs_of
from generator.sheets.cutting.guillotine import CutPlan, Way
from generator.sheets.cutting.ruled import RuledCut
from generator.sheets.shaped import LongLine, line_of
from generator.sheets.sheet import Mark, Sheet, union
from generator.svg.svg_page import SvgPage

_PICTURE_MM = (44.0, 50.0)
"""The most that the picture of a sheet takes, without the numbers around it …"""
_RULED_MM = (80.0, 100.0)
"""… and that of a honeycomb, which has many lines with numbers."""
_NUMBER_MM = 2.6
"""The size of the numbers of cuts. Those that would stand over each other are left out: each run of cuts is
named in words."""
_RULED_NUMBER_MM, _BEYOND_MM = 2.1, 2.0
"""Of the lines of a honeycomb, and how far beyond the last side they stand."""
_FLAT_MM = 0.01
_PAPER, _PIECE, _EDGE, _DARK = "#ffffff", "#e4e4e4", "#8c8c8c", "#1a1a1a"
_DASHES = "1.1 0.8"
_DOTS = "0.4 0.6"
_BETWEEN = 12.0
"""Millimetres of paper between the pages of a board."""


def extent(layout: CutLayout) -> tuple[float, float]:
    """Width and height of what is shown, in millimetres of paper: one page, or the pages of a board."""
    paper = layout.sheets[0].paper
    columns, rows = _columns(layout), -(-len(layout.sheets) // _columns(layout))
    return columns * paper.width_mm + (columns - 1) * _BETWEEN, rows * paper.height_mm + (rows - 1) * _BETWEEN


def _columns(layout: CutLayout) -> int:
    """How many pages of a board lie beside each other."""
    return max((int(sheet.name[1:]) for sheet in layout.sheets if sheet.name), default=1)


def picture_mm(layout: CutLayout | None = None) -> tuple[float, float]:
    """The most that the picture of a layout, or a usual one, takes in width and height."""
    return _RULED_MM if layout is not None and layout.ruled else _PICTURE_MM


def scale_of(layout: CutLayout) -> float:
    """How large a millimetre of paper is shown, so that all of it has room."""
    (width, height), (wide, high) = extent(layout), picture_mm(layout)
    return min(wide / width, high / height)


@dataclass(frozen=True, slots=True)
class _View:
    """A sheet as it is shown: with its upper left corner there, and how large a millimetre of paper."""

    page: SvgPage
    x: float
    y: float
    scale: float

    def at(self, point: Point) -> Point:
        """Where a point of the sheet is shown."""
        return self.x + point[0] * self.scale, self.y + point[1] * self.scale

    def line(self, start: Point, end: Point, width: float = 0.35, *, dashes: str = "") -> None:
        """A dark line of the sheet."""
        self.page.line(*self.at(start), *self.at(end), width, _DARK, dashes=dashes)

    def area(self, line: Outline, fill: str, width: float, edge: str) -> None:
        """What an outline on the sheet holds."""
        self.page.area(_shown(line, self), fill, width, edge)


def draw_picture(page: SvgPage, layout: CutLayout, x: float, y: float, scale: float) -> None:
    """Draw the pages of a layout with their upper left corner there, and the numbers of the cuts around."""
    paper = layout.sheets[0].paper
    whole = _View(page, x, y, scale)
    for number, sheet in enumerate(layout.sheets):
        row, column = divmod(number, _columns(layout))
        if sheet.name:
            row, column = ord(sheet.name[0]) - ord("A"), int(sheet.name[1:]) - 1
        corner = whole.at((column * (paper.width_mm + _BETWEEN), row * (paper.height_mm + _BETWEEN)))
        _sheet(_View(page, *corner, scale), layout, sheet)
    if layout.plan is not None:
        _cuts(whole, layout.plan, layout.sheets[0])
    _ruled(whole, layout)


def _sheet(view: _View, layout: CutLayout, sheet: Sheet) -> None:
    """A page with the outlines of its pieces, and where they are folded."""
    paper = sheet.paper
    view.area(paper.page.polygon, _PAPER, 0.25, _EDGE)
    if sheet.name:
        view.area(sheet.trim.polygon, _PIECE, 0.2, _DARK)
        x, y = view.at(paper.page.middle)
        view.page.text(x, y + 1.5, sheet.name, 4, weight=700, anchor="middle")
        return
    for mark in sheet.marks if sheet.gutterfold else ():
        if mark.fold:
            (ax, ay), (bx, by) = mark.start, mark.end
            upright = abs(ax - bx) < abs(ay - by)
            ends = ((ax, 0.0), (ax, paper.height_mm)) if upright else ((0.0, ay), (paper.width_mm, ay))
            view.line(*ends, 0.3, dashes=_DOTS)
    edge = _EDGE if layout.plan is not None or layout.ruled else _DARK
    for placement in sheet.placements:
        form = layout.format_of(placement)
        view.area(form.placed(form.outline(), placement.trim, placement.rotation), _PIECE, 0.2, edge)
        for fold in form.folds:
            a, b = points_of(form.placed(Polygon(fold), placement.trim, placement.rotation))
            view.line(a, b, 0.3, dashes=_DOTS)


def _shown(line: Outline, view: _View) -> Outline:
    if isinstance(line, Ellipse):
        x, y = view.at((line.x_mm, line.y_mm))
        return Ellipse(x, y, line.radius_x_mm * view.scale, line.radius_y_mm * view.scale)
    return Polygon(tuple(map(view.at, line.points)))


def _cuts(view: _View, plan: CutPlan, sheet: Sheet) -> None:
    """The numbered cuts: over the whole page, or over the parts that lie in a pile then."""
    first = plan.cuts[0].way if plan.cuts else Way.LEVEL
    run = takewhile(lambda cut: cut.way is first and len(cut.through) == 1, plan.cuts)
    whole = sum(1 for _ in run)
    for number, cut in enumerate(plan.cuts, start=1):
        upright = cut.way is Way.UPRIGHT
        dashes = "" if number <= whole and cut.way is first else _DASHES
        for part in cut.through:
            start, end = (part.y_mm, part.bottom_mm) if upright else (part.x_mm, part.right_mm)
            view.line(*_ends(cut.at_mm, start, end, upright), dashes=dashes)
    runs, bands = runs_of(plan), list[CutRun]()
    for way in Way:
        mine = [run for run in runs if run[0][1].way is way]
        # the first cuts go through the whole sheet, and have their numbers beside it whatever follows
        beside = mine[:1] if mine[:1] == runs[:1] or len(mine) == 1 else []
        bands += mine[len(beside) :]
        for at, label in _numbers(beside, view.scale):
            if way is Way.UPRIGHT:
                view.page.text(view.x + at, view.y - 1.2, label, _NUMBER_MM, weight=700, anchor="middle")
            else:
                view.page.text(view.x - 1.0, view.y + at + 0.95, label, _NUMBER_MM, weight=700, anchor="end")
    _ranges(view, bands, sheet)


def _ruled(view: _View, layout: CutLayout) -> None:
    """The sides to cut, the marks of their lines, and beyond one of these its number if there is room."""
    marks: dict[LongLine, list[Mark]] = {}
    for mark in layout.sheets[0].marks:
        marks.setdefault(line_of(mark.start, mark.end), []).append(mark)
    labels: list[Point] = []
    scale = view.scale
    for number, cut in enumerate((cut for own in layout.ruled for cut in own), start=1):
        near, far = _outwards(cut)
        own_marks = marks.get(line_of(near, far), [])
        ends = [far, *(mark.end for mark in own_marks)]
        for a, b in (*cut.sides, *((mark.start, mark.end) for mark in own_marks)):
            view.line(a, b)
        far = max(
            ends,
            key=lambda end: (end[0] - near[0]) * (far[0] - near[0]) + (end[1] - near[1]) * (far[1] - near[1]),
        )
        reach = _BEYOND_MM / scale / math.dist(near, far)
        at = (far[0] + (far[0] - near[0]) * reach) * scale, (far[1] + (far[1] - near[1]) * reach) * scale
        if all(math.dist(at, place) > _RULED_NUMBER_MM for place in labels):
            x, y = view.x + at[0], view.y + at[1] + 0.7
            view.page.text(x, y, str(number), _RULED_NUMBER_MM, weight=700, anchor="middle")
            labels.append(at)


def _outwards(cut: RuledCut) -> tuple[Point, Point]:
    """The line of a cut, to the end at which its number stands: each direction has a margin of its own."""
    (ax, ay), (bx, by) = cut.start, cut.end
    rises, falls_steeply = by < ay - _FLAT_MM, by - ay > bx - ax > _FLAT_MM
    return (cut.start, cut.end) if rises or falls_steeply else (cut.end, cut.start)


def _ranges(view: _View, runs: Sequence[CutRun], sheet: Sheet) -> None:
    """Further runs of cuts, such as those of bands: each has its numbers right of its own parts.

    A single cut has its number at its own line: right of a level one, below an upright one. Numbers
    at the right that would lie on each other stand below each other.
    """
    page, x, y, scale = view.page, view.x, view.y, view.scale
    labels: list[tuple[float, str]] = []
    for run in runs:
        (first, cut), (last, _) = run[0], run[-1]
        box = union([part for _, cut in run for part in cut.through])
        if first < last:
            labels.append(((box.y_mm + box.height_mm / 2) * scale, f"{first}–{last}"))
        elif cut.way is Way.LEVEL:
            labels.append((cut.at_mm * scale, str(first)))
        else:
            below = y + sheet.paper.height_mm * scale + _NUMBER_MM
            page.text(x + cut.at_mm * scale, below, str(first), _NUMBER_MM, weight=700, anchor="middle")
    right, lowest = x + sheet.paper.width_mm * scale + 1.2, -math.inf
    for middle, numbers in sorted(labels):
        lowest = max(middle, lowest + 1.2 * _NUMBER_MM)
        page.text(right, y + lowest + 0.95, numbers, _NUMBER_MM, weight=700)


def _numbers(runs: Sequence[CutRun], scale: float) -> Iterator[tuple[float, str]]:
    """Where numbers of the cuts one way stand beside a picture: two close ones together, if there is room."""
    cuts = sorted((cut.at_mm * scale, number) for run in runs for number, cut in run)
    way = runs[0][0][1].way if runs else Way.LEVEL
    covered = -math.inf
    for index, (at, number) in enumerate(cuts):
        after = cuts[index + 1 : index + 3]
        label, wide = str(number), 1.0 + 0.6 * _NUMBER_MM * len(str(number))
        if way is Way.LEVEL:
            wide = _NUMBER_MM
        if at - covered < wide / 2:
            continue
        paired = (
            after and after[0][0] - at < wide and (len(after) < 2 or after[1][0] - after[0][0] > 2 * wide)
        )
        if paired:
            label, at = f"{number}, {after[0][1]}", (at + after[0][0]) / 2
            wide *= 2 if way is Way.UPRIGHT else 1
        yield at, label
        covered = at + wide / 2


def _ends(at: float, start: float, end: float, upright: bool) -> tuple[Point, Point]:
    return ((at, start), (at, end)) if upright else ((start, at), (end, at))
