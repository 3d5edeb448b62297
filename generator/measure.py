"""Measures text through the renderer's shaper, so that a run is as wide on paper as it was measured."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from generator.fonts import Fonts, Ink, Shaper


class Typeface(NamedTuple):
    """A font file and the words by which an SVG asks for it."""

    family: str
    weight: int
    italic: bool
    path: Path


class Measure:
    """The fonts of a game with every width that was asked for. Widths are in em: multiply by the size."""

    def __init__(self, fonts: Fonts) -> None:
        self._fonts = fonts
        self._faces: dict[tuple[str, int, bool], Typeface] = {}
        self._shaper = Shaper()
        self._widths: dict[tuple[Path, str], float] = {}
        self._missing: dict[tuple[Path, str], str] = {}
        self._inks: dict[Path, Ink] = {}

    def face(self, family: str, weight: int = 400, italic: bool = False) -> Typeface:
        """The nearest typeface of a family. Raises fonts.UnknownFamily."""
        key = family, weight, italic
        if key not in self._faces:
            self._faces[key] = Typeface(*key, self._fonts.path(*key))
        return self._faces[key]

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
            self._inks[face.path] = self._shaper.ink(face.path)
        return self._inks[face.path]

    def gaps(self, face: Typeface, text: str) -> int:
        """How many gaps a run has for letter-spacing: one between two glyphs, none behind the last."""
        return max(0, len(self._shaper.shape(face.path, text)) - 1)
