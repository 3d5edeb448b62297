"""Sizes on the table of Tabletop Simulator: cells, scales that keep millimetres, and room for everything."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.ground.raster import MM_PER_INCH
from generator.shops.exports.order import ExportOptions
from generator.shops.exports.run import ExportSummary, export
from generator.shops.exports.tabletop_sizes import MOST_FACES, SIDE_PX, card_grid, fitted_cell, units_of
from generator.shops.exports.tabletop_table import GAP_MM, TableThing, Zone, spread
from generator.shops.exports.targets import read_target
from tests.shared.tabletop_made import BASE, POKER, Tabletop, card_game, cards, put_on_table

SIDES = st.floats(8, 150)


@given(st.integers(1, MOST_FACES), SIDES, SIDES, st.sampled_from((96, 150, 300, 600)))
@settings(max_examples=60)
def test_a_sheet_keeps_within_its_limits(faces: int, width: float, height: float, dpi: int) -> None:
    grid = card_grid(faces, width, height, side_px=SIDE_PX, most_dpi=dpi)
    assert grid.columns <= 10 and grid.rows <= 7 and grid.cells > faces
    assert max(grid.size_px) <= SIDE_PX
    cell = grid.cell
    assert cell.dpi <= dpi + 1e-6 or cell.width_px == 1
    assert cell.dpi == pytest.approx(cell.width_px * MM_PER_INCH / width)
    assert abs(cell.height_px - cell.width_px * height / width) <= 1
    right, bottom = grid.corner_px(grid.cells - 1)
    assert (right + cell.width_px, bottom + cell.height_px) == grid.size_px


def test_69_poker_cards_have_the_largest_cells_of_five_to_seven() -> None:
    grid = card_grid(69, 63.5, 88.9, side_px=SIDE_PX, most_dpi=300)
    assert (grid.columns, grid.rows, grid.cell.size_px) == (10, 7, (405, 567))


def test_few_cards_are_drawn_as_finely_as_is_asked_for() -> None:
    grid = card_grid(3, 63.5, 88.9, side_px=SIDE_PX, most_dpi=300)
    assert (grid.cells, grid.cell.size_px, grid.cell.dpi) == (4, (750, 1050), pytest.approx(300))


@given(SIDES, SIDES, st.integers(50, 4096), st.integers(50, 4096))
@settings(max_examples=60)
def test_a_cell_fits_its_room_and_nearly_fills_it(
    width: float, height: float, across: int, down: int
) -> None:
    cell = fitted_cell(width, height, (across, down), 10_000)
    assert cell.width_px <= across and cell.height_px <= down
    largest = min(across, down * width / height, 10_000 * width / MM_PER_INCH)
    assert cell.width_px >= largest * 0.98 - 2


# ---------------------------------------------------------------- true relative sizes

CARD_HIGH, TILE_SHORT, TOKEN_LONG, BOARD_HIGH = 3.1, 1.98, 3.7, 18.28
"""What each kind of object measures at scale 1, stated once more: the settings of the target."""
COMPONENTS = (
    POKER,
    ("Tarot", "Cards", "card.svg", "back.svg", "rectangle", 70, 120, 1, "cards"),
    ("Wide", "Cards", "card.svg", "back.svg", "rectangle", 88.9, 63.5, 1, "cards"),
    ("Hex", "Cards", "card.svg", "back.svg", "hexagon", 52, 60, 1, "cards"),
    ("Board", "", "plain.svg", "", "rectangle", 420, 300, 1, "board"),
    ("Mat", "", "plain.svg", "", "rectangle", 180, 250, 1, "page"),
    ("Coin", "", "plain.svg", "", "circle", 20, 20, 5, "tokens"),
    ("Flag", "", "plain.svg", "", "triangle", 30, 26, 1, "tokens"),
    ("Chit", "", "plain.svg", "back.svg", "hexagon", 30, 26, 1, "tokens"),
)


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> ExportSummary:
    return put_on_table(card_game(tmp_path_factory.mktemp("games") / "sizes", cards(3), COMPONENTS))


def size_on_table(table: Tabletop, each: Mapping[str, Any]) -> tuple[float, float]:
    """How large the program draws an object, in its units, from its picture and its scale."""
    scale = each["Transform"]["scaleX"]
    assert scale == each["Transform"]["scaleZ"]
    if "CustomDeck" in each:
        card = each.get("ContainedObjects", [each])[0]
        assert card["Transform"]["scaleX"] == scale
        width, height = table.face(card).seen().size
        return CARD_HIGH * scale * width / height, CARD_HIGH * scale
    with Image.open(table.file(each["CustomImage"]["ImageURL"])) as image:
        width, height = image.size
    if each["Name"] == "Custom_Board":
        return BOARD_HIGH * scale * width / height, BOARD_HIGH * scale
    if each["Name"].startswith("Custom_Tile"):
        return TILE_SHORT * scale * width / min(width, height), TILE_SHORT * scale * height / min(
            width, height
        )
    return TOKEN_LONG * scale * width / max(width, height), TOKEN_LONG * scale * height / max(width, height)


def test_everything_is_as_large_against_a_poker_card_as_on_paper(laid_out: ExportSummary) -> None:
    table = Tabletop.load(laid_out)
    per_mm = CARD_HIGH / 88.9
    wanted = {row[0]: (row[5], row[6]) for row in COMPONENTS}
    seen = {each["Tags"][0]: each for each in table.objects}
    assert set(seen) == set(wanted)
    for name, each in seen.items():
        sides = size_on_table(table, each)
        if each["Transform"]["rotY"] == 90:
            sides = sides[::-1]
        told = tuple(side / per_mm for side in sides)
        assert told == pytest.approx(wanted[name], rel=0.006), name
    assert seen["Cards"]["Transform"]["scaleX"] == 1


def test_nothing_lies_on_anything_else(laid_out: ExportSummary) -> None:
    table = Tabletop.load(laid_out)
    boxes = []
    for each in table.objects:
        width, height = size_on_table(table, each)
        if each["Transform"]["rotY"] == 90:
            width, height = height, width
        x, z = each["Transform"]["posX"], each["Transform"]["posZ"]
        boxes.append((x - width / 2, z - height / 2, x + width / 2, z + height / 2))
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart


THINGS = st.builds(TableThing, st.sampled_from(list(Zone)), SIDES, st.floats(8, 600), st.just({}))


@given(st.lists(THINGS, max_size=40))
@settings(max_examples=60)
def test_rows_keep_a_gap_between_any_two(things: list[TableThing]) -> None:
    placed = list(spread(things))
    assert len(placed) == len(things)
    for number, (one, x, y) in enumerate(placed):
        for other, other_x, other_y in placed[:number]:
            across = abs(x - other_x) - (one.width_mm + other.width_mm) / 2
            down = abs(y - other_y) - (one.height_mm + other.height_mm) / 2
            assert max(across, down) >= GAP_MM - 1e-6


def test_a_target_of_ones_own_may_have_measured_other_units() -> None:
    units = units_of({"card_units": 3.2, "tile_units": 2.0})
    assert units.per_mm == pytest.approx(3.2 / 88.9)
    assert units.at_one["tile_units"] == 2.0 and units.at_one["token_units"] == 3.7  # type: ignore[index]


OWN_TABLE = """
title = "My table"
kind = "tabletop"
format = "jpeg"
[settings]
boards_as_tiles = true
tokens_as_tiles = true
"""


def put_on_own_table(game: Path, told: str, **options: Any) -> ExportSummary:
    (game / "shops").mkdir(exist_ok=True)
    (game / "shops" / "my-table.toml").write_text(told, encoding="utf-8")
    project = Project(game)
    return export(project, read_target("my-table", project), ExportOptions(base_url=BASE, **options))


def test_a_shop_of_a_game_may_have_boards_and_tokens_as_tiles(tmp_path: Path) -> None:
    rows = (
        ("Board", "", "plain.svg", "", "rectangle", 420, 300, 1, "board"),
        ("Coin", "", "plain.svg", "", "circle", 20, 20, 5, "tokens"),
    )
    made = put_on_own_table(card_game(tmp_path / "game", cards(1), rows), OWN_TABLE)
    table = Tabletop.load(made)
    assert [each["Name"] for each in table.objects] == ["Custom_Tile", "Custom_Tile_Stack"]
    assert all(each["CustomImage"]["ImageURL"].endswith(".jpg") for each in table.objects)


@pytest.mark.parametrize(("back", "kind"), [("", "Custom_Board"), ("back.svg", "Custom_Tile")])
def test_each_copy_of_a_board_lies_on_its_own(tmp_path: Path, back: str, kind: str) -> None:
    rows = (("Board", "", "plain.svg", back, "rectangle", 420, 300, 3, "board"),)
    table = Tabletop.load(put_on_table(card_game(tmp_path / "game", cards(1), rows)))
    assert [each["Name"] for each in table.objects] == [kind] * 3
    assert len({each["GUID"] for each in table.objects}) == 3 and all(
        each["Locked"] for each in table.objects
    )
    assert len({(each["Transform"]["posX"], each["Transform"]["posZ"]) for each in table.objects}) == 3
    assert len({each["CustomImage"]["ImageURL"] for each in table.objects}) == 1


def test_settings_that_say_nothing_are_refused_all_at_once(tmp_path: Path) -> None:
    told = OWN_TABLE + 'tile_units = 0\nhexagons = "upside"\n'
    with pytest.raises(Failed) as failed:
        put_on_own_table(card_game(tmp_path / "game", cards(1)), told, bleed=True)
    assert [(one.where, one.what) for one in failed.value.problems] == [
        ("--bleed", "On a screen nothing is cut, so these pictures have no bleed."),
        ("my-table.toml", "[settings] tile_units: 0 is no number from 0.01 to 1000."),
        ("my-table.toml", "[settings] hexagons: “upside” is none of its words."),
    ]
