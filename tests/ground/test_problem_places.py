"""The places of Problems are taken apart in one module, whatever sheets and files are called."""

from __future__ import annotations

import pytest

from generator.ground.problem_places import ProblemPlace
from generator.ground.problems import error


@pytest.mark.parametrize(
    ("where", "place"),
    [
        ("Patterns!C14", ProblemPlace("Patterns", "C", 14)),
        ("Patterns!AB2!3:5", ProblemPlace("Patterns", "AB", 2)),
        ("What!!C14", ProblemPlace("What!", "C", 14)),
        ("Two\nlines!A1", ProblemPlace("Two\nlines", "A", 1)),
        ("Patterns", ProblemPlace("Patterns")),
        ("Patterns.csv:14 (Cost (E))", ProblemPlace("Patterns.csv", number=14, header="Cost (E)")),
        ("Patterns.csv:14", ProblemPlace("Patterns.csv", number=14)),
        ("templates/pattern.svg:7", ProblemPlace("templates/pattern.svg", number=7)),
        ("a4/Rulebook.pdf:3", ProblemPlace("a4/Rulebook.pdf", number=3)),
        ("icons/sun.svg", ProblemPlace("icons/sun.svg")),
        ("icons/12:30", ProblemPlace("icons/12", number=30)),
        ("", ProblemPlace("")),
    ],
)
def test_a_place_is_read(where: str, place: ProblemPlace) -> None:
    assert ProblemPlace.read(where) == place
    assert error(where, "It is wrong.", "Mend it.").place == place


def test_a_line_of_a_csv_file_is_a_row_of_its_sheet() -> None:
    line, cell = ProblemPlace.read("Patterns.csv:14 (Cost)"), ProblemPlace.read("Patterns!C14")
    assert (line.sheet, line.row, line.line, line.cell) == ("Patterns", 14, 14, "")
    assert (cell.sheet, cell.row, cell.line, cell.cell) == ("Patterns", 14, 0, "C14")


def test_a_line_of_another_file_is_no_row() -> None:
    line = ProblemPlace.read("templates/pattern.svg:7")
    assert (line.sheet, line.row, line.line) == ("templates/pattern.svg", 0, 7)
