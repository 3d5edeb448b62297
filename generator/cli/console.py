"""What the command line shows, as text: Problems grouped by sheet, a progress bar, what lies where."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import TextIO

from generator.checks.published import tells_a_difference
from generator.ground.problems import Problem, Severity, shortened
from generator.ground.terminal import tame, untamed
from generator.press.printing import OutputFile
from generator.press.summing import ink_told, set_told
from generator.records.cells import counted, some_of
from generator.records.languages import Lexicon
from generator.records.worksheets import FIELDS, ICONS

_COLOURS = {Severity.ERROR: "31;1", Severity.WARNING: "33", Severity.NOTE: "36"}
_RANKS = {severity: rank for rank, severity in enumerate(Severity)}
_FIRST = (FIELDS, ICONS)
"""Sheets that the others rest upon: what is wrong there comes first, as it may be the cause of the rest."""
_BAR = 24
MOST_LISTED = 500
"""As many Problems are listed; nobody reads more at once."""
LONGEST_ABOUT = 200
"""Characters of what is said of a file."""
LONGEST_NAME = 40
"""Characters of the name of a component in a list."""
MOST_NAMES = 5
MOST_CELLS = 4
"""As many cells are listed of those about which the same is to be said."""


def few(names: Collection[str]) -> str:
    """The first few of some names in one line, and how many more there are.

    >>> few(["a", "b"]), few("abcdefgh")
    ('a, b', 'a, b, c, d, e and 3 more')
    """
    return some_of([_line(name) for name in names], MOST_NAMES)


def _line(text: str) -> str:
    """A text that a terminal shows as it is, in one line."""
    return " ".join(tame(text).split())


def count_text(problems: Sequence[Problem]) -> str:
    """`1 error, 2 warnings`."""
    parts = [counted(number, severity) for severity, number in _counts(problems).items() if number]
    return ", ".join(parts) or "No problems"


def _counts(problems: Sequence[Problem]) -> dict[Severity, int]:
    return {severity: sum(problem.severity is severity for problem in problems) for severity in Severity}


def problems_text(problems: Sequence[Problem], *, colour: bool = False, notes: bool = False) -> str:
    """All Problems, errors first, grouped by sheet or file and sorted by cell, with counts at the end.

    What is to be said of many cells of a sheet is said once. After MOST_LISTED different things the rest
    is only counted. Without `notes` all notes are folded to one last line.
    """
    lines: list[str] = []
    ordered = _ordered(problems)
    folded = [problem for problem in ordered if problem.severity is Severity.NOTE and not notes]
    ordered = [problem for problem in ordered if notes or problem.severity is not Severity.NOTE]
    shown = listed = 0
    for (severity, place), group in groupby(ordered, key=lambda p: (p.severity, _place(p)[0])):
        if listed >= MOST_LISTED:
            break
        label = f"{severity}s" if place else str(severity)
        lines.append(_painted(f"{_line(place)}: {label}", _COLOURS[severity], colour))
        alike: dict[tuple[str, str], list[Problem]] = {}
        for problem in group:
            alike.setdefault((problem.what, problem.mend), []).append(problem)
        for (fault, mend), same in islice(alike.items(), MOST_LISTED - listed):
            lines += _told(_cells_text([_place(problem)[1] for problem in same]), fault, mend)
            lines += _followed(dict.fromkeys(text for problem in same for text in problem.consequences))
            shown += len(same)
            listed += 1
        lines.append("")
    if shown < len(ordered):
        rest = len(ordered) - shown
        lines += [f"{rest:,} more are not listed: mend some of these first.", ""]
    lines.append(f"{count_text(ordered)}.")
    lines += _folded(folded)
    return "\n".join(lines)


def _folded(notes: Sequence[Problem]) -> Iterator[str]:
    """Notes in a line: which cells differ from the published game, if they are few, and how many others."""
    differing = [problem for problem in notes if tells_a_difference(problem)]
    rest = [problem for problem in notes if problem not in differing]
    places = list(dict.fromkeys(_line(problem.where) for problem in differing))
    if differing and len(places) <= MOST_CELLS:
        sentence = f"this differs from the published game in {', '.join(places)}"
        yield f"{count_text(differing)}: {sentence}; --notes says how."
    elif differing:
        yield f"{count_text(differing)}: what differs from the published game; --notes shows them."
    if rest:
        yield f"{count_text(rest)}: good to know, and nothing to mend; --notes says what."


def _told(cells: str, fault: str, mend: str) -> tuple[str, str]:
    """What and mend under each other, behind the cells; further lines of a text stay behind them too."""
    beside = f"  {cells}  " if cells else "  "
    below = " " * len(beside)
    fault_text, mend_text = (tame(text).replace("\n", f"\n{below}") for text in (fault, mend))
    return f"{beside}{fault_text}", f"{below}{mend_text}"


def _followed(consequences: Iterable[str]) -> Iterator[str]:
    """What merely follows, deeper in than its cause."""
    for consequence in consequences:
        yield "      → " + tame(consequence).replace("\n", "\n        ")


def _cells_text(cells: Sequence[str]) -> str:
    """`C2`, or `C2, C3, D4 and 12 more` where many cells have one cause."""
    return some_of([_line(cell) for cell in cells], MOST_CELLS)


def problems_json(problems: Sequence[Problem]) -> str:
    """The Problems for machines: the first MOST_LISTED, how many more there are, and how many of all."""
    ordered = _ordered(problems)
    listed = [_for_machines(problem) for problem in ordered[:MOST_LISTED]]
    counts = {f"{severity}s": number for severity, number in _counts(ordered).items()}
    rest = len(ordered) - len(listed)
    return json.dumps({"problems": listed, **counts, "unlisted": rest}, indent=2, ensure_ascii=False)


def _for_machines(problem: Problem) -> dict[str, str | list[str]]:
    """Its texts by their names; `consequences` only if there are some."""
    record: dict[str, str | list[str]] = {
        name: tame(getattr(problem, name)) for name in ("severity", "where", "what", "mend")
    }
    if problem.consequences:
        record["consequences"] = [tame(consequence) for consequence in problem.consequences]
    return record


def _ordered(problems: Iterable[Problem]) -> list[Problem]:
    """Each Problem once (two components may share a template), as they are listed."""
    return sorted(dict.fromkeys(problems), key=_order)


def _place(problem: Problem) -> tuple[str, str]:
    """Sheet and cell, or file and line."""
    place = problem.place
    if not place.line:
        return place.name, place.cell
    part = "page" if place.name.endswith(".pdf") else "line"
    return place.name, f"{part} {place.line}" + (f" ({place.header})" if place.header else "")


def _order(problem: Problem) -> tuple[int, int, str, int, int, str, str]:
    place = problem.place
    rank = _FIRST.index(place.sheet) if place.sheet in _FIRST else len(_FIRST)
    letters = place.column
    return _RANKS[problem.severity], rank, place.name, place.number, len(letters), letters, problem.what


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
        counts = f"{counted(len(own), 'file')}, {counted(sheets, 'sheet')} of paper"
        yield f"{output / paper}: {counts}, {size:.1f} MB"
        for words in (*set_told(own, Lexicon()), *ink_told(own, Lexicon())):
            yield f"  {words}"
        rows = list(_component_rows(own))
        width = max(len(name) for name, _ in rows)
        yield from (f"  {name:<{width}}  {text}" for name, text in rows)


def _component_rows(files: Sequence[OutputFile]) -> Iterator[tuple[str, str]]:
    """The components of one paper, each with what is printed of it in each of its layouts.

    What is made for one errand has its file's name: there is but one to look for.
    """
    files_of: dict[str, list[OutputFile]] = {}
    for file in sorted(files, key=lambda file: (file.aside, file.booklet)):
        name = Path(file.path).name if file.partial else shortened(file.component, LONGEST_NAME)
        files_of.setdefault(name, []).append(file)
    for name, own in files_of.items():
        yield tame(name), tame(shortened(_printed_said(own), LONGEST_ABOUT))


def _printed_said(files: Sequence[OutputFile]) -> str:
    """`30 pieces: 4 sheets (3 × 3, edges shared) or 4 sheets (8-up, bleed 3 mm), flip on the long edge`."""
    printed = [file for file in files if not file.aside]
    if not printed:
        return files[0].kind
    if printed[0].booklet:
        return f"a booklet of {counted(printed[0].pages, 'page')}"
    sheets: dict[tuple[str, bool], int] = {}
    for file in printed:  # fronts and backs that are apart count together
        sheets[file.kind, file.light] = sheets.get((file.kind, file.light), 0) + file.sheets
    kinds = {kind: count for (kind, _), count in sheets.items()}
    words = " or ".join(f"{counted(count, 'sheet')} ({kind})" for kind, count in kinds.items())
    inks = {file.light for file in printed}
    parts = [
        f"{counted(printed[0].pieces, 'piece')}: {words}",
        f"flip on the {printed[0].flip} edge" if printed[0].flip else "",
        "in full colour and light" if len(inks) > 1 else "light" if True in inks else "",
        "with outlines for a cutting machine" if len(files) > len(printed) else "",
    ]
    return ", ".join(part for part in parts if part)


_WORK = {
    "replay": "playing the sample game",
    "faces": "drawing faces",
    "sheets": "laying out sheets",
    "booklets": "setting booklets",
    "export": "making files for others",
}
"""What is done in a stage, in the words of the bar."""
_SURE_S = 2.0
"""A stage runs so long before it is told how long the rest of it may take."""


class ProgressBar:
    """One line on a terminal: what is done, how far, and how long it may take; nothing anywhere else."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = untamed(stream)
        self._shown = stream.isatty()
        self._clock = clock
        self._last = ""
        self._stage = ""
        self._since, self._first = 0.0, 0

    def __call__(self, stage: str, count: int, total: int) -> None:
        """Show that so many steps of a stage are done."""
        if not self._shown:
            return
        if stage != self._stage or not count:
            self._stage, self._since, self._first = stage, self._clock(), count
        filled = _BAR * count // max(total, 1)
        work = f"{_WORK.get(stage, stage)} {count}/{total}{self._rest(count, total)}"
        line = f"{'█' * filled}{'░' * (_BAR - filled)} {work}"
        if line != self._last:
            self._stream.write(f"\r{tame(line)}\x1b[K")
            self._stream.flush()
            self._last = line

    def _rest(self, count: int, total: int) -> str:
        """How long the rest of the stage may take, once that can be told."""
        spent = self._clock() - self._since
        if not self._first < count < total or spent < _SURE_S:
            return ""
        seconds = spent / (count - self._first) * (total - count)
        amount = f"{math.ceil(seconds / 60)} min" if seconds > 90 else f"{max(1, round(seconds))} s"
        return f", about {amount} more"

    def clear(self) -> None:
        """Take the line away."""
        if self._shown and self._last:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._last = ""
