# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""What checks count: one Problem a cause, with the name of the row that is gone if anything still says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from generator.checks.lacking import with_counts
from generator.checks.renames import vanished
from generator.checks.stated import stated_checks
from generator.cli import main
from generator.ground.problems import Severity
from generator.ground.project import Project
from generator.story import look_over
from generator.workbook.book import read_book
from tests.shared.changed_cells import shipped_workbook
from tests.shared.game_folders import copy_of
from tests.shared.games_made import starter_game
from tests.shared.stated_game import GAME
from tests.shared.workbooks import Rows, save, workbook

GAMES = Path(__file__).parents[2] / "games"


def without_row(folder: Path, sheet: str, name: str) -> Path:
    """The game without the row that begins with a name."""
    book = load_workbook(folder / "card_data.xlsx")
    (row,) = (row[0].row for row in book[sheet].iter_rows(min_row=2) if row[0].value == name)
    book[sheet].delete_rows(row)
    book.save(folder / "card_data.xlsx")
    return folder


def told(folder: Path) -> list[tuple[str, tuple[str, ...]]]:
    """What `pnp check` says, with what stands under it; notes apart."""
    problems = look_over(Project(folder)).told
    return [
        (str(problem), problem.consequences) for problem in problems if problem.severity is not Severity.NOTE
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "sheet", "name", "message", "consequences"),
    [
        (
            "meaning_made_march", "Outcomes", "Strained",
            "error: Outcomes: Each Meaning from 0 to 12 has its own outcome. There are 12 rows; 13 are wanted. “Strained” is gone; Published!B38 still says it. Add 1. Checks!A19 asks for it.",
            ("Each Meaning from 0 to 12 has its own outcome. No row of Outcomes has Meaning “3”.",),
        ),
        (
            "life_meaning", "Patterns", "Skin",
            "error: Patterns: The deck has 90 Patterns. There are 89 rows; 90 are wanted. What is gone had Layer “1”. Add 1. Checks!A2 asks for it.",
            ("Each Layer has fifteen Patterns. Layer “1” has 14 rows; 15 are wanted.",),
        ),
        (
            "symetra", "Cards", "Poison",
            "error: Relations!B37: “Poison” is gone from the sheet Cards, and 7 cells still say it: Relations!B37, Relations!A38, Relations!B39, Relations!B128, Relations!B129, Relations!B150, Sample Game!F7. Write its row again. If it is to stay out, pnp sample-game --repair --write plays the sample game on without it; the other cells have to say another; Checks!A2, Checks!A4 and Checks!A5 have to ask for fewer.",
            (
                "There are sixty cards. There are 59 rows; 60 are wanted. “Poison” is gone; Relations!B37 still says it.",
                "Each type has twenty cards. Type “Element” has 19 rows; 20 are wanted.",
                "Each polarity has twenty cards. Polarity “negative” has 19 rows; 20 are wanted.",
                "A step of the sample game does not hold without it, in row 7.",
            ),
        ),
        (
            "deck_of_signs", "Signs", "Ladder",
            "error: Tokens!C9: “Ladder” is gone from the sheet Signs, and 49 cells still say it: Tokens!C9, Tokens!A9, Icons!C9, Sample Game Scion!F10, Sample Game Scion!H10, Sample Game Scion!H11, Sample Game Scion!H23, Sample Game Scion!E44, Sample Game Elementary!F7, Sample Game Elementary!F9, Sample Game Elementary!F10, Sample Game Elementary!I13 and 37 more. Write its row again. If it is to stay out, pnp sample-game --rules scion --repair --write plays the sample game on without it; pnp sample-game --rules elementary --repair --write plays the sample game on without it; pnp sample-game --rules counterspell --repair --write plays the sample game on without it; the other cells have to say another; Checks!A2 has to ask for fewer.",
            ("The deck has eleven Signs. There are 10 rows; 11 are wanted. “Ladder” is gone; Tokens!C9 still says it.",),
        ),
    ],
)  # fmt: skip
def test_a_row_that_was_deleted_is_one_message_by_its_name(
    game: str, sheet: str, name: str, message: str, consequences: tuple[str, ...], tmp_path: Path
) -> None:
    folder = without_row(copy_of(GAMES / game, tmp_path / "game"), sheet, name)
    assert told(folder) == [(message, consequences)]


def counted(sheets: Mapping[str, Rows], folder: Path) -> list[tuple[str, tuple[str, ...]]]:
    book, problems = read_book(save(workbook(sheets), folder))
    assert book is not None
    problems = with_counts(book, (*problems, *stated_checks(book, problems)))
    return [(str(problem), problem.consequences) for problem in problems]


def cards(**cells: Any) -> dict[str, Rows]:
    """The game of three Signs with cells of its sheet Cards changed, such as `B4`."""
    rows = [list(row) for row in GAME["Cards"]]
    for cell, value in cells.items():
        rows[int(cell[1:]) - 1]["ABCD".index(cell[0])] = value
    checks = [row for row in GAME["Checks"] if row[0] in {"Check", "number of rows", "count by", "sum by"}]
    return {**GAME, "Cards": rows, "Checks": checks}


def test_a_row_that_is_counted_to_others_is_one_message_with_its_mend(tmp_path: Path) -> None:
    assert counted(cards(B2="Moon"), tmp_path) == [
        (
            "warning: Cards!B7: Sign “Moon” has 4 rows; 3 are wanted. Write Sign “Sun” in one of these rows. Checks!A3 asks for it.",
            ("Sign “Sun” has 2 rows; 3 are wanted.",),
        )
    ]


def test_what_is_wrong_with_the_row_itself_is_blamed_before_what_counts_it(tmp_path: Path) -> None:
    sheets = cards(B4="Moon")
    assert counted({**sheets, "Checks": (*sheets["Checks"], GAME["Checks"][1])}, tmp_path) == [
        (
            "error: Cards!C7: Sign “Moon” and Number “3” stand together in row 4 already. Change one of the two rows. Checks!A5 asks for it.",
            (
                "Sign “Moon” has 4 rows; 3 are wanted.",
                "Sign “Sun” has 2 rows; 3 are wanted.",
                "Copies of Sign “Moon” comes to 3 where Number > 1; at most 2 is wanted.",
            ),
        )
    ]


def test_two_causes_stay_two_messages(tmp_path: Path) -> None:
    sheets = cards(B2="Moon", D9=3)
    assert [message.partition(". ")[0] for message, _ in counted(sheets, tmp_path)] == [
        "warning: Cards!B7: Sign “Moon” has 4 rows; 3 are wanted",
        "error: Cards!D9: Copies of Sign “Star” comes to 4 where Number > 1; at most 2 is wanted",
    ]


def test_a_row_that_only_the_last_print_had_is_told_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795305600")  # 2026-11-22
    folder = starter_game(tmp_path / "game")
    book = load_workbook(folder / "card_data.xlsx")
    tiles = book["Tiles"]
    name = tiles["A3"].value
    checks = book.create_sheet("Checks")
    for row in (("Check", "Sheet", "Value"), ("number of rows", "Tiles", tiles.max_row - 1)):
        checks.append(row)
    for column in checks[1]:
        book["Fields"].append(("Checks", column.value, "text"))
    book.save(folder / "card_data.xlsx")
    assert main(["printed", "--game", str(folder)]) == 0
    without_row(folder, "Tiles", name)
    capsys.readouterr()
    assert main(["check", "--game", str(folder)]) == 1
    assert f"“{name}” is gone; the print of 2026-11-22 had it.\n" in capsys.readouterr().out


def test_what_a_step_states_is_no_list_of_rows() -> None:
    """Outcomes that are called as rows of a sheet are parted by semicolons; what is none of them is not gone."""
    book = shipped_workbook(GAMES / "deck_of_signs")
    told_steps = book["Sample Game Counterspell"]
    first = next(row for row in told_steps if row["action"] == "resolve")
    stated = replace(first, values={**first.values, "gains": "match; complete; opposing; -1He"})
    rows = tuple(stated if row is first else row for row in told_steps)
    changed = replace(book, tables={**book.tables, told_steps.name: replace(told_steps, rows=rows)})
    assert vanished(changed, ()) == ()
