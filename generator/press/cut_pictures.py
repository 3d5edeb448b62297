"""Pictures of sheets for the cut guide: the page, what is cut out of it, and the cuts with their numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

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


def draw_picture(page: SvgPage, layout: CutLayout, x: float, y: float, scale: float) -> None:
    """Draw the pages of a layout with their upper left corner there, and the numbers of the cuts around."""
    paper = layout.sheets[0].paper
    for number, sheet in enumerate(layout.sheets):
        row, column = divmod(number, _columns(layout))
        if sheet.name:
            row, column = ord(sheet.name[0]) - ord("A"), int(sheet.name[1:]) - 1
        near_x = x + column * (paper.width_mm + _BETWEEN) * scale
        top = y + row * (paper.height_mm + _BETWEEN) * scale
        _sheet(page, layout, sheet, near_x, top, scale)
    if layout.plan is not None:
        _cuts(page, layout.plan, layout.sheets[0], x, y, scale)
    _ruled(page, layout, x, y, scale)


def _sheet(page: SvgPage, layout: CutLayout, sheet: Sheet, x: float, y: float, scale: float) -> None:
    """A page with the outlines of its pieces, and where they are folded."""
    page.area(_moved(sheet.paper.page.polygon, x, y, scale), _PAPER, 0.25, _EDGE)
    if sheet.name:
        page.area(_moved(sheet.trim.polygon, x, y, scale), _PIECE, 0.2, _DARK)
        middle = x + sheet.paper.width_mm * scale / 2, y + sheet.paper.height_mm * scale / 2
        page.text(middle[0], middle[1] + 1.5, sheet.name, 4, weight=700, anchor="middle")
        return
    for mark in sheet.marks if sheet.gutterfold else ():
        if mark.fold:
            (ax, ay), (bx, by) = mark.start, mark.end
            wide, high = sheet.paper.width_mm, sheet.paper.height_mm
            ends = ((ax, 0.0), (ax, high)) if abs(ax - bx) < abs(ay - by) else ((0.0, ay), (wide, ay))
            a, b = points_of(_moved(Polygon(ends), x, y, scale))
            page.line(*a, *b, 0.3, _DARK, dashes=_DOTS)
    for placement in sheet.placements:
        form = layout.format_of(placement)
        line = form.placed(form.outline(), placement.trim, placement.rotation)
        page.area(
            _moved(line, x, y, scale),
            _PIECE,
            0.2,
            _EDGE if layout.plan is not None or layout.ruled else _DARK,
        )
        for fold in form.folds:
            line = form.placed(Polygon(fold), placement.trim, placement.rotation)
            a, b = points_of(_moved(line, x, y, scale))
            page.line(*a, *b, 0.3, _DARK, dashes=_DOTS)


def _moved(line: Outline, x: float, y: float, scale: float) -> Outline:
    if isinstance(line, Ellipse):
        return Ellipse(
            x + line.x_mm * scale, y + line.y_mm * scale, line.radius_x_mm * scale, line.radius_y_mm * scale
        )
    return Polygon(tuple((x + px * scale, y + py * scale) for px, py in line.points))


def _cuts(page: SvgPage, plan: CutPlan, sheet: Sheet, x: float, y: float, scale: float) -> None:
    """The numbered cuts: over the whole page, or over the parts that lie in a pile then."""
    first = plan.cuts[0].way if plan.cuts else Way.LEVEL
    whole = sum(1 for _ in _first_run(plan))
    for number, cut in enumerate(plan.cuts, start=1):
        upright = cut.way is Way.UPRIGHT
        dashes = "" if number <= whole and cut.way is first else _DASHES
        for part in cut.through:
            start, end = (part.y_mm, part.bottom_mm) if upright else (part.x_mm, part.right_mm)
            a, b = _ends(cut.at_mm, start, end, upright)
            page.line(
                *(x + a[0] * scale, y + a[1] * scale, x + b[0] * scale, y + b[1] * scale), 0.35, dashes=dashes
            )
    runs, bands = runs_of(plan), list[CutRun]()
    for way in Way:
        mine = [run for run in runs if run[0][1].way is way]
        # the first cuts go through the whole sheet, and have their numbers beside it whatever follows
        beside = mine[:1] if mine[:1] == runs[:1] or len(mine) == 1 else []
        bands += mine[len(beside) :]
        for at, label in _numbers(beside, scale):
            if way is Way.UPRIGHT:
                page.text(x + at, y - 1.2, label, _NUMBER_MM, weight=700, anchor="middle")
            else:
                page.text(x - 1.0, y + at + 0.95, label, _NUMBER_MM, weight=700, anchor="end")
    _ranges(page, bands, x, y, sheet, scale)


def _ruled(page: SvgPage, layout: CutLayout, x: float, y: float, scale: float) -> None:
    """The sides to cut, the marks of their lines, and beyond one of these its number if there is room."""
    marks: dict[LongLine, list[Mark]] = {}
    for mark in layout.sheets[0].marks:
        marks.setdefault(line_of(mark.start, mark.end), []).append(mark)
    labels: list[Point] = []
    for number, cut in enumerate((cut for own in layout.ruled for cut in own), start=1):
        near, far = _outwards(cut)
        own_marks = marks.get(line_of(near, far), [])
        ends = [far, *(mark.end for mark in own_marks)]
        for a, b in (*cut.sides, *((mark.start, mark.end) for mark in own_marks)):
            page.line(x + a[0] * scale, y + a[1] * scale, x + b[0] * scale, y + b[1] * scale, 0.35)
        far = max(
            ends,
            key=lambda end: (end[0] - near[0]) * (far[0] - near[0]) + (end[1] - near[1]) * (far[1] - near[1]),
        )
        reach = _BEYOND_MM / scale / math.dist(near, far)
        at = (far[0] + (far[0] - near[0]) * reach) * scale, (far[1] + (far[1] - near[1]) * reach) * scale
        if all(math.dist(at, place) > _RULED_NUMBER_MM for place in labels):
            page.text(x + at[0], y + at[1] + 0.7, str(number), _RULED_NUMBER_MM, weight=700, anchor="middle")
            labels.append(at)


def _outwards(cut: RuledCut) -> tuple[Point, Point]:
    """The line of a cut, to the end at which its number stands: each direction has a margin of its own."""
    (ax, ay), (bx, by) = cut.start, cut.end
    rises, falls_steeply = by < ay - _FLAT_MM, by - ay > bx - ax > _FLAT_MM
    return (cut.start, cut.end) if rises or falls_steeply else (cut.end, cut.start)


def _ranges(page: SvgPage, runs: Sequence[CutRun], x: float, y: float, sheet: Sheet, scale: float) -> None:
    """Further runs of cuts, such as those of bands: each has its numbers right of its own parts.

    A single cut has its number at its own line: right of a level one, below an upright one. Numbers
    at the right that would lie on each other stand below each other.
    """
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


def _first_run(plan: CutPlan) -> list[int]:
    """The numbers of the cuts through the whole sheet."""
    run: list[int] = []
    for number, cut in enumerate(plan.cuts):
        if cut.way is not plan.cuts[0].way or len(cut.through) > 1:
            break
        run.append(number)
    return run


def _ends(at: float, start: float, end: float, upright: bool) -> tuple[Point, Point]:
    return ((at, start), (at, end)) if upright else ((start, at), (end, at))
