"""The fonts of a game folder, and the one shaper that measures text and places its glyphs.

Measuring and drawing go through the same `Shaper`: kerned measuring with unkerned drawing is off by
millimetres a line. Ligatures are off, so that every glyph has its own character and the finished PDF's
text can be searched and copied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import uharfbuzz

from generator.problems import Failed, Problem, error
from generator.project import Project

WEIGHTS: Mapping[str, int] = MappingProxyType(
    {
        "Thin": 100,
        "ExtraLight": 200,
        "Light": 300,
        "Regular": 400,
        "Medium": 500,
        "SemiBold": 600,
        "Bold": 700,
        "ExtraBold": 800,
        "Black": 900,
    }
)
"""The style in a font file's name to its CSS weight (CSS Fonts 4, 2.2.1)."""

FEATURES = {"kern": True, "liga": False, "clig": False, "dlig": False, "calt": False}
"""OpenType features: kerning, and no substitution that loses the character behind a glyph."""

_TABLES = frozenset({"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post"})
"""What a TrueType font must have to be embedded."""

_FILE_NAME = re.compile(rf"(?P<family>[^-]+)-(?P<weight>{'|'.join(WEIGHTS)})?(?P<italic>Italic)?\.ttf")


class UnknownFamily(KeyError):
    """No font file of that family; `what` and `mend` are the sentences for a Problem."""

    def __init__(self, family: str, known: tuple[str, ...]) -> None:
        super().__init__(family)
        self.what = f"There is no font “{family}”."
        self.mend = (
            f"Use one of {', '.join(known) or 'no fonts found'}, "
            f"or put {family.replace(' ', '')}-Regular.ttf into the folder fonts."
        )


class FontFile(NamedTuple):
    """One TrueType file: its family as the file name spells it, CSS weight, slant and path."""

    family: str
    weight: int
    italic: bool
    path: Path


@dataclass(frozen=True, slots=True)
class Fonts:
    """The font files of a game, by family. Spaces, quotes and case in a family's name do not matter."""

    files: Mapping[str, tuple[FontFile, ...]]

    @property
    def families(self) -> tuple[str, ...]:
        """The families, as their file names spell them."""
        return tuple(faces[0].family for faces in self.files.values())

    def path(self, family: str, weight: int = 400, italic: bool = False) -> Path:
        """The file of the nearest face: first the slant, then the weight (the heavier one on a tie).

        `family` may be a CSS list; its first known family counts. Raises UnknownFamily.
        """
        for name in family.split(","):
            if faces := self.files.get(_plain(name)):
                return min(faces, key=lambda f: (f.italic != italic, abs(f.weight - weight), -f.weight)).path
        raise UnknownFamily(family, self.families)


def find_fonts(*folders: Path) -> Fonts:
    """All `<Family>-<Style>.ttf` in the folders; a later folder's file replaces an earlier one's.

    Style is Regular, Italic, SemiBold, SemiBoldItalic and so on. Other files are left alone.
    """
    found: dict[tuple[str, int, bool], FontFile] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.ttf")):
            if (match := _FILE_NAME.fullmatch(path.name)) and (match["weight"] or match["italic"]):
                file = FontFile(
                    match["family"], WEIGHTS[match["weight"] or "Regular"], bool(match["italic"]), path
                )
                found[_plain(file.family), file.weight, file.italic] = file
    families: dict[str, tuple[FontFile, ...]] = {}
    for (plain, _, _), file in sorted(found.items()):
        families[plain] = (*families.get(plain, ()), file)
    return Fonts(MappingProxyType(families))


def game_fonts(project: Project) -> Fonts:
    """The fonts of a game, over those of the package. Raises Failed if there are none, or broken ones."""
    fonts = find_fonts(*project.font_folders)
    broken = [file.path for faces in fonts.files.values() for file in faces if not _is_truetype(file.path)]
    if broken:
        raise Failed(*(broken_font(path) for path in broken))
    if not fonts.families:
        mend = "Put TrueType files named like SourceSans3-Regular.ttf into the folder fonts."
        raise Failed(error(str(project.root / "fonts"), "There are no fonts.", mend))
    return fonts


def broken_font(path: Path, why: str = "") -> Problem:
    """The Problem of a font file that nothing can be written with."""
    what = f"The font cannot be used: {why}" if why else "The file is no TrueType font, or it is damaged."
    mend = "Replace it with a whole TrueType font of that name, or delete it."
    return error(f"fonts/{path.name}", what, mend)


def _is_truetype(path: Path) -> bool:
    """Whether a file has the tables of a TrueType font, all of them whole (OpenType 1.9, Font File)."""
    try:
        with path.open("rb") as file:
            start = file.read(12)
            entries = file.read(16 * int.from_bytes(start[4:6], "big"))
        size = path.stat().st_size
    except OSError:
        return False
    tables = {
        entry[:4].decode("latin-1"): int.from_bytes(entry[8:12], "big") + int.from_bytes(entry[12:], "big")
        for entry in (entries[at : at + 16] for at in range(0, len(entries), 16))
    }
    whole = all(end <= size for end in tables.values()) and tables.keys() >= _TABLES
    return start[:4] in (b"\0\1\0\0", b"true") and whole and _glyphs(path) > 0


def _glyphs(path: Path) -> int:
    return int(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path))).glyph_count)


def _plain(family: str) -> str:
    return re.sub(r"[\s'\"]+", "", family).casefold()


class Glyph(NamedTuple):
    """One shaped glyph. Lengths are in em: multiply by the font size."""

    id: int
    cluster: int
    """Index of the glyph's first character in the text."""
    advance_em: float
    x_em: float


class Ink(NamedTuple):
    """Heights of a typeface's letters over and under the baseline, in em, all positive."""

    ascent: float
    descent: float
    cap: float


@dataclass(slots=True)
class Shaper:
    """Shapes text with HarfBuzz; keeps the fonts that it has opened for as long as it lives."""

    _open: dict[Path, tuple[Any, int]] = field(default_factory=dict)

    def shape(self, path: Path, text: str) -> tuple[Glyph, ...]:
        """The glyphs of one run, in drawing order, kerned."""
        font, em = self._font(path)
        buffer = uharfbuzz.Buffer()
        buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer, FEATURES)
        return tuple(
            Glyph(info.codepoint, info.cluster, at.x_advance / em, at.x_offset / em)
            for info, at in zip(buffer.glyph_infos or (), buffer.glyph_positions or (), strict=True)
        )

    def painted_em(self, path: Path, text: str) -> Iterator[tuple[float, float, float, float]]:
        """Left, bottom, width and height of what each glyph of a run paints, in em from its start, y up."""
        font, em = self._font(path)
        at = 0.0
        for glyph in self.shape(path, text):
            x, top, width, down = font.get_glyph_extents(glyph.id) or (0, 0, 0, 0)
            yield at + glyph.x_em + x / em, (top + down) / em, width / em, -down / em
            at += glyph.advance_em

    def width_em(self, path: Path, text: str) -> float:
        """The kerned width of one run, in em."""
        return sum(glyph.advance_em for glyph in self.shape(path, text))

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

    def _font(self, path: Path) -> tuple[Any, int]:
        if path not in self._open:
            face = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)))
            self._open[path] = (uharfbuzz.Font(face), face.upem)
        return self._open[path]
