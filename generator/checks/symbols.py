"""Symbols that are asked for: whether anything gives them, and whether they are printed.

Only what the notation of the workbook says is looked at, so that nothing is said of a game whose rules tell
in words what players get. A reason in the column Accepted Because of a row silences what is said of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator.games import rules_name
from generator.ground.problems import Problem, has_errors, warning
from generator.records.accepted import ACCEPTED, accepted_or
from generator.records.cells import fold, shown
from generator.records.notation import Change, Effect, Kind, Requirement, Shift
from generator.records.printed import printed_table
from generator.records.symbols import Symbol
from generator.records.tables import Book, FieldType, Row
from generator.records.worksheets import COMPONENTS, ICONS

_NAMED = re.compile(r"\{([^{}]+)\}")


def symbols_needed(book: Book, problems: Sequence[Problem]) -> Iterator[Problem]:
    """Tokens that nothing gives, and such as are not printed.

    `problems` are those told before: with an error, a cell that gives one may be among those not read.
    """
    if not has_errors(problems):
        yield from _not_given(book)
        yield from _not_printed(book)


def _not_given(book: Book) -> Iterator[Problem]:
    """Each token that is asked for is given by something, if the workbook says in its notation what gives."""
    given = _given(book)
    tokens = {symbol.key: symbol for symbol in book.symbols if symbol.kind is Kind.TOKEN}
    gives_any = any(symbol.kind is Kind.ANY_TOKEN and symbol.key in given for symbol in book.symbols)
    if gives_any or rules_name(book) or not given & tokens.keys():
        return  # rules say what players get, and check it themselves
    given |= _named_in_texts(book)
    for row, key, cost in _costs(book):
        for amount in cost.amounts:
            symbol = tokens.get(amount.symbol)
            if symbol is not None and symbol.key not in given and not row.values.get(ACCEPTED):
                what = f"This asks for {symbol.name}, which nothing gives: no effect, and no text names it."
                mend = accepted_or(f"Ask for another symbol, write an effect that gives {symbol.name}", row)
                yield warning(row.at(key), what, mend)


def _not_printed(book: Book) -> Iterator[Problem]:
    """If tokens are pieces that are printed, then all that are asked for or given are."""
    sheets = dict(_token_sheets(book))
    printed = {key for keys in sheets.values() for key in keys}
    used = _given(book) | {amount.symbol for _, _, cost in _costs(book) for amount in cost.amounts}
    for row in book.tables[ICONS].rows if ICONS in book and printed else ():
        symbol = _symbol(row, book)
        if symbol is None or symbol.key not in used - printed or row.values.get(ACCEPTED):
            continue
        what = f"{shown(symbol.name)} is a token that players need, and no piece is printed for it."
        sheet = next(iter(sheets))
        yield warning(row.at("key"), what, accepted_or(f"Add a row for it to the sheet {sheet}", row))


def _symbol(row: Row, book: Book) -> Symbol | None:
    key = row.values.get("key")
    return next((one for one in book.symbols if one.key == key and one.kind is Kind.TOKEN), None)


def _values(book: Book) -> Iterator[tuple[Row, str, object]]:
    """Every value of the workbook, with its row and the key of its column."""
    for table in book.tables.values():
        for row in table:
            for key, value in row.values.items():
                yield row, key, value


def _costs(book: Book) -> Iterator[tuple[Row, str, Requirement]]:
    return ((row, key, value) for row, key, value in _values(book) if isinstance(value, Requirement))


def _given(book: Book) -> set[str]:
    """The symbols that effects give, or move about."""
    parts = (part for _, _, value in _values(book) if isinstance(value, Effect) for part in value.parts)
    given = (
        part for part in parts if isinstance(part, Shift) or (isinstance(part, Change) and part.amount > 0)
    )
    return {part.symbol for part in given} - {""}


def _named_in_texts(book: Book) -> set[str]:
    """The symbols that texts show: what the text says of them nobody knows."""
    texts = (value for _, _, value in _values(book) if isinstance(value, str) and "{" in value)
    return {key for text in texts for key in _NAMED.findall(text)}


def _token_sheets(book: Book) -> Iterator[tuple[str, set[str]]]:
    """The printed sheets with a row for each of some tokens -> the keys of these."""
    for component in book.tables.get(COMPONENTS, ()):
        table = printed_table(component, book)
        for field in table.fields if table is not None else ():
            if field.type is FieldType.REFERENCE and fold(field.values) == fold(f"{ICONS}.Key"):
                keys = {str(row.values.get(field.key)) for row in table or ()}
                if any(key in book.symbols and book.symbols[key].kind is Kind.TOKEN for key in keys):
                    yield str(component.values.get("data")), keys
