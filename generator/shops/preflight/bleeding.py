"""Whether the bleed is really filled: a picture of the page, looked at on both sides of every cut line."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.ground.matrices import Xy, corners, moved
from generator.ground.polygons import points_of
from generator.ground.shapes import Shape, outline
from generator.ground.units import mm, pt
from generator.shops.preflight.limits import Quality
from generator.shops.preflight.pages import MadePage, MadePiece
from generator.shops.preflight.seen import Seen

if TYPE_CHECKING:
    from PIL import Image

DPI = 100.0
"""Fine enough for a strip of half a millimetre."""
_STEP_MM = 0.5
_IN_MM, _OUT_MM = (0.35, 0.9), 0.35
"""So far inside the cut line, and inside the end of the bleed, it is looked. A frame that is set off from the
edge is hit by one of the two; what ends at the cut line, by both."""
_LEAST_MM = 0.8
"""A bleed below this is a seam between neighbours, not room to cut in."""
_WHITE = 250
_LIGHT = 238
"""Each part of a colour from 0 to 255: paper is above the first, ink below the second."""
_RECTANGLE, _HEXAGON = 4, 6
_RUN_MM = 3.0
"""So much of an edge has to lack its bleed before it is told: less is a spot of the drawing."""


class _Spot(NamedTuple):
    """A place at an edge: outside of the cut line, and twice inside of it."""

    edge: int
    """Runs go on from one edge to the next of a round piece, and not round the corners of a card."""
    at: Xy
    outside: Xy
    inside: tuple[Xy, Xy]


def unfilled(page: MadePage, picture: Image.Image) -> Iterator[tuple[Seen, MadePiece]]:
    """Pieces that are inked up to the cut line and white beyond it."""
    pixels: Any = picture.load()
    scale = picture.width / (page.media[2] - page.media[0])
    wide, high = picture.size

    def darkest(point: Xy) -> int:
        """The darkest part of the colour at a point; beside the page nothing is known, and grey."""
        x, y = int((point[0] - page.media[0]) * scale), int((page.media[3] - point[1]) * scale)
        return min(pixels[x, y]) if 0 <= x < wide and 0 <= y < high else (_WHITE + _LIGHT) // 2

    for piece in page.pieces:
        longest, where = _longest_run(piece, darkest)
        if longest >= _RUN_MM:
            fault = f"the bleed is white along {longest:.0f} mm of an edge that is inked up to the cut line."
            mend = "Let what is painted at the edge reach over it: 3.2 mm on every side."
            yield Seen(Quality.BLEED, fault, mend, "", where, longest), piece


def laid(piece: MadePiece) -> tuple[object, ...]:
    """Equal for pieces that look alike wherever they lie: design, turn, and what of it is printed."""
    (a, b, c, d, x, y), line = piece.matrix, piece.clip
    clip = tuple((round(across - x, 1), round(up - y, 1)) for across, up in line)
    return piece.design.digest, tuple(round(part, 3) for part in (a, b, c, d)), clip


def _longest_run(piece: MadePiece, darkest: Callable[[Xy], int]) -> tuple[float, Xy]:
    """How long the longest edge without its bleed is, in mm, and where it ends."""
    run, edge, longest, where = 0.0, -1, 0.0, (0.0, 0.0)
    for spot in _spots(piece):
        white = darkest(spot.outside) >= _WHITE and all(darkest(line) < _LIGHT for line in spot.inside)
        run = (run if spot.edge == edge else 0.0) + _STEP_MM if white else 0.0
        edge = spot.edge
        if run > longest:
            longest, where = run, spot.at
    return longest, where


def _spots(piece: MadePiece) -> Iterator[_Spot]:
    """Places along all edges of what is printed of a piece, if those have a bleed."""
    clip = piece.clip
    if len(clip) < 3:
        return
    turn, square = _turn(clip), len(clip) in (_RECTANGLE, _HEXAGON)
    for number, (start, end) in enumerate(pairwise((*clip, clip[0]))):
        length = math.dist(start, end)
        if length < 1e-6:
            continue
        along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        inward = (-along[1] * turn, along[0] * turn)
        bleed = _bleed(piece, (-inward[0], -inward[1]))
        if mm(bleed) < _LEAST_MM:
            continue
        corner = bleed + pt(1) if square else 0.0
        for step in range(int(max(0.0, length - 2 * corner) / pt(_STEP_MM)) + 1):
            at = corner + step * pt(_STEP_MM)
            x, y = start[0] + along[0] * at, start[1] + along[1] * at
            deep, deeper = (_inwards((x, y), inward, bleed + pt(depth_mm)) for depth_mm in _IN_MM)
            yield _Spot(
                number if square else 0, (x, y), _inwards((x, y), inward, pt(_OUT_MM)), (deep, deeper)
            )


def _inwards(point: Xy, way: Xy, far: float) -> Xy:
    return point[0] + way[0] * far, point[1] + way[1] * far


def _turn(points: tuple[Xy, ...]) -> int:
    """1 if points go round against the clock on the page, whose y points up; else -1."""
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in pairwise((*points, points[0])))
    return 1 if area > 0 else -1


def _reference(piece: MadePiece) -> tuple[Xy, ...]:
    """The cut line as far as it can be told from its box: a rectangle, or the hexagon that fills it."""
    left, bottom, right, top = trim = piece.design.trim
    line: tuple[Xy, ...] = corners(trim)
    if len(piece.clip) == _HEXAGON:
        hexagon = points_of(outline(Shape.HEXAGON, right - left, top - bottom))
        line = tuple((left + x, bottom + y) for x, y in hexagon)
    return tuple(moved(point, piece.matrix) for point in line)


def _bleed(piece: MadePiece, outward: Xy) -> float:
    """How far what is printed reaches beyond the cut line on one side, in points."""
    clip, trim = piece.clip, piece.trim
    if len(clip) not in (_RECTANGLE, _HEXAGON):  # painted equally far on all sides
        xs = [x for x, _ in clip]
        return ((max(xs) - min(xs)) - (trim[2] - trim[0])) / 2
    return _reach(clip, outward) - _reach(_reference(piece), outward)


def _reach(points: tuple[Xy, ...], way: Xy) -> float:
    return max(x * way[0] + y * way[1] for x, y in points)
