"""What is wrong with headers and declarations, which sheets it concerns, and which cannot be read for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from generator.ground.problems import Problem, Severity
from generator.ground.spelling import Guesses
from generator.records.tables import Field
from generator.workbook.opened import Opened


@dataclass(slots=True)
class Structure:
    """The findings of one workbook. A mistake in one sheet leaves all others as they are."""

    problems: list[Problem] = field(default_factory=list)
    faults: dict[str, Problem] = field(default_factory=dict)
    """A sheet -> the first error in its headers or declarations."""
    unread: set[str] = field(default_factory=set)
    """Sheets with a fault for which their rows cannot be read."""
    absent: dict[str, list[Field]] = field(default_factory=dict)
    """Declared sheets that the workbook does not have -> their columns."""
    unknown: set[str] = field(default_factory=set)
    """Names of sheets, folded, of which it is said that there is none."""
    guesses: Guesses = field(default_factory=Guesses)

    def add(self, problems: Iterable[Problem], sheet: str = "", *, unread: bool = False) -> None:
        """Note what was found. Errors are faults of the `sheet`; `unread` says that they hide its rows."""
        for problem in problems:
            self.problems.append(problem)
            if sheet and problem.severity is Severity.ERROR:
                self.faults.setdefault(sheet, problem)
                if unread:
                    self.unread.add(sheet)


@dataclass(frozen=True, slots=True)
class OpenedBook:
    """The declared sheets of a workbook, and what is wrong with their headers and declarations."""

    sheets: tuple[Opened, ...]
    problems: tuple[Problem, ...]
    faults: Mapping[str, Problem] = field(default_factory=dict)
    """As in Structure."""
    unread: frozenset[str] = frozenset()
    """As in Structure; among them the absent ones."""
    absent: Mapping[str, tuple[Field, ...]] = field(default_factory=dict)
    """As in Structure."""
    undeclared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Sheets of which Fields declares nothing -> their headers."""
