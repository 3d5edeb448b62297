"""What is looked at on each page: its boxes, its fonts, and what lies on it outside of the pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.ground.matrices import Edges, Xy, around, within
from generator.ground.units import mm, pt
from generator.sheets.furniture import SMALL_MM
from generator.sheets.printer import PrinterMargins
from generator.shops.preflight.ink import PrintedText, common
from generator.shops.preflight.limits import Limits, Quality
from generator.shops.preflight.looks import as_shown, centre, coarse_pictures, small_texts, thin_lines
from generator.shops.preflight.pages import MadePage, MadePiece
from generator.shops.preflight.seen import Seen

EXACT_MM = 0.1
"""What a box may be off; a hundredth is a matter of rounding."""
_EVEN = 0.002
"""So much of its size a drawing may differ in without being another one."""


def of_page(page: MadePage, size_mm: Xy | None, limits: Limits, *, changed: bool) -> Iterator[Seen]:
    """What is seen of a page as a whole, and on it outside of its pieces.

    The drawings of a booklet are made smaller, and their lines thinner: they are looked at if the page is
    not as it was made.
    """
    yield from misplaced_boxes(page, size_mm)
    yield from missing_fonts(page)
    yield from blank(page)
    yield from page_type(page, limits, small_print=not changed)
    yield from page_pictures(page, limits)
    if page.pieces or changed:
        yield from thin_lines(page.ink, limits)


def misplaced_boxes(page: MadePage, size_mm: Xy | None) -> Iterator[Seen]:
    """The page is as large as its paper, and its boxes lie in each other (ISO 32000-1, 14.11.2)."""
    wide, high = page.size_mm
    if size_mm is not None:
        far = min(
            max(abs(wide - across), abs(high - up)) for across, up in (size_mm, (size_mm[1], size_mm[0]))
        )
        if far > EXACT_MM:
            size = f"{size_mm[0]:g} × {size_mm[1]:g} mm"
            fault = f"The page is {wide:.1f} × {high:.1f} mm large, and should be {size}."
            yield Seen(
                Quality.SIZE, fault, "Make the file again; whatever changed it should not scale it.", "size"
            )
    slack = pt(EXACT_MM)
    if not within(page.trim, page.bleed, slack) or not within(page.bleed, page.media, slack):
        fault = "The TrimBox does not lie in the BleedBox, or that not in the page."
        yield Seen(Quality.SIZE, fault, "Make the file again; printers place pages by these boxes.", "boxes")


def out_of_reach(page: MadePage, margins: PrinterMargins) -> Iterator[tuple[Seen, MadePiece | None]]:
    """What lies where the printer cannot print: pieces, and the marks and words beside them."""
    left, top, right, bottom = (pt(margin) for margin in margins)
    media = page.media
    reached = (media[0] + left, media[1] + bottom, media[2] - right, media[3] - top)
    slack = pt(EXACT_MM)
    edges = " × ".join(f"{margin:g}" for margin in margins)
    for piece in page.pieces:
        printed = _printed(piece)
        if not within(printed, reached, slack):
            far = mm(_beyond(reached, printed))
            fault = f"the piece lies {far:.1f} mm beyond what the printer reaches (margins of {edges} mm)."
            mend = "Choose another layout or paper, or say what it leaves white: --printer NAME or --margins."
            yield Seen(Quality.MARGIN, fault, mend, "piece", centre(printed), far), piece
    for text in page.ink.texts:
        if text.depth == 0 and not within(text.box, reached, slack):
            far = mm(_beyond(reached, text.box))
            fault = f"The text “{as_shown(text.words)}” lies {far:.1f} mm beyond what the printer reaches."
            mend = "Choose another paper, or say what it leaves white: --printer NAME or --margins."
            yield Seen(Quality.MARGIN, fault, mend, "text", centre(text.box), far), None


def _printed(piece: MadePiece) -> Edges:
    """What of a piece lies inside of its cut line on this page."""
    return (common(piece.trim, around(piece.clip)) if piece.clip else None) or piece.trim


def _beyond(box: Edges, outer: Edges) -> float:
    return max(box[0] - outer[0], box[1] - outer[1], outer[2] - box[2], outer[3] - box[3])


def missing_fonts(page: MadePage) -> Iterator[Seen]:
    """Fonts that the file names and does not hold: another printer sets other letters."""
    inks = [page.ink, *(piece.design.ink for piece in (*page.pieces, *page.forms))]
    for name in dict.fromkeys(name for ink in inks for name, embedded in ink.fonts.items() if not embedded):
        fault = f"The font {name} is not in the file."
        yield Seen(
            Quality.FONT, fault, "Take a picture with its letters as paths, or with its fonts in it.", name
        )


def page_type(page: MadePage, limits: Limits, *, small_print: bool) -> Iterator[Seen]:
    """Small type on the page itself.

    Beside the pieces of a sheet pnp's own `small_print` is exempt, and else its usual size is.
    """
    beside = [text for text in page.ink.texts if page.pieces and not _is_over_a_piece(text, page)]
    yield from small_texts([text for text in page.ink.texts if text not in beside], limits)
    if not small_print:
        yield from small_texts(beside, replace(limits, type_pt=min(limits.type_pt, pt(SMALL_MM))))


def _is_over_a_piece(text: PrintedText, page: MadePage) -> bool:
    return any(common(text.box, _printed(piece)) for piece in page.pieces)


def page_pictures(page: MadePage, limits: Limits) -> Iterator[Seen]:
    """Coarse pictures on the page itself, and in what is placed on one without pieces."""
    yield from coarse_pictures(page.ink, limits)
    if not page.pieces:
        for form in page.forms:
            yield from coarse_pictures(form.design.ink, limits, form.matrix)


def grown(now: Edges, before: Edges) -> Iterator[Seen]:
    """A page whose drawing is evenly larger or smaller than that of its design, both as boxes around them."""
    sides = ((now[2] - now[0], before[2] - before[0]), (now[3] - now[1], before[3] - before[1]))
    if all(length > 0 for side in sides for length in side):
        across, up = (new / old for new, old in sides)
        if abs(across - up) < _EVEN < abs(across - 1):
            fault = f"the page is printed at {100 * across:.1f} % of its size."
            yield Seen(Quality.SCALE, fault, "Make the file again; nothing is ever to be scaled.")


def blank(page: MadePage) -> Iterator[Seen]:
    """A page with nothing on it."""
    parts = [page.ink, *(piece.design.ink for piece in page.pieces)]
    if not any(ink.texts or ink.images or ink.lines or ink.fills or ink.forms for ink in parts):
        yield Seen(Quality.BLANK, "The page is blank.", "Make the file again.", "blank")
