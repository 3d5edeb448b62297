"""What a reader can switch off in the PDF of a sheet: art, marks, ruler and heading."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops

from generator.ground.pdf_file import joined
from generator.ground.project import Project
from generator.ground.shapes import Shape
from generator.sheets.imposing import impose
from generator.sheets.layouts import Layout, choose_layouts
from generator.sheets.sheet import A4, Format, Piece
from generator.sheets.sheet_pdf import sheets_pdf
from generator.sheets.wishes import Wishes
from generator.story import BuildOptions, build
from tests.shared.games_made import starter_game
from tests.shared.sheet_designs import CAPTION, PAGE_FONTS

ALL = ["Art", "Crop marks", "Ruler and heading"]


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiles of the starter game, whose faces have art."""
    game = starter_game(tmp_path_factory.mktemp("layers") / "game")
    options = BuildOptions(components=("Tiles",), papers=(A4,), layouts=(Layout.BUTTED,))
    (file,) = build(Project(game), options).files
    return game / "output" / file.path


def picture(content: bytes, off: Sequence[str] = (), page: int = 0) -> Image.Image:
    """A page as a reader shows it that has switched some groups off."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        if off:
            groups = pdf.Root.OCProperties.OCGs
            pdf.Root.OCProperties.D.OFF = [group for group in groups if str(group.Name) in off]
        made = io.BytesIO()
        pdf.save(made)
    with pypdfium2.PdfDocument(made.getvalue()) as opened:
        return opened[page].render(scale=1).to_pil().convert("RGB")


def differing(one: Image.Image, other: Image.Image) -> int:
    """How many pixels are another colour."""
    return sum(ImageChops.difference(one, other).convert("L").histogram()[9:])


def test_a_sheet_has_three_groups_and_shows_all_of_them(sheets: Path) -> None:
    with pikepdf.open(sheets) as pdf:
        groups = pdf.Root.OCProperties.OCGs
        assert [str(group.Name) for group in groups] == ALL
        assert [str(group.Name) for group in pdf.Root.OCProperties.D.Order] == ALL
        assert pdf.Root.OCProperties.D.BaseState == "/ON" and "/OFF" not in pdf.Root.OCProperties.D
        there = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/OCG"
        ]
        assert len(there) == 3


def test_without_groups_the_very_same_is_seen(sheets: Path) -> None:
    content = sheets.read_bytes()
    with pikepdf.open(io.BytesIO(content)) as pdf:
        del pdf.Root.OCProperties
        made = io.BytesIO()
        pdf.save(made)
    assert differing(picture(content), picture(made.getvalue())) == 0


@pytest.mark.parametrize("name", ALL)
def test_each_group_can_be_switched_off_by_itself(sheets: Path, name: str) -> None:
    content = sheets.read_bytes()
    shown, hidden = picture(content), picture(content, [name])
    assert differing(shown, hidden) > 100
    nothing = picture(content, ALL)
    assert differing(nothing, Image.new("RGB", nothing.size, "white")) > 1000, "the faces themselves stay"


def test_words_of_faces_are_no_art(sheets: Path) -> None:
    with pypdfium2.PdfDocument(sheets) as pdf:
        whole = pdf[0].get_textpage().get_text_range()
    assert "Clover Field" in whole
    content = sheets.read_bytes()
    art, rest = picture(content, ["Crop marks", "Ruler and heading"]), picture(content, ALL)
    assert differing(art, rest) > 1000


def test_decks_that_share_sheets_have_one_group_of_art(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    options = BuildOptions(
        components=("Tiles", "Tokens"), papers=(A4,), wishes=Wishes(layout="3x3"), mix=True
    )
    for file in build(Project(game), options).files:
        with pikepdf.open(game / "output" / file.path) as pdf:
            names = [str(group.Name) for group in pdf.Root.OCProperties.OCGs]
            assert len(names) == len(set(names))


def test_designs_of_two_files_are_of_one_group_on_a_sheet() -> None:
    with pikepdf.new() as made:
        page = made.add_blank_page(page_size=(200, 200))
        page.Resources = pikepdf.Dictionary(Properties=pikepdf.Dictionary(Art=made.make_indirect(_own())))
        page.Contents = made.make_stream(b"/OC /Art BDC 0 0 200 200 re f EMC")
        page.TrimBox = [10, 10, 190, 190]
        out = io.BytesIO()
        made.save(out)
    designs = joined([out.getvalue(), out.getvalue()])
    (grid, *_) = choose_layouts(Format(Shape.RECTANGLE, 63.5, 63.5), A4, tuple(Layout))
    imposition = impose([Piece("a", 0), Piece("b", 1)], grid)
    content = sheets_pdf(imposition, designs, caption=CAPTION, page_fonts=PAGE_FONTS)
    with pikepdf.open(io.BytesIO(content)) as pdf:
        assert [str(group.Name) for group in pdf.Root.OCProperties.OCGs] == ALL
    white = picture(content, ALL)
    assert differing(white, Image.new("RGB", white.size, "white")) == 0


def _own() -> pikepdf.Dictionary:
    return pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="Art")
