"""Which rows of which components are wanted, and which of them can be printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from generator.ground.problems import Failed, Problem, Severity, error
from generator.ground.spelling import Guesses, Names
from generator.records.called import called, names_in, rows_named
from generator.records.cells import brief, clean, shown
from generator.records.made_for import HOME, ONLY_FOR, made_for, only_for
from generator.records.places import RowPlace, faulty_rows
from generator.records.printed import data_text, printed_table
from generator.records.tables import Book, Row
from generator.records.worksheets import COMPONENTS
from generator.sheets.amounts import amounts_can_be_printed
from generator.sheets.copies import ALL, AtTheTable, Needed, at_the_table, copies_for, refuse_needed

MOST_LISTED = 20
"""As many titles are listed to somebody who named an unknown one."""


@dataclass(frozen=True, slots=True)
class Job:
    """A component and the rows of its data sheet that are wanted; one empty row if it has no sheet."""

    component: Row
    rows: tuple[Row | None, ...]
    counts: tuple[int, ...]
    """How many of each row are printed."""
    partial: bool = False

    @property
    def faces(self) -> int:
        """How many faces there are to render."""
        return len(self.rows) * (2 if self.component["back"] else 1)


def choose(
    book: Book,
    *,
    names: Sequence[str] = (),
    only: Sequence[str] = (),
    booklets: Sequence[str] = (),
    needed: Needed = ALL,
    target: str | None = HOME,
) -> tuple[Job, ...]:
    """The components and rows to make. Raises Failed for every name that the workbook does not have.

    `booklets` are names that something else than a component answers to. What they make is whole, and so is
    a component without a data sheet: neither goes with `only`. With `needed` there is what a table needs.
    What is only for others than the `target` is not there; for None everything is.
    """
    refuse_needed(book, needed)
    there = at_the_table(book, needed.players)
    elsewhere = {name.casefold() for name in booklets}
    own_names = tuple(name for name in names if name.casefold() not in elsewhere)
    components = _named_components(book, own_names, booklets, target) if own_names or not names else ()
    jobs = [_job(book, component, _rows(book, component), needed, there) for component in components]
    if only:
        whole = [name for name in names if name.casefold() in elsewhere]
        whole += [_name(component) for component in components if own_names and not component["data"]]
        _refuse(*(_made_whole(name) for name in whole))
        _refuse(*_unknown(book, components, only))
        jobs = [
            _job(book, job.component, rows, needed, there, partial=True)
            for job in jobs
            if (rows := _matching(book, job, only))
        ]
    return tuple(job for job in jobs if job.rows)


def _job(
    book: Book,
    component: Row,
    rows: Sequence[Row | None],
    needed: Needed,
    there: AtTheTable,
    *,
    partial: bool = False,
) -> Job:
    """The rows that are there with so many players, each with its count."""
    copies = copies_for(component, printed_table(component, book), book, needed)
    present = tuple(row for row in rows if there.has(row))
    return Job(component, present, tuple(map(copies.of, present)), partial)


def sound_jobs(
    jobs: Sequence[Job], book: Book, problems: Iterable[Problem]
) -> tuple[tuple[Job, ...], dict[str, int]]:
    """The jobs whose component can be printed, and where the errors of the others are with their pieces.

    `problems` are the Problems of the workbook. If the amounts are too large even so, nothing is printed.
    """
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    faulty = {place: error for place, error in faulty_rows(errors).items() if place[0] == COMPONENTS}
    left_out: Counter[str] = Counter()
    sound: list[Job] = []
    for job in jobs:
        error = faulty.get((COMPONENTS, job.component.number))
        if error is None:
            sound.append(job)
        else:
            left_out[error.where] += max(len(job.rows), sum(job.counts))
    if any(problem.where == f"{COMPONENTS}!A1" for problem in errors):  # columns that are missing
        return (), {f"{COMPONENTS}!A1": len(jobs)}
    if faulty and any(amounts_can_be_printed(_without(book, faulty))):
        return (), left_out
    return tuple(sound), left_out


def _without(book: Book, rows: Mapping[RowPlace, Problem]) -> Book:
    """The Book without some components."""
    table = book[COMPONENTS]
    rest = replace(table, rows=tuple(row for row in table if (COMPONENTS, row.number) not in rows))
    return replace(book, tables={**book.tables, COMPONENTS: rest})


def _refuse(*problems: Problem) -> None:
    if problems:
        raise Failed(*problems)


def _made_whole(name: str) -> Problem:
    text = f"{shown(name)} is made whole: what --only names are rows of a sheet, such as single cards."
    return error("--only", text, "Leave --only out, or name the component whose cards are wanted.")


def _name(component: Row) -> str:
    return str(component["name"])


def _named_components(
    book: Book, names: Sequence[str], booklets: Sequence[str], target: str | None
) -> tuple[Row, ...]:
    written = book[COMPONENTS].rows
    everything = written if target is None else made_for(written, target)
    if not names:
        return everything
    by_name = _together(everything)
    by_name |= {called(row).casefold(): (row,) for row in everything}
    by_name |= {_name(row).casefold(): (row,) for row in everything}
    _refuse(*_for_others(written, names, by_name))
    unknown = [name for name in dict.fromkeys(names) if name.casefold() not in by_name]
    guesses, choices = Guesses(), Names([*map(_name, everything), *booklets])
    _refuse(
        *(
            error("command line", f"There is no component {shown(name)}.", _suggest(name, choices, guesses))
            for name in unknown
        )
    )
    folded = {name.casefold() for name in names}
    chosen = {row["name"] for key, rows in by_name.items() if key in folded for row in rows}
    return tuple(row for row in everything if row["name"] in chosen)


def _for_others(written: Iterable[Row], names: Sequence[str], by_name: Container[str]) -> Iterator[Problem]:
    """A Problem for each name of a component that is made, but not here."""
    folded = {name.casefold() for name in names if name.casefold() not in by_name}
    for row in written:
        if folded & {_name(row).casefold(), called(row).casefold()}:
            makers = only_for(row)
            text = f"{shown(_name(row))} is not made here: another row of its Title is."
            mend = f"Name it by its Title, {shown(called(row))}."
            if makers:
                text = f"{shown(_name(row))} is only for {' and '.join(makers)}: {row.at(ONLY_FOR)} says so."
                mend = f"pnp export {makers[0]} makes it."
            yield error("command line", text, mend)


def _together(components: Iterable[Row]) -> dict[str, tuple[Row, ...]]:
    """The words of the column Together, folded, each with the components that share sheets under it."""
    sharing: dict[str, tuple[Row, ...]] = {}
    for row in components:
        word = clean(str(row.values.get("together") or "")).casefold()
        if word:
            sharing[word] = (*sharing.get(word, ()), row)
    return sharing


def _rows(book: Book, component: Row) -> tuple[Row | None, ...]:
    if not data_text(component):
        return (None,)
    table = printed_table(component, book)
    return table.rows if table is not None else ()


def _matching(book: Book, job: Job, only: Sequence[str]) -> tuple[Row | None, ...]:
    table = printed_table(job.component, book)
    if table is None:
        return ()
    return rows_named(table, frozenset(title.strip().casefold() for title in only))


def _unknown(book: Book, components: Iterable[Row], only: Sequence[str]) -> Iterator[Problem]:
    """A Problem for each title that no card of the components has."""
    by_data = {
        (data_text(component), str(component.values.get("card_title") or "")): component
        for component in components
    }
    tables = [
        table for component in by_data.values() if (table := printed_table(component, book)) is not None
    ]
    titles = dict.fromkeys(title for table in tables for title in names_in(table))
    folded = {title.casefold() for title in titles}
    guesses, choices = Guesses(), Names(sorted(title for title in titles if title))
    for title in dict.fromkeys(title.strip() for title in only):
        if title.casefold() not in folded:
            yield error("--only", f"There is no {shown(title)}.", _suggest(title, choices, guesses))


def _suggest(name: str, choices: Names, guesses: Guesses) -> str:
    if not choices:
        return "What is named here is not made card by card: leave --only out."
    near = guesses.nearest(name, choices, count=3, cutoff=0.5)
    if near:
        return f"Did you mean {' or '.join(map(brief, near))}?"
    some = [brief(title) for title in islice(choices, MOST_LISTED + 1)]
    return f"Use one of {', '.join(some[:MOST_LISTED])}{' …' if len(some) > MOST_LISTED else '.'}"
