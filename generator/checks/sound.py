"""What can still be used of a workbook in which something is wrong: the rows that its rules can go by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from generator.games import GameModule
from generator.ground.problems import Problem, Severity
from generator.records.called import called
from generator.records.places import RowPlace, faulty_rows
from generator.records.tables import Book
from generator.records.worksheets import ICONS

MOST_ROUNDS = 20
"""So often are rows left out that lack what was left out before; a chain of more is given up."""


@dataclass(frozen=True, slots=True)
class SoundPart:
    """The rows of a workbook that its rules can go by, and for each that was left out the error behind it."""

    book: Book | None
    """None if the rules cannot be read without what is wrong."""
    left_out: Mapping[RowPlace, Problem] = field(default_factory=dict)
    cause: Problem | None = None
    """If there is no Book, the error that is behind that, as well as can be told."""


def sound_part(book: Book, problems: Iterable[Problem], module: GameModule) -> SoundPart:
    """Leave out the rows that have errors, and then those that by the rules cannot do without them."""
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if not errors:
        return SoundPart(book)
    left_out = faulty_rows(errors)
    for _ in range(MOST_ROUNDS):
        rest = without(book, left_out)
        wrong = [problem for problem in module.check(rest) if problem.severity is Severity.ERROR]
        if not wrong:
            return SoundPart(rest, left_out)
        further = faulty_rows(wrong)
        if not set(further) - set(left_out):
            return SoundPart(None, left_out, next(filter(errors.__contains__, wrong), errors[0]))
        cause = next(iter(left_out.values()), errors[0])
        left_out |= {place: cause for place in further if place not in left_out}
    return SoundPart(None, left_out, errors[0])


def without(book: Book, rows: Iterable[RowPlace]) -> Book:
    """A Book without some of its rows. Those of the symbols stay, as whatever is read knows them already."""
    gone = {place for place in rows if place[0] != ICONS}
    tables = {
        name: replace(table, rows=tuple(row for row in table if (name, row.number) not in gone))
        for name, table in book.tables.items()
    }
    return replace(book, tables=MappingProxyType(tables))


def names_left_out(book: Book, part: SoundPart) -> dict[str, Problem]:
    """What the rows are called that were left out -> the error behind it."""
    rows = (row for table in book.tables.values() for row in table)
    left_out = ((row, part.left_out.get((row.sheet, row.number))) for row in rows)
    return {called(row): error for row, error in left_out if error is not None}
