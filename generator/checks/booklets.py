"""The sheet Booklets: each of its rows can be made into a booklet with a name of its own."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checks.declarations import declared_instead, lacking_columns
from generator.checks.file_names import FILE_NAME
from generator.ground.files import files_inside, is_file_inside
from generator.ground.problems import Problem, error, warning
from generator.ground.project import Project, leads_out
from generator.records.booklets import ONE_COLUMN, TEMPLATE, TWO_COLUMNS, sample_booklet
from generator.records.cells import brief, did_you_mean, names, shown
from generator.records.edition import file_name_part
from generator.records.tables import Book, Row
from generator.records.worksheets import BOOKLETS, COMPONENTS, sample_sheets

_NEEDED = ("name", "template")


def booklets_can_be_made(book: Book, project: Project) -> Iterator[Problem]:
    """Every row of the sheet Booklets has a name of its own, a text, and data that are there."""
    if BOOKLETS not in book:
        return
    declared = {field.key: field for field in book[BOOKLETS].fields}
    yield from lacking_columns(book, BOOKLETS, _NEEDED)
    if not declared.keys() >= set(_NEEDED):
        return
    samples = map(sample_booklet, sample_sheets(book))
    owners = {file_name_part(name).casefold(): f"the sample game, {name}" for name in samples}
    for row in book.tables.get(COMPONENTS, ()):
        name = str(row.values.get("name") or "")
        owners[file_name_part(name).casefold()] = f"the component in {row.at('name')}"
    for row in book[BOOKLETS]:
        yield from _name(row, owners, required=declared["name"].required)
        yield from _text(row, project, required=declared["template"].required)
        yield from _data(row, book)
        yield from _cover(row, project)
        yield from _columns(row)
    yield from _rulebook_is_named(book, project)


def _name(row: Row, owners: dict[str, str], *, required: bool) -> Iterator[Problem]:
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


def _columns(row: Row) -> Iterator[Problem]:
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
