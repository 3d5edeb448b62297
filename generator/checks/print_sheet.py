"""The sheet Print: each of its rows names a component, or none, and says how it is printed in known words."""

from __future__ import annotations

from collections.abc import Iterator

from generator.checks.declarations import passed_over
from generator.ground.problems import Problem, error, warning
from generator.ground.project import Project
from generator.records.cells import as_text, did_you_mean, fold, names, shown
from generator.records.tables import Book, FieldType, Row
from generator.records.worksheets import COMPONENTS, FIELDS, PRINT
from generator.sheets.wishes import WISHES

_COMPONENT = "component"


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
