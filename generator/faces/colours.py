"""Which cells give the colours of a face: told by their values, since templates pass colours on."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Collection, Iterator, Mapping

from generator.records.joined import sources_of
from generator.records.tables import Book, FieldType, Row
from generator.records.watched import STAND_IN
from generator.svg.contrast import CellsByColour


class ColourCells:
    """The colours of a workbook by their values. Made once for all faces.

    A colour that is `written` in a template is the template's own, unless a card's row or a row that it
    refers to holds it.
    """

    def __init__(self, book: Book, written: Collection[str] = ()) -> None:
        self._book = book
        self._columns = {
            name: [column.key for column in table.fields if column.type is FieldType.COLOUR]
            for name, table in book.tables.items()
        }
        self._references = {name: list(_references(book, name)) for name in book.tables}
        everywhere: dict[str, list[str]] = {}
        for row in (row for name, table in book.tables.items() if self._columns[name] for row in table):
            self._add(row, everywhere)
        self._everywhere = {
            colour: cells for colour, cells in _held(everywhere).items() if colour not in written
        }
        self._of_rows: dict[tuple[str, int], CellsByColour] = {}

    def of(self, card: Row | None) -> CellsByColour:
        """The cells for a card's face: of its row and of the rows that it refers to, else of all others."""
        rows = sources_of(card) if card is not None else ()
        if card is None or any(row.sheet not in self._columns for row in rows):
            return self._everywhere
        at = (card.sheet, card.number)
        if at not in self._of_rows:
            own: dict[str, list[str]] = {}
            for row in (row for source in rows for row in (source, *self._named_by(source))):
                self._add(row, own)
            self._of_rows[at] = ChainMap(_held(own), self._everywhere) if own else self._everywhere
        return self._of_rows[at]

    def _add(self, row: Row, cells: dict[str, list[str]]) -> None:
        for key, value in row.values.items():  # going through all is not asking for one that has an error
            if key in self._columns[row.sheet] and isinstance(value, str) and value:
                cells.setdefault(value.casefold(), []).append(row.at(key))

    def _named_by(self, card: Row) -> Iterator[Row]:
        values = dict(card.values.items())
        for key, rows in self._references[card.sheet]:
            if named := rows.get(values.get(key)):
                yield named


def _references(book: Book, sheet: str) -> Iterator[tuple[str, Mapping[object, Row]]]:
    """The columns of a sheet that refer to rows with colours, each with those rows by what names them."""
    for column in book[sheet].fields:
        target, _, named = column.values.partition(".")
        if column.type is not FieldType.REFERENCE or target not in book:
            continue
        key = next((field.key for field in book[target].fields if field.column == named), "")
        if key and any(field.type is FieldType.COLOUR for field in book[target].fields):
            yield column.key, {dict(row.values.items()).get(key): row for row in book[target]}


def _held(cells: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """Each colour with its cells; none of what stands in for a cell that cannot be read, which is told."""
    return {colour: () if colour == STAND_IN else tuple(named) for colour, named in cells.items()}
