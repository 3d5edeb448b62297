"""A workbook as an .ods file or a folder of .csv files: same cells, same values, same Problems."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from generator.cli import main
from generator.ground.problems import Failed
from generator.ground.project import Project, open_project
from generator.records.cells import Displayed
from generator.records.tables import Book
from generator.workbook import ods as ods_reader
from generator.workbook.book import dump, read_book
from generator.workbook.located import Worksheet, read_sheets
from generator.workbook.places import located_in
from generator.workbook.scan import MOST_ROWS
from tests.shared.games_made import starter_game
from tests.shared.sheets_made import save_csv, save_ods, write_ods
from tests.shared.workbooks import CARDS, FIELDS, GOOD, Rows, save, with_cell, workbook

ROOT = Path(__file__).parents[2]
DAMAGED = "Save it again in Excel or LibreOffice, or take it from a backup."
ALL = {
    "ods": save_ods,
    "comma": save_csv,
    "semicolon": lambda book, folder: save_csv(book, folder, separator=";", mark=True, end="\n"),
    "tab": lambda book, folder: save_csv(book, folder, separator="\t", end="\r"),
}


def read(path: Path) -> tuple[Book | None, list[str]]:
    """The Book, and what is wrong, places aside."""
    book, problems = read_book(path)
    return book, sorted(f"{p.severity}: {p.what} {p.mend}" for p in problems)


def values(book: Book | None) -> Any:
    assert book is not None
    return {
        table.name: [{key: repr(value) for key, value in row.values.items()} for row in table]
        for table in book.tables.values()
    }


def text_of(path: Path, **sheets: str | bytes) -> Path:
    """A folder card_data of these files."""
    folder = path / "card_data"
    folder.mkdir(exist_ok=True)
    for name, text in sheets.items():
        (folder / f"{name}.csv").write_bytes(text.encode() if isinstance(text, str) else text)
    return folder


def told(path: Path) -> list[str]:
    try:
        return [str(problem) for problem in read_sheets(path)[1]]
    except Failed as failed:
        return [str(problem) for problem in failed.problems]


def only(path: Path) -> Worksheet:
    (sheet,) = read_sheets(path)[0]
    return sheet


def hidden_and_merged(sheets: Mapping[str, Rows] = GOOD) -> Workbook:
    book = workbook(sheets)
    book["Cards"].merge_cells("A2:A3")
    book["Cards"].row_dimensions[3].hidden = True
    book["Cards"].column_dimensions["B"].hidden = True
    book["Icons"].sheet_state = "hidden"
    return book


# ---------------------------------------------------------------- the same as .xlsx

EITHER: dict[str, Callable[[], Workbook]] = {
    "good": workbook,
    **{
        f"{place} is {value!r}": lambda place=place, value=value: with_cell(place, value)  # type: ignore[misc]
        for place, value in [
            ("Cards!A2", None),
            ("Cards!A3", "shell"),
            ("Cards!B2", 7),
            ("Cards!B2", "Boundary"),
            ("Cards!C2", 100),
            ("Cards!C2", "2Q 1I"),
            ("Cards!C2", True),
            ("Cards!D2", "#NAME?"),
            ("Cards!E2", 2.5),
            ("Cards!E2", -0.0),
            ("Cards!E2", 12),
            ("Cards!E2", 10**12),
            ("Cards!F2", 'Two\nlines of {energy}, and “quotes” "here"; so\tit is'),
            ("Cards!F2", "{nothing}"),
            ("Cards!F2", "x" * 6000),
            ("Cards!G2", "nobody asked"),
            ("Cards!H1", "Spare"),
            ("Cards!A1", "Titel"),
            ("Cards!B1", "Title"),
            ("Layers!C2", "teal"),
            ("Layers!A3", 1),
            ("Icons!E2", "tokens"),
            ("Fields!C11", "refrence"),
            ("Fields!H12", "Layers.Leyer"),
            ("Fields!A10", "Crads"),
            ("Fields!F8", 99),
        ]
    },
    "no header": lambda: workbook({**GOOD, "Cards": CARDS[1:]}),
    "a title above": lambda: workbook({**GOOD, "Cards": [("My cards",), (None,), *CARDS]}),
    "no Fields": lambda: workbook({"Feilds": FIELDS, "Cards": CARDS}),
    "nothing in a sheet": lambda: workbook({**GOOD, "Cards": [(None,)]}),
    "empty rows": lambda: workbook({**GOOD, "Cards": [*CARDS, (None,), (" ",), ("Skin", 2, "1E", "+1E")]}),
}
ODS_ONLY: dict[str, Callable[[], Workbook]] = {
    "hidden and merged": hidden_and_merged,
    "a date": lambda: with_cell("Cards!D2", dt.datetime(2026, 3, 1)),
    "a time": lambda: with_cell("Cards!E2", dt.time(10, 30)),
    "a formula that was never calculated": lambda: with_cell("Cards!E2", "=1+1"),
    "a number as text": lambda: with_cell("Cards!E2", "2"),
}
"""What a text file cannot say."""


CASES = [(name, kind) for name in EITHER for kind in ALL] + [(name, "ods") for name in ODS_ONLY]


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_the_same_cells_make_the_same_book_and_the_same_problems(
    name: str, kind: str, tmp_path: Path
) -> None:
    book = {**EITHER, **ODS_ONLY}[name]()
    first, said = read(save(book, tmp_path))
    second, said_again = read(ALL[kind](book, tmp_path))
    assert said_again == said
    assert (first is None) == (second is None)
    if first is not None and second is not None:
        assert values(second) == values(first)
        assert second.digest == first.digest


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("game", [ROOT, ROOT / "generator" / "data" / "starter"])
def test_a_whole_game_is_the_same_game(game: Path, kind: str, tmp_path: Path) -> None:
    path = game / "card_data.xlsx"
    first, second = read(path), read(ALL[kind](load_workbook(path), tmp_path))
    assert second[1] == first[1] == []
    assert values(second[0]) == values(first[0])
    assert second[0] and first[0] and second[0].digest == first[0].digest


@pytest.mark.parametrize("kind", ALL)
def test_a_version_keeps_its_decimals(kind: str, tmp_path: Path) -> None:
    book = with_cell("Cards!A2", 1.0)
    book["Cards"]["A2"].number_format = "0.0"
    made = read(ALL[kind](book, tmp_path))[0]
    assert made is not None and made["Cards"].rows[0].title == "1.0"


def test_sheets_come_with_fields_first_and_then_by_name(tmp_path: Path) -> None:
    folder = save_csv(workbook(), tmp_path)
    assert [sheet.name for sheet in read_sheets(folder)[0]] == ["Fields", "Cards", "Icons", "Layers"]
    assert dump(folder).startswith("# Fields\n")


# ---------------------------------------------------------------- which workbook


def test_a_game_has_one_workbook(tmp_path: Path) -> None:
    for name, make in ALL.items():
        (tmp_path / name).mkdir()
        assert open_project(
            tmp_path / name if make(workbook(), tmp_path / name) else tmp_path
        ).workbook.exists()
    game = tmp_path / "two"
    game.mkdir()
    save(workbook(), game)
    save_csv(workbook(), game)
    for path in (game / "card_data").iterdir():
        os.utime(path, (1, 1))
    with pytest.raises(Failed) as failed:
        open_project(game)
    (problem,) = failed.value.problems
    assert problem.where == str(game)
    assert problem.what == "There is more than one workbook here: card_data.xlsx and the folder card_data."
    assert problem.mend == (
        "Keep the one that you edit. If that is card_data.xlsx, which was saved last, remove the folder "
        "card_data."
    )
    (game / "card_data.xlsx").unlink()
    assert open_project(game).workbook == game / "card_data"


def test_a_folder_without_a_file_csv_is_no_workbook(tmp_path: Path) -> None:
    (tmp_path / "card_data").mkdir()
    (tmp_path / "card_data" / ".~lock.Cards.csv#").touch()
    (tmp_path / "card_data" / "._Cards.csv").touch()
    assert Project(tmp_path).workbook == tmp_path / "card_data.xlsx"
    with pytest.raises(Failed, match="no workbook here"):
        open_project(tmp_path)


# ---------------------------------------------------------------- .csv


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("A,B\n1,2\n", [1, 2]),
        ("A;B\n1,5;2\n", ["1.5", 2]),
        ("A\tB\n1.50\t2\n", ["1.50", 2]),
        ('"A, or; so";B\n"x,y";2\n', ["x,y", 2]),
        ('A,B\n"say ""ah""",2', ['say "ah"', 2]),
        ("sep=;\nA;B\n1;2\n", [1, 2]),
        ("A,B\n1E2,007\n", ["1E2", "007"]),
        ('A, B\n 1, "x, y"\n', [1, "x, y"]),
        ("A;B\n1.000;1.5\n", ["1.000", "1.5"]),
        ('A,B\n"1,5",-0\n', ["1,5", 0]),
        ("A,B\n2,TRUE\n", [2, True]),
        ("A\nHello, world\n", ["Hello, world"]),
        ("A,B,,\n1,2,,\n", [1, 2]),
    ],
)
def test_what_a_csv_file_says(text: str, cells: list[Any], tmp_path: Path) -> None:
    sheet = only(text_of(tmp_path, Cards=text))
    row = next(cells for number, cells in sheet.rows() if number > 1)
    assert [getattr(raw, "text", raw) for raw in row.values()] == cells
    assert (1, 1) in sheet.cells


def test_a_row_has_the_number_of_its_line(tmp_path: Path) -> None:
    sheet = only(text_of(tmp_path, Cards='A,B\r\n"one\r\ntwo",2\r\n\r\nx,y\r\n'))
    assert [number for number, _ in sheet.rows()] == [1, 2, 5]


def test_many_lines_are_not_many_rows(tmp_path: Path) -> None:
    lines = '"1\n\n2"\n' * (MOST_ROWS - 2)
    assert told(text_of(tmp_path, Cards=f"A\n{lines}last\n")) == []
    (problem,) = told(text_of(tmp_path, Cards=f"A\n{lines}more\nlast\n"))
    assert problem.startswith(f"error: Cards!A{3 * MOST_ROWS - 3}: There is “last” beyond row ")


QUOTE = 'Close it behind the text; a quotation mark inside of a text is written twice, as in "the ""sea""".'
UTF8 = "Save the file as UTF-8: “CSV UTF-8” in Excel, the character set “Unicode (UTF-8)” in LibreOffice."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            "A,B\nx,y\n\nMüde,1\n".encode("latin-1"),
            "Cards.csv:4: The line is not in UTF-8; read as Western European (Latin-1) it has “Müde”. "
            + UTF8,
        ),
        ("A,B\nx,y\n".encode("utf-16"), "Cards.csv:1: The file is in UTF-16, not in UTF-8. " + UTF8),
        (
            "A,B\nx,y\nShell\n",
            "Cards.csv:3: The line has 1 cell, but the header has 2. Add what is missing; an empty cell "
            "needs its comma too.",
        ),
        (
            "A;B\nx;y;z\n",
            "Cards.csv:2: The line has 3 cells, but the header only 2. Put a text with a semicolon into "
            'quotation marks, "so; and so", or take out the surplus.',
        ),
        (
            "A;B;C\nx;y;z\nu,v,w\n",
            "Cards.csv:3: The line has 1 cell, but the header has 3. Its cells are parted by commas; write a "
            "semicolon there, as in the header.",
        ),
        (
            "A,B\nx,y\nu\tv\n",
            "Cards.csv:3: The line has 1 cell, but the header has 2. Its cells are parted by tabs; write a "
            "comma there, as in the header.",
        ),
        (
            "A|B\nx|y\n",
            "Cards.csv:1: The header is one cell, “A|B”: a stroke parts no cells. Save the file with a "
            "comma, a semicolon or a tab between cells.",
        ),
        (
            'A,B\n1,2\n"x,y\n1,2\n',
            f"Cards.csv:3: A quotation mark that opens here is not closed before the file ends. {QUOTE}",
        ),
        (
            'A,B\n1,2\n"x,y\n"1",2\n',
            "Cards.csv:3: Behind a quotation mark that closes a cell comes neither a comma nor the line’s "
            f"end: one that opens here is not closed where it should be. {QUOTE}",
        ),
        (
            'A,B\n"' + "x\n" * 100_000,
            "Cards.csv:2: A cell that begins in this line has no end: a quotation mark is not closed, it "
            f"seems. {QUOTE}",
        ),
        (
            b"A,B\nx,\0\n",
            "Cards.csv:2: The line holds a NUL, which no text does: the file is damaged, or no text. Save it "
            "again as CSV, or take it from a backup.",
        ),
        (
            "A,B\n" + "x" * 1_000_001,
            "Cards.csv:2: The line has more than 1,000,000 letters. Part it, or save the file again with a "
            "line for each row.",
        ),
    ],
)
def test_what_is_wrong_in_a_csv_file(text: str | bytes, problem: str, tmp_path: Path) -> None:
    assert told(text_of(tmp_path, Cards=text)) == [f"error: {problem}"]


def test_a_header_that_is_missing(tmp_path: Path) -> None:
    folder = save_csv(workbook({**GOOD, "Cards": CARDS[1:]}), tmp_path)
    found = located_in(folder, read_book(folder)[1], inside=tmp_path)
    assert [str(problem) for problem in found if problem.where.startswith("Cards")] == [
        "error: Cards.csv:1 (Shell): Row 1 holds none of the headers that Fields declares for the sheet "
        "Cards. Put a row above it with Title, Layer, Cost, Bonus, Copies, Text."
    ]


def test_two_kinds_at_once_are_both_named_also_ods(tmp_path: Path) -> None:
    save_ods(workbook(), tmp_path)
    save_csv(workbook(), tmp_path)
    with pytest.raises(Failed, match=r"here: card_data\.ods and the folder card_data\."):
        open_project(tmp_path)


def test_all_files_that_cannot_be_read_are_told_at_once(tmp_path: Path) -> None:
    folder = text_of(tmp_path, A="A\n\xe4".encode("latin-1"), B='A\n"x', C="A,B\n1\n")
    assert [text.split(": ")[1] for text in told(folder)] == ["A.csv:2", "B.csv:2", "C.csv:2"]


def test_ragged_lines_are_counted_when_they_are_many(tmp_path: Path) -> None:
    said = told(text_of(tmp_path, Cards="A,B\n" + "x\n" * 30))
    assert len(said) == 21
    assert said[-1].startswith(
        "error: Cards.csv:22: From here on 10 more lines have too few cells, or too many."
    )


def test_what_slipped_in_a_ragged_line_is_told_once(tmp_path: Path) -> None:
    folder = save_csv(workbook(), tmp_path)
    cards = folder / "Cards.csv"
    cards.write_text(cards.read_text().replace("Shell,1,2E 1I", "Shell,1,2E,1I"))
    problems = read_book(folder)[1]
    assert [problem.where for problem in problems] == ["Cards.csv:2"]


def test_two_files_of_one_sheet(tmp_path: Path) -> None:
    (said,) = told(text_of(tmp_path, Cards="A\n", **{"card_data-cards": "A\n"}))
    assert said == (
        "error: card_data/card_data-cards.csv: The sheet cards is there twice: Cards.csv and "
        "card_data-cards.csv. Remove or rename one of the two files."
    )


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_no_file_is_read_through_a_link_that_leads_out(tmp_path: Path) -> None:
    game = tmp_path / "game"
    game.mkdir()
    folder = save_csv(workbook(), game)
    (tmp_path / "outside.csv").write_text("A\n1\n")
    (folder / "More.csv").symlink_to(tmp_path / "outside.csv")
    with pytest.raises(Failed) as failed:
        read_sheets(folder, inside=game)
    assert [str(problem) for problem in failed.value.problems] == [
        "error: More.csv: This path leaves the game folder. Copy the file itself into the game folder; a "
        "link is not it."
    ]


# ---------------------------------------------------------------- where


def test_a_place_is_told_as_the_files_name_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = starter_game(tmp_path / "game")
    save_csv(load_workbook(game / "card_data.xlsx"), game)
    (game / "card_data.xlsx").unlink()
    tiles = game / "card_data" / "Tiles.csv"
    rows = list(csv.reader(io.StringIO(tiles.read_text())))
    rows[2][0] = rows[1][0]
    rows[1][2] = "1Q"
    with tiles.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    assert main(["check", "--game", str(game)]) == 1
    said = capsys.readouterr().out
    cost = rows[0][2]
    assert f"Tiles.csv: errors\n  line 2 ({cost})  “Q” is not a symbol" in said
    assert f"stands in line 2 ({rows[0][0]}) already" in said
    assert main(["check", "--json", "--game", str(game)]) == 1
    where = {problem["where"] for problem in json.loads(capsys.readouterr().out)["problems"]}
    assert where == {f"Tiles.csv:2 ({cost})", f"Tiles.csv:3 ({rows[0][0]})"}


def test_mends_speak_of_no_formats_where_cells_have_none(tmp_path: Path) -> None:
    folder = save_csv(with_cell("Cards!C2", 100), tmp_path, separator=";")
    layers = folder / "Layers.csv"
    layers.write_text(layers.read_text().replace("2;Balance", "2.000;Balance"))
    found = located_in(folder, read_book(folder)[1], inside=tmp_path)
    assert [(problem.where, problem.mend) for problem in found] == [
        ("Cards.csv:2 (Cost)", "Type it again, with a space between the symbols."),
        ("Layers.csv:3 (Layer)", "Write a plain number, such as 1000 or 2.5."),
    ]


# ---------------------------------------------------------------- .ods


def cell(inner: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string"{more}>{inner}</table:table-cell>'


def table(rows: str, more: str = "") -> str:
    return f'<table:table table:name="Cards"{more}>{rows}</table:table>'


def row(cells: str, more: str = "") -> str:
    return f"<table:table-row{more}>{cells}</table:table-row>"


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("<text:p>one</text:p><text:p>two</text:p>", "one\ntwo"),
        ("<text:p>a<text:s text:c='2'/>b<text:tab/>c<text:line-break/>d</text:p>", "a  b\tc\nd"),
        ("<text:p>\n  <text:span>a </text:span> b\n</text:p>", "a b "),
        ("<office:annotation><text:p>note</text:p></office:annotation><text:p>x</text:p>", "x"),
        ("<text:p>x<office:annotation><text:p>note</text:p></office:annotation>y</text:p>", "xy"),
        ("<draw:frame xmlns:draw='d'><text:p>drawn</text:p></draw:frame><text:p>x</text:p>", "x"),
        ("<text:p>see <text:a>there</text:a></text:p>", "see there"),
    ],
)
def test_the_text_of_an_ods_cell(inner: str, text: str, tmp_path: Path) -> None:
    assert only(write_ods(tmp_path, table(row(cell(inner))))).cells[1, 1] == text


@pytest.mark.parametrize(
    ("attributes", "inner", "value"),
    [
        ('office:value-type="float" office:value="2"', "2", 2),
        ('office:value-type="percentage" office:value="0.5"', "50%", Displayed(0.5, "50%")),
        ('office:value-type="currency" office:value="2.5"', "2,50 €", 2.5),
        ('office:value-type="float" office:value="1000"', "1,000", Displayed(1000, "1,000")),
        ('office:value-type="boolean" office:boolean-value="true"', "TRUE", True),
        ('office:value-type="date" office:date-value="2026-03-01"', "1 Mar", dt.datetime(2026, 3, 1)),
        ('office:value-type="date" office:date-value="0000-00-00"', "never", "never"),
        ('office:value-type="time" office:time-value="PT30H00M00S"', "30:00", dt.timedelta(hours=30)),
        ('table:formula="of:=1+1" office:value-type="float" office:value="2"', "2", 2),
        (
            'table:formula="of:=x" office:value-type="string" office:string-value="" '
            'calcext:value-type="error"',
            "Err:502",
            "#VALUE!",
        ),
    ],
)
def test_the_value_of_an_ods_cell(attributes: str, inner: str, value: Any, tmp_path: Path) -> None:
    made = f"<table:table-cell {attributes}><text:p>{inner}</text:p></table:table-cell>"
    found = only(write_ods(tmp_path, table(row(made)))).cells[1, 1]
    assert found == value and type(found) is type(value)


def test_repetitions_are_counted_before_they_are_written_out(tmp_path: Path) -> None:
    twice = row(
        cell("<text:p>x</text:p>", ' table:number-columns-repeated="2"')
        + '<table:table-cell table:number-columns-repeated="16382"/>',
        ' table:number-rows-repeated="2"',
    )
    empty = row(
        '<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="1048570"'
    )
    sheet = only(write_ods(tmp_path, table(twice + empty + row(cell("<text:p>y</text:p>")))))
    assert sorted(sheet.cells) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    (problem,) = told(tmp_path / "card_data.ods")
    assert problem.startswith("error: Cards!A1048573: There is “y” beyond row 20,001")
    for more in ("1000000", "9" * 400):
        many = row(cell("<text:p>x</text:p>"), f' table:number-rows-repeated="{more}"')
        (problem,) = told(write_ods(tmp_path, table(many)))
        assert problem.startswith("error: card_data.ods: The workbook holds more than 250,000 cells")
    long = row(cell(f"<text:p>{'x' * 4000}</text:p>"), ' table:number-rows-repeated="15000"')
    assert "more text than can be read" in told(write_ods(tmp_path, table(long)))[0]


def test_copies_of_other_workbooks_are_no_sheets(tmp_path: Path) -> None:
    foreign = "<table:table table:name=\"'file:///x.ods'#$A\"><table:table-source/></table:table>"
    assert only(write_ods(tmp_path, foreign + table(row(cell("<text:p>x</text:p>"))))).name == "Cards"


@pytest.mark.parametrize(
    ("parts", "before", "problem"),
    [
        (
            {"mimetype": b"application/vnd.oasis.opendocument.text"},
            "",
            "The file is an ODF document, but no spread",
        ),
        ({"encrypted-package": b"x"}, "", "The workbook is protected by a password."),
        (
            {"META-INF/manifest.xml": b"<manifest><file-entry><encryption-data/></file-entry></manifest>"},
            "",
            "The workbook is protected by a password.",
        ),
        ({}, "<!DOCTYPE x [<!ENTITY a 'aaaa'>]>", "The file declares XML entities"),
        ({"Pictures/x.png": bytes(150_000_001)}, "", "The file unpacks to more than 150 MB."),
        ({"content.xml": b"<a>" * 200}, "", "The file is damaged: its parts are nested without end."),
    ],
)
def test_an_ods_file_that_is_refused(
    parts: dict[str, bytes], before: str, problem: str, tmp_path: Path
) -> None:
    (said,) = told(write_ods(tmp_path, table(""), parts, before=before))
    assert said.startswith(f"error: card_data.ods: {problem}")


def test_another_kind_of_file_is_called_what_it_is(tmp_path: Path) -> None:
    path = save(workbook(), tmp_path)
    shutil.copy(path, tmp_path / "card_data.ods")
    (said,) = told(tmp_path / "card_data.ods")
    assert said == (
        "error: card_data.ods: The file is a zip archive, but no ODF spreadsheet. Open it in LibreOffice and "
        "save it as an ODF spreadsheet (.ods)."
    )


def test_merged_cells_without_end(tmp_path: Path) -> None:
    spans = ' table:number-columns-spanned="16384" table:number-rows-spanned="1048576"'
    (said,) = told(write_ods(tmp_path, table(row(cell("<text:p>x</text:p>", spans)))))
    assert "The merged ranges of the sheet “Cards” cover more than 100,000 cells." in said


def test_the_reader_keeps_no_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many empty rows there are, what is kept is what is filled."""
    kept: list[int] = []
    ended = ods_reader._Reader._end_row

    def counted(self: Any) -> None:
        ended(self)
        kept.append(len(self._found.cells) + len(self._found.hidden_rows))

    monkeypatch.setattr(ods_reader._Reader, "_end_row", counted)
    rows = row("<table:table-cell/>", ' table:number-rows-repeated="1000"') * 500
    assert only(write_ods(tmp_path, table(row(cell("<text:p>x</text:p>")) + rows))).cells == {(1, 1): "x"}
    assert max(kept) == 1 and len(kept) == 501


# ---------------------------------------------------------------- commands


@pytest.mark.parametrize("kind", ["ods", "comma"])
def test_dress_is_for_xlsx(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = ALL[kind](workbook(), tmp_path)
    assert main(["dress", "--game", str(tmp_path)]) == 1
    assert (
        f"{path.name}: errors\n  Drop-downs and notes are for workbooks in .xlsx" in capsys.readouterr().err
    )
