"""Tables by ranges of numbers, such as what the world is at each Meaning: each number stands in one row.

A row of the sheet Checks may ask the same of such a table. Then that row tells what is wrong with it; here it
is told where the row asks for other numbers than the rules count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.ground.problems import Problem, warning
from generator.records.cells import as_text, fold
from generator.records.tables import Book, Row
from generator.records.worksheets import CHECKS

_JOIN, _EVERY = "bandsjoin", "everyvalue"
_SPAN = re.compile(r"(?:from\s+)?(\d{1,9})\s*(?:to|–|-|\.\.)\s*(\d{1,9})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Ranges:
    """A sheet whose rows say something of the numbers from `least` to `most`, both of them whole."""

    sheet: str
    word: str
    """What the numbers count, as messages say it."""
    name: str
    """What a row says of a number, in one word."""
    most: int
    least: int = 0
    edges: tuple[str, str] = ("from", "to")
    """The keys of the columns with the first and the last number; one twice, if a row has one number."""
    column: str = ""
    """The key of a column that says of what a row is, where the sheet has rows of several words."""

    def flaws(self, book: Book) -> Iterator[Problem]:
        """Numbers without a row, and with more than one; nothing of a sheet that is empty or not all read."""
        rows = [
            row
            for row in book.tables.get(self.sheet, ())
            if not self.column or row.values.get(self.column) == self.word
        ]
        if not rows or not all(isinstance(row.values.get(edge), int) for row in rows for edge in self.edges):
            return
        stated = self._stated(book)
        if stated is None:
            turned = [row for row in rows if self._low(row) > self._high(row)]
            yield from map(self._turned, turned)
            yield from () if turned else self._uncovered(rows, self.least, self.most)
        elif (text := as_text(stated.values.get("value")).strip()) == "":
            # what lies before the lowest row and behind the highest one
            yield from self._uncovered(rows, self.least, min(map(self._low, rows)) - 1)
            yield from self._uncovered(rows, max(map(self._high, rows)) + 1, self.most)
        elif (span := _SPAN.fullmatch(text)) and (int(span[1]), int(span[2])) != (self.least, self.most):
            whole = f"{self.least} to {self.most}"
            fault = f"“{text}” is asked of {self.sheet}, but {self.word} goes from {whole}."
            empty = ", or empty the cell: the rules know how far it goes" if self._joined(stated) else ""
            yield warning(stated.at("value"), fault, f"Write {whole} here{empty}.")

    def _low(self, row: Row) -> int:
        return int(row.values[self.edges[0]])

    def _high(self, row: Row) -> int:
        return int(row.values[self.edges[1]])

    def _stated(self, book: Book) -> Row | None:
        """The row of the sheet Checks that asks the same."""
        for row in book.tables.get(CHECKS, ()):
            if fold(as_text(row.values.get("sheet"))) != fold(self.sheet):
                continue
            one = fold(as_text(row.values.get("columns"))) == fold(self.edges[0]) == fold(self.edges[1])
            spanned = _SPAN.fullmatch(as_text(row.values.get("value")).strip())
            if self._joined(row) or (one and spanned and fold(as_text(row.values.get("check"))) == _EVERY):
                return row
        return None

    def _joined(self, row: Row) -> bool:
        return fold(as_text(row.values.get("check"))) == _JOIN

    def _uncovered(self, rows: Sequence[Row], least: int, most: int) -> Iterator[Problem]:
        """Numbers from `least` to `most` that do not stand in one row: runs of those that are alike."""
        if least > most:
            return
        edges = (edge for row in rows for edge in (self._low(row), self._high(row) + 1))
        begins = sorted({least, *(edge for edge in edges if least < edge <= most)})
        counts = ((at, sum(self._low(row) <= at <= self._high(row) for row in rows)) for at in begins)
        runs = [(count, next(run)[0]) for count, run in groupby(counts, key=lambda pair: pair[1])]
        for (count, first), (_, following) in zip(runs, [*runs[1:], (0, most + 1)], strict=True):
            some = str(first) if first == following - 1 else f"{first} to {following - 1}"
            if count > 1:
                yield self._twice(rows, first, some, count)
            elif not count:
                yield self._lacking(rows, first, following - 1, some)

    def _turned(self, row: Row) -> Problem:
        first, last = (edge.title() for edge in self.edges)
        fault = f"{first} is {self._low(row)} and {last} {self._high(row)}: it ends before it begins."
        return warning(row.at(self.edges[1]), fault, "Exchange the two, or write a larger number.")

    def _twice(self, rows: Sequence[Row], place: int, some: str, count: int) -> Problem:
        first, second, *_ = (row for row in rows if self._low(row) <= place <= self._high(row))
        fault = f"{self.word} {some} has {count} {self.name}s; the first counts, of row {first.number}."
        mend = f"Write {self._high(first) + 1} here, or a smaller number in {first.at(self.edges[1])}."
        if self._high(first) >= self._high(second):
            mend = "Give each number to one of the two rows."
        return warning(second.at(self.edges[0]), fault, mend)

    def _lacking(self, rows: Sequence[Row], first: int, last: int, some: str) -> Problem:
        """Told at the row below, which may go on to there, or else at the lowest one."""
        below = next((row for row in rows if self._high(row) == first - 1), None)
        place = below.at(self.edges[1]) if below else min(rows, key=self._low).at(self.edges[0])
        mend = f"Write {last if below else first} here, or add a row for {some}."
        if self.edges[0] == self.edges[1]:
            mend = f"Add a row for {some}."
        return warning(place, f"{self.word} {some} has no {self.name}.", mend)
