"""A new workbook from sheets of plain cells: headers stay in sight, columns are wide enough, colours show."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from generator.records.cells import Raw
from generator.workbook.dress import dressed

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

PlainRows = Sequence[Sequence[Raw]]
"""A sheet: its headers, and a row of cells for each row below them."""
_COLOUR = re.compile(r"#([0-9a-fA-F]{6})")
_LEAST_WIDTH, _MOST_WIDTH = 9, 46
"""Letters that a column is wide; longer texts are broken into lines."""
_DAY = (1980, 1, 1, 0, 0, 0)
"""The earliest day that a zip file can say: the same sheets are the same bytes on every day."""
_SINCE = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def new_book(sheets: Mapping[str, PlainRows], name: str) -> bytes:
    """The bytes of an .xlsx workbook called `name`, dressed as its sheet Fields declares. Raises Failed."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
        _look(sheet)
    buffer = io.BytesIO()
    book.save(buffer)
    return dressed(_dateless(buffer.getvalue()), name)


def _look(sheet: Worksheet) -> None:
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.utils import get_column_letter

    sheet.freeze_panes = "A2"
    for column in sheet.iter_cols():
        longest = max(len(str(cell.value or "")) for cell in column)
        width = min(_MOST_WIDTH, max(_LEAST_WIDTH, longest)) + 2
        sheet.column_dimensions[get_column_letter(column[0].column)].width = width
        for cell in column:
            cell.alignment = Alignment(vertical="top", wrap_text=True)
            if isinstance(cell.value, str):
                cell.data_type = "s"  # a text that begins with = is a text
            if match := _COLOUR.fullmatch(str(cell.value)):
                cell.fill = PatternFill("solid", fgColor=match[1])
                dark = sum(int(match[1][at : at + 2], 16) for at in (0, 2, 4)) < 3 * 128
                cell.font = Font(color="FFFFFF" if dark else "000000")
        column[0].font = Font(bold=True)
        column[0].fill = PatternFill("solid", fgColor="E9E6DF")


def _dateless(content: bytes) -> bytes:
    """A zip file whose parts are of no day, since one would be that of the clock."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(buffer, "w") as new:
        for part in old.namelist():
            data = old.read(part)
            if part == "docProps/core.xml":
                data = _SINCE.sub(b"2026-01-01T00:00:00Z", data)
            new.writestr(zipfile.ZipInfo(part, _DAY), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
