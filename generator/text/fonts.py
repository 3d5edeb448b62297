"""The fonts of a game folder, and the one shaper that measures text and places its glyphs.

Measuring and drawing go through the same `Shaper`: kerned measuring with unkerned drawing is off by
millimetres a line. Ligatures are off, so that every glyph has its own character and the finished PDF's
text can be searched and copied.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import uharfbuzz

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.fence import unit
from generator.ground.files import MB, Unreadable, entries_of, is_folder_inside, read_bounded
from generator.ground.problems import Failed, Problem, Severity, error
from generator.ground.project import Project
from generator.text.font_check import fault_of

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

_CLUSTERS = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS

MOST_FONT = 30 * MB
"""Bytes of one font file; a font for Chinese has 20 million."""
MOST_FONTS = 120 * MB
"""Bytes of all fonts that one build reads."""

_FILE_NAME = re.compile(rf"(?P<family>[^-]+)-(?P<weight>{'|'.join(WEIGHTS)})?(?P<italic>Italic)?\.ttf")


class UnknownFamily(KeyError):
    """No font file of that family; `what` and `mend` are the sentences for a Problem."""

    def __init__(self, family: str, families: tuple[str, ...]) -> None:
        super().__init__(family)
        self.what = f"There is no font “{family}”."
        self.mend = (
            f"Use one of {', '.join(families) or 'no fonts found'}, "
            f"or put {family.replace(' ', '')}-Regular.ttf into the folder fonts."
        )


class BrokenFont(Failed):
    """A font file that nothing can be written with; `path` is the file."""

    def __init__(self, path: Path, why: str, mend: str = "") -> None:
        mend = mend or "Replace it with a whole TrueType font of that name, or delete it."
        super().__init__(error(f"fonts/{path.name}", f"The font cannot be used: {why}", mend))
        self.path = path


class FontFile(NamedTuple):
    """One TrueType file: its family as the file name spells it, CSS weight, slant and path."""

    family: str
    weight: int
    italic: bool
    path: Path
    inside: Path | None = None
    """The folder that the file may not lead out of; None for the fonts of the package."""


class FontData(NamedTuple):
    """A font that was found to be whole."""

    path: Path
    content: bytes


@dataclass(frozen=True, slots=True)
class Fonts:
    """The font files of a game, by family. Spaces, quotes and case in a family's name do not matter."""

    files: Mapping[str, tuple[FontFile, ...]]
    _read: dict[Path, FontData | BrokenFont] = field(default_factory=dict, compare=False, repr=False)
    """Every file that was asked for; each is read and looked through once."""
    _digests: dict[Path, str] = field(default_factory=dict, compare=False, repr=False)
    parsed: dict[Path, Any] = field(default_factory=dict, compare=False, repr=False)
    """What the writer of PDFs has made of a file; every document has its own copy."""
    cache: Cache = field(default=NO_CACHE, compare=False, repr=False)
    """Which fonts were found to be whole before, by their content."""

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

    def fingerprint(self) -> tuple[tuple[str, ...], ...]:
        """Every file by its place in the families, its name and the digest of its content."""
        return tuple(
            (plain, file.family, str(file.weight), str(file.italic), file.path.name, self._digest(file))
            for plain, faces in self.files.items()
            for file in faces
        )

    def digest(self, path: Path) -> str:
        """The digest of the content of a file that `path` named, in hex."""
        (file,) = (file for faces in self.files.values() for file in faces if file.path == path)
        return self._digest(file)

    def _digest(self, file: FontFile) -> str:
        if file.path not in self._digests:
            with unit("fonts", f"fonts/{file.path.name}"):
                self._digests[file.path] = _digest(file)
        return self._digests[file.path]

    def data(self, path: Path) -> FontData:
        """A file that `path` named, read once. Raises BrokenFont for one that cannot be used."""
        if path not in self._read:
            (file,) = (file for faces in self.files.values() for file in faces if file.path == path)
            try:
                self._read[path] = _whole(file, MOST_FONTS - self._size, self.cache)
            except BrokenFont as broken:
                self._read[path] = broken
        font = self._read[path]
        if isinstance(font, BrokenFont):
            raise font.with_traceback(None)
        return font

    @property
    def paths(self) -> tuple[Path, ...]:
        """All the files."""
        return tuple(file.path for faces in self.files.values() for file in faces)

    @property
    def asked(self) -> tuple[Path, ...]:
        """The files that were asked for so far, in that order."""
        return tuple(self._read)

    @property
    def _size(self) -> int:
        return sum(len(font.content) for font in self._read.values() if isinstance(font, FontData))

    def unused(self) -> tuple[Problem, ...]:
        """Warnings of the broken files among those that nothing has asked for."""
        problems: list[Problem] = []
        for file in (file for faces in self.files.values() for file in faces):
            if file.path not in self._read:
                try:
                    _whole(file, MOST_FONT, self.cache)
                except BrokenFont as broken:
                    problems += [replace(problem, severity=Severity.WARNING) for problem in broken.problems]
        return tuple(problems)


def _digest(file: FontFile) -> str:
    try:
        content = read_bounded(file.path, inside=file.inside, most=MOST_FONT)
    except Unreadable as unreadable:
        return unreadable.what
    return hashlib.sha256(content).hexdigest()


def _whole(file: FontFile, most: int, cache: Cache) -> FontData:
    """The content of a font file of at most `most` bytes. Raises BrokenFont."""
    try:
        content = read_bounded(file.path, inside=file.inside, most=max(0, min(most, MOST_FONT)))
    except Unreadable as unreadable:
        raise BrokenFont(file.path, unreadable.what, unreadable.mend) from None
    with unit("fonts", f"fonts/{file.path.name}"):
        fault = _fault(content, cache)
    if fault:
        raise BrokenFont(file.path, fault)
    return FontData(file.path, content)


def _fault(content: bytes, cache: Cache) -> str:
    """What is wrong with a font; that nothing is need not be found out twice."""
    if not cache.on:
        return fault_of(content)
    name = cache.name("whole font", content)
    if cache.get_record(name) is not None:
        return ""
    fault = fault_of(content)
    if not fault:
        cache.put_record(name, {})
    return fault


def find_fonts(*folders: Path, root: Path | None = None, cache: Cache = NO_CACHE) -> Fonts:
    """All `<Family>-<Style>.ttf` in the folders; a later folder's file replaces an earlier one's.

    Style is Regular, Italic, SemiBold, SemiBoldItalic and so on. Other files are left alone. What lies in
    the game folder `root` may not lead out of it.
    """
    files: dict[tuple[str, int, bool], FontFile] = {}
    for folder in folders:
        inside = root if root is not None and folder.parent == root else None
        for path in entries_of(folder, ending=".ttf"):
            if (match := _FILE_NAME.fullmatch(path.name)) and (match["weight"] or match["italic"]):
                weight, italic = WEIGHTS[match["weight"] or "Regular"], bool(match["italic"])
                file = FontFile(match["family"], weight, italic, path, inside)
                files[_plain(file.family), file.weight, file.italic] = file
    families: dict[str, tuple[FontFile, ...]] = {}
    for (plain, _, _), file in sorted(files.items()):
        families[plain] = (*families.get(plain, ()), file)
    return Fonts(MappingProxyType(families), cache=cache)


def game_fonts(project: Project, cache: Cache = NO_CACHE) -> Fonts:
    """The fonts of a game, over those of the package. Raises Failed if there are none.

    A file is read when it is asked for; a broken one that no template uses does no harm.
    """
    own = project.root / "fonts"
    if os.path.lexists(own) and not is_folder_inside(own, project.root):
        fault = "This is no folder of the game folder."
        raise Failed(error("fonts", fault, "Copy the fonts into a folder fonts; a link is not it."))
    fonts = find_fonts(*project.font_folders, root=project.root, cache=cache)
    if not fonts.families:
        mend = "Put TrueType files named like SourceSans3-Regular.ttf into the folder fonts."
        raise Failed(error(str(own), "There are no fonts.", mend))
    return fonts


def page_fonts_of(fonts: Fonts) -> tuple[FontData, FontData]:
    """What the margins of sheets are printed in, plain and bold. Raises BrokenFont."""
    family = "SourceSans3" if "SourceSans3" in fonts.families else fonts.families[0]
    return fonts.data(fonts.path(family)), fonts.data(fonts.path(family, 700))


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
    """Shapes text with HarfBuzz; keeps the fonts that it has opened for as long as it lives.

    Every method raises BrokenFont for a file that cannot be used.
    """

    fonts: Fonts
    _open: dict[Path, tuple[Any, int]] = field(default_factory=dict)

    def shape(self, path: Path, text: str) -> tuple[Glyph, ...]:
        """The glyphs of one run, in drawing order, kerned."""
        buffer, em = self._shaped(path, text)
        return tuple(
            [
                Glyph(info.codepoint, info.cluster, at.x_advance / em, at.x_offset / em)
                for info, at in zip(buffer.glyph_infos or (), buffer.glyph_positions or (), strict=True)
            ]
        )

    def measured(self, path: Path, text: str) -> tuple[float, int, str]:
        """The kerned width of one run in em, how many glyphs it has, and the signs that the font lacks."""
        buffer, em = self._shaped(path, text)
        lost = [text[info.cluster] for info in buffer.glyph_infos or () if info.codepoint == 0]
        advances = [at.x_advance / em for at in buffer.glyph_positions or ()]
        return sum(advances), len(advances), "".join(dict.fromkeys(lost))

    def _shaped(self, path: Path, text: str) -> tuple[Any, int]:
        font, em = self._font(path)
        buffer = uharfbuzz.Buffer()
        buffer.cluster_level = _CLUSTERS
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer, FEATURES)
        return buffer, em

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
            face = uharfbuzz.Face(uharfbuzz.Blob(self.fonts.data(path).content))
            self._open[path] = (uharfbuzz.Font(face), face.upem)
        return self._open[path]
