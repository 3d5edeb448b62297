"""The cells of one sheet, read as a stream: what each holds, as the spreadsheet stored it.

Openpyxl would make an object of every cell, blank or not, twice where there are formulas, and of all that
surrounds them (charts, pictures, notes, links); 400,000 cells took it ten seconds. Of it only what it knows
of number formats and dates is used. Elements are those of ECMA-376 part 1, chapter 18.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.cells import Displayed, Raw, Uncached
from generator.workbook_guard import REMOVE, SAVE_AGAIN, Archive, Refused
from generator.workbook_package import is_true
from generator.workbook_shared import MOST_TEXT, Shared, Texts, date_kind, too_much_text

MOST_ROWS = 20_000
MOST_COLUMNS = 500
MOST_CELLS = 500_000
MOST_EXPANDED = 100_000
"""Cells that all merged ranges, or all links, cover together."""
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
DECIMALS = re.compile(r"0\.(0{1,9})")
"""A number format that shows so many decimals, always: the 1 of a version is 1.0."""
LARGEST_DISPLAYED = 10**15
"""Above it a float has no decimals left."""
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?")
_EXPANDED = {"mergeCell": ("merged range", "Unmerge it."), "hyperlink": ("link", "Remove it.")}

Area = tuple[int, int, int, int]
"""First row, first column, last row, last column."""


@dataclass(slots=True)
class Found:
    """What a sheet holds. `cells` is in the order of the file."""

    cells: dict[tuple[int, int], Raw] = field(default_factory=dict)
    merged: list[Area] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)


def read_cells(archive: Archive, part: str, name: str, shared: Shared) -> Found:
    """The cells of the sheet `name`. Raises Refused, and ValueError for contents that mean nothing."""
    reader = _Cells(name, shared)
    archive.parse(part, reader.start, reader.end, reader.take)
    return reader.found


# ---------------------------------------------------------------- cells


class _Cells(Texts):
    def __init__(self, name: str, shared: Shared) -> None:
        super().__init__()
        self.found = Found()
        self._name = name
        self._shared = shared
        self._columns: dict[str, int] = {}
        self._row = self._column = 0
        self._cell: Mapping[str, str] = {}
        self._value: str | None = None
        self._formula: str | None = None
        self._covered = dict.fromkeys(_EXPANDED, 0)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "c":
            self._cell = attributes
            self._value = self._formula = None
        elif tag in {"v", "f"}:
            self.begin()
            self.open = True
        elif tag == "is":
            self.begin()
        elif tag == "t":
            self.open = not self.aside
        elif tag == "rPh":
            self.aside = True
        elif tag == "row":
            self._start_row(attributes)
        elif tag == "col":
            if is_true(attributes.get("hidden")):
                self.found.hidden_columns.append((int(attributes["min"]), int(attributes["max"])))
                if len(self.found.hidden_columns) > LAST_COLUMN:
                    raise Refused("The file is damaged: a sheet has columns without end.", SAVE_AGAIN)
        elif tag in _EXPANDED:
            self._expand(tag, attributes.get("ref", ""))

    def end(self, tag: str) -> None:
        if tag == "c":
            self._end_cell()
        elif tag == "v":
            self.open = False
            if self._cell.get("t") != "inlineStr":
                self._value = self.text()
        elif tag == "f":
            self.open = False
            self._formula = self.text()
        elif tag == "t":
            self.open = False
        elif tag == "rPh":
            self.aside = False
        elif tag == "is" and self._cell.get("t") == "inlineStr":
            self._value = self.text()

    def _start_row(self, attributes: Mapping[str, str]) -> None:
        number = attributes.get("r")
        self._row = self._row + 1 if number is None else int(float(number))
        self._column = 0
        if "hidden" in attributes and is_true(attributes["hidden"]) and self._row <= MOST_ROWS:
            self.found.hidden_rows.add(self._row)

    def _end_cell(self) -> None:
        ref = self._cell.get("r")
        if ref is None:
            self._column += 1
            row = self._row
        else:
            letters = ref.rstrip("0123456789")
            row = int(ref[len(letters) :])
            self._column = self._columns.get(letters) or self._columns.setdefault(
                letters, column_number(letters)
            )
        if not 1 <= row <= LAST_ROW or self._column > LAST_COLUMN:
            raise ValueError(ref)
        if not self._value and self._formula is None:
            return
        raw = self._raw()
        if raw is None:
            return
        shared = self._shared
        shared.cells += 1
        if shared.cells > MOST_CELLS:
            what = f"The workbook holds more than {MOST_CELLS:,} cells; the last are in “{self._name}”."
            raise Refused(what, REMOVE)
        if isinstance(raw, str):
            shared.text += len(raw)
            if shared.text > MOST_TEXT:
                raise too_much_text()
        self.found.cells[row, self._column] = raw

    def _raw(self) -> Raw:
        """What a cell holds: its value, typed by the kind of the cell; ValueError if it makes no sense."""
        kind, text = self._cell.get("t", "n"), self._value
        if not text:
            # a formula whose stored result is the empty text has one
            return Uncached(f"={self._formula}") if kind != "str" and self._formula is not None else None
        if kind == "n":
            return self._number(_number(text))
        if kind == "s":
            return self._shared.strings[int(text)]
        if kind == "b":
            return bool(int(text))
        if kind == "d":
            from openpyxl.utils.datetime import from_ISO8601

            iso: Raw = from_ISO8601(text)
            return iso
        return text

    def _number(self, value: int | float) -> Raw:
        style = int(self._cell.get("s", 0))
        code = self._shared.formats[style] if style or self._shared.formats else "General"
        if code == "General":
            return value
        is_date, is_span = date_kind(code)
        if is_date:
            from openpyxl.utils.datetime import from_excel

            try:
                date: Raw = from_excel(value, self._shared.epoch, timedelta=is_span)
            except (OverflowError, ValueError):
                return "#VALUE!"  # as Excel shows a date outside its calendar
            return date
        decimals = DECIMALS.fullmatch(code) if abs(value) < LARGEST_DISPLAYED else None
        return Displayed(value, len(decimals[1])) if decimals else value

    def _expand(self, tag: str, ref: str) -> None:
        match = _RANGE.fullmatch(ref)
        kind, mend = _EXPANDED[tag]
        if match is None:
            raise Refused(f"The file is damaged: a {kind} lies at “{ref[:40]}”.", SAVE_AGAIN)
        left, top, right, bottom = match.groups()
        columns = sorted((column_number(left), column_number(right or left)))
        rows = sorted((int(top), int(bottom or top)))
        count = (columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1)
        if count > MOST_EXPANDED:
            raise Refused(f"A {kind} covers the cells {ref}.", mend)
        self._covered[tag] += count
        if self._covered[tag] > MOST_EXPANDED:
            what = f"The {kind}s of the sheet “{self._name}” cover more than {MOST_EXPANDED:,} cells."
            raise Refused(what, f"{mend.split()[0]} some of them.")
        if tag == "mergeCell":
            self.found.merged.append((rows[0], columns[0], rows[1], columns[1]))


def _number(text: str) -> int | float:
    return float(text) if "." in text or "E" in text or "e" in text else int(text)


def column_number(letters: str) -> int:
    """A column's letters as its number: A is 1, AB is 28. Raises ValueError."""
    if not (1 <= len(letters) <= 3 and letters.isascii() and letters.isalpha()):
        raise ValueError(letters)
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
