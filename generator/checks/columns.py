"""A column that is declared and not there: whether it can be renamed or given up, and who uses it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.games import GameModule, NeedsColumns
from generator.ground.files import Unreadable, files_inside, read_bounded
from generator.ground.problems import NoColumn, Problem
from generator.ground.project import Project
from generator.records.cells import as_text, brief, fold, shown
from generator.records.tables import Book, Row, slug
from generator.records.worksheets import CHECKS, COMPONENTS, GAME, ICONS, PUBLISHED, RULES

MOST_PLACES = 8
"""As many places are listed that use a column."""
MOST_LINES = 4
"""And of a template so many lines."""
MOST_TEMPLATE = 1_000_000
MOST_MENDED = 100
"""Of so many missing columns it is said who uses them."""
TemplateLines = tuple[str, list[str]]
"""The name of a file in the folder `templates`, and its lines."""
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
    templates = tuple(_templates(project)) if lost else ()
    mended = {problem: _told(problem, book, templates, module) for problem in lost}
    faults = {sheet: mended.get(problem, problem) for sheet, problem in book.faults.items()}
    return replace(book, faults=faults), tuple(mended.get(problem, problem) for problem in problems)


def _told(
    problem: Problem, book: Book, templates: Sequence[TemplateLines], module: GameModule | None
) -> Problem:
    lost = problem.about
    assert isinstance(lost, NoColumn)
    sheet, column, header = lost.sheet, lost.column, lost.header
    back = f"Write {shown(column)} into {lost.cell or f'row 1 of the sheet {brief(sheet)}'}"
    if reader := _reader(sheet, column, book, module):
        again = "" if header else ", with its values below it"
        return replace(problem, mend=f"{back}{again}: {reader} it by that name.")
    places = _listed([*_in_templates(column, templates), *_in_cells(sheet, column, book)])
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
    needed = module.needs(book).get(sheet, ()) if isinstance(module, NeedsColumns) else ()
    return "the rules of the game read" if fold(column) in map(fold, needed) else ""


def _templates(project: Project) -> Iterator[TemplateLines]:
    for ending in (".svg", ".md"):
        for path in files_inside(project.templates, project.root, ending=ending):
            try:
                text = read_bounded(path, inside=project.root, most=MOST_TEMPLATE).decode("utf-8", "replace")
            except Unreadable:  # told where it is drawn
                continue
            yield path.name, text.splitlines()


def _in_templates(column: str, templates: Sequence[TemplateLines]) -> Iterator[str]:
    """The templates that say a column's name as they say it, with the lines."""
    word = re.compile(rf"\.{slug(column)}\b|[\"']{slug(column)}[\"']")
    for name, text in templates:
        lines = [str(number) for number, line in enumerate(text, 1) if word.search(line)]
        rest = f" and {len(lines) - MOST_LINES} more" if len(lines) > MOST_LINES else ""
        if lines:
            yield f"templates/{name} (line {', '.join(lines[:MOST_LINES])}{rest})"


def _in_cells(sheet: str, column: str, book: Book) -> Iterator[str]:
    """The cells that speak of a column of a sheet: rows that name both, and references to it."""
    word = re.compile(rf"(?<!\w){re.escape(column)}(?!\w)", re.IGNORECASE)
    for name in (CHECKS, COMPONENTS, PUBLISHED):
        for row in book.tables.get(name, ()):
            if any(fold(sheet) in fold(as_text(value)) for value in row.values.values()):
                yield from _saying(row, word)
    for table in book.tables.values():
        yield from (
            field.values_at
            for field in table.fields
            if field.values_at and fold(field.values) == fold(f"{sheet}.{column}")
        )


def _saying(row: Row, word: re.Pattern[str]) -> Iterator[str]:
    values: Mapping[str, object] = row.values
    yield from (row.at(key) for key, value in values.items() if isinstance(value, str) and word.search(value))


def _listed(places: Iterable[str]) -> str:
    listed = list(dict.fromkeys(places))
    rest = len(listed) - MOST_PLACES
    return ", ".join(listed[:MOST_PLACES]) + (f" and {rest} more" if rest > 0 else "")
