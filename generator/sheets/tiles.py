"""A board that is larger than the paper, spread over several pages that overlap.

Tiles are named like the fields of a chessboard, A1 top left, B1 below it. Every tile repeats the first
`OVERLAP_MM` of its right and lower neighbours. To join: cut the neighbour along its own left (or top)
edge and lay it on the overlap, up to the dashed join marks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from generator.ground.shapes import BLEED_MM
from generator.sheets.marks import CLEAR_MM, STRIP_ROOM_MM, TICK_MM, TICK_ROOM_MM, Interval, Margins, strips
from generator.sheets.sheet import (
    EPSILON_MM,
    Box,
    Flip,
    Format,
    Imposition,
    Label,
    Mark,
    Paper,
    Piece,
    Placement,
    Sheet,
    Side,
    from_corners,
)

OVERLAP_MM = 10.0
TILE_BORDER_MM = 6.35
"""Tiles keep this far from the paper's edge on every paper, so that one board fits any printer."""


@dataclass(frozen=True, slots=True)
class AxisShares:
    """How one axis of a board is shared out: `windows` are the parts of the board on each tile."""

    windows: tuple[Interval, ...]
    bleed_mm: float
    margins: Margins

    def painted(self, index: int) -> Interval:
        """A window with the bleed at the board's own edges."""
        start, end = self.windows[index]
        first, last = index == 0, index == len(self.windows) - 1
        return start - (self.bleed_mm if first else 0), end + (self.bleed_mm if last else 0)

    def offset(self, index: int) -> float:
        """Where the board's own 0 lies on the page of a tile."""
        start, end = self.painted(index)
        return (self.margins.page_mm - start - end) / 2


@dataclass(frozen=True, slots=True)
class Tiling:
    """A board on pages of one paper."""

    paper: Paper
    format: Format
    x: AxisShares
    y: AxisShares

    @property
    def count(self) -> int:
        """How many pages one board takes."""
        return len(self.x.windows) * len(self.y.windows)

    @property
    def kind(self) -> str:
        """The layout in a few words, for the sheet itself."""
        return f"{len(self.x.windows)} × {len(self.y.windows)} pages, overlap {OVERLAP_MM:g} mm"


def choose_tiling(form: Format, paper: Paper) -> Tiling:
    """The tiling with the fewest pages; among equals the squarest one, with the widest bleed."""
    return min(
        _tilings(form, paper),
        key=lambda t: (t.count, abs(len(t.x.windows) - len(t.y.windows)), -t.x.bleed_mm - t.y.bleed_mm),
    )


def _tilings(form: Format, paper: Paper) -> Iterator[Tiling]:
    for page in (paper, paper.turned()):
        for strip_y in (True, False):
            yield Tiling(
                page,
                form,
                _cut(form.width_mm, page.width_mm, not strip_y),
                _cut(form.height_mm, page.height_mm, strip_y),
            )


def _cut(board_mm: float, page_mm: float, strip: bool) -> AxisShares:
    """The fewest equal windows; they leave room for marks and, on one axis, for the furniture."""
    taken = STRIP_ROOM_MM if strip else TICK_ROOM_MM
    room = page_mm - 2 * (TILE_BORDER_MM + taken)
    pages = max(1, math.ceil((board_mm - OVERLAP_MM - EPSILON_MM) / (room - OVERLAP_MM)))
    window = (board_mm + OVERLAP_MM * (pages - 1)) / pages
    edges = 2 if pages == 1 else 1
    bleed = min(BLEED_MM, (room - window) / edges)
    step = window - OVERLAP_MM
    windows = tuple((i * step, i * step + window) for i in range(pages))
    return AxisShares(windows, bleed, Margins(page_mm, TILE_BORDER_MM, 0, strip))


def tile_name(column: int, row: int) -> str:
    """`A1` is the top left tile, `A2` the one to its right, `B1` the one below it."""
    return f"{chr(ord('A') + row % 26)}{column + 1}"


def tile(pieces: tuple[Piece, ...], tiling: Tiling, *, flip: Flip = Flip.LONG) -> Imposition:
    """Every tile of every piece, row by row; a back is a board of its own, after its front."""
    sheets: list[Sheet] = []
    for piece in pieces:
        faces = [(Side.FRONT, piece.front)]
        if piece.back is not None:
            faces.append((Side.BACK, piece.back))
        sheets.extend(
            _sheet(piece.title, side, design, tiling, column, row)
            for side, design in faces
            for row in range(len(tiling.y.windows))
            for column in range(len(tiling.x.windows))
        )
    return Imposition(tuple(sheets), tiling.kind, False, flip)


def _sheet(title: str, side: Side, design: int, tiling: Tiling, column: int, row: int) -> Sheet:
    left, top = tiling.x.offset(column), tiling.y.offset(row)
    (x0, x1), (y0, y1) = tiling.x.painted(column), tiling.y.painted(row)
    painted = from_corners(left + x0, top + y0, left + x1, top + y1)
    (a, b), (c, d) = tiling.x.windows[column], tiling.y.windows[row]
    window = from_corners(left + a, top + c, left + b, top + d)
    heading, ruler = strips(tiling.paper, vertical=tiling.x.margins.strip, border_mm=TILE_BORDER_MM)
    return Sheet(
        paper=tiling.paper,
        side=side,
        titles=(title,),
        placements=(
            Placement(
                design, Box(left, top, tiling.format.width_mm, tiling.format.height_mm), 0, painted.polygon
            ),
        ),
        marks=tuple(_marks(tiling, painted, window, column, row)),
        labels=tuple(_labels(tiling, painted, column, row)),
        heading=heading,
        ruler=ruler,
        trim=window,
        name=tile_name(column, row),
    )


def _marks(tiling: Tiling, painted: Box, window: Box, column: int, row: int) -> Iterator[Mark]:
    """Solid marks where to cut, dashed ones where the cut edge of a neighbour goes."""
    for at, joins in _lines(window.x_mm, window.right_mm, column, len(tiling.x.windows)):
        for start, end in tiling.y.margins.ticks(painted.y_mm, painted.bottom_mm):
            yield Mark((at, start), (at, end), dashed=joins)
    for at, joins in _lines(window.y_mm, window.bottom_mm, row, len(tiling.y.windows)):
        for start, end in tiling.x.margins.ticks(painted.x_mm, painted.right_mm):
            yield Mark((start, at), (end, at), dashed=joins)


def _lines(start_mm: float, end_mm: float, index: int, count: int) -> Iterator[tuple[float, bool]]:
    yield start_mm, False
    last = index == count - 1
    yield (end_mm, False) if last else (end_mm - OVERLAP_MM, True)


def _labels(tiling: Tiling, painted: Box, column: int, row: int) -> Iterator[Label]:
    """Beside each joined edge, the tile that belongs there."""
    middle_x, middle_y = painted.x_mm + painted.width_mm / 2, painted.y_mm + painted.height_mm / 2
    away = CLEAR_MM + TICK_MM / 2
    if column > 0:
        yield Label(f"◂ {tile_name(column - 1, row)}", painted.x_mm - away, middle_y, 270)
    if column < len(tiling.x.windows) - 1:
        yield Label(f"{tile_name(column + 1, row)} ▸", painted.right_mm + away, middle_y, 270)
    if row > 0:
        yield Label(f"▴ {tile_name(column, row - 1)}", middle_x, painted.y_mm - away)
    if row < len(tiling.y.windows) - 1:
        yield Label(f"{tile_name(column, row + 1)} ▾", middle_x, painted.bottom_mm + away)
