"""A shipped workbook with another value in one cell, without a file being written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.ground.problems import Problem
from generator.records.tables import Book
from generator.workbook.book import book_from, read_book
from generator.workbook.located import Worksheet, sheets_in

NAME = "card_data.xlsx"


@cache
def shipped_workbook(folder: Path) -> Book:
    """The workbook of a game folder."""
    book, problems = read_book(folder / NAME)
    assert book is not None, problems
    return book


@cache
def _sheets(folder: Path) -> Mapping[str, Worksheet]:
    """Its sheets as they are typed."""
    return {sheet.name: sheet for sheet in sheets_in((folder / NAME).read_bytes(), NAME)[0]}


def with_cell(
    folder: Path, name: str, row: str, header: str, value: Any, *, key: int = 1
) -> tuple[Book, tuple[Problem, ...]]:
    """The workbook with another value in the row with a word in the column `key`, and its Problems."""
    sheet = _sheets(folder)[name]
    at = next(r for (r, column), raw in sheet.cells.items() if column == key and str(raw) == row)
    column = next(c for (r, c), raw in sheet.cells.items() if r == 1 and str(raw) == header)
    edited = replace(sheet, cells={**sheet.cells, (at, column): value})
    book, problems = book_from(tuple({**_sheets(folder), name: edited}.values()), NAME)
    assert book is not None
    return book, tuple(problems)
