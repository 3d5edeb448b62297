"""Where things lie on Initiatives, the World Board's dial, tokens and backs, in millimetres."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist
from types import MappingProxyType

import pytest

from generator.faces import Face
from generator.ground.matrices import Edges, common
from generator.ground.shapes import BLEED_MM
from generator.svg.marked import marked_in
from generator.text.fonts import find_fonts
from generator.text.measure import Measure
from tests.shared.real_faces import ROOT, back, component, drawn, faces, group, marked, shipped, with_rules

FILLED_MM, TRACK_MARKER_MM = 9.0, 12.0
SAFE_MM = 3.0
LEAST_MM = 2.29  # 6.5 pt
GOLD = "#f2b33d"
LABELS = ("Title", "Bonus")


def area(box: Edges) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def initiatives() -> Iterator[Face]:
    for face, problems in faces(shipped(), "Initiatives"):
        assert face is not None and problems == ()
        yield face


def test_legacy_stands_in_the_middle_of_its_space() -> None:
    """The number by its width in the font, and the tree, to a twentieth of a millimetre."""
    measure = Measure(find_fonts(ROOT / "fonts"))
    title = measure.face("Fraunces", 600)
    space = re.compile(
        r'data-place="Contribution \d+" cx="([\d.]+)".*?'
        r'<text x="([\d.]+)"[^>]*font-size="([\d.]+)"[^>]*>(\d+)<'
        r'.*?href="#icon-legacy" x="([\d.]+)"[^>]*width="([\d.]+)"',
        re.DOTALL,
    )
    for face in initiatives():
        found = space.findall(face.svg)
        assert 3 <= len(found) <= 6
        for cx, x, size, number, tree, side in found:
            half = measure.width_em(title, number) * float(size) / 2
            assert float(x) + half == pytest.approx(float(cx), abs=0.05)
            assert float(tree) + float(side) / 2 == pytest.approx(float(cx), abs=0.05)


def test_a_filled_marker_covers_each_box_and_no_other() -> None:
    for face in initiatives():
        places = marked_in(face.svg, "data-place", face.width_mm, face.height_mm)
        boxes = [box for name, box in places.items() if name.startswith("Box ")]
        for left, top, right, bottom in boxes:
            assert (right - left, bottom - top) == pytest.approx((9.2, 9.2))
            assert left >= SAFE_MM and right <= face.width_mm - SAFE_MM
        for one, other in combinations(boxes, 2):
            assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= FILLED_MM + 0.5
        spaces = [box for name, box in places.items() if re.fullmatch(r"Contribution \d", name)]
        for one, other in pairwise(spaces):
            assert other[0] - one[0] >= FILLED_MM


def test_scenes_and_figures_find_their_places_on_an_initiative() -> None:
    always = {"Title", "Layer", "Requirement", "Contribution", "Legacy", "Meaning", "Box 1", "Contribution 1"}
    every: set[str] = set()
    for face in initiatives():
        places = marked_in(face.svg, "data-place", face.width_mm, face.height_mm)
        assert always <= places.keys()
        every |= places.keys()
        for left, top, right, bottom in places.values():
            assert 0 <= left < right <= face.width_mm and 0 <= top < bottom <= face.height_mm
    assert {"Completion Bonus", "Completion Penalty"} <= every


def test_type_on_initiatives_is_not_below_six_and_a_half_points() -> None:
    for face in initiatives():
        assert min(float(size) for size in re.findall(r'font-size="([\d.]+)"', face.svg)) >= LEAST_MM


END_MM = 2.5  # a cut that slips so far leaves nothing of a strip on the neighbour


@pytest.mark.parametrize(
    ("name", "colours"),
    [
        ("Initiatives", {"#fbe0e2", "#f2c14e"}),
        ("Patterns", {"#fbf7ef"}),
    ],
)
def test_strips_and_labels_end_before_the_right_trim(name: str, colours: set[str]) -> None:
    """What has an end of its own there; grounds run from bleed to bleed."""
    checked = 0
    for face, _ in faces(shipped(), name):
        assert face is not None
        for tag in re.findall(r"<(?:rect|path) [^>]*>", face.svg):
            if not any(f'fill="{colour}"' in tag for colour in colours):
                continue
            box = re.search(r' x="([\d.]+)".* width="([\d.]+)"', tag)
            label = re.search(r' d="M[\d.]+ [\d.]+ H([\d.]+) a([\d.]+) ', tag)
            if box is not None and float(box[2]) > 20:
                checked += 1
                assert float(box[1]) + float(box[2]) <= face.width_mm - END_MM + 0.01
            if label is not None:
                checked += 1
                assert float(label[1]) + float(label[2]) <= face.width_mm - END_MM + 0.01
    assert checked >= 5


@pytest.mark.parametrize("name", ["Patterns", "Initiatives", "Events"])
def test_labels_of_backs_end_before_the_trim(name: str) -> None:
    ends = re.findall(r' d="M8 [\d.]+ H([\d.]+) a([\d.]+) ', back(name).svg)
    assert len(ends) == 2
    for end, corner in ends:
        assert float(end) + float(corner) == pytest.approx(component(name)["width"] - END_MM)


@pytest.mark.parametrize("name", ["Patterns", "Initiatives", "Events"])
def test_every_card_has_a_picture_of_its_own(name: str) -> None:
    pictures = [
        re.findall(r'href="data:image/svg[^,]*,([^"]+)"', face.svg)
        for face, _ in faces(shipped(), name)
        if face
    ]
    assert [len(shown) for shown in pictures] == [1] * len(shipped()[name].rows)
    assert len({shown for (shown,) in pictures}) == len(pictures)


@pytest.mark.parametrize("name", ["Patterns", "Initiatives"])
def test_the_gold_of_a_picture_stands_clear_of_the_labels(name: str) -> None:
    """At least half of it by area, as boxes: there a picture is to be looked at."""
    for (face, _), row in zip(faces(shipped(), name), shipped()[name].rows, strict=True):
        assert face is not None
        svg = (ROOT / "art" / f"{row.title.lower().replace(' ', '-')}.svg").read_text("utf-8")
        numbered = re.sub(f'(?=fill="{GOLD}")', lambda match: f'id="{match.start()}" ', svg)
        size = map(float, re.findall(r'viewBox="\S+ \S+ (\S+) (\S+)"', svg)[0])
        labels = marked_in(face.svg, "data-place", face.width_mm, face.height_mm)
        shown = hidden = 0.0
        for box in marked_in(numbered, "id", *size).values():
            gold = (box[0] - BLEED_MM, box[1] - BLEED_MM, box[2] - BLEED_MM, box[3] - BLEED_MM)
            shown += area(gold)
            hidden += sum(area(common(gold, labels[place])) for place in LABELS if place in labels)
        assert hidden <= shown / 2, row.title


def test_the_title_of_an_initiative_keeps_clear_of_its_layer() -> None:
    """Even a p, a quarter of the size below the line, does not reach the capitals under it."""
    for face in initiatives():
        (title, layer) = re.findall(r'<text x="14\.5" y="([\d.]+)"[^>]*font-size="([\d.]+)"', face.svg)[:2]
        below = float(title[0]) + 0.25 * float(title[1])
        above = float(layer[0]) - 0.68 * float(layer[1])
        assert above - below > 0.5


# ---------------------------------------------------------------- the dial


def with_layers(count: int) -> Face:
    """The World Board of a workbook with so many Layers."""
    book = shipped()
    rows = book["Layers"].rows
    more = [
        replace(rows[n % 10], values=MappingProxyType({**rows[n % 10].values, "layer": n + 1}))
        for n in range(count)
    ]
    tables = {**book.tables, "Layers": replace(book["Layers"], rows=tuple(more))}
    face, problems = next(faces(replace(book, tables=MappingProxyType(tables)), "WorldBoard"))
    assert face is not None and problems == ()
    return face


def test_the_dial_has_a_space_for_a_marker_on_each_layer() -> None:
    board = drawn("WorldBoard")
    places = marked_in(board.svg, "data-place", 500, 366)
    left, top, right, bottom = places["Dial"]
    middle = (left + right) / 2, (top + bottom) / 2
    spaces = [places[f"Dial {layer}"] for layer in range(1, 11)]
    centres = [((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in spaces]
    for box, centre in zip(spaces, centres, strict=True):
        assert box[2] - box[0] == pytest.approx(14.2)
        assert dist(centre, middle) == pytest.approx(24.2)
        assert dist(centre, middle) + 7.1 < (right - left) / 2, "inside the ring"
    assert centres[0][0] == pytest.approx(middle[0]) and centres[0][1] < middle[1], "Layer 1 is above"
    assert min(dist(one, other) for one, other in combinations(centres, 2)) > 14.2 + 0.5
    fills = re.findall(r'class="layer"[^>]*fill="(#\w+)"', board.svg)
    assert fills == [row.colour for row in shipped()["Layers"]]
    assert "Dial 11" not in places


@pytest.mark.parametrize("count", [1, 2, 6, 9])
def test_the_dial_has_as_many_spaces_as_there_are_layers(count: int) -> None:
    board = with_layers(count)
    spaces = marked(group(board, "dial"), "layer")
    assert len(spaces) == count
    for one, other in combinations(spaces, 2):
        assert dist((one["cx"], one["cy"]), (other["cx"], other["cy"])) > one["r"] + other["r"]


def test_names_of_the_supply_stand_above_its_piles() -> None:
    board = drawn("WorldBoard")
    places = marked_in(board.svg, "data-place", 500, 366)
    for name in ("Energy", "Insight", "Support"):
        left, top, right, _ = places[name]
        ((x, y),) = re.findall(rf'<text x="([\d.]+)" y="([\d.]+)"[^>]*>{name}<', group(board, "supply"))
        assert left < float(x) < right and float(y) < top


@pytest.mark.parametrize("top", [4, 9, 11, 12, 17])
def test_places_of_the_meaning_track_keep_their_names(top: int) -> None:
    face, problems = next(faces(with_rules({"meaning_max": top, "start_meaning": 3}), "WorldBoard"))
    assert face is not None and problems == ()
    places = marked_in(face.svg, "data-place", 500, 366)
    assert {f"Meaning {value}" for value in range(top + 1)} <= places.keys()
    assert component("WorldBoard")["layout"] == "board"
