"""Templates that are laid out by hand: what may be moved, where it stands in the text, what is written."""

from __future__ import annotations

import difflib

import pytest

from generator.faces.editing.marks import TemplateEdit, edited, marks_in, signed
from generator.faces.editing.places import boxes_on
from generator.faces.editing.slots import BadEdit, LaidMark, with_wish
from generator.faces.editing.structure import rearranged
from generator.svg.parse import parse

CARD = """{# {{ text("no call", 1, 2, 3, size=4) }} #}
{%- set W = 63 -%}
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
  <!-- <rect x="9" y="9"/> -->
  <rect x="-3.2" y="-3.2" width="{{ W + 6.4 }}" height="94.4" fill="#24304f"/>
  {{ text(card.title, 5, 11.2, W - 18, size=5.4, align="center") }}
  {% for row in range(4) %}
  <circle cx="{{ 9 + 9 * row }}" cy="8" r="1.1" fill="{{ ink }}"/>
  {% endfor %}
  {{ icon("sun", W / 2, 40, 8, color="#1d5b49") }}
  <g transform="rotate(90 20 20)">{{ textbox(card.text, 1, 2, 30, 10, size=3,) }}</g>
</svg>
"""

DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
   viewBox="0 0 630 880" width="63mm" height="88mm">
  <style>.a{#}</style>
  <g inkscape:groupmode="layer" inkscape:label="Layer 1">
    <text
       inkscape:label="Title (least 2.5)"
       x="50"
       y="112"
       style="font-size:54px;fill:#112233"><tspan x="50" y="112" style="font-size:40px">Name</tspan></text>
    <rect inkscape:label="Art" x="40" y="150" width="550" height="370"/>
    <path transform="rotate(10)" d="M0 0h10v10z"/>
  </g>
</svg>
"""


def mark(text: str, kind: str) -> LaidMark:
    return next(mark for mark in marks_in(text) if mark.kind == kind)


def lines_changed(before: str, after: str) -> list[str]:
    return [line for line in difflib.ndiff(before.split("\n"), after.split("\n")) if line[0] in "+-"]


def test_calls_and_elements_are_marks_and_comments_are_not() -> None:
    assert [(one.kind, one.line) for one in marks_in(CARD)] == [
        ("rect", 5),
        ("text", 6),
        ("circle", 8),
        ("icon", 10),
        ("textbox", 11),
    ]


@pytest.mark.parametrize(
    ("kind", "field", "value", "line"),
    [
        ("text", "x", 7.5, '  {{ text(card.title, 7.5, 11.2, W - 18, size=5.4, align="center") }}'),
        ("text", "width", -20, '  {{ text(card.title, 5, 11.2, W - 20, size=5.4, align="center") }}'),
        ("text", "width", 2, '  {{ text(card.title, 5, 11.2, W + 2, size=5.4, align="center") }}'),
        ("text", "least", 3, '  {{ text(card.title, 5, 11.2, W - 18, size=5.4, align="center", least=3) }}'),
        ("text", "align", "left", '  {{ text(card.title, 5, 11.2, W - 18, size=5.4, align="left") }}'),
        ("text", "string", "kind", '  {{ text(card.kind, 5, 11.2, W - 18, size=5.4, align="center") }}'),
        ("circle", "cx", 10, '  <circle cx="{{ 10 + 9 * row }}" cy="8" r="1.1" fill="{{ ink }}"/>'),
        ("rect", "x", -4, '  <rect x="-4" y="-3.2" width="{{ W + 6.4 }}" height="94.4" fill="#24304f"/>'),
        ("rect", "width", 7, '  <rect x="-3.2" y="-3.2" width="{{ W + 7 }}" height="94.4" fill="#24304f"/>'),
        ("icon", "color", "#ff0000", '  {{ icon("sun", W / 2, 40, 8, color="#ff0000") }}'),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_change_is_written_exactly_at_its_place(
    kind: str, field: str, value: object, line: str, end: str
) -> None:
    text = CARD.replace("\n", end)
    after = edited(text, [TemplateEdit(mark(text, kind).number, field, value)])
    (gone, new) = lines_changed(text, after)
    assert gone[0] == "-"
    assert new[2:].rstrip("\r") == line
    assert after.count("\r") == text.count("\r")


def test_what_is_computed_is_locked_and_says_how() -> None:
    assert mark(CARD, "icon").locked == {"x": "W / 2"}
    assert mark(CARD, "circle").locked == {"color": "ink"}
    with pytest.raises(BadEdit, match=r"It is computed in line 10: W / 2\."):
        edited(CARD, [TemplateEdit(mark(CARD, "icon").number, "x", 3)])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("x", "3"),
        ("x", float("nan")),
        ("x", 1e9),
        ("x", True),
        ("align", "justify"),
        ("color", "red"),
        ("color", '#ffffff" onload="'),
        ("string", "title) }}{{ art("),
        ("font", 'a", size=9, x="'),
        ("font", "{{ 7 }}"),
        ("nothing", 1),
        ("_at", 1),
    ],
)
def test_what_a_page_may_not_write_is_refused(field: str, value: object) -> None:
    with pytest.raises(BadEdit):
        edited(CARD, [TemplateEdit(mark(CARD, "text").number, field, value)])
    with pytest.raises(BadEdit):
        edited(CARD, [TemplateEdit(99, "x", 1)])


def test_a_drawing_keeps_its_lines() -> None:
    text, rect, path = (mark(DRAWING, kind) for kind in ("text", "rect", "path"))
    assert (text.slots["size"].value, text.slots["color"].value) == (40.0, "#112233")
    assert lines_changed(DRAWING, edited(DRAWING, [TemplateEdit(rect.number, "x", 45)]))[1] == (
        '+     <rect inkscape:label="Art" x="45" y="150" width="550" height="370"/>'
    )
    moved = edited(DRAWING, [TemplateEdit(text.number, "shift", [10, -5])])
    assert lines_changed(DRAWING, moved)[-1] == '+     <text transform="translate(10 -5)"'
    assert lines_changed(moved, edited(moved, [TemplateEdit(text.number, "shift", [11, 0])]))[-1] == (
        '+     <text transform="translate(11 0)"'
    )
    turned = edited(DRAWING, [TemplateEdit(path.number, "shift", [1, 2])])
    assert 'transform="translate(1 2) rotate(10)"' in turned
    wishes = [TemplateEdit(text.number, f"box_{name}", value) for name, value in WISHES]
    assert 'inkscape:label="Name (least 3, center)"' in edited(DRAWING, wishes)


@pytest.mark.parametrize(
    "part", ["<!--", "<!-- -->", "<style>", "<?", "<![CDATA[", "{#", '<a "', "<g ", "</g>", "{{ ("]
)
def test_what_never_ends_is_looked_through_once(part: str) -> None:
    text = f'<svg><rect x="1" y="1" width="2" height="2"/>{part * 20_000}x<rect x="1"/></svg>'
    try:
        marks = marks_in(text)
        rearranged(text, {"op": "raise", "mark": marks[0].number}, (), (63.0, 88.0))
    except BadEdit:
        pass


def test_a_group_with_one_rectangle_is_a_room_that_can_be_made_larger() -> None:
    text = DRAWING.replace(
        "</g>", '<g id="Text"><rect x="5" y="6" width="50" height="9"/><text x="5" y="9">a</text></g></g>'
    )
    group = next(one for one in marks_in(text) if one.kind == "g")
    after = edited(
        text, [TemplateEdit(group.number, "width", 60), TemplateEdit(group.number, "shift", [1, 2])]
    )
    assert '<g transform="translate(1 2)" id="Text"><rect x="5" y="6" width="60" height="9"/>' in after


WISHES = (("least", 3), ("align", "center"), ("column", "Name"))


def test_the_wishes_of_a_label() -> None:
    assert with_wish("Title", "least", 2.5) == "Title (least 2.5)"
    assert with_wish("Title (least 2.5, top)", "valign", "middle") == "Title (least 2.5, middle)"
    assert with_wish("Art (contain)", "fit", "cover") == "Art (cover)"
    assert with_wish("Art (contain)", "column", "Photo") == "Photo (contain)"


def test_where_marks_lie_on_a_face() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><defs><rect data-mark="9" width="5" '
        'height="5"/></defs><g transform="translate(10 0) rotate(90)"><rect x="1" y="2" width="3" '
        'height="4"/></g></svg>'
    )
    (box,) = boxes_on(parse(signed(svg), "face"))
    assert (box.mark, box.box) == (0, (1.0, 2.0, 3.0, 4.0))
    assert box.matrix == (0.0, 1.0, -1.0, 0.0, 10.0, 0.0)


def test_one_more_one_less_and_one_in_front() -> None:
    size = 63.0, 88.0
    rect, text = mark(CARD, "rect"), mark(CARD, "text")
    gone = rearranged(CARD, {"op": "delete", "mark": text.number}, (), size)
    assert lines_changed(CARD, gone) == ["-   " + CARD.split("\n")[5].strip()]
    swapped = rearranged(CARD, {"op": "raise", "mark": rect.number}, (), size)
    assert [one.kind for one in marks_in(swapped)][:2] == ["text", "rect"]
    assert rearranged(swapped, {"op": "lower", "mark": 1}, (), size) == CARD
    double = rearranged(CARD, {"op": "duplicate", "mark": text.number}, (), size)
    assert lines_changed(CARD, double) == [
        '+   {{ text(card.title, 8, 14.2, W - 18, size=5.4, align="center") }}'
    ]
    more = rearranged(CARD, {"op": "add", "kind": "box", "at": [30, 40]}, (), size)
    assert lines_changed(CARD, more) == ['+   <rect x="18" y="34" width="24" height="12" fill="#d8dee6"/>']
    drawn = rearranged(DRAWING, {"op": "add", "kind": "text", "at": [31.5, 44]}, (), size)
    assert '<text x="165" y="460" font-size="40">Text</text>' in drawn
    with pytest.raises(BadEdit, match="Something else stands between line 6"):
        rearranged(CARD, {"op": "raise", "mark": text.number}, (), size)
