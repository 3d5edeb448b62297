"""What a sheet holds, found out by one pass over it before openpyxl sees any of it.

The pass bounds what openpyxl gets to read, cuts out what is no value of a cell, and notes what openpyxl
does not tell of a sheet that it only reads: what is merged, what is hidden, and which formulas have no
stored result. Elements are those of ECMA-376 part 1, 18.3.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from generator.ground.cache import Cache
from generator.records.cells import Raw, Uncached
from generator.workbook.guard import REMOVE, SAVE_AGAIN, Archive, RefusedFile
from generator.workbook.kept import Kept, Letters
from generator.workbook.package import is_true

MOST_ROWS = 20_000
MOST_COLUMNS = 500
MOST_CELLS = 250_000
"""5,000 cards of 40 columns are 200,000; openpyxl takes about 25 microseconds for a cell."""
MOST_EXPANDED = 100_000
"""Cells that all merged ranges, or all links, cover together."""
LONGEST_FORMULA = 5_000
LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?")
_EXPANDED = {"mergeCell": ("merged range", "Unmerge it."), "hyperlink": ("link", "Remove it.")}

Area = tuple[int, int, int, int]
"""First row, first column, last row, last column."""
CellPlace = tuple[int, int]
"""Row and column, both from 1."""


@dataclass(slots=True)
class Scanned:
    """What a sheet holds. `cells` has formulas without a stored result, until openpyxl adds the values."""

    cells: dict[CellPlace, Raw] = field(default_factory=dict)
    last: CellPlace = (0, 0)
    """The last row and the last column with a value, as far as they are read."""
    values: int = 0
    """How many values lie so far."""
    far: CellPlace | None = None
    """The first value that lies beyond the rows and columns that are read."""
    merged: list[Area] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    last_row: int = MOST_ROWS
    """Down to this row values count; where rows are lines of a text, it is that of the last row."""
    ragged: set[int] = field(default_factory=set)
    """Rows whose cells may have slipped into other columns, which is a Problem already."""


@dataclass(slots=True)
class Sums:
    """What was found in all sheets so far."""

    cells: int = 0
    letters: Letters = field(default_factory=Letters)


def scan_sheet(archive: Archive, part: str, name: str, sums: Sums) -> tuple[Scanned, bytes]:
    """What the sheet `name` holds, and what openpyxl may read of its part: nothing if it has no values.

    Raises Refused, and ValueError for contents that mean nothing.
    """
    scan = _Scan(archive, name, sums)
    archive.parse(part, scan.start, scan.end, scan.take)
    scanned = scan.found
    return scanned, scan.kept.of(archive.read(part)) if scanned.last[0] or scanned.far else b""


def scanned_again(archive: Archive, part: str, name: str, sums: Sums, cache: Cache) -> tuple[Scanned, bytes]:
    """As `scan_sheet`; a sheet that the cache remembers with these very bytes is only counted."""
    if not cache.remembers:
        return scan_sheet(archive, part, name, sums)
    content = archive.read(part)
    seal = hashlib.sha256(content).digest()
    cached: _KnownSheet | None = cache.recall("sheet", name)
    if cached is not None and cached.seal == seal:
        archive.count_tags(cached.tags)
        sums.letters.add(cached.letters)
        sums.cells += cached.cells
        if sums.cells <= MOST_CELLS:
            return replace(cached.found, cells=dict(cached.found.cells)), cached.kept
    cells, letters = sums.cells, sums.letters.sum
    scanned, kept = scan_sheet(archive, part, name, sums)
    pristine = replace(scanned, cells=dict(scanned.cells))
    counted = (content.count(b"<"), sums.cells - cells, sums.letters.sum - letters)
    cache.remember("sheet", name, _KnownSheet(seal, pristine, kept, *counted))
    return scanned, kept


@dataclass(frozen=True, slots=True)
class _KnownSheet:
    """What a sheet came to when it was scanned before."""

    seal: bytes
    """The SHA-256 of its part."""
    found: Scanned
    kept: bytes
    tags: int
    cells: int
    letters: int


class _Scan:
    def __init__(self, archive: Archive, name: str, sums: Sums) -> None:
        self.found = Scanned()
        self.kept = Kept(archive)
        self._archive = archive
        self._name = name
        self._sums = sums
        self._row = _Row(0, 0, True)
        self._rows = self._last_kept = 0
        self._rows_cut = False
        self._cell: Mapping[str, str] = {}
        self._began = self._column = 0
        self._taking = self._valued = False
        self._formula: str | None = None
        self._in_formula = False
        self._covered = dict.fromkeys(_EXPANDED, 0)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        inside = self.kept.inside
        if not self.kept.start(tag):
            self._start_aside(tag, attributes, inside)
        elif tag == "c":
            self._start_cell(attributes)
        elif tag == "v":
            self._taking = self._cell.get("t") != "inlineStr"
        elif tag == "t":
            self._taking = self._cell.get("t") == "inlineStr"
        elif tag == "r":
            self._count()  # a run of a rich text takes openpyxl as long as a cell
        elif tag == "row":
            self._start_row(attributes)

    def _start_aside(self, tag: str, attributes: Mapping[str, str], inside: str) -> None:
        if tag == "f" and inside == "c":
            self._formula, self._in_formula = "", True
        elif tag == "col":
            if is_true(attributes.get("hidden")):
                self.found.hidden_columns.append((int(attributes["min"]), int(attributes["max"])))
                if len(self.found.hidden_columns) > LAST_COLUMN:
                    raise RefusedFile("The file is damaged: a sheet has columns without end.", SAVE_AGAIN)
        elif tag in _EXPANDED:
            self._expand(tag, attributes.get("ref", ""))

    def take(self, data: str) -> None:
        """More letters, from expat."""
        if self._taking:
            self._valued = True
            self._sums.letters.add(len(data))
        elif self._in_formula and self._formula is not None:
            self._formula += data[: LONGEST_FORMULA - len(self._formula)]

    def end(self, tag: str) -> None:
        self._taking = False
        if not self.kept.end(tag):
            if tag == "f":
                self._in_formula = False
        elif tag == "c":
            self._end_cell()
        elif tag == "row":
            self._end_row()

    def _start_row(self, attributes: Mapping[str, str]) -> None:
        written = attributes.get("r")
        number = self._row.number + 1 if written is None else int(float(written))
        self._rows += 1
        if self._rows > LAST_ROW:
            raise RefusedFile("The file is damaged: a sheet has rows without end.", SAVE_AGAIN)
        self._row = _Row(number, self._archive.at, written is not None)
        self._column = 0
        if "hidden" in attributes and is_true(attributes["hidden"]) and number <= MOST_ROWS:
            self.found.hidden_rows.add(number)

    def _end_row(self) -> None:
        row, far = self._row, self.found.far
        lost = self._rows_cut and not row.numbered
        if row.valued and (lost or row.number <= self._last_kept):
            raise ValueError(row.number)  # openpyxl leaves out rows that go back
        blank = not row.valued and (row.numbered or lost)
        if blank or (row.number > MOST_ROWS and (far is None or far[0] != row.number)):
            self.kept.drop(row.began)
            self._rows_cut = True
        else:
            self._last_kept = row.number

    def _start_cell(self, attributes: Mapping[str, str]) -> None:
        self._cell, self._began = attributes, self._archive.at
        self._valued, self._formula, self._in_formula = False, None, False
        ref = attributes.get("r")
        row = self._row.number
        if ref is None:
            self._column += 1
        else:
            letters = ref.rstrip("0123456789")
            row, self._column = int(ref[len(letters) :]), column_number(letters)
        if not 1 <= row <= LAST_ROW or row != self._row.number or self._column > LAST_COLUMN:
            raise ValueError(ref)

    def _end_cell(self) -> None:
        place = self._row.number, self._column
        numbered = "r" in self._cell
        # a formula whose stored result is the empty text has one
        uncached = self._formula is not None and not self._valued and self._cell.get("t") != "str"
        if not numbered and self._row.cut:
            raise ValueError(place)
        if self._valued or uncached or not numbered:
            self._count()
        if uncached:
            self.found.cells[place] = Uncached(f"={self._formula}")
        if self._valued or uncached:
            self._note(place)
        if self._valued:
            self._row.valued = True
        elif numbered:
            self.kept.drop(self._began)
            self._row.cut = True

    def _note(self, place: CellPlace) -> None:
        scanned = self.found
        if place[0] > MOST_ROWS or place[1] > MOST_COLUMNS:
            scanned.far = place if scanned.far is None else min(scanned.far, place)
        elif self._valued:
            scanned.values += 1
            scanned.last = max(scanned.last[0], place[0]), max(scanned.last[1], place[1])

    def _count(self) -> None:
        self._sums.cells += 1
        if self._sums.cells > MOST_CELLS:
            fault = f"The workbook holds more than {MOST_CELLS:,} cells; the last are in “{self._name}”."
            raise RefusedFile(fault, REMOVE)

    def _expand(self, tag: str, ref: str) -> None:
        match = _RANGE.fullmatch(ref)
        kind, mend = _EXPANDED[tag]
        if match is None:
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
            self.found.merged.append((rows[0], columns[0], rows[1], columns[1]))


@dataclass(slots=True)
class _Row:
    number: int
    began: int
    """The byte of its tag."""
    numbered: bool
    """Whether it says its number; one that does not follows the one before."""
    valued: bool = False
    cut: bool = False
    """Whether a cell of it was left out."""


def column_number(letters: str) -> int:
    """A column's letters as its number: A is 1, AB is 28. Raises ValueError."""
    if not (1 <= len(letters) <= 3 and letters.isascii() and letters.isalpha()):
        raise ValueError(letters)
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number
