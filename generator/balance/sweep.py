"""One cell with several values: the same games for each, and what moves."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from generator.balance.against import MOST_DOUBTFUL, changes_between
from generator.balance.figures import Estimate, figures_of
from generator.balance.report import told
from generator.balance.trial import Trial, trial_games
from generator.balance.watching import GameFigures
from generator.games.rulesets import game_module
from generator.ground.files import write_whole
from generator.ground.problems import Failed, error, has_errors
from generator.ground.progress import Progress
from generator.workbook.book import read_book
from generator.workbook.cell_names import column_number
from generator.workbook.guard import guarded_bytes
from generator.workbook.set_cells import with_cells

MOST_VALUES = 12
TOLD_GROUPS = ("end", "game", "score", "seat")


@dataclass(frozen=True, slots=True)
class Sweep:
    """A cell and the values that are tried in it."""

    sheet: str
    cell: str
    values: tuple[str, ...]

    @property
    def where(self) -> str:
        """The cell as messages name it."""
        return f"{self.sheet}!{self.cell}"


def read_sweep(text: str) -> Sweep:
    """`Patterns!C2=1E|2E|1E 1I`. Raises Failed."""
    parts = re.fullmatch(r"(.+)!([A-Za-z]{1,3}[1-9][0-9]{0,6})=(.+)", text)
    values = tuple(dict.fromkeys(value.strip() for value in parts[3].split("|"))) if parts else ()
    if parts is None or not 2 <= len(values) <= MOST_VALUES:
        fault = f"This is no cell with 2 to {MOST_VALUES} values."
        raise Failed(error("--sweep", fault, 'Write it as in --sweep "Patterns!C2=1E|2E|1E 1I".'))
    return Sweep(parts[1], parts[2].upper(), values)


def swept(trial: Trial, sweep: Sweep, room: Path, progress: Progress) -> dict[str, list[GameFigures]]:
    """The games of each value; `room` is an empty folder for the workbooks. Raises Failed."""
    if trial.workbook.suffix.casefold() not in {".xlsx", ".xlsm"}:
        raise Failed(error("--sweep", "Only a cell of an .xlsx file can be tried.", "Save it as .xlsx."))
    content = guarded_bytes(trial.workbook, inside=None)
    letters = re.match("[A-Z]+", sweep.cell)
    assert letters is not None
    place = int(sweep.cell[letters.end() :]), column_number(letters[0])
    games = {}
    for at, value in enumerate(sweep.values):
        try:
            number = re.fullmatch(r"-?\d+(\.\d+)?", value)
            cell = (float(value) if "." in value else int(value)) if number else value
            changed = with_cells(content, {sweep.sheet: {place: cell}})
        except KeyError:
            raise Failed(error("--sweep", f"There is no sheet “{sweep.sheet}”.", "Correct it.")) from None
        path = room / f"{at}.xlsx"
        write_whole(path, changed, inside=room)
        games[value] = trial_games(_with_workbook(trial, path, sweep, value), progress)
    return games


def _with_workbook(trial: Trial, path: Path, sweep: Sweep, value: str) -> Trial:
    """The trial with another workbook. Raises Failed if the game cannot be played with that value."""
    book, problems = read_book(path, inside=None)
    module = game_module(book) if book is not None else None
    found = [*problems, *(module.check(book) if module is not None and book is not None else ())]
    if book is None or has_errors(found):
        own = [problem for problem in found if problem.where == sweep.where]
        said = own[0].what if own else "The game cannot be played with it."
        raise Failed(error(sweep.where, f"“{value}” does not do here: {said}", "Try another value."))
    return replace(trial, workbook=path, book=book)


def sweep_text(sweep: Sweep, games: dict[str, list[GameFigures]]) -> str:
    """A table over the values, and what is real between each and the first."""
    first, *others = sweep.values
    tables = {value: {f.name: f for f in figures_of(series)} for value, series in games.items()}
    names = [name for name in tables[first] if name.split("|")[0] in TOLD_GROUPS]
    width = max(len(_said(name)) for name in names) + 2
    lines = [f"{sweep.where}, {len(games[first])} games of each value, the same seeds.", ""]
    lines.append(" " * (width + 2) + "".join(f"{value:<34}" for value in sweep.values))
    for name in names:
        cells = (_cell(tables[value].get(name)) for value in sweep.values)
        lines.append(f"  {_said(name):<{width}}" + "".join(f"{cell:<34}" for cell in cells).rstrip())
    for value in others:
        changes = [change for change in changes_between(games[first], games[value]) if change.real]
        lines += ["", f"Real between “{first}” and “{value}”"]
        lines += [f"  {_said(c.name)}  {c.before:.2f} → {c.after:.2f}" for c in changes[:MOST_DOUBTFUL]]
        if not changes:
            same = "Every game went the same way: none of them reads this cell."
            doubt = f"Nothing can be told with {len(games[first])} games."
            lines.append(f"  {same if games[first] == games[value] else doubt}")
    return "\n".join(lines) + "\n"


def _said(name: str) -> str:
    return " ".join(part for part in name.split("|") if part)


def _cell(figure: Estimate | None) -> str:
    return told(figure) if figure is not None else "none"
