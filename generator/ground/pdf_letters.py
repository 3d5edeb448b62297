"""The fonts of a finished PDF: how wide their letters are, what they say, and whether the file has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_MOST_CODES = 70_000
_MOST_MAP = 2_000_000
"""Bytes of a table from codes to letters."""
_WIDE = 1000.0
_GUESS = 500.0
"""The width of a letter that a font says nothing of, in thousandths."""
_PAIR = re.compile(rb"<([0-9A-Fa-f]{2,4})>\s*<([0-9A-Fa-f]+)>")
_RUN = re.compile(rb"<([0-9A-Fa-f]{2,4})>\s*<([0-9A-Fa-f]{2,4})>\s*<([0-9A-Fa-f]{4,8})>")
_LISTED = re.compile(rb"<([0-9A-Fa-f]{2,4})>\s*<([0-9A-Fa-f]{2,4})>\s*\[([^\]]{0,20000})\]")
_BLOCK = re.compile(rb"begin(bfchar|bfrange)(.*?)endbf(?:char|range)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Lettered:
    """One font of a file."""

    name: str
    embedded: bool
    two_bytes: bool
    widths: Mapping[int, float]
    """Code → thousandths of the size."""
    usual: float
    letters: Mapping[int, str]

    def codes(self, text: bytes) -> Iterator[int]:
        """The codes of a string."""
        if self.two_bytes:
            yield from (text[at] << 8 | text[at + 1] for at in range(0, len(text) - 1, 2))
        else:
            yield from text

    def width(self, code: int) -> float:
        """How wide a letter is, as a part of the size."""
        return self.widths.get(code, self.usual) / 1000

    def said(self, text: bytes) -> str:
        """What a string says."""
        return "".join(
            self.letters.get(code, chr(code) if 31 < code < 127 else "") for code in self.codes(text)
        )


def lettered(font: Any) -> Lettered:
    """What a font's dictionary says (ISO 32000-1, 9.6 to 9.10). Whatever is missing is guessed."""
    kind = str(font.get("/Subtype", ""))
    name = str(font.get("/BaseFont", font.get("/Name", "a font"))).removeprefix("/")
    letters = _letters(font)
    if kind == "/Type3":  # drawn in the file itself
        scale = 1000 * abs(float(font.get("/FontMatrix", [0.001])[0]))
        widths = {code: width * scale for code, width in _simple(font).items()}
        return Lettered(_plain(name), True, False, widths, _GUESS, letters)
    if kind == "/Type0":
        below = font.DescendantFonts[0]
        usual = float(below.get("/DW", _WIDE))
        return Lettered(_plain(name), _has_file(below), True, _composite(below), usual, letters)
    usual = float(font.get("/FontDescriptor", {}).get("/MissingWidth", _GUESS))
    return Lettered(_plain(name), _has_file(font), False, _simple(font), usual, letters)


def _plain(name: str) -> str:
    """A name without the six letters of a subset."""
    return re.sub(r"^[A-Z]{6}\+", "", name)


def _has_file(font: Any) -> bool:
    described = font.get("/FontDescriptor", {})
    return any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def _simple(font: Any) -> dict[int, float]:
    first = int(font.get("/FirstChar", 0))
    widths = font.get("/Widths", [])
    return {first + number: float(width) for number, width in zip(range(256), widths, strict=False)}


def _composite(font: Any) -> dict[int, float]:
    """The array W: `c [w1 w2 …]` or `first last w`."""
    widths: dict[int, float] = {}
    entries = list(font.get("/W", []))
    at = 0
    while at + 1 < len(entries) and len(widths) < _MOST_CODES:
        first = int(entries[at])
        if is_list(entries[at + 1]):
            widths |= {first + number: float(width) for number, width in enumerate(entries[at + 1])}
            at += 2
        elif at + 2 < len(entries):
            last = min(int(entries[at + 1]), first + _MOST_CODES)
            widths |= dict.fromkeys(range(first, last + 1), float(entries[at + 2]))
            at += 3
        else:
            break
    return widths


def _letters(font: Any) -> dict[int, str]:
    """The table ToUnicode (ISO 32000-1, 9.10.3); what it does not hold is taken as it is."""
    stream = font.get("/ToUnicode")
    if stream is None or not hasattr(stream, "read_bytes"):
        return {}
    text = stream.read_bytes()[:_MOST_MAP]
    made: dict[int, str] = {}
    for kind, block in _BLOCK.findall(text):
        if kind == b"bfchar":
            made |= {int(code, 16): _text(letters) for code, letters in _PAIR.findall(block)}
            continue
        for first, _, listed in _LISTED.findall(block):
            pairs = re.findall(rb"<([0-9A-Fa-f]+)>", listed)
            made |= {int(first, 16) + number: _text(letters) for number, letters in enumerate(pairs)}
        for first, last, letters in _RUN.findall(block):
            low, high, begin = int(first, 16), int(last, 16), int(letters, 16)
            made |= {code: _letter(begin + code - low) for code in range(low, min(high, low + 65_535) + 1)}
    return made


def _letter(code: int) -> str:
    return chr(code) if code < 0x110000 else ""


def _text(hexed: bytes) -> str:
    return bytes.fromhex(hexed.decode("ascii").rjust(4, "0")).decode("utf-16-be", "ignore")


def is_list(entry: Any) -> bool:
    """Whether an object of a PDF is an array."""
    from pikepdf import Array

    return isinstance(entry, Array | list)
