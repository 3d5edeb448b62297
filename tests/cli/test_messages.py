"""Messages are bounded and tame, whatever a stranger's file is called and however much is wrong in it."""

from __future__ import annotations

import json

import pytest

from generator.cli.console import MOST_LISTED, problems_json, problems_text
from generator.ground.problems import (
    LONGEST_SENTENCE,
    LONGEST_WHERE,
    Failed,
    Problem,
    Severity,
    error,
    warning,
)
from generator.workbook.book import book_from
from generator.workbook.located import Worksheet

LONG = "A" * 100_000


def test_every_text_of_a_problem_is_bounded_and_keeps_both_ends() -> None:
    problem = error(f"{LONG}!C14", f"There is no sheet “{LONG}”.", f"Add {LONG} to it.")
    assert len(problem.where) <= LONGEST_WHERE and problem.where.endswith("!C14")
    assert len(problem.what) <= LONGEST_SENTENCE
    assert problem.what.startswith("There is no sheet “A") and problem.what.endswith("A”.")
    assert len(problem.mend) <= LONGEST_SENTENCE and problem.mend.endswith("A to it.")
    assert Problem(Severity.ERROR, "a" * LONGEST_WHERE, "", "").where == "a" * LONGEST_WHERE


def test_places_in_a_sheet_of_a_long_name_are_still_told_apart_and_sorted() -> None:
    problems = [error(f"{LONG}!C{row}", "It is wrong.", "Mend it.") for row in (12, 2)]
    assert "  C2, C12  It is wrong." in problems_text(problems)


@pytest.mark.slow
def test_a_hundred_thousand_problems_are_counted_and_some_are_listed() -> None:
    problems = [error(f"Cards!C{row}", f"“{row}” is wrong.", "Mend it.") for row in range(1, 100_001)]
    problems += [warning("Game!A1", "It is odd.", "Look at it.")]
    text = problems_text(problems)
    assert text.count("is wrong.") == MOST_LISTED
    assert "99,501 more are not listed" in text and text.endswith("100000 errors, 1 warning.")
    told = json.loads(problems_json(problems))
    assert len(told["problems"]) == MOST_LISTED
    assert (told["errors"], told["warnings"], told["unlisted"]) == (100_000, 1, 99_501)


def test_what_is_the_same_of_many_cells_is_one_thing_in_the_list() -> None:
    problems = [error(f"Cards!C{row}", "It is wrong.", "Mend it.") for row in range(1, 3001)]
    problems += [error("Game!A1", "It is odd.", "Look at it.")]
    text = problems_text(problems)
    assert "C1, C2, C3, C4 and 2996 more  It is wrong." in text and "It is odd." in text
    assert "not listed" not in text


def test_nothing_that_a_terminal_obeys_comes_through() -> None:
    nasty = "a\x1b[2J\x9b2J\u202eb"
    problems = [error(f"{nasty}\nTiles: errors!A1", f"{nasty}\nTiles: errors", f"{nasty}\x7f")]
    text, data = problems_text(problems), problems_json(problems)
    for told in (text, data, *json.loads(data)["problems"][0].values()):
        assert all(sign.isprintable() or sign == "\n" for sign in told)
    assert [line for line in text.split("\n") if line.startswith("Tiles")] == []


def test_the_text_of_the_exception_is_bounded() -> None:
    failed = Failed(*(error(f"Cards!C{row}", LONG, LONG) for row in range(1000)))
    assert len(failed.problems) == 1000
    assert len(str(failed)) < 50_000 and str(failed).endswith("and 980 more")


def test_a_sheet_and_a_column_of_a_long_name() -> None:
    column = "B" * 5000
    fields = Worksheet("Fields", {(1, 1): "Sheet", (1, 2): "Column", (1, 3): "Type"})
    cells = dict(fields.cells) | {(2, 1): LONG, (2, 2): column, (2, 3): "number"}
    data = Worksheet(LONG, {(1, 1): column, **{(row, 1): "x" * 5000 for row in range(2, 1002)}})
    _, problems = book_from([Worksheet("Fields", cells), data], "card_data.xlsx")
    assert len(problems) == 1000
    for told in (problems_text(problems), problems_json(problems)):
        assert len(told) < MOST_LISTED * (LONGEST_WHERE + 2 * LONGEST_SENTENCE)


@pytest.mark.parametrize("number", [1, 500, 501])
def test_the_list_ends_where_it_has_to(number: int) -> None:
    problems = [error(f"Cards!C{row}", f"“{row}” is wrong.", "Mend it.") for row in range(number)]
    assert ("not listed" in problems_text(problems)) == (number > MOST_LISTED)
    assert json.loads(problems_json(problems))["unlisted"] == max(0, number - MOST_LISTED)
