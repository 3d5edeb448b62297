"""What the sheets of an ODF spreadsheet (.ods) hold, read in one bounded pass over its content.xml.

No library reads it for us: those that are about build the whole tree of elements, and write out every
repetition, of which a stranger's file may state a thousand million in one line. Here a repetition is counted
before it is written out. Elements are those of OASIS ODF 1.3 part 3; names are without their prefix.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass

from generator.records.cells import EXCEL_ERRORS, Displayed, Raw, Uncached
from generator.workbook.cell_text import LONGEST_TEXT, TextSoFar
from generator.workbook.guard import (
    ODS,
    REMOVE,
    Archive,
    Nesting,
    PartReader,
    RefusedFile,
    protected,
)
from generator.workbook.package import LONGEST_NAME, MOST_SHEETS, SheetPart, is_true
from generator.workbook.scan import MOST_COLUMNS, MOST_EXPANDED, MOST_ROWS, Scanned, Sums

CONTENT = "content.xml"
_MIMETYPE = b"application/vnd.oasis.opendocument.spreadsheet"
_MANIFEST = "META-INF/manifest.xml"
_INLINE = frozenset({"span", "a", "meta", "ruby", "ruby-base", "sheet-name", "title", "date", "time"})
_LETTERS = {"tab": "\t", "line-break": "\n"}
_COLUMNS = frozenset({"table-columns", "table-header-columns", "table-column-group", "table-column"})
_ROWS = frozenset({"table-rows", "table-header-rows", "table-row-group", "table-row"})
_CELLS = frozenset({"table-cell", "covered-table-cell"})
_PARAGRAPH = _INLINE | _LETTERS.keys() | {"s"}
_PLACES: Nesting = {
    "": frozenset({"document-content"}),
    "document-content": frozenset({"automatic-styles", "body"}),
    "automatic-styles": frozenset({"style"}),
    "style": frozenset({"table-properties"}),
    "body": frozenset({"spreadsheet"}),
    "spreadsheet": frozenset({"table"}),
    "table": _COLUMNS | _ROWS | {"table-source"},
    **dict.fromkeys(_COLUMNS - {"table-column"}, _COLUMNS),
    **dict.fromkeys(_ROWS - {"table-row"}, _ROWS),
    "table-row": _CELLS,
    **dict.fromkeys(_CELLS, frozenset({"p"})),
    "p": _PARAGRAPH,
    **dict.fromkeys(_INLINE, _PARAGRAPH),
}
"""What is looked at, by what it has to lie in. All else is passed over with what is in it: annotations,
drawings, what was changed and by whom, cached copies of other workbooks."""
_BLANKS = re.compile(r"[ \t\r\n]+")
_WHOLE = re.compile(r"[+-]?\d+")
_DECIMALS = re.compile(r"-?\d+[.,](\d{1,9})")
_SHARE = re.compile(r"(-?\d+(?:[.,]\d+)?)\s?%")
_GROUPED = re.compile(r"-?(?:0\d{1,20}|\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3}){1,6})")
"""Digits behind a nought, as in 007, or in threes."""
_SHOWN_NEAR = 0.005
"""How far a share may lie from what its cell shows in whole per cents."""
_TIME = re.compile(r"PT(\d{1,9})H(\d{1,9})M(\d{1,9})(?:[.,]\d*)?S")


def ods_sheets(content: bytes) -> list[tuple[SheetPart, Scanned]]:
    """The sheets of an .ods file, in their order.

    Raises RefusedFile.
    """
    archive = Archive(content, ODS)
    if "mimetype" in archive.names and not archive.read("mimetype", most=1000).startswith(_MIMETYPE):
        raise RefusedFile("The file is an ODF document, but no spreadsheet.", ODS.save_as)
    _refuse_encrypted(archive)
    reader = _Reader()
    archive.parse(CONTENT, reader)
    archive.look_through()
    return reader.sheets


def _refuse_encrypted(archive: Archive) -> None:
    """ODF part 2, 3.4: the parts of a file with a password are noise; its manifest says so."""

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "encryption-data":
            raise protected()

    if _MANIFEST in archive.names:
        archive.elements(_MANIFEST, start)


@dataclass(slots=True)
class _Cell:
    """A cell with something in it, and how many columns beside each other hold the same."""

    column: int
    repeated: int
    raw: Raw


class _Text(TextSoFar):
    """The text of a cell: paragraphs in which blanks were joined as 6.1.2 has it."""

    def __init__(self) -> None:
        super().__init__()
        self._after_blank = True
        self._paragraphs = 0

    def paragraph(self) -> None:
        """A paragraph begins."""
        if self._paragraphs:
            self.add("\n")
        self._paragraphs += 1
        self._after_blank = True

    def take(self, data: str) -> None:
        """Letters as they stand in the file."""
        joined = _BLANKS.sub(" ", data)
        if self._after_blank:
            joined = joined.removeprefix(" ")
        if joined:
            self.add(joined)
            self._after_blank = joined.endswith(" ")

    def add(self, piece: str) -> None:
        """Letters that are meant as they are."""
        super().add(piece)
        self._after_blank = False


class _Reader(PartReader):
    def __init__(self) -> None:
        super().__init__(_PLACES)
        self.sheets: list[tuple[SheetPart, Scanned]] = []
        self._sums = Sums()
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._name, self._hidden, self._foreign = "", False, False
        self._found = Scanned()
        self._row = self._column = self._columns = 0
        self._rows_repeated = 1
        self._in_row: list[_Cell] = []
        self._attributes: Mapping[str, str] = {}
        self._text = _Text()
        self._covered = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag in _CELLS:
            self._attributes, self._text = attributes, _Text()
        elif tag == "p":
            self._text.paragraph()
        elif tag == "s":
            count = min(_count(attributes, "text:c"), LONGEST_TEXT)
            self._sums.letters.add(count)
            self._text.add(" " * count)
        elif tag in _LETTERS:
            self._text.add(_LETTERS[tag])
        elif tag == "table-row":
            self._start_row(attributes)
        elif tag == "table-column":
            self._add_columns(attributes)
        elif tag == "table":
            self._start_table(attributes)
        elif tag == "table-source":
            self._foreign = True  # what was read from another workbook, kept for when it is not at hand
        elif tag == "style":
            self._style = attributes.get("style:name", "")
        elif tag == "table-properties" and attributes.get("table:display") == "false":
            self._hidden_styles.add(self._style)

    def take(self, text: str) -> None:
        if self.inside == "p" or self.inside in _INLINE:
            self._sums.letters.add(len(text))
            self._text.take(text)

    def end(self, tag: str) -> None:
        if tag in _CELLS:
            self._end_cell()
        elif tag == "table-row":
            self._end_row()
        elif tag == "table" and not self._foreign:
            part = SheetPart(self._name, CONTENT, self._hidden, "")
            self.sheets.append((part, self._found))

    def _start_table(self, attributes: Mapping[str, str]) -> None:
        if len(self.sheets) >= MOST_SHEETS:
            raise RefusedFile(f"The workbook has more than {MOST_SHEETS} sheets.", REMOVE)
        self._name = attributes.get("table:name", f"Sheet{len(self.sheets) + 1}")
        if len(self._name) > LONGEST_NAME and not self._name.startswith("'"):
            fault = f"The name of the sheet “{self._name[:40]}…” is longer than {LONGEST_NAME} characters."
            raise RefusedFile(fault, "Rename the sheet.")
        self._hidden = attributes.get("table:style-name") in self._hidden_styles
        self._foreign, self._found = False, Scanned()
        self._row = self._columns = self._covered = 0

    def _add_columns(self, attributes: Mapping[str, str]) -> None:
        first = self._columns + 1
        self._columns += _count(attributes, "table:number-columns-repeated")
        if _is_hidden(attributes) and first <= MOST_COLUMNS:
            self._found.hidden_columns.append((first, self._columns))

    def _start_row(self, attributes: Mapping[str, str]) -> None:
        first = self._row + 1
        self._rows_repeated = _count(attributes, "table:number-rows-repeated")
        self._row += self._rows_repeated
        self._column, self._in_row = 0, []
        if _is_hidden(attributes):
            self._found.hidden_rows.update(range(first, min(self._row, MOST_ROWS) + 1))

    def _end_cell(self) -> None:
        column = self._column + 1
        repeated = _count(self._attributes, "table:number-columns-repeated")
        self._column += repeated
        self._merge(column)
        raw = _value(self._attributes, self._text)
        if isinstance(raw, str) and not self._text.length:
            self._sums.letters.add(len(raw))
        if raw is not None and raw != "":
            self._in_row.append(_Cell(column, repeated, raw))
            if "table:formula" in self._attributes:
                self._found.formulas.add((self._row, column))

    def _end_row(self) -> None:
        """Write out the cells of the row, as often as it is repeated."""
        if not self._in_row:
            return
        self._sums.count(self._rows_repeated * sum(cell.repeated for cell in self._in_row), f"“{self._name}”")
        for cell in self._in_row:
            times = cell.repeated * self._rows_repeated - 1
            if isinstance(cell.raw, str) and times:
                self._sums.letters.add(times * len(cell.raw))
        for row in range(self._row - self._rows_repeated + 1, self._row + 1):
            for cell in self._in_row:
                for column in range(cell.column, cell.column + cell.repeated):
                    self._found.cells[row, column] = cell.raw

    def _merge(self, column: int) -> None:
        columns = _count(self._attributes, "table:number-columns-spanned")
        rows = _count(self._attributes, "table:number-rows-spanned")
        if columns * rows == 1:
            return
        self._covered += columns * rows
        if self._covered > MOST_EXPANDED:
            fault = f"The merged ranges of the sheet “{self._name}” cover more than {MOST_EXPANDED:,} cells."
            raise RefusedFile(fault, "Unmerge some of them.")
        top = self._row - self._rows_repeated + 1
        self._found.merged.append((top, column, top + rows - 1, column + columns - 1))


def _count(attributes: Mapping[str, str], name: str) -> int:
    """How often something is repeated, or how far it reaches: 1 unless it says more."""
    count = attributes.get(name, "1")
    return max(1, int(count)) if count.isdecimal() else 1


def _is_hidden(attributes: Mapping[str, str]) -> bool:
    """Hidden by hand, or by a filter."""
    return attributes.get("table:visibility") in {"collapse", "filter"}


# ---------------------------------------------------------------- values


def _value(attributes: Mapping[str, str], spoken: _Text) -> Raw:
    """What a cell holds (19.385): its value, and not the looks of it, but for the decimals of a number."""
    kind, text = attributes.get("office:value-type", ""), spoken.whole()
    if attributes.get("calcext:value-type") == "error":
        name = text.strip().upper()
        return name if name in EXCEL_ERRORS else "#VALUE!"
    if kind in {"float", "percentage", "currency"}:
        try:
            return _number(attributes.get("office:value", ""), text.strip())
        except ValueError:
            return text or attributes.get("office:value", "")[:LONGEST_TEXT]  # some programs state none
    if kind == "boolean":
        return is_true(attributes.get("office:boolean-value", text.strip().lower()))
    if kind in {"date", "time"}:
        try:
            return _date(attributes) if kind == "date" else _time(attributes.get("office:time-value", ""))
        except ValueError:
            return text  # a day before the calendar began, or after its end; or none
    if not kind and not text and "table:formula" in attributes:
        formula = attributes["table:formula"]
        return Uncached(formula[formula.find("=") :] if "=" in formula else f"={formula}")
    return text or attributes.get("office:string-value", "")[:LONGEST_TEXT]


def _number(stated: str, text: str) -> Raw:
    """A number; what its cell shows counts where it is read as a text: a version 1.0 is 1.0, a share 25%."""
    value = int(stated) if _WHOLE.fullmatch(stated) else float(stated)
    decimals = _DECIMALS.fullmatch(text)
    if decimals:
        places = len(decimals[1])
        if abs(float(text.replace(",", ".")) - value) <= 0.5 * 10.0**-places + 1e-12:
            return Displayed(value, f"{value:.{places}f}")
    share = _SHARE.fullmatch(text)
    if share and abs(float(share[1].replace(",", ".")) / 100 - value) <= _SHOWN_NEAR:
        return Displayed(value, text)
    if _GROUPED.fullmatch(text) and int(re.sub(r"\D", "", text)) == abs(value):
        return Displayed(value, text)
    return value


def _date(attributes: Mapping[str, str]) -> dt.datetime:
    return dt.datetime.fromisoformat(attributes.get("office:date-value", ""))


def _time(stated: str) -> Raw:
    match = _TIME.fullmatch(stated)
    if match is None:
        raise ValueError(stated)
    hours, minutes, seconds = map(int, match.groups())
    if hours < 24:
        return dt.time(hours, minutes, seconds)
    return dt.timedelta(hours=hours, minutes=minutes, seconds=seconds)
