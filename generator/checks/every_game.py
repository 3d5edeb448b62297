"""The checks that hold for every game: a plain tuple of functions over the Book and the game folder.

Types, bounds, uniqueness and references are checked while the workbook is read; a cell that failed
there is empty here. The rules of one game are checked by its own module, see `generator.games`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from generator.checks.declarations import declared_instead, lacking_columns
from generator.checks.only_for import targets_exist
from generator.checks.outline_files import names_a_file, outline_in
from generator.checks.own_sheets import booklets_can_be_made, printing_can_be_read, scenes_can_be_laid
from generator.checks.rules import players_agree, rules_are_known, sample_game_has_rules
from generator.checks.stated_inks import inks_can_be_printed
from generator.games import GAMES, Games
from generator.ground.files import files_inside, is_file_inside, is_folder_inside, lies_inside
from generator.ground.problems import Problem, error, warning
from generator.ground.project import SHELF, Project, leads_out
from generator.ground.revision import MarkPlace, mark_place
from generator.ground.shapes import EQUAL_SIDED, Shape
from generator.ground.spelling import Guesses, Names
from generator.records.cells import brief, did_you_mean, fold, names, shown
from generator.records.columns import NotUnderstood
from generator.records.edition import FILE_NAME
from generator.records.examples import such_as
from generator.records.printed import data_text, printed_table, read_data, sheets_named
from generator.records.symbols import Symbol
from generator.records.tables import NUMERIC, Book, FieldType, Row
from generator.records.worksheets import COMPONENTS, FIELDS, ICONS
from generator.sheets.amounts import amounts_can_be_printed, copies_are_meant
from generator.sheets.copies import copies_column, copies_from, copies_of
from generator.svg.cut_shapes import WORDS, Cut, RefusedShape, UnknownShape, read_shape
from generator.workbook.mends import COPIES, SIZE_MM

SMALLEST_MM, LARGEST_MM = SIZE_MM
MOST_COPIES = COPIES[1]
_TEXTS = frozenset({FieldType.TEXT, FieldType.CHOICE, FieldType.REFERENCE, FieldType.FILE})
_NEEDED = {"name": _TEXTS, "data": _TEXTS, "front": _TEXTS, "back": _TEXTS, "shape": _TEXTS} | {
    "width": NUMERIC, "height": NUMERIC, "copies": frozenset({FieldType.INTEGER}),
}  # fmt: skip
_ICON_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}")
_SLIP = 0.8
"""How alike a key and a drawing are if one is misspelt; a new symbol resembles some drawing by chance."""

Check = Callable[[Book, Project], Iterable[Problem]]


def check_book(book: Book, project: Project, games: Games = GAMES) -> tuple[Problem, ...]:
    """Everything that is wrong with a workbook as a game that is to be printed."""
    problems = [problem for check in CHECKS for problem in check(book, project)]
    return (*problems, *rules_are_known(book, games))


def folders_are_the_games_own(book: Book, project: Project) -> Iterator[Problem]:
    """The folders that a game may have are no links to others."""
    for name in ("fonts", "art"):
        folder = project.root / name
        if not lies_inside(folder, project.root):
            flaw = f"The folder {name} is a link that leads out of the game folder, or nowhere."
            yield error(name, flaw, "Put the folder itself there, with what it holds.")


# ---------------------------------------------------------------- icons


def icons_are_drawn(book: Book, project: Project) -> Iterator[Problem]:
    """Every symbol has a drawing icons/<key>.svg in the game folder, or else on the shelf."""
    shelf = {path.stem for path in files_inside(SHELF / "icons", SHELF, ending=".svg")}
    keys = dict.fromkeys(row.values.get("key") for row in book.tables.get(ICONS, ()))
    link = os.path.lexists(project.icons) and not is_folder_inside(project.icons, project.root)
    if link or (set(keys) - shelf and not is_folder_inside(project.icons, project.root)):
        yield _no_folder(
            "icons", f"one SVG a symbol{such_as(next((f'icons/{key}.svg' for key in keys if key), ''))}"
        )
        return
    guesses = Guesses()
    own = {path.stem for path in files_inside(project.icons, project.root, ending=".svg")}
    drawn = names((*own, *shelf))
    for row in book.tables.get(ICONS, ()):
        key = str(row.values.get("key") or "")
        if key and not _ICON_KEY.fullmatch(key):
            flaw = f"{shown(key)} cannot be the name of an icon's file."
            yield error(row.at("key"), flaw, "Use letters, digits, _ and -, beginning with a letter.")
        elif key and not _is_there(project, project.icons / f"{key}.svg", key in shelf):
            flaw = f"There is no drawing icons/{key}.svg, and none on the shelf."
            mend = f"Put an SVG there: a file {key}.svg in the folder icons."
            near = guesses.nearest(key, drawn, cutoff=_SLIP)
            yield error(row.at("key"), flaw, f"{mend} Or did you mean “{near[0]}”?" if near else mend)


def _is_there(project: Project, path: Path, on_shelf: bool) -> bool:
    """Whether a file can be had: the game's own, or where it has none at all that of the shelf."""
    return is_file_inside(path, project.root) or (on_shelf and not os.path.lexists(path))


def symbols_are_told_apart(book: Book, project: Project) -> Iterator[Problem]:
    """No spelling stands for two symbols."""
    owners: dict[str, Symbol] = {}
    checked = ICONS in book and _is_unique(book, "name", ICONS)
    for row in book.tables.get(ICONS, ()):
        key = str(row.values.get("key") or "")
        if key not in book.symbols:
            continue
        symbol = book.symbols[key]
        code = str(row.values.get("code") or "")
        if code.isdecimal():
            flaw = f"{shown(code)} cannot be a code: before a code a number says how many."
            yield error(row.at("code"), flaw, "Use a letter or two.")
        for column in ("key", "code", "emoji", "name"):
            spelling = str(row.values.get(column) or "")
            owner = owners.setdefault(fold(spelling), symbol) if spelling else symbol
            if owner is not symbol and not (column == "name" and checked):
                flaw = f"{shown(spelling)} already stands for the symbol {shown(owner.name)}."
                yield error(row.at(column), flaw, "Change one of the two; capitals make no difference.")


# ---------------------------------------------------------------- components


def components_are_declared(book: Book, project: Project) -> Iterator[Problem]:
    """The sheet Components has the columns that the build reads, of types that it can use."""
    if COMPONENTS not in book or COMPONENTS in book.faults:
        return
    types = {field.key: field.type for field in book[COMPONENTS].fields}
    named = {"width", "height"} - types.keys() if "size" in types else set()
    for key, allowed in _NEEDED.items():
        if key in named:
            continue  # every size has a name
        yield from lacking_columns(book, COMPONENTS, [key])
        if key in types and types[key] not in allowed:
            flaw = f"The column “{key.capitalize()}” is declared as {types[key]}."
            mend = f"Declare it in {FIELDS} as {' or '.join(sorted(allowed))}."
            yield error(f"{COMPONENTS}!A1", flaw, mend)


def components_have_names(book: Book, project: Project) -> Iterator[Problem]:
    """Names are names of files, and no two are alike."""
    first: dict[str, str] = {}
    required, unique = _required(book), COMPONENTS in book and _is_unique(book, "name")
    for row in book.tables.get(COMPONENTS, ()):
        name, where = str(row.values.get("name") or ""), row.at("name")
        if not name and "name" in required:
            continue
        if not name:
            yield error(where, "The component has no name.", "Name it; files are called by it.")
        elif not FILE_NAME.fullmatch(name):
            flaw = f"{shown(name)} cannot be part of a file's name."
            yield error(where, flaw, "Use letters, digits and blanks.")
        elif first.setdefault(fold(name), where) != where and not unique:
            flaw = f"The component {shown(name)} stands in {first[fold(name)].rpartition('!')[2]} already."
            yield error(where, flaw, "Give every component another name.")


def components_have_faces(book: Book, project: Project) -> Iterator[Problem]:
    """Every component has a front, and its templates exist."""
    if not is_folder_inside(project.templates, project.root):
        yield _no_folder("templates", "an SVG for each Front and Back of the sheet Components")
        return
    required, guesses = _required(book), Guesses()
    shelf = {path.name for path in files_inside(SHELF / "templates", SHELF, ending=".svg")}
    own = [path.name for path in files_inside(project.templates, project.root, ending=".svg")]
    templates, rows = names((*own, *shelf)), book.tables.get(COMPONENTS, ())
    for row in rows:
        if not row.values.get("front") and "front" not in required:
            flaw = "The component has nothing to print: its Front is empty."
            fronts = [str(row.values.get("front") or "") for row in rows]
            example = such_as(next((name for name in (*fronts, *reversed(own)) if name in own), ""))
            yield error(row.at("front"), flaw, f"Write the name of a template{example}.")
        for side in ("front", "back"):
            name = str(row.values.get(side) or "")
            if name and (leads_out(name) or not _is_there(project, project.templates / name, name in shelf)):
                mend = did_you_mean(name, templates, "Draw it, or correct the name.", guesses=guesses)
                flaw = f"There is no template templates/{brief(name)}, and none on the shelf."
                yield error(row.at(side), flaw, mend)


def components_have_data(book: Book, project: Project) -> Iterator[Problem]:
    """The data sheet of a component exists and has rows to print."""
    guesses, tables = Guesses(), names(book.tables)
    for row in book.tables.get(COMPONENTS, ()):
        sheets = sheets_named(data_text(row), book)
        missing = [sheet for sheet in sheets if sheet not in book]
        if any(sheet in book.faults for sheet in missing):
            continue  # what is wrong with it is said, and that it is left out
        for sheet in missing:
            mend = declared_instead(sheet, book, tables=tables, guesses=guesses)
            yield error(row.at("data"), f"There is no sheet {shown(sheet)} with declared columns.", mend)
        if not missing:
            yield from _rows_to_print(row, sheets, book)


def _rows_to_print(row: Row, sheets: tuple[str, ...], book: Book) -> Iterator[Problem]:
    """What Data says can be understood, and rows come of it."""
    try:
        table = read_data(row, book)
    except NotUnderstood as fault:
        yield fault.at(row.at(fault.key or "data"))
        return
    empty = next((sheet for sheet in sheets if not book[sheet].rows), "")
    if empty:
        flaw = f"The sheet {shown(empty)} is empty, so that there is nothing to print."
        yield warning(row.at("data"), flaw, "Fill the sheet, or delete the component.")
    elif table is not None and not table.rows:
        flaw = f"No row is as {shown(data_text(row))} says, so that there is nothing to print."
        yield warning(row.at("data"), flaw, "Change what stands behind where, or delete the component.")


def components_can_be_cut(book: Book, project: Project) -> Iterator[Problem]:
    """Shapes are known, sizes and copies sensible."""
    required, guesses, shapes = _required(book), Guesses(), names(WORDS)
    for row in book.tables.get(COMPONENTS, ()):
        shape = row.values.get("shape")
        cut = None
        if not (shape is None and "shape" in required):
            try:
                named = names_a_file(shape)
                cut = read_shape(outline_in(str(shape), project) if named else str(shape or ""))
            except UnknownShape:
                mend = f"Use one of: {', '.join(WORDS)}."
                mend = did_you_mean(str(shape or ""), shapes, mend, guesses=guesses)
                flaw = f"{shown(str(shape or ''))} is not a shape that can be cut."
                yield error(row.at("shape"), flaw, mend)
            except RefusedShape as refused:
                yield error(row.at("shape"), refused.what, refused.mend)
        for key in ("width", "height"):
            size = row.values.get(key)
            if size is None and (key in required or row.values.get("size")):
                continue
            if not isinstance(size, int | float) or not SMALLEST_MM <= size <= LARGEST_MM:
                flaw = f"The {key} is {f'{size} mm' if isinstance(size, int | float) else 'missing'}."
                mend = f"Give millimetres from {SMALLEST_MM} to {LARGEST_MM}."
                yield error(row.at(key), flaw, mend)
        width, height = row.values.get("width"), row.values.get("height")
        if cut is not None and width and height:
            yield from _sizes_go_together(row, cut, width, height)
        yield from _copies(row)


def _sizes_go_together(row: Row, cut: Cut, width: float, height: float) -> Iterator[Problem]:
    if cut.shape in EQUAL_SIDED and width != height:
        side = "diameter" if cut.shape is Shape.CIRCLE else "side"
        flaw = f"A {cut.shape}'s width and height differ."
        yield error(row.at("height"), flaw, f"Give both the {side} in millimetres.")
    if cut.shape is Shape.ROUNDED and 2 * cut.number_mm > min(width, height):
        flaw = f"A radius of {cut.number_mm:g} mm is more than half of the short side."
        yield error(row.at("shape"), flaw, f"Make it at most {min(width, height) / 2:g} mm.")


def marks_have_a_place(book: Book, project: Project) -> Iterator[Problem]:
    """The column Mark, if there is one, says where the revision mark goes."""
    guesses, places = Guesses(), names(place for place in MarkPlace if place)
    for row in book.tables.get(COMPONENTS, ()):
        mark = row.values.get("mark")
        if mark_place(mark) is None:
            mend = f"Use one of: {', '.join(place for place in MarkPlace if place)}, or empty the cell."
            flaw = f"{shown(str(mark))} is no place for the revision mark, which goes where there is room."
            yield warning(row.at("mark"), flaw, did_you_mean(str(mark), places, mend, guesses=guesses))


def data_has_copies(book: Book, project: Project) -> Iterator[Problem]:
    """A column Copies in a data sheet holds whole numbers, not all of them 0."""
    rows = book.tables.get(COMPONENTS, ())
    for sheet in dict.fromkeys(sheet for row in rows for sheet in sheets_named(data_text(row), book)):
        field = next((f for f in book[sheet].fields if f.key == "copies"), None) if sheet in book else None
        if field is None:
            continue
        if field.type is not FieldType.INTEGER:
            flaw = f"The column Copies of the sheet {brief(sheet)} is declared as {field.type}."
            yield error(f"{sheet}!A1", flaw, f"Declare it in {FIELDS} as integer.")
            continue
        for row in book[sheet]:
            yield from _copies(row)
        if book[sheet].rows and all(row["copies"] == 0 for row in book[sheet]):
            where = book[sheet].rows[0].at("copies")
            yield warning(where, "Every row has 0 copies, so that there is nothing to print.", "Raise some.")


def copies_come_from_somewhere(book: Book, project: Project) -> Iterator[Problem]:
    """Copies From names a column of whole numbers, and then the component's own cell says nothing else."""
    for row in book.tables.get(COMPONENTS, ()):
        if not copies_from(row):
            continue
        table = printed_table(row, book)
        if table is None and data_text(row):
            continue  # what is wrong with it is said
        try:
            column = copies_column(row, table)
        except NotUnderstood as fault:
            yield fault.at(row.at("copies_from"))
            continue
        if column is not None and copies_of(row) > 1:
            flaw = f"The {copies_of(row)} copies here count nothing: Copies From says {copies_from(row)}."
            yield warning(row.at("copies"), flaw, f"Write 1, or none in {row.at('copies_from')}.")


def _copies(row: Row) -> Iterator[Problem]:
    copies = row.values.get("copies")
    if isinstance(copies, int) and not 0 <= copies <= MOST_COPIES:
        flaw = f"{copies} copies cannot be printed."
        yield error(row.at("copies"), flaw, f"Give a whole number from 0 to {MOST_COPIES}.")


# ---------------------------------------------------------------- files and rules


def files_exist(book: Book, project: Project) -> Iterator[Problem]:
    """Every path in a column of the type file is a file of the game folder."""
    root, guesses = project.root, Guesses()

    @cache
    def is_there(path: str) -> bool:
        return not leads_out(path) and is_file_inside(root / path, root)

    @cache
    def files_in(folder: str) -> Names:
        return names(file.relative_to(root).as_posix() for file in files_inside(root / folder, root))

    for table in book.tables.values():
        keys = [field.key for field in table.fields if field.type is FieldType.FILE]
        for row in table if keys and table.name != COMPONENTS else ():
            for key in keys:
                path = row.values.get(key)
                if path and not is_there(path):
                    flaw = f"There is no file {path} in the game folder."
                    mend = "Copy it there, correct the name, or empty the cell."
                    if not leads_out(path) and lies_inside(root / path, root):  # else it is not the name
                        mend = did_you_mean(path, files_in(path.rpartition("/")[0]), mend, guesses=guesses)
                    yield error(row.at(key), flaw, mend)


def _required(book: Book) -> frozenset[str]:
    """Columns of the sheet Components of which reading has said already that a cell is empty."""
    fields = book[COMPONENTS].fields if COMPONENTS in book else ()
    return frozenset(field.key for field in fields if field.required)


def _is_unique(book: Book, key: str, sheet: str = COMPONENTS) -> bool:
    """Whether reading the workbook has said already that two cells of a column are alike."""
    return any(field.key == key and field.unique for field in book[sheet].fields)


def _no_folder(name: str, content: str) -> Problem:
    mend = f"Put a folder {name} beside the workbook, itself and no link to one; it holds {content}."
    return error(name, f"The game folder has no folder {name}.", mend)


CHECKS: tuple[Check, ...] = (
    folders_are_the_games_own,
    icons_are_drawn,
    symbols_are_told_apart,
    components_are_declared,
    components_have_names,
    components_have_faces,
    components_have_data,
    components_can_be_cut,
    marks_have_a_place,
    targets_exist,
    data_has_copies,
    copies_come_from_somewhere,
    amounts_can_be_printed,
    copies_are_meant,
    files_exist,
    sample_game_has_rules,
    players_agree,
    booklets_can_be_made,
    scenes_can_be_laid,
    inks_can_be_printed,
    printing_can_be_read,
)
