"""The text of a .csv file: how it is written, its records, and what is wrong with them, line by line."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from generator.ground.problems import Problem, error
from generator.records.cells import shown

SIGNS = {",": "comma", ";": "semicolon", "\t": "tab"}
"""What may part cells."""
LONGEST_LINE = 1_000_000
"""Letters of one line; 500 cells of 2,000 letters each."""
MOST_LINES = 1_048_576
LOOKED_AT = 100
"""So many lines are looked at for the separator of a file of one column."""
_STATED = re.compile(r"sep=([,;\t])\s*")
"""The line that Excel understands before the header."""
_ENCODED = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_SAVE_AS_UTF8 = (
    "Save the file as UTF-8: “CSV UTF-8” in Excel, the character set “Unicode (UTF-8)” in LibreOffice."
)


class BadText(Exception):
    """A file of which no more can be read; `problem` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


@dataclass(frozen=True, slots=True)
class CsvStyle:
    """How a file is written."""

    separator: str = ","
    stated: bool = False
    """Whether the first line says the separator, as Excel has it."""

    @property
    def comma(self) -> bool:
        """Whether 63,5 is a number: where the comma does not part cells, it parts decimals."""
        return self.separator == ";"


@dataclass(frozen=True, slots=True)
class Record:
    """A row of cells. `line` is that in which it begins, from 1; the header's is always 1."""

    line: int
    cells: tuple[str, ...]


def lines_of(content: bytes, name: str) -> Iterator[str]:
    """The lines of a file with their ends, without the mark of UTF-8. Raises BadText."""
    _refuse_no_text(content, name)
    stream, number = _opened(content, "utf-8-sig"), 0
    try:
        while line := stream.readline(LONGEST_LINE + 1):
            number += 1
            if len(line) > LONGEST_LINE:
                fault = f"The line has more than {LONGEST_LINE:,} letters."
                mend = "Part it, or save the file again with a line for each row."
                raise BadText(error(f"{name}:{number}", fault, mend))
            if number > MOST_LINES:
                fault = f"The file has more than {MOST_LINES:,} lines."
                raise BadText(error(f"{name}:{number}", fault, "Delete the lines that hold nothing."))
            yield line
    except UnicodeDecodeError:
        raise BadText(_not_utf8(content, name)) from None


def _opened(content: bytes, encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), encoding, newline="")


def _refuse_no_text(content: bytes, name: str) -> None:
    if content[:2] in _ENCODED:
        raise BadText(error(f"{name}:1", "The file is in UTF-16, not in UTF-8.", _SAVE_AS_UTF8))
    at = content.find(b"\0")
    if at >= 0:
        line = 1 + content.count(b"\n", 0, at)
        fault = "The line holds a NUL, which no text does: the file is damaged, or no text."
        raise BadText(error(f"{name}:{line}", fault, "Save it again as CSV, or take it from a backup."))


def _not_utf8(content: bytes, name: str) -> Problem:
    """The line at which a file shows that it was saved otherwise, and the word that tells how."""
    for number, line in enumerate(_opened(content, "latin-1"), 1):
        own = line.encode("latin-1")
        try:
            own.decode()
        except UnicodeDecodeError as fault:
            western = own[max(0, fault.start - 20) : fault.start + 20].decode("cp1252", "replace")
            word = next((w for w in re.findall(r"\w+", western) if not w.isascii()), western)
            flaw = f"The line is not in UTF-8; read as Western European (Latin-1) it has {shown(word)}."
            return error(f"{name}:{number}", flaw, _SAVE_AS_UTF8)
    return error(name, "The file is not in UTF-8.", _SAVE_AS_UTF8)


# ---------------------------------------------------------------- records


def style_of(content: bytes, name: str) -> CsvStyle:
    """How a file is written, by its header: the sign that parts it most often, quoted ones aside.

    A header of one cell has none; then it is the sign that the first lines hold least. Raises BadText.
    """
    header: dict[str, int] = {}
    counts = dict.fromkeys(SIGNS, 0)
    quoted = False
    for number, line in enumerate(lines_of(content, name), 1):
        stated = _STATED.fullmatch(line) if number == 1 else None
        if stated:
            return CsvStyle(stated[1], stated=True)
        outside = line.split('"')[1 if quoted else 0 :: 2]
        for separator in SIGNS:
            counts[separator] += sum(part.count(separator) for part in outside)
        quoted ^= line.count('"') % 2 == 1
        if not quoted and not header:
            header = dict(counts)
            if any(header.values()):
                return CsvStyle(max(SIGNS, key=lambda sign: header[sign]))
        if number >= LOOKED_AT:
            break
    return CsvStyle(min(SIGNS, key=lambda sign: counts[sign]))


def records(content: bytes, name: str, style: CsvStyle) -> Iterator[Record]:
    """The rows of a file in which there is anything, the header first. Raises BadText."""
    lines = lines_of(content, name)
    before = 0
    if style.stated:
        next(lines)
        before = 1
    reader = csv.reader(lines, delimiter=style.separator, strict=True, skipinitialspace=True)
    line = 1
    try:
        for cells in reader:
            if cells:
                yield Record(line if line == 1 else line + before, tuple(cells))
            line = reader.line_num + 1
    except csv.Error as fault:
        raise BadText(_unreadable(fault, f"{name}:{line + before}", style)) from None


def _unreadable(fault: csv.Error, where: str, style: CsvStyle) -> Problem:
    reason = str(fault)
    mend = (
        'Close it behind the text; a quotation mark inside of a text is written twice, as in "the ""sea""".'
    )
    if "field larger" in reason:
        flaw = "A cell that begins in this line has no end: a quotation mark is not closed, it seems."
        return error(where, flaw, mend)
    if "unexpected end" in reason:
        flaw = "A quotation mark that opens here is not closed before the file ends."
        return error(where, flaw, mend)
    flaw = (
        f"Behind a quotation mark that closes a cell comes neither a {SIGNS[style.separator]} nor the line’s "
        "end: one that opens here is not closed where it should be."
    )
    return error(where, flaw, mend)
