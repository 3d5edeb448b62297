"""The sheet Fields and the headers of the sheets that it declares: what lies in which column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.ground.problems import Problem, error, warning
from generator.ground.spelling import Guesses, Names
from generator.records.cells import Raw, as_text, brief, clean, did_you_mean, fold, names, shown
from generator.records.notation import Symbols
from generator.records.tables import Bound, Field, FieldType
from generator.records.worksheets import FIELDS, PUBLISHED
from generator.workbook.bounds import followed, points_elsewhere
from generator.workbook.declared import (
    FIELD_FIELDS,
    NUMERIC,
    brief_list,
    choices,
    lenient_field,
    target,
)
from generator.workbook.located import Worksheet, letter
from generator.workbook.oddities import headless, oddities
from generator.workbook.schema import Known, parse_cell

_NEEDED = ("Sheet", "Column", "Type")
_TAKEN = frozenset({"sheet", "number", "values", "letters", "at"})
"""Names that every row has of itself, so that a template could not reach a column of that name."""
_BOUNDS = frozenset({"least", "most"})
LOWEST_HEADER = 10
"""Down to this row headers are looked for that are not in row 1."""
NO_TARGET = frozenset({FieldType.REFERENCE, FieldType.REQUIREMENT, FieldType.EFFECT})


@dataclass(frozen=True, slots=True)
class Opened:
    """A sheet with its declared fields; `columns` holds the column of each field that was found."""

    sheet: Worksheet
    fields: tuple[Field, ...]
    columns: Mapping[str, int]
    rows: tuple[tuple[int, Mapping[int, Raw]], ...] = ()
    """The rows below the header that hold anything in a declared column, as (number, column -> value)."""

    def at(self, row: int, field: Field) -> str:
        """The place of a cell: `Patterns!C14`."""
        return f"{self.sheet.name}!{letter(self.columns[field.key])}{row}"


@dataclass(frozen=True, slots=True)
class _Declared:
    """A field and its row in the sheet Fields."""

    field: Field
    key: str
    row: int
    letters: Mapping[str, str]
    """The columns of the sheet Fields, by the keys of its own fields."""

    def at(self, key: str) -> str:
        """The place of one of its cells, such as `type`."""
        return f"{FIELDS}!{self.letters.get(key, 'A')}{self.row}"


def _opened(sheet: Worksheet, fields: tuple[Field, ...], columns: Mapping[str, int]) -> Opened:
    used = set(columns.values())
    rows = sheet.rows() if columns else ()
    held = tuple((number, cells) for number, cells in rows if number > 1 and not used.isdisjoint(cells))
    return Opened(sheet, fields, columns, held)


def open_sheets(sheets: Sequence[Worksheet], name: str) -> tuple[tuple[Opened, ...], tuple[Problem, ...]]:
    """Every declared sheet with the columns of its fields. `name` names the file in Problems."""
    by_name = {fold(sheet.name): sheet for sheet in sheets}
    own = by_name.get(fold(FIELDS))
    if own is None:
        return (), (_no_fields(name, sheets),)
    problems: list[Problem] = []
    guesses = Guesses()
    declared = tuple(_declared(own, by_name, problems, guesses))
    problems += _check_declared(declared, guesses)
    grouped: dict[str, list[_Declared]] = {}
    for found in declared:
        grouped.setdefault(found.field.sheet, []).append(found)
    opened = []
    for sheet in sheets:
        if sheet.name in grouped:
            opened.append(_open(sheet, grouped[sheet.name], problems, guesses))
            problems += oddities(opened[-1].sheet, opened[-1].columns.values())
    if not declared and not problems:
        problems.append(error(f"{FIELDS}!A2", "The sheet declares no column.", "Add a row for every column."))
    return tuple(opened), tuple(problems)


def _no_fields(name: str, sheets: Sequence[Worksheet]) -> Problem:
    mend = f"Add a sheet {FIELDS} with the headers Sheet, Column, Type and a row for every column."
    return error(
        name,
        f"The workbook has no sheet “{FIELDS}”.",
        did_you_mean(FIELDS, [sheet.name for sheet in sheets], mend),
    )


# ---------------------------------------------------------------- the sheet Fields


def _declared(
    own: Worksheet, by_name: Mapping[str, Worksheet], problems: list[Problem], guesses: Guesses
) -> Iterator[_Declared]:
    headers = _headers(own, problems)
    for needed in _NEEDED:
        if fold(needed) not in headers:
            what = f"The sheet {FIELDS} has no header “{needed}”."
            problems.append(error(f"{FIELDS}!A1", what, "Write it into row 1."))
            return
    columns = {
        field.key: headers[fold(field.column)] for field in FIELD_FIELDS if fold(field.column) in headers
    }
    opened = _opened(own, FIELD_FIELDS, columns)
    problems += oddities(opened.sheet, opened.columns.values())
    known = Known(Symbols([]), guesses=guesses)
    others = names(sheet.name for key, sheet in by_name.items() if key != fold(FIELDS))
    missing: set[str] = set()
    letters = {key: letter(column) for key, column in columns.items()}
    places = [(f, columns[f.key], letters[f.key]) for f in FIELD_FIELDS if f.key in columns]
    for number, cells in opened.rows:
        values: dict[str, Any] = {}
        bounds: dict[str, Bound | None] = {}
        for declaring, column, name in places:
            where, raw = f"{FIELDS}!{name}{number}", cells.get(column)
            if declaring.key in _BOUNDS and points_elsewhere(raw):
                follows = followed(raw, where, by_name)
                values[declaring.column], bounds[declaring.key] = follows.number, follows.bound
                problems += [follows.problem] if follows.problem else []
                continue
            values[declaring.column], found = parse_cell(declaring, raw, where, known)
            problems += found
            if declaring.key in _BOUNDS and values[declaring.column] is not None:
                bounds[declaring.key] = Bound(where)
        # a column of an unknown type stands in as text, so that one mistake is one Problem
        field = lenient_field(values) or lenient_field(values | {"Type": FieldType.TEXT})
        assert field is not None
        field = replace(field, least_from=bounds.get("least"), most_from=bounds.get("most"))
        sheet = by_name.get(fold(field.sheet))
        if sheet is not None and sheet is not own:
            field = replace(field, sheet=sheet.name)
            yield _Declared(field, field.key, number, letters)
        elif fold(field.sheet) == fold(PUBLISHED):
            continue  # who deletes that sheet wants to hear no more of it
        elif field.sheet and fold(field.sheet) not in missing:
            missing.add(fold(field.sheet))
            where = f"{FIELDS}!{letters.get('sheet', 'A')}{number}"
            problems.append(_no_sheet(field.sheet, where, others, guesses))


def _no_sheet(name: str, where: str, others: Names, guesses: Guesses) -> Problem:
    if fold(name) == fold(FIELDS):
        return error(where, f"The sheet {FIELDS} declares itself.", "Delete the row; its columns are fixed.")
    mend = f"Add a sheet {shown(name)}, or delete its rows in {FIELDS}."
    mend = did_you_mean(name, others, mend, guesses=guesses)
    return error(where, f"There is no sheet {shown(name)}.", mend)


def _check_declared(declared: Sequence[_Declared], guesses: Guesses) -> Iterator[Problem]:
    by_place = {(fold(found.field.sheet), fold(found.field.column)): found.field for found in declared}
    seen: dict[tuple[str, str], str] = {}
    for found in declared:
        field, name, key = found.field, shown(found.field.column), found.key
        if field.column and not key:
            yield error(found.at("column"), f"{name} has no letter or digit.", "Give the column a name.")
        if key in _TAKEN and fold(field.sheet) != fold(PUBLISHED):  # no template reads that sheet
            what = f"The name {name} is taken: every row has a {key} of its own."
            yield error(found.at("column"), what, "Give the column another name, in its sheet too.")
        first = seen.setdefault((field.sheet, key), found.at("column"))
        if field.column and first != found.at("column"):
            what = f"The column {name} of the sheet {brief(field.sheet)} is declared in {first} already."
            yield error(found.at("column"), what, "Delete one of the two rows.")
        yield from _check_bounds(found)
        if field.type is FieldType.CHOICE and not choices(field):
            yield error(
                found.at("values"),
                "A choice needs its choices.",
                "Write them with | between, such as yes | no.",
            )
        if field.type is FieldType.REFERENCE:
            yield from _check_target(found, by_place, guesses)


def _check_bounds(found: _Declared) -> Iterator[Problem]:
    field = found.field
    if field.type not in NUMERIC and (field.least is not None or field.most is not None):
        key = "most" if field.least is None else "least"
        yield warning(found.at(key), f"A bound means nothing for the type {field.type}.", "Empty the cell.")
    elif field.least is not None and field.most is not None and field.least > field.most:
        follows = [bound for bound in (field.least_from, field.most_from) if bound and bound.rule]
        if follows:  # a number elsewhere has moved, and may move back
            what = f"Least ({field.least:g}) is above Most ({field.most:g})."
            yield warning(found.at("least"), what, f"Change one of them, or {follows[0].at}.")
            return
        yield error(
            found.at("least"), f"Least ({field.least:g}) is above Most ({field.most:g}).", "Exchange the two."
        )


def _check_target(
    found: _Declared, by_place: Mapping[tuple[str, str], Field], guesses: Guesses
) -> Iterator[Problem]:
    field = found.field
    sheet, column = target(field)
    pointed = by_place.get((fold(sheet), fold(column)))
    if not sheet or not column:
        yield error(
            found.at("values"), "A reference needs its target.", "Write Sheet.Column, such as Layers.Layer."
        )
    elif pointed is None:
        known = guesses.names(
            "columns", lambda: names(f"{other.sheet}.{other.column}" for other in by_place.values())
        )
        mend = f"Declare it in {FIELDS}, or correct the name."
        mend = did_you_mean(field.values, known, mend, guesses=guesses)
        yield error(found.at("values"), f"No column {shown(field.values)} is declared.", mend)
    elif pointed.type in NO_TARGET:
        what = f"{shown(field.values)} is itself a {pointed.type}."
        yield error(found.at("values"), what, "Point at a column of texts, numbers or choices.")


# ---------------------------------------------------------------- headers


def _headers(sheet: Worksheet, problems: list[Problem]) -> dict[str, int]:
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


def _open(
    sheet: Worksheet, declared: Sequence[_Declared], problems: list[Problem], guesses: Guesses
) -> Opened:
    headers = _headers(sheet, problems)
    fields = {found.key: found.field for found in declared if found.field.column}
    columns = {key: headers[fold(f.column)] for key, f in fields.items() if fold(f.column) in headers}
    below = _header_below(sheet, fields.values()) if fields and not columns else 0
    if below:
        what = f"The headers stand in row {below}, but belong into row 1."
        rows = "row 1" if below == 2 else f"rows 1 to {below - 1}"
        mend = f"Delete {rows}, so that the headers come first."
        problems.append(error(f"{sheet.name}!A{below}", what, mend))
        return _opened(sheet, tuple(fields.values()), {})
    used = set(columns.values())
    spare = {name: column for name, column in headers.items() if column not in used}
    known = names(as_text(sheet.cells[1, column]) for column in spare.values())
    if fields and not columns and not any(guesses.nearest(f.column, known) for f in fields.values()):
        problems.append(_no_header(sheet, tuple(fields.values())))
        return _opened(sheet, tuple(fields.values()), {})
    for found in declared:
        if fields.get(found.key) is found.field and found.key not in columns:
            problems.append(_no_column(found, sheet, spare, known, guesses))
    for column in spare.values():
        what = (
            f"The column {shown(sheet.cells[1, column])} is not declared in {FIELDS}, so that it is ignored."
        )
        problems.append(
            warning(f"{sheet.name}!{letter(column)}1", what, f"Add a row for it to {FIELDS}, or leave it.")
        )
    problems += headless(sheet)
    return _opened(sheet, tuple(fields.values()), columns)


def _no_header(sheet: Worksheet, fields: Sequence[Field]) -> Problem:
    """The Problem of a sheet whose row 1 holds none of its headers: that row is data, or nothing."""
    what = f"Row 1 holds none of the headers that {FIELDS} declares for the sheet {brief(sheet.name)}."
    listed = brief_list([field.column for field in fields])
    above = "Put a row above it with" if any(row == 1 for row, _ in sheet.cells) else "Write them into row 1:"
    return error(f"{sheet.name}!A1", what, f"{above} {listed}.")


def _header_below(sheet: Worksheet, fields: Iterable[Field]) -> int:
    """The row further down in which most of the headers stand, under a title perhaps; 0 if there is none."""
    wanted = {fold(field.column) for field in fields}
    for number, cells in sheet.rows():
        if number > LOWEST_HEADER:
            break
        if number > 1 and 2 * len(wanted & {fold(as_text(raw)) for raw in cells.values()}) > len(wanted):
            return number
    return 0


def _no_column(
    found: _Declared, sheet: Worksheet, spare: dict[str, int], known: Names, guesses: Guesses
) -> Problem:
    """The Problem of a missing column; a spare header that looks like it is taken out of `spare`.

    `known` are the headers that were spare at first.
    """
    name = found.field.column
    close = guesses.nearest(name, known) if not clean(name).isdecimal() else []
    near = spare.pop(fold(close[0]), None) if close else None
    if near is not None:
        mend = f"Rename the header {shown(sheet.cells[1, near])} in {sheet.name}!{letter(near)}1."
    else:
        mend = f"Write {shown(name)} into row 1 of the sheet {brief(sheet.name)}, or delete this row."
    what = f"The sheet {brief(sheet.name)} has no column {shown(name)}."
    return error(found.at("column"), what, mend)
