"""Sets cells in the .csv files of a folder; every other byte of them stays as it was.

The file's mark, its separator, the ends of its lines and the quotation marks of all other cells are kept,
and what is written is quoted as the file's cells are. A row is named by the line in which it begins, as in
`Patterns!C14`, and the header's is 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from generator.ground.files import Unreadable, read_bounded
from generator.ground.problems import Failed, error
from generator.workbook.csv_sheets import sheet_files
from generator.workbook.csv_text import BadText, CsvStyle, records, style_of
from generator.workbook.guard import MOST_BYTES
from generator.workbook.save import save_folder
from generator.workbook.scan import CellPlace

Value = str | int | float | bool | None
Edits = Mapping[CellPlace, Value]
"""(row, column), both from 1 -> what the cell is to hold."""
NewRows = Mapping[int, Sequence[Mapping[int, Value]]]
"""The line in which a row begins -> the rows to come behind it, by column."""
MARK = b"\xef\xbb\xbf"
_ENDS = re.compile(r"\r\n|\n|\r")
_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")


def set_cells(
    folder: Path, edits: Mapping[str, Edits], *, inside: Path | None = None, command: str = "dress"
) -> None:
    """Set cells of several sheets, by the names of the sheets: in all their files, or in none.

    The folder as it was is kept as a version of the command. The files have to lie in the folder `inside`,
    if that is given. Raises KeyError for an unknown sheet, IndexError for a row that does not begin in its
    line, and Failed, also while another program has one of the files open.
    """
    held = {sheet: (path.name, _content(path, inside)) for sheet, path in sheet_files(folder).items()}
    contents = {
        held[sheet][0]: with_cells(held[sheet][1], cells, held[sheet][0]) for sheet, cells in edits.items()
    }
    _save(folder, dict(held.values()), contents, inside, command)


def set_rows(
    folder: Path,
    sheet: str,
    edits: Edits,
    additions: NewRows,
    *,
    inside: Path | None = None,
    command: str = "dress",
) -> Mapping[CellPlace, int]:
    """Set cells of a sheet and add rows to it, as `with_more_rows`; returns where each row begins now.

    Raises as `set_cells`.
    """
    contents = {name: (path.name, _content(path, inside)) for name, path in sheet_files(folder).items()}
    name, content = contents[sheet]
    text, lines = with_more_rows(content, edits, additions, name)
    _save(folder, dict(contents.values()), {name: text}, inside, command)
    return lines


def _content(path: Path, inside: Path | None) -> bytes:
    try:
        return read_bounded(path, inside=inside, most=MOST_BYTES)
    except Unreadable as unread:
        raise Failed(error(path.name, unread.what, unread.mend)) from None


def _save(
    folder: Path,
    contents: Mapping[str, bytes],
    edited: Mapping[str, bytes],
    inside: Path | None,
    command: str,
) -> None:
    changed = {name: content for name, content in edited.items() if content != contents[name]}
    if changed:
        save_folder(folder, contents, changed, inside=inside, command=command)


def with_cells(content: bytes, edits: Edits, name: str) -> bytes:
    """The bytes of a .csv file called `name` with some cells set. Raises IndexError and Failed.

    A row that is too short gets the empty cells that it lacks; one that begins in no line is an IndexError.
    """
    read = _read(content, name)
    return _spliced(content, read.text, list(_changes(read, edits, name)))


def with_more_rows(
    content: bytes, edits: Edits, additions: NewRows, name: str
) -> tuple[bytes, Mapping[CellPlace, int]]:
    """The bytes of a .csv file with some cells set and some rows added behind others.

    A row that says nothing any more is taken out. With them comes the line in which each row begins now: that
    of a row by its line before and 0, that of an added one by the line before it and its number from 1.
    Raises IndexError and Failed.
    """
    read = _read(content, name)
    changes = list(_changes(read, edits, name))
    end = _line_end(read.text)
    order: list[CellPlace] = []
    for row in read.rows:
        if _emptied(row, edits):
            ended = _ENDS.match(read.text, row.end)
            changes = [change for change in changes if not row.begin <= change[0] <= row.end]
            changes.append((row.begin, ended.end() if ended else row.end, ""))
        else:
            order.append((row.line, 0))
        added = additions.get(row.line, ())
        lines = [f"{end}{_new_row(read, cells)}" for cells in added]
        changes += [(row.end, row.end, "".join(lines))] if lines else []
        order += [(row.line, number) for number in range(1, len(added) + 1)]
    edited = _spliced(content, read.text, changes)
    return edited, dict(zip(order, (row.line for row in _read(edited, name).rows), strict=True))


def _changes(read: _File, edits: Edits, name: str) -> Iterator[tuple[int, int, str]]:
    """What is to stand where in the text."""
    by_line = {row.line: row for row in read.rows}
    for (line, column), value in sorted(edits.items()):
        if line not in by_line or column < 1:
            raise IndexError(f"{name}:{line}")
        cells = by_line[line].cells
        if column <= len(cells):
            cell = cells[column - 1]
            if _told(value, read.style) != cell.value:
                yield cell.start, cell.end, read.written(value, quoted=cell.quoted)
        elif value not in (None, ""):
            end = cells[-1].end
            lacking = read.style.separator + "".join(
                read.written(None) + read.style.separator for _ in range(column - len(cells) - 1)
            )
            yield end, end, lacking + read.written(value)
            cells.extend(_Cell(end, end, "") for _ in range(column - len(cells)))


def _emptied(row: _Row, edits: Edits) -> bool:
    """Whether a row says something, and nothing when it has been edited."""
    left = [edits.get((row.line, at), cell.value) for at, cell in enumerate(row.cells, 1)]
    return any(row.values()) and not any(value not in (None, "") for value in left)


def _new_row(read: _File, cells: Mapping[int, Value]) -> str:
    """A row as long as the header."""
    width = max([len(read.rows[0].cells), *cells])
    return read.style.separator.join(read.written(cells.get(column)) for column in range(1, width + 1))


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
    begin: int
    cells: list[_Cell]

    @property
    def end(self) -> int:
        return self.cells[-1].end

    def values(self) -> tuple[str, ...]:
        return tuple(cell.value for cell in self.cells)


class _Quotes(StrEnum):
    """Which cells of a file stand in quotation marks, beside those that need them."""

    NEEDED = "none"
    TEXTS = "texts"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class _File:
    """The text of a file without its mark, how it is written, and its rows."""

    text: str
    style: CsvStyle
    rows: tuple[_Row, ...]
    quotes: _Quotes

    def written(self, value: Value, *, quoted: bool = False) -> str:
        """A value as it is written here, in quotation marks if the one before it had them."""
        text = _told(value, self.style)
        if not text:
            return '""' if self.quotes is _Quotes.ALL else ""
        needs = any(sign in text for sign in (self.style.separator, '"', "\r", "\n")) or text != text.strip()
        usual = self.quotes is _Quotes.ALL or (self.quotes is _Quotes.TEXTS and isinstance(value, str))
        doubled = text.replace('"', '""')
        return f'"{doubled}"' if needs or usual or quoted else text


def _read(content: bytes, name: str) -> _File:
    """Raises Failed."""
    try:
        style = style_of(content, name)
        read = [(record.line, record.cells) for record in records(content, name, style)]
    except BadText as fault:
        raise Failed(fault.problem) from None
    text = content.removeprefix(MARK).decode()
    rows = tuple(_spans(text, style))
    if [(row.line, row.values()) for row in rows] != read:
        flaw = "The file is written in a way that cannot be changed here without harm."
        raise Failed(error(name, flaw, "Save it once in a spreadsheet as CSV, or change the cells by hand."))
    return _File(text, style, rows, _quotes(rows))


def _quotes(rows: tuple[_Row, ...]) -> _Quotes:
    """How a file quotes, by all its cells."""
    cells = [cell for row in rows for cell in row.cells]
    if all(cell.quoted for cell in cells):
        return _Quotes.ALL
    texts = (cell for cell in cells if cell.value and not _NUMBER.fullmatch(cell.value))
    return _Quotes.TEXTS if all(cell.quoted for cell in texts) else _Quotes.NEEDED


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
        row, begin = _Row(1 if first else line, at, []), at
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
    match = _ENDS.search(text)
    return match[0] if match else "\n"


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
