"""Writes the rows of a sheet anew, cell by cell: what is the same stays, and so does all else of the file.

A row keeps its looks and its height. Rows beyond the last one look like it; rows that are left over are
emptied, because other columns or notes of theirs may still say something. In a .csv file a row is a line, and
one that says nothing any more is taken out; an .ods file is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path

from generator.ground.problems import Failed, error
from generator.records.cells import Raw, as_text
from generator.records.tables import NUMERIC
from generator.workbook import csv_edit
from generator.workbook.cell_names import LAST_ROW, CellPlace
from generator.workbook.changes import CellChange, Value, not_written
from generator.workbook.fields import Opened, open_book
from generator.workbook.guard import is_ods, refused_as
from generator.workbook.located import Worksheet, read_sheets, read_with_bytes
from generator.workbook.save import save
from generator.workbook.set_cells import with_cells


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
    content, sheets = read_with_bytes(path, inside=inside)
    opened = _opened(sheets, path.name, sheet)
    if not content:
        edits, additions, at = _lines(opened, rows, same)
        if not edits and not additions:
            return tuple(line for line, _ in at)
        lines = csv_edit.set_rows(path, sheet, edits, additions, inside=inside, command=command)
        return tuple(lines[place] for place in at)
    places = _places(opened, len(rows))
    changed = _changed(opened, rows, places, same)
    like = max((number for number, _ in opened.rows), default=1)
    with refused_as(sheet):
        edited = with_cells(content, {sheet: changed}, like=like)
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
    places, cells = _places(opened, len(rows)), opened.sheet.cells
    changes = (
        CellChange(opened.sheet.name, place, as_text(cells.get(place)), as_text(value))
        for place, value in sorted(_changed(opened, rows, places, same).items())
    )
    return places, tuple(changes)


def _opened(sheets: tuple[Worksheet, ...], name: str, sheet: str) -> Opened:
    table = next((table for table in open_book(sheets, name).sheets if table.sheet.name == sheet), None)
    if table is None:
        raise Failed(error(name, f"The workbook has no sheet {sheet} that can be read.", "Add it."))
    return table


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
) -> dict[CellPlace, Value]:
    """The cells that have to be written."""
    old_rows = dict(opened.rows)
    changed: dict[CellPlace, Value] = {}
    stand = _numbers(same)
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
) -> tuple[dict[CellPlace, Value], dict[int, list[Mapping[int, Value]]], list[CellPlace]]:
    """The rows against the lines of a file: what to set, what to add behind which, where each comes to be.

    A row that stands somewhere to the letter keeps its line, wherever that is.
    """
    old_rows = dict(opened.rows)
    numbers = list(old_rows)
    stand = [*_numbers(same), *[0] * (len(rows) - len(same))]
    old = [_said(cells.get(column) for column in opened.columns.values()) for cells in old_rows.values()]
    said = dict(zip(numbers, old, strict=True))
    new = [
        said.get(line) or _said(row.get(key, "") for key in opened.columns)
        for line, row in zip(stand, rows, strict=True)
    ]
    edits: dict[CellPlace, Value] = {}
    additions: dict[int, list[Mapping[int, Value]]] = {}
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


def _numbers(cells: Sequence[str]) -> list[int]:
    """The rows in which cells such as `Sheet!A7` stand; 0 for nothing."""
    return [int(match[0]) if (match := re.search(r"[0-9]+$", cell)) else 0 for cell in cells]


def _said(cells: Iterable[Raw]) -> tuple[str, ...]:
    return tuple(as_text(raw).strip() for raw in cells)


def _typed(text: str, number_wanted: bool) -> str | int | None:
    """Numbers stay numbers where the column has such."""
    return int(text) if number_wanted and re.fullmatch(r"[0-9]{1,9}", text) else text or None
