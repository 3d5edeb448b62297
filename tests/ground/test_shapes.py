"""Outlines: sizes, parallel sides, the way a hexagon stands."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.ground.shapes import Ellipse, Polygon, Shape, outline, sides
from generator.sheets.sheet import around

SIZES = st.floats(12, 300)


def test_hex_tile_of_the_game_crafter_stands_on_a_side() -> None:
    made = outline(Shape.HEXAGON, 95.25, 82.55)
    assert isinstance(made, Polygon)
    assert sum(y == 0 for _, y in made.points) == 2
    for start, end in sides(made.points):
        assert math.dist(start, end) == pytest.approx(47.64, abs=0.05)


def test_a_high_hexagon_stands_on_a_corner() -> None:
    made = outline(Shape.HEXAGON, 52, 60)
    assert made == Polygon(((26, 0), (52, 15), (52, 45), (26, 60), (0, 45), (0, 15)))


def test_a_wide_hexagon_stands_on_a_side() -> None:
    made = outline(Shape.HEXAGON, 60, 52)
    assert made == Polygon(((15, 0), (45, 0), (60, 26), (45, 52), (15, 52), (0, 26)))


def test_outlines_move() -> None:
    corner = Polygon(((1, 2), (3, 4)))
    assert corner.moved(10, 20) == Polygon(((11, 22), (13, 24)))
    assert Ellipse(1, 2, 3, 4).moved(10, 20) == Ellipse(11, 22, 3, 4)


@given(st.sampled_from([Shape.RECTANGLE, Shape.HEXAGON]), SIZES, SIZES, st.floats(0.5, 5))
def test_every_side_of_the_bleed_runs_parallel_at_its_distance(
    shape: Shape, width: float, height: float, bleed: float
) -> None:
    cut, painted = outline(shape, width, height), outline(shape, width, height, offset_mm=bleed)
    assert isinstance(cut, Polygon) and isinstance(painted, Polygon)
    for (a, b), (c, d) in zip(sides(cut.points), sides(painted.points), strict=True):
        length = math.dist(a, b)
        for x, y in (c, d):
            distance = ((b[1] - a[1]) * (x - a[0]) - (b[0] - a[0]) * (y - a[1])) / length
            assert distance == pytest.approx(bleed, abs=1e-6)


def test_circle_grows_and_shrinks() -> None:
    assert outline(Shape.CIRCLE, 20, 20) == Ellipse(10, 10, 10, 10)
    assert outline(Shape.CIRCLE, 20, 20, offset_mm=2) == Ellipse(10, 10, 12, 12)
    assert outline(Shape.CIRCLE, 20, 20, offset_mm=-3) == Ellipse(10, 10, 7, 7)


def test_a_rectangle_moved_inwards_lies_inside() -> None:
    box = around(outline(Shape.RECTANGLE, 63.5, 88.9, offset_mm=-3))
    assert (box.x_mm, box.y_mm) == (3, 3)
    assert (box.width_mm, box.height_mm) == pytest.approx((57.5, 82.9))
