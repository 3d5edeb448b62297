"""Text: shaped runs as PDF text operators, fonts embedded once as subsets.

Every run is kerned by the shaper that measured it, and stands at its own x. A glyph keeps the character
that it came from, so that the text of the finished PDF can be searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from generator.svg.paths import number
from generator.svg.pdf import Pdf
from generator.svg.pdf_font import PdfFont
from generator.svg.pen import ContentStream
from generator.svg.style import Style
from generator.svg.values import ViewBox
from generator.text.fonts import Fonts, Glyph, Shaper


class MissingSigns(ValueError):
    """A font lacks characters of a text."""

    def __init__(self, signs: str, file: str) -> None:
        super().__init__(f"The font {file} has no “{signs}”.")


class AskedGlyph(NamedTuple):
    """A glyph as a run asks for it, whatever byte it gets in one file or another."""

    gap: str
    """How far it moves to the left, as TJ says it; empty if it does not."""
    id: int
    said: str
    """The characters that it stands for."""
    advance_em: float


@dataclass(slots=True)
class ShapedRun:
    """A shaped text: its width in em without letter-spacing, and its pieces.

    A piece is (PDF font name, operand of TJ); a font of more than 255 signs needs several.
    """

    width_em: float
    count: int
    pieces: tuple[tuple[str, str], ...]
    path: Path
    """The font's file."""
    glyphs: tuple[AskedGlyph, ...]


@dataclass(slots=True)
class Lettering:
    """The fonts of one PDF."""

    pdf: Pdf
    fonts: Fonts
    shaper: Shaper = field(init=False)
    _faces: dict[Path, PdfFont] = field(default_factory=dict)
    _codes: dict[Path, dict[tuple[int, str], tuple[str, str, float]]] = field(default_factory=dict)
    _runs: dict[Path, dict[str, ShapedRun]] = field(default_factory=dict)
    _paths: dict[tuple[str, int, bool], Path] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.shaper = Shaper(self.fonts)

    def run(self, style: Style, text: str) -> ShapedRun:
        """The text in the style's font. Raises UnknownFamily, BrokenFont or MissingSigns."""
        path = self._path(style)
        runs = self._runs.setdefault(path, {})
        run = runs.get(text)
        if run is None:
            run = runs[text] = self._shaped(path, text)
        self.pdf.asked.append(run)
        return run

    def _path(self, style: Style) -> Path:
        face = style.font_family, style.font_weight, style.font_style
        path = self._paths.get(face)
        if path is None:
            path = self._paths[face] = self.fonts.path(*face)
        return path

    def named(self, path: Path, glyphs: Sequence[tuple[str, int, str, float]]) -> tuple[tuple[str, str], ...]:
        """The pieces of a run that was shaped before, in this file's fonts."""
        pieces: list[tuple[str, list[str]]] = []
        known, last = self._codes.setdefault(path, {}), ""
        names: list[str] = []
        for gap, glyph, spelling, advance_em in glyphs:
            name, code, _ = known.get((glyph, spelling)) or self._code(path, glyph, advance_em, spelling)
            if name != last:
                last, names = name, []
                pieces.append((name, names))
            names.append(f"{gap}<{code}>" if gap else f"<{code}>")
        return tuple((name, "".join(codes).replace("><", "")) for name, codes in pieces)

    def write(
        self, pen: ContentStream, run: ShapedRun, style: Style, *, x: float, y: float, mode: int
    ) -> None:
        """Writes a run at its baseline, in a coordinate system whose y points down."""
        size, spacing = style.font_size, style.letter_spacing
        if not run.pieces or not size:
            return
        pen.write("BT")
        pen.lettering(mode=mode, spacing=spacing)
        pen.font(run.pieces[0][0], size, run)
        pen.write(f"1 0 0 -1 {number(_left(run, style, x))} {number(y)} Tm")
        for name, operand in run.pieces:
            pen.font(name, size, run)
            pen.glyphs(operand, run)
        pen.write("ET")

    def box(self, run: ShapedRun, style: Style, x: float, y: float) -> ViewBox:
        """A box around a run that no letter leaves, in user units."""
        size = style.font_size
        width = run.width_em * size + style.letter_spacing * (run.count - 1)
        return _left(run, style, x) - size / 2, y - 1.5 * size, width + size, 2.25 * size

    def ink(self, text: str, run: ShapedRun, style: Style, x: float, y: float) -> Iterator[ViewBox]:
        """The boxes around what a run's glyphs paint, in user units."""
        path = self._path(style)
        left, size = _left(run, style, x), style.font_size
        for at, (right, up, width, height) in enumerate(self.shaper.painted_em(path, text)):
            if width:
                x = left + at * style.letter_spacing + right * size
                yield x, y - (up + height) * size, width * size, height * size

    def _shaped(self, path: Path, text: str) -> ShapedRun:
        glyphs = self.shaper.shape(path, text)
        missing = {text[glyph.cluster] for glyph in glyphs if glyph.id == 0}
        if missing:
            raise MissingSigns("".join(sorted(missing)), path.name)
        spelt: list[AskedGlyph] = []
        codes = self._codes.setdefault(path, {})
        owed = 0.0  # how far the next glyph moves to the left, in 1/1000 em
        for glyph, spelling in zip(glyphs, spelled(glyphs, text), strict=True):
            key, _, advance, x = glyph
            _, _, natural = codes.get((key, spelling)) or self._code(path, key, advance, spelling)
            owed -= x * 1000
            gap = number(round(owed, 2)) if abs(owed) > 0.05 else ""
            spelt.append(AskedGlyph(gap, key, spelling, advance))
            owed = natural - advance * 1000 + x * 1000
        width = sum(glyph.advance_em for glyph in glyphs)
        return ShapedRun(width, len(glyphs), self.named(path, spelt), path, tuple(spelt))

    def _code(self, path: Path, glyph: int, advance_em: float, spelling: str) -> tuple[str, str, float]:
        """(PDF font name, byte in hex, natural width in 1/1000 em) of a glyph that stands for `spelling`."""
        codes, key = self._codes.setdefault(path, {}), (glyph, spelling)
        if key not in codes:
            font, sign = self._face(path), spelling
            if len(spelling) != 1 or font.face.charToGlyph.get(ord(spelling)) != glyph:
                sign = font.stand_in(glyph, width=advance_em * 1000, meant=spelling)
            ((subset, code),) = font.splitString(sign, self.pdf.document)
            name = font.getSubsetInternalName(subset, self.pdf.document)
            codes[key] = (name, code[:1].hex(), float(font.face.charWidths[ord(sign)]))
        return codes[key]

    def _face(self, path: Path) -> PdfFont:
        if path not in self._faces:
            fonts = self.fonts.parsed
            if path not in fonts:  # reading a font takes longer than writing with it
                fonts[path] = PdfFont(self.fonts.data(path), re.sub(r"[^A-Za-z0-9-]", "", path.stem))
            self._faces[path] = fonts[path].afresh()
        return self._faces[path]


def _left(run: ShapedRun, style: Style, x: float) -> float:
    """Where a run begins whose anchor stands at x."""
    width = run.width_em * style.font_size + style.letter_spacing * (run.count - 1)
    return x - width * style.text_anchor


def spelled(glyphs: Sequence[Glyph], text: str) -> Iterable[str]:
    """The characters behind each glyph: those up to the next glyph that came from others.

    When one character became several glyphs, each of them says it.
    """
    if [glyph.cluster for glyph in glyphs] == [*range(len(text))]:  # a glyph for each
        return text.replace("\N{NO-BREAK SPACE}", " ")
    starts = sorted({glyph.cluster for glyph in glyphs})
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    plain = text.replace("\N{NO-BREAK SPACE}", " ")  # as one looks for it
    return (plain[glyph.cluster : ends[glyph.cluster]] for glyph in glyphs)
