# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""The checks that hold for every game, on a small game folder that is broken one way at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.checks import every_game as checks
from generator.checks.every_game import check_book
from generator.games import GAMES
from generator.games.rulesets import game_module
from generator.ground.problems import LONGEST_SENTENCE, shortened
from generator.ground.project import Project
from generator.records.tables import Book
from generator.workbook.book import read_book
from tests.shared.workbooks import FIELDS, GOOD, Rows, save, with_cell

LONG = f"There is no file {'x' * 3000} in the game folder."
GAME: dict[str, Rows] = {
    **GOOD,
    "Fields": (
        *FIELDS,
        ("Game", "Key", "text"),
        ("Game", "Value", "text"),
        ("Components", "Name", "text"),
        ("Components", "Data", "text"),
        ("Components", "Front", "text"),
        ("Components", "Back", "text"),
        ("Components", "Shape", "text"),
        ("Components", "Width", "number"),
        ("Components", "Height", "number"),
        ("Components", "Copies", "integer"),
        ("Components", "Art", "file"),
        ("Layers", "Art", "file"),
    ),
    "Layers": (("Layer", "Name", "Tint", "Art"), (1, "Boundary", "#d5eeec"), (2, "Balance", "#dbe6f7")),
    "Game": (("Key", "Value"), ("Title", "Small"), ("Rules", None)),
    "Components": (
        ("Name", "Data", "Front", "Back", "Shape", "Width", "Height", "Copies", "Art"),
        ("Cards", "Cards", "card.svg", "back.svg", "rectangle", 63.5, 88.9, 1),
        ("Token", None, "token.svg", None, "circle", 16, 16, 5),
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("energy", "insight", "token", "vitals", "recycle", "story"):
        (tmp_path / "icons").mkdir(exist_ok=True)
        (tmp_path / f"icons/{name}.svg").touch()
    (tmp_path / "templates").mkdir()
    for name in ("card", "back", "token"):
        (tmp_path / f"templates/{name}.svg").touch()
    (tmp_path / "art").mkdir()
    (tmp_path / "art/shell.svg").touch()
    return tmp_path


def book_with(place: str, value: Any, folder: Path) -> Book:
    book, _ = read_book(save(with_cell(place, value, GAME), folder))
    assert book is not None
    return book


def found(place: str, value: Any, folder: Path) -> list[str]:
    return [str(problem) for problem in check_book(book_with(place, value, folder), Project(folder))]


def test_a_sound_game_has_no_problems(folder: Path) -> None:
    assert found("Layers!D2", "art/shell.svg", folder) == []


SIZE = "Give millimetres from 5 to 1200."


@pytest.mark.parametrize(
    ("place", "value", "messages"),
    [
        ("Icons!A2", "energi", ["error: Icons!A2: There is no drawing icons/energi.svg, and none on the shelf. Put an SVG there: a file energi.svg in the folder icons. Or did you mean “energy”?"]),
        ("Icons!A2", "../energy", [
            "error: Icons!A2: “../energy” cannot be the name of an icon's file. "
            "Use letters, digits, _ and -, beginning with a letter."
        ]),
        ("Icons!B3", "e", [
            "error: Icons!B3: “e” already stands for the symbol “Energy”. "
            "Change one of the two; capitals make no difference."
        ]),
        ("Icons!D3", "ENERGY", [
            "error: Icons!D3: “ENERGY” already stands for the symbol “Energy”. "
            "Change one of the two; capitals make no difference."
        ]),
        ("Components!A2", None, ["error: Components!A2: The component has no name. Name it; files are called by it."]),
        ("Components!A2", "a/b", [
            "error: Components!A2: “a/b” cannot be part of a file's name. Use letters, digits and blanks."
        ]),
        ("Components!A3", "cards", [
            "error: Components!A3: The component “cards” stands in A2 already. Give every component another name."
        ]),
        ("Components!C2", None, [
            "error: Components!C2: The component has nothing to print: its Front is empty. "
            "Write the name of a template, such as token.svg."
        ]),
        ("Components!C2", "crad.svg", [
            "error: Components!C2: There is no template templates/crad.svg, and none on the shelf. Did you mean “card.svg”?"
        ]),
        ("Components!D2", "../icons/energy.svg", [
            "error: Components!D2: There is no template templates/../icons/energy.svg, and none on the shelf. "
            "Draw it, or correct the name."
        ]),
        ("Components!B2", "Crads", [
            "error: Components!B2: There is no sheet “Crads” with declared columns. Did you mean “Cards”?"
        ]),
        ("Components!E2", "oval", [
            "error: Components!E2: “oval” is not a shape that can be cut. Use one of: rectangle, square, "
            "rounded, triangle, pentagon, hexagon, octagon, circle, tuck box, standee."
        ]),
        ("Components!E2", "hexagone", [
            "error: Components!E2: “hexagone” is not a shape that can be cut. Did you mean “hexagon”?"
        ]),
        ("Components!E2", "square", [
            "error: Components!G2: A square's width and height differ. Give both the side in millimetres."
        ]),
        ("Components!E2", "Rounded 4", []),
        ("Components!E2", "Tuck box 22", []),
        ("Components!E2", "standee", [
            "error: Components!E2: “standee” does not say how deep it is. Give millimetres, such as standee 12."
        ]),
        ("Components!E2", "rounded 40 mm", [
            "error: Components!E2: A radius of 40 mm is more than half of the short side. Make it at most 31.75 mm."
        ]),
        ("Components!E2", "hexagon 3", [
            "error: Components!E2: “hexagon 3”: a hexagon takes no number. Write hexagon."
        ]),
        ("Components!E2", "M 0 0 C 10 0 20 10 20 20 L 0 30 Z", []),
        ("Components!E2", "M 0 0 L 20 20 L 0 30", [
            "error: Components!E2: The outline is not closed. End its path with Z."
        ]),
        ("Components!E2", "M 0 0 L 20 20 L 0 20 L 20 0 Z", [
            "error: Components!E2: The outline crosses itself. Draw it round the piece once, without a loop."
        ]),
        ("Components!E2", "M 0 0 L 20 20 L 0 20 Z M 5 5 L 6 5 L 5 6 Z", [
            "error: Components!E2: The outline has several parts. Draw it in one line, without holes."
        ]),
        ("Components!E2", "M 0 0 L 20 20 L 40 40 Z", [
            "error: Components!E2: The outline has nothing inside it. Draw it round what is to be kept."
        ]),
        ("Components!E2", "M 0 0 L 20 x Z", [
            "error: Components!E2: The path has “20 x” after L. Write the data of an SVG path, "
            "such as M 0 0 L 30 0 L 15 40 Z."
        ]),
        ("Components!E2", f"M 0 0{' L 20 20' * 601} Z", [
            "error: Components!E2: The outline has 4,815 letters; 4,000 are the most. "
            "Simplify the path, and round its numbers."
        ]),
        ("Components!F2", 4.9, [f"error: Components!F2: The width is 4.9 mm. {SIZE}"]),
        ("Components!G2", 1201, [f"error: Components!G2: The height is 1201 mm. {SIZE}"]),
        ("Components!G2", None, [f"error: Components!G2: The height is missing. {SIZE}"]),
        ("Components!G3", 17, [
            "error: Components!G3: A circle's width and height differ. Give both the diameter in millimetres."
        ]),
        ("Components!H2", -1, [
            "error: Components!H2: -1 copies cannot be printed. Give a whole number from 0 to 1000."
        ]),
        ("Components!H2", 1001, [
            "error: Components!H2: 1001 copies cannot be printed. Give a whole number from 0 to 1000."
        ]),
        ("Layers!D2", "art/shel.svg", [
            "error: Layers!D2: There is no file art/shel.svg in the game folder. Did you mean “art/shell.svg”?"
        ]),
        ("Layers!D2", "art", [
            "error: Layers!D2: There is no file art in the game folder. "
            "Copy it there, correct the name, or empty the cell."
        ]),
        ("Layers!D2", "x" * 3000, [
            f"error: Layers!D2: {shortened(LONG, LONGEST_SENTENCE)} "
            "Copy it there, correct the name, or empty the cell."
        ]),
        ("Game!B3", "meaning", [
            "error: Game!B3: The program does not know the rules of “meaning”. Did you mean “meaning_made”?"
        ]),
        ("Game!A3", "Rulse", [
            "error: Game!A3: “Rulse” is no key that the program reads, and there is no key “Rules”. Did you mean “Rules”?"
        ]),
        ("Fields!C23", "text", [
            "error: Components!A1: The column “Width” is declared as text. Declare it in Fields as integer or number.",
            f"error: Components!F2: The width is missing. {SIZE}",
            f"error: Components!F3: The width is missing. {SIZE}",
            "error: Components!G3: A circle's width and height differ. Give both the diameter in millimetres.",
        ]),
        ("Fields!C14", "number", [
            "error: Cards!A1: The column Copies of the sheet Cards is declared as number. Declare it in Fields as integer."
        ]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_game(folder: Path, place: str, value: Any, messages: list[str]) -> None:
    assert found(place, value, folder) == messages


def test_a_link_out_of_the_folder_is_no_file(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.svg"
    secret.touch()
    (folder / "art/link.svg").symlink_to(secret)
    assert found("Layers!D2", "art/link.svg", folder) == [
        "error: Layers!D2: There is no file art/link.svg in the game folder. "
        "Copy it there, correct the name, or empty the cell."
    ]


@pytest.mark.parametrize("name", ["fonts", "art"])
def test_a_folder_that_is_a_link_out_of_the_game_is_a_problem(
    folder: Path, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "shell.svg").touch()
    if (folder / name).is_dir():
        (folder / name).rename(folder / "before")
    (folder / name).symlink_to(elsewhere)
    said = f"error: {name}: The folder {name} is a link that leads out of the game folder, or nowhere."
    told = found("Layers!D2", "art/shell.svg", folder)
    assert told[0].startswith(said)
    assert any("no file art/shell.svg" in line for line in told) == (name == "art")


def test_a_folder_is_listed_once_for_all_the_files_that_are_missing_in_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[Path] = []
    real = checks.files_inside  # type: ignore[attr-defined]

    def noted(where: Path, root: Path, **more: str) -> list[Path]:
        listed.append(where)
        return real(where, root, **more)

    monkeypatch.setattr(checks, "files_inside", noted)
    book = with_cell("Layers!D2", "art/shel 0.svg", GAME)
    for row in range(4, 60):
        book["Layers"].append([row, "More", "#d5eeec", f"art/shel {row}.svg"])
    read, _ = read_book(save(book, folder))
    assert read is not None
    assert len(list(checks.files_exist(read, Project(folder)))) == 57
    assert listed == [folder / "art"]


def test_cards_without_copies_are_a_warning(folder: Path) -> None:
    book = with_cell("Cards!E2", 0, GAME)
    book["Cards"]["E3"] = 0
    read, _ = read_book(save(book, folder))
    assert read is not None
    assert [str(problem) for problem in check_book(read, Project(folder))] == [
        "warning: Cards!E2: Every row has 0 copies, so that there is nothing to print. Raise some."
    ]


def test_columns_that_the_build_needs(folder: Path) -> None:
    rows = [row for row in GAME["Fields"] if row[:2] not in {("Components", "Back"), ("Game", "Value")}]
    book, _ = read_book(save(with_cell("Layers!D2", None, {**GAME, "Fields": rows}), folder))
    assert book is not None
    assert [str(problem) for problem in check_book(book, Project(folder))] == [
        "error: Components!A1: The sheet Components has no column “Back”. Add it, and declare it in Fields.",
        "error: Game!A1: The sheet Game has no column “Value”. Add it, and declare it in Fields.",
    ]


def test_games_are_found_by_name(folder: Path) -> None:
    assert game_module(book_with("Game!B3", None, folder)) is None
    assert game_module(book_with("Game!B3", "chess", folder)) is None
    for name in GAMES:
        module = game_module(book_with("Game!B3", name, folder))
        assert module is not None
        assert callable(module.check)
        assert callable(module.load)


def test_a_file_in_other_capitals_is_suggested(folder: Path) -> None:
    (folder / "art/Skin.PNG").touch()
    (message,) = found("Layers!D2", "art/skin.png", folder)
    assert message.endswith("Did you mean “art/Skin.PNG”?")


@pytest.mark.parametrize(
    ("name", "place", "value"), [("icons", "Icons!A2", "own_sign"), ("templates", "Layers!D2", None)]
)
def test_a_folder_that_is_missing_or_lies_elsewhere_is_one_problem(
    folder: Path, name: str, place: str, value: str | None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / name
    (folder / name).rename(elsewhere)
    told = [f"error: {name}: The game folder has no folder {name}. Put a folder {name} beside the workbook"]
    assert [message.partition(",")[0] for message in found(place, value, folder)] == told
    (folder / name).symlink_to(elsewhere)
    assert [message.partition(",")[0] for message in found("Layers!D2", None, folder)] == told


@pytest.mark.parametrize(
    ("declared", "place", "value"),
    [
        (("Shape", "choice", "yes", None, None, None, "rectangle | circle"), "Components!E2", "oval"),
        (("Width", "number", "yes"), "Components!F3", "63.5 mm"),
        (("Name", "text", "yes", "yes"), "Components!A3", "cards"),
        (("Front", "text", "yes"), "Components!C2", None),
    ],
)
def test_what_reading_has_said_is_not_said_again(
    folder: Path, declared: tuple[Any, ...], place: str, value: Any
) -> None:
    fields = [
        ("Components", *declared) if r[:2] == ("Components", declared[0]) else r for r in GAME["Fields"]
    ]
    book, problems = read_book(save(with_cell(place, value, {**GAME, "Fields": fields}), folder))
    assert book is not None
    assert [problem.where for problem in problems] == [place]
    assert check_book(book, Project(folder)) == ()
