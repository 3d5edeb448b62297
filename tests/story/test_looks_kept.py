"""Whoever dressed a workbook up finds all of it as it was after `pnp rename` and after a repair."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from generator.workbook.rename import give_name
from generator.workbook.set_rows import replace_rows
from tests.shared.scripts import MORE
from tests.shared.workbooks import parts, save, workbook

DATA = Path(__file__).parents[1] / "data"


def dressed_up() -> Workbook:
    """A workbook with all that a designer may set: on cells that are written, and beside them."""
    book = workbook()
    cards = book["Cards"]
    for place in ("A2", "A3", "B2", "F2", "F3", "H2"):
        cards[place].fill = PatternFill("solid", fgColor="FFAABBCC")
        cards[place].font = Font(name="Georgia", bold=True, italic=True, size=13, color="FF112233")
        cards[place].border = Border(bottom=Side(style="thick", color="FF445566"))
        cards[place].alignment = Alignment(wrap_text=True, vertical="top", text_rotation=15)
    cards["E2"].number_format, cards["B3"].number_format = "0.00", '0" of them"'
    cards["A2"].comment = Comment("Dear to me", "a designer", width=300, height=90)
    cards["F3"].comment = Comment("To be told better", "a designer")
    cards.freeze_panes = "B2"
    cards.column_dimensions["A"].width, cards.column_dimensions["F"].width = 31.5, 72
    cards.column_dimensions["D"].hidden = True
    cards.row_dimensions[2].height = 40
    cards.row_dimensions[3].hidden = True
    choice = DataValidation(type="list", formula1='"1,2"', showErrorMessage=True, error="No such Layer")
    choice.add("B2:B100")
    cards.add_data_validation(choice)
    cards.conditional_formatting.add("E2:E9", CellIsRule("greaterThan", ["3"], fill=PatternFill("solid")))
    cards.auto_filter.ref = "A1:F3"
    cards.sheet_view.zoomScale, cards.sheet_properties.tabColor = 120, "FFAA0000"
    cards.print_title_rows = "1:1"
    book.defined_names["Dear"] = DefinedName("Dear", attr_text="Cards!$A$2")
    book["Layers"].sheet_state = "hidden"
    return book


def looks(content: bytes) -> dict[str, Any]:
    """All that openpyxl reads of the looks of a workbook, by where it is."""
    book = load_workbook(io.BytesIO(content))
    made: dict[str, Any] = {"names": sorted(book.defined_names)}
    for sheet in book:
        made[sheet.title] = {
            "panes": sheet.freeze_panes,
            "columns": {k: (d.width, d.hidden, d.min, d.max) for k, d in sheet.column_dimensions.items()},
            "rows": {
                k: (d.height, d.hidden) for k, d in sheet.row_dimensions.items() if d.height or d.hidden
            },
            "validations": [
                (v.sqref, v.type, v.formula1, v.error) for v in sheet.data_validations.dataValidation
            ],
            "rules": [str(area.sqref) for area in sheet.conditional_formatting],
            "filter": sheet.auto_filter.ref,
            "view": (sheet.sheet_view.zoomScale, sheet.sheet_state, sheet.print_title_rows),
            "cells": {
                cell.coordinate: (
                    repr(cell.fill),
                    repr(cell.font),
                    repr(cell.border),
                    repr(cell.alignment),
                    cell.number_format,
                    cell.comment and (cell.comment.text, cell.comment.width, cell.comment.height),
                )
                for row in sheet.iter_rows()
                for cell in row
                if cell.has_style or cell.comment
            },
        }
    return made


def by_openpyxl(folder: Path) -> Path:
    return save(dressed_up(), folder)


def by_libreoffice(folder: Path) -> Path:
    """The same, saved by LibreOffice 7.4: shared texts, and styles and notes in its own way.

    Without a window it forgets frozen panes; these were put back as it writes them.
    """
    path = folder / "card_data.xlsx"
    shutil.copy(DATA / "libreoffice_looks.xlsx", path)
    return path


MAKERS = [by_openpyxl, by_libreoffice]


def cells_of(xml: bytes) -> dict[str, bytes]:
    """The elements of the cells of a sheet by their places, and under "" all that is around them."""
    pattern = re.compile(rb'<c [^>]*?r="([A-Z]+\d+)"[^>]*?(?:/>|>.*?</c>)', re.DOTALL)
    return {m[1].decode(): m[0] for m in pattern.finditer(xml)} | {"": pattern.sub(b"", xml)}


def differing(before: bytes, after: bytes) -> set[str]:
    """The cells whose bytes differ, in the one part that may; "" if anything around them does."""
    old, new = parts(before), parts(after)
    assert list(old) == list(new), "the same parts in the same order"
    (part,) = [name for name in old if old[name] != new[name]]
    assert part.startswith("xl/worksheets/sheet")
    was, now = cells_of(old[part]), cells_of(new[part])
    return {place for place in was | now if was.get(place) != now.get(place)}


def test_what_is_looked_at_is_there(tmp_path: Path) -> None:
    """What openpyxl reads of LibreOffice's file, so that the tests below compare something."""
    cards = looks(by_libreoffice(tmp_path).read_bytes())["Cards"]
    assert cards["panes"] == "B2" and cards["filter"] == "A1:F3" and cards["rules"] == ["E2:E9"]
    assert [found[1:] for found in cards["validations"]] == [("list", '"1,2"', "No such Layer")]
    assert [name for name, (_, hidden, _, _) in cards["columns"].items() if hidden] == ["D"]
    assert 39 < cards["rows"][2][0] < 41 and cards["rows"][3][1]
    fill, font, _, _, _, comment = cards["cells"]["A2"]
    assert "FFAABBCC" in fill and "Georgia" in font and comment[0] == "Dear to me"
    assert cards["cells"]["E2"][4] == "0.00"


@pytest.mark.parametrize("make", MAKERS)
def test_after_a_rename(make: Any, tmp_path: Path) -> None:
    path = make(tmp_path)
    before = path.read_bytes()
    made = give_name(path, "Shell", "Hull", inside=tmp_path)
    assert [change.where for change in made.changes] == ["Cards!A2"]
    after = path.read_bytes()
    assert differing(before, after) == {"A2"}
    assert load_workbook(path)["Cards"]["A2"].value == "Hull"
    assert looks(after) == looks(before)
    assert (tmp_path / "card_data.before-dress.xlsx").read_bytes() == before


@pytest.mark.parametrize("make", MAKERS)
def test_after_rows_are_written_anew(make: Any, tmp_path: Path) -> None:
    path = make(tmp_path)
    before = path.read_bytes()
    assert replace_rows(path, "Cards", MORE[:2], inside=tmp_path, command="repair") == (2, 3)
    after = path.read_bytes()
    cells = load_workbook(io.BytesIO(before))["Cards"], load_workbook(path)["Cards"]
    changed = {
        cell.coordinate
        for row in cells[1].iter_rows()
        for cell in row
        if cell.value != cells[0][cell.coordinate].value
    }
    assert changed and differing(before, after) == changed
    assert looks(after) == looks(before)
