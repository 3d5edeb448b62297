"""`pnp check --annotate`: a copy in which wrong cells are marked, and that is the same in all else."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from openpyxl import load_workbook

from generator import cli
from generator.ground.problems import error, led_to, warning
from generator.workbook.annotate import annotated
from generator.workbook.located import sheets_in
from tests.shared.game_folders import ROOT
from tests.shared.games_made import change

CONTENT = (ROOT / "card_data.xlsx").read_bytes()


def test_check_writes_a_copy_and_leaves_the_workbook(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(game, "Tiles!B3", "Desert")
    before = (game / "card_data.xlsx").read_bytes()
    assert cli.main(["check", "--annotate", "--game", str(game)]) == 1
    copy = game / "card_data.checked.xlsx"
    said = "a copy of the workbook with 1 cell marked; your own file is as it was."
    assert capsys.readouterr().err == f"{copy}: {said}\n"
    assert (game / "card_data.xlsx").read_bytes() == before
    cell = load_workbook(copy)["Tiles"]["B3"]
    assert cell.value == "Desert" and cell.fill.fgColor.rgb == "FFFFB3BA"
    assert cell.comment is not None and cell.comment.text == (
        "Error: “Desert” is not in the column Name of the sheet Lands. "
        "Use one of Meadow, Lake, Hill, Forest, or add it to Lands.Name."
    )
    assert cli.main(["check", "--annotate", "--game", str(game)]) == 1, "over the one before"


def test_only_marks_change() -> None:
    problems = [
        led_to(error("Patterns!C2", "This is wrong.", "Mend it."), "A step does not hold."),
        error("Patterns!C2", "That is wrong, too.", "Mend that."),
        warning("Patterns!B3", "Odd.", "Look at it."),
        warning("Patterns!F40", "Empty.", "Fill it."),
        error("Events", "There are none.", "Add some."),
        error("templates/x.svg:3", "A template.", "Mend it."),
    ]
    made, marked = annotated(CONTENT, "x", problems)
    assert marked == 4
    assert [sheet.cells for sheet in sheets_in(made, "x")[0]] == [
        sheet.cells for sheet in sheets_in(CONTENT, "x")[0]
    ]
    old, new = load_workbook(io.BytesIO(CONTENT)), load_workbook(io.BytesIO(made))
    sheet = new["Patterns"]
    assert sheet["C2"].comment.text == (
        "Error: This is wrong. Mend it.\nA step does not hold.\n\nError: That is wrong, too. Mend that."
    )
    assert [sheet[place].fill.fgColor.rgb for place in ("C2", "B3", "F40")] == [
        "FFFFB3BA",
        "FFFFE699",
        "FFFFE699",
    ]
    note = new["Events"]["A1"].comment.text
    assert note.startswith("Error: There are none. Add some.\n\n")
    assert note.endswith(old["Events"]["A1"].comment.text), "the note of the header stays behind it"
    for table in old:
        there = new[table.title]
        assert there.freeze_panes == table.freeze_panes
        assert {k: d.width for k, d in there.column_dimensions.items()} == {
            k: d.width for k, d in table.column_dimensions.items()
        }
        for row in table.iter_rows():
            for cell in row:
                other = there[cell.coordinate]
                marks = {"Patterns": {"C2", "B3", "F40"}, "Events": {"A1"}}.get(table.title, set())
                assert other.number_format == cell.number_format
                for look in ("font", "alignment", "border"):
                    assert repr(getattr(other, look)) == repr(getattr(cell, look))
                if cell.coordinate not in marks:
                    assert repr(other.fill) == repr(cell.fill)
                    assert getattr(other.comment, "text", None) == getattr(cell.comment, "text", None)


def test_without_problems_the_copy_is_the_workbook() -> None:
    assert annotated(CONTENT, "x", []) == (CONTENT, 0)
    with zipfile.ZipFile(io.BytesIO(annotated(CONTENT, "x", [error("Events!B2", "No.", "Yes.")])[0])) as made:
        assert made.testzip() is None
