"""The sheet Fields and the headers of the sheets that it declares: what lies in which column."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from generator.ground.problems import Complaint, Problem, error, has_errors, warning
from generator.records.cells import Raw, as_text, brief, did_you_mean, fold, names, shown
from generator.records.examples import such_as
from generator.records.notation import Symbols
from generator.records.tables import NUMERIC, Bound, Field, FieldType
from generator.records.worksheets import FIELDS, PUBLISHED
from generator.workbook.bounds import followed, points_elsewhere
from generator.workbook.cell_names import letter
from generator.workbook.declared import FIELD_FIELDS, lenient_field
from generator.workbook.headers import Declared, headers_of, open_sheet
from generator.workbook.located import Worksheet
from generator.workbook.mends import declare
from generator.workbook.oddities import oddities
from generator.workbook.opened import Opened, OpenedBook, Structure, opened
from generator.workbook.schema import Known, parse_cell

__all__ = ["NO_TARGET", "Opened", "open_book"]

_NEEDED = ("Sheet", "Column", "Type")
_BOUNDS = frozenset({"least", "most"})
NO_TARGET = frozenset({FieldType.REFERENCE, FieldType.REQUIREMENT, FieldType.EFFECT})
MOST_HEADERS = 20
"""As many headers of a sheet without declared columns are kept."""


def open_book(sheets: Sequence[Worksheet], name: str) -> OpenedBook:
    """Every declared sheet with the columns of its fields, and what is wrong in the file `name`."""
    structure = Structure()
    by_name = {fold(sheet.name): sheet for sheet in sheets}
    own = by_name.get(fold(FIELDS))
    if own is None:
        structure.add([_no_fields(name, sheets)])
        return OpenedBook((), structure)
    declared = _checked(tuple(_Reader(own, by_name, structure).rows()), structure, by_name)
    grouped: dict[str, list[Declared]] = {}
    for column in declared:
        grouped.setdefault(column.field.sheet, []).append(column)
    opened = [open_sheet(sheet, grouped[sheet.name], structure) for sheet in sheets if sheet.name in grouped]
    if not declared and not structure.problems:
        fault = "The sheet declares no column."
        structure.add([error(f"{FIELDS}!A2", fault, "Add a row for every column.")])
    rest = [sheet for sheet in sheets if sheet is not own and sheet.name not in grouped]
    undeclared = {}
    for sheet in rest:
        texts = (as_text(raw) for (row, _), raw in sheet.cells.items() if row == 1)
        undeclared[sheet.name] = tuple(filter(None, texts))[:MOST_HEADERS]
    return OpenedBook(tuple(opened), structure, MappingProxyType(undeclared))


def _no_fields(name: str, sheets: Sequence[Worksheet]) -> Problem:
    mend = f"Add a sheet {FIELDS} with the headers Sheet, Column, Type and a row for every column."
    mend = did_you_mean(FIELDS, [sheet.name for sheet in sheets], mend)
    return error(name, f"The workbook has no sheet “{FIELDS}”.", mend)


# ---------------------------------------------------------------- the rows of the sheet Fields


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the sheet Fields. What is misspelt there is read as what it looks like, and said to be wrong."""

    own: Worksheet
    by_name: Mapping[str, Worksheet]
    structure: Structure

    def rows(self) -> Iterator[Declared]:
        headers = self._headers()
        if headers is None:
            return
        columns = {f.key: headers[fold(f.column)] for f in FIELD_FIELDS if fold(f.column) in headers}
        rows = opened(self.own, FIELD_FIELDS, columns)
        self.structure.add(oddities(rows.sheet, rows.columns.values()))
        letters = {key: letter(column) for key, column in columns.items()}
        places = [(f, columns[f.key], letters[f.key]) for f in FIELD_FIELDS if f.key in columns]
        reported = {
            (fold(as_text(cells.get(columns["sheet"]))), fold(as_text(cells.get(columns["column"]))))
            for _, cells in rows.rows
        }
        context, before = Known(Symbols([]), guesses=self.structure.guesses), ""
        for number, cells in rows.rows:
            field, problems, whole = self._field(number, cells, places, context)
            if not field.sheet and has_errors(problems):
                field = replace(field, sheet=before)  # the rows of a sheet stand together
            before = field.sheet
            placed = self._placed(Declared(field, field.key, number, letters), problems, whole, reported)
            if placed is not None:
                yield placed

    def _headers(self) -> dict[str, int] | None:
        """The columns of the sheet; None if one is missing without which nothing can be read."""
        headers = headers_of(self.own, self.structure)
        own = {fold(field.column) for field in FIELD_FIELDS}
        spare = {name: column for name, column in headers.items() if name not in own}
        for needed in _NEEDED:
            if fold(needed) in headers:
                continue
            known = names(as_text(self.own.cells[1, column]) for column in spare.values())
            close = self.structure.guesses.nearest(needed, known)
            near = spare.pop(fold(close[0])) if close else None
            fault = f"The sheet {FIELDS} has no header “{needed}”."
            mend = f"Rename the header {shown(close[0])} in {FIELDS}!{letter(near)}1." if near else ""
            self.structure.add([error(f"{FIELDS}!A1", fault, mend or "Write it into row 1.")])
            if near is None:
                return None
            headers[fold(needed)] = near
        return headers

    def _field(
        self,
        number: int,
        cells: Mapping[int, Raw],
        places: Iterable[tuple[Field, int, str]],
        context: Known,
    ) -> tuple[Field, list[Problem], bool]:
        """What a row declares, what is wrong with it, and whether all that matters could be read."""
        values: dict[str, Any] = {}
        origins: dict[str, Bound | None] = {}
        problems: list[Problem] = []
        listed = ""
        for declaring, column, name in places:
            where, raw = f"{FIELDS}!{name}{number}", cells.get(column)
            if declaring.key in _BOUNDS and points_elsewhere(raw):
                try:
                    values[declaring.column], origins[declaring.key] = followed(raw, self.by_name)
                except Complaint as why:
                    problems.append(warning(where, why.what, why.mend, about=why.about))
                continue
            values[declaring.column], flaws = parse_cell(declaring, raw, where, context)
            problems += flaws
            if declaring.key == "type" and values[declaring.column] is None and as_text(raw):
                near = self.structure.guesses.nearest(as_text(raw), names(FieldType))
                values[declaring.column] = near[0] if near else None
            if declaring.key == "values":
                listed = where
            if declaring.key in _BOUNDS and values[declaring.column] is not None:
                origins[declaring.key] = Bound(where)
        whole = bool(values.get("Type")) and bool(values.get("Column"))
        field = lenient_field(values) or lenient_field(values | {"Type": FieldType.TEXT})
        assert field is not None
        least, most = origins.get("least"), origins.get("most")
        return replace(field, least_from=least, most_from=most, values_at=listed), problems, whole

    def _placed(
        self, column: Declared, problems: Sequence[Problem], whole: bool, reported: set[tuple[str, str]]
    ) -> Declared | None:
        """The declaration with the sheet that it means; None if the workbook has no such sheet."""
        field, structure = column.field, self.structure
        sheet = self.by_name.get(fold(field.sheet))
        if sheet is None and fold(field.sheet) == fold(PUBLISHED):
            structure.add(problems)
            return None  # who deletes that sheet wants to hear no more of it
        if sheet is self.own:
            sheet = None
        if sheet is None and field.sheet:
            near = self._meant(field, reported)
            if fold(field.sheet) not in structure.unknown:
                problems = (*problems, self._no_sheet(field.sheet, column.at("sheet")))
            structure.unknown.add(fold(field.sheet))
            if near is None and fold(field.sheet) == fold(FIELDS):
                structure.add(problems)
                return None
            if near is None:
                structure.absent.setdefault(field.sheet, []).append(field)
                structure.add(problems, field.sheet, unread=True)
                return None
            sheet = near
        structure.add(problems, sheet.name if sheet is not None else "", unread=not whole)
        return replace(column, field=replace(field, sheet=sheet.name)) if sheet is not None else None

    def _meant(self, field: Field, reported: set[tuple[str, str]]) -> Worksheet | None:
        """The sheet that a misspelt name means: it has such a column, which no other row declares."""
        candidates = names(sheet.name for key, sheet in self.by_name.items() if key != fold(FIELDS))
        close = self.structure.guesses.nearest(field.sheet, candidates)
        sheet = self.by_name[fold(close[0])] if close else None
        if sheet is None or (fold(sheet.name), fold(field.column)) in reported:
            return None
        declared = any(name == fold(sheet.name) for name, _ in reported)
        return sheet if declared and fold(field.column) in sheet.headers() else None

    def _no_sheet(self, name: str, where: str) -> Problem:
        if fold(name) == fold(FIELDS):
            fault = f"The sheet {FIELDS} declares itself."
            return error(where, fault, "Delete the row; its columns are fixed.")
        mend = f"Add a sheet {shown(name)}, or delete its rows in {FIELDS}."
        candidates = names(sheet.name for key, sheet in self.by_name.items() if key != fold(FIELDS))
        mend = did_you_mean(name, candidates, mend, guesses=self.structure.guesses)
        return error(where, f"There is no sheet {shown(name)}.", mend)


# ---------------------------------------------------------------- declarations against each other


def _checked(
    declared: Sequence[Declared], structure: Structure, sheets: Mapping[str, Worksheet]
) -> tuple[Declared, ...]:
    """The declarations as they can be used; what is wrong with them goes to the structure."""
    by_place = {(fold(column.field.sheet), fold(column.field.column)): column.field for column in declared}
    places: dict[tuple[str, str], str] = {}
    fields = []
    for found in declared:
        field, name, key = found.field, shown(found.field.column), found.key
        problems: list[Problem] = []
        if field.column and not key:
            fault = f"{name} has no letter or digit."
            structure.add(
                [error(found.at("column"), fault, "Give the column a name.")], field.sheet, unread=True
            )
        first = places.setdefault((field.sheet, key), found.at("column"))
        if field.column and first != found.at("column"):
            fault = f"The column {name} of the sheet {brief(field.sheet)} is declared in {first} already."
            problems.append(error(found.at("column"), fault, "Delete one of the two rows."))
        if field.type is FieldType.CHOICE and not field.choices:
            fault = "A choice needs its choices."
            problems.append(error(found.at("values"), fault, "Write them with | between, such as yes | no."))
        structure.add(problems, field.sheet)
        field = _bounded(found, structure)
        if field.type is FieldType.REFERENCE:
            field = _aimed(replace(found, field=field), by_place, structure, sheets)
        fields.append(replace(found, field=field))
    return tuple(fields)


def _bounded(found: Declared, structure: Structure) -> Field:
    """The field with its bounds; without any if no number could keep to both."""
    field, column = found.field, f"{brief(found.field.sheet)}.{brief(found.field.column)}"
    if field.type not in NUMERIC and (field.least is not None or field.most is not None):
        key = "most" if field.least is None else "least"
        fault = f"A bound means nothing for the type {field.type}."
        structure.add([warning(found.at(key), fault, "Empty the cell.")])
    elif field.least is not None and field.most is not None and field.least > field.most:
        follows = [bound for bound in (field.least_from, field.most_from) if bound and bound.rule]
        fault = f"Least ({field.least:g}) of {column} is above Most ({field.most:g})."
        if follows:  # a number elsewhere has moved, and may move back
            mend = f"Change one of them, or {follows[0].at}."
            structure.add([warning(found.at("least"), fault, mend)])
        else:
            mend = f"Write at most {field.most:g} here, or at least {field.least:g} in {found.at('most')}."
            structure.add([error(found.at("least"), fault, mend)])
        return replace(field, least=None, most=None, least_from=None, most_from=None)
    return field


def _a_target(field: Field, declared: Iterable[Field]) -> str:
    """What a reference may point at: best a column that is called as what was written, or as its own."""
    fields = [
        target
        for target in declared
        if target.sheet != field.sheet and target.type not in NO_TARGET and target.unique
    ]
    alike = {fold(field.values), fold(field.column)} - {""}
    named = (target for target in fields if not alike.isdisjoint({fold(target.column), fold(target.sheet)}))
    one = next(named, next(iter(fields), None))
    return f"{brief(one.sheet)}.{brief(one.column)}" if one else ""


def _aimed(
    found: Declared,
    by_place: Mapping[tuple[str, str], Field],
    structure: Structure,
    sheets: Mapping[str, Worksheet],
) -> Field:
    """The field of a reference; a target that is misspelt is read as what it looks like."""
    field, guesses, where = found.field, structure.guesses, found.at("values")
    sheet, column = field.target
    pointed = by_place.get((fold(sheet), fold(column)))
    if not sheet or not column:
        such = _a_target(field, by_place.values())
        problem = error(where, "A reference needs its target.", f"Write Sheet.Column{such_as(such)}.")
    elif pointed is None and fold(sheet) in map(fold, structure.absent):
        return field  # that it is not there is a Problem already, and it hides what it hides
    elif pointed is None:
        fit = (field for field in by_place.values() if field.type not in NO_TARGET)
        columns = guesses.names("columns", lambda: names(f"{field.sheet}.{field.column}" for field in fit))
        close = guesses.nearest(field.values, columns)
        fault = f"No column {shown(field.values)} is declared."
        there = sheets.get(fold(sheet))
        if close:
            mend = f"Did you mean “{close[0]}”?"
        elif there is not None and not any(field.sheet == there.name for field in by_place.values()):
            mend = declare(there.name, (column,))
        else:
            mend = f"Declare it in {FIELDS}, or correct the name."
        structure.add([error(where, fault, mend)], field.sheet, unread=not close)
        return replace(field, values=close[0]) if close else field
    elif pointed.type in NO_TARGET:
        fault = f"{shown(field.values)} is itself a {pointed.type}."
        problem = error(where, fault, "Point at a column of texts, numbers or choices.")
    else:
        return field
    structure.add([problem], field.sheet, unread=True)
    return field
