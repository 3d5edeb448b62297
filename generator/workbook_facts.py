"""Writes a value of the sheet Game. Reading is `workbook`, looks are `workbook_dress`."""

from __future__ import annotations

from pathlib import Path

from openpyxl import load_workbook

GAME = "Game"


def set_fact(path: Path, key: str, value: str) -> None:
    """Set the value of a key in the sheet Game of a workbook. Raises KeyError if it has no such row."""
    book = load_workbook(path)
    for row in book[GAME].iter_rows(min_row=2):
        if row[0].value == key:
            row[1].value = value
            row[1].data_type = "s"  # a title that begins with = is a title
            book.save(path)
            return
    raise KeyError(key)
