"""What went wrong, where, and how to mend it.

A Problem is a value. Checks return Problems, they do not raise: one run reports all of them.
`Failed` is the one exception of the package; the command line alone catches it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

OK, PROBLEMS, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: all is well, there are errors, the command was not understood, it was stopped."""


class Severity(StrEnum):
    """How much a Problem weighs: an error stops a build, a warning asks for a look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding.

    `where` is `Sheet!Cell` for a workbook, `templates/name.svg:line` for a template, else a path.
    `what` says what is wrong, `mend` what to do about it; both are whole sentences.
    """

    severity: Severity
    where: str
    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.where}: {self.what} {self.mend}"


def error(where: str, what: str, mend: str) -> Problem:
    """A Problem that stops the build."""
    return Problem(Severity.ERROR, where, what, mend)


def warning(where: str, what: str, mend: str) -> Problem:
    """A Problem that the build survives."""
    return Problem(Severity.WARNING, where, what, mend)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any of the Problems stops a build."""
    return any(problem.severity is Severity.ERROR for problem in problems)


def exit_code(problems: Iterable[Problem]) -> int:
    """PROBLEMS if any of them is an error, else OK."""
    return PROBLEMS if has_errors(problems) else OK


class Failed(Exception):
    """The run cannot go on; `problems` says why."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems
