"""Workbooks that want to keep the reader busy for ever: each is a Problem, or proves harmless."""

from __future__ import annotations

import datetime as dt
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from generator.records.cells import as_text
from generator.workbook import cell_text as workbook_text
from generator.workbook import package as workbook_package
from generator.workbook import scan as workbook_reader
from generator.workbook.book import read_book
from generator.workbook.cell_text import MOST_TEXT
from generator.workbook.guard import MOST_ELEMENTS
from generator.workbook.located import read_sheets
from generator.workbook.scan import MOST_CELLS
from generator.workbook.values import MOST_TEXTS
from tests.shared.workbooks import GOOD, repacked, save, with_cell, workbook

ROOT = Path(__file__).parents[2]
CARDS_XML = "xl/worksheets/sheet4.xml"
WORKBOOK_XML = "xl/workbook.xml"
RELS = "xl/_rels/workbook.xml.rels"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
REMOVE = "Remove what makes it so large, or copy the sheets that are needed into a new workbook."
SAVE_AGAIN = "Save it again in Excel or LibreOffice, or take it from a backup."


def found(path: Path, **named: Any) -> list[str]:
    return [str(problem) for problem in read_book(path, **named)[1]]


def before(end: bytes, more: bytes) -> Callable[[bytes], bytes]:
    return lambda xml: xml.replace(end, more + end, 1)


def tags_of(count: int) -> bytes:
    """What counts as so many tags, and takes no time to read."""
    return b"<![CDATA[" + b"<" * count + b"]]>"


def merged(tag: bytes, count: int, area: bytes = b"J%d:K%d") -> bytes:
    ranges = b"".join(b'<%s ref="%s"/>' % (tag, area % (2 * n, 2 * n + 1)) for n in range(1, count + 1))
    return b"<%ss>" % tag + ranges + b"</%ss>" % tag


BOMB = b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>'


# ---------------------------------------------------------------- stopped by a limit


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {CARDS_XML: before(b"<pageMargins", merged(b"mergeCell", 25_001))},
            "The merged ranges of the sheet “Cards” cover more than 100,000 cells. Unmerge some of them.",
        ),
        (
            {CARDS_XML: before(b"<pageMargins", merged(b"hyperlink", 25_001))},
            "The links of the sheet “Cards” cover more than 100,000 cells. Remove some of them.",
        ),
        (
            {WORKBOOK_XML: before(b"</sheets>", b'<sheet name="x" sheetId="9" r:id="rId4"/>' * 250)},
            f"The workbook has more than 250 sheets. {REMOVE}",
        ),
        (
            {WORKBOOK_XML: before(b"</sheets>", b'<sheet xmlns:r="x" name="x" sheetId="9" r:id="rId4"/>')},
            f"The file is damaged: two sheets of it are the same. {SAVE_AGAIN}",
        ),
        (
            {WORKBOOK_XML: lambda xml: xml.replace(b'name="Cards"', b'name="' + b"x" * 101 + b'"')},
            f"The name of the sheet “{'x' * 40}…” is longer than 100 characters. Rename the sheet.",
        ),
        (
            {
                RELS: before(
                    b"</Relationships>", b"".join(b'<Relationship Id="a%d"/>' % n for n in range(2000))
                )
            },
            f"The file is damaged: workbook.xml has relations without end. {SAVE_AGAIN}",
        ),
        (
            {
                CARDS_XML: before(
                    b"<sheetData>", b"<cols>" + b'<col min="1" max="9" hidden="1"/>' * 17_000 + b"</cols>"
                )
            },
            f"The file is damaged: a sheet has columns without end. {SAVE_AGAIN}",
        ),
        (
            {"xl/styles.xml": before(b"</cellXfs>", b'<xf numFmtId="0"/>' * 65_500)},
            f"The workbook holds more formats of cells than can be read. {REMOVE}",
        ),
        (
            {CARDS_XML: before(b"<sheetData>", b"<!--" + b"x" * 900_000 + b"-->")},
            f"The file is damaged: it holds an endless setting. {SAVE_AGAIN}",
        ),
        (
            {CARDS_XML: lambda xml: xml.replace(b'r="E2"', b'r="E1048577"')},
            f"The file is damaged: its sheet “Cards” has a cell “E1048577”. {SAVE_AGAIN}",
        ),
        (
            {CARDS_XML: lambda xml: xml.replace(b'r="E2"', b'r="XFE2"')},
            f"The file is damaged: its sheet “Cards” has a cell “XFE2”. {SAVE_AGAIN}",
        ),
    ],
)
def test_what_has_no_end(tmp_path: Path, parts: dict[str, Any], message: str) -> None:
    path = repacked(save(workbook(), tmp_path), parts)
    assert found(path) == [f"error: card_data.xlsx: {message}"]


def test_cells_in_sum(tmp_path: Path) -> None:
    path = save(workbook(), tmp_path)
    left = MOST_CELLS - sum(len(sheet.cells) for sheet in read_sheets(path)[0])
    assert (
        found(repacked(path, {CARDS_XML: before(b"</sheetData>", b"<row>" + b"<c/>" * left + b"</row>")}))
        == []
    )
    told = found(repacked(path, {CARDS_XML: before(b"</sheetData>", b"<row><c/></row>")}))
    what = f"The workbook holds more than {MOST_CELLS:,} cells; the last are in “Cards”."
    assert told == [f"error: card_data.xlsx: {what} {REMOVE}"]


def test_text_in_sum_counts_every_cell_that_shows_it(tmp_path: Path) -> None:
    message = f"error: libreoffice.xlsx: The workbook holds more text than can be read. {REMOVE}"

    def with_text(letters: int, times: int) -> list[str]:
        """A text among those that cells share is so long, and so many cells more show it."""
        parts = {
            "xl/sharedStrings.xml": lambda xml: xml.replace(b">Layers<", b">" + b"L" * letters + b"<"),
            "xl/worksheets/sheet1.xml": before(b"</sheetData>", b'<row><c t="s"><v>19</v></c></row>' * times),
        }
        return found(repacked(ROOT / "tests" / "data" / "libreoffice.xlsx", parts, tmp_path))

    assert message not in with_text(4_000, 3_900)
    assert with_text(4_000, 4_000) == [message]
    assert with_text(MOST_TEXT, 0) == [message]


def test_elements_count_over_all_parts(tmp_path: Path) -> None:
    path = save(workbook(), tmp_path)
    tags = before(b"</sheetData>", tags_of(MOST_ELEMENTS // 2))
    assert found(repacked(path, {f"xl/worksheets/sheet{n}.xml": tags for n in (1, 2, 3)})) == []
    message = f"The workbook holds more cells than can be read. {REMOVE}"
    assert found(repacked(path, {"xl/worksheets/sheet4.xml": tags})) == [f"error: card_data.xlsx: {message}"]


def test_a_text_of_any_length_is_kept_no_longer_than_a_cell(tmp_path: Path) -> None:
    path = repacked(
        save(workbook(), tmp_path),
        {CARDS_XML: lambda xml: xml.replace(b"Costs {energy}.", "🙂".encode() * 3_000_000)},
    )
    (text,) = (raw for sheet in read_sheets(path)[0] for raw in sheet.cells.values() if "🙂" in str(raw))
    assert len(str(text)) == workbook_text.LONGEST_TEXT
    assert "3,000,000 characters" in found(path)[0]


# ---------------------------------------------------------------- harmless, since nobody reads it


@pytest.mark.parametrize(
    "parts",
    [
        {"xl/charts/chart1.xml": BOMB, "xl/media/image1.svg": BOMB, "xl/pivotCache/records.xml": BOMB},
        {"docProps/core.xml": BOMB, "docProps/custom.xml": BOMB, "xl/theme/theme1.xml": BOMB},
        {"xl/media/image1.png": b"\x89PNG\r\n\x1a\n" + bytes(1000)},
        {
            WORKBOOK_XML: before(
                b"</workbook>",
                b"<definedNames><definedName name='_xlnm.Print_Titles' localSheetId='0'>"
                + b"'x'!$A:$A," * 9000
                + b"</definedName></definedNames>",
            )
        },
        {
            CARDS_XML: before(
                b"<pageMargins",
                b"<conditionalFormatting sqref='A1:XFD1048576'/><dataValidations><dataValidation "
                b"sqref='" + b"A1:XFD1048576 " * 5000 + b"'/></dataValidations>",
            )
        },
        {CARDS_XML: before(b"</sheetData>", b'<row r="1048576" hidden="1"/>' * 50_000)},
        {CARDS_XML: before(b"<sheetData>", b'<cols><col min="1" max="2000000000" width="9"/></cols>')},
        {
            "xl/styles.xml": lambda xml: xml.replace(b"<numFmts", b"<numFmts x='1'").replace(
                b"General", b"[" * 9
            )
        },
        {"xl/externalLinks/externalLink1.xml": b"<x/>", "xl/worksheets/_rels/sheet4.xml.rels": b"nothing"},
    ],
)
def test_what_surrounds_the_cells_is_not_read(tmp_path: Path, parts: dict[str, Any]) -> None:
    assert found(repacked(save(workbook(), tmp_path), parts)) == []


def test_a_part_that_nobody_reads_has_to_be_whole_all_the_same(tmp_path: Path) -> None:
    path = repacked(save(workbook(), tmp_path), {"xl/media/x.bin": os.urandom(5000)})
    whole = bytearray(path.read_bytes())
    at = whole.index(b"xl/media/x.bin") + 2000
    whole[at : at + 4] = bytes(4)
    path.write_bytes(whole)
    assert found(path) == [
        f"error: card_data.xlsx: The file is damaged: a part of it cannot be unpacked. {SAVE_AGAIN}"
    ]


def test_sheets_go_by_their_relation_and_not_by_their_names(tmp_path: Path) -> None:
    path = save(workbook(), tmp_path)
    with zipfile.ZipFile(path) as archive:
        cards = archive.read(CARDS_XML)
    moved = repacked(
        path,
        {
            CARDS_XML: None,
            "xl/sheets/cards.bin": cards.replace(b"Shell", b"Snail"),
            RELS: lambda xml: xml.replace(b"/xl/worksheets/sheet4.xml", b"sheets/cards.bin"),
        },
    )
    assert read_sheets(moved)[0][3].cells[2, 1] == "Snail"


# ---------------------------------------------------------------- as openpyxl reads it


@pytest.mark.parametrize("name", ["card_data.xlsx", "generator/data/starter/card_data.xlsx"])
def test_it_reads_what_openpyxl_reads(name: str) -> None:
    theirs = load_workbook(ROOT / name, data_only=True)
    ours = read_sheets(ROOT / name)[0]
    assert [sheet.name for sheet in ours] == theirs.sheetnames
    for sheet in ours:
        cells = {
            (cell.row, cell.column): cell.value
            for row in theirs[sheet.name].iter_rows()
            for cell in row
            if cell.value is not None
        }
        assert sheet.cells == cells


def test_every_kind_of_cell_as_openpyxl_reads_it(tmp_path: Path) -> None:
    values = [True, False, 1, 2.5, -3e-7, "x", "#N/A", dt.datetime(2026, 3, 1, 4, 5), dt.date(1900, 1, 5)]
    values += [dt.time(1, 2, 3), dt.timedelta(hours=30), "  ", "a_b", 10**20]
    for epoch in (dt.datetime(1899, 12, 30), dt.datetime(1904, 1, 1)):
        book = workbook({"Notes": [[value] for value in values]})
        book.epoch = epoch
        path = save(book, tmp_path)
        theirs = load_workbook(path, data_only=True)["Notes"]
        ours = read_sheets(path)[0][0].cells
        assert ours == {
            (row, 1): theirs.cell(row, 1).value for row in range(1, len(values) + 1) if row != 12
        }  # a cell of blanks is empty to us


def test_rich_and_phonetic_text(tmp_path: Path) -> None:
    rich = b"<is><r><rPr><b/></rPr><t>Sh</t></r><r><t>ell</t></r><rPh sb='0' eb='1'><t>no</t></rPh></is>"
    path = repacked(
        save(workbook(), tmp_path), {CARDS_XML: lambda xml: xml.replace(b"<is><t>Shell</t></is>", rich)}
    )
    assert read_sheets(path)[0][3].cells[2, 1] == "Shell"


def test_cells_and_rows_without_numbers_follow_each_other(tmp_path: Path) -> None:
    rows = b'<row><c t="str"><v>a</v></c><c/><c><v>1</v></c></row><row><c t="b"><v>1</v></c></row>'
    path = repacked(
        save(workbook({"Notes": ()}), tmp_path),
        {
            "xl/worksheets/sheet1.xml": lambda xml: (
                xml.replace(b"<sheetData />", b"<sheetData/>")
                .replace(b"<sheetData/>", b"<sheetData>" + rows + b"</sheetData>")
                .replace(b"<sheetData></sheetData>", b"<sheetData>" + rows + b"</sheetData>")
            )
        },
    )
    assert read_sheets(path)[0][0].cells == {(1, 1): "a", (1, 3): 1, (2, 1): True}


def test_what_lies_too_far_away_does_not_hide_the_rest(tmp_path: Path) -> None:
    path = save(with_cell("Cards!ZZ2", "far"), tmp_path)
    (problem,) = found(path)
    assert problem.startswith("error: Cards!ZZ2: There is “far” beyond row 20,001")
    book, _ = read_book(path)
    assert book is not None and len(book["Cards"]) == 2


MAIN = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def with_rows(tmp_path: Path, rows: bytes) -> Path:
    """A workbook whose only sheet has these rows."""
    path = save(workbook({"Notes": ()}), tmp_path)
    sheet = b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (MAIN, rows)
    return repacked(path, {"xl/worksheets/sheet1.xml": sheet})


def test_what_holds_no_value_is_no_cell(tmp_path: Path) -> None:
    blank = b'<row r="%d"><c r="A%d" s="1"/></row>'
    rows = b'<row r="1"><c r="A1"/><c r="B1"><f>1+1</f><v>2</v></c><c r="C1"><f>A1</f></c></row>'
    rows += b"".join(blank % (n, n) for n in range(2, 30))
    rows += b'<row r="30"><c r="B30" t="inlineStr"><is><r><rPr><b/></rPr><t>x</t></r></is></c></row>'
    rows += (
        b'<row r="31"><c r="A31"><extLst><v>9</v></extLst></c><other><c r="B31"><v>9</v></c></other></row>'
    )
    sheet = read_sheets(with_rows(tmp_path, rows))[0][0]
    assert {place: as_text(raw) for place, raw in sheet.cells.items()} == {
        (1, 2): "2",
        (1, 3): "",
        (30, 2): "x",
    }


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (b'<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>', "two cells A2"),
        (b'<row r="2"><c r="A2"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>', "two cells A2"),
        (b'<row r="2"><c r="A2"><v>1</v><v>2</v></c></row>', "two values in the cell A2"),
        (b'<row r="0"><c r="A0"><v>1</v></c></row>', "a row “0”"),
        (b'<row r="two"><c r="A2"><v>1</v></c></row>', "a row “two”"),
        (b'<row r="1e999"><c r="A2"><v>1</v></c></row>', "a row “1e999”"),
        (b'<row r="2"><c r="2A"><v>1</v></c></row>', "a cell “2A”"),
        (b'<row r="2"><c r="R2C1"><v>1</v></c></row>', "a cell “R2C1”"),
    ],
)
def test_cells_that_lie_in_two_places_or_none(tmp_path: Path, rows: bytes, fault: str) -> None:
    message = f"The file is damaged: its sheet “Notes” has {fault}. {SAVE_AGAIN}"
    assert found(with_rows(tmp_path, rows)) == [f"error: card_data.xlsx: {message}"]


@pytest.mark.parametrize(
    "rows",
    [
        b'<row r="2"><c r="A2"><v>1</v></c></row><row r="1"><c r="B1"><v>2</v></c></row>',
        b'<row r="2"><c r="A2"><v>1</v></c></row><row r="1"/><row><c r="B2"><v>2</v></c></row>',
        b'<row r="1"/><row><c r="A2"><v>1</v></c><c/></row><row r="1"><c/><c><v>2</v></c></row>',
    ],
)
def test_rows_that_go_back_are_where_they_say(tmp_path: Path, rows: bytes) -> None:
    cells = read_sheets(with_rows(tmp_path, rows))[0][0].cells
    assert cells in ({(2, 1): 1, (1, 2): 2}, {(2, 1): 1, (2, 2): 2})


@pytest.mark.parametrize(
    "change",
    [
        lambda xml: xml.decode().encode("utf-16"),
        lambda xml: xml.replace(MAIN, b"http://purl.oclc.org/ooxml/spreadsheetml/main"),
        lambda xml: b'<?xml version="1.0" encoding="latin-1"?>' + xml,
        lambda xml: (
            xml.replace(b"</", b"\0")
            .replace(b"<", b"<x:")
            .replace(b"\0", b"</x:")
            .replace(b"xmlns", b"xmlns:x")
        ),
    ],
)
def test_a_sheet_in_other_letters_or_with_a_prefix(tmp_path: Path, change: Callable[[bytes], bytes]) -> None:
    path = with_rows(tmp_path, b'<row r="3"><c r="C3"><v>7</v></c></row>')
    assert read_sheets(repacked(path, {"xl/worksheets/sheet1.xml": change}))[0][0].cells == {(3, 3): 7}


def test_rows_have_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_reader, "LAST_ROW", 9)
    assert found(with_rows(tmp_path, b"<row/>" * 10)) == [
        f"error: card_data.xlsx: The file is damaged: a sheet has rows without end. {SAVE_AGAIN}"
    ]


def test_texts_that_cells_share_have_an_end(tmp_path: Path) -> None:
    texts = {"xl/sharedStrings.xml": before(b"</sst>", b"<si/>" * MOST_TEXTS)}
    message = f"The workbook holds more than {MOST_TEXTS:,} texts. {REMOVE}"
    path = repacked(ROOT / "tests" / "data" / "libreoffice.xlsx", texts, tmp_path)
    assert found(path) == [f"error: libreoffice.xlsx: {message}"]


# ---------------------------------------------------------------- files that are none


def test_links_that_leave_the_folder(tmp_path: Path) -> None:
    game, outside = tmp_path / "game", tmp_path / "outside"
    game.mkdir()
    outside.mkdir()
    (game / "card_data.xlsx").symlink_to(save(workbook(), outside))
    (problem,) = found(game / "card_data.xlsx", inside=game)
    assert problem.startswith("error: card_data.xlsx: This path leaves the game folder.")
    assert found(game / "card_data.xlsx") == []  # the user named it


def test_rings_and_pipes(tmp_path: Path) -> None:
    path = tmp_path / "card_data.xlsx"
    path.symlink_to(path)
    assert found(path, inside=tmp_path)[0].startswith("error: card_data.xlsx: ")
    assert "leads nowhere" in found(path)[0]
    path.unlink()
    os.mkfifo(path)
    message = "error: card_data.xlsx: This is not a regular file. Put a file in its place."
    assert found(path) == found(path, inside=tmp_path) == [message]


def test_a_file_without_the_right_to_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save(workbook(), tmp_path)

    def refuse(*_: Any, **__: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("generator.ground.files.os.open", refuse)
    (problem,) = found(path)
    assert problem.startswith("error: card_data.xlsx: The file cannot be read: Permission denied.")


def test_limits_let_a_large_honest_deck_through() -> None:
    assert MOST_CELLS > 5_000 * 40
    # a cell, its formula, its value, and the text that it shows: never more than six elements
    assert workbook_reader.MOST_ROWS * 20 * 6 < MOST_ELEMENTS
    assert len(GOOD) < workbook_package.MOST_SHEETS
