# ruff: noqa: E501  (a message stands on a line)
"""Tables by ranges of numbers: what neither joins nor covers is told once, with its cell and a mend."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from generator.checks.stated import stated_checks
from generator.games import GAMES
from generator.games.kit.ranges import Ranges
from generator.records.tables import Book, Row
from tests.shared.changed_cells import shipped_workbook, with_cell
from tests.shared.rulesets import FOLDERS

MADE, MARCH, LIFE = "meaning_made", "meaning_made_march", "life_meaning"
Edit = tuple[str, int, str, Any]
"""A sheet, a row of it, the key of a column, and what stands there."""


def edited(book: Book, *edits: Edit) -> Book:
    """The workbook with other values in some cells."""
    for sheet, number, key, value in edits:
        rows = (
            replace(row, values={**row.values, key: value}) if row.number == number else row
            for row in book[sheet]
        )
        book = _with_rows(book, sheet, rows)
    return book


def unasked(book: Book, *sheets: str) -> Book:
    """The workbook whose sheet Checks asks nothing of some sheets."""
    if "Checks" not in book:
        return book
    return _with_rows(book, "Checks", (row for row in book["Checks"] if row.values["sheet"] not in sheets))


def _with_rows(book: Book, sheet: str, rows: Iterable[Row]) -> Book:
    return replace(book, tables={**book.tables, sheet: replace(book[sheet], rows=tuple(rows))})


def by_rules(game: str, book: Book) -> list[str]:
    return [str(problem) for problem in GAMES[game]().check(book)]


def shipped(game: str) -> Book:
    return shipped_workbook(FOLDERS[game])


# ---------------------------------------------------------------- by the rules alone

PLANTED: tuple[tuple[str, Edit, str], ...] = (
    (MADE, ("Outcomes", 3, "to", 1), "warning: Outcomes!B3: Meaning 2 has no outcome. Write 2 here, or add a row for 2."),
    (MADE, ("Outcomes", 3, "to", 3), "warning: Outcomes!A4: Meaning 3 has 2 outcomes; the first counts, of row 3. Write 4 here, or a smaller number in Outcomes!B3."),
    (MADE, ("Outcomes", 2, "from", 1), "warning: Outcomes!B2: From is 1 and To 0: it ends before it begins. Exchange the two, or write a larger number."),
    (MADE, ("Outcomes", 9, "to", 11), "warning: Outcomes!B9: From is 12 and To 11: it ends before it begins. Exchange the two, or write a larger number."),
    (MARCH, ("Outcomes", 14, "meaning", 13), "warning: Outcomes!B13: Meaning 12 has no outcome. Add a row for 12."),
    (MARCH, ("Outcomes", 2, "meaning", 13), "warning: Outcomes!B3: Meaning 0 has no outcome. Add a row for 0."),
    (MARCH, ("Community Pace", 3, "to", 7), "warning: Community Pace!B3: Meaning 8 has no pace. Write 8 here, or add a row for 8."),
    (MARCH, ("Community Pace", 3, "to", 9), "warning: Community Pace!A3: Meaning 9 has 2 paces; the first counts, of row 2. Give each number to one of the two rows."),
    (MARCH, ("Community Pace", 5, "from", 1), "warning: Community Pace!A5: Meaning 0 has no pace. Write 0 here, or add a row for 0."),
    (MARCH, ("Community Pace", 2, "to", 10), "warning: Community Pace!B2: Meaning 11 to 12 has no pace. Write 12 here, or add a row for 11 to 12."),
    (MARCH, ("Solo Results", 4, "to", 18), "warning: Solo Results!B4: Score 19 has no name. Write 19 here, or add a row for 19."),
    (MARCH, ("Solo Results", 4, "to", 20), "warning: Solo Results!A5: Score 20 has 2 names; the first counts, of row 4. Write 21 here, or a smaller number in Solo Results!B4."),
    (MARCH, ("Solo Results", 7, "to", 39), "warning: Solo Results!B7: Score 40 has no name. Write 40 here, or add a row for 40."),
    (LIFE, ("Group Score", 3, "to", 5), "warning: Group Score!B3: Group Score 6 has no state. Write 6 here, or add a row for 6."),
    (LIFE, ("Group Score", 3, "to", 7), "warning: Group Score!A4: Group Score 7 has 2 states; the first counts, of row 3. Write 8 here, or a smaller number in Group Score!B3."),
    (LIFE, ("Group Score", 2, "from", 2), "warning: Group Score!A2: Group Score 0 to 1 has no state. Write 0 here, or add a row for 0 to 1."),
    (LIFE, ("Group Score", 11, "to", 30), "warning: Group Score!B11: Group Score 31 to 32 has no state. Write 32 here, or add a row for 31 to 32."),
    (LIFE, ("Lowest Track", 7, "from", 1), "warning: Lowest Track!B7: Reputation 0 has no state. Write 0 here, or add a row for 0."),
    (LIFE, ("Lowest Track", 3, "to", 3), "warning: Lowest Track!C3: Coherence 4 has no state. Write 4 here, or add a row for 4."),
    (LIFE, ("Lowest Track", 3, "to", 5), "warning: Lowest Track!B4: Coherence 5 has 2 states; the first counts, of row 3. Write 6 here, or a smaller number in Lowest Track!C3."),
)  # fmt: skip


@pytest.mark.parametrize(("game", "edit", "message"), PLANTED)
def test_numbers_without_a_row_or_with_two_are_told(game: str, edit: Edit, message: str) -> None:
    book = unasked(shipped(game), edit[0])
    assert by_rules(game, book) == []
    assert by_rules(game, edited(book, edit)) == [message]


# ---------------------------------------------------------------- beside the sheet Checks

ASKED: tuple[tuple[str, Edit, str], ...] = (
    (MARCH, ("Community Pace", 3, "to", 7), "error: Community Pace!A2: Each Meaning from 0 to 12 has a pace. From is 9, and the band before it ends with 7 (Community Pace!B3): 8 is in no band. Begin with 8 here, or write 8 in Community Pace!B3. Checks!A28 asks for it."),
    (MARCH, ("Solo Results", 4, "to", 20), "error: Solo Results!A5: Each score from 0 to 40 has a name. From is 20, and the band before it ends with 20 (Solo Results!B4): 20 is in both. Begin with 21 here, or write 19 in Solo Results!B4. Checks!A29 asks for it."),
    (LIFE, ("Group Score", 11, "to", 30), "error: Group Score!B11: Each Group Score from 0 to 32 has its state. The highest band ends with 30; 32 is wanted. Write 32. Checks!A27 asks for it."),
    (LIFE, ("Lowest Track", 3, "to", 3), "error: Lowest Track!B4: Each number of a track has its state. From is 5, and the band before it ends with 3 (Lowest Track!C3): 4 is in no band. Begin with 4 here, or write 4 in Lowest Track!C3. Checks!A28 asks for it."),
)  # fmt: skip


@pytest.mark.parametrize(("game", "edit", "message"), ASKED)
def test_what_the_sheet_checks_tells_is_told_once(game: str, edit: Edit, message: str) -> None:
    book = edited(shipped(game), edit)
    assert [*by_rules(game, book), *map(str, stated_checks(book, ()))] == [message]


LONGER: tuple[tuple[str, str, int, tuple[str, ...]], ...] = (
    (MADE, "Meaning Max", 15, ("warning: Outcomes!B9: Meaning 13 to 15 has no outcome. Write 15 here, or add a row for 13 to 15.",)),
    (MARCH, "Meaning Max", 15, (
        "warning: Checks!E20: “0 to 12” is asked of Outcomes, but Meaning goes from 0 to 15. Write 0 to 15 here.",
        "warning: Checks!E28: “0 to 12” is asked of Community Pace, but Meaning goes from 0 to 15. Write 0 to 15 here, or empty the cell: the rules know how far it goes.",
    )),
    (MARCH, "Legacy Max", 50, ("warning: Checks!E29: “0 to 40” is asked of Solo Results, but Score goes from 0 to 60. Write 0 to 60 here, or empty the cell: the rules know how far it goes.",)),
    (LIFE, "Coherence Max", 12, (
        "warning: Checks!E27: “0 to 32” is asked of Group Score, but Group Score goes from 0 to 34. Write 0 to 34 here, or empty the cell: the rules know how far it goes.",
        "warning: Checks!E28: “0 to 10” is asked of Lowest Track, but Coherence goes from 0 to 12. Write 0 to 12 here, or empty the cell: the rules know how far it goes.",
    )),
    (LIFE, "Group Score Base", 13, ("warning: Checks!E27: “0 to 32” is asked of Group Score, but Group Score goes from 1 to 33. Write 1 to 33 here, or empty the cell: the rules know how far it goes.",)),
)  # fmt: skip


@pytest.mark.parametrize(("game", "rule", "value", "messages"), LONGER)
def test_a_longer_track_needs_further_rows(
    game: str, rule: str, value: int, messages: tuple[str, ...]
) -> None:
    book, _ = with_cell(FOLDERS[game], "Rules", rule, "Value", value)
    assert tuple(by_rules(game, book)) == messages


def test_a_check_that_says_no_end_joins_and_the_rules_cover() -> None:
    book = edited(shipped(MARCH), ("Checks", 28, "value", None))
    assert by_rules(MARCH, book) == []
    gap = edited(book, ("Community Pace", 3, "to", 7))
    assert by_rules(MARCH, gap) == []
    assert [problem.where for problem in stated_checks(gap, ())] == ["Community Pace!A2"]
    short = edited(book, ("Community Pace", 2, "to", 11), ("Community Pace", 5, "from", 1))
    assert by_rules(MARCH, short) == [
        "warning: Community Pace!A5: Meaning 0 has no pace. Write 0 here, or add a row for 0.",
        "warning: Community Pace!B2: Meaning 12 has no pace. Write 12 here, or add a row for 12.",
    ]
    assert list(stated_checks(short, ())) == []


def test_a_sheet_that_is_not_there_or_not_read_has_no_flaws() -> None:
    book = unasked(shipped(LIFE), "Group Score")
    gone = replace(book, tables={name: table for name, table in book.tables.items() if name != "Group Score"})
    assert by_rules(LIFE, gone) == []
    assert by_rules(LIFE, edited(book, ("Group Score", 3, "to", None))) == []


def test_a_long_track_takes_no_time() -> None:
    book = unasked(shipped(LIFE), "Group Score")
    (flaw,) = Ranges("Group Score", "Group Score", "state", 10**12).flaws(book)
    assert flaw.what == "Group Score 33 to 1000000000000 has no state."
