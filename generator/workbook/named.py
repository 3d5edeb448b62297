"""Where a name is at home: the columns that name rows, and those that point at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.records.cells import Raw, as_text, fold
from generator.records.tables import Field, FieldType
from generator.records.worksheets import ICONS, is_sample_game
from generator.workbook.fields import Opened

_NAMES = ("title", "name")
_KEY = "key"
_PLAYER = "player"

_Place = tuple[str, str]
"""Sheet and column, folded."""
_Named = tuple[Opened, Field, Mapping[int, Raw], str]
"""A row with a name: its sheet, the column of the name, the cells and the name."""


def names_rows(field: Field) -> bool:
    """Whether the cells of a column are names of its rows."""
    return field.type is FieldType.TEXT and (field.key in _NAMES or field.unique)


def column_of_names(sheet: Opened, field: Field) -> Iterator[str]:
    """What stands in a column."""
    at = sheet.columns.get(field.key)
    yield from (as_text(cells.get(at)) for _, cells in sheet.rows) if at is not None else ()


class NamePlaces:
    """The columns in which an old or a new name names a row.

    One name may stand in several sheets. It is one thing if its rows point at the same symbol, as the token
    Energy and the entry Energy of a glossary do at the symbol Energy; else it is that of the first sheet,
    and nobody can tell which one a text means.
    """

    def __init__(self, opened: Sequence[Opened], old: str, new: str) -> None:
        self.old, self.new = old, new
        naming = [
            (sheet, field, row, text)
            for sheet in opened
            for field in sheet.fields
            if names_rows(field) and field.key in sheet.columns
            for _, row in sheet.rows
            if fold(text := as_text(row.get(sheet.columns[field.key]))) in {fold(old), fold(new)}
        ]
        olds, news = (
            _exact([one for one in naming if fold(one[3]) == fold(name)], name) for name in (old, new)
        )
        self.with_both = ""
        """The sheet that has rows of both names in one column."""
        if fold(old) != fold(new):
            both = {_place(sheet, field) for sheet, field, _, _ in news}
            self.with_both = next(
                (naming[0].sheet.name for naming in olds if _place(*naming[:2]) in both), ""
            )
        named = [*olds, *(naming for naming in news if naming not in olds)]
        joined = _joined([(sheet, row) for sheet, _, row, _ in named])
        self.owners = frozenset(_place(named[at][0], named[at][1]) for at in joined)
        self.clear = {_place(sheet, field) for sheet, field, _, _ in olds} <= self.owners
        """Whether a text that says the old name can mean nothing else."""
        self.keys = bool(named) and named[0][1].key == _KEY
        """Whether it is a key, which texts write in brackets."""
        self.symbols = any(sheet == fold(ICONS) for sheet, _ in self.owners)
        """Whether requirements and effects may be typed with it."""
        self.symbol = self.keys and self.symbols
        self.persons = False
        """Whether it is one who plays in the sample game, and known nowhere else."""
        playing = frozenset((fold(sheet.sheet.name), _PLAYER) for sheet in opened if _plays(sheet, old))
        if not self.owners and playing:
            self.owners, self.clear, self.persons = playing, True, True

    def owns(self, sheet: Opened, field: Field) -> bool:
        """Whether a column is one of those in which the name is at home."""
        return _place(sheet, field) in self.owners

    def points(self, field: Field) -> bool:
        """Whether a column points at one of them."""
        if field.type is not FieldType.REFERENCE:
            return False
        sheet, column = field.target
        return (fold(sheet), fold(column)) in self.owners


def _exact(names: Sequence[_Named], name: str) -> list[_Named]:
    """Those that are spelt so to the letter, if there are any."""
    return [naming for naming in names if naming[3] == name] or list(names)


def _place(sheet: Opened, field: Field) -> _Place:
    return fold(sheet.sheet.name), fold(field.column)


def _plays(sheet: Opened, name: str) -> bool:
    at = sheet.columns.get(_PLAYER) if is_sample_game(sheet.sheet.name) else None
    return at is not None and any(as_text(cells.get(at)) == name for _, cells in sheet.rows)


_NamedRow = tuple[Opened, Mapping[int, Raw]]


def _joined(rows: Sequence[_NamedRow]) -> frozenset[int]:
    """The rows that are one thing with the first: they point at its symbol, or it at theirs."""
    if not rows:
        return frozenset()
    joined, waiting = {0}, [0]
    while waiting:
        at = waiting.pop()
        for second in range(len(rows)):
            if second in joined:
                continue
            if rows[second] == rows[at] or _points(rows[at], rows[second]) or _points(rows[second], rows[at]):
                joined.add(second)
                waiting.append(second)
    return frozenset(joined)


def _points(first: _NamedRow, second: _NamedRow) -> bool:
    """Whether a row points at a symbol."""
    sheet, cells = first
    pointed, row = second
    if pointed.sheet.name != ICONS:
        return False
    for field in sheet.fields:
        aimed, column = field.target if field.type is FieldType.REFERENCE else ("", "")
        if fold(aimed) != fold(ICONS) or field.key not in sheet.columns:
            continue
        own = next((f for f in pointed.fields if fold(f.column) == fold(column)), None)
        text = fold(as_text(cells.get(sheet.columns[field.key])))
        if own is not None and text and fold(as_text(row.get(pointed.columns.get(own.key, 0)))) == text:
            return True
    return False
