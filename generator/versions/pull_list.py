"""The pull list: pictures of the pieces to take out after a reprint, how many of each, and their marks.

First every box on every page gets its place; then the pages are drawn like any design, and the old faces are
put under them. All is black and grey, so that it reads the same from any printer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from generator.ground.fence import unit
from generator.ground.output import Stage
from generator.press.aside_pages import FOOT_MM, GREY, MARGIN_MM, AsidePages
from generator.press.printing import OutputFile
from generator.sheets.sheet import Box, Paper
from generator.versions.errand import Need, Pull, PullReason
from generator.versions.faces_pdf import FacePages
from generator.versions.pieces import PieceRecord, Snapshot

if TYPE_CHECKING:
    from generator.checks.checked import Checked
    from generator.records.languages import Lexicon
    from generator.text.fonts import Fonts

_COLUMNS, _GAP_MM = 2, 8.0
_ROW_MM = 35.0
_PICTURE_MM = (24.0, 32.0)
_TEXT_MM = 27.5
"""How far beside its picture's left edge the text of an entry begins."""
_LINE_MM = 5.4
"""From line to line of what is put in."""
DARK = "#1a1a1a"
NO_PICTURES = "There are no pictures of the old pieces: printed/faces.pdf is not that of the recorded print."
COMPONENT = "Pull list"


@dataclass(frozen=True, slots=True)
class PullEntry:
    """One kind of piece to take out; of a board that is printed in tiles only the tiles that are named."""

    pull: Pull
    tiles: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class _Pages(AsidePages):
    """The pages of a list, and the old faces on them."""

    pictures: list[tuple[int, int, Box]] = field(default_factory=list)
    """Each by its page here, its page among the old faces, and its place."""


def pull_list(
    stage: Stage,
    entries: Sequence[PullEntry],
    needs: Sequence[Need],
    paper: Paper,
    checked: Checked,
    record: Snapshot,
    face_pages: FacePages,
    fonts: Fonts,
) -> OutputFile:
    """Write the list for one paper; what is said of it.

    Without the old faces there are titles and marks, and it says so.
    """
    edition = checked.edition
    pages = _Pages(
        width_mm=paper.width_mm,
        height_mm=paper.height_mm,
        margin_mm=MARGIN_MM,
        foot_mm=FOOT_MM,
        fonts=fonts,
        rtl=edition.rtl,
        paper=paper,
        edition=edition,
        component=COMPONENT,
    )
    _head(pages, entries, needs, checked, record, face_pages)
    sizes = _sizes(face_pages)
    for at in range(0, len(entries), _COLUMNS):
        pages.room(_ROW_MM)
        for column, entry in enumerate(entries[at : at + _COLUMNS]):
            width = (pages.right_mm - MARGIN_MM - _GAP_MM * (_COLUMNS - 1)) / _COLUMNS
            box = Box(MARGIN_MM + column * (width + _GAP_MM), pages.y_mm, width, _ROW_MM - 3)
            _entry(pages, entry, box, face_pages, sizes)
        pages.y_mm += _ROW_MM
    _put_in(pages, needs)
    pages.feet(edition.word("When all is in its place, pnp printed records this print."))
    name = f"{paper.name}/{edition.stem}_PullList_{paper.name}_reprint.pdf"
    with unit("sheets", name, times=1 + len(entries) / 100):
        pdf = pages.pdf(face_pages.pdf or None, pages.pictures)
    return OutputFile(
        path=name,
        component=COMPONENT,
        paper=paper.name,
        kind="what to take out",
        pages=len(pages.made),
        sheets=len(pages.made),
        pieces=sum(entry.pull.count for entry in entries),
        size="",
        designs=0,
        size_bytes=stage.write(name, pdf),
        flip="",
        partial=True,
    )


# ---------------------------------------------------------------- what stands where


def _head(
    pages: _Pages,
    entries: Sequence[PullEntry],
    needs: Sequence[Need],
    checked: Checked,
    record: Snapshot,
    face_pages: FacePages,
) -> None:
    page, edition, word = pages.new(), checked.edition, pages.edition.word
    page.text(MARGIN_MM, 17, f"{edition.game} v{edition.version}", 3.6, fill=GREY)
    page.text(MARGIN_MM, 27, word(COMPONENT), 9.5, weight=700)
    out, into = sum(entry.pull.count for entry in entries), sum(need.count for need in needs)
    text = word(
        "Since the print of {printed}: take out {pieces}, put in {count}.",
        printed=record.printed,
        pieces=_pieces(out, word),
        count=into,
    )
    page.text(MARGIN_MM, 34, text, 4.0)
    pages.y_mm = 42.0
    if not face_pages.pdf:
        page.text(MARGIN_MM, 39.5, word(NO_PICTURES), 3.2, fill=GREY)
        pages.y_mm = 47.0
    page.line(MARGIN_MM, pages.y_mm - 4.5, pages.right_mm, pages.y_mm - 4.5, 0.3)


def _pieces(count: int, word: Lexicon) -> str:
    return word("1 piece") if count == 1 else word("{count} pieces", count=f"{count:,}")


def _sizes(face_pages: FacePages) -> list[tuple[float, float]]:
    """Width and height of every old face as it is cut."""
    if not face_pages.pdf:
        return []
    from generator.ground.raster import Pages

    with Pages(face_pages.pdf) as pages:
        sizes = [(pages.size(number), 2 * pages.bleed_mm(number)) for number in range(len(pages))]
    return [(size.width_mm - gap_mm, size.height_mm - gap_mm) for size, gap_mm in sizes]


def _entry(
    pages: _Pages,
    entry: PullEntry,
    box: Box,
    face_pages: FacePages,
    sizes: Sequence[tuple[float, float]],
) -> None:
    page, pull = pages.last, entry.pull
    face = face_pages.pages.get(pull.piece.front)
    _picture(pages, box, face, sizes, crossed=pull.reason is PullReason.DELETED)
    x, right = box.x_mm + _TEXT_MM, box.right_mm
    page.box(right - 5, box.y_mm, 5, 5, 0.35, radius=0.8)
    page.text(x, box.y_mm + 3.6, pages.edition.word("Take out {count}", count=f"{pull.count:,}"), 4.0)
    y = box.y_mm + 9.4
    for line in page.wrapped(pull.piece.title, 4.4, right - x, weight=700, most=2):
        page.text(x, y, line, 4.4, weight=700)
        y += 5.0
    after = x
    if pull.piece.mark:
        page.box(x, y - 2.6, 14.5, 5.0, 0.3, radius=1)
        page.text(x + 7.25, y + 1.1, pull.piece.mark, 3.7, weight=700, anchor="middle", spacing=0.3)
        after += 17.5
    (component,) = page.wrapped(pull.piece.component, 3.3, right - after, most=1)
    page.text(after, y + 1, component, 3.3, fill=GREY)
    y += 7.0
    for said in _said(entry, pages.edition.word):
        for line in page.wrapped(said, 3.2, right - x, most=3):
            page.text(x, y, line, 3.2)
            y += 4.0


def _said(entry: PullEntry, word: Lexicon) -> Iterator[str]:
    """Why it is taken out, and what takes its place."""
    pull = entry.pull
    if entry.tiles:
        names = ", ".join(entry.tiles)
        if len(entry.tiles) > 1:
            yield word("Changed, only these tiles: {names}.", names=names)
        else:
            yield word("Changed, only this tile: {name}.", name=names)
    elif pull.reason is PullReason.DELETED:
        yield word("Deleted: nothing takes its place.")
    elif pull.reason is PullReason.FEWER:
        yield word("There are fewer copies of it now.")
    elif pull.new is not None:
        yield _changed(pull.piece, pull.new, word)
    if pull.new is not None and pull.new.title != pull.piece.title:
        yield word("It is called {name} now.", name=pull.new.title)


def _changed(old: PieceRecord, new: PieceRecord, word: Lexicon) -> str:
    if not new.mark or new.mark == old.mark:
        return word("Changed: a new one takes its place.")
    return word("Changed: the new one has the mark {mark}.", mark=new.mark)


def _picture(
    pages: _Pages, box: Box, face: int | None, sizes: Sequence[tuple[float, float]], *, crossed: bool
) -> None:
    """The old face, as large as its room allows, or an empty frame."""
    page, (most_x, most_y) = pages.last, _PICTURE_MM
    if face is None:
        page.box(box.x_mm, box.y_mm, most_x, most_y, 0.3, radius=1.5, dashes="1.2 1.2")
        nothing = pages.edition.word("no picture")
        page.text(box.x_mm + most_x / 2, box.y_mm + most_y / 2 + 1, nothing, 3, fill=GREY, anchor="middle")
        return
    width, height = sizes[face]
    scale = min(most_x / width, most_y / height)
    place = Box(box.x_mm, box.y_mm, width * scale, height * scale)
    there = replace(place, x_mm=page.left_of(place.x_mm, place.width_mm))
    pages.pictures.append((len(pages.made) - 1, face, there))
    page.box(place.x_mm, place.y_mm, place.width_mm, place.height_mm, 0.2)
    if crossed:
        inset = 0.12
        left, right = place.x_mm + inset * place.width_mm, place.right_mm - inset * place.width_mm
        top, low = place.y_mm + inset * place.height_mm, place.bottom_mm - inset * place.height_mm
        for colour, thick in (("#ffffff", 2.2), (DARK, 1.0)):
            page.line(left, top, right, low, thick, colour)
            page.line(left, low, right, top, thick, colour)


def _put_in(pages: _Pages, needs: Sequence[Need]) -> None:
    """What comes from the sheets: how many of each, and the marks by which they are known."""
    if not needs:
        return
    pages.room(12 + _LINE_MM)
    pages.y_mm += 5
    pages.last.text(MARGIN_MM, pages.y_mm, pages.edition.word("Put in, from the sheets"), 4.6, weight=700)
    pages.last.line(MARGIN_MM, pages.y_mm + 2, pages.right_mm, pages.y_mm + 2, 0.3)
    pages.y_mm += 7.5
    for at in range(0, len(needs), _COLUMNS):
        pages.room(_LINE_MM)
        if pages.y_mm == MARGIN_MM:
            pages.y_mm += 4
        for column, need in enumerate(needs[at : at + _COLUMNS]):
            width = (pages.right_mm - MARGIN_MM - _GAP_MM * (_COLUMNS - 1)) / _COLUMNS
            _new(pages, need, MARGIN_MM + column * (width + _GAP_MM), pages.y_mm, width)
        pages.y_mm += _LINE_MM


def _new(pages: _Pages, need: Need, x: float, y: float, width: float) -> None:
    """One line of what is put in."""
    page, piece = pages.last, need.piece
    page.box(x, y - 3.1, 3.6, 3.6, 0.3, radius=0.6)
    page.text(x + 10.5, y, f"{need.count:,}", 3.5, anchor="end")
    (title,) = page.wrapped(piece.title, 3.5, width - 55, weight=700, most=1)
    page.text(x + 13, y, title, 3.5, weight=700)
    about = piece.component if need.old else pages.edition.word("{component}, new", component=piece.component)
    (component,) = page.wrapped(about, 3.1, 26, most=1)
    page.text(x + width - 40, y, component, 3.1, fill=GREY)
    if piece.mark:
        page.text(x + width, y, piece.mark, 3.5, weight=700, anchor="end", spacing=0.3)
