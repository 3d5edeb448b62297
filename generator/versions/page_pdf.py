"""The PDF of a difference: A4, two columns, drawn by the renderer of the faces with the game's own font."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from generator.faces.face import Face
from generator.ground.pdf_file import describe_pdf, finished
from generator.ground.problems import Failed, has_errors
from generator.svg import draw_designs
from generator.text.fonts import Fonts, Shaper, page_fonts_of
from generator.versions.compare import Difference
from generator.versions.seen import FaceShot, SeenFace, SeenPiece
from generator.versions.telling import fact_sentence, headline

WIDTH_MM, HEIGHT_MM = 210.0, 297.0
MARGIN_MM, GUTTER_MM, FOOT_MM = 15.0, 8.0, 12.0
COLUMN_MM = (WIDTH_MM - 2 * MARGIN_MM - GUTTER_MM) / 2
PAIR_GAP_MM = 4.0
MOST_HIGH_MM = 85.0
"""Of one picture."""
MOST_PAGES = 400
MOST_LINES = 14
"""Lines that are told of one piece."""
_MM_PER_PT = 25.4 / 72
INK, SOFT, LINE, MARK = "#1f2329", "#646b75", "#d9d5cd", "#d6006c"
_TAGS = {"new": ("#1c7a44", "#e3f3e8"), "removed": ("#b3261e", "#fbe6e3"), "changed": ("#8a5a00", "#fbeed3")}


@dataclass(frozen=True, slots=True)
class _Block:
    """Something that stands in a column in one piece: its height, and markup with its own origin."""

    height_mm: float
    markup: str
    heading: bool = False
    """Whether it may not stand alone at the end of a column."""


def difference_pdf(
    differs: Difference, pieces: Sequence[SeenPiece], old: str, new: str, *, fonts: Fonts
) -> bytes:
    """The pages as a PDF; `old` and `new` name the two sides. Raises Failed without usable fonts."""
    import pikepdf

    page_fonts_of(fonts)
    setter = _Setter(fonts)
    title = f"{differs.new.game} {differs.new.version}: what differs"
    intro = f"{old} → {new} · {headline(differs)}"
    blocks = [*_piece_blocks(setter, pieces), *_fact_blocks(setter, differs)]
    pages = list(_pages(setter, blocks, title, intro))[:MOST_PAGES]
    faces = [
        Face(f"page {number}", svg, WIDTH_MM, HEIGHT_MM, "rectangle", "difference")
        for number, svg in enumerate(pages, start=1)
    ]
    out = io.BytesIO()
    problems = draw_designs(faces, fonts=fonts, out=out, bleed_mm=0)
    if has_errors(problems):
        raise Failed(*problems)
    with pikepdf.open(io.BytesIO(out.getvalue())) as pdf:
        describe_pdf(pdf, title=title, subject=intro)
        return finished(pdf)


# ---------------------------------------------------------------- words


@dataclass(slots=True)
class _Setter:
    """Sets lines in the font of the margins; signs that it lacks become a question mark."""

    fonts: Fonts
    shaper: Shaper = field(init=False)
    family: str = field(init=False)

    def __post_init__(self) -> None:
        self.shaper = Shaper(self.fonts)
        self.family = "SourceSans3" if "SourceSans3" in self.fonts.families else self.fonts.families[0]

    def known(self, text: str, *, bold: bool = False) -> str:
        """The text on one line, with signs that can be drawn."""
        line = "".join(sign if sign.isprintable() else " " for sign in " ".join(text.split()))
        lost = self.shaper.measured(self.fonts.path(self.family, 700 if bold else 400), line)[2]
        return line.translate({ord(sign): "?" for sign in lost}) if lost else line

    def width(self, text: str, size_mm: float, *, bold: bool = False) -> float:
        """The width of a line in mm."""
        return self.shaper.width_em(self.fonts.path(self.family, 700 if bold else 400), text) * size_mm

    def lines(self, text: str, size_mm: float, width_mm: float, *, bold: bool = False) -> list[str]:
        """The text broken into lines of at most this width; a word that is longer is parted."""
        lines, line = [], ""
        for word in self.known(text, bold=bold).split(" "):
            longer = f"{line} {word}" if line else word
            if self.width(longer, size_mm, bold=bold) <= width_mm:
                line = longer
                continue
            if line:
                lines.append(line)
            while len(word) > 1 and self.width(word, size_mm, bold=bold) > width_mm:
                cut = self._fitting(word, size_mm, width_mm, bold=bold)
                lines.append(word[:cut])
                word = word[cut:]
            line = word
        return [*lines, line]

    def _fitting(self, word: str, size_mm: float, width_mm: float, *, bold: bool) -> int:
        """How many signs of a word fit; at least one."""
        low, high = 1, len(word)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(word[:middle], size_mm, bold=bold) <= width_mm:
                low = middle
            else:
                high = middle - 1
        return low

    def text(
        self,
        line: str,
        x: float,
        y: float,
        size_mm: float,
        *,
        bold: bool = False,
        fill: str = INK,
        anchor: str = "",
    ) -> str:
        """A line at its baseline."""
        return (
            f'<text x="{x:.3f}" y="{y:.3f}" font-family="{escape(self.family)}" font-size="{size_mm:.3f}" '
            f'font-weight="{700 if bold else 400}" fill="{fill}" '
            f'text-anchor="{anchor or "start"}">{escape(line)}</text>'
        )


# ---------------------------------------------------------------- blocks

_H2_MM, _H3_MM, _BODY_MM, _SMALL_MM = 5.2, 4.1, 3.3, 2.7
_LEADING = 1.32


def _heading(setter: _Setter, text: str) -> _Block:
    lines = setter.lines(text, _H2_MM, COLUMN_MM, bold=True)
    step = _H2_MM * _LEADING
    parts = [setter.text(line, 0, 4.6 + at * step, _H2_MM, bold=True) for at, line in enumerate(lines)]
    foot = 4.6 + (len(lines) - 1) * step + 2
    parts.append(f'<rect x="0" y="{foot:.3f}" width="{COLUMN_MM:.3f}" height="0.4" fill="{LINE}"/>')
    return _Block(foot + 4, "".join(parts), heading=True)


def _piece_blocks(setter: _Setter, pieces: Sequence[SeenPiece]) -> Iterator[_Block]:
    for component, group in groupby(pieces, key=lambda piece: piece.component):
        yield _heading(setter, component)
        yield from (_piece(setter, piece) for piece in group if not piece.folded)


def _piece(setter: _Setter, piece: SeenPiece) -> _Block:
    """A piece in a frame: title and tag, what is told, the faces."""
    pad, wide = 3.0, COLUMN_MM - 6.0
    ink, ground = _TAGS[piece.kind]
    tag_wide = setter.width(piece.kind, _SMALL_MM, bold=True) + 4
    parts: list[str] = []
    y = pad
    copies = f" × {piece.copies}" if piece.copies != 1 else ""
    for at, line in enumerate(setter.lines(piece.title + copies, _H3_MM, wide - tag_wide - 2, bold=True)):
        y += _H3_MM * (1.0 if at == 0 else 1.25)
        parts.append(setter.text(line, pad, y - 0.7, _H3_MM, bold=True))
    left = pad + wide - tag_wide
    parts.append(
        f'<rect x="{left:.3f}" y="{pad - 0.3:.3f}" width="{tag_wide:.3f}" height="4.4" rx="2.2" '
        f'fill="{ground}"/>' + setter.text(piece.kind, left + 2, pad + 2.8, _SMALL_MM, bold=True, fill=ink)
    )
    marks = " → ".join(mark for mark in dict.fromkeys(piece.marks) if mark)
    lines = [line for text in piece.told for line in setter.lines(text, _BODY_MM, wide)]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], "…"]
    y += 1.2 if lines else 0
    for line in lines:
        y += _BODY_MM * _LEADING
        parts.append(setter.text(line, pad, y - 0.8, _BODY_MM))
    if marks:
        y += _SMALL_MM * _LEADING + 0.6
        parts.append(setter.text(f"mark {marks}", pad, y - 0.6, _SMALL_MM, fill=SOFT))
    for row in _rows(piece):
        y += 2.5
        drawn, high = _pictures(setter, row, wide)
        parts.append(f'<g transform="translate({pad} {y:.3f})">{drawn}</g>')
        y += high
    y += pad
    frame = (
        f'<rect x="0" y="0" width="{COLUMN_MM:.3f}" height="{y:.3f}" rx="2" fill="#ffffff" '
        f'stroke="{LINE}" stroke-width="0.3"/>'
    )
    return _Block(y + 4, frame + "".join(parts))


_Row = list[tuple[FaceShot, SeenFace, str]]
"""At most two pictures that stand side by side, each with its face and what stands below it."""


def _rows(piece: SeenPiece) -> Iterator[_Row]:
    """A row for each face before and after; faces that are there once stand in one row."""
    rows = [
        [
            (shot, face, piece.caption(face, before=before))
            for shot, before in ((face.old, True), (face.new, False))
            if shot is not None
        ]
        for face in piece.faces
    ]
    single = [row[0] for row in rows if len(row) == 1]
    if single:
        yield single
    yield from (row for row in rows if len(row) == 2)


def _pictures(setter: _Setter, row: _Row, wide: float) -> tuple[str, float]:
    """Pictures side by side, and how high they stand."""
    each = (wide - PAIR_GAP_MM) / 2
    parts, high = [], 0.0
    for at, (shot, face, caption) in enumerate(row):
        width, height = _fitted(shot, each)
        x = at * (each + PAIR_GAP_MM) + (each - width) / 2
        parts.append(_picture(shot, face, x, width, height))
        parts.append(setter.text(caption, x + width / 2, height + 3.2, _SMALL_MM, fill=SOFT, anchor="middle"))
        high = max(high, height + 4.5)
    texts = dict.fromkeys(shared for _, face, _ in row if (shared := face.shared_text()))
    for line in (line for shared in texts for line in setter.lines(shared, _SMALL_MM, wide)):
        high += _SMALL_MM * _LEADING
        parts.append(setter.text(line, 0, high - 0.4, _SMALL_MM, fill=SOFT))
    return "".join(parts), high


def _fitted(shot: FaceShot, wide: float) -> tuple[float, float]:
    """The size in mm at which a picture is shown, never larger than it is."""
    scale = min(1.0, wide / shot.width_mm, MOST_HIGH_MM / shot.height_mm)
    return shot.width_mm * scale, shot.height_mm * scale


def _picture(shot: FaceShot, face: SeenFace, x: float, width: float, height: float) -> str:
    data = base64.b64encode(shot.jpeg).decode("ascii")
    size = f'width="{width:.3f}" height="{height:.3f}"'
    boxes = "".join(
        f'<rect x="{x + box.x * width:.3f}" y="{box.y * height:.3f}" width="{box.width * width:.3f}" '
        f'height="{box.height * height:.3f}" rx="0.5" fill="none" stroke="{MARK}" stroke-width="0.5"/>'
        for box in face.boxes
    )
    return (
        f'<image x="{x:.3f}" y="0" {size} href="data:image/jpeg;base64,{data}"/>'
        f'<rect x="{x:.3f}" y="0" {size} fill="none" stroke="{LINE}" stroke-width="0.2"/>{boxes}'
    )


def _fact_blocks(setter: _Setter, differs: Difference) -> Iterator[_Block]:
    for sheet, group in groupby(differs.facts, key=lambda change: change.sheet):
        yield _heading(setter, sheet)
        for change in group:
            lines = setter.lines(fact_sentence(change), _BODY_MM, COLUMN_MM)[:MOST_LINES]
            step = _BODY_MM * _LEADING
            parts = (setter.text(line, 0, (at + 1) * step - 1, _BODY_MM) for at, line in enumerate(lines))
            yield _Block(len(lines) * step + 1, "".join(parts))


# ---------------------------------------------------------------- pages


def _pages(setter: _Setter, blocks: Sequence[_Block], title: str, intro: str) -> Iterator[str]:
    """Blocks into columns, columns onto pages."""
    head, top = _head(setter, title, intro)
    floor = HEIGHT_MM - MARGIN_MM - FOOT_MM
    page, column, y, number = [head], 0, top, 1
    start = top
    for at, block in enumerate(blocks):
        after = blocks[at + 1].height_mm if block.heading and at + 1 < len(blocks) else 0.0
        needed = block.height_mm + min(after, floor - MARGIN_MM - block.height_mm)
        if y + needed > floor and y > start:
            column, y = column + 1, start
        if column > 1:
            yield _page(setter, page, title, number)
            page, column, number, start = [], 0, number + 1, MARGIN_MM
            y = start
        x = MARGIN_MM + column * (COLUMN_MM + GUTTER_MM)
        scale = min(1.0, (floor - y) / block.height_mm)
        shrunk = f" scale({scale:.4f})" if scale < 1 else ""
        page.append(f'<g transform="translate({x:.3f} {y:.3f}){shrunk}">{block.markup}</g>')
        y += block.height_mm * scale
    yield _page(setter, page, title, number)


def _head(setter: _Setter, title: str, intro: str) -> tuple[str, float]:
    wide, y, parts = WIDTH_MM - 2 * MARGIN_MM, MARGIN_MM, []
    for line in setter.lines(title, 8.0, wide, bold=True)[:3]:
        y += 8.4
        parts.append(setter.text(line, MARGIN_MM, y - 2, 8.0, bold=True))
    for line in setter.lines(intro, 3.8, wide)[:3]:
        y += 5.2
        parts.append(setter.text(line, MARGIN_MM, y - 1, 3.8, fill=SOFT))
    return "".join(parts), y + 7


def _page(setter: _Setter, parts: Sequence[str], title: str, number: int) -> str:
    y = HEIGHT_MM - FOOT_MM
    first = setter.lines(title, _SMALL_MM, WIDTH_MM - 2 * MARGIN_MM - 15)[0]
    foot = setter.text(first, MARGIN_MM, y, _SMALL_MM, fill=SOFT)
    foot += setter.text(str(number), WIDTH_MM - MARGIN_MM, y, _SMALL_MM, fill=SOFT, anchor="end")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH_MM}mm" height="{HEIGHT_MM}mm" '
        f'viewBox="0 0 {WIDTH_MM} {HEIGHT_MM}"><rect x="0" y="0" width="{WIDTH_MM}" height="{HEIGHT_MM}" '
        f'fill="#ffffff"/>{"".join(parts)}{foot}</svg>'
    )
