"""The order of straight cuts: each piece comes free, no cut goes through one, and each has its place."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.ground.shapes import Shape
from generator.sheets.bands import Lot, impose_bands, in_bands
from generator.sheets.cutting.guillotine import CutPlan, cut_plan
from generator.sheets.imposing import front_of
from generator.sheets.layouts import Layout, Use, choose_layouts
from generator.sheets.sheet import A4, PAPERS, Box, Format, Mark, Piece, Sheet
from tests.shared.cutting_table import cut_up, same


def sheet_of(form: Format, count: int, layout: Layout, use: Use, paper=A4) -> Sheet:
    grids = choose_layouts(form, paper, (layout,), use=use)
    return front_of([Piece("One", 0)] * min(count, grids[0].count), grids[0])


def checked(sheet: Sheet) -> CutPlan:
    trims = [placement.trim for placement in sheet.placements]
    plan = cut_plan(sheet.paper.page, trims, sheet.marks)
    assert plan.left == ()
    parts = cut_up(sheet.paper.page, plan, trims, sheet.marks)
    for trim in trims:
        assert sum(same(part, trim) for part in parts) == 1, "each piece is a part of its own"
    return plan


POKER = Format(Shape.RECTANGLE, 63.5, 88.9)


@pytest.mark.parametrize(
    ("count", "layout", "cuts"),
    [
        (9, Layout.BUTTED, 8),  # four and four, neighbours share each
        (8, Layout.SPACED, 12),  # two a column and two a row
        (4, Layout.BUTTED, 7),  # the second row has one card, and is cut in the same pile
        (1, Layout.BUTTED, 4),
    ],
)
def test_cards_take_no_more_cuts_than_they_must(count: int, layout: Layout, cuts: int) -> None:
    assert len(checked(sheet_of(POKER, count, layout, Use.CARDS)).cuts) == cuts


@settings(max_examples=60)
@given(
    st.floats(9, 130),
    st.floats(9, 180),
    st.integers(1, 60),
    st.sampled_from(Layout),
    st.sampled_from([Use.CARDS, Use.TOKENS, Use.SHARED]),
    st.sampled_from(PAPERS),
)
def test_every_piece_comes_free_and_no_cut_goes_through_one(
    width: float, height: float, count: int, layout: Layout, use: Use, paper
) -> None:
    checked(sheet_of(Format(Shape.RECTANGLE, width, height), count, layout, use, paper))


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(st.floats(8, 34), st.floats(8, 34), st.integers(1, 30)),
        min_size=2,
        max_size=4,
        unique_by=lambda one: one[:2],
    )
)
@example([(8.0, 8.0, 6), (8.0, 9.0, 22), (9.0, 8.0, 1)])  # fewer cuts the other way, but one without a mark
def test_bands_of_several_sizes_are_parted_first(sizes: list[tuple[float, float, int]]) -> None:
    lots = [
        Lot(Format(Shape.RECTANGLE, w, h), (Piece(f"{n}", n),) * count)
        for n, (w, h, count) in enumerate(sizes)
    ]
    bands = in_bands(lots, A4)
    assert bands is not None
    for sheet in impose_bands(bands).sheets:
        checked(sheet)


ENDS = ((2, 6), (74, 78))


def flat(at: float, end: float) -> tuple[float, float]:
    return end, at


def stood(at: float, end: float) -> tuple[float, float]:
    return at, end


def test_what_straight_cuts_cannot_part_is_left_for_a_knife() -> None:
    """Four pieces round a fifth: whatever way one begins, a cut goes through one of them."""
    wheel = [
        Box(10, 10, 40, 20),
        Box(50, 10, 20, 40),
        Box(30, 50, 40, 20),
        Box(10, 30, 20, 40),
        Box(30, 30, 20, 20),
    ]
    round_it = [
        Mark(*(turn(at, end) for end in ends))  # type: ignore[arg-type]
        for turn in (flat, stood)
        for at in (10, 70)
        for ends in ENDS  # type: ignore[arg-type]
    ]
    plan = cut_plan(Box(0, 0, 100, 100), wheel, round_it)
    assert set(plan.left) == set(wheel) and len(plan.cuts) == 4, "the outside is cut off all the same"
    cut_up(Box(0, 0, 100, 100), plan, wheel, round_it)


def test_nothing_on_a_page_is_nothing_to_cut() -> None:
    assert cut_plan(A4.page, []) == CutPlan(())
