"""What may be asked of the rows of a sheet, and what is found where it is not so."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.checks.wanted import HowMany
from generator.ground.problems import Miscount
from generator.records.cells import as_text, did_you_mean, same, shown
from generator.records.columns import NamedColumn, is_number, quantity
from generator.records.conditions import Condition, is_empty
from generator.records.symbols import Symbols
from generator.records.tables import Row, Table, slug
from generator.records.wording import typed
from generator.workbook.declared import brief_list

MOST_VALUES = 2_000
"""Values of a range that are gone through."""
_PLACEHOLDER = re.compile(r"\[([^\[\]]{1,60})\]")


@dataclass(frozen=True, slots=True)
class Breach:
    """One thing that is not as it has to be; `row` is the row that it is about, if it is about one."""

    where: str
    what: str
    mend: str
    row: Row | None = None
    miscount: Miscount | None = None


@dataclass(frozen=True, slots=True)
class AskedRows:
    """The rows that are asked about."""

    table: Table
    rows: Sequence[Row]
    """Those of the sheet for which the condition holds."""
    condition: Condition | None
    errors: Collection[str]
    """Cells with errors: they are read as empty."""
    symbols: Symbols

    @property
    def narrowed(self) -> str:
        """` where End = no`, or nothing."""
        return f" where {self.condition.text}" if self.condition is not None else ""

    def text(self, column: NamedColumn, row: Row) -> str:
        """A cell in a message, quoted, as one types it."""
        return shown(typed(column.of(row), self.symbols))

    def sound(self, row: Row, columns: Iterable[NamedColumn]) -> bool:
        """Whether all that is looked at in a row could be read."""
        return not self.errors or all(column.at(row) not in self.errors for column in columns)

    def whole(self, columns: Iterable[NamedColumn] = ()) -> bool:
        """Whether all that is looked at could be read in every row: else no number of rows is sure."""
        looked = [*columns, *(self.condition.columns if self.condition is not None else ())]
        return all(self.sound(row, looked) for row in self.table)


@dataclass(frozen=True, slots=True)
class Source:
    """Values that are wanted, each with the cell that it stands in, if it stands in one."""

    values: Sequence[tuple[str, str]]
    name: str = ""
    """The column that holds them, as `Icons.Key`."""
    condition: str = ""
    every: frozenset[str] = field(default_factory=frozenset)
    """All values of that column, also of rows that are not meant."""


def filled(message: str, row: Row | None, symbols: Symbols) -> str:
    """A designer's message, in which `[Title]` is what the row has there."""
    if row is None:
        return message

    def value(match: re.Match[str]) -> str:
        key = slug(match[1])
        return typed(row.values[key], symbols) if key in row.values else match[0]

    return _PLACEHOLDER.sub(value, message)


def unique_together(scope: AskedRows, columns: Sequence[NamedColumn]) -> Iterator[Breach]:
    """No two rows have the same in all these columns. Rows that have nothing there do not count."""
    return _repeated(scope, columns, tuple, "stand together")


def unordered_pair(scope: AskedRows, columns: Sequence[NamedColumn]) -> Iterator[Breach]:
    """No two rows have the same pair, whichever stands first."""
    return _repeated(scope, columns, lambda texts: tuple(sorted(texts)), "are a pair")


def _repeated(
    scope: AskedRows,
    columns: Sequence[NamedColumn],
    key: Callable[[list[str]], tuple[str, ...]],
    verb: str,
) -> Iterator[Breach]:
    first: dict[tuple[str, ...], tuple[Row, list[str]]] = {}
    for row in scope.rows:
        texts = [same(as_text(column.of(row))) for column in columns]
        if not any(texts) or not scope.sound(row, columns):
            continue
        before, in_order = first.setdefault(key(texts), (row, texts))
        if before is not row:
            turned = ", the other way round" if in_order != texts else ""
            values = " and ".join(_said(scope, column, row) for column in columns)
            stand = verb if len(columns) > 1 else "stands there"
            flaw = f"{values} {stand} in row {before.number} already{turned}."
            yield Breach(columns[-1].at(row), flaw, "Change one of the two rows.", row)


def _said(scope: AskedRows, column: NamedColumn, row: Row) -> str:
    return f"no {column.name}" if is_empty(column.of(row)) else f"{column.name} {scope.text(column, row)}"


def differ(scope: AskedRows, columns: Sequence[NamedColumn]) -> Iterator[Breach]:
    """In no row two of these columns have the same."""
    for row in scope.rows if columns else ():
        first: dict[str, NamedColumn] = {}
        for column in columns:
            text = same(as_text(column.of(row)))
            twin = first.setdefault(text, column) if text and scope.sound(row, [column]) else column
            if twin is not column:
                flaw = f"{twin.name} and {column.name} are both {scope.text(column, row)}."
                yield Breach(column.at(row), flaw, "Write another value in one of them.", row)


# ---------------------------------------------------------------- counting


def number_of_rows(scope: AskedRows, columns: Sequence[NamedColumn], number: HowMany) -> Iterator[Breach]:
    """There are so many rows. They are counted at a column: the one that is named, or asked about."""
    rows = len(scope.rows)
    if not scope.whole() or number.fits(rows):
        return
    counted = (*columns, *(scope.condition.columns if scope.condition is not None else ()))
    are = {0: "is no row", 1: "is 1 row"}.get(rows, f"are {rows} rows")
    flaw = f"There {are}{scope.narrowed}; {number.verb()}."
    yield _surplus(scope, scope.rows, next(iter(counted), None), number, flaw)


def count_by(scope: AskedRows, columns: Sequence[NamedColumn], number: HowMany) -> Iterator[Breach]:
    """There are so many rows of each value, or of each set of values, that there is."""
    for rows in grouped(scope, columns).values():
        if not number.fits(len(rows)):
            have = "row" if len(rows) == 1 else "rows"
            value = _group(scope, columns, rows[0])
            flaw = f"{value} has {len(rows)} {have}{scope.narrowed}; {number.verb()}."
            yield _surplus(scope, rows, columns[0], number, flaw, value=value)


def sum_by(
    scope: AskedRows, summed: NamedColumn, columns: Sequence[NamedColumn], number: HowMany
) -> Iterator[Breach]:
    """The numbers of a column come to so much: of each value of the others, or of all rows."""
    if not scope.whole([summed]):
        return
    for rows in grouped(scope, columns).values() if columns else [scope.rows]:
        numbers = [value for row in rows if (value := quantity(summed.of(row))) is not None]
        total = sum(numbers)
        if number.fits(total):
            continue
        whose = f" of {_group(scope, columns, rows[0])}" if columns else ""
        flaw = f"{summed.name}{whose} comes to {total:g}{scope.narrowed}; {number.verb('is')}."
        change = f"Add {number.lacks(total):g}" if number.lacks(total) else _less(total, number)
        where = summed.at(rows[0]) if rows else scope.table.name
        count = Miscount(scope.table.name, math.copysign(1, _off(total, number)), rows=_numbers(rows))
        yield Breach(where, flaw, _or_there(change, number), rows[0] if rows else None, count)


def grouped(scope: AskedRows, columns: Sequence[NamedColumn]) -> Mapping[tuple[str, ...], list[Row]]:
    """The rows of each set of values, in the order in which they come; none if a cell could not be read."""
    groups: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in scope.rows if scope.whole(columns) else ():
        texts = tuple(same(as_text(column.of(row))) for column in columns)
        if any(texts):
            groups[texts].append(row)
    return groups


def _group(scope: AskedRows, columns: Sequence[NamedColumn], row: Row) -> str:
    return " with ".join(_said(scope, column, row) for column in columns)


def no_row(scope: AskedRows, condition: Condition) -> Iterator[Breach]:
    """There is no row for which a condition holds."""
    column = next(iter(condition.columns))
    for row in scope.rows:
        if scope.sound(row, condition.columns):
            flaw = f"Here {condition.text}, and no row may be so."
            yield Breach(column.at(row), flaw, "Change the row.", row)


def _surplus(
    scope: AskedRows,
    rows: Sequence[Row],
    column: NamedColumn | None,
    number: HowMany,
    flaw: str,
    *,
    value: str = "",
) -> Breach:
    """Too few rows, told at the first one or the sheet, or too many, told at the first that is too many."""
    lacks = number.lacks(len(rows))
    whole = rows is scope.rows and scope.condition is None
    count = Miscount(scope.table.name, _off(len(rows), number), whole, _numbers(rows), value)
    if lacks:
        where = column.at(rows[0]) if rows and column is not None and len(rows) < len(scope.table) else ""
        mend = _or_there(f"Add {lacks:g}", number)
        return Breach(where or scope.table.name, flaw, mend, miscount=count)
    row = rows[int(number.most or 0)]
    key = column.at(row) if column is not None else row.at(next(iter(row.letters), ""))
    return Breach(key, flaw, _or_there(_less(len(rows), number), number), row, count)


def _off(count: float, number: HowMany) -> float:
    """So many too few, or below 0 so many too many."""
    return number.lacks(count) or (number.most or 0) - count


def _numbers(rows: Iterable[Row]) -> tuple[int, ...]:
    return tuple(row.number for row in rows)


def _less(count: float, number: HowMany) -> str:
    return f"Take out {count - (number.most or 0):g}"


def _or_there(mend: str, number: HowMany) -> str:
    return f"{mend}, or change {number.where}." if number.where else f"{mend}."


# ---------------------------------------------------------------- values


def bounded(
    scope: AskedRows, columns: Sequence[NamedColumn], bounds: Callable[[Row], HowMany | None]
) -> Iterator[Breach]:
    """Every number is within the bounds of its row, if it has any. Of a cost it is how many icons it has."""
    for row in scope.rows:
        number = bounds(row)
        for column in columns if number is not None else ():
            value = quantity(column.of(row))
            if value is None or number is None or number.fits(value) or not scope.sound(row, [column]):
                continue
            is_ = "is" if is_number(column.of(row)) else "comes to"
            flaw = f"{column.name} {is_} {value:g}; {number.verb('is')}."
            yield Breach(column.at(row), flaw, _or_there(f"Give it {number}", number), row)


def every_value(scope: AskedRows, column: NamedColumn, source: Source) -> Iterator[Breach]:
    """Each of these values stands in the column at least once."""
    if not scope.whole([column]):
        return
    there = {same(as_text(column.of(row))) for row in scope.rows}
    for value, where in source.values:
        if same(value) not in there:
            value = f"{column.name} {shown(value)}"
            flaw = f"No row of {scope.table.name}{scope.narrowed} has {value}."
            mend = f"Give it to a row there{', or take it out here' if where else ''}."
            count = Miscount(scope.table.name, 1, value=value)
            yield Breach(where or scope.table.name, flaw, mend, miscount=count)


def refers_to(scope: AskedRows, column: NamedColumn, source: Source) -> Iterator[Breach]:
    """The column names rows of another sheet, of those that are meant."""
    allowed = {same(value) for value, _ in source.values}
    listed = [value for value, _ in source.values]
    every = set(map(same, source.every))
    for row in scope.rows:
        text = as_text(column.of(row))
        if not text or same(text) in allowed or not scope.sound(row, [column]):
            continue
        flaw = f"{column.name} is {shown(text)}, which is not one of {brief_list(listed)}."
        if source.name:
            flaw = f"{column.name} is {shown(text)}, which is not in {source.name}."
        if source.condition and same(text) in every:
            flaw = f"{column.name} is {shown(text)}, of which it is not so that {source.condition}."
        mend = f"Use one of: {brief_list(listed)}." if listed else "There is none that would do: add one."
        yield Breach(column.at(row), flaw, did_you_mean(text, listed, mend), row)


def same_by(scope: AskedRows, column: NamedColumn, groups: Sequence[NamedColumn]) -> Iterator[Breach]:
    """All rows that have the same in some columns have the same in another."""
    rows: dict[tuple[str, ...], list[Row]] = {}
    for row in scope.rows:
        texts = tuple(same(as_text(group.of(row))) for group in groups)
        if any(texts) and scope.sound(row, [column, *groups]):
            rows.setdefault(texts, []).append(row)
    for alike in rows.values():
        yield from _unlike_most(scope, alike, column, groups)


def _unlike_most(
    scope: AskedRows, rows: Sequence[Row], column: NamedColumn, groups: Sequence[NamedColumn]
) -> Iterator[Breach]:
    """The rows that have another value than most; where two are as frequent, than the first."""
    counts = Counter(same(as_text(column.of(row))) for row in rows)
    usual = max(counts, key=lambda text: counts[text])
    model = next(row for row in rows if same(as_text(column.of(row))) == usual)
    for row in rows:
        if same(as_text(column.of(row))) == usual:
            continue
        here, there = (scope.text(column, cell_row) for cell_row in (row, model))
        most = f"{there} in {counts[usual]} rows, such as {model.number}"
        where = most if counts[usual] > 1 else f"{there} in row {model.number}"
        flaw = f"{column.name} of {_group(scope, groups, row)} is {here} here and {where}."
        mend = f"Write {there} here." if counts[usual] > 1 else "Write the same in both."
        yield Breach(column.at(row), flaw, mend, row)
