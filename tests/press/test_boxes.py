"""Tuck boxes for decks: how large they are, what is on them, and what has none."""

from __future__ import annotations

import math
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook
from pypdfium2 import raw

from generator.cli import main
from generator.ground.folding import tuck_box
from generator.ground.problems import Severity
from generator.ground.project import Project
from generator.press.boxes import DEPTH_PLAY_MM, LEAST_DEPTH_MM, PLAY_MM, box_size
from generator.press.variants import InkUse
from generator.sheets.sheet import A4, LETTER
from generator.story import BuildOptions, Summary, build
from tests.shared.games_made import change, starter_game


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """The starter with tiles that are cards of 60 × 90 mm."""
    game = starter_game(tmp_path / "game")
    for place, value in (("E2", "rectangle"), ("F2", 60), ("G2", 90)):
        change(game, f"Components!{place}", value)
    return game


def boxed(game: Path, **options) -> Summary:
    return build(Project(game), BuildOptions(components=("Tiles",), papers=(A4,), boxes=True, **options))


@given(st.floats(40, 80), st.floats(60, 120), st.integers(1, 200), st.floats(0.1, 1.2))
def test_the_cards_go_in_and_do_not_rattle(width: float, height: float, cards: int, stock: float) -> None:
    size = box_size(width, height, cards, stock)
    walls = 2 * stock
    assert size.width_mm - walls - width == pytest.approx(PLAY_MM, abs=0.002)
    assert size.height_mm - walls - height == pytest.approx(PLAY_MM, abs=0.002)
    left = size.depth_mm - walls - cards * stock
    assert left >= DEPTH_PLAY_MM - 1e-6
    assert left < DEPTH_PLAY_MM + 0.5 + 1e-6 or size.depth_mm == LEAST_DEPTH_MM


def test_a_box_is_a_file_of_its_own_as_large_as_its_flat_piece(cards: Path) -> None:
    summary = boxed(cards)
    assert summary.problems == ()
    (box,) = [file for file in summary.files if "Box" in file.path]
    assert box.path == "A4/MyGame_v0.1_TilesBox_A4.pdf"
    size = box_size(60, 90, 16, 0.3)
    net = tuck_box(size.width_mm, size.height_mm, size.depth_mm)
    assert (box.pieces, box.size) == (1, f"{net.width_mm:g} × {net.height_mm:g} mm")
    assert {file.path for file in build(Project(cards)).files}.isdisjoint({box.path})


def words_at(path: Path) -> dict[int, str]:
    """What stands on the first page, by the degrees that its letters are turned to the right."""
    found: dict[int, list[str]] = {}
    with pypdfium2.PdfDocument(path) as pdf:
        text = pdf[0].get_textpage()
        for index in range(text.count_chars()):
            turned = round(math.degrees(raw.FPDFText_GetCharAngle(text, index))) % 360
            found.setdefault(turned, []).append(text.get_text_range(index, 1))
    return {turned: " ".join("".join(letters).split()) for turned, letters in found.items()}


def test_the_front_stands_upright_and_the_lid_does_when_it_is_folded_over(cards: Path) -> None:
    boxed(cards, stock_mm=1.0)
    words = words_at(cards / "output" / "A4" / "MyGame_v0.1_TilesBox_A4.pdf")
    assert "My Game" in words[0] and "Land tiles" in words[0] and "16 cards" in words[0]
    assert "Land tiles" in words[180] and "My Game" not in words[180]


def test_thicker_cards_want_a_deeper_box(cards: Path) -> None:
    thin, thick = (
        next(f for f in boxed(cards, stock_mm=mm).files if "Box" in f.path).size for mm in (0.3, 1.0)
    )
    assert float(thick.split(" ")[0]) > float(thin.split(" ")[0]) + 15


def test_a_deck_too_thick_for_one_box_has_several_and_is_told_what_would_hold_it(cards: Path) -> None:
    change(cards, "Components!H2", 15)
    summary = boxed(cards)
    (box,) = [file for file in summary.files if "Box" in file.path]
    assert (box.pieces, box.designs) == (2, 1)
    (problem,) = summary.problems
    assert problem.severity is Severity.WARNING and problem.where == "Components!F2"
    assert "too large for A4" in problem.what and "2 boxes instead, each for 120 cards" in problem.what
    assert "A3" in problem.mend and "--stock" in problem.mend


def test_hexagons_have_no_box_and_that_is_said(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    summary = build(Project(game), BuildOptions(papers=(LETTER,), boxes=True))
    assert not any("Box" in file.path for file in summary.files)
    (problem,) = summary.problems
    assert problem.where == "Components!E2" and "hexagon" in problem.what


def test_cards_of_one_design_have_no_box_and_a_note_says_so(cards: Path) -> None:
    book = load_workbook(cards / "card_data.xlsx")
    book["Tiles"].delete_rows(3, book["Tiles"].max_row)
    book.save(cards / "card_data.xlsx")
    summary = boxed(cards)
    assert not [file for file in summary.files if "Box" in file.path]
    (said,) = [problem for problem in summary.problems if "no tuck box" in problem.what]
    assert (said.severity, said.where) == (Severity.NOTE, "Components!A2")


def test_a_game_may_draw_its_own_box(cards: Path) -> None:
    own = cards / "templates" / "tuck-box.svg"
    own.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ net.width }} {{ net.height }}">'
        "{{ component.nothing }}</svg>",
        encoding="utf-8",
    )
    assert main(["build", "--game", str(cards), "Tiles", "--boxes", "--paper", "a4", "--no-cache"]) == 1


def test_a_light_box_is_drawn_with_less_ink(cards: Path) -> None:
    summary = boxed(cards, inks=(InkUse.NORMAL, InkUse.LIGHT))
    light = next(file for file in summary.files if "Box" in file.path and file.light)
    assert light.ink < light.full_ink


@pytest.mark.parametrize("said", ["0", "thick", "9", "nan"])
def test_what_is_no_thickness_is_refused(tmp_path: Path, said: str) -> None:
    assert main(["build", "--game", str(tmp_path), "--boxes", "--stock", said]) == 2
