"""Sets the value of a cell in a workbook's file. Reading is `book`, notes are `dress`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import quoteattr

from generator.ground.problems import Failed, error
from generator.records.cells import as_text, fold
from generator.records.worksheets import GAME
from generator.workbook.edit import (
    Edit,
    EditedParts,
    Element,
    Wanted,
    appended,
    elements,
    with_attribute,
    written,
)
from generator.workbook.guard import SAVE_AGAIN, RefusedFile, guarded_bytes
from generator.workbook.located import letter, sheets_in
from generator.workbook.package import Package, open_package, relations
from generator.workbook.save import save
from generator.workbook.scan import CellPlace, column_number

CHAIN = "calcChain"


def set_fact(path: Path, key: str, value: str, *, inside: Path | None = None) -> None:
    """Set the value of a key in the sheet Game. Raises KeyError if it has no such row, and Failed."""
    content = guarded_bytes(path, inside=inside)
    sheets, _ = sheets_in(content, path.name)
    rows = [pair for sheet in sheets if sheet.name == GAME for pair in sheet.rows()]
    row = next((row for row, cells in rows if fold(as_text(cells.get(1))) == fold(key)), None)
    if row is None:
        raise KeyError(key)
    try:
        draft = EditedParts(content)
        set_cell(draft, GAME, (row, 2), value)
    except RefusedFile as refused:
        raise Failed(error(f"{GAME}!B{row}", refused.what, refused.mend)) from None
    save(path, draft.finished(), inside=inside)


def set_cell(draft: EditedParts, sheet: str, place: CellPlace, value: str | int | float | None) -> None:
    """Set a cell of a sheet to a text, a number or nothing. It keeps its style and loses its formula.

    The text is written into the cell itself, so that the texts that cells share stay as they are. Raises
    KeyError for an unknown sheet, and Refused for a cell whose formula others go by.
    """
    package = open_package(draft.archive)
    part = {part.name: part.part for part in package.sheets}[sheet]
    data = draft.read(part)
    root = elements(data, _row_and_next(place[0]))
    body = root.first("sheetData")
    if body is None:
        raise RefusedFile(f"The sheet “{sheet}” has no place for cells.", SAVE_AGAIN)
    row = next((row for row in body.children if row.attributes.get("r") == str(place[0])), None)
    if row is not None:
        edit, had_formula = _in_row(data, row, place, value)
        draft.edit(part, [edit])
        if had_formula:
            forget_formula(draft, package, part, place)
        return
    tag = f"{root.prefix}row"
    new = f'<{tag} r="{place[0]}">'.encode() + cell_xml(root.prefix, place, value) + f"</{tag}>".encode()
    following = body.children[0].start if body.children else None
    draft.edit(part, [(following, following, new) if following is not None else appended(data, body, new)])


def _row_and_next(number: int) -> Wanted:
    """The row of a number with its cells, or else the first row behind it."""
    passed = inside = False

    def wanted(depth: int, name: str, attributes: Mapping[str, str]) -> bool:
        nonlocal passed, inside
        if depth == 2 and name == "row":
            if "r" not in attributes:
                raise RefusedFile("The rows of a sheet have no numbers.", SAVE_AGAIN)
            inside = not passed and int(attributes["r"]) >= number
            passed = passed or inside
            return inside
        return (depth == 1 and name == "sheetData") or (inside and name in {"c", "f"})

    return wanted


def _in_row(
    data: bytes, row: Element, place: CellPlace, value: str | int | float | None
) -> tuple[Edit, bool]:
    """The edit of a cell in its row, and whether there was a formula in it."""
    column = 0
    for cell in row.named("c"):
        column = column_of(cell.attributes["r"]) if "r" in cell.attributes else column + 1
        if column == place[1]:
            return (
                cell.start,
                cell.end,
                cell_xml(cell.prefix, place, value, cell.attributes),
            ), has_formula(cell, place)
        if column > place[1]:
            return (cell.start, cell.start, cell_xml(cell.prefix, place, value)), False
    return appended(data, row, cell_xml(row.prefix, place, value)), False


def has_formula(cell: Element, place: CellPlace) -> bool:
    """Whether a cell has a formula of its own. Raises Refused for one that other cells go by."""
    formula = cell.first("f")
    if formula is not None and formula.attributes.get("t", "normal") != "normal":
        raise RefusedFile(
            f"The cell {letter(place[1])}{place[0]} holds a formula that other cells go by.",
            "Type the value in Excel or LibreOffice.",
        )
    return formula is not None


def column_of(ref: str) -> int:
    """The number of a cell's column, by its name such as `AB12`."""
    return column_number(ref.rstrip("0123456789"))


def cell_xml(
    prefix: str, place: CellPlace, value: str | int | float | None, old: Mapping[str, str] | None = None
) -> bytes:
    """A cell with a text, a number or nothing; of the old one's attributes its style is kept."""
    attributes = "".join(
        f" {name}={quoteattr(text)}" for name, text in (old or {}).items() if name in {"s", "cm", "ph"}
    )
    tag = f'<{prefix}c r="{letter(place[1])}{place[0]}"{attributes}'
    if value is None or value == "":
        return f"{tag}/>".encode()
    if isinstance(value, str):
        p = prefix
        text = f'<{p}is><{p}t xml:space="preserve">{written(value)}</{p}t></{p}is>'
        return f'{tag} t="inlineStr">{text}</{p}c>'.encode()
    return f"{tag}><{prefix}v>{value!r}</{prefix}v></{prefix}c>".encode()


def forget_formula(draft: EditedParts, package: Package, part: str, place: CellPlace) -> None:
    """Take a cell out of the order in which formulas are calculated; Excel repairs a file that lists others.

    In that list an entry stands for the sheet of the entry before it, unless it names one itself.
    """
    chain = next(
        (r.target for r in relations(draft.archive, package.workbook).values() if r.kind == CHAIN), ""
    )
    if chain not in draft.names:
        return
    number = next(sheet_part.number for sheet_part in package.sheets if sheet_part.part == part)
    data = draft.read(chain)
    root = elements(data, lambda depth, name, attributes: name == "c")
    sheet = ""
    edits: list[Edit] = []
    named = True
    for entry in root.children:
        own = entry.attributes.get("i")
        sheet = own or sheet
        if sheet == number and entry.attributes.get("r") == f"{letter(place[1])}{place[0]}":
            edits.append((entry.start, entry.end, b""))
            named = named and own is None
        else:
            if own is None and not named:
                edits.append(with_attribute(data, entry, "i", sheet))
            named = True
    draft.edit(chain, edits)
