"""The walker over finished content: what it takes for quicker is the same box and the same look."""

from __future__ import annotations

import math
import random

import pikepdf
import pytest

from generator.ground.matrices import IDENTITY, around, moved
from generator.ground.pdf_letters import lettered
from generator.ground.pdf_paths import PathPart, path_box, path_points
from generator.shops.preflight.bleeding import laid
from generator.shops.preflight.ink import Inked, PrintedText
from generator.shops.preflight.pages import MadeDesign, MadePiece
from generator.shops.preflight.walk import walk


@pytest.mark.parametrize("turn", [0.0, 0.4])
def test_the_box_of_a_path_is_that_of_its_points(turn: float) -> None:
    chance = random.Random(3)
    for _ in range(100):
        steps = (("m", 2), ("c", 6), ("l", 2), ("v", 4), ("y", 4), ("c", 6))
        numbers = (" ".join(f"{chance.uniform(-50, 50):.4f}" for _ in range(count)) for _, count in steps)
        pairs = zip(numbers, steps, strict=True)
        outline = PathPart(" ".join(f"{operands} {name}" for operands, (name, _) in pairs).encode())
        matrix = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 3.0, -2.0)
        path = ((outline, matrix),)
        for fine in (True, False):
            box = around(moved(point, matrix) for point in outline.points(fine=fine))
            assert path_box(path, fine=fine) == pytest.approx(box)
        assert around(path_points(path)) == pytest.approx(path_box(path, fine=True))


def test_points_of_a_curve_lie_on_it() -> None:
    quarter = PathPart(b"10 0 m 10 5.5228 5.5228 10 0 10 c")
    points = list(quarter.points(fine=True))
    assert len(points) > 4
    assert [math.hypot(x, y) for x, y in points] == pytest.approx([10.0] * len(points), abs=0.01)
    assert around(points) == pytest.approx((0, 0, 10, 10))


def test_a_path_of_nothing_has_no_box() -> None:
    assert path_box(((PathPart(b"1.0 2 3 4 5 6 c"), IDENTITY),), fine=True) is None


def test_pieces_are_laid_alike_wherever_they_lie_but_not_with_another_clip_or_turn() -> None:
    def piece(x: float, *, digest: str = "a", side: float = 50.0, turn: float = 1.0) -> MadePiece:
        clip = ((x, 5.0), (x + side, 5.0), (x + side, 55.0), (x, 55.0))
        design = MadeDesign(digest, (9, 9, 41, 41), Inked())
        return MadePiece("", design, (turn, 0, 0, turn, x, 5.0), clip)

    assert laid(piece(10)) == laid(piece(200))
    assert (
        len(
            {laid(piece(10)), laid(piece(10, digest="b")), laid(piece(10, side=40)), laid(piece(10, turn=-1))}
        )
        == 4
    )


def written(operators: bytes) -> list[PrintedText]:
    """The texts of a page with these operators."""
    with pikepdf.new() as file:
        page = file.add_blank_page(page_size=(200, 200))
        font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
        page.obj.Resources = pikepdf.Dictionary(Font={"/F": pikepdf.Dictionary(font)})
        page.contents_add(b"BT /F 10 Tf 12 TL 1 0 0 1 20 100 Tm " + operators + b" ET")
        return walk(page).texts


def test_a_line_with_spaces_of_its_own_is_written_as_one_for_which_they_are_set() -> None:
    assert written(b'7 2 (a b) " (c d) Tj') == written(b"7 Tw 2 Tc T* (a b) Tj (c d) Tj")
    wide, narrow = written(b'7 2 (a b) "')[0].box, written(b"(a b) '")[0].box
    assert wide[2] - narrow[2] == pytest.approx(7 + 3 * 2), "once between the words, and behind each letter"


@pytest.mark.parametrize("widths", [[65, [500, 700]], [65, 65, 500, 66, 66, 700], [60, 65, 500, 66, [700]]])
def test_the_widths_of_a_large_font_are_read_in_either_form(widths: list[object]) -> None:
    below = {"/Type": "/Font", "/Subtype": "/CIDFontType2", "/BaseFont": "/A", "/W": widths, "/DW": 900}
    font = pikepdf.Dictionary({"/Type": "/Font", "/Subtype": "/Type0", "/BaseFont": "/A"})
    font.DescendantFonts = [pikepdf.Dictionary(below)]
    lettering = lettered(font)
    assert [lettering.width(code) for code in (65, 66, 67)] == pytest.approx([0.5, 0.7, 0.9])
