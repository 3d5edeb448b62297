# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""What a scene points at: marks, lines, lights, arrows and views, and what is said of rows that do it wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from generator.booklet.blocks import PictureBlock
from generator.booklet.gallery import Gallery
from generator.booklet.scene.lying import Scene
from generator.booklet.scene.pointing import Arrow, Disc, Notes, arrow_between
from generator.booklet.scene.scenery import Scenery
from generator.booklet.stock import StockRoom
from generator.checks.checked import look_through, read
from generator.ground.project import Project
from generator.story import open_workshop
from tests.shared.scene_game import game, told

POINTING = {
    **{"Mark": "text", "Text": "rich text", "Lead X": "number", "Lead Y": "number", "Light": "yes/no"},
    **{"View": "yes/no", "Width": "number", "Height": "number", "To": "text"},
}
BOARD = {"Component": "Board", "X": 0, "Y": 0}
BANK = {"Component": "Tiles", "Card": "Bee Bank", "On": "Board", "Place": "Start"}


def pointing(folder: Path, *rows: dict[str, Any], text: str = "![One](scene:S)\n") -> Project:
    """A game with one scene of these rows, which its rulebook shows."""
    project = game(folder, [], board=True)
    book = load_workbook(project.workbook)
    fields, sheet = book["Fields"], book["Scenes"]
    for row in fields.iter_rows(min_row=2):
        if (row[0].value, row[1].value) == ("Scenes", "Component"):
            row[3].value = "no"
    for column, kind in POINTING.items():
        fields.append(("Scenes", column, kind, "no", "no"))
        sheet.cell(1, sheet.max_column + 1, column)
    columns = [cell.value for cell in sheet[1]]
    for row in rows:
        sheet.append([{"Scene": "S", **row}.get(column) for column in columns])
    book.save(project.workbook)
    (project.templates / "rulebook.md").write_text(text, "utf-8")
    return project


def laid(project: Project) -> tuple[Scene, list[str]]:
    """The scene, and what is wrong with its places."""
    checked = look_through(project, *read(project))
    maker = open_workshop(checked).maker
    scenery = Scenery(checked.book, StockRoom(checked, maker, {}).deck, maker)
    scene = scenery.named("s")
    assert scene is not None
    return scene, [f"{one.where}: {one.what} {one.mend}" for one in scenery.problems]


def on_board(scene: Scene, x_mm: float, y_mm: float) -> tuple[float, float]:
    """A point of the table, told from the board's corner."""
    board = next(thing for thing in scene.things if thing.component == "Board")
    return round(x_mm - board.x_mm + 150, 3), round(y_mm - board.y_mm + 100, 3)


def test_marks_stand_on_places_on_points_and_on_pieces(tmp_path: Path) -> None:
    project = pointing(
        tmp_path / "game",
        BOARD,
        {**BANK, "Mark": "A", "Text": "A tile"},
        {"On": "Board", "Place": "tiles 1", "X": 4, "Mark": 1, "Text": "Open {sun}"},
        {"On": "Board", "X": 20, "Y": 30, "Mark": 2, "Text": "Here"},
        {"On": "Board", "Mark": 2, "Text": "Not told twice", "Lead X": -30, "Lead Y": 5},
        {"On": "Board", "Place": "Start", "Mark": 3},
    )
    scene, wrong = laid(project)
    assert wrong == [] and look_through(project, *read(project)).problems == ()
    assert scene.notes.legend == (("A", "A tile"), ("1", "Open {sun}"), ("2", "Here"))
    stand = [(disc.mark, *on_board(scene, disc.x_mm, disc.y_mm)) for disc in scene.notes.discs]
    assert stand == [("A", 120, 124), ("1", 134, 36), ("2", 20, 30), ("2", 120, 105), ("3", 150, 150)]
    (led,) = (disc.point for disc in scene.notes.discs if disc.point)
    assert on_board(scene, *led) == (150, 100)


def test_a_line_turns_with_what_it_leads_to(tmp_path: Path) -> None:
    mark = {"On": "Board", "X": 10, "Y": 20, "Mark": 1, "Lead X": 8}
    scene, _ = laid(pointing(tmp_path / "game", {**BOARD, "Turn": 90}, mark))
    (disc,) = scene.notes.discs
    assert disc.point is not None
    assert (round(disc.x_mm - disc.point[0], 6), round(disc.y_mm - disc.point[1], 6)) == (0, 8)


def test_lights_add_up_and_a_view_is_all_that_is_seen(tmp_path: Path) -> None:
    scene, wrong = laid(
        pointing(
            tmp_path / "game",
            BOARD,
            BANK,
            {"On": "Board", "Place": "Tiles", "Light": "yes"},
            {"On": "Board", "X": 100, "Y": 10, "Width": 60, "Height": 20, "Light": "yes"},
            {"On": "Bee Bank", "Light": "yes"},
            {"On": "Board", "Place": "Start", "Width": 90, "Height": 80, "View": "yes"},
        )
    )
    assert wrong == []
    assert (scene.width_mm, scene.height_mm) == (90, 80)
    assert [on_board(scene, *area[0]) for area in scene.notes.lit] == [(10, 10), (100, 10), (120, 124)]
    assert on_board(scene, 0, 0) == (105, 110), "the view's own corner"
    assert scene.framed(50).width_mm == 90, "a view has no bare table around"


def test_an_arrow_leads_to_a_place_a_piece_or_a_place_elsewhere(tmp_path: Path) -> None:
    scene, wrong = laid(
        pointing(
            tmp_path / "game",
            BOARD,
            BANK,
            {"On": "Board", "Place": "Tiles", "To": "tiles 2"},
            {"On": "Board", "Place": "Tiles", "To": "bee bank"},
            {"On": "Bee Bank", "To": "Tiles"},
        )
    )
    assert wrong == []
    ends = [on_board(scene, *arrow.end) for arrow in scene.notes.arrows]
    assert [y for _, y in ends] == pytest.approx([36, 135.7, 50.3], abs=0.1), "inside, but not in the middle"
    assert ends[0][0] == pytest.approx(213.5)


def test_an_arrow_between_what_lies_in_each_other_joins_their_middles() -> None:
    large, small = ((0, 0), (90, 0), (90, 90), (0, 90)), ((50, 50), (60, 50), (60, 60), (50, 60))
    assert arrow_between(large, small) == Arrow((45, 45), (55, 55))
    assert arrow_between(large, large) == Arrow((45, 45), (45, 45))


WRONG: tuple[tuple[dict[str, Any], str], ...] = (
    (
        {"Mark": "1"},
        "Scenes!D3: Nothing is named that this mark is on. Name a piece or a component of a row above.",
    ),
    (
        {"To": "Start"},
        "Scenes!D4: Nothing is named that this arrow is on. Name a piece or a component of a row above.",
    ),
    (
        {"On": "Board"},
        "Scenes!B5: This row lays nothing down. Name a component, or say in Mark, Light, View or To what is to be pointed at.",
    ),
    (
        {"On": "Board", "Mark": "step 1"},
        "Scenes!K6: The mark “step 1” has more than 3 signs. Write a number or a letter; what it means stands in Text.",
    ),
    (
        {"On": "Board", "X": 1, "Y": 2, "Light": "yes"},
        "Scenes!Q7: This light has no Width. Give Width and Height in millimetres, or leave X, Y, Width and Height empty for all that it is on.",
    ),
    (
        {"On": "Board", "Width": 30, "View": "yes"},
        "Scenes!R8: This view has no Height. Give Width and Height in millimetres, or leave X, Y, Width and Height empty for all that it is on.",
    ),
    (
        {**BANK, "Text": "A tile"},
        "Scenes!L9: Here is no Mark for Text. Write what stands in the disc, such as 1, in Mark.",
    ),
    (
        {"On": "Board", "Place": "Middle", "Mark": "1"},
        "Scenes!E10: There is no place “Middle” on “The Board”. The places here are “Tiles”, “Tiles 1”, “Tiles 2”, “Start” and “Under”.",
    ),
    (
        {"On": "Board", "To": "Strat"},
        "Scenes!S11: There is no place and no piece “Strat” in this scene. Did you mean “Start”?",
    ),
    (
        {"On": "Board", "To": "The moon"},
        "Scenes!S12: There is no place and no piece “The moon” in this scene. The pieces here are “The Board” and “Bee Bank”.",
    ),
)


def test_what_cannot_be_pointed_at_is_told_with_its_cell(tmp_path: Path) -> None:
    project = pointing(tmp_path / "game", BOARD, *(row for row, _ in WRONG))
    assert sorted(told(project)) == sorted(f"warning {message}" for _, message in WRONG)


def test_a_component_with_an_error_is_missing_from_a_scene_and_nothing_more_is_said(tmp_path: Path) -> None:
    project = pointing(tmp_path / "game", BOARD, BANK, {"On": "Board", "Mark": 1, "To": "Bee Bank"})
    template = project.templates / "tile.svg"
    template.write_text(template.read_text("utf-8").replace("</svg>", "{{ card.nothing }}</svg>"), "utf-8")
    assert [line.partition(":")[0] for line in told(project)] == ["error templates/tile.svg"]


def test_a_mark_has_one_size_in_print(tmp_path: Path) -> None:
    project = pointing(
        tmp_path / "game", BOARD, {"On": "Board", "Place": "Start", "Mark": "1", "Text": "One"}
    )
    checked = look_through(project, *read(project))
    maker = open_workshop(checked).maker
    scenery = Scenery(checked.book, StockRoom(checked, maker, {}).deck, maker)

    def render(component: Any, card: Any, side: str) -> Any:
        return maker.render(component[side], component=component, card=card)[0]

    shown = Gallery(checked.book, render, scenery).show(PictureBlock("scene:S", "A scene"))
    assert shown is not None and shown.legend == (("1", "One"),)
    for scale in (1.0, 0.25):
        discs = re.findall(r'<circle [^>]*r="([\d.]+)" fill="#22252e"', shown.drawn(0, 0, scale))
        assert [float(radius) * scale for radius in discs] == pytest.approx([2.0])


def test_notes_move_as_one() -> None:
    notes = Notes((Disc("1", "", 1, 2, (3, 4)),), (Arrow((0, 0), (1, 1)),), (((0, 0), (1, 0), (1, 1)),), ())
    assert notes.moved(10, 20) == Notes(
        (Disc("1", "", 11, 22, (13, 24)),),
        (Arrow((10, 20), (11, 21)),),
        (((10, 20), (11, 20), (11, 21)),),
        (),
    )
