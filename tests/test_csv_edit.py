"""Cells of .csv files are set, and every other byte stays."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from random import Random

import pytest

from generator.ground.problems import Failed
from generator.workbook.csv_edit import Edits, Value, set_cells, with_cells, with_rows
from generator.workbook.csv_text import records, style_of
from generator.workbook.located import read_sheets
from generator.workbook.save import by_hand
from tests.sheets_made import save_csv
from tests.workbooks import workbook

MARK = "\ufeff"


@pytest.mark.parametrize(
    ("before", "edits", "after"),
    [
        ('A,B\r\n"x", y\r\n', {(2, 2): "z"}, 'A,B\r\n"x", z\r\n'),
        ('A,B\n"x",y\n', {(2, 1): "z"}, 'A,B\n"z",y\n'),
        ("A,B\nx,y\n", {(2, 1): 'say "a, b"'}, 'A,B\n"say ""a, b""",y\n'),
        ("A,B\nx,y\n", {(2, 2): "a\nb"}, 'A,B\nx,"a\nb"\n'),
        ("A;B\nx;1,50\n", {(2, 2): 2.5}, "A;B\nx;2,5\n"),
        ("A;B\nx;y,z\n", {(2, 1): "u,v"}, "A;B\nu,v;y,z\n"),
        ("A\tB\nx\ty", {(2, 2): 3}, "A\tB\nx\t3"),
        (MARK + "A,B\nx,y\n", {(1, 2): "C"}, MARK + "A,C\nx,y\n"),
        ("sep=;\nA;B\nx;y\n", {(1, 1): "C", (3, 1): "z"}, "sep=;\nC;B\nz;y\n"),
        ('A,B\n\n"x\ny",1\n\nlast,2\n', {(6, 2): None, (3, 2): 9}, 'A,B\n\n"x\ny",9\n\nlast,\n'),
        ("A,B\nx\n", {(2, 3): "z", (2, 2): "y"}, "A,B\nx,y,z\n"),
        ("A,B\nx\n", {(2, 3): "z"}, "A,B\nx,,z\n"),
        ("A,B\rx,y\r", {(2, 1): "z"}, "A,B\rz,y\r"),
        ("A,B\nx,y\n", {(2, 1): "x"}, "A,B\nx,y\n"),
        ("A,B\nx,TRUE\n", {(2, 2): False}, "A,B\nx,FALSE\n"),
    ],
)
def test_a_cell_is_set_and_nothing_else_changes(before: str, edits: Edits, after: str) -> None:
    assert with_cells(before.encode(), edits, "x.csv").decode() == after


@pytest.mark.parametrize("place", [(3, 1), (4, 1), (9, 1), (0, 1), (2, 0)])
def test_a_row_that_is_not_there(place: tuple[int, int]) -> None:
    with pytest.raises(IndexError):
        with_cells(b'A,B\n"x\ny",1\n', {place: "z"}, "x.csv")


def test_a_file_that_cannot_be_read_is_left_alone() -> None:
    with pytest.raises(Failed, match=r"x\.csv:2: A quotation mark that opens here"):
        with_cells(b'A,B\n"x,y\n', {(2, 1): "z"}, "x.csv")


@pytest.mark.parametrize(
    ("rows", "after"),
    [
        ([["x", 1], ["new", "a, b"]], 'A,B\r\n"x",1\r\nnew,"a, b"\r\n'),
        ([["y", "2"], [], ["x", "1"]], 'A,B\r\ny, 2\r\n"x",1\r\n'),
        ([["z"]], "A,B\r\nz,\r\n"),
        ([], "A,B\r\n"),
    ],
)
def test_rows_are_replaced_and_those_that_stay_keep_their_bytes(rows: list[list[Value]], after: str) -> None:
    assert with_rows(b'A,B\r\n"x",1\r\ny, 2\r\n', rows, "x.csv").decode() == after


def test_any_file_is_read_as_the_csv_module_reads_it() -> None:
    """Hundreds of random texts: each cell that is set says so afterwards, and all others what they said."""
    rng = Random(8)
    done = 0
    for _ in range(1500):
        separator = rng.choice(",;\t")
        pieces = [
            separator,
            separator,
            "\n",
            "\r\n",
            '"',
            '""',
            f'{separator}"',
            f'"{separator}',
            " ",
            "a",
            "b\n",
        ]
        content = f"A{separator}B\n{''.join(rng.choice(pieces) for _ in range(rng.randrange(40)))}".encode()
        try:
            before = rows_of(content)
        except Exception as fault:
            assert type(fault).__name__ == "BadText"
            continue
        line, cells = rng.choice(list(before.items()))
        column = rng.randrange(len(cells))
        new = rng.choice(["new", 'n"e', "n\nw", f"n{separator}w", " n", ""])
        made = rows_of(with_cells(content, {(line, column + 1): new}, "x.csv"))
        expected = [list(cells) for cells in before.values()]
        expected[list(before).index(line)][column] = new.strip() if new == " n" else new
        told = [[cell.strip() if cell == " n" else cell for cell in cells] for cells in made.values()]
        assert [cells for cells in told if any(cells)] == [cells for cells in expected if any(cells)]
        done += 1
    assert done > 300


def rows_of(content: bytes) -> dict[int, tuple[str, ...]]:
    style = style_of(content, "x.csv")
    return {record.line: record.cells for record in records(content, "x.csv", style)}


def test_cells_of_a_folder(tmp_path: Path) -> None:
    folder = save_csv(workbook(), tmp_path, separator=";", mark=True)
    old = (folder / "Cards.csv").read_bytes()
    assert set_cells(folder, {"Cards": {(2, 3): "2E 2I"}, "Icons": {(1, 1): "Key"}}, inside=tmp_path) == (
        folder / "Cards.csv",
    )
    assert (folder / "Cards.csv").read_bytes() == old.replace(b"2E 1I", b"2E 2I")
    assert (folder / "Cards.csv.before").read_bytes() == old
    assert [sheet.name for sheet in read_sheets(folder)[0]] == ["Fields", "Cards", "Icons", "Layers"]
    (folder / ".~lock.Icons.csv#").touch()
    with pytest.raises(Failed, match="open in LibreOffice"):
        set_cells(folder, {"Cards": {(2, 3): "1E"}, "Icons": {(2, 3): "E"}}, inside=tmp_path)
    assert b"2E 2I" in (folder / "Cards.csv").read_bytes(), "all or nothing"
    with pytest.raises(KeyError):
        set_cells(folder, {"Crads": {(2, 3): "1E"}})


def test_what_is_to_be_typed_by_hand_is_listed() -> None:
    changes = [(f"Cards!A{number}", "Hull") for number in range(2, 32)]
    problem = by_hand(Path("card_data.ods"), [("Cards!B2", ""), *changes])
    assert problem.what == "A workbook in .ods is read, but never written: 31 cells are to be changed."
    assert problem.mend.startswith(
        "Type it there by hand, or save the workbook as .xlsx. Cards!B2: nothing; Card"
    )
    assert problem.mend.endswith("Cards!A20: “Hull”; and 11 more.")


def test_what_is_written_needs_no_more_quotation_marks_than_python_writes() -> None:
    for text in ("plain", "a,b", 'a"b', "a\nb", "a;b"):
        made = with_cells(b"A,B\nx,y\n", {(2, 1): text}, "x.csv").decode()
        theirs = io.StringIO()
        csv.writer(theirs, lineterminator="\n").writerow([text, "y"])
        assert made == f"A,B\n{theirs.getvalue()}"
