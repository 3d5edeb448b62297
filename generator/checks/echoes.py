"""Findings of a game's rules that only follow from cells that could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.ground.problems import Problem, Severity


def without_echoes(ruled: Iterable[Problem], found: Sequence[Problem]) -> Iterator[Problem]:
    """What a game's rules say, less what only follows from the errors that were found before.

    A cell with an error is read as empty, so nothing that is said of its content counts. A warning weighs
    the cards of a sheet against each other, which is idle while one of them is not known.
    """
    cells = {
        problem.where for problem in found if problem.severity is Severity.ERROR and "!" in problem.where
    }
    sheets = {_sheet(cell) for cell in cells}
    for problem in ruled:
        follows = problem.where in cells
        weighs = problem.severity is Severity.WARNING and _sheet(problem.where) in sheets
        if not follows and not weighs:
            yield problem


def _sheet(where: str) -> str:
    return where.rpartition("!")[0] or where
