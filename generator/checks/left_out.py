"""Sheets that cannot be read for their headers or declarations: what cannot be had without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from generator.ground.problems import Problem, led_to
from generator.records.called import called
from generator.records.cells import brief
from generator.records.printed import data_text, sheets_named
from generator.records.tables import Book
from generator.records.worksheets import COMPONENTS, is_sample_game

MOST_NAMED = 12
"""As many components are named that are not printed."""


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
    rest = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
    if named:
        yield f"Not printed until that is mended: {', '.join(map(brief, named[:MOST_NAMED]))}{rest}."
