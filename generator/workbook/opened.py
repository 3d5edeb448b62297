"""The sheets of a workbook whose columns are known, and what is wrong with headers and declarations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from generator.ground.problems import Problem, Severity
from generator.ground.spelling import Guesses
from generator.records.cells import Raw
from generator.records.tables import Field
from generator.workbook.cell_names import letter
from generator.workbook.located import Worksheet


@dataclass(frozen=True, slots=True)
class Opened:
    """A sheet with its declared fields; `columns` holds the column of each field that was found."""

    sheet: Worksheet
    fields: tuple[Field, ...]
    columns: Mapping[str, int]
    rows: tuple[tuple[int, Mapping[int, Raw]], ...] = ()
    """The rows below the header that hold anything in a declared column, as (number, column -> value)."""
    languages: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """A language -> key of a field -> the column that holds it in that language."""

    def at(self, row: int, field: Field) -> str:
        """The place of a cell: `Patterns!C14`."""
        return f"{self.sheet.name}!{letter(self.columns[field.key])}{row}"


def opened(
    sheet: Worksheet,
    fields: tuple[Field, ...],
    columns: Mapping[str, int],
    languages: Mapping[str, Mapping[str, int]] | None = None,
) -> Opened:
    """A sheet with the columns of its fields that were found, and the rows that hold anything in them."""
    used = set(columns.values())
    rows = sheet.rows() if columns else ()
    filled = tuple((number, cells) for number, cells in rows if number > 1 and not used.isdisjoint(cells))
    return Opened(sheet, fields, columns, filled, languages or {})


# ---------------------------------------------------------------- what is wrong with it


@dataclass(slots=True)
class Structure:
    """The findings of one workbook. A mistake in one sheet leaves all others as they are."""

    problems: list[Problem] = field(default_factory=list)
    faults: dict[str, Problem] = field(default_factory=dict)
    """A sheet -> the first error in its headers or declarations."""
    unread: set[str] = field(default_factory=set)
    """Sheets with a fault for which their rows cannot be read; among them the absent ones."""
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
    structure: Structure
    undeclared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Sheets of which Fields declares nothing -> their headers."""
