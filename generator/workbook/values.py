"""The values of all cells of an .xlsx file: what is written in them, with the formats and texts they share.

Names are those of ECMA-376 part 1, 18.4 (texts), 18.8 (formats) and 18.18.11 (types of cells). Openpyxl says
which format shows a date and which day a number is; it is loaded only where a format may be one.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from generator.ground.cache import NO_CACHE, Cache
from generator.records.cells import Displayed, Raw, Uncached, as_text
from generator.workbook.cell_names import CellPlace, cell_name
from generator.workbook.cell_text import CutText, Letters, TextSoFar
from generator.workbook.guard import REMOVE, SAVE_AGAIN, Archive, Nesting, PartReader, RefusedFile
from generator.workbook.number_formats import shown_as
from generator.workbook.package import Package, is_on, is_true
from generator.workbook.scan import FORMULA, Scanned, Sums, WrittenCell, written_sheet

MOST_TEXTS = 100_000
"""Texts that cells share, used or not; each run of a rich one counts."""
MOST_STYLES = 65_500
"""Formats of cells that a workbook can have (Excel's own limit, rounded up)."""
LONGEST_FORMAT = 255
MOST_BRACKETS = 20
"""Openpyxl's regular expression looks for the end of each bracket, to the end of the format."""
LARGEST_DISPLAYED = 10**15
"""Above it a float has no decimals left."""
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_PLAIN = frozenset({"General", "@"})
"""Number formats that show a number as it is."""
_BUILT_IN: Mapping[str, str] = MappingProxyType(
    {"1": "0", "2": "0.00", "3": "#,##0", "4": "#,##0.00", "9": "0%", "10": "0.00%", "49": "@"}
)
"""The built-in formats that show no date, by their number (18.8.30)."""
_TEXT_PLACES: Nesting = {
    "": frozenset({"sst"}),
    "sst": frozenset({"si"}),
    "si": frozenset({"t", "r"}),
    "r": frozenset({"t", "rPr"}),
    "rPr": frozenset({"strike"}),
}


def read_cells(archive: Archive, package: Package, cache: Cache = NO_CACHE) -> list[Scanned]:
    """What each sheet holds. Raises RefusedFile, and any other exception for contents that mean nothing.

    A sheet that is, byte by byte, what the `cache` remembers of it is not read again.
    """
    sums = Sums()
    texts = _SharedTexts(sums.letters)
    if package.strings is not None:
        archive.parse(package.strings, texts)
    formats, struck = _formats(archive, package.styles)
    values = _Values(texts.texts, formats, from_1904=package.from_1904)
    sheets = [written_sheet(archive, sheet.part, sheet.name, sums, cache) for sheet in package.sheets]
    scanned = [
        written.with_cells(values.of(sheet.name, written.cells))
        for sheet, written in zip(package.sheets, sheets, strict=True)
    ]
    if texts.struck or struck:
        for written, sheet in zip(sheets, scanned, strict=True):
            sheet.struck = sheet.struck | {
                place
                for place, kind, text, style in written.cells
                if style in struck or (kind == "s" and text in texts.struck)
            }
    return scanned


class _SharedTexts(PartReader):
    """The texts that cells share, in the order by which cells name them."""

    def __init__(self, letters: Letters) -> None:
        super().__init__(_TEXT_PLACES)
        self.texts: list[str] = []
        self.struck: set[str] = set()
        """The numbers of those with letters that are struck out, as cells write them."""
        self._letters = letters
        self._text = TextSoFar()
        self._count = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "si":
            self._text = TextSoFar()
        if tag == "strike" and is_on(attributes):
            self.struck.add(str(len(self.texts)))
        if tag in {"si", "r"}:
            self._count += 1
            if self._count > MOST_TEXTS:
                raise RefusedFile(f"The workbook holds more than {MOST_TEXTS:,} texts.", REMOVE)

    def take(self, text: str) -> None:
        if self.inside == "t":
            self._letters.add(len(text))
            self._text.add(text)

    def end(self, tag: str) -> None:
        if tag == "si":
            self.texts.append(_unescaped(self._text.whole()))


def _unescaped(text: str) -> str:
    """A text in which `_x000D_` is the sign of that number (18.4.12, 22.9.2.19); a pair may be one sign."""
    if "_x" not in text or isinstance(text, CutText):
        return text
    signs = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)
    return signs.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _formats(archive: Archive, part: str | None) -> tuple[list[str], frozenset[int]]:
    """The number format of each style of cells, and the styles whose letters are struck out.

    A format that is endless is General. Raises RefusedFile.
    """
    codes: dict[str, str] = {}
    used: list[str] = []
    fonts: list[bool] = []
    struck: set[int] = set()
    inside = of_fonts = False

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        nonlocal inside, of_fonts
        if tag == "fonts":
            of_fonts = True
        elif of_fonts and tag == "font" and len(fonts) < MOST_STYLES:
            fonts.append(False)
        elif of_fonts and tag == "strike" and fonts:
            fonts[-1] = is_on(attributes)
        elif tag == "numFmt" and len(codes) < MOST_STYLES:
            code = attributes.get("formatCode", "")
            endless = len(code) > LONGEST_FORMAT or code.count("[") > MOST_BRACKETS
            codes[attributes.get("numFmtId", "")] = "General" if endless else code
        elif tag == "cellXfs":
            inside = True
        elif tag == "xf" and inside:
            font = attributes.get("fontId", "")
            if font.isdecimal() and int(font) < len(fonts) and fonts[int(font)]:
                struck.add(len(used))
            used.append(attributes.get("numFmtId", "0"))
            if len(used) > MOST_STYLES:
                raise RefusedFile("The workbook holds more formats of cells than can be read.", REMOVE)

    def end(tag: str) -> None:
        nonlocal inside, of_fonts
        inside, of_fonts = inside and tag != "cellXfs", of_fonts and tag != "fonts"

    if part is not None:
        archive.elements(part, start, end)
    return [codes.get(number) or _built_in(number) for number in used], frozenset(struck)


def _built_in(number: str) -> str:
    if number in _BUILT_IN or number == "0" or len(number) > 2 or not number.isdecimal():
        return _BUILT_IN.get(number, "General")
    from openpyxl.styles.numbers import BUILTIN_FORMATS

    return str(BUILTIN_FORMATS.get(int(number), "General"))


class _Values:
    """Turns what is written in cells into values. A text that many cells share counts in each."""

    def __init__(self, texts: Sequence[str], formats: Sequence[str], *, from_1904: bool) -> None:
        self._texts = texts
        self._formats, self._styles = formats, len(formats)
        self._from_1904 = from_1904
        self._letters = Letters()

    def of(self, name: str, cells: Iterable[WrittenCell]) -> dict[CellPlace, Raw]:
        """The values of the sheet `name`; what is no value of its kind is a text. Raises RefusedFile."""
        values: dict[CellPlace, Raw] = {}
        for place, kind, written, style in cells:
            if place in values:
                fault = f"The file is damaged: its sheet “{name}” has two cells {cell_name(place)}."
                raise RefusedFile(fault, SAVE_AGAIN)
            if kind == "s":
                value: Raw = self._shared(written)
            elif kind == "n":
                value = self._number(written, self._formats[style] if style < self._styles else "General")
            elif kind == FORMULA:
                value = Uncached(f"={written}")
            elif kind == "b":
                value = is_true(written.strip().lower())
            elif kind == "d":
                value = _iso_date(written)
            else:  # a text of its own, the result of a formula, an error
                value = _unescaped(written)
            if isinstance(value, str):
                self._letters.add(len(value))
            values[place] = value
        return values

    def _shared(self, written: str) -> str:
        try:
            return self._texts[int(written)]
        except (LookupError, ValueError):
            return "#REF!"  # a text that the file does not have

    def _number(self, written: str, code: str) -> Raw:
        try:
            number = float(written) if any(sign in written for sign in ".eE") else int(written)
        except ValueError:  # some programs write with a comma, or a text
            return _unescaped(written)
        if code in _PLAIN:
            return number
        if abs(number) < LARGEST_DISPLAYED:
            text = shown_as(number, code)
            if text is not None:
                return Displayed(number, text) if text != as_text(number) else number
        return _dated(number, code, from_1904=self._from_1904)


def _dated(number: int | float, code: str, *, from_1904: bool) -> Raw:
    """A number in a format that may show a date, a time or a duration."""
    from openpyxl.styles.numbers import is_date_format, is_timedelta_format
    from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH, from_excel

    if not is_date_format(code):
        return Displayed(number, as_text(number), code) if abs(number) < LARGEST_DISPLAYED else number
    epoch = MAC_EPOCH if from_1904 else WINDOWS_EPOCH
    try:
        date: Raw = from_excel(number, epoch, timedelta=is_timedelta_format(code))
    except (OverflowError, ValueError):
        return "#VALUE!"  # a day before the calendar began, or after its end
    return date


def _iso_date(written: str) -> Raw:
    from openpyxl.utils.datetime import from_ISO8601

    try:
        date: Any = from_ISO8601(written)
    except (OverflowError, TypeError, ValueError):
        return written
    return date if isinstance(date, dt.datetime | dt.date | dt.time | dt.timedelta) else written
