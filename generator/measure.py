"""Measures text through the renderer's shaper, so that a run is as wide on paper as it was measured."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import uharfbuzz

from generator.fonts import Fonts, Shaper


class Typeface(NamedTuple):
    """A font file and the words by which an SVG asks for it."""

    family: str
    weight: int
    italic: bool
    path: Path


class Ink(NamedTuple):
    """Heights of a typeface's letters over and under the baseline, in em, all positive."""

    ascent: float
    descent: float
    cap: float


class Measure:
    """The fonts of a game with every width that was asked for. Widths are in em: multiply by the size."""

    def __init__(self, fonts: Fonts, shaper: Shaper | None = None) -> None:
        self._fonts = fonts
        self._shaper = shaper or Shaper()
        self._widths: dict[tuple[Path, str], float] = {}
        self._missing: dict[tuple[Path, str], str] = {}
        self._inks: dict[Path, Ink] = {}

    def face(self, family: str, weight: int = 400, italic: bool = False) -> Typeface:
        """The nearest typeface of a family. Raises fonts.UnknownFamily."""
        return Typeface(family, weight, italic, self._fonts.path(family, weight, italic))

    def width_em(self, face: Typeface, text: str) -> float:
        """The kerned width of a run in font sizes."""
        key = (face.path, text)
        if key not in self._widths:
            self._widths[key] = self._shaper.width_em(face.path, text)
        return self._widths[key]

    def missing(self, face: Typeface, text: str) -> str:
        """The characters that the font lacks, each once."""
        key = (face.path, text)
        if key not in self._missing:
            lost = (text[glyph.cluster] for glyph in self._shaper.shape(face.path, text) if glyph.id == 0)
            self._missing[key] = "".join(dict.fromkeys(lost))
        return self._missing[key]

    def ink(self, face: Typeface) -> Ink:
        """The real heights of the letters d, p and H in the font."""
        if face.path not in self._inks:
            self._inks[face.path] = _measure_ink(face.path)
        return self._inks[face.path]

    def gaps(self, face: Typeface, text: str) -> int:
        """How many gaps a run has for letter-spacing: one between two glyphs, none behind the last."""
        return max(0, len(self._shaper.shape(face.path, text)) - 1)


def _measure_ink(path: Path) -> Ink:
    face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
    font = uharfbuzz.Font(face)

    def extents(letter: str) -> tuple[float, float]:
        glyph = font.get_nominal_glyph(ord(letter))
        box = font.get_glyph_extents(glyph) if glyph else None
        if box is None:  # a font without Latin letters: its own line metrics have to do
            line = font.get_font_extents("ltr")
            return line.ascender / face.upem, -line.descender / face.upem
        return box.y_bearing / face.upem, -(box.y_bearing + box.height) / face.upem

    return Ink(extents("d")[0], extents("p")[1], extents("H")[0])
