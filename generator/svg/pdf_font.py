"""A font in the PDF whose glyphs say which characters they stand for, whatever shaping has made of them."""

from __future__ import annotations

import copy
import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.pdfbase.pdfdoc import PDFName
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace

from generator.ground.problems import Failed
from generator.text.font_kinds import is_cubic, measured_alone, quadratic_part
from generator.text.fonts import BrokenFont, FontData

PRIVATE = range(0xE000, 0xF900)
"""Unicode's private characters: the ways to ask ReportLab for glyphs that have no character of their own."""

_TAG, _LETTERS = 6, 26
"""Capital letters before the name of a subset (ISO 32000-1, 9.6.4)."""
_MOST_LINES = 100
"""Lines in one block of a CMap (Adobe Technical Note 5014)."""


class PageFont(TTFont):  # type: ignore[misc]
    """ReportLab's font as it is, for texts that ReportLab's Canvas writes. Raises BrokenFont."""

    def __init__(self, data: FontData, name: str, **options: Any) -> None:
        cubic = is_cubic(data.content)
        with blamed(data.path):
            readable = measured_alone(data.content) if cubic else data.content
            super().__init__(name, io.BytesIO(readable), **options)
        if cubic:
            self.face.__class__, self.face.cubic = _CubicFace, data.content
        self.face.filename = data.path.name
        self._path = data.path

    def addObjects(self, doc: Any) -> None:
        """Adds the subsets to the document."""
        subsets = {self.getSubsetInternalName(n, doc)[1:]: s for n, s in enumerate(self.state[doc].subsets)}
        with blamed(self._path):
            super().addObjects(doc)
        for name, subset in subsets.items():
            self.spell(doc, name, subset)
            _tag(doc, name)

    def spell(self, doc: Any, name: str, subset: list[int]) -> None:
        """Says what the signs of a subset mean, as ReportLab has done already."""


class PdfFont(PageFont):
    """ReportLab's font, with glyphs that mean another text than the character they are asked for by.

    Fraunces draws its h, m and n at large sizes with glyphs that no character leads to. They get a private
    character; the file's ToUnicode table says what was meant, so that a title can be found and copied.
    Raises BrokenFont.
    """

    def __init__(self, data: FontData, name: str) -> None:
        super().__init__(data, data.path.stem, asciiReadable=False)
        self.face.name = name.encode("ascii")
        self._meant: dict[int, str] = {}

    def afresh(self) -> PdfFont:
        """The same font for another file: as it was when it was read, whatever was asked of it since."""
        font: PdfFont = copy.copy(self)
        face = font.face = copy.copy(self.face)
        for table in ("charToGlyph", "glyphToChar", "charWidths"):  # which `stand_in` adds to
            setattr(face, table, dict(getattr(face, table)))
        font.state = WeakKeyDictionary()
        font._meant = {}
        return font

    def stand_in(self, glyph: int, *, width: float, meant: str) -> str:
        """A private character for a glyph of `width`/1000 em that stands for the text `meant`."""
        private = next((code for code in PRIVATE if code not in self.face.charToGlyph), None)
        if private is None:
            raise BrokenFont(self._path, "It draws too many signs by more than one glyph.")
        self.face.charToGlyph[private] = glyph
        self.face.glyphToChar[glyph] = [*self.face.glyphToChar.get(glyph, ()), private]
        self.face.charWidths[private] = width
        self._meant[private] = meant
        return chr(private)

    def spell(self, doc: Any, name: str, subset: list[int]) -> None:
        """Gives a subset a ToUnicode table of ours in place of ReportLab's."""
        table = doc.idToObject[doc.idToObject[name].ToUnicode.name]
        table.content = to_unicode(subset, self._meant)


@lru_cache(maxsize=8)
def parsed_font(data: FontData) -> PdfFont:
    """A font as it was read: that takes longer than writing. A file has its own copy. Raises BrokenFont."""
    return PdfFont(data, re.sub(r"[^A-Za-z0-9-]", "", data.path.stem))


class _CubicFace(TTFontFace):  # type: ignore[misc]
    """A face whose outlines are cubic: the glyphs of each subset are made quadratic when it is written."""

    cubic: bytes

    def makeSubset(self, subset: list[int]) -> bytes:
        """A subset as a TrueType font."""
        glyphs = {code: self.charToGlyph.get(code, 0) for code in subset}
        part, numbers = quadratic_part(self.cubic, glyphs.values())
        face = TTFontFace(io.BytesIO(part))
        face.charToGlyph = {code: numbers[glyph] for code, glyph in glyphs.items()}
        return bytes(face.makeSubset(subset))


def _tag(doc: Any, name: str) -> None:
    """Name a subset by its content: ReportLab calls the first one of every font of every file AAAAAA."""
    font = doc.idToObject[name]
    descriptor = doc.idToObject[font.FontDescriptor.name].dict
    glyphs = doc.idToObject[descriptor["FontFile2"].name].content
    meaning = doc.idToObject[font.ToUnicode.name].content
    tagged = subset_tag(glyphs + meaning.encode("latin-1")) + font.BaseFont[_TAG:]
    font.BaseFont, descriptor["FontName"] = tagged, PDFName(tagged)


def subset_tag(content: bytes) -> str:
    """Six capital letters that tell subsets of a font apart, by the content of one.

    >>> subset_tag(b"one"), subset_tag(b"two")
    ('DNDFOH', 'XYBJXY')
    """
    number = int.from_bytes(hashlib.blake2b(content, digest_size=8).digest(), "big")
    return "".join(chr(ord("A") + number // _LETTERS**place % _LETTERS) for place in range(_TAG))


@contextmanager
def blamed(path: Path) -> Iterator[None]:
    """Whatever goes wrong inside is the font's fault: ReportLab raises what its reading leads to."""
    try:
        yield
    except (MemoryError, Failed):
        raise
    except Exception as slip:
        why = " ".join(str(slip).split())[:200].rstrip(".")
        raise BrokenFont(path, f"{why or type(slip).__name__}.") from None


def to_unicode(subset: Iterable[int], meant: Mapping[int, str]) -> str:
    """The ToUnicode CMap of a font whose byte n is the n-th character (ISO 32000-1, 9.10.3)."""
    lines = [
        f"<{code:02X}> <{meant.get(sign, chr(sign)).encode('utf-16-be').hex().upper()}>"
        for code, sign in enumerate(subset)
    ]
    blocks = [lines[at : at + _MOST_LINES] for at in range(0, len(lines), _MOST_LINES)]
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin",
            "12 dict begin",
            "begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            "/CMapName /Adobe-Identity-UCS def",
            "/CMapType 2 def",
            "1 begincodespacerange",
            "<00> <FF>",
            "endcodespacerange",
            *(f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar" for block in blocks),
            "endcmap",
            "CMapName currentdict /CMap defineresource pop",
            "end",
            "end",
        ]
    )
