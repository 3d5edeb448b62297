"""What is looked at on each piece and on each page: functions that yield what does not keep to a limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from generator.ground.units import mm, pt
from generator.preflight.ink import InkArea, Inked, Xy, common, holds, moved, scales
from generator.preflight.limits import SAFE_SLACK_MM, Limits, Quality
from generator.preflight.pages import MadePage, MadePiece
from generator.preflight.seen import Seen
from generator.sheets.printer import PrinterMargins

_EXACT_MM = 0.1
"""What a box may be off; a hundredth is a matter of rounding."""
_SMALL_MM = 3.0
"""A picture of pixels below this size is a dot of colour; its fineness does not show."""
_ICON_MM = 15.0
"""A form of at most this size is an icon or a badge."""
_TYPE_SLACK_PT, _LINE_SLACK_PT, _INK_SLACK = 0.05, 0.01, 1.0
_SCALE_SLACK = 0.0005

PieceLook = Callable[[MadePiece, Limits], Iterator[Seen]]


def _centre(box: InkArea) -> Xy:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _shown(words: str) -> str:
    plain = " ".join(words.split())
    return f"{plain[:40]}…" if len(plain) > 40 else plain


# ---------------------------------------------------------------- of a piece


def scaled(piece: MadePiece, limits: Limits) -> Iterator[Seen]:
    """A piece has the size that it was designed in."""
    for factor in scales(piece.matrix):
        if abs(factor - 1) > _SCALE_SLACK:
            what = f"the piece is printed at {100 * factor:.1f} % of its size."
            yield Seen(
                Quality.SCALE, what, "Build again; nothing is ever to be scaled.", "", _centre(piece.trim)
            )
            return


def small_type(piece: MadePiece, limits: Limits) -> Iterator[Seen]:
    """Type that nobody can read or that fills in."""
    yield from _small_type(piece.design.ink, limits, piece)


def _small_type(ink: Inked, limits: Limits, piece: MadePiece | None) -> Iterator[Seen]:
    for text in ink.texts:
        if text.size_pt < limits.type_pt - _TYPE_SLACK_PT:
            at = _centre(text.box)
            yield Seen(
                Quality.TYPE,
                f"the text “{_shown(text.words)}” is set in {text.size_pt:.1f} pt.",
                f"Make it at least {limits.type_pt:g} pt, with fewer words if there is no room.",
                f"{text.font} {text.size_pt:.1f}",
                moved(at, piece.matrix) if piece is not None else at,
                limits.type_pt / max(text.size_pt, 0.1),
            )


def thin_lines(piece: MadePiece, limits: Limits) -> Iterator[Seen]:
    """Lines that a printer may leave out."""
    for line in piece.design.ink.lines:
        if line.width_pt < limits.line_pt - _LINE_SLACK_PT:
            yield Seen(
                Quality.LINE,
                f"a line is {line.width_pt:.2f} pt ({mm(line.width_pt):.2f} mm) thin.",
                f"Give it a stroke-width of at least {mm(limits.line_pt):.2f} mm ({limits.line_pt:g} pt).",
                f"{line.width_pt:.2f}",
                moved(_centre(line.box), piece.matrix),
                limits.line_pt / max(line.width_pt, 0.01),
            )


def coarse_pictures(piece: MadePiece, limits: Limits) -> Iterator[Seen]:
    """Pictures of too few pixels for the size in which they are printed."""
    yield from _coarse(piece.design.ink, limits, piece, max(scales(piece.matrix)))


def _coarse(ink: Inked, limits: Limits, piece: MadePiece, grown: float) -> Iterator[Seen]:
    for image in ink.images:
        left, bottom, right, top = image.box
        dpi = image.dpi / max(grown, 1e-6)
        if dpi >= limits.dpi - 0.5 or max(right - left, top - bottom) * grown < pt(_SMALL_MM):
            continue
        factor = limits.dpi / max(dpi, 0.1)
        wide, high = math.ceil(image.width_px * factor), math.ceil(image.height_px * factor)
        yield Seen(
            Quality.PICTURE,
            f"a picture of {image.width_px} × {image.height_px} pixels is printed at {dpi:.0f} dpi.",
            f"Take one of at least {wide} × {high} pixels ({limits.dpi:g} dpi), or print it smaller.",
            f"{image.width_px}×{image.height_px} {dpi:.0f}",
            moved(_centre(image.box), piece.matrix),
            factor,
        )


def foreign_colours(piece: MadePiece, limits: Limits) -> Iterator[Seen]:
    """Colours of a kind that the target does not take."""
    wanted = " and ".join(sorted(limits.spaces))
    for space, box in piece.design.ink.spaces.items():
        if limits.spaces and space not in limits.spaces:
            yield Seen(
                Quality.COLOUR,
                f"something is coloured in {space}, and the target takes {wanted}.",
                "Export the target again; if it stays, please report it together with the workbook.",
                space,
                moved(_centre(box), piece.matrix),
            )


def over_inked(piece: MadePiece, limits: Limits) -> Iterator[Seen]:
    """More ink on a spot than the paper takes."""
    if not limits.ink:
        return
    ink = piece.design.ink
    spots = [(tone.ink, fill.box) for fill in ink.fills for tone in fill.tones]
    spots += [(tone.ink, box) for tone, box in ink.drawn]
    spots += [(image.ink, image.box) for image in ink.images]
    for laid, box in spots:
        if laid > limits.ink + _INK_SLACK:
            yield Seen(
                Quality.INK,
                f"{laid:.0f} % of ink lies on one spot, and the target takes {limits.ink:g} %.",
                f"Write a lighter colour, or one whose four parts are {limits.ink:g} % together.",
                f"{laid:.0f}",
                moved(_centre(box), piece.matrix),
                laid,
            )


def unsafe(piece: MadePiece, limits: Limits) -> Iterator[Seen]:
    """Words and icons so near the cut line that a cut a little off takes a part of them.

    Ornaments that cross the cut line are meant to, and so are texts that a clip cuts.
    """
    trim = piece.design.trim
    side = min(trim[2] - trim[0], trim[3] - trim[1])
    need = min(pt(limits.safe_mm), limits.safe_part * side)
    inside = (trim[0] + need, trim[1] + need, trim[2] - need, trim[3] - need)
    for kind, shown, box in _important(piece):
        if holds(inside, box, pt(SAFE_SLACK_MM)) or not holds(trim, box, pt(SAFE_SLACK_MM)):
            continue
        far, edge = min((abs(box[n] - trim[n]), n) for n in range(4))
        yield Seen(
            Quality.SAFE,
            f"the {kind}{f' “{_shown(shown)}”' if shown else ''} lies {mm(far):.1f} mm from the cut line.",
            f"Move it in: at least {mm(need):.1f} mm from there is the safe area.",
            f"{kind} {edge}",
            moved(_centre(box), piece.matrix),
            mm(need - far),
        )


def _important(piece: MadePiece) -> Iterator[tuple[str, str, InkArea]]:
    """What people have to see whole, with its box in the design."""
    ink = piece.design.ink
    for text in ink.texts:
        if not text.cut:
            yield "text", text.words, text.box
    for form in ink.forms:
        left, bottom, right, top = form.box
        if max(right - left, top - bottom) <= pt(_ICON_MM):
            yield "icon", "", form.box


PIECE_LOOKS: tuple[PieceLook, ...] = (
    scaled,
    small_type,
    thin_lines,
    coarse_pictures,
    foreign_colours,
    over_inked,
    unsafe,
)
"""Each of them looks at one design in its place."""


# ---------------------------------------------------------------- of a page


def misplaced_boxes(page: MadePage, size_mm: Xy | None) -> Iterator[Seen]:
    """The page is as large as its paper, and its boxes lie in each other (ISO 32000-1, 14.11.2)."""
    wide, high = page.size_mm
    if size_mm is not None:
        far = min(
            max(abs(wide - across), abs(high - up)) for across, up in (size_mm, (size_mm[1], size_mm[0]))
        )
        if far > _EXACT_MM:
            wanted = f"{size_mm[0]:g} × {size_mm[1]:g} mm"
            what = f"The page is {wide:.1f} × {high:.1f} mm large, and should be {wanted}."
            yield Seen(
                Quality.SIZE, what, "Make the file again; whatever changed it should not scale it.", "size"
            )
    slack = pt(_EXACT_MM)
    if not holds(page.bleed, page.trim, slack) or not holds(page.media, page.bleed, slack):
        what = "The TrimBox does not lie in the BleedBox, or that not in the page."
        yield Seen(Quality.SIZE, what, "Make the file again; printers place pages by these boxes.", "boxes")


def out_of_reach(page: MadePage, margins: PrinterMargins) -> Iterator[tuple[Seen, MadePiece | None]]:
    """What lies where the printer cannot print: pieces, and the marks and words beside them."""
    left, top, right, bottom = (pt(margin) for margin in margins)
    media = page.media
    reached = (media[0] + left, media[1] + bottom, media[2] - right, media[3] - top)
    slack = pt(_EXACT_MM)
    said = " × ".join(f"{margin:g}" for margin in margins)
    for piece in page.pieces:
        printed = common(piece.trim, _around(piece)) or piece.trim
        if not holds(reached, printed, slack):
            far = mm(_beyond(reached, printed))
            what = f"the piece lies {far:.1f} mm beyond what the printer reaches (margins of {said} mm)."
            mend = "Choose another layout or paper, or say what it leaves white: --printer NAME or --margins."
            yield Seen(Quality.MARGIN, what, mend, "piece", _centre(printed), far), piece
    for text in page.ink.texts:
        if text.depth == 0 and not holds(reached, text.box, slack):
            far = mm(_beyond(reached, text.box))
            what = f"The text “{_shown(text.words)}” lies {far:.1f} mm beyond what the printer reaches."
            mend = "Choose another paper, or say what it leaves white: --printer NAME or --margins."
            yield Seen(Quality.MARGIN, what, mend, "text", _centre(text.box), far), None


def _around(piece: MadePiece) -> InkArea:
    if not piece.clip:
        return piece.trim
    xs, ys = zip(*piece.clip, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _beyond(box: InkArea, other: InkArea) -> float:
    return max(box[0] - other[0], box[1] - other[1], other[2] - box[2], other[3] - box[3])


def missing_fonts(page: MadePage) -> Iterator[Seen]:
    """Fonts that the file names and does not hold: another printer sets other letters."""
    inks = [page.ink, *(piece.design.ink for piece in (*page.pieces, *page.forms))]
    for name in dict.fromkeys(name for ink in inks for name, held in ink.fonts.items() if not held):
        what = f"The font {name} is not in the file."
        yield Seen(
            Quality.FONT, what, "Take a picture with its letters as paths, or with its fonts in it.", name
        )


def booklet_type(page: MadePage, limits: Limits) -> Iterator[Seen]:
    """Small type in the running text of a page without pieces; what stands in pictures of it is not read."""
    yield from _small_type(page.ink, limits, None)


def booklet_pictures(page: MadePage, limits: Limits) -> Iterator[Seen]:
    """Coarse pictures on a page without pieces."""
    for form in page.forms:
        yield from _coarse(form.design.ink, limits, form, max(scales(form.matrix)))
