"""Hostile workbooks of other kinds: .ods files and folders of .csv files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from openpyxl import load_workbook

from tests.hostile.folder import Hostile
from tests.shared.sheets_made import ods_table, save_csv, save_ods, write_ods
from tests.shared.workbooks import repacked


def ods_rows_that_repeat(game: Hostile) -> None:
    rows = game.rng.choice([game.size, 1_048_576, 10**18])
    cells = game.rng.choice([1, 3, 16_384])
    row = (
        f'<table:table-row table:number-rows-repeated="{rows}"><table:table-cell office:value-type="string" '
        f'table:number-columns-repeated="{cells}"><text:p>x</text:p></table:table-cell></table:table-row>'
    )
    _in_table(game, row)


def ods_rows_that_repeat_nothing(game: Hostile) -> None:
    more = game.rng.choice(["", ' table:visibility="collapse"'])
    row = (
        f'<table:table-row table:number-rows-repeated="1000000"{more}>'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    )
    _in_table(game, row * game.size)


def ods_hidden_columns(game: Hostile) -> None:
    column = '<table:table-column table:visibility="collapse" table:number-columns-repeated="1000000"/>'
    _in_table(game, column * game.size)


def ods_merged_cells(game: Hostile) -> None:
    spans = (
        f'table:number-columns-spanned="{game.rng.choice([2, 16384, 10**9])}" table:number-rows-spanned="9"'
    )
    _in_table(game, f"<table:table-row><table:table-cell {spans}/></table:table-row>" * game.size)


def ods_tables(game: Hostile) -> None:
    table = '<table:table table:name="t"><table:table-row><table:table-cell/></table:table-row></table:table>'
    _content(
        game,
        lambda xml: xml.replace(
            b"<office:spreadsheet>", b"<office:spreadsheet>" + table.encode() * game.size
        ),
    )


def ods_blanks_in_a_text(game: Hostile) -> None:
    blanks = '<text:s text:c="1000000000"/>' * game.size
    _content(game, lambda xml: xml.replace(b"<text:p>Clover Field", f"<text:p>{blanks}Clover Field".encode()))


def ods_numbers_of_nonsense(game: Hostile) -> None:
    number = game.rng.choice(["9" * game.size, "nan", "1e99999", "-", "", "0x10", "-5"])
    cell = game.rng.choice(
        [
            f'<table:table-cell office:value-type="float" office:value="{number}"/>',
            f'<table:table-cell table:number-columns-repeated="{number}"/>',
            f'<table:table-cell office:value-type="date" office:date-value="{number}"/>',
            f'<table:table-cell office:value-type="time" office:time-value="PT{number}H00M00S"/>',
        ]
    )
    _in_table(game, f"<table:table-row>{cell}</table:table-row>")


def ods_entities(game: Hostile) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 10}">' for i in range(min(12, 2 + game.size // 100))
    )
    _content(game, lambda xml: xml.replace(b"?>", f"?>{bomb}]>".encode(), 1))


def ods_zeros_that_unpack(game: Hostile) -> None:
    _ods(
        game,
        {game.rng.choice(["content.xml", "Pictures/x.png"]): bytes(min(60_000 * game.size, 200_000_000))},
    )


def ods_elements_in_elements(game: Hostile) -> None:
    inner = game.rng.choice(["text:span", "table:table-row-group", "table:table", "x"])
    _content(
        game, lambda xml: xml.replace(b"<office:body>", b"<office:body>" + f"<{inner}>".encode() * game.size)
    )


def ods_bytes_that_flip(game: Hostile) -> None:
    path = _ods(game)
    content = bytearray(path.read_bytes())
    for _ in range(1 + game.size // 200):
        content[game.rng.randrange(len(content))] ^= 1 << game.rng.randrange(8)
    path.write_bytes(content)


def csv_one_line_of_50_mb(game: Hostile) -> None:
    sign = game.rng.choice([b"x", b",", b'"', b'",', b";", "ß".encode(), b"\r"])
    size = 50_000_000 if game.size == 3000 else 800 * game.size
    _csv(game).joinpath("Tiles.csv").write_bytes(b"Title,Land\n" + sign * (size // len(sign)))


def csv_many_lines(game: Hostile) -> None:
    line = game.rng.choice([b"\n", b",\n", b'"\n', b"a,b\n", b'""\n', b"a\n", b",,,,,,,,\r"])
    _csv(game).joinpath("Tiles.csv").write_bytes(b"Title,Land\n" + line * (300 * game.size))


def csv_a_quote_that_never_closes(game: Hostile) -> None:
    path = _csv(game) / "Tiles.csv"
    lines = path.read_bytes().split(b"\r\n")
    lines.insert(game.rng.randrange(len(lines)), b'"' + b"so it goes\n" * game.size)
    path.write_bytes(b"\r\n".join(lines))


def csv_nuls(game: Hostile) -> None:
    path = _csv(game) / game.rng.choice(["Tiles.csv", "Fields.csv", "more.csv"])
    path.write_bytes((path.read_bytes() if path.exists() else b"") + bytes(game.size * 100))


def csv_bytes_that_flip(game: Hostile) -> None:
    path = _csv(game) / game.rng.choice(["Tiles.csv", "Fields.csv", "Icons.csv"])
    content = bytearray(path.read_bytes())
    for _ in range(1 + game.size // 500):
        content[game.rng.randrange(len(content))] = game.rng.randrange(256)
    path.write_bytes(content)


def csv_files_without_end(game: Hostile) -> None:
    folder = _csv(game)
    for number in range(min(game.size, 3000)):
        (folder / f"Sheet {number}.csv").write_text("A,B\n1,2\n")


def csv_all_files_large(game: Hostile) -> None:
    folder = _csv(game)
    for number in range(6):
        (folder / f"Sheet {number}.csv").write_bytes(
            b"A,B\n" + b"some,words\n" * min(900_000, 60 * game.size)
        )


def csv_names_of_files(game: Hostile) -> None:
    folder = _csv(game)
    for name in ("\x1b[2J.csv", "a\nb.csv", "!A1.csv", "x" * 200 + ".csv", ".csv", "Fields!B2.csv", "(.csv"):
        (folder / name).write_text("A,B\n1\n")


def csv_that_leads_out(game: Hostile) -> None:
    folder, outside = _csv(game), game.root.parent / "outside"
    outside.mkdir()
    (outside / "precious.csv").write_text("A,B\nprecious,1\n")
    how = game.rng.choice(["file", "folder", "ring", "pipe", "folder as a file"])
    if how == "folder":
        shutil.rmtree(folder)
        folder.symlink_to(outside)
        return
    path = folder / game.rng.choice(["Tiles.csv", "More.csv"])
    path.unlink(missing_ok=True)
    if how == "pipe":
        os.mkfifo(path)
    elif how == "folder as a file":
        path.mkdir()
    else:
        path.symlink_to(outside / "precious.csv" if how == "file" else path.name)


def two_workbooks(game: Hostile) -> None:
    book = load_workbook(game.workbook)
    save_ods(book, game.root)
    save_csv(book, game.root)


def _ods(game: Hostile, parts: dict[str, bytes] | None = None) -> Path:
    book = load_workbook(game.workbook)
    game.workbook.unlink()
    return write_ods(game.root, "".join(ods_table(sheet) for sheet in book.worksheets), parts)


def _content(game: Hostile, change: Callable[[bytes], bytes]) -> None:
    path = _ods(game)

    def changed(xml: bytes) -> bytes:
        made = change(xml)
        assert made != xml
        return made

    repacked(path, {"content.xml": changed})


def _in_table(game: Hostile, markup: str) -> None:
    """Markup at the end of the sheet Tiles."""

    def changed(xml: bytes) -> bytes:
        before, found, behind = xml.partition(b'table:name="Tiles"')
        end = behind.index(b"</table:table>")
        return before + found + behind[:end] + markup.encode() + behind[end:]

    _content(game, changed)


def _csv(game: Hostile) -> Path:
    book = load_workbook(game.workbook)
    game.workbook.unlink()
    return save_csv(book, game.root)
