"""The PDF of a difference: A4, two columns, drawn by the renderer of the faces with the game's own font."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.ground.pdf_file import describe_pdf, finished
from generator.press.aside_pages import drawn_pages
from generator.svg.svg_page import SvgPage
from generator.text.fonts import Fonts
from generator.versions.compare import Difference
from generator.versions.seen import SeenPiece, SeenRow
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
INK, SOFT, LINE, MARK = "#1f2329", "#646b75", "#d9d5cd", "#d6006c"
_TAGS = {"new": ("#1c7a44", "#e3f3e8"), "removed": ("#b3261e", "#fbe6e3"), "changed": ("#8a5a00", "#fbeed3")}
_H1_MM, _H2_MM, _H3_MM, _INTRO_MM, _BODY_MM, _SMALL_MM = 8.0, 5.2, 4.1, 3.8, 3.3, 2.7
_LEADING = 1.32


@dataclass(frozen=True, slots=True)
class _Block:
    """Something that stands in a column in one piece, and its height."""

    height_mm: float
    part: SvgPage
    heading: bool = False
    """Whether it may not stand alone at the end of a column."""


def difference_pdf(
    differs: Difference, pieces: Sequence[SeenPiece], old: str, new: str, *, fonts: Fonts
) -> bytes:
    """The pages as a PDF; `old` and `new` name the two sides. Raises Failed without usable fonts."""
    import pikepdf

    blank = SvgPage(WIDTH_MM, HEIGHT_MM, fonts)
    title = f"{differs.new.game} {differs.new.version}: what differs"
    intro = f"{old} → {new} · {headline(differs)}"
    blocks = [*_piece_blocks(blank, pieces), *_fact_blocks(blank, differs)]
    pages = list(_pages(blank, blocks, title, intro))[:MOST_PAGES]
    with pikepdf.open(io.BytesIO(drawn_pages(pages, "difference", fonts))) as pdf:
        describe_pdf(pdf, title=title, subject=intro)
        return finished(pdf)


# ---------------------------------------------------------------- blocks


def _heading(blank: SvgPage, text: str) -> _Block:
    part, step = blank.part(), _H2_MM * _LEADING
    lines = part.wrapped(text, _H2_MM, COLUMN_MM, most=MOST_LINES, weight=700)
    for at, line in enumerate(lines):
        part.text(0, 4.6 + at * step, line, _H2_MM, weight=700, fill=INK)
    foot = 4.6 + (len(lines) - 1) * step + 2
    part.box(0, foot, COLUMN_MM, 0.4, 0, fill=LINE)
    return _Block(foot + 4, part, heading=True)


def _piece_blocks(blank: SvgPage, pieces: Sequence[SeenPiece]) -> Iterator[_Block]:
    for component, group in groupby(pieces, key=lambda piece: piece.component):
        yield _heading(blank, component)
        yield from (_piece(blank, piece) for piece in group if not piece.folded)


def _piece(blank: SvgPage, piece: SeenPiece) -> _Block:
    """A piece in a frame: title and tag, what is told, the faces."""
    part, pad, wide = blank.part(), 3.0, COLUMN_MM - 6.0
    ink, ground = _TAGS[piece.kind]
    tag_wide = part.width_of(piece.kind, _SMALL_MM, 700) + 4
    y, left = pad, pad + wide - tag_wide
    titles = part.wrapped(piece.title + piece.times, _H3_MM, wide - tag_wide - 2, most=MOST_LINES, weight=700)
    for at, line in enumerate(titles):
        y += _H3_MM * (1.0 if at == 0 else 1.25)
        part.text(pad, y - 0.7, line, _H3_MM, weight=700, fill=INK)
    part.box(left, pad - 0.3, tag_wide, 4.4, 0, radius=2.2, fill=ground)
    part.text(left + 2, pad + 2.8, piece.kind, _SMALL_MM, weight=700, fill=ink)
    lines = [line for text in piece.told for line in part.wrapped(text, _BODY_MM, wide, most=MOST_LINES)]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], "…"]
    y += 1.2 if lines else 0
    for line in lines:
        y += _BODY_MM * _LEADING
        part.text(pad, y - 0.8, line, _BODY_MM, fill=INK)
    if piece.mark:
        y += _SMALL_MM * _LEADING + 0.6
        part.text(pad, y - 0.6, f"mark {piece.mark}", _SMALL_MM, fill=SOFT)
    for row in piece.rows():
        y += 2.5
        pictures = _pictures(blank, row, wide)
        part.lay(pictures.part, pad, y)
        y += pictures.height_mm
    framed = blank.part()
    framed.box(0, 0, COLUMN_MM, y + pad, 0.3, radius=2, colour=LINE, fill="#ffffff")
    framed.lay(part, 0, 0)
    return _Block(y + pad + 4, framed)


def _pictures(blank: SvgPage, row: SeenRow, wide: float) -> _Block:
    """Pictures side by side."""
    part, each, high = blank.part(), (wide - PAIR_GAP_MM) / 2, 0.0
    for at, (shot, face, caption) in enumerate(row):
        scale = min(1.0, each / shot.width_mm, MOST_HIGH_MM / shot.height_mm)  # never larger than it is
        width, height = shot.width_mm * scale, shot.height_mm * scale
        x = at * (each + PAIR_GAP_MM) + (each - width) / 2
        part.picture(shot.jpeg, x, 0, width, height)
        part.box(x, 0, width, height, 0.2, colour=LINE)
        for box in face.boxes:
            place = x + box.x * width, box.y * height, box.width * width, box.height * height
            part.box(*place, 0.5, radius=0.5, colour=MARK)
        part.text(x + width / 2, height + 3.2, caption, _SMALL_MM, fill=SOFT, anchor="middle")
        high = max(high, height + 4.5)
    texts = dict.fromkeys(shared for _, face, _ in row if (shared := face.shared_text()))
    for line in (line for text in texts for line in part.wrapped(text, _SMALL_MM, wide, most=MOST_LINES)):
        high += _SMALL_MM * _LEADING
        part.text(0, high - 0.4, line, _SMALL_MM, fill=SOFT)
    return _Block(high, part)


def _fact_blocks(blank: SvgPage, differs: Difference) -> Iterator[_Block]:
    step = _BODY_MM * _LEADING
    for sheet, group in groupby(differs.facts, key=lambda change: change.sheet):
        yield _heading(blank, sheet)
        for change in group:
            part = blank.part()
            lines = part.wrapped(fact_sentence(change), _BODY_MM, COLUMN_MM, most=MOST_LINES)
            for at, line in enumerate(lines, start=1):
                part.text(0, at * step - 1, line, _BODY_MM, fill=INK)
            yield _Block(len(lines) * step + 1, part)


# ---------------------------------------------------------------- pages


def _pages(blank: SvgPage, blocks: Sequence[_Block], title: str, intro: str) -> Iterator[SvgPage]:
    """Blocks into columns, columns onto pages."""
    page, number = _page(blank, title, 1), 1
    start = y = _head(page, title, intro)
    floor, column = HEIGHT_MM - MARGIN_MM - FOOT_MM, 0
    for at, block in enumerate(blocks):
        after = blocks[at + 1].height_mm if block.heading and at + 1 < len(blocks) else 0.0
        needed = block.height_mm + min(after, floor - MARGIN_MM - block.height_mm)
        if y + needed > floor and y > start:
            column, y = column + 1, start
        if column > 1:
            yield page
            column, number, y = 0, number + 1, MARGIN_MM
            page, start = _page(blank, title, number), MARGIN_MM
        scale = min(1.0, (floor - y) / block.height_mm)
        page.lay(block.part, MARGIN_MM + column * (COLUMN_MM + GUTTER_MM), y, scale)
        y += block.height_mm * scale
    yield page


def _head(page: SvgPage, title: str, intro: str) -> float:
    """Title and introduction; where the columns begin."""
    wide, y = WIDTH_MM - 2 * MARGIN_MM, MARGIN_MM
    for line in page.wrapped(title, _H1_MM, wide, most=3, weight=700):
        y += 8.4
        page.text(MARGIN_MM, y - 2, line, _H1_MM, weight=700, fill=INK)
    for line in page.wrapped(intro, _INTRO_MM, wide, most=3):
        y += 5.2
        page.text(MARGIN_MM, y - 1, line, _INTRO_MM, fill=SOFT)
    return y + 7


def _page(blank: SvgPage, title: str, number: int) -> SvgPage:
    """A page with nothing but its foot."""
    page, y = blank.part(), HEIGHT_MM - FOOT_MM
    page.box(0, 0, WIDTH_MM, HEIGHT_MM, 0, fill="#ffffff")
    (foot,) = page.wrapped(title, _SMALL_MM, WIDTH_MM - 2 * MARGIN_MM - 15, most=1)
    page.text(MARGIN_MM, y, foot, _SMALL_MM, fill=SOFT)
    page.text(WIDTH_MM - MARGIN_MM, y, str(number), _SMALL_MM, fill=SOFT, anchor="end")
    return page
