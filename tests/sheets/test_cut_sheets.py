"""Positions of what is no rectangle: boards cut along their outline, honeycombs, round corners, outlines."""

from __future__ import annotations

import math

import pytest

from generator.ground.polygons import area, distance_to, holds, inside_box, points_of
from generator.ground.shapes import Polygon, Shape, outline
from generator.sheets.amounts import format_from
from generator.sheets.imposing import impose
from generator.sheets.layouts import Layout, Use, choose_layouts, shared_form
from generator.sheets.sheet import A4, LETTER, PAPERS, Flip, Format, Paper, Piece, Sheet, around
from generator.sheets.tiles import OVERLAP_MM, choose_tiling, tile

ROUND_BOARD = Format(Shape.CIRCLE, 380, 380)
HEX_BOARD = Format(Shape.HEXAGON, 500, 433)
ARROW = "M 0 0 H 60 L 100 50 L 60 100 H 0 L 30 50 Z"


def board(form: Format, paper: Paper = A4) -> dict[str, Sheet]:
    return {s.name: s for s in tile((Piece("Board", 0),), choose_tiling(form, paper)).sheets}


# ---------------------------------------------------------------- boards


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("form", [ROUND_BOARD, HEX_BOARD, format_from(ARROW, 600, 400)])
def test_the_tiles_of_a_board_cover_it_and_paint_no_more_than_its_bleed(form: Format, paper: Paper) -> None:
    line, sheets = points_of(form.outline()), board(form, paper).values()
    for x, y in ((x, y) for x in range(0, 600, 23) for y in range(0, 500, 19)):
        shown = False
        for sheet in sheets:
            (placed,) = sheet.placements
            shown |= holds(points_of(placed.clip), (placed.trim.x_mm + x, placed.trim.y_mm + y))
        if holds(line, (x, y)):
            assert shown
        elif not form.path:
            assert not shown or distance_to(line, (x, y)) < 3.5
    for sheet in sheets:
        assert sheet.paper.printable.holds(around(sheet.placements[0].clip))


@pytest.mark.parametrize(("paper", "pages"), [(A4, 6), (LETTER, 4)], ids=["A4", "Letter"])
def test_a_round_board_of_380_mm(paper: Paper, pages: int) -> None:
    assert len(board(ROUND_BOARD, paper)) == pages
    assert len(board(Format(Shape.CIRCLE, 377, 377), paper)) == 4


def test_tiles_without_a_part_of_the_board_are_left_out() -> None:
    form = Format(Shape.TRIANGLE, 900, 780)
    tiling = choose_tiling(form, A4)
    assert (len(tiling.x.windows), len(tiling.y.windows)) == (5, 3)
    sheets = board(form)
    assert len(sheets) == tiling.count == 13
    assert not {"A1", "A5"} & set(sheets)
    assert tiling.kind == "5 × 3 pages, 2 of them empty and left out, overlap 10 mm"
    assert [label.text for label in sheets["A2"].labels] == ["A3 ▸", "B2 ▾"], "A1 is not there to join"


def test_what_an_empty_tile_would_show_lies_on_its_neighbours() -> None:
    form = Format(Shape.TRIANGLE, 900, 780)
    tiling, line = choose_tiling(form, A4), points_of(form.outline())
    whole = 0.0
    for column, row in tiling.kept:
        (left, right), (top, bottom) = tiling.x.windows[column], tiling.y.windows[row]
        own = (left + (OVERLAP_MM if column else 0), top + (OVERLAP_MM if row else 0), right, bottom)
        whole += area(inside_box(line, *own))
    assert whole == pytest.approx(900 * 780 / 2, rel=1e-6)


def test_joins_of_a_round_board_are_marked_where_paper_meets_and_nowhere_else() -> None:
    sheets = board(Format(Shape.CIRCLE, 370, 370))
    a1 = sheets["A1"]
    trim = a1.placements[0].trim
    upright = [m for m in a1.marks if m.start[0] == m.end[0]]
    assert {m.dashed for m in a1.marks} == {True}, "no left neighbour, so no cut"
    assert {round(m.start[0] - trim.x_mm, 3) for m in upright} == {180}
    for mark in upright:
        away = distance_to(points_of(ROUND.moved(trim.x_mm, trim.y_mm)), mark.end)
        assert away < 4 or mark.end[1] > a1.trim.bottom_mm, "close to the outline, or below the page's part"
    assert {m.dashed for m in sheets["B2"].marks} == {False}


ROUND = outline(Shape.CIRCLE, 370, 370)


def test_the_light_line_of_a_board_lies_on_the_waste() -> None:
    for sheet in board(HEX_BOARD).values():
        line = points_of(
            HEX_BOARD.outline().moved(sheet.placements[0].trim.x_mm, sheet.placements[0].trim.y_mm)
        )
        assert sheet.guides
        for guide in sheet.guides:
            for point in points_of(guide.outline):
                assert 0.1 < distance_to(line, point) < 0.2


def test_a_board_with_straight_edges_has_no_light_line() -> None:
    assert all(sheet.guides == () for sheet in board(Format(Shape.RECTANGLE, 500, 366)).values())


# ---------------------------------------------------------------- honeycombs


@pytest.mark.parametrize(
    ("width", "height", "apart", "shared"),
    [
        (60, 52, (15, 15), (18, 16)),
        (80, 69.3, (8, 6), (8, 8)),
        (95, 83, (5, 5), (5, 5)),
        (50, 43, (22, 21), (28, 24)),
        (30, 26, (72, 65), (84, 77)),
    ],
)
def test_so_many_hexagons_fit(
    width: float, height: float, apart: tuple[int, int], shared: tuple[int, int]
) -> None:
    form = Format(Shape.HEXAGON, width, height)
    for paper, own, together in zip(PAPERS, apart, shared, strict=True):
        (grid,) = choose_layouts(form, paper, tuple(Layout))
        assert grid.count == own
        (comb,) = choose_layouts(form, paper, tuple(Layout), use=Use.SHARED)
        assert comb.count == together
        (turned,) = choose_layouts(Format(Shape.HEXAGON, height, width), paper, tuple(Layout))
        assert turned.count == own, "the same hexagon, standing on a corner"


def test_sixty_hexagons_of_80_mm_take_eight_sheets() -> None:
    (grid,) = choose_layouts(Format(Shape.HEXAGON, 80, 69.3), A4, tuple(Layout))
    assert len(impose([Piece(f"{i}", i) for i in range(60)], grid).sheets) == 8


def test_a_rectangular_grid_stays_where_a_honeycomb_holds_no_more() -> None:
    (grid,) = choose_layouts(Format(Shape.HEXAGON, 80, 69.3), LETTER, tuple(Layout))
    assert grid.kind == "6-up, bleed 3 mm"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("size", [(60, 52), (52, 60)])
def test_hexagons_that_share_edges_touch_and_paint_only_a_seam_of_each_other(
    size: tuple[float, float], paper: Paper
) -> None:
    form = Format(Shape.HEXAGON, *size)
    (comb,) = choose_layouts(form, paper, tuple(Layout), use=Use.SHARED)
    sheet = impose([Piece(f"{i}", i) for i in range(comb.count - 2)], comb).sheets[0]
    cuts = [points_of(form.placed(form.outline(), p.trim, p.rotation)) for p in sheet.placements]
    corners = [corner for cut in cuts for corner in cut]
    shared = sum(any(math.dist(a, b) < 0.02 for b in corners if b is not a) for a in corners)
    assert shared > len(corners) / 2
    for index, placed in enumerate(sheet.placements):
        for other, cut in enumerate(cuts):
            if other != index:
                inner = [p for p in points_of(placed.clip) if holds(cut, p)]
                most = 0.2 if other > index else 0.02
                assert all(distance_to(cut, p) > -most for p in inner)
    for mark in sheet.marks:
        assert not any(
            holds(points_of(p.clip), end) for p in sheet.placements for end in (mark.start, mark.end)
        )


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize("use", [None, Use.SHARED])
def test_backs_of_a_honeycomb_lie_behind_their_fronts(paper: Paper, flip: Flip, use: Use | None) -> None:
    form = Format(Shape.HEXAGON, 60, 52)
    (comb,) = choose_layouts(form, paper, tuple(Layout), use=use)
    front, back = impose([Piece(f"{i}", i, 100 + i) for i in range(7)], comb, flip=flip).sheets
    width, height = front.paper.width_mm, front.paper.height_mm
    sideways = (flip is Flip.LONG) is (height > width)
    for over, under in zip(front.placements, back.placements, strict=True):
        assert under.design == over.design + 100
        seen = [(width - x, y) if sideways else (x, height - y) for x, y in points_of(under.clip)]
        assert sorted(map(rounded, seen)) == sorted(map(rounded, points_of(over.clip)))


def rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 3), round(point[1], 3)


# ---------------------------------------------------------------- further shapes


def sheet_of(shape: str, width: float, height: float, use: Use | None = None) -> tuple[Format, Sheet]:
    form = format_from(shape, width, height)
    grid, *_ = choose_layouts(form, A4, tuple(Layout), use=use)
    return form, impose([Piece("One", 0, 1)], grid).sheets[0]


def test_cards_with_round_corners_are_cut_straight_and_have_a_light_line_at_each_corner() -> None:
    form, sheet = sheet_of("rounded 4", 63.5, 88.9)
    plain = impose(
        [Piece("One", 0)], choose_layouts(Format(Shape.RECTANGLE, 63.5, 88.9), A4, tuple(Layout))[0]
    )
    assert sheet.marks == plain.sheets[0].marks
    assert sheet.placements[0].clip == plain.sheets[0].placements[0].clip, "paint reaches the bleed"
    trim = sheet.placements[0].trim
    assert len(sheet.guides) == 4
    line = points_of(form.outline().moved(trim.x_mm, trim.y_mm))
    for guide in sheet.guides:
        for point in points_of(guide.outline):
            assert trim.grown(-0.01, -0.01).holds(around(Polygon((point,))))
            assert 0.1 < distance_to(line, point) < 0.2


def test_a_circle_has_a_light_line_outside_its_cut() -> None:
    _, sheet = sheet_of("circle", 22, 22)
    (guide,) = sheet.guides
    box, trim = around(guide.outline), sheet.placements[0].trim
    assert box.width_mm == pytest.approx(trim.width_mm + 0.3) and box.holds(trim)
    assert sheet.marks, "for a punch"


def test_round_tokens_share_edges_as_squares() -> None:
    form, sheet = sheet_of("circle", 22, 22, Use.SHARED)
    assert sheet.guides == ()
    assert around(sheet.placements[0].clip).height_mm > 24
    (grid,) = choose_layouts(form, A4, tuple(Layout), use=Use.SHARED)
    assert grid.kind == "9 × 12, edges shared"


@pytest.mark.parametrize(
    ("shape", "corners"), [("triangle", 3), ("pentagon", 5), ("octagon", 8), ("square", 4)]
)
def test_regular_polygons_fill_their_box(shape: str, corners: int) -> None:
    points = points_of(format_from(shape, 40, 40).outline())
    assert len(points) == corners
    assert around(Polygon(points)).holds(around(Polygon(((0, 0), (40, 40)))))
    assert area(points) > 0, "clockwise"
    lowest = sorted(points, key=lambda point: -point[1])[:2]
    assert lowest[0][1] == lowest[1][1] == 40, "it stands on a side"


@pytest.mark.parametrize("shape", ["triangle", "pentagon", "octagon", ARROW])
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_no_paint_and_no_mark_reaches_another_piece(shape: str, paper: Paper) -> None:
    form = format_from(shape, 40, 40)
    (grid,) = choose_layouts(form, paper, tuple(Layout))
    sheet = impose([Piece(f"{i}", i) for i in range(grid.count)], grid).sheets[0]
    cuts = [points_of(form.placed(form.outline(), p.trim, p.rotation)) for p in sheet.placements]
    for index, cut in enumerate(cuts):
        for mark in sheet.marks:
            assert min(distance_to(cut, mark.start), distance_to(cut, mark.end)) > 0.9
        for other, placed in enumerate(sheet.placements):
            assert other == index or not any(holds(cut, point) for point in points_of(placed.clip))
    for mark in sheet.marks:
        assert sheet.paper.page.holds(around(Polygon((mark.start, mark.end))))


def test_a_free_outline_is_stretched_to_its_size_and_runs_clockwise() -> None:
    for path in (ARROW, "M0 0L30 50L0 100H60L100 50L60 0Z"):
        form = format_from(path, 50, 20)
        assert form.outline() == Polygon(form.path)
        assert sorted(form.path) == [(0, 0), (0, 20), (15, 10), (30, 0), (30, 20), (50, 10)]
        assert area(form.path) > 0
    assert format_from(ARROW, 50, 20).mirrored().path[-1] == (50, 0)


def test_round_and_square_tokens_of_one_size_are_one_format_where_edges_are_shared() -> None:
    shapes = ("circle", "square", "rectangle", "octagon")
    forms = {shared_form(format_from(shape, 22, 22)) for shape in shapes}
    assert forms == {Format(Shape.RECTANGLE, 22, 22)}
    assert shared_form(Format(Shape.HEXAGON, 30, 26)).shape is Shape.HEXAGON
