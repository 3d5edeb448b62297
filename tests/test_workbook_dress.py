"""What makes a workbook pleasant: drop-downs, bounds, notes and colours, all from its own declarations."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from generator.workbook import dump
from generator.workbook_dress import dress, dress_book
from tests.workbooks import FIELDS, GOOD, save, workbook

DATA = Path(__file__).parent / "data"


@pytest.fixture
def dressed() -> Workbook:
    book = workbook()
    dress_book(book)
    return book


def rules(sheet: Any) -> dict[str, tuple[Any, ...]]:
    return {
        str(rule.sqref): (rule.type, rule.formula1, rule.formula2, rule.allow_blank)
        for rule in sheet.data_validations.dataValidation
    }


def test_drop_downs_and_bounds_follow_the_declarations(dressed: Workbook) -> None:
    assert rules(dressed["Cards"]) == {
        "B2:B1000": ("list", "OFFSET('Layers'!$A$2,0,0,MAX(1,COUNTA('Layers'!$A$2:$A$1000)),1)", None, True),
        "E2:E1000": ("whole", "0", "9", True),
    }
    assert rules(dressed["Layers"]) == {"A2:A1000": ("whole", "1", "10", False)}
    assert rules(dressed["Icons"]) == {
        "E2:E1000": ("list", '"token,any token,track,action,layer"', None, True)
    }
    assert rules(dressed["Fields"])["D2:D1000"] == ("list", '"yes,no"', None, True)


def test_one_sided_bounds_and_lists_that_do_not_fit() -> None:
    fields = (
        *FIELDS[:1],
        ("Cards", "Title", "number", None, None, 1),
        ("Cards", "Layer", "number", None, None, None, 2.5),
        ("Cards", "Cost", "choice", None, None, None, None, "|".join(f"choice {n}" for n in range(40))),
        ("Cards", "Bonus", "choice", None, None, None, None, "a, b | c"),
        ("Cards", "Copies", "reference", None, None, None, None, "Nowhere.Layer"),
        ("Cards", "Text", "nonsense"),
    )
    book = workbook({**GOOD, "Fields": fields})
    dress_book(book)
    kinds = [
        (rule.type, rule.operator, rule.formula1) for rule in book["Cards"].data_validations.dataValidation
    ]
    assert kinds == [("decimal", "greaterThanOrEqual", "1"), ("decimal", "lessThanOrEqual", "2.5")]


def test_headers_carry_notes_and_stay_in_sight(dressed: Workbook) -> None:
    sheet = dressed["Layers"]
    assert sheet["A1"].comment.text == (
        "A whole number from 1 to 10. Required. No two alike.\nThe number of the Layer."
    )
    assert sheet["A1"].font.bold
    assert sheet.freeze_panes == "B2"
    assert sheet.auto_filter.ref == "A1:C3"
    assert sheet.print_title_rows == "$1:$1"


def test_rows_take_the_tint_of_their_layer(dressed: Workbook) -> None:
    (area,) = dressed["Cards"].conditional_formatting
    assert str(area.sqref) == "A2:F1000"
    assert [(rule.formula, rule.dxf.fill.bgColor.rgb) for rule in area.rules] == [
        (["$B2=1"], "00D5EEEC"),
        (["$B2=2"], "00DBE6F7"),
    ]
    assert dressed["Layers"]["C2"].fill.fgColor.rgb == "00D5EEEC"


def test_notation_is_typed_as_text_so_that_a_plus_starts_no_formula(dressed: Workbook) -> None:
    assert dressed["Cards"]["D2"].number_format == "@"
    assert dressed["Cards"].column_dimensions["C"].number_format == "@"
    assert dressed["Cards"]["E2"].number_format == "General"


def test_a_version_that_shows_decimals_keeps_them_as_text() -> None:
    book = workbook()
    book["Cards"]["A2"] = 1
    book["Cards"]["A2"].number_format = "0.0"
    dress_book(book)
    assert (book["Cards"]["A2"].value, book["Cards"]["A2"].number_format) == ("1.0", "@")


def test_columns_are_as_wide_as_their_text_within_bounds() -> None:
    book = workbook({**GOOD, "Notes": (("A", "B", "C"), ("x", "y" * 30, "z " * 100))})
    dress_book(book)
    widths = [book["Notes"].column_dimensions[letter].width for letter in "ABC"]
    assert widths == [8, 32, 60]
    assert book["Notes"].row_dimensions[2].height == 60  # four lines of 60 characters hold 200


def test_dressing_changes_no_value_and_twice_is_once(tmp_path: Path) -> None:
    path = save(workbook(), tmp_path)
    plain = dump(path)
    dress(path)
    once = _parts(path)
    dress(path)
    assert _parts(path) == once
    assert dump(path) == plain
    assert [entry.name for entry in tmp_path.iterdir()] == ["card_data.xlsx"]


def _parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.startswith("docProps")}


def test_libreoffice_keeps_content_drop_downs_and_notes(tmp_path: Path) -> None:
    """tests/data/libreoffice.xlsx is the dressed small workbook, opened and saved by LibreOffice 7.4."""
    path = save(workbook(), tmp_path)
    dress(path)
    theirs = DATA / "libreoffice.xlsx"
    assert dump(theirs) == dump(path)
    ours_book, their_book = load_workbook(path), load_workbook(theirs)
    for sheet in ours_book.worksheets:
        other = their_book[sheet.title]
        assert {place: rule[1].replace("'", "") for place, rule in rules(sheet).items()} == {
            place: rule[1] for place, rule in rules(other).items()
        }
        assert [cell.comment and cell.comment.text for cell in sheet[1]] == [
            cell.comment and cell.comment.text for cell in other[1]
        ]
        assert len(sheet.conditional_formatting) == len(other.conditional_formatting)
