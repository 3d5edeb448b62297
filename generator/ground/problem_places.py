"""Where a Problem lies, taken apart: this module alone reads the text of a place."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CELL = re.compile(r"(.+?)!([A-Z]{1,3})([0-9]{1,7})(?:![0-9:]+)?", re.DOTALL)
"""A cell of a sheet; behind its number may stand which part of the cell."""
_LINE = re.compile(r"(.+):([0-9]{1,9})(?: \((.+)\))?", re.DOTALL)
"""A line of a file, and the header of the column of a .csv file."""
_PART = re.compile(r"(.+?)![0-9:]+", re.DOTALL)
_CSV = ".csv"


@dataclass(frozen=True, slots=True)
class ProblemPlace:
    """A cell, a sheet, a line of a file, a page of a PDF, or a whole file."""

    name: str
    """The sheet, or the file as a path from the game folder."""
    column: str = ""
    """The letters of a cell; empty for anything else."""
    number: int = 0
    """The row of a cell, or the line or page of a file, from 1; 0 for all of it."""
    header: str = ""
    """The header of the column, where a cell of a .csv file is a line and a header."""

    @property
    def cell(self) -> str:
        """The cell in its sheet, such as `C14`; empty for anything else."""
        return f"{self.column}{self.number}" if self.column else ""

    @property
    def line(self) -> int:
        """The line or page of a file, from 1; 0 for anything else."""
        return 0 if self.column else self.number

    @property
    def sheet(self) -> str:
        """The sheet, also of a line of a .csv file; what is no sheet's keeps its name."""
        return self.name[: -len(_CSV)] if self.name.lower().endswith(_CSV) else self.name

    @property
    def row(self) -> int:
        """The row of a sheet, from 1, also of a line of a .csv file; 0 for anything else."""
        return self.number if self.column or self.name.lower().endswith(_CSV) else 0

    @classmethod
    def read(cls, where: str) -> ProblemPlace:
        """The parts of a place as Problems write it.

        >>> ProblemPlace.read("Patterns!C14").cell, ProblemPlace.read("Patterns.csv:14 (Cost)").header
        ('C14', 'Cost')
        """
        if cell := _CELL.fullmatch(where):
            return cls(cell[1], cell[2], int(cell[3]))
        if line := _LINE.fullmatch(where):
            return cls(line[1], number=int(line[2]), header=line[3] or "")
        part = _PART.fullmatch(where)
        return cls(part[1] if part else where)
