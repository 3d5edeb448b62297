"""The print that spares ink: what becomes of forms, words, icons and pictures."""

from __future__ import annotations

import base64
import io

import pikepdf
import pytest
from PIL import Image

from generator.ground.problems import has_errors
from generator.ground.sight import colour_of, contrast
from generator.svg.designs import draw_designs
from generator.svg.light import lightened
from generator.svg.light_colours import WHITE, leading, on_paper, shade
from generator.svg.nodes import Node
from generator.svg.parse import parse
from tests.shared.small_drawings import DRAWINGS
from tests.shared.svg_pictures import Design, drawn, fonts, raster, stream, svg

BOX = (0.0, 0.0, 60.0, 60.0)
ICON = (
    '<defs><symbol id="icon-sun" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="currentColor"/>'
    "</symbol></defs>"
)
PICTURE = (
    '<defs><clipPath id="box"><rect width="60" height="30"/></clipPath></defs><g clip-path="url(#box)">'
    '<rect width="60" height="30" fill="#17403f"/>'
    + "".join(f'<circle cx="{5 * n}" cy="15" r="2" fill="#2a615c"/>' for n in range(1, 13))
    + "</g>"
)


def light(body: str, *, curved: bool = False) -> list[Node]:
    """What is drawn of a face of 60 by 60 mm, in its order."""
    tree = lightened(parse(svg(body), "face"), BOX, curved=curved)
    return [node for node in tree.root.walk() if node.tag not in ("svg", "g", "defs", "symbol", "clipPath")]


def looks(node: Node, *names: str) -> tuple[str | None, ...]:
    return tuple(node.attrs.get(name) for name in names)


def pdf_of(body: str, *, sparing: bool = True) -> bytes:
    out = io.BytesIO()
    assert draw_designs([Design(svg(body))], fonts=fonts(), out=out, light=sparing) == ()
    return out.getvalue()


# ------------------------------------------------------------------ forms of the layout


def test_a_large_form_is_white_with_a_line_in_its_colour() -> None:
    (panel,) = light('<rect x="5" y="5" width="40" height="20" fill="#1b7f83"/>')
    assert looks(panel, "fill", "stroke", "stroke-width") == ("#ffffff", "#1b7f83", "0.2500")


def test_a_form_that_leaves_the_corners_of_a_card_free_has_a_line_and_a_round_piece_has_none() -> None:
    disc = '<circle cx="30" cy="30" r="30" fill="#1b7f83"/>'
    assert light(disc)[0].attrs["stroke"] == "#1b7f83"
    assert light(disc, curved=True)[0].attrs["stroke"] == "none"


@pytest.mark.parametrize(
    "form",
    ['<rect width="60" height="60" fill="#1b7f83"/>', '<circle cx="30" cy="30" r="30" fill="#1b7f83"/>'],
)
def test_a_form_that_fills_a_picture_keeps_its_line(form: str) -> None:
    (drawing,) = lightened(parse(svg(form), "picture"), BOX, whole=True).root.children
    assert drawing.attrs.get("stroke", "none") != "none"


def test_the_line_of_a_pale_form_is_a_darker_shade_of_it() -> None:
    (panel,) = light('<rect x="5" y="5" width="40" height="20" fill="#d5eeec"/>')
    line = colour_of(str(panel.attrs["stroke"]))
    assert 2.2 <= contrast(line, WHITE) < 3
    assert line[0] < line[1] and line[0] < line[2], "it is still a green blue"


@pytest.mark.parametrize(("under", "over"), [("#d5eeec", "#fbf7ef"), ("#fbf7ef", "#d5eeec")])
def test_of_two_pale_forms_the_darker_lends_the_line_its_hue(under: str, over: str) -> None:
    """A paper label on a tint is bounded in the tint, and so is a tint on paper."""
    ground = f'<rect x="2" y="2" width="40" height="60" fill="{under}"/>'
    _, label = light(ground + f'<rect x="6" y="6" width="20" height="20" fill="{over}"/>')
    red, green, blue = colour_of(str(label.attrs["stroke"]))
    assert red < min(green, blue), "teal, as the tint is"


def test_small_forms_and_narrow_bars_keep_their_colour() -> None:
    dot, bar = light(
        '<circle cx="9" cy="9" r="2" fill="#cf3f4f"/><rect y="20" width="60" height="0.8" fill="#123456"/>'
    )
    assert looks(dot, "fill", "stroke") == ("#cf3f4f", None)
    assert looks(bar, "fill", "stroke") == ("#123456", None)


def test_a_ground_that_runs_off_the_page_has_no_line() -> None:
    (ground,) = light('<rect x="-3" y="-3" width="66" height="66" fill="#352e4d"/>')
    assert looks(ground, "fill", "stroke") == ("#ffffff", "none")


def test_a_form_over_another_still_hides_it_and_a_faint_one_hides_nothing() -> None:
    _, over, veil = light(
        '<rect width="40" height="40" x="2" y="2" fill="#1b7f83"/>'
        '<circle cx="20" cy="20" r="9" fill="#93382f"/>'
        '<rect width="30" height="30" x="25" y="25" fill="#93382f" fill-opacity="0.2"/>'
    )
    assert looks(over, "fill", "fill-opacity") == ("#ffffff", "1")
    assert looks(veil, "fill") == ("none",) and veil.attrs["stroke"] != "#ffffff"


def test_a_veil_over_the_same_form_is_left_out() -> None:
    path = 'd="M5 5 H50 V30 H5 z"'
    drawn = light(f'<path {path} fill="#1b7f83"/><path {path} fill="#22252e" fill-opacity="0.3"/>')
    assert [node.attrs["stroke"] for node in drawn] == ["#1b7f83"]


def test_a_token_keeps_its_colour_as_a_line_along_the_cut() -> None:
    tree = parse(
        '<svg viewBox="0 0 16 16"><rect x="-1" y="-1" width="18" height="18" fill="#cf3f4f"/></svg>', "t"
    )
    token = lightened(tree, (0.0, 0.0, 16.0, 16.0), curved=True).root.children
    assert [node.tag for node in token] == ["rect", "ellipse"]
    assert looks(token[1], "rx", "fill", "stroke") == ("7.3000", "none", "#cf3f4f")


@pytest.mark.parametrize(
    ("wish", "said"),
    [("keep", [("#1b7f83", None)]), ("none", []), ("outline", [("#ffffff", "#1b7f83")])],
)
def test_a_template_says_what_becomes_of_a_form(wish: str, said: list[tuple[str, str | None]]) -> None:
    drawn = light(f'<g data-ink="{wish}"><rect x="5" y="5" width="9" height="9" fill="#1b7f83"/></g>')
    assert [looks(node, "fill", "stroke") for node in drawn] == said


# ------------------------------------------------------------------ words and icons


def test_pale_words_on_a_ground_become_black_and_dark_ones_stay() -> None:
    _, pale, dark = light(
        '<rect x="2" y="2" width="50" height="30" fill="#1d5b49"/>'
        '<text x="5" y="12" font-size="4" fill="#fbf7ef">Root</text>'
        '<text x="5" y="50" font-size="4" fill="#93382f">Root</text>'
    )
    assert looks(pale, "fill") == ("#000000",)
    assert looks(dark, "fill") == ("#93382f",)


def test_large_letters_are_outlines() -> None:
    line, letter = light('<text x="5" y="40" font-size="30" fill="#22252e">A</text>')
    assert looks(line, "fill", "stroke") == ("none", "#22252e")
    assert looks(letter, "fill", "stroke") == ("#ffffff", None)


def test_an_icon_takes_the_colour_of_the_ground_that_it_stood_on() -> None:
    used = '<use href="#icon-sun" x="21" y="21" width="8" height="8" color="#fbf7ef"/>'
    drawn = light(f'{ICON}<circle cx="25" cy="25" r="7" fill="#1b7f83"/>{used}')
    assert looks(drawn[-1], "color") == ("#1b7f83",)


def test_an_icon_in_a_colour_of_its_own_keeps_it_and_a_large_one_is_an_outline() -> None:
    small = light(f'{ICON}<use href="#icon-sun" x="5" y="5" width="8" height="8" color="#93382f"/>')
    assert looks(small[-1], "color") == ("#93382f",)
    large = light(f'{ICON}<use href="#icon-sun" x="5" y="5" width="30" height="30" color="#93382f"/>')
    assert looks(large[-1], "fill", "stroke") == ("#ffffff", "#93382f")


# ------------------------------------------------------------------ pictures


def test_everything_in_a_picture_is_an_outline() -> None:
    ground, *discs = light(PICTURE)[1:]
    assert looks(ground, "fill", "stroke") == ("#ffffff", "#17403f")
    assert {looks(disc, "fill", "stroke") for disc in discs} == {("#ffffff", "#2a615c")}


def test_words_on_a_picture_are_kept_clear_of_its_lines() -> None:
    edge, words = light(f'{PICTURE}<text x="5" y="15" font-size="4" fill="#ffffff">Sea</text>')[-2:]
    assert looks(edge, "stroke") == ("#ffffff",)
    assert looks(words, "fill") == ("#000000",)


def test_words_on_a_photograph_are_black_too() -> None:
    image = '<image href="sea.png" width="60" height="30"/>'
    _, edge, words = light(f'{image}<text x="5" y="15" font-size="4" fill="#ffffff">Sea</text>')
    assert looks(edge, "fill") == ("#ffffff",)
    assert looks(words, "fill") == ("#000000",)


def test_the_colour_of_a_picture_is_that_of_most_of_it() -> None:
    pale, teal, night = (colour_of(text) for text in ("#d5eeec", "#1b7f83", "#0b2223"))
    assert leading([(pale, 50), (teal, 20), (night, 30)]) == teal
    assert leading([(pale, 50)]) == shade(pale)


def test_nothing_pale_is_left_pale() -> None:
    ivory, teal = colour_of("#fbf7ef"), colour_of("#1b7f83")
    assert on_paper(ivory, teal, WHITE, 2.5) == teal
    assert on_paper(teal, ivory, WHITE, 2.5) == teal
    assert contrast(on_paper(ivory, WHITE, WHITE, 2.5), WHITE) < 1.2, "it was never to be seen"


# ------------------------------------------------------------------ the page


def test_a_light_page_is_mostly_paper_and_its_words_can_be_read() -> None:
    body = PICTURE + (
        '<rect x="5" y="34" width="50" height="20" fill="#1d5b49"/>'
        '<text x="9" y="46" font-size="5" fill="#fbf7ef">Long Forest</text>'
    )
    inked = []
    for sparing in (False, True):
        grey = raster(pdf_of(body, sparing=sparing)).convert("L")
        inked.append(1 - sum(grey.tobytes()) / (255 * grey.width * grey.height))
    assert inked[0] > 0.45 and inked[1] < 0.12
    assert "0 0 0 rg" in stream(pdf_of(body))


def test_a_pixel_picture_is_pale_and_a_small_one_is_not() -> None:
    made = io.BytesIO()
    Image.new("RGB", (2, 2), "#204060").save(made, "PNG")
    pixels = f"data:image/png;base64,{base64.b64encode(made.getvalue()).decode()}"
    for side, alpha in ((40, ["0.3"]), (8, [])):
        drawn = pdf_of(f'<image href="{pixels}" width="{side}" height="{side}"/>')
        with pikepdf.open(io.BytesIO(drawn)) as pdf:
            states = pdf.pages[0].Resources.get("/ExtGState", {})
            assert [str(state.ca) for _, state in states.items()] == alpha


def shades(pdf: bytes) -> int:
    """How many pixels of a page are no paper."""
    return sum(raster(pdf).convert("L").histogram()[:253])


@pytest.mark.parametrize("kind", ["clips", "masks", "gradients"])
def test_nothing_that_is_clipped_masked_or_graded_goes_missing(kind: str) -> None:
    gone = []
    for name, body in DRAWINGS[kind].items():
        whole, problems = drawn(svg(body))
        if not has_errors(problems) and shades(whole) > 500 and shades(drawn(svg(body), light=True)[0]) < 50:
            gone.append(name)
    assert gone == []


def test_a_clip_ends_in_a_line_where_its_content_goes_on() -> None:
    clip = '<clipPath id="c" transform="translate(5 0)"><circle cx="25" cy="30" r="12"/></clipPath>'
    _, square, line = light(f'{clip}<rect clip-path="url(#c)" width="60" height="60" fill="#c33"/>')
    assert looks(square, "fill") == ("#ffffff",)
    assert looks(line, "cx", "r", "fill", "transform") == ("25", "12", "none", "translate(5 0)")
    _, square = light(f'{clip}<rect clip-path="url(#c)" x="25" y="25" width="9" height="9" fill="#c33"/>')
    assert square.tag == "rect", "it ends within"


def test_a_picture_under_a_clip_has_the_edge_of_a_picture_alone() -> None:
    clip = '<clipPath id="c"><circle cx="25" cy="30" r="12"/></clipPath>'
    stripes = [f'<rect x="{n}" width="0.8" height="60" fill="#c33"/>' for n in range(60)]
    nodes = light(f'{clip}<g clip-path="url(#c)">{"".join(stripes)}</g>')
    assert [node.tag for node in nodes].count("circle") == 1, "that of the clip itself"
