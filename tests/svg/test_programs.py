# ruff: noqa: E501  (drawings stand in one line, as programs write them)
"""What drawing programs write beyond attributes: style sheets, and texts in runs."""

from __future__ import annotations

import re

import pytest

from tests.shared.svg_pictures import Design, check_svg, good, other_raster, raster, same_picture, svg


def assert_alike(name: str, document: str) -> None:
    """Ours and another renderer's picture of a document are the same."""
    actual = raster(good(document))
    assert same_picture(re.sub(r"\W+", "-", name), actual, other_raster(document, actual.size))


BOX = '<rect class="a" id="b" x="5" y="5" width="30" height="20"{}/>'
SHEETS = {
    "a class": ("<style>.a{fill:#2b7fb8}</style>", ""),
    "an id before a class": ("<style>#b{fill:#c33} .a{fill:#2b7fb8}</style>", ""),
    "a class before a tag": ("<style>.a{fill:#c33} rect{fill:#2b7fb8}</style>", ""),
    "the later of two": ("<style>.a{fill:#c33} .a{fill:#2b7fb8}</style>", ""),
    "a list": ("<style>circle, rect.a {fill:#c33;stroke:#000;stroke-width:2px}</style>", ""),
    "an attribute is weaker": ("<style>rect{fill:#c33}</style>", ' fill="#0f0"'),
    "a style is stronger": ("<style>#b{fill:#c33}</style>", ' style="fill:#0a0"'),
    "important is strongest": ("<style>rect{fill:#c33 !important}</style>", ' style="fill:#0a0"'),
    "every element": ("<style>*{fill:#c33}</style>", ""),
    "comments, fonts and pointers": (
        "<style>/* .a{fill:red} */ @font-face{font-family:X;src:url(x.woff)} .a:hover{fill:red} .a{fill:#c33}</style>",
        "",
    ),
    "behind what it is about": ("", ""),
}


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_a_style_sheet_counts_as_css_has_it(sheet: str) -> None:
    rules, own = SHEETS[sheet]
    body = BOX.format(own) + (rules or "<style>.a{fill:#c33}</style>")
    document = svg(rules + body if rules else body)
    assert_alike(f"sheet-{sheet}", document)


REFUSED = {
    "<style>g > rect{fill:red}</style>": "The style sheet has a rule for “g > rect”, which is not understood here.",
    "<style>rect[x]{fill:red}</style>": "The style sheet has a rule for “rect[x]”, which is not understood here.",
    "<style>@media print{rect{fill:red}}</style>": "The style sheet holds @media, which is not understood here.",
    "<style>}</style>": "The style sheet has a rule for “}”, which is not understood here.",
}


@pytest.mark.parametrize("sheet", list(REFUSED)[:3])
def test_a_rule_that_is_not_understood_is_told(sheet: str) -> None:
    (problem,) = check_svg(Design(svg(sheet + '<rect width="5" height="5"/>')))
    assert problem.what == REFUSED[sheet]
    assert "Presentation Attributes" in problem.mend


RUNS = {
    "lines, as Inkscape writes them": (
        '<text x="5" y="10" font-size="5"><tspan x="5" y="10">First line</tspan><tspan x="5" y="17">and second</tspan></text>'
    ),
    "words in another look": (
        '<text x="30" y="20" font-size="4" text-anchor="middle">Draw <tspan font-weight="700" fill="#c33">two</tspan> cards.</text>'
    ),
    "runs in runs": (
        '<text x="5" y="20" font-size="4">a <tspan font-style="italic">b <tspan font-weight="700">c</tspan> d</tspan> e</text>'
    ),
    "moved": (
        '<text x="5" y="20" font-size="5">H<tspan dy="2" font-size="3">2</tspan><tspan dy="-2">O</tspan> <tspan dx="4">far</tspan></text>'
    ),
    "moved within what is moved": (
        '<text x="5" y="20" font-size="5">a<tspan dx="6" dy="3"><tspan dx="4" dy="2">b</tspan></tspan></text>'
    ),
    "blanks between lines of the file": (
        '<text x="5" y="20" font-size="4">\n  one\n  <tspan fill="#c33">\n two </tspan>\n three\n</text>'
    ),
    "aligned at its end": (
        '<text y="20" font-size="4" text-anchor="end"><tspan x="55">to the right</tspan><tspan x="55" dy="6">margin</tspan></text>'
    ),
}


@pytest.mark.parametrize("text", RUNS, ids=str)
def test_texts_in_runs_stand_where_another_renderer_puts_them(text: str) -> None:
    document = svg(f"""<g font-family="'Source Sans 3'">{RUNS[text]}</g>""")
    assert_alike(f"runs-{text}", document)
