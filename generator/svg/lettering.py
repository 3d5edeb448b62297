"""Text: shaped runs as PDF text operators, fonts embedded once as subsets.

Every run is kerned by the shaper that measured it, and stands at its own x. A glyph keeps the characters
that it came from, so that the text of the finished PDF can be searched; where several glyphs came from the
same ones, the file says so by ActualText (ISO 32000-1, 14.9.4). Glyphs stand from left to right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from generator.svg.paths import number
from generator.svg.pdf import Pdf
from generator.svg.pdf_font import PdfFont, parsed_font
from generator.svg.pen import ContentStream
from generator.svg.style import Style
from generator.svg.values import ViewBox
from generator.text.fonts import BrokenFont, Fonts, UnknownFamily
from generator.text.shaping import UNSEEN, Chain, FontLine, Glyph, Shaper

_NOTHING = "\u200b"
"""What a glyph says whose characters another one says: a zero width space."""


class MissingSigns(ValueError):
    """A font lacks characters of a text."""

    def __init__(self, signs: str, file: str) -> None:
        self.what = f"The font {file} has no “{signs}”."
        self.mend = "Take another sign or an icon, or another font that has it."
        super().__init__(self.what)


class AskedGlyph(NamedTuple):
    """A glyph as a run asks for it, whatever byte it gets in one file or another."""

    gap: str
    """How far it moves to the left, as TJ says it; empty if it does not."""
    id: int
    said: str
    """The characters that it stands for."""
    advance_em: float


class WrittenGlyphs(NamedTuple):
    """Glyphs of a run that are written by one operator."""

    font: str
    """The name of the PDF's font; one of more than 255 signs has several."""
    operand: str
    """Of TJ."""
    rise_em: float = 0.0
    """How far they stand above the baseline."""
    cluster: int = -1
    """What is shared by the pieces that stand together for `actual`; negative where nothing is said."""
    actual: str = ""
    """The characters that they stand for, where each glyph by itself cannot say it."""


@dataclass(slots=True)
class ShapedRun:
    """A shaped text: its width in em without letter-spacing, and its pieces."""

    width_em: float
    count: int
    pieces: tuple[WrittenGlyphs, ...]
    path: Path
    """The font's file; of several, the last one's."""
    glyphs: tuple[AskedGlyph, ...]

    @property
    def plain(self) -> bool:
        """Whether glyphs of one font on the baseline, each with its own characters, are all there is."""
        return len(self.pieces) < 2 and not any(piece.rise_em or piece.actual for piece in self.pieces)


@dataclass(slots=True)
class Lettering:
    """The fonts of one PDF."""

    pdf: Pdf
    fonts: Fonts
    shaper: Shaper = field(init=False)
    _faces: dict[Path, PdfFont] = field(default_factory=dict)
    _codes: dict[Path, dict[tuple[int, str], tuple[str, str, float]]] = field(default_factory=dict)
    _runs: dict[tuple[Chain, bool, str], dict[str, ShapedRun]] = field(default_factory=dict)
    _chains: dict[tuple[str, int, bool], Chain] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.shaper = Shaper(self.fonts)

    def run(self, style: Style, text: str) -> ShapedRun:
        """The text in the style's font. Raises UnknownFamily, BrokenFont or MissingSigns."""
        how = self._chain(style), style.direction, style.font_feature_settings
        runs = self._runs.get(how)
        if runs is None:
            runs = self._runs[how] = {}
        run = runs.get(text)
        if run is None:
            run = runs[text] = self._shaped(*how, text)
        self.pdf.asked.append(run)
        return run

    def width(self, style: Style, text: str) -> float:
        """How wide a text is, in user units; 0 for one that cannot be written."""
        try:
            run = self._shaped(self._chain(style), style.direction, style.font_feature_settings, text)
        except (UnknownFamily, MissingSigns, BrokenFont):
            return 0.0
        return run.width_em * style.font_size + style.letter_spacing * run.count

    def line(self, style: Style) -> FontLine:
        """What the font of a style says of its lines, in em; of a font that is not there, what most say."""
        try:
            return self.shaper.line(self._chain(style)[0])
        except (UnknownFamily, BrokenFont):
            return FontLine(1.0, 0.3, 0.5)

    def letters(self, run: ShapedRun, style: Style, x: float, y: float) -> ViewBox:
        """The box of a run as gradients take it: as wide as it goes on, as high as the font's lines."""
        line = self.line(style)
        width = run.width_em * style.font_size + style.letter_spacing * run.count
        high = (line.ascent + line.descent) * style.font_size
        return _left(run, style, x), y - line.ascent * style.font_size, width, high

    def _chain(self, style: Style) -> Chain:
        face = style.families, style.font_weight, style.font_style
        chain = self._chains.get(face)
        if chain is None:
            chain = self._chains[face] = self.fonts.chain(*face)
        return chain

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
        pen.font(run.pieces[0].font, size, run)
        pen.write(f"1 0 0 -1 {number(_left(run, style, x))} {number(y)} Tm")
        said, rise_em = -1, 0.0
        for piece in run.pieces:
            if piece.cluster != said:
                if said >= 0:
                    pen.write("EMC")
                if piece.cluster >= 0:
                    text = piece.actual.encode("utf-16-be").hex().upper()
                    pen.write(f"/Span <</ActualText <FEFF{text}> >> BDC")
                said = piece.cluster
            pen.font(piece.font, size, run)
            if piece.rise_em != rise_em:
                pen.write(f"{number(piece.rise_em * size)} Ts")
                rise_em = piece.rise_em
            pen.glyphs(piece.operand, run)
        if said >= 0:
            pen.write("EMC")
        if rise_em:
            pen.write("0 Ts")
        pen.write("ET")

    def box(self, run: ShapedRun, style: Style, x: float, y: float) -> ViewBox:
        """A box around a run that no letter leaves, in user units."""
        size = style.font_size
        width = run.width_em * size + style.letter_spacing * (run.count - 1)
        return _left(run, style, x) - size / 2, y - 1.5 * size, width + size, 2.25 * size

    def ink(self, text: str, run: ShapedRun, style: Style, x: float, y: float) -> Iterator[ViewBox]:
        """The boxes around what a run's glyphs paint, in user units."""
        left, size = _left(run, style, x), style.font_size
        boxes = self.shaper.painted_em(
            self._chain(style), text, rtl=style.direction, features=style.font_feature_settings
        )
        for at, (right, up, width, height) in enumerate(boxes):
            if width:
                x = left + at * style.letter_spacing + right * size
                yield x, y - (up + height) * size, width * size, height * size

    def _shaped(self, chain: Chain, rtl: bool, features: str, text: str) -> ShapedRun:
        glyphs = self.shaper.shape(chain, text, rtl=rtl, features=features)
        missing = {text[glyph.cluster] for glyph in glyphs if glyph.id == 0}
        if missing:
            raise MissingSigns("".join(sorted(missing)), ", ".join(path.name for path in chain))
        glyphs = tuple(glyph for glyph in glyphs if glyph.advance_em or not UNSEEN.match(text[glyph.cluster]))
        pieces: list[WrittenGlyphs] = []
        asked: list[AskedGlyph] = []
        last = chain[0]
        owed = 0.0  # how far the next glyph moves to the left, in 1/1000 em
        spelt = list(spelled(glyphs, text, self.shaper))
        if any(glyph.y_em for glyph in glyphs) and not any(glyph.rtl for glyph in glyphs):
            # readers sort what is raised behind what comes next: the line as a whole says what it is
            spelt = [sign._replace(cluster=0, actual=text) for sign in spelt]
        for (path, rise_em, cluster, actual), group in groupby(spelt, _together):
            here: list[AskedGlyph] = []
            for glyph, spelling, _, _ in group:
                _, _, natural = self._code(path, glyph.id, glyph.advance_em, spelling)
                owed -= glyph.x_em * 1000
                gap = number(round(owed, 2)) if abs(owed) > 0.05 else ""
                here.append(AskedGlyph(gap, glyph.id, spelling, glyph.advance_em))
                owed = natural - glyph.advance_em * 1000 + glyph.x_em * 1000
            pieces += (
                WrittenGlyphs(name, operand, rise_em, cluster, actual)
                for name, operand in self.named(path, here)
            )
            asked += here
            last = path
        width = sum(glyph.advance_em for glyph in glyphs)
        return ShapedRun(width, len(glyphs), tuple(pieces), last, tuple(asked))

    def _code(self, path: Path, glyph: int, advance_em: float, spelling: str) -> tuple[str, str, float]:
        """(PDF font name, byte in hex, natural width in 1/1000 em) of a glyph that stands for `spelling`."""
        codes, key = self._codes.get(path), (glyph, spelling)
        if codes is None:
            codes = self._codes[path] = {}
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
            self._faces[path] = parsed_font(self.fonts.data(path)).afresh()
        return self._faces[path]


def _left(run: ShapedRun, style: Style, x: float) -> float:
    """Where a run begins whose anchor stands at x; a run from right to left starts at its right end."""
    width = run.width_em * style.font_size + style.letter_spacing * (run.count - 1)
    return x - width * (1 - style.text_anchor if style.direction else style.text_anchor)


class _Spelt(NamedTuple):
    """A glyph with the characters that it says."""

    glyph: Glyph
    says: str
    cluster: int = -1
    actual: str = ""


_Together = tuple[Path, float, int, str]
"""What glyphs share that one operator writes: font, rise, and the characters of several glyphs."""


def _together(spelt: _Spelt) -> _Together:
    return spelt.glyph.path, round(spelt.glyph.y_em, 4), spelt.cluster, spelt.actual


def spelled(glyphs: Sequence[Glyph], text: str, shaper: Shaper) -> Iterator[_Spelt]:
    """Glyphs with the characters behind each: those up to the next glyph that came from others.

    When several came from the same ones, the first says them, and ActualText says what all of them are.
    Readers turn what runs from right to left round sign by sign, those of one glyph as well: there each glyph
    says one sign, and signs too many stand at empty glyphs.
    """
    plain = text.replace("\N{NO-BREAK SPACE}", " ")  # as one looks for it
    if [glyph.cluster for glyph in glyphs] == [*range(len(text))]:  # a glyph for each
        yield from map(_Spelt, glyphs, plain)
        return
    starts = sorted({0, *(glyph.cluster for glyph in glyphs)})
    ends = dict(zip(starts, [*starts[1:], len(text)], strict=True))
    for cluster, group in groupby(glyphs, lambda glyph: glyph.cluster):
        same, signs = list(group), plain[cluster : ends[cluster]]
        if same[0].rtl and (len(same) > 1 or len(signs) > 1):
            blanks = [shaper.blank(same[0])] * max(0, len(signs) - len(same))
            turned = [*reversed(signs), *[_NOTHING] * max(0, len(same) - len(signs))]
            yield from map(_Spelt, [*blanks, *same], turned)
        elif len(same) == 1:
            yield _Spelt(same[0], shaper.seen(same[0], signs))
        else:
            says = [signs, *[_NOTHING] * (len(same) - 1)]
            yield from (_Spelt(glyph, sign, cluster, signs) for glyph, sign in zip(same, says, strict=True))
