# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""The sheet Print: how a game is printed unless somebody asks for something else."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from generator import cli
from generator.ground.project import Project
from generator.sheets.wishes import Wishes
from generator.story import BuildOptions, build, examine
from tests.shared.games_made import STARTER

COLUMNS = ("Component", "Paper", "Layout", "Flip", "Backs", "Ink", "Tokens")
HEAD: tuple[str | None, ...] = COLUMNS
ALL: tuple[str | None, ...] = (None, "A4", "3x3", "short", None, None, None)
TILES: tuple[str | None, ...] = ("Tiles", None, "gutterfold", None, None, None, None)


def game(folder: Path, *rows: tuple[str | None, ...], declared: bool = True, kind: str = "text") -> Project:
    shutil.copytree(STARTER, folder)
    book = load_workbook(folder / "card_data.xlsx")
    for column in COLUMNS if declared else ():
        values = "Components.Name" if column == "Component" and kind == "reference" else None
        type_ = kind if column == "Component" else "text"
        book["Fields"].append(("Print", column, type_, None, None, None, None, values))
    sheet = book.create_sheet("Print")
    for row in (HEAD, *rows):
        sheet.append(row)
    book.save(folder / "card_data.xlsx")
    return Project(folder)


def names(project: Project, **options: Any) -> list[str]:
    chosen = BuildOptions(components=("Tiles", "Tokens"), **options)
    return [file.path.partition("_v0.1_")[2] for file in build(project, chosen).files]


def test_the_row_without_a_component_is_for_all_and_the_others_for_theirs(tmp_path: Path) -> None:
    project = game(tmp_path / "game", ALL, TILES)
    assert [str(problem) for problem in examine(project)] == []
    assert names(project) == ["Tiles_A4_gutterfold.pdf", "Tokens_A4.pdf"]


def test_what_is_asked_for_goes_before_it(tmp_path: Path) -> None:
    project = game(tmp_path / "game", ALL, TILES)
    assert names(project, wishes=Wishes(paper="letter", layout="8up")) == [
        "Tiles_Letter_duplex-short.pdf",
        "Tokens_Letter.pdf",
    ]
    assert names(project, wishes=Wishes(backs="no")) == ["Tiles_A4_fronts.pdf", "Tokens_A4.pdf"]


def test_a_component_may_come_on_a_paper_of_its_own(tmp_path: Path) -> None:
    project = game(tmp_path / "game", ALL, ("Tokens", "letter", None, None, None, None, None))
    assert names(project) == ["Tiles_A4_duplex-short.pdf", "Tokens_Letter.pdf"]
    (project.templates / "rulebook.md").write_text("# Rules\n\nPlay.\n", encoding="utf-8")
    summary = build(project)
    papers = {file.name or file.component: file.paper for file in summary.files}
    assert papers["Rulebook"] == "A4"


def test_it_holds_on_the_command_line_too(tmp_path: Path) -> None:
    project = game(tmp_path / "game", ALL, TILES)
    assert cli.main(["build", "--game", str(project.root), "Tiles", "--flip", "long", "--layout", "3x3"]) == 0
    assert [path.name for path in project.output.rglob("*Tiles*.pdf")] == ["MyGame_v0.1_Tiles_A4_duplex.pdf"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            ((None, "A5", None, None, None, None, None),),
            "error: Print!B2: “A5” says nothing about Paper. Use one of a4, letter, both, or leave the cell empty.",
        ),
        (
            ((None, None, "9up", None, None, None, None),),
            "error: Print!C2: “9up” says nothing about Layout. Did you mean “8up”?",
        ),
        (
            ((None, None, None, "sideways", None, None, None),),
            "error: Print!D2: “sideways” says nothing about Flip. Use one of long, short, or leave the cell empty.",
        ),
        (
            (("Tilse", None, None, "long", None, None, None),),
            "error: Print!A2: There is no component “Tilse”. Did you mean “Tiles”?",
        ),
        (
            (
                ("Tiles", "a4", None, None, None, None, None),
                ("tiles", "letter", None, None, None, None, None),
            ),
            "error: Print!B3: Paper was said of the component “tiles” in Print!B2 already. Leave one of the two cells empty.",
        ),
        (
            ((None, None, "gutterfold", None, "no", None, None),),
            "warning: Print!E2: A gutterfold sheet is there for the backs, and here they are left out. Write another Layout, or leave this cell empty.",
        ),
    ],
)
def test_what_is_wrong_with_it_is_told_at_its_cell(
    tmp_path: Path, rows: tuple[tuple[str | None, ...], ...], said: str
) -> None:
    project = game(tmp_path / "game", *rows)
    assert [str(problem) for problem in examine(project)] == [said]


def test_a_component_that_refers_is_told_once(tmp_path: Path) -> None:
    project = game(tmp_path / "game", ("Tilse", None, None, "long", None, None, None), kind="reference")
    (problem,) = examine(project)
    assert problem.where == "Print!A2" and "Tiles" in problem.mend


def test_a_sheet_that_nobody_declared_is_told(tmp_path: Path) -> None:
    project = game(tmp_path / "game", ALL, declared=False)
    (problem,) = examine(project)
    assert str(problem).startswith(
        "warning: Print!A1: Fields declares no column of the sheet Print, so that nothing of it is followed."
    )


def test_a_sheet_without_any_word_of_it_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(STARTER, folder)
    book = load_workbook(folder / "card_data.xlsx")
    book["Fields"].append(("Print", "Component", "text"))
    sheet = book.create_sheet("Print")
    sheet.append(("Component",))
    sheet.append(("Tiles",))
    book.save(folder / "card_data.xlsx")
    (problem,) = examine(Project(folder))
    assert problem.where == "Print!A1" and "Paper, Layout, Flip, Ink, Backs, Tokens" in problem.mend
