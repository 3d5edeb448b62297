"""Types a text into one cell of a workbook: that cell, and nothing else."""

from __future__ import annotations

import math
from pathlib import Path

from generator.ground.problems import Failed, Problem, error
from generator.records.cells import Raw, as_text
from generator.records.worksheets import FIELDS
from generator.workbook.cell_names import CellPlace, cell_name
from generator.workbook.cell_text import LONGEST_TEXT
from generator.workbook.changes import CellChange, Value, by_hand, not_written
from generator.workbook.csv_edit import set_cells
from generator.workbook.guard import is_ods, refused_as
from generator.workbook.located import Worksheet, read_with_bytes
from generator.workbook.save import save

COMMAND = "edit"
"""The former versions of a workbook are called after it: `card_data.before-edit.xlsx`."""


def type_in(
    path: Path, sheet: str, place: CellPlace, text: str, *, before: str, inside: Path | None = None
) -> Value:
    """Write a text, or the number that it says, into a cell that still holds `before`; what stands there now.

    The last versions of the workbook are kept. Raises Failed for a formula, a merged cell, a cell of the
    sheet Fields, an .ods file, a cell that holds something else by now, and while another program has the
    workbook open.
    """
    content, sheets = read_with_bytes(path, inside=inside)
    worksheet = next((one for one in sheets if one.name == sheet), None)
    if worksheet is None:
        raise Failed(error(path.name, f"The workbook has no sheet {sheet} any more.", "Reload the page."))
    held = worksheet.cells.get(place)
    if is_ods(path):
        change = CellChange(sheet, place, as_text(held), text)
        told = not_written(path, 1)
        raise Failed(error(told.where, told.what, f"Type it into LibreOffice: {next(by_hand([change]))}."))
    if refusal := _refusal(worksheet, place, text, before):
        raise Failed(refusal)
    value = _value(text, held, csv=not content)
    if not content:
        set_cells(path, {sheet: {place: value}}, inside=inside, command=COMMAND)
    else:
        from generator.workbook.set_cells import with_cells

        with refused_as(f"{sheet}!{cell_name(place)}"):
            edited = with_cells(content, {sheet: {place: value}})
            save(path, edited, inside=inside, before=content, command=COMMAND)
    return value


def _refusal(sheet: Worksheet, place: CellPlace, text: str, before: str) -> Problem | None:
    """Why a cell is shown and not written."""
    where, row, column = f"{sheet.name}!{cell_name(place)}", *place
    by_hand_only = "Change it in your spreadsheet."
    if sheet.name == FIELDS:
        return error(where, "The sheet Fields declares the columns and is not written here.", by_hand_only)
    if place in sheet.formulas:
        return error(where, "A formula gives this cell its value.", "Change the formula in your spreadsheet.")
    if any(top <= row <= low and left <= column <= right for top, left, low, right in sheet.merged):
        return error(
            where, "The cell is merged with others.", "Change it, or part them, in your spreadsheet."
        )
    if len(text) > LONGEST_TEXT:
        return error(
            where, f"The text has {len(text):,} letters; {LONGEST_TEXT:,} are the most.", "Shorten it."
        )
    held = as_text(sheet.cells.get(place))
    if held != before:
        fault = f"The cell holds “{held[:60]}” by now, and nothing was written over it."
        return error(where, fault, "Look at it, and type it again.")
    return None


def _value(text: str, held: Raw, *, csv: bool) -> Value:
    """A number where one was or can only be meant; else the text."""
    if not text:
        return None
    plain = text.strip()
    try:
        number = float(plain)
    except ValueError:
        return text
    is_number = math.isfinite(number) and plain == as_text(int(number) if number.is_integer() else number)
    if csv or not is_number or isinstance(held, str):
        return text
    return int(number) if number.is_integer() else number
