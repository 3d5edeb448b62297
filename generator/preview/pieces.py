"""The pieces that the page shows: one a row of a component, by an id that stays while the row is edited."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.records.called import called
from generator.records.identity import identities
from generator.records.joined import joined_columns, sources_of
from generator.records.notation import Symbols
from generator.records.places import RowPlace
from generator.records.printed import data_text, printed_table
from generator.records.tables import Book, Row, Table
from generator.records.wording import typed
from generator.records.worksheets import COMPONENTS
from generator.sheets.amounts import format_of
from generator.sheets.copies import copies_for
from generator.sheets.sheet import Format

LONGEST_VALUE = 2_000
"""Letters of a cell that the page shows."""
PieceKey = tuple[str, str]
"""A component's name and the identity of one of its rows."""
PieceRow = tuple[Row, Row | None, Table | None, int]
"""A component, its row, what that is a row of, and how often it is printed."""


@dataclass(frozen=True, slots=True)
class ShownPiece:
    """One kind of piece: a row of a component, or a component without rows."""

    id: str
    component: Row
    row: Row | None
    identity: str
    table: Table | None = None
    """What its row is one of."""
    copies: int = 1
    """How many of it are printed."""

    @property
    def title(self) -> str:
        """Its name for people."""
        return called(self.component if self.row is None else self.row)

    @property
    def key(self) -> tuple[str, str]:
        """Component and identity, as a record of a print knows it."""
        return str(self.component.values.get("name")), self.identity

    @property
    def place(self) -> tuple[str, int]:
        """Component and number of its row."""
        return str(self.component.values.get("name")), self.row.number if self.row is not None else 0


def shown_pieces(book: Book, before: Iterable[ShownPiece] = ()) -> tuple[ShownPiece, ...]:
    """Every piece of a Book. One that was there `before` keeps its id, also under a new name."""
    rows = _rows(book)
    ids = {piece.key: piece.id for piece in before}
    places = {piece.place: piece.id for piece in before}
    used = {ids[key] for key in rows if key in ids}
    pieces: list[ShownPiece] = []
    for key, (component, row, table, copies) in rows.items():
        id = ids.get(key)
        if id is None:
            same_row = places.get((key[0], row.number if row is not None else 0))
            id = same_row if same_row is not None and same_row not in used else _new_id(key, used)
            used.add(id)
        pieces.append(ShownPiece(id, component, row, key[1], table, copies))
    return tuple(pieces)


def record(piece: ShownPiece, book: Book) -> Iterator[Mapping[str, str]]:
    """The cells of a piece: each field, what it holds, where it stands, and whether it is understood."""
    row = piece.component if piece.row is None else piece.row
    table = piece.table if piece.row is not None else book.tables.get(row.sheet)
    for column in joined_columns(table) if table is not None else ():
        if column.path[-1] in column.owner(row).values:
            cell = column.at(row)
            cell_told = {
                "field": column.name,
                "value": value_text(column.of(row), book.symbols),
                "cell": cell,
            }
            yield cell_told | ({"value": book.unread[cell], "unread": "yes"} if cell in book.unread else {})


def value_text(value: Any, symbols: Symbols) -> str:
    """A typed value as it is typed, or would be."""
    return typed(value, symbols)[:LONGEST_VALUE]


def sheet_of(piece: ShownPiece) -> str:
    """The sheet whose rows a component prints."""
    return piece.table.name if piece.table is not None else COMPONENTS


def places_of(piece: ShownPiece) -> list[RowPlace]:
    """The rows of the workbook that a piece is made of, without its component."""
    return [(row.sheet, row.number) for row in sources_of(piece.row)] if piece.row is not None else []


def _rows(book: Book) -> dict[PieceKey, PieceRow]:
    """Every component and row with its copies, by the component's name and the row's identity."""
    rows: dict[PieceKey, PieceRow] = {}
    for component in book.tables.get(COMPONENTS, ()):
        name = str(component.values.get("name") or "")
        table = printed_table(component, book)
        copies = copies_for(component, table, book)
        if not data_text(component):
            rows.setdefault((name, name), (component, None, None, copies.of(None)))
        elif table is not None:
            names = identities(table)
            for row in table:
                rows.setdefault((name, names[row.number]), (component, row, table, copies.of(row)))
    return rows


def _new_id(key: tuple[str, str], used: set[str]) -> str:
    """A new id, of letters and digits alone."""
    for number in range(len(used) + 1):
        content = repr((*key, number)).encode("utf-8", "surrogatepass")
        id = f"p{hashlib.sha256(content).hexdigest()[:12]}"
        if id not in used:
            return id
    raise AssertionError("there are more ids than are taken")


# ---------------------------------------------------------------- what has changed


def changed(old: Iterable[ShownPiece], new: Iterable[ShownPiece]) -> list[ShownPiece]:
    """The pieces that are new, or whose row holds something else."""
    before = {piece.id: _values(piece) for piece in old}
    return [piece for piece in new if before.get(piece.id) != _values(piece)]


def _values(piece: ShownPiece) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    return dict(piece.row.values) if piece.row is not None else {}, dict(piece.component.values)


def form_of(component: Row) -> Format | None:
    """What is cut out of the sheets of a component; None where a cell of its size or shape is a Problem."""
    try:
        return format_of(component)
    except (KeyError, TypeError, ValueError):
        return None
