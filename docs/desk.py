"""A game folder on which the manual's examples are tried: a copy of what `pnp new` makes."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl

from docs.pages import Fence, Rows
from generator.cli.new_game import new_game
from generator.faces import Face, FaceMaker
from generator.ground.files import write_whole
from generator.ground.problems import Failed, Problem, Severity
from generator.ground.project import Project
from generator.records.tables import Book, Row
from generator.svg.designs import draw_designs
from generator.text.fonts import game_fonts
from generator.workbook.book import read_book

PART = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ component.width }} {{ component.height }}">
<rect x="-3" y="-3" width="{{ component.width + 6 }}" height="{{ component.height + 6 }}" fill="#fbf7ef"/>
%s
</svg>
"""
"""Around an example that is a part of a template: a ground of paper."""
SHOWN = "Bee Bank"
"""The tile that pictures show."""


class Desk:
    """One game folder; `put` changes it as a page says, `faces` draws an example."""

    def __init__(self, parent: Path, name: str = "Tiles") -> None:
        self.root = new_game(name, parent)
        self._book: Book | None = None

    @property
    def project(self) -> Project:
        """The folder as the program sees it."""
        return Project(self.root)

    def put(self, block: Fence | Rows) -> None:
        """Write a file, or rows into the workbook."""
        self._book = None
        if isinstance(block, Rows):
            put_rows(self.project.workbook, block)
        else:
            path = self.project.resolve(block.file)
            path.parent.mkdir(exist_ok=True)
            write_whole(path, block.text.encode("utf-8"), inside=self.root)

    @property
    def book(self) -> Book:
        """The workbook as it is now. Raises Failed for one with Problems."""
        if self._book is None:
            book, problems = read_book(self.project.workbook)
            if book is None or problems:
                raise Failed(*problems)
            self._book = book
        return self._book

    def component(self, template: str) -> Row:
        """The row of the sheet Components whose front a template is; that of the tiles for a part of one."""
        rows = self.book["Components"]
        return next((row for row in rows if row["front"] == template), rows.rows[0])

    def faces(self, fence: Fence, *, only_one: bool = False) -> tuple[tuple[Face, ...], tuple[Problem, ...]]:
        """An example drawn for every row of its component, and what was wrong; notes ask for nothing.

        A part of a template is drawn as if it stood in tile.svg.
        """
        name = Path(fence.file).name or "tile.svg"
        text = fence.text if "<svg" in fence.text else PART % fence.text
        write_whole(self.project.templates / name, text.encode("utf-8"), inside=self.root)
        component = self.component(name)
        fonts = game_fonts(self.project)
        maker = FaceMaker(root=self.root, book=self.book, game=self.book, fonts=fonts)
        rows: list[Row | None] = [*self.book[component["data"]]] if component["data"] else [None]
        if only_one and component["data"]:
            rows = [next((row for row in rows if row is not None and row["title"] == SHOWN), rows[0])]
        made = [maker.render(name, component=component, card=row) for row in rows]
        faces = tuple(face for face, _ in made if face is not None)
        problems = [
            problem for _, found in made for problem in found if problem.severity is not Severity.NOTE
        ]
        return faces, (*problems, *draw_designs(faces, fonts=fonts, out=io.BytesIO()))


def put_rows(workbook: Path, block: Rows) -> None:
    """Write rows into a workbook as somebody would by hand.

    A new sheet is added with its headers. A row whose name is there already is changed, any other one is
    written below. In the sheet Fields the name is that of the sheet and of the column.
    """
    book = openpyxl.load_workbook(workbook)
    if block.sheet not in book.sheetnames:
        book.create_sheet(block.sheet).append(list(block.head))
    sheet = book[block.sheet]
    columns = {cell.value: cell.column for cell in sheet[1]}
    for name in block.head:
        if name not in columns:
            columns[name] = len(columns) + 1
            sheet.cell(1, columns[name], name)
    named = 2 if block.sheet == "Fields" else 1
    for row in block.rows:
        values = [_value(text) for text in row]
        numbers = {
            tuple(sheet.cell(number, columns[name]).value for name in block.head[:named]): number
            for number in range(2, sheet.max_row + 1)
        }
        number = numbers.get(tuple(values[:named]), sheet.max_row + 1)
        for name, value in zip(block.head, values, strict=True):
            sheet.cell(number, columns[name]).value = value
            if isinstance(value, str):
                sheet.cell(number, columns[name]).data_type = "s"  # +1L is no formula
    book.save(workbook)


def _value(text: str) -> str | int | float | None:
    if not text:
        return None
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text
