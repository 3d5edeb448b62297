"""What is looked at on each piece: functions that yield what does not keep to a limit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from generator.ground.matrices import IDENTITY, Edges, Matrix, Xy, moved, scales, within
from generator.ground.units import mm, pt
from generator.shops.preflight.ink import Inked, PrintedText, common
from generator.shops.preflight.limits import SAFE_SLACK_MM, Limits, Quality
from generator.shops.preflight.pages import MadePiece
from generator.shops.preflight.seen import Seen

_SMALL_MM = 3.0
"""A picture of pixels below this size is a dot of colour; its fineness does not show."""
_ICON_MM = 15.0
"""A form of at most this size is an icon or a badge."""
_TYPE_SLACK_PT, _LINE_SLACK_PT, _INK_SLACK = 0.05, 0.01, 1.0
_SCALE_SLACK = 0.0005
_FINE_PT, _FEW_INKS, _NO_INK = 8.0, 2, 0.005
"""Below this size two inks are the most that type is set in; half a per cent is no ink."""


def centre(box: Edges) -> Xy:
    """Its middle."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def as_shown(words: str) -> str:
    """The beginning of a text, for a message."""
    plain = " ".join(words.split())
    return f"{plain[:40]}…" if len(plain) > 40 else plain


# ---------------------------------------------------------------- of a piece


def of_piece(piece: MadePiece, limits: Limits) -> Iterator[Seen]:
    """All that one design in its place does not keep to."""
    ink, matrix = piece.design.ink, piece.matrix
    yield from scaled(piece)
    yield from small_texts(ink.texts, limits, matrix)
    yield from thin_lines(ink, limits, matrix)
    yield from coarse_pictures(ink, limits, matrix)
    yield from foreign_colours(piece, limits)
    yield from over_inked(piece, limits)
    yield from out_of_register(piece, limits)
    yield from unsafe(piece, limits)


def scaled(piece: MadePiece) -> Iterator[Seen]:
    """A piece has the size that it was designed in."""
    for factor in scales(piece.matrix):
        if abs(factor - 1) > _SCALE_SLACK:
            fault = f"the piece is printed at {100 * factor:.1f} % of its size."
            yield Seen(
                Quality.SCALE, fault, "Build again; nothing is ever to be scaled.", "", centre(piece.trim)
            )
            return


def small_texts(texts: Iterable[PrintedText], limits: Limits, matrix: Matrix = IDENTITY) -> Iterator[Seen]:
    """Type that nobody can read or that fills in. `matrix` leads to the page."""
    for text in texts:
        if text.size_pt < limits.type_pt - _TYPE_SLACK_PT:
            yield Seen(
                Quality.TYPE,
                f"the text “{as_shown(text.words)}” is set in {text.size_pt:.1f} pt.",
                f"Make it at least {limits.type_pt:g} pt, with fewer words if there is no room.",
                f"{text.font} {text.size_pt:.1f}",
                moved(centre(text.box), matrix),
                limits.type_pt / max(text.size_pt, 0.1),
            )


def thin_lines(ink: Inked, limits: Limits, matrix: Matrix = IDENTITY) -> Iterator[Seen]:
    """Lines that a printer may leave out. `matrix` leads to the page."""
    for line in ink.lines:
        if line.width_pt < limits.line_pt - _LINE_SLACK_PT:
            yield Seen(
                Quality.LINE,
                f"a line is {line.width_pt:.2f} pt ({mm(line.width_pt):.2f} mm) thin.",
                f"Give it a stroke-width of at least {mm(limits.line_pt):.2f} mm ({limits.line_pt:g} pt).",
                f"{line.width_pt:.2f}",
                moved(centre(line.box), matrix),
                limits.line_pt / max(line.width_pt, 0.01),
            )


def coarse_pictures(ink: Inked, limits: Limits, matrix: Matrix = IDENTITY) -> Iterator[Seen]:
    """Pictures of too few pixels for the size in which they are printed. `matrix` leads to the page."""
    grown = max(scales(matrix))
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
            moved(centre(image.box), matrix),
            factor,
        )


def foreign_colours(piece: MadePiece, limits: Limits) -> Iterator[Seen]:
    """Colours of a kind that the target does not take."""
    spaces = " and ".join(sorted(limits.spaces))
    for space, box in piece.design.ink.spaces.items():
        if limits.spaces and space not in limits.spaces:
            yield Seen(
                Quality.COLOUR,
                f"something is coloured in {space}, and the target takes {spaces}.",
                "Export the target again; if it stays, please report it together with the workbook.",
                space,
                moved(centre(box), piece.matrix),
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
                moved(centre(box), piece.matrix),
                laid,
            )


def out_of_register(piece: MadePiece, limits: Limits) -> Iterator[Seen]:
    """Small type that shows it if a press lays its inks a tenth of a millimetre beside each other.

    In many inks it gets coloured edges, and in black, where it clears a picture below it, white ones. Grey
    type clears its ground everywhere, and nobody can draw it otherwise: it is not told of.
    """
    ink = piece.design.ink
    pictures = [image.box for image in ink.images if not image.mask]
    for text in ink.texts if limits.ink else ():
        laid = [part for part in text.tone.inks if part > _NO_INK]
        at = moved(centre(text.box), piece.matrix)
        if text.size_pt >= _FINE_PT - _TYPE_SLACK_PT:
            continue
        size = f"the text “{as_shown(text.words)}” is set in {text.size_pt:.1f} pt and"
        if len(laid) > _FEW_INKS:
            fault = f"{size} in {len(laid)} inks, which may show coloured edges."
            mend = f"State at most {_FEW_INKS} inks for its colour, or make it at least {_FINE_PT:g} pt."
            yield Seen(Quality.PLATES, fault, mend, "inks", at, float(len(laid)))
        black = laid == [*text.tone.inks[3:]] and laid[0] >= 1 - _NO_INK
        if black and not text.over and any(common(box, text.box) for box in pictures):
            fault = f"{size} clears the picture below it, which may show white edges."
            mend = f"Make it at least {_FINE_PT:g} pt, or move it off the picture."
            yield Seen(Quality.PLATES, fault, mend, "over", at)


def unsafe(piece: MadePiece, limits: Limits) -> Iterator[Seen]:
    """Words and icons so near the cut line that a cut a little off takes a part of them.

    Ornaments that cross the cut line are meant to, and so are texts that a clip cuts.
    """
    trim = piece.design.trim
    side = min(trim[2] - trim[0], trim[3] - trim[1])
    need = min(pt(limits.safe_mm), limits.safe_part * side)
    inside = (trim[0] + need, trim[1] + need, trim[2] - need, trim[3] - need)
    for kind, shown, box in _important(piece):
        if within(box, inside, pt(SAFE_SLACK_MM)) or not within(box, trim, pt(SAFE_SLACK_MM)):
            continue
        far, edge = min((abs(box[n] - trim[n]), n) for n in range(4))
        yield Seen(
            Quality.SAFE,
            f"the {kind}{f' “{as_shown(shown)}”' if shown else ''} lies {mm(far):.1f} mm from the cut line.",
            f"Move it in: at least {mm(need):.1f} mm from there is the safe area.",
            f"{kind} {edge}",
            moved(centre(box), piece.matrix),
            mm(need - far),
        )


def _important(piece: MadePiece) -> Iterator[tuple[str, str, Edges]]:
    """What people have to see whole, with its box in the design."""
    ink = piece.design.ink
    for text in ink.texts:
        if not text.cut:
            yield "text", text.words, text.box
    for form in ink.forms:
        left, bottom, right, top = form.box
        if max(right - left, top - bottom) <= pt(_ICON_MM):
            yield "icon", "", form.box
