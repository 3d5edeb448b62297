"""A workbook that notes which of its faulty cells somebody looks at: what fails then follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from generator.ground.problems import Problem, Severity
from generator.records.notation import Effect, Requirement
from generator.records.places import row_place
from generator.records.tables import Book, FieldType, Row, Table
from generator.records.worksheets import ICONS

STAND_IN = "#9a9a9a"
"""The colour of what has none, because its cell cannot be read."""
_EMPTY = (None, "", Requirement(), Effect())


@dataclass(slots=True)
class Watch:
    """The errors of cells that were looked at since `begin`, in that order."""

    seen: dict[Problem, None] = field(default_factory=dict)

    def begin(self) -> None:
        """Forget what was seen so far."""
        self.seen.clear()


class WatchedValues(dict[str, Any]):
    """The values of a row; asked for one that has an error, it notes that. Going through all is no asking."""

    def __init__(self, values: Mapping[str, Any], errors: dict[str, Problem], watch: Watch) -> None:
        super().__init__(values)
        self._errors, self._watch = errors, watch

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


def watched(book: Book, found: Iterable[Problem]) -> tuple[Book, Watch]:
    """The same Book, whose cells with errors are watched; one without errors is the very same."""
    watch = Watch()
    by_row: dict[tuple[str, int], dict[str, Problem]] = {}
    for problem in found:
        place = row_place(problem) if problem.severity is Severity.ERROR else None
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
    for column in table.fields if errors else ():
        key = column.key
        error = errors.get(row.at(key)) if key in values else None
        if error is None:
            continue
        if column.type is FieldType.COLOUR:
            values[key] = values[key] or STAND_IN
        elif column.type is FieldType.FILE or table.name == ICONS or values[key] in _EMPTY:
            wrong[key] = error
    return replace(row, values=WatchedValues(values, wrong, watch)) if errors else row
