"""Findings that only follow from others: each mistake is said once, where it was made."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.games import GameModule
from generator.ground.problems import NoKey, Problem, Severity, led_to
from generator.records.called import called
from generator.records.cells import brief, some_of
from generator.records.places import row_place
from generator.records.printed import data_text, sheets_named
from generator.records.tables import Book, SheetLeftOut
from generator.records.watched import lacking_keys
from generator.records.worksheets import COMPONENTS, ICONS, is_sample_game

MOST_NAMED = 12
"""As many components are named that are not printed."""


def ruled_by(module: GameModule, book: Book) -> tuple[Problem, ...]:
    """What the rules of a game find, as far as the sheets can be read that they look at."""
    try:
        return tuple(module.check(book))
    except SheetLeftOut:
        return ()  # the sheet has its Problem


def without_echoes(
    ruled: Iterable[Problem], problems: Sequence[Problem], faulty_sheets: Collection[str] = ()
) -> Iterator[Problem]:
    """What a game's rules say, less what only follows from the errors that were found before.

    A cell with an error is read as empty, so nothing that is said of its content counts. A warning weighs
    the cards of a sheet against each other, which is idle while one of them is not known. Of a sheet whose
    headers or declarations are wrong, nothing is said that is not about one of its cells.
    """
    errors = [problem for problem in problems if problem.severity is Severity.ERROR and problem.place.cell]
    cells = {problem.where for problem in errors}
    sheets = {problem.place.name for problem in errors}
    for problem in ruled:
        follows = problem.where in cells
        weighs = problem.severity is Severity.WARNING and problem.place.name in sheets
        faulty = problem.place.name in faulty_sheets
        lacks = faulty and (row_place(problem) is None or problem.severity is Severity.WARNING)
        if not follows and not weighs and not lacks:
            yield problem


def without_symbols(problems: Iterable[Problem], ruled: Iterable[Problem], book: Book) -> Iterator[Problem]:
    """What was found in the workbook, less the cells that lack a symbol only because Icons is wrong.

    `ruled` is what a game's rules say. By one wrong row of Icons a hundred cells may lack a symbol.
    """
    problems = tuple(problems)
    codes = {
        row.at(key) for row in book.tables.get(ICONS, ()) for key in ("code", "emoji") if key in row.values
    }
    by_rules = any(problem.severity is Severity.ERROR and problem.place.name == ICONS for problem in ruled)
    by_codes = any(problem.severity is Severity.ERROR and problem.where in codes for problem in problems)
    for problem in problems:
        if not ((by_rules or by_codes) and problem in book.by_symbols):
            yield problem


def without_lost_keys(problems: Sequence[Problem], book: Book) -> tuple[Problem, ...]:
    """What was found, less the bounds that only lack a Key of a sheet in which a Key is wrong or missing."""
    wrong = lacking_keys(book, problems)
    return tuple(
        problem
        for problem in problems
        if not (isinstance(problem.about, NoKey) and problem.about.sheet in wrong)
    )


# ---------------------------------------------------------------- sheets that cannot be read


def with_left_out(book: Book, problems: Sequence[Problem]) -> tuple[Book, tuple[Problem, ...]]:
    """The Problems of faulty sheets, each with what merely follows from it, in the Book as in the list."""
    if not book.faults:
        return book, tuple(problems)
    mended: dict[Problem, Problem] = {}
    for sheet, problem in book.faults.items():
        mended[problem] = led_to(mended.get(problem, problem), *_following(book, sheet))
    faults: Mapping[str, Problem] = {sheet: mended[problem] for sheet, problem in book.faults.items()}
    return replace(book, faults=faults), tuple(mended.get(problem, problem) for problem in problems)


def _following(book: Book, sheet: str) -> Iterator[str]:
    if sheet == COMPONENTS and not book[COMPONENTS].rows:
        yield "No cards, boards or tokens are printed until that is mended."
        return
    if sheet in book:
        return
    yield f"The sheet {brief(sheet)} is left out until that is mended."
    if is_sample_game(sheet):
        yield "The sample game is not played until that is mended."
    rows = book.tables.get(COMPONENTS, ())
    named = [called(row) for row in rows if sheet in sheets_named(data_text(row), book)]
    if named:
        yield f"Not printed until that is mended: {some_of(list(map(brief, named)), MOST_NAMED)}."
