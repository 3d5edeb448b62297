"""How to mend a value that is refused: what would do at its place, the likeliest first."""

from __future__ import annotations

from collections.abc import Sequence

from generator.records.cells import brief, clean
from generator.records.tables import Bound, Field, FieldType
from generator.records.worksheets import COMPONENTS, FIELDS
from generator.workbook.declared import MOST_LISTED, brief_list

MOST_LIKELY = 3
"""As many values are named that look like what was typed."""
COPIES = (0, 1000)
"""How many copies of a piece can be printed."""
SIZE_MM = (5, 1200)
"""Sizes of a component that can be cut out and that lie on a table."""


def instead(near: Sequence[str], values: Sequence[str], add: str = "") -> str:
    """Values to choose from, those that look like what was typed first; `add` says what else would do.

    >>> instead(["Shell"], ["Shell", "Skin"], "add it to Cards.Title")
    'Did you mean “Shell”? Else use Skin, or add it to Cards.Title.'
    >>> instead([], ["1", "2"])
    'Use one of 1, 2.'
    """
    others = [value for value in values if value not in near]
    listed = brief_list(others)
    use = f"use {'one of ' if len(others) > 1 else ''}{listed}" if others else ""
    rest = ", or ".join(part for part in (use, add) if part)
    if near:
        guess = f"Did you mean {' or '.join(f'“{brief(value)}”' for value in near)}?"
        return f"{guess} Else {rest}." if rest else guess
    return f"{rest[:1].upper()}{rest[1:]}." if rest else ""


def declare(sheet: str, headers: Sequence[str]) -> str:
    """What to write into Fields for a sheet that it does not declare, with a row that one can type.

    >>> declare("Lands", ["Name"]).partition(", ")[2]
    'such as Lands | Name | text below Sheet | Column | Type.'
    """
    column = brief(headers[0]) if headers else "Title"
    row = f"{brief(sheet)} | {column} | {FieldType.TEXT}"
    fault = f"Write a row for each of its columns into the sheet {FIELDS}"
    return f"{fault}, such as {row} below Sheet | Column | Type."


def may_resemble(typed: str) -> bool:
    """Whether what was typed can be a misspelling: a number resembles none."""
    return not clean(typed).isdecimal()


def or_there(bound: Bound, field: Field, value: float) -> str:
    """The end of a mend of a number that is beyond a bound: where that stands, if it may be moved so far."""
    drawn = SIZE_MM if field.sheet == COMPONENTS and field.key in {"width", "height"} else None
    least, most = COPIES if field.key == "copies" else drawn or (value, value)
    return f", or move the bound in {bound.at}." if bound.at and least <= value <= most else "."


__all__ = ["COPIES", "MOST_LIKELY", "MOST_LISTED", "SIZE_MM", "instead", "may_resemble", "or_there"]
