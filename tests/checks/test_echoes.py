# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""One mistake in the workbook is one Problem: nothing is said of what only follows from it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from generator.checks.checked import read
from generator.checks.echoes import without_echoes
from generator.ground.problems import Failed, error, warning
from generator.ground.project import Project
from generator.workbook.book import read_book
from tests.shared.game_folders import check_game
from tests.shared.games_made import STARTER

ROOT = Path(__file__).parents[2]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Meaning Made without what the checks do not read."""
    for name in ("templates", "icons"):
        (tmp_path / name).mkdir()
        for file in (ROOT / name).glob("*.svg"):
            (tmp_path / name / file.name).touch()
    shutil.copy(ROOT / "card_data.xlsx", tmp_path)
    return tmp_path


def said(game: Path) -> list[str]:
    project = Project(game)
    with pytest.raises(Failed) as failed:
        check_game(project, *read(project))
    return [str(problem) for problem in failed.value.problems]


def test_a_cell_with_an_error_and_warnings_about_its_sheet_are_left_alone() -> None:
    found = [error("Patterns!C2", "This cannot be read.", "Mend it."), warning("Events!A2", "Odd.", "Look.")]
    ruled = [
        error("Patterns!C2", "It asks for nothing.", "Ask."),
        error("Patterns!C3", "It asks for too much.", "Ask for less."),
        error("Patterns", "There are too few.", "Add some."),
        warning("Patterns!A9", "It is worse than that of row 2.", "Change it."),
        warning("Patterns", "They ask for little.", "Ask for more."),
        warning("Events!A3", "It is rare.", "Add one."),
        error("Events!A2", "It has no name.", "Name it."),
    ]
    assert list(without_echoes(ruled, found)) == [ruled[1], ruled[2], ruled[5], ruled[6]]


def test_unreadable_cells_are_one_problem_each(game: Path) -> None:
    book = load_workbook(game / "card_data.xlsx")
    places: dict[str, Any] = {
        "Patterns!C2": "1E 1X",  # Shell, which another Pattern accepts to be worse than
        "Patterns!B3": "one",
        "Patterns!D4": "+1X",
        "Patterns!A5": None,
        "Events!B2": "?",
    }
    for place, value in places.items():
        sheet, _, cell = place.partition("!")
        book[sheet][cell] = value
    ends = next(cell.column_letter for cell in book["Initiatives"][1] if cell.value == "End")
    (end,) = (cell for cell in book["Initiatives"][ends] if cell.value == "yes")
    end.value = "maybe"
    book.save(game / "card_data.xlsx")
    assert sorted(line.split(": ")[1] for line in said(game)) == sorted(
        [*places, f"Initiatives!{ends}{end.row}"]
    )


@pytest.mark.parametrize("sheet", ["Patterns", "Initiatives", "Events", "Rules"])
def test_an_emptied_sheet_is_said_once(game: Path, sheet: str) -> None:
    book = load_workbook(game / "card_data.xlsx")
    book[sheet].delete_rows(2, book[sheet].max_row)
    book.save(game / "card_data.xlsx")
    lines = [line for line in said(game) if line.startswith("error")]
    assert lines.pop() == f"error: {sheet}: The sheet “{sheet}” is empty. Bring its rows back."
    assert {line.partition(": ")[2].partition(": ")[2] for line in lines} <= {
        "The column Key of the sheet Rules is empty. Fill it; this cell names a value of it."
    }


def test_a_lost_symbol_is_said_once(game: Path) -> None:
    book = load_workbook(game / "card_data.xlsx")
    (energy,) = (cell for cell in book["Icons"]["A"] if cell.value == "energy")
    book["Icons"].delete_rows(energy.row)
    book["Patterns"]["B3"] = "one"
    book.save(game / "card_data.xlsx")
    assert said(game) == [
        "error: Patterns!B3: “one” is not in the column Layer of the sheet Layers. "
        "Use one of 1, 2, 3, 4, 5, 6. “Pattern Layers” in Rules!B46 is 6.",
        "error: Icons: The symbol “energy” is missing. Add a row with the key energy and the kind token.",
    ]


def test_the_workbook_is_read_once(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = load_workbook(game / "card_data.xlsx")
    (energy,) = (cell for cell in book["Icons"]["A"] if cell.value == "energy")
    energy.value = "vigour"
    book.save(game / "card_data.xlsx")
    read: list[Path] = []

    def counting(path: Path, **more: Any) -> Any:
        read.append(path)
        return read_book(path, **more)

    monkeypatch.setattr("generator.workbook.book.read_book", counting)
    (line,) = [line for line in said(game) if "Icons!" not in line]
    assert line.startswith("error: Icons: The symbol “energy” is missing.")
    assert read == [game / "card_data.xlsx"]


def test_a_symbol_of_another_kind_is_said_once(game: Path) -> None:
    book = load_workbook(game / "card_data.xlsx")
    (energy,) = (cell for cell in book["Icons"]["A"] if cell.value == "energy")
    kinds = next(cell.column_letter for cell in book["Icons"][1] if cell.value == "Kind")
    place = f"{kinds}{energy.row}"
    book["Icons"][place] = "sign"
    book.save(game / "card_data.xlsx")
    assert said(game) == [
        f"error: Icons!{place}: The symbol “energy” is of the kind sign. "
        "Give it the kind token; the rules use it as that."
    ]


def test_the_rules_of_another_game(tmp_path: Path) -> None:
    game = tmp_path / "game"
    shutil.copytree(STARTER, game)
    book = load_workbook(game / "card_data.xlsx")
    book["Game"].append(("Rules", "meaning_made"))
    row = book["Game"].max_row
    book.save(game / "card_data.xlsx")
    (line,) = said(game)
    assert line == (
        f"error: Game!B{row}: The rules of Meaning Made are not for this workbook: it lacks the sheets Rules, "
        "Variants, Layers, Patterns, Initiatives, Events, Event Table, Group Table, Individual Table, Outcomes, "
        "Players, Markers, Track Markers. "
        "Empty the cell; a game without rules is printed all the same."
    )
