"""Fonts of every kind are taken under their own names, and hostile ones are refused in words."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pypdfium2
import pytest
from fontTools.cffLib import SubrsIndex
from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, InstanceDescriptor, SourceDescriptor
from fontTools.fontBuilder import FontBuilder
from fontTools.misc.psCharStrings import T2CharString
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fontTools.varLib import build as merged
from PIL import Image

from generator.ground.cache import open_cache
from generator.ground.problems import Severity
from generator.svg.designs import draw_designs
from generator.svg.style import Style, styled
from generator.text.font_check import fault_of
from generator.text.font_kinds import UnfitFont, claims_of, is_cubic, measured_alone, static_font, with_family
from generator.text.fonts import MOST_FONT, BrokenFont, UnknownFamily, find_fonts
from generator.text.shaping import Shaper
from tests.shared.svg_pictures import Design, svg

FOLDER = Path(__file__).parents[2] / "fonts"
REGULAR = (FOLDER / "SourceSans3-Regular.ttf").read_bytes()
WEIGHTS = tuple(range(100, 1000, 100))
LETTERS = "ABCabc"


def packed(font: TTFont) -> bytes:
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def square(pen, side: int) -> None:
    pen.moveTo((50, 0))
    for point in ((50, side), (side, side), (side, 0)):
        pen.lineTo(point)
    pen.closePath()


def small(
    family: str, weight: int = 400, *, cubic: bool = False, licence: int = 0, side: int = 500
) -> TTFont:
    """A font of squares for a few letters."""
    builder = FontBuilder(1000, isTTF=not cubic)
    names = [".notdef", "space", *LETTERS]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({32: "space"} | {ord(letter): letter for letter in LETTERS})
    if cubic:
        pens = {name: T2CharStringPen(600, None) for name in names}
    else:
        pens = {name: TTGlyphPen(None) for name in names}
    for name, pen in pens.items():
        if name != "space":
            square(pen, side)
    if cubic:
        builder.setupCFF(family, {}, {name: pen.getCharString() for name, pen in pens.items()}, {})
    else:
        builder.setupGlyf({name: pen.glyph() for name, pen in pens.items()})
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupOS2(usWeightClass=weight, fsType=licence)
    builder.setupPost()
    return builder.font


def variable(family: str) -> bytes:
    space = DesignSpaceDocument()
    space.addAxis(AxisDescriptor(tag="wght", name="Weight", minimum=200, default=400, maximum=800))
    for weight in (200, 400, 800):
        font = TTFont(io.BytesIO(packed(small(family, weight, side=weight // 2 + 100))))
        space.addSource(SourceDescriptor(font=font, location={"Weight": weight}, name=str(weight)))
    return packed(merged(space)[0])


def cubic_variable(family: str) -> bytes:
    """The same with cubic outlines (CFF2) of one letter, A, whose side follows the weight from 400 on."""
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "A"])
    builder.setupCharacterMap({65: "A"})
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupFvar([("wght", 400, 400, 900, "Weight")], [])
    moved = [50, 0, "rmoveto", 200, 100, 1, "blend", 500, -200, -100, 1, "blend", -500, "hlineto"]
    drawings = {".notdef": T2CharString(program=[]), "A": T2CharString(program=moved)}
    builder.setupCFF2(drawings, regions=[{"wght": (0, 1, 1)}])
    builder.setupHorizontalMetrics({".notdef": (600, 0), "A": (600, 50)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2(usWeightClass=400)
    builder.setupPost()
    return packed(builder.font)


def collection(*fonts: TTFont) -> bytes:
    several, file = TTCollection(), io.BytesIO()
    several.fonts = [TTFont(io.BytesIO(packed(font))) for font in fonts]
    several.save(file)
    return file.getvalue()


def woff(content: bytes) -> bytes:
    font = TTFont(io.BytesIO(content))
    font.flavor = "woff"
    return packed(font)


KINDS = {
    "any name.ttf": packed(small("Plain Face")),
    "deep/cubic.otf": packed(small("Cubic Face", cubic=True)),
    "both.ttc": collection(small("First Face"), small("Second Face", 700)),
    "static/moving[wght].ttf": variable("Moving Face"),
    "web.woff": woff(packed(small("Web Face"))),
    "webcubic.woff": woff(packed(small("Web Cubic", cubic=True))),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in KINDS.items():
        (tmp_path / "fonts" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "fonts" / name).write_bytes(content)
    return tmp_path / "fonts"


FAMILIES = ("Plain Face", "Cubic Face", "First Face", "Second Face", "Moving Face", "Web Face", "Web Cubic")


@pytest.mark.parametrize("family", FAMILIES)
def test_every_kind_is_used_under_its_own_name(folder: Path, family: str) -> None:
    fonts = find_fonts(folder)
    assert fonts.unused() == ()
    path = fonts.path(family)
    content = fonts.data(path).content
    assert fault_of(measured_alone(content) if is_cubic(content) else content) == ""
    assert Shaper(fonts).measured((path,), "AB")[0] == pytest.approx(1.2)
    assert Shaper(fonts).measured((path,), "A☃")[2] == "☃"


@pytest.mark.parametrize("family", FAMILIES)
def test_every_kind_draws_the_letters_of_pixels(folder: Path, family: str) -> None:
    """By the name that a program finds in it."""
    import resvg_py

    fonts = find_fonts(folder)
    file = folder / "face.ttf"
    file.write_bytes(with_family(fonts.data(fonts.path(family)).content, "face0"))
    text = '<text x="1" y="9" font-size="9" font-family="face0">A</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{text}</svg>'
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(file)])
    assert Image.open(io.BytesIO(bytes(png))).getextrema()[3] == (0, 255)


def test_a_variable_font_has_every_weight_of_its_axis(folder: Path) -> None:
    fonts = find_fonts(folder)
    widths = []
    for weight in (200, 400, 600, 800):
        (_, _, width, _), *_ = Shaper(fonts).painted_em(fonts.chain("Moving Face", weight), "A")
        widths.append(width)
    assert widths == pytest.approx([0.15, 0.25, 0.35, 0.45], abs=0.002)
    assert fonts.path("Moving Face", 900) == fonts.path("Moving Face", 800)


def test_a_variable_font_with_cubic_outlines_has_every_weight_too(tmp_path: Path) -> None:
    (tmp_path / "cubic.otf").write_bytes(cubic_variable("Cubic Moving"))
    fonts = find_fonts(tmp_path)
    chains = [fonts.chain("Cubic Moving", weight) for weight in (400, 600, 900)]
    widths = [next(iter(Shaper(fonts).painted_em(chain, "A")))[2] for chain in chains]
    assert widths == pytest.approx([0.2, 0.24, 0.3], abs=0.002)
    out = io.BytesIO()
    letter = svg("<text x='2' y='18' font-family='Cubic Moving' font-weight='900' font-size='20'>A</text>")
    assert draw_designs([Design(letter)], fonts=fonts, out=out, bleed_mm=0) == ()
    with pypdfium2.PdfDocument(out.getvalue()) as pdf:
        assert pdf[0].get_textpage().get_text_range() == "A"
        picture = pdf[0].render(scale=4).to_pil().convert("L")
    left, _, right, _ = picture.point(lambda light: 255 * (light < 128)).getbbox()  # type: ignore[misc]
    assert (right - left) / 4 / 72 * 25.4 == pytest.approx(0.3 * 20, abs=0.2)


@pytest.mark.parametrize(
    ("spelling", "file"),
    [
        ("Source Sans 3", "SourceSans3-Regular.ttf"),
        ("SourceSans3-SemiBold", "SourceSans3-SemiBold.ttf"),
        ("Source Sans 3 SemiBold", "SourceSans3-SemiBold.ttf"),
        ("source sans 3 italic", "SourceSans3-Italic.ttf"),
        ("Fraunces SemiBold Italic", "Fraunces-SemiBoldItalic.ttf"),
        ("Fraunces ExtraBold", "Fraunces-ExtraBold.ttf"),
    ],
)
def test_a_style_may_stand_behind_the_family(spelling: str, file: str) -> None:
    assert find_fonts(FOLDER).path(spelling).name == file


def test_a_variable_font_has_weights_between_the_usual_ones(folder: Path) -> None:
    fonts = find_fonts(folder)
    path = fonts.path("Moving Face", 650)
    (_, _, width, _), *_ = Shaper(fonts).painted_em((path,), "A")
    assert width == pytest.approx(0.375, abs=0.002) and path not in fonts.paths
    assert fonts.digest(path) == fonts.digest(fonts.path("Moving Face"))
    assert fonts.path("Moving Face", 1000) == fonts.path("Moving Face", 800)


def moving_in_all(family: str) -> bytes:
    """A variable font of all axes; each of them moves one more side of its squares."""
    space = DesignSpaceDocument()
    axes = (("wght", 100, 400, 900), ("wdth", 75, 100, 125), ("slnt", -10, 0, 0), ("CASL", 0, 0, 1))
    for tag, least, usual, most in axes:
        space.addAxis(AxisDescriptor(tag=tag, name=tag, minimum=least, default=usual, maximum=most))
    start = {tag: usual for tag, _, usual, _ in axes}
    places = [start] + [start | {tag: end} for tag, *ends in axes for end in {ends[0], ends[2]} - {ends[1]}]
    for at, place in enumerate(places):
        font = TTFont(io.BytesIO(packed(small(family, side=400 + 10 * at))))
        space.addSource(SourceDescriptor(font=font, location=place, name=str(at)))
    for name, place in (
        ("Regular", {}),
        ("Casual Semi Bold", {"CASL": 1, "wght": 600}),
        ("Bold", {"wght": 700}),
    ):
        space.addInstance(InstanceDescriptor(styleName=name, designLocation=start | place))
    return packed(merged(space)[0])


@pytest.fixture(scope="module")
def axes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("axes")
    (folder / "all[CASL,slnt,wdth,wght].ttf").write_bytes(moving_in_all("All Face"))
    return folder


@pytest.mark.parametrize(
    ("named", "weight", "italic", "place"),
    [
        ("All Face", 400, False, {}),
        ("All Face", 450, False, {"wght": 450}),
        ("All Face SemiBold", 400, False, {"wght": 600}),
        ("All Face Semi-Bold", 400, False, {"wght": 600}),
        ("AllFace-DemiBold", 400, False, {"wght": 600}),
        ("All Face Condensed", 700, False, {"wdth": 75, "wght": 700}),
        ("All Face Semi-Condensed Black", 400, False, {"wdth": 87.5, "wght": 900}),
        ("All Face Expanded", 400, True, {"wdth": 125, "slnt": -10}),
        ("All Face Italic", 400, False, {"slnt": -10}),
        ("All Face Bold Oblique", 400, False, {"slnt": -10, "wght": 700}),
        ("All Face Casual", 400, False, {"CASL": 1}),
        ("All Face Casual Semi Bold", 400, False, {"CASL": 1, "wght": 600}),
        ("All Face Casual Condensed", 300, True, {"CASL": 1, "wdth": 75, "slnt": -10, "wght": 300}),
    ],
)
def test_axes_and_instances_are_reached_by_the_names_that_programs_show(
    axes: Path, named: str, weight: int, italic: bool, place: dict[str, float]
) -> None:
    fonts = find_fonts(axes)
    assert fonts.unused() == ()
    path = fonts.path(named, weight, italic)
    location = {"wght": 400.0, "wdth": 100.0, "slnt": 0.0, "CASL": 0.0} | place
    claim = fonts._file(path).claim
    assert claim and dict(claim.location or ()) == location
    assert Shaper(fonts).measured((path,), "AB")[0] == pytest.approx(1.2)


def test_every_axis_is_set_in_the_font_that_is_printed(axes: Path) -> None:
    fonts = find_fonts(axes)
    names = ("All Face", "All Face Condensed", "All Face Casual", "All Face Italic", "All Face Black")
    widths = {round(next(iter(Shaper(fonts).painted_em((fonts.path(name),), "A")))[2], 4) for name in names}
    assert len(widths) == len(names)


@pytest.mark.parametrize(
    ("stretch", "families"),
    [
        ("normal", "All Face"),
        ("100%", "All Face"),
        ("condensed", "All Face Condensed, All Face"),
        ("semi-expanded", "All Face SemiExpanded, All Face"),
        ("80%", "All Face Condensed, All Face"),
    ],
)
def test_a_drawing_says_its_width_as_programs_write_it(stretch: str, families: str) -> None:
    style = styled(Style(), {"font-family": "'All Face'", "font-stretch": stretch})
    assert style.families.replace("'", "") == families


@pytest.mark.parametrize(
    ("family", "typographic", "shown"),
    [
        ("Any Sans Condensed", "Any Sans", "Any Sans Condensed"),
        ("Any Sans Narrow", None, "Any Sans Narrow"),
        ("Any Sans Narrow", "Any Sans Narrow", "Any Sans Narrow"),
    ],
)
def test_a_width_is_said_once(family: str, typographic: str | None, shown: str) -> None:
    font = small(family)
    font["OS/2"].usWidthClass = 3
    if typographic:
        font["name"].setName(typographic, 16, 3, 1, 0x409)
    assert [claim.family for claim in claims_of(packed(font), WEIGHTS, MOST_FONT)] == [shown]


def test_a_width_that_is_none_is_told() -> None:
    with pytest.raises(ValueError, match="“narrow” is neither a percent nor a word"):
        styled(Style(), {"font-stretch": "narrow"})


def test_a_style_behind_an_unknown_family_is_unknown() -> None:
    with pytest.raises(UnknownFamily):
        find_fonts(FOLDER).path("Comic Neue Bold")


def test_two_files_that_claim_the_same_and_a_licence_are_warnings(folder: Path) -> None:
    (folder / "zwin.ttf").write_bytes(KINDS["any name.ttf"])
    (folder / "closed.ttf").write_bytes(packed(small("Closed", licence=2)))
    closed, twin = find_fonts(folder).unused()
    assert (closed.severity, closed.where) == (Severity.WARNING, "fonts/closed.ttf")
    assert (twin.severity, twin.where) == (Severity.WARNING, "fonts/zwin.ttf")
    assert "forbid embedding" in closed.what and "fonts/any name.ttf" in twin.what


def test_pictures_and_letters_in_colour_are_told(folder: Path) -> None:
    painted = small("Painted")
    painted["SVG "] = DefaultTable("SVG ")
    painted["SVG "].data = bytes(10)
    (folder / "painted.ttf").write_bytes(packed(painted))
    emoji = small("Emoji")
    for tag in ("glyf", "loca"):
        del emoji[tag]
    emoji["CBDT"] = DefaultTable("CBDT")
    emoji["CBDT"].data = bytes(10)
    emoji["maxp"].tableVersion = 0x5000
    (folder / "emoji.ttf").write_bytes(packed(emoji))
    fonts = find_fonts(folder)
    assert [(problem.where, problem.what) for problem in fonts.unused()] == [
        ("fonts/painted.ttf", "Its letters in several colours are printed in one."),
        (
            "fonts/emoji.ttf",
            "The font cannot be used: It holds pictures in colour (emoji), which are not printed.",
        ),
    ]
    with pytest.raises(BrokenFont) as raised:
        fonts.data(fonts.path("Emoji"))
    assert raised.value.problems[0].mend.startswith("Draw such a sign as an icon")


def test_a_face_is_made_once_and_kept(folder: Path, tmp_path: Path) -> None:
    cache = open_cache(tmp_path)
    first, again = (find_fonts(folder, cache=cache) for _ in range(2))
    path = first.path("Moving Face", 600)
    assert first.data(path) == again.data(path)
    assert first.fingerprint() == again.fingerprint()


def test_all_kinds_are_printed_on_one_page_and_read_back(folder: Path) -> None:
    lines = "".join(
        f"<text x='5' y='{6 + 7 * at}' font-size='5' font-family='{family}' font-weight='{200 + 100 * at}'>"
        f"{'ABCabc'[at % 6 :]} cab</text>"
        for at, family in enumerate(FAMILIES)
    )
    out = io.BytesIO()
    assert draw_designs([Design(svg(lines))], fonts=find_fonts(folder), out=out) == ()
    with pypdfium2.PdfDocument(out.getvalue()) as opened:
        words = opened[0].get_textpage().get_text_range().split()
    assert words == [word for at in range(len(FAMILIES)) for word in ("ABCabc"[at % 6 :], "cab")]


# ---------------------------------------------------------------- hostile fonts


def patched(content: bytes, tag: str, at: int, form: str, *values: int) -> bytes:
    """A font with some numbers of a table overwritten."""
    table = TTFont(io.BytesIO(content)).reader.tables[tag]
    raw = bytearray(content)
    struct.pack_into(f">{form}", raw, table.offset + at, *values)
    return bytes(raw)


def bomb() -> bytes:
    body = zlib.compress(bytes(MOST_FONT * 3))
    head = struct.pack(">4s4sLHHLHHLLLLL", b"wOFF", b"\0\1\0\0", 64 + len(body), 1, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    return head + struct.pack(">4sLLLL", b"glyf", 64, len(body), MOST_FONT * 3, 0) + body


def endless() -> bytes:
    font = small("Deep", cubic=True)
    font.recalcBBoxes = False
    program = T2CharString(program=[-107, "callsubr"])
    top = font["CFF "].cff.topDictIndex[0]
    top.Private.Subrs = SubrsIndex()
    top.Private.Subrs.append(program)
    top.CharStrings["A"].program = [-107, "callsubr", "endchar"]
    return packed(font)


PLAIN, CUBIC, BOTH, MOVING = list(KINDS.values())[:4]

HOSTILE = {
    "empty": b"",
    "junk": b"junk" * 999,
    "half of a cubic font": CUBIC[: len(CUBIC) // 2],
    "half of a collection": BOTH[: len(BOTH) // 2],
    "half of a variable font": MOVING[: len(MOVING) // 2],
    "a collection of ten thousand": struct.pack(">4sLL", b"ttcf", 0x10000, 10_000) + bytes(40_000),
    "a collection of none": struct.pack(">4sLL", b"ttcf", 0x10000, 0),
    "a collection in itself": struct.pack(">4sLLL", b"ttcf", 0x10000, 1, 0),
    "a collection that leads out": struct.pack(">4sLLL", b"ttcf", 0x10000, 1, 0xFFFFFFF0),
    "a packed bomb": bomb(),
    "half of a packed font": KINDS["web.woff"][:400],
    "packed tables outside": KINDS["web.woff"][:48] + b"\xff" * 8 + KINDS["web.woff"][56:],
    "the newer packing": b"wOF2" + bytes(100),
    "many instances": patched(MOVING, "fvar", 12, "H", 65535),
    "many axes": patched(MOVING, "fvar", 8, "H", 65535),
    "axes elsewhere": patched(MOVING, "fvar", 4, "H", 65535),
    "variations elsewhere": patched(MOVING, "gvar", 8, "L", 0xFFFFFFF0),
    "many names": patched(PLAIN, "name", 2, "H", 65535),
    "a name elsewhere": patched(PLAIN, "name", 4, "H", 65535),
    "endless subroutines": endless(),
    "no cubic outlines": patched(CUBIC, "CFF ", 0, "L", 0xFFFFFFFF),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_font_is_refused_in_words(tmp_path: Path, name: str) -> None:
    content = HOSTILE[name]
    with pytest.raises(UnfitFont) as raised:
        for claim in claims_of(content, WEIGHTS, MOST_FONT):
            static_font(content, claim.member, claim.location, MOST_FONT)
    assert str(raised.value).endswith(".")
    (tmp_path / "strange.ttf").write_bytes(content)
    fonts = find_fonts(tmp_path)
    problems = fonts.unused()
    assert {problem.severity for problem in problems} == {Severity.WARNING}
    assert all(problem.where.startswith("fonts/strange") for problem in problems)
    for path in fonts.paths:
        with pytest.raises(BrokenFont):
            fonts.data(path)
