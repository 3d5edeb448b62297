"""The headers of a sheet against the columns that are declared for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from generator.ground.problems import NoColumn, Problem, error, warning
from generator.ground.spelling import Names
from generator.records.cells import as_text, brief, clean, fold, names, shown
from generator.records.languages import language_column
from generator.records.tables import Field
from generator.records.worksheets import FIELDS
from generator.workbook.cell_names import letter
from generator.workbook.declared import brief_list
from generator.workbook.located import Worksheet
from generator.workbook.oddities import headless, headless_columns, oddities
from generator.workbook.opened import Opened, Structure, opened

MOST_RENAMED = 100
"""Of so many missing columns it is asked whether a column stands in their place under another header."""
LOWEST_HEADER = 10
"""Down to this row headers are looked for that are not in row 1."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A field and its row in the sheet Fields."""

    field: Field
    key: str
    row: int
    letters: Mapping[str, str]
    """The columns of the sheet Fields, by the keys of its own fields."""

    def at(self, key: str) -> str:
        """The place of one of its cells, such as `type`."""
        return f"{FIELDS}!{self.letters.get(key, 'A')}{self.row}"


def headers_of(sheet: Worksheet, structure: Structure) -> dict[str, int]:
    """The headers of a sheet; two that are alike are a Problem."""
    columns = sheet.headers()
    for (row, column), raw in sheet.cells.items():
        first = columns.get(fold(as_text(raw)), column) if row == 1 else column
        if first != column:
            fault = f"The header {shown(raw)} stands in {letter(first)}1 already."
            mend = "Rename or delete one of the two columns."
            structure.add([error(f"{sheet.name}!{letter(column)}1", fault, mend)], sheet.name)
    return columns


def open_sheet(sheet: Worksheet, declared: Sequence[Declared], structure: Structure) -> Opened:
    """A sheet with the columns of its fields. A header that is misspelt is read as what it looks like."""
    columns = _columns(sheet, declared, structure)
    structure.add(oddities(sheet, columns.columns.values()), sheet.name, unread=True)
    return columns


def _columns(sheet: Worksheet, declared: Sequence[Declared], structure: Structure) -> Opened:
    headers = headers_of(sheet, structure)
    fields: dict[str, Field] = {}
    for found in declared:
        if found.field.column:
            fields.setdefault(found.key, found.field)
    columns = {key: headers[fold(f.column)] for key, f in fields.items() if fold(f.column) in headers}
    below = _header_below(sheet, fields.values()) if fields and not columns else 0
    if below:
        fault = f"The headers stand in row {below}, but belong into row 1."
        rows = "row 1" if below == 2 else f"rows 1 to {below - 1}"
        mend = f"Delete {rows}, so that the headers come first."
        structure.add([error(f"{sheet.name}!A{below}", fault, mend)], sheet.name, unread=True)
        return opened(sheet, tuple(fields.values()), {})
    used = set(columns.values())
    translated = _languages(sheet, fields, headers)
    used |= {column for named in translated.values() for column in named.values()}
    spare = {name: column for name, column in headers.items() if column not in used}
    candidates = names(as_text(sheet.cells[1, column]) for column in spare.values())
    guesses = structure.guesses
    if fields and not columns and not any(guesses.nearest(f.column, candidates) for f in fields.values()):
        structure.add([_no_header(sheet, tuple(fields.values()))], sheet.name, unread=True)
        return opened(sheet, tuple(fields.values()), {})
    blank = {f"\n{column}": column for column in headless_columns(sheet)}  # no header has a line break first
    lost = []
    for found in declared:
        if fields.get(found.key) is not found.field or found.key in columns:
            continue
        near = _looks_like(found.field.column, spare, candidates, structure)
        if near is None:
            lost.append(found)
            continue
        columns[found.key] = near
        structure.add([_misspelt(found, sheet, near)], sheet.name)
    keys = [field.key for field in declared]
    for number, found in enumerate(lost):
        looked_for = number < MOST_RENAMED and (spare or blank)
        renamed = _in_its_place(found, keys, columns, spare | blank) if looked_for else None
        structure.add([_no_column(found, sheet, renamed)], sheet.name, unread=True)
        spare, blank = (
            {name: column for name, column in some.items() if column != renamed} for some in (spare, blank)
        )
    structure.add(_ignored(sheet, spare))
    structure.add(headless(sheet, blank.values()))
    return opened(sheet, tuple(fields.values()), columns, translated)


def _languages(
    sheet: Worksheet, fields: Mapping[str, Field], headers: Mapping[str, int]
) -> dict[str, dict[str, int]]:
    """Headers such as `Title de`: a language -> key of the field -> the column."""
    languages: dict[str, dict[str, int]] = {}
    for column in headers.values():
        named = language_column(as_text(sheet.cells[1, column]), fields)
        if named is not None:
            languages.setdefault(named[1], {}).setdefault(named[0], column)
    return languages


def _ignored(sheet: Worksheet, spare: Mapping[str, int]) -> Iterable[Problem]:
    for column in spare.values():
        name = shown(sheet.cells[1, column])
        fault = f"The column {name} is not declared in {FIELDS}, so that it is ignored."
        mend = f"Add a row for it to {FIELDS}, or leave it."
        yield warning(f"{sheet.name}!{letter(column)}1", fault, mend)


def _no_header(sheet: Worksheet, fields: Sequence[Field]) -> Problem:
    """The Problem of a sheet whose row 1 holds none of its headers: that row is data, or nothing."""
    fault = f"Row 1 holds none of the headers that {FIELDS} declares for the sheet {brief(sheet.name)}."
    listed = brief_list([field.column for field in fields])
    above = "Put a row above it with" if any(row == 1 for row, _ in sheet.cells) else "Write them into row 1:"
    return error(f"{sheet.name}!A1", fault, f"{above} {listed}.")


def _header_below(sheet: Worksheet, fields: Iterable[Field]) -> int:
    """The row further down in which most of the headers stand, under a title perhaps; 0 if there is none."""
    columns = {fold(field.column) for field in fields}
    for number, cells in sheet.rows():
        if number > LOWEST_HEADER:
            break
        if number > 1 and 2 * len(columns & {fold(as_text(raw)) for raw in cells.values()}) > len(columns):
            return number
    return 0


def _looks_like(name: str, spare: dict[str, int], headers: Names, structure: Structure) -> int | None:
    """The column whose spare header looks like a name, taken out of `spare`.

    `headers` are the headers that were spare at first.
    """
    close = structure.guesses.nearest(name, headers) if not clean(name).isdecimal() else []
    return spare.pop(fold(close[0]), None) if close else None


def _in_its_place(
    found: Declared, keys: Sequence[str], columns: Mapping[str, int], spare: Mapping[str, int]
) -> int | None:
    """The one spare column between the neighbours of a field: it may be the same under a new header."""
    at = keys.index(found.key)
    before = max((columns[key] for key in keys[:at] if key in columns), default=0)
    behind = [columns[key] for key in keys[at:] if columns.get(key, 0) > before]
    there = [
        column for column in spare.values() if before < column and all(column < place for place in behind)
    ]
    return there[0] if len(there) == 1 else None


def _misspelt(column: Declared, sheet: Worksheet, near: int) -> Problem:
    fault = f"The sheet {brief(sheet.name)} has no column {shown(column.field.column)}."
    mend = f"Rename the header {shown(sheet.cells[1, near])} in {sheet.name}!{letter(near)}1."
    return error(column.at("column"), fault, mend)


def _no_column(column: Declared, sheet: Worksheet, renamed: int | None) -> Problem:
    """The Problem of a missing column; `renamed` is the one that stands in its place."""
    name = column.field.column
    fault = f"The sheet {brief(sheet.name)} has no column {shown(name)}"
    if renamed is None:
        mend = f"Write {shown(name)} into row 1 of the sheet {brief(sheet.name)}, or delete this row."
        return error(column.at("column"), f"{fault}.", mend, about=NoColumn(sheet.name, name))
    cell = f"{sheet.name}!{letter(renamed)}1"
    if (1, renamed) not in sheet.cells:
        fault = f"{fault}; in its place stands a column without a header."
        return error(column.at("column"), fault, f"Write {shown(name)} into {cell}.")
    header = shown(sheet.cells[1, renamed])
    fault = f"{fault}; in its place stands {header} ({cell}), which {FIELDS} does not declare."
    mend = f"Write {shown(name)} into {cell}, or {header} into this cell."
    about = NoColumn(sheet.name, name, as_text(sheet.cells[1, renamed]), cell)
    return error(column.at("column"), fault, mend, about=about)
