"""The columns of a sheet as people name them, and the numbers that a workbook states elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from generator.ground.problems import Complaint, Subject
from generator.records.cells import as_text, did_you_mean, fold, shown
from generator.records.effects import Change
from generator.records.notation import Effect, Requirement
from generator.records.tables import NUMERIC, Book, Field, FieldType, Row, Table

COUNTED = NUMERIC | {FieldType.REFERENCE, FieldType.REQUIREMENT, FieldType.EFFECT}
"""Types of columns whose values may come to a number."""
_NUMBER = re.compile(r"[+-]?\d{1,12}(?:\.\d{1,12})?")
_POINTS = re.compile(r"\s*(\S[^.]*?)\s*\.\s*([^.\d].*?)\s*")


class NotUnderstood(Complaint):
    """What somebody wrote to speak of rows cannot be read."""

    def __init__(self, what: str, mend: str, *, key: str = "", about: Subject | None = None) -> None:
        super().__init__(what, mend, about)
        self.key = key
        """The column of the cell that is meant, if it is another than the one that was read."""


@dataclass(frozen=True, slots=True)
class NamedColumn:
    """A column by its header. `path` leads from a row to the value: two steps in one that joins two rows."""

    name: str
    path: tuple[str, ...]
    field: Field

    def owner(self, row: Row) -> Row:
        """The row of the workbook that has the cell."""
        for key in self.path[:-1]:
            row = row.values[key]
        return row

    def of(self, row: Row) -> Any:
        """The value of a row."""
        return self.owner(row).values.get(self.path[-1])

    def at(self, row: Row) -> str:
        """The cell of a row."""
        return self.owner(row).at(self.path[-1])


def column_named(name: str, columns: Iterable[NamedColumn], sheet: str) -> NamedColumn:
    """The column of that header; neither capitals nor blanks matter. Raises NotUnderstood."""
    choices = list(columns)
    for column in choices:
        if fold(column.name) == fold(name):
            return column
    listed = ", ".join(column.name for column in choices[:12])
    mend = did_you_mean(name, [column.name for column in choices], f"Its columns are {listed}.")
    raise NotUnderstood(f"The sheet {shown(sheet)[1:-1]} has no column {shown(name)}.", mend)


def pointed_at(sheet: str, column: str, book: Book) -> tuple[Table, str] | None:
    """The sheet and the key of the column that a reference names, if they are there."""
    for table in book.tables.values():
        if fold(table.name) == fold(sheet):
            key = next((field.key for field in table.fields if fold(field.column) == fold(column)), "")
            return (table, key) if key else None
    return None


def number_stated(text: str, book: Book) -> tuple[float, str, str] | None:
    """The number that a text says, or that `Rules.Prism Size` names: itself, its Key as written, its cell.

    None if the text is no number and names no Key of a sheet with the columns Key and Value, or if no number
    stands there. A number that is typed has no Key and no cell.
    """
    if _NUMBER.fullmatch(text):
        return float(text), "", ""
    match = _POINTS.fullmatch(text)
    if match is None:
        return None
    for row in _keys(match[1], book):
        value, key = row.values.get("value"), as_text(row.values.get("key"))
        if fold(key) == fold(match[2]) and value is not None and is_number(value):
            return float(value), key, row.at("value")
    return None


def _keys(sheet: str, book: Book) -> Iterator[Row]:
    for table in book.tables.values():
        if fold(table.name) == fold(sheet) and {"key", "value"} <= {field.key for field in table.fields}:
            yield from table


def is_number(value: object) -> bool:
    """Whether a value is a number, and no truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def quantity(value: object) -> float | None:
    """The number that a value comes to: itself, the icons of a cost, what an effect adds and takes off.

    None for everything else, such as an effect that does more than add.
    """
    if isinstance(value, Requirement):
        return sum(amount.count for amount in value.amounts)
    if isinstance(value, Effect):
        changes = [part for part in value.parts if isinstance(part, Change)]
        return sum(part.amount for part in changes) if len(changes) == len(value.parts) else None
    return value if isinstance(value, int | float) and is_number(value) else None
