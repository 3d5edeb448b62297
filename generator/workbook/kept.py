"""What of a part a library may see: the elements that hold cells, cut out of the bytes as they stand."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from itertools import pairwise

from generator.workbook.guard import REMOVE, SAVE_AGAIN, Archive, RefusedFile

MOST_TEXT = 16_000_000
"""Characters of all cells together."""
MOST_IN_ONE = 100_000
"""Elements of one row, or of one text: 16,384 cells of six."""
LARGEST_ONE = 20_000_000
"""Bytes of one row, or of one text."""
_PLACES: Mapping[str, frozenset[str]] = {
    "": frozenset({"worksheet", "sst"}),
    "worksheet": frozenset({"sheetData"}),
    "sheetData": frozenset({"row"}),
    "row": frozenset({"c"}),
    "c": frozenset({"v", "is"}),
    "sst": frozenset({"si"}),
    "is": frozenset({"t", "r"}),
    "si": frozenset({"t", "r"}),
    "r": frozenset({"t"}),
    "v": frozenset(),
    "t": frozenset(),
}
"""What is kept, by what it has to lie in (ECMA-376 part 1, 18.3 and 18.4); all else is cut out."""
_STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


class Kept:
    """Follows the elements of one part, and knows which bytes of it are to be left out."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._path = [""]
        self._skipped = 0
        """How deep we are inside of what is cut out."""
        self._cuts = array("q")
        """Where each cut begins and ends, in turns."""
        self._from = -1
        """Where a cut begins that lasts until the next tag."""
        self._elements = 0
        self._one = 0
        self.data: int | None = None
        """Where the element with the rows begins."""

    @property
    def inside(self) -> str:
        """The innermost element that is kept."""
        return self._path[-1]

    def start(self, tag: str) -> bool:
        """An element begins; whether it is kept."""
        if self._skipped:
            self._skipped += 1
            return False
        at = self._archive.at
        if tag not in _PLACES[self._path[-1]]:
            if self._from < 0:
                self._from = at
            self._skipped = 1
            return False
        self._settle(at)
        self._path.append(tag)
        self._elements += 1
        if tag in {"row", "si"}:
            self._elements, self._one = 0, at
        elif tag == "sheetData" and self.data is None:
            self.data = at
        elif self._elements > MOST_IN_ONE:
            raise _endless()
        return True

    def end(self, tag: str) -> bool:
        """An element ends; whether it was kept."""
        if self._skipped:
            self._skipped -= 1
            return False
        at = self._archive.at
        self._settle(at)
        self._path.pop()
        if tag in {"row", "si"} and at - self._one > LARGEST_ONE:
            raise _endless()
        return True

    def drop(self, start: int) -> None:
        """Leave out the element that has just ended after all; `start` is where it began."""
        while self._cuts and self._cuts[-2] >= start:
            del self._cuts[-2:]
        if self._cuts and self._cuts[-1] == start:
            start = self._cuts[-2]
            del self._cuts[-2:]
        self._from = start

    def _settle(self, at: int) -> None:
        if self._from >= 0:
            self._cuts.extend((self._from, at))
            self._from = -1

    def of(self, content: bytes) -> bytes:
        """What is kept of a part's bytes.

        The size of a sheet is put before its rows: openpyxl would read all of it to find that it has none.
        """
        edges = [0, *self._cuts, self._from if self._from >= 0 else len(content)]
        pieces = [content[start:end] for start, end in list(pairwise(edges))[::2]]
        codec = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(content[:2], "utf-8")
        if self.data is not None:
            number = next(n for n, edge in enumerate(edges[1::2]) if edge > self.data)
            at = self.data - edges[2 * number]
            name, _, _ = content[self.data : self.data + 1000].decode(codec, "ignore").partition("sheetData")
            size = f'{name}dimension ref="A1"/>'.encode(codec)
            pieces[number] = pieces[number][:at] + size + pieces[number][at:]
        pieces[0] = pieces[0].replace(_STRICT.encode(codec), MAIN.encode(codec))
        return b"".join(pieces)


def _endless() -> RefusedFile:
    return RefusedFile("The file is damaged: a row or a text of it has no end.", SAVE_AGAIN)


class Letters:
    """How many letters the texts and values of a workbook have, all together."""

    def __init__(self) -> None:
        self._sum = 0

    @property
    def sum(self) -> int:
        """How many there are so far."""
        return self._sum

    def add(self, count: int) -> None:
        """Raises Refused for more than all cells may hold."""
        self._sum += count
        if self._sum > MOST_TEXT:
            raise RefusedFile("The workbook holds more text than can be read.", REMOVE)
