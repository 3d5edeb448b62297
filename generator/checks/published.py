"""What differs from the game as it is published: knowledge for who asks, never a fault.

The sheet Published states it, a row a fact. `Row` is what the first unique column of a sheet says, such as a
card's title; with an empty `Column` the `Value` is how many rows there are: all of the sheet, or those that
are `Layer = 1`. Whoever wants none of this deletes the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.ground.problem_places import ProblemPlace
from generator.ground.problems import Problem, Severity, Unlike, note
from generator.records.cells import as_text, same, shown
from generator.records.notation import Effect, Requirement
from generator.records.tables import Book, Field, FieldType, Row, Table, slug
from generator.records.wording import typed
from generator.records.worksheets import FIELDS, ICONS, PUBLISHED
from generator.workbook.schema import Known, parse_cell

OPEN = "…"
"""At the end of a Value: the rest of the cell is left open. A requirement then keeps what is stated."""
_LONG = frozenset({FieldType.RICH, FieldType.EFFECT, FieldType.REQUIREMENT, FieldType.FILE})
FACT = ("sheet", "row", "column", "value", "source")


def differences(book: Book, problems: Sequence[Problem]) -> Iterator[Problem]:
    """A note for each fact of the sheet Published that the workbook states otherwise.

    `problems` are those before it: of a cell with an error nothing is said, and nothing at all as long as
    symbols or declarations are wrong.
    """
    if not _is_stated(book):
        return
    errors = {problem.where for problem in problems if problem.severity is Severity.ERROR}
    if any(
        place.name == ICONS or (place.cell and place.name == FIELDS)
        for place in map(ProblemPlace.read, errors)
    ):
        return
    rows = {table.name: _named(table.rows, _naming(table.fields)) for table in book.tables.values()}
    missed: set[tuple[str, str]] = set()
    for fact in book[PUBLISHED]:
        sheet, name = str(fact["sheet"] or ""), str(fact["row"] or "")
        if sheet not in book and sheet in book.faults:
            continue
        if sheet not in book:
            yield _difference(fact.at("sheet"), f"There is no sheet {shown(sheet)}.")
        elif not fact["column"]:
            yield from _count(fact, book, errors)
        elif same(name) in rows[sheet]:
            yield from _cell(fact, rows[sheet][same(name)], book, errors)
        elif (sheet, name) not in missed and not _unsure(sheet, book, errors):
            missed.add((sheet, name))
            yield _difference(sheet, f"{shown(name)} is not there; it is published{_source(fact)}.")


def _is_stated(book: Book) -> bool:
    """Whether there is a sheet Published with the columns of a fact."""
    return PUBLISHED in book and {field.key for field in book[PUBLISHED].fields} >= set(FACT)


_BACK = f"to hear of it no more, delete its rows in {PUBLISHED}"


def _difference(where: str, flaw: str, back: str = _BACK) -> Problem:
    return note(where, flaw, f"Nothing has to be done; {back}.", about=Unlike.PUBLISHED)


def tells_a_difference(problem: Problem) -> bool:
    """Whether a Problem is a note that something is otherwise than it is published."""
    return problem.about is Unlike.PUBLISHED


def published_names(book: Book, sheet: str) -> Mapping[str, str]:
    """The names that are published of a sheet and that no row of it has, each with the cell that says it."""
    if sheet not in book or not _is_stated(book):
        return {}
    rows = _named(book[sheet].rows, _naming(book[sheet].fields))
    facts = (fact for fact in book[PUBLISHED] if fact["sheet"] == sheet and fact["row"] and fact["column"])
    missing = [
        (as_text(fact["row"]), fact.at("row")) for fact in facts if same(as_text(fact["row"])) not in rows
    ]
    return dict(reversed(missing))


def _naming(fields: Iterable[Field]) -> str:
    """The key of the column that names the rows of a sheet."""
    listed = list(fields)
    return next((field for field in listed if field.unique), listed[0]).key


def rows_as_published(book: Book, table: Table, name: str, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Those of the rows that have all that is published of a name of their sheet; none if nothing is."""
    if not _is_stated(book):
        return ()
    facts = [
        fact
        for fact in book[PUBLISHED]
        if fact["sheet"] == table.name and fact["column"] and same(as_text(fact["row"])) == same(name)
    ]
    return tuple(row for row in rows if facts and all(_has(fact, row, book) for fact in facts))


def _has(fact: Row, row: Row, book: Book) -> bool:
    field = _field(fact, book)
    try:
        return field is not None and _is_so(fact, row.values.get(field.key), _stated(fact, field, book))
    except ValueError:
        return False


def _field(fact: Row, book: Book) -> Field | None:
    """The column that a fact is about, if its sheet has that."""
    key = slug(str(fact["column"]))
    return next((field for field in book[str(fact["sheet"])].fields if field.key == key), None)


def _stated(fact: Row, field: Field, book: Book) -> Any:
    """What the Value of a fact means in its column. Raises ValueError."""
    return read_value(field, as_text(fact["value"]).removesuffix(OPEN).strip(), fact.at("value"), book)


def _is_so(fact: Row, here: Any, stated: Any) -> bool:
    """Whether a cell has what is stated; the rest of it may be left open."""
    return _part(here, stated) if as_text(fact["value"]).endswith(OPEN) else alike(here) == alike(stated)


def _named(rows: Iterable[Row], key: str) -> dict[str, Row]:
    return {same(as_text(row.values.get(key))): row for row in reversed(list(rows))}


def _unsure(sheet: str, book: Book, errors: Iterable[str]) -> bool:
    """Whether a name that is missing may be one that could not be read."""
    key = _naming(book[sheet].fields)
    return any(row.at(key) in errors for row in book[sheet])


def _count(fact: Row, book: Book, errors: Iterable[str]) -> Iterator[Problem]:
    sheet, group = str(fact["sheet"]), str(fact["row"] or "")
    column, _, stated = (part.strip() for part in group.partition("="))
    key = slug(column)
    if group and not any(field.key == key for field in book[sheet].fields):
        flaw = f"The sheet {shown(sheet)} has no column {shown(column)}."
        yield note(fact.at("row"), flaw, f"Write it as in {FIELDS}, such as {_counted(sheet, book)}.")
        return
    rows = [row for row in book[sheet] if not group or same(as_text(row.values.get(key))) == same(stated)]
    unsure = group and any(row.at(key) in errors for row in book[sheet])
    if as_text(fact["value"]) != str(len(rows)) and not unsure:
        of = f" of {column} {stated}" if group else ""
        flaw = f"The sheet has {len(rows)} rows{of}; published are {as_text(fact['value'])}{_source(fact)}."
        yield _difference(sheet, flaw)


def _counted(sheet: str, book: Book) -> str:
    """How rows of a sheet are counted: by a value that its last row has."""
    fields = [field for field in book[sheet].fields if not field.unique and field.type not in _LONG]
    row = next(iter(book[sheet].rows[::-1]), None)
    cells = ((f.column, as_text(row[f.key])) for f in fields if row is not None and as_text(row[f.key]))
    return next((f"{column} = {value}" for column, value in cells), "Column = value")


def _cell(fact: Row, row: Row, book: Book, errors: Iterable[str]) -> Iterator[Problem]:
    field = _field(fact, book)
    if field is None:
        flaw = f"The sheet {shown(row.sheet)} has no column {shown(fact['column'])}."
        yield note(fact.at("column"), flaw, f"Write it as in {FIELDS}, or delete the row.")
        return
    if row.at(field.key) in errors:
        return
    try:
        stated = _stated(fact, field, book)
    except ValueError:
        flaw = f"{shown(fact['value'])} cannot be read as the {field.column} of {shown(fact['row'])}."
        yield note(fact.at("value"), flaw, "Write it as in that column, or delete the row.")
        return
    here = row.values.get(field.key)
    if _is_so(fact, here, stated):
        return
    has, published = _typed(here, book), _typed(stated, book)
    rest = ", the rest is open" if as_text(fact["value"]).endswith(OPEN) else ""
    flaw = f"{field.column} of {shown(fact['row'])} is {has}; published is {published}{rest}{_source(fact)}."
    yield _difference(row.at(field.key), flaw, f"{published} brings it back")


def read_value(field: Field, text: str, where: str, book: Book) -> Any:
    """What a Value means in a column, whatever bounds that has by now. Raises ValueError."""
    if field.type in {FieldType.REFERENCE, FieldType.CHOICE}:
        return text
    free = replace(field, required=False, least=None, most=None)
    value, problems = parse_cell(free, text, where, Known(book.symbols))
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise ValueError(text)
    return value


def alike(value: Any) -> Any:
    """What two values that mean the same share: 5 and 5.0, `Sea shell` and `Sea Shell`."""
    return value if isinstance(value, Effect | Requirement | bool) else same(as_text(value))


def _part(here: Any, stated: Any) -> bool:
    """Whether a cell has what is stated, and perhaps more."""
    if isinstance(here, Requirement):
        return all(here.count(amount.symbol) == amount.count for amount in stated.amounts)
    if isinstance(here, Effect):
        return set(stated.parts) <= set(here.parts)
    return same(as_text(here)).startswith(same(as_text(stated)))


def _typed(value: Any, book: Book) -> str:
    return typed(value, book.symbols) or ("none" if isinstance(value, Effect | Requirement) else "empty")


def _source(fact: Row) -> str:
    return f" ({fact['source']})" if fact["source"] else ""
