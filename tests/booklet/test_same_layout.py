"""A booklet in which only designs of the same size look different is not laid out again for a check."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from generator.booklet import document
from generator.booklet.document import Booklet
from generator.ground.cache import Cache
from generator.ground.project import Project
from generator.story import examine
from tests.shared.games_made import starter_game

TEXT = "# Tiles\n\n![The first](face:Tiles/@first)\n\nPlay it.\n"


def cell(game: Project, column: str) -> str:
    sheet = openpyxl.load_workbook(game.workbook)["Tiles"]
    return next(f"{head.column_letter}2" for head in sheet[1] if head.value == column)


def save(game: Project, sheet: str, place: str, content: object) -> None:
    book = openpyxl.load_workbook(game.workbook)
    book[sheet][place] = content
    book.save(game.workbook)


def enlarge(game: Project) -> None:
    book = openpyxl.load_workbook(game.workbook)
    sheet = book["Components"]
    column = next(head.column for head in sheet[1] if head.value == "Height")
    sheet.cell(2, column).value = sheet.cell(2, column).value + 4
    book.save(game.workbook)


def change_words(game: Project) -> None:
    (game.templates / "rulebook.md").write_text(TEXT + "\nAnd again.\n", "utf-8")


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    ("change", "layouts"),
    [
        (lambda game: save(game, "Tiles", cell(game, "Title"), "Another"), 0),
        (lambda game: save(game, "Tiles", cell(game, "Title"), "Endlessness " * 9), None),
        (lambda game: save(game, "Tiles", cell(game, "Title"), "\U0001f9ff"), None),
        (enlarge, 2),
        (change_words, 2),
    ],
    ids=["a title", "one that does not fit", "one that no font has", "a size", "the text"],
)
def test_a_check_tells_what_it_tells_without_a_cache(
    tmp_path: Path,
    change: Callable[[Project], None],
    layouts: int | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Project(starter_game(tmp_path / "game"))
    (game.templates / "rulebook.md").write_text(TEXT, "utf-8")
    cache = Cache(tmp_path / "own", b"key", "1")
    assert examine(game, cache=cache) == examine(game) == ()
    examine(game, cache=cache)
    change(game)
    count, set_booklet = [], document.set_booklet

    def counted(*words: Any, **options: Any) -> Booklet:
        count.append(1)
        return set_booklet(*words, **options)

    monkeypatch.setattr(document, "set_booklet", counted)
    problems = examine(game, cache=cache)
    assert layouts is None or len(count) == layouts
    assert problems == examine(game)
    assert bool(problems) == (layouts is None)
