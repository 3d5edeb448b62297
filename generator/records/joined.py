"""Each row of one sheet with each row of another: what a component prints whose Data is `Signs × Numbers`.

Such a row has the two rows under the names of their sheets in the singular, `card.sign.name`, a Title, and as
many Copies as the rows have, multiplied.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from types import MappingProxyType
from typing import Any

from generator.records.cells import as_text, brief, shown
from generator.records.columns import NamedColumn, NotUnderstood, column_named
from generator.records.tables import Field, FieldType, Row, Table, slug

MOST_JOINED = 20_000
"""Cards that one component may come to."""
MOST_FACTORS = 4
SIGN = " × "
_PLACEHOLDER = re.compile(r"\[([^\[\]]{1,100})\]")


@dataclass(frozen=True, slots=True)
class JoinedRow(Row):
    """A row made of rows of several sheets, under names such as `sign`."""

    parts: tuple[Row, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict)

    def at(self, key: str) -> str:
        """The cell of the workbook that a value came from: of a part, what names it."""
        return self.places.get(key) or next(iter(self.places.values()))


@dataclass(frozen=True, slots=True)
class JoinedTable(Table):
    """The rows of several sheets, each with each."""

    factors: tuple[Table, ...] = ()


def sources_of(row: Row) -> tuple[Row, ...]:
    """The rows of the workbook that a row is made of: itself, or those that were joined."""
    return row.parts if isinstance(row, JoinedRow) else (row,)


def singular(sheet: str) -> str:
    """The name under which a joined row has the row of a sheet.

    >>> [singular(name) for name in ("Signs", "Numbers", "Cities", "Classes", "Boxes", "Glass", "Deck")]
    ['sign', 'number', 'city', 'class', 'box', 'glass', 'deck']
    """
    key = slug(sheet)
    if key.endswith("ies") and len(key) > 4:
        return f"{key[:-3]}y"
    if key.endswith(("sses", "xes", "ches", "shes")):
        return key[:-2]
    return key[:-1] if key.endswith("s") and not key.endswith(("ss", "us", "is")) and len(key) > 1 else key


def naming_column(table: Table) -> Field | None:
    """The column by which a joined row is called after a row: Title, Name, a unique one, else the first."""
    listed = {field.key: field for field in table.fields}
    first = (listed[key] for key in ("title", "name") if key in listed)
    unique = (field for field in table.fields if field.unique)
    return next(first, None) or next(unique, None) or next(iter(table.fields), None)


def joined_columns(table: Table) -> tuple[NamedColumn, ...]:
    """The columns of a sheet; of joined ones as `Sign.Name`, under the singular of their sheets."""
    if not isinstance(table, JoinedTable):
        return tuple(NamedColumn(field.column, (field.key,), field) for field in table.fields)
    return tuple(
        NamedColumn(f"{_word(factor.name)}.{column.column}", (singular(factor.name), column.key), column)
        for factor in table.factors
        for column in factor.fields
    )


def nameable_columns(table: Table) -> tuple[NamedColumn, ...]:
    """The same, and those that only one of the joined sheets has by their header alone."""
    columns = joined_columns(table)
    if not isinstance(table, JoinedTable):
        return columns
    named: dict[str, list[NamedColumn]] = {}
    for column in columns:
        named.setdefault(column.field.key, []).append(column)
    alone = (alike[0] for alike in named.values() if len(alike) == 1)
    return (*columns, *(NamedColumn(column.field.column, column.path, column.field) for column in alone))


def _word(sheet: str) -> str:
    """`Signs` is `Sign`, as people write it."""
    return sheet[: len(singular(sheet))] if sheet.casefold().startswith(singular(sheet)) else singular(sheet)


def joined(factors: Sequence[Table], pattern: str = "") -> JoinedTable:
    """Each row of the first sheet with each of the next. Raises NotUnderstood.

    `pattern` says what each is called: `[Number.Value] of [Sign.Name]`; without it the names of its rows.
    """
    keys = [singular(factor.name) for factor in factors]
    name = SIGN.join(factor.name for factor in factors)
    count = math.prod(len(factor) for factor in factors)
    if count > MOST_JOINED:
        flaw = f"{brief(name)} comes to {count:,} cards; {MOST_JOINED:,} are the most."
        raise NotUnderstood(flaw, "Join sheets with fewer rows.")
    for key in keys:
        if keys.count(key) > 1 or key in ("title", "copies"):
            again = "twice" if keys.count(key) > 1 else "here, beside what every joined row has"
            flaw = f"“{key}” would stand {again}."
            raise NotUnderstood(flaw, "Join sheets whose names in the singular differ; rename one.")
    if len(factors) > MOST_FACTORS:
        raise NotUnderstood(f"{len(factors)} sheets are joined.", f"Join at most {MOST_FACTORS}.")
    fields: tuple[Field, ...] = (Field(name, "Title", FieldType.TEXT, unique=True),)
    if any(column.key == "copies" for factor in factors for column in factor.fields):
        fields += (Field(name, "Copies", FieldType.INTEGER),)
    bare = JoinedTable(name, fields, (), tuple(factors))
    title = _titles(bare, pattern)
    rows = (
        _row(number, name, keys, parts, factors, title)
        for number, parts in enumerate(product(*factors), start=2)
    )
    return JoinedTable(name, fields, tuple(rows), tuple(factors))


def _row(
    number: int, name: str, keys: Sequence[str], parts: tuple[Row, ...], factors: Sequence[Table], title: Any
) -> JoinedRow:
    values: dict[str, Any] = dict(zip(keys, parts, strict=True))
    places = {
        key: part.at(column.key if (column := naming_column(factor)) is not None else "")
        for key, part, factor in zip(keys, parts, factors, strict=True)
    }
    copies = [part for part in parts if "copies" in part.values]
    if copies:
        counted = [value for part in copies if isinstance(value := part.values["copies"], int)]
        values["copies"], places["copies"] = math.prod(counted), copies[0].at("copies")
    row = JoinedRow(name, number, values, {}, parts=parts, places=places)
    values["title"] = title(row)
    base = {"title": title(_in_base_language(row, keys))} if any(part.base_ for part in parts) else {}
    return JoinedRow(name, number, MappingProxyType(values), {}, base, parts=parts, places=places)


def _in_base_language(row: JoinedRow, keys: Sequence[str]) -> JoinedRow:
    """The same row made of rows as they are without a translation: by it the card is known."""
    parts = tuple(replace(part, values={**part.values, **part.base_}) for part in row.parts)
    return replace(row, values={**row.values, **dict(zip(keys, parts, strict=True))}, parts=parts)


def _titles(table: JoinedTable, pattern: str) -> Any:
    """What names a row: the pattern filled in, or the names of its parts."""
    if not pattern:
        naming = [(singular(factor.name), naming_column(factor)) for factor in table.factors]
        return lambda row: " ".join(
            as_text(row.values[key].values.get(column.key)) for key, column in naming if column is not None
        )
    columns = nameable_columns(table)
    parts = list(_parts(pattern, columns, table.name))
    return lambda row: "".join(
        part if isinstance(part, str) else as_text(part.of(row)) for part in parts
    ).strip()


def _parts(pattern: str, columns: Sequence[NamedColumn], name: str) -> Iterator[str | NamedColumn]:
    at = 0
    for match in _PLACEHOLDER.finditer(pattern):
        yield pattern[at : match.start()]
        try:
            yield column_named(match[1], columns, name)
        except NotUnderstood as fault:
            fault.key = "card_title"
            raise
        at = match.end()
    yield pattern[at:]
    if not at:
        flaw = f"{shown(pattern)} would be the title of every card."
        firsts = {column.path[0]: column.name for column in reversed(columns) if len(column.path) > 1}
        example = " ".join(f"[{firsts[key]}]" for key in reversed(firsts))
        raise NotUnderstood(flaw, f"Write what differs in brackets: {example}.", key="card_title")
