"""Gutterfold sheets: printed on one side, fronts on one half of the page and their backs on the other.

The page is folded along its middle with the print outside, glued, and cut when it is dry. So a back lies
behind its front whatever the printer does, and no sheet is fed twice. Backs stand upside down beyond a fold
that lies level, and upright beyond one that is upright.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from generator.sheets.imposing import front_of, margins
from generator.sheets.layouts import (
    Axis,
    Grid,
    Layout,
    Length,
    MakeAxis,
    Use,
    extent_mm,
    how_many,
    lengths,
    middle_axis,
    shared_form,
    use_by_size,
)
from generator.sheets.marks import STRIP_MM, Interval, grid_marks
from generator.sheets.room import BLEEDS_MM, LARGEST_GAP_MM, SHEET_BLEED_MM, bleeds_mm, least_gap, room_taken
from generator.sheets.sheet import (
    Flip,
    Format,
    Imposition,
    Mark,
    Paper,
    Piece,
    Sheet,
    Turn,
    around,
    union,
)

FOLD_CLEAR_MM = 5.0
"""From the fold to the bleed, on both sides: paper does not fold to the hair, and takes some room to turn."""
_LEAST_BLEED_MM = 1.0
"""Where even this bleed and marks have no room together, the marks reach into the printer's border."""


@dataclass(frozen=True, slots=True)
class Gutterfold:
    """Cells for the fronts on one half of a page; those of the backs are their image beyond the fold."""

    fronts: Grid
    """Left of the fold, or above it."""
    upright: bool
    """Whether the fold goes from the top of the page to its bottom."""

    @property
    def count(self) -> int:
        """How many pieces a page holds."""
        return self.fronts.count

    @property
    def paper(self) -> Paper:
        """The page, as it is looked at."""
        return self.fronts.paper

    @property
    def bleed_mm(self) -> float:
        """The bleed that every piece is sure to have outwards."""
        return min(self.fronts.x.bleed_mm, self.fronts.y.bleed_mm)

    @property
    def kind(self) -> str:
        """The layout in a few words, for the sheet itself."""
        if self.count == 1:
            return "gutterfold, one a page"
        if self.fronts.layout is Layout.BUTTED:
            return f"gutterfold of {self.count}, edges shared"
        return f"gutterfold of {self.count}, bleed {self.bleed_mm:g} mm"

    @property
    def turn(self) -> Turn:
        """Where things on the half of the fronts come to lie on the other one."""
        return Turn(self.paper, sideways=self.upright)


def choose_gutterfold(form: Format, paper: Paper, *, use: Use | None = None) -> Gutterfold | None:
    """The most pieces beside their backs, the widest bleed among equals; None if not one fits.

    Boards are too large for it, and what is folded itself would be folded twice.
    """
    use = use or use_by_size(form)
    if use is Use.BOARD or form.folds:
        return None
    form = shared_form(form) if use is Use.SHARED else form
    single = use is Use.PAGE
    layouts = list(_butted(form, paper, single)) if form.straight else []
    if use is not Use.SHARED:
        layouts += [
            layout for bleed in bleeds_mm(form, paper) for layout in _spaced(form, paper, bleed, single)
        ]
    if not layouts:
        layouts = [layout for bleed in BLEEDS_MM for layout in _spaced(form, paper, bleed, single)]
    return max(
        layouts,
        key=lambda g: (
            g.count,
            g.bleed_mm if g.fronts.layout is Layout.SPACED or g.count == 1 else 0,
            g.bleed_mm,
            g.fronts.rotation == 0,
            g.fronts.y.strip,
            not g.paper.landscape,
        ),
        default=None,
    )


def impose_gutterfold(pieces: Sequence[Piece], plan: Gutterfold) -> Imposition:
    """All pages for these pieces, with fronts and backs. A piece without a back has white beyond the fold."""
    starts = range(0, len(pieces), plan.count)
    sheets = tuple(_page(pieces[start : start + plan.count], plan) for start in starts)
    return Imposition(sheets, plan.kind, False, Flip.LONG)


# ---------------------------------------------------------------- what fits on half a page


def _butted(form: Format, paper: Paper, single: bool) -> Iterator[Gutterfold]:
    def along(page: Length, size_mm: float, strip: bool) -> Axis | None:
        count = how_many(page.shared_mm(strip=strip, single=single), size_mm, single)
        free = page.room_mm - 2 * room_taken(strip) - count * size_mm
        bleed = min(SHEET_BLEED_MM, max(0.0, free / 2))
        return middle_axis(page, count, size_mm, bleed, 0, strip)

    def across(page: Length, size_mm: float, strip: bool) -> Axis | None:
        room = page.room_mm / 2 - FOLD_CLEAR_MM
        marked = strip or (page.measured and not single)
        count = how_many(room - (room_taken(strip) if marked else 0), size_mm, single)
        free = room - count * size_mm
        bleed = (free - room_taken(strip)) / 2
        if bleed < _LEAST_BLEED_MM and not marked:
            bleed = min(_LEAST_BLEED_MM, free / 2)
        return _beside_fold(
            page, count, size_mm, min(SHEET_BLEED_MM, max(0.0, bleed)), 0, strip, FOLD_CLEAR_MM
        )

    return _folded(Layout.BUTTED, form, paper, along, across)


def _spaced(form: Format, paper: Paper, bleed_mm: float, single: bool) -> Iterator[Gutterfold]:
    closest = 0.0 if form.straight else least_gap(form)
    clear = FOLD_CLEAR_MM + _over(form, bleed_mm)

    def fitted(room_mm: float, size_mm: float) -> tuple[int, float]:
        """How many fit into a room, and from cut line to cut line."""
        cell = size_mm + 2 * bleed_mm
        count = how_many(room_mm + closest, cell + closest, single)
        gap = (room_mm - count * cell) / max(1, count - 1)
        return count, 2 * bleed_mm + max(0.0, min(LARGEST_GAP_MM, gap))

    def along(page: Length, size_mm: float, strip: bool) -> Axis | None:
        count, gutter = fitted(page.room_mm - 2 * room_taken(strip), size_mm)
        return middle_axis(page, count, size_mm, bleed_mm, gutter, strip)

    def across(page: Length, size_mm: float, strip: bool) -> Axis | None:
        count, gutter = fitted(page.room_mm / 2 - clear - room_taken(strip), size_mm)
        return _beside_fold(page, count, size_mm, bleed_mm, gutter, strip, clear)

    return _folded(Layout.SPACED, form, paper, along, across)


def _folded(
    layout: Layout, form: Format, paper: Paper, along: MakeAxis, across: MakeAxis
) -> Iterator[Gutterfold]:
    """The fullest grids: page and piece upright or turned, any fold, furniture above or beside."""
    both = (True, False)
    for page, rotation, strip_y, upright in product((paper, paper.turned()), (0, 90), both, both):
        width, height = form.width_mm, form.height_mm
        if rotation:
            width, height = height, width
        wide, high = lengths(page)
        x = (across if upright else along)(wide, width, not strip_y)
        y = (along if upright else across)(high, height, strip_y)
        if x and y:
            yield Gutterfold(Grid(layout, page, form, rotation, x, y), upright)


def _beside_fold(
    page: Length,
    count: int,
    size_mm: float,
    bleed_mm: float,
    gutter_mm: float,
    strip: bool,
    clear_mm: float,
) -> Axis | None:
    """Cells before the fold, as near to it as they may lie: what is left is white at the page's edge."""
    start = page.page_mm / 2 - clear_mm - bleed_mm - extent_mm(count, size_mm, gutter_mm)
    return Axis(count, size_mm, start, bleed_mm, gutter_mm, strip) if count else None


def _over(form: Format, bleed_mm: float) -> float:
    """How much further than the bleed the corners of the paint reach, as those of a hexagon do."""
    paint = around(form.bleed(bleed_mm))
    return max(0.0, -paint.x_mm - bleed_mm, -paint.y_mm - bleed_mm)


# ---------------------------------------------------------------- one page


def _page(dealt: Sequence[Piece], plan: Gutterfold) -> Sheet:
    grid, turn = plan.fronts, plan.turn
    half = front_of(dealt, grid)
    backs = tuple(
        turn.back(placement, piece.back)
        for placement, piece in zip(half.placements, dealt, strict=True)
        if piece.back is not None
    )
    if grid.format.straight:
        marks = _marks(len(dealt), plan)
    else:
        marks = (*half.marks, *(turn.mark(mark) for mark in half.marks))
    return replace(
        half,
        placements=(*half.placements, *backs),
        marks=(*marks, _fold(plan)),
        trim=union((half.trim, turn.box(half.trim))),
        gutterfold=True,
    )


def _marks(dealt: int, plan: Gutterfold) -> tuple[Mark, ...]:
    """The marks of both halves as those of one grid, whose widest gutter has the fold in its middle."""
    grid = plan.fronts
    columns = grid.x.trims()[: min(dealt, grid.x.count)]
    rows = grid.y.trims()[: math.ceil(dealt / grid.x.count)]
    paper = grid.paper
    return grid_marks(
        columns=_doubled(columns, paper.width_mm) if plan.upright else columns,
        rows=rows if plan.upright else _doubled(rows, paper.height_mm),
        beside=margins(grid.x, paper.width_mm, paper.border_x_mm),
        above=margins(grid.y, paper.height_mm, paper.border_y_mm),
    )


def _doubled(spans: tuple[Interval, ...], page_mm: float) -> tuple[Interval, ...]:
    return (*spans, *((page_mm - end, page_mm - start) for start, end in reversed(spans)))


def _fold(plan: Gutterfold) -> Mark:
    """The line along which the page is folded, from furniture to furniture or border to border."""
    paper, grid = plan.paper, plan.fronts
    if plan.upright:
        x, start = paper.width_mm / 2, paper.border_y_mm + (STRIP_MM if grid.y.strip else 0)
        return Mark((x, start), (x, paper.height_mm - start), fold=True)
    y, start = paper.height_mm / 2, paper.border_x_mm + (STRIP_MM if grid.x.strip else 0)
    return Mark((start, y), (paper.width_mm - start, y), fold=True)
