"""Hostile workbooks."""

from __future__ import annotations

import re
import zlib

from openpyxl.utils import get_column_letter

from tests.hostile.folder import SHEETS, Hostile


def merged_ranges(game: Hostile) -> None:
    cells = "".join(f'<mergeCell ref="H{2 * i}:J{2 * i + 1}"/>' for i in range(1, game.size))
    game.after_data(f"<mergeCells>{cells}</mergeCells>")


def one_merged_range(game: Hostile) -> None:
    game.after_data(f'<mergeCells><mergeCell ref="A1:XFD{min(20 * game.size, 1048576)}"/></mergeCells>')


def merged_in_a_part_of_another_name(game: Hostile) -> None:
    merged = '</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'

    def types(xml: bytes) -> bytes:
        return xml.replace(b"/xl/worksheets/sheet2.xml", b"/xl/worksheets/sheet2.dat")

    sheet = _read(game, "xl/worksheets/sheet2.xml").replace("</sheetData>", merged)
    game.part("[Content_Types].xml", types)
    game.part("xl/_rels/workbook.xml.rels", lambda xml: xml.replace(b"sheet2.xml", b"sheet2.dat"))
    game.part("xl/worksheets/sheet2.xml", None)
    game.part("xl/worksheets/sheet2.dat", sheet.encode())


def links(game: Hostile) -> None:
    cells = "".join(f'<hyperlink ref="A{i}:Z{i + 9}" location="A1"/>' for i in range(1, game.size))
    game.after_data(f"<hyperlinks>{cells}</hyperlinks>")


def validations(game: Hostile) -> None:
    area = " ".join(f"A{i}:XFD{i}" for i in range(1, game.size))
    game.sheet(
        "(<dataValidations.*?</dataValidations>)|(?=<pageMargins|<legacyDrawing|</worksheet>)",
        f'<dataValidations><dataValidation type="whole" sqref="{area}"/></dataValidations>',
    )


def conditional_formats(game: Hostile) -> None:
    rules = "".join(
        f'<conditionalFormatting sqref="A{i}:XFD1048576"><cfRule type="expression" priority="{i}">'
        "<formula>1</formula></cfRule></conditionalFormatting>"
        for i in range(1, game.size)
    )
    game.after_data(rules)


def a_defined_name(game: Hostile) -> None:
    long = game.rng.choice(["$A" * game.size, "A1:" * game.size, "'" * game.size, "Game!$1:" * game.size])
    name = game.rng.choice(["_xlnm.Print_Titles", "_xlnm.Print_Area", "x"])
    _workbook(game, "</definedNames>", f'<definedName name="{name}" localSheetId="1">{long}</definedName>')


def defined_names(game: Hostile) -> None:
    names = "".join(f'<definedName name="n{i}">Game!$A$1</definedName>' for i in range(game.size))
    _workbook(game, "</definedNames>", names)


def sheets_of_one_part(game: Hostile) -> None:
    space = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    sheets = "".join(f'<sheet {space} name="s{i}" sheetId="{i + 20}" r:id="rId2"/>' for i in range(game.size))
    _workbook(game, "</sheets>", sheets)


def a_name_of_a_sheet(game: Hostile) -> None:
    game.part("xl/workbook.xml", lambda xml: xml.replace(b'name="Tiles"', b'name="%s"' % (b"T" * game.size)))


def a_cell_far_away(game: Hostile) -> None:
    row = game.rng.choice([1048576, 20_002, 5_000 + game.size])
    letters = game.rng.choice(["XFD", "A", "ZZ"])
    cell = f'<row r="{row}"><c r="{letters}{row}" t="inlineStr"><is><t>far</t></is></c></row>'
    game.sheet("</sheetData>", f"{cell}</sheetData>")


def rows_that_are_hidden(game: Hostile) -> None:
    rows = "".join(f'<row r="{i}" hidden="1"/>' for i in range(100, 100 + 20 * game.size))
    game.sheet("</sheetData>", f"{rows}</sheetData>")


def blank_cells(game: Hostile) -> None:
    rows = "".join(
        f'<row r="{i}">' + "".join(f'<c r="{column}{i}" s="1"/>' for column in "ABCDEFGHIJ") + "</row>"
        for i in range(100, 100 + 2 * game.size)
    )
    game.sheet("</sheetData>", f"{rows}</sheetData>")


def one_long_text(game: Hostile) -> None:
    sign = game.rng.choice(["a", "ä", "𝔞", "* ", "{", "**a", "(", "1E ", " ", "\n"])
    text = (sign * (40 * game.size)).replace("\n", "&#10;")
    game.sheet("Clover Field", text, sheet="Tiles")


def formulas(game: Hostile) -> None:
    formula = game.rng.choice(["1+1", "A1" * 40, "SUM(A1:XFD1048576)"])
    rows = "".join(
        f'<row r="{i}"><c r="A{i}"><f>{formula}</f></c></row>' for i in range(100, 100 + game.size)
    )
    game.sheet("</sheetData>", f"{rows}</sheetData>", sheet="Tiles")


def shared_texts_that_nothing_uses(game: Hostile) -> None:
    texts = "".join(f"<si><t>{i}</t></si>" for i in range(10 * game.size))
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    game.part("xl/sharedStrings.xml", f'<sst xmlns="{space}">{texts}</sst>'.encode())
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    override = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
    game.part("[Content_Types].xml", lambda xml: xml.replace(b"</Types>", override.encode()))


def styles(game: Hostile) -> None:
    more = "".join(f'<xf numFmtId="0" fontId="0" fillId="0" borderId="{i % 2}"/>' for i in range(game.size))
    game.part("xl/styles.xml", lambda xml: xml.replace(b"</cellXfs>", f"{more}</cellXfs>".encode()))


def a_number_format(game: Hostile) -> None:
    code = game.rng.choice(["[Red]", "0.", "yy", "[$-409]", '"'.replace('"', "&quot;")]) * game.size
    formats = f'<numFmts count="1"><numFmt numFmtId="200" formatCode="{code}"/></numFmts>'

    def changed(xml: bytes) -> bytes:
        made = re.sub(rb"<numFmts.*?</numFmts>|<numFmts[^>]*/>", b"", xml, count=1)
        made = re.sub(rb"(<styleSheet[^>]*>)", lambda m: m[1] + formats.encode(), made, count=1)
        return re.sub(rb'(<cellXfs.*?numFmtId=")\d+', rb"\g<1>200", made, flags=re.DOTALL)

    game.part("xl/styles.xml", changed)


def notes(game: Hostile) -> None:
    number = game.rng.choice(list(SHEETS.values()))
    more = "".join(
        f'<comment ref="A{i}" authorId="0"><text><t>{i}</t></text></comment>' for i in range(game.size)
    )
    game.part(
        f"xl/comments/comment{number}.xml",
        lambda xml: xml.replace(b"</commentList>", f"{more}</commentList>".encode()),
    )


def entities(game: Hostile) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(min(12, 2 + game.size // 100))
    )
    name = game.rng.choice(["xl/workbook.xml", "xl/worksheets/sheet2.xml", "xl/styles.xml"])
    game.part(name, lambda xml: f"{bomb}]>".encode() + xml)


def nested_elements(game: Hostile) -> None:
    name = game.rng.choice(["xl/workbook.xml", "xl/worksheets/sheet2.xml", "xl/styles.xml"])
    game.part(name, lambda xml: b"<a>" * game.size + xml + b"</a>" * game.size)


def attributes(game: Hostile) -> None:
    more = " ".join(f'a{i}="{i}"' for i in range(game.size))
    game.sheet("<sheetData>", f"<sheetData {more}>")


def zeros_that_unpack(game: Hostile) -> None:
    game.part(
        game.rng.choice(["xl/media/x.bin", "xl/worksheets/sheet9.xml"]), bytes(min(30_000 * game.size, 10**9))
    )


def bytes_that_flip(game: Hostile) -> None:
    content = bytearray(game.workbook.read_bytes())
    for _ in range(1 + game.size // 200):
        content[game.rng.randrange(len(content))] ^= 1 << game.rng.randrange(8)
    game.workbook.write_bytes(content)


def an_end_that_is_missing(game: Hostile) -> None:
    content = game.workbook.read_bytes()
    game.workbook.write_bytes(content[: game.rng.randrange(len(content))])


def a_part_of_nonsense(game: Hostile) -> None:
    name = game.rng.choice(
        ["xl/workbook.xml", "xl/styles.xml", "xl/worksheets/sheet2.xml", "[Content_Types].xml"]
    )
    game.part(name, game.rng.randbytes(game.size))


# ---------------------------------------------------------------- what the cells say


def cards(game: Hostile) -> None:
    count = min(game.size // 20, 400)
    game.rows("Tiles", [(f"Tile {i}", "Meadow", "1S", "+1L", None, 1) for i in range(count)])


def copies(game: Hostile) -> None:
    number = min(1000, game.size)
    game.rows("Tiles", [(f"Tile {i}", "Meadow", "1S", "+1L", None, number) for i in range(50)])
    game.cell("Components!H2", number)


def components(game: Hostile) -> None:
    rows = [
        (f"More {i}", "Tiles", "tile.svg", "tile-back.svg", "hexagon", 60, 52, 1)
        for i in range(min(game.size, 3000))
    ]
    game.rows("Components", rows)


def names_that_are_misspelt(game: Hostile) -> None:
    count = min(game.size, 2_000)  # each tile is drawn
    game.rows("Lands", [(f"Land {i}", "#4b8a2b", "#e2f0d6", "growth") for i in range(count)])
    game.rows("Tiles", [(f"Tile {i}", f"Lnad {i}", "1S", "+1L", None, 1) for i in range(count)])


def pictures_that_are_not_there(game: Hostile) -> None:
    for i in range(min(game.size, 3000)):
        game.write(f"art/there{i}.png", b"x")
    rows = [(f"Tile {i}", "Meadow", "1S", "+1L", f"art/not{i}.png", 1) for i in range(min(game.size, 3000))]
    game.rows("Tiles", rows)


def fields(game: Hostile) -> None:
    game.rows("Fields", [("Tiles", f"Column {i}", "text") for i in range(min(game.size, 15_000))])


def titles_that_are_alike(game: Hostile) -> None:
    game.rows("Tiles", [("Same", "Meadow", "1S", "+1L", None, 1)] * min(game.size, 2_000))  # each is drawn


def symbols(game: Hostile) -> None:
    game.rows(
        "Icons", [(f"sign{i}", f"Q{i}", None, f"Sign {i}", "token") for i in range(min(game.size, 8000))]
    )


def a_board(game: Hostile) -> None:
    game.cell("Components!F2", 1200)
    game.cell("Components!G2", 1200)
    game.cell("Components!H2", min(game.size, 1000))


def columns(game: Hostile) -> None:
    cells = "".join(
        f'<c r="{get_column_letter(7 + i)}1" t="inlineStr"><is><t>c{i}</t></is></c>'
        for i in range(min(game.size, 16_000))
    )
    game.sheet("</row>", f"{cells}</row>", sheet="Tiles")


def nonsense_in_a_cell(game: Hostile) -> None:
    signs = "{}*[]()<>&;,+-−#!%'\"\\/~\x7f\u200b\u202e\ud7ff🙂ß1EIS9e=|\n"
    text = "".join(game.rng.choice(signs) for _ in range(min(game.size, 30_000)))
    place = game.rng.choice(
        ["Tiles!A2", "Tiles!C2", "Tiles!D2", "Tiles!E2", "Lands!B2", "Icons!A2", "Fields!H9"]
    )
    game.cell(place, re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text).lstrip("="))


def a_compressed_part_that_lies(game: Hostile) -> None:
    """The directory says that a part is small; what is packed is not."""
    packed = zlib.compress(bytes(100_000 * min(game.size, 1000)))
    game.workbook.write_bytes(game.workbook.read_bytes().replace(b"xl/theme/theme1.xml", packed[:19], 1))


def _read(game: Hostile, name: str) -> str:
    import zipfile

    with zipfile.ZipFile(game.workbook) as archive:
        return archive.read(name).decode()


def _workbook(game: Hostile, before: str, markup: str) -> None:
    game.part("xl/workbook.xml", lambda xml: xml.replace(before.encode(), (markup + before).encode(), 1))
