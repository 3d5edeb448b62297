# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""The sheet Checks: what a designer wants to be so is found where it is not, at the right cell."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.checks.stated import KINDS, MOST_CHECKS, MOST_FOUND, stated_checks
from generator.workbook.book import read_book
from tests.shared.stated_game import CHECKS, GAME, HEADER
from tests.shared.workbooks import Rows, save, with_cell, workbook


def found(game: Mapping[str, Rows], folder: Path) -> list[str]:
    book, problems = read_book(save(workbook(game), folder))
    assert book is not None, problems
    return [str(problem) for problem in (*problems, *stated_checks(book, problems))]


def planted(place: str, value: Any, folder: Path) -> list[str]:
    book, problems = read_book(save(with_cell(place, value, GAME), folder))
    assert book is not None, problems
    return [str(problem) for problem in (*problems, *stated_checks(book, problems))]


def test_a_sound_workbook_keeps_to_all_its_checks(tmp_path: Path) -> None:
    assert found(GAME, tmp_path) == []


@pytest.mark.parametrize(
    ("place", "value", "messages"),
    [
        ('Cards!C3', 1, [
            'error: Cards!C3: Sign “Sun” and Number “1” stand together in row 2 already. Change one of the two rows. Checks!A2 asks for it.',
        ]),
        ('Relations!B3', 'Sun', [
            'error: Relations!B3: A relation counts for both. From “Moon” and To “Sun” are a pair in row 2 already, the other way round. Change one of the two rows. Checks!A3 asks for it.',
        ]),
        ('Relations!A2', 'Moon', [
            'error: Relations!B2: Moon cannot be related to itself. From and To are both “Moon”. Write another value in one of them. Checks!A4 asks for it.',
        ]),
        ('Cards!A11', 'Extra', [
            'error: Cards!A11: The deck has nine cards. There are 10 rows; 9 are wanted. Take out 1. Checks!A5 asks for it.',
        ]),
        ('Cards!B4', 'Moon', [
            'error: Cards!C7: Sign “Moon” and Number “3” stand together in row 4 already. Change one of the two rows. Checks!A2 asks for it.',
            'warning: Cards!B2: Sign “Sun” has 2 rows; 3 are wanted. Add 1. Checks!A6 asks for it.',
            'warning: Cards!B7: Sign “Moon” has 4 rows; 3 are wanted. Take out 1. Checks!A6 asks for it.',
            'error: Cards!D4: Copies of Sign “Moon” comes to 3 where Number > 1; at most 2 is wanted. Take out 1. Checks!A7 asks for it.',
        ]),
        ('Cards!D3', 5, [
            'error: Cards!D3: Copies of Sign “Sun” comes to 6 where Number > 1; at most 2 is wanted. Take out 4. Checks!A7 asks for it.',
        ]),
        ('Signs!A5', 'Comet', [
            'error: Signs!A5: No row of Cards has Sign “Comet”. Give it to a row there, or take it out here. Checks!A9 asks for it.',
        ]),
        ('Cards!C10', 2, [
            'error: Cards!C10: Sign “Star” and Number “2” stand together in row 9 already. Change one of the two rows. Checks!A2 asks for it.',
        ]),
        ('Signs!B2', 4, [
            'error: Signs!B2: Rank is 4; at most 3 (Highest Rank) is wanted. Give it at most 3 (Highest Rank), or change Rules!B2. Checks!A10 asks for it.',
            'error: Signs!C2: Top is 3; at least 4 (Rank) is wanted. Give it at least 4 (Rank), or change Signs!B2. Checks!A13 asks for it.',
        ]),
        ('Rules!B2', 2, [
            'error: Signs!B2: Rank is 3; at most 2 (Highest Rank) is wanted. Give it at most 2 (Highest Rank), or change Rules!B2. Checks!A10 asks for it.',
        ]),
        ('Signs!B3', 1, [
            'error: Relations!A3: Only the high ones have enemies. From is “Moon”, of which it is not so that Rank ≥ 2. Use one of: Sun. Checks!A11 asks for it.',
        ]),
        ('Signs!C3', 1, [
            'error: Signs!C3: Top is 1; at least 2 (Rank) is wanted. Give it at least 2 (Rank), or change Signs!B3. Checks!A13 asks for it.',
        ]),
        ('Cards!B2', 'Sunn', [
            'error: Cards!B2: “Sunn” is not in the column Name of the sheet Signs. Did you mean “Sun”? Else use one of Moon, Star, or add it to Signs.Name.',
        ]),
        ('Checks!A2', 'uniqe together', [
            'error: Checks!A2: “uniqe together” is not a choice of “Check”. Did you mean “unique together”?',
        ]),
        ('Checks!B3', 'Relatons', [
            'error: Checks!B3: There is no sheet “Relatons” with declared columns. Did you mean “Relations”?',
        ]),
        ('Checks!B3', None, [
            'error: Checks!B3: The cell under “Sheet” is empty. Fill it in; Fields declares it as required.',
        ]),
        ('Checks!C4', 'From', [
            'error: Checks!C4: The check needs two columns or more; 1 is named. Write two columns or more of Relations, with a comma between two: From, To, Kind, Tone.',
        ]),
        ('Checks!C5', 'Nope', [
            'error: Checks!C5: The sheet Cards has no column “Nope”. Did you mean “Copies”?',
        ]),
        ('Checks!D7', 'Numbr > 1', [
            'error: Checks!D7: The sheet Cards has no column “Numbr”. Did you mean “Number”?',
        ]),
        ('Checks!D7', 'Number > one', [
            'error: Checks!D7: “one” is not a number, as “Number” is. Write a number, a column, or Sheet.Key for a number that stands there.',
        ]),
        ('Checks!D7', 'Number >', [
            'error: Checks!D7: A value is missing here. Write what to compare with, such as Number > 3.',
        ]),
        ('Checks!D7', '(Number > 1', [
            'error: Checks!D7: A bracket is not closed. Write ) where the part in brackets ends.',
        ]),
        ('Checks!D7', 'Title > 3', [
            'error: Checks!D7: “Title” is declared as text, so that none is more or less. Compare it by =, ≠ or in.',
        ]),
        ('Checks!D11', 'Kind = enmty', [
            'error: Checks!D11: “enmty” is not a choice of “Kind”. Did you mean “enmity”?',
        ]),
        ('Checks!E10', 'Rules.Highest', [
            'error: Checks!E10: “Rules.Highest” is not a number, and names none. Write a number, such as 11, at least 3 or 3 to 5, or Sheet.Key for a number that stands there.',
        ]),
        ('Checks!E5', 'many', [
            'error: Checks!E5: “many” is not a number, and names none. Write a number, such as 11, at least 3 or 3 to 5, or Sheet.Key for a number that stands there.',
        ]),
        ('Checks!E5', '9 to 3', [
            'error: Checks!E5: “9 to 3” ends before it begins. Write 3 to 9.',
        ]),
        ('Checks!E6', None, [
            'error: Checks!E6: The check says not how many. Write 11, at least 3, at most 5 or 3 to 5.',
        ]),
        ('Checks!E8', None, [
            'error: Checks!E8: The check says not which values “Number” has to have. Write Sheet.Column, such as Signs.Name, or 1 to 11, or the values.',
        ]),
        ('Checks!E8', '1 to 9999999', [
            'error: Checks!E8: “1 to 9999999” names no values that can be gone through. Write the first and the last, such as 1 to 11.',
        ]),
        ('Checks!E11', 'Signs.Nam', [
            'error: Checks!E11: The sheet Signs has no column “Nam”. Did you mean “Name”?',
        ]),
        ('Checks!C7', 'Title by Sign', [
            'error: Checks!C7: “Title” is declared as text: it holds no numbers. Name a column of numbers.',
        ]),
        ('Checks!C12', 'Tone', [
            'error: Checks!C12: The check says not which rows have to be alike. Write a column, by, and the column that joins rows: Kind by Variant.',
        ]),
        ('Checks!G6', 'grave', [
            'error: Checks!G6: “grave” is not a choice of “Severity”. Use one of: error, warning (Fields!H21 lists them).',
        ]),
    ],
)  # fmt: skip
def test_every_planted_fault_is_found_at_its_cell(
    tmp_path: Path, place: str, value: Any, messages: list[str]
) -> None:
    assert planted(place, value, tmp_path) == messages


def test_what_could_not_be_read_is_said_once_and_counted_nowhere(tmp_path: Path) -> None:
    assert planted("Cards!C2", "one", tmp_path) == [
        "error: Cards!C2: “one” is not a number. Give a whole number."
    ]


def test_rules_of_one_sheet_follow_the_lines_that_are_meant(tmp_path: Path) -> None:
    relations = (*GAME["Relations"], ("Star", "Sun", "affinity", "cold"), ("Sun", "Sun", "affinity", "warm"))
    assert found({**GAME, "Relations": relations}, tmp_path) == [
        "error: Relations!B5: Sun cannot be related to itself. From and To are both “Sun”. Write another value in one of them. Checks!A4 asks for it.",
        "error: Relations!D4: Tone of Kind “affinity” is “cold” here and “warm” in 2 rows, such as 2. Write “warm” here. Checks!A12 asks for it.",
    ]


def test_a_sheet_that_fields_does_not_declare_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    fields = tuple(row for row in GAME["Fields"] if row[0] != "Checks")
    (message,) = found({**GAME, "Fields": fields}, tmp_path)
    assert message == (
        "warning: Checks!A1: Fields declares no column of the sheet Checks, so that nothing of it is checked. "
        "Write a row for each of its columns into the sheet Fields, such as Checks | Check | text "
        "below Sheet | Column | Type."
    )


def test_notes_in_a_sheet_of_that_name_are_let_alone(tmp_path: Path) -> None:
    fields = tuple(row for row in GAME["Fields"] if row[0] != "Checks")
    assert found({**GAME, "Fields": fields, "Checks": (("To do",), ("Ask Ann",))}, tmp_path) == []


def test_a_sheet_without_its_first_columns_says_so(tmp_path: Path) -> None:
    fields = tuple(row for row in GAME["Fields"] if row[:2] != ("Checks", "Check"))
    checks = tuple(row[1:] for row in CHECKS)
    assert found({**GAME, "Fields": fields, "Checks": checks}, tmp_path) == [
        "error: Checks!A1: The sheet Checks has no column “Check”. Add it, and declare it in Fields."
    ]


def test_a_thousand_findings_of_one_check_are_counted(tmp_path: Path) -> None:
    cards = (GAME["Cards"][0], *(("Sun 1", "Sun", 1, 0) for _ in range(999)))
    checks = (HEADER, ("unique together", "Cards", "Sign, Number"))
    told = found({**GAME, "Cards": cards, "Checks": checks}, tmp_path)
    assert len(told) == MOST_FOUND + 1
    assert told[-1].startswith(f"error: Checks!A2: {998 - MOST_FOUND} more rows are wrong by this check.")


def test_more_checks_than_anybody_writes_are_refused(tmp_path: Path) -> None:
    checks = (HEADER, *(("differ", "Relations", "From, To") for _ in range(MOST_CHECKS + 1)))
    assert found({**GAME, "Checks": checks}, tmp_path) == [
        f"error: Checks!A{MOST_CHECKS + 2}: There are {MOST_CHECKS + 1} checks; {MOST_CHECKS} are the most. Delete some, or join them."
    ]


def test_the_manual_tells_of_every_check() -> None:
    page = (Path(__file__).parents[2] / "docs" / "checks.md").read_text("utf-8")
    table = page.partition("## What can be checked")[2].partition("\n## ")[0]
    assert [kind for kind in KINDS if f"**{kind}**" not in table] == []
    assert " \\| ".join(KINDS) in page


BANDS: Rows = (
    ("Track", "From", "To"),
    ("Health", 4, 6),
    ("Health", 0, 3),
    ("Health", 7, None),
    ("Fame", 1, 9),
)
DEALT: Rows = (
    ("Players", "Hands", "Deck", "Cost", "Loss"),
    (3, 15, 85, "3 sun", "-3 sun"),
    (4, 20, 80, "5 sun", "-4 sun"),
)
RECKONED: Mapping[str, Rows] = {
    "Fields": (
        *(row for row in GAME["Fields"] if row[0] not in {"Cards", "Relations", "Signs"}),
        *(("Bands", name, "integer" if name != "Track" else "text") for name in BANDS[0]),
        *(("Deals", str(name), "integer") for name in DEALT[0][:3]),
        ("Deals", "Cost", "requirement"),
        ("Deals", "Loss", "effect"),
        ("Icons", "Key", "text", "yes", "yes"),
        ("Icons", "Code", "text"),
        ("Icons", "Name", "text"),
        ("Icons", "Kind", "text"),
    ),
    "Icons": (("Key", "Code", "Name", "Kind"), ("sun", "S", "Sun", "token")),
    "Rules": (("Key", "Value"), ("Hand", 5)),
    "Bands": BANDS,
    "Deals": DEALT,
    "Checks": (
        HEADER,
        ("bands join", "Bands", "From, To by Track", None, None, "Each number has its word."),
        ("bands join", "Bands", "From, To", "Track = Fame", "1 to 9"),
        ("equals", "Deals", "Hands", None, "Players × Rules.Hand"),
        ("equals", "Deals", "Deck", None, "100 - Hands"),
        ("at least", "Deals", "Cost", None, "Players"),
        ("equals", "Deals", "Loss", None, "0 - Players"),
    ),
}


@pytest.mark.parametrize(
    ("place", "value", "messages"),
    [
        ("Bands!B2", 5, [
            'error: Bands!B2: Each number has its word. From is 5, and the band before it ends with 3 (Bands!C3): 4 is in no band. Begin with 4 here, or write 4 in Bands!C3. Checks!A2 asks for it.',
        ]),
        ("Bands!C3", 1, [
            'error: Bands!B2: Each number has its word. From is 4, and the band before it ends with 1 (Bands!C3): 2 to 3 are in no band. Begin with 2 here, or write 3 in Bands!C3. Checks!A2 asks for it.',
        ]),
        ("Bands!C2", 7, [
            'error: Bands!B4: Each number has its word. From is 7, and the band before it ends with 7 (Bands!C2): 7 is in both. Begin with 8 here, or write 6 in Bands!C2. Checks!A2 asks for it.',
        ]),
        ("Bands!C3", None, [
            'error: Bands!B2: Each number has its word. From is 4, and the band before it ends with no number (Bands!C3): 4 to 6 are in both. Give each number to one of the two bands. Checks!A2 asks for it.',
        ]),
        ("Bands!B2", 8, [
            'error: Bands!C2: Each number has its word. From is 8 and To 6: it ends before it begins. Exchange the two, or write a larger number. Checks!A2 asks for it.',
        ]),
        ("Bands!B5", 2, [
            'error: Bands!B5: The lowest band begins with 2; 1 is wanted. Write 1. Checks!A3 asks for it.',
        ]),
        ("Bands!C5", None, [
            'error: Bands!C5: The highest band ends with no number; 9 is wanted. Write 9. Checks!A3 asks for it.',
        ]),
        ("Deals!B3", 21, [
            'error: Deals!B3: Hands is 21; 20 (Players × Rules.Hand) is wanted. Give it 20 (Players × Rules.Hand). Checks!A4 asks for it.',
            'error: Deals!C3: Deck is 80; 79 (100 - Hands) is wanted. Give it 79 (100 - Hands). Checks!A5 asks for it.',
        ]),
        ("Deals!D3", "3 sun", [
            'error: Deals!D3: Cost comes to 3; at least 4 (Players) is wanted. Give it at least 4 (Players), or change Deals!A3. Checks!A6 asks for it.',
        ]),
        ("Deals!E2", "+3 sun", [
            'error: Deals!E2: Loss comes to 3; -3 (0 - Players) is wanted. Give it -3 (0 - Players). Checks!A7 asks for it.',
        ]),
        ("Checks!E4", "Player × Rules.Hand", [
            'error: Checks!E4: “Player” is not a number, and names none. Write numbers, columns of the sheet, or Sheet.Key, with + - or × and blanks between them.',
        ]),
        ("Checks!E4", " + ".join(["1"] * 21), [
            'error: Checks!E4: “1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 +…” has too many parts. Reckon with 20 at most.',
        ]),
        ("Checks!C2", "From by Track", [
            'error: Checks!C2: The check needs two columns; 1 is named. Write two columns of Bands, with a comma between two: Track, From, To.',
        ]),
    ],
)  # fmt: skip
def test_bands_and_sums_are_found_where_they_do_not_come_out(
    place: str, value: Any, messages: list[str], tmp_path: Path
) -> None:
    assert found(RECKONED, tmp_path) == []
    book, problems = read_book(save(with_cell(place, value, RECKONED), tmp_path))
    assert book is not None, problems
    assert [str(problem) for problem in (*problems, *stated_checks(book, problems))] == messages
