"""Work that grew with the square of an input, or worse: none of these came to an end soon."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import nodes

from generator.faces.language import Language
from generator.faces.markup import with_definitions
from generator.ground.problems import Failed
from generator.svg.expansion import MOST_SIGNS
from generator.svg.parse import parse
from generator.svg.paths import parse_path
from tests.shared.svg_pictures import Design, check_svg, drawn, svg

MANY = 50_000


def test_marks_count_each_line_once(tmp_path: Path) -> None:
    tree = Language(tmp_path).parse("<g>\n" * MANY, "t.svg")
    marked = "".join(data.data for data in tree.find_all(nodes.TemplateData)).splitlines()
    assert len(marked) == MANY
    assert marked[0] == '<g data-at="templates/t.svg:1">'
    assert marked[-1] == f'<g data-at="templates/t.svg:{MANY}">'


@pytest.mark.parametrize("style", ["a" * MANY, "fill" + " " * MANY + "red", "a:" + " " * MANY + ";b"])
def test_a_long_style_is_refused_at_once(style: str) -> None:
    with pytest.raises(Failed) as raised:
        parse(f'<svg><g style="{style}"/></svg>', "x")
    assert raised.value.problems[0].what == f"The style “{style[:60]}” cannot be read."


def test_a_style_of_many_declarations() -> None:
    style = " ;; ".join(f"a{n} : {n} !important" for n in range(MANY))
    (group,) = parse(f'<svg><g style="{style}; fill : red ;"/></svg>', "x").root.children
    assert group.attrs["a7"] == "7" and group.attrs["fill"] == "red" and len(group.attrs) == MANY + 1


@pytest.mark.parametrize("arc", ["5" * 2000, " " * MANY, "5 5 5 5 5 " * MANY, "1,1,1,2" + "," * MANY])
def test_an_arc_that_cannot_be_read(arc: str) -> None:
    with pytest.raises(ValueError):
        parse_path(f"M0 0A{arc}")


def test_flags_of_an_arc_may_stand_without_a_gap() -> None:
    together, apart = "M0 0a5 5 0 0110 10 5 5 0 10-1e1 0", "M0 0a5 5 0 0 1 10 10 5 5 0 1 0 -10 0"
    assert parse_path(together) == parse_path(apart)


@pytest.mark.parametrize("svg", ["<svg " * MANY, "<svg '" * MANY + '"', "<svg a='>'\n" * MANY])
def test_a_root_without_an_end_has_no_definitions(svg: str) -> None:
    assert with_definitions(svg, "<g/>") == svg


@pytest.mark.parametrize(
    ("root", "made"),
    [
        ("<svg a='/>' b=\"'/\">", "<svg a='/>' b=\"'/\"><defs><g/></defs>"),
        ("<svg\na='1' />", "<svg\na='1' />"),
        ("<svgs><svg>", "<svgs><svg><defs><g/></defs>"),
    ],
)
def test_definitions_stand_behind_the_root(root: str, made: str) -> None:
    assert with_definitions(root, "<g/>") == made


# ---------------------------------------------------------------- what is drawn counts, not what is written

LONG = "M0 0" + "l1 1" * 5000
USES = "<use href='#p'/>\n" * (MOST_SIGNS // len(LONG) + 1)


@pytest.mark.parametrize(
    "shape",
    [
        f"<path id='p' d='{LONG}'/>",
        f"<g id='p'><path d='{LONG}'/></g>",
        f"<symbol id='p'><polyline points='{LONG[4:].replace('l', ' ')}'/></symbol>",
        f"<text id='p'>{'a' * (len(LONG) // 20)}</text>",
    ],
)
def test_uses_of_a_long_shape_count_what_they_draw(shape: str) -> None:
    (problem,) = check_svg(Design(svg(f"<defs>\n{shape}\n</defs>{USES}")))
    assert problem.what == (
        f"The <use> is where the drawing grows beyond {MOST_SIGNS:,} signs of paths and texts."
    )
    assert problem.where.startswith("design:") and int(problem.where[7:]) > 100


def test_a_clip_path_counts_each_time() -> None:
    clip = f"<clipPath id='c'><path d='{LONG}'/></clipPath>"
    body = clip + "<g clip-path='url(#c)'><circle r='1'/></g>" * (MOST_SIGNS // len(LONG))
    (problem,) = check_svg(Design(svg(body)))
    assert "signs of paths and texts" in problem.what


def test_many_uses_of_a_small_shape_are_fine() -> None:
    _, problems = drawn(svg("<path id='p' d='M0 0l1 1'/>" + "<use href='#p' x='1'/>" * 2000))
    assert not problems
