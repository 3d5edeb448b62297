"""What merely follows from the errors of a workbook is said once, under its cause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from generator.checks.checked import Checked
from generator.checks.sound import names_left_out
from generator.ground.problems import Problem, Severity, led_to
from generator.records.cells import as_text
from generator.records.places import RowPlace, row_place
from generator.records.tables import Book
from generator.records.worksheets import sample_rows

Following = Mapping[Problem, Sequence[str]]
"""A cause -> what follows from it, in sentences."""


def with_consequences(problems: Iterable[Problem], following: Iterable[Following]) -> tuple[Problem, ...]:
    """The Problems, each with what follows from it."""
    sequel: dict[Problem, list[str]] = {}
    for causes in following:
        for cause, sentences in causes.items():
            sequel.setdefault(cause, []).extend(sentences)
    return tuple(led_to(problem, *sequel[problem]) if problem in sequel else problem for problem in problems)


def unplayed(checked: Checked, unmade: Iterable[str]) -> Following:
    """What cannot be done while the rules cannot be read; `unmade` names what is not drawn for it."""
    cause = checked.sound.cause
    if not checked.rules_unread or cause is None:
        return {}
    sentences = []
    if any(sample_rows(checked.book)):
        sentences.append("The sample game is not played until that is mended.")
    if named := ", ".join(dict.fromkeys(unmade)):
        sentences.append(f"Not printed until that is mended, as it shows what the rules give: {named}.")
    return {cause: sentences}


def without_following_steps(
    checked: Checked, played: Sequence[Problem], gone: Mapping[str, Problem] = MappingProxyType({})
) -> tuple[tuple[Problem, ...], Following]:
    """The findings of a replay, less those of steps about a row that was left out, and what hangs on them.

    `gone` are names that vanished from the workbook, each with its error. A finding follows if its step says
    such a name, or that of such a row; a warning about a later step, which depends on an earlier one, too.
    """
    names = dict(gone) | {
        name: error for name, error in names_left_out(checked.book, checked.sound).items() if name
    }
    if not names or not played:
        return tuple(played), {}
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b", re.IGNORECASE)
    causes = {name.casefold(): error for name, error in names.items()}
    texts = _texts(checked.book)
    own: list[Problem] = []
    rows: dict[Problem, list[int]] = {}
    latest: Problem | None = None
    for problem in played:
        place = row_place(problem)
        match = pattern.search(texts.get(place, "")) if place is not None else None
        if match:
            latest = causes[match[1].casefold()]
        elif latest is None or problem.severity is not Severity.WARNING:
            own.append(problem)
            continue
        rows.setdefault(latest, []).append(place[1] if place is not None else 0)
    return tuple(own), {cause: [_steps(sorted(set(numbers)))] for cause, numbers in rows.items()}


def _steps(rows: Sequence[int]) -> str:
    numbers = [row for row in rows if row]
    if len(numbers) == 1:
        return f"A step of the sample game does not hold without it, in row {numbers[0]}."
    return f"{len(rows)} steps of the sample game do not hold without it, from row {numbers[0]} on."


def _texts(book: Book) -> Mapping[RowPlace, str]:
    """What each row of the sample games says, without what is told of it."""
    return {
        (row.sheet, row.number): " ; ".join(
            as_text(value) for key, value in row.values.items() if key != "narration"
        )
        for row in sample_rows(book)
    }
