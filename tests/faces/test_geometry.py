"""Places on rings, in honeycombs and along sides; text along an arc; what templates may pass to them."""

from __future__ import annotations

import math

import pytest

from generator.faces.geometry import GEOMETRY, arc_length, arc_letters, edges, hex, polar, ring
from generator.faces.markup import BadArgument
from generator.text.measure import Measure
from tests.shared.svg_pictures import fonts


def test_directions_are_those_of_a_clock() -> None:
    places = [polar(10, 20, 5, turn) for turn in (0, 90, 180, 270)]
    assert [(p["x"], p["y"]) for p in places] == [(10, 15), (15, 20), (10, 25), (5, 20)]
    assert ring(4, 10, 20, 5) == places
    assert [p["degrees"] for p in ring(3, start=30)] == [30, 150, 270]


@pytest.mark.parametrize("size", [(30, 26), (26, 30)])
def test_neighbours_in_a_honeycomb_lie_around_a_field_at_the_same_distance(size: tuple[float, float]) -> None:
    width = max(size)
    exact = (width, width * math.sqrt(0.75)) if size[0] > size[1] else (width * math.sqrt(0.75), width)
    middle = hex(2, -1, *exact, cx=50, cy=60, apart=1)
    around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    for q, r in around:
        place = hex(2 + q, -1 + r, *exact, cx=50, cy=60, apart=1)
        away = math.dist((middle["x"], middle["y"]), (place["x"], place["y"]))
        assert away == pytest.approx(min(exact) + 1)
    assert hex(0, 0, *exact, cx=50, cy=60) == {"x": 50, "y": 60}


def test_the_sides_of_a_piece_run_clockwise_from_the_top() -> None:
    sides = edges("hexagon", 60, 52)
    assert [round(side["degrees"]) for side in sides] == [0, 60, 120, 180, 240, 300]
    assert (sides[0]["x"], sides[0]["y"], sides[0]["length"]) == (30, 0, 30)
    assert [side["degrees"] for side in edges("rectangle", 40, 20)] == [0, 90, 180, 270]
    assert [round(side["degrees"]) for side in edges("hexagon", 52, 60)] == [30, 90, 150, 210, 270, 330]


@pytest.mark.parametrize(
    ("name", "given", "what"),
    [
        ("polar", (0, 0, "5", 0), "“r” is '5', which is not a number."),
        ("ring", (0,), "“n” is 0."),
        ("ring", (2.5,), "“n” is 2.5, which is not a whole number."),
        ("ring", (361,), "“n” is 361."),
        ("hex", (0, 0, 0, 10), "“width” is 0."),
        ("edges", ("circle", 10, 10), "A circle has no sides."),
        ("edges", ("oval", 10, 10), "That is not a shape that can be cut."),
    ],
)
def test_wrong_arguments(name: str, given: tuple[object, ...], what: str) -> None:
    with pytest.raises(BadArgument) as refused:
        GEOMETRY[name](*given)
    assert refused.value.what == what


@pytest.mark.parametrize(("degrees", "inside"), [(0, False), (180, True), (75, False)])
def test_letters_stand_on_their_circle_and_take_the_length_of_the_text(degrees: float, inside: bool) -> None:
    measure = Measure(fonts(), lambda _: None)
    face = measure.face("SourceSans3", 400, italic=False)
    text, look = "Round the lake", {"size": 4.0, "spacing": 0.2}
    letters = arc_letters(measure, face, text, **look, middle=(50, 40), r=20, degrees=degrees, inside=inside)
    assert "".join(letter.sign for letter in letters) == text.replace(" ", "")
    for letter in letters:
        assert math.dist((letter.x, letter.y), (50, 40)) == pytest.approx(20)
    turns = [letter.degrees for letter in letters]
    assert turns == sorted(turns, reverse=inside)
    long = arc_length(measure, face, text, **look)
    spread = math.radians(abs(turns[-1] - turns[0])) * 20
    assert long - 4 < spread < long
    middle = (turns[0] + turns[-1]) / 2 - (180 if inside else 0)
    assert middle == pytest.approx(degrees, abs=3)
