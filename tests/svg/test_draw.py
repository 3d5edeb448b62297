"""Drawing SVG: operators and positions, then pictures against an independent renderer."""

from __future__ import annotations

import base64
import builtins
import io
import re
from typing import Any

import pikepdf
import pytest
import uharfbuzz
from PIL import Image

from generator.ground.problems import Severity
from tests.shared.svg_pictures import (
    ROOT,
    Design,
    check_svg,
    drawn,
    fonts,
    good,
    other_raster,
    raster,
    same_picture,
    stream,
    svg,
)

PT = 72 / 25.4


def opened(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(pdf))


def operators(body: str) -> str:
    """The page's operators inside the bracket and the matrix of the page."""
    found = re.fullmatch(r"q \S+ \S+ \S+ \S+ \S+ \S+ cm (.*) Q", stream(good(svg(body))))
    return found[1] if found else ""


# ------------------------------------------------------------------ pages
def test_a_page_is_the_trimmed_size_and_the_bleed() -> None:
    with opened(good(svg('<rect width="60" height="60"/>'), bleed_mm=3)) as pdf:
        page = pdf.pages[0]
        size = pytest.approx([0, 0, 66 * PT, 66 * PT], abs=1e-4)
        assert [float(edge) for edge in page.mediabox] == size
        assert [float(edge) for edge in page.BleedBox] == size
        trim = pytest.approx([3 * PT, 3 * PT, 63 * PT, 63 * PT], abs=1e-4)
        assert [float(edge) for edge in page.trimbox] == trim


def test_the_top_left_of_the_trim_is_the_origin() -> None:
    image = raster(
        good(
            svg('<rect x="-3" y="-3" width="4" height="5" fill="#f00"/>'),
            bleed_mm=3,
        )
    )
    red = image.point(lambda value: 255 if value < 128 else 0).getchannel("G").getbbox()
    assert red == (0, 0, 4 * 6, 5 * 6)


def test_the_view_box_is_centred_in_the_page() -> None:
    matrix = stream(good('<svg viewBox="0 0 10 20"/>'))
    assert matrix == ""
    matrix = stream(good('<svg viewBox="0 0 10 20"><path d="M0 0h1" stroke="#000"/></svg>'))
    assert [float(value) for value in matrix.split()[1:7]] == pytest.approx(
        [3 * PT, 0, 0, -3 * PT, 15 * PT, 60 * PT], abs=1e-4
    )


def test_a_bad_face_leaves_its_page_empty() -> None:
    rect = svg('<rect width="9" height="9"/>')
    pdf, problems = drawn(rect, svg("<filter/>"), rect)
    assert [problem.where for problem in problems] == ["design 2:1"]
    assert [bool(stream(pdf, page)) for page in range(3)] == [True, False, True]


def test_the_same_faces_give_the_same_bytes() -> None:
    documents = [path.read_text() for path in sorted((ROOT / "svg").glob("*.svg"))]
    documents.append(svg('<text x="5" y="9" font-family="Fraunces" font-size="4">AVATAR</text>'))
    assert good(*documents) == good(*documents)


def test_nothing_slips_in() -> None:
    document = svg('<text x="5" y="9" font-size="4">Plain</text>')
    with opened(good(document, document)) as pdf:
        assert not pdf.get_warnings()
        assert pdf.check_pdf_syntax() == []
        found = [obj for obj in pdf.objects if isinstance(obj, pikepdf.Dictionary) and "/BaseFont" in obj]
        assert [str(font.BaseFont).partition("+")[2] for font in found] == ["SourceSans3-Regular"]
        assert all("/FontFile2" in font.FontDescriptor for font in found)
        assert all(
            obj.get("/Filter") == pikepdf.Name.FlateDecode or list(obj.Filter) == [pikepdf.Name.FlateDecode]
            for obj in pdf.objects
            if isinstance(obj, pikepdf.Stream)
        )


# ------------------------------------------------------------------ shapes and paints
@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<rect x="1" y="2" width="3" height="4" fill="#f00"/>', "1 0 0 rg 1 2 m 4 2 l 4 6 l 1 6 l h f"),
        ('<path d="M0 0h9v9z" fill-rule="evenodd" fill="#fff"/>', "1 1 1 rg 0 0 m 9 0 l 9 9 l h f*"),
        (
            '<line x2="5" fill="red" stroke="#00f" stroke-width=".5"/>',
            "0 0 1 RG 0.5 w 0 J 0 j 4 M [] 0 d 0 0 m 5 0 l S",
        ),
        (
            '<path d="M0 0h9" fill="#000" stroke="#fff" stroke-linecap="round" stroke-linejoin="bevel" '
            'stroke-miterlimit="7" stroke-dasharray="1,2" stroke-dashoffset="3"/>',
            "0 0 0 rg 1 1 1 RG 1 w 1 J 2 j 7 M [1 2] 3 d 0 0 m 9 0 l B",
        ),
        ('<rect width="5" height="5" fill="none"/>', ""),
        (
            '<rect width="5" height="5" visibility="hidden"/>'
            '<g display="none"><rect width="5" height="5"/></g>',
            "",
        ),
        ('<g opacity="0"><rect width="5" height="5"/></g>', ""),
        ('<defs><rect width="5" height="5"/></defs>', ""),
        (
            '<clipPath id="c"><path d="M0 0h9v9z" clip-rule="evenodd" transform="translate(1 2)"/></clipPath>'
            '<path clip-path="url(#c)" d="M0 0h9" fill="#000"/>',
            "q 1 2 m 10 2 l 10 11 l h W* n 0 0 0 rg 0 0 m 9 0 l f Q",
        ),
    ],
)
def test_shapes_become_operators(body: str, expected: str) -> None:
    assert operators(body) == expected


def test_a_setting_is_written_once_until_it_changes() -> None:
    twice = '<path d="M0 0h1" fill="#f00"/><path d="M0 1h1" fill="#f00"/><path d="M0 2h1" fill="#00f"/>'
    assert operators(twice).count("rg") == 2
    bracket = f'<g transform="scale(2)"><path d="M0 0h1" fill="#f00"/></g>{twice}'
    assert operators(bracket).count("rg") == 3


def test_the_transform_of_the_root_counts() -> None:
    body = stream(good('<svg viewBox="0 0 60 60" transform="scale(2)"><path d="M0 0h1"/></svg>'))
    assert "q 2 0 0 2 0 0 cm" in body


def extended(pdf: bytes) -> list[dict[str, float]]:
    with opened(pdf) as file:
        states = file.pages[0].Resources.ExtGState
        return [{key: float(value) for key, value in states[name].items()} for name in states.keys()]  # noqa: SIM118


def test_opacity_on_one_paint_is_alpha() -> None:
    pdf = good(svg('<rect width="9" height="9" opacity=".5" fill-opacity=".5"/>'))
    assert {"/ca": 0.25, "/CA": 0.5} in extended(pdf)
    assert " Do" not in stream(pdf)


def test_both_paints_count_where_both_show_through() -> None:
    body = '<path d="M0 0h9" fill="#fff" stroke="#fff" stroke-opacity=".5"/>'
    assert operators(body).endswith("0 0 m 9 0 l f 0 0 m 9 0 l S")


def test_opacity_on_more_is_a_group() -> None:
    pdf = good(svg('<circle r="9" opacity=".5" stroke="#f00"/>'))
    with opened(pdf) as file:
        (form,) = file.pages[0].Resources.XObject.values()
        assert pikepdf.Name.Transparency == form.Group.S
    assert {"/ca": 0.5, "/CA": 0.5} in extended(pdf)


def test_alpha_ends_with_its_element() -> None:
    body = '<rect width="9" height="9" opacity=".5"/><rect width="9" height="9" fill="#fff"/>'
    first, second = re.findall(r"/(\w+) gs", operators(body))
    with opened(good(svg(body))) as file:
        states = file.pages[0].Resources.ExtGState
        assert [float(states[f"/{name}"].ca) for name in (first, second)] == [0.5, 1]


def test_every_name_in_every_stream_is_a_resource() -> None:
    documents = [path.read_text() for path in sorted((ROOT / "svg").glob("*.svg"))]
    with opened(good(*documents)) as file:
        streams = [(page.Contents, page.Resources) for page in file.pages]
        streams += [
            (obj, obj.Resources)
            for obj in file.objects
            if isinstance(obj, pikepdf.Stream) and obj.get("/Subtype") == pikepdf.Name.Form
        ]
        kinds = {"Do": "/XObject", "gs": "/ExtGState", "sh": "/Shading"}
        seen = set()
        for content, resources in streams:
            for name, operator in re.findall(r"(/\w+) (Do|gs|sh)\b", content.read_bytes().decode()):
                assert name in resources[kinds[operator]]
                seen.add(operator)
        assert seen == {"Do", "gs", "sh"}


# ------------------------------------------------------------------ symbols
SYMBOL = '<symbol id="s" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9" fill="currentColor"/></symbol>'


def forms(pdf: bytes) -> int:
    with opened(pdf) as file:
        return sum(
            isinstance(obj, pikepdf.Stream) and obj.get("/Subtype") == pikepdf.Name.Form
            for obj in file.objects
        )


def test_one_form_serves_all_colours_and_all_faces() -> None:
    use = '<use href="#s" x="1" y="2" width="12" height="12" color="#f00"/>'
    other = SYMBOL.replace("viewBox", 'data-at="elsewhere.svg:1" viewBox')
    pdf = good(
        svg(SYMBOL + use + '<g color="#00f"><use href="#s" width="6" height="6"/></g>'),
        svg(f"<defs>{other}</defs>{use}"),
    )
    assert forms(pdf) == 1
    assert "q 0.5 0 0 0.5 1 2 cm 1 0 0 rg 1 0 0 RG /X0 Do Q" in stream(pdf)
    assert "q 0.25 0 0 0.25 0 0 cm 0 0 1 rg 0 0 1 RG /X0 Do Q" in stream(pdf)
    assert "/X0 Do" in stream(pdf, 1)


def test_other_content_under_the_same_id_is_another_form() -> None:
    use = '<use href="#s" width="6" height="6"/>'
    assert forms(good(svg(SYMBOL + use), svg(SYMBOL.replace('r="9"', 'r="8"') + use))) == 2
    through = '<symbol id="t" viewBox="0 0 9 9"><use href="#s" width="9" height="9"/></symbol>'
    outer = '<use href="#t" width="6" height="6"/>'
    documents = [svg(through + symbol + outer) for symbol in (SYMBOL, SYMBOL.replace('r="9"', 'r="8"'))]
    assert forms(good(*documents)) == 4


def test_what_a_symbol_inherits_is_not_shared() -> None:
    plain = '<symbol id="s" viewBox="0 0 9 9"><rect width="9" height="9"/></symbol>'
    use = '<use href="#s" width="6" height="6"'
    image = raster(good(svg(f'{plain}{use} fill="#f00"/>{use} x="6" fill="#00f"/>')))
    assert image.getpixel((18, 18)) == (255, 0, 0)
    assert image.getpixel((54, 18)) == (0, 0, 255)


@pytest.mark.parametrize(
    "inner",
    [
        '<linearGradient id="g"><stop stop-color="currentColor"/><stop offset="1" stop-color="currentColor"/>'
        '</linearGradient><rect width="9" height="9" fill="url(#g)"/>',
        '<pattern id="p" width="3" height="3" patternUnits="userSpaceOnUse"><rect width="3" height="3" '
        'fill="currentColor"/></pattern><rect width="9" height="9" fill="url(#p)"/>',
        '<marker id="m" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse"><rect width="9" '
        'height="9" fill="currentColor"/></marker><path d="M0 0L9 9" stroke="none" marker-start="url(#m)"/>',
    ],
    ids=["gradient", "pattern", "marker"],
)
def test_what_paints_in_the_current_colour_takes_it(inner: str) -> None:
    symbol = f'<symbol id="s" viewBox="0 0 9 9">{inner}</symbol>'
    use = '<use href="#s" width="6" height="6"'
    image = raster(good(svg(f'{symbol}{use} color="#f00"/>{use} x="6" color="#00f"/>')))
    assert image.getpixel((18, 18)) == (255, 0, 0)
    assert image.getpixel((54, 18)) == (0, 0, 255)


def test_a_gradient_whose_focus_lies_outside_its_circle_spans_a_cone() -> None:
    stops = '<stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
    circle = 'gradientUnits="userSpaceOnUse" cx="30" cy="30" r="10" fx="50" fy="30"'
    gradient = f'<radialGradient id="g" {circle}>{stops}</radialGradient>'
    image = raster(good(svg(f'{gradient}<rect width="60" height="60" fill="url(#g)"/>')))
    assert image.getpixel((6 * 5, 6 * 30)) == pytest.approx((0, 0, 255), abs=2)
    assert image.getpixel((6 * 55, 6 * 10)) == (255, 255, 255)


def test_a_colour_inside_a_symbol_does_not_leak() -> None:
    symbol = (
        '<symbol id="s" viewBox="0 0 9 9"><rect width="3" height="9" fill="#0f0"/>'
        '<rect x="3" width="3" height="9" fill="currentColor"/><path d="M7.5 0v9" stroke="currentColor" '
        'stroke-width="3"/></symbol>'
    )
    image = raster(good(svg(symbol + '<use href="#s" width="9" height="9" color="#f00"/>')))
    assert [image.getpixel((x, 30)) for x in (9, 27, 45)] == [(0, 255, 0), (255, 0, 0), (255, 0, 0)]


def test_as_deep_as_the_check_allows_can_be_drawn() -> None:
    levels, faded = 8, '<g opacity=".9">' * 8
    body = "".join(
        f'<symbol id="s{i}" viewBox="0 0 9 9">{faded}'
        f'<use href="#s{i + 1}" width="9" height="9"/>{"</g>" * 8}</symbol>'
        for i in range(1, levels)
    )
    document = svg(
        body + f'<symbol id="s{levels}"><rect width="9" height="9"/></symbol>'
        '<use href="#s1" width="9" height="9"/>'
    )
    assert check_svg(Design(document)) == ()
    assert good(document)


# ------------------------------------------------------------------ text
def test_text_is_kerned_and_keeps_its_characters() -> None:
    pdf = good(svg('<text x="5" y="9" font-size="4">AV  To\n fi</text>'))
    assert re.search(r"/F1\+0 4 Tf 1 0 0 -1 5 9 Tm \[<01>\d+(\.\d+)?<02", stream(pdf))
    assert text_of(pdf) == "AV To fi"


def text_of(pdf: bytes) -> str:
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as file:
        return str(file[0].get_textpage().get_text_bounded())


@pytest.mark.parametrize(("anchor", "part"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_text_stands_where_its_anchor_says(anchor: str, part: float) -> None:
    from generator.text.shaping import Shaper

    width = 5 * Shaper(fonts()).measured(fonts().chain("Fraunces", 600), "AVATAR")[0] + 0.4 * 5
    body = (
        f'<text x="30" y="9" font-family="Fraunces" font-size="5" letter-spacing=".4" text-anchor="{anchor}">'
        "AVATAR</text>"
    )
    found = re.search(r"0.4 Tc .* 1 0 0 -1 (\S+) 9 Tm", operators(body))
    assert found
    assert float(found[1]) == pytest.approx(30 - part * width, abs=1e-4)


def test_more_signs_than_one_subset_holds() -> None:
    signs = "".join(chr(code) for code in (*range(0x21, 0x7F), *range(0xC0, 0x180), *range(0x1EA0, 0x1EFA)))
    pdf = good(svg(f'<text x="5" y="9" font-size=".2"><![CDATA[{signs}]]></text>'))
    assert "/F1+1" in stream(pdf)
    assert text_of(pdf) == signs


def names_of_fonts(pdf: bytes) -> set[str]:
    with opened(pdf) as file:
        fonts_ = [each for each in file.objects if isinstance(each, pikepdf.Dictionary)]
        found = {str(each.BaseFont) for each in fonts_ if each.get("/Type") == "/Font"}
        assert found == {str(each.FontName) for each in fonts_ if each.get("/Type") == "/FontDescriptor"}
        return found


def test_subsets_of_a_font_in_several_files_have_names_of_their_own() -> None:
    text = '<text x="5" y="9" font-size="3">{}</text>'
    names = [names_of_fonts(good(svg(text.format(words)))) for words in ("abc", "abd", "abc")]
    assert names[0] == names[2] and not names[0] & names[1]
    for name in names[0] | names[1]:
        assert re.fullmatch(r"/[A-Z]{6}\+SourceSans3-Regular", name) and "AAAAAA" not in name


def test_a_missing_sign_is_told_with_its_place() -> None:
    _, (problem,) = drawn(svg('<text data-at="card.svg:4" font-size="3">one ☃</text>'))
    assert problem.where == "card.svg:4"
    assert "SourceSans3-Regular.ttf has no “☃”" in problem.what


def outlined(text: str, *, family: str, weight: int, size: float, x: float, y: float) -> str:
    """The same text as outlines straight from HarfBuzz, for the other renderer."""
    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(fonts().path(family, weight))))
    font, buffer = uharfbuzz.Font(face), uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer, {"kern": True, "liga": False})
    scale, at, parts = size / face.upem, 0, []
    for info, place in zip(buffer.glyph_infos or (), buffer.glyph_positions or (), strict=True):
        pen = _Outline()
        font.draw_glyph_with_pen(info.codepoint, pen)
        parts.append(f'<path d="{" ".join(pen.data)}" transform="translate({at} 0)"/>')
        at += place.x_advance
    return f'<g transform="translate({x} {y}) scale({scale} {-scale})">{"".join(parts)}</g>'


class _Outline:
    """A pen that writes path data."""

    def __init__(self) -> None:
        self.data: list[str] = []

    def __getattr__(self, name: str) -> Any:
        letter = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "qCurveTo": "Q", "closePath": "Z"}[name]
        return lambda *points: self.data.append(letter + " ".join(f"{x},{y}" for x, y in points))


def test_text_lies_on_the_outlines_of_its_glyphs() -> None:
    texts: list[dict[str, Any]] = [
        {"text": "AVATAR To Wave", "family": "Fraunces", "weight": 600, "size": 6.5, "x": 2.0, "y": 12.0},
        {
            "text": "Kerned, office flow",
            "family": "SourceSans3",
            "weight": 400,
            "size": 6.0,
            "x": 2.0,
            "y": 30.0,
        },
        {"text": "Vitals 5 – ½", "family": "SourceSans3", "weight": 700, "size": 9.0, "x": 2.0, "y": 50.0},
    ]
    body = "".join(
        f'<text x="{t["x"]}" y="{t["y"]}" font-family="{t["family"]}" font-weight="{t["weight"]}" '
        f'font-size="{t["size"]}">{t["text"]}</text>'
        for t in texts
    )
    actual = raster(good(svg(body)))
    expected = other_raster(svg("".join(outlined(**t) for t in texts)), actual.size)
    assert same_picture("text", actual, expected)


def test_text_lies_where_another_renderer_sets_it() -> None:
    body = (
        '<text x="2" y="12" font-family="{0}" font-weight="600" font-size="6.5">AVATAR To Wave</text>'
        '<g font-size="5">'
        '<text x="30" y="24" font-family="{0}" font-weight="800" text-anchor="middle">Wave</text>'
        '<text x="58" y="34" font-family="{1}" font-style="italic" text-anchor="end">Kerned</text>'
        '<text x="2" y="44" font-family="{1}" letter-spacing="0.6">To spread</text></g>'
        '<text x="2" y="56" font-family="{1}" font-weight="700" font-size="9">Vitals 5 – ½</text>'
    )
    actual = raster(good(svg(body.format("Fraunces", "SourceSans3"))))
    expected = other_raster(svg(body.format("Fraunces", "'Source Sans 3'")), actual.size)
    assert same_picture("text-of-its-own", actual, expected)


# ------------------------------------------------------------------ pictures
@pytest.mark.parametrize("name", sorted(path.stem for path in (ROOT / "svg").glob("*.svg")))
def test_a_drawing_looks_as_in_another_renderer(name: str) -> None:
    document = (ROOT / "svg" / f"{name}.svg").read_text()
    actual = raster(good(document))
    assert same_picture(name, actual, other_raster(document, actual.size))


def data_uri(image: Image.Image, kind: str) -> str:
    out = io.BytesIO()
    image.save(out, kind)
    return f"data:image/{kind.lower()};base64,{base64.b64encode(out.getvalue()).decode()}"


def quarters(mode: str) -> Image.Image:
    """Four colours, the first see-through where the mode can."""
    image = Image.new("RGBA", (400, 400), (200, 30, 30, 0 if mode in ("RGBA", "P") else 255))
    for at, fill in (((200, 0), "#2463b0"), ((0, 200), "#2f8a45"), ((200, 200), "#d9a400")):
        image.paste(Image.new("RGBA", (200, 200), fill), at)
    return image.quantize() if mode == "P" else image.convert(mode)


@pytest.mark.parametrize(
    ("mode", "kind"), [("RGBA", "PNG"), ("RGB", "PNG"), ("L", "PNG"), ("P", "PNG"), ("RGB", "JPEG")]
)
def test_pictures_of_pixels(mode: str, kind: str) -> None:
    href = data_uri(quarters(mode), kind)
    document = svg(
        '<rect width="60" height="60" fill="#fbf7ef"/>'
        f'<image href="{href}" x="5" y="5" width="30" height="20"/>'
        f'<image href="{href}" x="35" y="30" width="20" height="20" transform="rotate(10 45 40)"/>'
    )
    pdf = good(document)
    actual = raster(pdf)
    assert same_picture(f"pixels-{mode}-{kind}", actual, other_raster(document, actual.size))
    with opened(pdf) as file:
        masks = [obj for obj in file.objects if isinstance(obj, pikepdf.Stream) and "/SMask" in obj]
        assert len(masks) == (1 if mode in ("RGBA", "P") else 0)


def test_sixteen_bits_of_gray_are_not_white() -> None:
    href = data_uri(Image.new("I;16", (9, 9), 0x8000), "PNG")
    image = raster(good(svg(f'<image href="{href}" width="60" height="60"/>')))
    assert image.getpixel((180, 180)) == pytest.approx((128, 128, 128), abs=1)


def test_no_path_is_read() -> None:
    _, (problem,) = drawn(svg('<image data-at="c.svg:2" href="art/a.svg" width="30" height="20"/>'))
    assert problem.where == "c.svg:2"
    assert problem.what == "The picture “art/a.svg” is not part of the design."


def svg_picture(inner: str) -> str:
    data = base64.b64encode(inner.encode()).decode()
    return svg(f'<image href="data:image/svg+xml;base64,{data}" width="60" height="60" data-at="art/a.svg"/>')


ART = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><style>.a{{fill:#b23a77}}</style>'
    '<defs><marker id="p" markerWidth="4" markerHeight="4" refX="2" refY="2">'
    '<circle cx="2" cy="2" r="2"/></marker></defs>'
    '<rect class="a" x="5" y="5" width="20" height="20"/>'
    '<rect x="30" y="10" width="20" height="10" fill="#2f8a45"/>'
    '<path d="M10 40L30 50L50 40" fill="none" stroke="#2463b0" marker-mid="url(#p)"/>{}</svg>'
)


def test_art_with_markers_and_a_style_sheet_is_drawn() -> None:
    document = ART.format("")
    pdf = good(svg_picture(document))
    assert good(svg_picture(document)) == pdf
    actual = raster(pdf)
    assert same_picture("art", actual, other_raster(document, actual.size))
    with opened(pdf) as file:
        assert file.check_pdf_syntax() == []


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("<foreignObject/>", "<foreignObject>"),
        ("<script/>", "<script>"),
        ('<rect onclick="x"/>', "onclick"),
        ('<image href="http://example.org/a.png"/>', "outside the game folder"),
        ('<image href="/etc/passwd"/>', "not part of the design"),
        ('<image href="data:image/png,%3Csvg/%3E"/>', "neither PNG nor JPEG"),
        ('<use href="other.svg#a"/>', "outside its file"),
        ('<rect fill="url(http://example.org/#a)"/>', "outside its file"),
        ("<style>@import 'a.css'</style>", "outside its file"),
        ("<style>rect{fill:url(a.svg#b)}</style>", "outside its file"),
        (
            '<pattern id="q" width="1" height="1"><rect width="1" height="1" fill="url(#q)"/></pattern>'
            '<rect width="9" height="9" fill="url(#q)"/>',
            "uses itself",
        ),
    ],
)
def test_such_art_may_not_reach_out_or_lose_anything(part: str, expected: str) -> None:
    pdf, problems = drawn(svg_picture(ART.format(part)))
    assert expected in " ".join(problem.what for problem in problems)
    assert stream(pdf) == ""


FILTERED = (
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/a.dtd">'
    '<svg viewBox="0 0 9 9">'
    '<filter id="f"><feGaussianBlur/></filter><filter id="g"><feGaussianBlur/></filter>'
    '<rect filter="url(#f)" width="9" height="9"/><rect filter="url(#g)" width="9" height="9"/></svg>'
)


def without(monkeypatch: pytest.MonkeyPatch, *libraries: str, fault: type[Exception]) -> None:
    """No such library can be imported."""
    real = builtins.__import__

    def missing(name: str, *rest: Any, **options: Any) -> Any:
        if name.partition(".")[0] in libraries:
            raise fault(f"no {name} here")
        return real(name, *rest, **options)

    monkeypatch.setattr(builtins, "__import__", missing)


def test_without_another_renderer_the_problem_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "resvg_py", fault=ImportError)
    _, problems = drawn(svg_picture(FILTERED[FILTERED.index("<svg") :]))
    assert {problem.what for problem in problems} >= {"The element <filter> cannot be drawn here."}
    assert all("pip install" in problem.mend for problem in problems)


def test_filters_in_own_art_are_printed_as_pixels() -> None:
    blurred = FILTERED.replace("<feGaussianBlur/>", '<feGaussianBlur stdDeviation="1"/>')
    (problem,) = drawn(svg_picture(blurred))[1]
    assert problem.severity is Severity.NOTE
    assert problem.what.endswith("The element <filter> cannot be drawn here.")


def lettered(font: str, words: str) -> str:
    """A picture with letters that is drawn as pixels."""
    blur = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    blurred = f'{blur}<rect filter="url(#f)" width="9" height="9"/>'
    text = f'<text x="5" y="40" font-size="16" {font}>{words}</text>'
    return svg_picture(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60">{blurred}{text}</svg>')


@pytest.mark.parametrize(
    "font",
    [
        'font-family="sourcesans3" font-weight="700"',
        'font-family="\'SOURCE SANS 3\', serif" font-weight="bold"',
        'font-family="Source Sans 3 Bold"',
    ],
)
def test_letters_in_art_that_is_printed_as_pixels_are_in_the_font_that_the_game_knows(font: str) -> None:
    def ink(font: str) -> Image.Image:
        pdf, problems = drawn(lettered(font, "Bonsai"))
        assert [problem.severity for problem in problems] == [Severity.NOTE]
        return raster(pdf)

    exact = ink('font-family="Source Sans 3" font-weight="700"')
    assert min(exact.crop((30, 150, 300, 260)).convert("L").tobytes()) < 60  # there are letters
    assert ink(font) == exact


def test_a_letter_that_art_printed_as_pixels_would_lose_is_told() -> None:
    _, (problem,) = drawn(lettered('font-family="Source Sans 3"', "Bon\u3042"))
    assert problem.what == "The font SourceSans3-Regular.ttf has no “\u3042”."


@pytest.mark.parametrize("extra", ["", '<pattern id="m"/>'])
def test_own_art_may_have_a_document_type(extra: str) -> None:
    art = FILTERED.replace("<filter", "<g").replace("</filter", "</g").replace("<feGaussianBlur/>", extra)
    art = art.replace(' filter="url(#f)"', "").replace(' filter="url(#g)"', "")
    good(svg_picture(art))
