"""The values of all cells, as openpyxl reads them from a workbook that was bounded and reduced before."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

from generator.ground.cache import NO_CACHE, Cache
from generator.records.cells import Displayed, Raw
from generator.workbook.guard import Archive
from generator.workbook.kept import Letters
from generator.workbook.package import Package
from generator.workbook.plain import Plain, plain_values
from generator.workbook.reduced import reduced, strings_part, styles_part
from generator.workbook.scan import CellPlace, Scanned, Sums, scanned_again

LONGEST_TEXT = 5_000
"""Characters of one cell; a card holds some hundred."""
DECIMALS = re.compile(r"0\.(0{1,9})")
"""A number format that shows so many decimals, always: the 1 of a version is 1.0."""
LARGEST_DISPLAYED = 10**15
"""Above it a float has no decimals left."""


class CutText(str):
    """The beginning of a text that is longer than a cell may be; `length` is that of the whole."""

    length: int = 0


def read_cells(archive: Archive, package: Package, cache: Cache = NO_CACHE) -> list[Scanned]:
    """What each sheet holds. Raises Refused, and anything that openpyxl raises of damaged contents.

    A sheet that is, byte by byte, what the `cache` remembers of it is not read again.
    """
    sums = Sums()
    strings = strings_part(archive, package.strings, sums.letters)
    styles = styles_part(archive, package.styles)
    scanned = [scanned_again(archive, sheet.part, sheet.name, sums, cache) for sheet in package.sheets]
    found = [sheet for sheet, _ in scanned]
    parts = [part for _, part in scanned]
    plain = plain_values(parts, found, strings=strings, styles=styles, cache=cache)
    if plain is not None:
        _add_plain(plain, found)
        return found
    content = reduced(parts, strings=strings, styles=styles, from_1904=package.from_1904)
    del scanned, strings, parts
    _add_values(content, found)
    return found


def _add_plain(plain: list[dict[CellPlace, Plain]], scanned: list[Scanned]) -> None:
    letters = Letters()
    for values, sheet in zip(plain, scanned, strict=True):
        for place, (value, style) in values.items():
            sheet.cells[place] = _raw(value, partial(str, style), letters)


def _add_values(content: bytes, scanned: list[Scanned]) -> None:
    from openpyxl import load_workbook

    letters = Letters()  # a text that many cells share counts in each
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a workbook without fonts; dates outside of the calendar
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        for sheet, scan in zip(book.worksheets, scanned, strict=True):
            if scan.far is not None and scan.far not in scan.cells:
                far = sheet.cell(*scan.far)
                scan.cells[scan.far] = _raw(far.value, partial(getattr, far, "number_format"), letters)
            values = _values(sheet, scan.last, letters) if scan.values else {}
            if len(values) != scan.values:
                raise ValueError(len(values))  # cells that are there twice, or in another name space
            scan.cells.update(values)


def _values(sheet: Any, last: CellPlace, letters: Letters) -> dict[CellPlace, Raw]:
    return {
        (cell.row, cell.column): _raw(cell.value, partial(getattr, cell, "number_format"), letters)
        for row in sheet.iter_rows(max_row=last[0], max_col=last[1])
        for cell in row
        if cell.value is not None
    }


def _raw(value: Raw, shown_as: Callable[[], str], letters: Letters) -> Raw:
    if isinstance(value, str):
        text = _bounded(value)
        letters.add(len(text))
        return text
    if isinstance(value, int | float) and not isinstance(value, bool):
        decimals = DECIMALS.fullmatch(shown_as()) if abs(value) < LARGEST_DISPLAYED else None
        return Displayed(value, len(decimals[1])) if decimals else value
    return value


def _bounded(text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return text
    cut = CutText(text[:LONGEST_TEXT])
    cut.length = len(text)
    return cut
