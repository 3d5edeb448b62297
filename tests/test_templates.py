"""The real templates with the real workbook: every face, and the boards under other rules."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, groupby
from pathlib import Path
from types import MappingProxyType

import pytest

from generator.faces import Face, FaceMaker
from generator.games.meaning_made.records import Game, game_from
from generator.ground.problems import Problem
from generator.records.tables import Book, Row, slug
from generator.svg import check_svg
from generator.text.fonts import find_fonts
from generator.workbook.book import read_book
from tests.game_folders import components_of, faces_of, game_folders, name_of

ROOT = Path(__file__).parents[1]
SAFE_MM = 3.0
TRACK_MARKER_MM, MEANING_MARKER_MM = 12.0, 16.0
BOARDS = ("WorldBoard", "PlayerMats", "PlayerAid", "VariantsAid")
CROWDED = {
    "index_size": 5,
    "prism_size": 9,
    "meaning_max": 40,
    "vitals_max": 25,
    "legacy_max": 90,
    "contribution_markers": 12,
    "start_energy": 12,
}
SPARSE = {
    "index_size": 1,
    "prism_size": 3,
    "meaning_max": 4,
    "start_meaning": 2,
    "vitals_max": 3,
    "start_vitals": 1,
    "legacy_max": 5,
    "contribution_markers": 1,
    "events_per_round": 2,
    "collapse": 0,
    "round_limit": 8,
    "score_legacy": 0,
}


@cache
def shipped() -> Book:
    book, problems = read_book(ROOT / "card_data.xlsx")
    assert book is not None, problems
    return book


def with_rules(rules: Mapping[str, int]) -> Book:
    book = shipped()
    table = book["Rules"]
    rows = tuple(
        replace(row, values=MappingProxyType({**row.values, "value": rules[slug(row["key"])]}))
        if slug(row["key"]) in rules
        else row
        for row in table
    )
    return replace(book, tables=MappingProxyType({**book.tables, "Rules": replace(table, rows=rows)}))


def maker_of(book: Book) -> FaceMaker:
    return FaceMaker(root=ROOT, book=book, game=game_from(book), fonts=find_fonts(ROOT / "fonts"))


def component(name: str) -> Row:
    return next(row for row in shipped()["Components"] if row["name"] == name)


def faces(book: Book, name: str, side: str = "front") -> Iterator[tuple[Face | None, tuple[Problem, ...]]]:
    one, maker = component(name), maker_of(book)
    # a back is the same for all rows
    rows = list(book[one["data"]]) if one["data"] and side == "front" else [None]
    for row in rows:
        yield maker.render(one[side], component=one, card=row)


def drawn(name: str, **rules: int) -> Face:
    """The front of a component, in its first row, under changed rules."""
    return first(faces(with_rules(rules), name))


def back(name: str) -> Face:
    return first(faces(shipped(), name, "back"))


def first(made: Iterator[tuple[Face | None, tuple[Problem, ...]]]) -> Face:
    face, problems = next(made)
    assert face is not None and not problems, problems
    return face


def group(face: Face, name: str) -> str:
    """What a template draws from the group `name` up to the next group that has a name."""
    after = re.split(rf'<g [^>]*\bid="{name}"', face.svg)[1]
    return re.split(r'<g [^>]*\bid="', after)[0]


def marked(svg: str, kind: str) -> list[dict[str, float]]:
    """The numbers among the attributes of all elements of a class."""
    found = []
    for tag in re.findall(rf'<\w+ [^>]*class="{kind}"[^>]*>', svg):
        pairs = re.findall(r'([\w-]+)="([^"]*)"', tag)
        found.append({key: float(value) for key, value in pairs if re.fullmatch(r"-?[\d.]+", value)})
    return found


def distance(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return math.dist((one["cx"], one["cy"]), (other["cx"], other["cy"]))


# ---------------------------------------------------------------- every face


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        pytest.param(folder, name, id=f"{name_of(folder)}-{name}")
        for folder in game_folders()
        for name in components_of(folder)
    ],
)
def test_every_row_has_a_face_that_can_be_drawn(folder: Path, name: str) -> None:
    for face, problems in faces_of(folder, name):
        assert problems == ()
        assert face is not None
        assert check_svg(face) == ()


@pytest.mark.parametrize("rules", [CROWDED, SPARSE], ids=["crowded", "sparse"])
@pytest.mark.parametrize("name", BOARDS)
def test_boards_bear_other_rules(name: str, rules: Mapping[str, int]) -> None:
    for face, problems in faces(with_rules(rules), name):
        assert problems == ()
        assert face is not None


@pytest.mark.parametrize("name", BOARDS)
def test_no_line_of_text_begins_within_the_safe_margin(name: str) -> None:
    for face in (drawn(name), back(name)) if component(name)["back"] else (drawn(name),):
        for x, y in re.findall(r'<text x="([-\d.]+)" y="([-\d.]+)"', face.svg):
            assert SAFE_MM <= float(x) <= face.width_mm - SAFE_MM
            assert SAFE_MM <= float(y) <= face.height_mm - SAFE_MM


# ---------------------------------------------------------------- World Board


def test_the_meaning_track_runs_from_twelve_to_collapse() -> None:
    track = group(drawn("WorldBoard"), "meaning-track")
    spaces = marked(track, "space")
    assert len(spaces) == 13
    assert [space["cx"] for space in spaces] == sorted(space["cx"] for space in spaces)
    numbers = [int(number) for number in re.findall(r">(\d+)</text>", track)]
    assert numbers == [n for value in range(12, -1, -1) for n in (value, 12 - value)]


@pytest.mark.parametrize("start", [4, 5, 6])
def test_the_start_space_is_the_rules(start: int) -> None:
    track = group(drawn("WorldBoard", start_meaning=start), "meaning-track")
    widths = [space["stroke-width"] for space in marked(track, "space")]
    assert widths.index(max(widths)) == 12 - start
    assert track.count(">START<") == 1


@pytest.mark.parametrize("rules", [{}, {"index_size": 5}, CROWDED, SPARSE])
def test_card_places_do_not_touch_and_lie_on_the_board(rules: Mapping[str, int]) -> None:
    face = drawn("WorldBoard", **rules)
    places = marked(face.svg, "place")
    for place in places:
        assert place["x"] >= SAFE_MM and place["x"] + place["width"] <= face.width_mm - SAFE_MM
        assert place["y"] >= SAFE_MM and place["y"] + place["height"] <= face.height_mm - SAFE_MM
    for one, other in combinations(places, 2):
        assert abs(one["x"] - other["x"]) > one["width"] or abs(one["y"] - other["y"]) > one["height"]


def test_the_board_has_a_place_for_every_card_that_lies_open() -> None:
    # three decks, three discards, an Event, three Initiatives, the End Initiative, six Patterns
    assert len(marked(drawn("WorldBoard").svg, "place")) == 3 + 3 + 1 + 3 + 1 + 6
    assert len(marked(group(drawn("WorldBoard", index_size=2), "index"), "place")) == 1 + 2 + 1 + 1


def test_what_has_no_room_on_the_board_is_said() -> None:
    svg = drawn("WorldBoard", index_size=5, prism_size=8).svg
    assert "5 lie open: 2 beside the board" in svg
    assert "8 lie open: 2 beside the board" in svg
    assert "beside the board" not in drawn("WorldBoard").svg


@pytest.mark.parametrize("top", [4, 12, 20, 40])
def test_the_meaning_marker_fits_its_spaces(top: int) -> None:
    spaces = marked(group(drawn("WorldBoard", meaning_max=top, start_meaning=2), "meaning-track"), "space")
    for one, other in combinations(spaces, 2):
        assert distance(one, other) >= MEANING_MARKER_MM


# ---------------------------------------------------------------- Player Mat


def test_a_mat_counts_vitals_to_ten_and_legacy_to_thirty() -> None:
    mat = drawn("PlayerMats")
    for name, most in (("vitals", 10), ("legacy", 30)):
        track = group(mat, name)
        assert len(marked(track, "space")) == most + 1
        found = [int(n) for n in re.findall(r'font-family="Fraunces"[^>]*>(\d+)</text>', track)]
        assert found == list(range(most + 1))
    assert len(marked(mat.svg, "home")) == 4


@pytest.mark.parametrize("rules", [{}, CROWDED, SPARSE], ids=["shipped", "crowded", "sparse"])
def test_track_markers_stand_side_by_side(rules: Mapping[str, int]) -> None:
    mat = drawn("PlayerMats", **rules)
    spaces = marked(group(mat, "vitals"), "space") + marked(group(mat, "legacy"), "space")
    for one, other in combinations(spaces, 2):
        assert distance(one, other) >= TRACK_MARKER_MM + 0.5


def test_the_start_of_a_track_is_the_rules() -> None:
    track = group(drawn("PlayerMats", start_vitals=7), "vitals")
    widths = [space["stroke-width"] for space in marked(track, "space")]
    assert [i for i, width in enumerate(widths) if width == max(widths)] == [7]


def test_mats_differ_in_more_than_colour() -> None:
    mats = [face.svg for face, _ in faces(shipped(), "PlayerMats") if face]
    marks = {tuple(re.findall(r"#icon-mark_\w+", mat)[:1]) for mat in mats}
    assert len(marks) == 6


# ---------------------------------------------------------------- Player Aid


def test_equal_neighbours_of_a_table_share_a_cell() -> None:
    game: Game = game_from(shipped())
    aid = back("PlayerAid")
    for name, table in (
        ("event-table", game.event_table),
        ("group-table", game.group_table),
        ("individual-table", game.individual_table),
    ):
        cells = marked(group(aid, name), "cell")
        assert len(cells) == sum(len(list(groupby(effects))) for effects in table.values())
        assert len(cells) < sum(len(effects) for effects in table.values())
        for y in {cell["y"] for cell in cells}:  # with its gaps, each row is as wide as the first
            row = [cell for cell in cells if cell["y"] == y]
            assert sum(cell["width"] + 0.6 for cell in row) == pytest.approx(262 - 2 * 8 - 11, abs=0.01)


def test_type_on_the_aids_can_be_read() -> None:
    for face, least in ((drawn("PlayerAid"), 2.5), (back("PlayerAid"), 2.2), (drawn("VariantsAid"), 2.1)):
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', face.svg)]
        assert min(sizes) >= least


def test_actions_print_the_numbers_of_the_rules() -> None:
    svg = drawn("PlayerAid", gather_tokens=7).svg
    assert "Take 7 tokens" in svg
    assert "[" not in "".join(re.findall(r">([^<]*)</text>", svg))
