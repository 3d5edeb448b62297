"""A column that is declared and not there: whether it can be renamed or given up, and who uses it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.games import GameModule
from generator.ground.problems import NoColumn, Problem
from generator.ground.project import Project
from generator.records.cells import as_text, brief, fold, shown, some_of
from generator.records.tables import Book, slug
from generator.records.worksheets import CHECKS, COMPONENTS, GAME, ICONS, PUBLISHED, RULES

MOST_PLACES = 8
"""As many places are listed that use a column."""
MOST_LINES = 4
"""And of a template so many lines."""
MOST_MENDED = 100
"""Of so many missing columns it is said who uses them."""
TemplateText = tuple[str, str]
"""The name of a file in the folder `templates`, and what it holds."""
_OF_PROGRAM = {
    GAME: ("key", "value"),
    RULES: ("key", "value"),
    ICONS: ("key", "name", "kind"),
    COMPONENTS: ("name", "data", "front", "back", "shape", "width", "height", "copies"),
}


def with_columns_needed(
    book: Book, problems: Sequence[Problem], project: Project, module: GameModule | None
) -> tuple[Book, tuple[Problem, ...]]:
    """What was found, each missing column with the mends that lead somewhere, in the Book's faults too."""
    lost = [problem for problem in problems if isinstance(problem.about, NoColumn)][:MOST_MENDED]
    templates = tuple(project.template_texts()) if lost else ()
    mended = {problem: _told(problem, book, templates, module) for problem in lost}
    faults = {sheet: mended.get(problem, problem) for sheet, problem in book.faults.items()}
    return replace(book, faults=faults), tuple(mended.get(problem, problem) for problem in problems)


def _told(
    problem: Problem, book: Book, templates: Sequence[TemplateText], module: GameModule | None
) -> Problem:
    lost = problem.about
    assert isinstance(lost, NoColumn)
    sheet, column, header = lost.sheet, lost.column, lost.header
    back = f"Write {shown(column)} into {lost.cell or f'row 1 of the sheet {brief(sheet)}'}"
    if reader := _reader(sheet, column, book, module):
        again = "" if header else ", with its values below it"
        return replace(problem, mend=f"{back}{again}: {reader} it by that name.")
    users = dict.fromkeys((*_in_templates(column, templates), *_in_cells(sheet, column, book)))
    places = some_of(list(users), MOST_PLACES)
    if not header:
        uses = f", and what uses it: {places}" if places else ""
        return replace(problem, mend=f"{back}, or delete this row{uses}.")
    uses = f", and into what uses it: {places}" if places else ""
    named = f" Templates call it {slug(header)}." if "templates/" in places else ""
    everywhere = f"Or rename it everywhere: write {shown(header)} into this cell{uses}."
    return replace(problem, mend=f"{back}. {everywhere}{named}")


def _reader(sheet: str, column: str, book: Book, module: GameModule | None) -> str:
    """Who cannot do without a column; nothing if nobody."""
    if slug(column) in _OF_PROGRAM.get(sheet, ()):
        return "the program reads"
    needed = module.needs(book).get(sheet, ()) if module is not None else ()
    return "the rules of the game read" if fold(column) in map(fold, needed) else ""


def _in_templates(column: str, templates: Sequence[TemplateText]) -> Iterator[str]:
    """The templates that say a column's name as they say it, with the lines."""
    word = re.compile(rf"\.{slug(column)}\b|[\"']{slug(column)}[\"']")
    for name, text in templates:
        lines = [str(number) for number, line in enumerate(text.splitlines(), 1) if word.search(line)]
        if lines:
            yield f"templates/{name} (line {some_of(lines, MOST_LINES)})"


def _in_cells(sheet: str, column: str, book: Book) -> Iterator[str]:
    """The cells that speak of a column of a sheet: rows that name both, and references to it."""
    word = re.compile(rf"(?<!\w){re.escape(column)}(?!\w)", re.IGNORECASE)
    for name in (CHECKS, COMPONENTS, PUBLISHED):
        for row in book.tables.get(name, ()):
            if any(fold(sheet) in fold(as_text(value)) for value in row.values.values()):
                cells = row.values.items()
                yield from (row.at(key) for key, text in cells if isinstance(text, str) and word.search(text))
    for table in book.tables.values():
        yield from (
            field.values_at
            for field in table.fields
            if field.values_at and fold(field.values) == fold(f"{sheet}.{column}")
        )
