"""Sizes by name in the sheet Components: a name in the place of millimetres."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.checks.every_game import check_book
from generator.ground.project import Project
from generator.records.sizes import SIZES, size_named
from generator.records.tables import Book
from generator.workbook.book import read_book
from tests.shared.workbooks import save, workbook

COLUMNS = ("Name", "Front", "Shape", "Size", "Width", "Height")


def read(folder: Path, *cells: object, required: str = "no") -> tuple[Book, list[str]]:
    fields = (
        ("Sheet", "Column", "Type", "Required"),
        *(("Components", name, "text", "no") for name in COLUMNS[:4]),
        *(("Components", name, "number", required) for name in COLUMNS[4:]),
    )
    rows = (COLUMNS, ("Cards", "card.svg", "rectangle", *cells))
    book, problems = read_book(save(workbook({"Fields": fields, "Components": rows}), folder))
    assert book is not None
    return book, [str(problem) for problem in problems]


@pytest.mark.parametrize("required", ["no", "yes"])
@pytest.mark.parametrize(
    ("cells", "size"),
    [
        (("Poker",), (63.5, 88.9)),
        (("mini euro",), (44, 68)),
        (("Tarot landscape",), (120, 70)),
        (("Bridge", 57.15), (57.15, 88.9)),
        (("Bridge", 57.2, 88.9), (57.2, 88.9)),
        ((None, 50, 60), (50, 60)),
    ],
)
def test_a_size_has_a_name_or_millimetres(
    tmp_path: Path, cells: tuple[object, ...], size: tuple[float, float], required: str
) -> None:
    book, problems = read(tmp_path, *cells, required=required)
    (row,) = book["Components"]
    assert (row["width"], row["height"]) == size and problems == []


def test_a_name_and_millimetres_that_say_different_things(tmp_path: Path) -> None:
    assert read(tmp_path, "Poker", 63, 88.9)[1] == [
        "error: Components!E2: The width is 63 mm, but Poker is 63.5 × 88.9 mm. "
        "Empty Width and Height, or the Size in D2."
    ]


def test_a_name_that_is_none_is_said_once(tmp_path: Path) -> None:
    book, problems = read(tmp_path, "Pokre", required="yes")
    assert problems == ["error: Components!D2: “Pokre” is not the name of a size. Did you mean “Poker”?"]
    told = check_book(book, Project(tmp_path))
    assert not [problem for problem in told if problem.where in ("Components!E2", "Components!F2")]


def test_every_name_is_found_again() -> None:
    assert all(size_named(name.upper()) == size for name, size in SIZES.items())
