"""Design pages in the four inks of a press: operators and pictures of what is made, seen by two."""

from __future__ import annotations

import base64
import io
import math
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFilter

from docs.make_press_table import PressModel, darkest_of, inks_for, wanted_look
from generator.cmyk.conformance import nonconformities
from generator.cmyk.inks import KEY, MOST_INK, RICH_BLACK, Inks, inks_of, with_black
from generator.cmyk.painted import PaintKind
from generator.cmyk.patches import DPI, patches_of
from generator.cmyk.reading import PageReader, painted_on
from generator.cmyk.separation import separated
from generator.cmyk.separator import TABLE, Separator, lattice, limited
from generator.cmyk.x1a import Wording, pdf_date
from generator.ground.cache import Cache
from generator.ground.problems import Failed, has_errors
from generator.ground.raster import Pages
from tests.shared.small_drawings import DRAWINGS
from tests.shared.svg_pictures import drawn, good, raster, svg

GROUND = '<rect x="-4" y="-4" width="68" height="68" fill="#16203a"/>'
FADING = (
    '<defs><linearGradient id="g"><stop offset="0" stop-color="#ff2000"/><stop offset="1" stop-color="#000"/>'
    '</linearGradient></defs><rect x="5" y="5" width="20" height="8" fill="url(#g)"/>'
)
VEIL = '<circle cx="40" cy="40" r="12" fill="#ffcc00" fill-opacity="0.5"/>'
SPOT = '<rect x="38" y="30" width="4" height="20" fill="#c00"/>'
WORDS = '<text x="10" y="30" font-family="Source Sans 3" font-size="5" fill="#111">Under and over</text>'
OVER = '<rect x="2" y="20" width="56" height="18" fill="#fff" fill-opacity="0.8"/>'
GROUP = f'<g opacity="0.7">{WORDS}<circle cx="20" cy="30" r="6" fill="#008000"/></g>'
PAGES = {
    "opaque": GROUND + FADING + WORDS.replace("#111", "#fff"),
    "veiled": GROUND + FADING + SPOT + VEIL + WORDS,
    "words below": GROUND + VEIL + WORDS + OVER,
    "group": GROUND + FADING + GROUP,
    "faint words": FADING + WORDS.replace("<text", '<text fill-opacity="0.6"'),
}


def pressed(*bodies: str, separator: Separator | None = None, order: list[int | None] | None = None) -> bytes:
    designs = good(*map(svg, bodies), bleed_mm=3.175)
    pages = [*range(len(bodies))] if order is None else order
    return separated(designs, pages, Wording("A deck", "Someone"), separator or Separator())


def said(content: bytes) -> str:
    return " ".join(problem.what for problem in nonconformities(content, "deck.pdf"))


def opened(content: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(content))


def words_of(content: bytes, page: int = 0) -> str:
    with Pages(content) as pages:
        return " ".join(pages.text(page).split())


# ------------------------------------------------------------------ what is made
@pytest.mark.parametrize("name", PAGES)
def test_every_operator_and_picture_is_fit_for_the_press(name: str) -> None:
    assert said(pressed(PAGES[name])) == ""


@pytest.mark.parametrize("name", PAGES)
def test_text_stays_text(name: str) -> None:
    assert (
        words_of(pressed(PAGES[name])) == words_of(good(svg(PAGES[name]), bleed_mm=3.175)) == "Under and over"
    )


@pytest.mark.parametrize("name", PAGES)
def test_it_looks_as_before_but_for_the_colours(name: str) -> None:
    """In grey, since inks are another red than a screen's."""
    before, after = good(svg(PAGES[name]), bleed_mm=3.175), pressed(PAGES[name])
    with Pages(before) as one, Pages(after) as other:
        pictures = [pages.image(0, dpi=60).convert("L").resize((40, 40)) for pages in (one, other)]
    off = [abs(a - b) for a, b in zip(pictures[0].tobytes(), pictures[1].tobytes(), strict=True)]
    assert sum(off) / len(off) < 20
    assert max(off) < 110


def test_only_what_shows_through_becomes_a_picture() -> None:
    with opened(pressed(PAGES["veiled"])) as pdf:
        (image,) = (one for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/Width" in one)
        assert image.ColorSpace == "/DeviceCMYK"
        # A circle of 24 mm with a dot to spare on each side.
        assert int(image.Width) == pytest.approx(24 / 25.4 * DPI, abs=4)
    with opened(pressed(PAGES["opaque"])) as pdf:
        assert not any(isinstance(one, pikepdf.Stream) and "/Width" in one for one in pdf.objects)


@pytest.mark.parametrize("veil", [VEIL, '<rect x="-4" y="50" width="68" height="20" opacity="0.3"/>'])
def test_a_veil_over_one_colour_is_no_picture_but_one_colour(veil: str) -> None:
    with opened(pressed(GROUND + veil)) as pdf:
        assert not any(isinstance(one, pikepdf.Stream) and "/Width" in one for one in pdf.objects)


def test_what_is_hidden_stays_hidden() -> None:
    cover = '<rect x="2" y="20" width="56" height="18" fill="#fff"/>'
    assert words_of(pressed(WORDS + cover + OVER)) == ""


def test_words_below_a_veil_are_as_faint_as_they_look() -> None:
    with opened(
        pressed(GROUND + VEIL + WORDS.replace("#111", "#fff") + OVER.replace("#fff", "#16203a"))
    ) as pdf:
        content = pikepdf.unparse_content_stream(pikepdf.parse_content_stream(pdf.pages[0])).decode()
    words = content.partition("BT")[0].splitlines()
    inks = [line.split() for line in words if line.endswith(" k")][-1]
    ground = Separator().inks((0x16 / 255, 0x20 / 255, 0x3A / 255))
    assert 0.3 < float(inks[3]) < ground.black


def test_black_text_is_black_ink_alone_and_black_areas_are_rich() -> None:
    page = '<rect x="-4" y="-4" width="68" height="30" fill="#000"/>' + WORDS.replace('y="30"', 'y="50"')
    with opened(pressed(page)) as pdf:
        content = pikepdf.unparse_content_stream(pikepdf.parse_content_stream(pdf.pages[0])).decode()
    before, _, after = content.partition("BT")
    assert " ".join(f"{part:g}" for part in RICH_BLACK) + " k" in before
    assert " ".join(f"{part:g}" for part in KEY) + " k" in before.rpartition("f")[2] + after


def test_pages_are_in_the_order_asked_for_and_designs_are_there_once() -> None:
    designs = [svg(f'<rect x="-4" y="-4" width="68" height="68" fill="#{n}{n}8822"/>') for n in "04a"]
    content = separated(good(*designs, bleed_mm=3.175), [2, 0, 2, 1, None, 1], Wording("A deck"), Separator())
    assert said(content) == ""
    with opened(content) as pdf:
        streams = [page.obj.Contents.objgen for page in pdf.pages]
        assert streams[0] == streams[2]
        assert streams[3] == streams[5]
        assert len(set(streams)) == 4
        assert pdf.pages[4].obj.Contents.read_bytes() == b""
        for page in pdf.pages:
            trim = [float(edge) for edge in page.obj.TrimBox]
            assert trim == pytest.approx([9, 9, 9 + 60 / 25.4 * 72, 9 + 60 / 25.4 * 72], abs=1e-3)
            assert list(page.obj.MediaBox) == list(page.obj.BleedBox)


def test_same_input_same_bytes_and_the_date_that_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    first = pressed(PAGES["veiled"])
    assert first == pressed(PAGES["veiled"])
    assert pdf_date() == "D:20000101000000Z"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    with opened(pressed(PAGES["veiled"])) as pdf:
        assert str(pdf.docinfo["/CreationDate"]) == str(pdf.docinfo["/ModDate"]) == "D:20231114221320Z"


# ------------------------------------------------------------------ the checker
@pytest.mark.parametrize("name", PAGES)
def test_the_checker_finds_design_pages_unfit(name: str) -> None:
    found = said(good(svg(PAGES[name]), bleed_mm=3.175))
    assert "RGB" in found
    assert "output intent" in found
    assert ("shows through" in found) is (name != "opaque")


def spoilt(spoil: str) -> bytes:  # noqa: C901 - a case a way of spoiling
    with opened(pressed(PAGES["veiled"])) as pdf:
        page = pdf.pages[0]
        out, more = io.BytesIO(), {}
        match spoil:
            case "colour":
                page.contents_add(b"0.8 0.7 0.7 0.9 k 0 0 9 9 re f")
            case "rgb":
                page.contents_add(b"1 0 0 RG 0 0 m 9 9 l S")
            case "state":
                state = pikepdf.Dictionary(ca=0.5)
                page.obj.Resources.ExtGState = pikepdf.Dictionary(G0=state)
            case "picture":
                image = page.obj.Resources.XObject.X0
                data = bytearray(image.read_bytes())
                data[400:404] = bytes([255, 255, 200, 0])
                image.write(bytes(data))
            case "font":
                font = next(iter(page.obj.Resources.Font.values()))
                del font.FontDescriptor.FontFile2
            case "shading":
                shading = next(iter(page.obj.Resources.Shading.values()))
                shading.ColorSpace = pikepdf.Name.DeviceRGB
            case "note":
                page.obj.Annots = pdf.make_indirect(pikepdf.Array([]))
            case "trim":
                page.obj.TrimBox = [-1, 0, 9, 9]
            case "trapped":
                del pdf.docinfo["/Trapped"]
            case "intent":
                del pdf.Root.OutputIntents
            case "layers":
                pdf.Root.OCProperties = pikepdf.Dictionary()
            case "1.5":
                more = {"object_stream_mode": pikepdf.ObjectStreamMode.generate}
        pdf.save(out, deterministic_id=True, **more)
    return out.getvalue()


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        ("colour", "310 % of ink"),
        ("rgb", "RGB (RG)"),
        ("state", "a graphics state"),
        ("picture", "278 % of ink"),
        ("font", "not embedded"),
        ("shading", "DeviceRGB"),
        ("note", "annotations"),
        ("trim", "boxes do not lie"),
        ("trapped", "trapped"),
        ("intent", "output intent"),
        ("layers", "OCProperties"),
        ("1.5", "not PDF 1.4"),
    ],
)
def test_the_checker_finds_what_is_spoilt(spoil: str, told: str) -> None:
    assert told in said(spoilt(spoil))


# ------------------------------------------------------------------ inks
part = st.integers(0, 100).map(lambda whole: whole / 100)


@settings(max_examples=60)
@given(st.builds(Inks, part, part, part, part), st.sampled_from([1.8, 2.4, 3.0]))
def test_no_more_ink_than_asked_for_and_none_taken_without_need(inks: Inks, most: float) -> None:
    less = limited(inks, most)
    assert less.total <= most + 1e-6
    assert all(0 <= each <= 1 for each in less)
    assert less.black >= min(inks.black, most) - 1e-9
    if inks.total <= most:
        assert less == inks


@settings(max_examples=25)
@given(st.binary(min_size=768, max_size=768))
def test_no_pixel_has_too_much_ink(noise: bytes) -> None:
    made = Separator().picture(Image.frombytes("RGB", (16, 16), noise)).tobytes()
    assert max(sum(made[at : at + 4]) for at in range(0, len(made), 4)) <= 255 * MOST_INK


def test_a_picture_and_a_colour_beside_it_agree() -> None:
    separator = Separator()
    for pixel in ((22, 32, 58), (1, 2, 3), (200, 180, 90), (0, 0, 0), (255, 255, 255)):
        dot = separator.picture(Image.new("RGB", (1, 1), pixel)).tobytes()
        inks = separator.inks((pixel[0] / 255, pixel[1] / 255, pixel[2] / 255))
        assert list(dot) == [round(255 * each) for each in inks]


def test_greys_are_grey_and_white_is_paper() -> None:
    separator = Separator()
    assert separator.inks((1, 1, 1)) == (0, 0, 0, 0)
    for level in (0.3, 0.5, 0.8):
        cyan, magenta, yellow, _ = separator.inks((level, level, level))
        assert max(cyan, magenta, yellow) - min(cyan, magenta, yellow) < 0.2


def test_the_table_is_what_its_maker_makes_of_the_profile() -> None:
    """A few of its 35,937 entries, of colours that inks reach; LittleCMS may round otherwise elsewhere."""
    model, every, kept = PressModel.read(), lattice(), TABLE.read_bytes()
    some = range(5, len(every), 1999)
    reached = 0
    for number, (inks, off) in zip(some, inks_for(model, [every[number] for number in some]), strict=True):
        if off < 0.2:
            pair = zip(inks, kept[4 * number : 4 * number + 4], strict=True)
            assert max(abs(255 * a - b) for a, b in pair) <= 5
            reached += 1
    assert reached >= 4


@pytest.mark.parametrize("rgb", ["#ffe2c4", "#d9e8f3", "#f3ecdd", "#16203a", "#1f474e", "#362e4c", "#808080"])
def test_colours_look_as_on_the_screen_by_the_measurements_of_the_press(rgb: str) -> None:
    """Colours that inks reach, light and dark: within 1.5 units of CIELAB, which few people see."""
    model, pixel = PressModel.read(), bytes.fromhex(rgb[1:])
    wanted = wanted_look(pixel, darkest_of(model))
    red, green, blue = (each / 255 for each in pixel)
    found = model.lab(Separator().inks((red, green, blue)))
    assert math.dist(wanted, found) < 1.5


def test_the_designers_inks_are_taken_wherever_their_colour_is() -> None:
    stated = Separator(stated={(22, 32, 58): Inks(1.0, 0.6, 0.0, 0.4), (255, 204, 0): Inks(1, 1, 1, 1)})
    assert stated.inks((22 / 255, 32 / 255, 58 / 255)) == (1.0, 0.6, 0.0, 0.4)
    assert stated.inks((1.0, 0.8, 0.0)).total <= MOST_INK + 1e-9
    image = Image.new("RGB", (3, 1), (22, 32, 58))
    image.putpixel((1, 0), (23, 32, 58))
    made = stated.picture(image).tobytes()
    assert made[:4] == made[8:] == bytes([255, 153, 0, 102]) != made[4:8]
    assert said(pressed(PAGES["veiled"], separator=stated)) == ""


@pytest.mark.parametrize("text", ["80/70/0/10", "80 70 0 10", "80, 70, 0, 10 %", " 80%70% 0%;10%"])
def test_inks_are_read_as_people_write_them(text: str) -> None:
    assert inks_of(text) == (0.8, 0.7, 0, 0.1)


@pytest.mark.parametrize(
    "text", ["", "80/70/0", "80/70/0/10/0", "80/70/0/101", "-1/0/0/0", "a b c d", "1e2/0/0/0"]
)
def test_other_texts_are_no_inks(text: str) -> None:
    with pytest.raises(ValueError, match="ink"):
        inks_of(text)


SMALL = '<text x="10" y="30" font-family="Source Sans 3" font-size="{}" fill="{}">Under</text>'
EIGHT_PT = 8 / 72 * 25.4


def letters_of(content: bytes) -> tuple[list[float], bool]:
    """The inks of the last thing that a page paints, and whether it prints over its ground."""
    inks, line, over, kept = [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0], False, []
    with opened(content) as pdf:
        page = pdf.pages[0]
        seen = (inks, over)
        for operands, operator in pikepdf.parse_content_stream(page):
            match str(operator):
                case "q":
                    kept.append((inks, line, over))
                case "Q":
                    inks, line, over = kept.pop()
                case "k":
                    inks = [float(each) for each in operands]
                case "K":
                    line = [float(each) for each in operands]
                case "gs":
                    state = page.obj.Resources.ExtGState[str(operands[0])]
                    over = bool(state.OP) and bool(state.op) and int(state.OPM) == 1
                case "TJ":
                    seen = (inks, over)
                case "S":
                    seen = (line, over)
        return seen


@pytest.mark.parametrize(
    ("ground", "ink", "over"),
    [
        ("#ffffff", "#111", True),
        ("#ffcc00", "#111", True),
        ("#401018", "#111", False),  # on so much ink, all of black would be over what the press takes
        ("#ffcc00", "#c00000", False),
        ("#ffcc00", "#808080", False),
    ],
)
def test_words_in_black_ink_alone_print_over_their_ground(ground: str, ink: str, over: bool) -> None:
    content = pressed(GROUND.replace("#16203a", ground) + SMALL.format(4, ink))
    assert letters_of(content)[1] is over
    assert said(content) == ""


@pytest.mark.parametrize(("wide_mm", "over"), [(0.2, True), (0.5, True), (0.6, False)])
def test_fine_black_lines_print_over_their_ground(wide_mm: float, over: bool) -> None:
    line = f'<path d="M5 5H55" stroke="#000" stroke-width="{wide_mm}" fill="none"/>'
    inks, found = letters_of(pressed(GROUND.replace("#16203a", "#ffcc00") + line))
    assert (inks, found) == ([0, 0, 0, 1], over)


def test_a_colour_that_a_ground_is_not_painted_with_takes_no_room() -> None:
    line = '<path d="M5 55H9" stroke="#401018" stroke-width="1" fill="none"/>'
    ground = GROUND.replace("#16203a", "#ffcc00")
    assert letters_of(pressed(line + ground + SMALL.format(4, "#111")))[1]
    edged = ground.replace("/>", ' stroke="#401018" stroke-width="1"/>')
    assert not letters_of(pressed(edged + SMALL.format(4, "#111")))[1]


def test_black_over_a_picture_does_not_print_over_what_may_be_full_of_ink() -> None:
    words = SMALL.format(1.8, "#111").replace('y="30"', 'y="12"')
    assert not letters_of(pressed(GROUND + FADING + words))[1]
    beside = words.replace('x="10"', 'x="40"')
    assert letters_of(pressed(GROUND.replace("#16203a", "#ffcc00") + FADING + beside))[1]


@pytest.mark.parametrize("ink", ["#7f8a5a", "#2f4f6f", "#8b3a62", "#3a6b35", "#5a4632"])
def test_type_below_8_pt_has_two_inks_that_look_nearest(ink: str) -> None:
    small = letters_of(pressed(SMALL.format(EIGHT_PT - 0.1, ink)))[0]
    large = letters_of(pressed(SMALL.format(EIGHT_PT + 0.1, ink)))[0]
    assert sum(part > 0 for part in small) == 2 < sum(part > 0 for part in large)
    model = PressModel.read()
    assert abs(model.lab(small)[0] - model.lab(large)[0]) < 5  # as easy to read
    assert math.dist(model.lab(small), model.lab(large)) < 23  # a dark green has to become an olive


@pytest.mark.parametrize("ink", ["#5c5a55", "#444444", "#666c70"])
def test_grey_type_below_8_pt_is_black_ink_alone_and_as_light(ink: str) -> None:
    small, _ = letters_of(pressed(SMALL.format(1.8, ink)))
    large, _ = letters_of(pressed(SMALL.format(4, ink)))
    assert small[:3] == [0, 0, 0] and 0 < small[3] < 1
    model = PressModel.read()
    assert abs(model.lab(small)[0] - model.lab(large)[0]) < 3


def test_small_type_in_inks_that_the_designer_states_has_them() -> None:
    stated = Separator(stated={(47, 79, 111): Inks(0.8, 0.4, 0.2, 0.1)})
    assert letters_of(pressed(SMALL.format(1.8, "#2f4f6f"), separator=stated))[0] == [0.8, 0.4, 0.2, 0.1]


# ------------------------------------------------------------------ how it is done
@pytest.mark.parametrize(("deep", "sound"), [(20, True), (24, False)])
def test_drawings_in_drawings_are_read_or_refused_and_never_lost(deep: int, sound: bool) -> None:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(100, 100))
        form = pdf.make_stream(b"BT /T 10 Tf 10 10 Td (x) Tj ET 1 0 0 rg 10 10 20 20 re f")
        font = pikepdf.Dictionary(
            Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
        )
        form.Resources = resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(T=font))
        for _ in range(deep):
            form.update(
                {"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Form, "/BBox": [0, 0, 100, 100]}
            )
            resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(F=form))
            form = pdf.make_stream(b"/F Do")
            form.Resources = resources
        page.obj.Resources, page.Contents = resources, form
        if sound:
            assert len(painted_on(page)) == 2
        else:
            with pytest.raises(Failed, match="more than 24 deep"):
                painted_on(page)


def test_what_is_opened_again_and_again_comes_to_an_end() -> None:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(100, 100))
        page.Contents = pdf.make_stream(b"0 0 1 1 re f " * 2_000)
        with pytest.raises(Failed, match="lines, words and shapes"):
            PageReader(left=3_000).page(page)
        assert len(painted_on(page)) == 2_000


def test_patches_do_not_touch_and_hold_what_shows_through() -> None:
    two = VEIL + VEIL.replace("40", "12") + VEIL.replace('cx="40"', 'cx="44"')
    with opened(good(svg(GROUND + two), bleed_mm=3.175)) as pdf:
        items = painted_on(pdf.pages[0])
    patches = patches_of(items, (0, 0, 200, 200))
    assert len(patches) == 2
    assert [item.kind for item in items if item.see_through] == [PaintKind.OUTLINE] * 3


# ------------------------------------------------------------------ a second program
@pytest.mark.needs("ghostscript")
def test_ghostscript_separates_it_into_no_more_ink(tmp_path: Path) -> None:
    (tmp_path / "deck.pdf").write_bytes(pressed(*PAGES.values()))
    program = shutil.which("gs") or "gswin64c"
    made = subprocess.run(
        [
            program,
            "-q",
            "-dNOPAUSE",
            "-dBATCH",
            "-dSAFER",
            "-sDEVICE=tiff32nc",
            "-r150",
            "-sOutputFile=p%d.tif",
            "deck.pdf",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert made.stdout + made.stderr == ""
    for number, name in enumerate(PAGES, start=1):
        with Image.open(tmp_path / f"p{number}.tif") as picture:
            assert picture.mode == "CMYK"
            totals = [sum(colour) / 255 for _, colour in picture.getcolors(1 << 22)]  # type: ignore[arg-type]
        assert max(totals) <= MOST_INK + 0.005, name
        assert max(totals) > 1.5, "the dark ground is there"


# ------------------------------------------------------------------ pictures of a designer
def png(mode: str, size: tuple[int, int] = (40, 40)) -> bytes:
    out, picture = io.BytesIO(), Image.linear_gradient("L").resize(size)
    parts = [picture.rotate(90 * turn) for turn in range(len(Image.new(mode, (1, 1)).getbands()))]
    Image.merge(mode, parts).save(out, "PNG")
    return out.getvalue()


SPACE = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"'
FOREIGN = f"""<svg {SPACE}><defs><linearGradient id="g"><stop offset="0" stop-opacity="0"/>
<stop offset="1" stop-color="#fc0"/></linearGradient></defs>
<rect width="40" height="40" fill="url(#g)"/></svg>"""
ART = {
    "photo.png": png("RGB"),
    "sprite.png": png("RGBA"),
    "grey.png": png("L"),
    "flag.svg": f'<svg {SPACE}><rect width="40" height="40" fill="#d00"/></svg>'.encode(),
}


def with_art(name: str, art: bytes) -> str:
    kind = "svg+xml" if name.endswith(".svg") else "png"
    href = f"data:image/{kind};base64,{base64.b64encode(art).decode()}"
    with_picture = f'{GROUND}<image x="10" y="10" width="40" height="40" href="{href}"/>{WORDS}'
    designs, _ = drawn(svg(with_picture), bleed_mm=3.175)
    content = separated(designs, [0], Wording("A deck"), Separator())
    assert said(content) == ""
    assert words_of(content) == "Under and over"
    with Pages(designs) as one, Pages(content) as other:
        pictures = [pages.image(0, dpi=40).convert("L") for pages in (one, other)]
    off = [abs(a - b) for a, b in zip(pictures[0].tobytes(), pictures[1].tobytes(), strict=True)]
    assert sum(off) / len(off) < 25
    with opened(content) as pdf:
        sizes = [int(one.Width) for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/Width" in one]
    return " ".join(map(str, sizes))


def test_pictures_out_of_the_cache_are_those_that_would_be_made(tmp_path: Path) -> None:
    designs, store = good(svg(PAGES["veiled"]), svg(PAGES["group"])), Cache(tmp_path, b"k" * 32, "one")
    for most in (MOST_INK, 1.0):
        alone = separated(designs, [0, 1], Wording("A deck"), Separator(most))
        first, again = (separated(designs, [0, 1], Wording("A deck"), Separator(most), store) for _ in "12")
        assert alone == first == again
        assert not nonconformities(first, "deck.pdf", most=most, cache=store)
    assert nonconformities(
        separated(designs, [0, 1], Wording("B"), Separator()), "deck.pdf", cache=store, most=1
    )


def test_pictures_are_separated_and_those_with_alpha_flattened() -> None:
    assert with_art("photo.png", ART["photo.png"]) == "40"
    assert with_art("grey.png", ART["grey.png"]) == "40"
    assert with_art("flag.svg", ART["flag.svg"]) == ""
    assert int(with_art("sprite.png", ART["sprite.png"])) == pytest.approx(40 / 25.4 * DPI, abs=4)


def test_a_mask_in_art_is_flattened() -> None:
    assert with_art("art.svg", FOREIGN.encode()) != ""


def test_black_beside_little_colour_leaves_the_colour_as_it_is() -> None:
    pale = Inks(0.1, 0.2, 0.3, 0.0)
    for equally in (True, False):
        assert with_black(pale, 0.5, equally=equally) == Inks(0.1, 0.2, 0.3, 0.5)
    full = with_black(Inks(0.9, 0.8, 0.7, 0.0), 1.0, equally=True, most=2.5)
    assert full == pytest.approx((0.6, 0.5, 0.4, 1.0)), "each of the three gives way as far as the others"


MOST_DARKER = 60
"""Of 255, after a blur: inks are duller than colours on a screen, and edges of pictures softer."""
KINDS = sorted(DRAWINGS, key=lambda kind: kind != "texts")


@pytest.mark.quick(1)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_drawn_is_seen_in_inks_too(kind: str) -> None:
    """Nothing is lost, nothing spills: gradients in letters, clips, masks, leftover opacities."""
    separator, apart = Separator(), dict[str, int]()
    for name, body in DRAWINGS[kind].items():
        designs, problems = drawn(svg(body), bleed_mm=3.175)
        if has_errors(problems):
            continue
        inks = separated(designs, [0], Wording("A deck"), separator)
        greys = [raster(pdf).convert("L").filter(ImageFilter.BoxBlur(3)) for pdf in (designs, inks)]
        apart[name] = max(
            value for value, count in enumerate(ImageChops.difference(*greys).histogram()) if count
        )
    assert {name: off for name, off in apart.items() if off > MOST_DARKER} == {}
    assert apart


def test_a_word_has_the_opacity_of_what_is_painted_of_it() -> None:
    letters = '<text x="10" y="30" font-size="12" font-family="Source Sans 3" fill="#000" {}>Oak</text>'
    plain, left_over = (
        separated(good(svg(letters.format(more)), bleed_mm=3.175), [0], Wording("A deck"), Separator())
        for more in ("", 'stroke="none" stroke-opacity=".5"')
    )
    assert raster(plain).tobytes() == raster(left_over).tobytes()
