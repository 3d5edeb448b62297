"""Decks of one format on the same sheets: how few sheets, whose back is where, and what files there are."""

from __future__ import annotations

import io
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.ground.pdf_file import joined
from generator.ground.project import Project
from generator.ground.raster import Pages
from generator.press.decks import Deck
from generator.press.mixing import mixed
from generator.press.printing import Plan, file_name, plan
from generator.press.tile_marks import has_tile_marks, tile_mark, window_of, with_tile_marks
from generator.records.tables import Row
from generator.sheets.layouts import Layout
from generator.sheets.sheet import A4, LETTER, Flip, Format, Piece, Side
from generator.sheets.tiles import choose_tiling, tile
from generator.story import BuildOptions, build
from generator.text.fonts import find_fonts
from tests.shared.decks import EDITION
from tests.shared.games_made import change, files, starter_game
from tests.shared.mixed_decks import deck
from tests.shared.sheet_designs import draw_designs

ROOT = Path(__file__).parents[2]


def with_designs(made: Deck) -> Deck:
    designs = draw_designs(made.format, [*range(made.count)])
    return Deck(made.component, designs, made.count, made.pieces, made.partial)


def planned(*decks: Deck, layouts: tuple[Layout, ...] = (Layout.BUTTED,)) -> tuple[Plan, ...]:
    return plan(decks, (A4,), layouts, Flip.LONG, mix=True)


def sheets(plans: tuple[Plan, ...]) -> int:
    return sum(len(each.imposition.sheets) // (2 if each.imposition.duplex else 1) for each in plans)


def test_behind_cards_without_a_back_lies_an_empty_page_of_the_same_trim() -> None:
    (mix,) = planned(deck("Patterns", 13, back=False), deck("Initiatives", 4))
    front, back = mix.imposition.sheets[:2]
    assert len(front.placements) == 9 and back.placements == ()
    assert back.bleed == back.trim == front.trim


def test_114_cards_of_three_decks_take_13_sheets_and_not_14() -> None:
    decks = (deck("Patterns", 60), deck("Initiatives", 24), deck("Events", 30))
    (made,) = planned(*decks)
    assert file_name(made, EDITION) == "A4/ReedBay_v0.3_Mixed-63.5x88.9_A4_duplex.pdf"
    assert (made.deck.title, sheets((made,))) == ("Patterns cards + Initiatives cards + Events cards", 13)
    assert sheets(plan(decks, (A4,), (Layout.BUTTED,), Flip.LONG)) == 14


def test_what_saves_no_sheet_keeps_its_own_file() -> None:
    decks = (deck("Patterns", 9), deck("Events", 18), deck("Wide", 5, width=66))
    assert [each.deck.name for each in planned(*decks)] == ["Patterns", "Events", "Wide"]


def test_each_layout_decides_for_itself() -> None:
    decks = (deck("Patterns", 60), deck("Initiatives", 24), deck("Events", 30))
    made = planned(*decks, layouts=tuple(Layout))
    assert sorted((each.deck.name, each.tag) for each in made) == [
        ("Events", "8up"),
        ("Initiatives", "8up"),
        ("Mixed-63.5x88.9", ""),
        ("Patterns", "8up"),
    ]


def test_one_side_joins_two_where_that_saves_a_sheet_and_has_no_back_there() -> None:
    (made,) = planned(deck("Patterns", 5), deck("Aids", 4, back=False))
    front, back = made.imposition.sheets
    assert (len(front.placements), len(back.placements)) == (9, 5)
    plans = planned(deck("Patterns", 5), deck("Aids", 5, back=False))
    assert [(plan.deck.name, plan.imposition.duplex) for plan in plans] == [
        ("Patterns", True),
        ("Aids", False),
    ]


@given(st.lists(st.tuples(st.integers(1, 40), st.booleans()), min_size=1, max_size=6))
def test_a_mix_never_takes_more_sheets_and_every_piece_keeps_its_faces(
    amounts: list[tuple[int, bool]],
) -> None:
    decks = tuple(deck(f"D{n}", count, back=back) for n, (count, back) in enumerate(amounts))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("generator.press.mixing.joined", lambda files: b"")
        made = planned(*decks)
    assert sheets(made) <= sheets(plan(decks, (A4,), (Layout.BUTTED,), Flip.LONG))
    assert sheets(made) >= math.ceil(sum(count for count, _ in amounts) / 9)
    titles = sorted(piece.title for each in made for piece in each.deck.pieces)
    assert titles == sorted(piece.title for one in decks for piece in one.pieces)
    begins = {}
    for each in made:
        begin = 0
        for one in decks:
            if any(piece.title == one.pieces[0].title for piece in each.deck.pieces):
                begins[one.name] = begin
                begin += one.count
        for piece in each.deck.pieces:
            name, number = piece.title.split()
            one = decks[int(name[1:])]
            assert piece.front == begins[name] + int(number)
            assert piece.back == (None if one.pieces[0].back is None else begins[name] + one.count - 1)


def test_joined_keep_their_pages_and_come_out_the_same_twice() -> None:
    decks = [with_designs(deck("A", 2)), with_designs(deck("B", 3))]
    made = mixed(decks)
    assert made.designs == joined([one.designs for one in decks])
    with Pages(made.designs) as pages, Pages(decks[1].designs) as alone:
        assert len(pages) == made.count == 7
        assert pages.png(made.pieces[2].front, dpi=20) == alone.png(decks[1].pieces[0].front, dpi=20)


def test_a_deck_that_was_only_looked_through_can_share_sheets_in_the_preview() -> None:
    first, second = with_designs(deck("A", 2)), deck("B", 3)
    assert second.designs == b"" and mixed([first, second]).designs == b""
    assert mixed([first, second]).pieces == mixed([first, with_designs(second)]).pieces


# ---------------------------------------------------------------- tiles


def board(designs: bytes) -> Deck:
    row = Row("Components", 2, {"name": "Board", "shape": "rectangle", "width": 300, "height": 260,
                                "layout": "board"}, {})  # fmt: skip
    return Deck(row, designs, 1, (Piece("Board", 0),), partial=False)


def picture(spot: tuple[float, float] | None = None) -> bytes:
    """A white board with one dark spot, in millimetres from its top left."""
    from reportlab.pdfgen.canvas import Canvas

    made = io.BytesIO()
    canvas = Canvas(made, invariant=1, pagesize=(306 * 72 / 25.4, 266 * 72 / 25.4))
    canvas.setTrimBox((3 * 72 / 25.4, 3 * 72 / 25.4, 303 * 72 / 25.4, 263 * 72 / 25.4))
    if spot:
        x, y = ((3 + spot[0]) * 72 / 25.4, (263 - spot[1]) * 72 / 25.4)
        canvas.rect(x, y - 10, 10, 10, stroke=0, fill=1)
    canvas.showPage()
    canvas.save()
    return made.getvalue()


def test_every_tile_has_a_mark_and_only_a_changed_one_has_another() -> None:
    tiling = choose_tiling(Format(board(b"").format.shape, 300, 260), A4)
    imposition = tile(board(b"").pieces, tiling)
    marks = []
    for spot in (None, (20, 20)):
        with Pages(picture(spot)) as pages:
            whole = pages.image(0, dpi=72)
        marks.append([tile_mark(whole, window_of(sheet)) for sheet in imposition.sheets])
    changed = [a != b for a, b in zip(*marks, strict=True)]
    assert changed == [True, *[False] * (tiling.count - 1)]
    made = board(picture())
    assert has_tile_marks(made)
    marked, designs = with_tile_marks(imposition, made, find_fonts(ROOT / "fonts"), made.designs)
    assert all(len(sheet.placements) == 2 for sheet in marked.sheets if sheet.side is Side.FRONT)
    for sheet in marked.sheets:
        assert sheet.trim.holds(sheet.placements[1].trim)
    with Pages(designs) as pages:
        assert len(pages) == 1 + max(sheet.placements[1].design for sheet in marked.sheets)


# ---------------------------------------------------------------- the list of what was made


def test_what_was_for_one_errand_stands_apart_and_a_whole_build_deletes_it(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    a4 = BuildOptions(papers=(A4,))
    build(Project(game), a4)
    build(Project(game), BuildOptions(only=("Old Oak",), papers=(A4,)))
    listed = files(game / "output")["README.txt"].decode()
    apart = listed.partition("A4/, for this errand alone, and no part of the set\n")
    assert "Tiles_A4_duplex_only.pdf" in apart[2] and "_only.pdf  " not in apart[0]
    build(Project(game), BuildOptions(components=("Tokens",), papers=(A4,)))
    listed = files(game / "output")["README.txt"].decode()
    apart = listed.partition("A4/, from an earlier errand: not current, and no part of the set\n")
    assert "Tiles_A4_duplex_only.pdf" in apart[2] and "_only.pdf  " not in apart[0]
    build(Project(game), a4)
    assert not any("only" in name for name in files(game / "output"))


@pytest.mark.slow
def test_a_mix_takes_the_place_of_single_files_and_they_its(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    twins = ("Twins", "Tiles", "tile.svg", "tile-back.svg", "hexagon", 60, 52, 1, "Twin tiles")
    for column, value in zip("ABCDEFGHI", twins, strict=True):
        change(game, f"Components!{column}4", value)
    build(Project(game), BuildOptions(papers=(A4, LETTER)))
    summary = build(Project(game), BuildOptions(papers=(A4,), mix=True))
    (name,) = (file.path for file in summary.files if "Mixed" in file.path)
    made = files(game / "output")
    assert "one of the two is enough" in made["README.txt"].decode()
    assert not any("A4/" in one and ("Tiles" in one or "Twins" in one) for one in made)
    build(Project(game), BuildOptions(papers=(A4,)))
    assert name not in files(game / "output")
