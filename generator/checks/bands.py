"""Bands of whole numbers, such as 0–3, 4–6, 7–9: each begins where the one before it has ended."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.checks.invariants import AskedRows, Breach, grouped
from generator.checks.wanted import HowMany
from generator.records.columns import NamedColumn, is_number
from generator.records.tables import Row


@dataclass(frozen=True, slots=True)
class Band:
    """The numbers of a row; an empty cell leaves that side open."""

    low: float
    high: float
    row: Row


def bands_join(
    scope: AskedRows, edges: Sequence[NamedColumn], groups: Sequence[NamedColumn], span: HowMany | None
) -> Iterator[Breach]:
    """No number lies between two bands or in both, for each set of values of `groups`.

    `edges` are the columns of the first and the last number; `span` is what all of them together reach over.
    """
    if scope.whole([*edges, *groups]):
        for rows in grouped(scope, groups).values() if groups else [scope.rows]:
            yield from _joined(rows, edges, span)


def _joined(rows: Sequence[Row], edges: Sequence[NamedColumn], span: HowMany | None) -> Iterator[Breach]:
    first, last = edges
    bands = sorted((_band(row, first, last) for row in rows), key=lambda band: (band.low, band.high))
    turned = [band for band in bands if band.low > band.high]
    for band in turned:
        flaw = f"{first.name} is {band.low:g} and {last.name} {band.high:g}: it ends before it begins."
        yield Breach(last.at(band.row), flaw, "Exchange the two, or write a larger number.", band.row)
    if turned or not bands:
        return
    if span is not None:
        yield from _ends(bands, first, last, span)
    for before, band in itertools.pairwise(bands):
        if band.low != before.high + 1:
            yield _apart(before, band, first, last)


def _band(row: Row, first: NamedColumn, last: NamedColumn) -> Band:
    low, high = first.of(row), last.of(row)
    return Band(low if is_number(low) else -math.inf, high if is_number(high) else math.inf, row)


def _ends(bands: Sequence[Band], first: NamedColumn, last: NamedColumn, span: HowMany) -> Iterator[Breach]:
    """Where the lowest band does not begin, or the highest does not end, as the check wants it."""
    low, high = bands[0], max(bands, key=lambda band: band.high)
    if span.least is not None and low.low != span.least:
        flaw = f"The lowest band begins with {_edge(low.low)}; {span.least:g} is wanted."
        yield Breach(first.at(low.row), flaw, f"Write {span.least:g}.", low.row)
    if span.most is not None and high.high != span.most:
        flaw = f"The highest band ends with {_edge(high.high)}; {span.most:g} is wanted."
        yield Breach(last.at(high.row), flaw, f"Write {span.most:g}.", high.row)


def _apart(before: Band, band: Band, first: NamedColumn, last: NamedColumn) -> Breach:
    """A gap or an overlap, told where the later band begins, with the cell where the earlier one ends."""
    where = last.at(before.row)
    here = (
        f"{first.name} is {_edge(band.low)}, and the band before it ends with {_edge(before.high)} ({where})"
    )
    if band.low > before.high:
        numbers = _numbers(before.high + 1, band.low - 1)
        mend = f"Begin with {before.high + 1:g} here, or write {band.low - 1:g} in {where}."
        return Breach(first.at(band.row), f"{here}: {numbers} in no band.", mend, band.row)
    numbers = _numbers(band.low, min(before.high, band.high))
    mend = f"Begin with {before.high + 1:g} here, or write {band.low - 1:g} in {where}."
    if before.high >= band.high or before.low == band.low:
        mend = "Give each number to one of the two bands."
    return Breach(first.at(band.row), f"{here}: {numbers} in both.", mend, band.row)


def _edge(number: float) -> str:
    return f"{number:g}" if math.isfinite(number) else "no number"


def _numbers(low: float, high: float) -> str:
    if low == high:
        return f"{low:g} is"
    return f"{low:g} to {high:g} are" if math.isfinite(high) else f"{_edge(low)} and more are"
