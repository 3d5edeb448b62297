"""Of a board that is spread over several pages: the tiles that look otherwise than when they were printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from generator.ground.raster import Pages, digest_of
from generator.press.printing import Plan
from generator.press.tile_marks import TILE_DPI, cut_out, has_tile_marks, tile_mark, window_of
from generator.sheets.sheet import Box, Sheet, Side
from generator.versions.errand import Need
from generator.versions.faces_pdf import FacePages
from generator.versions.pieces import PieceRecord

if TYPE_CHECKING:
    from generator.ground.raster import Picture

COMPARED_DPI = 110.0
"""A hairline of a changed drawing is still a pixel of another colour."""


def only_changed_tiles(
    plan: Plan, needs: Sequence[Need], face_pages: FacePages
) -> tuple[Plan | None, Mapping[str, tuple[str, ...]]]:
    """The plan with the pages that are needed, None if none is, and their names by board.

    `needs` are those of the plan's component, in the order of its pieces. All tiles are taken where the old
    face is not kept, and for boards that are printed beyond the old ones.
    """
    sheets: list[Sheet] = []
    names: dict[str, tuple[str, ...]] = {}
    pages = iter(plan.imposition.sheets)
    per_piece = len(plan.imposition.sheets) // max(1, len(plan.deck.pieces))
    for need in needs:
        for number in range(need.count):
            own = [next(pages) for _ in range(per_piece)]
            old = need.old if need.old is not None and number < need.old.copies else None
            chosen = own
            if old is not None and face_pages.pdf:
                chosen = list(_changed(own, plan.deck.designs, old, face_pages))
            sheets += chosen
            if not number:
                old_marks: Mapping[str, str] = {}
                if old is not None and has_tile_marks(plan.deck):
                    old_marks = _old_marks(chosen, old, face_pages)
                names[need.piece.identity] = tuple(_name(sheet, old_marks) for sheet in chosen)
    if not sheets:
        return None, names
    return replace(plan, imposition=replace(plan.imposition, sheets=tuple(sheets))), names


def _name(sheet: Sheet, marks: Mapping[str, str]) -> str:
    if sheet.side is Side.BACK:
        return f"{sheet.name} back"
    return f"{sheet.name} (mark {marks[sheet.name]})" if sheet.name in marks else sheet.name


def _old_marks(sheets: Sequence[Sheet], old: PieceRecord, face_pages: FacePages) -> Mapping[str, str]:
    """The marks that the tiles had when they were printed last, by their names."""
    page = face_pages.pages.get(old.front)
    if page is None:
        return {}
    with Pages(face_pages.pdf) as pages:
        whole = pages.image(page, dpi=TILE_DPI)
    fronts = (sheet for sheet in sheets if sheet.side is Side.FRONT)
    return {sheet.name: tile_mark(whole, window_of(sheet)) for sheet in fronts}


def _changed(
    sheets: Sequence[Sheet], designs: bytes, old: PieceRecord, face_pages: FacePages
) -> Iterator[Sheet]:
    """The tiles of one board that look otherwise than on the old faces."""
    with Pages(designs) as new_pages, Pages(face_pages.pdf) as old_pages:
        for side, digest in ((Side.FRONT, old.front), (Side.BACK, old.back)):
            own = [sheet for sheet in sheets if sheet.side is side]
            page = face_pages.pages.get(digest)
            if own and page is not None:
                new = new_pages.image(own[0].placements[0].design, dpi=COMPARED_DPI)
                was = old_pages.image(page, dpi=COMPARED_DPI)
                own = [sheet for sheet in own if _differ(new, was, window_of(sheet))]
            yield from own


def _differ(new: Picture, was: Picture, window: Box) -> bool:
    """Whether two pictures of a board differ in a window of it."""
    first, second = (digest_of(cut_out(picture, window, dpi=COMPARED_DPI)) for picture in (new, was))
    return new.size != was.size or first != second
