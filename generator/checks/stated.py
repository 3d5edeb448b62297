"""The sheet Checks: what a designer wants to be so in the other sheets, a row for each rule.

Each row is read once, against what Fields declares of the sheet that it speaks of, and then asked of that
sheet's rows (`invariants`). A row that cannot be read is a Problem at its own cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType

from generator.checks import invariants
from generator.checks.bands import bands_join
from generator.checks.declarations import declared_instead, lacking_columns, passed_over
from generator.checks.invariants import AskedRows, Breach, Source
from generator.checks.wanted import HowMany, is_sum, parse_sum, wanted
from generator.ground.problem_places import ProblemPlace
from generator.ground.problems import Problem, Severity, error, warning
from generator.records.cells import as_text, brief, did_you_mean, fold, shown
from generator.records.columns import COUNTED, NamedColumn, NotUnderstood, column_named
from generator.records.conditions import Condition, parse_condition
from generator.records.examples import such_as
from generator.records.joined import joined_columns
from generator.records.tables import Book, FieldType, Row, Table
from generator.records.worksheets import CHECKS, FIELDS

MOST_CHECKS = 300
"""Rows of the sheet that are looked at."""
MOST_FOUND = 200
"""Findings of one row that are told; more have one cause."""
_NEEDED = frozenset({"check", "sheet"})
_IN_A_SHEET = re.compile(r"\s*\S[^.,]*\.\s*[^.,\d\s][^.,]*")


def stated_checks(book: Book, problems: Sequence[Problem]) -> Iterator[Problem]:
    """What is not as the sheet Checks wants it, and what is wrong with that sheet itself.

    `problems` are those before it: where a cell has an error, nothing is said that may follow from it.
    """
    if CHECKS not in book:
        if set(map(fold, book.undeclared.get(CHECKS, ()))) >= _NEEDED:
            yield passed_over(book, CHECKS, "checked")
        return
    table = book[CHECKS]
    yield from lacking_columns(book, CHECKS, sorted(_NEEDED))
    if not {field.key for field in table.fields} >= _NEEDED:
        return
    errors = {problem.where for problem in problems if problem.severity is Severity.ERROR}
    for row in table.rows[:MOST_CHECKS]:
        yield from _Reader(book, row, errors).findings()
    if len(table) > MOST_CHECKS:
        flaw = f"There are {len(table):,} checks; {MOST_CHECKS} are the most."
        yield error(table.rows[MOST_CHECKS].at("check"), flaw, "Delete some, or join them.")


Columns = Sequence[NamedColumn]
Breaches = Iterator[Breach]


@contextmanager
def _in_cell(key: str) -> Iterator[None]:
    """What cannot be understood in here stands in that cell of the check's row."""
    try:
        yield
    except NotUnderstood as fault:
        fault.key = key
        raise


class _Nothing(Exception):
    """What a row speaks of cannot be read, and that is said elsewhere."""


class _Reader:
    """Reads one row of the sheet and asks what it says."""

    scope: AskedRows
    all_columns: Columns
    """The columns of its sheet."""

    def __init__(self, book: Book, row: Row, errors: Collection[str]) -> None:
        self._book, self._row, self._errors = book, row, errors

    def findings(self) -> Iterator[Problem]:
        if any(self._row.at(key) in self._errors for key in self._row.letters):
            return
        try:
            findings = [self._problem(finding) for finding in self._found()]
        except NotUnderstood as fault:
            if not self._excused(self._text(fault.key)):
                yield fault.at(self._row.at(fault.key))
        except _Nothing:
            return
        else:
            yield from findings[:MOST_FOUND]
            if len(findings) > MOST_FOUND:
                flaw = f"{len(findings) - MOST_FOUND:,} more rows are wrong by this check."
                yield replace(findings[0], where=self._row.at("check"), what=flaw)

    def _excused(self, text: str) -> bool:
        """Whether a text speaks of a sheet, as `Rules.Prism Size` does, with which something is wrong."""
        for sheet in (*self._book.tables, *self._book.faults):
            if f"{fold(sheet)}." in fold(text):
                table = self._book.tables.get(sheet)
                wrong = any(ProblemPlace.read(where).name == sheet for where in self._errors)
                if sheet in self._book.faults or table is None or not table.rows or wrong:
                    return True
        return False

    def _found(self) -> Breaches:
        kind = fold(self._text("check"))
        if kind not in _KINDS:
            listed = ", ".join(KINDS)
            mend = did_you_mean(self._text("check"), KINDS, f"Use one of: {listed}.")
            raise NotUnderstood(f"{shown(self._text('check'))} is not a check.", mend, key="check")
        table = self._table(self._text("sheet"), "sheet")
        self.all_columns = joined_columns(table)
        where = self._condition("where", self._text("where"), table, self.all_columns)
        rows = [row for row in table if where is None or where.holds(row)]
        self.scope = AskedRows(table, rows, where, self._errors, self._book.symbols)
        return _KINDS[kind](self)

    def _text(self, key: str) -> str:
        return as_text(self._row.values.get(key))

    def _problem(self, finding: Breach) -> Problem:
        """A finding in the designer's own words, and what is wrong behind them."""
        own = invariants.filled(self._text("message"), finding.row, self._book.symbols)
        own = own if not own or own[-1] in ".!?…" else f"{own}."
        flaw = f"{own} {finding.what}" if own else finding.what
        kind = warning if fold(self._text("severity")) == "warning" else error
        problem = kind(finding.where, flaw, f"{finding.mend} {self._row.at('check')} asks for it.")
        count = finding.miscount and replace(finding.miscount, checks=(self._row.at("check"),))
        return replace(problem, about=count)

    # ------------------------------------------------------------ cells

    def _table(self, name: str, key: str) -> Table:
        if not name:
            raise NotUnderstood("The check names no sheet.", "Write the name of a sheet.", key=key)
        for sheet in self._book.faults:
            if fold(sheet) == fold(name):
                raise _Nothing
        for table in self._book.tables.values():
            if fold(table.name) == fold(name):
                return table
        there = next((sheet for sheet in self._book.undeclared if fold(sheet) == fold(name)), "")
        otherwise = f"Write the name of a sheet that {FIELDS} declares."
        mend = declared_instead(there or name, self._book, otherwise)
        raise NotUnderstood(f"There is no sheet {shown(name)} with declared columns.", mend, key=key)

    def _condition(self, key: str, text: str, table: Table, columns: Columns) -> Condition | None:
        if not text:
            return None
        with _in_cell(key):
            return parse_condition(text, columns, table.name, self._book)

    def columns(self, least: int, most: int, *, numeric: bool = False) -> list[NamedColumn]:
        """The columns that the row names, so many of them, and of numbers if they are to be `numeric`."""
        return self._named(_parts(self._text("columns")), least, most, numeric=numeric)

    def _named(
        self, named: Sequence[str], least: int, most: int, *, numeric: bool = False
    ) -> list[NamedColumn]:
        sheet = self.scope.table.name
        if not least <= len(named) <= most:
            wanted_count = "one column" if most == 1 else "two columns" if most == 2 else "columns"
            if least == 2 and most > 2:
                wanted_count = "two columns or more"
            there = f"{len(named)} are" if len(named) != 1 else "1 is"
            listed = ", ".join(column.name for column in self.all_columns[:12])
            mend = f"Write {wanted_count} of {brief(sheet)}, with a comma between two: {listed}."
            raise NotUnderstood(f"The check needs {wanted_count}; {there} named.", mend, key="columns")
        with _in_cell("columns"):
            columns = [column_named(name, self.all_columns, sheet) for name in named]
        for column in columns if numeric else ():
            _refuse_no_numbers(column)
        return columns

    def by(self, count: int, *, numeric: bool = False) -> tuple[list[NamedColumn], list[NamedColumn]]:
        """So many columns, and those behind `by` of which each has its own; none, if it says no `by`."""
        text = self._text("columns")
        first, *rest = re.split(r"\s+by\s+", text, maxsplit=1, flags=re.IGNORECASE)
        if any(fold(column.name) == fold(text) for column in self.all_columns):
            first, rest = text, []
        groups = _parts("".join(rest))
        named = self._named(_parts(first), count, count, numeric=numeric)
        return named, self._named(groups, 0, 9) if groups else []

    def says(self, key: str) -> bool:
        """Whether something stands in a cell of the row."""
        return bool(self._text(key))

    def bounds(self, sign: str) -> Callable[[Row], HowMany | None]:
        """What is wanted of a row: at least so much, at most, or just that."""
        text, scope = self._text("value"), self.scope
        try:
            reckoned = parse_sum(text, self.all_columns, self._book)
        except NotUnderstood as fault:
            if is_sum(text):
                fault.key = "value"
                raise
            number = _only(sign, self.number())
            return lambda row: number
        for column in reckoned.columns:
            _refuse_no_numbers(column)

        def bound(row: Row) -> HowMany | None:
            number = reckoned.wanted(row) if scope.sound(row, reckoned.columns) else None
            return None if number is None else _only(sign, number)

        return bound

    def number(self, key: str = "value") -> HowMany:
        """How many there have to be."""
        text = self._text(key)
        if not text:
            mend = "Write 11, at least 3, at most 5 or 3 to 5."
            raise NotUnderstood("The check says not how many.", mend, key=key)
        with _in_cell(key):
            return wanted(text, self._book)

    def sourced(self) -> tuple[NamedColumn, Source]:
        """The one column that the row names, and the values that are wanted of it."""
        (column,) = self.columns(1, 1)
        return column, self.source(column)

    def source(self, column: NamedColumn) -> Source:
        """The values that are wanted: of a column elsewhere, a range, a list, or what Fields declares."""
        text = self._text("value")
        named, *condition = re.split(r"\s+where\s+", text, maxsplit=1, flags=re.IGNORECASE)
        if _IN_A_SHEET.fullmatch(named):
            return self._column_source(named, "".join(condition))
        if text:
            return self._listed(text)
        field = column.field
        if field.type is FieldType.REFERENCE:
            return self._column_source(field.values, "")
        if field.type is FieldType.CHOICE:
            return Source([(choice, "") for choice in field.choices])
        flaw = f"The check says not which values {shown(column.name)} has to have."
        mend = f"Write Sheet.Column{self._elsewhere()}, or 1 to 11, or the values."
        raise NotUnderstood(flaw, mend, key="value")

    def _elsewhere(self) -> str:
        """`, such as Lands.Name`: a column of the workbook to which another one refers."""
        fields = (field for table in self._book.tables.values() for field in table.fields)
        return such_as(next((field.values for field in fields if field.type is FieldType.REFERENCE), ""))

    def _listed(self, text: str) -> Source:
        try:
            span = wanted(text, self._book)
        except NotUnderstood:
            return Source([(part, "") for part in _parts(text)])
        if span.least is None or span.most is None or span.most - span.least > invariants.MOST_VALUES:
            flaw = f"{shown(text)} names no values that can be gone through."
            raise NotUnderstood(flaw, "Write the first and the last, such as 1 to 11.", key="value")
        return Source([(str(number), "") for number in range(int(span.least), int(span.most) + 1)])

    def _column_source(self, named: str, condition: str) -> Source:
        sheet, _, name = named.rpartition(".")
        table = self._table(sheet.strip(), "value")
        columns = joined_columns(table)
        with _in_cell("value"):
            column = column_named(name.strip(), columns, table.name)
        where = self._condition("value", condition, table, columns)
        looked = (column, *(where.columns if where is not None else ()))
        if any(cell.at(row) in self._errors for row in table for cell in looked):
            raise _Nothing
        rows = [row for row in table if where is None or where.holds(row)]
        values = [(as_text(column.of(row)), column.at(row)) for row in rows if as_text(column.of(row))]
        every = frozenset(as_text(column.of(row)) for row in table)
        return Source(values, f"{table.name}.{column.name}", where.text if where else "", every)


def _only(sign: str, number: HowMany) -> HowMany:
    """The side of a number that a check asks about."""
    edge = number.most if number.least is None else number.least
    if sign == "equals":
        return number
    least, most = (edge, None) if sign == "at least" else (None, edge)
    return replace(number, least=least, most=most)


def _parts(text: str) -> list[str]:
    """What stands between commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _refuse_no_numbers(column: NamedColumn) -> None:
    if column.field.type not in COUNTED:
        flaw = f"{shown(column.name)} is declared as {column.field.type}: it holds no numbers."
        raise NotUnderstood(flaw, "Name a column of numbers.", key="columns")


def _none(check: _Reader) -> Breaches:
    if check.scope.condition is None:
        mend = f"Write a condition, such as {check.all_columns[0].name} is empty."
        raise NotUnderstood("The check says not which rows there may not be.", mend, key="where")
    return invariants.no_row(check.scope, check.scope.condition)


def _sum(check: _Reader) -> Breaches:
    (summed,), groups = check.by(1, numeric=True)
    return invariants.sum_by(check.scope, summed, groups, check.number())


def _bound(sign: str) -> Callable[[_Reader], Breaches]:
    return lambda check: invariants.bounded(
        check.scope, check.columns(1, 9, numeric=True), check.bounds(sign)
    )


def _bands(check: _Reader) -> Breaches:
    edges, groups = check.by(2, numeric=True)
    return bands_join(check.scope, edges, groups, check.number() if check.says("value") else None)


def _alike(check: _Reader) -> Breaches:
    (column,), groups = check.by(1)
    if not groups:
        flaw = "The check says not which rows have to be alike."
        mend = "Write a column, by, and the column that joins rows: Kind by Variant."
        raise NotUnderstood(flaw, mend, key="columns")
    return invariants.same_by(check.scope, column, groups)


KINDS: Mapping[str, Callable[[_Reader], Breaches]] = MappingProxyType(
    {
        "unique together": lambda check: invariants.unique_together(check.scope, check.columns(1, 9)),
        "unordered pair": lambda check: invariants.unordered_pair(check.scope, check.columns(2, 2)),
        "differ": lambda check: invariants.differ(check.scope, check.columns(2, 9)),
        "number of rows": lambda check: invariants.number_of_rows(
            check.scope, check.columns(0, 1), check.number()
        ),
        "no row": _none,
        "count by": lambda check: invariants.count_by(check.scope, check.columns(1, 9), check.number()),
        "sum by": _sum,
        "every value": lambda check: invariants.every_value(check.scope, *check.sourced()),
        "at least": _bound("at least"),
        "at most": _bound("at most"),
        "equals": _bound("equals"),
        "bands join": _bands,
        "refers to": lambda check: invariants.refers_to(check.scope, *check.sourced()),
        "same by": _alike,
    }
)
"""What the column Check may say."""
_KINDS = {fold(name): kind for name, kind in KINDS.items()}
