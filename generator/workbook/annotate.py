"""A copy of a workbook in which what is wrong is marked: by a colour and a note, in .csv by a column."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.ground.files import Unreadable, read_bounded
from generator.ground.problems import Failed, Problem, Severity, error
from generator.workbook.cell_names import CellPlace, cell_name, column_number
from generator.workbook.csv_edit import with_cells
from generator.workbook.csv_sheets import sheet_files
from generator.workbook.csv_text import BadText, records, style_of
from generator.workbook.edit import Edit, EditedParts, Element, appended, elements, with_attribute
from generator.workbook.guard import (
    MOST_BYTES,
    SAVE_AGAIN,
    RefusedFile,
    guarded_bytes,
    is_csv_folder,
    is_ods,
    refused_as,
)
from generator.workbook.notes import add_notes
from generator.workbook.package import open_package
from generator.workbook.places import located_in
from generator.workbook.save import save, save_copy
from generator.workbook.set_cells import placed, rows_wanted, set_cells

COLOURS = {Severity.ERROR: "FFFFB3BA", Severity.WARNING: "FFFFE699"}
"""The ground of a marked cell as ARGB: pink for an error, yellow for a warning."""
LONGEST_NOTE = 2_000
"""Letters of one note, or of what is said of a row; nobody reads more in so small a box."""

CellMarks = dict[str, dict[CellPlace, list[Problem]]]
"""Sheet -> cell -> what is to be said of it."""
HEADER = "Problems"
_FORMULA = re.compile(r"[=@\t\r]|[+-].*[|(!]", re.DOTALL)


def annotate(path: Path, problems: Iterable[Problem], *, inside: Path | None = None) -> tuple[Path, int]:
    """Write the copy beside the workbook; its path, and how many cells are marked. Raises Failed.

    For a folder of .csv files it is how many rows; an .ods file is never written, and so is no copy of it.
    """
    if is_ods(path):
        fault = "A workbook in .ods is read, but never written: there is no marked copy of it."
        mend = "Go by what is said above, cell by cell, or keep the game as .xlsx."
        raise Failed(error(path.name, fault, mend))
    if is_csv_folder(path, inside=inside):
        return _annotate_folder(path, problems, inside=inside)
    content = guarded_bytes(path, inside=inside)
    copy = path.with_name(f"{path.stem}.checked{path.suffix}")
    made, marked = annotated(content, path.name, problems)
    save(copy, made, inside=inside)
    return copy, marked


def annotated(content: bytes, name: str, problems: Iterable[Problem]) -> tuple[bytes, int]:
    """The bytes of a workbook with its wrong cells marked, and how many these are. Raises Failed.

    Nothing else changes: a marked cell keeps its value, formula and format, and a note that it has stays
    behind the new one. What is wrong with a sheet as a whole is said at its cell A1.
    """
    with refused_as(name):
        draft = EditedParts(content)
        package = open_package(draft.archive)
        parts = {sheet.name: sheet.part for sheet in package.sheets}
        marks = _marks(problems, parts)
        styles = package.styles or ""
        if marks and not styles:
            raise RefusedFile("The file has no styles, so that no cell can be marked.", SAVE_AGAIN)
        for sheet, places in marks.items():
            _mark(draft, sheet, parts[sheet], styles, places)
            texts = {cell_name(place): _text(problems) for place, problems in places.items()}
            add_notes(draft, parts[sheet], texts)
        return draft.finished(), sum(len(places) for places in marks.values())


def _marks(problems: Iterable[Problem], parts: Mapping[str, str]) -> CellMarks:
    marks: CellMarks = {}
    for problem in problems:
        place = problem.place
        if place.name in parts and problem.severity in COLOURS:
            cell = (place.row, column_number(place.column)) if place.cell else (1, 1)
            sentences = marks.setdefault(place.name, {}).setdefault(cell, [])
            sentences += [] if problem in sentences else [problem]
    return marks


def _text(problems: Iterable[Problem]) -> str:
    texts = [
        "\n".join((f"{problem.severity.capitalize()}: {problem.what} {problem.mend}", *problem.consequences))
        for problem in problems
    ]
    return "\n\n".join(texts)[:LONGEST_NOTE]


# ---------------------------------------------------------------- colours


def _mark(
    draft: EditedParts, sheet: str, part: str, styles: str, places: Mapping[CellPlace, list[Problem]]
) -> None:
    """Give cells of a sheet the ground of what is wrong with them."""
    there = _cells(draft.read(part), places)
    set_cells(draft, sheet, {place: None for place in places if place not in there})
    data = draft.read(part)
    cells = _cells(data, places)
    comments: dict[tuple[int, str], list[Element]] = {}
    for place, cell in cells.items():
        wrong = any(problem.severity is Severity.ERROR for problem in places[place])
        colour = COLOURS[Severity.ERROR if wrong else Severity.WARNING]
        old = cell.attributes.get("s", "0")
        comments.setdefault((int(old) if old.isdecimal() else 0, colour), []).append(cell)
    numbers = _styled(draft, styles, list(comments))
    edits: list[Edit] = []
    for look, alike in comments.items():
        edits += [with_attribute(data, cell, "s", str(numbers[look])) for cell in alike]
    draft.edit(part, edits)


def _cells(data: bytes, places: Iterable[CellPlace]) -> dict[CellPlace, Element]:
    """The cells at these places that the sheet has."""
    body = elements(data, rows_wanted({row for row, _ in places})).first("sheetData")
    cells = {place: cell for row in (body.children if body else ()) for place, cell in placed(row)}
    return {place: cells[place] for place in places if place in cells}


def _styled(draft: EditedParts, styles: str, looks: list[tuple[int, str]]) -> dict[tuple[int, str], int]:
    """The numbers of formats like the old ones with another ground, which are added to the styles."""
    data = draft.read(styles)
    root = elements(data, lambda depth, name, attributes: (depth, name) in _STYLES)
    fills, formats = root.first("fills"), root.first("cellXfs")
    if fills is None or formats is None:
        raise RefusedFile("The file has no styles, so that no cell can be marked.", SAVE_AGAIN)
    p = root.prefix
    colours = list(dict.fromkeys(colour for _, colour in looks))
    solid = (
        f'<{p}fill><{p}patternFill patternType="solid"><{p}fgColor rgb="{{}}"/></{p}patternFill></{p}fill>'
    )
    new_fills = "".join(solid.format(colour) for colour in colours)
    first, formats_of, written = len(formats.children), {}, b""
    for number, (old, colour) in enumerate(looks):
        fill = len(fills.children) + colours.index(colour)
        written += _format(data, formats, old, fill, p)
        formats_of[old, colour] = first + number
    edits: list[Edit] = [
        appended(data, fills, new_fills.encode()),
        with_attribute(data, fills, "count", str(len(fills.children) + len(colours))),
        appended(data, formats, written),
        with_attribute(data, formats, "count", str(first + len(looks))),
    ]
    draft.edit(styles, edits)
    return formats_of


_STYLES = frozenset({(1, "fills"), (2, "fill"), (1, "cellXfs"), (2, "xf")})


def _format(data: bytes, formats: Element, old: int, fill: int, prefix: str) -> bytes:
    """A format like an old one, with another fill."""
    if old >= len(formats.children):
        return f'<{prefix}xf fillId="{fill}" applyFill="1"/>'.encode()
    element = formats.children[old]
    whole = data[element.start : element.end]
    tag, rest = whole[: element.inside - element.start], whole[element.inside - element.start :]
    tag = re.sub(rb"\s(fillId|applyFill)\s*=\s*(\"[^\"]*\"|'[^']*')", b"", tag)
    at = len(f"<{element.tag}")
    return tag[:at] + f' fillId="{fill}" applyFill="1"'.encode() + tag[at:] + rest


# ---------------------------------------------------------------- a folder of .csv files


def _annotate_folder(folder: Path, problems: Iterable[Problem], *, inside: Path | None) -> tuple[Path, int]:
    """Write the copy beside the folder, as `card_data.checked`; its path, and how many rows are marked.

    All files are there, those that cannot be read too, byte by byte but for the new column. Raises Failed.
    """
    contents: dict[str, bytes] = {}
    for path in sheet_files(folder).values():
        try:
            contents[path.name] = read_bounded(path, inside=inside, most=MOST_BYTES)
        except Unreadable:  # one of the Problems says so
            continue
    marks = _line_marks(located_in(folder, tuple(problems), inside=inside))
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
    cells = {(line, beside): " | ".join(part)[:LONGEST_NOTE] for line, part in texts.items()}
    cells[1, beside] = f"{HEADER}: {cells[1, beside]}" if 1 in texts else HEADER
    return with_cells(content, {**harmless, **cells}, name), len(texts)


def _line_marks(problems: Iterable[Problem]) -> dict[str, dict[int, list[str]]]:
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
