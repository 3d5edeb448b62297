"""Small pieces of several sizes on one sheet: where the bands lie, what marks them, and when it is done."""

from __future__ import annotations

import shutil
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.ground.project import Project
from generator.ground.shapes import Shape
from generator.press.decks import Deck
from generator.press.mixing import as_circles, as_squares, sharing
from generator.press.printing import Plan, file_name, plan
from generator.records.tables import Row
from generator.sheets.bands import Lot, impose_bands, in_bands
from generator.sheets.layouts import Layout, Use
from generator.sheets.marks import CLEAR_MM, TICK_MM
from generator.sheets.room import LARGEST_GAP_MM, room_taken
from generator.sheets.sheet import A4, PAPERS, Flip, Format, Paper, Piece, Sheet, Side, around
from generator.sheets.wishes import Wishes
from generator.story import BuildOptions, build
from generator.versions.recording import record_print
from generator.versions.reprint import reprint
from tests.shared.decks import EDITION
from tests.shared.games_made import change, starter_game

ROOT = Path(__file__).parents[2]
SHIPPED = (("circle", 16.0, 122), ("circle", 12.0, 13), ("rectangle", 9.0, 76))


def lots(*amounts: tuple[str, float, int]) -> list[Lot]:
    made, first = [], 0
    for shape, size, count in amounts:
        pieces = tuple(Piece(f"{shape} {size:g}", n) for n in range(first, first + count))
        made.append(Lot(Format(Shape(shape), size, size), pieces))
        first += count
    return made


def imposed(*amounts: tuple[str, float, int], paper: Paper = A4) -> tuple[Sheet, ...]:
    bands = in_bands(lots(*amounts), paper)
    assert bands is not None
    return impose_bands(bands).sheets


def deck(
    name: str, shape: str, size: float, count: int, *, back: bool = False, layout: str = "tokens"
) -> Deck:
    values = {"name": name, "title": name, "shape": shape, "width": size, "height": size, "layout": layout}
    pieces = tuple(Piece(f"{name} {n}", n, count if back else None) for n in range(count))
    return Deck(Row("Components", 2, values, {}), b"", count + 1, pieces, partial=False)


def planned(*decks: Deck, squares: bool | None = None, paper: Paper = A4) -> tuple[Plan, ...]:
    return plan(decks, (paper,), tuple(Layout), Flip.LONG, mix=True, squares=squares)


TOKENS = tuple(deck(name, *one) for name, one in zip(("Tokens", "Tracks", "Markers"), SHIPPED, strict=True))


# ---------------------------------------------------------------- positions


SIZES = st.tuples(
    st.sampled_from(["circle", "rectangle", "rounded", "hexagon", "triangle"]),
    st.floats(6, 45).map(lambda size: round(size, 1)),
    st.integers(1, 90),
)


def spans_of(sheet: Sheet) -> list[tuple[float, float, str]]:
    """Top and bottom of the paint of each kind of piece, downwards."""
    found: dict[str, list[float]] = {}
    for placement, title in zip(sheet.placements, sheet.titles, strict=True):
        box = around(placement.clip)
        found.setdefault(title, []).extend((box.y_mm, box.bottom_mm))
    return sorted((min(ys), max(ys), title) for title, ys in found.items())


@settings(max_examples=40)
@given(st.lists(SIZES, min_size=1, max_size=4, unique_by=lambda one: one[:2]), st.sampled_from(PAPERS))
def test_every_piece_lies_on_the_page_once_and_bands_keep_apart(
    amounts: list[tuple[str, float, int]], paper: Paper
) -> None:
    sheets = imposed(*amounts, paper=paper)
    placed = [placement.design for sheet in sheets for placement in sheet.placements]
    assert sorted(placed) == list(range(sum(count for _, _, count in amounts)))
    for sheet in sheets:
        assert sheet.paper.printable.holds(sheet.bleed)
        for strip in (sheet.heading.box, sheet.ruler.box):
            apart_x = strip.right_mm < sheet.bleed.x_mm or sheet.bleed.right_mm < strip.x_mm
            apart_y = strip.bottom_mm < sheet.bleed.y_mm or sheet.bleed.bottom_mm < strip.y_mm
            assert apart_x or apart_y
        for (_, bottom, _), (top, _, _) in pairwise(spans_of(sheet)):
            assert top - bottom >= 2 * (TICK_MM + CLEAR_MM), "the marks of both lie there"


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_gaps_of_a_band_take_all_the_room_that_there_is(paper: Paper) -> None:
    narrow = 0
    for size in range(8, 20):
        bands = in_bands(lots(("circle", size, 200)), paper)
        assert bands is not None
        axis = bands.pages[0][0].rows.x
        gap = axis.gutter_mm - 2 * axis.bleed_mm
        if gap < LARGEST_GAP_MM:
            narrow += 1
            used = bands.paper.border_x_mm + room_taken(axis.strip) + axis.bleed_mm
            assert axis.start_mm == pytest.approx(used, abs=1e-6)
    assert narrow


@settings(max_examples=40)
@given(st.lists(SIZES, min_size=2, max_size=4, unique_by=lambda one: one[:2]), st.sampled_from(PAPERS))
def test_marks_stay_in_the_room_of_their_own_band(
    amounts: list[tuple[str, float, int]], paper: Paper
) -> None:
    for sheet in imposed(*amounts, paper=paper):
        spans = spans_of(sheet)
        for mark in sheet.marks:
            top, bottom = sorted((mark.start[1], mark.end[1]))
            near = [span for span in spans if span[0] - 1.81 <= top and bottom <= span[1] + 1.81]
            assert len(near) == 1


def test_each_straight_band_has_marks_at_both_ends_of_every_cut() -> None:
    (sheet,) = imposed(("rectangle", 16, 122), ("rectangle", 12, 12), ("rectangle", 9, 76))
    upright = [mark for mark in sheet.marks if mark.start[0] == mark.end[0]]
    level = [mark for mark in sheet.marks if mark.start[1] == mark.end[1]]
    assert len(upright) == 2 * (13 + 13 + 20)
    assert len(level) == 2 * (12 + 2 + 5)
    assert not any(mark.halo for mark in sheet.marks)
    for top, bottom, title in spans_of(sheet):
        xs = {p.trim.x_mm for p, t in zip(sheet.placements, sheet.titles, strict=True) if t == title}
        for x in xs:
            ends = [m for m in upright if abs(m.start[0] - x) < 1e-3]
            assert any(m.end[1] < top and top - m.end[1] < 0.31 for m in ends)
            assert any(m.end[1] > bottom and m.end[1] - bottom < 0.31 for m in ends)


def test_pieces_share_edges_within_a_band_and_all_else_has_a_bleed() -> None:
    (sheet,) = imposed(("rectangle", 16, 24), ("circle", 12, 12))
    squares = [p.trim for p, t in zip(sheet.placements, sheet.titles, strict=True) if t == "rectangle 16"]
    assert squares[0].right_mm == pytest.approx(squares[1].x_mm)
    assert squares[0].bottom_mm == pytest.approx(squares[12].y_mm)
    discs = [p.clip for p, t in zip(sheet.placements, sheet.titles, strict=True) if t == "circle 12"]
    for one, other in combinations(map(around, discs), 2):
        assert max(other.x_mm - one.right_mm, one.x_mm - other.right_mm) > 1.4
    assert len(sheet.guides) == 12, "a line for scissors round each disc"


def test_a_lot_goes_on_over_the_page_and_the_room_below_is_used() -> None:
    first, second = imposed(("rectangle", 40, 30), ("rectangle", 9, 22))
    assert [len(sheet.placements) for sheet in (first, second)] == [24 + 22, 6]
    assert set(second.titles) == {"rectangle 40"}


def test_what_is_larger_than_a_page_has_no_bands() -> None:
    assert in_bands(lots(("rectangle", 16, 3), ("rectangle", 280, 1)), A4) is None


# ---------------------------------------------------------------- what shares


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_211_squares_of_three_sizes_take_one_sheet_and_circles_two(paper: Paper) -> None:
    (made,) = planned(*TOKENS, squares=True, paper=paper)
    assert file_name(made, EDITION) == f"{paper.name}/ReedBay_v0.3_Mixed-small_{paper.name}.pdf"
    assert (made.deck.title, len(made.imposition.sheets)) == ("Tokens + Tracks + Markers", 1)
    assert made.imposition.kind == "3 sizes, each in rows of its own"
    assert {form.shape for form in made.formats} == {Shape.RECTANGLE}
    (made,) = planned(*TOKENS, paper=paper)
    assert len(made.imposition.sheets) == 2
    assert len(plan(TOKENS, (paper,), tuple(Layout), Flip.LONG)) == 3


def test_every_piece_has_its_own_design_in_the_joined_file() -> None:
    (made,) = planned(*TOKENS, squares=True)
    (sheet,) = made.imposition.sheets
    begins = {"Tokens": 0, "Tracks": 123, "Markers": 123 + 14}
    for placement, title in zip(sheet.placements, sheet.titles, strict=True):
        name, number = title.split()
        assert placement.design == begins[name] + int(number)


def test_what_saves_no_sheet_keeps_its_own_file() -> None:
    full = deck("Full", "rectangle", 40, 24), deck("Small", "rectangle", 9, 600)
    assert [each.deck.name for each in planned(*full)] == ["Full", "Small"]


def test_cards_boards_and_mats_join_no_bands() -> None:
    decks = [deck(str(use), "rectangle", 60, 1, layout=str(use)) for use in (Use.CARDS, Use.PAGE, Use.BOARD)]
    decks += [deck("Tokens", "circle", 20, 3)]
    assert len(planned(*decks)) == 4 + 1, "and cards come in two layouts"
    assert [len(group) for group in sharing(decks, A4, Layout.BUTTED)] == [1, 1, 1, 1]


def test_one_side_joins_two_where_that_saves_a_sheet_and_its_backs_stay_empty() -> None:
    (made,) = planned(deck("Double", "circle", 30, 6, back=True), deck("Single", "rectangle", 15, 9))
    front, back = made.imposition.sheets
    assert (front.side, back.side) == (Side.FRONT, Side.BACK)
    assert (len(front.placements), len(back.placements)) == (15, 6)
    width = front.paper.width_mm
    for one, other in zip(front.placements, back.placements, strict=False):
        assert other.trim.x_mm == pytest.approx(width - one.trim.right_mm)
        assert other.trim.y_mm == one.trim.y_mm


def test_squares_are_what_the_column_layout_would_say() -> None:
    squared = as_squares([TOKENS[0], deck("Cards", "rectangle", 60, 3, layout="cards")])
    assert [each.use for each in squared] == [Use.SHARED, Use.CARDS]
    by_hand = deck("Tokens", *SHIPPED[0], layout="shared")
    (one,), (other,) = (
        plan(decks, (A4,), tuple(Layout), Flip.LONG, squares=squares)
        for decks, squares in (((TOKENS[0],), True), ((by_hand,), None))
    )
    assert one.imposition == other.imposition


def test_circles_are_what_the_shape_says_whatever_the_column_layout_does() -> None:
    shared = deck("Tokens", *SHIPPED[0], layout="shared"), deck("Markers", *SHIPPED[2], layout="shared")
    round_ones, markers = as_circles(shared)
    assert (round_ones.use, markers.use) == (Use.TOKENS, Use.SHARED)
    (one,), (other,) = (
        plan(decks, (A4,), tuple(Layout), Flip.LONG, squares=squares)
        for decks, squares in ((shared[:1], False), ((TOKENS[0],), None))
    )
    assert one.imposition == other.imposition


# ---------------------------------------------------------------- the column Together


def word(each: Deck, said: str) -> Deck:
    return replace(
        each, component=replace(each.component, values={**each.component.values, "together": said})
    )


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_components_with_one_word_share_sheets_and_others_do_not(paper: Paper) -> None:
    first, second, third = (
        word(each, said) for each, said in zip(TOKENS, ("Bits", " bits", "Bits"), strict=True)
    )
    other = deck("Other", "rectangle", 9, 4, layout="tokens")
    made = plan((first, other, second, third), (paper,), tuple(Layout), Flip.LONG, squares=True)
    assert [file_name(each, EDITION) for each in made] == [
        f"{paper.name}/ReedBay_v0.3_Bits_{paper.name}.pdf",
        f"{paper.name}/ReedBay_v0.3_Other_{paper.name}.pdf",
    ]
    assert made[0].deck.title == "Tokens + Tracks + Markers"
    assert len(made[0].imposition.sheets) == 1


def test_what_saves_no_sheet_keeps_its_own_file_whatever_its_word_is() -> None:
    full = (
        deck("Full", "rectangle", 40, 24),
        deck("Small", "rectangle", 9, 600),
        deck("None", "circle", 9, 0),
    )
    made = plan([word(each, "Bits") for each in full], (A4,), tuple(Layout), Flip.LONG)
    assert [each.deck.name for each in made] == ["Full", "Small"]


# ---------------------------------------------------------------- a whole game


def test_the_small_pieces_of_the_shipped_game_are_one_sheet(tmp_path: Path) -> None:
    shutil.copy(ROOT / "card_data.xlsx", tmp_path)
    for name in ("templates", "icons", "fonts", "art"):
        shutil.copytree(ROOT / name, tmp_path / name)
    small = ("smallpieces",)  # the word of the column Together
    (file,) = build(Project(tmp_path), BuildOptions(components=small, papers=(A4,))).files
    assert file.path == "A4/MeaningMade_v0.1_SmallPieces_A4.pdf"
    assert (file.sheets, file.pieces, file.designs) == (1, 211, 26)
    assert file.size == "16 × 16 mm, 12 × 12 mm, 9 × 9 mm"
    listed = (tmp_path / "output" / "README.txt").read_text("utf-8")
    assert "Cut the bands apart" in listed and "3 sizes, each in rows of its own" in listed


def test_a_reprint_of_tokens_is_cut_as_the_print_was(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    build(Project(game), BuildOptions(papers=(A4,), squares=True))
    record_print(Project(game))
    change(game, "Tokens!C2", "#225588")
    made = reprint(Project(game), wishes=Wishes(paper="a4", tokens="squares"))
    (file,) = (file for file in made.files if "PullList" not in file.path and "CutGuide" not in file.path)
    assert "edges shared" in file.kind
