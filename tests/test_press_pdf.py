"""Targets that print from a PDF: DriveThruCards, and a shop that a game names itself."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest

from generator.cmyk.conformance import nonconformities
from generator.exports.press_pdf import page_order
from generator.exports.run import ExportSummary, export
from generator.exports.targets import TargetKind, read_target
from generator.ground.problems import Failed, Severity
from generator.press.decks import Deck
from generator.project import Project
from generator.sheets.sheet import Piece
from tests.games_made import starter_game

SHOP = """
title = "My press"
kind = "pdf"
sizes = "own"

[settings]
most_ink = 300
condition = "FOGRA39"
fronts_first = true
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = starter_game(tmp_path_factory.mktemp("press") / "game")
    (folder / "shops").mkdir()
    (folder / "shops" / "my-press.toml").write_text(SHOP, "utf-8")
    return folder


@pytest.fixture(scope="module")
def made(game: Path) -> ExportSummary:
    project = Project(game)
    return export(project, read_target("my-press", project))


def test_a_shop_of_the_games_own_gets_a_pdf_of_every_component(game: Path, made: ExportSummary) -> None:
    assert [file.path for file in made.files] == ["Tiles.pdf", "Tokens.pdf"]
    for file in made.files:
        content = (made.folder / file.path).read_bytes()
        assert nonconformities(content, file.path, most=3.0) == ()
        with pikepdf.open(io.BytesIO(content)) as pdf:
            assert len(pdf.pages) == 2 * file.copies
            assert str(pdf.Root.OutputIntents[0].OutputConditionIdentifier) == "FOGRA39"
            assert file.component in str(pdf.docinfo["/Title"])
            width, height = (float(edge) for edge in list(pdf.pages[0].mediabox)[2:])
            assert file.size == f"{width / 72 * 25.4:g} × {height / 72 * 25.4:g} mm with bleed"


def test_backs_that_are_not_there_are_white_and_that_is_told(made: ExportSummary) -> None:
    (note,) = (problem for problem in made.problems if "no backs" in problem.what)
    assert note.severity is Severity.NOTE
    assert note.where.startswith("Components!")
    lacking = [file for file in made.files if file.component in note.what]
    with pikepdf.open(made.folder / lacking[0].path) as pdf:
        assert [page.obj.Contents.read_bytes() == b"" for page in pdf.pages[:4]] == [False, True, False, True]


def test_made_again_it_is_the_same(game: Path, made: ExportSummary) -> None:
    project = Project(game)
    assert export(project, read_target("my-press", project)).changed == ()


def test_drive_thru_cards_makes_poker_cards_alone(game: Path) -> None:
    project = Project(game)
    target = read_target("drive-thru-cards", project)
    assert target.kind is TargetKind.PDF
    assert target.settings == {"most_ink": 240, "condition": "CGATS TR 001", "fronts_first": False}
    found = export(project, target)
    assert found.files == ()
    assert sum("is left out" in problem.what for problem in found.problems) == 2


def test_an_unknown_setting_is_told(game: Path, tmp_path: Path) -> None:
    folder = starter_game(tmp_path / "game")
    (folder / "shops").mkdir()
    (folder / "shops" / "my-press.toml").write_text(SHOP.replace("most_ink", "ink"), "utf-8")
    with pytest.raises(Failed, match=r"shops/my-press\.toml"):
        read_target("my-press", Project(folder))


def test_pages_are_back_and_front_of_every_piece() -> None:
    deck = Deck.__new__(Deck)
    object.__setattr__(deck, "pieces", (Piece("A", 0, 2), Piece("B", 1, 2), Piece("C", 3)))
    assert page_order(deck) == [2, 0, 2, 1, None, 3]
    assert page_order(deck, fronts_first=True) == [0, 2, 1, 2, 3, None]
