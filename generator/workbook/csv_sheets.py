"""The sheets of a folder with a .csv file each: `Patterns.csv` is the sheet Patterns.

A row has the number of the line in which it begins, so that a place such as `Patterns!C14` is one of line 14.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from generator.ground.files import MB, Unreadable, read_bounded
from generator.ground.problems import Failed, Problem, error
from generator.ground.project import csv_files
from generator.records.cells import Displayed, Raw, clean, fold, shown
from generator.records.worksheets import FIELDS
from generator.workbook.cell_text import LONGEST_TEXT, TextSoFar
from generator.workbook.csv_text import SIGNS, BadText, CsvStyle, Record, records, style_of
from generator.workbook.guard import MOST_BYTES, REMOVE, RefusedFile
from generator.workbook.package import LONGEST_NAME, MOST_SHEETS
from generator.workbook.scan import MOST_ROWS, Scanned, Sums

MOST_RAGGED = 20
"""As many lines of a file are named that have too few cells, or too many."""
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:[.,]([0-9]{1,9}))?")
_TRUTH = {"TRUE": True, "FALSE": False}


def sheet_files(folder: Path) -> dict[str, Path]:
    """The files of a folder by the names of their sheets: Fields first, then by name.

    LibreOffice writes `card_data-Patterns.csv` where it writes all sheets of a workbook. Raises Failed for
    two files of one sheet.
    """
    paths: dict[str, Path] = {}
    first: dict[str, Path] = {}
    files = csv_files(folder)
    if len(files) > MOST_SHEETS:
        raise Failed(error(folder.name, f"The folder has more than {MOST_SHEETS} files .csv.", REMOVE))
    for path in files:
        name = path.stem.removeprefix(f"{folder.name}-") or path.stem
        twin = first.setdefault(fold(name), path)
        if twin is not path:
            fault = f"The sheet {name} is there twice: {twin.name} and {path.name}."
            raise Failed(error(f"{folder.name}/{path.name}", fault, "Remove or rename one of the two files."))
        if len(name) > LONGEST_NAME:
            fault = f"The name of the sheet “{name[:40]}…” is longer than {LONGEST_NAME} characters."
            raise Failed(error(folder.name, fault, "Rename the file."))
        paths[name] = path
    return {name: paths[name] for name in sorted(paths, key=sheet_order)}


def sheet_order(name: str) -> tuple[bool, str, str]:
    """Where a sheet stands if its place says nothing: Fields first, then by name."""
    return fold(name) != fold(FIELDS), fold(name), name


def csv_sheets(folder: Path, *, inside: Path | None) -> tuple[dict[str, Scanned], list[Problem]]:
    """The sheets of a folder, and what is wrong with single lines.

    The files have to lie in the folder `inside`, if that is given. Raises Failed with all files that
    cannot be read, and RefusedFile for more than a workbook may hold.
    """
    files = sheet_files(folder)
    if not files:
        mend = "Put a file there for each sheet, such as Fields.csv."
        raise RefusedFile("There is no file .csv in this folder.", mend)
    reader, bad = _Reader(), list[Problem]()
    scanned: dict[str, Scanned] = {}
    left = MOST_BYTES
    for name, path in files.items():
        try:
            content = read_bounded(path, inside=inside, most=left)
            left -= len(content)
            scanned[name] = reader.sheet(content, path.name)
        except BadText as fault:
            bad.append(fault.problem)
        except Unreadable as why:
            flaw = (
                f"The files of the folder are larger than {MOST_BYTES // MB} MB."
                if why.too_large
                else why.what
            )
            bad.append(error(path.name, flaw, REMOVE if why.too_large else why.mend))
    if bad:
        raise Failed(*bad, *reader.problems)
    return scanned, reader.problems


class _Reader:
    """Reads file after file, within bounds that hold for all of them together."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._sums = Sums()

    def sheet(self, content: bytes, name: str) -> Scanned:
        """The sheet of a file called `name`. Raises BadText and RefusedFile."""
        style = style_of(content, name)
        scanned = Scanned()
        ragged: list[Problem] = []
        least = most = 0
        for number, record in enumerate(records(content, name, style), 1):
            filled = _filled(record.cells)
            if not filled:
                continue
            if not most:
                _refuse_other_sign(record, name)
                least, most = filled, len(record.cells)
            elif filled > most or len(record.cells) < least:
                scanned.ragged.add(record.line)
                ragged.append(_ragged(name, record, least if filled <= most else most, style))
                record = Record(record.line, record.cells[:most])
            if number <= MOST_ROWS:  # a text of many lines takes no room from others: rows are counted
                scanned.last_row = max(MOST_ROWS, record.line)
            self._add(scanned, record, style, name)
        self.problems += _bounded(ragged, name)
        return scanned

    def _add(self, scanned: Scanned, record: Record, style: CsvStyle, name: str) -> None:
        for column, text in enumerate(record.cells, 1):
            raw = _raw(text, style)
            if raw == "":
                continue
            self._sums.count(1, name)
            self._sums.letters.add(len(text))
            scanned.cells[record.line, column] = raw


def _refuse_other_sign(header: Record, name: str) -> None:
    """A header of one cell with strokes in it was parted by them. Raises BadText."""
    if len(header.cells) == 1 and "|" in header.cells[0]:
        fault = f"The header is one cell, {shown(header.cells[0])}: a stroke parts no cells."
        mend = "Save the file with a comma, a semicolon or a tab between cells."
        raise BadText(error(f"{name}:{header.line}", fault, mend))


def _filled(cells: Sequence[str]) -> int:
    """How many cells there are up to the last that holds anything."""
    return next((number for number in range(len(cells), 0, -1) if cells[number - 1].strip()), 0)


def _raw(text: str, style: CsvStyle) -> Raw:
    """What a cell holds: a number or a truth value if it is written like one, as a spreadsheet has it.

    Of 1.000 nobody knows in a file with decimal commas whether it is one or a thousand; it stays a text.
    """
    plain = text.strip()
    if plain in _TRUTH:
        return _TRUTH[plain]
    match = _NUMBER.fullmatch(plain)
    if match is None or not _is_meant(plain, style):
        return _cut(text)
    if match[1] is None:
        return int(plain)
    number = plain.replace(",", ".")
    return Displayed(float(number), number)


def _is_meant(number: str, style: CsvStyle) -> bool:
    if style.comma:
        return not re.fullmatch(r"-?[1-9]\d{0,2}\.\d{3}", number)
    return "," not in number


def _cut(text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return text if clean(text) else ""
    cell = TextSoFar()
    cell.add(text)
    return cell.whole()


def _ragged(name: str, record: Record, width: int, style: CsvStyle) -> Problem:
    count = len(record.cells)
    sign = SIGNS[style.separator]
    if count < width:
        fault = f"The line has {_cells(count)}, but the header has {width}."
        mend = f"Add what is missing; an empty cell needs its {sign} too."
        if other := _other_sign(record, width, style):
            mend = f"Its cells are parted by {other}; write a {sign} there, as in the header."
    else:
        fault = f"The line has {_cells(_filled(record.cells))}, but the header only {width}."
        example = f'"so{style.separator} and so"'
        mend = f"Put a text with a {sign} into quotation marks, {example}, or take out the surplus."
    return error(f"{name}:{record.line}", fault, mend)


def _other_sign(record: Record, width: int, style: CsvStyle) -> str:
    """What parts the cells of a line that would be long enough with another sign than the header's."""
    for sign, name in SIGNS.items():
        if sign != style.separator and sum(cell.count(sign) for cell in record.cells) == width - 1:
            return f"{name}s"
    return ""


def _cells(count: int) -> str:
    return f"{count} cell{'' if count == 1 else 's'}"


def _bounded(ragged: Sequence[Problem], name: str) -> Iterable[Problem]:
    yield from ragged[:MOST_RAGGED]
    if len(ragged) > MOST_RAGGED:
        fault = f"From here on {len(ragged) - MOST_RAGGED} more lines have too few cells, or too many."
        yield error(ragged[MOST_RAGGED].where, fault, "Mend those that are listed first, and check again.")
