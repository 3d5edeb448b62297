"""Every back lies behind its front when the paper is turned or folded: as placed, and as read back from PDFs.

What a printer and a pair of hands do is written here once more, from the outside: a sheet is turned round an
edge or folded along its dashed line, and a printer that is off prints all of a back askew.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.ground.polygons import points_of
from generator.ground.shapes import Point, Polygon, Shape
from generator.ground.units import mm
from generator.press.printing import Plan
from generator.press.ways import for_printer
from generator.sheets.correction import Correction
from generator.sheets.gutterfold import choose_gutterfold, impose_gutterfold
from generator.sheets.imposing import impose
from generator.sheets.layouts import Layout, Use, choose_layouts
from generator.sheets.printer import ANY, Printer, PrinterMargins
from generator.sheets.room import LARGEST_GAP_MM, room_taken
from generator.sheets.sheet import (
    PAPERS,
    Box,
    Flip,
    Format,
    Imposition,
    Mark,
    Paper,
    Piece,
    Placement,
    Sheet,
    Side,
    around,
    union,
)
from generator.sheets.sheet_pdf import sheets_pdf
from tests.shared.sheet_designs import CAPTION, PAGE_FONTS, POKER, draw_designs, overlap
from tests.shared.turning import printed, turned_over

NEAR_MM = 0.01
ANY_PAPER = st.sampled_from(PAPERS)
ANY_FLIP = st.sampled_from(list(Flip))
SIZES = st.floats(9, 180)
RECTANGLES = st.builds(Format, st.just(Shape.RECTANGLE), SIZES, SIZES)
ROUND = st.floats(10, 120).map(lambda d: Format(Shape.CIRCLE, d, d))
HEXAGONS = st.floats(15, 120).map(lambda w: Format(Shape.HEXAGON, w, w * math.sqrt(3) / 2))
FORMATS = st.one_of(RECTANGLES, ROUND, HEXAGONS)
USES = st.sampled_from([None, Use.CARDS, Use.TOKENS, Use.SHARED, Use.PAGE])
MARGINS = st.one_of(st.none(), st.builds(PrinterMargins, *(st.floats(0, 12) for _ in range(4))))
OFF = st.builds(Correction, st.floats(-10, 10), st.floats(-10, 10), st.floats(-2, 2))
BACKS = 1000
"""The design of a back is that of its front and so many more."""


def pieces(count: int) -> list[Piece]:
    return [Piece(f"Card {number}", number, BACKS + number) for number in range(count)]


def folded_over(point: Point, sheet: Sheet) -> Point:
    """A point beyond the fold, where it comes to lie behind the half of the fronts."""
    fold = fold_of(sheet)
    if fold.start[0] == fold.end[0]:
        return 2 * fold.start[0] - point[0], point[1]
    return point[0], 2 * fold.start[1] - point[1]


def fold_of(sheet: Sheet) -> Mark:
    (fold,) = (mark for mark in sheet.marks if mark.fold)
    return fold


def pairs(imposition: Imposition) -> Iterator[tuple[Sheet, Placement, Sheet, Placement]]:
    """Each front with the back of the same piece, and the pages that they are on."""
    sheets = imposition.sheets
    step = 2 if imposition.duplex else 1
    for number in range(0, len(sheets), step):
        front, back = sheets[number], sheets[number + step - 1]
        backs = {one.design: one for one in back.placements if one.design >= BACKS}
        for placed in front.placements:
            if placed.design < BACKS:
                yield front, placed, back, backs[placed.design + BACKS]


def up(rotation: int) -> Point:
    """Where the upper edge of a placed design points to, on the page."""
    angle = math.radians(rotation)
    return math.sin(angle), -math.cos(angle)


def assert_behind(imposition: Imposition) -> None:
    flip = imposition.flip
    for front, over, back, under in pairs(imposition):
        corners = over.trim.polygon.points

        def behind(point: Point, front: Sheet = front, back: Sheet = back) -> Point:
            return folded_over(point, front) if front.gutterfold else turned_over(point, back, flip)

        found = around(Polygon(tuple(map(behind, under.trim.polygon.points))))
        for (x, y), (found_x, found_y) in zip(corners, found.polygon.points, strict=True):
            assert math.hypot(x - found_x, y - found_y) < NEAR_MM
        # a card that is turned like a page shows its back upright
        base, tip = behind((0, 0)), behind(up(under.rotation))
        assert (tip[0] - base[0], tip[1] - base[1]) == pytest.approx(up(over.rotation), abs=1e-9)


def assert_clear(sheet: Sheet, form: Format) -> None:
    """No two pieces overlap, and no mark lies on a piece."""
    cuts = [form.placed(form.outline(), placed.trim, placed.rotation) for placed in sheet.placements]
    if form.straight:
        assert not any(overlap(around(one), around(other)) for one, other in combinations(cuts, 2))
    inner = [points_of(form.placed(form.outline(-NEAR_MM), p.trim, p.rotation)) for p in sheet.placements]
    for mark in sheet.marks:
        length = math.dist(mark.start, mark.end)
        steps = (
            [number / 8 for number in range(9)] if length < 20 else [number / 400 for number in range(401)]
        )
        for at in steps:
            x, y = (a + (b - a) * at for a, b in zip(mark.start, mark.end, strict=True))
            for line, placed in zip(inner, sheet.placements, strict=True):
                box = placed.trim
                if box.x_mm < x < box.right_mm and box.y_mm < y < box.bottom_mm:
                    assert not holds(line, (x, y)), f"a mark lies on a piece at {x:.2f}, {y:.2f}"


def holds(line: tuple[Point, ...], point: Point) -> bool:
    """Whether a point lies inside an outline without bays."""
    sides = zip(line, (*line[1:], line[0]), strict=True)
    turns = [(bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) for (ax, ay), (bx, by) in sides]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


# ---------------------------------------------------------------- as placed


@settings(max_examples=120)
@given(FORMATS, USES, ANY_PAPER, MARGINS, st.integers(1, 30), ANY_FLIP)
def test_each_back_lies_behind_its_front_when_the_paper_is_turned(
    form: Format, use: Use | None, paper: Paper, margins: PrinterMargins | None, count: int, flip: Flip
) -> None:
    reached = Printer("any", margins=margins).paper(paper)
    for grid in choose_layouts(form, reached, tuple(Layout), use=use):
        imposition = impose(pieces(min(count, 2 * grid.count)), grid, flip=flip)
        assert len(list(pairs(imposition))) == min(count, 2 * grid.count)
        assert_behind(imposition)
        for sheet in imposition.sheets[:2]:
            assert_clear(sheet, grid.format)
            cut = union(
                around(grid.format.placed(grid.format.outline(), p.trim, p.rotation))
                for p in sheet.placements
            )
            assert sheet.paper.printable.holds(cut)


@settings(max_examples=120)
@given(FORMATS, USES, ANY_PAPER, MARGINS, st.integers(1, 30))
def test_each_back_lies_behind_its_front_when_the_paper_is_folded(
    form: Format, use: Use | None, paper: Paper, margins: PrinterMargins | None, count: int
) -> None:
    reached = Printer("any", margins=margins).paper(paper)
    plan = choose_gutterfold(form, reached, use=use)
    if plan is None:
        return
    form = plan.fronts.format
    imposition = impose_gutterfold(pieces(count), plan)
    assert not imposition.duplex
    assert len(list(pairs(imposition))) == count
    assert_behind(imposition)
    for sheet in imposition.sheets:
        assert_clear(sheet, form)
        assert sheet.paper.printable.holds(sheet.bleed)
        fold = fold_of(sheet)
        (x0, y0), (x1, y1) = fold.start, fold.end
        line = Box(min(x0, x1), min(y0, y1), abs(x1 - x0), abs(y1 - y0))
        near = line.grown(5 - 1e-6, 5 - 1e-6)
        assert not any(overlap(near, around(placed.clip)) for placed in sheet.placements)
        assert sheet.paper.printable.holds(line)
        for mark in sheet.marks:
            if not mark.fold:
                ends = Box(min(mark.start[0], mark.end[0]), min(mark.start[1], mark.end[1]), 0, 0)
                assert not line.grown(1, 1).holds(ends), "crop marks keep away from the fold"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_gaps_of_a_folded_sheet_take_all_the_room_that_there_is(paper: Paper) -> None:
    narrow = 0
    for size in range(45, 90):
        plan = choose_gutterfold(Format(Shape.ROUNDED, size, size), paper, use=Use.CARDS)
        assert plan is not None
        for axis, border in (
            (plan.fronts.x, plan.paper.border_x_mm),
            (plan.fronts.y, plan.paper.border_y_mm),
        ):
            gap = axis.gutter_mm - 2 * axis.bleed_mm
            if axis.count > 1 and plan.fronts.layout is Layout.SPACED and 0 < gap < LARGEST_GAP_MM:
                narrow += 1
                used = border + room_taken(axis.strip) + axis.bleed_mm
                assert axis.start_mm == pytest.approx(used, abs=1e-6)
    assert narrow


def test_four_poker_cards_and_their_backs_fold_on_either_paper() -> None:
    for paper in PAPERS:
        plan = choose_gutterfold(POKER, paper)
        assert plan is not None and plan.count == 4
        (sheet,) = impose_gutterfold(pieces(4), plan).sheets
        assert len(sheet.placements) == 8
        assert sheet.side is Side.FRONT and sheet.gutterfold


def test_backs_stand_upside_down_beyond_a_level_fold_and_upright_beyond_an_upright_one() -> None:
    seen = set()
    for paper in PAPERS:
        plan = choose_gutterfold(POKER, paper)
        assert plan is not None
        (sheet,) = impose_gutterfold(pieces(1), plan).sheets
        front, back = sheet.placements
        seen.add((plan.upright, (back.rotation - front.rotation) % 360))
    assert seen <= {(True, 0), (False, 180)} or seen <= {(True, 180), (False, 180), (True, 0)}
    assert (False, 180) in seen


def test_what_is_too_large_for_half_a_page_is_not_folded() -> None:
    assert choose_gutterfold(Format(Shape.RECTANGLE, 150, 200), PAPERS[0]) is None
    assert choose_gutterfold(POKER, PAPERS[0], use=Use.BOARD) is None


# ---------------------------------------------------------------- as printed


@given(OFF, ANY_PAPER, st.booleans(), st.floats(0, 1), st.floats(0, 1))
def test_what_is_aimed_lands_where_it_should(
    off: Correction, paper: Paper, wide: bool, x: float, y: float
) -> None:
    paper = paper.turned() if wide else paper
    point = (x * paper.width_mm, y * paper.height_mm)
    middle = (paper.width_mm / 2, paper.height_mm / 2)
    aimed = off.aimed(point, middle)
    assert math.dist(printed(aimed, paper, off), point) < 1e-9
    reach_x, reach_y = off.reach_mm(paper.width_mm, paper.height_mm)
    assert abs(aimed[0] - point[0]) <= reach_x + 1e-9
    assert abs(aimed[1] - point[1]) <= reach_y + 1e-9


Matrix = tuple[float, float, float, float, float, float]


def times(one: Matrix, other: Matrix) -> Matrix:
    """First one, then the other: ISO 32000-1, 8.3.4."""
    a, b, c, d, e, f = one
    g, h, i, j, k, l = other  # noqa: E741
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l)


def at(matrix: Matrix, x: float, y: float) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def placed_in(page: pikepdf.Page, form: Format) -> dict[int, list[Point]]:
    """The corners of the trim of every design on a page of a file, in mm from its upper left corner.

    Upper left first, clockwise as designed. Each design lies there once.
    """
    height = float(page.mediabox[3])
    ctm: Matrix = (1, 0, 0, 1, 0, 0)
    kept: list[Matrix] = []
    found: dict[int, list[Point]] = {}
    width, high, bleed = form.width_mm, form.height_mm, 3.0  # of `draw_designs`
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                kept.append(ctm)
            case "Q":
                ctm = kept.pop()
            case "cm":
                a, b, c, d, e, f = (float(one) for one in operands)
                ctm = times((a, b, c, d, e, f), ctm)
            case "Do" if str(operands[0]).startswith("/D"):
                corners = [(0.0, high), (width, high), (width, 0.0), (0.0, 0.0)]
                points = [at(ctm, (x + bleed) / 25.4 * 72, (y + bleed) / 25.4 * 72) for x, y in corners]
                found[int(str(operands[0])[2:])] = [(mm(x), mm(height - y)) for x, y in points]
    assert not kept
    return found


@cache
def designs(width: float, height: float, count: int) -> bytes:
    return draw_designs(Format(Shape.RECTANGLE, width, height), list(range(count)))


def plans_of(form: Format, paper: Paper, flip: Flip) -> Iterator[Imposition]:
    for grid in choose_layouts(form, paper, tuple(Layout), use=Use.CARDS):
        yield impose(numbered(grid.count + 2), grid, flip=flip)
    fold = choose_gutterfold(form, paper)
    assert fold is not None
    yield impose_gutterfold(numbered(fold.count + 1), fold)


def numbered(count: int) -> list[Piece]:
    """Pieces whose designs are numbered as in a deck: all fronts, then all backs."""
    return [Piece(f"{number}", number, count + number) for number in range(count)]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("off", [Correction(), Correction(0.7, -1.2, 0.1), Correction(-9, 8, -2)], ids=str)
def test_in_the_file_each_back_lands_behind_its_front(paper: Paper, flip: Flip, off: Correction) -> None:
    for form in (POKER, Format(Shape.RECTANGLE, 57, 44)):
        for imposition in plans_of(form, paper, flip):
            count = len({title for sheet in imposition.sheets for title in sheet.titles})
            printer = Printer("askew", ((ANY, off),))
            plan = for_printer(Plan(None, paper, imposition, ""), printer)  # type: ignore[arg-type]
            made = sheets_pdf(
                plan.imposition,
                designs(form.width_mm, form.height_mm, 2 * count),
                caption=CAPTION,
                page_fonts=PAGE_FONTS,
            )
            with pikepdf.open(io.BytesIO(made)) as pdf:
                pages = [placed_in(page, form) for page in pdf.pages]
            step = 2 if imposition.duplex else 1
            seen = 0
            for number in range(0, len(pages), step):
                front, back = imposition.sheets[number], imposition.sheets[number + step - 1]
                fronts, backs = pages[number], pages[number + step - 1]
                for design, corners in fronts.items():
                    if design >= count:
                        continue
                    under = backs[design + count]
                    if imposition.duplex:
                        landed = [printed(point, back.paper, off) for point in under]
                        behind = [turned_over(point, back, flip) for point in landed]
                    else:
                        behind = [folded_over(point, front) for point in under]
                    # from behind the upper right corner of a back lies where the upper left of its front is
                    expected = [behind[1], behind[0], behind[3], behind[2]]
                    for one, other in zip(corners, expected, strict=True):
                        assert math.dist(one, other) < NEAR_MM
                    seen += 1
            assert seen == count


def test_nothing_is_scaled_and_the_boxes_move_along() -> None:
    (grid, *_) = choose_layouts(POKER, PAPERS[0], tuple(Layout))
    imposition = impose(numbered(9), grid)
    plan = for_printer(Plan(None, PAPERS[0], imposition, ""), Printer("askew", ((ANY, Correction(2, 3)),)))  # type: ignore[arg-type]
    made = sheets_pdf(plan.imposition, designs(63.5, 88.9, 18), caption=CAPTION, page_fonts=PAGE_FONTS)
    with pikepdf.open(io.BytesIO(made)) as pdf:
        front, back = ([mm(float(edge)) for edge in page.TrimBox] for page in pdf.pages)
    assert [one - other for one, other in zip(back, front, strict=True)] == pytest.approx(
        [-2, 3, -2, 3], abs=1e-3
    )
