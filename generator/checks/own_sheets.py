"""The sheets Booklets, Print and Scenes: each of their rows can be followed."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checks.declarations import declared_instead, lacking_columns, passed_over
from generator.ground.files import files_inside, is_file_inside
from generator.ground.problems import Problem, error, warning
from generator.ground.project import Project, leads_out
from generator.records.booklets import ONE_COLUMN, TEMPLATE, TWO_COLUMNS, sample_booklet
from generator.records.cells import as_text, brief, did_you_mean, fold, names, shown
from generator.records.edition import FILE_NAME, file_name_part
from generator.records.scenes import stated_scenes
from generator.records.tables import Book, FieldType, Row
from generator.records.worksheets import BOOKLETS, COMPONENTS, FIELDS, PRINT, SCENES, sample_sheets
from generator.sheets.wishes import WISHES

_OF_BOOKLETS = ("name", "template")
_COMPONENT = "component"
_OF_SCENES = ("scene", "component")


# ---------------------------------------------------------------- booklets


def booklets_can_be_made(book: Book, project: Project) -> Iterator[Problem]:
    """Every row of the sheet Booklets has a name of its own, a text, and data that are there."""
    if BOOKLETS not in book:
        return
    declared = {field.key: field for field in book[BOOKLETS].fields}
    yield from lacking_columns(book, BOOKLETS, _OF_BOOKLETS)
    if not declared.keys() >= set(_OF_BOOKLETS):
        return
    samples = map(sample_booklet, sample_sheets(book))
    owners = {file_name_part(name).casefold(): f"the sample game, {name}" for name in samples}
    for row in book.tables.get(COMPONENTS, ()):
        name = str(row.values.get("name") or "")
        owners[file_name_part(name).casefold()] = f"the component in {row.at('name')}"
    for row in book[BOOKLETS]:
        yield from _named(row, owners, required=declared["name"].required)
        yield from _text(row, project, required=declared["template"].required)
        yield from _data(row, book)
        yield from _cover(row, project)
        yield from _columns_of(row)
    yield from _rulebook_is_named(book, project)


def _named(row: Row, owners: dict[str, str], *, required: bool) -> Iterator[Problem]:
    name, where = str(row.values.get("name") or ""), row.at("name")
    if not name:
        if not required:
            yield error(where, "The booklet has no name.", "Name it; its file is called by it.")
        return
    if not FILE_NAME.fullmatch(name):
        flaw = f"{shown(name)} cannot be part of a file's name."
        yield error(where, flaw, "Use letters, digits and blanks.")
        return
    owner = owners.setdefault(file_name_part(name).casefold(), f"the booklet in {where}")
    if owner != f"the booklet in {where}":
        flaw = f"The file of {shown(name)} would have the name of that of {owner}."
        yield error(where, flaw, "Give the booklet another name.")


def _text(row: Row, project: Project, *, required: bool) -> Iterator[Problem]:
    template, where = str(row.values.get("template") or ""), row.at("template")
    if not template:
        if not required:
            mend = f"Write the name of its text in the folder templates, such as {TEMPLATE}."
            yield error(where, "The booklet has no text: its Template is empty.", mend)
        return
    path = project.templates / template
    if leads_out(template) or not is_file_inside(path, project.root):
        there = (path.name for path in files_inside(project.templates, project.root, ending=".md"))
        mend = did_you_mean(template, names(there), "Write it, or correct the name.")
        yield error(where, f"There is no text templates/{brief(template)}.", mend)


def _data(row: Row, book: Book) -> Iterator[Problem]:
    sheet = str(row.values.get("data") or "")
    if not sheet or sheet in book or sheet in book.faults:
        return
    flaw = f"There is no sheet {shown(sheet)} with declared columns."
    yield error(row.at("data"), flaw, declared_instead(sheet, book))


def _cover(row: Row, project: Project) -> Iterator[Problem]:
    cover = str(row.values.get("cover") or "").strip()
    if cover and (leads_out(cover) or not is_file_inside(project.templates / cover, project.root)):
        there = (path.name for path in files_inside(project.templates, project.root, ending=".svg"))
        mend = did_you_mean(cover, names(there), "Draw it, or leave the cell empty.")
        yield error(row.at("cover"), f"There is no cover templates/{brief(cover)}.", mend)


def _columns_of(row: Row) -> Iterator[Problem]:
    typed = str(row.values.get("columns") or "").strip()
    if typed and typed not in ONE_COLUMN | TWO_COLUMNS:
        flaw = f"A booklet cannot have {shown(typed)} columns."
        yield error(row.at("columns"), flaw, "Write 1 or 2, or leave the cell empty.")


def _rulebook_is_named(book: Book, project: Project) -> Iterator[Problem]:
    """With a sheet Booklets `rulebook.md` is printed only if a row says so, which may be forgotten."""
    named = {str(row.values.get("template") or "") for row in book[BOOKLETS]}
    if named and TEMPLATE not in named and is_file_inside(project.templates / TEMPLATE, project.root):
        flaw = f"The sheet {BOOKLETS} does not name templates/{TEMPLATE}, so that it is not printed."
        yield warning(f"{BOOKLETS}!A1", flaw, f"Add a row Rulebook with the Template {TEMPLATE}.")


# ---------------------------------------------------------------- print


def printing_can_be_read(book: Book, project: Project) -> Iterator[Problem]:
    """Every row of the sheet Print can be followed, and no two speak of the same."""
    if PRINT not in book:
        if set(map(fold, book.undeclared.get(PRINT, ()))) & set(WISHES):
            yield passed_over(book, PRINT, "followed")
        return
    table = book[PRINT]
    types = {field.key: field.type for field in table.fields}
    if not set(types) & set(WISHES) and PRINT not in book.faults:
        columns = ", ".join(key.capitalize() for key in WISHES)
        flaw = f"The sheet {PRINT} has no column that says how to print."
        yield error(f"{PRINT}!A1", flaw, f"Add one of {columns}, and declare it in {FIELDS}.")
    spoken: dict[tuple[str, str], str] = {}
    for row in table:
        name = as_text(row.values.get(_COMPONENT))
        if types.get(_COMPONENT) is not FieldType.REFERENCE:  # else it was looked for when it was read
            yield from _component(row, name, book)
        for key in WISHES:
            yield from _word(row, key, name, spoken)
        yield from _folded_for_nothing(row)


def _component(row: Row, name: str, book: Book) -> Iterator[Problem]:
    there = [as_text(component.values.get("name")) for component in book.tables.get(COMPONENTS, ())]
    if not name or fold(name) in map(fold, there) or COMPONENTS in book.faults:
        return
    mend = did_you_mean(name, names(there), f"Write a Name of the sheet {COMPONENTS}, or nothing for all.")
    yield error(row.at(_COMPONENT), f"There is no component {shown(name)}.", mend)


def _word(row: Row, key: str, name: str, spoken: dict[tuple[str, str], str]) -> Iterator[Problem]:
    word = as_text(row.values.get(key))
    if not word:
        return
    if fold(word) not in WISHES[key]:
        listed = ", ".join(WISHES[key])
        mend = did_you_mean(word, WISHES[key], f"Use one of {listed}, or leave the cell empty.")
        yield error(row.at(key), f"{shown(word)} says nothing about {key.capitalize()}.", mend)
        return
    first = spoken.setdefault((fold(name), key), row.at(key))
    if first != row.at(key):
        whom = f"the component {shown(name)}" if name else "all components"
        flaw = f"{key.capitalize()} was said of {whom} in {first} already."
        yield error(row.at(key), flaw, "Leave one of the two cells empty.")


def _folded_for_nothing(row: Row) -> Iterator[Problem]:
    layout, backs = (fold(as_text(row.values.get(key))) for key in ("layout", "backs"))
    if (layout, backs) == ("gutterfold", "no"):
        flaw = "A gutterfold sheet is there for the backs, and here they are left out."
        yield warning(row.at("backs"), flaw, "Write another Layout, or leave this cell empty.")


# ---------------------------------------------------------------- scenes


def scenes_can_be_laid(book: Book, project: Project) -> Iterator[Problem]:
    """Every row of the sheet Scenes names a component, a piece of it, and something that lies there already.

    Which places a board has only its drawing tells; those are looked for when the scene is drawn.
    """
    if SCENES not in book or COMPONENTS in book.faults:
        return  # of what cannot be read it is not known what it lacks
    yield from lacking_columns(book, SCENES, _OF_SCENES, warning)
    if {field.key for field in book[SCENES].fields}.issuperset(_OF_SCENES):
        yield from stated_scenes(book)[1]
