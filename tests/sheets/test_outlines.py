"""Outlines for cutting machines: what a program reads back of the files, and where the marks lie."""

from __future__ import annotations

import io
import math
import re
from xml.etree import ElementTree

import ezdxf
import pytest
from ezdxf.document import Drawing
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.ground.shapes import Shape
from generator.sheets.amounts import format_from
from generator.sheets.cutting.contours import Contour, Ring, SheetLines, lines_of
from generator.sheets.cutting.dxf import dxf_of
from generator.sheets.cutting.outline_svg import outline_svg
from generator.sheets.cutting.registration import (
    ARM_MM,
    INSET_MM,
    SQUARE_MM,
    has_room,
    kept_clear,
    registered,
)
from generator.sheets.imposing import front_of, impose
from generator.sheets.layouts import Layout, Use, choose_layouts
from generator.sheets.sheet import A4, LETTER, PAPERS, Box, Format, Piece, Sheet, Side, around

POKER = Format(Shape.RECTANGLE, 63.5, 88.9)


def sheet_of(form: Format, count: int = 0, paper=A4, use: Use | None = None) -> Sheet:
    grid = choose_layouts(form, paper, tuple(Layout), use=use)[0]
    return front_of([Piece("One", 0)] * (count or grid.count), grid)


def read(lines: SheetLines) -> Drawing:
    return ezdxf.read(io.StringIO(dxf_of(lines).decode("ascii")))


def lines(form: Format, count: int = 0, use: Use | None = None) -> tuple[Sheet, SheetLines]:
    sheet = sheet_of(form, count, use=use)
    return sheet, lines_of(sheet, lambda placement: form)


def length(entity) -> float:
    return math.dist(entity.dxf.start, entity.dxf.end)


# ---------------------------------------------------------------- DXF, read back


def test_a_program_reads_millimetres_layers_and_no_faults() -> None:
    drawing = read(lines(POKER)[1])
    assert drawing.header["$INSUNITS"] == 4, "millimetres"
    assert {"CUT", "FOLD", "REGISTRATION"} <= {layer.dxf.name for layer in drawing.layers}
    audit = drawing.audit()
    assert not audit.errors
    assert tuple(drawing.header["$EXTMAX"])[:2] == (210, 297)


def test_cards_that_share_edges_are_cut_along_each_line_once() -> None:
    """Nine cards are eight straight cuts through the whole block."""
    sheet, made = lines(POKER, use=Use.CARDS)
    found = list(read(made).modelspace().query("LINE[layer=='CUT']"))
    assert len(found) == 8 and len(read(made).modelspace()) == 8
    assert sorted(round(length(one), 2) for one in found) == [190.5] * 4 + [266.7] * 4
    ups = sorted(round(one.dxf.start.x, 3) for one in found if one.dxf.start.x == one.dxf.end.x)
    assert ups == pytest.approx(
        sorted({b for cell in sheet.placements for b in (cell.trim.x_mm, cell.trim.right_mm)})
    )


def test_a_last_page_that_is_not_full_is_cut_no_further_than_its_cards() -> None:
    found = list(read(lines(POKER, 4, Use.CARDS)[1]).modelspace().query("LINE"))
    assert sum(map(length, found)) == pytest.approx(190.5 * 2 + 63.5 + 88.9 * 4 + 88.9 * 2)


def test_round_corners_are_arcs() -> None:
    form = Format(Shape.ROUNDED, 44, 68, radius_mm=4)
    (grid,) = choose_layouts(form, A4, (Layout.SPACED,), use=Use.CARDS)
    sheet = front_of([Piece("One", 0)], grid)
    (line,) = read(lines_of(sheet, lambda placement: form)).modelspace().query("POLYLINE")
    assert line.is_closed  # type: ignore[attr-defined]
    arcs = [vertex.dxf.bulge for vertex in line.vertices if vertex.dxf.hasattr("bulge") and vertex.dxf.bulge]  # type: ignore[attr-defined]
    assert arcs == pytest.approx([-math.tan(math.pi / 8)] * 4, abs=1e-5), "to the right, seen from above"
    points = [vertex.dxf.location for vertex in line.vertices]  # type: ignore[attr-defined]
    trim = sheet.placements[0].trim
    assert len(points) == 8
    assert min(p.x for p in points) == pytest.approx(trim.x_mm, abs=1e-3)
    assert max(p.y for p in points) == pytest.approx(sheet.paper.height_mm - trim.y_mm, abs=1e-3)


def test_tokens_are_circles() -> None:
    form = Format(Shape.CIRCLE, 16, 16)
    sheet, made = lines(form)
    found = list(read(made).modelspace().query("CIRCLE[layer=='CUT']"))
    assert len(found) == len(sheet.placements) and {one.dxf.radius for one in found} == {8.0}
    trim = sheet.placements[0].trim
    at = (trim.x_mm + 8, sheet.paper.height_mm - trim.y_mm - 8)
    assert any(math.dist((one.dxf.center.x, one.dxf.center.y), at) < 1e-3 for one in found)


def test_a_honeycomb_has_each_side_once() -> None:
    form = Format(Shape.HEXAGON, 69.2, 80)
    sheet, made = lines(form, use=Use.SHARED)
    total = sum(map(length, read(made).modelspace().query("LINE")))
    once = sum(math.dist(a, b) for a, b in _distinct_sides(sheet, form))
    assert total == pytest.approx(once, rel=1e-4)


def _distinct_sides(sheet: Sheet, form: Format):
    found = {}
    for placement in sheet.placements:
        points = form.placed(form.outline(), placement.trim, placement.rotation).points
        for a, b in zip(points, points[1:] + points[:1], strict=True):
            found[round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2)] = (a, b)
    return found.values()


def test_folds_of_a_box_are_on_a_layer_of_their_own() -> None:
    form = format_from("tuck box 20", 66, 92)
    _, made = lines(form, use=Use.PAGE)
    drawing = read(made)
    assert len(drawing.modelspace().query("LINE[layer=='FOLD']")) == len(form.folds) == 12
    assert len(drawing.modelspace().query("POLYLINE[layer=='CUT']")) == 1


# ---------------------------------------------------------------- SVG


def test_the_svg_is_in_millimetres_and_its_groups_are_layers() -> None:
    form = Format(Shape.ROUNDED, 60, 40, radius_mm=5)
    grid = choose_layouts(form, A4, (Layout.SPACED,), use=Use.TOKENS)[0]
    sheet = registered(impose([Piece("One", 0)], grid)).sheets[0]
    root = ElementTree.fromstring(outline_svg(lines_of(sheet, lambda placement: form), "A & B"))
    assert (root.get("width"), root.get("height")) == (
        f"{sheet.paper.width_mm:g}mm",
        f"{sheet.paper.height_mm:g}mm",
    )
    assert [group.get("id") for group in root.findall("{*}g")] == ["registration", "cut"]
    assert root.findtext("{*}title") == "A & B"
    data = root.find("{*}g[@id='cut']/{*}path").get("d")
    assert data.count("A 5 5 0 0 1") == 4 and data.endswith("Z")


@settings(max_examples=40)
@given(
    st.sampled_from(
        [Shape.RECTANGLE, Shape.ROUNDED, Shape.CIRCLE, Shape.HEXAGON, Shape.OCTAGON, Shape.TRIANGLE]
    ),
    st.floats(10, 90),
    st.floats(10, 90),
    st.sampled_from([Use.CARDS, Use.TOKENS, Use.SHARED]),
    st.integers(1, 40),
)
def test_every_outline_lies_on_a_trim(
    shape: Shape, width: float, height: float, use: Use, count: int
) -> None:
    """All that is cut lies on the edge of a piece, and each piece has its own edges cut."""
    if shape is Shape.CIRCLE:
        height = width
    form = Format(
        Shape.RECTANGLE if use is Use.SHARED and shape is not Shape.HEXAGON else shape, width, height, 3
    )
    grid = choose_layouts(form, A4, tuple(Layout), use=use)[0]
    sheet = front_of([Piece("One", 0)] * min(count, grid.count), grid)
    made = lines_of(sheet, lambda placement: form)
    boxes = [placement.trim for placement in sheet.placements]
    for x, y in (point for cut in made.cuts for point in _ends(cut)):
        assert any(box.grown(0.02, 0.02).holds(Box(x, y, 0, 0)) for box in boxes)
    edges = sorted({round(at, 1) for box in boxes for at in (box.y_mm, box.bottom_mm)})
    seen = [point[1] for cut in made.cuts for point in _ends(cut)]
    assert min(seen) == pytest.approx(min(edges), abs=0.1) and max(seen) == pytest.approx(max(edges), abs=0.1)
    assert read(made).modelspace().query("*[layer=='CUT']")


def _ends(cut: Contour | Ring):
    if isinstance(cut, Ring):
        r = cut.radius_mm
        return [
            (cut.x_mm - r, cut.y_mm),
            (cut.x_mm + r, cut.y_mm),
            (cut.x_mm, cut.y_mm - r),
            (cut.x_mm, cut.y_mm + r),
        ]
    return [corner.point for corner in cut.corners]


# ---------------------------------------------------------------- registration marks


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_the_marks_are_a_square_and_two_angles_in_three_corners(paper) -> None:
    grid = choose_layouts(Format(Shape.RECTANGLE, 100, 100), paper, tuple(Layout), use=Use.PAGE)[0]
    sheet = registered(impose([Piece("One", 0, 1)], grid)).sheets
    front, back = sheet
    assert back.side is Side.BACK and not back.blocks, "a machine looks at the front"
    square, *arms = front.blocks
    assert square == Box(INSET_MM, INSET_MM, SQUARE_MM, SQUARE_MM)
    right, low = front.paper.width_mm - INSET_MM, front.paper.height_mm - INSET_MM
    assert {max(arm.width_mm, arm.height_mm) for arm in arms} == {ARM_MM}
    assert {arm.right_mm for arm in arms[:2]} == {right} and {arm.y_mm for arm in arms[:2]} == {INSET_MM}
    assert {arm.x_mm for arm in arms[2:]} == {INSET_MM} and {arm.bottom_mm for arm in arms[2:]} == {low}
    printed = [front.heading.box, front.ruler.box, *(around(one.clip) for one in front.placements)]
    for corner in kept_clear(front.paper):
        assert not any(_overlap(corner, box) for box in printed)
    assert front.ruler.box.width_mm > 110 or front.ruler.box.height_mm > 110, "the ruler is 100 mm long"


def test_what_fills_the_page_has_no_room_for_them() -> None:
    assert not has_room(sheet_of(POKER, use=Use.CARDS))
    assert has_room(sheet_of(Format(Shape.RECTANGLE, 100, 100), paper=LETTER, use=Use.PAGE))


def _overlap(one: Box, other: Box) -> bool:
    across = min(one.right_mm, other.right_mm) - max(one.x_mm, other.x_mm)
    down = min(one.bottom_mm, other.bottom_mm) - max(one.y_mm, other.y_mm)
    return across > 1e-9 and down > 1e-9


def test_the_files_are_plain_text_of_bounded_size() -> None:
    made = dxf_of(lines(Format(Shape.CIRCLE, 10, 10))[1])
    assert re.fullmatch(rb"[\x20-\x7e\n]+", made) and len(made) < 100_000
    assert made.endswith(b"EOF\n")
