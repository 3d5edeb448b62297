"""The columns of a workbook in other languages, such as `Title de`, read like those they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
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
            for number, row in sheet.rows:
                texts = {}
                for key, field, column in fields:
                    where = f"{sheet.sheet.name}!{letter(column)}{number}"
                    text, problems = parse_cell(field, row.get(column), where, context)
                    report(problems)
                    texts[key] = TranslatedCell(text, letter(column))
                cells[sheet.sheet.name, number] = texts
    return MappingProxyType(by_sheet)


def _in_language(field: Field, language: str) -> Field:
    return replace(field, column=f"{field.column} {language}", required=False, unique=False)
