"""A workbook as the bytes of its files, for whoever reads it on another machine."""

from __future__ import annotations

from pathlib import Path

from generator.ground.files import Unreadable, make_folder, read_bounded, temporary_folder, write_whole
from generator.ground.problems import Failed
from generator.records.tables import Book
from generator.workbook.book import read_book
from generator.workbook.csv_sheets import sheet_files
from generator.workbook.guard import MOST_BYTES, is_csv_folder

WorkbookFiles = tuple[tuple[str, bytes], ...]
"""Each file of a workbook, by its path from the folder around the workbook on."""


def workbook_files(workbook: Path) -> WorkbookFiles:
    """The files of a workbook that the user named. Raises Failed if one cannot be read."""
    paths = sheet_files(workbook).values() if is_csv_folder(workbook, inside=None) else (workbook,)
    try:
        return tuple(
            (path.relative_to(workbook.parent).as_posix(), read_bounded(path, inside=None, most=MOST_BYTES))
            for path in paths
        )
    except Unreadable as why:
        raise Failed(why.at(workbook.name)) from None


def book_of_files(files: WorkbookFiles) -> Book:
    """The Book of a workbook's files. Raises Failed."""
    with temporary_folder() as room:
        for name, content in files:
            make_folder((room / name).parent, inside=room)
            write_whole(room / name, content, inside=room, lasting=False)
        workbook = room / files[0][0].partition("/")[0]
        book, problems = read_book(workbook)
    if book is None:
        raise Failed(*problems)
    return book
