"""Writes the rows of a sheet anew, cell by cell: what is the same stays, and so does all else of the file.

A row keeps its looks and its height. Rows beyond the last one look like it; rows that are left over are
emptied, because other columns or notes of theirs may still say something. In a .csv file a row is a line, and
one that says nothing any more is taken out; an .ods file is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path
from xml.sax.saxutils import quoteattr

from generator.ground.problems import Failed, error
from generator.records.cells import Raw, as_text
from generator.workbook import csv_edit
from generator.workbook.changes import CellChange, not_written
from generator.workbook.declared import NUMERIC
from generator.workbook.edit import Edit, EditedParts, Element, appended, elements
from generator.workbook.fields import Opened, open_sheets
from generator.workbook.guard import SAVE_AGAIN, RefusedFile, guarded_bytes, is_csv_folder, is_ods
from generator.workbook.located import Worksheet, read_sheets, sheets_in
from generator.workbook.package import open_package
from generator.workbook.save import save
from generator.workbook.scan import LAST_ROW, CellPlace
from generator.workbook.set_value import cell_xml, column_of, forget_formula, has_formula

Cells = Mapping[CellPlace, str | int | None]
"""What cells are to hold, by row and column from 1."""


def replace_rows(
    path: Path,
    sheet: str,
    rows: Sequence[Mapping[str, str]],
    *,
    same: Sequence[str] = (),
    inside: Path | None = None,
    command: str = "dress",
) -> tuple[int, ...]:
    """Give a sheet these rows, in order, each by the keys of its columns; where each of them stands now.

    `same` names for each row the cell `Sheet!A7` in whose row it stood to the letter, or nothing: the first
    rows are left alone as long as they are there still. What the workbook held is kept as a version of the
    command. Raises Failed.
    """
    if is_ods(path):
        raise Failed(not_written(path, len(planned_rows(path, sheet, rows, same=same, inside=inside)[1])))
    if is_csv_folder(path, inside=inside):
        opened = _opened(read_sheets(path, inside=inside)[0], path.name, sheet)
        edits, additions, at = _lines(opened, rows, same)
        if not edits and not additions:
            return tuple(line for line, _ in at)
        lines = csv_edit.set_rows(path, sheet, edits, additions, inside=inside, command=command)
        return tuple(lines[place] for place in at)
    content = guarded_bytes(path, inside=inside)
    opened = _opened(sheets_in(content, path.name)[0], path.name, sheet)
    places, changed = _planned(opened, rows, same)
    try:
        draft = EditedParts(content)
        set_cells(draft, sheet, changed, like=max((number for number, _ in opened.rows), default=1))
        edited = draft.finished()
    except RefusedFile as refused:
        raise Failed(error(sheet, refused.what, refused.mend)) from None
    if edited != content:
        save(path, edited, inside=inside, before=content, command=command)
    return places


def planned_rows(
    path: Path,
    sheet: str,
    rows: Sequence[Mapping[str, str]],
    *,
    same: Sequence[str] = (),
    inside: Path | None = None,
) -> tuple[tuple[int, ...], tuple[CellChange, ...]]:
    """Where each of these rows would stand in a sheet, and what its cells would hold. Raises Failed."""
    opened = _opened(read_sheets(path, inside=inside)[0], path.name, sheet)
    places, changed = _planned(opened, rows, same)
    cells = opened.sheet.cells
    changes = (
        CellChange(opened.sheet.name, place, as_text(cells.get(place)), as_text(value))
        for place, value in sorted(changed.items())
    )
    return places, tuple(changes)


def _opened(sheets: tuple[Worksheet, ...], name: str, sheet: str) -> Opened:
    table = next((table for table in open_sheets(sheets, name)[0] if table.sheet.name == sheet), None)
    if table is None:
        raise Failed(error(name, f"The workbook has no sheet {sheet} that can be read.", "Add it."))
    return table


def _planned(
    opened: Opened, rows: Sequence[Mapping[str, str]], same: Sequence[str]
) -> tuple[tuple[int, ...], dict[CellPlace, str | int | None]]:
    """The places of the rows, and the cells that have to be written."""
    places = _places(opened, len(rows))
    return places, _changed(opened, rows, places, same)


def _places(opened: Opened, count: int) -> tuple[int, ...]:
    """The rows that are filled now, and as many below them as are wanted beside."""
    filled = [number for number, _ in opened.rows][:count]
    after = max((number for number, _ in opened.rows), default=1) + 1
    places = (*filled, *range(after, after + count - len(filled)))
    if places and places[-1] > LAST_ROW:
        raise Failed(error(opened.sheet.name, "The sheet has no room for more rows.", "Delete some."))
    return places


def _changed(
    opened: Opened, rows: Sequence[Mapping[str, str]], places: Sequence[int], same: Sequence[str]
) -> dict[CellPlace, str | int | None]:
    """The cells that have to be written."""
    old_rows = dict(opened.rows)
    changed: dict[CellPlace, str | int | None] = {}
    stand = [int(match[0]) if (match := re.search(r"[0-9]+$", cell)) else 0 for cell in same]
    first = next((at for at, number in enumerate(places) if stand[at : at + 1] != [number]), len(places))
    last = old_rows.get(max(old_rows, default=0), {})
    counts = {field.key for field in opened.fields if field.type in NUMERIC}
    for number, row in list(zip(places, rows, strict=True))[first:]:
        for key, column in opened.columns.items():
            text, old = row.get(key, ""), old_rows.get(number, {}).get(column)
            if as_text(old).strip() != text.strip():
                near = (old, last.get(column))
                number_wanted = key in counts or any(isinstance(raw, int | float) for raw in near)
                changed[number, column] = _typed(text, number_wanted)
    for number, cells in opened.rows:
        if number not in places:
            columns = opened.columns.values()
            changed |= {(number, column): None for column in columns if cells.get(column) is not None}
    return changed


def _lines(
    opened: Opened, rows: Sequence[Mapping[str, str]], same: Sequence[str]
) -> tuple[dict[CellPlace, str | int | None], dict[int, list[dict[int, str | int | None]]], list[CellPlace]]:
    """The rows against the lines of a file: what to set, what to add behind which, where each comes to be.

    A row that stands somewhere to the letter keeps its line, wherever that is.
    """
    old_rows = dict(opened.rows)
    numbers = list(old_rows)
    stand = [int(match[0]) if (match := re.search(r"[0-9]+$", cell)) else 0 for cell in same]
    stand += [0] * (len(rows) - len(stand))
    old = [_said(cells.get(column) for column in opened.columns.values()) for cells in old_rows.values()]
    said = dict(zip(numbers, old, strict=True))
    new = [
        said.get(line) or _said(row.get(key, "") for key in opened.columns)
        for line, row in zip(stand, rows, strict=True)
    ]
    edits: dict[CellPlace, str | int | None] = {}
    additions: dict[int, list[dict[int, str | int | None]]] = {}
    places: list[CellPlace] = []
    counts = {field.key for field in opened.fields if field.type in NUMERIC}
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        pairs = list(zip(numbers[a:b], rows[c:d], strict=False))
        if kind == "replace":
            own = replace(opened, rows=tuple((number, old_rows[number]) for number, _ in pairs))
            edits |= _changed(own, [row for _, row in pairs], [number for number, _ in pairs], ())
        places += [(number, 0) for number, _ in pairs]
        columns = opened.columns.values()
        edits |= {(n, column): None for n in numbers[a:b][len(pairs) :] for column in columns}
        before = places[-1][0] if places else 1
        for row in rows[c:d][len(pairs) :]:
            cells = {at: _typed(row.get(key, ""), key in counts) for key, at in opened.columns.items()}
            additions.setdefault(before, []).append(cells)
            places.append((before, len(additions[before])))
    return edits, additions, places


def _said(cells: Iterable[Raw]) -> tuple[str, ...]:
    return tuple(as_text(raw).strip() for raw in cells)


def _typed(text: str, number_wanted: bool) -> str | int | None:
    """Numbers stay numbers where the column has such."""
    return int(text) if number_wanted and re.fullmatch(r"[0-9]{1,9}", text) else text or None


# ---------------------------------------------------------------- many cells at once


def set_cells(draft: EditedParts, sheet: str, cells: Cells, *, like: int) -> None:
    """Set cells of a sheet to texts, numbers or nothing.

    A row that is not there yet looks like the row `like`. Raises KeyError for an unknown
    sheet, and Refused for a cell whose formula others go by.
    """
    if not cells:
        return
    package = open_package(draft.archive)
    part = {part.name: part.part for part in package.sheets}[sheet]
    data = draft.read(part)
    root = elements(data, lambda depth, name, attributes: _HOLDS.get(depth) == name)
    body = root.first("sheetData")
    if body is None or any("r" not in row.attributes for row in body.children):
        raise RefusedFile(f"The rows of the sheet “{sheet}” have no numbers.", SAVE_AGAIN)
    rows = {int(row.attributes["r"]): row for row in body.children}
    by_row: dict[int, dict[int, str | int | None]] = {}
    for (number, column), value in sorted(cells.items()):
        by_row.setdefault(number, {})[column] = value
    edits: list[Edit] = []
    formulas: list[CellPlace] = []
    looks = rows.get(like)
    fresh: dict[int, bytes] = {}
    for number, values in by_row.items():
        if number in rows:
            edits += _row_edits(
                data, rows[number], number, values, looks if number > like else None, formulas
            )
        else:
            fresh[number] = _new_row(root.prefix, number, values, looks)
    edits += _inserted(data, body, fresh)
    draft.edit(part, edits)
    for place in formulas:
        forget_formula(draft, package, part, place)


_HOLDS = {1: "sheetData", 2: "row", 3: "c", 4: "f"}


def _inserted(data: bytes, body: Element, fresh: Mapping[int, bytes]) -> Iterator[Edit]:
    """New rows, each before the first one with a higher number; those behind the last one together."""
    last = b""
    for number, new in sorted(fresh.items()):
        behind = next((row for row in body.children if int(row.attributes["r"]) > number), None)
        if behind is None:
            last += new
        else:
            yield behind.start, behind.start, new
    if last:
        yield appended(data, body, last)


def _row_edits(
    data: bytes,
    row: Element,
    number: int,
    values: Mapping[int, str | int | None],
    looks: Element | None,
    formulas: list[CellPlace],
) -> Iterator[Edit]:
    """The cells of a row that is there; where it has none yet, they look like those of another row."""
    styles = _styles(looks)
    left = dict(values)
    at = 0
    for cell in row.named("c"):
        at = column_of(cell.attributes["r"]) if "r" in cell.attributes else at + 1
        for column in [column for column in left if column < at]:
            new = cell_xml(cell.prefix, (number, column), left.pop(column), styles.get(column))
            yield cell.start, cell.start, new
        if at in left:
            if has_formula(cell, (number, at)):
                formulas.append((number, at))
            new = cell_xml(cell.prefix, (number, at), left.pop(at), cell.attributes)
            yield cell.start, cell.end, new
    if left:
        cells = (cell_xml(row.prefix, (number, at), text, styles.get(at)) for at, text in left.items())
        yield appended(data, row, b"".join(cells))


def _new_row(
    prefix: str, number: int, values: Mapping[int, str | int | None], looks: Element | None
) -> bytes:
    """A row that looks like another: its style and each cell's, and its height if somebody has set it."""
    styles = _styles(looks)
    attributes = dict(looks.attributes) if looks is not None else {}
    fixed = attributes.get("customHeight") in {"1", "true"}
    own = {"s", "customFormat", "hidden", "outlineLevel", *(("ht", "customHeight") if fixed else ())}
    text = "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items() if name in own)
    cells = b"".join(
        cell_xml(prefix, (number, column), values.get(column), styles.get(column))
        for column in sorted({*styles, *values})
    )
    return f'<{prefix}row r="{number}"{text}>'.encode() + cells + f"</{prefix}row>".encode()


def _styles(row: Element | None) -> dict[int, Mapping[str, str]]:
    """The style of each cell of a row, by column."""
    styles: dict[int, Mapping[str, str]] = {}
    at = 0
    for cell in row.named("c") if row is not None else ():
        at = column_of(cell.attributes["r"]) if "r" in cell.attributes else at + 1
        styles[at] = {name: text for name, text in cell.attributes.items() if name == "s"}
    return styles
