"""From an .xlsx file to a Book: the cells of each sheet against what the sheet Fields declares.

file ─ workbook_guard ─▶ safe bytes ─ workbook_cells ─▶ sheets ─ workbook_fields ─▶ columns ─ here ─▶ Book
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.cells import as_text, did_you_mean, fold, same, shown
from generator.notation import Kind, Symbol, Symbols
from generator.problems import Failed, Problem, error, has_errors
from generator.schema import ICONS, Known, empty_value, parse_cell, target
from generator.tables import Book, Field, FieldType, Row, Table, slug
from generator.workbook_cells import Sheet, digest, letter, read_sheets, sheets_text
from generator.workbook_fields import NO_TARGET, Opened, open_sheets


def read_book(
    path: Path, *, inside: Path | None = None, all_symbols: bool = True
) -> tuple[Book | None, tuple[Problem, ...]]:
    """The Book of a workbook and everything that is wrong with it; never raises on bad content.

    There is no Book if the file cannot be read, or if the declarations in Fields and the sheets do not
    match. With errors in single cells there is one, in which they hold the empty value of their type.
    The file has to lie in the folder `inside`; None is for a workbook that the user named himself.
    Without `all_symbols` the sheet Icons is known to lack some, so that unknown ones are no errors.
    """
    try:
        sheets, problems = read_sheets(path, inside=inside)
    except Failed as failed:
        return None, failed.problems
    book, more = book_from(sheets, path.name, all_symbols=all_symbols)
    return book, (*problems, *more)


def dump(path: Path, *, inside: Path | None = None) -> str:
    """The content of a workbook as stable text for diffs. Raises Failed if it cannot be read."""
    return sheets_text(read_sheets(path, inside=inside)[0])


def book_from(
    sheets: Sequence[Sheet], name: str, *, all_symbols: bool = True
) -> tuple[Book | None, tuple[Problem, ...]]:
    """The Book of sheets that were read; `name` names the file in Problems."""
    opened, structure = open_sheets(sheets, name)
    problems: list[Problem] = []
    known = _symbols(opened, problems)
    known = replace(known, targets=_targets(opened, known), whole=known.whole and all_symbols)
    tables = {sheet.sheet.name: _table(sheet, known, problems) for sheet in opened}
    book = Book(MappingProxyType(tables), known.symbols, digest(tuple(sheets)))
    return None if has_errors(structure) else book, (*structure, *problems)


def _table(opened: Opened, known: Known, problems: list[Problem]) -> Table:
    letters = MappingProxyType({key: letter(column) for key, column in opened.columns.items()})
    merged = opened.sheet.merged_cells()
    found = [(field, field.key, opened.columns.get(field.key, 0)) for field in opened.fields]
    rows: list[Row] = []
    for number, cells in _data(opened):
        values: dict[str, Any] = {}
        for field, key, column in found:
            raw = cells.get(column)
            if not column or (raw is None and (number, column) in merged):
                values[key] = empty_value(field)  # the missing column, or merged range, is a Problem already
                continue
            values[key], wrong = parse_cell(field, raw, f"{opened.sheet.name}!{letters[key]}{number}", known)
            problems += wrong
        rows.append(Row(opened.sheet.name, number, MappingProxyType(values), letters))
    problems += _repeated(opened)
    return Table(opened.sheet.name, opened.fields, tuple(rows))


def _data(opened: Opened) -> Iterator[tuple[int, dict[int, Any]]]:
    """The rows below the header that hold anything in a declared column."""
    used = set(opened.columns.values())
    for number, cells in opened.sheet.rows():
        if number > 1 and used & set(cells):
            yield number, cells


def _repeated(opened: Opened) -> Iterator[Problem]:
    """Values that stand twice in a unique column, or in the column Key of a sheet of Keys and Values."""
    keys = {field.key for field in opened.fields}
    rows = list(_data(opened))
    for field in opened.fields:
        is_key = field.key == "key" and "value" in keys
        if field.key not in opened.columns or not (field.unique or is_key):
            continue
        first: dict[str, str] = {}
        for number, cells in rows:
            raw, where = cells.get(opened.columns[field.key]), opened.at(number, field)
            text = slug(as_text(raw)) if is_key else same(as_text(raw))
            if text and first.setdefault(text, where) != where:
                what = f"{shown(raw)} stands in {first[text].partition('!')[2]} already."
                yield error(where, what, f"Every value of “{field.column}” must be another; change one.")


# ---------------------------------------------------------------- what cells refer to


def _symbols(opened: Iterable[Opened], problems: list[Problem]) -> Known:
    """The symbols of the sheet Icons, in its order. Cell errors are left to the table's own reading."""
    sheet = next((sheet for sheet in opened if fold(sheet.sheet.name) == fold(ICONS)), None)
    if sheet is None:
        return Known(Symbols([]))
    found: list[Problem] = []
    table = _table(sheet, Known(Symbols([]), whole=False), found)
    kinds = {fold(kind): kind for kind in Kind}
    made = []
    for row in table:
        texts = {key: as_text(row.values.get(key)) for key in ("key", "code", "emoji", "name", "kind")}
        kind = kinds.get(fold(texts["kind"] or Kind.SIGN))
        if kind is None:
            mend = did_you_mean(texts["kind"], Kind, f"Use one of: {', '.join(Kind)}.")
            problems.append(error(row.at("kind"), f"“{texts['kind']}” is not a kind of symbol.", mend))
        if texts["key"]:
            name = texts["name"] or texts["key"]
            made.append(Symbol(texts["key"], texts["code"], texts["emoji"], name, kind or Kind.SIGN))
    whole = len(sheet.columns) == len(sheet.fields) and not has_errors((*found, *problems))
    return Known(Symbols(made), whole=whole)


def _targets(opened: Iterable[Opened], known: Known) -> dict[tuple[str, str], Mapping[str, Any]]:
    """The values of every column that a reference points at, by their folded spelling."""
    by_name = {fold(sheet.sheet.name): sheet for sheet in opened}
    made: dict[tuple[str, str], Mapping[str, Any]] = {}
    for field in (field for sheet in by_name.values() for field in sheet.fields):
        if field.type is FieldType.REFERENCE:
            sheet, column = map(fold, target(field))
            source = by_name.get(sheet)
            fields = source.fields if source else ()
            found = [f for f in fields if fold(f.column) == column and f.type not in NO_TARGET]
            if source and found and found[0].key in source.columns and (sheet, column) not in made:
                made[sheet, column] = _column_values(source, found[0], known)
    return made


def _column_values(opened: Opened, field: Field, known: Known) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for number, cells in _data(opened):
        raw = cells.get(opened.columns[field.key])
        value, _ = parse_cell(field, raw, opened.at(number, field), known)
        if value not in (None, ""):
            made.setdefault(fold(as_text(value)), value)
    return made
