"""The cells of an .xlsx file, located and untyped, and the workbook as stable text.

`read_sheets` is the only reader of workbooks. Macros are never run, links never followed, formulas
never calculated: what counts is the result that the spreadsheet stored in the file.
"""

from __future__ import annotations

import hashlib
import io
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.cells import Displayed, Raw, Uncached, as_text, displayed, shown
from generator.problems import Failed, Problem, error
from generator.workbook_guard import guarded_bytes

MOST_ROWS = 20_000
MOST_COLUMNS = 500
LONGEST_TEXT = 5_000
"""Characters of one cell; a card holds some hundred."""
DECIMALS = re.compile(r"0\.(0{1,9})")
"""A number format that shows so many decimals, always: the 1 of a version is 1.0."""
LARGEST_DISPLAYED = 10**15
"""Above it a float has no decimals left."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet. `cells` holds what is not blank, by (row, column), both from 1, row by row."""

    name: str
    cells: Mapping[tuple[int, int], Raw]
    merged: tuple[tuple[int, int, int, int], ...] = ()
    """First row, first column, last row, last column of each merged range."""
    hidden: bool = False
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()

    def is_merged(self, row: int, column: int) -> bool:
        """Whether a cell lies in a merged range."""
        return any(
            top <= row <= bottom and left <= column <= right for top, left, bottom, right in self.merged
        )

    def rows(self) -> Iterator[tuple[int, dict[int, Raw]]]:
        """The rows that hold anything, as (number, column -> value)."""
        found: dict[int, dict[int, Raw]] = {}
        for (row, column), raw in self.cells.items():
            found.setdefault(row, {})[column] = raw
        yield from found.items()


def letter(column: int) -> str:
    """A column's number as letters: 1 is A, 28 is AB."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def read_sheets(path: Path) -> tuple[tuple[Sheet, ...], tuple[Problem, ...]]:
    """The sheets of a workbook in their order, and what is wrong with single cells.

    Raises Failed if the file cannot be read as a workbook at all.
    """
    content, formulas = guarded_bytes(path)
    problems: list[Problem] = []
    try:
        values = _load(content, data_only=True)
        sources = _load(content, data_only=False) if formulas else None
        sheets = tuple(
            _sheet(sheet, sources.worksheets[number] if sources else None, problems)
            for number, sheet in enumerate(values.worksheets)
        )
    except MemoryError:
        raise
    except Exception as why:  # openpyxl raises any kind of exception on contents that break its format
        raise Failed(
            error(
                path.name,
                f"The file is damaged: its contents are not those of a workbook ({type(why).__name__}).",
                "Save it again in Excel or LibreOffice, or take it from a backup.",
            )
        ) from None
    return sheets, tuple(problems)


def _load(content: bytes, *, data_only: bool) -> Any:
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # styles and extensions that openpyxl does not know
        return load_workbook(io.BytesIO(content), data_only=data_only, keep_vba=False, keep_links=False)


def _sheet(sheet: Any, source: Any, problems: list[Problem]) -> Sheet:
    cells: dict[tuple[int, int], Raw] = {}
    # iterating over openpyxl's rows would make a cell of every blank up to the last one, XFD1048576 perhaps
    for place in sorted(set(sheet._cells) | set(source._cells if source else ())):
        raw = _raw(sheet._cells.get(place), source._cells.get(place) if source else None)
        if isinstance(raw, Uncached) or as_text(raw):
            where = f"{sheet.title}!{letter(place[1])}{place[0]}"
            if place[0] > MOST_ROWS or place[1] > MOST_COLUMNS:
                problems.append(_too_far(where, raw))
                break
            cells[place] = _bounded(raw, where, problems)
    return Sheet(
        name=sheet.title,
        cells=cells,
        merged=tuple((r.min_row, r.min_col, r.max_row, r.max_col) for r in sheet.merged_cells.ranges),
        hidden=sheet.sheet_state != "visible",
        hidden_rows=frozenset(number for number, row in sheet.row_dimensions.items() if row.hidden),
        hidden_columns=frozenset(_hidden_columns(sheet)),
    )


def _raw(cell: Any, source: Any) -> Raw:
    value: Raw = cell.value if cell is not None else None
    if isinstance(value, int | float) and not isinstance(value, bool):
        decimals = DECIMALS.fullmatch(cell.number_format) if abs(value) < LARGEST_DISPLAYED else None
        return Displayed(value, len(decimals[1])) if decimals else value
    if source is None or source.data_type != "f" or value is not None:
        return value
    if cell is not None and cell.data_type == "str":  # a formula whose stored result is the empty text
        return None
    formula = getattr(source.value, "text", source.value)
    return Uncached(formula if isinstance(formula, str) else "=")


def _too_far(where: str, raw: Raw) -> Problem:
    return error(
        where,
        f"There is {shown(raw)} beyond row {MOST_ROWS:,} and column {letter(MOST_COLUMNS)}.",
        "Delete the rows and columns that lie behind the data.",
    )


def _bounded(raw: Raw, where: str, problems: list[Problem]) -> Raw:
    if not isinstance(raw, str) or len(raw) <= LONGEST_TEXT:
        return raw
    problems.append(
        error(
            where,
            f"The cell holds {len(raw):,} characters; {LONGEST_TEXT:,} are the most.",
            "Shorten it; a card holds some hundred characters.",
        )
    )
    return raw[:LONGEST_TEXT]


def _hidden_columns(sheet: Any) -> Iterator[int]:
    for dimension in sheet.column_dimensions.values():
        if dimension.hidden:
            yield from range(max(dimension.min or 1, 1), min(dimension.max or 1, MOST_COLUMNS) + 1)


# ---------------------------------------------------------------- the workbook as text


def sheets_text(sheets: tuple[Sheet, ...]) -> str:
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
                first, *more = _dumped(raw).split("\n")
                lines.append(f"{mark} {header.get(column, letter(column))}: {first}")
                lines += [f"  | {line}" for line in more]
                mark = " "
        lines.append("")
    return "\n".join(lines)


def digest(sheets: tuple[Sheet, ...]) -> str:
    """SHA-256 of the workbook as text, in hex."""
    return hashlib.sha256(sheets_text(sheets).encode()).hexdigest()


def _dumped(raw: Raw) -> str:
    return raw.formula if isinstance(raw, Uncached) else displayed(raw)


def _one_line(raw: Raw) -> str:
    return " ".join(as_text(raw).split())
