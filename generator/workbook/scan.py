"""What a sheet of an .xlsx file holds, in one bounded pass over its part.

The pass keeps the cells as they are written, and what else a reader has to hear of: what is merged, what is
hidden, and which formulas have no stored result. Elements are those of ECMA-376 part 1, 18.3.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from generator.ground.cache import Cache
from generator.records.cells import Raw, brief
from generator.workbook.cell_names import (
    LAST_COLUMN,
    LAST_ROW,
    CellPlace,
    cell_name,
    cell_place,
    column_number,
)
from generator.workbook.cell_text import Letters, TextSoFar
from generator.workbook.guard import REMOVE, SAVE_AGAIN, Archive, Nesting, PartReader, RefusedFile
from generator.workbook.package import is_on, is_true

MOST_ROWS = 20_001
"""A head, and 20,000 cards: as many as a game may have pieces."""
MOST_COLUMNS = 500
MOST_CELLS = 250_000
"""5,000 cards of 40 columns are 200,000."""
MOST_EXPANDED = 100_000
"""Cells that all merged ranges, or all links, cover together."""
LONGEST_FORMULA = 5_000
FORMULA = "formula"
"""The kind of a cell whose formula has no stored result."""
_HOLDS_VALUE = frozenset({"v", "t"})
"""Elements of the text of a cell: some programs write that of an inlineStr into its v."""
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?")
_EXPANDED = {"mergeCell": ("merged range", "Unmerge it."), "hyperlink": ("link", "Remove it.")}
_PLACES: Nesting = {
    "": frozenset({"worksheet"}),
    "worksheet": frozenset({"cols", "sheetData", "mergeCells", "hyperlinks"}),
    "cols": frozenset({"col"}),
    "sheetData": frozenset({"row"}),
    "row": frozenset({"c"}),
    "c": frozenset({"f", "v", "is"}),
    "is": frozenset({"t", "r"}),
    "r": frozenset({"t", "rPr"}),
    "rPr": frozenset({"strike"}),
    "mergeCells": frozenset({"mergeCell"}),
    "hyperlinks": frozenset({"hyperlink"}),
}

Area = tuple[int, int, int, int]
"""First row, first column, last row, last column."""


class WrittenCell(NamedTuple):
    """A cell as it stands in the part of its sheet."""

    place: CellPlace
    kind: str
    """Its type (18.18.11), or FORMULA."""
    written: str
    """Its value; of an inline text the text, of a formula the formula."""
    style: int


@dataclass(slots=True)
class Scanned:
    """What a sheet holds, whichever kind of file it is from."""

    cells: dict[CellPlace, Raw] = field(default_factory=dict)
    merged: list[Area] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    last_row: int = MOST_ROWS
    """Down to this row values count; where rows are lines of a text, it is that of the last row."""
    formulas: set[CellPlace] = field(default_factory=set)
    """Cells whose value a formula gives."""
    struck: set[CellPlace] = field(default_factory=set)
    """Cells with letters that are struck out."""
    ragged: set[int] = field(default_factory=set)
    """Rows whose cells may have slipped into other columns, which is a Problem already."""


@dataclass(slots=True)
class Sums:
    """What all sheets hold so far."""

    cells: int = 0
    letters: Letters = field(default_factory=Letters)

    def count(self, cells: int, sheet: str) -> None:
        """So many cells more, in this sheet. Raises RefusedFile for more than all sheets may hold."""
        self.cells += cells
        if self.cells > MOST_CELLS:
            fault = f"The workbook holds more than {MOST_CELLS:,} cells; the last are in {sheet}."
            raise RefusedFile(fault, REMOVE)


@dataclass(frozen=True, slots=True)
class WrittenSheet:
    """What a sheet came to, and what it counts among all."""

    seal: bytes
    """The SHA-256 of its part."""
    cells: tuple[WrittenCell, ...]
    scanned: Scanned
    """All but the cells."""
    tags: int
    counted: int
    letters: int

    def with_cells(self, cells: dict[CellPlace, Raw]) -> Scanned:
        """The sheet with the values of its cells."""
        return replace(self.scanned, cells=cells)


def written_sheet(archive: Archive, part: str, name: str, sums: Sums, cache: Cache) -> WrittenSheet:
    """What the sheet `name` holds; one that the cache remembers with these very bytes is only counted.

    Raises RefusedFile, and ValueError for contents that mean nothing.
    """
    content = archive.read(part)
    seal = hashlib.sha256(content).digest()
    known: WrittenSheet | None = cache.recall("sheet", name)
    if known is not None and known.seal == seal:
        archive.count_tags(known.tags)
        sums.letters.add(known.letters)
        sums.cells += known.counted
        if sums.cells <= MOST_CELLS:
            return known
    cells, letters = sums.cells, sums.letters.sum
    scan = _Scan(name, sums)
    archive.parse(part, scan)
    counted = (content.count(b"<"), sums.cells - cells, sums.letters.sum - letters)
    sheet = WrittenSheet(seal, scan.written(), scan.scanned, *counted)
    cache.remember("sheet", name, sheet)
    return sheet


class _Scan(PartReader):
    def __init__(self, name: str, sums: Sums) -> None:
        super().__init__(_PLACES, ends=frozenset({"c"}))
        self.scanned = Scanned()
        self._name, self._shown = name, f"“{name}”"
        self._sums = sums
        self._cells: list[WrittenCell] = []
        self._far: WrittenCell | None = None
        """The first cell that lies beyond the rows and columns that are read."""
        self._row = self._column = self._rows = 0
        self._attributes: Mapping[str, str] = {}
        self._value = TextSoFar()
        self._formula: TextSoFar | None = None
        self._covered = dict.fromkeys(_EXPANDED, 0)

    def written(self) -> tuple[WrittenCell, ...]:
        """The cells that hold anything; of those that lie too far away the first."""
        return (*self._cells, self._far) if self._far else tuple(self._cells)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "c":
            self._start_cell(attributes)
        elif tag == "v":
            if self._value.length:
                raise self._damaged(f"has two values in the cell {cell_name((self._row, self._column))}")
        elif tag == "f":
            self._formula = TextSoFar()
        elif tag == "r":
            self._sums.count(1, self._shown)  # a run of a rich text
        elif tag == "strike" and is_on(attributes):
            self.scanned.struck.add((self._row, self._column))
        elif tag == "row":
            self._start_row(attributes)
        elif tag == "col":
            self._start_columns(attributes)
        elif tag in _EXPANDED:
            self._expand(tag, attributes.get("ref", ""))

    def take(self, text: str) -> None:
        tag = self._path[-1]
        if tag in _HOLDS_VALUE:
            self._sums.letters.add(len(text))
            self._value.add(text)
        elif tag == "f" and self._formula is not None:
            self._formula.add(text)

    def _start_columns(self, attributes: Mapping[str, str]) -> None:
        first, last = (attributes.get(name, "") for name in ("min", "max"))
        if is_true(attributes.get("hidden")) and first.isdecimal() and last.isdecimal():
            self.scanned.hidden_columns.append((int(first), int(last)))
            if len(self.scanned.hidden_columns) > LAST_COLUMN:
                raise RefusedFile("The file is damaged: a sheet has columns without end.", SAVE_AGAIN)

    def _start_row(self, attributes: Mapping[str, str]) -> None:
        written = attributes.get("r")
        try:
            self._row = self._row + 1 if written is None else int(float(written))
        except (OverflowError, ValueError):
            raise self._damaged(f"has a row “{brief(written or '')}”") from None
        self._column = 0
        self._rows += 1
        if self._rows > LAST_ROW:
            raise RefusedFile("The file is damaged: a sheet has rows without end.", SAVE_AGAIN)
        if not 1 <= self._row <= LAST_ROW:
            raise self._damaged(f"has a row “{brief(written or str(self._row))}”")
        if is_true(attributes.get("hidden")) and self._row <= MOST_ROWS:
            self.scanned.hidden_rows.add(self._row)

    def _start_cell(self, attributes: Mapping[str, str]) -> None:
        self._attributes, self._formula = attributes, None
        self._value = TextSoFar()
        ref = attributes.get("r")
        if ref is None:
            self._column += 1
        else:  # the row too, as some programs count only the rows that they write
            try:
                self._row, self._column = cell_place(ref)
            except ValueError:
                raise self._damaged(f"has a cell “{brief(ref)}”") from None

    def _damaged(self, fault: str) -> RefusedFile:
        return RefusedFile(f"The file is damaged: its sheet “{self._name}” {fault}.", SAVE_AGAIN)

    def end(self, tag: str) -> None:
        """A cell ends."""
        kind, place = self._attributes.get("t", "n"), (self._row, self._column)
        text = self._value.whole()
        if not text and self._formula is not None and kind != "str":  # an empty text is a result as well
            kind, text = FORMULA, self._formula.whole()[:LONGEST_FORMULA]
        elif not text:
            if "r" not in self._attributes:
                self._sums.count(1, self._shown)
            return
        self._sums.count(1, self._shown)
        if self._formula is not None:
            self.scanned.formulas.add(place)
        style = self._attributes.get("s", "")
        cell = WrittenCell(place, kind, text, int(style) if style.isdecimal() else 0)
        if place[0] <= MOST_ROWS and place[1] <= MOST_COLUMNS:
            self._cells.append(cell)
        elif self._far is None or place < self._far.place:
            self._far = cell

    def _expand(self, tag: str, ref: str) -> None:
        match = _RANGE.fullmatch(ref)
        kind, mend = _EXPANDED[tag]
        if match is None:
            if tag == "hyperlink":
                return  # other programs give a link several areas, or one that is gone
            raise RefusedFile(f"The file is damaged: a {kind} lies at “{ref[:40]}”.", SAVE_AGAIN)
        left, top, right, bottom = match.groups()
        columns = sorted((column_number(left), column_number(right or left)))
        rows = sorted((int(top), int(bottom or top)))
        count = (columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1)
        if count > MOST_EXPANDED:
            raise RefusedFile(f"A {kind} covers the cells {ref}.", mend)
        self._covered[tag] += count
        if self._covered[tag] > MOST_EXPANDED:
            fault = f"The {kind}s of the sheet “{self._name}” cover more than {MOST_EXPANDED:,} cells."
            raise RefusedFile(fault, f"{mend.split()[0]} some of them.")
        if tag == "mergeCell":
            self.scanned.merged.append((rows[0], columns[0], rows[1], columns[1]))
