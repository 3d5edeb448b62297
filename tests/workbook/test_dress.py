"""Notes, drop-downs and bounds follow the sheet Fields; all else in a workbook stays byte for byte."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image as Picture
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from PIL import Image

from generator.cli import main
from generator.ground.problems import Failed
from generator.workbook.book import dump, read_book
from generator.workbook.dress import dress, dressed
from tests.shared.workbooks import FIELDS, GOOD, repacked, save, workbook

DATA = Path(__file__).parents[1] / "data"
ROOT = Path(__file__).parents[2]
STARTER = ROOT / "generator" / "data" / "starter" / "card_data.xlsx"
CARDS_XML = "xl/worksheets/sheet4.xml"
EXTENSION = (
    b'<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}" '
    b'xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main">'
    b'<x14:dataValidations xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main" count="2">'
    b'<x14:dataValidation type="list" allowBlank="1">'
    b"<x14:formula1><xm:f>Layers!$A$2:$A$9</xm:f></x14:formula1>"
    b"<xm:sqref>B2:B99</xm:sqref></x14:dataValidation>"
    b'<x14:dataValidation type="list"><x14:formula1><xm:f>Layers!$B$2:$B$9</xm:f></x14:formula1>'
    b"<xm:sqref>E2:H9</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>"
)


def opened(content: bytes) -> Workbook:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return load_workbook(io.BytesIO(content))


def made(book: Workbook) -> Workbook:
    return opened(dressed(packed(book), "card_data.xlsx"))


def packed(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def parts(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def rules(sheet: Any) -> dict[str, tuple[Any, ...]]:
    return {
        str(rule.sqref): (rule.type, rule.formula1, rule.formula2, bool(rule.allow_blank))
        for rule in sheet.data_validations.dataValidation
    }


def notes(sheet: Any) -> dict[str, tuple[str, str]]:
    cells = (cell for row in sheet.iter_rows() for cell in row if cell.comment)
    return {cell.coordinate: (cell.comment.author, cell.comment.text) for cell in cells}


# ---------------------------------------------------------------- what it writes


def test_drop_downs_and_bounds_follow_the_declarations() -> None:
    book = made(workbook())
    assert rules(book["Cards"]) == {
        "B2:B1000": ("list", "OFFSET('Layers'!$A$2,0,0,MAX(1,COUNTA('Layers'!$A$2:$A$1000)),1)", None, True),
        "E2:E1000": ("whole", "0", "9", True),
    }
    assert rules(book["Layers"]) == {"A2:A1000": ("whole", "1", "10", False)}
    assert rules(book["Icons"]) == {"E2:E1000": ("list", '"token,any token,track,action,layer"', None, True)}
    assert rules(book["Fields"])["D2:D1000"] == ("list", '"yes,no"', None, True)


def test_one_sided_bounds_and_lists_that_do_not_fit() -> None:
    fields = (
        *FIELDS[:1],
        ("Cards", "Title", "number", None, None, 1),
        ("Cards", "Layer", "number", None, None, None, 2.5),
        ("Cards", "Cost", "choice", None, None, None, None, "|".join(f"choice {n}" for n in range(40))),
        ("Cards", "Bonus", "choice", None, None, None, None, "a, b | c"),
        ("Cards", "Copies", "reference", None, None, None, None, "Nowhere.Layer"),
        ("Cards", "Text", "nonsense"),
    )
    book = made(workbook({**GOOD, "Fields": fields}))
    kinds = [
        (rule.type, rule.operator, rule.formula1) for rule in book["Cards"].data_validations.dataValidation
    ]
    assert kinds == [("decimal", "greaterThanOrEqual", "1"), ("decimal", "lessThanOrEqual", "2.5")]


def test_a_bound_that_follows_a_rule_is_that_cell() -> None:
    """So that whoever raises the rule may type the greater number at once, without dressing anew."""
    fields = (
        *((*row[:6], "Rules.Most Copies") if row[1] == "Copies" else row for row in FIELDS),
        ("Rules", "Key", "text"),
        ("Rules", "Value", "integer"),
    )
    book = made(workbook({**GOOD, "Fields": fields, "Rules": (("Key", "Value"), ("Most Copies", 3))}))
    assert rules(book["Cards"])["E2:E1000"] == ("whole", "0", "'Rules'!$B$2", True)
    assert notes(book["Cards"])["E1"][1].startswith("A whole number from 0 to Rules.Most Copies.")


def test_headers_carry_notes_that_say_what_a_column_takes() -> None:
    sheet = made(workbook())["Layers"]
    assert notes(sheet) == {
        "A1": ("pnp", "A whole number from 1 to 10. Required. No two alike.\nThe number of the Layer."),
        "B1": ("pnp", "Text. May be empty."),
        "C1": ("pnp", "A colour, such as #2b7fb8. May be empty."),
    }


def test_headers_are_found_as_the_reader_finds_them() -> None:
    book = workbook()
    book["Cards"]["E1"] = " COPIES\u00a0"
    assert "E2:E1000" in rules(made(book)["Cards"])


def test_a_long_sheet_has_its_bounds_to_the_end() -> None:
    book = workbook()
    book["Cards"]["A1500"] = "Late"
    assert "E2:E1750" in rules(made(book)["Cards"])


def test_a_changed_declaration_changes_its_note_and_its_rule_alone() -> None:
    first = dressed(packed(workbook()), "card_data.xlsx")
    book = opened(first)
    book["Fields"]["G14"] = 5
    before = packed(book)
    after = dressed(before, "card_data.xlsx")
    assert notes(opened(after)["Cards"])["E1"] == ("pnp", "A whole number from 0 to 5. May be empty.")
    assert rules(opened(after)["Cards"])["E2:E1000"] == ("whole", "0", "5", True)
    old, new = parts(before), parts(after)
    assert {name for name in new if new[name] != old.get(name)} == {
        CARDS_XML,
        "xl/comments/comment4.xml",
        "xl/drawings/commentsDrawing4.vml",
    }


def test_a_column_that_is_declared_no_more_loses_our_note() -> None:
    book = opened(dressed(packed(workbook()), "card_data.xlsx"))
    book["Fields"].delete_rows(15)
    after = dressed(packed(book), "card_data.xlsx")
    assert "F1" not in notes(opened(after)["Cards"])
    boxes = parts(after)["xl/drawings/commentsDrawing4.vml"]
    assert boxes.count(b'ObjectType="Note"') == 5


# ---------------------------------------------------------------- what it leaves alone


def designed() -> Workbook:
    """A workbook with everything in it that a designer may have put there."""
    book = workbook()
    sheet = book["Cards"]
    sheet["A2"].fill = PatternFill("solid", fgColor="FFAA00")
    sheet["A2"].font = Font(name="Papyrus", size=19, italic=True)
    sheet.column_dimensions["A"].width = 41.5
    sheet.row_dimensions[2].height = 55
    sheet.freeze_panes = "C3"
    sheet.auto_filter.ref = "A1:F3"
    sheet["H1"], sheet["H2"], sheet["H3"] = "Own", "=1+1", '=CONCATENATE("a","b")'
    sheet.conditional_formatting.add("A2:A9", FormulaRule(formula=["$A2=1"], fill=PatternFill("solid")))
    own = DataValidation(type="list", formula1='"a,b"', showErrorMessage=True)
    own.add("H2:H50")
    sheet.add_data_validation(own)
    sheet["H1"].comment = Comment("Mine.", "pnp's friend")
    sheet["C3"].comment = Comment("Too dear?", "Ada")
    sheet["B1"].comment = Comment("Ask Bob about these.", "Ada")
    sheet.print_title_rows = "1:1"
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=5, min_row=1, max_row=3), titles_from_data=True)
    sheet.add_chart(chart, "K2")
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(picture, "PNG")
    book["Layers"].add_image(Picture(picture), "E2")
    book.defined_names["Spare"] = DefinedName("Spare", attr_text="Cards!$H$2:$H$3")
    return book


def stored(xml: bytes) -> bytes:
    """The sheet with the results of its formulas, as a spreadsheet saves it."""
    assert xml.count(b"<v></v>") + xml.count(b"<v/>") + xml.count(b"<v />") == 2
    return re.sub(rb"(</f>)<v(></v>|\s?/>)", rb"\1<v>2</v>", xml)


@pytest.fixture
def design(tmp_path: Path) -> bytes:
    return repacked(save(designed(), tmp_path), {CARDS_XML: stored}).read_bytes()


def test_every_other_part_stays_byte_for_byte(design: bytes) -> None:
    old, new = parts(design), parts(dressed(design, "card_data.xlsx"))
    assert list(new)[: len(old)] == list(old)
    sheets = {f"xl/worksheets/sheet{n}.xml" for n in (1, 2, 3, 4)}
    lists = {"[Content_Types].xml", *(f"xl/worksheets/_rels/sheet{n}.xml.rels" for n in (3, 4))}
    of_notes = {"xl/comments/comment1.xml", "xl/drawings/commentsDrawing1.vml"}
    changed = {name for name in old if old[name] != new[name]}
    assert changed <= sheets | lists | of_notes
    assert {"xl/styles.xml", "xl/workbook.xml", "xl/charts/chart1.xml", "xl/media/image1.png"} <= set(old)
    assert {name for name in new if name not in old} == {
        *(f"xl/comments{n}.xml" for n in (1, 2, 3)),
        *(f"xl/drawings/vmlDrawing{n}.vml" for n in (1, 2, 3)),
        *(f"xl/worksheets/_rels/sheet{n}.xml.rels" for n in (1, 2)),
    }


def test_what_is_left_of_a_sheet_without_our_elements_is_what_was_there(design: bytes) -> None:
    old, new = parts(design)[CARDS_XML], parts(dressed(design, "card_data.xlsx"))[CARDS_XML]
    validations = re.compile(rb"<dataValidations.*?</dataValidations>", re.DOTALL)
    assert validations.sub(b"", new) == validations.sub(b"", old)
    mine = re.search(rb'<dataValidation [^>]*sqref="H2:H50".*?</dataValidation>', old)
    assert mine and mine[0] in new
    assert b"<v>2</v>" in new


def test_packed_bytes_and_times_of_other_parts_are_copied(design: bytes) -> None:
    with (
        zipfile.ZipFile(io.BytesIO(design)) as old,
        zipfile.ZipFile(io.BytesIO(dressed(design, "card_data.xlsx"))) as new,
    ):
        for name in ("xl/styles.xml", "xl/media/image1.png", "docProps/core.xml", "xl/charts/chart1.xml"):
            before, after = old.getinfo(name), new.getinfo(name)
            assert (before.date_time, before.compress_size) == (after.date_time, after.compress_size)


def test_notes_of_others_stay_and_ours_come_beside_them(design: bytes) -> None:
    found = notes(opened(dressed(design, "card_data.xlsx"))["Cards"])
    assert found["H1"] == ("pnp's friend", "Mine.")
    assert found["C3"] == ("Ada", "Too dear?")
    assert found["B1"] == ("Ada", "Ask Bob about these.")
    assert found["E1"] == ("pnp", "A whole number from 0 to 9. May be empty.")


def test_every_note_has_its_box_once(design: bytes) -> None:
    once = parts(dressed(design, "card_data.xlsx"))
    boxes = re.findall(rb"Row>(\d+)<.*?Column>(\d+)<", once["xl/drawings/commentsDrawing1.vml"], re.DOTALL)
    places = sorted((int(row), int(column)) for row, column in boxes)
    assert places == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 7), (2, 2)]


def test_dressing_twice_changes_not_a_byte(design: bytes) -> None:
    once = dressed(design, "card_data.xlsx")
    assert once != design
    assert dressed(once, "card_data.xlsx") == once
    assert dressed(design, "card_data.xlsx") == once


@pytest.mark.parametrize("path", [ROOT / "card_data.xlsx", STARTER, DATA / "libreoffice.xlsx"])
def test_a_dressed_workbook_is_not_written(path: Path) -> None:
    content = path.read_bytes()
    assert dressed(content, path.name) is content


def test_a_validation_over_declared_and_other_columns_keeps_the_others() -> None:
    book = workbook()
    wide = DataValidation(type="whole", formula1="1", formula2="2")
    wide.add("D2:H9")
    wide.add("J1")
    book["Cards"].add_data_validation(wide)
    found = rules(made(book)["Cards"])
    assert found.pop("G2:H9 J1")[:2] == ("whole", "1")
    assert set(found) == {"B2:B1000", "E2:E1000"}


def test_validations_that_excel_keeps_in_an_extension(tmp_path: Path) -> None:
    path = repacked(
        save(workbook(), tmp_path),
        {CARDS_XML: lambda xml: xml.replace(b"</worksheet>", EXTENSION + b"</worksheet>")},
    )
    new = parts(dressed(path.read_bytes(), path.name))[CARDS_XML]
    assert b"<xm:sqref>G2:H9</xm:sqref>" in new and b"B2:B99" not in new
    assert re.search(rb'<x14:dataValidations [^>]*count="1"', new)
    alone = re.sub(rb"<x14:dataValidation type=\"list\"><.*?</x14:dataValidation>", b"", EXTENSION)
    path = repacked(path, {CARDS_XML: lambda xml: xml.replace(EXTENSION, alone)})
    assert b"extLst" not in parts(dressed(path.read_bytes(), path.name))[CARDS_XML]


def test_new_elements_stand_where_excel_wants_them(design: bytes) -> None:
    sheet = parts(dressed(design, "card_data.xlsx"))["xl/worksheets/sheet3.xml"]
    order = [
        b"<sheetData",
        b"<dataValidations",
        b"<pageMargins",
        b"<drawing",
        b"<legacyDrawing",
        b"</worksheet",
    ]
    places = [sheet.index(name) for name in order]
    assert places == sorted(places)


def test_prefixes_of_namespaces_are_kept(tmp_path: Path) -> None:
    def prefixed(xml: bytes) -> bytes:
        return re.sub(rb"<(/?)(?=[a-z])", rb"<\1x:", xml).replace(b" xmlns=", b" xmlns:x=")

    plain = save(workbook(), tmp_path)
    path = repacked(plain, {CARDS_XML: prefixed})
    assert read_book(path)[1] == ()
    new = parts(dressed(path.read_bytes(), path.name))[CARDS_XML]
    assert new.count(b"<x:dataValidation ") == 2 and b"<x:legacyDrawing " in new
    assert len(rules(opened(dressed(path.read_bytes(), path.name))["Cards"])) == 2


def test_libreoffice_keeps_content_drop_downs_and_notes(tmp_path: Path) -> None:
    """tests/data/libreoffice.xlsx is the small workbook, dressed by version 0.1, saved by LibreOffice 7.4."""
    path = save(workbook(), tmp_path)
    dress(path)
    theirs = DATA / "libreoffice.xlsx"
    assert dump(theirs) == dump(path)
    ours_book, their_book = load_workbook(path), load_workbook(theirs)
    for sheet in ours_book.worksheets:
        other = their_book[sheet.title]
        assert {place: rule[1].replace("'", "") for place, rule in rules(sheet).items()} == {
            place: rule[1] for place, rule in rules(other).items()
        }
        assert [text for _, text in notes(sheet).values()] == [text for _, text in notes(other).values()]


def test_a_note_whose_author_libreoffice_dropped_is_brought_up_to_date(tmp_path: Path) -> None:
    path = repacked(
        DATA / "libreoffice.xlsx",
        {"xl/comments3.xml": lambda xml: xml.replace(b"from 1 to 10", b"from 1 to 9")},
        tmp_path,
    )
    sheet = opened(dressed(path.read_bytes(), path.name))["Layers"]
    assert notes(sheet)["A1"][1].startswith("A whole number from 1 to 10.")


def test_a_cell_at_the_end_of_the_sheet_costs_nothing() -> None:
    book = workbook()
    book["Cards"]["XFD1048576"] = "x"
    assert set(rules(made(book)["Cards"])) == {"B2:B1000", "E2:E1000"}


# ---------------------------------------------------------------- the file


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_last_three_versions_are_kept_beside_it(tmp_path: Path) -> None:
    path = save(workbook(), tmp_path)
    held = []
    for most in (9, 8, 7, 6):
        book = load_workbook(path)
        book["Fields"]["G14"] = most
        book.save(path)
        held.append(path.read_bytes())
        assert dress(path, inside=tmp_path)
    assert names(tmp_path) == [
        "card_data.before-dress.2.xlsx",
        "card_data.before-dress.3.xlsx",
        "card_data.before-dress.xlsx",
        "card_data.xlsx",
    ]
    kept = ["card_data.before-dress.xlsx", "card_data.before-dress.2.xlsx", "card_data.before-dress.3.xlsx"]
    assert [(tmp_path / name).read_bytes() for name in kept] == held[:0:-1]


def test_nothing_is_kept_when_nothing_changes(tmp_path: Path) -> None:
    path = save(workbook(), tmp_path)
    dress(path)
    (tmp_path / "card_data.before-dress.xlsx").unlink()
    before = path.stat()
    assert not dress(path)
    assert path.stat().st_ino == before.st_ino and names(tmp_path) == ["card_data.xlsx"]


@pytest.mark.parametrize(
    ("mark", "program"), [("~$card_data.xlsx", "Excel"), (".~lock.card_data.xlsx#", "LibreOffice")]
)
def test_a_workbook_that_is_open_elsewhere_is_not_written(tmp_path: Path, mark: str, program: str) -> None:
    path = save(workbook(), tmp_path)
    content = path.read_bytes()
    (tmp_path / mark).write_bytes(b"")
    with pytest.raises(Failed) as failed:
        dress(path)
    (problem,) = failed.value.problems
    assert f"open in {program}" in problem.what and mark in problem.mend
    assert path.read_bytes() == content and names(tmp_path) == sorted(["card_data.xlsx", mark])


def test_links_are_replaced_and_what_they_lead_to_is_left_alone(tmp_path: Path) -> None:
    game, outside = tmp_path / "game", tmp_path / "outside"
    game.mkdir()
    outside.mkdir()
    path = save(workbook(), game)
    (outside / "mine").write_bytes(b"mine")
    for name in (".card_data.xlsx.new", "card_data.before-dress.xlsx", "card_data.before-dress.2.xlsx"):
        (game / name).symlink_to(outside / "mine")
    assert dress(path, inside=game)
    assert (outside / "mine").read_bytes() == b"mine" and names(outside) == ["mine"]
    assert not (game / "card_data.before-dress.xlsx").is_symlink()


def test_the_command_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save(workbook(), tmp_path)
    assert main(["dress", "--game", str(tmp_path)]) == 0
    assert "card_data.before-dress.xlsx is as it was" in capsys.readouterr().out
    assert main(["dress", "--game", str(tmp_path)]) == 0
    assert "already" in capsys.readouterr().out


def test_a_workbook_without_fields_is_a_problem(tmp_path: Path) -> None:
    path = save(workbook({"Cards": GOOD["Cards"]}), tmp_path)
    with pytest.raises(Failed, match="no sheet “Fields”"):
        dress(path)
    assert names(tmp_path) == ["card_data.xlsx"]


@pytest.mark.parametrize(
    "damage",
    [
        {"xl/comments/comment4.xml": b"<comments"},
        {"xl/comments/comment4.xml": b'<!DOCTYPE a [<!ENTITY a "a">]><comments/>'},
        {"xl/comments/comment4.xml": b"<comments/>"},
        {"xl/drawings/commentsDrawing4.vml": b"nothing"},
        {"xl/drawings/commentsDrawing4.vml": None},
        {CARDS_XML: lambda xml: xml.decode().encode("utf-16")},
        {CARDS_XML: lambda xml: xml.replace(b"schemas.openxmlformats.org", b"purl.oclc.org")},
    ],
)
def test_what_cannot_be_changed_is_a_problem(tmp_path: Path, damage: dict[str, Any]) -> None:
    book = opened(dressed(packed(workbook()), "card_data.xlsx"))
    book["Fields"]["G14"] = 5
    path = repacked(save(book, tmp_path), damage)
    content = path.read_bytes()
    with pytest.raises(Failed):
        dress(path)
    assert path.read_bytes() == content
