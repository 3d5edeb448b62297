"""Whether a workbook is a whole and sound Meaning Made.

CHECKS is a plain tuple of checks; each takes a Book and yields Problems. The generic checks (types,
bounds, uniqueness, references) have run before: a cell that failed there is empty here, and no check
below speaks of it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.games.kit.needed import NeededParts
from generator.games.meaning_made.checks import cards, effects, settings, tables
from generator.games.meaning_made.records import SYMBOLS
from generator.records.notation import Kind
from generator.records.tables import Book, FieldType

_REWARDS = ("Completion Bonus", "Completion Penalty")
SHEETS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Game": ("Key", "Value"),
        "Rules": ("Key", "Value"),
        "Variants": ("Variant", "Kind", "Setting", "Value", "Text"),
        "Layers": ("Layer", "Name", "Icon"),
        "Patterns": ("Title", "Layer", "Requirement", "Bonus", "Accepted Because"),
        "Initiatives": ("Title", "Layer", "Requirement", "Meaning", "Spaces", *_REWARDS, "End"),
        "Events": ("Title", "Letter", "Code"),
        "Event Table": ("Letter",),
        "Group Table": ("Code",),
        "Individual Table": ("Code",),
        "Outcomes": ("From", "To", "Name"),
        "Players": ("Name", "Colour", "Mark"),
        "Tokens": ("Name", "Icon", "Copies"),
        "Markers": ("Name", "Icon", "Player", "Copies"),
        "Track Markers": ("Name", "Icon", "Player", "Copies"),
    }
)
"""Sheets and columns without which the rules cannot be read."""
MAY_BE_EMPTY = frozenset({"Variants", "Tokens", "Markers", "Track Markers"})
"""Those among them that need no rows."""

_NUMBER = (FieldType.INTEGER, FieldType.REFERENCE)
TYPES: Mapping[str, tuple[FieldType, ...]] = MappingProxyType(
    {
        "Requirement": (FieldType.REQUIREMENT,),
        **dict.fromkeys(("Bonus", *_REWARDS), (FieldType.EFFECT,)),
        **dict.fromkeys(("Layer", "Meaning", "Spaces", "From", "To", "Copies"), _NUMBER),
        "End": (FieldType.YES_NO,),
    }
)
"""Columns whose declared type the rules rely on, in whatever sheet they stand."""

_ACTIONS = dict.fromkeys(("gather", "load", "contribute", "touchpoint", "recycle", "donate"), Kind.ACTION)
"""The symbols of actions that the rules speak of."""

CHECKS = (*effects.CHECKS, *settings.CHECKS, *cards.CHECKS, *tables.CHECKS)


def table_columns(book: Book) -> Mapping[str, tuple[str, ...]]:
    """The tables of Events and Consequences, each with the headers of its columns: the Layers’ numbers."""
    rows = book["Layers"].rows if "Layers" in book else ()
    numbers = dict.fromkeys(row.values.get("layer") for row in rows)
    return dict.fromkeys(tables.TABLES, tuple(str(number) for number in numbers if number))


NEEDS = NeededParts(
    "Meaning Made",
    SHEETS,
    {**SYMBOLS, **_ACTIONS},
    TYPES,
    MAY_BE_EMPTY,
    table_columns,
)
