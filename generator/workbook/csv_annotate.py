"""A copy of a folder of .csv files in which each faulty row says in a last column what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.ground.files import Unreadable, read_bounded
from generator.ground.problems import Problem, Severity
from generator.workbook.csv_edit import with_cells
from generator.workbook.csv_sheets import sheet_files
from generator.workbook.csv_text import BadText, records, style_of
from generator.workbook.guard import MOST_BYTES
from generator.workbook.places import located_in
from generator.workbook.save import save_copy

HEADER = "Problems"
LONGEST_TOLD = 2_000
"""Letters of what is said of one row."""
_FORMULA = re.compile(r"[=@\t\r]|[+-].*[|(!]", re.DOTALL)


def annotate_folder(folder: Path, problems: Iterable[Problem], *, inside: Path | None) -> tuple[Path, int]:
    """Write the copy beside the folder, as `card_data.checked`; its path, and how many rows are marked.

    All files are there, those that cannot be read too, byte by byte but for the new column. Raises Failed.
    """
    contents: dict[str, bytes] = {}
    for path in sheet_files(folder).values():
        try:
            contents[path.name] = read_bounded(path, inside=inside, most=MOST_BYTES)
        except Unreadable:  # one of the Problems says so
            continue
    marks = _marks(located_in(folder, tuple(problems), inside=inside))
    count = 0
    for name, content in contents.items():
        contents[name], marked = _annotated(content, name, marks.get(name, {}))
        count += marked
    copy = folder.with_name(f"{folder.name}.checked")
    save_copy(copy, contents, inside=inside)
    return copy, count


def _annotated(content: bytes, name: str, told: Mapping[int, list[str]]) -> tuple[bytes, int]:
    """The bytes of a file with the new column behind its widest row, and how many rows it marks.

    A cell that a spreadsheet program would run as a formula gets an apostrophe: in a .csv file it is no more
    than a text, and the copy is there to be opened in such a program.
    """
    try:
        rows = list(records(content, name, style_of(content, name)))
    except BadText:  # one of the Problems says so
        return content, 0
    harmless = {
        (row.line, column): f"'{cell}"
        for row in rows
        for column, cell in enumerate(row.cells, start=1)
        if _FORMULA.match(cell)
    }
    if not told or not rows:
        return (with_cells(content, harmless, name) if harmless else content), 0
    beside = max(len(row.cells) for row in rows) + 1
    lines = {row.line for row in rows}
    texts: dict[int, list[str]] = {}
    for line, sentences in told.items():
        texts.setdefault(line if line in lines else 1, []).extend(sentences)
    cells = {(line, beside): " | ".join(part)[:LONGEST_TOLD] for line, part in texts.items()}
    cells[1, beside] = f"{HEADER}: {cells[1, beside]}" if 1 in texts else HEADER
    return with_cells(content, {**harmless, **cells}, name), len(texts)


def _marks(problems: Iterable[Problem]) -> dict[str, dict[int, list[str]]]:
    """File -> line -> sentences. What is wrong with a file as a whole is said in its first line."""
    marks: dict[str, dict[int, list[str]]] = {}
    for problem in problems:
        place = problem.place
        if place.name.lower().endswith(".csv") and problem.severity is not Severity.NOTE:
            sentences = marks.setdefault(place.name, {}).setdefault(place.line or 1, [])
            sentence = _sentence(problem, place.header)
            sentences += [] if sentence in sentences else [sentence]
    return marks


def _sentence(problem: Problem, column: str) -> str:
    """One line, so that rows stay in the lines that Problems name."""
    place = f"{column}: " if column else ""
    whole = (problem.what, problem.mend, *problem.consequences)
    return " ".join(f"{problem.severity.capitalize()}: {place}{' '.join(whole)}".split())
