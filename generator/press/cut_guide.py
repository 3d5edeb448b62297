"""The cut guide: a page or a few that show how the sheets of a build are cut, folded and glued.

First every layout's picture and words get their place; then the pages are drawn like any design. Nothing
is told by colour alone: first cuts are solid, those through a pile dashed, and all of them have numbers.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator.cutting.guillotine import CutPlan, Way
from generator.ground.fence import unit
from generator.ground.polygons import points_of
from generator.ground.problems import Failed, has_errors
from generator.ground.shapes import Ellipse, Outline, Point, Polygon
from generator.output import Stage
from generator.press.cut_steps import CutLayout, CutRun, layouts_of, runs_of, steps_said
from generator.press.game_look import GameLook
from generator.press.printing import OutputFile, Plan
from generator.records.edition import Edition
from generator.sheets.sheet import Paper, Sheet, union
from generator.svg.svg_page import SvgPage

if TYPE_CHECKING:
    from generator.text.fonts import Fonts

COMPONENT = "Cut guide"
KIND = "how to cut, fold and glue"
MARGIN_MM = 14.0
_FOOT_MM = 12.0
_PICTURE_MM = (44.0, 50.0)
"""The most that the picture of a sheet takes, without the numbers around it."""
_NUMBERS_MM = 5.0
"""Left of a picture and above it, for the numbers of cuts."""
_TEXT_MM = 58.0
"""From the left edge of a layout to its words."""
_SIZE_MM, _LINE_MM = 3.4, 4.5
_GAP_MM = 7.0
_NUMBER_MM = 2.6
"""The size of the numbers of cuts. Those that would stand over each other are left out: each run of cuts is
named in words."""
_PAPER, _PIECE, _EDGE, _GREY, _DARK = "#ffffff", "#e4e4e4", "#8c8c8c", "#595959", "#1a1a1a"
_DASHES = "1.1 0.8"
_DOTS = "0.4 0.6"


@dataclass(slots=True)
class _Guide:
    """The pages under way, and where the next thing goes on the last one."""

    paper: Paper
    fonts: Fonts
    look: GameLook
    edition: Edition
    made: list[SvgPage] = field(default_factory=list)
    y_mm: float = 0.0

    def new(self) -> SvgPage:
        """Begin a page."""
        self.made.append(SvgPage(self.paper.width_mm, self.paper.height_mm, self.fonts))
        self.y_mm = MARGIN_MM
        return self.made[-1]

    @property
    def last(self) -> SvgPage:
        """The page that is being filled."""
        return self.made[-1]

    @property
    def right_mm(self) -> float:
        """The right edge of what may be filled."""
        return self.paper.width_mm - MARGIN_MM

    def room(self, height_mm: float) -> None:
        """Go on on a new page unless there is room for so much."""
        if self.y_mm + height_mm > self.paper.height_mm - _FOOT_MM - 2:
            self.new()


def write_guides(
    plans: Sequence[Plan], edition: Edition, look: GameLook, fonts: Fonts, stage: Stage
) -> tuple[OutputFile, ...]:
    """A guide for each paper that something is printed on, as a file beside the others. Raises Failed."""
    papers = dict.fromkeys(each.paper.name for each in plans)
    made = []
    for name in papers:
        own = [each for each in plans if each.paper.name == name]
        made.append(_written(own, own[0].paper, edition, look, fonts, stage))
    return tuple(made)


def _written(
    plans: Sequence[Plan], paper: Paper, edition: Edition, look: GameLook, fonts: Fonts, stage: Stage
) -> OutputFile:
    name = f"{paper.name}/{edition.stem}_CutGuide_{paper.name}.pdf"
    with unit("sheets", name):
        layouts = layouts_of(plans)
        guide = _Guide(paper, fonts, look, edition)
        _head(guide, layouts)
        for layout in layouts:
            _entry(guide, layout)
        _feet(guide)
        pdf = _drawn(guide)
    return OutputFile(
        path=name,
        component=COMPONENT,
        paper=paper.name,
        kind=KIND,
        pages=len(guide.made),
        sheets=len(guide.made),
        pieces=0,
        size="",
        designs=0,
        size_bytes=stage.write(name, pdf),
        flip="",
        partial=False,
        language=edition.language,
        aside=True,
    )


# ---------------------------------------------------------------- what stands where


def _head(guide: _Guide, layouts: Sequence[CutLayout]) -> None:
    """The title, how to go about it, and the files in the order of printing."""
    page, edition, word = guide.new(), guide.edition, guide.edition.word
    look = guide.look
    page.text(MARGIN_MM, 17, f"{edition.game} v{edition.version}", 3.6, fill=_GREY)
    page.text(MARGIN_MM, 27.5, word(COMPONENT), 10, weight=700, fill=look.colour, family=look.heading_font)
    page.text(guide.right_mm, 27.5, guide.paper.name, 5, weight=700, fill=_GREY, anchor="end")
    page.line(MARGIN_MM, 31.5, guide.right_mm, 31.5, 0.6, look.colour)
    guide.y_mm = 37.5
    said = word(
        "Print at 100 %. Cuts are numbered in their order: solid lines go through the whole sheet, dashed "
        "ones through what came off it, laid on each other. A knife and a ruler may follow the same order, "
        "from mark to mark; then keep the frame of the sheet whole. Cut one sheet first, to see that it fits."
    )
    _paragraph(guide, said, MARGIN_MM, guide.right_mm - MARGIN_MM)
    guide.y_mm += 2.5
    half = (guide.right_mm - MARGIN_MM - 8) / 2
    rows = [(layout.letter, file) for layout in layouts for file in layout.files]
    deep = -(-len(rows) // 2)
    top = guide.y_mm
    for number, (letter, file) in enumerate(rows):
        column, row = divmod(number, deep)
        x, y = MARGIN_MM + column * (half + 8), top + row * 5.2
        page.box(x, y - 2.9, 3.3, 3.3, 0.3, radius=0.5)
        sheets = word("1 sheet") if file.sheets == 1 else word("{count} sheets", count=file.sheets)
        sides = f", {word('both sides')}" if file.duplex else ""
        sides += f", {word('instead of {letter}', letter=file.instead)}" if file.instead else ""
        room = half - 14 - 1.55 * len(f"{sheets}{sides}")
        (title,) = page.wrapped(file.title, _SIZE_MM, max(room, 20), weight=700, most=1)
        page.text(x + 5.5, y, title, _SIZE_MM, weight=700)
        page.text(x + half - 7, y, f"{sheets}{sides}", 3.1, fill=_GREY, anchor="end")
        page.text(x + half, y, letter, _SIZE_MM, weight=700, anchor="end")
    guide.y_mm = top + deep * 5.2 + 3


def _paragraph(guide: _Guide, said: str, x: float, width: float) -> None:
    for line in guide.last.wrapped(said, _SIZE_MM, width, most=12):
        guide.last.text(x, guide.y_mm, line, _SIZE_MM)
        guide.y_mm += _LINE_MM


def _entry(guide: _Guide, layout: CutLayout) -> None:
    """One layout: its picture, and beside it what it holds and what to do."""
    word = guide.edition.word
    width = guide.right_mm - MARGIN_MM - _TEXT_MM
    said = list(steps_said(layout, word))
    lines = [guide.last.wrapped(one, _SIZE_MM, width, most=12) for one in said]
    names = guide.last.wrapped(", ".join(_titles(layout)), _SIZE_MM, width, most=2)
    words_mm = 5.5 + _LINE_MM * (len(names) + sum(map(len, lines))) + 1.2 * len(lines)
    scale = _scale(layout)
    high = _extent(layout)[1] * scale + _NUMBERS_MM
    guide.room(max(words_mm, high) + _GAP_MM)
    page, top = guide.last, guide.y_mm
    page.line(MARGIN_MM, top - 1, guide.right_mm, top - 1, 0.2, "#c9c9c9")
    top += 3
    _picture(page, layout, MARGIN_MM + _NUMBERS_MM, top + _NUMBERS_MM, scale)
    x, y = MARGIN_MM + _TEXT_MM, top + 4
    page.text(x, y, layout.letter, 5, weight=700, fill=guide.look.colour, family=guide.look.heading_font)
    page.text(x + 6.5, y, _about(layout, guide), 3.9, weight=700)
    y += 5.5
    for line in names:
        page.text(x, y, line, _SIZE_MM, fill=_GREY)
        y += _LINE_MM
    for paragraph in lines:
        y += 1.2
        for line in paragraph:
            page.text(x, y, line, _SIZE_MM)
            y += _LINE_MM
    guide.y_mm = max(y, top + high) + _GAP_MM - 3


def _titles(layout: CutLayout) -> list[str]:
    return list(dict.fromkeys(file.title for file in layout.files))


def _about(layout: CutLayout, guide: _Guide) -> str:
    form, word = layout.forms[0], guide.edition.word
    kind = word.numbered(layout.kind)
    if len(layout.forms) > 1:
        return kind
    if form.folds:
        return f"{word(str(form.shape))}, {kind}"
    return f"{form.width_mm:g} × {form.height_mm:g} mm, {kind}"


def _feet(guide: _Guide) -> None:
    word = guide.edition.word
    for number, page in enumerate(guide.made, start=1):
        y = guide.paper.height_mm - _FOOT_MM + 5
        page.text(MARGIN_MM, y, f"{guide.edition.game} v{guide.edition.version}", 2.9, fill=_GREY)
        said = word("page {page} of {pages}", page=number, pages=len(guide.made))
        page.text(guide.right_mm, y, said, 2.9, fill=_GREY, anchor="end")


# ---------------------------------------------------------------- pictures of sheets


def _extent(layout: CutLayout) -> tuple[float, float]:
    """Width and height of what is shown, in millimetres of paper: one page, or the pages of a board."""
    paper = layout.sheets[0].paper
    columns, rows = _columns(layout), -(-len(layout.sheets) // _columns(layout))
    return columns * paper.width_mm + (columns - 1) * _BETWEEN, rows * paper.height_mm + (rows - 1) * _BETWEEN


_BETWEEN = 12.0
"""Millimetres of paper between the pages of a board."""


def _columns(layout: CutLayout) -> int:
    """How many pages of a board lie beside each other."""
    return max((int(sheet.name[1:]) for sheet in layout.sheets if sheet.name), default=1)


def _scale(layout: CutLayout) -> float:
    width, height = _extent(layout)
    return min(_PICTURE_MM[0] / width, _PICTURE_MM[1] / height)


def _picture(page: SvgPage, layout: CutLayout, x: float, y: float, scale: float) -> None:
    paper = layout.sheets[0].paper
    for number, sheet in enumerate(layout.sheets):
        row, column = divmod(number, _columns(layout))
        if sheet.name:
            row, column = ord(sheet.name[0]) - ord("A"), int(sheet.name[1:]) - 1
        left = x + column * (paper.width_mm + _BETWEEN) * scale
        top = y + row * (paper.height_mm + _BETWEEN) * scale
        _sheet(page, layout, sheet, left, top, scale)
    if layout.plan is not None:
        _cuts(page, layout.plan, layout.sheets[0], x, y, scale)


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
        page.area(_moved(line, x, y, scale), _PIECE, 0.2, _DARK if layout.plan is None else _EDGE)
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
    runs = runs_of(plan)
    for way in Way:
        if sum(1 for run in runs if run[0][1].way is way) > 1:
            _ranges(page, [run for run in runs if run[0][1].way is way], x, y, sheet, scale)
            continue
        for at, said in _numbers(plan, way, scale):
            if way is Way.UPRIGHT:
                page.text(x + at, y - 1.2, said, _NUMBER_MM, weight=700, anchor="middle")
            else:
                page.text(x - 1.0, y + at + 0.95, said, _NUMBER_MM, weight=700, anchor="end")


def _ranges(page: SvgPage, runs: Sequence[CutRun], x: float, y: float, sheet: Sheet, scale: float) -> None:
    """Several runs of cuts one way, such as those of bands: each has its numbers right of its own parts."""
    for run in runs:
        boxes = [part for _, cut in run for part in cut.through]
        box = union(boxes)
        said = str(run[0][0]) if len(run) == 1 else f"{run[0][0]}–{run[-1][0]}"
        middle = y + (box.y_mm + box.height_mm / 2) * scale
        page.text(x + sheet.paper.width_mm * scale + 1.2, middle + 0.95, said, _NUMBER_MM, weight=700)


def _numbers(plan: CutPlan, way: Way, scale: float) -> Iterator[tuple[float, str]]:
    """Where numbers of the cuts one way stand beside a picture: two close ones together, if there is room."""
    cuts = [(cut.at_mm * scale, n) for n, cut in enumerate(plan.cuts, start=1) if cut.way is way]
    cuts.sort()
    taken = -math.inf
    for index, (at, number) in enumerate(cuts):
        after = cuts[index + 1 : index + 3]
        said, wide = str(number), 1.0 + 0.6 * _NUMBER_MM * len(str(number))
        if way is Way.LEVEL:
            wide = _NUMBER_MM
        if at - taken < wide / 2:
            continue
        paired = (
            after and after[0][0] - at < wide and (len(after) < 2 or after[1][0] - after[0][0] > 2 * wide)
        )
        if paired:
            said, at = f"{number}, {after[0][1]}", (at + after[0][0]) / 2
            wide *= 2 if way is Way.UPRIGHT else 1
        yield at, said
        taken = at + wide / 2


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


# ---------------------------------------------------------------- drawing


def _drawn(guide: _Guide) -> bytes:
    """The pages as a PDF. Raises Failed."""
    from generator.faces import Face
    from generator.sheets.sheet_pdf import pages_with_pictures
    from generator.svg import draw_designs

    size = (guide.paper.width_mm, guide.paper.height_mm)
    faces = [
        Face(f"{COMPONENT}/{number}", page.svg(), *size, "rectangle", COMPONENT)
        for number, page in enumerate(guide.made, start=1)
    ]
    out = io.BytesIO()
    found = draw_designs(faces, fonts=guide.fonts, out=out, bleed_mm=0)
    if has_errors(found):
        raise Failed(*found)
    edition = guide.edition
    title = f"{edition.game} v{edition.version}: {COMPONENT}"
    return pages_with_pictures(out.getvalue(), None, (), title=title, author=edition.author)
