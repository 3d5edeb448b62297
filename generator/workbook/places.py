"""Where a Problem lies, as the files of the game name it.

Everywhere inside the program a cell is `Patterns!C14`, whatever kind of workbook it came from. Whoever
edits a folder of .csv files sees lines and headers instead: `Patterns.csv:14 (Requirement)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from generator.ground.files import Unreadable, is_folder_inside, read_bounded
from generator.ground.problems import Failed, Problem, note
from generator.records.cells import brief
from generator.workbook.cell_names import column_number
from generator.workbook.csv_sheets import sheet_files
from generator.workbook.csv_text import BadText, records, style_of
from generator.workbook.guard import MOST_BYTES

_CELL = r"([A-Z]{1,3})([0-9]+)"
_BARE = re.compile(rf"(?<=stands in ){_CELL}(?= already)|(?<=header into ){_CELL}\b")
"""A cell of the sheet that the place of the Problem names."""
_FORMATS = (
    ("Set the format of the cell to Number and type it again", "Write a plain number, such as 1000 or 2.5"),
    ("Set the format of the cell to Text and type it again", "Type it again"),
)
"""What a mend says of the formats of cells, and what it says where cells have none."""


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    headers: tuple[str, ...]

    def place(self, letters: str, row: str) -> str:
        return f"{self.name}:{row} ({self._column(letters)})"

    def bare(self, letters: str, row: str) -> str:
        return f"line {row} ({self._column(letters)})"

    def _column(self, letters: str) -> str:
        number = column_number(letters)
        header = " ".join(self.headers[number - 1].split()) if number <= len(self.headers) else ""
        return brief(header) or f"column {number}"


def located_in(workbook: Path, problems: Sequence[Problem], *, inside: Path | None) -> tuple[Problem, ...]:
    """The Problems as the files of `workbook` name their places: a folder's by file, line and header.

    The files are read again for their headers; those of a file that cannot be read are counted instead.
    """
    files: dict[str, _File] = {}
    if problems and is_folder_inside(workbook, inside or workbook):
        with suppress(Failed):  # one of the Problems says why
            files = {sheet: _file(path, inside) for sheet, path in sheet_files(workbook).items()}
    if not files:
        return tuple(problems)
    sheets = "|".join(re.escape(sheet) for sheet in sorted(files, key=len, reverse=True))
    named = re.compile(rf"(?<!\w)({sheets})!{_CELL}(?![0-9])")
    return tuple(_located(problem, files, named) for problem in problems)


def cells_in(workbook: Path, cells: Sequence[str], *, inside: Path | None) -> tuple[str, ...]:
    """Cells such as `Patterns!C14` as the files of `workbook` name them."""
    problems = located_in(workbook, [note(cell, "", "") for cell in cells], inside=inside)
    return tuple(problem.where for problem in problems)


def _file(path: Path, inside: Path | None) -> _File:
    try:
        content = read_bounded(path, inside=inside, most=MOST_BYTES)
        header = next(records(content, path.name, style_of(content, path.name)), None)
    except (BadText, Unreadable):
        header = None
    return _File(path.name, header.cells if header is not None and header.line == 1 else ())


def _located(problem: Problem, files: Mapping[str, _File], named: re.Pattern[str]) -> Problem:
    def place(match: re.Match[str]) -> str:
        return files[match[1]].place(match[2], match[3])

    whole = named.fullmatch(problem.where)
    own = files[whole[1]] if whole else None

    def told(text: str) -> str:
        text = named.sub(place, text)
        if own is None:
            return text
        return _BARE.sub(lambda match: own.bare(*(part for part in match.groups() if part)), text)

    mend = told(problem.mend)
    for spreadsheet, text in _FORMATS:
        mend = mend.replace(spreadsheet, text)
    where = named.sub(place, problem.where) if whole else problem.where
    return replace(
        problem,
        where=files[where].name if where in files else where,
        what=told(problem.what),
        mend=mend,
    )
