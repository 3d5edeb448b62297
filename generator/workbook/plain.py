"""The values of a workbook whose cells are plain: texts, numbers and truths, none of them a date.

This is what nearly every workbook of a game is, and to read only this takes a fifth of the time that
openpyxl needs to be loaded and to read it. What is not plain, in any cell, is left to openpyxl as a whole.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple
from xml.etree import ElementTree

from generator.ground.cache import NO_CACHE, Cache
from generator.workbook.kept import MAIN
from generator.workbook.scan import CellPlace, Scanned, column_number

Plain = tuple[str | int | float | bool, str]
"""A value and its number format."""


class WrittenCell(NamedTuple):
    """A cell as it stands in the part of its sheet."""

    place: CellPlace
    kind: str
    """Its type, 18.18.11."""
    written: str | None
    """Its value; of an inline text the text."""
    style: int


_ROW, _VALUE, _INLINE = f"{{{MAIN}}}row", f"{{{MAIN}}}v", f"{{{MAIN}}}is"
_TEXT, _RUN, _STRING = f"{{{MAIN}}}t", f"{{{MAIN}}}r", f"{{{MAIN}}}si"
_BUILT_IN: Mapping[int, str] = MappingProxyType(
    {0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 49: "@"}
)
"""Formats that show no date, by their number (ECMA-376 part 1, 18.8.30)."""
_NO_DATE = re.compile(r"General|@|[0#.,%]+")


class _NotPlain(Exception):
    """Something that openpyxl has to read."""


def plain_values(
    parts: Sequence[bytes],
    scanned: Sequence[Scanned],
    *,
    strings: bytes,
    styles: bytes,
    cache: Cache = NO_CACHE,
) -> list[dict[CellPlace, Plain]] | None:
    """The values of each sheet by their places, as openpyxl would give them; None if they are not plain.

    The parts are those that were reduced for openpyxl.
    """
    if any(sheet.far is not None for sheet in scanned):
        return None
    try:
        formats, texts = _formats(styles), list(_strings(strings))
        cells = [
            dict(_cells(_written(number, part, cache), sheet, texts, formats)) if sheet.values else {}
            for number, (part, sheet) in enumerate(zip(parts, scanned, strict=True))
        ]
    except (_NotPlain, ValueError, LookupError, ElementTree.ParseError):
        return None
    return (
        cells
        if all(len(values) == sheet.values for values, sheet in zip(cells, scanned, strict=True))
        else None
    )


def _elements(part: bytes, tag: str) -> Iterator[ElementTree.Element]:
    for _, element in ElementTree.iterparse(io.BytesIO(part)):
        if element.tag == tag:
            yield element
            element.clear()


def _formats(styles: bytes) -> list[str]:
    """The format of each style; nothing for one that may show a date."""
    tree = ElementTree.fromstring(styles)
    codes = {
        int(element.attrib["numFmtId"]): element.attrib["formatCode"]
        for element in tree.iter(f"{{{MAIN}}}numFmt")
    }
    used = (int(element.attrib["numFmtId"]) for element in tree.iter(f"{{{MAIN}}}xf"))
    known = (codes.get(number) or _BUILT_IN.get(number, "") for number in used)
    return [code if _NO_DATE.fullmatch(code) else "" for code in known]


def _strings(part: bytes) -> Iterator[str]:
    """The texts that cells share."""
    for element in _elements(part, _STRING):
        yield _text(element).replace("x005F_", "")  # as openpyxl has it


def _text(element: ElementTree.Element) -> str:
    """A text, or its runs joined. Raises _NotPlain for both in one."""
    if all(child.tag == _RUN for child in element):
        return "".join(part.text or "" for child in element for part in _one(child))
    if len(element) > 1:
        raise _NotPlain
    return "".join(part.text or "" for part in _one(element))


def _one(element: ElementTree.Element) -> list[ElementTree.Element]:
    texts = list(element)
    if len(texts) > 1 or any(text.tag != _TEXT for text in texts):
        raise _NotPlain
    return texts


def _written(number: int, part: bytes, cache: Cache) -> list[WrittenCell]:
    """The cells of the sheet of a number, as they are written in its part. Raises _NotPlain."""
    cached: tuple[bytes, list[WrittenCell]] | None = cache.recall("cells", number)
    if cached is not None and cached[0] == part:
        return cached[1]
    cells = list(_read(part))
    cache.remember("cells", number, (part, cells))
    return cells


def _read(part: bytes) -> Iterator[WrittenCell]:
    for row in _elements(part, _ROW):
        number = row.attrib["r"]
        for cell in row:
            ref = cell.attrib["r"]
            letters = ref.rstrip("0123456789")
            if ref != letters + number:
                raise _NotPlain
            kind, inline = cell.get("t", "n"), cell.find(_INLINE)
            written = cell.findtext(_VALUE)
            if kind == "inlineStr":
                written = _text(inline) if inline is not None else ""
            place = int(number), column_number(letters)
            yield WrittenCell(place, kind, written, int(cell.get("s", "0")))


def _cells(
    written: Sequence[WrittenCell], scanned: Scanned, texts: Sequence[str], formats: Sequence[str]
) -> Iterator[tuple[CellPlace, Plain]]:
    last_row, last_column = scanned.last
    for place, kind, text, number in written:
        if place[0] <= last_row and place[1] <= last_column:
            style = formats[number]
            value = _value(kind, text, texts, style)
            if value is not None:
                yield place, (value, style)


def _value(
    kind: str, written: str | None, texts: Sequence[str], style: str
) -> str | int | float | bool | None:
    if kind == "inlineStr":
        if not written:
            raise _NotPlain
        return written
    if not written:
        return None
    if kind not in _READ or (kind == "n" and not style):
        raise _NotPlain
    return texts[int(written)] if kind == "s" else _READ[kind](written)


def _number(text: str) -> int | float:
    return float(text) if any(sign in text for sign in ".eE") else int(text)


_READ: Mapping[str, Callable[[str], str | int | float | bool]] = MappingProxyType(
    {"n": _number, "s": str, "str": str, "e": str, "b": lambda text: bool(int(text))}
)
"""How a cell of a type is read (18.18.11); one of shared texts by its number."""
