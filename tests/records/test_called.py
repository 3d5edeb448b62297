"""One answer to what a row is called, for messages, contents, `--only` and the rulebook's pictures."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from generator.records.called import called, names_in, naming_columns, row_named, rows_named
from generator.records.tables import Field, FieldType, Row, Table


def table(fields: dict[str, bool], *rows: tuple[Any, ...]) -> Table:
    """A sheet of text columns; the values of `fields` say which of them are unique."""
    made = tuple(Field("Cards", name, FieldType.TEXT, unique=unique) for name, unique in fields.items())
    keys = [field.key for field in made]
    values = [MappingProxyType(dict(zip(keys, row, strict=True))) for row in rows]
    return Table("Cards", made, tuple(Row("Cards", at, each, {}) for at, each in enumerate(values, start=2)))


@pytest.mark.parametrize(
    ("values", "name"),
    [
        ({"name": "shell", "title": "Shell"}, "Shell"),
        ({"title": None, "name": "shell"}, "shell"),
        ({"title": "", "text": "Shell"}, "row 7"),
        ({}, "row 7"),
    ],
)
def test_a_row_is_called_by_title_name_or_place(values: dict[str, Any], name: str) -> None:
    assert called(Row("Cards", 7, values, {})) == name


@pytest.mark.parametrize(
    ("fields", "naming"),
    [
        ({"Code": True, "Name": False, "Title": False}, ("title", "name", "code")),
        ({"Code": True, "Text": False}, ("code",)),
        ({"Text": False, "Note": False}, ("text",)),
        ({}, ()),
    ],
)
def test_people_name_a_row_by_title_name_or_what_is_unique(
    fields: dict[str, bool], naming: tuple[str, ...]
) -> None:
    assert naming_columns(table(fields)) == naming


def test_capitals_make_no_difference_unless_two_differ_by_them_alone() -> None:
    cards = table({"Title": False, "Code": True}, ("Sun", "a"), ("SUN", "b"), ("Moon", "c"))
    assert [row.number for row in rows_named(cards, frozenset({"sun"}))] == [2, 3]
    found = [row_named(cards, name) for name in ("SUN", "C", "x")]
    assert [row and row.number for row in found] == [3, 4, None]
    assert names_in(cards) == ("Sun", "SUN", "Moon", "a", "b", "c")
