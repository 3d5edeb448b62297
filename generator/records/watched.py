"""A workbook that notes which of its faulty cells somebody looks at: what fails then follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from generator.ground.problems import Problem, Severity
from generator.records.notation import Effect, Requirement
from generator.records.places import row_place
from generator.records.tables import Book, FieldType, Row, Table, slug
from generator.records.worksheets import ICONS

STAND_IN = "#9a9a9a"
"""The colour of what has none, because its cell cannot be read."""
_EMPTY = (None, "", Requirement(), Effect())


@dataclass(slots=True)
class Watch:
    """The errors of cells that were looked at since `begin`, in that order."""

    seen: dict[Problem, None] = field(default_factory=dict)
    lacking: Mapping[str, Problem] = field(default_factory=dict)
    """Sheets of Keys -> the error by which they may lack one."""

    def begin(self) -> None:
        """Forget what was seen so far."""
        self.seen.clear()


class WatchedValues(dict[str, Any]):
    """The values of a row; asked for one that has an error, it notes that. Going through all is no asking."""

    def __init__(
        self,
        values: Mapping[str, Any],
        errors: dict[str, Problem],
        watch: Watch,
        lacking: Problem | None = None,
    ) -> None:
        """`lacking` is the error by which there may be fewer of them than there should be."""
        super().__init__(values)
        self._errors, self._watch, self._lacking = errors, watch, lacking

    def __missing__(self, key: str) -> Any:
        if self._lacking is not None:
            self._watch.seen[self._lacking] = None
        raise KeyError(key)

    def error(self, key: str) -> Problem | None:
        """Why a column cannot be read, if it cannot; this is no looking at it."""
        return self._errors.get(key)

    @property
    def unread(self) -> frozenset[str]:
        """The columns whose value only stands in for one that could not be read."""
        return frozenset(self._errors)

    def __getitem__(self, key: str) -> Any:
        if key in self._errors:
            self._watch.seen[self._errors[key]] = None
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """As of any mapping, and noted like it."""
        if key in self._errors:
            return self[key]
        return super().get(key, default)


def facts_in(book: Book, sheet: str, watch: Watch) -> Mapping[str, Any]:
    """A sheet of Keys and Values by its Keys, if there is one; whoever asks for a faulty Value is noted."""
    if sheet not in book:
        return MappingProxyType({})
    errors: dict[str, Problem] = {}
    for row in book[sheet]:
        error = row.values.error("value") if isinstance(row.values, WatchedValues) else None
        if error is not None:
            errors[slug(str(row.values.get("key")))] = error
    facts, lacking = book.facts(sheet), watch.lacking.get(sheet)
    return WatchedValues(facts, errors, watch, lacking) if errors or lacking else facts


def lacking_keys(book: Book, problems: Iterable[Problem]) -> dict[str, Problem]:
    """Sheets of Keys and Values that may lack a Key, each with the error by which it may."""
    keys = {row.at("key") for table in book.tables.values() for row in table if "key" in row.letters}
    lacking: dict[str, Problem] = {}
    for problem in problems:
        if problem.severity is Severity.ERROR and (problem.where in keys or problem.where in book.tables):
            lacking.setdefault(problem.place.name, problem)
    return lacking


def watched(book: Book, problems: Iterable[Problem]) -> tuple[Book, Watch]:
    """The same Book, whose cells with errors are watched; one without errors is the very same."""
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    watch = Watch(lacking=lacking_keys(book, errors))
    by_row: dict[tuple[str, int], dict[str, Problem]] = {}
    for problem in errors:
        place = row_place(problem)
        if place is not None:
            by_row.setdefault(place, {}).setdefault(problem.where, problem)
    if not by_row:
        return book, watch
    tables = {
        name: replace(
            table, rows=tuple(_row(row, table, by_row.get((name, row.number), {}), watch) for row in table)
        )
        for name, table in book.tables.items()
    }
    return replace(book, tables=MappingProxyType(tables)), watch


def _row(row: Row, table: Table, errors: dict[str, Problem], watch: Watch) -> Row:
    """A row with what stands in for its unreadable cells. One that can be used as it is needs no watching."""
    wrong: dict[str, Problem] = {}
    values = dict(row.values)
    of_line = errors.get(f"{row.sheet}.csv:{row.number}")  # what is wrong with its whole line
    for column in table.fields if errors else ():
        key = column.key
        error = errors.get(row.at(key), of_line) if key in values else None
        if error is None:
            continue
        if column.type is FieldType.COLOUR:
            values[key] = values[key] or STAND_IN
        elif column.type is FieldType.FILE or table.name == ICONS or values[key] in _EMPTY:
            wrong[key] = error
    return replace(row, values=WatchedValues(values, wrong, watch)) if errors else row
