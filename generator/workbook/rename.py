"""Writes a new name into every cell that says the old one: titles, references, the told game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.ground.problems import Failed, error
from generator.records.cells import as_text, fold, shown
from generator.records.tables import Field, FieldType
from generator.records.worksheets import FIELDS, PUBLISHED, SAMPLE_GAME
from generator.workbook.declared import target
from generator.workbook.edit import EditedParts, elements
from generator.workbook.fields import Opened, open_sheets
from generator.workbook.guard import RefusedFile, guarded_bytes
from generator.workbook.located import letter, sheets_in
from generator.workbook.package import open_package
from generator.workbook.save import save
from generator.workbook.scan import CellPlace, column_number
from generator.workbook.set_value import set_cell

_NAMES = ("title", "name")
_WORDS = frozenset({FieldType.TEXT, FieldType.RICH})


@dataclass(frozen=True, slots=True)
class Renamed:
    """One cell that says the old name: what it held, and what it holds now."""

    sheet: str
    place: CellPlace
    before: str
    after: str

    @property
    def where(self) -> str:
        """The cell as Problems name it."""
        return f"{self.sheet}!{letter(self.place[1])}{self.place[0]}"


@dataclass(frozen=True, slots=True)
class Renaming:
    """The cells to change, and those that say the name and stay, each with why."""

    changes: tuple[Renamed, ...]
    left: Mapping[str, str]


def give_name(path: Path, old: str, new: str, *, inside: Path | None = None) -> Renaming:
    """Write the new name into the workbook, which keeps its last versions. Raises Failed.

    Every part of the file keeps its bytes but for the cells that change. Nothing is written if no cell is
    to change, or while a spreadsheet has the file open.
    """
    content = guarded_bytes(path, inside=inside)
    made = renaming(content, path.name, old, new)
    if made.changes:
        draft = EditedParts(content)
        try:
            for change in made.changes:
                set_cell(draft, change.sheet, change.place, change.after)
        except RefusedFile as refused:
            raise Failed(error(path.name, refused.what, refused.mend)) from None
        save(path, draft.finished(), inside=inside, before=content)
    return made


def renaming(content: bytes, name: str, old: str, new: str) -> Renaming:
    """What a rename would change in the bytes of a workbook. Raises Failed if that is not clear."""
    sheets, _ = sheets_in(content, name)
    opened, problems = open_sheets(sheets, name)
    if not opened:
        raise Failed(*problems)
    owners = _owners(opened, old) or _owners(opened, new)
    _refuse_unclear(opened, owners, old, new, name)
    formulas = _formulas(content)
    words = _Words(old, new, _longer(opened, old))
    also = [place for place in _owners(opened, old) if place not in owners[:1]] if owners else []
    changes: list[Renamed] = []
    left: dict[str, str] = {}
    for sheet, field, place, text in _cells(opened):
        after = _after(sheet, field, text, words, owners, clear=not also)
        if after is None:
            continue
        made = Renamed(sheet.sheet.name, place, text, after)
        if (sheet.sheet.name, place) in formulas:
            left[made.where] = "a formula"
        elif sheet.sheet.name == PUBLISHED:
            left[made.where] = "tells of the published game"
        elif after == text:
            left[made.where] = "may mean something else"
        else:
            changes.append(made)
    for declared in sheets:
        for place, raw in declared.cells.items() if declared.name == FIELDS else ():
            if words.put(as_text(raw)) != as_text(raw):
                left[f"{FIELDS}!{letter(place[1])}{place[0]}"] = "declares columns"
    return Renaming(tuple(changes), left)


Owner = tuple[str, str]
"""Sheet and column, folded, whose cells are names."""


def _owners(opened: Sequence[Opened], name: str) -> list[Owner]:
    """The columns of names in which a name stands."""
    return [
        (fold(sheet.sheet.name), fold(field.column))
        for sheet in opened
        for field in sheet.fields
        if _names_rows(field) and any(fold(text) == fold(name) for text in _column(sheet, field))
    ]


def _names_rows(field: Field) -> bool:
    return field.type is FieldType.TEXT and (field.key in _NAMES or field.unique)


def _column(sheet: Opened, field: Field) -> Iterator[str]:
    at = sheet.columns.get(field.key)
    yield from (as_text(cells.get(at)) for _, cells in sheet.rows) if at is not None else ()


def _refuse_unclear(opened: Sequence[Opened], owners: Sequence[Owner], old: str, new: str, name: str) -> None:
    if not new.strip() or not old.strip() or old == new:
        raise Failed(
            error("rename", "The two names are the same, or empty.", "Name the old and the new one.")
        )
    both = set(_owners(opened, old)) & set(_owners(opened, new)) if fold(old) != fold(new) else set()
    if both:
        sheet = next(one.sheet.name for one in opened if fold(one.sheet.name) == next(iter(both))[0])
        what = f"The sheet {sheet} has both {shown(old)} and {shown(new)}."
        raise Failed(error(name, what, "Take another name, or delete the row that is not meant."))
    if not owners:
        what = f"No row of a sheet is called {shown(old)} or {shown(new)}."
        raise Failed(error(name, what, "Give the name as it stands in the column Title or Name."))


def _longer(opened: Sequence[Opened], old: str) -> tuple[str, ...]:
    """Names that have the old one in them: where they stand, it is not meant."""
    names = {
        text
        for sheet in opened
        for field in sheet.fields
        if _names_rows(field)
        for text in _column(sheet, field)
    }
    return tuple(sorted(name for name in names if old in name and name != old))


class _Words:
    """Finds the old name where it stands as a name, and puts the new one there."""

    def __init__(self, old: str, new: str, longer: Sequence[str]) -> None:
        self.old, self.new = old, new
        inner = "|".join([*(re.escape(name) for name in longer), f"({re.escape(old)})"])
        self.whole = re.compile(rf"(?<!\w)(?:{inner})(?!\w)")
        self.loose = re.compile(self.whole.pattern, re.IGNORECASE)

    def put(self, text: str, *, loose: bool = False) -> str:
        """The text with the new name; `loose` is where capitals make no difference."""
        return (self.loose if loose else self.whole).sub(lambda m: self.new if m[1] else m[0], text)


def _after(
    sheet: Opened, field: Field, text: str, words: _Words, owners: Sequence[Owner], *, clear: bool
) -> str | None:
    """What a cell holds after the rename; None if it does not say the name, the same text if it stays."""
    own = (fold(sheet.sheet.name), fold(field.column))
    if own in owners[:1] or _points_at(field, owners[:1]):
        return words.new if fold(text) == fold(words.old) else None
    played = sheet.sheet.name == SAMPLE_GAME
    made = words.put(text, loose=played and field.key != "narration")
    if made == text:
        return None
    return made if clear and (played or (field.type in _WORDS and not _names_rows(field))) else text


def _points_at(field: Field, owners: Sequence[Owner]) -> bool:
    if field.type is not FieldType.REFERENCE:
        return False
    sheet, column = target(field)
    return (fold(sheet), fold(column)) in owners


def _cells(opened: Sequence[Opened]) -> Iterator[tuple[Opened, Field, CellPlace, str]]:
    for sheet in opened:
        for number, cells in sheet.rows:
            for field in sheet.fields:
                raw = cells.get(sheet.columns.get(field.key, 0))
                if isinstance(raw, str):
                    yield sheet, field, (number, sheet.columns[field.key]), raw


def _formulas(content: bytes) -> set[tuple[str, CellPlace]]:
    """The cells that hold formulas."""
    draft = EditedParts(content)
    made: set[tuple[str, CellPlace]] = set()
    for sheet in open_package(draft.archive).sheets:
        data = draft.read(sheet.part)
        if b"<f" not in data and b":f" not in data:
            continue
        root = elements(data, lambda depth, name, attributes: name in {"c", "f"})
        for cell in root.named("c"):
            ref = re.fullmatch(r"([A-Z]+)(\d+)", cell.attributes.get("r", ""))
            if ref and cell.first("f") is not None:
                made.add((sheet.name, (int(ref[2]), column_number(ref[1]))))
    return made
