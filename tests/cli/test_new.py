"""`pnp new`: a game folder that builds at once."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pypdfium2
import pytest

import generator
from generator.cli.new_game import KINDS, new_game
from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.records.edition import edition_of
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build, examine
from generator.workbook.book import read_book


def test_a_new_game_is_free_of_problems_and_builds(tmp_path: Path) -> None:
    game = new_game("river-race", tmp_path)
    assert game == tmp_path / "river-race"
    assert examine(Project(game)) == ()
    summary = build(Project(game), BuildOptions(papers=(A4,)))
    assert [file.path for file in summary.files] == [
        "A4/RiverRace_v0.1_Tiles_A4_duplex.pdf",
        "A4/RiverRace_v0.1_Tokens_A4.pdf",
        "A4/RiverRace_v0.1_CutGuide_A4.pdf",
    ]
    with pypdfium2.PdfDocument(game / "output" / summary.files[0].path) as pdf:
        text = pdf[0].get_textpage().get_text_range()
    assert "River Race v0.1" in text and "Clover Field" in text


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_free_of_problems_and_has_its_name(kind: str, tmp_path: Path) -> None:
    game = new_game("night-market", tmp_path, kind)
    assert examine(Project(game)) == ()
    book, problems = read_book(game / "card_data.xlsx")
    assert book is not None and problems == () and edition_of(book, otherwise="").game == "Night Market"
    assert not list(game.rglob("*.py*"))


def test_an_unknown_kind_is_told(tmp_path: Path) -> None:
    with pytest.raises(Failed) as failed:
        new_game("x", tmp_path, "pokr")
    (problem,) = failed.value.problems
    assert problem.what == "“pokr” is no kind of game that pnp can begin."
    assert (problem.where, problem.mend) == ("--kind", "Did you mean “poker”?")
    assert not (tmp_path / "x").exists()


def test_poker_cards_are_eighteen_with_one_back_and_literal_places(tmp_path: Path) -> None:
    """Two sheets of nine; every text and box of the template stands at millimetres that can be typed over."""
    game = new_game("night-market", tmp_path, "poker")
    summary = build(Project(game), BuildOptions(papers=(A4,)))
    cards = next(file for file in summary.files if "_Cards_A4_duplex" in file.path)
    assert (cards.pieces, cards.sheets) == (18, 2)
    template = game / "templates" / "card.svg"
    words = template.read_text("utf-8")
    assert "textbox(card.text, 8, 61.4, 47, 14.6" in words
    moved = words.replace("text(card.title, 5, 11.2, 38", "text(card.title, 8, 12.2, 34")
    template.write_text(moved, "utf-8")
    assert examine(Project(game)) == ()


def test_it_has_a_hexagon_and_a_circle_and_no_python(tmp_path: Path) -> None:
    game = new_game("x", tmp_path)
    book, problems = read_book(game / "card_data.xlsx")
    assert book is not None and problems == ()
    assert {row["shape"] for row in book["Components"]} == {"hexagon", "circle"}
    assert not list(game.rglob("*.py*"))


def test_an_empty_folder_is_taken_and_a_full_one_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    new_game("empty", tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    with pytest.raises(Failed, match="not an empty folder"):
        new_game("full", tmp_path)
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["mine.txt"]
    with pytest.raises(Failed, match="not an empty folder"):
        new_game("empty", tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        ".",
        "..",
        "../up",
        "a/b",
        "a\\b",
        "/abs",
        "-flag",
        ".hidden",
        "CON",
        "nul.txt",
        "a:b",
        "x.",
        "a\nb",
        "é" * 61,
        "...",
        "\u200f",
        "\u200fRiver",
        "👩\u200d👩\u200d👧" * 30,
    ],
)
def test_bad_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Failed, match="cannot be the name"):
        new_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["🙂", "日本", "W" * 60])
def test_a_name_that_its_pieces_cannot_show_is_refused_before_anything_is_made(
    tmp_path: Path, name: str
) -> None:
    with pytest.raises(Failed) as failed:
        new_game(name, tmp_path)
    (problem,) = failed.value.problems
    assert problem.where == name and "its name is printed on its pieces" in problem.what
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["=1+1", "…", "{{ x }}", "Ünï & Co"])
def test_odd_names_build(tmp_path: Path, name: str) -> None:
    assert examine(Project(new_game(name, tmp_path))) == ()


def test_a_new_game_keeps_the_looks_of_the_starter(tmp_path: Path) -> None:
    starter = Path(generator.__file__).parent / "data" / "starter" / "card_data.xlsx"
    game = new_game("river-race", tmp_path) / "card_data.xlsx"
    with zipfile.ZipFile(starter) as old, zipfile.ZipFile(game) as new:
        changed = [name for name in old.namelist() if old.read(name) != new.read(name)]
        assert changed == ["xl/worksheets/sheet1.xml"] and new.namelist() == old.namelist()


def test_a_name_that_looks_like_a_formula_stays_a_name(tmp_path: Path) -> None:
    game = new_game("=1+1", tmp_path)
    book, problems = read_book(game / "card_data.xlsx")
    assert problems == () and book is not None
    assert book.facts("Game")["title"] == "=1+1"


def test_capitals_inside_a_name_stay_in_the_names_of_its_files_and_nobody_is_named_as_author(
    tmp_path: Path,
) -> None:
    book, _ = read_book(new_game("HarbourLights", tmp_path) / "card_data.xlsx")
    assert book is not None
    edition = edition_of(book, otherwise="")
    assert (edition.stem, edition.author) == ("HarbourLights_v0.1", "")
