"""A column CMYK beside colours: what it says is read, and told where it cannot be printed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from generator.checks.stated_inks import inks_can_be_printed, stated_inks
from generator.ground.problems import Problem, Severity
from generator.ground.project import Project
from generator.records.tables import Book
from generator.workbook.book import read_book
from tests.shared.workbooks import FIELDS, GOOD, save, workbook


def book_of(
    tmp_path: Path, rows: Sequence[Sequence[Any]], *, column: str = "CMYK", more: bool = False
) -> Book:
    """A workbook whose Layers have a Tint and inks for it, and another colour if `more`."""
    other = (("Layers", "Ink", "colour"),) if more else ()
    fields = (*FIELDS, ("Layers", column, "text"), *other)
    head = ("Layer", "Name", "Tint", column, *(("Ink",) if more else ()))
    path = save(workbook({**GOOD, "Fields": fields, "Layers": (head, *rows)}), tmp_path)
    book, problems = read_book(path)
    assert problems == () and book is not None
    return book


def told(book: Book, tmp_path: Path) -> list[Problem]:
    return list(inks_can_be_printed(book, Project(tmp_path)))


@pytest.mark.parametrize(("column", "more"), [("CMYK", False), ("Tint CMYK", False), ("Tint CMYK", True)])
def test_inks_beside_a_colour_are_for_that_colour(tmp_path: Path, column: str, more: bool) -> None:
    book = book_of(
        tmp_path, [(1, "A", "#D5EEEC", "20/0/10/0"), (2, "B", "#dbe6f7", None)], column=column, more=more
    )
    assert stated_inks(book) == {(0xD5, 0xEE, 0xEC): (0.2, 0, 0.1, 0)}
    assert told(book, tmp_path) == []


def test_of_two_columns_of_colours_none_is_meant_by_cmyk_alone(tmp_path: Path) -> None:
    book = book_of(tmp_path, [(1, "A", "#d5eeec", "1/0/1/0", "#000000"), (2, "B")], more=True)
    assert stated_inks(book) == {}


def test_too_much_ink_is_told_with_its_place_and_what_is_printed(tmp_path: Path) -> None:
    book = book_of(tmp_path, [(1, "A", "#d5eeec", "20/0/10/0"), (2, "B", "#dbe6f7", "80/70/70/90")])
    (problem,) = told(book, tmp_path)
    assert problem.severity is Severity.WARNING
    assert problem.where == "Layers!D3"
    assert "310 % of ink" in problem.what
    assert "240 %" in problem.what
    assert "/" in problem.mend


def test_what_is_no_inks_and_what_disagrees_is_told(tmp_path: Path) -> None:
    rows = [
        (1, "A", "#d5eeec", "20/0/10/0"),
        (2, "B", "#d5eeec", "20 0 10 0"),
        (3, "C", "#D5EEEC", "30/0/10/0"),
        (4, "D", "#aaaaaa", "green"),
    ]
    book = book_of(tmp_path, rows)
    problems = told(book, tmp_path)
    assert [problem.where for problem in problems] == ["Layers!D4", "Layers!D5"]
    assert "Layers!D2" in problems[0].what
    assert stated_inks(book) == {(0xD5, 0xEE, 0xEC): (0.2, 0, 0.1, 0)}


def test_a_column_cmyk_beside_several_colours_is_told(tmp_path: Path) -> None:
    (found,) = told(
        book_of(tmp_path, [(1, "A", "#d5eeec", "20/0/10/0"), (2, "B", "#dbe6f7", None)], more=True), tmp_path
    )
    assert (found.severity, found.where) == (Severity.WARNING, "Layers!D2")
    assert "Tint CMYK" in found.mend
