"""A font in the PDF whose glyphs say which characters they stand for, whatever shaping has made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from reportlab.pdfbase.ttfonts import TTFError, TTFont

PRIVATE = range(0xE000, 0xF900)
"""Unicode's private characters: the ways to ask ReportLab for glyphs that have no character of their own."""

_MOST_LINES = 100
"""Lines in one block of a CMap (Adobe Technical Note 5014)."""


class UnreadableFont(ValueError):
    """A font file that cannot be put into a PDF; the message says why."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(why)
        self.path = path


class PdfFont(TTFont):  # type: ignore[misc]
    """ReportLab's font, with glyphs that mean another text than the character they are asked for by.

    Fraunces draws its h, m and n at large sizes with glyphs that no character leads to. They get a private
    character; the file's ToUnicode table says what was meant, so that a title can be found and copied.
    Raises UnreadableFont.
    """

    def __init__(self, path: Path, name: str) -> None:
        try:
            super().__init__(path.stem, str(path), asciiReadable=False)
        except (TTFError, OSError, ValueError, LookupError, ArithmeticError) as slip:
            raise UnreadableFont(path, f"{str(slip)[:200].rstrip('.')}.") from None
        self.face.name = name.encode("ascii")
        self._meant: dict[int, str] = {}

    def stand_in(self, glyph: int, *, width: float, meant: str) -> str:
        """A private character for a glyph of `width`/1000 em that stands for the text `meant`."""
        private = next(code for code in PRIVATE if code not in self.face.charToGlyph)
        self.face.charToGlyph[private] = glyph
        self.face.glyphToChar.setdefault(glyph, []).append(private)
        self.face.charWidths[private] = width
        self._meant[private] = meant
        return chr(private)

    def addObjects(self, doc: Any) -> None:
        """Adds the subsets to the document, each with a ToUnicode table of ours in place of ReportLab's."""
        subsets = {self.getSubsetInternalName(n, doc)[1:]: s for n, s in enumerate(self.state[doc].subsets)}
        super().addObjects(doc)
        for name, subset in subsets.items():
            table = doc.idToObject[doc.idToObject[name].ToUnicode.name]
            table.content = to_unicode(subset, self._meant)


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
