"""`pnp rename`, `--repair --write` and `check --annotate` for a folder of .csv files and for an .ods file."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from generator import cli
from generator.ground.problems import Failed
from generator.ground.project import Project
from generator.story import examine
from generator.workbook.annotate import annotate
from tests.shared.game_folders import ROOT, copy_of
from tests.shared.sheets_made import ods_table, save_csv, save_ods, write_ods

KINDS: dict[str, dict[str, Any]] = {
    "comma": {},
    "semicolon": {"separator": ";", "mark": True, "end": "\n"},
    "tab": {"separator": "\t", "end": "\r"},
    "quoted": {"separator": ";", "quoting": csv.QUOTE_ALL},
}


def run(*argv: object) -> int:
    return cli.main([str(word) for word in argv])


def as_folder(game: Path, *, quoting: int = csv.QUOTE_MINIMAL, **how: Any) -> dict[str, bytes]:
    """Give a game a folder of .csv files for its workbook; its files by name."""
    folder = save_csv(load_workbook(game / "card_data.xlsx"), game, **how)
    (game / "card_data.xlsx").unlink()
    if quoting != csv.QUOTE_MINIMAL:
        for path in folder.iterdir():
            rows = list(rows_of(path.read_bytes(), ";"))
            with path.open("w", newline="") as file:
                csv.writer(file, delimiter=";", quoting=csv.QUOTE_ALL).writerows(rows)
    return files_of(folder)


def rows_of(content: bytes, separator: str) -> list[list[str]]:
    text = io.StringIO(content.decode("utf-8-sig"), newline="")
    return list(csv.reader(text, delimiter=separator))


def as_ods(game: Path) -> Path:
    path = save_ods(load_workbook(game / "card_data.xlsx"), game)
    (game / "card_data.xlsx").unlink()
    return path


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def changed(before: dict[str, bytes], folder: Path) -> dict[str, list[tuple[bytes, bytes]]]:
    """The lines that differ, of files that keep their number of lines."""
    made: dict[str, list[tuple[bytes, bytes]]] = {}
    now = files_of(folder)
    assert now.keys() == before.keys()
    for name, content in before.items():
        old, new = content.splitlines(keepends=True), now[name].splitlines(keepends=True)
        assert len(old) == len(new)
        differing = [pair for pair in zip(old, new, strict=True) if pair[0] != pair[1]]
        made |= {name: differing} if differing else {}
    return made


# ---------------------------------------------------------------- rename


@pytest.mark.parametrize("kind", KINDS)
def test_a_rename_changes_the_lines_that_say_the_name(
    kind: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = as_folder(game, **KINDS[kind])
    folder = game / "card_data"
    assert run("rename", "Meadow", "Wet Meadow", "--game", game) == 0
    assert capsys.readouterr().out == (
        f"{folder}: 4 cells changed; card_data.before-dress is as it was.\n"
        "  Lands.csv:2 (Name)  Meadow → Wet Meadow\n"
        "  Tiles.csv:2 (Land)  Meadow → Wet Meadow\n"
        "  Tiles.csv:3 (Land)  Meadow → Wet Meadow\n"
        "  Tiles.csv:4 (Land)  Meadow → Wet Meadow\n"
    )
    differing = changed(before, folder)
    assert {name: len(lines) for name, lines in differing.items()} == {"Lands.csv": 1, "Tiles.csv": 3}
    assert all(
        new == old.replace(b"Meadow", b"Wet Meadow") for lines in differing.values() for old, new in lines
    )
    assert files_of(game / "card_data.before-dress") == before
    assert examine(Project(game)) == ()


def test_a_name_with_the_separator_in_it_is_quoted(game: Path) -> None:
    as_folder(game)
    assert run("rename", "Meadow", 'Meadow, "wet"', "--game", game) == 0
    assert b'\r\n"Meadow, ""wet""",' in (game / "card_data" / "Lands.csv").read_bytes()
    assert examine(Project(game)) == ()


def test_if_the_second_file_cannot_be_written_the_first_is_as_before(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = as_folder(game)
    real = Path.replace

    def refusing(self: Path, target: Path) -> Path:
        if target == game / "card_data" / "Tiles.csv" and b"Wet" in self.read_bytes():
            raise PermissionError(13, "Permission denied", str(target))
        return real(self, target)

    monkeypatch.setattr(Path, "replace", refusing)
    assert run("rename", "Meadow", "Wet Meadow", "--game", game) == 1
    assert files_of(game / "card_data") == before
    assert "Tiles.csv: errors\n  The file cannot be written: Permission denied." in capsys.readouterr().err


def test_what_a_rename_of_an_ods_file_would_change_is_listed(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = as_ods(game)
    before = path.read_bytes()
    assert run("rename", "Meadow", "Wet Meadow", "--game", game) == 1
    told = capsys.readouterr()
    assert told.out == (
        f"{path}: to be changed by hand:\n"
        "  Tiles.B2: Meadow → Wet Meadow\n"
        "  Tiles.B3: Meadow → Wet Meadow\n"
        "  Tiles.B4: Meadow → Wet Meadow\n"
        "  Lands.A2: Meadow → Wet Meadow\n"
    )
    assert "A workbook in .ods is read, but never written; 4 cells are to be changed." in told.err
    assert path.read_bytes() == before and not list(game.glob("*before*"))


def test_a_formula_of_an_ods_file_is_named(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = load_workbook(game / "card_data.xlsx")
    (game / "card_data.xlsx").unlink()
    tables = "".join(ods_table(sheet) for sheet in book.worksheets)
    plain = '<table:table-cell office:value-type="string"><text:p>Old Oak</text:p>'
    assert tables.count(plain) == 1
    write_ods(game, tables.replace(plain, plain.replace(" office", ' table:formula="of:=[.B1]" office')))
    assert run("rename", "Old Oak", "Young Oak", "--game", game) == 0, "there is nothing to do in a cell"
    assert "  Tiles!A11  a formula\n" in capsys.readouterr().out


# ---------------------------------------------------------------- the sample game


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """Meaning Made with a sample game that breaks at row 79: a step goes, and two change."""
    game = copy_of(ROOT, tmp_path / "meaning")
    book = load_workbook(game / "card_data.xlsx")
    next(row for row in book["Rules"].iter_rows(min_row=2) if row[0].value == "Donation Cap")[1].value = 2
    book["Sample Game"]["K83"] = "a remark of the designer's"
    book.save(game / "card_data.xlsx")
    return game


@pytest.mark.parametrize("kind", KINDS)
def test_a_repair_writes_the_lines_that_change(
    kind: str, broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = as_folder(broken, **KINDS[kind])
    assert run("sample-game", "--repair", "--write", "--game", broken) == 0
    out = capsys.readouterr().out
    assert (
        "Of 84 rows 82 kept, 2 changed, 0 added; 1 of the old ones left out.\nChanged: rows 79, 81.\n" in out
    )
    assert "card_data.before-repair is as it was." in out
    assert files_of(broken / "card_data.before-repair") == before
    now = files_of(broken / "card_data")
    assert [name for name in now if now[name] != before[name]] == ["Sample Game.csv"]
    old, new = (each["Sample Game.csv"].splitlines(keepends=True) for each in (before, now))
    assert len(new) == len(old) - 1
    assert [line for number, line in enumerate(new, 1) if line not in old] == [new[78], new[80]]
    remark = next(line for line in old if b"remark" in line)
    assert remark in new, "it stays with its row"
    assert run("replay", "--game", broken) == 0
    assert "All 72 steps hold" in capsys.readouterr().out
    assert run("sample-game", "--repair", "--write", "--game", broken) == 0
    assert "nothing had to be changed" in capsys.readouterr().err
    assert not (broken / "card_data.before-repair.2").exists()


def test_a_repair_of_rows_that_are_missing_adds_lines(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = as_folder(broken, separator=";", mark=True)
    path = broken / "card_data" / "Sample Game.csv"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:60]))
    assert run("sample-game", "--repair", "--write", "--game", broken) == 0
    now = path.read_bytes()
    assert now.startswith(b"".join(lines[:60])) and now.endswith(b"\r\n")
    rows = rows_of(now, ";")
    assert len(rows) > 70 and {len(row) for row in rows} == {len(rows[0])}
    assert f"Added: rows 61 to {len(rows)}." in capsys.readouterr().out
    assert run("replay", "--game", broken) == 0
    assert {name for name, content in files_of(path.parent).items() if content != before[name]} == {path.name}


def test_what_a_repair_of_an_ods_file_would_change_is_listed(
    broken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = as_ods(broken)
    before = path.read_bytes()
    assert run("sample-game", "--repair", "--write", "--game", broken) == 1
    told = capsys.readouterr()
    assert f"{path}: to be changed by hand:\n  Sample Game.A79: 6 → 7\n" in told.out
    assert "\n  Sample Game.B86: end → (empty)\n" in told.out
    assert "or paste the rows that --out FILE writes in place of --write" in told.err
    assert path.read_bytes() == before and not list(broken.glob("*before*"))


def test_a_folder_is_a_workbook_to_replay(broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = copy_of(ROOT, broken.with_name("other"))
    as_folder(shipped)
    assert run("replay", shipped / "card_data", "--game", broken) == 0
    assert "steps hold" in capsys.readouterr().out


# ---------------------------------------------------------------- annotate


@pytest.mark.parametrize("kind", KINDS)
def test_wrong_rows_say_so_in_a_copy_of_the_folder(
    kind: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    as_folder(game, **KINDS[kind])
    tiles = game / "card_data" / "Tiles.csv"
    tiles.write_bytes(tiles.read_bytes().replace(b"Meadow", b"Desert", 1))
    before = files_of(game / "card_data")
    assert run("check", "--annotate", "--game", game) == 1
    copy = game / "card_data.checked"
    assert capsys.readouterr().err == (
        f"{copy}: a copy of the workbook with 1 row marked; your own files are as they were.\n"
    )
    assert files_of(game / "card_data") == before
    now = files_of(copy)
    assert [name for name in now if now[name] != before[name]] == ["Tiles.csv"]
    old, new = before["Tiles.csv"].splitlines(), now["Tiles.csv"].splitlines()
    assert [new[at].startswith(line) for at, line in enumerate(old)] == [True] * len(old), "the same lines"
    said = (
        "Error: Land: “Desert” is not in the column Name of the sheet Lands. Use one of Meadow, Lake, Hill, "
        "Forest, or add it to Lands.Name."
    )
    rows = rows_of(now["Tiles.csv"], KINDS[kind].get("separator", ","))
    assert [row[len(rows[2]) :] for row in rows[:2]] == [["Problems"], [said]]
    assert not any("Error" in cell for row in rows[2:] for cell in row)
    (game / "card_data.checked" / "Gone.csv").write_text("A\n")
    assert run("check", "--annotate", "--game", game) == 1, "over the one before"
    assert files_of(copy) == now


def test_a_copy_holds_nothing_that_a_spreadsheet_program_would_run(game: Path) -> None:
    as_folder(game)
    tiles, more = game / "card_data" / "Tiles.csv", game / "card_data" / "More.csv"
    evil = b"=cmd|'/c calc'!A0"
    tiles.write_bytes(tiles.read_bytes().replace(b"Meadow", evil, 1))
    more.write_bytes(b"Name,Cost\n@SUM(1),+1E\n-2M; all -1V,+cmd|x\n")
    before = tiles.read_bytes()
    assert run("check", "--annotate", "--game", game) == 1
    copy = files_of(game / "card_data.checked")
    assert b"'" + evil in copy["Tiles.csv"] and b"," + evil not in copy["Tiles.csv"]
    assert copy["More.csv"] == b"Name,Cost\n'@SUM(1),+1E\n-2M; all -1V,'+cmd|x\n"
    assert tiles.read_bytes() == before


def test_what_no_row_says_stands_in_the_first_line(game: Path) -> None:
    as_folder(game)
    lands = game / "card_data" / "Lands.csv"
    lands.write_text(lands.read_text().replace("Name", "Nam", 1) + "Heath\n")
    (game / "card_data" / "Tiles.csv").write_bytes("Title,Land\nMüde,1\n".encode("latin-1"))
    found = examine(Project(game))
    copy, rows = annotate(game / "card_data", found, inside=game)
    assert (copy / "Tiles.csv").read_bytes() == (game / "card_data" / "Tiles.csv").read_bytes(), "unreadable"
    said = (copy / "Lands.csv").read_text().splitlines()
    assert rows == 1 and said[0].endswith(",Problems") and "Error: The line has 1 cell" in said[-1]
    (game / "card_data" / "Tiles.csv").unlink()
    lands.write_text("Nobody,Knows\nHeath,1\n")
    found = examine(Project(game))
    copy, rows = annotate(game / "card_data", found, inside=game)
    said = (copy / "Lands.csv").read_text().splitlines()
    assert rows == 2 and ",Problems: Error: " in said[0].replace('"', "") and said[1] == "Heath,1"
    assert not (copy / "Tiles.csv").exists(), "it is none of the workbook any more"


def test_an_ods_file_has_no_marked_copy(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = as_ods(game)
    assert run("check", "--annotate", "--game", game) == 1
    assert "A workbook in .ods is read, but never written: there is no marked copy of it." in (
        capsys.readouterr().err
    )
    assert [entry.name for entry in game.glob("card_data*")] == [path.name]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_copy_is_written_through_a_link_that_leads_out(game: Path, tmp_path: Path) -> None:
    as_folder(game)
    (tmp_path / "outside").mkdir()
    (game / "card_data.checked").symlink_to(tmp_path / "outside")
    with pytest.raises(Failed, match="leads out of the game folder"):
        annotate(game / "card_data", (), inside=game)
    assert list((tmp_path / "outside").iterdir()) == []
