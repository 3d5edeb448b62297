"""Sets cells in the .csv files of a folder; every other byte of them stays as it was.

The file's mark, its separator, the ends of its lines and the quotation marks of all other cells are kept,
and what is written is quoted as the file's cells are. A row is named by the line in which it begins, as in
`Patterns!C14`, and the header's is 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from generator.ground.files import Unreadable, read_bounded
from generator.ground.problems import Failed, error
from generator.workbook.cell_names import CellPlace
from generator.workbook.changes import Edits, Value
from generator.workbook.csv_sheets import sheet_files
from generator.workbook.csv_text import BadText, CsvStyle, records, style_of
from generator.workbook.guard import MOST_BYTES
from generator.workbook.save import save_folder

NewRows = Mapping[int, Sequence[Mapping[int, Value]]]
"""The line in which a row begins -> the rows to come behind it, by column."""
_HEAD = {False: re.compile("\ufeff?"), True: re.compile("\ufeff?[^\r\n]*(?:\r\n|\n|\r)?")}
"""What stands before the rows, by whether the first line states the separator."""
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
        raise Failed(unread.at(path.name)) from None


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
    """The bytes of a .csv file called `name` with some cells set, as `with_more_rows`."""
    return with_more_rows(content, edits, {}, name)[0]


def with_more_rows(
    content: bytes, edits: Edits, additions: NewRows, name: str
) -> tuple[bytes, Mapping[CellPlace, int]]:
    """The bytes of a .csv file called `name` with some cells set and some rows added behind others.

    A row that is too short gets the empty cells that it lacks; one that says nothing any more is taken out.
    With them comes the line in which each row begins now: that of a row by its line before and 0, that of an
    added one by the line before it and its number from 1. Raises IndexError for a row that begins in no line,
    and Failed.
    """
    file = _read(content, name)
    width = len(file.rows[0].cells) if file.rows else 0
    usual_end = next((row.end for row in file.rows if row.end), "\n")
    by_line: dict[int, dict[int, Value]] = {}
    for (line, column), value in sorted(edits.items()):
        by_line.setdefault(line, {})[column] = value
    if not by_line.keys() <= {row.line for row in file.rows if row.cells} or any(at < 1 for _, at in edits):
        raise IndexError(name)
    rows: list[_Row] = []
    order: list[CellPlace] = []
    for row in file.rows:
        before = any(row.values())
        for column, value in by_line.get(row.line, {}).items():
            file.set(row, column, value)
        if not before or any(row.values()):
            rows.append(row)
            order += [(row.line, 0)] if row.cells else []
        for number, cells in enumerate(additions.get(row.line, ()), 1):
            new = _Row(0, [_Cell(file.written(None), "") for _ in range(width)], row.end)
            for column, value in cells.items():
                file.set(new, column, value)
            if rows:
                new.end, rows[-1].end = rows[-1].end, usual_end
            rows.append(new)
            order.append((row.line, number))
    edited = file.text(rows)
    return edited, dict(zip(order, (row.line for row in _read(edited, name).rows if row.cells), strict=True))


# ---------------------------------------------------------------- a file as it is written


@dataclass(slots=True)
class _Cell:
    text: str
    """As it is written, with blanks before it and its quotation marks."""
    value: str

    @property
    def quoted(self) -> bool:
        return self.text.lstrip(" ").startswith('"')


@dataclass(slots=True)
class _Row:
    """A row, or a line without anything; `end` is that of its line."""

    line: int
    cells: list[_Cell]
    end: str

    def values(self) -> tuple[str, ...]:
        return tuple(cell.value for cell in self.cells)


class _Quotes(StrEnum):
    """Which cells of a file stand in quotation marks, beside those that need them."""

    NEEDED = "none"
    TEXTS = "texts"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class _File:
    """A file's mark and what it states of itself, how it is written, and its rows."""

    head: str
    style: CsvStyle
    rows: tuple[_Row, ...]
    quotes: _Quotes

    def text(self, rows: Iterable[_Row]) -> bytes:
        """The file with these rows."""
        lines = (self.style.separator.join(cell.text for cell in row.cells) + row.end for row in rows)
        return "".join((self.head, *lines)).encode()

    def set(self, row: _Row, column: int, value: Value) -> None:
        """Give a cell of a row a value; one that has it already stays as it is written."""
        text = _text_of(value, self.style)
        if column > len(row.cells):
            lacking = column - len(row.cells) if text else 0
            row.cells += [_Cell(self.written(None), "") for _ in range(lacking)]
        if column <= len(row.cells) and row.cells[column - 1].value != text:
            old = row.cells[column - 1]
            blanks = old.text[: len(old.text) - len(old.text.lstrip(" "))]
            row.cells[column - 1] = _Cell(blanks + self.written(value, quoted=old.quoted), text)

    def written(self, value: Value, *, quoted: bool = False) -> str:
        """A value as it is written here, in quotation marks if the one before it had them."""
        text = _text_of(value, self.style)
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
        expected = [(record.line, record.cells) for record in records(content, name, style)]
    except BadText as fault:
        raise Failed(fault.problem) from None
    text = content.decode()
    stated = _HEAD[style.stated].match(text)
    head = stated[0] if stated else ""
    rows = tuple(_rows(text, len(head), style))
    if [(row.line, row.values()) for row in rows if row.cells] != expected:
        flaw = "The file is written in a way that cannot be changed here without harm."
        raise Failed(error(name, flaw, "Save it once in a spreadsheet as CSV, or change the cells by hand."))
    return _File(head, style, rows, _quotes(rows))


def _quotes(rows: tuple[_Row, ...]) -> _Quotes:
    """How a file quotes, by all its cells."""
    cells = [cell for row in rows for cell in row.cells]
    if all(cell.quoted for cell in cells):
        return _Quotes.ALL
    texts = (cell for cell in cells if cell.value and not _NUMBER.fullmatch(cell.value))
    return _Quotes.TEXTS if all(cell.quoted for cell in texts) else _Quotes.NEEDED


def _rows(text: str, at: int, style: CsvStyle) -> Iterator[_Row]:
    """The rows of a text from a place on, as the csv module reads them."""
    sign = re.escape(style.separator)
    cell = re.compile(rf' *(?:"([^"]*(?:""[^"]*)*)"|([^{sign}\r\n]*))')
    line, first = 2 if style.stated else 1, True
    while at < len(text):
        cells: list[_Cell] = []
        begin = at
        while match := cell.match(text, at):
            value = match[2] if match[1] is None else match[1].replace('""', '"')
            cells.append(_Cell(match[0], value))
            at = match.end()
            if text[at : at + 1] != style.separator:
                break
            at += 1
        ended = _ENDS.match(text, at)
        row = _Row(1 if first else line, cells if at > begin else [], ended[0] if ended else "")
        yield row
        if ended is None:
            return  # where more is left, the csv module reads something else, and the comparison shows it
        line += sum(1 for _ in _ENDS.finditer(text, begin, at)) + 1
        at, first = ended.end(), False


# ---------------------------------------------------------------- how a value is written


def _text_of(value: Value, style: CsvStyle) -> str:
    """A value as the text of a cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        text = f"{value:.15g}"
        return text.replace(".", ",") if style.comma else text
    return str(value)
