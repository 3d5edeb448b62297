"""Positions in millimetres that were worked out by hand, from the paper's edge to the last mark."""

from __future__ import annotations

import math

import pytest

from generator.ground.shapes import Ellipse, Shape, outline
from generator.sheets.imposing import impose
from generator.sheets.layouts import Axis, Grid, Layout, Use, butted, choose_layouts, least_gap, spaced
from generator.sheets.marks import Margins, shape_marks, strips
from generator.sheets.sheet import (
    A4,
    LETTER,
    Box,
    Format,
    Imposition,
    Label,
    Mark,
    Paper,
    Piece,
    Sheet,
    Side,
    around,
)
from generator.sheets.tiles import LABEL_MM, Tiling, choose_tiling, tile, tile_name

POKER = Format(Shape.RECTANGLE, 63.5, 88.9)
BOARD = Format(Shape.RECTANGLE, 500, 366)
TOKEN = Format(Shape.CIRCLE, 16, 16)

Line = tuple[float, float, float, float, bool]


def line(mark: Mark) -> Line:
    """Start, end and whether it is dashed, in hundredths of a millimetre."""
    x0, y0, x1, y1 = (round(at, 2) for at in (*mark.start, *mark.end))
    return x0, y0, x1, y1, mark.dashed


def edges(box: Box) -> tuple[float, ...]:
    """Left, top, right, bottom."""
    return tuple(round(at, 2) for at in (box.x_mm, box.y_mm, box.right_mm, box.bottom_mm))


def rectangle(width: float, height: float) -> Format:
    return Format(Shape.RECTANGLE, width, height)


def grid_of(made: Grid | None) -> Grid:
    assert made is not None
    return made


def first(made: Imposition) -> Sheet:
    return made.sheets[0]


def cards(count: int) -> list[Piece]:
    return [Piece(f"{number}", number) for number in range(count)]


# ---------------------------------------------------------------- where the cells of a page lie


def axis(of: Axis) -> tuple[float, ...]:
    """Count, start, gutter and bleed."""
    return of.count, round(of.start_mm, 2), round(of.gutter_mm, 2), round(of.bleed_mm, 2)


@pytest.mark.parametrize(
    ("grid", "across", "down"),
    [
        # 287 mm take four cells of 69.5, and 5.4 left beside the marks for three gaps; 200 mm two of 94.9
        # under furniture, with 1.8 for the one gap.
        (spaced(POKER, A4), (4, 9.8, 7.8, 3), (2, 12.2, 7.8, 3)),
        # 266.7 mm take four cells of 66.5 that touch; 203.2 mm leave 11 for the one gap, of which it takes 2.
        (spaced(POKER, LETTER), (4, 8.2, 3, 1.5), (2, 16.55, 5, 1.5)),
        # 210 mm leave 9.75 beside three cards: 5 of border, 1.8 for marks, the rest is bleed.
        (butted(POKER, A4), (3, 9.75, 0, 2.95), (3, 15.15, 0, 3)),
        # 279.4 mm leave 6.35 above three cards, which is the border; there is no bleed.
        (butted(POKER, LETTER), (3, 12.7, 0, 2.15), (3, 6.35, 0, 0)),
        # 196.4 mm take ten cells of 18 with gaps of 1.5 for their marks, and share out the 16.4 left; 278.6
        # take fourteen, with gaps of 2 at most.
        (spaced(TOKEN, A4), (10, 7.8, 3.82, 1), (14, 10.5, 4, 1)),
    ],
    ids=["A4 8up", "Letter 8up", "A4 3x3", "Letter 3x3", "tokens"],
)
def test_cells_lie_in_the_middle_of_the_page(
    grid: Grid | None, across: tuple[float, ...], down: tuple[float, ...]
) -> None:
    made = grid_of(grid)
    assert (axis(made.x), axis(made.y)) == (across, down)
    for of, page_mm in ((made.x, made.paper.width_mm), (made.y, made.paper.height_mm)):
        (start, end), *_, (_, last) = of.trims()
        assert (end - start, start) == pytest.approx((of.size_mm, page_mm - last))


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_spaced_pieces_do_not_share_their_bleeds(paper: Paper) -> None:
    placements = first(impose(cards(8), grid_of(spaced(POKER, paper)))).placements
    one, right, below = placements[0], placements[1], placements[4]
    gap_x = around(right.clip).x_mm - around(one.clip).right_mm
    gap_y = around(below.clip).y_mm - around(one.clip).bottom_mm
    expected = (1.8, 1.8) if paper is A4 else (0, 2)
    assert (gap_x, gap_y) == pytest.approx(expected)


def test_among_equals_the_upright_card_under_its_heading_on_the_upright_page_is_chosen() -> None:
    for form in (TOKEN, rectangle(20, 20)):
        (grid,) = choose_layouts(form, A4, tuple(Layout))
        assert (grid.rotation, grid.y.strip, grid.x.strip, grid.paper) == (0, True, False, A4)


def test_the_page_is_turned_and_not_the_card() -> None:
    grid = grid_of(butted(rectangle(95, 60), A4))  # 3 × 3 on an A4 that lies, 2 × 4 on one that stands
    assert (grid.count, grid.rotation, grid.paper) == (9, 0, A4.turned())
    assert (grid.y.strip, grid.x.strip) == (True, False)
    assert edges(grid.cell(3)) == (6, 75, 101, 135)


@pytest.mark.parametrize(
    ("form", "use", "layouts"),
    [
        (rectangle(35, 130), None, [Layout.BUTTED, Layout.SPACED]),
        (rectangle(34.9, 130), None, [Layout.BUTTED]),
        (rectangle(35, 130.1), None, [Layout.BUTTED]),
        (rectangle(30, 30), Use.CARDS, [Layout.BUTTED, Layout.SPACED]),
        (POKER, Use.TOKENS, [Layout.BUTTED]),
        (POKER, Use.PAGE, [Layout.BUTTED]),
        (POKER, Use.BOARD, [Layout.BUTTED]),
        (Format(Shape.CIRCLE, 40, 40), Use.CARDS, [Layout.SPACED]),
    ],
)
def test_cards_alone_come_in_two_layouts(form: Format, use: Use | None, layouts: list[Layout]) -> None:
    assert [grid.layout for grid in choose_layouts(form, A4, tuple(Layout), use=use)] == layouts


def test_a_piece_that_fills_the_printable_width_has_marks_beyond_it() -> None:
    """200 mm are the printable width of A4: no bleed, and the marks run into the white border to 2 mm."""
    sheet = first(impose(cards(1), grid_of(butted(rectangle(200, 100), A4))))
    assert edges(around(sheet.placements[0].clip)) == (5, 45.5, 205, 151.5)
    level = {line(mark) for mark in sheet.marks if mark.start[1] == mark.end[1]}
    assert level == {(x0, y, x1, y, False) for y in (48.5, 148.5) for x0, x1 in ((2, 4.7), (208, 205.3))}


def test_a_piece_a_little_too_large_for_the_printable_area_has_no_grid() -> None:
    assert butted(rectangle(200, 278.6), A4) is not None  # 287 less the furniture and its marks at both ends
    assert butted(rectangle(200, 278.7), A4) is None
    assert spaced(rectangle(196.4, 278.7), A4) is None


@pytest.mark.parametrize(
    ("width", "bleed"),
    [(199, 2), (200, 1.5), (201, 1), (202, 0.5), (203, 0)],
    ids=lambda value: f"{value} mm",
)
def test_a_large_face_takes_the_bleed_that_is_left(width: float, bleed: float) -> None:
    """Of the 203.2 mm that printers reach on Letter; 1.5 is the least for cards, and a face may have less."""
    grid = grid_of(spaced(rectangle(width, 250), LETTER))
    assert (grid.count, grid.x.bleed_mm, grid.y.bleed_mm) == (1, bleed, bleed)


def test_small_pieces_have_the_bleed_of_tokens() -> None:
    assert grid_of(spaced(rectangle(20, 100), A4)).x.bleed_mm == 1
    assert grid_of(spaced(rectangle(35, 35), A4)).x.bleed_mm == 2, "the least for cards, since most fit so"


def test_a_card_comes_in_two_layouts_if_one_of_them_holds_several() -> None:
    both = choose_layouts(rectangle(138, 190), A4, tuple(Layout), use=Use.CARDS)
    assert [grid.count for grid in both] == [2, 1]
    (grid,) = choose_layouts(rectangle(34, 286), A4, tuple(Layout), use=Use.CARDS)  # no room for its bleed
    assert grid.layout is Layout.BUTTED


def test_a_single_square_stands_on_an_upright_page() -> None:
    (grid,) = choose_layouts(rectangle(150, 150), A4, tuple(Layout), use=Use.PAGE)
    assert (grid.count, grid.paper, grid.y.strip) == (1, A4, True)


def test_the_short_side_decides_how_wide_the_gaps_for_marks_are() -> None:
    assert least_gap(Format(Shape.HEXAGON, 40, 34.9)) == 1.5
    assert least_gap(Format(Shape.HEXAGON, 40, 35)) == 2


def test_a_layout_says_in_words_what_it_is() -> None:
    assert grid_of(butted(rectangle(138, 190), A4)).kind == "2 × 1, edges shared"
    assert grid_of(spaced(rectangle(138, 190), A4)).kind == "one a page"
    assert grid_of(spaced(POKER, LETTER)).kind == "8-up, bleed 1.5 mm"


@pytest.mark.parametrize(
    ("index", "dealt", "bleeds"),
    [
        (0, 9, (2.95, 3, 0.1, 0.1)),
        (2, 9, (0, 3, 2.95, 0.1)),
        (4, 9, (0, 0, 0.1, 0.1)),
        (6, 9, (2.95, 0, 0.1, 3)),
        (8, 9, (0, 0, 2.95, 3)),
        (4, 5, (0, 0, 2.95, 3)),  # the cells to its right and below are empty
        (2, 5, (0, 3, 2.95, 3)),
        (0, 1, (2.95, 3, 2.95, 3)),
    ],
)
def test_cards_that_share_edges_bleed_where_no_neighbour_lies(
    index: int, dealt: int, bleeds: tuple[float, ...]
) -> None:
    """Left, top, right, bottom; a seam of 0.1 reaches under the neighbour that is painted later."""
    placed = first(impose(cards(dealt), grid_of(butted(POKER, A4)))).placements[index]
    clip, trim = around(placed.clip), placed.trim
    reach = (trim.x_mm - clip.x_mm, trim.y_mm - clip.y_mm)
    beyond = (clip.right_mm - trim.right_mm, clip.bottom_mm - trim.bottom_mm)
    assert (*reach, *beyond) == pytest.approx(bleeds)


# ---------------------------------------------------------------- marks and furniture


def test_marks_of_cards_that_share_edges() -> None:
    """9.75 mm beside the cards: 2.95 of bleed, marks of 1.5. 15.15 above: bleed, marks of 4, the heading."""
    sheet = first(impose(cards(9), grid_of(butted(POKER, A4))))
    columns, rows = (9.75, 73.25, 136.75, 200.25), (15.15, 104.05, 192.95, 281.85)
    expected = {(x, y0, x, y1, False) for x in columns for y0, y1 in ((7.85, 11.85), (289.15, 285.15))}
    expected |= {(x0, y, x1, y, False) for y in rows for x0, x1 in ((5, 6.5), (205, 203.5))}
    assert {line(mark) for mark in sheet.marks} == expected
    assert len(sheet.marks) == len(expected)


def test_marks_of_a_page_that_is_not_full_stand_round_what_is_there() -> None:
    sheet = first(impose(cards(4), grid_of(butted(POKER, A4))))
    assert edges(sheet.trim) == (9.75, 15.15, 200.25, 192.95)
    upright = {line(mark)[1::2] for mark in sheet.marks if mark.start[0] == mark.end[0]}
    assert upright == {(7.85, 11.85), (200.25, 196.25)}, "right below the second row"
    (alone,) = impose(cards(1), grid_of(butted(POKER, A4))).sheets
    assert edges(alone.trim) == (9.75, 15.15, 73.25, 104.05)
    assert len(alone.marks) == 8


def test_marks_in_a_gutter_lie_between_the_bleeds_or_across_them_with_a_halo() -> None:
    on_a4 = first(impose(cards(8), grid_of(spaced(POKER, A4))))
    inner = {line(m)[:4] for m in on_a4.marks if m.start[1] == m.end[1] == pytest.approx(12.2)}
    assert {(76.3, 12.2, 78.1, 12.2), (147.6, 12.2, 149.4, 12.2)} < inner  # 1.8 between two bleeds of 3
    assert not any(mark.halo for mark in on_a4.marks)
    on_letter = first(impose(cards(8), grid_of(spaced(POKER, LETTER))))
    halos = {line(m)[:4] for m in on_letter.marks if m.halo and m.start[1] == pytest.approx(16.55)}
    assert halos == {(x, 16.55, round(x + 1.5, 2), 16.55) for x in (72.45, 138.95, 205.45)}  # they touch


@pytest.mark.parametrize(
    ("margins", "first_mm", "tick"),
    [
        (Margins(210, 5, 3, False), 20, (12.7, 16.7)),  # 4 mm long at most
        (Margins(210, 5, 3, True), 13, (7.4, 9.7)),  # down to the furniture
        (Margins(210, 5, 3, False), 9.8, (5, 6.5)),  # down to the border, while that leaves 1.5 mm
        (Margins(210, 5, 3, False), 9.7, (2.4, 6.4)),  # else into it
        (Margins(210, 5, 3, False), 8, (2, 4.7)),
        (Margins(210, 5, 0, True), 7.9, (7.4, 7.6)),  # but never into the furniture
    ],
)
def test_marks_run_as_far_as_they_have_room(
    margins: Margins, first_mm: float, tick: tuple[float, float]
) -> None:
    before, after = margins.ticks(first_mm, 210 - first_mm)
    assert before == pytest.approx(tick)
    assert after == pytest.approx([210 - at for at in tick])


def test_marks_of_a_round_token_stand_at_its_quarters() -> None:
    marks = {line(m)[:4] for m in shape_marks(Ellipse(18, 29, 8, 9), bleed_mm=1, gap_mm=1.5)}
    assert marks == {
        (18, 18.7, 18, 17.8),
        (18, 39.3, 18, 40.2),
        (8.7, 29, 7.8, 29),
        (27.3, 29, 28.2, 29),
    }
    (longest, *_) = shape_marks(Ellipse(18, 28, 8, 8), bleed_mm=1, gap_mm=9)
    assert math.dist(longest.start, longest.end) == pytest.approx(1.5)


def test_marks_of_a_hexagon_lie_on_the_lines_of_its_sides() -> None:
    """Its upper side runs from 15 to 45: the marks go on along it, beyond the bleed of the next sides."""
    marks = list(shape_marks(outline(Shape.HEXAGON, 60, 52), bleed_mm=2, gap_mm=2))
    near = (2 + 0.3) * math.hypot(15, 26) / 26
    upper = [
        (side, sorted((mark.start[0], mark.end[0])))
        for mark in marks
        if mark.start[1] == mark.end[1] == 0
        for side in ("left" if mark.start[0] < 30 else "right",)
    ]
    assert sorted(upper) == [
        ("left", pytest.approx([15 - near - 1.4, 15 - near])),
        ("right", pytest.approx([45 + near, 45 + near + 1.4])),
    ]
    assert len(marks) == 12
    for mark in marks:
        assert math.dist(mark.start, mark.end) == pytest.approx(1.4)
        assert min(math.dist((30, 26), end) for end in (mark.start, mark.end)) > 30


@pytest.mark.parametrize(("gap", "form"), [(1.5, TOKEN), (2, Format(Shape.CIRCLE, 35, 35))])
def test_marks_of_tokens_fill_the_gap_that_is_kept_for_them(gap: float, form: Format) -> None:
    mark, *_ = first(impose(cards(1), grid_of(spaced(form, A4)))).marks
    assert math.dist(mark.start, mark.end) == pytest.approx(gap - 0.6)


def test_furniture_lies_along_the_edges_of_what_the_printer_reaches() -> None:
    heading, ruler = strips(A4, vertical=False)
    assert (edges(heading.box), edges(ruler.box)) == ((5, 5, 205, 7.4), (5, 289.6, 205, 292))
    heading, ruler = strips(A4, vertical=True, border_mm=6)
    assert (edges(heading.box), edges(ruler.box)) == ((6, 6, 8.4, 291), (201.6, 6, 204, 291))
    assert (heading.rotation, ruler.rotation) == (270, 270)


# ---------------------------------------------------------------- tiles


def tiles(form: Format, *, back: int | None = None) -> tuple[Tiling, dict[str, Sheet]]:
    tiling = choose_tiling(form, A4)
    made = tile((Piece("Board", 0, back),), tiling)
    return tiling, {sheet.name: sheet for sheet in made.sheets if sheet.side is Side.FRONT}


def test_the_pages_of_a_board() -> None:
    """500 and 366 mm are two windows of 255 and of 188 with 10 of overlap, painted in the middle."""
    tiling, made = tiles(BOARD)
    assert (tiling.count, tiling.kind, tiling.paper) == (4, "2 × 2 pages, overlap 10 mm", A4.turned())
    assert edges(made["A1"].trim) == (22.5, 12.5, 277.5, 200.5)
    assert edges(around(made["A1"].placements[0].clip)) == (19.5, 9.5, 277.5, 200.5)
    assert edges(made["B2"].trim) == (19.5, 9.5, 274.5, 197.5)
    assert edges(around(made["B2"].placements[0].clip)) == (19.5, 9.5, 277.5, 200.5)
    assert edges(made["B2"].placements[0].trim) == (-225.5, -168.5, 274.5, 197.5)
    assert made["A1"].placements[0].rotation == 0
    assert edges(made["A1"].heading.box) == (6.35, 6.35, 8.75, 203.65)


def test_the_marks_of_a_page_of_a_board() -> None:
    made = tiles(BOARD)[1]
    above_below, beside = ((6.35, 9.2), (203.65, 200.8)), ((15.2, 19.2), (281.8, 277.8))

    def expected(xs: dict[float, bool], ys: dict[float, bool]) -> set[Line]:
        upright = {(x, y0, x, y1, dashed) for x, dashed in xs.items() for y0, y1 in above_below}
        return upright | {(x0, y, x1, y, dashed) for y, dashed in ys.items() for x0, x1 in beside}

    assert {line(m) for m in made["A1"].marks} == expected(
        {22.5: False, 267.5: True}, {12.5: False, 190.5: True}
    )
    assert {line(m) for m in made["B2"].marks} == expected(
        {19.5: False, 274.5: False}, {9.5: False, 197.5: False}
    )


def test_a_page_of_a_board_names_its_neighbours_beside_their_edges() -> None:
    """Letters of 8 points, 2.03 mm high, begin 0.3 mm beside the paint, of the 3.15 mm that are white."""
    made = tiles(BOARD)[1]
    assert made["A1"].labels == (
        Label("A2 ▸", pytest.approx(278.82, abs=0.01), pytest.approx(105), 270, LABEL_MM),  # type: ignore[arg-type]
        Label("B1 ▾", pytest.approx(148.5), pytest.approx(201.82, abs=0.01), 0, LABEL_MM),  # type: ignore[arg-type]
    )
    assert made["B2"].labels == (
        Label("◂ B1", pytest.approx(18.18, abs=0.01), pytest.approx(105), 270, LABEL_MM),  # type: ignore[arg-type]
        Label("▴ A2", pytest.approx(148.5), pytest.approx(8.18, abs=0.01), 0, LABEL_MM),  # type: ignore[arg-type]
    )


def test_on_an_axis_of_one_page_both_edges_share_the_room_for_bleed() -> None:
    """276 of 280.7 mm between the marks leave 2.35 on either side. Two windows of 188 of 188.9 leave 0.9."""
    tiling, made = tiles(rectangle(276, 366))
    assert (tiling.count, tiling.kind) == (2, "1 × 2 pages, overlap 10 mm")
    assert (tiling.x.bleed_mm, tiling.y.bleed_mm) == pytest.approx((2.35, 0.9))
    assert edges(around(made["A1"].placements[0].clip)) == (8.15, 10.55, 288.85, 199.45)
    assert edges(made["A1"].trim) == (10.5, 11.45, 286.5, 199.45)
    assert edges(made["B1"].trim) == (10.5, 10.55, 286.5, 198.55)


def test_a_board_of_one_page_and_one_a_little_larger() -> None:
    tiling, made = tiles(rectangle(190, 260))
    assert (tiling.count, made["A1"].labels) == (1, ())
    assert (tiling.x.bleed_mm, tiling.y.bleed_mm) == pytest.approx((1.85, 3))
    assert choose_tiling(rectangle(193.7, 275.9), A4).count == 1
    assert choose_tiling(rectangle(193.8, 275.9), A4).count == 2


def test_among_the_fewest_pages_the_squarest_board_is_chosen() -> None:
    tiling = choose_tiling(rectangle(377, 377), A4)
    assert (len(tiling.x.windows), len(tiling.y.windows)) == (2, 2)


@pytest.mark.parametrize("board", [BOARD, rectangle(366, 500)])
def test_furniture_lies_where_it_leaves_the_widest_bleed(board: Format) -> None:
    tiling = choose_tiling(board, A4)
    assert (tiling.x.bleed_mm, tiling.y.bleed_mm) == (3, 3)


def test_the_back_of_a_board_is_a_board_of_its_own() -> None:
    tiling = choose_tiling(BOARD, A4)
    made = tile((Piece("Board", 3, 7),), tiling)
    assert [(sheet.side, sheet.name, sheet.placements[0].design) for sheet in made.sheets] == [
        *((Side.FRONT, name, 3) for name in ("A1", "A2", "B1", "B2")),
        *((Side.BACK, name, 7) for name in ("A1", "A2", "B1", "B2")),
    ]
    assert not made.duplex


def test_tiles_are_named_like_the_fields_of_a_chessboard() -> None:
    assert [tile_name(0, 0), tile_name(2, 1), tile_name(9, 25)] == ["A1", "B3", "Z10"]
