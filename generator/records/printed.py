"""Which rows a component prints: those of a sheet, some of them, or each row of one with each of another.

The cell Data of the sheet Components says it: `Patterns`, `Patterns where Layer > 3`, `Signs × Numbers`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from generator.records.cells import clean, did_you_mean, fold, shown
from generator.records.columns import NotUnderstood
from generator.records.conditions import parse_condition
from generator.records.joined import joined, nameable_columns
from generator.records.tables import Book, Row, Table
from generator.records.worksheets import FIELDS

_WHERE = re.compile(r"\s+where(?:\s+|$)", re.IGNORECASE)
_TIMES = re.compile(r"\s+[xX*×✕]\s+|\s*[×✕]\s*")


def data_text(component: Row) -> str:
    """What stands in the cell Data."""
    return clean(str(component.values.get("data") or ""))


def sheets_named(text: str, book: Book) -> tuple[str, ...]:
    """The sheets of which a cell Data speaks, as the workbook spells them; what is none stays as typed."""
    if not text:
        return ()
    if any(text in sheets for sheets in (book, book.faults, book.undeclared)):
        return (text,)
    named = [part.strip() for part in _TIMES.split(_WHERE.split(text, maxsplit=1)[0])]
    sheets = {fold(name): name for name in (*book.undeclared, *book.faults, *book.tables)}
    return tuple(dict.fromkeys(sheets.get(fold(name), name) for name in named))


def read_data(component: Row, book: Book) -> Table | None:
    """The rows that a component prints as a Table; None for one without Data. Raises NotUnderstood."""
    text = data_text(component)
    if not text:
        return None
    sheets = sheets_named(text, book)
    for sheet in sheets:
        if sheet not in book:
            mend = did_you_mean(sheet, book.tables, f"Declare the columns of the sheet in {FIELDS}.")
            raise NotUnderstood(f"There is no sheet {shown(sheet)} with declared columns.", mend)
    if text in book:
        return book[text]
    factors = [part.strip() for part in _TIMES.split(_WHERE.split(text, maxsplit=1)[0])]
    if len(factors) > len(sheets):
        flaw = f"{shown(text)} names a sheet twice."
        raise NotUnderstood(flaw, "Join two sheets that differ; copy one to join it with itself.")
    pattern = clean(str(component.values.get("card_title") or ""))
    tables = [book[sheet] for sheet in sheets]
    table = joined(tables, pattern) if len(tables) > 1 else tables[0]
    parted = _WHERE.split(text, maxsplit=1)
    if len(parted) == 1:
        return table
    condition = parse_condition(parted[1].strip(), nameable_columns(table), table.name, book)
    return replace(table, rows=tuple(row for row in table if condition.holds(row)))


def printed_table(component: Row, book: Book) -> Table | None:
    """The same, and None where it cannot be understood or read: what is wrong is a Problem of its own."""
    try:
        return read_data(component, book)
    except NotUnderstood:
        return None
