"""What a number has to be, reckoned from others: `121 - Hands - Chaos`, `Players × Rules.Health`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from generator.checks.wanted import HowMany
from generator.records.cells import fold, shown
from generator.records.columns import NamedColumn, NotUnderstood, number_stated, quantity
from generator.records.tables import Book, Row

MOST_FACTORS = 20
_PLUS = re.compile(r"\s+([+−–-])\s+")
_TIMES = re.compile(r"\s*[×*]\s*|\s+x\s+")
_NUMBER = re.compile(r"[+-]?\d{1,12}(?:\.\d{1,12})?")


@dataclass(frozen=True, slots=True)
class Factor:
    """A number that stands in the check or elsewhere, or the column that has it in each row."""

    number: float = 0
    name: str = ""
    where: str = ""
    column: NamedColumn | None = None

    def of(self, row: Row) -> float | None:
        """What it is in a row; None if no number stands there."""
        return self.number if self.column is None else quantity(self.column.of(row))


@dataclass(frozen=True, slots=True)
class Sum:
    """Products that are added, or taken off where the sign is -1."""

    text: str
    terms: tuple[tuple[int, tuple[Factor, ...]], ...]

    @property
    def columns(self) -> tuple[NamedColumn, ...]:
        """The columns that it looks at."""
        return tuple(factor.column for _, factors in self.terms for factor in factors if factor.column)

    def wanted(self, row: Row) -> HowMany | None:
        """What is wanted in a row, with the cell if it stands in one; None if it cannot be reckoned."""
        total = 0.0
        for sign, factors in self.terms:
            numbers = [factor.of(row) for factor in factors]
            if None in numbers:
                return None
            total += sign * math.prod(number for number in numbers if number is not None)
        lone = self.terms[0][1][0] if len(self.terms) == 1 == len(self.terms[0][1]) else None
        if lone is None:
            return HowMany(total, total, name=self.text)
        where = lone.column.at(row) if lone.column is not None else lone.where
        return HowMany(total, total, where, lone.name)


def is_sum(text: str) -> bool:
    """Whether a text adds or multiplies something."""
    return bool(_PLUS.search(text) or _TIMES.search(text))


def parse_sum(text: str, columns: Sequence[NamedColumn], book: Book) -> Sum:
    """Read a sum of products. Raises NotUnderstood."""
    first, *rest = _PLUS.split(text.strip())
    terms = [(1, _TIMES.split(first))]
    terms += [
        (1 if sign == "+" else -1, _TIMES.split(term))
        for sign, term in zip(rest[::2], rest[1::2], strict=True)
    ]
    if sum(len(parts) for _, parts in terms) > MOST_FACTORS:
        raise NotUnderstood(f"{shown(text)} has too many parts.", f"Reckon with {MOST_FACTORS} at most.")
    read = ((sign, tuple(_factor(part.strip(), columns, book) for part in parts)) for sign, parts in terms)
    return Sum(" ".join(text.split()), tuple(read))


def _factor(text: str, columns: Sequence[NamedColumn], book: Book) -> Factor:
    for column in columns:
        if fold(column.name) == fold(text):
            return Factor(name=column.name, column=column)
    if _NUMBER.fullmatch(text):
        return Factor(float(text))
    stated = number_stated(text, book)
    if stated is None:
        mend = "Write numbers, columns of the sheet, or Sheet.Key, with + - or × and blanks between them."
        raise NotUnderstood(f"{shown(text)} is not a number, and names none.", mend)
    number, name, where = stated
    return Factor(number, name, where)
