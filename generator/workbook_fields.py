"""The sheet Fields and the headers of the sheets that it declares: what lies in which column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.cells import as_text, did_you_mean, fold, shown
from generator.notation import Symbols
from generator.problems import Problem, error, warning
from generator.schema import FIELD_FIELDS, FIELDS, NUMERIC, Known, choices, lenient_field, parse_cell, target
from generator.tables import Field, FieldType, slug
from generator.workbook_cells import Sheet, letter

_NEEDED = ("Sheet", "Column", "Type")
_TAKEN = frozenset({"sheet", "number", "values", "letters", "at"})
"""Names that every row has of itself, so that a template could not reach a column of that name."""
_SHOW = "Show what is hidden, so that nobody overlooks it."
LOWEST_HEADER = 10
"""Down to this row headers are looked for that are not in row 1."""
NO_TARGET = frozenset({FieldType.REFERENCE, FieldType.REQUIREMENT, FieldType.EFFECT})


@dataclass(frozen=True, slots=True)
class Opened:
    """A sheet with its declared fields; `columns` holds the column of each field that was found."""

    sheet: Sheet
    fields: tuple[Field, ...]
    columns: Mapping[str, int]

    def at(self, row: int, field: Field) -> str:
        """The place of a cell: `Patterns!C14`."""
        return f"{self.sheet.name}!{letter(self.columns[field.key])}{row}"


@dataclass(frozen=True, slots=True)
class _Declared:
    """A field and its row in the sheet Fields, with the places of its cells by key."""

    field: Field
    at: Mapping[str, str]


def open_sheets(sheets: Sequence[Sheet], name: str) -> tuple[tuple[Opened, ...], tuple[Problem, ...]]:
    """Every declared sheet with the columns of its fields. `name` names the file in Problems."""
    by_name = {fold(sheet.name): sheet for sheet in sheets}
    own = by_name.get(fold(FIELDS))
    if own is None:
        return (), (_no_fields(name, sheets),)
    problems: list[Problem] = []
    declared = tuple(_declared(own, by_name, problems))
    problems += _check_declared(declared)
    grouped: dict[str, list[_Declared]] = {}
    for found in declared:
        grouped.setdefault(found.field.sheet, []).append(found)
    opened = []
    for sheet in sheets:
        if sheet.name in grouped:
            opened.append(_open(sheet, grouped[sheet.name], problems))
            problems += _oddities(opened[-1])
    if not declared and not problems:
        problems.append(error(f"{FIELDS}!A2", "The sheet declares no column.", "Add a row for every column."))
    return tuple(opened), tuple(problems)


def _no_fields(name: str, sheets: Sequence[Sheet]) -> Problem:
    mend = f"Add a sheet {FIELDS} with the headers Sheet, Column, Type and a row for every column."
    return error(
        name,
        f"The workbook has no sheet “{FIELDS}”.",
        did_you_mean(FIELDS, [sheet.name for sheet in sheets], mend),
    )


# ---------------------------------------------------------------- the sheet Fields


def _declared(own: Sheet, by_name: Mapping[str, Sheet], problems: list[Problem]) -> Iterator[_Declared]:
    headers = _headers(own, problems)
    for needed in _NEEDED:
        if fold(needed) not in headers:
            what = f"The sheet {FIELDS} has no header “{needed}”."
            problems.append(error(f"{FIELDS}!A1", what, "Write it into row 1."))
            return
    columns = {
        field.key: headers[fold(field.column)] for field in FIELD_FIELDS if fold(field.column) in headers
    }
    opened = Opened(own, FIELD_FIELDS, columns)
    problems += _oddities(opened)
    missing: set[str] = set()
    for number, cells in own.rows():
        if number == 1 or not set(columns.values()) & set(cells):
            continue
        at = {field.key: f"{FIELDS}!{letter(columns.get(field.key, 1))}{number}" for field in FIELD_FIELDS}
        field = _field(opened, number, cells, problems)
        sheet = by_name.get(fold(field.sheet))
        if sheet is not None and sheet is not own:
            yield _Declared(replace(field, sheet=sheet.name), at)
        elif field.sheet and fold(field.sheet) not in missing:
            missing.add(fold(field.sheet))
            problems.append(_no_sheet(field.sheet, at["sheet"], by_name))


def _field(opened: Opened, number: int, cells: Mapping[int, Any], problems: list[Problem]) -> Field:
    values = {}
    for field in opened.fields:
        if field.key in opened.columns:
            raw = cells.get(opened.columns[field.key])
            value, found = parse_cell(field, raw, opened.at(number, field), Known(Symbols([])))
            problems += found
            values[field.column] = value
    # a column of an unknown type stands in as text, so that one mistake is one Problem
    made = lenient_field(values) or lenient_field(values | {"Type": FieldType.TEXT})
    assert made is not None
    return made


def _no_sheet(name: str, where: str, by_name: Mapping[str, Sheet]) -> Problem:
    if fold(name) == fold(FIELDS):
        return error(where, f"The sheet {FIELDS} declares itself.", "Delete the row; its columns are fixed.")
    others = [sheet.name for key, sheet in by_name.items() if key != fold(FIELDS)]
    mend = f"Add a sheet “{name}”, or delete its rows in {FIELDS}."
    return error(where, f"There is no sheet “{name}”.", did_you_mean(name, others, mend))


def _check_declared(declared: Sequence[_Declared]) -> Iterator[Problem]:
    by_place = {(fold(found.field.sheet), fold(found.field.column)): found.field for found in declared}
    seen: dict[tuple[str, str], str] = {}
    for field, at in ((found.field, found.at) for found in declared):
        if field.column and not slug(field.column):
            yield error(at["column"], f"“{field.column}” has no letter or digit.", "Give the column a name.")
        if slug(field.column) in _TAKEN:
            what = f"The name “{field.column}” is taken: every row has a {slug(field.column)} of its own."
            yield error(at["column"], what, "Give the column another name, in its sheet too.")
        first = seen.setdefault((field.sheet, field.key), at["column"])
        if field.column and first != at["column"]:
            what = f"The column “{field.column}” of the sheet {field.sheet} is declared in {first} already."
            yield error(at["column"], what, "Delete one of the two rows.")
        yield from _check_bounds(field, at)
        if field.type is FieldType.CHOICE and not choices(field):
            yield error(
                at["values"], "A choice needs its choices.", "Write them with | between, such as yes | no."
            )
        if field.type is FieldType.REFERENCE:
            yield from _check_target(field, at, by_place)


def _check_bounds(field: Field, at: Mapping[str, str]) -> Iterator[Problem]:
    if field.type not in NUMERIC and (field.least is not None or field.most is not None):
        key = "most" if field.least is None else "least"
        yield warning(at[key], f"A bound means nothing for the type {field.type}.", "Empty the cell.")
    elif field.least is not None and field.most is not None and field.least > field.most:
        yield error(
            at["least"], f"Least ({field.least:g}) is above Most ({field.most:g}).", "Exchange the two."
        )


def _check_target(
    field: Field, at: Mapping[str, str], by_place: Mapping[tuple[str, str], Field]
) -> Iterator[Problem]:
    sheet, column = target(field)
    pointed = by_place.get((fold(sheet), fold(column)))
    if not sheet or not column:
        yield error(
            at["values"], "A reference needs its target.", "Write Sheet.Column, such as Layers.Layer."
        )
    elif pointed is None:
        known = [f"{other.sheet}.{other.column}" for other in by_place.values()]
        mend = did_you_mean(field.values, known, f"Declare it in {FIELDS}, or correct the name.")
        yield error(at["values"], f"No column {shown(field.values)} is declared.", mend)
    elif pointed.type in NO_TARGET:
        what = f"“{field.values}” is itself a {pointed.type}."
        yield error(at["values"], what, "Point at a column of texts, numbers or choices.")


# ---------------------------------------------------------------- headers


def _headers(sheet: Sheet, problems: list[Problem]) -> dict[str, int]:
    """The column of each header, by its folded name."""
    found: dict[str, int] = {}
    for (row, column), raw in sheet.cells.items():
        name = as_text(raw)
        if row != 1 or not name:
            continue
        first = found.setdefault(fold(name), column)
        if first != column:
            problems.append(
                error(
                    f"{sheet.name}!{letter(column)}1",
                    f"The header {shown(name)} stands in {letter(first)}1 already.",
                    "Rename or delete one of the two columns.",
                )
            )
    return found


def _open(sheet: Sheet, declared: Sequence[_Declared], problems: list[Problem]) -> Opened:
    headers = _headers(sheet, problems)
    fields = {found.field.key: found.field for found in declared if found.field.column}
    columns = {key: headers[fold(f.column)] for key, f in fields.items() if fold(f.column) in headers}
    below = _header_below(sheet, fields.values()) if fields and not columns else 0
    if below:
        what = f"The headers stand in row {below}, but belong into row 1."
        rows = "row 1" if below == 2 else f"rows 1 to {below - 1}"
        mend = f"Delete {rows}, so that the headers come first."
        problems.append(error(f"{sheet.name}!A{below}", what, mend))
        return Opened(sheet, tuple(fields.values()), {})
    spare = {name: column for name, column in headers.items() if column not in columns.values()}
    for found in declared:
        if fields.get(found.field.key) is found.field and found.field.key not in columns:
            problems.append(_no_column(found, sheet, spare))
    for column in spare.values():
        what = (
            f"The column {shown(sheet.cells[1, column])} is not declared in {FIELDS}, so that it is ignored."
        )
        problems.append(
            warning(f"{sheet.name}!{letter(column)}1", what, f"Add a row for it to {FIELDS}, or leave it.")
        )
    problems += _headless(sheet)
    return Opened(sheet, tuple(fields.values()), columns)


def _header_below(sheet: Sheet, fields: Iterable[Field]) -> int:
    """The row further down in which most of the headers stand, under a title perhaps; 0 if there is none."""
    wanted = {fold(field.column) for field in fields}
    for number, cells in sheet.rows():
        if number > LOWEST_HEADER:
            break
        if number > 1 and 2 * len(wanted & {fold(as_text(raw)) for raw in cells.values()}) > len(wanted):
            return number
    return 0


def _no_column(found: _Declared, sheet: Sheet, spare: dict[str, int]) -> Problem:
    """The Problem of a missing column; a spare header that looks like it is taken out of `spare`."""
    name = found.field.column
    names = {as_text(sheet.cells[1, column]): column for column in spare.values()}
    mend = did_you_mean(name, names, "")
    near = next((column for text, column in names.items() if f"“{text}”" in mend), None)
    if near is not None:
        spare.pop(fold(as_text(sheet.cells[1, near])))
        mend = f"Rename the header {shown(sheet.cells[1, near])} in {sheet.name}!{letter(near)}1."
    else:
        mend = f"Write “{name}” into row 1 of the sheet {sheet.name}, or delete this row."
    return error(found.at["column"], f"The sheet {sheet.name} has no column “{name}”.", mend)


def _headless(sheet: Sheet) -> Iterator[Problem]:
    first: dict[int, int] = {}
    for row, column in sheet.cells:
        if (1, column) not in sheet.cells:
            first.setdefault(column, row)
    for column, row in sorted(first.items()):
        what = f"There is {shown(sheet.cells[row, column])} in a column without a header, which is ignored."
        yield warning(
            f"{sheet.name}!{letter(column)}{row}",
            what,
            f"Write a header into {letter(column)}1, or leave it.",
        )


# ---------------------------------------------------------------- merged and hidden


def _oddities(opened: Opened) -> Iterator[Problem]:
    sheet, used = opened.sheet, set(opened.columns.values())
    for top, left, bottom, right in sorted(sheet.merged):
        if used & set(range(left, right + 1)):
            yield error(
                f"{sheet.name}!{letter(left)}{top}",
                f"The cells {letter(left)}{top}:{letter(right)}{bottom} are merged; all but one are empty.",
                "Unmerge them and fill in every cell.",
            )
    if sheet.hidden:
        what = "The sheet is hidden, and is read and printed all the same."
        yield warning(f"{sheet.name}!A1", what, _SHOW)
    rows = sorted({row for row, column in sheet.cells if column in used} & sheet.hidden_rows)
    if rows:
        what = f"{_listed('Row', list(map(str, rows)))} hidden, and read and printed all the same."
        yield warning(f"{sheet.name}!A{rows[0]}", what, "Show the rows or clear the filter, or delete them.")
    hidden = [letter(column) for column in sorted(used & sheet.hidden_columns)]
    if hidden:
        what = f"{_listed('Column', hidden)} hidden, and read all the same."
        yield warning(f"{sheet.name}!{hidden[0]}1", what, _SHOW)


def _listed(word: str, names: list[str], most: int = 10) -> str:
    if len(names) == 1:
        return f"{word} {names[0]} is"
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{word}s {', '.join(names[:most])}{more} are"
