"""What SVG 1.1 says about paths, gradients and viewports, by numbers: each line of a rule has a case here."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.svg.arcs import Segments
from generator.svg.cut import cut_of
from generator.svg.gradients import Shade, shade
from generator.svg.outlines import bounds
from generator.svg.parse import parse
from generator.svg.paths import parse_path
from generator.svg.values import ViewBox, fit
from generator.text.shaping import Shaper
from tests.shared.svg_pictures import drawn, fonts, good, raster, stream, svg

# ---------------------------------------------------------------- paths (8.3)


def said(segments: Segments) -> str:
    return " ".join(operator + ",".join(f"{value + 0:.5g}" for value in at) for operator, at in segments)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        # after Z the pen is where the subpath began, whatever comes next (8.3.3)
        ("M1 2L5 6Zl1 1", "m1,2 l5,6 h m1,2 l2,3"),
        ("M1 2h4Zh1v1", "m1,2 l5,2 h m1,2 l2,2 l2,3"),
        ("M1 2L5 6ZL9 9", "m1,2 l5,6 h m1,2 l9,9"),
        ("M1 2L5 6Zm1 1h1", "m1,2 l5,6 h m2,3 l3,3"),
        ("M1 2m3 4L5 6Zh1", "m1,2 m4,6 l5,6 h m4,6 l5,6"),
        # further pairs behind a move are lines
        ("M1 2 3 4m1 1 1 1", "m1,2 l3,4 m4,5 l5,6"),
        ("M1 2H7 8V9 3", "m1,2 l7,2 l8,2 l8,9 l8,3"),
        # S mirrors the second handle of C and S, and of nothing else (8.3.6)
        ("M0 0C1 1 2 3 4 4S7 8 9 9", "m0,0 c1,1,2,3,4,4 c6,5,7,8,9,9"),
        ("M0 0S1 2 4 4S7 8 9 9", "m0,0 c0,0,1,2,4,4 c7,6,7,8,9,9"),
        ("M0 0Q3 3 6 0S7 8 9 9", "m0,0 c2,2,4,2,6,0 c6,0,7,8,9,9"),
        ("M0 0C1 1 2 3 4 4L5 5S7 8 9 9", "m0,0 c1,1,2,3,4,4 l5,5 c5,5,7,8,9,9"),
        ("M1 1s1 2 3 3", "m1,1 c1,1,2,3,4,4"),
        # T mirrors the control point of Q and T, and of nothing else (8.3.7)
        ("M0 0Q3 3 6 0T12 0", "m0,0 c2,2,4,2,6,0 c8,-2,10,-2,12,0"),
        ("M0 0Q3 3 6 0T12 0T18 0", "m0,0 c2,2,4,2,6,0 c8,-2,10,-2,12,0 c14,2,16,2,18,0"),
        ("M0 0C1 1 3 3 6 0T12 0", "m0,0 c1,1,3,3,6,0 c6,0,8,0,12,0"),
        ("M3 0T6 0", "m3,0 c3,0,4,0,6,0"),
        ("M1 1q3 3 6 0t6 0", "m1,1 c3,3,5,3,7,1 c9,-1,11,-1,13,1"),
        # an arc without a radius is a line, one to where it begins is nothing (F.6.2)
        ("M1 1A0 5 0 0 1 4 5", "m1,1 l4,5"),
        ("M1 1A5 0 0 0 1 4 5", "m1,1 l4,5"),
        ("M1 1A5 5 0 0 1 1 1L2 2", "m1,1 l2,2"),
    ],
)
def test_path_data(data: str, expected: str) -> None:
    assert said(parse_path(data)) == expected


@pytest.mark.parametrize(
    ("data", "corners"),
    [
        ("M-5 0A5 5 0 0 1 5 0", [(0, -5), (5, 0)]),
        ("M-5 0A5 5 0 0 0 5 0", [(0, 5), (5, 0)]),
        ("M-5 0A-5 5 0 0 1 5 0", [(0, -5), (5, 0)]),  # radii count without their sign
        ("M-5 0A1 1 0 0 1 5 0", [(0, -5), (5, 0)]),  # too small ones grow
        ("M-5 0A10 5 90 0 1 5 0", [(0, -10), (5, 0)]),  # the ellipse stands upright
        ("M5 0a5 5 0 0 0-5-5", [(0, -5)]),
        ("M5 0a5 5 0 1 1-5-5", [(0, 5), (-5, 0), (0, -5)]),
        ("M5 0a5 5 0 1 0-5-5", [(10, -5), (5, -10), (0, -5)]),
    ],
)
def test_arcs(data: str, corners: list[tuple[float, float]]) -> None:
    """Where the curves of an arc come to, each of them a quarter turn at most."""
    found = [(round(at[-2], 4) + 0, round(at[-1], 4) + 0) for _, at in parse_path(data)[1:]]
    assert found == corners


# ---------------------------------------------------------------- gradients (13.2)


def shaded(stops: str, rest: str = "", *, box: ViewBox = (0.0, 0.0, 10.0, 20.0)) -> object:
    tree = parse(f"<svg><linearGradient id='g' {rest}>{stops}</linearGradient></svg>", "x")
    return shade(tree.ids["g"], tree.ids, color=(0.0, 0.0, 1.0), box=box, port=box)


def test_falling_offsets_stay_where_they_were() -> None:
    found = shaded(
        "<stop offset='.2'/><stop offset='80%' stop-color='#f00'/><stop offset='.4' stop-color='#0f0'/>"
        "<stop offset='.9'/><stop offset='-1'/><stop offset='7'/>"
    )
    assert isinstance(found, Shade)
    assert [offset for offset, _ in found.stops] == [0.2, 0.8, 0.8, 0.9, 0.9, 1.0]
    assert [colour for _, colour in found.stops][1:3] == [(1, 0, 0), (0, 1, 0)]


def test_a_gradient_lies_on_the_box_of_its_shape() -> None:
    two = "<stop/><stop offset='1' stop-color='#fff'/>"
    found = shaded(two, box=(1.0, 2.0, 10.0, 20.0))
    assert isinstance(found, Shade)
    assert (found.coordinates, found.matrix) == ((0, 0, 1, 0), (10, 0, 0, 20, 1, 2))
    user = shaded(two, "gradientUnits='userSpaceOnUse' x1='1' y1='2' x2='3' y2='4'")
    assert isinstance(user, Shade)
    assert (user.coordinates, user.matrix) == ((1, 2, 3, 4), (1, 0, 0, 1, 0, 0))
    turned = shaded(two, "gradientTransform='translate(.5)'", box=(0.0, 0.0, 10.0, 20.0))
    assert isinstance(turned, Shade)
    assert turned.matrix == (10, 0, 0, 20, 5, 0)


@pytest.mark.parametrize(
    ("stops", "rest", "box", "expected"),
    [
        ("", "", (0.0, 0.0, 9.0, 9.0), None),
        ("<stop stop-color='#f00'/>", "", (0.0, 0.0, 9.0, 9.0), (1, 0, 0)),
        ("<stop/><stop offset='1' stop-color='#f00'/>", "x2='0'", (0.0, 0.0, 9.0, 9.0), (1, 0, 0)),
        ("<stop/><stop offset='1'/>", "", (0.0, 0.0, 0.0, 9.0), None),
        ("<stop/><stop offset='1'/>", "", (0.0, 0.0, 9.0, 0.0), None),
        ("<stop stop-color='currentColor'/>", "", (0.0, 0.0, 9.0, 9.0), (0, 0, 1)),
        ("<stop stop-color='currentColor' color='#0f0'/>", "", (0.0, 0.0, 9.0, 9.0), (0, 1, 0)),
    ],
)
def test_gradients_that_are_one_colour_or_none(stops: str, rest: str, box: ViewBox, expected: object) -> None:
    assert shaded(stops, rest, box=box) == expected


# ---------------------------------------------------------------- viewports (7.8, 14.3)

PICTURE = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'%3E"
    "%3Crect width='10' height='10' fill='red'/%3E%3C/svg%3E"
)
WIDE = 'x="20" y="20" width="20" height="10"'


def painted(body: str) -> set[tuple[int, int]]:
    """The squares of 10 mm of a page of 60 by 60 mm that are red in their middle, as column and row."""
    image = raster(good(svg(body)))
    size = image.width // 6
    return {
        (column, row)
        for column in range(6)
        for row in range(6)
        if image.getpixel((column * size + size // 2, row * size + size // 2)) == (255, 0, 0)
    }


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("xMidYMid slice", {(2, 2), (3, 2)}),
        ("xMinYMax slice", {(2, 2), (3, 2)}),
        ("none", {(2, 2), (3, 2)}),
        ("xMinYMid meet", {(2, 2)}),
        ("xMaxYMid meet", {(3, 2)}),
    ],
)
def test_a_sliced_picture_is_cut_to_its_box(how: str, expected: set[tuple[int, int]]) -> None:
    assert painted(f'<image href="{PICTURE}" {WIDE} preserveAspectRatio="{how}"/>') == expected


@pytest.mark.parametrize("how", ["xMidYMid slice", "xMinYMin slice"])
def test_a_sliced_symbol_or_drawing_is_cut_to_its_viewport(how: str) -> None:
    frame = f'viewBox="0 0 10 10" preserveAspectRatio="{how}"'
    rect = '<rect x="-90" y="-90" width="200" height="200" fill="red"/>'
    symbol = f'<symbol id="s" {frame}>{rect}</symbol><use href="#s" {WIDE}/>'
    assert painted(symbol) == painted(f"<svg {WIDE} {frame}>{rect}</svg>") == {(2, 2), (3, 2)}


@pytest.mark.parametrize("how", ["visible", "auto"])
def test_what_overflows_on_purpose_is_not_cut(how: str) -> None:
    rect = '<rect x="-90" y="-90" width="200" height="200" fill="red"/>'
    everywhere = {(column, row) for column in range(6) for row in range(6)}
    frame = f'viewBox="0 0 10 10" overflow="{how}"'
    assert painted(f'<symbol id="s" {frame}>{rect}</symbol><use href="#s" {WIDE}/>') == everywhere
    assert painted(f"<svg {WIDE} {frame}>{rect}</svg>") == everywhere


def test_a_picture_that_fits_needs_no_clip() -> None:
    pdf, _ = drawn(svg(f'<image href="{PICTURE}" {WIDE}/>'))
    assert " W n" not in stream(pdf)


def test_a_view_box_may_begin_anywhere() -> None:
    box, port = (5.0, 7.0, 10.0, 20.0), (1.0, 2.0, 40.0, 40.0)
    assert fit(box, port, None) == (4, 0, 0, 2, 1 - 4 * 5, 2 - 2 * 7)
    assert fit(box, port, (0.0, 0.0, False)) == (2, 0, 0, 2, 1 - 2 * 5, 2 - 2 * 7)
    assert fit(box, port, (1.0, 0.5, True)) == (4, 0, 0, 4, 1 - 4 * 5, 2 - 20 - 4 * 7)


RED = '<rect width="10" height="10" fill="red"/>'


def test_a_use_moves_what_it_draws() -> None:
    for symbol in (f'<g id="s">{RED}</g>', f'<symbol id="s">{RED}</symbol>'):
        for at, seen in (('x="20"', (2, 0)), ('y="30"', (0, 3)), ('x="20" y="30"', (2, 3))):
            assert painted(f'<defs>{symbol}</defs><use href="#s" {at}/>') == {seen}


def test_a_viewport_without_a_side_draws_nothing() -> None:
    symbol = f'<defs><symbol id="s" viewBox="0 0 10 10">{RED}</symbol></defs>'
    for size in ('width="0" height="9"', 'width="9" height="0"'):
        assert painted(f'{symbol}<use href="#s" {size}/>') == set()
        assert painted(f"<svg {size}>{RED}</svg>") == set()
        assert painted(f'<image href="{PICTURE}" {size}/>') == set()


# ---------------------------------------------------------------- outlines

NUMBERS = st.floats(-50, 50).map(lambda value: round(value, 2))


def on_curve(t: float, a: float, b: float, c: float, d: float) -> float:
    return (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d


@given(st.lists(NUMBERS, min_size=8, max_size=8))
def test_the_box_of_a_curve_is_that_of_its_points(at: list[float]) -> None:
    found = bounds((("m", (at[0], at[1])), ("c", tuple(at[2:]))))
    assert found is not None
    for low, size, line in ((found[0], found[2], at[::2]), (found[1], found[3], at[1::2])):
        points = [
            (1 - t) ** 3 * line[0]
            + 3 * (1 - t) ** 2 * t * line[1]
            + 3 * (1 - t) * t**2 * line[2]
            + t**3 * line[3]
            for t in (step / 400 for step in range(401))
        ]
        assert low == pytest.approx(min(points), abs=0.01)
        assert low + size == pytest.approx(max(points), abs=0.01)


def test_the_box_of_lines() -> None:
    assert bounds((("m", (3, 4)), ("l", (-1, 9)), ("h", ()))) == (-1, 4, 4, 5)
    assert bounds(()) is None


@given(st.lists(NUMBERS, min_size=4, max_size=4), st.lists(NUMBERS, min_size=6, max_size=6))
def test_a_text_is_clear_of_the_cut_line_if_its_corners_are(box: list[float], matrix: list[float]) -> None:
    cut = cut_of("rectangle", 60, 50, 3)
    left, bottom, right, top = cut.inside_pt
    (x, y, width, height), (a, b, c, d, e, f) = (box[0], box[1], abs(box[2]), abs(box[3])), matrix
    corners = [(a * u + c * v + e, b * u + d * v + f) for u in (x, x + width) for v in (y, y + height)]
    inside = all(left <= across <= right and bottom <= up <= top for across, up in corners)
    near = any(
        min(abs(across - left), abs(across - right), abs(up - bottom), abs(up - top)) < 1e-6
        for across, up in corners
    )
    assert near or cut.clears((x, y, width, height), (a, b, c, d, e, f)) is inside


# ---------------------------------------------------------------- what is written


def test_settings_of_a_text_are_written_once() -> None:
    text = '<text x="9" y="9" font-size="4" letter-spacing="1">ab</text>'
    content = stream(good(svg(text * 3)))
    assert [content.count(operator) for operator in (" Tc", " Tr", " Tf", " rg")] == [1, 1, 1, 1]


def test_a_mark_stands_over_its_letter_and_the_next_letter_where_it_was_measured() -> None:
    """Source Sans puts a loose accent back over its letter: the glyph's own place, not only its width."""
    import pypdfium2

    words, size = "q\u0301x", 20
    shaper, path = Shaper(fonts()), fonts().chain("SourceSans3")
    assert shaper.shape(path, words)[1].x_em, "the accent is moved"
    painted = [10 + left * size for left, *_ in shaper.painted_em(path, words)]
    pdf, problems = drawn(svg(f'<text x="10" y="40" font-size="{size}">{words}</text>'))
    assert not problems
    page = pypdfium2.PdfDocument(pdf)[0].get_textpage()
    letters = (0, 1, page.count_chars() - 1)
    assert [page.get_charbox(at)[0] * 25.4 / 72 for at in letters] == pytest.approx(painted, abs=0.03)
