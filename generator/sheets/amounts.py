"""How much a build makes, counted before anything is drawn: components, faces, pieces, pages of paper.

Copies are multiplied: the column Copies of the sheet Components with that of the data sheet, for each of
its rows, unless Copies From says otherwise. Each number may be harmless and their product fill a printer
for a year.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.ground.problems import Problem, error, warning
from generator.ground.project import Project
from generator.ground.shapes import STRAIGHT
from generator.records.cells import brief, shown
from generator.records.printed import data_text, printed_table
from generator.records.tables import Book, Row, Table
from generator.records.worksheets import COMPONENTS
from generator.sheets.copies import ALL, Copies, Needed, copies_for, copies_from, copies_of
from generator.sheets.layouts import Layout, Use, choose_layouts
from generator.sheets.sheet import PAPERS, Format, Paper
from generator.sheets.tiles import choose_tiling
from generator.svg.cut_shapes import read_shape
from generator.workbook.mends import COPIES

MOST_COMPONENTS = 500
MOST_FACES = 20_000
"""Fronts and backs of all components; each may have to be drawn. 5,000 cards have 10,000."""
MOST_PIECES = 20_000
"""What one build prints on each paper; a large game has some hundred."""
MOST_UNASKED = 50
"""Sheets of paper that one component may come to by multiplied copies before somebody is asked."""
MOST_PAGES = 6_000
"""What one build fills of one paper. A file of 4,000 pages takes 200 MB while it is written, and eleven
seconds; 5,000 cards with backs fill 1,250, in their layout with bleed."""


def format_of(component: Row) -> Format:
    """What is cut out. Raises ValueError for what is no shape."""
    return format_from(str(component["shape"]), float(component["width"]), float(component["height"]))


def format_from(shape: str, width_mm: float, height_mm: float) -> Format:
    """A cell of the column Shape with a size. Raises ValueError for what is no shape."""
    cut = read_shape(shape)
    net = cut.net(width_mm, height_mm)
    if net is not None:
        path = net.outline if cut.shape not in STRAIGHT else ()
        return Format(cut.shape, net.width_mm, net.height_mm, 0, path, net.folds)
    return Format(cut.shape, width_mm, height_mm, cut.number_mm, cut.points(width_mm, height_mm))


def use_of(component: Row) -> Use | None:
    """The column Layout: cards, board, page or tokens; None if the workbook does not say."""
    word = str(component.values.get("layout") or "").casefold()
    return Use(word) if word in set(Use) else None


# ---------------------------------------------------------------- the check


@dataclass(frozen=True, slots=True)
class _Data:
    """The rows that a component prints: how many, and the sum of their copies."""

    sheet: str = ""
    rows: int = 1
    pieces: int = 1
    """Copies of rows and component, as they are counted."""
    copies: int = 1
    """The sum of the rows' own."""
    most: Row | None = None
    """The row with the most copies, if they have such a column."""


@dataclass(frozen=True, slots=True)
class _Amount:
    component: Row
    data: _Data

    @property
    def name(self) -> str:
        return shown(str(self.component.values.get("name") or ""))

    @property
    def faces(self) -> int:
        return self.data.rows * (2 if self.component.values.get("back") else 1)

    @property
    def pieces(self) -> int:
        return self.data.pieces

    @property
    def multiplied(self) -> bool:
        """Whether two cells Copies that both say more than one are multiplied."""
        own = copies_of(self.component)
        return not copies_from(self.component) and 1 < own <= COPIES[1] and copies_of(self.data.most) > 1

    def pages(self, paper: Paper) -> int:
        """In the layout that takes most. 0 for a component whose size is a Problem already."""
        try:
            form = format_of(self.component)
        except (KeyError, TypeError, ValueError):
            return 0
        if not self.pieces or not (form.width_mm > 0 and form.height_mm > 0):
            return 0
        grids = choose_layouts(form, paper, tuple(Layout), use=use_of(self.component))
        if grids:
            pages = math.ceil(self.pieces / min(grid.count for grid in grids))
        else:
            pages = self.pieces * choose_tiling(form, paper).count
        return pages * (2 if self.component.values.get("back") else 1)

    def why(self) -> str:
        """What is multiplied with what, in words."""
        copies = copies_of(self.component)
        if cell := copies_from(self.component):
            return f"Copies From says {brief(cell)}."
        if not self.data.sheet:
            return f"{copies:,} copies are asked for here."
        sheet = brief(self.data.sheet)
        if self.data.most is None:
            return f"The {copies:,} copies here are multiplied by the {self.data.rows:,} rows of {sheet}."
        return (
            f"The {copies:,} copies here are multiplied by the column Copies of the sheet {sheet}, "
            f"{self.data.copies:,} in sum, such as {copies_of(self.data.most):,} in "
            f"{self.data.most.at('copies')}."
        )


def amounts_can_be_printed(
    book: Book, project: Project | None = None, *, needed: Needed = ALL
) -> Iterator[Problem]:
    """Copies times rows times components is no more than a printer, and this program, can do."""
    components = _components(book)
    if len(components) > MOST_COMPONENTS:
        fault = f"There are {len(components):,} components; {MOST_COMPONENTS} are the most."
        mend = "Delete what is not printed; one component prints all the rows of its sheet."
        yield error(components[MOST_COMPONENTS].at("name"), fault, mend)
        return
    amounts = _amounts(book, needed)
    for problem in (_faces(amounts), _pieces(amounts)):
        if problem is not None:
            yield problem
            return
    for paper in PAPERS:
        problem = _pages(amounts, paper)
        if problem is not None:
            yield problem
            return


def copies_are_meant(book: Book, project: Project | None = None) -> Iterator[Problem]:
    """Two cells Copies that are multiplied into a heap of paper: six mats, six times six, became 300."""
    paper = PAPERS[0]
    for amount in _amounts(book, ALL):
        sides = 2 if amount.component.values.get("back") else 1
        sheets = amount.pages(paper) // sides if amount.multiplied else 0
        if MOST_UNASKED < sheets <= MOST_PAGES:
            fault = f"{amount.name} fills {sheets:,} sheets of {paper.name}. {amount.why()}"
            mend = "Write 1 in one of the two, or say in a column Copies From which counts: none, or "
            column = f"{brief(amount.data.sheet)}.Copies"
            yield warning(amount.component.at("copies"), fault, f"{mend}{column}.")


def _components(book: Book) -> tuple[Row, ...]:
    return book[COMPONENTS].rows if COMPONENTS in book else ()


def _amounts(book: Book, needed: Needed) -> list[_Amount]:
    tables: dict[str, Table | None] = {}
    amounts = []
    for row in _components(book)[:MOST_COMPONENTS]:
        if (text := data_text(row)) not in tables:
            tables[text] = printed_table(row, book)
        amounts.append(_Amount(row, _data(row, tables[text], copies_for(row, tables[text], book, needed))))
    return amounts


def _data(component: Row, table: Table | None, copies: Copies) -> _Data:
    if table is None:
        return _Data(pieces=copies.of(None))
    rows = table.rows
    counted = [row for row in rows if "copies" in row.values]
    most = max(counted, key=copies_of, default=None)
    pieces = sum(map(copies.of, rows))
    return _Data(table.name, len(rows), pieces, sum(map(copies_of, rows)), most)


def _faces(amounts: list[_Amount]) -> Problem | None:
    total = sum(amount.faces for amount in amounts)
    if total <= MOST_FACES:
        return None
    largest = max(amounts, key=lambda amount: amount.faces)
    fault = (
        f"The components have {total:,} faces to draw, {largest.name} alone {largest.faces:,}; "
        f"{MOST_FACES:,} are the most."
    )
    return error(largest.component.at("data"), fault, "Delete components or rows that are not printed.")


def _pieces(amounts: list[_Amount]) -> Problem | None:
    total = sum(amount.pieces for amount in amounts)
    if total <= MOST_PIECES:
        return None
    largest = max(amounts, key=lambda amount: amount.pieces)
    fault = (
        f"The components print {total:,} pieces, {largest.name} alone {largest.pieces:,}; "
        f"{MOST_PIECES:,} are the most. {largest.why()}"
    )
    return error(largest.component.at("copies"), fault, "Lower the copies in one of the two columns.")


def _pages(amounts: list[_Amount], paper: Paper) -> Problem | None:
    pages: Mapping[int, int] = {number: amount.pages(paper) for number, amount in enumerate(amounts)}
    total = sum(pages.values())
    if total <= MOST_PAGES:
        return None
    number = max(pages, key=lambda number: pages[number])
    largest = amounts[number]
    fault = (
        f"The components fill {total:,} pages of {paper.name}, {largest.name} alone {pages[number]:,} with "
        f"{largest.pieces:,} pieces; {MOST_PAGES:,} are the most. {largest.why()}"
    )
    return error(largest.component.at("copies"), fault, "Print fewer copies, or make each piece smaller.")
