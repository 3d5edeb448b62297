"""Sets cells of an .xlsx file: each keeps its style and loses its formula, and all else keeps its bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.ground.xml_text import attribute
from generator.records.cells import as_text, fold
from generator.records.worksheets import GAME
from generator.workbook.cell_names import CellPlace, cell_name, column_number
from generator.workbook.changes import Edits, Value
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
from generator.workbook.guard import SAVE_AGAIN, RefusedFile, guarded_bytes, refused_as
from generator.workbook.located import sheets_in
from generator.workbook.package import Package, open_package, relations
from generator.workbook.save import save

CHAIN = "calcChain"
_NO_STYLE: Mapping[str, str] = {}


def set_fact(path: Path, key: str, value: str, *, inside: Path | None = None) -> None:
    """Set the value of a key in the sheet Game. Raises KeyError if it has no such row, and Failed."""
    content = guarded_bytes(path, inside=inside)
    sheets, _ = sheets_in(content, path.name)
    rows = [pair for sheet in sheets if sheet.name == GAME for pair in sheet.rows()]
    row = next((row for row, cells in rows if fold(as_text(cells.get(1))) == fold(key)), None)
    if row is None:
        raise KeyError(key)
    with refused_as(f"{GAME}!B{row}"):
        save(path, with_cells(content, {GAME: {(row, 2): value}}), inside=inside)


def with_cells(content: bytes, sheets: Mapping[str, Edits], *, like: int = 0) -> bytes:
    """The bytes of a workbook with some cells of its sheets set, as `set_cells`."""
    draft = EditedParts(content)
    for sheet, cells in sheets.items():
        set_cells(draft, sheet, cells, like=like)
    return draft.finished()


def set_cells(draft: EditedParts, sheet: str, cells: Edits, *, like: int = 0) -> None:
    """Set cells of a sheet. A row that is not there yet looks like the row `like`, if that is.

    A text is written into the cell itself, so that the texts that cells share stay as they are. Raises
    KeyError for an unknown sheet, and RefusedFile for a cell whose formula others go by.
    """
    if not cells:
        return
    package = open_package(draft.archive)
    part = {part.name: part.part for part in package.sheets}[sheet]
    data = draft.read(part)
    by_row: dict[int, dict[int, Value]] = {}
    for (number, column), value in sorted(cells.items()):
        by_row.setdefault(number, {})[column] = value
    root = elements(data, rows_wanted({*by_row}, like))
    body = root.first("sheetData")
    if body is None:
        raise RefusedFile(f"The sheet “{sheet}” has no place for cells.", SAVE_AGAIN)
    rows = {int(row.attributes["r"]): row for row in body.children}
    looks = rows.get(like)
    edits: list[Edit] = []
    formulas: list[CellPlace] = []
    last = b""
    for number, values in by_row.items():
        if number in rows:
            edits += _row_edits(data, rows[number], values, looks if number > like else None, formulas)
            continue
        new = _new_row(root.prefix, number, values, looks)
        behind = next((row for at, row in rows.items() if at > number), None)
        if behind is None:
            last += new
        else:
            edits.append((behind.start, behind.start, new))
    draft.edit(part, [*edits, *([appended(data, body, last)] if last else ())])
    for place in formulas:
        _forget_formula(draft, package, part, place)


def rows_wanted(numbers: set[int], like: int = 0) -> Wanted:
    """The rows of these numbers with their cells, or else the first row behind, and the row `like`."""
    waiting, inside = sorted(numbers, reverse=True), False

    def wanted(depth: int, name: str, attributes: Mapping[str, str]) -> bool:
        nonlocal inside
        if depth == 2 and name == "row":
            if not attributes.get("r", "").isdecimal():
                raise RefusedFile("The rows of a sheet have no numbers.", SAVE_AGAIN)
            number = int(attributes["r"])
            inside = number == like or number in numbers or bool(waiting and waiting[-1] < number)
            while waiting and waiting[-1] <= number:
                waiting.pop()
            return inside
        return (depth == 1 and name == "sheetData") or (inside and (depth, name) in {(3, "c"), (4, "f")})

    return wanted


def placed(row: Element | None) -> Iterator[tuple[CellPlace, Element]]:
    """The cells of a row that says its number. Raises RefusedFile for one that says to be in another row."""
    place = (int(row.attributes["r"]), 0) if row is not None else (0, 0)
    for cell in row.named("c") if row is not None else ():
        name = cell.attributes.get("r", "")
        letters = name.rstrip("0123456789")
        place = place[0], column_number(letters) if name else place[1] + 1
        if name and name[len(letters) :] != str(place[0]):
            raise RefusedFile(f"The file is damaged: the cell {name} stands in row {place[0]}.", SAVE_AGAIN)
        yield place, cell


def _row_edits(
    data: bytes,
    row: Element,
    values: Mapping[int, Value],
    looks: Element | None,
    formulas: list[CellPlace],
) -> Iterator[Edit]:
    """The cells of a row that is there; where it has none yet, they look like those of another row."""
    styles, waiting = _styles(looks), dict(values)
    number = int(row.attributes["r"])
    for place, cell in placed(row):
        for column in [column for column in waiting if column < place[1]]:
            new = _cell(cell.prefix, (number, column), waiting.pop(column), styles.get(column, _NO_STYLE))
            yield cell.start, cell.start, new
        if place[1] in waiting:
            if _has_formula(cell, place):
                formulas.append(place)
            yield cell.start, cell.end, _cell(cell.prefix, place, waiting.pop(place[1]), cell.attributes)
    if waiting:
        cells = (
            _cell(row.prefix, (number, column), value, styles.get(column, _NO_STYLE))
            for column, value in waiting.items()
        )
        yield appended(data, row, b"".join(cells))


def _new_row(prefix: str, number: int, values: Mapping[int, Value], looks: Element | None) -> bytes:
    """A row that looks like another: its style and each cell's, and its height if somebody has set it."""
    styles = _styles(looks)
    attributes = looks.attributes if looks is not None else _NO_STYLE
    fixed = attributes.get("customHeight") in {"1", "true"}
    own = {"s", "customFormat", "hidden", "outlineLevel", *(("ht", "customHeight") if fixed else ())}
    text = "".join(attribute(name, value) for name, value in attributes.items() if name in own)
    cells = b"".join(
        _cell(prefix, (number, column), values.get(column), styles.get(column, _NO_STYLE))
        for column in sorted({*styles, *values})
    )
    return f'<{prefix}row r="{number}"{text}>'.encode() + cells + f"</{prefix}row>".encode()


def _styles(row: Element | None) -> dict[int, Mapping[str, str]]:
    """The style of each cell of a row, by column."""
    return {
        place[1]: {name: text for name, text in cell.attributes.items() if name == "s"}
        for place, cell in placed(row)
    }


def _cell(prefix: str, place: CellPlace, value: Value, old: Mapping[str, str]) -> bytes:
    """A cell with a text, a number or nothing; of the old one's attributes its style is kept."""
    attributes = "".join(attribute(name, text) for name, text in old.items() if name in {"s", "cm", "ph"})
    tag = f'<{prefix}c r="{cell_name(place)}"{attributes}'
    if value is None or value == "":
        return f"{tag}/>".encode()
    if isinstance(value, str):
        p = prefix
        text = f'<{p}is><{p}t xml:space="preserve">{written(value)}</{p}t></{p}is>'
        return f'{tag} t="inlineStr">{text}</{p}c>'.encode()
    return f"{tag}><{prefix}v>{+value!r}</{prefix}v></{prefix}c>".encode()


def _has_formula(cell: Element, place: CellPlace) -> bool:
    """Whether a cell has a formula of its own. Raises RefusedFile for one that other cells go by."""
    formula = cell.first("f")
    if formula is not None and formula.attributes.get("t", "normal") != "normal":
        fault = f"The cell {cell_name(place)} holds a formula that other cells go by."
        raise RefusedFile(fault, "Type the value in Excel or LibreOffice.")
    return formula is not None


def _forget_formula(draft: EditedParts, package: Package, part: str, place: CellPlace) -> None:
    """Take a cell out of the order in which formulas are calculated; Excel repairs a file that lists others.

    In that list an entry stands for the sheet of the entry before it, unless it names one itself.
    """
    related = relations(draft.archive, package.workbook).values()
    chain = next((relation.target for relation in related if relation.kind == CHAIN), "")
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
        if sheet == number and entry.attributes.get("r") == cell_name(place):
            edits.append((entry.start, entry.end, b""))
            named = named and own is None
        else:
            if own is None and not named:
                edits.append(with_attribute(data, entry, "i", sheet))
            named = True
    draft.edit(chain, edits)
