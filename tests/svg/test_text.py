"""The text of finished sheets and booklets can be found and copied."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pypdfium2
import pytest

from generator.ground.project import Project
from generator.sheets.layouts import Layout
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build
from generator.svg.designs import draw_designs
from generator.svg.lettering import spelled
from generator.svg.pdf_font import to_unicode
from generator.text.fonts import find_fonts
from generator.text.shaping import Glyph, Shaper
from generator.workbook.book import read_book
from tests.shared.svg_pictures import Design, fonts, good, svg

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Patterns of the real game, on A4."""
    game = tmp_path_factory.mktemp("text")
    for name in ("templates", "icons", "fonts", "art"):
        shutil.copytree(ROOT / name, game / name)
    shutil.copy(ROOT / "card_data.xlsx", game)
    options = BuildOptions(components=("Patterns",), papers=(A4,), layouts=(Layout.BUTTED,))
    build(Project(game), options)
    return game / "output" / "A4"


def words(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as pdf:
        return " ".join(" ".join(page.get_textpage().get_text_range() for page in pdf).split())


@pytest.mark.slow
def test_every_title_of_the_patterns_can_be_found(made: Path) -> None:
    book, _ = read_book(ROOT / "card_data.xlsx")
    (sheet,) = made.glob("*Patterns*.pdf")
    text = words(sheet)
    assert book is not None
    assert [row["title"] for row in book["Patterns"] if row["title"] not in text] == []


@pytest.mark.parametrize("style", ['font-weight="600"', 'font-weight="800"', 'font-style="italic"'])
def test_letters_that_shaping_swaps_stay_letters(style: str) -> None:
    text = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz"
    pdf = good(svg(f'<text x="2" y="9" font-family="Fraunces" font-size="1" {style}>{text}</text>'))
    with pypdfium2.PdfDocument(pdf) as file:
        assert file[0].get_textpage().get_text_bounded() == text


def test_an_accent_of_its_own_is_not_lost() -> None:
    pdf = good(
        svg('<text x="2" y="9" font-size="3">cafe\N{COMBINING ACUTE ACCENT} no\N{NO-BREAK SPACE}w</text>')
    )
    with pypdfium2.PdfDocument(pdf) as file:
        text = file[0].get_textpage().get_text_bounded()
    assert text in ("cafe\N{COMBINING ACUTE ACCENT} no w", "café no w")


def test_glyphs_say_the_characters_up_to_the_next_one() -> None:
    shaper, font = Shaper(fonts()), fonts().path("SourceSans3")
    glyphs = [Glyph(1, cluster, 0.5, 0, 0, font) for cluster in (0, 2, 2, 3)]
    spelt = [(glyph.says, glyph.actual) for glyph in spelled(glyphs, "abcde", shaper)]
    assert spelt == [("ab", ""), ("c", "c"), ("\u200b", "c"), ("de", "")]
    turned = [glyph._replace(rtl=True) for glyph in reversed(glyphs)]
    assert [glyph.says for glyph in spelled(turned, "abcde", shaper)] == [*"edc", "\u200b", *"ba"]


def test_a_table_of_characters_reaches_beyond_sixteen_bits() -> None:
    table = to_unicode([0x41, 0xE000, 0x1F600], {0xE000: "ffi"})
    assert "3 beginbfchar\n<00> <0041>\n<01> <006600660069>\n<02> <D83DDE00>\nendbfchar" in table


def test_a_font_that_cannot_be_embedded_is_one_problem(tmp_path: Path) -> None:
    data = bytearray((ROOT / "fonts" / "SourceSans3-Regular.ttf").read_bytes())
    at = data.index(b"head")
    start = int.from_bytes(data[at + 8 : at + 12], "big")
    data[start + 12 : start + 16] = b"nope"  # the magic number
    (tmp_path / "SourceSans3-Regular.ttf").write_bytes(data)
    face = Design(svg('<text x="2" y="9">one</text><text x="2" y="30">two</text>'))
    (problem,) = draw_designs([face, face], fonts=find_fonts(tmp_path), out=io.BytesIO())
    assert problem.where == "fonts/SourceSans3-Regular.ttf"
    assert problem.what.startswith("The font cannot be used: ")
