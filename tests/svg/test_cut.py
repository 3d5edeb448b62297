"""Text that would be cut off is told, with its line of the template; what merely comes close is not."""

from __future__ import annotations

import io

import pytest

from generator.ground.problems import Problem
from generator.ground.shapes import Shape
from generator.svg.cut import cut_of, distance
from generator.svg.cut_shapes import FOLDED
from generator.svg.designs import draw_designs
from tests.shared.svg_pictures import Design, fonts, svg


def told(body: str, shape: str = "rectangle", *, bleed_mm: float = 3) -> tuple[Problem, ...]:
    """The Problems of a face of 60 by 60 mm."""
    face = Design(svg(body), shape=shape)
    return draw_designs([face], fonts=fonts(), out=io.BytesIO(), bleed_mm=bleed_mm)


def text(x: float, y: float, words: str = "Shell", more: str = "") -> str:
    return f'<text data-at="templates/a.svg:7" x="{x}" y="{y}" font-size="5" {more}>{words}</text>'


@pytest.mark.parametrize("shape", ["rectangle", "hexagon", "circle"])
def test_text_off_the_face_is_told(shape: str) -> None:
    (problem,) = told(text(500, 30), shape)
    assert problem.where == "templates/a.svg:7"
    assert "“Shell” reaches 4" in problem.what and "cut line" in problem.what
    assert told(text(24, 31), shape) == ()


@pytest.mark.parametrize(("shape", "lost"), [("rectangle", False), ("hexagon", True), ("circle", True)])
def test_a_corner_that_is_cut_away_counts(shape: str, lost: bool) -> None:
    assert bool(told(text(1, 6), shape)) is lost


def test_text_may_come_close_to_the_cut_line() -> None:
    assert told(text(0.1, 59.9)) == ()  # no letter of it reaches below the baseline
    assert told(text(0.1, 59.9, "Jig"))
    assert told(text(59.9, 5, more='text-anchor="end"')) == ()
    assert told(text(59.9, 5, more='text-anchor="end" letter-spacing="3"')) == ()
    assert told(text(45, 5, more='letter-spacing="3"'))


def test_transforms_are_followed() -> None:
    assert told(f'<g transform="rotate(180 30 30)">{text(3, 9)}</g>') == ()
    assert told(f'<g transform="translate(-500 0)">{text(520, 9)}</g>') == ()
    assert told(f'<g transform="rotate(90 30 30)"><g opacity=".5" stroke="red">{text(58, 9)}</g></g>')
    assert told(f'<g transform="scale(3)">{text(15, 9)}</g>')


def test_a_bleed_is_not_part_of_the_piece() -> None:
    for bleed_mm in (0, 3):
        assert told(text(58, 30), bleed_mm=bleed_mm)[0].what.count("mm beyond") == 1


def test_what_a_clip_path_cuts_is_meant_to_be_cut() -> None:
    clip = '<clipPath id="c"><rect width="60" height="60"/></clipPath>'
    assert told(f'{clip}<g clip-path="url(#c)">{text(55, 30)}</g>') == ()
    assert told(f'{clip}<g clip-path="url(#c)">{text(5, 30)}</g>{text(55, 30)}')


def test_text_that_nobody_sees_is_not_told() -> None:
    assert told(text(500, 30, more='visibility="hidden"')) == ()


STAR = "M 0 40 L 50 0 L 100 40 L 80 100 L 50 50 L 20 100 Z"


@pytest.mark.parametrize(
    "shape", [*(shape for shape in Shape if shape not in FOLDED | {Shape.PATH}), "rounded 9", STAR]
)
@pytest.mark.parametrize(("width", "height"), [(60, 50), (50, 60), (60, 60)])
def test_the_inner_rectangle_lies_inside(shape: str, width: float, height: float) -> None:
    cut = cut_of(shape, width, height, 0)
    left, bottom, right, top = (edge * 25.4 / 72 for edge in cut.inside_pt)
    line = cut.outline
    assert all(distance(line, x, height - y) < 1e-9 for x in (left, right) for y in (bottom, top))
    assert 0.7 < distance(line, width / 2, -2) < 2.01  # a corner is further away than its sides


def test_text_in_a_bay_of_a_free_outline_is_cut_off() -> None:
    """The outline goes up between two legs; between them there is no paper."""
    assert told(text(26, 55, "Shell"), STAR)
    assert told(text(24, 25, "Shell"), STAR) == ()
    assert told(text(13, 50, "S"), STAR) == ()
