"""`pnp new`: a game folder that builds at once."""

from __future__ import annotations

import tomllib
import zipfile
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import dist
from operator import mul
from pathlib import Path

import pypdfium2
import pytest

import generator
from generator.cli import main
from generator.cli.new_game import copied_game, kinds, new_game
from generator.faces.drawings import is_drawing
from generator.ground.problems import Failed
from generator.ground.project import Project, shipped_games
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


@pytest.mark.quick(4)
@pytest.mark.parametrize("kind", kinds())
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


def test_a_sheet_of_nine_poker_cards_comes_from_named_boxes_alone(tmp_path: Path) -> None:
    game = new_game("night-market", tmp_path, "poker")
    summary = build(Project(game), BuildOptions(papers=(A4,)))
    cards = next(file for file in summary.files if "_Cards_A4_duplex" in file.path)
    assert (cards.pieces, cards.sheets) == (9, 1)
    with pypdfium2.PdfDocument(game / "output" / cards.path) as pdf:
        text = pdf[0].get_textpage().get_text_range()
    assert "Tea Cart" in text and "It goes where the tired are." in text


@pytest.mark.parametrize("kind", kinds())
def test_templates_of_kinds_are_drawings_without_a_call(kind: str, tmp_path: Path) -> None:
    """Whoever has never seen a brace can open, read and change all of it."""
    for template in (new_game("x", tmp_path, kind) / "templates").iterdir():
        assert is_drawing(template.read_bytes()), template.name


def test_the_same_kind_is_the_same_bytes(tmp_path: Path) -> None:
    books = [new_game(name, tmp_path / name, "poker") / "card_data.xlsx" for name in ("x", "x ")]
    assert books[0].read_bytes() == books[1].read_bytes()


def test_six_colours_are_told_apart_in_grey_and_by_colour_blind_eyes() -> None:
    """Lightness in L* of CIELAB; two kinds of eyes as Machado, Oliveira and Fernandes (2009) have them."""
    palette = dict(
        tomllib.loads(COMMON.read_text("utf-8"))["sheets"]["Palette"][row][:2] for row in range(1, 7)
    )
    light = [linear(colour) for colour in palette.values()]
    grey = sorted(lab(colour)[0] for colour in light)
    assert len(grey) == 6 and all(above - below > 8 for below, above in pairwise(grey))
    for eyes in (PROTAN, DEUTAN):
        seen = [lab([sum(map(mul, row, colour)) for row in eyes]) for colour in light]
        assert min(dist(one, another) for one, another in combinations(seen, 2)) > 15


PROTAN = ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998))
DEUTAN = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881))
COMMON = Path(generator.__file__).parent / "data" / "kinds" / "common" / "kind.toml"


def linear(colour: str) -> list[float]:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(colour: Sequence[float]) -> tuple[float, float, float]:
    red, green, blue = (max(0.0, part) for part in colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


@pytest.mark.parametrize("origin", shipped_games())
def test_a_shipped_game_is_copied_without_what_was_built_in_it(origin: str, tmp_path: Path) -> None:
    game = copied_game("mine", tmp_path, origin)
    source = shipped_games()[origin]
    assert (game / "card_data.xlsx").read_bytes() == (source / "card_data.xlsx").read_bytes()
    assert {path.name for path in game.iterdir()} <= {"card_data.xlsx", "templates", "icons", "fonts", "art"}


def test_an_unknown_shipped_game_is_told(tmp_path: Path) -> None:
    with pytest.raises(Failed) as failed:
        copied_game("x", tmp_path, "symetr")
    (problem,) = failed.value.problems
    assert (problem.where, problem.mend) == ("--from", "Did you mean “symetra”?")
    assert problem.what == "“symetr” is no game that comes with pnp." and not list(tmp_path.iterdir())


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


@pytest.mark.parametrize(("option", "name"), [("--kind", "poker"), ("--from", "symetra")])
def test_what_there_is_to_begin_with_is_listed_without_a_name(
    option: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", option, "list"]) == 0
    assert name in capsys.readouterr().out.split()


def test_a_game_without_a_name_is_asked_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new"]) == 1
    assert "The folder to make has no name.\n  Write one behind it" in capsys.readouterr().err
