"""From a workbook's file to a Book: the cells of each sheet against what the sheet Fields declares.

file ─ guard ─▶ safe bytes ─ located ─▶ sheets ─ fields ─▶ columns ─ here ─▶ Book
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.problems import Failed, Problem, error, has_errors
from generator.ground.spelling import Guesses
from generator.records.cells import as_text, clean, did_you_mean, fold, names, same, shown
from generator.records.grammar import Grammar
from generator.records.notation import Kind, Symbol, Symbols
from generator.records.tables import Book, Field, FieldType, Row, Table, slug
from generator.records.worksheets import COMPONENTS, FIELDS, ICONS, NOTATION
from generator.workbook.cell_names import letter
from generator.workbook.declared import targeted
from generator.workbook.examples import picture_in
from generator.workbook.fields import NO_TARGET, Opened, open_book
from generator.workbook.grammar import grammar_of
from generator.workbook.located import Worksheet, digest, read_sheets, sheets_text
from generator.workbook.oddities import MergedCells
from generator.workbook.schema import Known, empty_value, parse_cell
from generator.workbook.sized import with_sizes
from generator.workbook.translated import translated

MOST_CELLS = 1_000_000
"""Cells of declared columns in all sheets, filled or not: 5,000 cards of 40 columns are a fifth of it."""
MOST_TYPED = 2_000
"""Letters of a cell that could not be read."""
MOST_FINDINGS = 10_000
"""Problems of single cells that are kept."""


def read_book(
    path: Path, *, inside: Path | None = None, cache: Cache = NO_CACHE
) -> tuple[Book | None, tuple[Problem, ...]]:
    """The Book of a workbook and everything that is wrong with it; never raises on bad content.

    There is no Book if the file, or the sheet Fields, cannot be read. Cells with errors hold the empty value
    of their type; a sheet whose headers do not match its declarations is left out of `tables`.
    The file has to lie in the folder `inside`; None is for a workbook that the user named himself.
    """
    try:
        sheets, problems = read_sheets(path, inside=inside, cache=cache)
    except Failed as failed:
        return None, failed.problems
    book, further = book_from(sheets, path.name)
    return book, (*problems, *further)


def dump(path: Path, *, inside: Path | None = None) -> str:
    """The content of a workbook as stable text for diffs. Raises Failed if it cannot be read."""
    return sheets_text(read_sheets(path, inside=inside)[0])


def book_from(sheets: Sequence[Worksheet], name: str) -> tuple[Book | None, tuple[Problem, ...]]:
    """The Book of sheets that were read; `name` names the file in Problems."""
    opened_book = open_book(sheets, name)
    opened, structure = opened_book.sheets, opened_book.structure
    too_many = tuple(_too_many(opened))
    if too_many or not (opened or structure.absent):
        return None, (*structure.problems, *too_many)
    problems = CellFindings()
    symbols = _symbols(opened, problems)
    targets = _targets(opened, symbols)
    symbols = replace(symbols, targets=targets, picture=picture_in(opened))
    tables = {sheet.sheet.name: _table(sheet, symbols, problems) for sheet in opened}
    tables = {name: table for name, table in tables.items() if name not in structure.unread}
    if COMPONENTS in structure.unread:  # whatever is to be printed: there is nothing to print
        fields = next((sheet.fields for sheet in opened if sheet.sheet.name == COMPONENTS), ())
        tables[COMPONENTS] = Table(COMPONENTS, fields or tuple(structure.absent.get(COMPONENTS, ())), ())
    translations = translated(opened, symbols, problems.add)
    book = Book(
        MappingProxyType(tables),
        symbols.symbols,
        digest(tuple(sheets)),
        frozenset(symbols.by_symbols),  # complete only now: translations name symbols, too
        MappingProxyType(structure.faults),
        opened_book.undeclared,
        problems.unread,
        translations,
    )
    return with_sizes(book, (*structure.problems, *problems.all(name)))


def _too_many(opened: Iterable[Opened]) -> Iterator[Problem]:
    """A sheet of all rows and all columns that there may be, a value in a corner of each, has ten million."""
    sizes = {sheet.sheet.name: len(sheet.rows) * len(sheet.columns) for sheet in opened}
    if sum(sizes.values()) <= MOST_CELLS:
        return
    largest = max(sizes, key=lambda name: sizes[name])
    fault = (
        f"The sheets have {sum(sizes.values()):,} cells in declared columns, most of them "
        f"({sizes[largest]:,}) in this one; {MOST_CELLS:,} are the most."
    )
    yield error(f"{largest}!A1", fault, f"Delete rows that hold nothing, or columns, in {FIELDS} too.")


class CellFindings:
    """What is wrong in the cells of a workbook, one by one up to a bound; what is beyond it is counted."""

    def __init__(self, most: int = MOST_FINDINGS) -> None:
        self._most = most
        self._found: list[Problem] = []
        self._more = 0
        self.unread: dict[str, str] = {}
        """What is typed in cells that could not be read."""

    def add(self, problems: Iterable[Problem]) -> None:
        """Note what was found."""
        for problem in problems:
            if len(self._found) < self._most:
                self._found.append(problem)
            else:
                self._more += 1

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._found)

    def all(self, name: str) -> tuple[Problem, ...]:
        """The Problems, and one that says how many were not kept. `name` is the file's."""
        if not self._more:
            return tuple(self._found)
        fault = f"{self._more:,} more cells are wrong, beside the {self._most:,} that are listed."
        return (*self._found, error(name, fault, "Mend those that are listed first, and check again."))


def _table(opened: Opened, context: Known, problems: CellFindings) -> Table:
    """The typed rows of a sheet. A column that was not found is a Problem already, and left out."""
    letters = MappingProxyType({key: letter(column) for key, column in opened.columns.items()})
    merged = MergedCells(opened.sheet, opened.columns.values())
    columns = [(f, f.key, opened.columns[f.key]) for f in opened.fields if f.key in opened.columns]
    places = [(field, key, column, f"{opened.sheet.name}!{letters[key]}") for field, key, column in columns]
    rows: list[Row] = []
    for number, cells in opened.rows:
        values: dict[str, Any] = {}
        for field, key, column, place in places:
            raw = cells.get(column)
            if raw is None and merged.ranges and (number, column) in merged:
                values[key] = empty_value(field)  # the merged range is a Problem already
                continue
            values[key], flaws = parse_cell(field, raw, f"{place}{number}", context)
            if number in opened.sheet.ragged:  # what slipped into another column is a Problem already
                if field.type is not FieldType.TEXT:
                    values[key] = empty_value(field)
            elif flaws:
                problems.add(flaws)
                if has_errors(flaws):
                    problems.unread[f"{place}{number}"] = as_text(raw)[:MOST_TYPED]
        rows.append(Row(opened.sheet.name, number, MappingProxyType(values), letters, _names(values)))
    problems.add(_repeated(opened))
    return Table(opened.sheet.name, opened.fields, tuple(rows))


_NO_NAMES: Mapping[str, Any] = MappingProxyType({})


def _names(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The texts that are set otherwise than they are compared: with soft hyphens or fixed blanks."""
    names = {
        key: name
        for key, text in values.items()
        if isinstance(text, str) and not text.isascii() and (name := clean(text)) != text
    }
    return MappingProxyType(names) if names else _NO_NAMES


def _repeated(opened: Opened) -> Iterator[Problem]:
    """Values that stand twice in a unique column, or in the column Key of a sheet of Keys and Values.

    Blanks count: `Sea Shell` and `Seashell` are two names, and a reference finds the one that it spells.
    """
    keys = {field.key for field in opened.fields}
    for field in opened.fields:
        is_key = field.key == "key" and "value" in keys
        if field.key not in opened.columns or not (field.unique or is_key):
            continue
        first: dict[str, int] = {}
        column = opened.columns[field.key]
        for number, cells in opened.rows:
            raw = cells.get(column)
            text = slug(as_text(raw)) if is_key else same(as_text(raw))
            if text and first.setdefault(text, number) != number:
                fault = f"{shown(raw)} stands in {letter(column)}{first[text]} already."
                mend = f"Every value of {shown(field.column)} must be another; change one."
                yield error(opened.at(number, field), fault, mend)


# ---------------------------------------------------------------- what cells refer to


def symbols_in(opened: Iterable[Opened]) -> Symbols:
    """The symbols of a workbook, as far as its sheet Icons can be read."""
    return _symbols(tuple(opened), CellFindings()).symbols


def _symbols(opened: Sequence[Opened], problems: CellFindings) -> Known:
    """The symbols of the sheet Icons, in its order. Cell errors are left to the table's own reading."""
    sheet = next((sheet for sheet in opened if fold(sheet.sheet.name) == fold(ICONS)), None)
    if sheet is None:
        return Known(Symbols([]))
    findings = CellFindings()
    table = _table(sheet, Known(Symbols([]), whole=False), findings)
    kinds = {fold(kind): kind for kind in Kind}
    known_kinds, guesses = names(Kind), Guesses()
    symbols = []
    for row in table:
        texts = {key: as_text(row.values.get(key)) for key in ("key", "code", "emoji", "name", "kind")}
        kind = kinds.get(fold(texts["kind"] or Kind.SIGN))
        if kind is None:
            mend = f"Use one of: {', '.join(Kind)}."
            mend = did_you_mean(texts["kind"], known_kinds, mend, guesses=guesses)
            problems.add([error(row.at("kind"), f"{shown(texts['kind'])} is not a kind of symbol.", mend)])
        if texts["key"]:
            name = texts["name"] or texts["key"]
            symbols.append(Symbol(texts["key"], texts["code"], texts["emoji"], name, kind or Kind.SIGN))
    whole = len(sheet.columns) == len(sheet.fields) and not has_errors((*findings, *problems))
    grammar, faults = _grammar(opened, Symbols(symbols), whole=whole)
    problems.add(faults)
    return Known(Symbols(symbols, grammar), whole=whole and not has_errors(faults))


def _grammar(
    opened: Sequence[Opened], symbols: Symbols, *, whole: bool
) -> tuple[Grammar | None, tuple[Problem, ...]]:
    """The words of the sheet Notation, if the workbook has it, and what is wrong with them."""
    sheet = next((sheet for sheet in opened if fold(sheet.sheet.name) == fold(NOTATION)), None)
    if sheet is None:
        return None, ()
    findings = CellFindings()
    table = _table(sheet, Known(symbols, whole=whole), findings)
    return grammar_of(table, symbols, {problem.where for problem in findings})


def _targets(opened: Sequence[Opened], context: Known) -> dict[tuple[str, str], Mapping[str, Any]]:
    """The values of every column that a reference points at."""
    sources = {
        (fold(sheet.sheet.name), fold(field.column)): (sheet, field)
        for sheet in opened
        for field in reversed(sheet.fields)
        if field.type not in NO_TARGET
    }
    targets: dict[tuple[str, str], Mapping[str, Any]] = {}
    for field in (field for sheet in opened for field in sheet.fields):
        if field.type is FieldType.REFERENCE:
            sheet, column = map(fold, field.target)
            source, pointed = sources.get((sheet, column), (None, field))
            if source and pointed.key in source.columns and (sheet, column) not in targets:
                targets[sheet, column] = targeted(_column_values(source, pointed, context))
    return targets


def _column_values(opened: Opened, field: Field, context: Known) -> Iterator[Any]:
    column = opened.columns[field.key]
    for number, cells in opened.rows:
        yield parse_cell(field, cells.get(column), opened.at(number, field), context)[0]
