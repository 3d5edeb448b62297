"""Which rows of a workbook Problems are about."""

from __future__ import annotations

from collections.abc import Iterable

from generator.ground.problems import Problem, Severity

RowPlace = tuple[str, int]
"""A sheet and the number of a row in it."""


def row_place(problem: Problem) -> RowPlace | None:
    """The row that a Problem is about; None if it is about no row, or about the headers."""
    place = problem.place
    return (place.sheet, place.row) if place.row > 1 else None


def faulty_rows(problems: Iterable[Problem]) -> dict[RowPlace, Problem]:
    """The rows that have errors, each with its first."""
    rows: dict[RowPlace, Problem] = {}
    for problem in problems:
        place = row_place(problem) if problem.severity is Severity.ERROR else None
        if place is not None:
            rows.setdefault(place, problem)
    return rows
