# ruff: noqa: E501  (messages stand in full, so that a search finds them)
"""Scenes in a booklet: the same as in the preview, as vectors, and what is said of those that there are not."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pikepdf
from openpyxl import load_workbook

from generator.ground.cache import Cache
from generator.ground.project import Project
from generator.sheets.sheet import PAPERS
from generator.story import BuildOptions, build
from tests.shared.scene_game import game, told

ROWS = [
    ("Set up", "Board", None, None, None, 0, 0),
    ("Set up", "Tiles", None, "Board", "Tiles"),
    ("Set up", "Tiles", "Bee Bank", "Board", "Start"),
    ("Set up", "Tokens", None, "Bee Bank"),
]


def with_book(folder: Path, text: str, rows: list[tuple[Any, ...]] | None = None) -> Project:
    project = game(folder, ROWS if rows is None else rows, board=True)
    (project.templates / "rulebook.md").write_text(text, "utf-8")
    return project


def book_of(project: Project, cache: Cache | None = None) -> bytes:
    options = BuildOptions(components=("Rulebook",), papers=PAPERS[:1])
    made = build(project, options, cache=cache) if cache is not None else build(project, options)
    (file,) = made.files
    return (made.output / file.path).read_bytes()


def forms(pdf: bytes) -> list[int]:
    """How many drawings each page asks for."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return [len(page.Resources.get("/XObject", {})) for page in opened.pages]


def test_a_scene_in_a_booklet_is_drawn_of_each_design_once(tmp_path: Path) -> None:
    project = with_book(tmp_path / "game", "# A\n\n![One](scene:Set up)\n\n![Two](scene:set  UP)\n")
    pdf = book_of(project)
    assert pdf == book_of(project), "same input, same bytes"
    assert max(forms(pdf)) == 4, "board, back of the tiles, Bee Bank, token"
    assert len(pdf) < 200_000


def test_a_changed_card_in_a_scene_draws_the_booklet_anew(tmp_path: Path) -> None:
    project = with_book(tmp_path / "game", "# A\n\n![One](scene:Set up)\n")
    cache = Cache(tmp_path / "cache")
    first = book_of(project, cache)
    assert book_of(project, cache) == first
    token = project.templates / "token.svg"
    token.write_text(
        token.read_text("utf-8").replace("</svg>", '<rect width="3" height="3"/></svg>'), "utf-8"
    )
    second = book_of(project, cache)
    assert second != first
    book = load_workbook(project.workbook)
    book["Scenes"]["F2"], book["Scenes"]["F4"] = 0, 9
    book.save(project.workbook)
    assert book_of(project, cache) != second


def test_a_scene_that_there_is_not_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    project = with_book(tmp_path / "game", "# A\n\n![One](scene:Set upp)\n\n![Two](scene:Nowhere at all)\n")
    assert told(project) == [
        "error templates/rulebook.md:3: There is no scene “Set upp”. Did you mean “Set up”?",
        "error templates/rulebook.md:5: There is no scene “Nowhere at all”. The scenes here are “Set up” and “On the table”.",
    ]
