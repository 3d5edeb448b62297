# ruff: noqa: E501  (drawings stand in one line, as programs write them)
"""Drawings with named boxes: each box is filled with its column's cell, whatever program saved the drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from generator.faces import Face, FaceMaker
from generator.faces.drawings import as_template, box_name
from generator.ground.matrices import Matrix
from generator.ground.problems import Problem, Severity
from generator.records.notation import parse_effect, parse_requirement
from generator.records.tables import Book, Field, FieldType, Row, Table
from generator.svg.nodes import Node
from generator.svg.parse import parse
from generator.svg.values import IDENTITY, multiply, transform
from tests.shared.bench import FONTS, ICON, SYMBOLS, row
from tests.shared.svg_pictures import Design, check_svg

TYPES = {
    "Title": FieldType.TEXT,
    "Cost": FieldType.REQUIREMENT,
    "Text": FieldType.RICH,
    "Gift": FieldType.EFFECT,
    "Art": FieldType.FILE,
    "Tone": FieldType.COLOUR,
    "Rare": FieldType.YES_NO,
    "Strength": FieldType.INTEGER,
}
CARD = {
    "title": "Owl",
    "cost": parse_requirement("2E", SYMBOLS),
    "text": "Take 1 {energy} **now**.",
    "gift": parse_effect("-2M; all -1V", SYMBOLS),
    "art": "art/owl.svg",
    "tone": "#a33b2f",
    "rare": False,
    "strength": 7,
}
SVG = 'xmlns="http://www.w3.org/2000/svg"'
WIDE, HIGH = 63.0, 88.0


PAGE = 'width="69mm" height="94mm" viewBox="0 0 69 94"'


def worse_than_notes(problems: Iterable[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.severity is not Severity.NOTE]


class Desk:
    """A game of one deck, whose template is a drawing."""

    def __init__(self, root: Path, size: tuple[float, float] = (WIDE, HIGH), boxes: object = None) -> None:
        for folder in ("templates", "icons", "art"):
            (root / folder).mkdir()
        for key in ("energy", "meaning", "vitals"):
            (root / "icons" / f"{key}.svg").write_text(ICON)
        (root / "art" / "owl.svg").write_text(
            f'<svg {SVG} viewBox="0 0 20 20"><circle cx="10" cy="10" r="8"/></svg>'
        )
        self.root, self.boxes = root, boxes
        self.component = row(
            "Components",
            2,
            name="Birds",
            shape="rectangle",
            width=size[0],
            height=size[1],
            boxes=boxes,
            front="card.svg",
            back="",
        )

    def book(self, *more: Row, **changes: Any) -> Book:
        fields = tuple(Field("Birds", column, kind) for column, kind in TYPES.items())
        birds = Table("Birds", fields, (self.card(**changes), *more))
        components = Table("Components", (), (self.component,))
        return Book(MappingProxyType({"Birds": birds, "Components": components}), SYMBOLS, "0" * 64)

    def card(self, **changes: Any) -> Row:
        return row("Birds", 5, **{**CARD, **changes})

    def face(self, drawing: str, *more: Row, **changes: Any) -> tuple[Face | None, tuple[Problem, ...]]:
        """The face of a card; `more` rows are in its sheet."""
        (self.root / "templates" / "card.svg").write_text(drawing)
        book = self.book(*more, **changes)
        maker = FaceMaker(root=self.root, book=book, game=book, fonts=FONTS)
        return maker.render("card.svg", component=self.component, card=self.card(**changes))

    def drawn(self, drawing: str, **changes: Any) -> Face:
        face, problems = self.face(drawing, **changes)
        assert worse_than_notes(problems) == []
        assert face is not None
        assert check_svg(face) == ()
        return face


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def laid(face: Face) -> Iterator[tuple[Node, Matrix]]:
    """Every element that is drawn in its place, with its matrix to millimetres of the piece."""
    tree = parse(face.svg, "face")
    stack: list[tuple[Node, Matrix]] = [(tree.root, IDENTITY)]
    while stack:
        node, matrix = stack.pop()
        if node.tag in ("defs", "style"):
            continue
        matrix = multiply(matrix, transform(node.attrs["transform"])) if "transform" in node.attrs else matrix
        yield node, matrix
        stack += [(child, matrix) for child in reversed(node.children)]


def words(face: Face) -> dict[str, tuple[float, float, float]]:
    """What is written: where it begins or is anchored, and how large the letters are, in mm."""
    told = {}
    for node, m in laid(face):
        if node.tag == "text" and node.text.strip():
            x, y = (float(node.attrs.get(name, "0")) for name in ("x", "y"))
            size = float(node.attrs.get("font-size", "0")) * abs(m[0] * m[3] - m[1] * m[2]) ** 0.5
            told[node.text.strip()] = (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5], size)
    return told


def corners(face: Face, tag: str) -> list[tuple[float, float]]:
    """Where the uses of icons, or other elements, have their top left corner, in mm."""
    return [
        (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5])
        for node, m in laid(face)
        if node.tag == tag and node.attrs.get("href", "").startswith("#icon-")
        for x, y in [tuple(float(node.attrs.get(name, "0")) for name in ("x", "y"))]
    ]


# ---------------------------------------------------------------- as programs write


def inkscape(k: float = 96 / 25.4) -> str:
    """Millimetres outside, pixels inside, labels, a layer, a flow in a shape."""
    return (
        f'<svg width="69mm" height="94mm" viewBox="0 0 {69 * k:.5f} {94 * k:.5f}" {SVG} '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd">'
        f'<sodipodi:namedview id="base"/><defs><rect id="flow" x="{11 * k}" y="{62 * k}" width="{47 * k}" height="{20 * k}"/></defs>'
        f'<g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" transform="translate({-k},{k})">'
        f'<rect width="{69 * k}" height="{94 * k}" x="{k}" y="{-k}" style="fill:#2d5a4a"/>'
        f'<rect inkscape:label="Art" style="fill:#ccc" x="{8 * k}" y="{19 * k}" width="{55 * k}" height="{37 * k}"/>'
        f'<rect inkscape:label="Cost" style="fill:#fff" x="{46 * k}" y="{7 * k}" width="{15 * k}" height="{5 * k}"/>'
        f'<text xml:space="preserve" inkscape:label="Title" style="font-size:{5 * k}px;font-family:Fraunces;font-weight:600;fill:#fbf7ef" x="{9 * k}" y="{13 * k}">'
        f'<tspan sodipodi:role="line" x="{9 * k}" y="{13 * k}">Title</tspan></text>'
        f'</g><text inkscape:label="Text" style="font-size:{3 * k}px;font-family:\'Source Sans 3\';fill:#ffffff;shape-inside:url(#flow);white-space:pre;line-height:1.25">'
        f'<tspan x="{11 * k}" y="{65 * k}">Lorem ipsum</tspan></text></svg>'
    )


def affinity(k: float = 300 / 25.4) -> str:
    """Pixels of 300 to the inch, nested matrices, names as serif:id."""
    return (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
        f'<svg width="100%" height="100%" viewBox="0 0 {round(69 * k)} {round(94 * k)}" version="1.1" {SVG} xml:space="preserve" '
        'xmlns:serif="http://www.serif.com/" style="fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;stroke-miterlimit:2;">'
        f'<g transform="matrix(2,0,0,2,0,0)"><g transform="matrix(0.5,0,0,0.5,0,0)"><rect x="0" y="0" width="{70 * k}" height="{95 * k}" style="fill:#2d5a4a;"/>'
        f'<rect id="Art" x="{7 * k}" y="{20 * k}" width="{55 * k}" height="{37 * k}" style="fill:#ccc;"/>'
        f'<rect id="Cost1" serif:id="Cost" x="{45 * k}" y="{8 * k}" width="{15 * k}" height="{5 * k}" style="fill:#fff;"/></g></g>'
        f'<g transform="matrix(1,0,0,1,{8 * k},0)"><text id="Title" x="0px" y="{14 * k}px" style="font-family:\'Fraunces-SemiBold\', \'Fraunces\';font-weight:600;font-size:{5 * k}px;fill:#fbf7ef;">Title</text></g>'
        f'<g serif:id="Text"><rect x="{11 * k}" y="{62 * k}" width="{47 * k}" height="{20 * k}" style="fill:none;"/>'
        f'<text x="{11 * k}px" y="{65 * k}px" style="font-family:\'SourceSans3-Regular\', \'Source Sans 3\';font-size:{3 * k}px;fill:#ffffff;">Lorem <tspan x="{31 * k}px" y="{65 * k}px">ipsum</tspan></text></g></svg>'
    )


def illustrator(k: float = 72 / 25.4) -> str:
    """Points, a style sheet with classes, ids in which a blank is _x20_."""
    return (
        f'<svg id="Layer_1" data-name="Layer 1" {SVG} viewBox="0 0 {69 * k:.2f} {94 * k:.2f}"><defs><style>'
        f".cls-1 {{ fill: #2d5a4a; }} .cls-2 {{ fill: #fbf7ef; font-family: Fraunces-SemiBold, Fraunces; font-size: {5 * k}px; font-weight: 600; }}"
        f'.cls-3 {{ font-family: SourceSans3-Regular, "Source Sans 3"; font-size: {3 * k}px; fill:#ffffff; }} .cls-2, .cls-3 {{ isolation: isolate; }}</style></defs>'
        f'<rect class="cls-1" width="{69 * k}" height="{94 * k}"/><rect id="Art" x="{7 * k}" y="{20 * k}" width="{55 * k}" height="{37 * k}"/>'
        f'<rect id="Cost-2" data-name="Cost" fill="#fff" x="{45 * k}" y="{8 * k}" width="{15 * k}" height="{5 * k}"/>'
        f'<text id="Title" class="cls-2" transform="translate({8 * k} {14 * k})"><tspan x="0" y="0">Title</tspan></text>'
        f'<g id="Text"><rect fill="none" x="{11 * k}" y="{62 * k}" width="{47 * k}" height="{20 * k}"/><text class="cls-3" transform="translate({11 * k} {65 * k})"><tspan x="0" y="0">Lorem</tspan></text></g></svg>'
    )


def figma(k: float = 1.0 * 96 / 25.4) -> str:
    """Plain numbers, a frame that clips, letter-spacing in em."""
    return (
        f'<svg width="{69 * k:.0f}" height="{94 * k:.0f}" viewBox="0 0 {69 * k:.3f} {94 * k:.3f}" fill="none" {SVG}>'
        f'<g id="Card" clip-path="url(#clip0_1_2)"><rect width="{69 * k}" height="{94 * k}" fill="#2D5A4A"/>'
        f'<rect id="Art" x="{7 * k}" y="{20 * k}" width="{55 * k}" height="{37 * k}" fill="#D9D9D9"/>'
        f'<rect id="Cost" x="{45 * k}" y="{8 * k}" width="{15 * k}" height="{5 * k}" fill="white"/>'
        f'<text id="Title" fill="#FBF7EF" xml:space="preserve" style="white-space: pre" font-family="Fraunces" font-size="{5 * k}" font-weight="600" letter-spacing="0em"><tspan x="{8 * k}" y="{14 * k}">Title</tspan></text>'
        f'<g id="Text"><rect x="{11 * k}" y="{62 * k}" width="{47 * k}" height="{20 * k}"/><text fill="white" font-family="Source Sans 3" font-size="{3 * k}"><tspan x="{11 * k}" y="{65 * k}">Lorem</tspan></text></g></g>'
        f'<defs><clipPath id="clip0_1_2"><rect width="{69 * k}" height="{94 * k}" fill="white"/></clipPath></defs></svg>'
    )


def inkscape_itself() -> str:
    """What Inkscape 1 saved, having opened the first of these."""
    return (Path(__file__).parents[1] / "data" / "inkscape_card.svg").read_text("utf-8")


PROGRAMS = {
    "inkscape": inkscape,
    "inkscape itself": inkscape_itself,
    "affinity": affinity,
    "illustrator": illustrator,
    "figma": figma,
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_drawing_of_any_program_lands_within_a_twentieth_of_a_millimetre(desk: Desk, program: str) -> None:
    face = desk.drawn(PROGRAMS[program]())
    written = words(face)
    assert written["Owl"] == pytest.approx((5.0, 11.0, 5.0), abs=0.05)
    assert "Title" not in written and "Lorem ipsum" not in written
    first = min(written[word] for word in written if word.startswith("Take"))
    assert first[0] == pytest.approx(8.0, abs=0.05)
    assert first[2] == pytest.approx(3.0, abs=0.05)
    icons = corners(face, "use")
    assert icons[0] == pytest.approx((42.0, 5.0), abs=0.05)
    assert len(icons) == 3  # two of the cost, one in the text
    (art,) = [m for node, m in laid(face) if node.attrs.get("href", "").startswith("#picture-")]
    assert (art[4], art[5]) == pytest.approx((4.0, 17.0), abs=0.05)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_drawing_of_any_program_is_drawn_as_it_stands(program: str) -> None:
    """Also where no box is filled: nothing of what programs write is refused."""
    assert check_svg(Design(PROGRAMS[program]())) == ()


# ---------------------------------------------------------------- what a type fills


def drawing(body: str, size: str = f'width="{WIDE}mm" height="{HIGH}mm" viewBox="0 0 63 88"') -> str:
    return f"<svg {SVG} {size}>{body}</svg>"


def test_a_colour_fills_a_shape(desk: Desk) -> None:
    face = desk.drawn(
        drawing(
            '<rect id="Tone" width="63" height="88" fill="#ccc"/><circle id="tone" style="fill:#ddd;stroke:#000" r="5"/>'
        )
    )
    fills = [node.attrs["fill"] for node, _ in laid(face) if node.tag in ("rect", "circle")]
    assert fills == ["#a33b2f", "#a33b2f"]


def test_an_empty_colour_leaves_its_shape_out(desk: Desk) -> None:
    face = desk.drawn(drawing('<rect id="Tone" width="9" height="9" fill="#ccc"/><circle r="5"/>'), tone="")
    assert [node.tag for node, _ in laid(face) if node.tag in ("rect", "circle")] == ["circle"]


@pytest.mark.parametrize(("rare", "count"), [(True, 1), (False, 0)])
def test_yes_or_no_shows_or_hides(desk: Desk, rare: bool, count: int) -> None:
    face = desk.drawn(
        drawing('<rect width="63" height="88" fill="#eee"/><g id="Rare"><circle r="3"/></g>'), rare=rare
    )
    assert sum(node.tag == "circle" for node, _ in laid(face)) == count


def test_an_empty_cell_leaves_an_empty_box(desk: Desk) -> None:
    body = '<rect id="Art" width="9" height="9"/><text id="Title" y="9" font-size="4">Sample</text>'
    face = desk.drawn(drawing(body), art="", title="")
    assert words(face) == {}
    assert not any(node.tag in ("image", "rect") for node, _ in laid(face))


def test_an_effect_is_told_in_words_and_a_number_as_it_is(desk: Desk) -> None:
    body = '<rect id="Gift" x="5" y="20" width="50" height="20" fill="#000"/><text id="Strength" x="50" y="12" font-size="6" text-anchor="end">0</text>'
    written = words(desk.drawn(drawing(body)))
    assert "7" in written
    assert any("−2" in word or "2" in word for word in written)


def test_a_text_shrinks_no_further_than_its_box_says(desk: Desk) -> None:
    body = '<text id="Title" data-name="Title (least 3.9, width 20)" x="5" y="12" font-size="4">Title</text>'
    _, problems = desk.face(drawing(body), title="A title that is much too long")
    (problem,) = [problem for problem in problems if problem.severity is Severity.ERROR]
    assert problem.where == "Birds!A5"
    assert "does not fit" in problem.what


def test_a_turned_box_is_filled_as_it_is_turned(desk: Desk) -> None:
    face = desk.drawn(
        drawing('<text id="Title" x="10" y="60" transform="rotate(-90 10 60)" font-size="4">Title</text>')
    )
    (matrix,) = [m for node, m in laid(face) if node.tag == "text"]
    assert matrix[:4] == pytest.approx((0, -1, 1, 0), abs=1e-4)
    assert words(face)["Owl"][:2] == pytest.approx((10, 60), abs=0.01)


def test_calls_and_boxes_go_together_where_the_component_says_so(tmp_path: Path) -> None:
    body = (
        '<text id="Title" x="5" y="12" font-size="4">Title</text>{{ text(card.strength, 5, 30, 20, size=4) }}'
    )
    desk = Desk(tmp_path, boxes=True)
    assert set(words(desk.drawn(drawing(body)))) == {"Owl", "7"}


def test_a_template_with_calls_has_no_boxes_by_itself(desk: Desk) -> None:
    body = (
        '<text id="Title" x="5" y="12" font-size="4">Title</text>{{ text(card.strength, 5, 30, 20, size=4) }}'
    )
    assert set(words(desk.drawn(drawing(body)))) == {"Title", "7"}


# ---------------------------------------------------------------- the page


def test_a_page_without_bleed_is_carried_on_and_it_is_said(desk: Desk) -> None:
    face, problems = desk.face(
        drawing(
            '<rect width="63" height="88" fill="#234"/><text id="Title" x="5" y="12" font-size="4" fill="#fff">T</text>'
        )
    )
    note = problems[0]
    assert note.severity is Severity.NOTE
    assert note.what == "The drawing ends at the cut line; its edge is carried on beyond it."
    assert face is not None
    assert check_svg(face) == ()


SIZES = {
    'viewBox="0 0 744 1039"': None,
    'width="63mm" height="88mm" viewBox="0 0 630 880"': None,
    'width="2.716535in" height="3.700787in" viewBox="0 0 2.716535 3.700787"': None,
    'width="70mm" height="120mm" viewBox="0 0 70 120"': "The page of the drawing is 70 × 120 mm, and the piece is 63 × 88 mm.",
    'viewBox="0 0 500 500"': "The page of the drawing is 500 × 500 units, and the piece is 63 × 88 mm.",
    "": "The drawing says neither how large its page is nor a viewBox.",
}


@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_the_piece_or_told_with_both_sizes(desk: Desk, size: str) -> None:
    _, problems = desk.face(drawing('<rect id="Tone" width="1" height="1"/>', size))
    errors = [problem.what for problem in problems if problem.severity is Severity.ERROR]
    assert errors == ([SIZES[size]] if SIZES[size] else [])


# ---------------------------------------------------------------- what is told


def test_a_box_that_nearly_is_a_column_is_told_once(desk: Desk) -> None:
    body = '<text data-name="Titel" x="5" y="12" font-size="4">T</text>'
    _, problems = desk.face(drawing(body, 'width="69mm" height="94mm" viewBox="0 0 69 94"'))
    (problem,) = worse_than_notes(problems)
    assert (problem.where, problem.what) == (
        "templates/card.svg:1",
        "The drawing has a box “Titel”, and the sheet Birds no such column.",
    )
    assert problem.mend == "Did you mean “Title”?"


def test_columns_without_a_box_are_a_note(desk: Desk) -> None:
    body = '<text id="Title" x="5" y="12" font-size="4">T</text><rect id="Art" width="9" height="9"/>'
    _, problems = desk.face(drawing(body, 'width="69mm" height="94mm" viewBox="0 0 69 94"'))
    (note,) = problems
    assert note.severity is Severity.NOTE
    assert note.what == "The drawing has no box for Cost, Text, Gift: not printed by it."


def test_a_drawing_without_names_is_told(desk: Desk) -> None:
    plain = drawing('<text x="5" y="12" font-size="4">T</text>', PAGE)
    _, problems = desk.face(plain, row("Birds", 6, **CARD))
    (problem,) = worse_than_notes(problems)
    assert (problem.severity, problem.where) == (Severity.WARNING, "templates/card.svg:1")
    assert problem.what == (
        "No text or shape of the drawing is named after a column of the sheet Birds: "
        "its 2 cards are all the same."
    )
    assert problem.mend.endswith("Save as Inkscape SVG, for a Plain SVG has no labels.")
    assert worse_than_notes(desk.face(plain)[1]) == []  # one card may be a drawing as it stands


def test_a_name_that_is_nearly_right_is_told_alone(desk: Desk) -> None:
    near = drawing('<text data-name="Titel" x="5" y="12" font-size="4">T</text>', PAGE)
    (problem,) = worse_than_notes(desk.face(near, row("Birds", 6, **CARD))[1])
    assert problem.mend == "Did you mean “Title”?"


def test_a_font_that_is_not_there_is_told_with_its_box(desk: Desk) -> None:
    body = '<text id="Title" x="5" y="12" font-size="4" font-family="Papyrus">T</text>'
    _, problems = desk.face(drawing(body, 'width="69mm" height="94mm" viewBox="0 0 69 94"'))
    (problem,) = worse_than_notes(problems)
    assert problem.what == "The box “Title”: There is no font “Papyrus”."
    assert "folder fonts" in problem.mend


def test_a_text_that_does_not_fit_is_told_with_its_box_and_its_own_cell(desk: Desk) -> None:
    """Also where another column holds the same words; no line of the file is named."""
    words = "A name that is much too long"
    body = '<text id="Text (least 4, width 20, height 4)" x="5" y="12" font-size="4">T</text>'
    page = 'width="69mm" height="94mm" viewBox="0 0 69 94"'
    _, problems = desk.face(drawing(body, page), title=words, text=words)
    (problem,) = worse_than_notes(problems)
    assert problem.what.startswith(f"“{words}” does not fit in the box “Text” of card.svg, about ")
    assert problem.where == desk.card().at("text")


def test_a_text_that_flows_in_a_circle_is_told(desk: Desk) -> None:
    body = (
        '<defs><circle id="ring" cx="30" cy="40" r="20"/></defs>'
        '<text id="Text" font-size="4" style="shape-inside:url(#ring)">T</text>'
    )
    _, problems = desk.face(drawing(body, 'width="69mm" height="94mm" viewBox="0 0 69 94"'))
    (problem,) = worse_than_notes(problems)
    assert problem.what == "The box “Text” flows in a <circle>; its words take its box."
    assert "Flow into Frame" in problem.mend


def test_a_picture_needs_a_shape(desk: Desk) -> None:
    body = '<text id="Art" x="5" y="12" font-size="4">T</text>'
    _, problems = desk.face(drawing(body, 'width="69mm" height="94mm" viewBox="0 0 69 94"'))
    assert [problem.what for problem in worse_than_notes(problems)] == [
        "The box “Art”: It is a text, and its column holds the name of a picture."
    ]


# ---------------------------------------------------------------- strangers' labels


@pytest.mark.parametrize("label", ["{{ 7*7 }}", '") }}{{ card }}', "{% raw %}", "a\\", "#}", "x" * 5000])
def test_a_label_is_never_run(desk: Desk, label: str) -> None:
    import html

    body = f'<g data-name="{html.escape(label, quote=True)}"><text id="Title" x="5" y="12" font-size="4">T</text></g>'
    text = drawing(body, 'width="69mm" height="94mm" viewBox="0 0 69 94"')
    if "{" not in label:
        assert words(desk.drawn(text)).keys() == {"Owl"}
    else:  # then it is a template with calls, as ever
        assert as_template(text) == text


def test_what_css_writes_is_no_comment(desk: Desk) -> None:
    body = '<style>/* {# */ .a{fill:#123456}</style><rect class="a" width="63" height="88"/><text id="Title" x="5" y="12" font-size="4" fill="#fff">T</text>'
    face = desk.drawn(drawing(body))
    assert any(node.attrs.get("fill") == "#123456" for node, _ in laid(face))


@pytest.mark.parametrize(
    ("label", "name", "options"),
    [
        ("Title", "Title", {}),
        ("Art (contain)", "Art", {"contain": ""}),
        ("Text (least 2.5, middle)", "Text", {"least": "2.5", "middle": ""}),
        ("Meaning_x5F_Reward", "Meaning_Reward", {}),
    ],
)
def test_a_label_says_a_name_and_wishes(label: str, name: str, options: dict[str, str]) -> None:
    assert box_name(label) == (name, options)


def test_a_drawing_without_boxes_draws_what_it_drew(desk: Desk) -> None:
    """A back without a call, in millimetres: not a byte of it is another."""
    text = drawing(
        '<rect x="-3.2" y="-3.2" width="69.4" height="94.4" fill="#234"/><g id="lamp"><circle r="4"/></g>',
        'width="63mm" height="88mm" viewBox="0 0 63 88"',
    )
    face = desk.drawn(text)
    assert [node.tag for node, _ in laid(face)] == ["svg", "rect", "g", "circle"]
