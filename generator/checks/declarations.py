"""What the sheets that the program knows have to declare, and what is said of one that declares nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from generator.ground.problems import Problem, error, warning
from generator.ground.spelling import Guesses, Names
from generator.records.cells import did_you_mean
from generator.records.tables import Book
from generator.records.worksheets import FIELDS
from generator.workbook.mends import declare

DECLARE = f"Declare the columns of the sheet in {FIELDS}."


def lacking_columns(
    book: Book, sheet: str, keys: Iterable[str], kind: Callable[[str, str, str], Problem] = error
) -> Iterator[Problem]:
    """The columns that a sheet has to have and does not declare; none of a sheet that is faulty itself."""
    declared = {field.key for field in book[sheet].fields} if sheet not in book.faults else set(keys)
    for key in keys:
        if key not in declared:
            flaw = f"The sheet {sheet} has no column “{key.capitalize()}”."
            yield kind(f"{sheet}!A1", flaw, f"Add it, and declare it in {FIELDS}.")


def passed_over(book: Book, sheet: str, verb: str) -> Problem:
    """Somebody wrote a sheet and forgot to declare it, so that nothing of it is `verb`, such as checked."""
    flaw = f"{FIELDS} declares no column of the sheet {sheet}, so that nothing of it is {verb}."
    return warning(f"{sheet}!A1", flaw, declare(sheet, book.undeclared[sheet]))


def declared_instead(
    sheet: str,
    book: Book,
    otherwise: str = DECLARE,
    *,
    tables: Names | None = None,
    guesses: Guesses | None = None,
) -> str:
    """The mend of a name that is no sheet with declared columns."""
    if sheet in book.undeclared:
        return declare(sheet, book.undeclared[sheet])
    return did_you_mean(sheet, tables or book.tables, otherwise, guesses=guesses)
