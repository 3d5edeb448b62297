"""Workbooks as other programs write them, and cells as people paste them: read, or refused in words."""

from __future__ import annotations

import unicodedata
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.records.cells import Displayed, Raw, as_text, displayed
from generator.workbook.book import read_book
from generator.workbook.located import read_sheets
from tests.shared.sheets_made import write_ods
from tests.shared.workbooks import repacked, save, with_cell, workbook

ROOT = Path(__file__).parents[2]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET = "xl/worksheets/sheet1.xml"
AGAIN = "Save it again in Excel or LibreOffice, or take it from a backup."
TYPE_IT = "Correct the formula, or type the value."
DOCUMENT = (
    '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>'
)
Parts = Mapping[str, bytes | Callable[[bytes], bytes] | None]


def cell(tmp_path: Path, xml: str, parts: Parts = {}) -> Raw:  # noqa: B006
    """What is read in A1 of a sheet that has this cell alone."""
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData><row r="1">{xml}</row></sheetData></worksheet>'
    path = repacked(save(workbook({"Notes": ()}), tmp_path), {SHEET: sheet.encode(), **parts})
    return read_sheets(path)[0][0].cells.get((1, 1))


SHARED = f'<sst xmlns="{MAIN}"><si><t>one_x000D_\ntwo</t></si></sst>'.encode()
WITH_SHARED: Parts = {
    "xl/sharedStrings.xml": SHARED,
    "xl/_rels/workbook.xml.rels": lambda xml: xml.replace(
        b"</Relationships>",
        b'<Relationship Id="s" Type="x/sharedStrings" Target="SharedStrings.xml"/></Relationships>',
    ),
}


@pytest.mark.parametrize(
    ("xml", "parts", "value"),
    [
        ('<c r="A1" s="99"><v>7</v></c>', {}, 7),
        ('<c r="A1" s="x"><v>7</v></c>', {}, 7),
        ('<c r="A1" s="1"><v>7</v></c>', {"xl/styles.xml": None}, 7),
        ('<c r="A1"><v> 7 </v></c>', {}, 7),
        ('<c r="A1"><v>1,5</v></c>', {}, "1,5"),
        ('<c r="A1"><v>seven</v></c>', {}, "seven"),
        ('<c r="a1"><v>7</v></c>', {}, 7),
        ('<c r="A1" t="b"><v>true</v></c>', {}, True),
        ('<c r="A1" t="b"><v>FALSE</v></c>', {}, False),
        ('<c r="A1" t="d"><v>the third of May</v></c>', {}, "the third of May"),
        ('<c r="A1" t="d"><v>2024-13-45T99:00:00</v></c>', {}, "2024-13-45T99:00:00"),
        ('<c r="A1" t="inlineStr"><v>Shell</v></c>', {}, "Shell"),
        ('<c r="A1" t="string"><v>Shell</v></c>', {}, "Shell"),
        ('<c r="A1" t="s"><v>0</v></c>', WITH_SHARED, "one\r\ntwo"),
        ('<c r="A1" t="s"><v>1</v></c>', WITH_SHARED, "#REF!"),
        ('<c r="A1" t="s"><v>0</v></c>', {}, "#REF!"),
        ('<c r="A1" t="s"><v>Shell</v></c>', WITH_SHARED, "#REF!"),
        ('<c r="A1" t="str"><v>_x005F_x0041_ _x0041_ _xD83D__xDE00_ _xD83D_</v></c>', {}, "_x0041_ A 😀 �"),
    ],
)
def test_a_cell_of_another_program(tmp_path: Path, xml: str, parts: Parts, value: Raw) -> None:
    assert cell(tmp_path, xml, parts) == value


def test_a_text_that_the_file_does_not_have_is_told_at_its_cell(tmp_path: Path) -> None:
    def change(xml: bytes) -> bytes:
        return xml.replace(b't="inlineStr"><is><t>Shell</t></is>', b't="s"><v>900</v>')

    path = repacked(save(workbook(), tmp_path), {"xl/worksheets/sheet4.xml": change})
    problems = [str(problem) for problem in read_book(path)[1]]
    assert problems == [f"error: Cards!A2: The cell holds the error “#REF!”. {TYPE_IT}"]


def other_names(name: str) -> str:
    return (
        name.replace("workbook.xml", "Workbook.xml").replace("sheet", "Sheet") if "rels" not in name else name
    )


@pytest.mark.parametrize("spelled", [other_names, lambda name: name.replace("/", "\\"), str.upper])
def test_parts_are_found_however_their_names_are_spelt(tmp_path: Path, spelled: Callable[[str], str]) -> None:
    path = save(workbook(), tmp_path)
    other = tmp_path / "other.xlsx"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            new.writestr(name if name.startswith("[") else spelled(name), old.read(name))
    assert read_sheets(other) == read_sheets(path)


@pytest.mark.parametrize(
    "parts",
    [
        {"xl/styles.xml": lambda xml: xml.replace(b'numFmtId="0"', b'numFmtId="none"')},
        {"xl/styles.xml": lambda xml: xml.replace(b'numFmtId="0"', b'numFmtId="163"')},
        {
            "xl/worksheets/sheet4.xml": lambda xml: xml.replace(
                b"<sheetData>", b'<cols><col hidden="1"/></cols><sheetData>'
            )
        },
        {
            "xl/worksheets/sheet4.xml": lambda xml: xml.replace(
                b"<pageMargins",
                b'<hyperlinks><hyperlink ref="#REF!"/><hyperlink ref="A1 B2"/></hyperlinks><pageMargins',
            )
        },
        {"docProps/core.xml": None, "docProps/app.xml": None, "xl/theme/theme1.xml": None},
        {"_rels/.rels": None},
    ],
)
def test_what_is_odd_round_the_cells_does_no_harm(tmp_path: Path, parts: dict[str, Any]) -> None:
    path = repacked(save(workbook(), tmp_path), parts)
    book, problems = read_book(path)
    assert problems == () and book and [row.title for row in book["Cards"]] == ["Shell", "Pulse"]


def test_rows_that_are_counted_as_they_are_written(tmp_path: Path) -> None:
    rows = '<row><c r="A1"><v>1</v></c></row><row><c r="A7"><v>7</v></c><c><v>8</v></c></row>'
    rows += "<row><c><v>9</v></c></row>"
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    path = repacked(save(workbook({"Notes": ()}), tmp_path), {SHEET: sheet.encode()})
    assert read_sheets(path)[0][0].cells == {(1, 1): 1, (7, 1): 7, (7, 2): 8, (8, 1): 9}


def test_a_document_of_another_program_is_no_workbook(tmp_path: Path) -> None:
    path = tmp_path / "card_data.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<document/>")
        archive.writestr("_rels/.rels", DOCUMENT)
    (problem,) = read_book(path)[1]
    save_as = "Open it in Excel or LibreOffice and save it as an Excel workbook (.xlsx)."
    assert (
        str(problem) == f"error: card_data.xlsx: The file is a zip archive, but no Excel workbook. {save_as}"
    )


@pytest.mark.parametrize(
    ("attributes", "text", "value"),
    [
        ('office:value-type="float"', "7", "7"),
        ('office:value-type="float" office:value="1,5"', "1,5", "1,5"),
        ('office:value-type="boolean"', "TRUE", True),
        ('office:value-type="date" office:date-value="soon"', "soon", "soon"),
        ('office:value-type="time"', "12:00", "12:00"),
        ('office:value-type="string" table:number-columns-repeated="0"', "x", "x"),
        ('office:value-type="string" table:number-columns-spanned=""', "x", "x"),
    ],
)
def test_a_cell_of_another_program_in_an_ods_file(
    tmp_path: Path, attributes: str, text: str, value: Raw
) -> None:
    only = f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"
    row = f"<table:table-row>{only}</table:table-row>"
    path = write_ods(tmp_path, f'<table:table table:name="Notes">{row}</table:table>')
    assert read_sheets(path)[0][0].cells == {(1, 1): value}


# ---------------------------------------------------------------- what people paste


@pytest.mark.parametrize(
    "typed",
    [
        "Café au\u00a0lait",
        "Cafe\u0301 au lait",
        "Ca\u00adfé au lait",
        "\ufeffCAFÉ  au lait ",
        "Café_x000D_\nau lait",
    ],
)
def test_a_name_is_one_name_however_it_was_typed(tmp_path: Path, typed: str) -> None:
    made = with_cell("Cards!A2", "Café au lait")
    made["Cards"]["A3"] = typed
    problems = [str(problem) for problem in read_book(save(made, tmp_path))[1]]
    fault = f"“{' '.join(as_text(typed).split())}” stands in A2 already."
    mend = "Every value of “Title” must be another; change one."
    assert problems == [f"error: Cards!A3: {fault} {mend}"]


@pytest.mark.parametrize(
    "broken", ["one\ntwo", "one\r\ntwo", "one_x000D_\ntwo", "one_x000D_two", "one\u2028two"]
)
def test_a_line_break_of_any_system_is_one(broken: str) -> None:
    assert as_text(broken) == "one\ntwo"


@pytest.mark.parametrize("typed", ["２", "２.０", "２．０", "+２", "٢"])
def test_digits_of_other_scripts_are_a_number(tmp_path: Path, typed: str) -> None:
    book, problems = read_book(save(with_cell("Cards!E2", typed), tmp_path))
    assert book and book["Cards"].rows[0].copies == 2
    mend = "Set the format of the cell to Number and type it again."
    assert [str(p) for p in problems] == [
        f"warning: Cards!E2: “{typed}” is a number that is stored as text. {mend}"
    ]


def test_digits_of_other_scripts_stay_what_they_are_in_a_text(tmp_path: Path) -> None:
    folder = tmp_path / "card_data"
    folder.mkdir()
    (folder / "Notes.csv").write_text("Title,Copies\n２０,20\n", encoding="utf-8")
    assert read_sheets(folder)[0][0].cells[2, 1] == "２０"
    assert read_sheets(folder)[0][0].cells[2, 2] == 20


def test_a_path_is_spelt_as_the_disk_may_have_it(tmp_path: Path) -> None:
    for form in ("NFC", "NFD"):
        made = with_cell(
            "Fields!C15",
            "file",
        )
        made["Cards"]["F2"] = unicodedata.normalize(form, "art/café.svg")
        book, _ = read_book(save(made, tmp_path))
        assert book and book["Cards"].rows[0].text == unicodedata.normalize(form, "art/café.svg")


def test_a_displayed_number_is_still_a_number() -> None:
    assert Displayed(0.25, "25 %") == 0.25 and displayed(Displayed(0.25, "25 %")) == "25 %"
