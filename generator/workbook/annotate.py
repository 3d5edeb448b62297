"""A copy of a workbook in which wrong cells have a colour, and a note that says what is wrong.

Here it is done for .xlsx; for .csv see `csv_annotate`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.ground.problems import Failed, Problem, Severity, error
from generator.workbook.cell_names import CellPlace, cell_name, column_number
from generator.workbook.csv_annotate import annotate_folder
from generator.workbook.edit import Edit, EditedParts, Element, appended, elements, with_attribute
from generator.workbook.guard import SAVE_AGAIN, RefusedFile, guarded_bytes, is_csv_folder, is_ods, refused_as
from generator.workbook.notes import add_notes
from generator.workbook.package import open_package, relations
from generator.workbook.save import save
from generator.workbook.set_cells import placed, rows_wanted, set_cells

COLOURS = {Severity.ERROR: "FFFFB3BA", Severity.WARNING: "FFFFE699"}
"""The ground of a marked cell as ARGB: pink for an error, yellow for a warning."""
LONGEST_NOTE = 2_000
"""Letters of one note; nobody reads more in so small a box."""

CellMarks = dict[str, dict[CellPlace, list[Problem]]]
"""Sheet -> cell -> what is to be said of it."""


def annotate(path: Path, problems: Iterable[Problem], *, inside: Path | None = None) -> tuple[Path, int]:
    """Write the copy beside the workbook; its path, and how many cells are marked. Raises Failed.

    For a folder of .csv files it is how many rows; an .ods file is never written, and so is no copy of it.
    """
    if is_ods(path):
        raise Failed(_no_copy(path))
    if is_csv_folder(path, inside=inside):
        return annotate_folder(path, problems, inside=inside)
    content = guarded_bytes(path, inside=inside)
    copy = path.with_name(f"{path.stem}.checked{path.suffix}")
    made, marked = annotated(content, path.name, problems)
    save(copy, made, inside=inside)
    return copy, marked


def _no_copy(path: Path) -> Problem:
    fault = "A workbook in .ods is read, but never written: there is no marked copy of it."
    return error(path.name, fault, "Go by what is said above, cell by cell, or keep the game as .xlsx.")


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
        styles = next(
            (r.target for r in relations(draft.archive, package.workbook).values() if r.kind == "styles"), ""
        )
        if marks and styles not in draft.names:
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
    draft.edit(
        part,
        [
            with_attribute(data, cell, "s", str(numbers[look]))
            for look, cells_of in comments.items()
            for cell in cells_of
        ],
    )


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
