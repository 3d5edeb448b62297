"""The sheet Aims: what a designer wants the figures to be, held against what many games gave."""

from __future__ import annotations

from pathlib import Path

from openpyxl import load_workbook

from generator.balance.aims import check_aims
from generator.balance.figures import Estimate
from generator.records.tables import Book
from generator.workbook.book import read_book
from tests.shared.game_folders import ROOT

COLUMNS = ("Figure", "Least", "Most", "Players", "Variant")
FIGURES = [
    Estimate("game|rounds|", 7.0, 6.5, 7.5, 100),
    Estimate("end|Collapse|share", 0.2, 0.13, 0.29, 100, share=True),
    Estimate("seat|1|wins", 0.4, 0.31, 0.49, 100, share=True),
]


def book_with(folder: Path, *rows: tuple[object, ...]) -> Book:
    book = load_workbook(ROOT / "card_data.xlsx")
    sheet = book.create_sheet("Aims")
    for row in (COLUMNS, *rows):
        sheet.append(row)
    for column in COLUMNS:
        book["Fields"].append(("Aims", column, "text"))
    book.save(folder / "card_data.xlsx")
    read, problems = read_book(folder / "card_data.xlsx")
    assert read is not None, problems
    return read


def told(book: Book, *, players: int = 4, variant: str = "") -> list[str]:
    return [str(problem) for problem in check_aims(book, FIGURES, players=players, variant=variant)]


def test_a_whole_interval_outside_is_an_error_and_one_that_reaches_outside_a_warning(tmp_path: Path) -> None:
    rows = (("rounds", 8, ""), ("Collapse share", "15 %", "30 %"), ("* wins", "", 0.5))
    first, second = told(book_with(tmp_path, *rows))
    assert first.startswith("error: Aims!B2: ")
    assert second.startswith("warning: Aims!B3: ")


def test_rows_are_meant_for_their_players_and_variant(tmp_path: Path) -> None:
    book = book_with(tmp_path, ("rounds", 8, "", 3, ""), ("rounds", 8, "", "", "Standard Game"))
    assert told(book) == []
    assert len(told(book, players=3)) == 1
    assert len(told(book, variant="Standard Game")) == 1


def test_numbers_of_players_that_nobody_tries_are_told(tmp_path: Path) -> None:
    book = book_with(
        tmp_path,
        ("rounds", 1, "", 9, ""),
        ("rounds", 1, "", "3-5", ""),
        ("rounds", 1, "", 6, ""),
        ("rounds", 1, "", 1, "Easy"),
    )
    assert told(book) == [
        "error: Aims!D2: No game is for “9” players. Write one number from 2 to 6, or nothing for all.",
        "error: Aims!D3: No game is for “3-5” players. Write one number from 2 to 6, or nothing for all.",
    ]


def test_what_no_game_can_be_held_to_is_told(tmp_path: Path) -> None:
    rows = (("nonsense", 1, ""), ("rounds", 5, 2), ("rounds", "many", ""), ("rounds", 1, "", "", "Standart"))
    name, bounds, *outside, number, variant = told(book_with(tmp_path, *rows))
    assert all(said.startswith("error: Aims!C3: ") for said in outside)
    assert name == (
        "error: Aims!A2: No figure is called “nonsense”. Write one as pnp balance prints it, such as rounds."
    )
    assert bounds == "error: Aims!B3: The least, 5, is above the most, 2. Exchange them."
    assert number == "error: Aims!B4: “many” is no number. Write 0.3, 30 % or 6."
    assert variant.startswith(
        "error: Aims!E5: There is no variant “Standart”. Write one of the sheet Variants:"
    )


def test_a_workbook_without_the_sheet_is_told(tmp_path: Path) -> None:
    book, _ = read_book(ROOT / "card_data.xlsx")
    assert book is not None
    (said,) = told(book)
    assert said.startswith("error: Aims: There is no sheet Aims")
