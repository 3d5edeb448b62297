"""Workbooks of openpyxl as other kinds: an .ods file, a folder of .csv files."""

from __future__ import annotations

import csv
import datetime as dt
import io
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from openpyxl import Workbook

ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
NAMES = " ".join(
    f'xmlns:{prefix}="urn:{name}"'
    for prefix, name in {
        "office": "oasis:names:tc:opendocument:xmlns:office:1.0",
        "table": "oasis:names:tc:opendocument:xmlns:table:1.0",
        "text": "oasis:names:tc:opendocument:xmlns:text:1.0",
        "style": "oasis:names:tc:opendocument:xmlns:style:1.0",
        "calcext": "org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0",
    }.items()
)
STYLES = (
    '<office:automatic-styles><style:style style:name="hidden" style:family="table">'
    '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
)


def save_ods(book: Workbook, folder: Path) -> Path:
    """The workbook as a file card_data.ods of the folder."""
    return write_ods(folder, "".join(ods_table(sheet) for sheet in book.worksheets))


def write_ods(
    folder: Path, tables: str, parts: Mapping[str, bytes] | None = None, *, before: str = ""
) -> Path:
    """A file card_data.ods of these tables; `parts` are further ones, or others in their place."""
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?>{before}<office:document-content {NAMES}>{STYLES}'
        f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    path = folder / "card_data.ods"
    made = {"mimetype": ODS_TYPE.encode(), "content.xml": content.encode(), **(parts or {})}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in made.items():
            archive.writestr(name, data)
    return path


def ods_table(sheet: Any) -> str:
    """A sheet of openpyxl as the element of a table: also what is hidden and what is merged."""
    style = "" if sheet.sheet_state == "visible" else ' table:style-name="hidden"'
    columns = "".join(
        "<table:table-column"
        + (' table:visibility="collapse"/>' if sheet.column_dimensions[letter].hidden else "/>")
        for letter in map(_letter, range(1, sheet.max_column + 1))
    )
    spans = {
        (area.min_row, area.min_col): f' table:number-columns-spanned="{area.max_col - area.min_col + 1}"'
        f' table:number-rows-spanned="{area.max_row - area.min_row + 1}"'
        for area in sheet.merged_cells.ranges
    }
    rows = "".join(
        f"<table:table-row{_hidden(sheet, number)}>"
        + "".join(_ods_cell(cell, spans.get((number, column), "")) for column, cell in enumerate(row, 1))
        + "</table:table-row>"
        for number, row in enumerate(sheet.iter_rows(), 1)
    )
    return f"<table:table table:name={quoteattr(sheet.title)}{style}>{columns}{rows}</table:table>"


def _letter(column: int) -> str:
    from openpyxl.utils import get_column_letter

    return get_column_letter(column)


def _hidden(sheet: Any, number: int) -> str:
    return ' table:visibility="collapse"' if sheet.row_dimensions[number].hidden else ""


def _ods_cell(cell: Any, more: str) -> str:
    value = cell.value
    if value is None:
        return f"<table:table-cell{more}/>"
    if cell.data_type == "f":
        return f"<table:table-cell{more} table:formula={quoteattr('of:' + value)}/>"
    if isinstance(value, bool):
        more += f' office:value-type="boolean" office:boolean-value="{str(value).lower()}"'
    elif isinstance(value, int | float):
        more += f' office:value-type="float" office:value="{value!r}"'
    elif isinstance(value, dt.datetime | dt.date):
        more += f' office:value-type="date" office:date-value="{value.isoformat()}"'
    elif isinstance(value, dt.time):
        more += f' office:value-type="time" office:time-value="{value.strftime("PT%HH%MM%SS")}"'
    elif cell.data_type == "e":
        more += ' office:value-type="string" calcext:value-type="error"'
    else:
        more += ' office:value-type="string"'
    return f"<table:table-cell{more}>{''.join(_paragraphs(shown(cell)))}</table:table-cell>"


def _paragraphs(text: str) -> Iterable[str]:
    for line in text.split("\n"):
        made = escape(line).replace("\t", "<text:tab/>").replace("  ", " <text:s/>")
        yield f"<text:p>{made}</text:p>"


def shown(cell: Any) -> str:
    """What a cell shows, as a spreadsheet writes it into a .csv file."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        _, sign, zeros = cell.number_format.partition(".")
        return f"{value:.{len(zeros)}f}" if sign and set(zeros) == {"0"} else f"{value:.15g}"
    return str(value)


def save_csv(
    book: Workbook, folder: Path, *, separator: str = ",", mark: bool = False, end: str = "\r\n"
) -> Path:
    """The workbook as a folder card_data with a file for each sheet."""
    made = folder / "card_data"
    made.mkdir(exist_ok=True)
    for sheet in book.worksheets:
        text = io.StringIO()
        writer = csv.writer(text, delimiter=separator, lineterminator=end)
        for row in sheet.iter_rows():
            cells = [shown(cell) for cell in row]
            if separator == ";":
                numbers = [isinstance(cell.value, float) for cell in row]
                cells = [c.replace(".", ",") if n else c for c, n in zip(cells, numbers, strict=True)]
            writer.writerow(cells)
        content = text.getvalue().encode("utf-8-sig" if mark else "utf-8")
        (made / f"{sheet.title}.csv").write_bytes(content)
    return made
