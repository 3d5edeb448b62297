"""Preflight: what a print shop would refuse is found on the finished files, and nothing else is."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from generator.cli import main
from generator.ground.files import Unreadable
from generator.ground.problems import Problem, Severity
from generator.ground.project import Project
from generator.ground.units import PT_PER_MM
from generator.press.contents import listed_files
from generator.records.notation import Symbols
from generator.records.tables import Book, Field, FieldType, Row, Table
from generator.sheets.correction import Correction
from generator.sheets.layouts import Layout
from generator.sheets.printer import Case, PrinterMargins
from generator.sheets.printers.measured import remove_printer, save_printer
from generator.sheets.sheet import A4
from generator.shops.exports.order import ExportOptions
from generator.shops.exports.run import export
from generator.shops.exports.targets import read_target
from generator.shops.preflight.home import look_at_home_files
from generator.shops.preflight.limits import CMYK_SHOP, HOME
from generator.shops.preflight.looks import foreign_colours, out_of_register, over_inked
from generator.shops.preflight.page_looks import missing_fonts
from generator.shops.preflight.pages import design_pages, read_pages
from generator.shops.preflight.run import game_now, preflight_home, preflight_target
from generator.shops.preflight.shop import listed_exports, look_at_target_files
from generator.shops.preflight.sights import told_apart
from generator.shops.preflight.walk import walk
from generator.story import BuildOptions, build
from tests.shared.games_made import change, starter_game
from tests.shared.tabletop_made import card_game

GROUND = '<rect x="-3.2" y="-3.2" width="69.9" height="95.3" fill="#1d5b49"/>'
NAME = '<text x="10" y="20" font-family="Source Sans 3" font-size="4" fill="#ffffff">{{ card.title }}</text>'


def face(*parts: str) -> str:
    size = 'width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


def words(x: float, y: float, size: float) -> str:
    font = f'font-family="Source Sans 3" font-size="{size}" fill="#ffffff"'
    return f'<text x="{x}" y="{y}" {font}>Harbour</text>'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The starter with tiles that are poker cards of a plain green, and no backs."""
    made = starter_game(tmp_path / "game")
    for place, value in (("E2", "rectangle"), ("F2", 63.5), ("G2", 88.9), ("D2", None)):
        change(made, f"Components!{place}", value)
    draw(made, GROUND, NAME)
    return made


def draw(game: Path, *parts: str) -> None:
    (game / "templates" / "tile.svg").write_text(face(*parts), encoding="utf-8")


def made(game: Path, *, margins: PrinterMargins | None = None) -> list[Problem]:
    """What preflight says of the 8-up sheets of the tiles."""
    options = BuildOptions(components=("Tiles",), papers=(A4,), layouts=(Layout.SPACED,))
    build(Project(game), options)
    output = game / "output"
    return list(look_at_home_files(output, listed_files(output), margins=margins)[1])


def test_a_sound_sheet_has_nothing_wrong(game: Path) -> None:
    assert made(game) == []


FAULTS = (
    ((GROUND.replace("-3.2", "0"), NAME), "the bleed is white along 8", "reach over it"),
    ((GROUND, NAME, words(0.8, 40, 4)), "the text “Harbour” lies 0.", "the safe area"),
    ((GROUND, NAME, words(20, 40, 1.4)), "the text “Harbour” is set in 4.0 pt.", "at least 5 pt"),
    (
        (GROUND, NAME, '<line x1="10" y1="50" x2="40" y2="50" stroke="#fff" stroke-width="0.05"/>'),
        "a line is 0.14 pt (0.05 mm) thin.",
        "at least 0.09 mm (0.25 pt)",
    ),
)


@pytest.mark.parametrize(("parts", "what", "mend"), FAULTS)
def test_what_a_shop_would_refuse_is_told_once(
    game: Path, parts: tuple[str, ...], what: str, mend: str
) -> None:
    draw(game, *parts)
    (found,) = made(game)
    assert found.severity is Severity.WARNING
    assert found.where == "output/A4/MyGame_v0.1_Tiles_A4_8up.pdf:1"
    assert what in found.what and mend in found.mend
    assert found.what.startswith("Land tiles “") and " mm from the left and " in found.what
    assert "more pieces of it have the same." in found.what


def test_a_picture_of_150_dpi_is_told_with_what_would_do(game: Path) -> None:
    (game / "art").mkdir(exist_ok=True)
    Image.effect_noise((236, 236), 60).convert("RGB").save(game / "art" / "sea.png")  # 40 mm at 150 dpi
    draw(game, GROUND, '{{ picture("art/sea.png", 10, 30, 40, 40) }}', NAME)
    (found,) = made(game)
    assert "a picture of 236 × 236 pixels is printed at 150 dpi." in found.what
    assert found.mend == "Take one of at least 315 × 315 pixels (200 dpi), or print it smaller."


def test_sheets_that_were_moved_for_a_printer_are_held_against_what_it_reaches(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    mine = save_printer("Mine", Case(), Correction(0, 4), PrinterMargins(2, 2, 2, 2))
    build(Project(game), BuildOptions(components=("Tiles",), papers=(A4,), printer=mine))
    files = listed_files(game / "output")
    assert {file.printer for file in files} == {"Mine"}

    def found() -> list[str]:
        return [each.what for each in look_at_home_files(game / "output", files)[1] if "beyond" in each.what]

    assert found() == []
    save_printer("Mine", Case(), None, PrinterMargins(2, 20, 2, 2))
    assert found()
    remove_printer("Mine")
    assert found() == [], "nothing is known of it any more"


def test_a_printer_that_reaches_less_than_the_sheet_needs_is_told(game: Path) -> None:
    found = made(game, margins=PrinterMargins(5, 5, 5, 20))
    assert [each.severity for each in found] == [Severity.ERROR, Severity.ERROR]
    piece, text = found
    assert (
        piece.what.startswith("Land tiles “") and "beyond what the printer reaches (margins of" in piece.what
    )
    assert text.what.count("The text “") == 1
    assert made(game, margins=PrinterMargins(5, 5, 5, 5)) == []


def test_a_sheet_that_somebody_scaled_is_told(game: Path) -> None:
    made(game)
    (file,) = listed_files(game / "output")
    path = game / "output" / file.path
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        for page in pdf.pages:
            page.contents_add(b"0.97 0 0 0.97 0 0 cm", prepend=True)
        pdf.pages[0].MediaBox = [0, 0, 800, 595.2756]
        pdf.save(path)
    _, found = look_at_home_files(game / "output", [file])
    said = " ".join(each.what for each in found)
    assert "the piece is printed at 97.0 % of its size." in said
    assert "The page is 282.2 × 210.0 mm large, and should be 210 × 297 mm." in said


def test_what_is_missing_or_no_pdf_is_told(game: Path) -> None:
    made(game)
    (file,) = listed_files(game / "output")
    path = game / "output" / file.path
    path.write_bytes(b"%PDF-1.7 and no more")
    _, (found,) = look_at_home_files(game / "output", [file])
    assert (found.severity, found.what) == (Severity.ERROR, "This is no whole PDF.")
    path.unlink()
    _, (found,) = look_at_home_files(game / "output", [file])
    assert found.what == "There is no such file."


def test_sheets_that_are_older_than_the_game_are_told(game: Path) -> None:
    project = Project(game)
    build(project, BuildOptions(papers=(A4,)))
    assert preflight_home(project, game_now(project)).problems == ()
    change(game, "Tiles!A2", "Another name")
    (found,) = preflight_home(project, game_now(project)).problems
    assert found.severity is Severity.ERROR
    assert found.what.startswith("The files of Tiles are older than the game: ")


def test_sheets_in_another_language_are_held_against_the_game_in_it(tmp_path: Path) -> None:
    game = card_game(tmp_path / "game", [("Oak", 1, "", "", ""), ("Elm", 1, "", "", "")])
    for cell, value in (("F1", "Title de"), ("F2", "Eiche"), ("F3", "Ulme")):
        change(game, f"Cards!{cell}", value)
    project, target = Project(game), read_target("game-crafter", Project(game))
    build(project, BuildOptions(papers=(A4,), language="de"))
    assert preflight_home(project, game_now(project)).problems == ()
    build(project, BuildOptions(papers=(A4,)))
    export(project, target, ExportOptions(language="de"))
    assert preflight_home(project, game_now(project)).problems == ()
    assert preflight_target(project, game_now(project), target).problems == ()
    change(game, "Cards!F3", "Bergulme")
    (sheets,) = preflight_home(project, game_now(project)).problems
    assert (
        sheets.what == "The files of Cards are older than the game: 1 piece would be printed otherwise now."
    )
    assert sheets.mend == "Run pnp build --lang de, and pnp preflight after it."
    (exported,) = preflight_target(project, game_now(project), target).problems
    assert exported.mend == "Run pnp export game-crafter --lang de, and pnp preflight game-crafter after it."
    listed = (game / "output" / "README.txt").read_text("utf-8")
    english, german = listed.split("A4/, in another language, and no part of this set")
    assert "_Cards_A4_duplex.pdf" in english and "_de_Cards" not in english and "_de_Cards" in german
    change(game, "Cards!F1", "Title el")
    for looked in (
        preflight_home(project, game_now(project)),
        preflight_target(project, game_now(project), target),
    ):
        (strange,) = looked.problems
        assert strange.what == "There are files in de, of which the workbook says nothing any more."


def test_a_forged_list_of_pieces_asks_for_no_language_that_is_not_there(tmp_path: Path) -> None:
    game = card_game(tmp_path / "game", [("Oak", 1, "", "", "")])
    project = Project(game)
    build(project, BuildOptions(papers=(A4,)))
    path = game / "output" / ".pieces.json"
    forged = [
        ["Cards", "Oak", "", "", code]
        for code in (*(f"{x}{y}" for x in "abcdefg" for y in "abcdefg"), "x\n" * 99)
    ]
    path.write_text(json.dumps([*json.loads(path.read_text("utf-8")), *forged]), "utf-8")
    (strange,) = preflight_home(project, game_now(project)).problems
    assert strange.severity is Severity.ERROR and len(strange.what) < 120


def test_tokens_that_only_their_colours_tell_apart_are_told(game: Path) -> None:
    """Red and green of one lightness, and two that nobody mixes up."""
    field = '<rect x="-3.2" y="-3.2" width="28.4" height="28.4" fill="{{ card.colour }}"/>'
    token = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22">{field}</svg>'
    (game / "templates" / "token.svg").write_text(token, encoding="utf-8")

    def told(*colours: str) -> list[Problem]:
        for row, colour in enumerate(colours, start=2):
            change(game, f"Tokens!C{row}", colour)
        build(Project(game), BuildOptions(components=("Tokens",), papers=(A4,)))
        output = game / "output"
        return list(look_at_home_files(output, listed_files(output))[1])

    assert told("#101040", "#f0c020", "#808080") == []
    (found,) = told("#a85032", "#7d6a1c", "#101040")
    assert found.severity is Severity.WARNING
    assert "it differs from “Sun” in colour alone, and looks like it to people without " in found.what


@pytest.mark.parametrize(
    ("one", "other", "icons", "said"),
    [
        ("#000000", "#ffffff", (None, None), None),
        ("#a85032", "#7d6a1c", (None, None), "to people without"),
        ("#c04040", "#4a72c8", (None, None), "on a grey print"),
        ("#a85032", "#7d6a1c", ("sun", "water"), None),
        ("#a85032", "#7d6a1c", ("sun", "sun"), "to people without"),
        ("#a85032", "#a85032", (None, None), None),
    ],
)
def test_rows_of_layers_and_tokens_are_told_apart_by_colour_or_by_icon(
    one: str, other: str, icons: tuple[str | None, str | None], said: str | None
) -> None:
    fields = (
        Field("Layers", "Name", FieldType.TEXT),
        Field("Layers", "Colour", FieldType.COLOUR),
        Field("Layers", "Icon", FieldType.REFERENCE, values="Icons.Key"),
    )
    letters = {"name": "A", "colour": "B", "icon": "C"}
    rows = tuple(
        Row("Layers", number, {"name": f"Layer {number}", "colour": colour, "icon": icon}, letters)
        for number, (colour, icon) in enumerate(zip((one, other), icons, strict=True), start=2)
    )
    found = list(told_apart(Book({"Layers": Table("Layers", fields, rows)}, Symbols([]), "")))
    assert [each.where for each in found] == (["Layers!B3"] if said else [])
    assert all(said is not None and said in each.what for each in found)


# ---------------------------------------------------------------- exports


def shop(game: Path) -> list[Problem]:
    project = Project(game)
    target = read_target("game-crafter", project)
    now = game_now(project)
    folder = project.output / "exports" / "game-crafter"
    listed = list(listed_exports(folder))
    return list(look_at_target_files(folder, listed, target, now.decks, shown="there")[1])


def test_pictures_for_a_shop_are_looked_at_as_they_lie_there(game: Path) -> None:
    project = Project(game)
    export(project, read_target("game-crafter", project))
    assert shop(game) == []
    picture = sorted((project.output / "exports" / "game-crafter" / "Tiles").glob("*.png"))[0]
    whole = Image.open(picture).convert("RGB")
    framed = Image.new("RGB", whole.size, "white")
    framed.paste(whole.crop((37, 37, 788, 1088)), (37, 37))
    framed.save(picture, dpi=(300, 300))
    (found,) = shop(game)
    assert (found.severity, found.where) == (Severity.ERROR, f"there/Tiles/{picture.name}")
    assert "the bleed is white along" in found.what
    whole.convert("L").resize((800, 1100)).save(picture)
    said = [each.what for each in shop(game)]
    assert any("has 800 × 1100 pixels, and should have 825 × 1125." in each for each in said)
    assert any("the picture is L, and The Game Crafter takes RGB." in each for each in said)
    assert any("does not say that it has 300 dpi." in each for each in said)
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    assert [each.what for each in shop(game)] == ["The file cannot be read as what its name says."]


def test_a_shop_stops_at_what_a_home_printer_forgives(game: Path) -> None:
    draw(game, GROUND, NAME, words(2.3, 40, 4))
    assert made(game) == []
    project = Project(game)
    export(project, read_target("game-crafter", project))
    (found,) = shop(game)
    assert found.severity is Severity.ERROR
    assert "lies 2.3 mm from the cut line." in found.what and "at least 3.2 mm" in found.mend


# ---------------------------------------------------------------- the walker


def page_of(content: str, **resources: object) -> bytes:
    """A PDF of one page of 200 × 300 pt with this content."""
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(200, 300))
        page.obj.Resources = pikepdf.Dictionary({f"/{kind}": each for kind, each in resources.items()})
        page.contents_add(content.encode())
        made = io.BytesIO()
        pdf.save(made)
    return made.getvalue()


HELVETICA = pikepdf.Dictionary(
    Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
)


def test_an_over_inked_background_is_told_and_so_is_rgb() -> None:
    (page,) = design_pages(page_of(".8 .7 .7 .9 k 0 0 200 300 re f 1 0 0 rg 10 10 5 5 re f"))
    (ink,) = over_inked(page.pieces[0], CMYK_SHOP)
    assert ink.what == "310 % of ink lies on one spot, and the target takes 240 %."
    (colour,) = foreign_colours(page.pieces[0], CMYK_SHOP)
    assert colour.what.startswith("something is coloured in DeviceRGB")
    assert list(over_inked(page.pieces[0], HOME)) == []


CLEARS = "the text “Ships” is set in 5.0 pt and clears the picture below it, which may show white edges."
FOUR = "the text “Ships” is set in 5.0 pt and in 4 inks, which may show coloured edges."
THREE = "the text “Ships” is set in 7.9 pt and in 3 inks, which may show coloured edges."
REGISTER = (
    ("", "0 0 0 1 k", 5, [CLEARS]),
    ("", "0 g", 5, [CLEARS]),
    ("", "0 0 0 1 k", 8, []),
    ("/O gs", "0 0 0 1 k", 5, []),
    ("/O gs", "0 g", 5, []),
    ("/N gs", "0 0 0 1 k", 5, [CLEARS]),
    ("q /O gs Q", "0 0 0 1 k", 5, [CLEARS]),
    ("", "0 0 0 .7 k", 5, []),
    ("", "0 0 0 0 k", 5, []),
    ("", ".1 0 0 .5 k", 5, []),
    ("", ".1 .05 .15 .66 k", 5, [FOUR]),
    ("", ".1 .05 .15 0 k", 7.9, [THREE]),
    ("", ".1 .05 .15 .66 k", 8, []),
)


@pytest.mark.parametrize(("state", "colour", "size", "said"), REGISTER)
def test_small_type_that_a_press_shows_with_edges_is_told(
    state: str, colour: str, size: float, said: list[str]
) -> None:
    over = pikepdf.Dictionary(OP=True, op=True, OPM=1)
    knocks = pikepdf.Dictionary(OP=True, op=True, OPM=0)
    words = f"{state} {colour} BT /F {size} Tf 20 100 Td (Ships) Tj ET"
    content = f"q 90 0 0 90 10 90 cm BI /W 1 /H 1 /CS /CMYK /BPC 8 ID 0000 EI Q {words}"
    states = pikepdf.Dictionary(O=over, N=knocks)
    (page,) = design_pages(page_of(content, Font=pikepdf.Dictionary(F=HELVETICA), ExtGState=states))
    assert [seen.what for seen in out_of_register(page.pieces[0], CMYK_SHOP)] == said
    assert list(out_of_register(page.pieces[0], HOME)) == []
    (bare,) = design_pages(page_of(words, Font=pikepdf.Dictionary(F=HELVETICA), ExtGState=states))
    assert [seen.what for seen in out_of_register(bare.pieces[0], CMYK_SHOP)] == [
        what for what in said if what != CLEARS
    ]


def test_ink_of_pictures_and_shadings_counts() -> None:
    function = pikepdf.Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[1, 1, 0.5, 0], N=1)
    space = pikepdf.Name.DeviceCMYK
    shading = pikepdf.Dictionary(ShadingType=2, ColorSpace=space, Coords=[0, 0, 9, 0], Function=function)
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(200, 300))
        dots = bytes((0, 0, 0, 0, 255, 255, 128, 0))
        image = pdf.make_stream(dots, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, ColorSpace=space)
        image.Width, image.Height, image.BitsPerComponent = 2, 1, 8
        shadings, pictures = pikepdf.Dictionary(S=shading), pikepdf.Dictionary(I=image)
        page.obj.Resources = pikepdf.Dictionary(Shading=shadings, XObject=pictures)
        page.contents_add(b"q 50 0 0 50 0 0 cm /I Do Q /S sh")
        made = io.BytesIO()
        pdf.save(made)
    (shown,) = design_pages(made.getvalue())
    assert [image.ink for image in shown.pieces[0].design.ink.images] == [pytest.approx(250, abs=2)]
    assert len(list(over_inked(shown.pieces[0], CMYK_SHOP))) == 2


def test_a_font_that_the_file_has_not_is_told() -> None:
    pdf = page_of("BT /F 12 Tf 20 100 Td (Ships) Tj ET", Font=pikepdf.Dictionary(F=HELVETICA))
    (page,) = read_pages(pdf, {})
    (found,) = missing_fonts(page)
    assert found.what == "The font Helvetica is not in the file."
    assert [text.words for text in page.ink.texts] == ["Ships"]


@settings(max_examples=30, deadline=None)
@given(st.floats(2, 40), st.floats(0.2, 3), st.sampled_from([0, 90, 180, 270]), st.integers(20, 900))
def test_sizes_are_those_on_paper_whatever_lies_above(
    size: float, scale: float, turn: int, pixels: int
) -> None:
    cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[turn]
    cm = f"{scale * cos:.6f} {scale * sin:.6f} {-scale * sin:.6f} {scale * cos:.6f} 100 150 cm"
    picture = f"q 30 0 0 30 0 0 cm BI /W {pixels} /H {pixels} /CS /G /BPC 8 /F /AHx ID 00> EI Q"
    content = f"q {cm} BT /F {size:.6f} Tf (A) Tj ET 2 w 0 0 m 5 5 l S {picture} Q"
    (page,) = design_pages(page_of(content, Font=pikepdf.Dictionary(F=HELVETICA)))
    ink = page.pieces[0].design.ink
    assert [text.size_pt for text in ink.texts] == [pytest.approx(size * scale, rel=1e-4)]
    assert [line.width_pt for line in ink.lines] == [pytest.approx(2 * scale, rel=1e-4)]
    assert all(image.dpi == pytest.approx(72 * pixels / (30 * scale), rel=1e-4) for image in ink.images)
    assert not any(text.words == "" for text in ink.texts)


def test_what_paints_nothing_is_not_there() -> None:
    font = pikepdf.Dictionary(F=HELVETICA)
    hidden = "BT 3 Tr /F 12 Tf (unseen) Tj ET 0 0 10 10 re W n BT 0 Tr /F 9 Tf 100 100 Td (clipped) Tj ET"
    (page,) = design_pages(page_of(hidden, Font=font))
    assert page.pieces[0].design.ink.texts == []


DAMAGED = ("/Nothing Do", "q q q", "1 w (", "(x) w", "/F Tf", "1 0 0 cm", "] Tj", "sh")


@pytest.mark.parametrize("content", DAMAGED)
def test_damaged_content_is_a_value_error_or_nothing(content: str) -> None:
    with suppress(ValueError):
        (page,) = design_pages(page_of(content))
        assert page.pieces[0].design.ink.texts == []


@pytest.mark.parametrize("box", [pikepdf.Name.X, pikepdf.Array([pikepdf.Name.X] * 4), pikepdf.Array([1])])
def test_damaged_boxes_are_a_value_error(box: pikepdf.Object) -> None:
    pdf = pikepdf.new()
    pdf.add_blank_page()
    pdf.pages[0].obj.BleedBox = box
    out = io.BytesIO()
    pdf.save(out)
    for read in (design_pages, lambda content: read_pages(content, {})):
        with pytest.raises(ValueError):
            list(read(out.getvalue()))


def test_a_forged_list_of_files_is_counted_once_and_in_bounds(tmp_path: Path) -> None:
    entry = {
        **{"path": "A4/Game_v1_Tiles_A4.pdf", "component": "Tiles", "paper": "A4", "kind": "9-up"},
        **{"pages": 2, "sheets": 2, "pieces": 9, "size": "", "designs": 3, "size_bytes": 9, "flip": ""},
        "partial": False,
    }
    far = {**entry, "path": "A4/Game_v1_More_A4.pdf", "pages": 10**400}
    (tmp_path / ".contents.json").write_text(json.dumps([entry, entry, far]), encoding="utf-8")
    assert [file.path for file in listed_files(tmp_path)] == [entry["path"]]


def test_a_form_that_draws_itself_is_told_and_not_followed() -> None:
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(100, 100))
        form = pdf.make_stream(b"/X Do 0 0 5 5 re f", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form)
        form.BBox = [0, 0, 100, 100]
        form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=form))
        page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=form))
        page.contents_add(b"/X Do")
        with pytest.raises(Unreadable, match="holds more than can be looked at"):
            walk(page)


# ---------------------------------------------------------------- the command


def test_the_command_names_what_to_run_and_counts_what_it_saw(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["preflight", "--game", str(game), "--no-cache"]) == 1
    assert "Run pnp build, and pnp preflight after it." in capsys.readouterr().out
    draw(game, GROUND, NAME, words(0.8, 40, 4))
    build(Project(game))
    assert main(["preflight", "--game", str(game), "--no-cache"]) == 0
    told = capsys.readouterr().out
    assert "page 1  Land tiles “" in told and "for the target home." in told
    assert main(["preflight", "--game", str(game), "--no-cache", "--strict"]) == 1
    assert main(["preflight", "gamecrafter", "--game", str(game), "--no-cache"]) == 1
    assert "Did you mean game-crafter?" in capsys.readouterr().err


def test_trims_are_those_of_the_sheet(game: Path) -> None:
    """Where pieces are read to lie is where their trims are."""
    made(game)
    (file,) = listed_files(game / "output")
    first = next(read_pages((game / "output" / file.path).read_bytes(), {}))
    assert len(first.pieces) == 8 and all(piece.card for piece in first.pieces)
    for piece in first.pieces:
        left, bottom, right, top = (edge / PT_PER_MM for edge in piece.trim)
        assert (right - left, top - bottom) == (
            pytest.approx(63.5, abs=0.001),
            pytest.approx(88.9, abs=0.001),
        )
    left = min(piece.trim[0] for piece in first.pieces)
    assert left == pytest.approx(first.trim[0], abs=0.001)
