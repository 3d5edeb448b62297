"""Deals pieces out to the cells of a grid, page by page, and turns the pages over for their backs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from generator.ground.shapes import Outline, Shape, outline
from generator.sheets.layouts import Grid, Layout, least_gap
from generator.sheets.marks import Margins, grid_marks, shape_marks, strips
from generator.sheets.sheet import (
    Box,
    Flip,
    Imposition,
    Piece,
    Placement,
    Sheet,
    Side,
    Turn,
    from_corners,
    turns_sideways,
    union,
)


def impose(pieces: Sequence[Piece], grid: Grid, *, flip: Flip = Flip.LONG) -> Imposition:
    """All pages for these pieces: fronts, each followed by its backs if any piece has one."""
    duplex = any(piece.back is not None for piece in pieces)
    sheets: list[Sheet] = []
    for start in range(0, len(pieces), grid.count):
        dealt = pieces[start : start + grid.count]
        front = _front(dealt, grid)
        sheets.append(front)
        if duplex:
            sheets.append(_back(front, dealt, flip))
    return Imposition(tuple(sheets), grid.kind, duplex, flip)


def _front(dealt: Sequence[Piece], grid: Grid) -> Sheet:
    cells = [grid.cell(index) for index in range(len(dealt))]
    placements = tuple(
        Placement(piece.front, cell, grid.rotation, _clip(index, len(dealt), cell, grid))
        for index, (piece, cell) in enumerate(zip(dealt, cells, strict=True))
    )
    heading, ruler = strips(grid.paper, vertical=grid.x.strip)
    if grid.format.shape is Shape.RECTANGLE:
        marks = grid_marks(
            columns=grid.x.trims()[: min(len(dealt), grid.x.count)],
            rows=grid.y.trims()[: math.ceil(len(dealt) / grid.x.count)],
            beside=Margins(grid.paper.width_mm, grid.paper.border_mm, grid.x.bleed_mm, grid.x.strip),
            above=Margins(grid.paper.height_mm, grid.paper.border_mm, grid.y.bleed_mm, grid.y.strip),
        )
    else:
        marks = tuple(
            mark
            for cell in cells
            for mark in shape_marks(
                grid.format.shape, cell, bleed_mm=grid.x.bleed_mm, gap_mm=least_gap(grid.format)
            )
        )
    return Sheet(
        paper=grid.paper,
        side=Side.FRONT,
        titles=tuple(piece.title for piece in dealt),
        placements=placements,
        marks=marks,
        labels=(),
        heading=heading,
        ruler=ruler,
        trim=union(cells),
    )


SEAM_MM = 0.1
"""How far a piece reaches under the neighbour that is painted after it. Two clips that only touch let a
hairline of paper shine through where a viewer or a printer smooths their edges."""


def _clip(index: int, dealt: int, cell: Box, grid: Grid) -> Outline:
    """What a piece may paint: its bleed, and no more than a seam beyond an edge that it shares."""
    if grid.format.shape is not Shape.RECTANGLE:
        shape = outline(grid.format.shape, cell.width_mm, cell.height_mm, offset_mm=grid.x.bleed_mm)
        return shape.moved(cell.x_mm, cell.y_mm)
    row, column = divmod(index, grid.x.count)
    shared = grid.layout is Layout.BUTTED
    bleed_x, bleed_y = grid.x.bleed_mm, grid.y.bleed_mm
    left = 0 if shared and column > 0 else bleed_x
    right = SEAM_MM if shared and column + 1 < grid.x.count and index + 1 < dealt else bleed_x
    top = 0 if shared and row > 0 else bleed_y
    bottom = SEAM_MM if shared and index + grid.x.count < dealt else bleed_y
    return from_corners(
        cell.x_mm - left, cell.y_mm - top, cell.right_mm + right, cell.bottom_mm + bottom
    ).polygon


def _back(front: Sheet, dealt: Sequence[Piece], flip: Flip) -> Sheet:
    turn = Turn(front.paper, turns_sideways(front.paper, flip))
    return Sheet(
        paper=front.paper,
        side=Side.BACK,
        titles=front.titles,
        placements=tuple(
            turn.back(placement, piece.back)
            for placement, piece in zip(front.placements, dealt, strict=True)
            if piece.back is not None
        ),
        marks=tuple(turn.mark(mark) for mark in front.marks),
        labels=(),
        heading=front.heading,
        ruler=front.ruler,
        trim=turn.box(front.trim),
        name=front.name,
    )
