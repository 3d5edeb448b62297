# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""How many of each piece are printed: where copies come from, and what a table needs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.checks.every_game import copies_come_from_somewhere
from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.press.choosing import choose
from generator.records.tables import Book
from generator.sheets.amounts import amounts_can_be_printed, copies_are_meant
from generator.sheets.copies import MOST_SETS, Needed
from generator.workbook.book import read_book
from tests.shared.workbooks import Rows, save, with_cell

GAME: Mapping[str, Rows] = {
    "Fields": (
        ("Sheet", "Column", "Type", "Required", "Unique", "Least", "Most", "Values", "Note"),
        ("Players", "Name", "text", "yes", "yes"),
        ("Players", "Copies", "integer"),
        ("Players", "Spare", "integer"),
        ("Players", "Colour", "text"),
        ("Markers", "Name", "text"),
        ("Markers", "Player", "reference", None, None, None, None, "Players.Name"),
        ("Markers", "Copies", "integer"),
        ("Game", "Key", "text"),
        ("Game", "Value", "text"),
        *(("Components", name, "text") for name in ("Name", "Data", "Front", "Back", "Shape", "Copies From")),
        *(("Components", name, "number") for name in ("Width", "Height")),
        ("Components", "Copies", "integer"),
        ("Components", "Per Player", "yes/no"),
    ),
    "Game": (("Key", "Value"), ("Players", "2–4")),
    "Players": (("Name", "Copies", "Spare", "Colour"), ("Red", 6, 1, "r"), ("Blue", 6, 2, "b"), ("Green", 6, 0, "g")),
    "Markers": (("Name", "Player", "Copies"), ("M1", "Red", 2), ("M2", "Green", 2), ("M3", None, 5)),
    "Components": (
        ("Name", "Data", "Front", "Back", "Shape", "Copies From", "Width", "Height", "Copies", "Per Player"),
        ("Mats", "Players", "mat.svg", None, "rectangle", None, 260, 180, 1, None),
        ("Markers", "Markers", "m.svg", None, "circle", None, 9, 9, 1, None),
        ("Aid", None, "aid.svg", None, "rectangle", None, 100, 100, 3, "yes"),
        ("Board", None, "board.svg", None, "rectangle", None, 100, 100, 1, None),
    ),
}  # fmt: skip


def book_of(folder: Path, place: str = "Components!A2", value: Any = "Mats") -> Book:
    book, problems = read_book(save(with_cell(place, value, GAME), folder))
    assert book is not None and problems == ()
    return book


def counts(book: Book, needed: Needed) -> dict[str, tuple[int, ...]]:
    return {str(job.component["name"]): job.counts for job in choose(book, needed=needed)}


@pytest.mark.parametrize(
    ("said", "mats"),
    [
        (None, (6, 6, 6)),
        ("none", (1, 1, 1)),
        ("Components.Copies", (1, 1, 1)),
        ("Players.Copies", (6, 6, 6)),
        ("players.spare", (1, 2, 0)),
        ("Spare", (1, 2, 0)),
    ],
)
def test_where_copies_come_from_is_said_once(tmp_path: Path, said: str | None, mats: tuple[int, ...]) -> None:
    book = book_of(tmp_path, "Components!F2", said)
    assert counts(book, Needed())["Mats"] == mats
    assert list(copies_come_from_somewhere(book, Project(tmp_path))) == []


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ("F2", "Players.Coppies", "error: Components!F2: The sheet Players has no column “Coppies”. Did you mean “Copies”?"),
        ("F2", "Colour", "error: Components!F2: The column “Colour” is declared as text, so that it counts nothing. Name a column of whole numbers, or write none."),
        ("F5", "Players.Copies", "error: Components!F5: Copies come from “Players.Copies”, but the component has no Data. Empty the cell; its own Copies count."),
    ],
)  # fmt: skip
def test_a_place_that_copies_cannot_come_from(tmp_path: Path, place: str, value: str, message: str) -> None:
    book = book_of(tmp_path, f"Components!{place}", value)
    assert [str(one) for one in copies_come_from_somewhere(book, Project(tmp_path))] == [message]


def test_copies_that_count_nothing_are_told(tmp_path: Path) -> None:
    made = with_cell("Components!F2", "Players.Spare", GAME)
    made["Components"]["I2"] = 5
    book, _ = read_book(save(made, tmp_path))
    assert book is not None and counts(book, Needed())["Mats"] == (1, 2, 0)
    assert [str(one) for one in copies_come_from_somewhere(book, Project(tmp_path))] == [
        "warning: Components!I2: The 5 copies here count nothing: Copies From says Players.Spare. Write 1, or none in Components!F2."
    ]


def test_copies_that_are_multiplied_into_a_heap_of_paper_are_asked_about(tmp_path: Path) -> None:
    assert list(copies_are_meant(book_of(tmp_path))) == []
    assert [str(one) for one in copies_are_meant(book_of(tmp_path, "Components!I2", 50))] == [
        "warning: Components!I2: “Mats” fills 900 sheets of A4. The 50 copies here are multiplied by the column Copies of the sheet Players, 18 in sum, such as 6 in Players!B2. "
        "Write 1 in one of the two, or say in a column Copies From which counts: none, or Players.Copies."
    ]


@pytest.mark.parametrize(
    ("needed", "made"),
    [
        (Needed(), {"Mats": (6, 6, 6), "Markers": (2, 2, 5), "Aid": (3,), "Board": (1,)}),
        (Needed(players=2), {"Mats": (6, 6), "Markers": (2, 5), "Aid": (2,), "Board": (1,)}),
        (Needed(players=1, sets=2), {"Mats": (12,), "Markers": (4, 10), "Aid": (2,), "Board": (2,)}),
    ],
)
def test_what_a_table_needs(tmp_path: Path, needed: Needed, made: Mapping[str, tuple[int, ...]]) -> None:
    assert counts(book_of(tmp_path), needed) == made


def test_without_a_sheet_of_players_the_game_says_how_many_may_play(tmp_path: Path) -> None:
    sheets = {name: rows for name, rows in GAME.items() if name not in ("Players", "Markers")}
    fields = tuple(row for row in GAME["Fields"] if row[0] not in ("Players", "Markers"))
    components = (GAME["Components"][0], *GAME["Components"][3:])
    made = {**sheets, "Fields": fields, "Components": components}
    book, _ = read_book(save(with_cell("Components!I2", 8, made), tmp_path))
    assert book is not None
    assert counts(book, Needed(players=3)) == {"Aid": (6,), "Board": (1,)}


@pytest.mark.parametrize(
    ("needed", "message"),
    [
        (Needed(players=4), "error: --players: The game is for at most 3 players, not for 4. Give a number from 1 to 3."),
        (Needed(sets=MOST_SETS + 1), f"error: --sets: {MOST_SETS + 1} sets cannot be printed at once. Give a number from 1 to {MOST_SETS}."),
    ],
)  # fmt: skip
def test_what_no_table_needs(tmp_path: Path, needed: Needed, message: str) -> None:
    with pytest.raises(Failed) as fault:
        choose(book_of(tmp_path), needed=needed)
    assert [str(problem) for problem in fault.value.problems] == [message]


def test_sets_count_for_what_can_be_printed(tmp_path: Path) -> None:
    book = book_of(tmp_path, "Components!I3", 400)
    assert list(amounts_can_be_printed(book)) == []
    (problem,) = amounts_can_be_printed(book, needed=Needed(sets=10))
    assert problem.what.startswith(
        "The components print 36,220 pieces, “Markers” alone 36,000; 20,000 are the most."
    )
