"""Print never hangs on a rules module: without its rules the shipped game loses its sample game alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from openpyxl import load_workbook

from generator.booklet.helpers import helper_names
from generator.faces import FaceMaker
from generator.faces.markup import BadArgument
from generator.ground.problems import Severity
from generator.ground.project import Project
from generator.records.notation import Call, Effect, Symbols, effect_text
from generator.records.symbols import Kind, Symbol
from generator.records.tables import Book
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build, examine
from generator.text.fonts import find_fonts
from generator.workbook.book import read_book
from tests.shared.games_made import files, starter_game

ROOT = Path(__file__).parents[2]
A4_ONLY = BuildOptions(papers=(A4,))


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shipped")
    shutil.copy(ROOT / "card_data.xlsx", folder)
    for name in ("templates", "icons", "fonts", "art"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def without_rules(shipped: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("without") / "game"
    shutil.copytree(shipped, folder)
    book = load_workbook(folder / "card_data.xlsx")
    (row,) = (cells[0].row for cells in book["Game"] if cells[0].value == "Rules")
    book["Game"].delete_rows(row)
    book.save(folder / "card_data.xlsx")
    return folder


def book_of(folder: Path) -> Book:
    book, problems = read_book(folder / "card_data.xlsx")
    assert book is not None, problems
    return book


@pytest.mark.slow
def test_every_piece_is_the_same_without_rules(shipped: Path, without_rules: Path) -> None:
    (told,) = build(Project(without_rules), A4_ONLY).problems
    assert (told.where, told.severity) == ("Sample Game!A1", Severity.WARNING)
    assert "no rules" in told.what and "Rules" in told.mend
    build(Project(shipped), A4_ONLY)
    played, plain = files(shipped / "output" / "A4"), files(without_rules / "output" / "A4")
    assert {name for name in played if "SampleGame" in name} == played.keys() - plain.keys()
    assert [name for name, content in plain.items() if content != played[name]] == [
        "MeaningMade_v0.1_Rulebook_A4.pdf"
    ], "its worked examples need the rules"


@pytest.mark.slow
def test_a_check_says_the_same(without_rules: Path) -> None:
    assert [told.where for told in examine(Project(without_rules))] == ["Sample Game!A1"]


def test_a_name_of_the_rules_says_how_to_do_without_them(without_rules: Path, tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "rulebook.md").write_text("# A\n\n{{ load_example() }}\n", encoding="utf-8")
    book = book_of(without_rules)
    maker = FaceMaker(root=tmp_path, book=book, game=book, fonts=find_fonts(ROOT / "fonts"))
    text, (problem,) = maker.words("rulebook.md", helper_names(book))
    assert text is None
    assert problem.where == "templates/rulebook.md:3"
    assert "count" in problem.mend, "the names that a rulebook has are told"
    assert "{% if load_example is defined %}" in problem.mend and "the key Rules" in problem.mend


def test_the_helpers_of_a_rulebook_serve_a_game_without_rules(tmp_path: Path) -> None:
    game = starter_game(tmp_path / "game")
    text = "# Box\n\n{{ count('Tiles') }} tiles, {{ copies('Tiles') }} in all; {{ other_symbols() }}.\n"
    (game / "templates" / "rulebook.md").write_text(text, encoding="utf-8")
    summary = build(Project(game), A4_ONLY)
    assert summary.problems == ()
    assert any("Rulebook" in file.path for file in summary.files)


def test_a_helper_says_which_sheet_or_column_it_lacks(tmp_path: Path) -> None:
    names = helper_names(book_of(starter_game(tmp_path / "game")))
    for call, told in (
        (lambda: names["outcomes_table"](), "no sheet “Outcomes”"),
        (lambda: names["copies"]("Game"), "no column “Copies”"),
        (lambda: names["count"](), "count(…) cannot be called like this"),
        (lambda: names["count"](7), "count(…) takes names only"),
    ):
        with pytest.raises(BadArgument) as refused:
            call()
        assert told in refused.value.what
        assert "book" not in refused.value.mend.removesuffix("out of the rulebook.")


def test_numbers_that_all_difficulties_share_are_no_column(without_rules: Path) -> None:
    head = str(helper_names(book_of(without_rules))["difficulties_table"]()).split("\n")[0]
    assert (
        head == "| Difficulty | {energy} | {insight} | {support} | {vitals} | {meaning} | What it is like |"
    )


def test_a_call_is_said_in_words_where_a_game_has_no_icon_for_it() -> None:
    effect = Effect((Call("group"),))
    sign = Symbol("consequence", "", "", "Consequence", Kind.SIGN)
    assert effect_text(effect, Symbols([sign])) == "{consequence}\u00a0Group"
    assert effect_text(effect, Symbols([])) == "Group\u00a0consequence"
