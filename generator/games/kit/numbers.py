"""Numbers of the sheet Rules that a ruleset reads: there, whole, within bounds, in their order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from generator.ground.problems import Problem, error
from generator.ground.spelling import nearest
from generator.records.tables import Book, slug
from generator.records.worksheets import RULES


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
    rows = {slug(str(row.key)): row for row in book[RULES] if isinstance(row.value, int)}
    for low, high in pairs:
        if low in rows and high in rows and rows[low].value > rows[high].value:
            fault = f"“{rows[low].key}” is {rows[low].value}, but “{rows[high].key}” only {rows[high].value}."
            mend = f"Lower it to {rows[high].value}, or raise the other in {rows[high].at('value')}."
            yield error(rows[low].at("value"), fault, mend)


def title_of(key: str) -> str:
    """A rule as its row is called."""
    return key.replace("_", " ").title()
