"""What a spreadsheet calls a cell: AB12 is row 12, column 28."""

from __future__ import annotations

from functools import lru_cache

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384
"""Of a sheet in Excel."""
CellPlace = tuple[int, int]
"""Row and column, both from 1."""


def letter(column: int) -> str:
    """A column's number as letters: 1 is A, 28 is AB."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


@lru_cache(maxsize=2_000)
def column_number(letters: str) -> int:
    """A column's letters as its number: A is 1, AB is 28. Raises ValueError."""
    if not (1 <= len(letters) <= 3 and letters.isascii() and letters.isalpha()):
        raise ValueError(letters)
    number = 0
    for sign in letters.upper():
        number = 26 * number + ord(sign) - ord("A") + 1
    return number


def cell_name(place: CellPlace) -> str:
    """A place as it is called."""
    return f"{letter(place[1])}{place[0]}"


def cell_place(name: str) -> CellPlace:
    """The place of that name. Raises ValueError for one that no sheet has."""
    letters = name.rstrip("0123456789")
    row, column = int(name[len(letters) :]), column_number(letters)
    if not 1 <= row <= LAST_ROW or column > LAST_COLUMN:
        raise ValueError(name)
    return row, column
