"""Words on sheets in scripts that the font of the margins does not have: shaped, in other fonts of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.ground.units import pt
from generator.text.bidi import base_is_rtl, turns
from generator.text.shaping import UNSEEN

if TYPE_CHECKING:
    from generator.svg.pdf_font import PdfFont
    from generator.text.fonts import FontData, Fonts
    from generator.text.shaping import Glyph, Shaper


@dataclass(slots=True)
class ScriptWriter:
    """Writes on ReportLab's canvas what its own text would leave out or put in a wrong order."""

    canvas: Any
    fonts: Fonts
    rtl: bool
    shaper: Shaper = field(init=False)
    _faces: dict[Path, tuple[PdfFont, dict[tuple[int, str], str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        from generator.text.shaping import Shaper

        self.shaper = Shaper(self.fonts)

    def needed(self, text: str, face: Any) -> bool:
        """Whether a text takes more than the letters of ReportLab's `face` one after the other."""
        return turns(text) or any(ord(sign) not in face.charToGlyph or UNSEEN.match(sign) for sign in text)

    def glyphs(self, text: str, font: FontData) -> tuple[Glyph, ...]:
        """The glyphs of a text from left to right, of that font or of any that has them."""
        rest = (file for faces in self.fonts.files.values() for file in faces[:1])
        chain = tuple(dict.fromkeys((font.path, *self.fonts.falls_back, *(file.path for file in rest))))
        return self.shaper.shape(chain, text, rtl=base_is_rtl(text, self.rtl))

    def width_mm(self, text: str, size_mm: float, font: FontData) -> float:
        """How wide a text is."""
        return sum(glyph.advance_em for glyph in self.glyphs(text, font)) * size_mm

    def write(self, text: str, x_mm: float, y_mm: float, size_mm: float, font: FontData) -> None:
        """The text from its left end on; what no font has is the empty box of the first one."""
        from generator.svg.lettering import spelled

        for spelt in spelled(self.glyphs(text, font), text, self.shaper):
            glyph = spelt.glyph
            face, signs = self._face(glyph.path)
            key = glyph.id, spelt.says
            if key not in signs:
                signs[key] = face.stand_in(glyph.id, width=glyph.advance_em * 1000, meant=spelt.says)
            self.canvas.setFont(face.fontName, pt(size_mm))
            left, up = x_mm + glyph.x_em * size_mm, y_mm + glyph.y_em * size_mm
            self.canvas.drawString(pt(left), pt(up), signs[key])
            x_mm += glyph.advance_em * size_mm

    def _face(self, path: Path) -> tuple[PdfFont, dict[tuple[int, str], str]]:
        if path not in self._faces:
            from reportlab.pdfbase import pdfmetrics

            from generator.svg.pdf_font import PdfFont

            face = PdfFont(self.fonts.data(path), "".join(filter(str.isalnum, path.stem)) or "Font")
            face.fontName = f"script:{self.fonts.digest(path)}:{path.name}"
            pdfmetrics.registerFont(face)
            self._faces[path] = face, {}
        return self._faces[path]
