"""A cell that is to hold something else, and how it is told to those who type it in themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.ground.problems import Problem, error
from generator.records.cells import as_text
from generator.workbook.cell_names import CellPlace, cell_name

NOTHING = "(empty)"
Value = str | int | float | bool | None
Edits = Mapping[CellPlace, Value]
"""Cells of a sheet -> what they are to hold."""


@dataclass(frozen=True, slots=True)
class CellChange:
    """One cell: what it held, and what it is to hold."""

    sheet: str
    place: CellPlace
    before: str
    after: str

    @property
    def where(self) -> str:
        """The cell as Problems name it."""
        return f"{self.sheet}!{cell_name(self.place)}"


def not_written(path: Path, count: int, *, otherwise: str = "") -> Problem:
    """Why nothing became of changes to a workbook of a kind that is read, but never written."""
    cells = "1 cell is" if count == 1 else f"{count} cells are"
    fault = f"A workbook in {path.suffix} is read, but never written; {cells} to be changed."
    type_it = "Type what is listed above into it in LibreOffice"
    return error(path.name, fault, f"{type_it}, {otherwise}or keep the game as .xlsx in its place.")


def by_hand(changes: Sequence[CellChange]) -> Iterator[str]:
    """What to type where, a line a cell, each named as LibreOffice does: `Patterns.C14: 1E → 2E`."""
    for change in changes:
        place = f"{change.sheet}.{cell_name(change.place)}"
        before, after = (" ".join(as_text(text).split()) or NOTHING for text in (change.before, change.after))
        yield f"{place}: {before} → {after}"
