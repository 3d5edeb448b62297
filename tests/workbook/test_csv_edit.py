"""Cells of .csv files are set, and every other byte stays."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from random import Random

import pytest

from generator.ground.problems import Failed
from generator.workbook.changes import CellChange, Edits, by_hand, not_written
from generator.workbook.csv_edit import NewRows, set_cells, with_cells, with_more_rows
from generator.workbook.csv_text import records, style_of
from generator.workbook.located import read_sheets
from tests.shared.sheets_made import save_csv
from tests.shared.workbooks import workbook

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
    ("before", "edits", "more", "after", "lines"),
    [
        (
            'A,B\r\n"x", y\r\nu,v\r\n',
            {(2, 2): "z"},
            {2: [{1: "new", 2: 7}], 3: [{2: "a,b"}, {1: "last"}]},
            'A,B\r\n"x", z\r\nnew,7\r\nu,v\r\n,"a,b"\r\nlast,\r\n',
            {(1, 0): 1, (2, 0): 2, (2, 1): 3, (3, 0): 4, (3, 1): 5, (3, 2): 6},
        ),
        ("A;B\nx;y", {}, {2: [{1: "z"}]}, "A;B\nx;y\nz;", {(1, 0): 1, (2, 0): 2, (2, 1): 3}),
        ("A,B\n", {}, {1: [{1: "z"}]}, "A,B\nz,\n", {(1, 0): 1, (1, 1): 2}),
        (
            'A,B,C\n"x\ny",1,\nu,2,kept\n\nv,,\n,,\n',
            {(2, 1): None, (2, 2): None, (4, 1): None, (4, 2): None, (6, 1): "w\nw"},
            {},
            'A,B,C\n,,kept\n\n"w\nw",,\n,,\n',
            {(1, 0): 1, (4, 0): 2, (6, 0): 4, (7, 0): 6},
        ),
        ("A,B\nx,y\nu,v", {(3, 1): None, (3, 2): ""}, {}, "A,B\nx,y\n", {(1, 0): 1, (2, 0): 2}),
        (
            '"A","B","C"\n"x",1,\n',
            {(2, 1): "y"},
            {2: [{1: "z", 2: 2}]},
            '"A","B","C"\n"y",1,\n"z",2,\n',
            {(1, 0): 1, (2, 0): 2, (2, 1): 3},
        ),
        (
            '"A","B"\n"x","1"\n',
            {(2, 1): None},
            {2: [{2: 2}]},
            '"A","B"\n"","1"\n"","2"\n',
            {(1, 0): 1, (2, 0): 2, (2, 1): 3},
        ),
    ],
)
def test_rows_come_and_go_and_all_others_keep_their_bytes(
    before: str, edits: Edits, more: NewRows, after: str, lines: dict[tuple[int, int], int]
) -> None:
    made, told = with_more_rows(before.encode(), edits, more, "x.csv")
    assert (made.decode(), told) == (after, lines)


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
    old = {path.name: path.read_bytes() for path in folder.iterdir()}
    set_cells(folder, {"Cards": {(2, 3): "2E 2I"}, "Icons": {(1, 1): "Key"}}, inside=tmp_path)
    assert (folder / "Cards.csv").read_bytes() == old["Cards.csv"].replace(b"2E 1I", b"2E 2I")
    kept = tmp_path / "card_data.before-dress"
    assert {path.name: path.read_bytes() for path in kept.iterdir()} == old
    assert [sheet.name for sheet in read_sheets(folder)[0]] == ["Fields", "Cards", "Icons", "Layers"]
    (folder / ".~lock.Icons.csv#").touch()
    with pytest.raises(Failed, match="open in LibreOffice"):
        set_cells(folder, {"Cards": {(2, 3): "1E"}, "Icons": {(2, 3): "E"}}, inside=tmp_path)
    assert b"2E 2I" in (folder / "Cards.csv").read_bytes(), "all or nothing"
    with pytest.raises(KeyError):
        set_cells(folder, {"Crads": {(2, 3): "1E"}})


def test_three_versions_of_a_folder_are_kept(tmp_path: Path) -> None:
    folder = save_csv(workbook(), tmp_path)
    for number in range(1, 6):
        set_cells(folder, {"Cards": {(2, 3): f"{number}E"}}, inside=tmp_path, command="repair")
    said = ["", ".2", ".3"]
    cards = [(tmp_path / f"card_data.before-repair{end}" / "Cards.csv").read_text() for end in said]
    assert [text.splitlines()[1].split(",")[2] for text in cards] == ["4E", "3E", "2E"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "card_data",
        *(f"card_data.before-repair{end}" for end in said),
    ]


@pytest.mark.parametrize("at", [1, 2])
def test_if_one_of_several_files_cannot_be_written_none_is(
    at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = save_csv(workbook(), tmp_path)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    replace, done = Path.replace, []

    def refusing(self: Path, target: Path) -> Path:
        if target.parent == folder:
            done.append(target)
            if len(done) == at:
                raise PermissionError(13, "Permission denied", str(target))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refusing)
    with pytest.raises(Failed, match=r"\.csv: The file cannot be written: Permission denied\."):
        set_cells(folder, {"Cards": {(2, 3): "9E"}, "Icons": {(1, 1): "Kee"}}, inside=tmp_path)
    assert len(done) > at, "those before it were put back"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = save_csv(workbook(), tmp_path)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    synced, real = [0], os.fsync

    def full(number: int) -> None:
        synced[0] += 1
        if synced[0] > len(before) + 3:  # the version is kept, and the drafts of one file are made
            raise OSError(28, "No space left on device")
        real(number)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Failed, match="No space left on device"):
        set_cells(folder, {"Cards": {(2, 3): "9E"}, "Icons": {(1, 1): "Kee"}}, inside=tmp_path)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_what_is_to_be_typed_by_hand() -> None:
    changes = [
        CellChange("Cards", (2, 28), "1E\n2E", ""),
        CellChange("Sample Game", (3, 1), "", "Hull"),
    ]
    assert list(by_hand(changes)) == ["Cards.AB2: 1E 2E → (empty)", "Sample Game.A3: (empty) → Hull"]
    assert str(not_written(Path("card_data.ods"), 2)) == (
        "error: card_data.ods: A workbook in .ods is read, but never written; 2 cells are to be changed. "
        "Type what is listed above into it in LibreOffice, or keep the game as .xlsx in its place."
    )


def test_what_is_written_needs_no_more_quotation_marks_than_python_writes() -> None:
    for text in ("plain", "a,b", 'a"b', "a\nb", "a;b"):
        made = with_cells(b"A,B\nx,y\n", {(2, 1): text}, "x.csv").decode()
        theirs = io.StringIO()
        csv.writer(theirs, lineterminator="\n").writerow([text, "y"])
        assert made == f"A,B\n{theirs.getvalue()}"
