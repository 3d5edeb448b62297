"""Mends of cells name what would do at that place, once the whole workbook is known.

Reading knows one cell and its column. Here are the other cells too: what a name stands for in the sheet
that is referred to, which values of a unique column are taken, and what the game's rules allow in a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

from generator.games import CellFit, GameModule
from generator.ground.problems import BadNumber, Problem, Severity, Unlisted
from generator.ground.spelling import Guesses
from generator.records.cells import as_text, brief, fold, names, shown
from generator.records.columns import pointed_at
from generator.records.places import row_place
from generator.records.tables import NUMERIC, Book, Field, FieldType, Row, Table
from generator.workbook.declared import DESCRIPTIONS, MOST_LISTED, bounds
from generator.workbook.mends import MOST_LIKELY, instead, may_resemble

MOST_FITTED = 500
"""As many Problems get such a mend; who has more begins with those."""
MOST_LOOKS = 200_000
"""Values that are looked at one by one, for all Problems of a run."""
_TEXTS = frozenset({FieldType.TEXT, FieldType.CHOICE, FieldType.REFERENCE})


class _Choice(NamedTuple):
    """The values that would do in a cell, as texts, out of how many; whether some would not do."""

    texts: list[str]
    of: int
    narrowed: bool
    number: int
    """Another for each choice of a column."""


def fitted(problems: Sequence[Problem], book: Book, module: GameModule | None) -> Iterator[Problem]:
    """The Problems, those of refused cells with a mend that names what would do there and nothing else."""
    fitting = _Fitting(book, module)
    rest = MOST_FITTED
    for problem in problems:
        row = fitting.row(problem) if rest and problem.severity is Severity.ERROR else None
        rest -= row is not None
        yield problem if row is None else fitting.mended(problem, *row)


class _Fitting:
    def __init__(self, book: Book, rules: GameModule | None) -> None:
        self._book, self._rules = book, rules
        self._guesses = Guesses()
        self._choices: dict[tuple[str, str], _Choice] = {}
        self._looks = MOST_LOOKS
        self._rows = cache(lambda sheet: {row.number: row for row in book[sheet]})
        self._taken = cache(lambda sheet, key: {fold(as_text(row[key])) for row in book[sheet]})
        self._named = cache(lambda sheet, key: _by_names(book[sheet], key))

    def row(self, problem: Problem) -> tuple[Row, Field] | None:
        """The row and the column that a Problem is about."""
        place = row_place(problem)
        table = self._book.tables.get(place[0]) if place is not None else None
        if place is None or table is None:
            return None
        row = self._rows(table.name).get(place[1])
        fields = (field for field in table.fields if row is not None and row.at(field.key) == problem.where)
        field = next((field for field in fields if field.key in (row.letters if row else ())), None)
        return (row, field) if row is not None and field is not None else None

    def mended(self, problem: Problem, row: Row, field: Field) -> Problem:
        mend = ""
        match problem.about:
            case Unlisted(name=name) if field.type is FieldType.REFERENCE:
                mend = self._reference(name, row, field)
            case BadNumber() as number if field.type in NUMERIC:
                mend = self._number(number, row, field)
        return replace(problem, mend=mend) if mend else problem

    def _fit(self, row: Row, field: Field) -> CellFit | None:
        return self._rules.fit(self._book, row, field.key) if self._rules is not None else None

    # ------------------------------------------------------------ references

    def _reference(self, typed: str, row: Row, field: Field) -> str:
        pointed = pointed_at(*field.target, self._book)
        if pointed is None:
            return ""
        (table, key), column = pointed, field.target[1]
        fit = self._fit(row, field)
        choice = self._choice(table, key, field, fit)
        if choice is None:
            return ""
        texts, there = choice.texts, choice.of
        add = "" if choice.narrowed else f"add it to {brief(table.name)}.{brief(column)}"
        why = f" {fit.why}" if fit is not None and fit.why else ""
        stands = self._stands_for(typed, table, key)
        if stands is not None and as_text(stands[key]) in texts:
            value = as_text(stands[key])
            return f"{shown(typed)} is {value} ({stands.at(key)}): write {value}."
        if not texts:
            full = "All of them are taken: add" if field.unique and there else "Add"
            return f"{full} one to {brief(table.name)}.{brief(column)}."
        spellings = self._guesses.names((field.sheet, field.key, choice.number), lambda: names(texts))
        near = self._guesses.nearest(typed, spellings, count=MOST_LIKELY) if may_resemble(typed) else []
        mend = instead(near, texts[: MOST_LISTED + len(near) + 1], add)
        if stands is not None:
            mend = f"{shown(typed)} is {as_text(stands[key])}, which does not do here. {mend}"
        return f"{mend}{why}"

    def _choice(self, table: Table, key: str, field: Field, fit: CellFit | None) -> _Choice | None:
        """What may be written into a cell that refers to a column; None if too much was looked through.

        Where the rules do not narrow it, it is the same for the whole column: what was refused is none of it.
        """
        place = field.sheet, field.key
        if fit is None and place in self._choices:
            return self._choices[place]
        if self._looks < 0:
            return None
        there = [row[key] for row in table if row[key] not in (None, "")]
        self._looks -= len(there)
        values = [value for value in there if fit is None or fit.allows(value)]
        if field.unique:
            taken = self._taken(*place)
            values = [value for value in values if fold(as_text(value)) not in taken]
        texts = list(dict.fromkeys(map(as_text, values)))
        choice = _Choice(texts, len(there), len(values) < len(there), self._looks)
        if fit is None:
            self._choices[place] = choice
        return choice

    def _stands_for(self, typed: str, table: Table, key: str) -> Row | None:
        """The one row of a sheet that goes by what was typed, in another column than is meant."""
        return self._named(table.name, key).get(fold(typed))

    # ------------------------------------------------------------ numbers

    def _number(self, number: BadNumber, row: Row, field: Field) -> str:
        fit = self._fit(row, field)
        inner = fit.within(field) if fit is not None else field
        if not number.numeric and (named := self._named_number(number.typed, row, field)) is not None:
            value, where = named
            if _allows(inner, value):
                return f"{shown(number.typed)} is {as_text(value)} ({where}): write {as_text(value)}."
        if fit is None or (inner.least, inner.most) == (field.least, field.most) or number.comma:
            return ""
        request = f"Give {DESCRIPTIONS[field.type].lower()}{bounds(inner)}."
        return f"{request}{f' {fit.why}' if fit.why else ''}"

    def _named_number(self, typed: str, row: Row, field: Field) -> tuple[Any, str] | None:
        """The number that a row of that name has in a column of the same header, in whatever sheet."""
        numbers: dict[Any, str] = {}
        for table in self._book.tables.values():
            for twin in table.fields:
                if twin.column != field.column or not _numbers(twin):
                    continue
                stands = self._stands_for(typed, table, twin.key)
                if stands is not None and stands is not row:
                    numbers.setdefault(stands[twin.key], stands.at(twin.key))
        return next(iter(numbers.items())) if len(numbers) == 1 else None


def _by_names(table: Table, key: str) -> dict[str, Row | None]:
    """What the rows of a sheet are called in other columns than `key`; None where several are called so."""
    columns = [f.key for f in table.fields if f.key != key and (f.type in _TEXTS or _numbers(f))]
    owners: dict[str, Row | None] = {}
    for row in table:
        if row[key] in (None, ""):
            continue
        for name in {fold(as_text(row[column])) for column in columns}:
            owners[name] = None if name in owners else row
    return owners


def _numbers(field: Field) -> bool:
    """Whether a column gives each row a number of its own."""
    return field.unique and field.type in NUMERIC


def _allows(field: Field, value: Any) -> bool:
    least, most = field.least, field.most
    return (least is None or value >= least) and (most is None or value <= most)
