"""The column Size of the sheet Components: a name in the place of millimetres."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType

from generator.ground.problems import Problem, error
from generator.records.cells import as_text, did_you_mean, shown
from generator.records.columns import is_number
from generator.records.sizes import SIZES, SizeMm, size_named
from generator.records.tables import Book, Row
from generator.records.worksheets import COMPONENTS

_SIDES = ("width", "height")
ALIKE_MM = 0.06
"""What two sizes may differ by and be one."""


def with_sizes(book: Book, problems: Sequence[Problem]) -> tuple[Book, tuple[Problem, ...]]:
    """The Book whose components have the millimetres of their named sizes, and the Problems of it all.

    A Width or Height that is left empty beside a Size is not missing, whatever Fields says.
    """
    table = book.tables.get(COMPONENTS)
    if table is None or not any(field.key == "size" for field in table.fields):
        return book, tuple(problems)
    flaws: list[Problem] = []
    rows, sized = [], set()
    for row in table:
        name = as_text(row.values.get("size"))
        size = size_named(name) if name else None
        if name and size is None:
            mend = did_you_mean(name, SIZES, f"Use one of: {', '.join(SIZES)}, or give Width and Height.")
            flaws.append(error(row.at("size"), f"{shown(name)} is not the name of a size.", mend))
        if name:
            sized |= {row.at(key) for key in _SIDES if key in row.letters and row.values.get(key) is None}
        if size is not None:
            flaws += _contradictions(row, name, size)
            row = _sized(row, size)
        rows.append(row)
    rest = [problem for problem in problems if problem.where not in sized]
    tables = {**book.tables, COMPONENTS: replace(table, rows=tuple(rows))}
    return replace(book, tables=MappingProxyType(tables)), (*rest, *flaws)


def _contradictions(row: Row, name: str, size: SizeMm) -> Iterator[Problem]:
    for key, length in zip(_SIDES, size, strict=True):
        typed = row.values.get(key)
        if is_number(typed) and typed is not None and abs(typed - length) > ALIKE_MM:
            fault = f"The {key} is {typed:g} mm, but {name} is {size[0]:g} × {size[1]:g} mm."
            mend = f"Empty Width and Height, or the Size in {row.at('size').rpartition('!')[2]}."
            yield error(row.at(key), fault, mend)


def _sized(row: Row, size: SizeMm) -> Row:
    """The row with its millimetres."""
    values, letters = dict(row.values), dict(row.letters)
    for key, length in zip(_SIDES, size, strict=True):
        letters.setdefault(key, letters["size"])
        if values.get(key) is None:
            values[key] = length
    return replace(row, values=MappingProxyType(values), letters=MappingProxyType(letters))
