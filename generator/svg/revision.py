"""The revision mark on a design: where it goes, in which ink, and what it must not lie on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.ground.matrices import Matrix
from generator.ground.problems import Problem, warning
from generator.ground.revision import CORNERS, MARK_INSET_MM, MARK_PT, MarkPlace
from generator.ground.sight import contrast
from generator.ground.units import PT_PER_MM
from generator.svg.boxes import on_page
from generator.svg.check import FaceLike
from generator.svg.cut import CutLine, distance
from generator.svg.draw import Studio
from generator.svg.grounds import blended, spots
from generator.svg.lettering import MissingSigns, ShapedRun
from generator.svg.looking import Looker, Thing
from generator.svg.painting import line_of
from generator.svg.pen import ContentStream
from generator.svg.style import Style
from generator.svg.values import Rgb, ViewBox
from generator.text.fonts import page_fonts_of

BLACK: Rgb = (0.0, 0.0, 0.0)
WHITE: Rgb = (1.0, 1.0, 1.0)
WANTED = 5.5
"""The contrast of the ink with its ground: more than small type needs, and no more than to be found."""
HALO_MM = 0.3
"""How far a light edge reaches round the letters where the ground has no one colour."""
_ALIKE = 1.25
"""Grounds whose contrast with each other is no more count as one colour."""
_SIZE_MM = MARK_PT / PT_PER_MM
_SPACING_MM = 0.04 * _SIZE_MM
_CAPITAL = 0.66
"""The height of capitals and figures, in em."""
_AIR_MM = 0.3
"""The least room between the mark and what else there is."""
_STEP_MM = 0.25
_LOOKED_AT = tuple((x, y) for y in (0.0, 0.5, 1.0) for x in (0.0, 0.25, 0.5, 0.75, 1.0))
_MEND = (
    "Move it, or name another corner, or none, for this component in a column Mark of the sheet Components."
)


class MarkInk(NamedTuple):
    """What the mark is written in; a halo is in white."""

    rgb: Rgb
    halo: bool


def ink_on(grounds: Sequence[Rgb | None]) -> MarkInk:
    """The ink for these grounds: in between black or white and theirs, if it is one and known.

    >>> ink_on([(1.0, 1.0, 1.0)]).halo, ink_on([None]), ink_on([BLACK, WHITE]).halo
    (False, MarkInk(rgb=(0.0, 0.0, 0.0), halo=True), True)
    """
    tones = [ground for ground in grounds if ground is not None]
    if len(tones) < len(grounds) or not tones:
        return MarkInk(BLACK, halo=True)
    first = tones[0]
    if any(contrast(first, tone) > _ALIKE for tone in tones):
        return MarkInk(BLACK, halo=True)
    end = max((BLACK, WHITE), key=lambda rgb: contrast(rgb, first))
    for step in range(1, 21):
        mixed = _between(first, end, step / 20)
        if all(contrast(mixed, ground) >= WANTED for ground in tones):
            return MarkInk(mixed, halo=False)
    return MarkInk(end, halo=contrast(end, first) < WANTED)


def _between(first: Rgb, second: Rgb, part: float) -> Rgb:
    red, green, blue = (round(a + (b - a) * part, 4) for a, b in zip(first, second, strict=True))
    return red, green, blue


def corner_box(
    place: MarkPlace, cut: CutLine, size_mm: tuple[float, float], mark_mm: tuple[float, float]
) -> ViewBox | None:
    """Where a mark of this size goes in one corner of a piece: x, y, width, height in mm from its top left.

    It lies inside the safe area; from the corner of a shape that has none there it moves towards the middle.
    None if there is no room.
    """
    (width, height), (across, down) = size_mm, mark_mm
    x = MARK_INSET_MM if place.is_left else width - MARK_INSET_MM - across
    y = MARK_INSET_MM if place.is_top else height - MARK_INSET_MM - down
    to_x, to_y = (width - across) / 2 - x, (height - down) / 2 - y
    steps = max(1, int(max(abs(to_x), abs(to_y)) / _STEP_MM))
    for step in range(steps + 1):
        left, top = x + to_x * step / steps, y + to_y * step / steps
        corners = ((left, top), (left + across, top), (left, top + down), (left + across, top + down))
        if all(distance(cut.outline, *corner) <= -MARK_INSET_MM + 1e-6 for corner in corners):
            return left, top, across, down
    return None


def write_mark(
    studio: Studio,
    face: FaceLike,
    pen: ContentStream,
    cut: CutLine,
    looker: Looker,
    bleed_mm: float,
) -> tuple[Problem, ...]:
    """Write the mark onto a finished page, where the face wants it; returns what is wrong with its place.

    Of the corners where nothing lies under it, the first with a ground of one colour is taken. Nothing is
    written where there is no room, or where no font has the letters.
    """
    down = (PT_PER_MM, 0.0, 0.0, -PT_PER_MM, bleed_mm * PT_PER_MM, (face.height_mm + bleed_mm) * PT_PER_MM)
    style = _style(studio)
    try:
        run = studio.lettering.run(style, face.sign)
    except MissingSigns:
        return ()
    mark_mm = (run.width_em * _SIZE_MM + (len(face.sign) - 1) * _SPACING_MM, _CAPITAL * _SIZE_MM)
    tried = CORNERS if face.mark is MarkPlace.WHEREVER else (face.mark,)
    size_mm = (face.width_mm, face.height_mm)
    boxes = [(place, box) for place in tried if (box := corner_box(place, cut, size_mm, mark_mm))]
    if not boxes:
        return () if face.mark is MarkPlace.WHEREVER else (_no_room(face),)
    under = [next(_under(looker, box, down, face, bleed_mm), None) for _, box in boxes]
    free = [number for number, laid in enumerate(under) if laid is None]
    inks = {number: _ink(looker, boxes[number][1], down) for number in free or [0]}
    chosen = next((number for number in free if not inks[number].halo), min(inks))
    _write(studio, pen, run, style, inks[chosen], boxes[chosen][1], down)
    target = under[chosen]
    return () if target is None else (_covered(face, boxes[chosen][0], target),)


def _ink(looker: Looker, box: ViewBox, down: Matrix) -> MarkInk:
    """The ink for a place; one with a halo where the ground in it or close around it has no one colour."""
    grounds = [looker.grounds.under(spot) for spot in spots(_airy(box), down, _LOOKED_AT)]
    return ink_on([None if ground is None else blended(ground) for ground in grounds])


def _airy(box: ViewBox) -> ViewBox:
    return box[0] - _AIR_MM, box[1] - _AIR_MM, box[2] + 2 * _AIR_MM, box[3] + 2 * _AIR_MM


def _style(studio: Studio) -> Style:
    fonts = studio.lettering.fonts
    bold = page_fonts_of(fonts)[1].path
    family = next(plain for plain, faces in fonts.files.items() if any(face.path == bold for face in faces))
    return Style(font_family=family, font_weight=700, font_size=_SIZE_MM, letter_spacing=_SPACING_MM)


def _write(
    studio: Studio, pen: ContentStream, run: ShapedRun, style: Style, ink: MarkInk, box: ViewBox, down: Matrix
) -> None:
    at = {"x": box[0], "y": box[1] + box[3]}
    pen.save()
    pen.concat(down)
    pen.alpha(1, 1)
    if ink.halo:
        edge = style._replace(stroke=WHITE, stroke_width=2 * HALO_MM, stroke_linejoin=1)
        pen.colours(fill=WHITE, stroke=WHITE)
        pen.line(line_of(edge))
        studio.lettering.write(pen, run, edge, **at, mode=2)
    pen.colours(fill=ink.rgb)
    studio.lettering.write(pen, run, style, **at, mode=0)
    pen.restore()


def _under(looker: Looker, box: ViewBox, down: Matrix, face: FaceLike, bleed_mm: float) -> Iterator[Thing]:
    """What lies where a mark is to go. A picture that runs out into the bleed there is a ground."""
    left, low, right, top = on_page(_airy(box), down)
    width, height = ((side + 2 * bleed_mm) * PT_PER_MM for side in (face.width_mm, face.height_mm))
    trim = bleed_mm * PT_PER_MM - 0.1
    for laid in looker.things:
        x0, y0, x1, y1 = laid.box
        if x0 < right and x1 > left and y0 < top and y1 > low:
            out = x0 <= trim or y0 <= trim or x1 >= width - trim or y1 >= height - trim
            if laid.kind != "picture" or not out:
                yield laid


def _covered(face: FaceLike, place: MarkPlace, laid: Thing) -> Problem:
    name = face.key.split("/")[0]
    fault = f"The {laid.kind} “{laid.shown}” of {face.key} lies under the revision mark, at the {place}."
    if face.mark is MarkPlace.WHEREVER:
        fault = f"No corner is free for the revision mark. {fault}"
    problem = warning(laid.where, fault, _MEND)
    return Problem(problem.severity, problem.where, problem.what, problem.mend, cause=f"mark: {name}")


def _no_room(face: FaceLike) -> Problem:
    name = face.key.split("/")[0]
    fault = f"{name} is too small for a revision mark at the {face.mark}."
    return warning(face.key, fault, "Write none for it in the column Mark of the sheet Components.")
