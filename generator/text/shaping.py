"""The one shaper that measures text and places its glyphs: HarfBuzz, of every script and in both directions.

Measuring and drawing go through the same `Shaper`: kerned measuring with unkerned drawing is off by
millimetres a line. A run is a line of text in one style: its characters stand in reading order and its
glyphs from left to right, each of the first font of a chain that has it. Ligatures of Latin, Greek and
Cyrillic letters are off unless somebody asks for them; other scripts have those that they need.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category, combining, mirrored, normalize

import uharfbuzz

from generator.text.bidi import levels_of, turns, visual_order
from generator.text.fonts import Fonts

FEATURES = {"kern": True, "liga": False, "clig": False, "dlig": False, "calt": False}
"""OpenType features of Latin, Greek and Cyrillic: kerning, and no substitution that nobody asked for."""
_SCRIPT_FEATURES = {"kern": True}
"""Of all other scripts, whose letters join and change: what each of them needs is on by itself."""

_CLUSTERS = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS

_DEMANDING = re.compile(
    "[\u0590-\u109f\u1100-\u1c7f\u1c90-\u1cff\u200b-\u200f\u202a-\u202e\u2060-\u2069\u2c80-\u2cff\u2d30-\u2ddf"
    "\u2e80-\ua63f\ua6a0-\ua6ff\ua800-\uab2f\uab70-\ud7ff\uf900-\ufaff\ufb07-\ufdff\ufe00-\uffef"
    "\U00010000-\U0001d3ff\U0001d800-\U0003ffff]"
)
"""Characters of scripts that are not simply written letter by letter from left to right, or are of none."""
_EUROPEAN = frozenset({"Latn", "Grek", "Cyrl", "Armn", "Zyyy", "Zinh"})
_EAST_ASIAN = frozenset({"Hani", "Hira", "Kana", "Bopo"})
"""They are mixed in every word, and shaped alike."""
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
"""Characters that need no glyph."""
_VIRAMA = 9
"""The combining class of signs that join a consonant to the next one."""

Chain = tuple[Path, ...]
"""Font files: a letter is that of the first one that has it."""


class Glyph(NamedTuple):
    """One shaped glyph. Lengths are in em: multiply by the font size."""

    id: int
    cluster: int
    """Index of the glyph's first character in the text."""
    advance_em: float
    x_em: float
    y_em: float
    """How far it is moved up."""
    path: Path
    """The file of its font."""
    rtl: bool = False
    """Whether it is of a part that runs from right to left."""


class FontLine(NamedTuple):
    """What a font says of its lines, in em: above the baseline, below it, and the height of an x."""

    ascent: float
    descent: float
    x_height: float


class Ink(NamedTuple):
    """Heights of a typeface's letters over and under the baseline, in em, all positive."""

    ascent: float
    descent: float
    cap: float


class _Item(NamedTuple):
    """A part of a run that is of one direction, script and font."""

    start: int
    end: int
    level: int
    script: str
    font: int


def features_of(words: str) -> dict[str, bool]:
    """The features that somebody asks for, such as `liga,onum`, over those that are always on.

    Raises ValueError for what is no tag of four letters or digits.

    >>> features_of("tnum")["tnum"]
    True
    """
    tags = [word.strip() for word in words.split(",") if word.strip()]
    for tag in tags:
        if not re.fullmatch("[A-Za-z0-9]{4}", tag):
            raise ValueError(f"“{tag[:20]}” is no feature: its tag has four letters or digits, such as liga.")
    return FEATURES | dict.fromkeys(tags, True)


@dataclass(slots=True)
class Shaper:
    """Shapes text with HarfBuzz; keeps the fonts that it has opened for as long as it lives.

    Every method raises BrokenFont for a file that cannot be used. `rtl` says that a run as a whole is
    read from right to left, `features` what is asked of the fonts besides.
    """

    fonts: Fonts
    _open: dict[Path, tuple[Any, int]] = field(default_factory=dict)
    _letters: dict[Path, set[str]] = field(default_factory=dict)
    """Of each font the characters that it is known to have, and that are set one by one."""

    def shape(self, chain: Chain, text: str, *, rtl: bool = False, features: str = "") -> tuple[Glyph, ...]:
        """The glyphs of one run from left to right, kerned."""
        glyphs: list[Glyph] = []
        for buffer, em, path in self._shaped(chain, text, rtl, features):
            left = buffer.direction == "rtl"
            glyphs += [
                Glyph(
                    info.codepoint,
                    info.cluster,
                    at.x_advance / em,
                    at.x_offset / em,
                    at.y_offset / em,
                    path,
                    left,
                )
                for info, at in zip(buffer.glyph_infos or (), buffer.glyph_positions or (), strict=True)
            ]
        return tuple(glyphs)

    def measured(
        self, chain: Chain, text: str, *, rtl: bool = False, features: str = ""
    ) -> tuple[float, int, str]:
        """The kerned width of one run in em, how many glyphs it has, and the signs that no font has."""
        font, em = self._font(chain[0])
        if not rtl and not features and self._simple(chain[0], font, text):  # as nearly every text is
            buffer = uharfbuzz.Buffer()
            buffer.add_str(text)
            buffer.guess_segment_properties()
            uharfbuzz.shape(font, buffer, FEATURES)
            advances = [at.x_advance / em for at in buffer.glyph_positions or ()]
            return sum(advances), len(advances), ""
        width, count, lost = 0.0, 0, ""
        for buffer, em, _ in self._shaped(chain, text, rtl, features):
            lost += "".join([text[info.cluster] for info in buffer.glyph_infos or () if info.codepoint == 0])
            advances = [at.x_advance / em for at in buffer.glyph_positions or ()]
            width, count = width + sum(advances), count + len(advances)
        return width, count, "".join(dict.fromkeys(lost))

    def _simple(self, path: Path, font: Any, text: str) -> bool:
        """Whether a font has all characters of a text, and none of them asks for more than kerning."""
        simple = self._letters.get(path)
        if simple is None:
            simple = self._letters[path] = set()
        if simple.issuperset(text):
            return True
        unknown = set(text) - simple
        letters = {s for s in unknown if not _DEMANDING.match(s) and font.get_nominal_glyph(ord(s))}
        simple |= letters
        return letters == unknown

    def _shaped(self, chain: Chain, text: str, rtl: bool, features: str) -> list[tuple[Any, int, Path]]:
        """The shaped parts of a run from left to right, each with its em and its font."""
        if not rtl and not _DEMANDING.search(text):
            buffer = self._buffer(chain[0], text, None, features_of(features) if features else FEATURES)
            if len(chain) == 1 or all(info.codepoint for info in buffer.glyph_infos or ()):
                return [(buffer, self._font(chain[0])[1], chain[0])]
        items = self._items(chain, text, rtl)
        european = features_of(features)
        asked = _SCRIPT_FEATURES | {tag: True for tag, on in european.items() if on}
        shaped: list[tuple[Any, int, Path]] = []
        for number in visual_order([item.level for item in items]):
            item, path = items[number], chain[items[number].font]
            buffer = self._buffer(path, text, item, european if item.script in _EUROPEAN else asked)
            shaped.append((buffer, self._font(path)[1], path))
        return shaped

    def _buffer(self, path: Path, text: str, item: _Item | None, features: dict[str, bool]) -> Any:
        font, _ = self._font(path)
        buffer = uharfbuzz.Buffer()
        buffer.cluster_level = _CLUSTERS
        if item is None:
            buffer.add_str(text)
        else:
            buffer.add_str(text, item.start, item.end - item.start)
            buffer.direction = "rtl" if item.level % 2 else "ltr"
            buffer.script = item.script
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer, features)
        return buffer

    def _items(self, chain: Chain, text: str, rtl: bool) -> list[_Item]:
        levels = levels_of(text, rtl) if rtl or turns(text) else [0] * len(text)
        facts = list(zip(levels, _scripts(text), self._covering(chain, text), strict=True))
        items: list[_Item] = []
        for fact, places in groupby(range(len(text)), key=facts.__getitem__):
            start, *rest = places
            items.append(_Item(start, start + 1 + len(rest), *fact))
        return items

    def _covering(self, chain: Chain, text: str) -> list[int]:
        """The font in the chain that each character takes; marks stay with their letter."""
        if len(chain) == 1:
            return [0] * len(text)
        numbers: list[int] = []
        for start, end in clusters(text):
            cluster = text[start:end]
            before = numbers[-1] if numbers else 0
            if cluster.strip() or not self._has(
                chain[before], cluster
            ):  # a space goes with what is before it
                before = next((at for at, path in enumerate(chain) if self._has(path, cluster)), 0)
            numbers += [before] * len(cluster)
        return numbers

    def _has(self, path: Path, cluster: str) -> bool:
        """Whether a font has what it takes to write a letter with its marks."""
        font, _ = self._font(path)
        forms = dict.fromkeys((cluster, normalize("NFC", cluster), normalize("NFD", cluster)))
        return any(all(font.get_nominal_glyph(ord(sign)) for sign in UNSEEN.sub("", form)) for form in forms)

    def painted_em(
        self, chain: Chain, text: str, *, rtl: bool = False, features: str = ""
    ) -> Iterator[tuple[float, float, float, float]]:
        """Left, bottom, width and height of what each glyph of a run paints, in em from its start, y up."""
        at = 0.0
        for glyph in self.shape(chain, text, rtl=rtl, features=features):
            font, em = self._font(glyph.path)
            x, top, width, down = font.get_glyph_extents(glyph.id) or (0, 0, 0, 0)
            yield at + glyph.x_em + x / em, glyph.y_em + (top + down) / em, width / em, -down / em
            at += glyph.advance_em

    def blank(self, glyph: Glyph) -> Glyph:
        """The empty glyph of the same font as another one, which moves nothing; that one if there is none."""
        font, _ = self._font(glyph.path)
        blank = font.get_nominal_glyph(ord(" "))
        return glyph if blank is None else glyph._replace(id=blank, advance_em=0.0, x_em=0.0, y_em=0.0)

    def seen(self, glyph: Glyph, sign: str) -> str:
        """The sign that a glyph shows: from right to left a bracket is drawn as the one that closes it."""
        if not glyph.rtl or len(sign) != 1 or not mirrored(sign):
            return sign
        font, _ = self._font(glyph.path)
        others = (chr(ord(sign) + step) for step in (0, 1, -1, 2, -2, 16, -16))
        return next((other for other in others if font.get_nominal_glyph(ord(other)) == glyph.id), sign)

    def ink(self, path: Path) -> Ink:
        """The real heights of the letters d, p and H in a font file."""
        font, em = self._font(path)

        def extents(letter: str) -> tuple[float, float]:
            glyph = font.get_nominal_glyph(ord(letter))
            box = font.get_glyph_extents(glyph) if glyph else None
            if box is None:  # a font without Latin letters: its own line metrics have to do
                line = font.get_font_extents("ltr")
                return line.ascender / em, -line.descender / em
            return box.y_bearing / em, -(box.y_bearing + box.height) / em

        return Ink(extents("d")[0], extents("p")[1], extents("H")[0])

    def line(self, path: Path) -> FontLine:
        """How far a font file says that its lines reach up and down, and how high its x is."""
        font, em = self._font(path)
        extents = font.get_font_extents("ltr")
        glyph = font.get_nominal_glyph(ord("x"))
        box = font.get_glyph_extents(glyph) if glyph else None
        high = box.y_bearing / em if box is not None else 0.5
        return FontLine(extents.ascender / em, -extents.descender / em, high)

    def _font(self, path: Path) -> tuple[Any, int]:
        if path not in self._open:
            face = uharfbuzz.Face(uharfbuzz.Blob(self.fonts.data(path).content))
            self._open[path] = (uharfbuzz.Font(face), face.upem)
        return self._open[path]


def clusters(text: str) -> Iterator[tuple[int, int]]:
    """Where each letter begins and ends, with all its marks."""
    start = 0
    for at in range(1, len(text) + 1):
        if at < len(text):
            joined = combining(text[at - 1]) == _VIRAMA or text[at - 1] == "\u200d"
            if joined or category(text[at])[0] == "M" or UNSEEN.match(text[at]):
                continue
        yield start, at
        start = at


@lru_cache(maxsize=4096)
def _script(sign: str) -> str:
    from fontTools import unicodedata

    script = unicodedata.script(sign)
    return "Hani" if script in _EAST_ASIAN else script


def _scripts(text: str) -> Sequence[str]:
    """The script of each character (UAX #24); what is of all scripts goes with the letter before it."""
    scripts = [_script(sign) for sign in text]
    own = [script for script in scripts if script not in ("Zyyy", "Zinh", "Zzzz")]
    last = own[0] if own else "Zyyy"
    for at, script in enumerate(scripts):
        last = scripts[at] = last if script in ("Zyyy", "Zinh", "Zzzz") else script
    return scripts
