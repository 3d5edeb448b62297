"""Measures text through the renderer's shaper, so that a run is as wide on paper as it was measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from generator.text.fonts import Fonts
from generator.text.shaping import Chain, Ink, Shaper

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
    chain: Chain
    rtl: bool = False
    """Whether its runs are read from right to left."""
    features: str = ""
    """What is asked of the font besides, such as `liga,onum`."""

    @property
    def asked(self) -> Mapping[str, str]:
        """The attributes by which an SVG asks for direction and features; none for what is usual."""
        tags = [f"'{tag.strip()}'" for tag in self.features.split(",") if tag.strip()]
        features = {"font-feature-settings": ",".join(tags)} if tags else {}
        return {"direction": "rtl", **features} if self.rtl else features

    @property
    def path(self) -> Path:
        """The file that most of its letters are from."""
        return self.chain[0]


class Measured(NamedTuple):
    """What shaping said about a run: its kerned width in font sizes, its glyphs, the signs that it lacks."""

    width_em: float
    glyphs: int
    missing: str

    @property
    def gaps(self) -> int:
        """How many gaps it has for letter-spacing: one between two glyphs, none behind the last."""
        return max(0, self.glyphs - 1)


Tick = Callable[[int], None]
"""Is told how many steps some work takes, so that a stranger's template pays for it."""


def free(_steps: int) -> None:
    """What measuring costs where nobody counts."""


class Ruler:
    """Measures runs of one typeface, and keeps what it has measured for as long as there is room."""

    __slots__ = ("_advances", "_face", "_known", "_shape")

    def __init__(
        self, face: Typeface, cache: dict[str, Measured], shape: Callable[[Typeface, str], Measured]
    ) -> None:
        self._face, self._known, self._shape = face, cache, shape
        self._advances: dict[str, tuple[float, float]] = {}

    def run(self, text: str) -> Measured:
        """What shaping says about a run."""
        measured = self._known.get(text)
        if measured is None:
            measured = self._known[text] = self._shape(self._face, text)
        return measured

    def advance_em(self, text: str) -> tuple[float, float]:
        """How far a text moves the pen: by the spaces at its left, and by all that follows them.

        Spaces at its edges may stand at the end of a line, so they have a width of their own, unkerned.
        """
        advance = self._advances.get(text)
        if advance is not None:
            return advance
        core, space_em = text.strip(EDGE), self.run(" ").width_em
        ahead = text.rstrip(EDGE) if self._face.rtl else text.lstrip(EDGE)  # what is left of the first letter
        before = len(text) - len(ahead) if core else len(text)
        rest = self.run(core).width_em + (len(text) - before - len(core)) * space_em if core else 0.0
        if len(text) <= _SHORT:
            if len(self._advances) >= _MOST_ADVANCES:
                self._advances.clear()
            self._advances[text] = before * space_em, rest
        return before * space_em, rest


class Measure:
    """The fonts of a game with every run that was asked for. Widths are in em: multiply by the size."""

    def __init__(self, fonts: Fonts, tick: Tick = free) -> None:
        self._fonts = fonts
        self._faces: dict[tuple[str, int, bool, bool, str], Typeface] = {}
        self._tick = tick
        self._shaper = Shaper(fonts)
        self._runs: dict[tuple[Chain, bool, str], dict[str, Measured]] = {}
        self._rulers: dict[Typeface, Ruler] = {}
        self._kept = 0
        self._inks: dict[Path, Ink] = {}

    def face(
        self,
        family: str,
        weight: int = 400,
        italic: bool = False,
        *,
        rtl: bool = False,
        features: str = "",
    ) -> Typeface:
        """The nearest typeface of a family. Raises fonts.UnknownFamily."""
        key = family, weight, italic, rtl, features
        face = self._faces.get(key)
        if face is None:
            chain = self._fonts.chain(family, weight, italic)
            face = self._faces[key] = Typeface(family, weight, italic, chain, rtl, features)
        return face

    def width_em(self, face: Typeface, text: str) -> float:
        """The kerned width of a run in font sizes."""
        return self.ruler(face).run(text).width_em

    def missing(self, face: Typeface, text: str) -> str:
        """The characters that the font lacks, each once."""
        return self.ruler(face).run(text).missing

    def ink(self, face: Typeface) -> Ink:
        """The real heights of the letters d, p and H in the font."""
        if face.path not in self._inks:
            self._inks[face.path] = self._shaper.ink(face.path)
        return self._inks[face.path]

    def ruler(self, face: Typeface) -> Ruler:
        """What measures runs of one typeface, for whoever asks for many."""
        ruler = self._rulers.get(face)
        if ruler is None:
            runs = self._runs.setdefault((face.chain, face.rtl, face.features), {})
            ruler = self._rulers[face] = Ruler(face, runs, self._shaped)
        return ruler

    def _shaped(self, face: Typeface, text: str) -> Measured:
        self._tick(_SHAPING + len(text) // 2)
        self._kept += len(text)
        if self._kept > MOST_KEPT:
            for runs in self._runs.values():
                runs.clear()
            self._kept = len(text)
        return Measured(*self._shaper.measured(face.chain, text, rtl=face.rtl, features=face.features))
