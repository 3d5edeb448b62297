"""Make a workbook pleasant to type in: styles, drop-downs, bounds, notes, colours, print set-up.

Everything comes from the sheet Fields (what a column may hold) and from the columns called Tint
(one colour for each Layer, player, ...). Dressing changes no value; dressing twice changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment
from openpyxl.formatting.formatting import ConditionalFormattingList
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.datavalidation import DataValidation, DataValidationList
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.views import Selection

from generator.schema import FIELD_FIELDS, FIELDS, NUMERIC, choices, describe, lenient_field, target
from generator.tables import Field, FieldType
from generator.workbook_cells import DECIMALS

INK, HAIRLINE, WHITE = "22252E", "D8D0C0", "FFFFFF"
QUOTE = '"'
NARROWEST, WIDEST = 8, 60
"""Column widths in characters."""
FILTER_ARROW = 4
LINE_PT = 15
SPARE_ROWS = 1000
"""Drop-downs, bounds and colours reach at least to this row, so that new rows have them too."""
LONGEST_LIST = 255
"""Excel refuses a drop-down whose typed-in list is longer."""

_HAIR = Side(style="hair", color=HAIRLINE)
_TYPED_AS_TEXT = {FieldType.TEXT, FieldType.RICH, FieldType.REQUIREMENT, FieldType.EFFECT, FieldType.FILE}
_CENTRED = {*NUMERIC, FieldType.YES_NO, FieldType.COLOUR}


def dress(path: Path) -> None:
    """Dress the workbook at `path` in place; it is replaced only when the new one is complete."""
    book = load_workbook(path)
    dress_book(book)
    finished = path.with_name(f".{path.name}.new")
    book.save(finished)
    finished.replace(path)


def dress_book(book: Workbook) -> None:
    """Dress every sheet of a workbook. A sheet without declared columns gets the plain style only."""
    fields = _declared(book)
    tints = _tints(book, fields)
    for sheet in book.worksheets:
        own = fields.get(sheet.title, {})
        _dress_header(sheet, own)
        _dress_body(sheet, own)
        _set_widths(sheet)
        _set_validations(sheet, own, book)
        _set_tints(sheet, own, tints)
        _set_printing(sheet)
    book.active = 0


def _declared(book: Workbook) -> dict[str, dict[str, Field]]:
    """The fields of each sheet by column name, as far as the sheet Fields can be read."""
    made: dict[str, dict[str, Field]] = {FIELDS: {field.column: field for field in FIELD_FIELDS}}
    if FIELDS not in book.sheetnames:
        return made
    rows = book[FIELDS].iter_rows(values_only=True)
    header = [str(name or "") for name in next(rows, ())]
    for values in rows:
        field = lenient_field(dict(zip(header, values, strict=False)))
        if field is not None:
            made.setdefault(field.sheet, {})[field.column] = field
    return made


def _columns(sheet: Any) -> Iterator[tuple[int, str]]:
    for cell in sheet[1]:
        if cell.value is not None:
            yield cell.column, str(cell.value).strip()


def _last_row(sheet: Any) -> int:
    return int(max(SPARE_ROWS, sheet.max_row + SPARE_ROWS // 4))


def _dress_header(sheet: Any, own: Mapping[str, Field]) -> None:
    for column, name in _columns(sheet):
        cell = sheet.cell(1, column)
        cell.font = Font(bold=True, color=WHITE)
        cell.fill = PatternFill("solid", fgColor=INK)
        cell.alignment = Alignment(vertical="center", wrap_text=True)
        field = own.get(name)
        cell.comment = _comment(field) if field else None
    sheet.row_dimensions[1].height = 30
    sheet.freeze_panes = None
    sheet.sheet_view.selection = [Selection()]
    sheet.freeze_panes = "B2"
    if sheet.max_row > 1:
        sheet.auto_filter.ref = f"A1:{get_column_letter(sheet.max_column)}{sheet.max_row}"


def _comment(field: Field) -> Comment:
    text = describe(field)
    lines = sum(1 + len(line) // 44 for line in text.splitlines())
    return Comment(text, "pnp", width=300, height=24 + 18 * lines)


def _dress_body(sheet: Any, own: Mapping[str, Field]) -> None:
    for column, name in _columns(sheet):
        kind = own[name].type if name in own else None
        text_format = "@" if kind in _TYPED_AS_TEXT else "General"
        sheet.column_dimensions[get_column_letter(column)].number_format = text_format
        for (cell,) in sheet.iter_rows(2, sheet.max_row, column, column):
            cell.alignment = Alignment(
                wrap_text=True,
                vertical="top",
                horizontal="center" if kind in _CENTRED or isinstance(cell.value, int | float) else None,
            )
            if text_format == "@":
                cell.value = _kept(cell)
            if cell.data_type != "f":  # Excel shows an edited formula as text in a cell of format Text
                cell.number_format = text_format
            cell.border = Border(bottom=_HAIR)
            cell.font = Font(bold=column == 1)
            cell.fill = _swatch(cell) if kind is FieldType.COLOUR else PatternFill()


def _kept(cell: Any) -> Any:
    """The value; as a text if it is a number that shows decimals, which the format Text would drop."""
    decimals = DECIMALS.fullmatch(cell.number_format) if cell.data_type == "n" else None
    return f"{cell.value:.{len(decimals[1])}f}" if decimals and cell.value is not None else cell.value


def _swatch(cell: Any) -> PatternFill:
    """The fill of a cell that holds `#rrggbb`; its letters turn white on a dark colour."""
    text = str(cell.value or "").strip().lstrip("#")
    try:
        red, green, blue = bytes.fromhex(text)
    except ValueError:
        return PatternFill()
    dark = 299 * red + 587 * green + 114 * blue < 128_000  # luma of ITU-R BT.601
    cell.font = Font(color=WHITE if dark else INK)
    return PatternFill("solid", fgColor=text.upper())


def _set_widths(sheet: Any) -> None:
    """Columns as wide as their longest line, within bounds; rows as high as their wrapped text."""
    lines: dict[int, int] = {}
    for column, name in _columns(sheet):
        longest = max(len(word) for word in name.split() or [""]) + FILTER_ARROW
        texts = {cell.row: str(cell.value).splitlines() for cell in _filled(sheet, column)}
        longest = max(longest, *(len(line) + 2 for text in texts.values() for line in text), 0)
        width = min(max(longest, NARROWEST), WIDEST)
        sheet.column_dimensions[get_column_letter(column)].width = width
        for row, text in texts.items():
            lines[row] = max(lines.get(row, 1), sum(max(1, -(-len(line) // width)) for line in text))
    for row, count in lines.items():
        sheet.row_dimensions[row].height = LINE_PT * count if count > 1 else None


def _filled(sheet: Any, column: int) -> Iterator[Any]:
    for (cell,) in sheet.iter_rows(2, sheet.max_row, column, column):
        if cell.value is not None:
            yield cell


# ---------------------------------------------------------------- drop-downs and bounds


def _set_validations(sheet: Any, own: Mapping[str, Field], book: Workbook) -> None:
    sheet.data_validations = DataValidationList()
    for column, name in _columns(sheet):
        rule = _validation(own[name], book) if name in own else None
        if rule is not None:
            letter = get_column_letter(column)
            rule.add(f"{letter}2:{letter}{_last_row(sheet)}")
            sheet.add_data_validation(rule)


def _validation(field: Field, book: Workbook) -> DataValidation | None:
    rule = _list_rule(field, book) or _bounds_rule(field)
    if rule is not None:
        rule.allow_blank = not field.required
        rule.showErrorMessage = True
        rule.errorTitle = field.column[:32]
        rule.error = describe(field)[:255]
    return rule


def _list_rule(field: Field, book: Workbook) -> DataValidation | None:
    if field.type is FieldType.YES_NO:
        return DataValidation(type="list", formula1='"yes,no"')
    if field.type is FieldType.CHOICE:
        listed = ",".join(choices(field))
        fits = len(listed) <= LONGEST_LIST and not any(set(choice) & set(',"') for choice in choices(field))
        return DataValidation(type="list", formula1=f'"{listed}"') if fits else None
    if field.type is FieldType.REFERENCE:
        source = _source(field, book)
        return DataValidation(type="list", formula1=source) if source else None
    return None


def _source(field: Field, book: Workbook) -> str | None:
    """The filled cells of the column that a reference points at, however many they become."""
    title, column = target(field)
    if title not in book.sheetnames:
        return None
    sheet = book[title]
    number = next((n for n, name in _columns(sheet) if name == column), None)
    if number is None:
        return None
    first = f"{quote_sheetname(sheet.title)}!${get_column_letter(number)}$2"
    cells = f"{first}:${get_column_letter(number)}${_last_row(sheet)}"
    return f"OFFSET({first},0,0,MAX(1,COUNTA({cells})),1)"


def _bounds_rule(field: Field) -> DataValidation | None:
    if field.type not in NUMERIC or (field.least is None and field.most is None):
        return None
    kind = "whole" if field.type is FieldType.INTEGER else "decimal"
    if field.least is not None and field.most is not None:
        return DataValidation(
            type=kind, operator="between", formula1=f"{field.least:g}", formula2=f"{field.most:g}"
        )
    if field.least is not None:
        return DataValidation(type=kind, operator="greaterThanOrEqual", formula1=f"{field.least:g}")
    return DataValidation(type=kind, operator="lessThanOrEqual", formula1=f"{field.most:g}")


# ---------------------------------------------------------------- one colour a Layer

Tints = dict[tuple[str, str], dict[Any, str]]
"""(sheet, column) that a row is named by -> its value -> rrggbb."""


def _tints(book: Workbook, fields: Mapping[str, Mapping[str, Field]]) -> Tints:
    made: Tints = {}
    for sheet in book.worksheets:
        numbers = {name: column for column, name in _columns(sheet)}
        if "Tint" not in numbers:
            continue
        for name, field in fields.get(sheet.title, {}).items():
            if field.unique and name in numbers:
                made[sheet.title, name] = dict(_rows_with_tint(sheet, numbers[name], numbers["Tint"]))
    return made


def _rows_with_tint(sheet: Any, column: int, tint: int) -> Iterator[tuple[Any, str]]:
    for row in range(2, sheet.max_row + 1):
        value, colour = sheet.cell(row, column).value, str(sheet.cell(row, tint).value).strip().lstrip("#")
        if value is not None and re.fullmatch(r"[0-9a-fA-F]{6}", colour):
            yield value, colour.upper()


def _set_tints(sheet: Any, own: Mapping[str, Field], tints: Tints) -> None:
    """Colour whole rows by a rule, so that the colour follows when rows are sorted or changed."""
    sheet.conditional_formatting = ConditionalFormattingList()
    for column, name in _columns(sheet):
        field = own.get(name)
        if field is None or field.type is not FieldType.REFERENCE:
            continue
        area = _without_swatches(sheet, own)
        for value, tint in tints.get(target(field), {}).items():
            quoted = (
                str(value) if isinstance(value, int | float) else f'"{str(value).replace(QUOTE, 2 * QUOTE)}"'
            )
            fill = PatternFill("solid", bgColor=tint)
            rule = FormulaRule(formula=[f"${get_column_letter(column)}2={quoted}"], fill=fill)
            sheet.conditional_formatting.add(area, rule)


def _without_swatches(sheet: Any, own: Mapping[str, Field]) -> str:
    """The rows of a sheet but for its colour cells, whose own fill a rule would hide; "A2:B99 D2:F99"."""
    shown = (
        n for n, name in _columns(sheet) if own.get(name) is None or own[name].type is not FieldType.COLOUR
    )
    runs: list[list[int]] = []
    for number in shown:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    last = _last_row(sheet)
    return " ".join(f"{get_column_letter(run[0])}2:{get_column_letter(run[-1])}{last}" for run in runs)


def _set_printing(sheet: Any) -> None:
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_title_rows = "1:1"
