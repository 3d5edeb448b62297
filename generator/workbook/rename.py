"""Writes a new name into every cell that says the old one: titles, references, the told game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from generator.ground.problems import Failed, error
from generator.records.cells import as_text, fold, shown
from generator.records.tables import Field, FieldType
from generator.records.worksheets import (
    BOOKLETS,
    CHECKS,
    COMPONENTS,
    FIELDS,
    PUBLISHED,
    SCENES,
    WORDS,
    is_sample_game,
)
from generator.workbook.cell_names import CellPlace, cell_name
from generator.workbook.cell_text import LONGEST_TEXT
from generator.workbook.changes import CellChange
from generator.workbook.csv_edit import set_cells
from generator.workbook.fields import Opened, open_book
from generator.workbook.guard import is_ods, refused_as
from generator.workbook.located import Worksheet, read_with_bytes
from generator.workbook.named import NamePlaces, column_of_names, names_rows
from generator.workbook.save import save
from generator.workbook.set_cells import with_cells

LEAST_LETTERS = 3
"""A name of fewer letters, such as A, may be any word of a text."""
_KEY = re.compile(r"[a-z0-9][a-z0-9_-]*")
_WORDS = frozenset({FieldType.TEXT, FieldType.RICH})
_NOTATION = frozenset({FieldType.REQUIREMENT, FieldType.EFFECT})
_FIXED = frozenset({FieldType.CHOICE, FieldType.FILE, FieldType.COLOUR, FieldType.YES_NO})
_LAID = frozenset({"component", "card", "on", "to"})
"""Columns of the sheet Scenes that hold the name of a piece, and nothing else."""
_ELSEWHERE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        COMPONENTS: frozenset({"data", "front", "back"}),
        BOOKLETS: frozenset({"data", "template"}),
        CHECKS: frozenset({"sheet", "columns"}),
        SCENES: frozenset({"scene", "place"}),
        WORDS: frozenset({"english"}),
    }
)
"""Columns that hold what sheets, files or templates say: a row may well be called the same."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """The cells to change, and those that say the name and stay, each with why."""

    changes: tuple[CellChange, ...]
    left: Mapping[str, str]
    symbol: bool = False
    """Whether the name is the key of a symbol, by which its picture is found and templates ask for it."""


def give_name(path: Path, old: str, new: str, *, inside: Path | None = None, writes: bool = True) -> Renaming:
    """Write the new name into the workbook, which keeps its last versions. Raises Failed.

    Every part of the file keeps its bytes but for the cells that change. Nothing is written if no cell is
    to change, or while a spreadsheet has the file open; an .ods file never is. Unless it `writes` it only
    says what would change.
    """
    content, sheets = read_with_bytes(path, inside=inside)
    changes = renaming(sheets, path.name, old, new)
    if not changes.changes or not writes or is_ods(path):
        return changes
    cells: dict[str, dict[CellPlace, str]] = {}
    for change in changes.changes:
        cells.setdefault(change.sheet, {})[change.place] = change.after
    if content:
        with refused_as(path.name):
            save(path, with_cells(content, cells), inside=inside, before=content)
    else:
        set_cells(path, cells, inside=inside)
    return changes


def renaming(
    sheets: Sequence[Worksheet],
    name: str,
    old: str,
    new: str,
) -> Renaming:
    """What a rename would change in the sheets of a workbook. Raises Failed if that is not clear."""
    book = open_book(sheets, name)
    opened = book.sheets
    if not opened:
        raise Failed(*book.structure.problems)
    places = NamePlaces(opened, old, new)
    _refuse_unclear(sheets, places, name)
    words = _Words(old, new, _longer(opened, old))
    changes: list[CellChange] = []
    left: dict[str, str] = {}
    for sheet, field, place, text in _cells(opened):
        own = place[1] == sheet.columns.get(field.key)
        after = (_after if own else _after_elsewhere)(sheet, field, text, words, places)
        if after is None:
            continue
        change = CellChange(sheet.sheet.name, place, text, after)
        if place in sheet.sheet.formulas:
            left[change.where] = "a formula"
        elif sheet.sheet.name == PUBLISHED:
            left[change.where] = "tells of the published game"
        elif after == text:
            left[change.where] = "may mean something else" if own else "is in another language"
        elif len(after) > LONGEST_TEXT:
            fault = f"The text here would have {len(after):,} letters then; {LONGEST_TEXT:,} are the most."
            raise Failed(error(change.where, fault, "Take a shorter name; nothing was renamed."))
        else:
            changes.append(change)
    for declared in sheets:
        for place, raw in declared.cells.items() if declared.name == FIELDS else ():
            if words.put(as_text(raw)) != as_text(raw):
                left[f"{FIELDS}!{cell_name(place)}"] = "declares columns"
    return Renaming(tuple(changes), left, places.symbol)


def _refuse_unclear(sheets: Sequence[Worksheet], places: NamePlaces, name: str) -> None:
    old, new = places.old, places.new
    if not new.strip() or not old.strip() or old == new:
        raise Failed(
            error("rename", "The two names are the same, or empty.", "Name the old and the new one.")
        )
    both = places.with_both
    if both:
        fault = f"The sheet {both} has both {shown(old)} and {shown(new)}."
        raise Failed(error(name, fault, "Take another name, or delete the row that is not meant."))
    if places.symbol and not _KEY.fullmatch(new):
        fault = f"{shown(new)} cannot be the key of a symbol, by which its picture is found."
        raise Failed(error(name, fault, "A key has small letters, digits, - and _ alone."))
    if places.owners:
        return
    table = next((sheet.name for sheet in sheets if fold(sheet.name) in {fold(old), fold(new)}), None)
    if table is not None:
        fault = f"{shown(table)} is a sheet; here rows get new names."
        mend = (
            f"Rename the sheet in your spreadsheet, and its name in the sheets {FIELDS} and Components, too."
        )
        raise Failed(error(name, fault, mend))
    fault = f"No row of a sheet is called {shown(old)}."
    raise Failed(error(name, fault, "Give the name as it stands in the column Title, Name or Key."))


def _longer(opened: Sequence[Opened], old: str) -> tuple[str, ...]:
    """Names that have the old one in them: where they stand, it is not meant."""
    names = {
        text
        for sheet in opened
        for field in sheet.fields
        if names_rows(field)
        for text in column_of_names(sheet, field)
    }
    return tuple(sorted(name for name in names if old in name and name != old))


class _Words:
    """Finds the old name where it stands as a name, and puts the new one there."""

    def __init__(self, old: str, new: str, longer: Sequence[str]) -> None:
        self.old, self.new = old, new
        inner = "|".join([*(re.escape(name) for name in longer), f"({re.escape(old)})"])
        keys = r"\{[^{}]*\}|\[[^\[\]]*\]"  # they are other words, whatever they say
        self.whole = re.compile(rf"{keys}|(?<!\w)(?:{inner})(?!\w)")
        self.loose = re.compile(self.whole.pattern, re.IGNORECASE)
        self.marked = re.compile(rf"(?<=[{{\[])(\s*)(?:{inner})(?=\s*[}}\]])", re.IGNORECASE)
        self.item = re.compile(rf"((?:^|[;,\n])\s*){re.escape(old)}(?=\s*(?:[;,\n]|$))")

    def put(self, text: str, *, loose: bool = False) -> str:
        """The text with the new name; `loose` is where capitals make no difference."""
        return (self.loose if loose else self.whole).sub(lambda m: self.new if m[1] else m[0], text)

    def put_marked(self, text: str) -> str:
        """The text with the new name where the old one stands as a key: {energy}, [Board Actions]."""
        return self.marked.sub(lambda m: f"{m[1]}{self.new}" if m[2] else m[0], text)

    def put_listed(self, text: str) -> str:
        """The text with the new name where the old one is all that stands between separators."""
        return self.item.sub(lambda m: f"{m[1]}{self.new}", text)


def _after(sheet: Opened, field: Field, text: str, words: _Words, places: NamePlaces) -> str | None:
    """What a cell holds after the rename; None if it does not say the name, the same text if it stays."""
    if places.owns(sheet, field) or places.points(field):
        return words.new if fold(text) == fold(words.old) else None
    if field.type in _FIXED:
        return None
    if sheet.sheet.name == SCENES and field.key in _LAID:
        laid = fold(text) == fold(words.old) and not places.keys and not places.persons
        return (words.new if places.clear else text) if laid else None
    if field.key in _ELSEWHERE.get(sheet.sheet.name, ()):
        return _after_elsewhere(sheet, field, text, words, places)
    played = is_sample_game(sheet.sheet.name)
    notation = field.type in _NOTATION
    prose = field.key == "narration" or not played
    if places.keys:
        after = words.put_marked(text)
        if places.symbols and (notation or not prose):
            after = words.put(after, loose=True)
        return after if after != text else None
    short = len(words.old) < LEAST_LETTERS
    after = words.put(text, loose=notation or (played and not prose))
    if after == text:
        return None
    if notation:
        return after if places.symbols else None
    if played and not prose and short:
        return words.put_listed(text)
    clear = places.clear and not short and (played or not places.persons)
    return after if clear and (played or (field.type in _WORDS and not names_rows(field))) else text


def _after_elsewhere(sheet: Opened, field: Field, text: str, words: _Words, places: NamePlaces) -> str | None:
    """The same of a cell in which other words stand for the name: keys alone are the same there."""
    if places.keys:
        after = words.put_marked(text)
        return after if after != text else None
    return text if len(words.old) >= LEAST_LETTERS and words.put(text) != text else None


def _cells(opened: Sequence[Opened]) -> Iterator[tuple[Opened, Field, CellPlace, str]]:
    """The cells that hold text, each with the field that it is of, perhaps in another language."""
    for sheet in opened:
        for number, cells in sheet.rows:
            for field in sheet.fields:
                for columns in (sheet.columns, *sheet.languages.values()):
                    raw = cells.get(columns.get(field.key, 0))
                    if isinstance(raw, str):
                        yield sheet, field, (number, columns[field.key]), raw
