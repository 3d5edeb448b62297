"""Where the pages of a board meet: through nothing that a template marks as whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.ground.shapes import Shape
from generator.press.decks import Deck
from generator.press.wholes import parted
from generator.records.tables import Row
from generator.sheets.seams import CLEAR_OF_MM, Stretch, Whole, seam
from generator.sheets.sheet import A4, LETTER, PAPERS, Format, Paper, Piece
from generator.sheets.tiles import OVERLAP_MM, choose_tiling
from generator.svg.marked import marked_in
from tests.shared.real_faces import drawn

BOARD = Format(Shape.RECTANGLE, 500, 366)


def spans(*ends: tuple[float, float]) -> list[Stretch]:
    return [Stretch(f"{number}", *each) for number, each in enumerate(ends)]


@pytest.mark.parametrize(
    ("marked", "at", "crossed"),
    [
        ([], 245, ()),
        ([(100, 240), (250, 400)], 245, ()),  # it keeps 3 mm from both as it is
        ([(240, 260)], 237, ()),  # 3 mm beside the nearer end
        ([(100, 244), (246, 300)], 245, ()),  # the middle of what is narrow
        ([(100, 249), (249.5, 400)], 249.25, ()),
        ([(100, 248), (248.2, 400)], 245, ("0",)),  # no knife goes between the two
        ([(100, 400), (240, 258)], 237, ("0",)),  # crossed once, and not twice
        ([(100, 247)], 250, ()),  # up to the end of its play and no further
        ([(100, 250)], 245, ("0",)),
    ],
)
def test_a_seam_lies_beside_what_stays_whole(
    marked: list[tuple[float, float]], at: float, crossed: tuple[str, ...]
) -> None:
    found = seam(245, 5 if (100, 247) in marked or (100, 250) in marked else 15, spans(*marked))
    if not crossed:
        assert found.at_mm == pytest.approx(at)
    assert found.crossed == crossed


@given(
    st.floats(100, 400),
    st.floats(0, 20),
    st.lists(st.tuples(st.floats(50, 450), st.floats(1, 60)), max_size=8),
)
def test_a_seam_keeps_its_play_and_tells_what_it_crosses(
    usual: float, play: float, boxes: list[tuple[float, float]]
) -> None:
    found = seam(usual, play, spans(*((start, start + size) for start, size in boxes)))
    assert usual - play <= found.at_mm <= usual + play
    through = [str(n) for n, (start, size) in enumerate(boxes) if start < found.at_mm < start + size]
    assert set(through) == set(found.crossed)


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_no_seam_of_the_world_board_cuts_dial_title_or_track(paper: Paper) -> None:
    board = drawn("WorldBoard")
    marked = marked_in(board.svg, "data-whole", 500, 366)
    assert {"Dial", "Meaning Made", "Functional", "Stable", "Initiatives 3", "Patterns 4"} <= marked.keys()
    tiling = choose_tiling(BOARD, paper, [Whole(name, *box) for name, box in marked.items()])
    assert tiling.count == 4
    (across,), (down,) = tiling.x.seams, tiling.y.seams
    assert across.at_mm == pytest.approx(248.5, abs=0.05) and across.crossed == down.crossed == ()
    assert tiling.x.windows == ((0, across.at_mm + OVERLAP_MM), (across.at_mm, 500))
    left, _, right, _ = marked["Dial"]
    assert right - left > 60 and left - across.at_mm >= 2


def test_a_tiling_with_marks_has_room_for_all_its_windows() -> None:
    for at in range(200, 300):
        for paper in (A4, LETTER):
            tiling = choose_tiling(BOARD, paper, [Whole("here", at - 20, 0, at + 2, 10)])
            for axis in (tiling.x, tiling.y):
                for number in range(len(axis.windows)):
                    start, end = axis.painted(number)
                    assert end - start <= axis.margins.page_mm - 2 * (6.35 + 1.8) + 0.001
                    assert axis.bleed_mm == 3


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_seams_of_three_pages_may_move_apart_and_the_middle_page_still_holds_its_window(paper: Paper) -> None:
    board = Format(Shape.RECTANGLE, 700, 150)
    moved = set()
    for reach in range(2, 40, 4):
        usual = [seam.at_mm for seam in choose_tiling(board, paper).x.seams]
        assert len(usual) >= 2
        # what stays whole pushes the first seam to the left and the last one to the right
        marks = [(usual[0] - reach, usual[0] + 90), (usual[-1] - 90, usual[-1] + reach)]
        axis = choose_tiling(board, paper, [Whole("", start, 0, end, 10) for start, end in marks]).x
        moved |= {round(at.at_mm - was, 1) for at, was in zip(axis.seams, usual, strict=True)}
        for number in range(len(axis.windows)):
            start, end = axis.painted(number)
            assert end - start <= axis.margins.page_mm - 2 * (6.35 + 1.8) + 0.001
    assert min(moved) < 0 < max(moved)


def test_what_is_crossed_all_the_same_is_told() -> None:
    values = {"name": "Board", "title": "Lake", "shape": "rectangle", "width": 500, "height": 366}
    row = Row("Components", 2, {**values, "layout": "board", "front": "lake.svg"}, {"front": "C"})
    whole = (Whole("Island", 200, 100, 300, 150), Whole("Pier", 20, 100, 40, 150))
    deck = Deck(row, b"", 1, (Piece("Lake", 0),), partial=False, whole=whole)
    (told,) = parted([deck], [LETTER])
    assert (told.where, told.what) == (
        "Components!C2",
        "On Letter a seam of Lake runs through “Island”.",
    )
    assert told.mend == "Move what is to stay whole: these pages can meet 240 to 250 mm from the left."
    assert not list(parted([Deck(row, b"", 1, (Piece("Lake", 0),), partial=False)], PAPERS))


def test_a_seam_is_as_clear_as_may_be() -> None:
    assert seam(245, 20, spans((200, 250), (270, 300))).at_mm == 250 + CLEAR_OF_MM
