"""Numbers of the sheet Rules that a ruleset reads: there, whole, within bounds, in their order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Self, get_type_hints

from generator.ground.problems import Problem, error
from generator.ground.spelling import nearest
from generator.records.tables import Book, Row, slug
from generator.records.worksheets import RULES


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a number of the sheet Rules may be, beside its type: `hand: Annotated[int, Bounds(1, 9)]`."""

    least: int = 0
    most: int | None = None


FromOne = Annotated[int, Bounds(1)]
"""A number of the sheet Rules that cannot be 0."""


@dataclass(frozen=True, slots=True)
class RuleNumbers:
    """Numbers of the sheet Rules, by the keys of their rows. One that has a value here needs no row."""

    prefix: ClassVar[str] = ""
    """Begins the key of each number but those of `shared`, if several rulesets share the sheet: `scion_`."""
    shared: ClassVar[Collection[str]] = ()
    ordered: ClassVar[Sequence[tuple[str, str]]] = ()
    """Pairs of numbers of which the first is no greater than the second."""

    @classmethod
    def key(cls, number: str) -> str:
        """The key of a number in the sheet Rules."""
        return number if number in cls.shared else f"{cls.prefix}{number}"

    @classmethod
    def read(cls, book: Book) -> Self:
        """The numbers of a workbook that the checks have passed."""
        facts = book.facts(RULES)
        values: dict[str, Any] = {number.name: facts.get(cls.key(number.name)) for number in fields(cls)}
        return cls(**{name: int(value) for name, value in values.items() if value is not None})

    @classmethod
    def flaws(cls, book: Book) -> Iterator[Problem]:
        """Every number has its row, with a value that it can have, and they are in their order."""
        types = get_type_hints(cls, include_extras=True)
        bounds = {
            cls.key(number.name): next(iter(getattr(types[number.name], "__metadata__", ())), Bounds())
            for number in fields(cls)
        }
        yield from rule_numbers(
            book,
            tuple(bounds),
            optional=[cls.key(number.name) for number in fields(cls) if isinstance(number.default, int)],
            least={key: bound.least for key, bound in bounds.items()},
            most={key: bound.most for key, bound in bounds.items() if bound.most is not None},
        )
        yield from numbers_in_order(book, [(cls.key(low), cls.key(high)) for low, high in cls.ordered])


def whole_numbers(book: Book) -> dict[str, Row]:
    """The rows of the sheet Rules with a number that can be counted with, by their keys."""
    return {slug(str(row.key)): row for row in book[RULES] if isinstance(row.value, int)}


def rule_numbers(
    book: Book,
    keys: Sequence[str],
    *,
    optional: Collection[str] = (),
    least: Mapping[str, int],
    most: Mapping[str, int],
) -> Iterator[Problem]:
    """Every key has its row, with a whole number from `least` (else 0) to `most`, if there is one."""
    rows = {slug(str(row.key)): row for row in book[RULES] if row.key}
    strange = [key for key in rows if key not in keys]
    for key in keys:
        if key not in rows and key not in optional:
            fault = f"The rule “{title_of(key)}” is missing."
            close = nearest(key, strange, cutoff=0.8)
            if close:
                yield error(rows[close[0]].at("key"), fault, f"Rename “{rows[close[0]].key}”.")
            else:
                yield error(RULES, fault, "Bring its row back.")
    for key in (key for key in keys if key in rows):
        value, low, high = rows[key].value, least.get(key, 0), most.get(key)
        place, name = rows[key].at("value"), rows[key].key
        if not isinstance(value, int):
            if value is not None:
                yield error(
                    place, f"“{name}” is {value}, and the rules count with it.", "Write a whole number."
                )
        elif value < low:
            yield error(place, f"“{name}” is {value}; it is at least {low}.", f"Write {low} or more.")
        elif high is not None and value > high:
            yield error(place, f"“{name}” is {value}; it is at most {high}.", f"Write {low} to {high}.")


def numbers_in_order(book: Book, pairs: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    """The first number of each pair of keys is no greater than the second."""
    rows = whole_numbers(book)
    for low, high in pairs:
        if low in rows and high in rows and rows[low].value > rows[high].value:
            fault = f"“{rows[low].key}” is {rows[low].value}, but “{rows[high].key}” only {rows[high].value}."
            mend = f"Lower it to {rows[high].value}, or raise the other in {rows[high].at('value')}."
            yield error(rows[low].at("value"), fault, mend)


def title_of(key: str) -> str:
    """A rule as its row is called."""
    return key.replace("_", " ").title()
