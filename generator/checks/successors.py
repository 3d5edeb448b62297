"""Which row may be the one that had a name: what else the workbook knows of that name decides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.checks.published import alike, read_value, rows_as_published
from generator.ground.spelling import nearest
from generator.records.cells import as_text, fold
from generator.records.tables import Book, Field, FieldType, Row, Table
from generator.records.worksheets import FIELDS, PUBLISHED, sample_rows

LEAST_EQUAL = 2
"""So many cells of a step have to be those of a row, to tell by them that the step was about it."""
_FREE = frozenset({FieldType.TEXT, FieldType.RICH, FieldType.FILE, FieldType.COLOUR})


def unspoken(book: Book, table: Table, key: str) -> tuple[Row, ...]:
    """The rows of a sheet whose names no other cell says."""
    texts = "\n".join(_texts(book, table.name))
    return tuple(
        row
        for row in table
        if (name := as_text(row[key]))
        and not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", texts, re.IGNORECASE)
    )


def _texts(book: Book, sheet: str) -> Iterator[str]:
    """All texts that may name a row of a sheet: those of other sheets, and what is published of its own."""
    for table in book.tables.values():
        if table.name in {FIELDS, sheet}:
            continue
        for row in table:
            if table.name != PUBLISHED:
                yield from (value for value in row.values.values() if isinstance(value, str))
            elif row.values.get("sheet") == sheet:
                yield as_text(row.values.get("row"))


def successors(
    book: Book, table: Table, key: str, old: str, come: Sequence[Row], refused: Mapping[str, str]
) -> tuple[Row, ...]:
    """Of rows that may have been called `old` those for which there is most to say; one, if it is clear.

    In this order: it is the only one; it stands in the row that the old one had; it is spelt alike; another
    cell of it says the old name; its cells are what is published of the old name, or those of a step in which
    that was played. `refused` is what cells say that could not be read, by their places.
    """
    if len(come) <= 1:
        return tuple(come)
    number = _number(book, table, key, old, refused)
    same_row = tuple(row for row in come if row.number == number)
    if same_row:
        return same_row
    near = nearest(old, {as_text(row[key]): row for row in come})
    if near:
        return tuple(row for row in come if as_text(row[key]) == near[0])
    speaking = tuple(row for row in come if _about(row, old))
    if len(speaking) == 1:
        return speaking
    stated = rows_as_published(book, table, old, come)
    rest = stated or tuple(come)
    if len(rest) == 1:
        return rest
    scores = {row.number: _equal(book, table, old, row) for row in rest}
    best = max(scores.values())
    return tuple(row for row in rest if scores[row.number] == best) if best >= LEAST_EQUAL else rest


def _number(book: Book, table: Table, key: str, old: str, refused: Mapping[str, str]) -> int:
    """The number of the row that had a name, if a column lists just the names of the sheet, in its order."""
    names = [fold(as_text(row[key])) for row in table]
    aim = fold(f"{table.name}.{_column(table, key)}")
    for sheet in book.tables.values():
        for field in sheet.fields:
            if field.type is not FieldType.REFERENCE or fold(field.values) != aim:
                continue
            cells = (refused.get(row.at(field.key)) or as_text(row.values.get(field.key)) for row in sheet)
            listed = list(dict.fromkeys(map(fold, filter(None, cells))))
            present = [name for name in listed if name in names]
            if len(listed) != len(names) or not present or fold(old) not in listed:
                continue
            if all(listed.index(name) == names.index(name) for name in present):
                return table.rows[listed.index(fold(old))].number
    return 0


def _column(table: Table, key: str) -> str:
    return next((field.column for field in table.fields if field.key == key), "")


def _equal(book: Book, table: Table, old: str, row: Row) -> int:
    """How many cells of a step about the old name say what the row's cells say."""
    fields = [field for field in table.fields if field.type not in _FREE]
    steps = (step for step in sample_rows(book) if _about(step, old))
    return max((sum(_says(book, field, row, step) for field in fields) for step in steps), default=0)


def _about(step: Row, name: str) -> bool:
    return any(isinstance(value, str) and fold(value) == fold(name) for value in step.values.values())


def _says(book: Book, field: Field, row: Row, step: Row) -> bool:
    value = row.values.get(field.key)
    if not value:
        return False
    for key, text in step.values.items():
        if key == "narration" or not isinstance(text, str) or not text:
            continue
        try:
            if alike(read_value(field, text, step.at(key), book)) == alike(value):
                return True
        except ValueError:
            continue
    return False
