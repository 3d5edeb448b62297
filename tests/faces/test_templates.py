"""The real templates with the real workbook: every face, and the boards under other rules."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from itertools import combinations, groupby, pairwise
from pathlib import Path

import pytest

from generator.faces import Face
from generator.games.meaning_made.records import Game, game_from
from generator.svg.light import lightened
from generator.svg.nodes import Node
from generator.svg.parse import parse
from tests.shared.game_folders import components_of, faces_of, game_folders, name_of
from tests.shared.real_faces import ROOT, back, component, drawn, faces, group, marked, shipped, with_rules
from tests.shared.svg_pictures import check_svg

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


def with_little_ink(name: str) -> Node:
    """What is drawn of the front of a component in a print that spares ink."""
    face = drawn(name)
    return lightened(parse(face.svg, name), (0, 0, face.width_mm, face.height_mm), bleed_mm=3).root


def distance(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return math.dist((one["cx"], one["cy"]), (other["cx"], other["cy"]))


# ---------------------------------------------------------------- every face


@pytest.mark.quick(12)
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
def test_with_little_ink_no_lines_of_art_lie_behind_words(name: str) -> None:
    words = [node for node in with_little_ink(name).walk() if node.tag == "text"]
    # a white line round words is what keeps them clear of a picture
    assert words and not [node.text for node in words if node.attrs.get("stroke") == "#ffffff"]


def test_with_little_ink_each_zone_of_the_board_keeps_its_colour() -> None:
    lines = {node.attrs.get("stroke") for node in with_little_ink("WorldBoard").children}
    assert {"#352e4d", "#5c231e", "#125559"} <= lines


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
            assert sum(cell["width"] + 0.6 for cell in row) == pytest.approx(262 - 2 * 7 - 10, abs=0.01)


def test_type_on_the_aids_can_be_read() -> None:
    # 2.3 mm are 6.5 pt
    for face in (drawn("PlayerAid"), back("PlayerAid"), drawn("VariantsAid"), drawn("PlayerMats")):
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', face.svg)]
        assert min(sizes) >= 2.3


def sizes_of(svg: str, among: str = "") -> set[float]:
    """The sizes of the text font's letters, of those texts that match."""
    found = re.findall(r'font-family="SourceSans3" font-size="([\d.]+)"[^>]*>([^<]*)<', svg)
    return {float(size) for size, said in found if re.search(among, said)}


def blocks_of(face: Face) -> list[tuple[float, list[float]]]:
    """Of each block of the Player Aid, where its title stands and where its lines do."""
    found = []
    for block in re.split(r'<g [^>]*class="block"', face.svg)[1:]:
        lines = [float(y) for y in re.findall(r'<text x="[^"]*" y="([\d.]+)"', block.split("</g></g>")[0])]
        found.append((lines[0], lines[1:]))
    return found


def test_bodies_of_the_aid_have_one_distance_from_their_titles() -> None:
    blocks = blocks_of(drawn("PlayerAid"))
    assert len(blocks) >= 10  # some of them begin with an icon in the first line, some do not
    assert len({round(lines[0] - title, 2) for title, lines in blocks}) == 1


@pytest.mark.parametrize("rules", [{}, CROWDED, SPARSE], ids=["shipped", "crowded", "sparse"])
def test_texts_of_the_aids_have_one_size_and_stay_apart(rules: Mapping[str, int]) -> None:
    aid = drawn("PlayerAid", **rules)
    assert len(sizes_of(aid.svg, "Discard and refill|Markers go back|Take|wins")) == 1
    boxes = re.findall(r'<g [^>]*class="(?:block|step)".*?(?=<g [^>]*class|<rect)', aid.svg, re.DOTALL)
    spans = []
    for box in boxes:
        found = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-family="SourceSans3"', box)
        column = float(found[0][0]) // 84  # what else is found is the head of the next one
        ys = [float(y) for x, y in found if float(x) // 84 == column]
        spans.append((column, min(ys), max(ys)))
    for (column, _, low), (below, high, _) in pairwise(spans):
        assert column != below or high - low > 3.4
    band = marked(aid.svg, "legend")[0]["y"]
    assert max(low for _, _, low in spans) < band - 3
    assert band > 190 * 2 / 3  # the symbols take less than a third


def test_a_completion_is_told_in_the_order_of_the_rules() -> None:
    svg = drawn("PlayerAid", legacy_first=9, legacy_second=4).svg
    told = " ".join(re.findall(r">([^<]+)</text>", svg))
    steps = [
        "Dial:",
        "Legacy:",
        "9",
        "4",
        "Meaning:",
        "Completion Bonus:",
        "Completion Penalty,",
        "Markers go back",
    ]
    places = [told.index(step, told.index("Dial:")) for step in steps]
    assert places == sorted(places)


def test_what_is_no_action_stands_apart() -> None:
    aid = drawn("PlayerAid").svg
    assert "OPTIONAL RULE, NO ACTION" in aid
    before, _, after = aid.partition("OPTIONAL RULE, NO ACTION")
    assert ">Convert<" not in before and ">Convert<" in after
    assert ">Donate<" not in aid and ">3 · Stability Window<" in aid
    mat = drawn("PlayerMats").svg
    signs = re.findall(r'href="#icon-(gather|load|contribute|touchpoint|recycle|donate|convert)"', mat)
    assert signs == ["gather", "load", "contribute", "touchpoint", "recycle"]


def test_every_column_of_a_table_says_its_value() -> None:
    aid = back("PlayerAid")
    for name, sheet in (("event-table", "Event Table"), ("group-table", "Group Table")):
        found = group(aid, name)
        rows = marked_places(found)
        for row in (place for key, place in rows.items() if "Row" in key):
            high = [
                float(y)
                for y in re.findall(r'<text x="[^"]*" y="([\d.]+)"[^>]*font-family="SourceSans3"', found)
            ]
            assert sum(row["y"] < y < row["y"] + row["height"] for y in high) >= 10
        assert sheet in rows
    assert len(sizes_of(group(aid, "individual-table"), r"^(−|No|All)")) == 1


def test_a_row_of_two_lines_is_higher() -> None:
    rows = marked_places(back("PlayerAid").svg)
    assert rows["Row D"]["height"] > rows["Row A"]["height"] + 2
    assert rows["Group Row 6"]["height"] == rows["Individual Row 3"]["height"] == rows["Row D"]["height"]


def marked_places(svg: str) -> dict[str, dict[str, float]]:
    """The numbers among the attributes of all places, by name."""
    found = {}
    for tag in re.findall(r"<\w+ [^>]*data-place=[^>]*>", svg):
        pairs = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        numbers = {key: float(value) for key, value in pairs.items() if re.fullmatch(r"-?[\d.]+", value)}
        found[pairs["data-place"]] = numbers
    return found


def test_figures_find_their_places_on_aid_and_mat() -> None:
    aid = marked_places(back("PlayerAid").svg)
    assert {
        "Event Table",
        "Group Table",
        "Individual Table",
        "Row A",
        "Row J",
        "Column 1",
        "Column 10",
    } <= set(aid)
    assert aid["Row C"]["y"] == pytest.approx(aid["Row B"]["y"] + aid["Row B"]["height"], abs=0.01)
    assert aid["Event Table"]["height"] < aid["Column 4"]["height"] == aid["Column 9"]["height"]
    mat = marked_places(drawn("PlayerMats").svg)
    assert {
        "Vitals",
        "Vitals 0",
        "Vitals 10",
        "Legacy",
        "Legacy 30",
        "Score",
        "Layer 1",
        "Layer 6",
        "Energy",
    } <= set(mat)


# ---------------------------------------------------------------- Player Mat, beside the cards


def test_chips_and_names_stand_on_one_line_with_tucked_cards() -> None:
    mat = drawn("PlayerMats")
    places = marked_places(mat.svg)
    slots = [places[f"Layer {number}"]["x"] for number in range(1, 7)]
    assert sorted({round(x, 1) for x in slots}) == [11.9, 99.2, 186.6]
    names = [row["name"] for row in shipped()["Layers"]][:6]
    sizes = set()
    for name, slot in zip(names, slots, strict=True):
        found = re.search(
            rf'<text x="([\d.]+)" y="[\d.]+" font-family="Fraunces" font-size="([\d.]+)"[^>]*>{name}<',
            mat.svg,
        )
        assert found is not None
        assert float(found[1]) == pytest.approx(slot + 14, abs=0.01)
        sizes.add(found[2])
    assert len(sizes) == 1
    card = next(face for face, _ in faces(shipped(), "Patterns") if face)
    title = re.search(r'<text x="([\d.]+)"', card.svg)
    assert title is not None and float(title[1]) == 14


def test_homes_reach_to_the_edges_of_the_score_box() -> None:
    mat = drawn("PlayerMats")
    homes, box = marked(mat.svg, "home"), marked_places(mat.svg)["Score"]
    assert homes[0]["x"] == pytest.approx(box["x"], abs=0.01)
    assert homes[-1]["x"] + homes[-1]["width"] == pytest.approx(box["x"] + box["width"], abs=0.01)
    assert homes[0]["width"] >= 9.4  # a marker of 9 mm


def test_names_of_tokens_stand_above_the_tokens() -> None:
    mat = drawn("PlayerMats")
    places = marked_places(mat.svg)
    for key in ("Energy", "Insight", "Support"):
        found = re.search(rf'y="([\d.]+)"[^>]*>{key}<', mat.svg)
        assert found is not None and float(found[1]) < places[key]["y"]
        assert places[key]["height"] >= 2 * 16


@pytest.mark.parametrize("name", ["Patterns", "Initiatives", "Events"])
def test_type_on_the_cards_can_be_read(name: str) -> None:
    """6.5 pt at least; the revision mark, which no template draws, is smaller. One role has one size."""
    sizes, flavours = [], set()
    for face, _ in faces_of(ROOT, name):
        assert face is not None
        for text in re.findall(r"<text[^>]*>", face.svg):
            (size,) = re.findall(r'font-size="([\d.]+)"', text)
            sizes.append(float(size))
            if "italic" in text:
                flavours.add(size)
    assert min(sizes) >= 6.5 * 25.4 / 72 - 0.005
    assert len(flavours) == 1


def test_what_the_mat_hides_of_a_pattern_is_picture() -> None:
    """Under a mat's top edge the foot of a card is never seen: there it has no second title."""
    for row, (face, _) in zip(shipped()["Patterns"], faces_of(ROOT, "Patterns"), strict=False):
        assert face is not None
        assert face.svg.count(f">{row['title']}</text>") == (1 if row["layer"] <= 3 else 2)


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("Patterns", {"Title", "Layer", "Requirement", "Bonus", "Flavour", "Revision"}),
        ("Events", {"Letter", "Code", "Title", "Flavour"}),
    ],
)
def test_cards_say_where_their_parts_are(name: str, places: set[str]) -> None:
    """Scenes point at them; what is only said and not drawn has no fill."""
    marked_so = re.findall(r'<\w+ [^>]*data-place="([^"]+)"[^>]*fill="none"', drawn(name).svg)
    assert set(marked_so) == places
    assert len(marked_so) == len(places)


def test_actions_print_the_numbers_of_the_rules() -> None:
    svg = drawn("PlayerAid", gather_tokens=7).svg
    assert "Take 7 tokens" in svg
    assert "[" not in "".join(re.findall(r">([^<]*)</text>", svg))
