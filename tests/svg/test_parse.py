"""Reading SVG: what attributes mean, and that nothing hostile gets further than a Problem."""

from __future__ import annotations

import math

import pytest

from generator.ground.problems import Failed
from generator.svg.arcs import moved
from generator.svg.outlines import bounds, shape
from generator.svg.parse import MOST_BYTES, MOST_ELEMENTS, parse, without_doctype
from generator.svg.paths import number, operators, parse_path
from generator.svg.style import Current, Gradient, Style, paint_value, styled
from generator.svg.values import aspect, colour, fit, multiply, transform
from tests.shared.svg_pictures import Design, check_svg, drawn, svg


# ------------------------------------------------------------------ the tree
def test_a_place_comes_from_the_template_or_from_the_line() -> None:
    root = parse(
        '<svg>\n<g data-at="card.svg:7">\n<rect/>\n<g data-at="card.svg:9"/></g>\n<rect/></svg>', "k"
    ).root
    assert [node.where for node in root.walk()] == ["k:1", "card.svg:7", "card.svg:7", "card.svg:9", "k:5"]


def test_style_declarations_win_over_attributes() -> None:
    node = parse(
        '<svg fill="red" style="fill: blue ; stroke:url(#a);font-family: \'A B\', serif"/>', "k"
    ).root
    assert node.attrs == {"fill": "blue", "stroke": "url(#a)", "font-family": "'A B', serif"}


def test_other_namespaces_are_left_out_and_prefixes_do_not_matter() -> None:
    text = (
        '<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:i="http://inkscape" i:note="x">'
        '<i:view><s:rect/></i:view><s:use xmlns:l="http://www.w3.org/1999/xlink" l:href="#a"/></s:svg>'
    )
    root = parse(text, "k").root
    assert root.attrs == {}
    assert [(node.tag, node.attrs) for node in root.children] == [("use", {"href": "#a"})]


def test_text_between_comments_is_one_text() -> None:
    assert parse("<svg><text>a<!-- b -->c &amp; d</text></svg>", "k").root.children[0].text == "ac & d"


# ------------------------------------------------------------------ hostile input
LAUGHS = "<!DOCTYPE svg [<!ENTITY a 'ha'>" + "".join(f"<!ENTITY b{i} '&a;&a;'>" for i in range(9)) + "]>"
HOSTILE = {
    "entities in entities": (LAUGHS + "<svg><text>&b1;</text></svg>", "document type"),
    "entity from a file": (
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>',
        "document type",
    ),
    "document type twice": ("<!DOCTYPE svg><!DOCTYPE svg><svg/>", "document type"),
    "document type of something else": ("<!DOCTYPE html><svg/>", "document type"),
    "entity behind a document type": (
        '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg><text fill="&x;">&y;</text></svg>',
        "does not know &x;",
    ),
    "parameter entity": (
        '<!DOCTYPE svg [<!ENTITY % p SYSTEM "http://example.org/">%p;]><svg/>',
        "document type",
    ),
    "style sheet from the disk": ('<?xml-stylesheet href="/etc/passwd"?><svg/>', "style sheet outside"),
    "undefined entity": ("<svg>&copy;</svg>", "does not know &copy;"),
    "not well-formed": ("<svg><g></svg>", "<g> is not closed: </svg> comes first"),
    "nothing": ("", "is empty"),
    "not SVG": ("<html/>", "not an SVG"),
    "odd encoding": ('<?xml version="1.0" encoding="utf-7"?><html/>', "not an SVG"),
    "nul": ("<svg>\0</svg>", "cannot be read"),
    "lone surrogate": ("<svg>\ud800</svg>", "cannot be read"),
    "deep": ("<svg>" + "<g>" * 70 + "</g>" * 70 + "</svg>", "nested deeper"),
    "deep in another namespace": (
        '<svg xmlns:i="i">' + "<i:g>" * 70 + "</i:g>" * 70 + "</svg>",
        "nested deeper",
    ),
    "use of itself": ('<svg><g id="a"><use href="#a"/></g></svg>', "uses itself"),
    "ring of symbols": (
        '<svg><symbol id="a"><use href="#b"/></symbol><symbol id="b"><use href="#a"/></symbol></svg>',
        "uses itself",
    ),
    "ring of gradients": (
        '<svg><linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/></svg>',
        "takes its stops",
    ),
    "bomb of uses": (
        "<svg>"
        + "".join(f'<g id="g{i}">' + f'<use href="#g{i + 1}"/>' * 30 + "</g>" for i in range(6))
        + '<g id="g6"><rect/></g></svg>',
        "grows to more than",
    ),
    "long chain of uses": (
        "<svg>"
        + "".join(f'<g id="g{i}"><use href="#g{i + 1}"/></g>' for i in range(2000))
        + '<g id="g2000"/></svg>',
        "nested deeper than 8",
    ),
    "chain that begins at its end": (
        "<svg>"
        + "".join(f'<g id="g{i}"><use href="#g{i - 1}"/></g>' for i in range(1, 20))
        + '<g id="g0"/></svg>',
        "nested deeper than 8",
    ),
    "deep by way of uses": (
        "<svg>"
        + "".join(
            f'<g id="g{i}">' + "<g>" * 40 + f'<use href="#g{i + 1}"/>' + "</g>" * 40 + "</g>"
            for i in range(5)
        )
        + '<g id="g5"/></svg>',
        "deeper than 100 elements",
    ),
    "use of another file": ('<svg><use href="other.svg#a"/></svg>', "points to"),
    "use of nothing": ('<svg><use href="#nowhere"/></svg>', "points to"),
    "use without a target": ("<svg><use/></svg>", "has no href"),
    "picture from the net": (
        '<svg><image href="https://example.org/a.png" width="1" height="1"/></svg>',
        "outside the game folder",
    ),
    "picture from the disk": (
        '<svg><image href="file:///etc/passwd" width="1" height="1"/></svg>',
        "outside the game folder",
    ),
    "picture by a path nobody resolves": (
        '<svg><image href="../../etc/passwd" width="1" height="1"/></svg>',
        "not part of the design",
    ),
    "broken picture": (
        '<svg><image href="data:image/png;base64,AAAA" width="1" height="1"/></svg>',
        "neither PNG nor JPEG",
    ),
    "broken base64": (
        '<svg><image href="data:image/png;base64,@@" width="1" height="1"/></svg>',
        "data cannot",
    ),
    "picture with a bomb": (
        '<svg><image href="data:image/svg+xml,%3C!DOCTYPE a%3E%3Csvg/%3E" width="1" height="1"/></svg>',
        "document type",
    ),
    "huge number": ('<svg><rect x="1e300" width="1" height="1"/></svg>', "larger than 1,000,000"),
    "huge number in a path": ('<svg><path d="M0 0L1e9 0"/></svg>', "larger than"),
    "path that adds up": (f'<svg><path d="M0 0{"l999999 0" * 9}"/></svg>', "too far away"),
    "not a number": ('<svg><rect x="NaN" width="1" height="1"/></svg>', "“NaN” is not"),
    "infinity": ('<svg><circle r="inf"/></svg>', "“inf” is not"),
    "endless transform": ('<svg><g transform="scale(1e5) scale(1e5)"/></svg>', "too far away"),
    "broken path": ('<svg><path d="M0 0 L 5"/></svg>', "not a multiple"),
    "path of nonsense": ('<svg><path d="M0 0 L 5 x"/></svg>', "has “5 x”"),
    "script": ("<svg><script>alert(1)</script></svg>", "<script>"),
    "handler": ('<svg onload="alert(1)"/>', "onload"),
    "foreign object": ("<svg><foreignObject/></svg>", "<foreignObject>"),
    "style sheet": ("<svg><style>@import url(http://example.org)</style></svg>", "holds @import"),
    "paint from the net": ('<svg><rect fill="url(http://example.org/#a)"/></svg>', "does not point"),
    "filter": ('<svg><rect style="filter:url(#f)"/></svg>', "filter"),
    "mask of itself": (
        '<svg><mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask><rect mask="url(#m)"/></svg>',
        "The <mask> uses itself.",
    ),
    "marker of itself": (
        '<svg><marker id="m"><path d="M0 0h1" marker-end="url(#m)"/></marker>'
        '<path d="M0 0h1" marker-end="url(#m)"/></svg>',
        "The <marker> uses itself.",
    ),
    "clip of itself": (
        '<svg><clipPath id="m" clip-path="url(#m)"><rect/></clipPath><rect clip-path="url(#m)"/></svg>',
        "The <clipPath> uses itself.",
    ),
    "pattern of a pattern of it": (
        '<svg><pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse">'
        '<rect width="9" height="9" fill="url(#q)"/>'
        '</pattern><pattern id="q" width="9" height="9" patternUnits="userSpaceOnUse">'
        '<rect width="9" height="9" fill="url(#p)"/>'
        '</pattern><rect width="9" height="9" fill="url(#p)"/></svg>',
        "uses itself.",
    ),
    "tiny tiles": (
        '<svg><pattern id="p" width=".1" height=".1" patternUnits="userSpaceOnUse"><rect/></pattern>'
        '<rect width="60" height="60" fill="url(#p)"/></svg>',
        "The pattern is drawn more than 2,500 times in one <rect>.",
    ),
    "a place for each letter of several runs": (
        '<svg><text x="1 2">a<tspan>b</tspan></text></svg>',
        "where each letter stands",
    ),
    "text on a path": ("<svg><text><textPath>b</textPath></text></svg>", "<textPath>"),
    "unknown element": ("<svg><blink/></svg>", "<blink>"),
    "unknown attribute": ('<svg><rect bend="3"/></svg>', "bend"),
    "unknown property": ('<svg><rect style="mix-blend-mode: multiply"/></svg>', "mix-blend-mode"),
    "unit": ('<svg><rect x="3cm"/></svg>', "“3cm” is not a plain number"),
    "unknown colour": ('<svg><rect fill="bluish"/></svg>', "“bluish” is not a colour"),
    "gradient on the line of a text": (
        '<svg><linearGradient id="a"/><text stroke="url(#a)">x</text></svg>',
        "a gradient on its line colours a <text>",
    ),
    "gradient that is none": ('<svg><g id="a"/><rect fill="url(#a)"/></svg>', "which is no <linearGradient>"),
    "unknown font": ('<svg><text font-family="Nope" font-size="3">a</text></svg>', "“Nope”"),
    "sign that no font has": ('<svg><text font-size="3">\u2603</text></svg>', "has no “☃”"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_input_ends_in_a_problem(name: str) -> None:
    text, expected = HOSTILE[name]
    pdf, problems = drawn(text)
    assert expected in " ".join(problem.what for problem in problems)
    assert all(problem.where and problem.mend for problem in problems)
    assert pdf.startswith(b"%PDF")


def test_the_check_finds_it_without_drawing() -> None:
    text = (
        '<svg><g data-at="card.svg:3"><filter id="f"/></g><rect data-at="card.svg:5" mask="url(#a)"/></svg>'
    )
    found = check_svg(Design(text))
    assert [(problem.where, problem.what.split()[2]) for problem in found] == [
        ("card.svg:3", "<filter>"),
        ("card.svg:5", "<rect>"),
    ]
    assert check_svg(Design(svg('<rect width="3" height="3"/>'))) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<svg>" + "<g/>" * MOST_ELEMENTS + "</svg>", "200,000 elements"),
        (" " * (MOST_BYTES + 1), "larger than"),
    ],
    ids=["elements", "bytes"],
)
def test_size_and_number_of_elements_have_a_limit(text: str, expected: str) -> None:
    with pytest.raises(Failed, match=expected):
        parse(text, "k")


def test_no_more_problems_than_anybody_reads() -> None:
    found = check_svg(Design("<svg>" + "".join(f'<x{i} data-at="a:{i}"/>' for i in range(80)) + "</svg>"))
    assert len(found) == 51
    assert found[-1].what == "30 more places lie outside what can be drawn."


def test_harmless_attributes_are_let_be() -> None:
    text = (
        '<svg version="1.1" aria-label="a" class="b" shape-rendering="auto">'
        "<title>t</title><metadata><x/></metadata>"
        '<rect style="mix-blend-mode:normal;-inkscape-x:1;filter:none;paint-order:normal" data-x="1"/></svg>'
    )
    assert check_svg(Design(text)) == ()


# ------------------------------------------------------------------ paths
PATHS = {
    "M1 2 3 4": "1 2 m 3 4 l",
    "m1 2 3 4": "1 2 m 4 6 l",
    "M1,2L3-4.5.5": "1 2 m 3 -4.5 l",
    "M0 0H5V6h-1v-2z": "0 0 m 5 0 l 5 6 l 4 6 l 4 4 l h",
    "M1 1h1zl1 1": "1 1 m 2 1 l h 1 1 m 2 2 l",
    "M0 0C1 1 2 1 3 0S5-1 6 0": "0 0 m 1 1 2 1 3 0 c 4 -1 5 -1 6 0 c",
    "M0 0c1 1 2 1 3 0s2-1 3 0": "0 0 m 1 1 2 1 3 0 c 4 -1 5 -1 6 0 c",
    "M0 0S2 1 3 0": "0 0 m 0 0 2 1 3 0 c",
    "M0 0Q3 3 6 0T12 0": "0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c",
    "M0 0q3 3 6 0t6 0": "0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c",
    "M0 0T3 3": "0 0 m 0 0 1 1 3 3 c",
    "M0 0A0 5 0 0 1 3 4": "0 0 m 3 4 l",
    "M3 4A5 5 0 0 1 3 4": "3 4 m",
    "M1e1 2E-1": "10 0.2 m",
    "M0 0a4 4 0 004 4a4,4,0,1,0-4-4": operators(parse_path("M0 0A4 4 0 0 0 4 4A4 4 0 1 0 0 0")),
    "": "",
}


@pytest.mark.parametrize("data", [data for data in PATHS if data != "M1,2L3-4.5.5"])
def test_path_data_becomes_operators(data: str) -> None:
    assert operators(parse_path(data)) == PATHS[data]


def test_a_number_too_many_is_a_slip() -> None:
    with pytest.raises(ValueError, match="3 numbers after L"):
        parse_path("M1,2L3-4.5.5")
    for data, expected in {
        "L1 2": "does not start with M",
        "M0 0a1 1 0 0 5 3 3": "flags",
        "M0 0a1 1 0 11 3": "multiple of 7",
        "M0 0Z 5": "numbers after Z",
        "M0 0L5e 5": "“5e 5” after L",
        "M1 2,3": "3 numbers after M",
    }.items():
        with pytest.raises(ValueError, match=expected):
            parse_path(data)


@pytest.mark.parametrize(("large", "sweep"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_an_arc_lies_on_its_circle_and_takes_the_right_way(large: int, sweep: int) -> None:
    segments = parse_path(f"M5 0A5 5 0 {large}{sweep}0 5")
    assert segments[-1][1][-2:] == (0.0, 5.0)
    centre = (0.0, 0.0) if large != sweep else (5.0, 5.0)
    for _, at in segments:
        assert math.hypot(at[-2] - centre[0], at[-1] - centre[1]) == pytest.approx(5)
    assert len(segments) - 1 == (3 if large else 1)
    box = bounds(segments)
    assert box is not None
    assert box[2] == pytest.approx(10 if large else 5, abs=0.01)


def test_radii_that_are_too_small_grow() -> None:
    box = bounds(parse_path("M0 0 A1 1 0 0 1 10 0"))
    assert box == pytest.approx((0, -5, 10, 5), abs=0.01)


def test_bounds_of_curves_are_exact() -> None:
    assert bounds(parse_path("M0 0 C0 4 3 4 3 0")) == pytest.approx((0, 0, 3, 3))
    assert bounds(shape("circle", {"cx": "5", "cy": "6", "r": "2"})) == pytest.approx((3, 4, 4, 4))
    assert bounds(()) is None


def test_shapes_without_a_size_are_nothing() -> None:
    for tag in ("rect", "circle", "ellipse", "polygon", "path"):
        assert shape(tag, {"width": "5", "cx": "4"}) == ()


def test_numbers_never_have_an_exponent() -> None:
    assert [number(value) for value in (0.0000001, -0.0, 1e5, -1.5, 1 / 3)] == [
        "0",
        "0",
        "100000",
        "-1.5",
        "0.33333",
    ]


# ------------------------------------------------------------------ values
def test_transforms_apply_from_right_to_left() -> None:
    m = transform("translate(10 5) scale(2)")
    assert moved((("m", (1.0, 1.0)),), m) == (("m", (12, 7)),)
    assert transform("rotate(90)") == (0, 1, -1, 0, 0, 0)
    turned = transform("rotate(30 7 9)")
    assert multiply(turned, (1, 0, 0, 1, 7, 9))[4:] == pytest.approx((7, 9))
    assert transform("skewX(45),translate(3)")[2] == pytest.approx(1)
    with pytest.raises(ValueError, match="rotate with 2 numbers"):
        transform("rotate(1 2)")


@pytest.mark.parametrize(
    ("text", "matrix"),
    [
        ("xMidYMid meet", (2, 0, 0, 2, 10, 0)),
        ("xMinYMin", (2, 0, 0, 2, 0, 0)),
        ("xMaxYMid meet", (2, 0, 0, 2, 20, 0)),
        ("xMidYMid slice", (4, 0, 0, 4, 0, -10)),
        ("none", (4, 0, 0, 2, 0, 0)),
    ],
)
def test_a_view_box_is_fitted(text: str, matrix: tuple[float, ...]) -> None:
    assert fit((0, 0, 10, 10), (0, 0, 40, 20), aspect(text)) == matrix


def test_colours() -> None:
    assert colour("#f00") == colour("rgb(255, 0, 0)") == colour("Red") == colour("#ff0000") == (1, 0, 0)
    assert paint_value("none") is None
    assert paint_value("currentColor") is Current.COLOUR
    assert paint_value("url('#a')") == Gradient("a")


def test_styles_are_inherited_and_overridden() -> None:
    outer = styled(
        Style(), {"fill": "#f00", "stroke-dasharray": "1 2 3", "color": "#00f", "font-weight": "bold"}
    )
    inner = styled(outer, {"fill": "inherit", "stroke-width": "2", "color": "currentColor"})
    assert inner == outer._replace(stroke_width=2)
    assert inner.stroke_dasharray == (1, 2, 3, 1, 2, 3)
    assert (inner.color, inner.font_weight) == ((0, 0, 1), 700)


# ------------------------------------------------------------------ document types
DOCTYPES = [
    "<!DOCTYPE svg>",
    '<?xml version="1.0" standalone="no"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"\n'
    '  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n',
    "\ufeff<!-- by a - drawing program -->\n<!DOCTYPE svg SYSTEM 'svg10.dtd' >",
]


@pytest.mark.parametrize("doctype", DOCTYPES)
def test_a_document_type_without_declarations_is_read_over(doctype: str) -> None:
    for text in (f"{doctype}<svg><g/></svg>", f"{doctype}<svg><g/></svg>".encode()):
        (group,) = parse(text, "a.svg").root.children
        assert group.where == f"a.svg:{1 + doctype.count(chr(10))}"


@pytest.mark.parametrize("comment", ["<!-- - -->" * 2000, "<!--" * 5000, "<!-- " + "-a" * 9000])
def test_a_long_beginning_is_read_in_no_time(comment: str) -> None:
    assert without_doctype(comment.encode()) == comment.encode()


# ------------------------------------------------------------------ slips in the XML
AT = 'data-at="templates/t.svg:7"'
SLIPS = {
    f"<svg><g {AT}><rect/></svg>": (
        "templates/t.svg:7",
        "The element <g> is not closed: </svg> comes first.",
    ),
    f"<svg><g {AT}>": ("templates/t.svg:7", "The element <g> is not closed: the file ends first."),
    "<svg>\n<g>\n</b></g></svg>": ("a.svg:3", "There is a </b>, but the element that is open here is <g>."),
    f"<svg><text {AT}>R & D</text></svg>": ("templates/t.svg:7", "A plain “&” is no XML."),
    '<svg>\n<a href="?a=1&b=2"/></svg>': ("a.svg:2", "A plain “&” is no XML."),
    "<svg><text>a < b</text></svg>": ("a.svg:1", "A plain “<” in a text or an attribute is no XML."),
    '<svg a="<"/>': ("a.svg:1", "A plain “<” in a text or an attribute is no XML."),
    "<svg><text>a&nbsp;b</text></svg>": ("a.svg:1", "SVG does not know &nbsp;."),
    f'<svg><g/><rect {AT} x="1" x="2"/></svg>': (
        "templates/t.svg:7",
        "An element has the attribute x twice.",
    ),
    f'<svg><use {AT} xlink:href="#a"/></svg>': ("templates/t.svg:7", "The prefix “xlink:” is not declared."),
    "<svg><ink:g/></svg>": ("a.svg:1", "The prefix “ink:” is not declared."),
    "<svg a=1/>": ("a.svg:1", "The markup cannot be read at “1/>”."),
    "<svg/><g/>": ("a.svg:1", "Something stands behind the end of the <svg>."),
    '\n<?xml version="1.0"?><svg/>': (
        "a.svg:2",
        "Something stands before <?xml …?>, which has to come first.",
    ),
    '<svg a="1/>': ("a.svg:1", "A tag, a comment or a quotation mark that begins here has no end."),
    "<svg><text>&#1;</text></svg>": ("a.svg:1", "A sign is written by a number that XML does not allow."),
    "plain": ("a.svg:1", "The SVG cannot be read: syntax error, column 1."),
}


@pytest.mark.parametrize("text", SLIPS)
def test_slips_are_told_in_plain_words(text: str) -> None:
    with pytest.raises(Failed) as raised:
        parse(text, "a.svg")
    (problem,) = raised.value.problems
    assert (problem.where, problem.what) == SLIPS[text]
    assert problem.mend.endswith(".")
