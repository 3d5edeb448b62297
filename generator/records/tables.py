"""The workbook as typed values: fields, rows, tables, and the cell that each value came from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from generator.ground.problems import Problem
from generator.records.notation import Symbols


class FieldType(StrEnum):
    """The types a column may declare in the sheet Fields."""

    TEXT = "text"
    RICH = "rich text"  # text in which {key} is an icon
    INTEGER = "integer"
    NUMBER = "number"
    YES_NO = "yes/no"
    CHOICE = "choice"  # `values` lists the choices, parted by |
    REFERENCE = "reference"  # `values` names the target: Sheet.Column
    REQUIREMENT = "requirement"
    EFFECT = "effect"
    COLOUR = "colour"  # #rrggbb
    FILE = "file"  # a path inside the game folder


NUMERIC = frozenset({FieldType.INTEGER, FieldType.NUMBER})


@dataclass(frozen=True, slots=True)
class Bound:
    """Where the least or the greatest number of a column comes from."""

    at: str
    """The cell that holds it: of the sheet Fields, or of the sheet that Fields points at."""
    rule: str = ""
    """Sheet and Key, such as `Rules.Meaning Max`, if it follows a number of another sheet."""


@dataclass(frozen=True, slots=True)
class Field:
    """One row of the sheet Fields: what a column of a sheet may hold."""

    sheet: str
    column: str
    type: FieldType
    required: bool = False
    unique: bool = False
    least: float | None = None
    most: float | None = None
    values: str = ""
    note: str = ""
    least_from: Bound | None = field(default=None, compare=False)
    most_from: Bound | None = field(default=None, compare=False)
    values_at: str = field(default="", compare=False)
    """The cell that lists the choices."""
    key: str = field(init=False, compare=False)
    """The column's name as templates write it: `Meaning Reward` is `meaning_reward`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", slug(self.column))

    @property
    def choices(self) -> tuple[str, ...]:
        """Those of a choice, in the order of its declaration."""
        return tuple(choice.strip() for choice in self.values.split("|") if choice.strip())

    @property
    def target(self) -> tuple[str, str]:
        """The sheet and the column that a reference points at; empty names if it does not say."""
        sheet, _, column = self.values.rpartition(".")
        return sheet.strip(), column.strip()


_NO_WORD = re.compile(r"\W+")


@lru_cache(maxsize=512)
def slug(name: str) -> str:
    """A name as an identifier: `Meaning Reward` is `meaning_reward`, `6` is `_6`."""
    word = _NO_WORD.sub("_", name.strip().casefold()).strip("_")
    return f"_{word}" if word[:1].isdigit() else word


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a data sheet. `values` holds a typed value for every declared column, by key.

    An empty cell is None, or `Requirement()` / `Effect()` for the two notations, "" for texts.
    Templates read a value as an attribute: `card.title`.
    """

    sheet: str
    number: int
    values: Mapping[str, Any]
    letters: Mapping[str, str]
    base_: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """What the row goes by where that is not what is printed. No column has such a key.

    In another language it is the text of the base language, else the text without soft hyphens and the like.
    """

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def __getattr__(self, key: str) -> Any:
        try:
            return object.__getattribute__(self, "values")[key]
        except KeyError:
            raise AttributeError(f"the sheet {self.sheet} has no column for “{key}”") from None

    def at(self, key: str) -> str:
        """The place of a value for a Problem: `Patterns!C14`."""
        return f"{self.sheet}!{self.letters.get(key, 'A')}{self.number}"


@dataclass(frozen=True, slots=True)
class Table:
    """One sheet: its declared fields and its rows, in the order of the sheet."""

    name: str
    fields: tuple[Field, ...]
    rows: tuple[Row, ...]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def by_value(self, key: str) -> Mapping[Any, Sequence[Row]] | None:
        """The rows by what they say in a column, in the order of the sheet.

        None for a column that some row lacks, or that holds more than texts and numbers, such as costs.
        """
        index: dict[Any, list[Row]] = {}
        for row in self.rows:
            value = row.values.get(key, self)
            if value is not None and not isinstance(value, (str, int, float)):
                return None
            index.setdefault(value, []).append(row)
        return index


class SheetLeftOut(KeyError):
    """Somebody asks for a sheet that cannot be read, or for a column of one that is read in part."""

    def __init__(self, sheet: str, cause: Problem) -> None:
        super().__init__(sheet)
        self.sheet = sheet
        self.cause = cause


@dataclass(frozen=True, slots=True)
class Book:
    """A whole workbook that could be read. Sheets without declared fields are not in it."""

    tables: Mapping[str, Table]
    symbols: Symbols
    digest: str
    """SHA-256 of the workbook's content as `pnp dump` prints it, in hex."""
    by_symbols: frozenset[Problem] = frozenset()
    """What was found in cells that only says which symbols there are not; idle if Icons is wrong."""

    faults: Mapping[str, Problem] = field(default_factory=dict)
    """A sheet -> the first error in its headers or declarations; `tables` lacks those that hide its rows."""
    undeclared: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Sheets of which Fields declares nothing -> their headers."""
    unread: Mapping[str, str] = field(default_factory=dict)
    """Cells that could not be read -> what is typed there."""
    languages: Mapping[str, Mapping[tuple[str, int], Mapping[str, Any]]] = field(default_factory=dict)
    """What the workbook says in other languages, by their codes; see `languages.Translations`."""
    language: str = ""
    """The language that its texts are in; empty for the base language."""

    def __getitem__(self, sheet: str) -> Table:
        if sheet in self.faults and sheet not in self.tables:
            raise SheetLeftOut(sheet, self.faults[sheet])
        return self.tables[sheet]

    def __contains__(self, sheet: str) -> bool:
        return sheet in self.tables

    def facts(self, sheet: str) -> Mapping[str, Any]:
        """A sheet of the two columns Key and Value as a mapping, keys as identifiers."""
        pairs = ((row.values.get("key"), row.values.get("value")) for row in self[sheet])
        return MappingProxyType({slug(str(key)): value for key, value in pairs if key not in (None, "")})

    def by(self, sheet: str, key: str, column: str) -> Mapping[Any, Any]:
        """One column of a sheet by another: `book.by("Tokens", "icon", "colour")`; empty without the sheet.

        Where several rows have the same key the last counts that has a value.
        """
        cells: dict[Any, Any] = {}
        for row in self.tables.get(sheet, ()):
            name = row.values.get(key)
            cells[name] = row.values.get(column) or cells.get(name)
        return MappingProxyType(cells)
