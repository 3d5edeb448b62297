"""What checks count: rows that are too few or too many have one cause, told once, by name if one is known.

A row that was deleted makes the deck too small, its Layer, and a sum. The check that counts all rows says it,
and the others stand under it. The name of what is gone may still stand elsewhere in the workbook.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from generator.checks.published import published_names
from generator.checks.renames import lost_names
from generator.ground.problems import Miscount, Problem, Severity, led_to
from generator.records.cells import listed, shown
from generator.records.places import row_place
from generator.records.tables import Book

MOST_NAMED = 6
"""As many names are listed of rows that may be the one that is gone."""
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}
_Counted = tuple[Problem, Miscount]


def with_counts(book: Book, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The Problems, with one for all that checks have counted wrong for one cause."""
    sheets: dict[str, list[_Counted]] = defaultdict(list)
    for problem in problems:
        if problem.miscount is not None:
            sheets[problem.miscount.sheet].append((problem, problem.miscount))
    mended: dict[Problem, Problem | None] = {}
    for counts in sheets.values():
        mended |= _joined(book, problems, counts)
    return tuple(as_told for problem in problems if (as_told := mended.get(problem, problem)) is not None)


def _joined(
    book: Book, problems: Sequence[Problem], counts: Sequence[_Counted]
) -> Mapping[Problem, Problem | None]:
    """Those of the Problems that are told otherwise, with how; None for one that stands under another."""
    checks: dict[str, list[_Counted]] = defaultdict(list)
    for problem, count in counts:
        checks[count.checks[0]].append((problem, count))
    main, count = _main(checks)
    following = [*_following(main, count, checks)]
    cause = _blamed(main, count, problems) or main
    under = [problem for problem, _ in following if _RANKS[problem.severity] >= _RANKS[cause.severity]]
    mended: dict[Problem, Problem | None] = dict.fromkeys(under)
    if cause is not main:
        return mended | {main: None, cause: led_to(cause, main.what, *(problem.what for problem in under))}
    if count.lacking > 0:
        values = [share.value for problem, share in following if problem in under and share.value]
        main = _named(book, problems, main, count, values)
    else:
        main = _moved(main, count, checks[count.checks[0]])
    checked = tuple(dict.fromkeys(chain(count.checks, *(share.checks for _, share in following))))
    if main.miscount is not None:
        main = replace(main, about=replace(main.miscount, checks=checked))
    return mended | {cause: led_to(main, *(problem.what for problem in under))}


def _main(checks: Mapping[str, Sequence[_Counted]]) -> _Counted:
    """The Problem of all rows of the sheet, else one of a row that was counted to others, else the first."""
    counts = list(chain(*checks.values()))
    whole = (counted for counted in counts if counted[1].whole)
    moved = (
        counted
        for check in checks.values()
        if _balanced(check)
        for counted in check
        if counted[1].lacking < 0
    )
    return next(chain(whole, moved, counts))


def _balanced(check: Sequence[_Counted]) -> bool:
    """Whether no row is gone, but counted to others: one value has too many, and another too few."""
    named = all(count.value for _, count in check)
    return named and len(check) > 1 and not sum(count.lacking for _, count in check)


def _following(
    main: Problem, count: Miscount, checks: Mapping[str, Sequence[_Counted]]
) -> Iterator[_Counted]:
    """What is counted wrong for the same cause."""
    own = checks[count.checks[0]]
    moved = not count.whole and _balanced(own)
    if moved:
        yield from (counted for counted in own if counted[0] is not main)
    for check in checks.values():
        if check is own:
            continue
        if count.whole and _within(check, count):
            yield from check
        elif moved:
            groups = [set(share.rows) for _, share in own]
            yield from (counted for counted in check if any(rows >= {*counted[1].rows} for rows in groups))


def _within(check: Sequence[_Counted], count: Miscount) -> bool:
    """Whether what a check lacks, or has too many, is no more than what the whole sheet does."""
    shares = [part.lacking / count.lacking for _, part in check]
    return all(share > 0 for share in shares) and sum(shares) <= 1


def _blamed(main: Problem, count: Miscount, problems: Sequence[Problem]) -> Problem | None:
    """What else is wrong with the row that is too many, if that says more than a number."""
    if count.lacking > 0:
        return None
    place = row_place(main)
    graver = (
        problem
        for problem in problems
        if problem.miscount is None and _RANKS[problem.severity] <= _RANKS[main.severity]
    )
    return next((problem for problem in graver if place and row_place(problem) == place), None)


def _moved(main: Problem, count: Miscount, check: Sequence[_Counted]) -> Problem:
    """The mend of a row that is counted to others than it should be."""
    if count.whole or not _balanced(check):
        return main
    lacking = " and ".join(share.value for _, share in check if share.lacking > 0)
    rows = "one of these rows" if count.lacking == -1 else "some of these rows"
    return replace(main, mend=f"Write {lacking} in {rows}. {count.checks[0]} asks for it.")


# ---------------------------------------------------------------- names


def _named(
    book: Book, problems: Sequence[Problem], main: Problem, count: Miscount, values: Sequence[str]
) -> Problem:
    """The same Problem with the names of the rows that are gone, if anything else still says them."""
    spoken, published = lost_names(book, problems, count.sheet), published_names(book, count.sheet)
    for names in (spoken, published):
        if names and len(names) <= count.lacking:
            return with_names(main, tuple(names), f"{next(iter(names.values()))} still says")
    if values and len(values) == count.lacking:
        main = replace(main, what=f"{main.what} What is gone had {' and '.join(values)}.")
    if published:
        return with_names(main, tuple(published), f"{next(iter(published.values()))} still says")
    return main


def with_names(problem: Problem, names: Sequence[str], source: str) -> Problem:
    """A Problem of rows that are gone with their names, or with those that it may be.

    `source` says in a few words who still has them, such as `Published!B12 still says`.
    """
    count = problem.miscount
    if count is None or not names:
        return problem
    rest = len(names) - MOST_NAMED
    text = listed([*map(shown, names[:MOST_NAMED]), *([f"{rest} more"] if rest > 0 else [])])
    which = "it" if len(names) == 1 else "the first"
    if len(names) > count.lacking:
        flaw = f"{problem.what} It may be one of {text}: no row has them any more, and {source} {which}."
        return replace(problem, what=flaw)
    flaw = f"{problem.what} {text} {'is' if len(names) == 1 else 'are'} gone; {source} {which}."
    return replace(problem, what=flaw, about=replace(count, named=tuple(names)))
