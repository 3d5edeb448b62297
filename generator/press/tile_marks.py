"""The revision marks of what is spread over several pages: every tile has its own, made from what it shows.

A tile whose window looks the same keeps its mark when the rest of the board changes, so it need not be
printed again.
"""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

from generator.faces import Face
from generator.ground.pdf_file import joined
from generator.ground.raster import MM_PER_INCH, Pages, digest_of, tint_of
from generator.ground.revision import CORNERS, MARK_INSET_MM, MARK_PT, MarkPlace, revision_mark
from generator.ground.shapes import BLEED_MM
from generator.ground.sight import hexed
from generator.ground.units import PT_PER_MM
from generator.press.decks import Deck
from generator.press.revision import mark_of_design, mark_wanted
from generator.sheets.sheet import Box, Imposition, Placement, Sheet, Side
from generator.sheets.tiles import OVERLAP_MM
from generator.svg.cut import distance
from generator.svg.revision import HALO_MM, MarkInk, ink_on

if TYPE_CHECKING:
    from generator.ground.raster import Picture
    from generator.text.fonts import Fonts

TILE_DPI = 72.0
"""Fine enough for a changed figure, coarse enough for a wall map."""
_MARK_MM = (6.4, 2.0)
"""The room of a mark with its halo."""
_CALM = 24
"""The most that a ground of one colour varies, of 255."""


def has_tile_marks(deck: Deck) -> bool:
    """Whether its sheets carry the marks, and not its designs."""
    marked = mark_wanted(deck.component) is not MarkPlace.NONE
    return marked and mark_of_design(deck.component) is MarkPlace.NONE


def with_tile_marks(
    imposition: Imposition, deck: Deck, fonts: Fonts, shown: bytes
) -> tuple[Imposition, bytes]:
    """The sheets with a mark on every front, and the `shown` designs with those of the marks behind them.

    A mark says what the tile has in full colour, also where the designs that are shown spare ink.
    """
    from generator.svg.designs import draw_designs

    place, family, out = mark_wanted(deck.component), _family(fonts), io.BytesIO()
    faces: dict[str, int] = {}
    sheets: list[Sheet] = []
    drawn: list[Face] = []
    with Pages(deck.designs) as pages, Pages(shown) as shown_pages:
        pictures: dict[int, tuple[Picture, Picture]] = {}
        for sheet in imposition.sheets:
            placed = None
            if sheet.side is Side.FRONT and sheet.placements:
                design = sheet.placements[0].design
                if design not in pictures:
                    whole = pages.image(design, dpi=TILE_DPI)
                    same = shown == deck.designs
                    pictures[design] = whole, whole if same else shown_pages.image(design, dpi=TILE_DPI)
                placed = _mark(sheet, *pictures[design], place, family)
            if placed is None:
                sheets.append(sheet)
                continue
            box, svg = placed
            if svg not in faces:
                faces[svg] = deck.count + len(faces)
                drawn.append(Face(f"mark {len(faces)}", svg, *_MARK_MM, "rectangle", deck.name))
            placement = Placement(faces[svg], box, 0, box.polygon)
            sheets.append(replace(sheet, placements=(*sheet.placements, placement)))
    if drawn:
        draw_designs(drawn, fonts=fonts, out=out, bleed_mm=0)
    designs = joined([shown, out.getvalue()]) if drawn else shown
    return replace(imposition, sheets=tuple(sheets)), designs


def _family(fonts: Fonts) -> str:
    """The family of the bold font of the margins."""
    from generator.text.fonts import page_fonts_of

    bold = page_fonts_of(fonts)[1].path
    return next(name for name, files in fonts.files.items() if any(file.path == bold for file in files))


def window_of(sheet: Sheet) -> Box:
    """The part of its board that a tile shows, in millimetres of the board."""
    (board,) = (placement.trim for placement in sheet.placements[:1])
    return replace(sheet.trim, x_mm=sheet.trim.x_mm - board.x_mm, y_mm=sheet.trim.y_mm - board.y_mm)


def cut_out(picture: Picture, window: Box, *, dpi: float = TILE_DPI) -> Picture:
    """A window of a board out of the picture of its design page at `dpi`."""
    per_mm = dpi / MM_PER_INCH
    edges = (window.x_mm, window.y_mm, window.right_mm, window.bottom_mm)
    left_x, top, right, bottom = (round((edge + BLEED_MM) * per_mm) for edge in edges)
    return picture.crop((left_x, top, right, bottom))


def tile_mark(picture: Picture, window: Box) -> str:
    """The mark of a tile by what its window shows."""
    return revision_mark(digest_of(cut_out(picture, window)))


def _mark(
    sheet: Sheet, picture: Picture, shown: Picture, place: MarkPlace, family: str
) -> tuple[Box, str] | None:
    """Where the mark of a tile goes on its page, and its drawing; None if there is no room."""
    window, board = window_of(sheet), sheet.placements[0].trim
    corners: list[tuple[int, int, MarkPlace, Box, MarkInk]] = []
    for number, corner in enumerate(CORNERS if place is MarkPlace.WHEREVER else (place,)):
        box = _corner(sheet, window, corner)
        if box is None:
            continue
        under = cut_out(shown, replace(box, x_mm=box.x_mm - board.x_mm, y_mm=box.y_mm - board.y_mm))
        tint = tint_of(under)
        calm = (tint.red / 255, tint.green / 255, tint.blue / 255) if tint.spread <= _CALM else None
        corners.append((max(tint.spread, _CALM), number, corner, box, ink_on([calm])))
    if not corners:
        return None
    _, _, corner, box, ink = min(corners)
    return box, _svg(tile_mark(picture, window), ink, family, is_left=corner.is_left)


def _corner(sheet: Sheet, window: Box, corner: MarkPlace) -> Box | None:
    """A corner of what stays to be seen of a tile: what a neighbour is glued on is hidden."""
    board, clip = sheet.placements[0].trim, sheet.placements[0].clip
    right = OVERLAP_MM if window.right_mm < board.width_mm - 0.01 else 0.0
    below = OVERLAP_MM if window.bottom_mm < board.height_mm - 0.01 else 0.0
    width, height = _MARK_MM
    edge = MARK_INSET_MM - HALO_MM
    x = sheet.trim.x_mm + edge if corner.is_left else sheet.trim.right_mm - right - edge - width
    y = sheet.trim.y_mm + edge if corner.is_top else sheet.trim.bottom_mm - below - edge - height
    box = Box(x, y, width, height)
    return box if all(distance(clip, *point) <= -edge + 0.01 for point in box.polygon.points) else None


def _svg(mark: str, ink: MarkInk, family: str, *, is_left: bool) -> str:
    width, height = _MARK_MM
    size = MARK_PT / PT_PER_MM
    x, anchor = (HALO_MM, "start") if is_left else (width - HALO_MM, "end")
    place = (
        f'x="{x:g}" y="{height - HALO_MM:g}" font-family="{family}" font-weight="700" '
        f'font-size="{size:.4f}" letter-spacing="{0.04 * size:.4f}" text-anchor="{anchor}"'
    )
    halo = f'fill="#ffffff" stroke="#ffffff" stroke-width="{2 * HALO_MM:g}" stroke-linejoin="round"'
    looks = [*([halo] if ink.halo else []), f'fill="{hexed(ink.rgb)}"']
    texts = "".join(f"<text {place} {look}>{mark}</text>" for look in looks)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}">{texts}</svg>'
