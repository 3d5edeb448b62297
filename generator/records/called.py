"""What a row of a sheet is called: on its pieces, in messages, contents and `--only`."""

from __future__ import annotations

from itertools import islice

from generator.records.cells import as_text
from generator.records.tables import FieldType, Row, Table

_NAMES = ("title", "name")


def called(row: Row) -> str:
    """Its Title, else its Name, else where it stands: `row 7`."""
    names = (row.values.get(key) for key in _NAMES)
    return str(next(filter(None, names), f"row {row.number}"))


def naming_columns(table: Table) -> tuple[str, ...]:
    """The columns by which people name a row: Title, Name and whatever is unique, else the first text."""
    naming = [f.key for f in table.fields if f.unique or f.key in _NAMES]
    naming.sort(key=lambda key: _NAMES.index(key) if key in _NAMES else len(_NAMES))
    texts = (f.key for f in table.fields if f.type is FieldType.TEXT)
    return tuple(naming or islice(texts, 1))


def names_in(table: Table) -> tuple[str, ...]:
    """Everything that a row of the sheet may be named by, each once."""
    columns = naming_columns(table)
    return tuple(dict.fromkeys(as_text(row[key]) for key in columns for row in table))


def rows_named(table: Table, names: frozenset[str]) -> tuple[Row, ...]:
    """The rows that go by one of the names, which are folded: capitals make no difference."""
    columns = naming_columns(table)
    return tuple(row for row in table if any(as_text(row[key]).casefold() in names for key in columns))


def row_named(table: Table, name: str) -> Row | None:
    """The first row that goes by a name, one that is spelt alike before others; None if there is none."""
    found = rows_named(table, frozenset({name.casefold()}))
    return next((row for row in found if called(row) == name), next(iter(found), None))
