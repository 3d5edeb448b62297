"""Plain cells are read without openpyxl, and nobody can tell."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from generator.records.cells import Raw
from generator.workbook import values
from generator.workbook.located import read_sheets

SHIPPED = (Path("card_data.xlsx"), Path("generator/data/starter/card_data.xlsx"))
ROOT = Path(__file__).parents[2]


def cells(path: Path) -> list[dict[tuple[int, int], tuple[str, Raw, str]]]:
    """Every cell with its type, and how it is displayed."""
    return [
        {place: (type(raw).__name__, raw, getattr(raw, "text", "")) for place, raw in sheet.cells.items()}
        for sheet in read_sheets(path)[0]
    ]


def by_openpyxl(path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    with monkeypatch.context() as patched:
        patched.setattr(values, "plain_values", lambda *parts, **more: None)
        return cells(path)


def read_plainly(path: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether openpyxl is not asked."""
    asked: list[bytes] = []
    real = values._add_values
    with monkeypatch.context() as patched:
        patched.setattr(
            values, "_add_values", lambda content, found: [asked.append(content), real(content, found)]
        )
        cells(path)
    return not asked


@pytest.mark.parametrize("path", SHIPPED, ids=["the game", "the starter"])
def test_the_shipped_workbooks_are_plain(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_plainly(ROOT / path, monkeypatch)
    assert cells(ROOT / path) == by_openpyxl(ROOT / path, monkeypatch)


PLAIN: dict[str, tuple[Any, str]] = {
    "text": ("Shell", "General"),
    "blanks": ("  two  \n lines ", "General"),
    "text in a date's format": ("soon", "yyyy-mm-dd"),
    "escaped": ("_x005F_x000D_ and _x000D_", "General"),
    "whole": (7, "General"),
    "negative": (-7, "0"),
    "broken": (0.1 + 0.2, "General"),
    "version": (1, "0.0"),
    "money": (1234.5, "#,##0.00"),
    "huge": (1e300, "0.00"),
    "true": (True, "General"),
    "false": (False, "General"),
    "error": ("#N/A", "General"),
    "rich": (CellRichText("a ", TextBlock(InlineFont(b=True), "bold"), " end"), "General"),
}
DATES: dict[str, tuple[Any, str]] = {
    "date": (dt.datetime(2024, 5, 6), "yyyy-mm-dd"),
    "time": (dt.time(5, 6), "hh:mm"),
    "number as a date": (45_000, "d. mmm"),
    "duration": (dt.timedelta(hours=30), "[h]:mm"),
}


def workbook(path: Path, *given: tuple[Any, str]) -> Path:
    book = Workbook()
    for row, (value, shown_as) in enumerate(given, start=1):
        cell = book.active.cell(2 * row, row, value)
        cell.number_format = shown_as
    book.create_sheet("Empty")
    book.save(path)
    return path


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_cell_is_read_as_openpyxl_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = workbook(tmp_path / "book.xlsx", PLAIN[name], ("beside", "General"))
    assert read_plainly(path, monkeypatch)
    assert cells(path) == by_openpyxl(path, monkeypatch)


@pytest.mark.parametrize("name", DATES)
def test_openpyxl_reads_what_may_be_a_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = workbook(tmp_path / "book.xlsx", *PLAIN.values(), DATES[name])
    assert not read_plainly(path, monkeypatch)
    assert cells(path) == by_openpyxl(path, monkeypatch)
