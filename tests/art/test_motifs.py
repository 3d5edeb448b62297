"""Cards of one motif take turns through its compositions, where nobody names one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.art import MOTIFS, draw_art
from generator.faces import FaceMaker
from generator.faces.motifs import MotifPlaces
from generator.ground.project import Project
from generator.records.printed import read_data
from generator.records.tables import Book
from generator.text.fonts import game_fonts
from generator.workbook.book import read_book
from tests.shared.workbooks import Rows, save, workbook

GAME: Mapping[str, Rows] = {
    "Fields": (
        ("Sheet", "Column", "Type", "Required", "Unique", "Least", "Most", "Values", "Note"),
        ("Lands", "Name", "text", "yes", "yes"),
        ("Lands", "Motif", "text"),
        ("Cards", "Title", "text", "yes", "yes"),
        ("Cards", "Land", "reference", None, None, None, None, "Lands.Name"),
        ("Cards", "Motif", "text"),
        *(("Components", name, "text") for name in ("Name", "Data", "Front", "Back", "Shape")),
        *(("Components", name, "number") for name in ("Width", "Height")),
    ),
    "Lands": (("Name", "Motif"), ("Lake", "waves"), ("Sea", "waves"), ("Wood", "growth")),
    "Cards": (
        ("Title", "Land", "Motif"),
        ("A", "Lake", "rays"),
        ("B", "Wood", "nets"),
        ("C", "Sea", "rays"),
        ("D", "Lake", "arches"),
    ),
    "Components": (
        ("Name", "Data", "Front", "Back", "Shape", "Width", "Height"),
        ("Cards", "Cards", "card.svg", None, "rectangle", 40, 60),
        ("Pairs", "Lands × Cards", "card.svg", None, "rectangle", 40, 60),
    ),
}
DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 60">
{{ art("waves", card.title, 0, 0, 40, 60, "#2c5fb3", "#dbe6f7") }}
</svg>"""


def book_of(folder: Path) -> Book:
    book, problems = read_book(save(workbook(GAME), folder))
    assert book is not None and problems == ()
    return book


def test_places_are_counted_among_the_rows_of_a_motif(tmp_path: Path) -> None:
    book = book_of(tmp_path)
    places = MotifPlaces(book)
    cards = book["Cards"].rows
    rays = [card for card in cards if card["motif"] == "rays"]
    assert [places.of(card, "rays", card["title"]) for card in rays] == [0, 1]
    assert [places.of(card, "spirals", card["title"]) for card in cards] == [0, 1, 2, 3]  # all have it


def test_a_motif_of_a_land_counts_the_cards_of_such_lands(tmp_path: Path) -> None:
    book = book_of(tmp_path)
    places = MotifPlaces(book)
    lake, wood, sea, again = book["Cards"].rows
    assert [places.of(card, "waves", card["title"]) for card in (lake, sea, again)] == [0, 1, 2]
    assert places.of(wood, "growth", "B") is None  # no other card shows it
    assert places.of(lake, "waves", "a seed of the template's own") is None
    assert places.of(None, "waves", "A") is None


def test_a_joined_card_counts_the_rows_beside_its_motif(tmp_path: Path) -> None:
    book = book_of(tmp_path)
    table = read_data(book["Components"].rows[1], book)
    assert table is not None
    lakes = [MotifPlaces(book).of(row, "waves", row["title"]) for row in table.rows[:4]]
    assert lakes == [2, 3, 4, 5]


def test_no_picture_comes_again_before_all_were_shown(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/card.svg").write_text(DRAWN, "utf-8")
    book = book_of(tmp_path)
    maker = FaceMaker(root=tmp_path, book=book, game=book, fonts=game_fonts(Project(tmp_path)))
    component = book["Components"].rows[0]
    for place, card in enumerate(card for card in book["Cards"] if card["land"] != "Wood"):
        face, problems = maker.render("card.svg", component=component, card=card)
        colours: dict[str, Any] = {"color": "#2c5fb3", "tint": "#dbe6f7", "paper": "#fbf7ef"}
        own = draw_art("waves", card["title"], 40.0, 60.0, variant=place, **colours)
        drawn = own[own.rindex('d="') :][:60]
        assert problems == () and face is not None and drawn in face.svg
    assert MOTIFS["waves"] > 3
