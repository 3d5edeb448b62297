"""The cells of a workbook, located and untyped, and the workbook as stable text.

`read_sheets` is the only reader of workbooks: an .xlsx or .ods file, or a folder of .csv files. Macros are
never run, links never followed, formulas never calculated: what counts is the result that the spreadsheet
stored in the file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.problems import Failed, Problem, error, note, warning
from generator.records.cells import Raw, Uncached, as_text, clean, displayed, fold, shown
from generator.workbook.cell_names import CellPlace, cell_name, letter
from generator.workbook.cell_text import LONGEST_TEXT, CutText
from generator.workbook.csv_sheets import csv_sheets, sheet_order
from generator.workbook.guard import (
    ODS,
    SAVE_AGAIN,
    Archive,
    RefusedFile,
    guarded_bytes,
    is_csv_folder,
    is_ods,
    refused_as,
)
from generator.workbook.ods import ods_sheets
from generator.workbook.package import SheetPart, open_package, relations
from generator.workbook.scan import MOST_COLUMNS, MOST_ROWS, Scanned
from generator.workbook.values import read_cells

_AREA = re.compile(r"\$?[A-Z]{1,3}\$?[0-9]{1,7}:\$?[A-Z]{1,3}\$?([0-9]{1,7})")
"""Where a table of Excel lies, with its last row."""
_LINE, _FURTHER = "\n", "\n  | "


@dataclass(frozen=True, slots=True)
class Worksheet:
    """One sheet. `cells` holds what is not blank, by (row, column), both from 1, row by row."""

    name: str
    cells: Mapping[tuple[int, int], Raw]
    merged: tuple[tuple[int, int, int, int], ...] = ()
    """First row, first column, last row, last column of each merged range."""
    hidden: bool = False
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    formulas: frozenset[CellPlace] = frozenset()
    """Cells whose value a formula gives."""
    struck: frozenset[CellPlace] = frozenset()
    """Cells with letters that are struck out."""
    ragged: frozenset[int] = frozenset()
    """Rows whose cells may have slipped into other columns, which is a Problem already."""

    def headers(self) -> dict[str, int]:
        """The column of each header, by its folded name; of two that are alike the first one counts."""
        columns: dict[str, int] = {}
        for (row, column), raw in self.cells.items():
            if row == 1 and as_text(raw):
                columns.setdefault(fold(as_text(raw)), column)
        return columns

    def rows(self) -> Iterator[tuple[int, dict[int, Raw]]]:
        """The rows that hold anything, as (number, column -> value)."""
        numbered: dict[int, dict[int, Raw]] = {}
        for (row, column), raw in self.cells.items():
            numbered.setdefault(row, {})[column] = raw
        yield from numbered.items()


def read_sheets(
    path: Path, *, inside: Path | None = None, cache: Cache = NO_CACHE
) -> tuple[tuple[Worksheet, ...], tuple[Problem, ...]]:
    """The sheets of a workbook in their order, and what is wrong with single cells.

    The file has to lie in the folder `inside`; None is for one that the user named. Raises Failed if it
    cannot be read as a workbook at all.
    """
    if is_csv_folder(path, inside=inside):
        return _understood(path.name, lambda problems: _csv_sheets(path, inside, problems))
    if is_ods(path):
        content = guarded_bytes(path, inside=inside, kind=ODS)
        return _understood(path.name, lambda problems: _made(ods_sheets(content), problems))
    return sheets_in(guarded_bytes(path, inside=inside), path.name, cache=cache)


def read_with_bytes(path: Path, *, inside: Path | None) -> tuple[bytes, tuple[Worksheet, ...]]:
    """The sheets of a workbook that is to be changed, and its bytes if it is an .xlsx file. Raises Failed."""
    if is_ods(path) or is_csv_folder(path, inside=inside):
        return b"", read_sheets(path, inside=inside)[0]
    content = guarded_bytes(path, inside=inside)
    return content, sheets_in(content, path.name)[0]


def sheets_in(
    content: bytes, name: str, *, cache: Cache = NO_CACHE
) -> tuple[tuple[Worksheet, ...], tuple[Problem, ...]]:
    """The sheets of an .xlsx file's bytes, as `read_sheets`; `name` names the file in Problems."""
    return _understood(name, lambda problems: _excel_sheets(content, name, cache, problems))


def _understood(
    name: str, read: Callable[[list[Problem]], tuple[Worksheet, ...]]
) -> tuple[tuple[Worksheet, ...], tuple[Problem, ...]]:
    """The sheets that a reader makes, whatever the contents do to it. Raises Failed."""
    problems: list[Problem] = []
    try:
        with refused_as(name):
            return read(problems), tuple(problems)
    except (MemoryError, Failed):
        raise
    except Exception as why:  # contents that break the format can break it in any way
        fault = f"The file is damaged: its contents are not those of a workbook ({type(why).__name__})."
        raise Failed(error(name, fault, SAVE_AGAIN)) from None


def _excel_sheets(content: bytes, name: str, cache: Cache, problems: list[Problem]) -> tuple[Worksheet, ...]:
    archive = Archive(content)
    package = open_package(archive)
    scanned = read_cells(archive, package, cache)
    totals = {part.name: _totals(archive, part) for part in package.sheets}
    archive.look_through()
    for sheet in package.lost:
        fault = f"The sheet {shown(sheet)} cannot be read: the file lists it, and does not have its part."
        problems.append(warning(name, fault, SAVE_AGAIN))
    kept: list[tuple[SheetPart, Scanned]] = []
    for part, cells in zip(package.sheets, scanned, strict=True):
        rows = totals[part.name]
        for row in sorted(rows):
            fault = "This is the totals row of a table of Excel, and no row of the sheet."
            problems.append(note(f"{part.name}!A{row}", fault, "Nothing has to be done."))
        own = {place: raw for place, raw in cells.cells.items() if place[0] not in rows}
        kept.append((part, replace(cells, cells=own) if rows else cells))
    return _made(kept, problems)


def _totals(archive: Archive, part: SheetPart) -> frozenset[int]:
    """The rows of a sheet in which tables of Excel have their totals."""
    rows: list[int] = []

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        area = _AREA.fullmatch(attributes.get("ref", "")) if tag == "table" else None
        if area is not None and attributes.get("totalsRowCount", "0") not in ("", "0"):
            rows.append(int(area[1]))

    with suppress(RefusedFile):  # what surrounds the cells refuses no workbook
        for relation in relations(archive, part.part).values():
            if relation.kind == "table" and relation.target in archive.names:
                archive.elements(relation.target, start)
    return frozenset(rows)


def _csv_sheets(folder: Path, inside: Path | None, problems: list[Problem]) -> tuple[Worksheet, ...]:
    scanned, flaws = csv_sheets(folder, inside=inside)
    problems += flaws
    return _made([(SheetPart(name, "", False, ""), sheet) for name, sheet in scanned.items()], problems)


def _made(scanned: Iterable[tuple[SheetPart, Scanned]], problems: list[Problem]) -> tuple[Worksheet, ...]:
    return tuple(_sheet(part, sheet, problems) for part, sheet in scanned)


def _sheet(part: SheetPart, scanned: Scanned, problems: list[Problem]) -> Worksheet:
    cells: dict[tuple[int, int], Raw] = {}
    too_far = False
    for place in sorted(scanned.cells):
        raw = scanned.cells[place]
        if isinstance(raw, str) and not clean(raw):
            continue
        if place[0] > scanned.last_row or place[1] > MOST_COLUMNS:
            if not too_far:
                fault = f"There is {shown(raw)} beyond row {MOST_ROWS:,} and column {letter(MOST_COLUMNS)}."
                mend = "Delete the rows and columns that lie behind the data."
                problems.append(error(f"{part.name}!{cell_name(place)}", fault, mend))
            too_far = True
            continue
        cells[place] = raw
        if isinstance(raw, CutText):
            fault = f"The cell holds {raw.length:,} characters; {LONGEST_TEXT:,} are the most."
            mend = "Shorten it; a card holds some hundred characters."
            problems.append(error(f"{part.name}!{cell_name(place)}", fault, mend))
    return Worksheet(
        name=part.name,
        cells=cells,
        merged=tuple(scanned.merged),
        hidden=part.hidden,
        hidden_rows=frozenset(scanned.hidden_rows),
        hidden_columns=frozenset(_hidden_columns(scanned)),
        formulas=frozenset(scanned.formulas),
        struck=frozenset(scanned.struck),
        ragged=frozenset(scanned.ragged),
    )


def _hidden_columns(scanned: Scanned) -> Iterator[int]:
    for first, last in scanned.hidden_columns:
        yield from range(max(first, 1), min(last, MOST_COLUMNS) + 1)


# ---------------------------------------------------------------- the workbook as text


def sheets_text(sheets: tuple[Worksheet, ...]) -> str:
    """The content of the sheets as text, a line a cell, so that a diff shows what changed and where.

    A row begins with its first cell, `- Title: Shell`; further lines of a cell begin with `|`. Blank
    cells, styles and row numbers are left out: an inserted row is nothing but an inserted block.
    """
    lines: list[str] = []
    for sheet in sheets:
        lines += [f"# {sheet.name}", ""]
        rows = dict(sheet.rows())
        header = {column: _one_line(raw) for column, raw in rows.pop(1, {}).items()}
        for row in rows.values():
            mark = "-"
            for column, raw in row.items():
                text = clean(raw) if isinstance(raw, str) else _dumped(raw)
                name = header[column] if column in header else letter(column)
                lines.append(f"{mark} {name}: {text.replace(_LINE, _FURTHER)}")
                mark = " "
        lines.append("")
    return "\n".join(lines)


def digest(sheets: tuple[Worksheet, ...]) -> str:
    """SHA-256 of the workbook as text, in hex. The order of the sheets is no content: a folder has none."""
    ordered = tuple(sorted(sheets, key=lambda sheet: sheet_order(sheet.name)))
    return hashlib.sha256(sheets_text(ordered).encode()).hexdigest()


def _dumped(raw: Raw) -> str:
    return raw.formula if isinstance(raw, Uncached) else displayed(raw)


def _one_line(raw: Raw) -> str:
    return " ".join(as_text(raw).split())
