"""Makes a workbook pleasant to type in: a note on every header, drop-downs and bounds below it.

Both come from the sheet Fields, which says what a column may hold. Nothing else of the file changes: looks,
values, charts and whatever a designer put there stay as they were, and dressing twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.ground.problems import Failed, error
from generator.ground.project import csv_files
from generator.records.cells import fold
from generator.records.examples import Examples
from generator.records.tables import NUMERIC, Bound, Field, FieldType
from generator.records.worksheets import FIELDS
from generator.workbook.book import symbols_in
from generator.workbook.cell_names import LAST_ROW, letter
from generator.workbook.declared import FIELD_FIELDS, describe
from generator.workbook.edit import EditedParts
from generator.workbook.examples import examples_of
from generator.workbook.fields import Opened, open_book
from generator.workbook.guard import ODS, guarded_bytes, refused_as
from generator.workbook.located import Worksheet, sheets_in
from generator.workbook.notes import set_notes
from generator.workbook.package import open_package
from generator.workbook.save import save
from generator.workbook.validations import Rule, with_rules

SPARE_ROWS = 1000
"""Drop-downs and bounds reach at least to this row, so that new rows have them too."""
LONGEST_LIST = 255
"""Excel refuses a drop-down whose typed-in list is longer."""
LONGEST_TITLE, LONGEST_MESSAGE = 32, 255
"""Letters that Excel shows when it refuses what was typed."""


def dress(path: Path, *, inside: Path | None = None) -> bool:
    """Dress the workbook at `path` in place and keep its last versions; whether anything had to change.

    The file has to lie in the folder `inside`, if that is given. Raises Failed.
    """
    _refuse_other_kinds(path)
    content = guarded_bytes(path, inside=inside)
    copy = dressed(content, path.name)
    if copy == content:
        return False
    save(path, copy, inside=inside, before=content)
    return True


def _refuse_other_kinds(path: Path) -> None:
    """What is written here are parts of an .xlsx file. Raises Failed."""
    if path.suffix.casefold() == ODS.ending:
        fault = "Drop-downs and notes are for workbooks in .xlsx; an .ods file is read, but never written."
        mend = "Set them in LibreOffice (Data, Validity), or save the workbook as .xlsx and remove this file."
        raise Failed(error(path.name, fault, mend))
    if csv_files(path):
        fault = "Drop-downs and notes are for workbooks in .xlsx; a .csv file has no place for them."
        raise Failed(error(path.name, fault, "Look into the sheet Fields, or keep the game as .xlsx."))


def dressed(content: bytes, name: str) -> bytes:
    """The bytes of a workbook with its notes, drop-downs and bounds. Raises Failed."""
    sheets, _ = sheets_in(content, name)
    book = open_book(sheets, name)
    own = next((sheet for sheet in sheets if fold(sheet.name) == fold(FIELDS)), None)
    if own is None:
        raise Failed(*book.structure.problems)
    examples = examples_of(book.sheets, symbols_in(book.sheets))
    with refused_as(name):
        draft = EditedParts(content)
        parts = {sheet.name: sheet.part for sheet in open_package(draft.archive).sheets}
        for sheet in (_fields_opened(own), *book.sheets):
            _dress_sheet(draft, parts[sheet.sheet.name], sheet, sheets, examples)
        return draft.finished()


def _fields_opened(own: Worksheet) -> Opened:
    headers = own.headers()
    fields = [field for field in FIELD_FIELDS if fold(field.column) in headers]
    return Opened(own, FIELD_FIELDS, {field.key: headers[fold(field.column)] for field in fields})


def _dress_sheet(
    draft: EditedParts, part: str, opened: Opened, sheets: Sequence[Worksheet], examples: Examples
) -> None:
    data = draft.read(part)
    rules = list(_rules(opened, sheets, examples))
    draft.write(part, with_rules(data, list(opened.columns.values()), rules))
    fields = [field for field in opened.fields if field.key in opened.columns]
    set_notes(draft, part, {opened.columns[field.key]: describe(field, examples) for field in fields})


# ---------------------------------------------------------------- drop-downs and bounds


def _rules(opened: Opened, sheets: Sequence[Worksheet], examples: Examples) -> Iterator[Rule]:
    by_column = {opened.columns[field.key]: field for field in opened.fields if field.key in opened.columns}
    for column, field in sorted(by_column.items()):
        kind, operator, first, second = "list", "between", _list(field, sheets), ""
        if field.type in NUMERIC:
            kind, operator, first, second = _bounds(field)
        if first:
            yield Rule(
                area=f"{letter(column)}2:{letter(column)}{_last_row(opened.sheet)}",
                type=kind,
                operator=operator,
                first=first,
                second=second,
                allow_blank=not field.required,
                title=field.column[:LONGEST_TITLE],
                message=describe(field, examples)[:LONGEST_MESSAGE],
            )


def _last_row(sheet: Worksheet) -> int:
    last = max((row for row, _ in sheet.cells), default=1)
    return min(max(SPARE_ROWS, last + SPARE_ROWS // 4), LAST_ROW)


def _list(field: Field, sheets: Sequence[Worksheet]) -> str:
    """The formula of a drop-down; empty for a column without one."""
    if field.type is FieldType.YES_NO:
        return '"yes,no"'
    if field.type is FieldType.CHOICE:
        listed = ",".join(field.choices)
        fits = len(listed) <= LONGEST_LIST and not any(set(choice) & set(',"') for choice in field.choices)
        return f'"{listed}"' if fits and listed else ""
    return _source(field, sheets) if field.type is FieldType.REFERENCE else ""


def _source(field: Field, sheets: Sequence[Worksheet]) -> str:
    """The filled cells of the column that a reference points at, however many they become; empty for none."""
    title, column = map(fold, field.target)
    sheet = next((sheet for sheet in sheets if fold(sheet.name) == title), None)
    number = sheet.headers().get(column) if sheet is not None else None
    if sheet is None or number is None:
        return ""
    quoted = sheet.name.replace("'", "''")
    first = f"'{quoted}'!${letter(number)}$2"
    cells = f"{first}:${letter(number)}${_last_row(sheet)}"
    return f"OFFSET({first},0,0,MAX(1,COUNTA({cells})),1)"


def _bounds(field: Field) -> tuple[str, str, str, str]:
    """Type, operator and formulas of the rule for a column of numbers; without bounds these are empty."""
    kind = "whole" if field.type is FieldType.INTEGER else "decimal"
    least, most = _formula(field.least, field.least_from), _formula(field.most, field.most_from)
    if least and most:
        return kind, "between", least, most
    return (kind, "greaterThanOrEqual", least, "") if least else (kind, "lessThanOrEqual", most, "")


def _formula(number: float | None, origin: Bound | None) -> str:
    """A bound as a spreadsheet reads it: a number, or the cell whose number it follows."""
    if origin is not None and origin.rule:
        sheet, _, cell = origin.at.rpartition("!")
        column = cell.rstrip("0123456789")
        quoted = sheet.replace("'", "''")
        return f"'{quoted}'!${column}${cell[len(column) :]}"
    return "" if number is None else f"{number:g}"
