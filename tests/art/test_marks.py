"""What a game says of its pictures, and the marks that are cut for them."""

from __future__ import annotations

import dataclasses
import re

import pytest
from shapely import Polygon

from generator.art.marks.cutting import cut
from generator.art.marks.fields import from_edge, grid_over
from generator.art.marks.geometry import soft
from generator.art.marks.pieces import DrawnShape
from generator.art.marks.style import STYLE, read_style
from generator.ground.problems import Failed
from generator.svg.paths import parse_path

PLAIN = b"""
widths_mm = [30]
[inks]
key = "#101010"
paper = "#f0f0f0"
[textures.fur]
width = [0.2, 0.5]
edge = 0
[textures.stone]
marks = "dots"
"""
WHOLE = ((0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (0.0, 20.0))
SQUARE = ((10.0, 5.0), (20.0, 5.0), (20.0, 15.0), (10.0, 15.0))
SKY = DrawnShape("ground", "key", (WHOLE,), texture="fur", flow=("angle", (0.0,)))
BOX = DrawnShape("subject", "paper", (SQUARE,))


def printed(*pieces: DrawnShape, name: str = "fox") -> str:
    return cut(pieces, read_style(PLAIN), 30, 20, name=name, of="0" * 64)


def outlines(svg: str, ink: str) -> list[list[tuple[float, float]]]:
    """The outlines of an ink by the points and handles of their curves, in mm."""
    shapes: list[list[tuple[float, float]]] = []
    for data in re.findall(rf'fill="{ink}" d="([^"]*)"', svg):
        for kind, values in parse_path(data):
            if kind == "m":
                shapes.append([])
            shapes[-1] += [(values[i] / 100, values[i + 1] / 100) for i in range(0, len(values), 2)]
    return shapes


def test_the_same_drawing_is_cut_to_the_same_bytes_and_each_name_has_its_own_hand() -> None:
    assert printed(SKY, BOX) == printed(SKY, BOX)
    assert printed(SKY, BOX) != printed(SKY, BOX, name="hare")


@pytest.mark.parametrize("texture", ["fur", "stone"])
def test_marks_stay_away_from_what_stands_in_front(texture: str) -> None:
    svg = printed(dataclasses.replace(SKY, texture=texture), dataclasses.replace(BOX, ink="key"))
    marks = outlines(svg, "#f0f0f0")
    assert len(marks) > 60
    inside = [point for mark in marks for point in mark if 10 < point[0] < 20 and 5 < point[1] < 15]
    assert inside == []


def test_a_stroke_runs_along_its_hint_or_its_angle() -> None:
    flat = outlines(printed(SKY), "#f0f0f0")
    upright = outlines(printed(dataclasses.replace(SKY, hints=(((15.0, 0.0), (15.0, 20.0)),))), "#f0f0f0")

    def wide(marks: list[list[tuple[float, float]]]) -> int:
        sides = [[max(c) - min(c) for c in zip(*mark, strict=True)] for mark in marks]
        return sum(across > down for across, down in sides)

    assert wide(flat) == len(flat) and wide(upright) == 0


def test_more_tone_is_more_marks() -> None:
    pale, deep = (
        sum(map(len, outlines(printed(dataclasses.replace(SKY, tone=(tone,))), "#f0f0f0")))
        for tone in (0.2, 0.9)
    )
    assert deep > pale


def test_a_pale_subject_has_a_dark_line_round_it() -> None:
    svg = printed(DrawnShape("ground", "paper", (WHOLE,)), BOX)
    assert svg.count("<path") == 4, "the page, the ground, the line round the box, the box"


def test_a_soft_outline_passes_its_points_and_keeps_sharp_ones() -> None:
    drop = ((5.0, 0.0), (8.0, 6.0), (5.0, 9.0), (2.0, 6.0))
    curve = soft(drop, closed=True)
    assert set(drop) <= set(curve) and len(curve) > 40
    assert soft(drop[:2], closed=False) == drop[:2]


@pytest.mark.parametrize(
    ("line", "instead", "said"),
    [
        ('key = "#101010"', 'black = "#101010"', "inks has no key."),
        ('key = "#101010"', 'key = "black"', "inks.key is no colour."),
        ("[0.2, 0.5]", "[0.1, 0.5]", "textures.fur.width is no number that can be cut."),
        ("[0.2, 0.5]", "[0.5, 0.2]", "textures.fur.width is not two numbers."),
        ('"dots"', '"lines"', "textures.stone.marks is no kind of marks."),
        ("marks =", "mark =", "textures.stone.mark is unknown."),
        ("widths_mm = [30]", "widths_mm = 30", "widths_mm is no list of numbers."),
        ("widths_mm = [30]", "widths_mm = [30", "The file is no TOML"),
    ],
)
def test_a_style_that_cannot_be_used_is_told_by_its_key(line: str, instead: str, said: str) -> None:
    with pytest.raises(Failed) as failed:
        read_style(PLAIN.decode().replace(line, instead).encode())
    (problem,) = failed.value.problems
    assert problem.where == STYLE and problem.what.startswith(said) and problem.mend


def test_how_far_a_place_lies_from_the_side_that_looks_into_a_direction() -> None:
    square = Polygon(SQUARE)
    grid = grid_over(square)
    away = from_edge(grid, square, (0.0, -1.0))
    inside = grid.inside
    assert away[inside] == pytest.approx(grid.y[inside] - 5.0, abs=0.2), "the upper side is at 5 mm"
    assert (away[~inside] == 99.0).all()
    assert from_edge(grid, square, (-1.0, 0.0))[inside] == pytest.approx(grid.x[inside] - 10.0, abs=0.2)
