"""Tuck boxes and standees: what is folded fits together, and its marks lie on the waste."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from generator.ground.folding import Panel, standee, tuck_box
from generator.ground.polygons import area, distance_to, holds, points_of
from generator.ground.shapes import Polygon, sides
from generator.sheets.amounts import format_from
from generator.sheets.imposing import impose
from generator.sheets.layouts import Layout, choose_layouts
from generator.sheets.sheet import PAPERS, Paper, Piece, around
from generator.sheets.tiles import choose_tiling, tile
from generator.svg.cut_shapes import panels_of, printed_size, read_shape

SIZES = [(66, 92, 20), (46, 70, 12), (90, 60, 35), (120, 180, 8), (20, 20, 20)]


@pytest.mark.parametrize("size", SIZES)
def test_the_walls_of_a_tuck_box_stand_side_by_side_and_its_lids_close_it(
    size: tuple[float, float, float],
) -> None:
    width, height, depth = size
    net = tuck_box(*size)
    panels = dict(net.panels)
    row = [panels[name] for name in ("left", "front", "right", "back")]
    assert [(p.width, p.height) for p in row] == [(depth, height), (width, height)] * 2
    for one, other in pairwise(row):
        assert (one.x + one.width, one.y) == (other.x, other.y)
    for name in ("top", "bottom"):
        assert (panels[name].width, panels[name].height) == (width, depth)
        assert panels[name].x == panels["back"].x
    assert panels["top"].y + depth == pytest.approx(panels["back"].y)
    assert panels["bottom"].y == pytest.approx(panels["back"].y + height)
    tab = panels["left"].x
    assert 0 < tab <= min(12, depth), "the tab for glue lies behind the back"
    assert net.width_mm == pytest.approx(tab + 2 * (width + depth))


@pytest.mark.parametrize("size", SIZES)
def test_a_tuck_box_is_one_piece_whose_folds_reach_its_edges(size: tuple[float, float, float]) -> None:
    net = tuck_box(*size)
    box = around(Polygon(net.outline))
    assert (box.x_mm, box.y_mm) == (0, pytest.approx(0))
    assert (box.right_mm, box.bottom_mm) == pytest.approx((net.width_mm, net.height_mm))
    assert area(net.outline) > 0 and all(math.dist(a, b) > 0.1 for a, b in sides(net.outline))
    _, _, path = printed_size(f"tuck box {size[2]}", size[0], size[1])
    assert len(read_shape(path).path) == len(net.outline), "a free outline that crosses itself is refused"
    for start, end in net.folds:
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        assert holds(net.outline, middle)
        assert abs(distance_to(net.outline, start)) < 1e-6 and abs(distance_to(net.outline, end)) < 1e-6
    for _, panel in net.panels:
        assert holds(net.outline, (panel.x + panel.width / 2, panel.y + panel.height / 2))


def test_flaps_leave_room_for_each_other() -> None:
    """The dust flaps of both sides meet below the lid, and neither is longer than the box is deep."""
    for width, height, depth in SIZES:
        net = tuck_box(width, height, depth)
        panels = dict(net.panels)
        rim = min(y for x, y in net.outline if x < panels["front"].x)
        assert 2 * (panels["front"].y - rim) < width
        assert panels["front"].y - rim < depth


@pytest.mark.parametrize("size", SIZES)
def test_what_is_glued_or_tucked_in_is_shorter_than_what_it_lies_against(
    size: tuple[float, float, float],
) -> None:
    width, height, _ = size
    net = tuck_box(*size)
    panels = dict(net.panels)
    tab = [y for x, y in net.outline if x < panels["left"].x]
    at_fold = [y for (ax, ay), (bx, by) in net.folds for y in (ay, by) if ax == bx == panels["left"].x]
    assert max(at_fold) - min(at_fold) == pytest.approx(height - 1), "half a millimetre at both ends"
    assert max(tab) - min(tab) < height - 1, "and narrower towards its edge"
    back, first, last = panels["back"], min(y for _, y in net.outline), max(y for _, y in net.outline)
    for edge in (first, last):
        tucked = [x for x, y in net.outline if abs(y - edge) < 0.01]
        assert back.x + 1 <= min(tucked) and max(tucked) <= back.x + width - 1
    left = panels["left"]
    flap = [(y, x) for x, y in net.outline if left.x <= x <= left.x + left.width and y < left.y]
    rim = [x for y, x in flap if y == min(flap)[0]]
    assert left.x < min(rim) and max(rim) < left.x + left.width


@pytest.mark.parametrize("size", SIZES)
def test_the_front_has_a_notch_for_a_thumb_where_the_lid_is_tucked_in(
    size: tuple[float, float, float],
) -> None:
    net = tuck_box(*size)
    front = dict(net.panels)["front"]
    notch = [
        (x, y) for x, y in net.outline if front.x < x < front.x + front.width and y < front.y + front.height
    ]
    middle = front.x + front.width / 2
    assert not holds(net.outline, (middle, front.y + 1)) and holds(net.outline, (middle, front.y + 9))
    radius = max(y for _, y in notch) - front.y
    assert 2 <= radius <= 8 and min(x for x, _ in notch) == pytest.approx(middle - radius)
    assert holds(net.outline, (middle, front.y + front.height - 1)), "none below"


def test_a_standee_has_its_back_upside_down_above_its_front() -> None:
    net = standee(40, 60, 12)
    assert (net.width_mm, net.height_mm) == (40, 144)
    panels = dict(net.panels)
    assert panels["back"] == Panel(0, 12, 40, 60, 180) and panels["front"] == Panel(0, 72, 40, 60)
    assert [start[1] for start, _ in net.folds] == [12, 72, 132]


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
@pytest.mark.parametrize(("shape", "size"), [("tuck box 20", (66, 92)), ("standee 12", (40, 60))])
def test_fold_marks_lie_beyond_what_is_cut_out(shape: str, size: tuple[float, float], paper: Paper) -> None:
    form = format_from(shape, *size)
    grid, *_ = choose_layouts(form, paper, tuple(Layout))
    sheet = impose([Piece(f"{i}", 0) for i in range(grid.count)], grid).sheets[0]
    folds = [mark for mark in sheet.marks if mark.fold]
    assert len(folds) >= len(form.folds)
    for placed in sheet.placements:
        cut = points_of(form.placed(form.outline(), placed.trim, placed.rotation))
        for mark in folds:
            assert not holds(cut, mark.start) and not holds(cut, mark.end)


def test_a_tuck_box_that_is_larger_than_the_paper_is_tiled() -> None:
    form = format_from("tuck box 60", 200, 150)
    assert choose_layouts(form, PAPERS[0], tuple(Layout)) == ()
    assert len(tile((Piece("Box", 0),), choose_tiling(form, PAPERS[0])).sheets) > 1


def test_what_templates_are_told() -> None:
    assert panels_of("hexagon", 60, 52) == {}
    assert panels_of("standee 12", 40, 60)["front"] == {"x": 0, "y": 72, "width": 40, "height": 60, "turn": 0}
    assert printed_size("standee 12", 40, 60) == (40, 144, "rectangle")
    assert printed_size("circle", 22, 22) == (22, 22, "circle")
