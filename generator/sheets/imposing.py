"""Deals pieces out to the cells of a grid, page by page, and turns the pages over for their backs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from generator.ground.shapes import Outline
from generator.sheets.honeycomb import Comb
from generator.sheets.layouts import Axis, CellPlan, Grid, Layout, least_gap
from generator.sheets.marks import Margins, grid_marks, strips
from generator.sheets.shaped import SEAM_MM as SEAM_MM
from generator.sheets.shaped import comb_clips, comb_marks, fold_marks, guides, placed_marks
from generator.sheets.sheet import (
    Box,
    Flip,
    Imposition,
    Mark,
    Piece,
    Placement,
    Sheet,
    Side,
    Turn,
    from_corners,
    turns_sideways,
    union,
)


def impose(pieces: Sequence[Piece], grid: CellPlan, *, flip: Flip = Flip.LONG) -> Imposition:
    """All pages for these pieces: fronts, each followed by its backs if any piece has one."""
    duplex = any(piece.back is not None for piece in pieces)
    sheets: list[Sheet] = []
    for start in range(0, len(pieces), grid.count):
        dealt = pieces[start : start + grid.count]
        front = front_of(dealt, grid)
        sheets.append(front)
        if duplex:
            sheets.append(back_of(front, dealt, flip))
    return Imposition(tuple(sheets), grid.kind, duplex, flip)


def front_of(dealt: Sequence[Piece], grid: CellPlan) -> Sheet:
    """The front of one page: no more pieces than the grid has cells."""
    cells = [grid.cell(index) for index in range(len(dealt))]
    clips = _clips(cells, grid)
    placements = tuple(
        Placement(piece.front, cell, grid.rotation, clip)
        for piece, cell, clip in zip(dealt, cells, clips, strict=True)
    )
    heading, ruler = strips(grid.paper, vertical=grid.furniture_beside)
    return Sheet(
        paper=grid.paper,
        side=Side.FRONT,
        titles=tuple(piece.title for piece in dealt),
        placements=placements,
        marks=(*_marks(cells, grid), *fold_marks(grid.format, cells, grid.rotation, clips)),
        labels=(),
        heading=heading,
        ruler=ruler,
        trim=union(cells),
        guides=tuple(guide for cell in cells for guide in guides(grid.format, cell, grid.rotation)),
    )


def _marks(cells: Sequence[Box], grid: CellPlan) -> tuple[Mark, ...]:
    form = grid.format
    if isinstance(grid, Comb) and grid.layout is Layout.BUTTED:
        return comb_marks(form, cells, grid.rotation, bleed_mm=grid.bleed_mm, paper=grid.paper)
    if isinstance(grid, Comb) or not form.straight:
        bleed, gap = grid.bleed_mm, grid.gap_mm if isinstance(grid, Comb) else least_gap(form)
        return tuple(placed_marks(form, cells, grid.rotation, bleed_mm=bleed, gap_mm=gap))
    return grid_marks(
        columns=grid.x.trims()[: min(len(cells), grid.x.count)],
        rows=grid.y.trims()[: math.ceil(len(cells) / grid.x.count)],
        beside=margins(grid.x, grid.paper.width_mm, grid.paper.border_x_mm),
        above=margins(grid.y, grid.paper.height_mm, grid.paper.border_y_mm),
    )


def margins(axis: Axis, page_mm: float, border_mm: float) -> Margins:
    """What lies beyond both ends of the cells along an axis of a page."""
    return Margins(page_mm, border_mm, axis.bleed_mm, axis.strip, axis.longest_mm)


def _clips(cells: Sequence[Box], grid: CellPlan) -> list[Outline]:
    """What each piece may paint: its bleed, and no more than a seam beyond an edge that it shares."""
    form = grid.format
    if isinstance(grid, Comb) and grid.layout is Layout.BUTTED:
        return list(comb_clips(form, cells, grid.rotation, grid.bleed_mm))
    if isinstance(grid, Comb) or not form.straight:
        paint = form.bleed(grid.bleed_mm)
        return [form.placed(paint, cell, grid.rotation) for cell in cells]
    return [_clip(index, len(cells), cell, grid) for index, cell in enumerate(cells)]


def _clip(index: int, dealt: int, cell: Box, grid: Grid) -> Outline:
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


def back_of(front: Sheet, dealt: Sequence[Piece], flip: Flip) -> Sheet:
    """The page behind a front, whose pieces are given in the order of its placements."""
    turn = Turn(front.paper, turns_sideways(front.paper, flip))
    backs = tuple(
        turn.back(placement, piece.back)
        for placement, piece in zip(front.placements, dealt, strict=True)
        if piece.back is not None
    )
    marks = tuple(map(turn.mark, front.marks))
    return replace(front, side=Side.BACK, placements=backs, marks=marks, trim=turn.box(front.trim), guides=())
