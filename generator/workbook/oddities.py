"""What may be overlooked in a sheet: merged cells, hidden rows, struck letters, content without a header."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from generator.ground.problems import Problem, error, warning
from generator.records.cells import shown, some_of
from generator.workbook.cell_names import cell_name, letter
from generator.workbook.located import Worksheet

MOST_MERGED = 20
"""As many merged ranges of a sheet are named one by one."""
_SHOW = "Show what is hidden, so that nobody overlooks it."


class MergedCells:
    """The merged ranges of a sheet that touch any of the used columns."""

    def __init__(self, sheet: Worksheet, used: Iterable[int]) -> None:
        columns = sorted(used)
        self.ranges: list[tuple[int, int, int, int]] = []
        self._spans: dict[int, list[tuple[int, int]]] = {}
        """Column -> first and last row of each range in it, ordered; the last row is the furthest so far."""
        for area in sorted(sheet.merged):
            top, left, bottom, right = area
            touched = columns[bisect_left(columns, left) : bisect_right(columns, right)]
            if touched:
                self.ranges.append(area)
            for column in touched:
                spans = self._spans.setdefault(column, [])
                spans.append((top, max(bottom, spans[-1][1]) if spans else bottom))

    def __contains__(self, place: tuple[int, int]) -> bool:
        """Whether a cell, by row and column, lies in one of them."""
        row, column = place
        spans = self._spans.get(column, [])
        number = bisect_right(spans, row, key=lambda span: span[0])
        return number > 0 and row <= spans[number - 1][1]


def headless_columns(sheet: Worksheet) -> dict[int, int]:
    """The columns with content and no header, each with the first row that has some."""
    first: dict[int, int] = {}
    for row, column in sheet.cells:
        if (1, column) not in sheet.cells:
            first.setdefault(column, row)
    return dict(sorted(first.items()))


def headless(sheet: Worksheet, columns: Iterable[int]) -> Iterator[Problem]:
    """A warning for each of some columns with content and no header."""
    first = headless_columns(sheet)
    for column in columns:
        fault = f"There is {shown(sheet.cells[first[column], column])} in a column without a header, "
        yield warning(
            f"{sheet.name}!{letter(column)}{first[column]}",
            f"{fault}which is ignored.",
            f"Write a header into {letter(column)}1, or leave it.",
        )


# ---------------------------------------------------------------- merged and hidden


def oddities(sheet: Worksheet, columns: Iterable[int]) -> Iterator[Problem]:
    """What is merged, what is hidden and what is struck out in the columns that are read."""
    used = set(columns)
    merged = sorted(MergedCells(sheet, used).ranges)
    for top, left, bottom, right in merged[:MOST_MERGED]:
        yield error(
            f"{sheet.name}!{letter(left)}{top}",
            f"The cells {letter(left)}{top}:{letter(right)}{bottom} are merged; all but one are empty.",
            "Unmerge them and fill in every cell.",
        )
    if len(merged) > MOST_MERGED:
        top, left, _, _ = merged[MOST_MERGED]
        fault = f"From here on {len(merged) - MOST_MERGED} more ranges of cells are merged."
        yield error(f"{sheet.name}!{letter(left)}{top}", fault, "Unmerge all cells of the sheet at once.")
    if sheet.hidden:
        fault = "The sheet is hidden, and is read and printed all the same."
        yield warning(f"{sheet.name}!A1", fault, _SHOW)
    rows = sorted({row for row, column in sheet.cells if column in used} & sheet.hidden_rows)
    if rows:
        fault = f"{_listed('Row', list(map(str, rows)))} hidden, and read and printed all the same."
        yield warning(f"{sheet.name}!A{rows[0]}", fault, "Show the rows or clear the filter, or delete them.")
    struck = sorted(place for place in sheet.struck & sheet.cells.keys() if place[1] in used)
    if struck:
        names = list(map(cell_name, struck))
        has = "has" if len(names) == 1 else "have"
        fault = f"{some_of(names, 10)} {has} letters that are struck out, and read and printed all the same."
        yield warning(
            f"{sheet.name}!{names[0]}", fault, "Delete what is not to be printed, or take the line away."
        )
    hidden = [letter(column) for column in sorted(used & sheet.hidden_columns)]
    if hidden:
        fault = f"{_listed('Column', hidden)} hidden, and read all the same."
        yield warning(f"{sheet.name}!{hidden[0]}1", fault, _SHOW)


def _listed(word: str, names: list[str], most: int = 10) -> str:
    if len(names) == 1:
        return f"{word} {names[0]} is"
    return f"{word}s {some_of(names, most)} are"
