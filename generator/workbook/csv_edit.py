"""Sets cells in the .csv files of a folder; every other byte of them stays as it was.

The file's mark, its separator, the ends of its lines and the quotation marks of all other cells are kept.
A row is named by the line in which it begins, as in `Patterns!C14`, and the header's is 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.ground.files import Unreadable, read_bounded, write_whole
from generator.ground.problems import Failed, error
from generator.workbook.csv_sheets import sheet_files
from generator.workbook.csv_text import BadText, CsvStyle, records, style_of
from generator.workbook.guard import MOST_BYTES
from generator.workbook.save import refuse_open
from generator.workbook.scan import CellPlace

Value = str | int | float | bool | None
Edits = Mapping[CellPlace, Value]
"""(row, column), both from 1 -> what the cell is to hold."""
MARK = b"\xef\xbb\xbf"
KEPT = ".before"
"""Ends the name of the copy of a file as it was; such a file is no sheet."""
_ENDS = re.compile(r"\r\n|\n|\r")


def set_cells(folder: Path, edits: Mapping[str, Edits], *, inside: Path | None = None) -> tuple[Path, ...]:
    """Set cells of several sheets, by the names of the sheets, and keep a copy of each file beside it.

    Returns the files that were changed. All are read and made before one is written. The files have to
    lie in the folder `inside`, if that is given. Raises KeyError for an unknown sheet, IndexError for a row
    that does not begin in its line, and Failed, also while another program has one of the files open.
    """
    files = sheet_files(folder)
    made: list[tuple[Path, bytes, bytes]] = []
    for sheet, cells in edits.items():
        path = files[sheet]
        try:
            before = read_bounded(path, inside=inside, most=MOST_BYTES)
        except Unreadable as unread:
            raise Failed(error(path.name, unread.what, unread.mend)) from None
        content = with_cells(before, cells, path.name)
        if content != before:
            refuse_open(path)
            made.append((path, before, content))
    for path, before, content in made:
        try:
            write_whole(path.with_name(f"{path.name}{KEPT}"), before, inside=inside)
            write_whole(path, content, inside=inside)
        except OSError as fault:
            why = fault.strerror or "the disk does not take it"
            mend = "Close the file elsewhere, and see to the rights of the folder and to room on the disk."
            raise Failed(error(path.name, f"The file cannot be written: {why}.", mend)) from None
    return tuple(path for path, _, _ in made)


def with_cells(content: bytes, edits: Edits, name: str) -> bytes:
    """The bytes of a .csv file called `name` with some cells set. Raises IndexError and Failed.

    A row that is too short gets the empty cells that it lacks; one that begins in no line is an IndexError.
    """
    text, style, rows = _rows(content, name)
    by_line = {row.line: row for row in rows}
    changes: list[tuple[int, int, str]] = []
    for (line, column), value in sorted(edits.items()):
        if line not in by_line or column < 1:
            raise IndexError(f"{name}:{line}")
        cells = by_line[line].cells
        if column <= len(cells):
            cell = cells[column - 1]
            if _told(value, style) != cell.value:
                changes.append((cell.start, cell.end, _written(value, style, quoted=cell.quoted)))
        elif value not in (None, ""):
            lacking = style.separator * (column - len(cells))
            changes.append((cells[-1].end, cells[-1].end, lacking + _written(value, style)))
            cells.extend(_Cell(cells[-1].end, cells[-1].end, "") for _ in range(column - len(cells)))
    return _spliced(content, text, changes)


def with_rows(content: bytes, rows: Sequence[Sequence[Value]], name: str) -> bytes:
    """The bytes of a .csv file whose rows below the header are these; empty rows are left out.

    A row that stands there already in the same order keeps its bytes. Raises Failed.
    """
    text, style, old = _rows(content, name)
    end = _line_end(text)
    width = len(old[0].cells) if old else 0
    kept: dict[tuple[str, ...], list[str]] = {}
    for row in old[1:]:
        kept.setdefault(row.values(), []).append(text[row.start : row.end])
    made: list[str] = []
    for cells in rows:
        told = tuple(_told(value, style) for value in cells)
        told += ("",) * (width - len(told))
        if any(told):
            known = kept.get(told)
            values = (*cells, *[None] * (width - len(cells)))
            line = style.separator.join(_written(value, style) for value in values)
            made.append(known.pop(0) if known else line)
    head = text[: old[0].end] if old else text
    closed = not old or text[-1:] in {"\r", "\n"}
    whole = end.join([head, *made]) + (end if closed and (made or old) else "")
    return (MARK if content.startswith(MARK) else b"") + whole.encode()


# ---------------------------------------------------------------- where a cell stands in the text


@dataclass(slots=True)
class _Cell:
    start: int
    end: int
    value: str
    quoted: bool = False


@dataclass(slots=True)
class _Row:
    line: int
    cells: list[_Cell]

    @property
    def start(self) -> int:
        return self.cells[0].start

    @property
    def end(self) -> int:
        return self.cells[-1].end

    def values(self) -> tuple[str, ...]:
        return tuple(cell.value for cell in self.cells)


def _rows(content: bytes, name: str) -> tuple[str, CsvStyle, list[_Row]]:
    """The text of a file without its mark, how it is written, and its rows. Raises Failed."""
    try:
        style = style_of(content, name)
        read = [(record.line, record.cells) for record in records(content, name, style)]
    except BadText as fault:
        raise Failed(fault.problem) from None
    text = content.removeprefix(MARK).decode()
    rows = list(_spans(text, style))
    if [(row.line, row.values()) for row in rows] != read:
        what = "The file is written in a way that cannot be changed here without harm."
        raise Failed(error(name, what, "Save it once in a spreadsheet as CSV, or change the cells by hand."))
    return text, style, rows


def _spans(text: str, style: CsvStyle) -> Iterator[_Row]:
    """The rows of a text as the csv module reads them, with where each cell begins and ends."""
    sign = re.escape(style.separator)
    cell = re.compile(rf' *(?:"([^"]*(?:""[^"]*)*)"|([^{sign}\r\n]*))')
    at, line, first = 0, 1, True
    if style.stated:
        ended = _ENDS.search(text)
        at = ended.end() if ended else len(text)
        line = 2
    while at < len(text):
        row, begin = _Row(1 if first else line, []), at
        while match := cell.match(text, at):
            quoted = match[1] is not None
            value = match[1].replace('""', '"') if match[1] is not None else match[2]
            row.cells.append(
                _Cell(match.start(1) - 1 if quoted else match.start(2), match.end(), value, quoted)
            )
            at = match.end()
            if text[at : at + 1] != style.separator:
                break
            at += 1
        if at > begin:
            yield row
        ended = _ENDS.match(text, at)
        if ended is None and at < len(text):
            return  # the csv module reads something else here, and the comparison shows it
        line += sum(1 for _ in _ENDS.finditer(text, begin, at)) + 1
        at, first = (ended.end() if ended else at), False


def _spliced(content: bytes, text: str, changes: list[tuple[int, int, str]]) -> bytes:
    pieces: list[str] = []
    at = 0
    for start, end, new in sorted(changes, key=lambda change: change[:2]):
        pieces += (text[at:start], new)
        at = end
    mark = MARK if content.startswith(MARK) else b""
    return mark + "".join([*pieces, text[at:]]).encode()


def _line_end(text: str) -> str:
    found = _ENDS.search(text)
    return found[0] if found else "\n"


# ---------------------------------------------------------------- how a value is written


def _told(value: Value, style: CsvStyle) -> str:
    """A value as the text of a cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        text = f"{value:.15g}"
        return text.replace(".", ",") if style.comma else text
    return str(value)


def _written(value: Value, style: CsvStyle, *, quoted: bool = False) -> str:
    """A value as it is written, in quotation marks where it needs them, or where the one before had them."""
    text = _told(value, style)
    if not text:
        return ""
    needs = any(sign in text for sign in (style.separator, '"', "\r", "\n")) or text != text.strip()
    doubled = text.replace('"', '""')
    return f'"{doubled}"' if needs or quoted else text
