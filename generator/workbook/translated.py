"""The columns of a workbook in other languages, such as `Title de`, read like those they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from generator.ground.problems import Problem
from generator.records.languages import TranslatedCell, Translations
from generator.records.tables import Field
from generator.workbook.cell_names import letter
from generator.workbook.opened import Opened
from generator.workbook.schema import Known, parse_cell


def translated(
    opened: Iterable[Opened], context: Known, report: Callable[[Iterable[Problem]], None]
) -> Mapping[str, Translations]:
    """All that the sheets say in other languages, by language; what is wrong with a cell goes to `report`."""
    by_sheet: dict[str, dict[tuple[str, int], Mapping[str, TranslatedCell]]] = {}
    for sheet in opened:
        for language, columns in sheet.languages.items():
            fields = [
                (field.key, _in_language(field, language), columns[field.key])
                for field in sheet.fields
                if field.key in columns
            ]
            cells = by_sheet.setdefault(language, {})
            for number, _ in sheet.rows:
                cells[sheet.sheet.name, number] = dict(_cells(sheet, number, fields, context, report))
    return MappingProxyType(by_sheet)


def _in_language(field: Field, language: str) -> Field:
    return replace(field, column=f"{field.column} {language}", required=False, unique=False)


def _cells(
    sheet: Opened,
    number: int,
    fields: Iterable[tuple[str, Field, int]],
    context: Known,
    report: Callable[[Iterable[Problem]], None],
) -> Iterator[tuple[str, TranslatedCell]]:
    for key, field, column in fields:
        where = f"{sheet.sheet.name}!{letter(column)}{number}"
        raw = sheet.sheet.cells.get((number, column))
        text, problems = parse_cell(field, raw, where, context)
        report(problems)
        yield key, TranslatedCell(text, letter(column))
