"""Which rows of a sheet are meant: `Layer > 3 and Kind in wave, tide`, as a designer types it.

A condition compares columns with values; what may be compared with what follows from the type that Fields
declares. It is read once for a sheet, and asked once a row.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from generator.ground.problems import Unlisted
from generator.records.cells import NO, YES, as_text, did_you_mean, fold, same, shown, straight
from generator.records.columns import NamedColumn, NotUnderstood, is_number, number_stated
from generator.records.examples import such_as
from generator.records.notation import Effect, Requirement
from generator.records.tables import NUMERIC, Book, FieldType, Row, slug

MOST_LETTERS = 500
MOST_COMPARED = 30
MOST_DEPTH = 10

Test = Callable[[Row], bool]

_SIGNS: tuple[tuple[str, str], ...] = (
    (r"is\s+not\s+empty\b", "filled"),
    (r"is\s+empty\b", "empty"),
    (r"(?:is\s+)?not\s+in\b", "not in"),
    (r"(?:is\s+)?in\b", "in"),
    (r"(?:is\s+)?at\s+least\b|≥|>=|=>", ">="),
    (r"(?:is\s+)?at\s+most\b|≤|<=|=<", "<="),
    (r"is\s+not\b|≠|!=|<>", "!="),
    (r"(?:is\s+)?(?:more\s+than|above)\b|>", ">"),
    (r"(?:is\s+)?(?:less\s+than|below)\b|<", "<"),
    (r"==?|is\b", "="),
)
"""How a comparison may be written, the longer ones first -> what it is."""
_SIGN = re.compile("|".join(f"(?P<s{at}>{form})" for at, (form, _) in enumerate(_SIGNS)), re.IGNORECASE)
_ORDERED: dict[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt,
}  # fmt: skip
_QUOTED = re.compile(r'"([^"]*)"')
_BARE = re.compile(r"(?:(?!\s+(?:and|or)\b)[^,()])+", re.IGNORECASE)
_WORD = {word: re.compile(rf"{word}\b", re.IGNORECASE) for word in ("and", "or", "not")}
_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?")


@dataclass(frozen=True, slots=True)
class Condition:
    """What rows have to be like."""

    text: str
    columns: tuple[NamedColumn, ...]
    """Those that it looks at."""
    holds: Test


def parse_condition(text: str, columns: Sequence[NamedColumn], sheet: str, book: Book) -> Condition:
    """Read a condition on the rows of a sheet. Raises NotUnderstood."""
    if len(text) > MOST_LETTERS:
        flaw = f"The condition has {len(text)} letters; {MOST_LETTERS} are the most."
        raise NotUnderstood(flaw, "Mark the rows in a column of their own, and name that.")
    reader = _Reader(straight(text), columns, sheet, book)
    holds = reader.either(0)
    reader.end()
    return Condition(text, tuple(dict.fromkeys(reader.seen)), holds)


class _Reader:
    """Reads a condition from left to right."""

    def __init__(self, text: str, columns: Sequence[NamedColumn], sheet: str, book: Book) -> None:
        self._text, self._at = text, 0
        self._columns, self._sheet, self._book = columns, sheet, book
        longest = sorted(columns, key=lambda column: -len(column.name))
        self._names = [(column, _name(column.name)) for column in longest if column.name]
        self.seen: list[NamedColumn] = []

    def either(self, depth: int) -> Test:
        tests = [self._all(depth)]
        while self._take(_WORD["or"]):
            tests.append(self._all(depth))
        return tests[0] if len(tests) == 1 else lambda row: any(test(row) for test in tests)

    def _all(self, depth: int) -> Test:
        tests = [self._one(depth)]
        while self._take(_WORD["and"]):
            tests.append(self._one(depth))
        return tests[0] if len(tests) == 1 else lambda row: all(test(row) for test in tests)

    def _one(self, depth: int) -> Test:
        if depth > MOST_DEPTH or len(self.seen) > MOST_COMPARED:
            mend = "Mark the rows in a column of their own, and name that."
            raise NotUnderstood("The condition has too many parts.", mend)
        if self._take(_WORD["not"]):
            test = self._one(depth + 1)
            return lambda row: not test(row)
        if self._take(_OPEN):
            inner = self.either(depth + 1)
            if not self._take(_CLOSE):
                raise NotUnderstood("A bracket is not closed.", "Write ) where the part in brackets ends.")
            return inner
        column = self._column()
        self.seen.append(column)
        return self._compared(column)

    def end(self) -> None:
        self._blanks()
        if self._at < len(self._text):
            rest = shown(self._text[self._at :])
            mend = "Join two conditions with and or or; a value with such a word stands in quotes."
            raise NotUnderstood(f"{rest} is left over.", mend)

    # ------------------------------------------------------------ parts

    def _blanks(self) -> None:
        while self._at < len(self._text) and self._text[self._at].isspace():
            self._at += 1

    def _take(self, form: re.Pattern[str]) -> re.Match[str] | None:
        self._blanks()
        match = form.match(self._text, self._at)
        if match is not None:
            self._at = match.end()
        return match

    def _column(self) -> NamedColumn:
        for column, form in self._names:
            if self._take(form):
                return column
        rest = self._text[self._at :]
        word = re.split(r"\s*(?:[<>=≠≤≥!(),]|\bis\b|\bin\b|\bnot\b|\bat\b|$)", rest, maxsplit=1)[0].strip()
        if not word:
            raise NotUnderstood(
                "A condition is missing here.", f"Write a column and a value{self._example()}."
            )
        listed = ", ".join(column.name for column in self._columns[:12])
        names = [column.name for column in self._columns]
        mend = did_you_mean(word, names, f"Its columns are {listed}.")
        raise NotUnderstood(f"The sheet {self._sheet} has no column {shown(word)}.", mend)

    def _compared(self, column: NamedColumn) -> Test:
        match = self._take(_SIGN)
        if match is None:
            flaw = f"Behind {shown(column.name)} stands nothing to compare it by."
            raise NotUnderstood(flaw, f"Write =, ≠, <, >, ≤, ≥ or in{self._example(column)}.")
        sign = next(name for at, (_, name) in enumerate(_SIGNS) if match[f"s{at}"] is not None)
        if sign in ("filled", "empty"):
            return lambda row: is_empty(column.of(row)) is (sign == "empty")
        if sign in ("in", "not in"):
            tests = [self._alike(column, value) for value in self._values()]
            return lambda row: any(test(row) for test in tests) is (sign == "in")
        value = self._value()
        if sign in _ORDERED:
            return self._ordered(column, sign, value)
        alike = self._alike(column, value)
        return alike if sign == "=" else lambda row: not alike(row)

    def _values(self) -> list[str]:
        values = [self._value()]
        while self._take(_COMMA):
            values.append(self._value())
        return values

    def _value(self) -> str:
        quoted = self._take(_QUOTED)
        if quoted is not None:
            return quoted[1]
        bare = self._take(_BARE)
        text = bare[0].strip() if bare is not None else ""
        if not text:
            raise NotUnderstood("A value is missing here.", f"Write what to compare with{self._example()}.")
        return text

    def _example(self, column: NamedColumn | None = None) -> str:
        """`, such as Layer > 3`: of a column, else of the one that was named last, or the sheet's first."""
        column = column or next(iter((*self.seen[-1:], *self._columns)), None)
        if column is None:
            return ""
        first = next(iter(column.field.choices), "")
        compared = {FieldType.YES_NO: "= yes", FieldType.CHOICE: f"= {first}"} | dict.fromkeys(NUMERIC, "> 3")
        return such_as(f"{column.name} {compared.get(column.field.type, 'is not empty')}")

    # ------------------------------------------------------------ values by the type of their column

    def _alike(self, column: NamedColumn, value: str) -> Test:
        kind = column.field.type
        if kind in (FieldType.REQUIREMENT, FieldType.EFFECT):
            flaw = f"{shown(column.name)} is declared as {kind}, which is compared with nothing."
            raise NotUnderstood(flaw, "Ask whether it is empty, or is not empty.")
        if kind in NUMERIC:
            number = self._number(column, value)
            return lambda row: is_number(column.of(row)) and column.of(row) == number(row)
        if kind is FieldType.YES_NO:
            if fold(value) not in YES | NO:
                flaw = f"{shown(value)} is neither yes nor no, as {shown(column.name)} is."
                raise NotUnderstood(flaw, "Write yes or no.")
            return lambda row: (column.of(row) or False) is (fold(value) in YES)
        if kind is FieldType.CHOICE:
            choices = column.field.choices
            if fold(value) not in map(fold, choices):
                mend = did_you_mean(value, choices, f"Use one of: {', '.join(choices[:12])}.")
                raise NotUnderstood(f"{shown(value)} is not a choice of {shown(column.name)}.", mend)
        if kind is FieldType.REFERENCE:
            self._refers(column, value)
        text = same(value)
        return lambda row: same(as_text(column.of(row))) == text

    def _refers(self, column: NamedColumn, value: str) -> None:
        """Raises NotUnderstood for a name that no row of the sheet has to which a column refers."""
        sheet, key = column.field.target
        target = next((table for name, table in self._book.tables.items() if fold(name) == fold(sheet)), None)
        if target is None or self._book.language:
            return  # what is missing is told there; a condition is written in the words of the base language
        names = [as_text(row.values.get(slug(key))) for row in target]
        if same(value) not in map(same, names):
            mend = did_you_mean(value, names, f"Use one of: {', '.join(names[:12])}.")
            flaw = f"{shown(value)} is not in the column {key} of the sheet {sheet}."
            raise NotUnderstood(flaw, mend, about=Unlisted(sheet, key, value))

    def _ordered(self, column: NamedColumn, sign: str, value: str) -> Test:
        if column.field.type not in NUMERIC | {FieldType.REFERENCE}:
            flaw = f"{shown(column.name)} is declared as {column.field.type}, so that none is more or less."
            raise NotUnderstood(flaw, "Compare it by =, ≠ or in.")
        number, compare = self._number(column, value), _ORDERED[sign]

        def test(row: Row) -> bool:
            here, there = column.of(row), number(row)
            return is_number(here) and is_number(there) and compare(here, there)

        return test

    def _number(self, column: NamedColumn, value: str) -> Callable[[Row], Any]:
        """A number, the column of that name, or what a Key such as `Rules.Layers` has as its Value."""
        if _NUMBER.fullmatch(value.replace("−", "-")):
            number = float(value.replace("−", "-"))
            return lambda row: number
        named = next((twin for twin in self._columns if fold(twin.name) == fold(value)), None)
        if named is not None:
            self.seen.append(named)
            return named.of
        stated = number_stated(value, self._book)
        if stated is not None:
            return lambda row: stated[0]
        flaw = f"{shown(value)} is not a number, as {shown(column.name)} is."
        raise NotUnderstood(flaw, "Write a number, a column, or Sheet.Key for a number that stands there.")


_OPEN, _CLOSE, _COMMA = re.compile(r"\("), re.compile(r"\)"), re.compile(",")


def _name(name: str) -> re.Pattern[str]:
    words = r"\s+".join(re.escape(word) for word in name.split())
    return re.compile(rf"{words}(?!\w)", re.IGNORECASE)


def is_empty(value: object) -> bool:
    """Whether a cell holds nothing."""
    return value in (None, "", Requirement(), Effect())
