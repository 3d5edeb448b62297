"""A cell is set in the file of a workbook, and nothing else in it changes."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from openpyxl.styles import Font

from generator.ground.problems import Failed
from generator.workbook.edit import EditedParts, appended, elements, spliced, with_attribute
from generator.workbook.guard import RefusedFile
from generator.workbook.located import sheets_in
from generator.workbook.set_cells import set_cells, set_fact
from tests.shared.workbooks import GOOD, parts, repacked, save, workbook

CARDS_XML = "xl/worksheets/sheet4.xml"
CHAIN = "xl/calcChain.xml"


@pytest.fixture
def content(tmp_path: Path) -> bytes:
    book = workbook()
    book["Cards"]["A2"].font = Font(bold=True)
    book["Cards"]["E3"] = "=1+1"
    return save(book, tmp_path).read_bytes()


def after(content: bytes, place: tuple[int, int], value: Any) -> bytes:
    draft = EditedParts(content)
    set_cells(draft, "Cards", {place: value})
    return draft.finished()


@pytest.mark.parametrize("value", ["Snail & <Co>", " two\nlines ", "=1+1", "☀️", 7, 2.5, None])
@pytest.mark.parametrize("place", [(2, 1), (3, 6), (3, 5), (2, 9), (9, 2), (1, 1)])
def test_a_cell_is_set_and_all_else_stays(content: bytes, place: tuple[int, int], value: Any) -> None:
    made = after(content, place, value)
    was = dict(sheets_in(content, "x")[0][3].cells)
    was.pop(place, None)
    now = dict(sheets_in(made, "x")[0][3].cells)
    assert now.pop(place, None) == value
    assert now == was
    old, new = parts(content), parts(made)
    assert [name for name in new if new[name] != old[name]] in ([CARDS_XML], [])
    cell = load_workbook(io.BytesIO(made))["Cards"].cell(*place)
    assert cell.value == value and cell.font.bold == (place == (2, 1))


def test_cells_stay_in_the_order_that_excel_wants(content: bytes) -> None:
    for place in ((7, 3), (5, 2), (7, 1), (7, 2), (40, 1), (6, 1)):
        content = after(content, place, "x")
    refs = re.findall(rb' r="([A-Z]+)(\d+)"', parts(content)[CARDS_XML])
    order = [(int(row), column) for column, row in refs]
    assert order == sorted(order)


def test_texts_that_cells_share_stay(tmp_path: Path) -> None:
    theirs = (Path(__file__).parents[1] / "data" / "libreoffice.xlsx").read_bytes()
    made = after(theirs, (2, 1), "Snail")
    assert parts(made)["xl/sharedStrings.xml"] == parts(theirs)["xl/sharedStrings.xml"]
    assert sheets_in(made, "x")[0][3].cells[2, 1] == "Snail"


def test_a_formula_that_is_overwritten_leaves_the_chain_of_formulas(content: bytes, tmp_path: Path) -> None:
    chain = b'<calcChain><c r="E3" i="4"/><c r="F9"/><c r="E3" i="1"/><c r="A1"/></calcChain>'
    path = tmp_path / "card_data.xlsx"
    related = (
        b'<Relationship Id="chain" Target="calcChain.xml" '
        b'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/calcChain"/>'
    )
    repacked(
        path,
        {
            CHAIN: chain,
            "xl/_rels/workbook.xml.rels": lambda xml: xml.replace(
                b"</Relationships>", related + b"</Relationships>"
            ),
        },
    )
    made = parts(after(path.read_bytes(), (3, 5), 2))
    assert made[CHAIN] == b'<calcChain><c i="4" r="F9"/><c r="E3" i="1"/><c r="A1"/></calcChain>'
    assert b"<f>" not in made[CARDS_XML]


def test_a_formula_that_others_go_by_is_not_overwritten(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "card_data.xlsx"
    repacked(path, {CARDS_XML: lambda xml: xml.replace(b"<f>", b'<f t="shared" si="0" ref="E3:E9">')})
    with pytest.raises(RefusedFile, match="E3 holds a formula"):
        after(path.read_bytes(), (3, 5), 2)


def test_a_fact_is_set_by_its_key(tmp_path: Path) -> None:
    game = (("Key", "Value"), ("Title", "Old"), ("Version", 1))
    path = save(workbook({**GOOD, "Game": game}), tmp_path)
    set_fact(path, "Title", "=New & shiny", inside=tmp_path)
    assert load_workbook(path)["Game"]["B2"].value == "=New & shiny"
    assert load_workbook(path)["Game"]["B2"].data_type == "s"
    with pytest.raises(KeyError):
        set_fact(path, "Nothing", "x")
    assert [entry.name for entry in tmp_path.iterdir()] == ["card_data.xlsx"]


def test_a_fact_is_not_set_while_the_workbook_is_open(tmp_path: Path) -> None:
    path = save(workbook({**GOOD, "Game": (("Key", "Value"), ("Title", "Old"))}), tmp_path)
    (tmp_path / "~$card_data.xlsx").write_bytes(b"")
    with pytest.raises(Failed, match="open in Excel"):
        set_fact(path, "Title", "New")


# ---------------------------------------------------------------- bytes


def test_elements_are_found_by_their_bytes() -> None:
    data = "\ufeff<?xml version='1.0'?><!-- <b> --><a k='>' ü='<'.><b x=\"/>\"/>é<b>ü</b></a>".encode()
    data = data.replace(" ü='<'.".encode(), b"")
    root = elements(data, lambda depth, name, attributes: True)
    assert [data[b.start : b.end] for b in root.children] == [b'<b x="/>"/>', "<b>ü</b>".encode()]
    assert [b.text for b in root.children] == ["", "ü"]
    more = spliced(data, [appended(data, root.children[0], b"<c/>"), appended(data, root, b"<d/>")])
    assert more.endswith('<b x="/>"><c/></b>é<b>ü</b><d/></a>'.encode())
    assert spliced(data, [with_attribute(data, root, "k", '"')]).count(b'<a k="&quot;">') == 1
    assert spliced(data, [with_attribute(data, root, "n", "1")]).count(b"<a n=\"1\" k='>'>") == 1


def test_bytes_in_front_of_the_archive_and_a_comment_behind_it_do_no_harm(content: bytes) -> None:
    out = io.BytesIO(content)
    with zipfile.ZipFile(out, "a") as archive:
        archive.comment = b"of the designer"
    made = after(out.getvalue(), (2, 1), "Snail")
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert archive.comment == b"of the designer"


def test_archives_that_were_written_as_a_stream(content: bytes) -> None:
    """Sizes behind the data, and extra fields for 64 bits: as programs write that do not know them before."""

    class Stream(io.RawIOBase):
        def __init__(self) -> None:
            self.made = b""

        def writable(self) -> bool:
            return True

        def write(self, data: Any) -> int:
            self.made += bytes(data)
            return len(data)

    stream = Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts(content).items():
            with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as file:
                file.write(data)
    made = after(stream.made, (2, 1), "Snail")
    assert sheets_in(made, "x")[0][3].cells[2, 1] == "Snail"
    assert len(load_workbook(io.BytesIO(made)).sheetnames) == 4


@settings(max_examples=60)
@given(st.text(max_size=40))
def test_any_text_can_be_set(text: str) -> None:
    book = io.BytesIO()
    workbook().save(book)
    made = after(book.getvalue(), (2, 1), text)
    assert parts(made)[CARDS_XML] and load_workbook(io.BytesIO(made))
