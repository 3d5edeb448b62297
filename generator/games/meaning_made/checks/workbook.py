"""Whether a workbook is a whole and sound Meaning Made.

`check` runs a plain tuple of checks; each takes a Book and yields Problems. The generic checks (types,
bounds, uniqueness, references) have run before: a cell that failed there is empty here, and no check
below speaks of it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from generator.games.kit.needed import NeededParts, checks_run
from generator.games.meaning_made.checks import cards, effects, settings, tables
from generator.games.meaning_made.records import TOKENS
from generator.ground.problems import Problem, error
from generator.records.notation import Kind, NotationError
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

SYMBOLS: Mapping[str, Kind] = MappingProxyType(
    {
        **dict.fromkeys(TOKENS, Kind.TOKEN),
        "token": Kind.ANY_TOKEN,
        "meaning": Kind.SHARED_TRACK,
        "vitals": Kind.TRACK,
        "legacy": Kind.TRACK,
        **dict.fromkeys(("gather", "load", "contribute", "touchpoint", "recycle", "donate"), Kind.ACTION),
    }
)
"""Symbols that the rules speak of, and what each has to be."""

NEEDS = NeededParts("Meaning Made", SHEETS, SYMBOLS, TYPES, MAY_BE_EMPTY)

CHECKS = (*effects.CHECKS, *settings.CHECKS, *cards.CHECKS, *tables.CHECKS)


def check(book: Book) -> Iterable[Problem]:
    """All that is wrong with the game. A workbook that lacks a part of it gets that Problem alone."""
    try:
        return checks_run(book, NEEDS, CHECKS, more=table_columns(book))
    except NotationError as fault:
        # The rulebook's own cards are written in these symbols: two of them share a spelling.
        return (
            error("Icons", fault.what, f"{fault.mend} The cards of the rulebook cannot be read without it."),
        )


def table_columns(book: Book) -> Mapping[str, tuple[str, ...]]:
    """The tables of Events and Consequences, each with the headers of its columns: the Layers’ numbers."""
    rows = book["Layers"].rows if "Layers" in book else ()
    numbers = dict.fromkeys(row.values.get("layer") for row in rows)
    return dict.fromkeys(tables.TABLES, tuple(str(number) for number in numbers if number))


def needed_columns(book: Book) -> Mapping[str, tuple[str, ...]]:
    """The columns without which the rules cannot be read, those of the tables' Layers too."""
    layers = table_columns(book)
    return {sheet: (*columns, *layers.get(sheet, ())) for sheet, columns in SHEETS.items()}
