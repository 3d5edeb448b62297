"""What the command line shows, as text: Problems grouped by sheet, a progress bar, what lies where."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TextIO

from generator.contents import about
from generator.printing import OutputFile
from generator.problems import Problem, Severity

_COLOURS = {Severity.ERROR: "31;1", Severity.WARNING: "33"}
_FIRST = ("Fields", "Icons")
"""Sheets that the others rest upon: what is wrong there comes first, as it may be the cause of the rest."""
_BAR = 24
MOST_CELLS = 4
"""As many cells are listed of those about which the same is to be said."""


def tame(text: str) -> str:
    """Text from a stranger's file without control characters, which a terminal would obey.

    >>> tame("a\\x1b[2Jb")
    'a�[2Jb'
    """
    return "".join(
        sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in text
    )


def count_text(problems: Sequence[Problem]) -> str:
    """`1 error, 2 warnings`."""
    counts = [(severity, sum(p.severity is severity for p in problems)) for severity in Severity]
    said = [f"{number} {severity}{'' if number == 1 else 's'}" for severity, number in counts if number]
    return ", ".join(said) or "No problems"


def problems_text(problems: Sequence[Problem], *, colour: bool = False) -> str:
    """All Problems, errors first, grouped by sheet or file and sorted by cell, with counts at the end."""
    lines: list[str] = []
    problems = tuple(dict.fromkeys(problems))  # two components may share a template
    ordered = sorted(problems, key=_order)
    for (severity, place), group in groupby(ordered, key=lambda p: (p.severity, _place(p)[0])):
        label = f"{severity}s" if place else str(severity)
        lines.append(_painted(f"{tame(place)}: {label}", _COLOURS[severity], colour))
        cells: dict[tuple[str, str], list[str]] = {}
        for problem in group:
            cells.setdefault((problem.what, problem.mend), []).append(_place(problem)[1])
        for (what, mend), where in cells.items():
            lines += (tame(line) for line in _told(_cells_text(where), what, mend))
        lines.append("")
    lines.append(f"{count_text(problems)}.")
    return "\n".join(lines)


def _told(cells: str, what: str, mend: str) -> tuple[str, str]:
    """What and mend under each other, behind the cells."""
    if not cells:
        return f"  {what}", f"  {mend}"
    return f"  {cells}  {what}", f"  {' ' * len(cells)}  {mend}"


def _cells_text(cells: Sequence[str]) -> str:
    """`C2`, or `C2, C3, D4 and 12 more` where many cells have one cause."""
    more = len(cells) - MOST_CELLS
    return ", ".join(cells[:MOST_CELLS]) + (f" and {more} more" if more > 0 else "")


def problems_json(problems: Sequence[Problem]) -> str:
    """The Problems for machines."""
    problems = tuple(dict.fromkeys(problems))
    listed = [asdict(problem) for problem in sorted(problems, key=_order)]
    counts = {f"{severity}s": sum(p.severity is severity for p in problems) for severity in Severity}
    return json.dumps({"problems": listed, **counts}, indent=2, ensure_ascii=False)


def _place(problem: Problem) -> tuple[str, str]:
    """Sheet and cell, or file and line."""
    cell = re.fullmatch(r"(.+)!([A-Z]{1,3}[0-9]+)", problem.where, re.DOTALL)
    line = re.fullmatch(r"(.+):([0-9]+)", problem.where, re.DOTALL)
    if cell:
        return cell[1], cell[2]
    return (line[1], f"line {line[2]}") if line else (problem.where, "")


def _order(problem: Problem) -> tuple[bool, int, str, int, int, str, str]:
    place, cell = _place(problem)
    column = re.match(r"[A-Z]*", cell)
    letters = column[0] if column else ""
    number = re.search(r"\d+", cell)
    row = int(number[0]) if number else 0
    rank = _FIRST.index(place) if place in _FIRST else len(_FIRST)
    return problem.severity is not Severity.ERROR, rank, place, row, len(letters), letters, problem.what


def _painted(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text


def files_text(files: Iterable[OutputFile], output: Path) -> str:
    """What a build made, paper by paper."""
    return "\n".join(_files_lines(sorted(files, key=lambda file: file.path), output))


def _files_lines(files: Sequence[OutputFile], output: Path) -> Iterator[str]:
    for paper, group in groupby(files, key=lambda file: file.paper):
        own = list(group)
        size = sum(file.size_bytes for file in own) / 1e6
        sheets = sum(file.sheets for file in own)
        counts = f"{_counted(len(own), 'file')}, {_counted(sheets, 'sheet')} of paper"
        yield f"{output / paper}: {counts}, {size:.1f} MB"
        width = max(len(Path(file.path).name) for file in own)
        for file in own:
            yield f"  {Path(file.path).name:<{width}}  {tame(about(file))}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


class ProgressBar:
    """One line on a terminal that shows how far a stage is; nothing anywhere else."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown = stream.isatty()
        self._last = ""

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show that so many steps of a stage are done."""
        if not self._shown:
            return
        filled = _BAR * done // max(total, 1)
        line = f"{stage:<7}{'█' * filled}{'░' * (_BAR - filled)} {done}/{total}"
        if line != self._last:
            self._stream.write(f"\r{line}\x1b[K")
            self._stream.flush()
            self._last = line

    def clear(self) -> None:
        """Take the line away."""
        if self._shown and self._last:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._last = ""
