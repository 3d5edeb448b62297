"""The place of a card among those that show one motif: no picture comes again before all were shown.

A motif has some compositions, and a seed picks one by chance: of nine cards four may show the same. Where a
template names no variant, the card's place among the rows of its motif counts through them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.records.cells import as_text
from generator.records.joined import JoinedRow
from generator.records.tables import Book, FieldType, Row, Table

MOST_SEED = 200
"""Letters of a seed that can be a card's own."""


class MotifPlaces:
    """Places of rows, worked out once for a sheet and a motif."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._known: dict[tuple[str, str, str], Mapping[int, int]] = {}
        self._targets: dict[tuple[str, str], Mapping[str, frozenset[str]]] = {}

    def of(self, card: Row | None, motif: str, seed: str) -> int | None:
        """The place of a card, from 0; None if the seed is not its own or no other card shows the motif."""
        if card is None or len(seed) > MOST_SEED:
            return None
        if isinstance(card, JoinedRow):
            parts = [part for part in card.parts if motif not in _texts(part)]
            own = seed in _texts(card)
            return sum(part.number for part in parts) if own and 0 < len(parts) < len(card.parts) else None
        table = self._book.tables.get(card.sheet)
        if table is None or seed not in _texts(card):
            return None
        column = next(self._columns(table, card, motif), "")
        place = (table.name, motif, column)
        if place not in self._known:
            rows = (row for row in table if not column or self._shows(table, row, motif, column))
            self._known[place] = {row.number: at for at, row in enumerate(rows)}
        places = self._known[place]
        return places.get(card.number) if len(places) > 1 else None

    def _columns(self, table: Table, card: Row, motif: str) -> Iterator[str]:
        """The columns that say that a card shows a motif: its own, or one that refers to who has it."""
        listed = sorted(table.fields, key=lambda field: field.type is FieldType.REFERENCE)
        return (field.key for field in listed if self._shows(table, card, motif, field.key))

    def _shows(self, table: Table, row: Row, motif: str, column: str) -> bool:
        value = dict(row.values.items()).get(column)  # going through all is not asking for a faulty one
        if value == motif:
            return True
        field = next((field for field in table.fields if field.key == column), None)
        if field is None or field.type is not FieldType.REFERENCE or value in (None, ""):
            return False
        return motif in self._held(field.values).get(as_text(value), frozenset())

    def _held(self, target: str) -> Mapping[str, frozenset[str]]:
        """The texts of the rows that a reference points at, by what names them."""
        sheet, _, named = target.partition(".")
        if (sheet, named) not in self._targets:
            table = self._book.tables.get(sheet.strip())
            fields = table.fields if table is not None else ()
            key = next((field.key for field in fields if field.column == named.strip()), "")
            rows = table.rows if table is not None and key else ()
            texts = {as_text(dict(row.values.items()).get(key)): _texts(row) for row in rows}
            self._targets[sheet, named] = texts
        return self._targets[sheet, named]


def _texts(row: Row) -> frozenset[str]:
    """What a row says, in the base language: a seed is in that, too."""
    cells = (*row.values.values(), *row.base_.values())
    return frozenset(value for value in cells if isinstance(value, str) and value)
