"""Drawings that would keep a renderer busy for minutes, and drawings of designers, which it may draw."""

from __future__ import annotations

import pytest

from generator.svg.foreign_cost import MOST_STYLE, too_dear
from generator.svg.parse import parse_anew


def told(body: str) -> list[str]:
    return [
        problem.what
        for problem in too_dear(parse_anew(f"<svg>{body}</svg>".encode(), "art/x.svg", plainly=False))
    ]


RECT = "<rect width='1' height='1'/>"
LINE = "M0 0" + "l1 1" * 500
DEAR = {
    "selectors": "<style>" + "".join(f".a{n} .b g rect{{fill:red}}" for n in range(2000)) + "</style>"
    + "<g><g>" + RECT * 500 + "</g></g>",
    "chains of selectors": "<style>g g g g g g a{fill:red}</style>" + "<g>" * 50 + "<a/>" * 50 + "</g>" * 50,
    "pseudo-classes": "<style>rect:nth-child(2n){fill:red}</style>" + RECT * 4000,
    "elements": RECT * 30_000,
    "uses": "<rect id='r'/>" + "<use href='#r'/>" * 8000,
    "letters": f"<text>{'a' * 100_000}</text>",
    "attributes handed down": "<g " + " ".join(f"a{n}='1'" for n in range(3000)) + ">" + RECT * 3000 + "</g>",
    "markers": f"<marker id='m'>{RECT * 200}</marker><path d='{LINE}' marker-mid='url(#m)'/>",
    "markers of a group": f"<marker id='m'>{RECT * 20}</marker><g marker='url(#m)'><path d='{LINE}'/></g>",
    "markers of a style sheet": f"<style>.a{{marker:url(#m)}}</style><marker id='m'>{RECT * 200}</marker>"
    f"<path class='a' d='{LINE}'/>",
    "markers in markers": f"<marker id='m'>{RECT * 20}</marker><marker id='n'><path d='M0 0l1 1l1 1l1 1l1 1' "
    f"marker-mid='url(#m)'/></marker><path d='{LINE}' marker-mid='url(#n)'/>",
    "masks": f"<mask id='m'>{RECT * 100}</mask>" + "<rect mask='url(#m)'/>" * 300,
    "patterns": f"<pattern id='m'>{RECT * 100}</pattern>" + "<rect fill='url(#m)'/>" * 300,
    "a pattern for many": f"<pattern id='m'>{RECT * 100}</pattern><g fill='url(#m)'>{RECT * 300}</g>",
    "effects": "<filter id='f'>" + "<feGaussianBlur stdDeviation='9'/>" * 9 + "</filter>"
    + "<rect filter='url(#f)'/>" * 4,
    "patterns of a style sheet": "<style>rect{fill:url( '#m' )}</style>"
    f"<pattern id='m'>{'<circle/>' * 100}</pattern>" + RECT * 300,
}  # fmt: skip


@pytest.mark.parametrize("name", DEAR)
def test_what_is_too_much_work_is_told(name: str) -> None:
    assert told(DEAR[name]) == ["The drawing is too much work."]


RINGS = {
    "a marker": "<marker id='m'><path d='M0 0h1' marker-end='url(#m)'/></marker><path marker-end='url(#m)'/>",
    "by inheritance": "<g fill='url(#p)'><pattern id='p'><rect/></pattern></g>",
    "by a style sheet": "<style>rect{mask:url(#m)}</style><mask id='m'><rect/></mask><rect/>",
    "of two": "<mask id='a'><rect mask='url(#b)'/></mask><mask id='b'><rect mask='url(#a)'/></mask>",
}


@pytest.mark.parametrize("name", RINGS)
def test_what_uses_itself_is_told(name: str) -> None:
    (what,) = told(RINGS[name])
    assert what.endswith("uses itself.")


def test_long_style_sheets_are_told() -> None:
    assert told(f"<style>{' ' * MOST_STYLE}a</style>") == [
        f"The drawing's style sheets hold more than {MOST_STYLE:,} characters."
    ]


def test_what_designers_export_may_be_drawn() -> None:
    classes = "".join(f".cls-{n}{{fill:url(#g{n % 20});stroke:#fff}}" for n in range(100))
    gradients = "".join(f"<linearGradient id='g{n}'><stop/><stop/></linearGradient>" for n in range(20))
    paths = "".join(f"<path class='cls-{n % 100}' d='M0 0c1 1 2 2 {n} 3z'/>" for n in range(3000))
    clip = "<clipPath id='c'><rect/></clipPath><g style='clip-path:url(#c)'>"
    arrow = "<marker id='m'><path d='M0 0l3 3l-3 3z'/></marker>" + "<line marker-end='url(#m)'/>" * 200
    assert told(f"<style>/* {{ */ {classes}</style>{gradients}{clip}{paths}</g>{arrow}") == []
