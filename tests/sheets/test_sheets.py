"""Positions on sheets, without drawing any: fit, bleed, marks, furniture, backs behind their fronts."""

from __future__ import annotations

import math
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.ground.polygons import points_of
from generator.ground.shapes import Outline, Polygon, Shape, sides
from generator.sheets.honeycomb import Comb
from generator.sheets.imposing import SEAM_MM, impose
from generator.sheets.layouts import Grid, Layout, Use, butted, choose_layouts, spaced
from generator.sheets.sheet import (
    A4,
    EPSILON_MM,
    LETTER,
    PAPERS,
    Box,
    Flip,
    Format,
    Mark,
    Paper,
    Piece,
    Placement,
    Sheet,
    Side,
    around,
    from_corners,
)
from generator.sheets.tiles import OVERLAP_MM, TILE_BORDER_MM, choose_tiling, tile
from tests.shared.sheet_designs import overlap

POKER = Format(Shape.RECTANGLE, 63.5, 88.9)
BOARD = Format(Shape.RECTANGLE, 500, 366)
ANY_PAPER = st.sampled_from(PAPERS)
ANY_FLIP = st.sampled_from(list(Flip))
RECTANGLES = st.builds(Format, st.just(Shape.RECTANGLE), st.floats(9, 180), st.floats(9, 180))
ROUND = st.floats(10, 120).map(lambda d: Format(Shape.CIRCLE, d, d))
HEXAGONS = st.floats(15, 120).map(lambda w: Format(Shape.HEXAGON, w, w * math.sqrt(3) / 2))
FORMATS = st.one_of(RECTANGLES, ROUND, HEXAGONS)


def pieces(count: int, *, backs: bool = True) -> list[Piece]:
    return [Piece(f"Card {i}", i, 1000 + i if backs else None) for i in range(count)]


def grids(form: Format, paper: Paper) -> tuple[Grid | Comb, ...]:
    return choose_layouts(form, paper, tuple(Layout))


def across(points: tuple[tuple[float, float], ...], a: float, b: float) -> list[float]:
    return [x * a - y * b for x, y in points]


def meet(one: Outline, other: Outline) -> bool:
    """Whether two outlines without bays share an area: if they do not, a line along a side parts them."""
    areas = [points_of(one), points_of(other)]
    for (ax, ay), (bx, by) in chain.from_iterable(map(sides, areas)):
        (a, b), (c, d) = ((min(reach), max(reach)) for reach in (across(p, by - ay, bx - ax) for p in areas))
        if min(b, d) - max(a, c) <= EPSILON_MM * math.dist((ax, ay), (bx, by)):
            return False
    return True


def box_of(mark: Mark) -> Box:
    xs, ys = zip(mark.start, mark.end, strict=True)
    return from_corners(min(xs), min(ys), max(xs), max(ys))


def test_a_box_holds_what_reaches_its_edges_and_nothing_beyond_any_of_them() -> None:
    box = Box(10, 20, 30, 40)
    assert box.holds(box) and box.holds(Box(11, 21, 2, 2))
    for other in (Box(9.9, 21, 2, 2), Box(11, 19.9, 2, 2), Box(38.1, 21, 2, 2), Box(11, 58.1, 2, 2)):
        assert not box.holds(other)


# ---------------------------------------------------------------- what fits


@pytest.mark.parametrize(
    ("paper", "left", "top"), [(A4, 9.75, 15.15), (LETTER, 12.7, 6.35)], ids=["A4", "Letter"]
)
def test_poker_cards_butted_are_three_by_three(paper: Paper, left: float, top: float) -> None:
    grid = butted(POKER, paper)
    assert grid is not None
    assert (grid.x.count, grid.y.count, grid.rotation) == (3, 3, 0)
    cell = grid.cell(0)
    assert (cell.x_mm, cell.y_mm) == pytest.approx((left, top))
    assert grid.cell(4).x_mm == pytest.approx(left + 63.5)
    assert grid.cell(4).y_mm == pytest.approx(top + 88.9)


@pytest.mark.parametrize(("paper", "bleed"), [(A4, 3), (LETTER, 1.5)], ids=["A4", "Letter"])
def test_poker_cards_with_bleed_are_eight_on_landscape(paper: Paper, bleed: float) -> None:
    grid = spaced(POKER, paper)
    assert grid is not None
    assert (grid.x.count, grid.y.count, grid.rotation) == (4, 2, 0)
    assert grid.paper.landscape
    assert (grid.x.bleed_mm, grid.y.bleed_mm) == (bleed, bleed)
    assert grid.x.gutter_mm >= 2 * bleed


def test_small_squares_share_edges_and_tokens_keep_apart() -> None:
    (squares,) = grids(Format(Shape.RECTANGLE, 15, 15), A4)
    assert squares.layout is Layout.BUTTED and squares.count > 200
    (tokens,) = grids(Format(Shape.CIRCLE, 16, 16), A4)
    assert tokens.x.gutter_mm >= 3 and tokens.y.gutter_mm >= 3


def test_cards_come_in_the_wanted_layouts_only() -> None:
    assert [grid.layout for grid in grids(POKER, A4)] == [Layout.BUTTED, Layout.SPACED]
    assert [g.layout for g in choose_layouts(POKER, A4, [Layout.SPACED])] == [Layout.SPACED]


def test_a_card_that_fills_a_page_comes_once() -> None:
    assert len(choose_layouts(Format(Shape.RECTANGLE, 150, 200), A4, tuple(Layout), use=Use.CARDS)) == 1


def test_a_page_holds_one_mat_even_if_two_would_fit() -> None:
    (grid,) = choose_layouts(Format(Shape.RECTANGLE, 190, 120), A4, tuple(Layout), use=Use.PAGE)
    assert grid.count == 1


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_a_mat_of_266_by_190_fits_a_page_of_either_paper(paper: Paper) -> None:
    (grid,) = choose_layouts(Format(Shape.RECTANGLE, 266, 190), paper, tuple(Layout), use=Use.PAGE)
    assert grid.count == 1 and grid.rotation == 0 and grid.paper.landscape


def test_what_is_too_large_has_no_grid() -> None:
    assert grids(BOARD, A4) == ()


# ---------------------------------------------------------------- on any sheet


@settings(max_examples=150)
@given(FORMATS, ANY_PAPER, st.integers(1, 40), ANY_FLIP)
def test_nothing_overlaps_or_leaves_the_printable_area(
    form: Format, paper: Paper, count: int, flip: Flip
) -> None:
    for grid in grids(form, paper):
        for sheet in impose(pieces(count), grid, flip=flip).sheets[-2:]:
            check_sheet(sheet, form)


def check_sheet(sheet: Sheet, form: Format | None = None) -> None:
    room = sheet.paper.printable
    paint = [around(placement.clip) for placement in sheet.placements]
    strips = [sheet.heading.box, sheet.ruler.box]
    for box in (*paint, *strips):
        assert room.holds(box)
    for strip in strips:
        assert max(strip.width_mm, strip.height_mm) > 180, "room for the ruler and its text"
        assert not any(overlap(strip, box) for box in paint)
        assert not any(overlap(strip, box_of(mark)) for mark in sheet.marks)
    for mark in sheet.marks:
        assert sheet.paper.page.holds(box_of(mark))
    if form is not None and form.shape is Shape.HEXAGON:
        check_hexagons(sheet, form)
        return
    for one, other in combinations(sheet.placements, 2):
        assert not overlap(one.trim, other.trim)
        # A seam lies under the neighbour that is painted later; nothing is painted over an earlier one.
        assert not overlap(around(other.clip), one.trim)
        assert not overlap(around(one.clip).grown(-SEAM_MM, -SEAM_MM), other.trim)


def check_hexagons(sheet: Sheet, form: Format) -> None:
    """Neither cut lines nor paint of hexagons meet, though their boxes do; no mark crosses any paint."""
    cuts = [form.placed(form.outline(), p.trim, p.rotation) for p in sheet.placements]
    for (one, cut), (other, line) in combinations(zip(sheet.placements, cuts, strict=True), 2):
        if overlap(around(one.clip), around(other.clip)):
            assert not meet(cut, line)
            assert not meet(other.clip, cut)
            assert not meet(form.placed(form.outline(-SEAM_MM), other.trim, other.rotation), one.clip)
    for mark in sheet.marks:
        for placement, cut in zip(sheet.placements, cuts, strict=True):
            if mark.halo:
                assert not meet(cut, Polygon((mark.start, mark.end)))
            elif overlap(around(placement.clip), box_of(mark).grown(0.01, 0.01)):
                assert not meet(placement.clip, Polygon((mark.start, mark.end)))


@settings(max_examples=80)
@given(RECTANGLES, ANY_PAPER, st.integers(1, 30))
def test_every_cut_has_marks_at_both_ends_clear_of_the_paint(form: Format, paper: Paper, count: int) -> None:
    for grid in grids(form, paper):
        sheet = impose(pieces(count, backs=False), grid).sheets[-1]
        for trim in (placement.trim for placement in sheet.placements):
            for x in (trim.x_mm, trim.right_mm):
                ends = [m.start[1] for m in sheet.marks if m.start[0] == m.end[0] == pytest.approx(x)]
                assert min(ends) < sheet.trim.y_mm and max(ends) > sheet.trim.bottom_mm
            for y in (trim.y_mm, trim.bottom_mm):
                ends = [m.start[0] for m in sheet.marks if m.start[1] == m.end[1] == pytest.approx(y)]
                assert min(ends) < sheet.trim.x_mm and max(ends) > sheet.trim.right_mm
        for mark in sheet.marks:
            if not mark.halo:
                assert not any(overlap(around(p.clip), box_of(mark)) for p in sheet.placements)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_cards_with_gutters_have_marks_at_every_corner(paper: Paper) -> None:
    grid = spaced(POKER, paper)
    assert grid is not None
    sheet = impose(pieces(8), grid).sheets[0]
    for trim in (placement.trim for placement in sheet.placements):
        for x in (trim.x_mm, trim.right_mm):
            for y in (trim.y_mm, trim.bottom_mm):
                near = [
                    m for m in sheet.marks if min(math.dist((x, y), m.start), math.dist((x, y), m.end)) < 5
                ]
                assert any(m.start[0] == pytest.approx(x) == m.end[0] for m in near)
                assert any(m.start[1] == pytest.approx(y) == m.end[1] for m in near)


def test_marks_across_touching_bleeds_are_set_off_in_white() -> None:
    grid = spaced(POKER, LETTER)
    assert grid is not None
    marks = impose(pieces(8), grid).sheets[0].marks
    assert any(mark.halo for mark in marks)
    for mark in marks:
        if mark.halo:
            assert mark.start[1] == mark.end[1], "only the narrow gutters between columns"


def test_inner_edges_are_clipped_at_the_shared_line_and_outer_edges_bleed() -> None:
    grid = butted(POKER, A4)
    assert grid is not None
    middle = impose(pieces(9), grid).sheets[0].placements[4]
    seam = around(middle.clip)
    assert (seam.x_mm, seam.y_mm) == (middle.trim.x_mm, middle.trim.y_mm)
    assert seam.right_mm - middle.trim.right_mm == pytest.approx(SEAM_MM)
    assert seam.bottom_mm - middle.trim.bottom_mm == pytest.approx(SEAM_MM)
    corner = impose(pieces(9), grid).sheets[0].placements[0]
    clip = around(corner.clip)
    assert corner.trim.x_mm - clip.x_mm == pytest.approx(2.95)
    assert corner.trim.y_mm - clip.y_mm == pytest.approx(3)
    assert clip.right_mm - corner.trim.right_mm == pytest.approx(SEAM_MM)
    assert clip.bottom_mm - corner.trim.bottom_mm == pytest.approx(SEAM_MM)


def test_a_card_beside_an_empty_cell_bleeds_into_it() -> None:
    grid = butted(POKER, A4)
    assert grid is not None
    last = impose(pieces(4), grid).sheets[0].placements[3]
    assert around(last.clip).right_mm > last.trim.right_mm + 2


@settings(max_examples=60)
@given(FORMATS, ANY_PAPER, st.integers(1, 60))
def test_every_piece_is_dealt_once_and_in_order(form: Format, paper: Paper, count: int) -> None:
    for grid in grids(form, paper):
        sheets = impose(pieces(count, backs=False), grid).sheets
        assert [p.design for sheet in sheets for p in sheet.placements] == list(range(count))
        assert all(len(sheet.placements) == grid.count for sheet in sheets[:-1])


# ---------------------------------------------------------------- backs


def up(placement: Placement) -> tuple[int, int]:
    """Where the top of the design points on its page."""
    return {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}[placement.rotation]


@settings(max_examples=100)
@given(FORMATS, ANY_PAPER, st.integers(1, 40), ANY_FLIP)
def test_each_back_lies_behind_its_front(form: Format, paper: Paper, count: int, flip: Flip) -> None:
    for grid in grids(form, paper):
        sheets = impose(pieces(count), grid, flip=flip).sheets
        assert [sheet.side for sheet in sheets] == [Side.FRONT, Side.BACK] * (len(sheets) // 2)
        for front, back in zip(sheets[::2], sheets[1::2], strict=True):
            width, height = front.paper.width_mm, front.paper.height_mm
            upright = flip is Flip.LONG  # an upright page's long edge is its side
            book = upright is (height > width)
            assert len(front.placements) == len(back.placements)
            for over, under in zip(front.placements, back.placements, strict=True):
                assert under.design == over.design + 1000
                seen = behind(under.trim, width, height, book)
                assert (seen.x_mm, seen.y_mm) == pytest.approx((over.trim.x_mm, over.trim.y_mm))
                clip = behind(around(under.clip), width, height, book)
                assert (clip.x_mm, clip.right_mm) == pytest.approx(
                    (around(over.clip).x_mm, around(over.clip).right_mm)
                )
                x, y = up(under)
                assert up(over) == ((-x, y) if book else (x, -y)), "the card turns like a page"
            assert len(front.marks) == len(back.marks)


def behind(box: Box, width: float, height: float, book: bool) -> Box:
    """A box of the back page, seen through the paper from the front."""
    if book:
        return from_corners(width - box.right_mm, box.y_mm, width - box.x_mm, box.bottom_mm)
    return from_corners(box.x_mm, height - box.bottom_mm, box.right_mm, height - box.y_mm)


def test_one_back_serves_all_fronts() -> None:
    grid = butted(POKER, A4)
    assert grid is not None
    sheets = impose([Piece(f"{i}", i, 99) for i in range(5)], grid).sheets
    assert {placement.design for placement in sheets[1].placements} == {99}


def test_without_backs_there_are_no_back_pages() -> None:
    grid = butted(POKER, A4)
    assert grid is not None
    made = impose(pieces(12, backs=False), grid)
    assert not made.duplex and [sheet.side for sheet in made.sheets] == [Side.FRONT] * 2


# ---------------------------------------------------------------- tiles


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_the_board_takes_two_by_two_landscape_pages(paper: Paper) -> None:
    sheets = tile((Piece("Board", 0),), choose_tiling(BOARD, paper)).sheets
    assert [sheet.name for sheet in sheets] == ["A1", "A2", "B1", "B2"]
    assert all(sheet.paper.landscape for sheet in sheets)
    for sheet in sheets:
        check_sheet(sheet)
        room = sheet.paper.page.grown(-TILE_BORDER_MM, -TILE_BORDER_MM)
        assert room.holds(around(sheet.placements[0].clip))


def on_board(sheet: Sheet) -> Box:
    """The part of the board that a tile shows, without bleed."""
    (placement,) = sheet.placements
    window, board = sheet.trim, placement.trim
    return Box(window.x_mm - board.x_mm, window.y_mm - board.y_mm, window.width_mm, window.height_mm)


@settings(max_examples=60)
@given(st.floats(120, 1100), st.floats(120, 1100), ANY_PAPER)
def test_tiles_overlap_and_cover_the_board(width: float, height: float, paper: Paper) -> None:
    tiling = choose_tiling(Format(Shape.RECTANGLE, width, height), paper)
    sheets = {sheet.name: sheet for sheet in tile((Piece("Board", 0),), tiling).sheets}
    across, down = len(tiling.x.windows), len(tiling.y.windows)
    assert len(sheets) == across * down == tiling.count
    last = on_board(sheets[f"{chr(64 + down)}{across}"])
    assert (last.right_mm, last.bottom_mm) == pytest.approx((width, height))
    first = on_board(sheets["A1"])
    assert (first.x_mm, first.y_mm) == pytest.approx((0, 0))
    if across > 1:
        assert first.right_mm - on_board(sheets["A2"]).x_mm == pytest.approx(OVERLAP_MM)
    if down > 1:
        assert first.bottom_mm - on_board(sheets["B1"]).y_mm == pytest.approx(OVERLAP_MM)
    for sheet in sheets.values():
        check_sheet(sheet)


def test_joins_are_marked_where_the_neighbours_edge_goes() -> None:
    sheets = {s.name: s for s in tile((Piece("Board", 0),), choose_tiling(BOARD, A4)).sheets}
    a1, a2 = sheets["A1"], sheets["A2"]
    dashed = {round(m.start[0], 3) for m in a1.marks if m.dashed and m.start[0] == m.end[0]}
    assert dashed == {round(a1.trim.right_mm - OVERLAP_MM, 3)}
    joined = dashed.pop() - a1.placements[0].trim.x_mm
    assert joined == pytest.approx(on_board(a2).x_mm), "the dashed mark is the neighbour's cut edge"
    assert [label.text for label in a1.labels] == ["A2 ▸", "B1 ▾"]
    assert [label.text for label in sheets["B2"].labels] == ["◂ B1", "▴ A2"]


def test_outer_edges_of_a_tiled_board_bleed_and_joined_edges_do_not() -> None:
    a1, a2, _, _ = tile((Piece("Board", 0),), choose_tiling(BOARD, A4)).sheets
    assert a1.trim.x_mm - around(a1.placements[0].clip).x_mm == pytest.approx(3)
    assert around(a2.placements[0].clip).x_mm == pytest.approx(a2.trim.x_mm)
