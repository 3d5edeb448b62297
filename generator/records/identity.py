"""What makes a row the same row in two versions of a game: a unique column No, else its title."""

from __future__ import annotations

from collections.abc import Mapping

from generator.records.called import called, naming_columns
from generator.records.cells import as_text
from generator.records.tables import Row, Table

NUMBER = "no"
"""The column whose values name rows for good, if they are declared to be unique."""


def identities(table: Table) -> Mapping[int, str]:
    """The identity of every row by the row's number; no two rows have the same.

    A second row of one title is numbered: `Shell (2)`.
    """
    numbered = any(field.key == NUMBER and field.unique for field in table.fields)
    naming = naming_columns(table)[:1] or tuple(field.key for field in table.fields[:1])
    titles: dict[int, str] = {}
    used: set[str] = set()
    for row in table:
        number = as_text(row.values.get(NUMBER)) if numbered else ""
        titles[row.number] = unused(number or _title(row, naming), used)
    return titles


def _title(row: Row, naming: tuple[str, ...]) -> str:
    """The row's title; where it has neither Title nor Name, what its naming column says."""
    naming_text = next((text for key in naming if (text := as_text(row.values.get(key)))), "")
    title = called(row)
    return naming_text if title == f"row {row.number}" and naming_text else title


def unused(name: str, used: set[str]) -> str:
    """A name that is not used yet, which is used from now on: the name, or `name (2)` and so on."""
    title, count = name, 1
    while title in used:
        count += 1
        title = f"{name} ({count})"
    used.add(title)
    return title
