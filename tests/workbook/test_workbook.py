"""Workbooks as strangers send them: every one ends in a Book or in Problems, never in a traceback."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.styles import Font
from openpyxl.worksheet.table import Table

from generator.ground.problems import Failed
from generator.records.notation import Amount, Change, Effect, Requirement, Who
from generator.records.tables import Book
from generator.workbook.book import dump, read_book
from generator.workbook.guard import MOST_ELEMENTS
from tests.shared.workbooks import CARDS, FIELDS, GOOD, ICONS, Rows, repacked, save, with_cell, workbook

DATA = Path(__file__).parents[1] / "data"
SAVE_AGAIN = "Save it again in Excel or LibreOffice, or take it from a backup."
SAVE_AS = "Open it in Excel or LibreOffice and save it as an Excel workbook (.xlsx)."
NO_BACKUP = "Remove what makes it so large, or copy the sheets that are needed into a new workbook."
CARDS_XML = "xl/worksheets/sheet4.xml"


def found(path: Path) -> list[str]:
    return [str(problem) for problem in read_book(path)[1]]


def book_of(path: Path) -> Book:
    book, problems = read_book(path)
    assert problems == ()
    assert book is not None
    return book


# ---------------------------------------------------------------- good ones


def test_a_good_workbook_becomes_typed_rows(tmp_path: Path) -> None:
    book = book_of(save(workbook(), tmp_path))
    shell, pulse = book["Cards"]
    assert shell.title == "Shell"
    assert shell.layer == 1
    assert shell.cost == Requirement((Amount("energy", 2), Amount("insight", 1)))
    assert pulse.bonus.parts[0] == Change(Who.YOU, "vitals", -1)
    assert pulse.text == ""
    assert shell.at("bonus") == "Cards!D2"
    assert [symbol.code for symbol in book.symbols] == ["E", "I", "T", "V", "", "St"]
    assert list(book.tables) == ["Icons", "Layers", "Cards"]


def test_an_empty_cell_is_the_empty_value_of_its_type(tmp_path: Path) -> None:
    row = book_of(save(workbook({**GOOD, "Cards": (*CARDS, ("Alone",))}), tmp_path))["Cards"].rows[2]
    assert dict(row.values) == {
        "title": "Alone",
        "layer": None,
        "cost": Requirement(),
        "bonus": Effect(),
        "copies": None,
        "text": "",
    }


def test_what_makes_no_difference(tmp_path: Path) -> None:
    cards = (
        (" bonus ", "TITLE\u00a0", "layer", "Cost", "co pies", "Text", None),
        ("+1E", "  Shell \u200b", 1.0, "\u00a02E\u00a01I ", 2.0, "Costs {energy}.\r\n"),
        (None, None, None, None, None, None),
        ("−1V ; No recycle", "Pulse", "2", "☀", 1, "   "),
    )
    odd = book_of(save(workbook({**GOOD, "Cards": cards}), tmp_path))
    plain = book_of(save(workbook(), tmp_path))
    assert [dict(row.values) for row in odd["Cards"]] == [dict(row.values) for row in plain["Cards"]]
    assert [row.number for row in odd["Cards"]] == [2, 4]


def test_facts_are_found_by_identifier(tmp_path: Path) -> None:
    fields = (*FIELDS, ("Game", "Key", "text"), ("Game", "Value", "text"))
    game = (("Key", "Value"), ("Short Name", "Small"), ("Version", 0.1), ("Empty", None))
    book = book_of(save(workbook({**GOOD, "Fields": fields, "Game": game}), tmp_path))
    assert book.facts("Game") == {"short_name": "Small", "version": "0.1", "empty": ""}


def test_one_column_is_found_by_another(tmp_path: Path) -> None:
    book = book_of(save(workbook(), tmp_path))
    titles = {row.title: row.copies for row in book["Cards"]}
    assert book.by("Cards", "title", "copies") == titles and len(titles) == 2
    assert book.by("Cards", "no such column", "copies") == {None: titles["Pulse"]}
    assert book.by("Nothing", "title", "copies") == {}


def test_a_version_is_read_as_it_is_shown(tmp_path: Path) -> None:
    made = with_cell("Cards!A2", 1)
    made["Cards"]["A2"].number_format = "0.0"
    made["Cards"]["E2"] = 2
    made["Cards"]["E2"].number_format = "0.00"
    made["Cards"]["B2"].number_format = "0.0"
    book, problems = read_book(save(made, tmp_path))
    assert book and problems == ()
    row = book["Cards"].rows[0]
    assert (row.title, row.copies, row.layer) == ("1.0", 2, 1)
    assert type(row.copies) is int
    assert "- Title: 1.0\n" in dump(tmp_path / "card_data.xlsx")


def test_formulas_give_their_stored_result(tmp_path: Path) -> None:
    path = save(with_cell("Cards!E2", "=1+1"), tmp_path)
    stored = repacked(
        path, {CARDS_XML: lambda xml: xml.replace(b"<v></v>", b"<v>2</v>").replace(b"<v/>", b"<v>2</v>")}
    )
    assert book_of(stored)["Cards"].rows[0].copies == 2


def test_the_totals_of_a_table_are_no_card(tmp_path: Path) -> None:
    path = save(workbook(), tmp_path)
    without = book_of(path)
    book = load_workbook(path)
    sheet, last = book["Cards"], len(without["Cards"].rows) + 1
    wide = sheet.dimensions.partition(":")[2].rstrip("0123456789")
    for cell in sheet[last]:
        sheet.cell(last + 1, cell.column).value = cell.value
    table = Table(displayName="Deck", ref=f"A1:{wide}{last + 1}", totalsRowCount=1)
    sheet.add_table(table)
    book.save(path)
    read, problems = read_book(path)
    assert read is not None
    assert [row.title for row in read["Cards"]] == [row.title for row in without["Cards"]]
    (told,) = map(str, problems)
    totals = "This is the totals row of a table of Excel, and no row of the sheet. Nothing has to be done."
    assert told == f"note: Cards!A{last + 1}: {totals}"


def test_a_formula_may_give_the_empty_text(tmp_path: Path) -> None:
    path = save(with_cell("Cards!F2", '=""'), tmp_path)
    stored = repacked(path, {CARDS_XML: lambda xml: xml.replace(b'<c r="F2"', b'<c r="F2" t="str"')})
    assert book_of(stored)["Cards"].rows[0].text == ""


def test_a_macro_workbook_is_only_read(tmp_path: Path) -> None:
    path = repacked(save(workbook(), tmp_path), {"xl/vbaProject.bin": b"\0never run"})
    assert book_of(path)["Cards"].rows[0].title == "Shell"


# ---------------------------------------------------------------- files


def file(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "card_data.xlsx"
    path.write_bytes(content)
    return path


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "The file is empty. Take it from a backup."),
        (b"Title,Layer\nShell,1\n", f"The file holds plain text, such as CSV, not a workbook. {SAVE_AS}"),
        (
            "Titel;Ebene\n".encode("utf-16"),
            f"The file holds plain text, such as CSV, not a workbook. {SAVE_AS}",
        ),
        (OLE, f"The file is a workbook in the old .xls format. {SAVE_AS}"),
        (
            OLE + "EncryptedPackage".encode("utf-16-le"),
            "The workbook is protected by a password. "
            "Open it in Excel or LibreOffice and save it without a password.",
        ),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", f"The file is not an Excel workbook. {SAVE_AS}"),
        (bytes(50_000_001), f"The file is larger than 50 MB. {NO_BACKUP}"),
    ],
)
def test_files_that_are_no_workbook(tmp_path: Path, content: bytes, message: str) -> None:
    path = file(tmp_path, content)
    assert read_book(path)[0] is None
    assert found(path) == [f"error: card_data.xlsx: {message}"]


def test_a_truncated_file(tmp_path: Path) -> None:
    whole = save(workbook(), tmp_path).read_bytes()
    path = file(tmp_path, whole[: len(whole) // 2])
    assert found(path) == [
        "error: card_data.xlsx: The file is cut off: its end is missing. Copy or download it again."
    ]


def test_a_file_damaged_in_the_middle(tmp_path: Path) -> None:
    whole = save(workbook(), tmp_path).read_bytes()
    path = file(tmp_path, whole[:3000] + bytes(50) + whole[3050:])
    message = f"The file is damaged: a part of it cannot be unpacked. {SAVE_AGAIN}"
    assert found(path) == [f"error: card_data.xlsx: {message}"]


def test_a_zip_that_asks_for_a_password(tmp_path: Path) -> None:
    whole = bytearray(save(workbook(), tmp_path).read_bytes())
    at = whole.index(b"PK\x01\x02")
    whole[at + 8] |= 1  # general purpose flag of the central directory, bit 0: encrypted
    path = file(tmp_path, bytes(whole))
    assert found(path) == [f"error: card_data.xlsx: The file is a zip archive with a password. {SAVE_AS}"]


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    assert found(tmp_path / "none.xlsx") == [
        "error: none.xlsx: The workbook does not exist. Put an .xlsx file there, or correct the path."
    ]
    folder = tmp_path / "card_data.xlsx"
    folder.mkdir()
    assert found(folder) == [
        "error: card_data.xlsx: This is a folder, not a workbook. Give the path of an .xlsx file."
    ]


def inside(start: bytes, more: bytes) -> Any:
    return lambda xml: xml.replace(start, start + more, 1)


MERGED = b'<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'
LINKED = b'<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>'
LAUGHS = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"[Content_Types].xml": None}, f"The file is a zip archive, but no Excel workbook. {SAVE_AS}"),
        (
            {"xl/workbook.xml": None},
            f"The file is a zip archive, but no Excel workbook. {SAVE_AS}",
        ),
        ({"xl/workbook.bin": b""}, f"The file is a workbook in the binary .xlsb format. {SAVE_AS}"),
        ({"xl/media/x.png": bytes(150_000_000)}, f"The file unpacks to more than 150 MB. {NO_BACKUP}"),
        (
            {CARDS_XML: lambda xml: LAUGHS + xml.replace(b"Shell", b"&b;")},
            f"The file declares XML entities, which no spreadsheet writes. {SAVE_AGAIN}",
        ),
        (
            {CARDS_XML: lambda xml: (LAUGHS.decode() + xml.decode()).encode("utf-16")},
            f"The file declares XML entities, which no spreadsheet writes. {SAVE_AGAIN}",
        ),
        (
            {CARDS_XML: lambda xml: xml[:-30]},
            f"The file is damaged: its part {CARDS_XML} cannot be read. {SAVE_AGAIN}",
        ),
        (
            {CARDS_XML: inside(b"<sheetData>", b"<row>" * 200 + b"</row>" * 200)},
            f"The file is damaged: its parts are nested without end. {SAVE_AGAIN}",
        ),
        (
            {CARDS_XML: inside(b"</sheetData>", MERGED)},
            "A merged range covers the cells A1:XFD1048576. Unmerge it.",
        ),
        ({CARDS_XML: inside(b"</sheetData>", LINKED)}, "A link covers the cells A1:XFD1048576. Remove it."),
        (
            {CARDS_XML: lambda xml: xml.replace(b'r="E2"', b'r="E2" spans="' + b"1" * 600_000 + b'"')},
            f"The file is damaged: it holds an endless setting. {SAVE_AGAIN}",
        ),
    ],
)
def test_archives_that_no_spreadsheet_makes(tmp_path: Path, parts: dict[str, Any], message: str) -> None:
    path = repacked(save(workbook(), tmp_path), parts)
    assert read_book(path)[0] is None
    assert found(path) == [f"error: card_data.xlsx: {message}"]


def test_more_cells_than_can_be_read(tmp_path: Path) -> None:
    tags = b"<![CDATA[" + b"<" * 2 * MOST_ELEMENTS + b"]]>"  # they count, and take no time to read
    path = repacked(save(workbook(), tmp_path), {CARDS_XML: inside(b"<sheetData>", tags)})
    message = f"The workbook holds more cells than can be read. {NO_BACKUP}"
    assert found(path) == [f"error: card_data.xlsx: {message}"]


def test_a_directory_that_lies_about_sizes(tmp_path: Path) -> None:
    path = repacked(save(workbook(), tmp_path), {"xl/media/x.xml": b"<a>" + b" " * 5_000_000 + b"</a>"})
    whole = bytearray(path.read_bytes())
    at = whole.rindex(b"xl/media/x.xml") - 46  # its entry in the central directory, APPNOTE.TXT 4.3.12
    assert whole[at : at + 4] == b"PK\x01\x02"
    whole[at + 24 : at + 28] = (10).to_bytes(4, "little")
    path.write_bytes(whole)
    assert read_book(path)[0] is None
    assert "The file is damaged" in found(path)[0]


# ---------------------------------------------------------------- sheets and headers


def test_without_the_sheet_fields(tmp_path: Path) -> None:
    path = save(workbook({"Icons": ICONS}), tmp_path)
    mend = "Add a sheet Fields with the headers Sheet, Column, Type and a row for every column."
    assert found(path) == [f"error: card_data.xlsx: The workbook has no sheet “Fields”. {mend}"]
    path = save(workbook({"Feilds": FIELDS}), tmp_path)
    assert found(path) == [
        "error: card_data.xlsx: The workbook has no sheet “Fields”. Did you mean “Feilds”?"
    ]


def test_without_any_declaration(tmp_path: Path) -> None:
    path = save(workbook({"Fields": FIELDS[:1]}), tmp_path)
    assert found(path) == ["error: Fields!A2: The sheet declares no column. Add a row for every column."]


def test_a_declared_sheet_is_missing(tmp_path: Path) -> None:
    path = repacked(save(workbook(), tmp_path), {CARDS_XML: None})
    mend = "Add a sheet “Cards”, or delete its rows in Fields."
    lost = "The sheet “Cards” cannot be read: the file lists it, and does not have its part."
    assert found(path) == [
        f"warning: card_data.xlsx: {lost} {SAVE_AGAIN}",
        f"error: Fields!A10: There is no sheet “Cards”. {mend}",
    ]


@pytest.mark.parametrize(
    ("place", "value", "messages"),
    [
        ("Fields!C1", "Sort", [
            "error: Fields!A1: The sheet Fields has no header “Type”. Write it into row 1."
        ]),
        ("Fields!C2", "txet", ["error: Fields!C2: “txet” is not a choice of “Type”. Did you mean “text”?"]),
        ("Fields!B9", None, [
            "error: Fields!B9: The cell under “Column” is empty. Fill it in; Fields declares it as required.",
            "warning: Layers!C1: The column “Tint” is not declared in Fields, so that it is ignored. "
            "Add a row for it to Fields, or leave it.",
        ]),
        ("Fields!B15", "Titel", [
            "error: Fields!B15: The sheet Cards has no column “Titel”; in its place stands “Text” "
            "(Cards!F1), which Fields does not declare. "
            "Write “Titel” into Cards!F1, or “Text” into this cell.",
        ]),
        ("Fields!B15", "Bonus", [
            "error: Fields!B15: The column “Bonus” of the sheet Cards is declared in Fields!B13 already. "
            "Delete one of the two rows.",
            "warning: Cards!F1: The column “Text” is not declared in Fields, so that it is ignored. "
            "Add a row for it to Fields, or leave it.",
        ]),
        ("Fields!A15", "Fields", [
            "error: Fields!A15: The sheet Fields declares itself. Delete the row; its columns are fixed.",
            "warning: Cards!F1: The column “Text” is not declared in Fields, so that it is ignored. "
            "Add a row for it to Fields, or leave it.",
        ]),
        ("Fields!H6", None, [
            "error: Fields!H6: A choice needs its choices. Write them with | between, such as yes | no."
        ]),
        ("Fields!H11", "Layer", [
            "error: Fields!H11: A reference needs its target. Write Sheet.Column, such as Layers.Layer."
        ]),
        ("Fields!H11", "Layers.Layr", [
            "error: Fields!H11: No column “Layers.Layr” is declared. Did you mean “Layers.Layer”?"
        ]),
        ("Fields!H11", "Cards.Cost", [
            "error: Fields!H11: “Cards.Cost” is itself a requirement. "
            "Point at a column of texts, numbers or choices.",
        ]),
        ("Fields!F14", 12, [
            "error: Fields!F14: Least (12) of Cards.Copies is above Most (9). "
            "Write at most 9 here, or at least 12 in Fields!G14.",
        ]),
        ("Fields!G10", 30, [
            "warning: Fields!G10: A bound means nothing for the type text. Empty the cell."
        ]),
        ("Cards!G1", "bonus ", [
            "error: Cards!G1: The header “bonus” stands in D1 already. "
            "Rename or delete one of the two columns."
        ]),
        ("Cards!D1", "Bonos", [
            "error: Fields!B13: The sheet Cards has no column “Bonus”. Rename the header “Bonos” in Cards!D1."
        ]),
        ("Cards!D1", None, [
            "error: Fields!B13: The sheet Cards has no column “Bonus”; in its place stands a column without "
            "a header. Write “Bonus” into Cards!D1.",
        ]),
        ("Cards!H1", "Scratch", [
            "warning: Cards!H1: The column “Scratch” is not declared in Fields, so that it is ignored. "
            "Add a row for it to Fields, or leave it."
        ]),
        ("Cards!H3", "a note", [
            "warning: Cards!H3: There is “a note” in a column without a header, which is ignored. "
            "Write a header into H1, or leave it."
        ]),
        ("Cards!XFD1048576", "x", [
            "error: Cards!XFD1048576: There is “x” beyond row 20,001 and column SF. "
            "Delete the rows and columns that lie behind the data."
        ]),
        ("Cards!A3", "SHELL\u00a0", [
            "error: Cards!A3: “SHELL” stands in A2 already. "
            "Every value of “Title” must be another; change one."
        ]),
        ("Icons!E2", "tokn", [
            "error: Icons!E2: “tokn” is not a choice of “Kind”. Did you mean “token”?",
        ]),
    ],
)  # fmt: skip
def test_mistakes_in_headers_and_declarations(
    tmp_path: Path, place: str, value: Any, messages: list[str]
) -> None:
    assert found(save(with_cell(place, value), tmp_path)) == messages


def test_a_column_may_be_called_like_what_every_row_has(tmp_path: Path) -> None:
    fields = (*FIELDS, ("Cards", "Number", "integer"))
    book, problems = read_book(save(with_cell("Cards!G1", "Number", {**GOOD, "Fields": fields}), tmp_path))
    assert book is not None and problems == ()
    assert [(row.number, row["number"]) for row in book["Cards"]] == [(2, None), (3, None)]


def test_a_kind_of_symbol_that_the_notation_does_not_know(tmp_path: Path) -> None:
    fields = [list(row) for row in FIELDS]
    fields[5][7] = "token | any token | track | action | layer | spell"
    icons = (*ICONS, ("magic", "Ma", None, "Magic", "spell"))
    path = save(workbook({**GOOD, "Fields": fields, "Icons": icons}), tmp_path)
    kinds = "token, any token, track, shared track, layer, action, sign"
    assert found(path) == [f"error: Icons!E8: “spell” is not a kind of symbol. Use one of: {kinds}."]


def test_keys_of_facts_are_unique_as_identifiers(tmp_path: Path) -> None:
    fields = (*FIELDS, ("Game", "Key", "text"), ("Game", "Value", "text"))
    game = (("Key", "Value"), ("Short Name", "Small"), ("short-name", "Tiny"))
    path = save(workbook({**GOOD, "Fields": fields, "Game": game}), tmp_path)
    mend = "Every value of “Key” must be another; change one."
    assert found(path) == [f"error: Game!A3: “short-name” stands in A2 already. {mend}"]


# ---------------------------------------------------------------- cells


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (
            "Cards!E2",
            "=1+1",
            "error: Cards!E2: The result of the formula “=1+1” is not stored in the file. "
            "Open the workbook in Excel or LibreOffice and save it once, or type the value.",
        ),
        (
            "Cards!E2",
            "#N/A",
            "error: Cards!E2: The cell holds the error “#N/A”. Correct the formula, or type the value.",
        ),
        (
            "Cards!D2",
            "#NAME?",
            "error: Cards!D2: The cell holds the error “#NAME?”. "
            "Set the format of the cell to Text and type it again, so that it is not taken for a formula.",
        ),
        (
            "Cards!E2",
            dt.date(2026, 3, 1),
            "error: Cards!E2: The cell holds the date 2026-03-01: "
            "the spreadsheet took what was typed for a date. "
            "Set the format of the cell to Number and type it again.",
        ),
        (
            "Cards!F2",
            dt.time(1, 2),
            "error: Cards!F2: The cell holds the time 01:02:00: "
            "the spreadsheet took what was typed for a time. "
            "Set the format of the cell to Text and type it again.",
        ),
        (
            "Cards!E2",
            "2",
            "warning: Cards!E2: “2” is a number that is stored as text. "
            "Set the format of the cell to Number and type it again.",
        ),
        (
            "Cards!A2",
            None,
            "error: Cards!A2: The cell under “Title” is empty. Fill it in; Fields declares it as required.",
        ),
        (
            "Cards!B2",
            7,
            "error: Cards!B2: “7” is not in the column Layer of the sheet Layers. "
            "Use one of 1, 2, or add it to Layers.Layer.",
        ),
        (
            "Cards!C2",
            "2E 1Q",
            "error: Cards!C2: “Q” is not a symbol of the sheet Icons. "
            "Use one of E (Energy), I (Insight), T (Any Token), V (Vitals), St (Story).",
        ),
        (
            "Cards!F2",
            "Costs {enrgy}.",
            "error: Cards!F2: “{enrgy}” is not an icon of the sheet Icons. Did you mean “energy”?",
        ),
    ],
)
def test_mistakes_in_cells(tmp_path: Path, place: str, value: Any, message: str) -> None:
    book, problems = read_book(save(with_cell(place, value), tmp_path))
    assert [str(problem) for problem in problems] == [message]
    assert book is not None  # so that the game's own checks can go on


def test_a_cell_of_two_megabytes(tmp_path: Path) -> None:
    path = repacked(
        save(workbook(), tmp_path), {CARDS_XML: lambda xml: xml.replace(b"Costs {energy}.", b"x" * 2_000_000)}
    )
    assert found(path) == [
        "error: Cards!F2: The cell holds 2,000,000 characters; 5,000 are the most. "
        "Shorten it; a card holds some hundred characters."
    ]


def test_merged_cells_in_the_data(tmp_path: Path) -> None:
    book = workbook()
    book["Cards"].merge_cells("D2:E3")
    what = "The cells D2:E3 are merged; all but one are empty."
    assert found(save(book, tmp_path)) == [f"error: Cards!D2: {what} Unmerge them and fill in every cell."]


def test_merged_cells_that_must_be_filled_are_one_problem(tmp_path: Path) -> None:
    book = workbook()
    book["Cards"].merge_cells("A2:A3")
    assert len(found(save(book, tmp_path))) == 1


@pytest.mark.parametrize(("rows", "mend"), [(1, "Delete row 1,"), (2, "Delete rows 1 to 2,")])
def test_headers_under_a_title_are_one_problem(tmp_path: Path, rows: int, mend: str) -> None:
    book = workbook()
    book["Cards"].insert_rows(1, rows)
    book["Cards"]["A1"] = "ALL THE CARDS"
    what = f"The headers stand in row {rows + 1}, but belong into row 1."
    assert found(save(book, tmp_path)) == [
        f"error: Cards!A{rows + 1}: {what} {mend} so that the headers come first."
    ]


def test_merged_cells_beside_the_data_do_not_matter(tmp_path: Path) -> None:
    book = workbook()
    book["Cards"].merge_cells("J2:K3")
    assert found(save(book, tmp_path)) == []


def test_what_is_hidden_is_read_and_reported(tmp_path: Path) -> None:
    book = workbook()
    book["Cards"].row_dimensions[3].hidden = True
    book["Cards"].column_dimensions["D"].hidden = True
    book["Layers"].sheet_state = "hidden"
    path = save(book, tmp_path)
    show = "Show what is hidden, so that nobody overlooks it."
    assert found(path) == [
        f"warning: Layers!A1: The sheet is hidden, and is read and printed all the same. {show}",
        "warning: Cards!A3: Row 3 is hidden, and read and printed all the same. "
        "Show the rows or clear the filter, or delete them.",
        f"warning: Cards!D1: Column D is hidden, and read all the same. {show}",
    ]
    read, _ = read_book(path)
    assert read is not None
    assert len(read["Cards"]) == 2


def test_letters_that_are_struck_out_are_told(tmp_path: Path) -> None:
    """In a part of a cell, by its style or in a header; and not where they no longer are."""
    book = workbook()
    plain, struck = InlineFont(), InlineFont(strike=True)
    book["Cards"]["A2"] = CellRichText(TextBlock(struck, "Old "), TextBlock(plain, "Oak"))
    book["Cards"]["A3"].font = Font(strike=True)
    book["Cards"]["A1"].font = Font(strike=True)
    book["Cards"]["B3"].font = Font(strike=False, bold=True)
    assert found(save(book, tmp_path)) == [
        "warning: Cards!A1: A1, A2, A3 have letters that are struck out, and read and printed all the same. "
        "Delete what is not to be printed, or take the line away."
    ]


def test_all_problems_come_at_once(tmp_path: Path) -> None:
    book = workbook()
    for cell, value in {"A2": None, "B3": 9, "C3": "?", "E2": 99}.items():
        book["Cards"][cell] = value
    assert [problem.where for problem in read_book(save(book, tmp_path))[1]] == [
        "Cards!A2",
        "Cards!E2",
        "Cards!B3",
        "Cards!C3",
    ]


# ---------------------------------------------------------------- dump


def test_the_dump_has_a_line_a_cell_and_no_styles(tmp_path: Path) -> None:
    book = workbook({"Notes": (("A", "B"), ("x", "two\nlines"), (None, None), (2.0, "=1+1"))})
    book["Notes"]["A1"].comment = Comment("a note", "somebody")
    assert dump(save(book, tmp_path)) == "# Notes\n\n- A: x\n  B: two\n  | lines\n- A: 2\n  B: =1+1\n"


def test_the_digest_follows_the_content_alone(tmp_path: Path) -> None:
    first = book_of(save(workbook(), tmp_path)).digest
    styled = workbook()
    styled["Cards"]["A1"].comment = Comment("a note", "somebody")
    styled["Cards"].column_dimensions["A"].width = 50
    assert book_of(save(styled, tmp_path)).digest == first
    assert book_of(save(with_cell("Cards!E2", 3), tmp_path)).digest != first


def test_a_dump_of_a_broken_file_says_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="The file is empty"):
        dump(file(tmp_path, b""))


# ---------------------------------------------------------------- whatever may come

cells = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=30),
    st.sampled_from(["=1+", "#REF!", "{", "}{", "2E", "-2M;", "no", "all", "|", ".", "Cards.Title", "Cards"]),
    st.dates(dt.date(1901, 1, 1)),
)
FUZZ = settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@FUZZ
@given(
    changes=st.lists(
        st.tuples(st.sampled_from([*GOOD]), st.integers(1, 17), st.integers(1, 9), cells),
        min_size=1,
        max_size=12,
    )
)
def test_no_cell_makes_it_raise(tmp_path: Path, changes: list[tuple[str, int, int, Any]]) -> None:
    book = workbook()
    for sheet, row, column, value in changes:
        book[sheet].cell(row, column).value = value
    read, problems = read_book(save(book, tmp_path))
    assert read is not None or problems
    assert all(problem.what.endswith((".", "?")) and problem.mend for problem in problems)


wounds = st.lists(
    st.tuples(st.integers(0, 1 << 20), st.integers(0, 9), st.binary(max_size=3)), min_size=1, max_size=4
)


def wounded(content: bytes, places: list[tuple[int, int, bytes]]) -> bytes:
    """The bytes with some of them replaced; places are taken round the end, whatever the length."""
    for at, length, new in places:
        at %= len(content)
        content = content[:at] + new + content[at + length :]
    return content


@FUZZ
@given(
    part=st.sampled_from([CARDS_XML, "xl/workbook.xml", "xl/styles.xml", "xl/_rels/workbook.xml.rels"]),
    places=wounds,
)
def test_no_damaged_part_makes_it_raise(tmp_path: Path, part: str, places: list[Any]) -> None:
    path = save(workbook(), tmp_path)
    read, problems = read_book(repacked(path, {part: lambda xml: wounded(xml, places)}))
    assert read is not None or problems


@FUZZ
@given(places=wounds)
def test_no_damaged_file_makes_it_raise(tmp_path: Path, places: list[Any]) -> None:
    path = save(workbook(), tmp_path)
    read, problems = read_book(file(tmp_path, wounded(path.read_bytes(), places)))
    assert read is not None or problems


def test_names_that_differ_in_blanks_may_stand_in_one_unique_column(tmp_path: Path) -> None:
    book = with_cell("Cards!A2", "Sea Shell")
    book["Cards"]["A3"] = "Seashell"
    assert read_book(save(book, tmp_path))[1] == ()
    book["Cards"]["A3"] = "SEA  shell"
    _, problems = read_book(save(book, tmp_path))
    assert [str(problem) for problem in problems] == [
        "error: Cards!A3: “SEA shell” stands in A2 already. "
        "Every value of “Title” must be another; change one."
    ]


# ---------------------------------------------------------------- bounds that follow a number elsewhere

RULES: Rows = (("Key", "Value"), ("Most Copies", 3))
FOLLOWING: Rows = (
    *((*row[:6], "Rules.Most Copies") if row[1] == "Copies" else row for row in FIELDS),
    ("Rules", "Key", "text"),
    ("Rules", "Value", "integer"),
)


@pytest.mark.parametrize(
    ("place", "value", "messages"),
    [
        ("Cards!E2", 3, []),
        (
            "Cards!E2",
            4,
            [
                "warning: Cards!E2: “4” is more than 3, which is “Rules.Most Copies”. "
                "Change this cell, or the 3 in Rules!B2."
            ],
        ),
        (
            "Rules!B2",
            1,
            [
                "warning: Cards!E2: “2” is more than 1, which is “Rules.Most Copies”. "
                "Change this cell, or the 1 in Rules!B2."
            ],
        ),
        (
            "Cards!E2",
            -1,
            ["error: Cards!E2: “-1” is less than 0. Give a whole number from 0 to 3."],
        ),
        (
            "Rules!A2",
            "Limit",
            [
                "warning: Fields!G14: The sheet Rules has no Key “Most Copies”. "
                "Write a Key of the sheet Rules, or type a number."
            ],
        ),
        (
            "Fields!G14",
            "Rulse.Most Copies",
            ["warning: Fields!G14: There is no sheet “Rulse”. Did you mean “Rules”?"],
        ),
        (
            "Fields!G14",
            "Cards.Shell",
            [
                "warning: Fields!G14: The sheet Cards has no columns Key and Value. "
                "Point at a sheet that has them, or type a number."
            ],
        ),
    ],
)
def test_a_bound_may_follow_a_number_elsewhere(
    tmp_path: Path, place: str, value: object, messages: list[str]
) -> None:
    """It warns, so that whoever lowers the rule is told of every cell and stopped by none."""
    sheets = {**GOOD, "Fields": FOLLOWING, "Rules": RULES}
    assert found(save(with_cell(place, value, sheets), tmp_path)) == messages
