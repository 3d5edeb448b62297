"""What a check of a large game costs: a design that many components print is made once, rows cost alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from generator import art
from generator.art import draw_art
from generator.ground.project import Project
from generator.story import look_over
from generator.svg import designs
from tests.shared.games_made import starter_game
from tests.shared.steps import steps


def with_components(folder: Path, count: int) -> Project:
    """A game with so many components more, all of which print the same tiles."""
    game = starter_game(folder)
    book = load_workbook(game / "card_data.xlsx")
    for i in range(count):
        book["Components"].append(
            [f"More {i}", "Tiles", "tile.svg", "tile-back.svg", "hexagon", 60, 52, 1, "T"]
        )
    book.save(game / "card_data.xlsx")
    return Project(game)


def with_rows(folder: Path, count: int) -> Project:
    """A game with so many tiles more."""
    game = starter_game(folder)
    book = load_workbook(game / "card_data.xlsx")
    for i in range(count):
        book["Tiles"].append([f"Tile {i}", "Meadow", "1S", "+1L", None, 1])
    book.save(game / "card_data.xlsx")
    return Project(game)


def test_components_that_print_the_same_are_drawn_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures: list[object] = []
    drawn: list[object] = []
    real = designs._draw_face

    def pictured(*given: object, **more: object) -> object:
        pictures.append(given)
        return draw_art(*given, **more)  # type: ignore[arg-type]

    def noted(*given: object) -> object:
        drawn.append(given)
        return real(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(art, "draw_art", pictured)
    monkeypatch.setattr(designs, "_draw_face", noted)

    def work(count: int) -> tuple[int, int]:
        pictures.clear()
        drawn.clear()
        assert look_over(with_components(tmp_path / str(count), count)).problems == ()
        return len(pictures), len(drawn)

    assert work(40) == work(0)


def test_the_same_tiles_cut_in_another_size_are_drawn_anew(tmp_path: Path) -> None:
    project = with_components(tmp_path / "game", 2)
    book = load_workbook(project.workbook)
    book["Components"]["F5"], book["Components"]["G5"] = 30, 26
    book.save(project.workbook)
    assert any(
        "More 1" in problem.what or "More 1" in problem.where for problem in look_over(project).problems
    )


@pytest.mark.slow
def test_a_component_more_costs_little(tmp_path: Path) -> None:
    projects = [with_components(tmp_path / str(count), count) for count in (1, 75, 298)]
    few, some, many = (steps(lambda project=project: look_over(project)) for project in projects)
    assert many - few < 0.6 * 298 * few / 13, "one of its own has some hundred times as many"
    assert (many - few) / 297 < 1.3 * (some - few) / 74, "and grows with their number"


@pytest.mark.slow
def test_a_row_more_costs_as_much_as_any(tmp_path: Path) -> None:
    few, some, many = (with_rows(tmp_path / str(count), count) for count in (30, 60, 150))
    first, second, third = (steps(lambda each=each: look_over(each)) for each in (few, some, many))
    assert (third - second) / 90 < 1.3 * (second - first) / 30


@pytest.mark.slow
def test_thousands_of_names_that_are_gone_are_not_each_looked_for_in_all_cells(tmp_path: Path) -> None:
    def work(count: int) -> int:
        game = starter_game(tmp_path / str(count))
        book = load_workbook(game / "card_data.xlsx")
        names, asking = book.create_sheet("Names"), book.create_sheet("Asking")
        book["Fields"].append(("Names", "Name", "text", None, "yes"))
        book["Fields"].append(("Asking", "To", "reference", None, None, None, None, "Names.Name"))
        for sheet, title, rows, word in ((names, "Name", 50, "thing"), (asking, "To", count, "tihng")):
            sheet.append([title])
            for i in range(rows):
                sheet.append([f"{word} {i}"])
        book.save(game / "card_data.xlsx")
        return steps(lambda: look_over(Project(game)))

    few, some, many = map(work, (200, 500, 2000))
    assert (many - some) / 1500 < 1.5 * (some - few) / 300


@pytest.mark.slow
@pytest.mark.parametrize("slip", ["", "s"])
def test_cards_that_name_rows_of_a_long_sheet_are_not_each_compared_with_all_of_them(
    tmp_path: Path, slip: str
) -> None:
    def work(count: int) -> int:
        game = starter_game(tmp_path / str(count))
        book = load_workbook(game / "card_data.xlsx")
        for i in range(count):
            book["Lands"].append([f"Land of number {i}", "#4b8a2b", "#e2f0d6", "growth"])
            book["Tiles"].append([f"Tile {i}", f"Land{slip} of number {i}", "1S", "+1L", None, 1])
        book.save(game / "card_data.xlsx")
        return steps(lambda: look_over(Project(game)))

    few, some, many = map(work, (40, 80, 240))
    assert (many - some) / 160 < 1.3 * (some - few) / 40
