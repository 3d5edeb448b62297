"""What a number has to be: `11`, `3 to 5`, `at least Rules.Prism Size`, or a sum, `121 - Hands - Chaos`."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from generator.records.cells import fold, shown
from generator.records.columns import NamedColumn, NotUnderstood, number_stated, quantity
from generator.records.tables import Book, Row

_NUMBER = r"[+-]?\d{1,12}(?:\.\d{1,12})?"
_RANGE = re.compile(rf"(?:from\s+)?({_NUMBER})\s*(?:to|–|-|\.\.)\s*({_NUMBER})", re.IGNORECASE)
_BEGUN = re.compile(r"(at\s+least|at\s+most|exactly|≥|>=|≤|<=|=)\s*(.*)", re.IGNORECASE | re.DOTALL)
_LEAST, _MOST = frozenset({"at least", "≥", ">="}), frozenset({"at most", "≤", "<="})


@dataclass(frozen=True, slots=True)
class HowMany:
    """The least and the most that there may be."""

    least: float | None
    most: float | None
    where: str = ""
    """The cell that states the number, if it stands elsewhere."""
    name: str = ""
    """The Key beside it."""

    def fits(self, number: float) -> bool:
        """Whether a number is one of those."""
        return not self.lacks(number) and (self.most is None or number <= self.most)

    def lacks(self, number: float) -> float:
        """How many are missing; 0 for none."""
        return max(0.0, self.least - number) if self.least is not None else 0.0

    def __str__(self) -> str:
        """`at least 6 (Prism Size)`."""
        named = f" ({self.name})" if self.name else ""
        if self.least is None:
            return f"at most {self.most:g}{named}"
        if self.most is None:
            return f"at least {self.least:g}{named}"
        return f"{self.least:g}{named}" if self.least == self.most else f"{self.least:g} to {self.most:g}"

    def verb(self, are: str = "are", be: str = "is") -> str:
        """`at least 6 are wanted`, `1 is wanted`."""
        single = self.least == self.most == 1 or (self.least == 1 and self.most is None)
        return f"{self} {be if single else are} wanted"


def wanted(text: str, book: Book) -> HowMany:
    """Read how many there have to be. Raises NotUnderstood."""
    between = _RANGE.fullmatch(text.strip())
    if between is not None:
        low, high = float(between[1]), float(between[2])
        if low > high:
            raise NotUnderstood(f"{shown(text)} ends before it begins.", f"Write {high:g} to {low:g}.")
        return HowMany(low, high)
    begun = _BEGUN.fullmatch(text.strip())
    sign = " ".join(begun[1].casefold().split()) if begun else "="
    named = (begun[2] if begun else text).strip()
    stated = number_stated(named, book)
    if stated is None:
        mend = (
            "Write a number, such as 11, at least 3 or 3 to 5, or Sheet.Key for a number that stands there."
        )
        raise NotUnderstood(f"{shown(named)} is not a number, and names none.", mend)
    number, name, where = stated
    least = None if sign in _MOST else number
    most = None if sign in _LEAST else number
    return HowMany(least, most, where, name)


# ---------------------------------------------------------------- what is reckoned

MOST_FACTORS = 20
_PLUS = re.compile(r"\s+([+−–-])\s+")
_TIMES = re.compile(r"\s*[×*]\s*|\s+x\s+")


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
    stated = number_stated(text, book)
    if stated is None:
        mend = "Write numbers, columns of the sheet, or Sheet.Key, with + - or × and blanks between them."
        raise NotUnderstood(f"{shown(text)} is not a number, and names none.", mend)
    return Factor(*stated)
