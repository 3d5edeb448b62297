"""Text: shaped runs as PDF text operators, fonts embedded once as subsets.

Every run is kerned by the shaper that measured it, and stands at its own x. A glyph keeps the character
that it came from, so the text of the finished PDF can be searched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reportlab.pdfbase.ttfonts import TTFont

from generator.fonts import Fonts, Glyph, Shaper
from generator.svg.paths import number
from generator.svg.pdf import Pdf
from generator.svg.pen import Pen
from generator.svg.style import Style


class MissingSigns(ValueError):
    """A font lacks characters of a text."""

    def __init__(self, signs: str, file: str) -> None:
        super().__init__(f"The font {file} has no “{signs}”.")


@dataclass(slots=True)
class Run:
    """A shaped text: its width in em without letter-spacing, and its pieces.

    A piece is (PDF font name, operand of TJ); a font of more than 255 signs needs several.
    """

    width_em: float
    count: int
    pieces: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Lettering:
    """The fonts of one PDF."""

    pdf: Pdf
    fonts: Fonts
    shaper: Shaper = field(default_factory=Shaper)
    _faces: dict[Path, Any] = field(default_factory=dict)
    _codes: dict[tuple[Path, int, str], tuple[str, int, float]] = field(default_factory=dict)
    _runs: dict[tuple[Path, str], Run] = field(default_factory=dict)

    def run(self, style: Style, text: str) -> Run:
        """The text in the style's font. Raises UnknownFamily or MissingSigns."""
        path = self.fonts.path(style.font_family, style.font_weight, style.font_style)
        if (path, text) not in self._runs:
            self._runs[path, text] = self._shaped(path, text)
        return self._runs[path, text]

    def write(self, pen: Pen, run: Run, style: Style, *, x: float, y: float, mode: int) -> None:
        """Writes a run at its baseline, in a coordinate system whose y points down."""
        size, spacing = style.font_size, style.letter_spacing
        if not run.pieces or not size:
            return
        width = run.width_em * size + spacing * (run.count - 1)
        pen.write("BT")
        pen.lettering(mode=mode, spacing=spacing)
        pen.font(run.pieces[0][0], size)
        pen.write(f"1 0 0 -1 {number(x - width * style.text_anchor)} {number(y)} Tm")
        for name, operand in run.pieces:
            pen.font(name, size)
            pen.write(f"[{operand}] TJ")
        pen.write("ET")

    def _shaped(self, path: Path, text: str) -> Run:
        glyphs = self.shaper.shape(path, text)
        missing = {text[glyph.cluster] for glyph in glyphs if glyph.id == 0}
        if missing:
            raise MissingSigns("".join(sorted(missing)), path.name)
        pieces: list[tuple[str, list[str]]] = []
        owed = 0.0  # how far the next glyph moves to the left, in 1/1000 em
        for glyph in glyphs:
            name, code, natural = self._code(path, glyph, text[glyph.cluster])
            if not pieces or pieces[-1][0] != name:
                pieces.append((name, []))
            owed -= glyph.x_em * 1000
            pieces[-1][1].append(
                f"{number(round(owed, 2))}<{code:02x}>" if abs(owed) > 0.05 else f"<{code:02x}>"
            )
            owed = natural - glyph.advance_em * 1000 + glyph.x_em * 1000
        joined = ((name, "".join(codes).replace("><", "")) for name, codes in pieces)
        return Run(sum(glyph.advance_em for glyph in glyphs), len(glyphs), tuple(joined))

    def _code(self, path: Path, glyph: Glyph, sign: str) -> tuple[str, int, float]:
        """(PDF font name, byte, natural width in 1/1000 em) of a glyph."""
        key = (path, glyph.id, sign)
        if key not in self._codes:
            font = self._face(path)
            if font.face.charToGlyph.get(ord(sign)) != glyph.id:
                sign = self._stand_in(font, glyph)
            ((subset, code),) = font.splitString(sign, self.pdf.document)
            name = font.getSubsetInternalName(subset, self.pdf.document)
            self._codes[key] = (name, code[0], float(font.face.charWidths[ord(sign)]))
        return self._codes[key]

    def _stand_in(self, font: Any, glyph: Glyph) -> str:
        """A character for a glyph that shaping has put in another one's place; a private one if need be."""
        known = font.face.glyphToChar.get(glyph.id)
        if known:
            return chr(known[0])
        private = next(code for code in range(0xE000, 0xF900) if code not in font.face.charToGlyph)
        font.face.charToGlyph[private] = glyph.id
        font.face.glyphToChar.setdefault(glyph.id, []).append(private)
        font.face.charWidths[private] = glyph.advance_em * 1000
        return chr(private)

    def _face(self, path: Path) -> Any:
        if path not in self._faces:
            font = TTFont(path.stem, str(path), asciiReadable=False)
            font.face.name = re.sub(r"[^A-Za-z0-9-]", "", path.stem).encode("ascii")
            self._faces[path] = font
        return self._faces[path]
