"""Measures text through the renderer's shaper, so that a run is as wide on paper as it was measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from generator.text.fonts import Fonts, Ink, Shaper

MOST_KEPT = 4_000_000
"""Characters of measured runs that are kept, so that no text is shaped twice; a game has a tenth of it."""
EDGE = " \u00a0"
"""What counts as a space at the edge of a run."""
_SHORT, _MOST_ADVANCES = 200, 20_000
"""Texts of so many letters are remembered with their spaces, and so many of them."""
_SHAPING = 10
"""Steps for shaping a run, and half a step for each of its characters."""


class Typeface(NamedTuple):
    """A font file and the words by which an SVG asks for it."""

    family: str
    weight: int
    italic: bool
    path: Path


class Measured(NamedTuple):
    """What shaping said about a run: its kerned width in font sizes, its glyphs, the signs that it lacks."""

    width_em: float
    glyphs: int
    missing: str


Tick = Callable[[int], None]
"""Is told how many steps some work takes, so that a stranger's template pays for it."""


def free(_steps: int) -> None:
    """What measuring costs where nobody counts."""


class Ruler:
    """Measures runs of one typeface, and keeps what it has measured for as long as there is room."""

    __slots__ = ("_advances", "_known", "_path", "_shape")

    def __init__(
        self, path: Path, cache: dict[str, Measured], shape: Callable[[Path, str], Measured]
    ) -> None:
        self._path, self._known, self._shape = path, cache, shape
        self._advances: dict[str, tuple[float, float]] = {}

    def run(self, text: str) -> Measured:
        """What shaping says about a run."""
        measured = self._known.get(text)
        return self._shape(self._path, text) if measured is None else measured

    def width_em(self, text: str) -> float:
        """The kerned width of a run in font sizes."""
        measured = self._known.get(text)
        return (self._shape(self._path, text) if measured is None else measured).width_em

    def advance_em(self, text: str) -> tuple[float, float]:
        """How far a text moves the pen: by the spaces that it begins with, and by all that follows them.

        Spaces at its edges may stand at the end of a line, so they have a width of their own, unkerned.
        """
        advance = self._advances.get(text)
        if advance is not None:
            return advance
        core, space_em = text.strip(EDGE), self.width_em(" ")
        before = len(text) - len(text.lstrip(EDGE)) if core else len(text)
        rest = self.width_em(core) + (len(text) - before - len(core)) * space_em if core else 0.0
        if len(text) <= _SHORT:
            if len(self._advances) >= _MOST_ADVANCES:
                self._advances.clear()
            self._advances[text] = before * space_em, rest
        return before * space_em, rest


class Measure:
    """The fonts of a game with every run that was asked for. Widths are in em: multiply by the size."""

    def __init__(self, fonts: Fonts, tick: Tick = free) -> None:
        self._fonts = fonts
        self._faces: dict[tuple[str, int, bool], Typeface] = {}
        self._tick = tick
        self._shaper = Shaper(fonts)
        self._runs: dict[Path, dict[str, Measured]] = {}
        self._rulers: dict[Typeface, Ruler] = {}
        self._kept = 0
        self._inks: dict[Path, Ink] = {}

    def face(self, family: str, weight: int = 400, italic: bool = False) -> Typeface:
        """The nearest typeface of a family. Raises fonts.UnknownFamily."""
        key = family, weight, italic
        if key not in self._faces:
            self._faces[key] = Typeface(*key, self._fonts.path(*key))
        return self._faces[key]

    def width_em(self, face: Typeface, text: str) -> float:
        """The kerned width of a run in font sizes."""
        return self._run(face, text).width_em

    def missing(self, face: Typeface, text: str) -> str:
        """The characters that the font lacks, each once."""
        return self._run(face, text).missing

    def gaps(self, face: Typeface, text: str) -> int:
        """How many gaps a run has for letter-spacing: one between two glyphs, none behind the last."""
        return max(0, self._run(face, text).glyphs - 1)

    def ink(self, face: Typeface) -> Ink:
        """The real heights of the letters d, p and H in the font."""
        if face.path not in self._inks:
            self._inks[face.path] = self._shaper.ink(face.path)
        return self._inks[face.path]

    def ruler(self, face: Typeface) -> Ruler:
        """What measures runs of one typeface, for whoever asks for many."""
        ruler = self._rulers.get(face)
        if ruler is None:
            runs = self._runs.setdefault(face.path, {})
            ruler = self._rulers[face] = Ruler(face.path, runs, self._shaped)
        return ruler

    def _run(self, face: Typeface, text: str) -> Measured:
        return self.ruler(face).run(text)

    def _shaped(self, path: Path, text: str) -> Measured:
        self._tick(_SHAPING + len(text) // 2)
        self._kept += len(text)
        if self._kept > MOST_KEPT:
            for runs in self._runs.values():
                runs.clear()
            self._kept = len(text)
        measured = Measured(*self._shaper.measured(path, text))
        self._runs[path][text] = measured
        return measured
