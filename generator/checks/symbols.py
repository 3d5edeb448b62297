"""Symbols that are asked for: whether anything gives them, and whether they are printed.

Only what the notation of the workbook says is looked at, so that nothing is said of a game whose rules tell
in words what players get. A reason in the column Accepted Because of a row silences what is said of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import TypeVar

from generator.ground.problems import Problem, has_errors, warning
from generator.records.accepted import ACCEPTED, accepted_or
from generator.records.cells import fold, listed, shown
from generator.records.notation import Change, Effect, Kind, Requirement, Shift
from generator.records.printed import printed_table
from generator.records.symbols import Symbol
from generator.records.tables import Book, Field, FieldType, Row, Table
from generator.records.worksheets import COMPONENTS, ICONS, rules_named

_T = TypeVar("_T", Requirement, Effect, str)
_NAMED = re.compile(r"\{([^{}]+)\}")


def symbols_needed(book: Book, problems: Sequence[Problem]) -> Iterator[Problem]:
    """Tokens that nothing gives, and such as are not printed: one Problem for a token.

    `problems` are those told before: with an error, a cell that gives one may be among those not read, and
    of a cost that the rules find wrong nothing more is said.
    """
    if not has_errors(problems):
        printed = _Printed(book)
        yield from _not_given(book, printed)
        yield from _not_printed(book, printed, {problem.where for problem in problems})


class _Printed:
    """The tokens that are pieces, and how one becomes one."""

    def __init__(self, book: Book) -> None:
        sheets = tuple(_token_sheets(book))
        self.keys = frozenset(key for _, _, keys in sheets for key in keys)
        self._first = next(((table, field) for table, field, _ in sheets), None)

    def lacks(self, key: str) -> bool:
        """Whether tokens are printed, but not this one."""
        return self._first is not None and key not in self.keys

    def row_for(self, key: str) -> str:
        """What to write so that it is printed, all that the row needs."""
        if self._first is None:
            return ""
        table, icon = self._first
        needed = [field.column for field in table.fields if field.required and field is not icon]
        filled = f", and {listed(needed)} filled in"
        row = f"add a row to the sheet {table.name} with {shown(key)} under {icon.column}"
        return f"{row}{filled if needed else ''}"


def _not_given(book: Book, printed: _Printed) -> Iterator[Problem]:
    """Each token that is asked for is given by something, if the workbook says in its notation what gives."""
    for row, key, symbol in _asked_in_vain(book):
        flaw = f"This asks for {symbol.name}, which nothing gives: no effect, and no text names it."
        mend = f"Ask for another symbol, write an effect that gives {symbol.name}"
        if printed.lacks(symbol.key):
            flaw = f"{flaw} No piece is printed for it either."
            mend = f"{mend} and {printed.row_for(symbol.key)}"
        yield warning(row.at(key), flaw, accepted_or(mend, row))


def _asked_in_vain(book: Book) -> Iterator[tuple[Row, str, Symbol]]:
    """The rows that ask for a token that nothing gives, with the key of the column."""
    gifts = _given(book)
    tokens = _tokens(book)
    gives_any = any(symbol.kind is Kind.ANY_TOKEN and symbol.key in gifts for symbol in book.symbols)
    if gives_any or rules_named(book) or not gifts & tokens.keys():
        return  # rules say what players get, and check it themselves
    gifts |= _named_in_texts(book)
    for row, key, cost in _costs(book):
        for amount in cost.amounts:
            symbol = tokens.get(amount.symbol)
            if symbol is not None and symbol.key not in gifts:
                yield row, key, symbol


def _not_printed(book: Book, printed: _Printed, faulty: Collection[str]) -> Iterator[Problem]:
    """If tokens are pieces that are printed, then all that are given are, or asked for in a sound cost.

    `faulty` are the cells of which something is said already.
    """
    vain = {(row.at(key), symbol.key) for row, key, symbol in _asked_in_vain(book)}
    used = _given(book) | {
        amount.symbol
        for row, key, cost in _costs(book)
        for amount in cost.amounts
        if row.at(key) not in faulty and (row.at(key), amount.symbol) not in vain
    }
    tokens = _tokens(book)
    for row in book.tables.get(ICONS, ()):
        symbol = tokens.get(str(row.values.get("key")))
        if symbol is None or symbol.key not in used or row.values.get(ACCEPTED):
            continue
        if printed.lacks(symbol.key):
            flaw = f"{shown(symbol.name)} is a token that players need, and no piece is printed for it."
            mend = printed.row_for(symbol.key)
            yield warning(row.at("key"), flaw, accepted_or(f"{mend[:1].upper()}{mend[1:]}", row))


def _tokens(book: Book) -> dict[str, Symbol]:
    """The tokens of a game by their keys."""
    return {symbol.key: symbol for symbol in book.symbols if symbol.kind is Kind.TOKEN}


def _values(book: Book, kind: type[_T]) -> Iterator[tuple[Row, str, _T]]:
    """Every value of a kind in the workbook, with its row and the key of its column."""
    for table in book.tables.values():
        for row in table:
            for key, value in row.values.items():
                if isinstance(value, kind):
                    yield row, key, value


def _costs(book: Book) -> Iterator[tuple[Row, str, Requirement]]:
    """The costs whose rows do not say why they are fine."""
    for row, key, value in _values(book, Requirement):
        if not row.values.get(ACCEPTED):
            yield row, key, value


def _given(book: Book) -> set[str]:
    """The symbols that effects give, or move about."""
    parts = (part for _, _, value in _values(book, Effect) for part in value.parts)
    gains = (
        part for part in parts if isinstance(part, Shift) or (isinstance(part, Change) and part.amount > 0)
    )
    return {part.symbol for part in gains} - {""}


def _named_in_texts(book: Book) -> set[str]:
    """The symbols that texts show: what the text says of them nobody knows."""
    texts = (value for _, _, value in _values(book, str) if "{" in value)
    return {key for text in texts for key in _NAMED.findall(text)}


def _token_sheets(book: Book) -> Iterator[tuple[Table, Field, set[str]]]:
    """The printed sheets with a row for each of some tokens, the column of these, and their keys."""
    for component in book.tables.get(COMPONENTS, ()):
        table = printed_table(component, book)
        for field in table.fields if table is not None else ():
            if field.type is FieldType.REFERENCE and fold(field.values) == fold(f"{ICONS}.Key"):
                keys = {str(row.values.get(field.key)) for row in table or ()}
                if table and keys & _tokens(book).keys():
                    yield table, field, keys
