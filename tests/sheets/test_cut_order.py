"""Whatever is printed can be cut as the guide says: each cut has its marks still, or an edge to measure from.

All kinds of decks are laid out in all ways, and each sheet is cut up on a table that loses what is cut off.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.ground.matrices import around
from generator.ground.polygons import holds, points_of
from generator.ground.project import Project
from generator.ground.shapes import Polygon, sides
from generator.press.cut_steps import CutLayout, cut_part, layout_of
from generator.press.cut_words import steps_said
from generator.press.outlining import with_marks
from generator.press.printing import Plan, plan
from generator.press.variants import Backs, varied
from generator.press.ways import Ways
from generator.records.languages import Lexicon
from generator.sheets.layouts import Layout
from generator.sheets.shaped import line_of, middle_of
from generator.sheets.sheet import A4, PAPERS, Flip, Mark, Paper, Sheet, Side
from generator.story import BuildOptions, build
from generator.versions.recording import record_print
from generator.versions.reprint import reprint
from tests.shared.cutting_table import cut_up, same
from tests.shared.games_made import change, starter_game
from tests.shared.mixed_decks import deck

CLOSE = replace(A4, beside_mm=11.5, above_mm=14)
"""As somebody's printer reaches it."""
SMALL: dict[str, Any] = {"layout": "tokens"}
CARDS = (
    deck("Patterns", 40),
    deck("Events", 13),
    deck("Single", 1, back=False),
    deck("Tarot", 11, width=70, height=120),
    deck("Squares", 17, width=70, height=70, shape="square", back=False),
    deck("Round", 10, shape="rounded", width=63, height=88),
    deck("Mats", 2, layout="page", width=262, height=180),
)
TOKENS = (
    deck("Energy", 122, back=False, shape="circle", width=16, height=16, **SMALL),
    deck("Tracks", 13, back=False, shape="circle", width=12, height=12, layout="shared"),
    deck("Markers", 76, back=False, width=9, height=9, layout="shared"),
    deck("Bars", 31, width=14, height=30, **SMALL),
    deck("Dots", 5, back=False, shape="circle", width=25, height=25, **SMALL),
)
SHAPES = (
    deck("Tiles", 30, shape="hexagon", width=60, height=52, layout="shared"),
    deck("Tall", 40, back=False, shape="hexagon", width=26, height=30, layout="shared"),
    deck("Tiny", 200, back=False, shape="hexagon", width=15, height=13, layout="shared"),
    deck("Loose", 20, shape="hexagon", width=60, height=52, **SMALL),
    deck("Signs", 14, back=False, shape="triangle", width=40, height=34.64, **SMALL),
    deck("Stops", 14, back=False, shape="octagon", width=40, height=40, **SMALL),
)
BOARDS = (
    deck("World", 1, back=False, layout="board", width=500, height=366),
    deck("Lake", 1, back=False, layout="board", shape="circle", width=380, height=380),
)
EVERY = (*CARDS, *TOKENS, *SHAPES, *BOARDS)
WAYS = {
    "as usual": {},
    "mixed": {"mix": True},
    "squares": {"squares": True},
    "circles, mixed": {"squares": False, "mix": True},
    "squares, mixed": {"squares": True, "mix": True},
    "gutterfold": {"gutterfold": True},
    "gutterfold, mixed": {"gutterfold": True, "mix": True},
}


@pytest.mark.quick(6)
@pytest.mark.parametrize("paper", [*PAPERS, CLOSE], ids=["A4", "Letter", "a printer's A4"])
@pytest.mark.parametrize("way", WAYS)
def test_every_cut_of_every_layout_has_its_place(paper: Paper, way: str) -> None:
    plans = plan(EVERY, (paper,), tuple(Layout), Flip.LONG, **WAYS[way])
    kinds = [kind for each in plans for kind in cut(each)]
    assert {"straight", "tiled"} <= set(kinds)
    if not WAYS[way]:
        assert {"ruled", "corner to corner", "scissors"} <= set(kinds)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_a_machine_cuts_sheets_whose_corners_it_needs_and_the_others_have_all_marks(paper: Paper) -> None:
    plans, _ = with_marks(plan(EVERY, (paper,), tuple(Layout), Flip.LONG), Flip.LONG)
    kinds = {kind for each in plans for kind in cut(each)}
    assert "machine" in kinds


def test_so_have_those_whose_backs_are_printed_apart() -> None:
    plans = plan(CARDS, (A4,), tuple(Layout), Flip.SHORT)
    for each in varied(plans, Ways().inks, Backs.APART):
        cut(each)


def cut(each: Plan) -> list[str]:
    """Cut up each front of a file, and say how that was done."""
    fronts = [sheet for sheet in each.imposition.sheets if sheet.side is Side.FRONT]
    return [cut_sheet(layout_of(each, (sheet,), "A"), sheet) for sheet in dict.fromkeys(fronts)]


def cut_sheet(layout: CutLayout, sheet: Sheet) -> str:
    said = " ".join(steps_said(layout, Lexicon()))
    assert "the rest" not in said, "each distance is said"
    if sheet.blocks:
        assert layout.plan is None and "A cutting machine cuts these sheets" in said
        return "machine"
    if layout.tiled:
        return joined_boards(sheet)
    if layout.plan is not None:
        straight(layout, sheet)
    if layout.ruled:
        ruled(layout, sheet)
        return "ruled"
    fronts = [one for one in sheet.placements if cut_part(sheet).holds(one.trim)]
    for one in fronts:
        form = layout.format_of(one)
        line = form.placed(form.outline(), one.trim, one.rotation)
        if form.straight or form.path or not isinstance(line, Polygon):
            continue
        from_corner_to_corner(line, sheet.marks)
        return "corner to corner"
    return "straight" if layout.plan is not None else "scissors"


def straight(layout: CutLayout, sheet: Sheet) -> None:
    page = cut_part(sheet)
    trims = [one.trim for one in sheet.placements if layout.format_of(one).straight and page.holds(one.trim)]
    assert layout.plan is not None and layout.plan.left == ()
    parts = cut_up(page, layout.plan, trims, sheet.marks)
    for trim in trims:
        assert sum(same(part, trim) for part in parts) == 1, "each piece is a part of its own"


def ruled(layout: CutLayout, sheet: Sheet) -> None:
    """Side by side: all sides of all pieces once, none through a piece, and the frame whole to the last."""
    lines = [
        layout.format_of(one).placed(layout.format_of(one).outline(), one.trim, one.rotation)
        for one in sheet.placements
    ]
    outlines = [points_of(line) for line in lines]
    cuts = [side for own in layout.ruled for one in own for side in one.sides]
    wanted = {middle_of(*side) for line in outlines for side in sides(line)}
    assert Counter(middle_of(*side) for side in cuts) == Counter(wanted), "each side once"
    insides = [(around(line), line) for line in map(shrunk, outlines)]
    for a, b in cuts:
        for share in (0.1, 0.5, 0.9):
            x, y = at = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            near = (line for (x0, y0, x1, y1), line in insides if x0 <= x <= x1 and y0 <= y <= y1)
            assert not any(holds(line, at) for line in near), "through a piece"
    ends: set[tuple[float, float]] = set()
    for own in layout.ruled:
        for one in own:
            marks = [mark for mark in sheet.marks if line_of(mark.start, mark.end) == line_of(*one.sides[0])]
            corners = {rounded(point) for side in one.sides for point in side}
            assert len(marks) == 2 or corners <= ends, "neither marks nor the ends of earlier cuts"
        ends |= {rounded(point) for one in own for side in one.sides for point in side}


def rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 1), round(point[1], 1)


def shrunk(line: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    x, y = (sum(point[axis] for point in line) / len(line) for axis in (0, 1))
    return tuple((x + (px - x) * 0.99, y + (py - y) * 0.99) for px, py in line)


def from_corner_to_corner(line: Polygon, marks: tuple[Mark, ...]) -> None:
    """Nothing comes off before the last side is cut, so each has its marks if they are printed at all."""
    for start, end in sides(line.points):
        way = (end[0] - start[0], end[1] - start[1])
        length = math.hypot(*way)
        places = [
            ((x - start[0]) * way[0] + (y - start[1]) * way[1]) / length
            for mark in marks
            for x, y in [((mark.start[0] + mark.end[0]) / 2, (mark.start[1] + mark.end[1]) / 2)]
            if abs((x - start[0]) * way[1] - (y - start[1]) * way[0]) / length < 0.01
        ]
        assert any(-15 < at < 0 for at in places) and any(length < at < length + 15 for at in places)


def joined_boards(sheet: Sheet) -> str:
    """Both cuts of a page stop where they meet, so that no mark goes before both are made."""
    lines = Counter(line_of(mark.start, mark.end) for mark in sheet.marks if not mark.dashed)
    assert set(lines.values()) <= {2}, "a cut without both its marks"
    return "tiled"


# ---------------------------------------------------------------- what is printed after a change


def test_a_reprint_has_a_guide_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = starter_game(tmp_path / "game")
    project = Project(game)
    build(project, BuildOptions(papers=PAPERS))
    usual = (game / "output/A4/MyGame_v0.1_CutGuide_A4.pdf").read_bytes()
    record_print(project)
    change(game, "Tiles!A2", "Changed")
    made = reprint(project)
    guides = [file.path for file in made.files if "CutGuide" in file.path]
    assert guides == [f"{name}/MyGame_v0.1_CutGuide_{name}_reprint.pdf" for name in ("A4", "Letter")]
    assert (game / "output/A4/MyGame_v0.1_CutGuide_A4.pdf").read_bytes() == usual
    build(project, BuildOptions(papers=PAPERS))
    assert not list((game / "output").rglob("*_reprint*"))
