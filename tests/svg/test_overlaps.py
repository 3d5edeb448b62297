"""Texts and icons that lie over each other are told with card and place; badges and neighbours are not."""

from __future__ import annotations

import io

import pytest

from generator.ground.problems import Problem
from generator.svg.designs import draw_designs
from tests.shared.svg_pictures import Design, fonts, svg

ICON = '<symbol id="icon-sun" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="currentColor"/></symbol>'


def told(*bodies: str) -> tuple[Problem, ...]:
    """The Problems of some faces of 60 by 60 mm."""
    faces = [
        Design(svg(f"<defs>{ICON}</defs>{body}"), key=f"Card {at}", colours={})
        for at, body in enumerate(bodies, 1)
    ]
    found = draw_designs(faces, fonts=fonts(), out=io.BytesIO(), bleed_mm=3)
    return tuple(problem for problem in found if " lies over " in problem.what)


def text(x: float, y: float, words: str, *, line: int = 7, more: str = "") -> str:
    return f'<text data-at="templates/a.svg:{line}" x="{x}" y="{y}" font-size="5" {more}>{words}</text>'


def icon(x: float, y: float, side: float, *, line: int = 9) -> str:
    at = f'x="{x}" y="{y}" width="{side}" height="{side}" color="#22252e"'
    return f'<use data-at="templates/a.svg:{line}" href="#icon-sun" {at}/>'


def test_two_texts_over_each_other() -> None:
    (problem,) = told(text(5, 20, "Old Oak") + text(8, 21, "Gain 2", line=8))
    assert str(problem) == (
        "warning: templates/a.svg:8: In Card 1 the text “Gain 2” lies over the text “Old Oak” of "
        "templates/a.svg:7. Move one of them, or give them less room."
    )


def test_an_icon_over_the_end_of_a_text_and_the_other_way_round() -> None:
    (problem,) = told(text(5, 20, "Old Oak") + icon(14, 15, 8))
    assert "In Card 1 the icon “sun” lies over the text “Old Oak” of templates/a.svg:7." in str(problem)
    (problem,) = told(icon(14, 15, 8) + text(5, 20, "Old Oak"))
    assert "In Card 1 the text “Old Oak” lies over the icon “sun” of templates/a.svg:9." in str(problem)


def test_what_is_told_to_be_too_long_is_not_told_to_lie_over_its_neighbours_or_to_be_cut_off() -> None:
    long = text(5, 20, "Old Oak of the hills, and far beyond the cut")
    assert told(long + icon(30, 15, 8))
    assert told(f'<g data-told="too long">{long}</g>' + icon(30, 15, 8)) == ()
    face = Design(svg(f'<g data-told="too long">{long}</g>'), key="Card", colours={})
    assert draw_designs([face], fonts=fonts(), out=io.BytesIO(), bleed_mm=3) == ()


def test_two_lines_of_a_template_are_told_of_once() -> None:
    both = text(5, 20, "Old Oak") + text(8, 21, "Gain 2", line=8)
    assert len(told(both, both.replace("Oak", "Elm"), text(5, 20, "Fine"))) == 1


def test_turned_texts_are_told_where_they_meet_and_not_where_their_boxes_do() -> None:
    turned = '<g transform="rotate(45 30 30)">{}</g>'
    assert told(turned.format(text(10, 30, "A long text that runs down")) + text(42, 18, "Apart")) == ()
    assert told(turned.format(text(10, 30, "A long text that runs down")) + text(28, 32, "Meets", line=8))


@pytest.mark.parametrize(
    "body",
    [
        text(5, 20, "Old Oak") + text(5, 25, "below it", line=8),
        text(5, 20, "Old Oak") + text(23, 20, "beside it", line=8),
        icon(10, 10, 12) + text(14.6, 17.8, "3"),
        icon(10, 10, 12) + icon(13, 13, 6),
        text(5, 20, "Old Oak", more='fill="#bbbbbb"') + text(5.3, 20.3, "Old Oak", line=8),
        text(5, 30, "OAK", more='fill-opacity="0.2"') + text(6, 30, "Gain 2", line=8),
        icon(10, 10, 5) + icon(15, 10, 5),
        text(5, 14, "2") + icon(7.8, 10, 5) + text(13, 14, "1", line=8),
    ],
)
def test_what_is_meant_is_not_told(body: str) -> None:
    assert told(body) == ()
