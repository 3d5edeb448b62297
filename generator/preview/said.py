"""What an edit has changed, in plain words: the cells of two Books beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.preview.pieces import value_text
from generator.records.called import called
from generator.records.cells import as_text, brief
from generator.records.tables import Book, Row, Table

MOST_SAID = 20
"""Sentences; what is beyond them is counted."""


def differences(old: Book, new: Book) -> tuple[str, ...]:
    """What stands in the new Book that did not in the old one, in the order of its sheets."""
    if old.digest == new.digest:
        return ()
    lines = [line for name in dict.fromkeys((*new.tables, *old.tables)) for line in _of_sheet(name, old, new)]
    rest = len(lines) - MOST_SAID
    return (*lines[:MOST_SAID], *([f"… and {rest:,} more changes"] if rest > 0 else []))


def _of_sheet(name: str, old: Book, new: Book) -> Iterator[str]:
    before, after = old.tables.get(name), new.tables.get(name)
    if after is None or before is None:
        yield f"{brief(name)}: the sheet {'is gone' if after is None else 'is there'}"
        return
    was, now = _by_name(before), _by_name(after)
    gone = {key: row for key, row in was.items() if key not in now}
    for key, row in now.items():
        if key in was:
            yield from _of_row(name, was[key], row, old, new)
            continue
        renamed = next((key for key, gone_row in gone.items() if gone_row.number == row.number), None)
        if renamed is not None:
            yield from _of_row(name, gone.pop(renamed), row, old, new)
        else:
            yield f"{brief(name)}: {brief(called(row))} is new"
    for row in gone.values():
        yield f"{brief(name)}: {brief(called(row))} is gone"


def _by_name(table: Table) -> Mapping[tuple[str, int], Row]:
    """The rows by their names; equal names are told apart by their order."""
    rows: dict[tuple[str, int], Row] = {}
    count: dict[str, int] = {}
    for row in table:
        name = _named(row)
        count[name] = count.get(name, 0) + 1
        rows[name, count[name]] = row
    return rows


def _named(row: Row) -> str:
    key = row.values.get("key")
    return called(row) if key in (None, "") or "title" in row.values else as_text(key)


def _text(row: Row, key: str, book: Book) -> str:
    """What a cell holds, or what is typed there if that cannot be read."""
    typed = book.unread.get(row.at(key))
    return typed if typed is not None else value_text(row.values.get(key), book.symbols)


def _of_row(sheet: str, old: Row, new: Row, was: Book, book: Book) -> Iterator[str]:
    for field in book.tables[sheet].fields:
        before, after = (_text(row, field.key, book) for row, book in ((old, was), (new, book)))
        if before != after:
            text = f"{brief(before) or '(empty)'} → {brief(after) or '(empty)'}"
            yield f"{brief(sheet)}: {brief(_named(old))}: {brief(field.column)} {text}"
