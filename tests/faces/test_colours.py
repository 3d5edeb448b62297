"""Colours of icons come from the sheets, whatever a game calls its tokens, Layers and tracks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from generator.booklet.covers import icon_colours
from generator.faces import FaceMaker
from generator.records.tables import Book
from generator.text.fonts import find_fonts
from generator.workbook.book import read_book
from tests.shared.games_made import starter_game

ROOT = Path(__file__).parents[2]


def read(folder: Path) -> Book:
    book, problems = read_book(folder / "card_data.xlsx")
    assert book is not None, problems
    return book


def with_colours(book: Book, **colours: str) -> Book:
    """The same book with a column Colour in the sheet Icons."""
    table = book["Icons"]
    rows = tuple(
        replace(row, values=MappingProxyType({**row.values, "colour": colours.get(row["key"])}))
        for row in table
    )
    return replace(book, tables=MappingProxyType({**book.tables, "Icons": replace(table, rows=rows)}))


def test_the_shipped_colours_stand_in_the_workbook() -> None:
    colours = icon_colours(read(ROOT))
    assert colours["energy"] == "#b57f00", "darker in texts than on its token"
    assert colours["insight"] == "#2b7fb8", "that of its token"
    assert colours["boundary"] == "#1b7f83", "that of its Layer"
    assert colours["drift"] == "#6a5a8c", "a track has its colour in the sheet Icons"
    assert "filled" not in colours


def test_tokens_of_any_game_keep_their_colour_in_texts(tmp_path: Path) -> None:
    book = read(starter_game(tmp_path / "game"))
    own = {"sun": "#c98a00", "water": "#2b7fb8", "leaf": "#4b8a2b"}
    assert icon_colours(book) == own
    assert icon_colours(with_colours(book, sun="#123456")) == {**own, "sun": "#123456"}
    for no_colour in ("", "red", '"/><g id="x', "#12345"):
        assert icon_colours(with_colours(book, sun=no_colour)) == own
    assert icon_colours(replace(book, tables=MappingProxyType({}))) == {}


@pytest.mark.parametrize(
    ("icons", "marks"),
    [({}, ["#c98a00", "#22252e"]), ({"sun": "#123456", "leaf": "#654321"}, ["#c98a00", "#22252e"])],
)
def test_marks_of_cards_read_tokens_first(tmp_path: Path, icons: dict[str, str], marks: list[str]) -> None:
    folder = starter_game(tmp_path / "game")
    book = with_colours(read(folder), **icons)
    (folder / "templates" / "token.svg").write_text(
        '{% import "parts.svg" as parts with context %}{% import "boards.svg" as boards with context %}'
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22">'
        '<rect width="1" height="1" fill="{{ parts.colour("sun") }}"/>'
        '<rect width="2" height="1" fill="{{ parts.colour("nothing") }}"/>'
        '{{ parts.mark("sun", 11, 11, 9) }}</svg>',
        encoding="utf-8",
    )
    maker = FaceMaker(root=folder, book=book, game=book, fonts=find_fonts(ROOT / "fonts"))
    component = next(row for row in book["Components"] if row["name"] == "Tokens")
    face, problems = maker.render("token.svg", component=component, card=book["Tokens"].rows[0])
    assert problems == ()
    assert face is not None
    for width, colour in zip((1, 2), marks, strict=True):
        assert f'width="{width}" height="1" fill="{colour}"' in face.svg
    assert 'color="#22252e"' in face.svg, "ink reads on the sun, and paper would not"


def test_a_track_takes_the_colour_of_its_icon() -> None:
    book = with_colours(read(ROOT), vitals="#abcdef")
    maker = FaceMaker(root=ROOT, book=book, game=book, fonts=find_fonts(ROOT / "fonts"))
    component = next(row for row in book["Components"] if row["name"] == "Patterns")
    card = next(row for row in book["Patterns"] if row["requirement"].count("vitals"))
    face, problems = maker.render(component["front"], component=component, card=card)
    assert problems == ()
    assert face is not None and "#abcdef" in face.svg
