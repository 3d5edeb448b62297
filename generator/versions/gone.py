"""Rows that checks count too few of: what the last print had of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.checks.checked import read
from generator.checks.lacking import with_names
from generator.ground.problems import Failed, Problem
from generator.ground.project import Project
from generator.records.called import names_in
from generator.records.cells import fold
from generator.records.printed import data_text
from generator.records.tables import Book
from generator.records.worksheets import COMPONENTS
from generator.versions.pieces import Snapshot
from generator.versions.record import read_record


def with_printed_names(problems: Iterable[Problem], project: Project) -> tuple[Problem, ...]:
    """The Problems; one of rows that are gone has the names that were printed and that no row has any more.

    A record that is damaged is passed over: the commands that need it say so.
    """
    listed = tuple(problems)
    if not any(_is_nameless(problem) for problem in listed):
        return listed
    try:
        record = read_record(project)
        book = read(project)[0] if record is not None else None
    except Failed:
        return listed
    if record is None or book is None:
        return listed
    return tuple(_named(problem, record, book) if _is_nameless(problem) else problem for problem in listed)


def _is_nameless(problem: Problem) -> bool:
    return problem.miscount is not None and problem.miscount.lacking > 0 and not problem.miscount.named


def _named(problem: Problem, record: Snapshot, book: Book) -> Problem:
    sheet = problem.miscount.sheet if problem.miscount is not None else ""
    names = _gone(record, book, sheet) if sheet in book else ()
    return with_names(problem, names, f"the print of {record.printed} had")


def _gone(record: Snapshot, book: Book, sheet: str) -> Sequence[str]:
    """The titles of printed pieces that no row of their sheet has."""
    rows = book.tables.get(COMPONENTS, ())
    components = {row.values.get("name") for row in rows if fold(data_text(row)) == fold(sheet)}
    names = set(map(fold, names_in(book[sheet])))
    titles = (piece.title for piece in record.pieces if piece.component in components)
    return tuple(dict.fromkeys(title for title in titles if title and fold(title) not in names))
