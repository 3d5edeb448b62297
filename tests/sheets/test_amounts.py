"""How much a game prints is counted before anything is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from generator.ground.problems import Problem, Severity
from generator.ground.project import Project
from generator.records.notation import Symbols
from generator.records.tables import Book, Field, FieldType, Row, Table
from generator.sheets.amounts import MOST_COMPONENTS, MOST_PAGES, MOST_PIECES, amounts_can_be_printed
from generator.story import examine
from tests.shared.games_made import change, starter_game

LETTERS = MappingProxyType({"name": "A", "data": "B", "copies": "H"})


def table(name: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    made = tuple(
        Row(name, number, MappingProxyType(dict(row)), LETTERS) for number, row in enumerate(rows, 2)
    )
    return Table(name, (Field(name, "Copies", FieldType.INTEGER),), made)


def component(name: str = "Tiles", **more: Any) -> dict[str, Any]:
    usual = {"data": "", "front": "t.svg", "back": "", "shape": "rectangle", "width": 63.5, "height": 88.9}
    return {"name": name, "copies": 1, **usual, **more}


def found(components: Sequence[Mapping[str, Any]], **sheets: Sequence[Mapping[str, Any]]) -> list[Problem]:
    tables = {name: table(name, rows) for name, rows in {"Components": components, **sheets}.items()}
    book = Book(MappingProxyType(tables), Symbols([]), "")
    return list(amounts_can_be_printed(book, Project(Path())))


def test_copies_are_multiplied_and_both_cells_are_named() -> None:
    cards = [{"copies": 50}] * 11 + [{"copies": 60}]
    (problem,) = found([component(copies=500, data="Cards"), component("Tokens", copies=48)], Cards=cards)
    assert problem.where == "Components!H2"
    assert problem.what == (
        "The components print 305,048 pieces, “Tiles” alone 305,000; 20,000 are the most. The 500 copies "
        "here are multiplied by the column Copies of the sheet Cards, 610 in sum, such as 60 in Cards!H13."
    )


def test_rows_without_copies_are_multiplied_too() -> None:
    (problem,) = found([component(copies=500, data="Cards")], Cards=[{"title": "x"}] * 41)
    assert problem.what.endswith("The 500 copies here are multiplied by the 41 rows of Cards.")


def test_just_the_most_pieces_are_printed() -> None:
    token: dict[str, Any] = {"width": 20, "height": 20}
    assert (
        found([component(copies=1000, data="Cards", **token)], Cards=[{"copies": MOST_PIECES // 1000}]) == []
    )
    more = [component(copies=1000, data="Cards", **token), component("One", **token)]
    assert len(found(more, Cards=[{"copies": MOST_PIECES // 1000}])) == 1


def test_five_thousand_cards_with_backs_are_no_problem() -> None:
    deck = component(data="Cards", back="b.svg", layout="cards")
    assert found([deck], Cards=[{"copies": 1}] * 5000) == []


def test_the_tiles_of_boards_are_pages() -> None:
    board = component("Board", copies=1000, width=1200, height=1200, layout="board")
    (problem,) = found([board])
    assert problem.where == "Components!H2"
    assert "pages of A4" in problem.what and "with 1,000 pieces" in problem.what
    assert f"{MOST_PAGES:,} are the most. 1,000 copies are asked for here." in problem.what
    assert found([component("Board", copies=10, width=1200, height=1200, layout="board", back="b.svg")]) == []


def test_faces_have_a_sum() -> None:
    several = [component(f"C{i}", copies=0, data="Cards", back="b.svg") for i in range(30)]
    (problem,) = found(several, Cards=[{"copies": 1}] * 400)
    assert problem.where == "Components!B2" and "24,000 faces" in problem.what
    assert found(several[:20], Cards=[{"copies": 1}] * 400) == []


def test_components_have_a_most() -> None:
    assert found([component(f"C{i}", copies=0) for i in range(MOST_COMPONENTS)]) == []
    (problem,) = found([component(f"C{i}", copies=0) for i in range(MOST_COMPONENTS + 2)])
    assert problem.where == f"Components!A{MOST_COMPONENTS + 2}"
    assert f"There are {MOST_COMPONENTS + 2} components" in problem.what


@pytest.mark.parametrize("key", ["shape", "width", "height", "copies", "data"])
def test_a_cell_that_could_not_be_read_is_passed_over(key: str) -> None:
    assert found([component(**{key: None}), component(**{key: "nonsense"})]) == []  # type: ignore[arg-type]


def test_too_large_a_component_is_not_drawn_and_the_others_are_checked(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    change(game, "Components!H3", 500)
    change(game, "Tiles!A2", "An Extraordinarilyinordinatelylong Title Beyond All Lines and Reason.")
    problem, other = (p for p in examine(Project(game)) if p.severity is Severity.ERROR)
    assert problem.where == "Components!H3" and "24,016 pieces" in problem.what
    assert other.where == "Tiles!A2" and "does not fit" in other.what
