"""The column Only For of the sheet Components: a row that a shop makes, and nobody prints at home."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import pytest
from openpyxl import load_workbook

from generator.cli import main
from generator.ground.project import Project
from generator.story import look_over
from tests.shared.games_made import change, files, starter_game

TOKENS = ("ShopTokens", "Tokens", "token.svg", None, "circle", 25.4, 25.4, 1, "Tokens", None, "game-crafter")


def shop_game(folder: Path, row: tuple[object, ...] = TOKENS) -> Path:
    """The starter with tokens of 25.4 mm in row 4, for The Game Crafter alone."""
    game = starter_game(folder)
    book = load_workbook(game / "card_data.xlsx")
    book["Fields"].append(["Components", "Only For", "text", "no", "no"])
    book["Components"].cell(1, len(TOKENS), "Only For")
    for column, value in enumerate(row, start=1):
        book["Components"].cell(4, column, value)
    book.save(game / "card_data.xlsx")
    return game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shop_game(tmp_path_factory.mktemp("games") / "game")


def run(game: Path, command: str, *words: str) -> int:
    return main([command, "--game", str(game), "--no-cache", *words])


def made(game: Path, target: str) -> dict[str, str]:
    """The folders of an export, each with the size of its pictures."""
    text = (game / "output" / "exports" / target / "contents.csv").read_text("utf-8-sig")
    return {row["File"].partition("/")[0]: row["Size"] for row in csv.DictReader(io.StringIO(text))}


def test_a_row_that_is_only_for_a_shop_stands_there_in_the_place_of_the_one_with_its_title(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(game, "export", "game-crafter") == 0
    assert made(game, "game-crafter")["ShopTokens"] == "375 × 375"
    assert "Tokens is left out" not in capsys.readouterr().err
    assert run(game, "preflight", "game-crafter") == 0
    assert "Tokens" not in capsys.readouterr().err
    assert run(game, "export", "game-crafter", "Tokens", "--strict") == 0
    assert made(game, "game-crafter") == {"ShopTokens": "375 × 375"}


def test_other_targets_and_the_print_at_home_do_not_have_it(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(game, "export", "png", "Tokens") == 0
    assert made(game, "png") == {"Tokens": "260 × 260"}
    assert run(game, "build", "--paper", "a4") == 0
    sheets = files(game / "output" / "A4")
    assert not [path for path in sheets if "ShopTokens" in path]
    assert [path for path in sheets if "Tokens" in path]
    assert "ShopTokens" not in (game / "output" / ".pieces.json").read_text("utf-8")
    capsys.readouterr()
    run(game, "preflight")
    assert "ShopTokens" not in capsys.readouterr().err


def test_the_list_of_targets_goes_by_it(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(game, "export", "--list") == 0
    crafter = capsys.readouterr().out.partition("game-crafter")[2].partition("makeplayingcards")[0]
    assert "makes Tokens" in " ".join(crafter.split()) and "leaves out Land tiles" in " ".join(
        crafter.split()
    )


def test_who_asks_for_it_at_home_is_told_where_it_is_made(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(game, "build", "ShopTokens") == 1
    told = " ".join(capsys.readouterr().err.split())
    assert "“ShopTokens” is only for game-crafter: Components!K4 says so." in told
    assert "pnp export game-crafter makes it." in told
    assert "There is no component" not in told


def test_a_target_that_there_is_not_is_told_with_its_cell(tmp_path: Path) -> None:
    game = shop_game(tmp_path / "game", (*TOKENS[:-1], "game-crafters; png"))
    (told,) = [one for one in look_over(Project(game)).problems if one.where == "Components!K4"]
    assert told.what == "There is no target “game-crafters” of pnp export, so it makes no Tokens."
    assert told.mend == "Did you mean “game-crafter”?"
    change(game, "Components!K4", "game-crafter; png")
    assert not look_over(Project(game)).problems


def test_a_check_draws_it_although_nobody_prints_it_at_home(tmp_path: Path) -> None:
    game = shop_game(tmp_path / "game", (*TOKENS[:2], "token.svg", "no-such.svg", *TOKENS[4:]))
    assert [one.where for one in look_over(Project(game)).problems] == ["Components!D4"]
    cut = (game / "templates" / "token.svg").read_text("utf-8").replace("</svg>", "{{ 1 / 0 }}</svg>")
    (game / "templates" / "shop.svg").write_text(cut, encoding="utf-8")
    change(game, "Components!D4", None)
    change(game, "Components!C4", "shop.svg")
    assert look_over(Project(game)).problems


@pytest.mark.slow
def test_a_published_game_has_it_in_the_zip_of_the_shop_alone(tmp_path: Path) -> None:
    game = shop_game(tmp_path / "game")
    assert run(game, "publish", "--target", "home,game-crafter,png") == 0
    having = []
    for path in sorted((game / "output" / "publish").glob("*.zip")):
        with zipfile.ZipFile(path) as packed:
            having += [path.name for name in packed.namelist() if "ShopTokens" in name]
    assert len(set(having)) == 1 and "Crafter" in having[0]
