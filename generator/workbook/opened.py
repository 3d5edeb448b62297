"""A sheet of the workbook whose columns are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.records.cells import Raw
from generator.records.tables import Field
from generator.workbook.located import Worksheet, letter


@dataclass(frozen=True, slots=True)
class Opened:
    """A sheet with its declared fields; `columns` holds the column of each field that was found."""

    sheet: Worksheet
    fields: tuple[Field, ...]
    columns: Mapping[str, int]
    rows: tuple[tuple[int, Mapping[int, Raw]], ...] = ()
    """The rows below the header that hold anything in a declared column, as (number, column -> value)."""
    languages: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """A language -> key of a field -> the column that holds it in that language."""

    def at(self, row: int, field: Field) -> str:
        """The place of a cell: `Patterns!C14`."""
        return f"{self.sheet.name}!{letter(self.columns[field.key])}{row}"


def opened(
    sheet: Worksheet,
    fields: tuple[Field, ...],
    columns: Mapping[str, int],
    languages: Mapping[str, Mapping[str, int]] | None = None,
) -> Opened:
    """A sheet with the columns of its fields that were found, and the rows that hold anything in them."""
    used = set(columns.values())
    rows = sheet.rows() if columns else ()
    filled = tuple((number, cells) for number, cells in rows if number > 1 and not used.isdisjoint(cells))
    return Opened(sheet, fields, columns, filled, languages or {})
