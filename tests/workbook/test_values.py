"""What stands in the cells of an .xlsx file is what openpyxl reads in them."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from generator.records.cells import displayed
from generator.workbook import ods
from generator.workbook.book import read_book
from generator.workbook.located import read_sheets
from tests.shared.workbooks import save, with_cell

ROOT = Path(__file__).parents[2]
SHIPPED = (
    ROOT / "card_data.xlsx",
    ROOT / "generator/data/starter/card_data.xlsx",
    ROOT / "tests/data/libreoffice.xlsx",
    *sorted((ROOT / "games").glob("*/card_data.xlsx")),
)


def ours(path: Path) -> dict[str, dict[tuple[int, int], Any]]:
    return {sheet.name: dict(sheet.cells) for sheet in read_sheets(path)[0]}


def theirs(path: Path) -> dict[str, dict[tuple[int, int], Any]]:
    return {
        sheet.title: {
            (cell.row, cell.column): cell.value
            for row in sheet.iter_rows()
            for cell in row
            if str("" if cell.value is None else cell.value).strip()
        }
        for sheet in load_workbook(path, data_only=True).worksheets
    }


@pytest.mark.parametrize("path", SHIPPED, ids=[path.parent.name for path in SHIPPED])
def test_a_shipped_workbook(path: Path) -> None:
    assert ours(path) == theirs(path)


VALUES: dict[str, tuple[Any, str]] = {
    "text": ("Shell", "General"),
    "blanks": ("  two  \n lines ", "General"),
    "text in a date's format": ("soon", "yyyy-mm-dd"),
    "whole": (7, "General"),
    "negative": (-7, "0"),
    "broken": (0.1 + 0.2, "General"),
    "version": (1, "0.0"),
    "money": (1234.5, "#,##0.00"),
    "huge": (1e300, "0.00"),
    "true": (True, "General"),
    "false": (False, "General"),
    "error": ("#N/A", "General"),
    "percent": (0.25, "0%"),
    "kept apart": (12, '0" pieces"'),
    "loss in red": (-3.5, "#,##0.00_);[Red](#,##0.00)"),
    "rich": (CellRichText("a ", TextBlock(InlineFont(b=True), "bold"), " end"), "General"),
    "date": (dt.datetime(2024, 5, 6), "yyyy-mm-dd"),
    "time": (dt.time(5, 6), "hh:mm"),
    "number as a date": (45_000, "d. mmm"),
    "duration": (dt.timedelta(hours=30), "[h]:mm"),
    "before the calendar": (-5, "yyyy-mm-dd"),
}


def workbook(path: Path, *given: tuple[Any, str]) -> Path:
    book = Workbook()
    for row, (value, shown_as) in enumerate(given, start=1):
        cell = book.active.cell(2 * row, row, value)
        cell.number_format = shown_as
    book.create_sheet("Empty")
    book.save(path)
    return path


@pytest.mark.filterwarnings("ignore:Cell")
@pytest.mark.parametrize("name", VALUES)
def test_a_cell(tmp_path: Path, name: str) -> None:
    path = workbook(tmp_path / "book.xlsx", VALUES[name], ("beside", "General"))
    assert ours(path) == theirs(path)


def test_openpyxl_is_loaded_only_for_what_may_be_a_date(tmp_path: Path) -> None:
    plain = workbook(tmp_path / "plain.xlsx", (7, "0.00"), ("soon", "yyyy-mm-dd"))
    dated = workbook(tmp_path / "dated.xlsx", (45_000, "d. mmm"))
    code = (
        "import sys; from pathlib import Path; from generator.workbook.located import read_sheets;"
        "[print(read_sheets(Path(name)) and 'openpyxl' in sys.modules) for name in sys.argv[1:]]"
    )
    run = [sys.executable, "-c", code, str(plain), str(dated)]
    assert subprocess.run(run, capture_output=True, text=True, cwd=ROOT).stdout.split() == ["False", "True"]


SHOWN: tuple[tuple[float, str, str], ...] = (
    (0.25, "0%", "25%"),
    (0.255, "0.0 %", "25.5 %"),
    (7, "000", "007"),
    (1, "0.0", "1.0"),
    (1000, "#,##0", "1,000"),
    (-1234.5, "#,##0.00", "-1,234.50"),
    (-3.5, "#,##0.00_);[Red](#,##0.00)", "(3.50)"),
    (12, '0" pieces"', "12 pieces"),
    (5, "[$€-407] 0", "€ 5"),
    (0.125, "0.00", "0.13"),
    (2.5, "0", "3"),
    (2.5, "General", "2.5"),
    (7, "0", "7"),
    (123456789012345, "0.000000000000000", "123456789012345.000000000000000"),
    (123456789012345, "0.000000000000000%%", "1234567890123450000.000000000000000%%"),
)


@pytest.mark.parametrize(("number", "code", "text"), SHOWN)
def test_a_number_in_a_column_of_text_is_printed_as_the_sheet_shows_it(
    tmp_path: Path, number: float, code: str, text: str
) -> None:
    made = with_cell("Cards!A2", number)
    made["Cards"]["A2"].number_format = code
    book, problems = read_book(save(made, tmp_path))
    assert book and problems == () and book["Cards"].rows[0].title == text


@pytest.mark.parametrize(
    ("number", "code"), [(1.5, "# ?/?"), (100_000, "0.00E+00"), (0, '0;-0;"none"'), (1, "0%%%%%")]
)
def test_a_format_that_is_not_followed_is_told(tmp_path: Path, number: float, code: str) -> None:
    made = with_cell("Cards!A2", number)
    made["Cards"]["A2"].number_format = code
    (problem,) = read_book(save(made, tmp_path))[1]
    fault = f"The cell shows “{number:g}” in a way of its own ({code}); {number:g} is printed."
    mend = "Set the format of the cell to Text and type what is to be printed."
    assert str(problem) == f"warning: Cards!A2: {fault} {mend}"


def test_a_reference_is_to_what_is_shown(tmp_path: Path) -> None:
    made = with_cell("Fields!C7", "text")
    made["Fields"]["F7"] = made["Fields"]["G7"] = None
    for cell in (made["Layers"]["A2"], made["Cards"]["B2"]):
        cell.value, cell.number_format = 7, "000"
    book, problems = read_book(save(made, tmp_path))
    assert book and problems == () and book["Cards"].rows[0].layer == "007"


@pytest.mark.parametrize(
    ("stated", "text", "printed"),
    [
        ("0.25", "25%", "25%"),
        ("0.25", "25 %", "25 %"),
        ("7", "007", "007"),
        ("1000", "1.000", "1.000"),
        ("1000", "1’000", "1’000"),
        ("0.3", "25%", "0.3"),
        ("1", "1,0", "1.0"),
    ],
)
def test_an_ods_number_is_printed_as_the_sheet_shows_it(stated: str, text: str, printed: str) -> None:
    assert displayed(ods._number(stated, text)) == printed
