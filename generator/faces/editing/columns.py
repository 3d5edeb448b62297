"""The columns of a card's row, as an editor offers them: by header and type, each with its cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.faces.editing.slots import BadEdit
from generator.records.joined import sources_of
from generator.records.tables import Book, FieldType, Row


@dataclass(frozen=True, slots=True)
class CardColumn:
    """A column that a template can print: how it is called in calls and in its sheet, and the card's cell."""

    key: str
    header: str
    type: FieldType
    cell: str

    def told(self) -> dict[str, str]:
        """As a page reads it."""
        return {"key": self.key, "header": self.header, "type": str(self.type), "cell": self.cell}


def columns_of(row: Row | None, book: Book) -> tuple[CardColumn, ...]:
    """The columns of a row, or of the rows that it is joined of."""
    if row is None:
        return ()
    return tuple(
        CardColumn(field.key, field.column, field.type, source.at(field.key))
        for source in sources_of(row)
        if source.sheet in book.tables
        for field in book.tables[source.sheet].fields
    )


def written_column(columns: Sequence[CardColumn], key: object, *, header: bool) -> str:
    """A column that a page has named by its key, as a call writes it or as a box is called by its header.

    Raises BadEdit for one that the card does not have.
    """
    column = next((column for column in columns if column.key == key), None)
    if column is None:
        raise BadEdit("The card has no such column.")
    return column.header if header else column.key
