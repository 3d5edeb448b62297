"""What the cells of all sheets share: texts, which are stored once, and number formats.

Elements are those of ECMA-376 part 1, 18.4 and 18.8. Of openpyxl what it knows of number formats is used.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from generator.workbook_guard import REMOVE, Archive, Refused
from generator.workbook_package import Package

LONGEST_TEXT = 5_000
"""Characters of one cell; a card holds some hundred."""
MOST_TEXT = 16_000_000
"""Characters of all cells together."""
MOST_STYLES = 65_500
"""Formats of cells that a workbook can have (Excel's own limit, rounded up)."""
LONGEST_FORMAT = 255


class Cut(str):
    """The beginning of a text that is longer than a cell may be; `length` is that of the whole."""

    length: int = 0


@dataclass(slots=True)
class Shared:
    """What the cells of all sheets refer to, and what was read of them so far."""

    strings: list[str] = field(default_factory=list)
    formats: list[str] = field(default_factory=list)
    """The number format of each style."""
    epoch: dt.datetime = dt.datetime(1899, 12, 30)
    cells: int = 0
    text: int = 0


def read_shared(archive: Archive, package: Package) -> Shared:
    """The shared texts and the styles of a workbook."""
    from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900

    made = Shared(epoch=CALENDAR_MAC_1904 if package.from_1904 else CALENDAR_WINDOWS_1900)
    if package.strings is not None:
        strings = _Strings(made.strings)
        archive.parse(package.strings, strings.start, strings.end, strings.take)
    if package.styles is not None:
        styles = _Styles(made.formats)
        archive.parse(package.styles, styles.start, styles.end)
    return made


class Texts:
    """Collects the text of an element, of which no more is kept than a cell may hold."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self.open = False
        """Whether what comes belongs to the text."""
        self.aside = False
        """In a phonetic run, which is no part of the text."""

    def take(self, data: str) -> None:
        """More letters, from expat."""
        if self.open:
            if self._length <= LONGEST_TEXT:
                self._pieces.append(data)
            self._length += len(data)

    def begin(self) -> None:
        """A new text begins."""
        self._pieces.clear()
        self._length = 0

    def text(self) -> str:
        """The text, a Cut if it is too long."""
        text = "".join(self._pieces)
        if self._length <= LONGEST_TEXT:
            return text
        cut = Cut(text[:LONGEST_TEXT])
        cut.length = self._length
        return cut


class _Strings(Texts):
    def __init__(self, found: list[str]) -> None:
        super().__init__()
        self._found = found
        self._sum = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "si":
            self.begin()
        elif tag == "rPh":
            self.aside = True
        elif tag == "t":
            self.open = not self.aside

    def end(self, tag: str) -> None:
        if tag == "t":
            self.open = False
        elif tag == "rPh":
            self.aside = False
        elif tag == "si":
            text = self.text()
            self._sum += len(text)
            if self._sum > MOST_TEXT:
                raise too_much_text()
            self._found.append(text if isinstance(text, Cut) else text.replace("x005F_", ""))


class _Styles:
    """The number formats, by the index that cells use."""

    def __init__(self, found: list[str]) -> None:
        self._found = found
        self._own: dict[str, str] = {}
        self._inside = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "numFmt" and len(self._own) < MOST_STYLES:
            code = attributes.get("formatCode", "")
            self._own[attributes.get("numFmtId", "")] = code if len(code) <= LONGEST_FORMAT else "General"
        elif tag == "cellXfs":
            self._inside = True
        elif tag == "xf" and self._inside:
            if len(self._found) >= MOST_STYLES:
                raise Refused("The workbook holds more formats of cells than can be read.", REMOVE)
            number = attributes.get("numFmtId", "0")
            self._found.append(self._own.get(number) or _builtin(number))

    def end(self, tag: str) -> None:
        if tag == "cellXfs":
            self._inside = False


def _builtin(number: str) -> str:
    from openpyxl.styles.numbers import builtin_format_code

    return builtin_format_code(int(number)) or "General"


@lru_cache(maxsize=1000)
def date_kind(code: str) -> tuple[bool, bool]:
    """Whether a number format shows a date or time, and whether it shows a length of time."""
    from openpyxl.styles.numbers import is_date_format, is_timedelta_format

    return is_date_format(code), is_timedelta_format(code)


def too_much_text() -> Refused:
    """Why a workbook is not read whose cells hold whole books."""
    return Refused("The workbook holds more text than can be read.", REMOVE)
