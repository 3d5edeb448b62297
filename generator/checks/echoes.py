"""Findings that only follow from others: each mistake is said once, where it was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.ground.problems import Problem, Severity
from generator.records.tables import Book
from generator.records.worksheets import ICONS


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


def without_symbols(found: Iterable[Problem], ruled: Iterable[Problem], book: Book) -> Iterator[Problem]:
    """What was found in the workbook, less the cells that only lack a symbol which the rules lack, too.

    `ruled` is what a game's rules say. If they find the sheet Icons wrong, a hundred cells may be so by it.
    """
    lacking = any(one.severity is Severity.ERROR and _sheet(one.where) == ICONS for one in ruled)
    for problem in found:
        if not (lacking and problem in book.by_symbols):
            yield problem


def _sheet(where: str) -> str:
    return where.rpartition("!")[0] or where
