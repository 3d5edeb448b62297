"""A mistake in a game folder, the message word for word, and its mend carried out as the message says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from generator.checks.checked import look_through, read
from generator.ground.problems import Severity
from generator.ground.project import Project
from generator.story import look_over
from tests.shared.declared_rows import placed
from tests.shared.game_folders import copy_of
from tests.shared.games_made import STARTER, usual_cache

Edits = Mapping[str, Any]
"""Cells such as `Tiles!B2` with what is typed there, files such as `icons/snow.svg` with their text; None
empties a cell and deletes a file; `Tiles!2` with None deletes a row."""


@dataclass(frozen=True)
class Case:
    mistake: Edits
    message: str
    mend: Edits
    game: Path = STARTER
    after: Sequence[str] = ()
    """What is told when the mend is carried out."""


def edit(folder: Path, edits: Edits) -> None:
    path = folder / "card_data.xlsx"
    book = load_workbook(path)
    for place, value in edits.items():
        sheet, sign, cell = place.partition("!")
        if sign and sheet not in book:
            book.create_sheet(sheet)
        if not sign:
            _write(folder / place, value)
        elif cell.isdecimal():
            book[sheet].delete_rows(int(cell))
        else:
            book[sheet][place_of(cell, book[sheet])].value = value
    book.save(path)


def _write(file: Path, text: str | None) -> None:
    if text is None:
        file.unlink()
    else:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")


def place_of(cell: str, sheet: Any) -> str:
    letter, bracket, name = cell.partition("[")
    if not bracket:
        return cell
    if not letter:  # `[Accepted Because]9`
        header, _, row = name.partition("]")
        return f"{next(one.column_letter for one in sheet[1] if one.value == header)}{row}"
    declared = [f"{row[0]}.{row[1]}" for row in sheet.iter_rows(max_col=2, values_only=True)]
    return f"{letter}{declared.index(name.rstrip(']')) + 1}"


def told(folder: Path, *, drawn: bool) -> list[str]:
    """What `pnp check` says; of Meaning Made, unless it is `drawn`, what it says before anything is drawn."""
    project = Project(folder)
    if drawn:  # what the starter's designs look like is kept, as it is where somebody checks again and again
        problems = look_over(project, cache=usual_cache()).told
    else:
        problems = look_through(project, *read(project)).problems
    return [str(problem) for problem in problems if problem.severity is not Severity.NOTE]


@cache
def told_of_a_shipped_game(game: Path, *, drawn: bool) -> list[str]:
    return told(game, drawn=drawn)


def carried_out(case: Case, folder: Path, *, drawn: bool) -> None:
    copy_of(case.game, folder)
    before = told_of_a_shipped_game(case.game, drawn=drawn)
    edit(folder, case.mistake)
    said = [line for line in told(folder, drawn=drawn) if line not in before]
    assert said == [placed(case.message)]
    edit(folder, case.mend)
    assert [line for line in told(folder, drawn=drawn) if line not in before] == list(case.after)
