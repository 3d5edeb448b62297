# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""Which rows a component prints: some of a sheet, and each row of one sheet with each row of another."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.checks.every_game import check_book
from generator.ground.cache import open_cache
from generator.ground.project import Project
from generator.records.called import called, names_in, rows_named
from generator.records.columns import NotUnderstood
from generator.records.conditions import MOST_DEPTH, MOST_LETTERS, parse_condition
from generator.records.joined import MOST_JOINED, JoinedRow, joined, joined_columns, sources_of
from generator.records.printed import read_data, sheets_named
from generator.records.tables import Book, Table
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build, examine
from generator.workbook.book import read_book
from tests.shared.workbooks import Rows, save, with_cell, workbook

DECK: Mapping[str, Rows] = {
    "Fields": (
        ("Sheet", "Column", "Type", "Required", "Unique", "Least", "Most", "Values", "Note"),
        ("Signs", "Name", "text", "yes", "yes"),
        ("Signs", "Kind", "choice", None, None, None, None, "light | dark"),
        ("Signs", "Rank", "integer"),
        ("Signs", "High", "yes/no"),
        ("Signs", "Copies", "integer"),
        ("Numbers", "Number", "integer", "yes", "yes"),
        ("Numbers", "Word", "text"),
        ("Numbers", "Copies", "integer"),
        ("Rules", "Key", "text"),
        ("Rules", "Value", "integer"),
        *(("Components", name, "text") for name in ("Name", "Data", "Front", "Back", "Shape", "Card Title")),
        *(("Components", name, "number") for name in ("Width", "Height")),
        ("Components", "Copies", "integer"),
    ),
    "Signs": (
        ("Name", "Kind", "Rank", "High", "Copies"),
        ("Sun", "light", 3, "yes", 1),
        ("Moon", "dark", 2, "no", 1),
        ("Rock and Roll", "dark", None, None, 2),
    ),
    "Numbers": (("Number", "Word", "Copies"), (1, "one", 1), (2, "two", 3)),
    "Rules": (("Key", "Value"), ("High", 2)),
    "Components": (
        ("Name", "Data", "Front", "Back", "Shape", "Card Title", "Width", "Height", "Copies"),
        ("Cards", "Signs × Numbers", "card.svg", None, "rectangle", None, 44, 68, 1),
    ),
}
CARD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 68">
<rect x="-3" y="-3" width="50" height="74" fill="#ffffff"/>
{{ text(card.title, 4, 10, 36, size=5, least=2) }}
{{ text(card.sign.name ~ card.number.number, 4, 20, 36, size=5, least=2) }}
{{ text(card.number.word, 4, 30, 36, size=5) }}
</svg>"""


def deck(folder: Path, place: str = "Components!A2", value: Any = "Cards") -> Project:
    (folder / "templates").mkdir()
    (folder / "templates/card.svg").write_text(CARD, "utf-8")
    save(with_cell(place, value, DECK), folder)
    return Project(folder)


def book_of(folder: Path, place: str = "Components!A2", value: Any = "Cards") -> Book:
    book, problems = read_book(save(with_cell(place, value, DECK), folder))
    assert book is not None and problems == ()
    return book


def table_of(folder: Path, data: str, title: str = "") -> Table:
    sheets = {
        **DECK,
        "Components": (
            DECK["Components"][0],
            ("Cards", data, "card.svg", None, "rectangle", title or None, 44, 68, 1),
        ),
    }
    book, problems = read_book(save(workbook(sheets), folder))
    assert book is not None and problems == ()
    table = read_data(book["Components"].rows[0], book)
    assert table is not None
    return table


@pytest.mark.parametrize(
    ("condition", "names"),
    [
        ("Kind = dark", "Moon, Rock and Roll"),
        ("kind is not DARK", "Sun"),
        ("Rank > 2", "Sun"),
        ("Rank ≥ 2", "Sun, Moon"),
        ("Rank at least Rules.High", "Sun, Moon"),
        ("Rank <= 2 and Kind in dark, light", "Moon"),
        ("Rank is empty", "Rock and Roll"),
        ("Rank is not empty and not Kind = dark", "Sun"),
        ("Name = Sun or Name = Moon", "Sun, Moon"),
        ("Name = Sun or Name = Moon and Rank > 2", "Sun"),
        ("(Name = Sun or Name = Moon) and Rank < 3", "Moon"),
        ('Name = "Rock and Roll"', "Rock and Roll"),
        ("Name not in Sun, “Rock and Roll”", "Moon"),
        ("High = yes", "Sun"),
        ("High ≠ yes", "Moon, Rock and Roll"),
        ("Rank = Copies", ""),
        ("Copies < Rank", "Sun, Moon"),
    ],
)
def test_conditions(tmp_path: Path, condition: str, names: str) -> None:
    found = [called(row) for row in table_of(tmp_path, f"Signs where {condition}")]
    assert ", ".join(found) == names


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("Kindd = dark", "The sheet Signs has no column “Kindd”. Did you mean “Kind”?"),
        ("Kind", "Behind “Kind” stands nothing to compare it by. Write =, ≠, <, >, ≤, ≥ or in, such as Kind = light."),
        ("Kind =", "A value is missing here. Write what to compare with, such as Kind = light."),
        ("Kind = drak", "“drak” is not a choice of “Kind”. Did you mean “dark”?"),
        ("High = perhaps", "“perhaps” is neither yes nor no, as “High” is. Write yes or no."),
        ("Rank > much", "“much” is not a number, as “Rank” is. Write a number, a column, or Sheet.Key for a number that stands there."),
        ("Name > 3", "“Name” is declared as text, so that none is more or less. Compare it by =, ≠ or in."),
        ("Rank > 2)", "“)” is left over. Join two conditions with and or or; a value with such a word stands in quotes."),
        ("(Rank > 2", "A bracket is not closed. Write ) where the part in brackets ends."),
        ("(" * (MOST_DEPTH + 2) + "Rank > 2", "The condition has too many parts. Mark the rows in a column of their own, and name that."),
        ("Name = Sun or " * 40 + "Rank > 2", "The condition has 568 letters; 500 are the most. Mark the rows in a column of their own, and name that."),
        ("", "A condition is missing here. Write a column and a value, such as Name is not empty."),
    ],
)  # fmt: skip
def test_conditions_that_cannot_be_read(tmp_path: Path, condition: str, message: str) -> None:
    book = book_of(tmp_path)
    with pytest.raises(NotUnderstood) as fault:
        parse_condition(condition, joined_columns(book["Signs"]), "Signs", book)
    assert str(fault.value) == message and len(condition) < 2 * MOST_LETTERS


@pytest.mark.parametrize(
    "written", ["Signs × Numbers", "Signs x Numbers", "signs X numbers", "Signs×Numbers"]
)
def test_each_row_of_one_sheet_with_each_of_another(tmp_path: Path, written: str) -> None:
    table = table_of(tmp_path, written)
    first, *_, last = table.rows
    assert [called(row) for row in table] == [
        "Sun 1", "Sun 2", "Moon 1", "Moon 2", "Rock and Roll 1", "Rock and Roll 2",
    ]  # fmt: skip
    assert isinstance(first, JoinedRow) and first["sign"]["name"] == "Sun" and last["number"]["word"] == "two"
    assert [row["copies"] for row in table] == [1, 3, 1, 3, 2, 6]
    assert (last.at("sign"), last.at("number"), last.at("title")) == ("Signs!A4", "Numbers!A3", "Signs!A4")
    assert [(row.sheet, row.number) for row in sources_of(last)] == [("Signs", 4), ("Numbers", 3)]


def test_a_pattern_says_what_a_card_is_called(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Signs × Numbers where Word = two and Sign.Rank > 2", "[Word] of [Sign.Name]")
    assert [called(row) for row in table] == ["two of Sun"]


def test_a_joined_row_goes_by_the_names_of_both(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Signs × Numbers")
    assert {"Sun 1", "Sun", "2"} <= set(names_in(table))
    assert [called(row) for row in rows_named(table, frozenset({"moon"}))] == ["Moon 1", "Moon 2"]
    assert [called(row) for row in rows_named(table, frozenset({"moon 2"}))] == ["Moon 2"]


@pytest.mark.parametrize(
    ("place", "value", "messages"),
    [
        ("B2", "Signs × Nubmers", ["error: Components!B2: There is no sheet “Nubmers” with declared columns. Did you mean “Numbers”?"]),
        ("B2", "Signs × Signs", ["error: Components!B2: “Signs × Signs” names a sheet twice. Join two sheets that differ; copy one to join it with itself."]),
        ("B2", "Signs where Rnak > 2", ["error: Components!B2: The sheet Signs has no column “Rnak”. Did you mean “Rank”?"]),
        ("B2", "Signs where Rank > 9", ["warning: Components!B2: No row is as “Signs where Rank > 9” says, so that there is nothing to print. Change what stands behind where, or delete the component."]),
        ("F2", "[Worth]", ["error: Components!F2: The sheet Signs × Numbers has no column “Worth”. Did you mean “Word”?"]),
        ("F2", "A card", ["error: Components!F2: “A card” would be the title of every card. Write what differs in brackets: [Sign.Name] [Number.Number]."]),
    ],
)  # fmt: skip
def test_what_data_says_is_looked_at(tmp_path: Path, place: str, value: str, messages: list[str]) -> None:
    project = deck(tmp_path, f"Components!{place}", value)
    book, _ = read_book(project.workbook)
    assert book is not None
    assert [str(problem) for problem in check_book(book, project)] == messages


def test_a_million_cards_are_refused_before_they_are_made(tmp_path: Path) -> None:
    table = table_of(tmp_path, "Signs")
    rows = table.rows[:1] * 1000
    many = [Table(name, table.fields, rows) for name in ("Signs", "Numbers")]
    with pytest.raises(NotUnderstood) as fault:
        joined(many)
    assert str(fault.value) == (
        f"Signs × Numbers comes to 1,000,000 cards; {MOST_JOINED:,} are the most. Join sheets with fewer rows."
    )


def test_a_sheet_whose_name_has_a_cross_is_that_sheet(tmp_path: Path) -> None:
    sheets = {**DECK, "Signs x Numbers": (("Title",), ("Own",))}
    fields = (*DECK["Fields"], ("Signs x Numbers", "Title", "text"))
    book, _ = read_book(save(workbook({**sheets, "Fields": fields}), tmp_path))
    assert book is not None
    assert sheets_named("Signs x Numbers", book) == ("Signs x Numbers",)
    assert sheets_named("Signs × Numbers where Word = two", book) == ("Signs", "Numbers")


def test_cards_of_two_sheets_are_printed_and_some_of_them_alone(tmp_path: Path) -> None:
    project = deck(tmp_path)
    cache = open_cache(tmp_path)
    whole = build(project, BuildOptions(papers=(A4,)), cache=cache)
    again = build(project, BuildOptions(papers=(A4,)), cache=cache)
    some = build(project, BuildOptions(papers=(A4,), only=("Moon", "Sun 2")), cache=cache)
    assert [file.pieces for file in whole.files if not file.aside] == [16, 16]
    assert [file.pieces for file in some.files] == [7, 7] and again.files == whole.files


def test_what_does_not_fit_is_told_at_the_cell_that_it_came_from(tmp_path: Path) -> None:
    problems = examine(deck(tmp_path, "Numbers!B3", "a word that is much too long for its line"))
    assert {problem.where for problem in problems} == {"Numbers!B3"}, "and what follows from it is not told"


def test_a_faulty_row_leaves_out_the_cards_that_are_made_of_it(tmp_path: Path) -> None:
    project = deck(tmp_path, "Numbers!C3", "many")
    drafted = build(project, BuildOptions(papers=(A4,), draft=True))
    assert [str(problem) for problem in drafted.problems] == [
        "error: Numbers!C3: “many” is not a number. Give a whole number."
    ]
    assert [file.pieces for file in drafted.files if not file.aside] == [7, 7]
