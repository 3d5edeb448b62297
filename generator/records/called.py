"""What a row of a sheet is called: on its pieces, in messages, contents and `--only`."""

from __future__ import annotations

from itertools import islice
from typing import Any

from generator.records.cells import as_text, clean
from generator.records.joined import JoinedTable, sources_of
from generator.records.tables import FieldType, Row, Table

_NAMES = ("title", "name")


def called(row: Row) -> str:
    """Its Title, else its Name, else where it stands: `row 7`. In whatever language, it is the base one's."""
    for key in _NAMES:
        if name := _base(row, key):
            return str(name)
    return f"row {row.number}"


def titled(row: Row) -> str:
    """The same in the language of the Book, for what people read."""
    names = (row.values.get(key) for key in _NAMES)
    return clean(str(next(filter(None, names), f"row {row.number}")))


def _base(row: Row, key: str) -> Any:
    return row.base_[key] if key in row.base_ else row.values.get(key)


def naming_columns(table: Table) -> tuple[str, ...]:
    """The columns by which people name a row: Title, Name and whatever is unique, else the first text."""
    naming = [f.key for f in table.fields if f.unique or f.key in _NAMES]
    naming.sort(key=lambda key: _NAMES.index(key) if key in _NAMES else len(_NAMES))
    texts = (f.key for f in table.fields if f.type is FieldType.TEXT)
    return tuple(naming or islice(texts, 1))


def names_in(table: Table) -> tuple[str, ...]:
    """Everything that a row of the sheet may be named by, each once."""
    columns = naming_columns(table)
    own = [as_text(_base(row, key)) for key in columns for row in table]
    if isinstance(table, JoinedTable):
        own += [name for factor in table.factors for name in names_in(factor)]
    return tuple(dict.fromkeys(own))


def rows_named(table: Table, names: frozenset[str]) -> tuple[Row, ...]:
    """The rows that go by one of the names, which are folded: capitals make no difference.

    A row that joins two goes by the names of both, too: `Sun` are all the cards of the Sun.
    """
    columns = naming_columns(table)
    factors = table.factors if isinstance(table, JoinedTable) else ()
    parts = {id(row) for factor in factors for row in rows_named(factor, names)}
    own = {row.number for key in columns for row in table if _named(_base(row, key)) in names}
    return tuple(
        row
        for row in table
        if row.number in own or (parts and any(id(part) in parts for part in sources_of(row)))
    )


def _named(name: Any) -> str:
    return (name if isinstance(name, str) else as_text(name)).casefold()


def row_named(table: Table, name: str) -> Row | None:
    """The first row that goes by a name, one that is spelt alike before others; None if there is none.

    A name in the language of the Book will do as well.
    """
    rows = rows_named(table, frozenset({name.casefold()}))
    named = next((row for row in rows if called(row) == name), next(iter(rows), None))
    return named or next((row for row in table if row.base_ and titled(row) == name), None)
