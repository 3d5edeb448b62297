"""Whether a workbook is a whole and sound Meaning Made.

`check` runs a plain tuple of checks; each takes a Book and yields Problems. The generic checks (types,
bounds, uniqueness, references) have run before: a cell that failed there is empty here, and no check
below speaks of it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType

from generator.games.meaning_made.checks import cards as checks_cards
from generator.games.meaning_made.checks import effects as checks_effects
from generator.games.meaning_made.checks import settings as checks_settings
from generator.games.meaning_made.checks import tables as checks_tables
from generator.games.meaning_made.records import TOKENS
from generator.ground.problems import Problem, error
from generator.records.notation import Kind, NotationError
from generator.records.tables import Book, FieldType, SheetLeftOut, slug

NEEDED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Game": ("Key", "Value"),
        "Rules": ("Key", "Value"),
        "Variants": ("Variant", "Kind", "Setting", "Value", "Text"),
        "Layers": ("Layer", "Name", "Icon"),
        "Patterns": ("Title", "Layer", "Requirement", "Bonus", "Accepted Because"),
        "Initiatives": (
            "Title",
            "Layer",
            "Requirement",
            "Meaning",
            "Spaces",
            "Completion Bonus",
            "Completion Penalty",
            "End",
        ),
        "Events": ("Title", "Letter", "Code"),
        "Event Table": ("Letter",),
        "Group Table": ("Code",),
        "Individual Table": ("Code",),
        "Outcomes": ("From", "To", "Name"),
        "Players": ("Name",),
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
        **dict.fromkeys(("Bonus", "Completion Bonus", "Completion Penalty"), (FieldType.EFFECT,)),
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

GameCheck = Callable[[Book], Iterable[Problem]]

CHECKS: tuple[GameCheck, ...] = (
    *checks_effects.CHECKS,
    *checks_settings.CHECKS,
    *checks_cards.CHECKS,
    *checks_tables.CHECKS,
)


def check(book: Book) -> Iterable[Problem]:
    """All that is wrong with the game. A workbook that lacks a part of it gets that Problem alone."""
    foreign = tuple(other_game(book))
    if foreign:
        return foreign
    missing = (*missing_parts(book), *missing_symbols(book))
    if missing:
        return missing
    try:
        return tuple(problem for game_check in CHECKS for problem in _found(game_check, book))
    except NotationError as fault:
        # The rulebook's own cards are written in these symbols: two of them share a spelling.
        return (
            error("Icons", fault.what, f"{fault.mend} The cards of the rulebook cannot be read without it."),
        )


def _found(game_check: GameCheck, book: Book) -> Iterator[Problem]:
    """What a check finds before it comes to a sheet that cannot be read."""
    with suppress(SheetLeftOut):
        yield from game_check(book)


def other_game(book: Book) -> Iterator[Problem]:
    """One Problem if most of the sheets are missing: the workbook is that of another game."""
    missing = [sheet for sheet in NEEDED if sheet not in book and sheet not in book.faults]
    if 2 * len(missing) <= len(NEEDED):
        return
    rows = [row for row in book["Game"] if slug(str(row.values.get("key") or "")) == "rules"]
    yield error(
        rows[0].at("value") if rows else "Game",
        f"The rules of Meaning Made are not for this workbook: it lacks the sheets {', '.join(missing)}.",
        "Empty the cell; a game without rules is printed all the same.",
    )


def missing_parts(book: Book) -> Iterator[Problem]:
    """Sheets and columns that the rules need and that are not there or not declared."""
    for sheet, columns in needed_columns(book).items():
        if sheet not in book and sheet in book.faults:
            continue  # its own Problem says why it cannot be read
        if sheet not in book:
            yield error(
                sheet,
                f"The sheet “{sheet}” is missing, or the sheet Fields does not declare its columns.",
                "Bring it back; the rules of Meaning Made are read from it.",
            )
            continue
        if not book[sheet].rows and sheet not in MAY_BE_EMPTY:
            yield error(sheet, f"The sheet “{sheet}” is empty.", "Bring its rows back.")
        if sheet in book.faults:
            continue  # its declarations are not those that were meant
        declared = {field.column: field.type for field in book[sheet].fields}
        layers = columns[len(NEEDED[sheet]) :]
        for column in columns:
            field_types = TYPES.get(column, (FieldType.EFFECT,) if column in layers else ())
            if column in declared and field_types and declared[column] not in field_types:
                yield error(
                    f"{sheet}!1:1",
                    f"The column “{column}” is declared as {declared[column]}.",
                    f"Declare it as {field_types[0]} in the sheet Fields; the game's rules read it as that.",
                )
            if column not in declared:
                yield error(
                    f"{sheet}!1:1",
                    f"The column “{column}” is missing, or the sheet Fields does not declare it.",
                    "Bring it back; the rules of Meaning Made are read from it.",
                )


def layer_columns(book: Book) -> tuple[str, ...]:
    """The headers of the tables' columns: the number of each Layer."""
    rows = book["Layers"].rows if "Layers" in book else ()
    return tuple(str(number) for number in dict.fromkeys(row.values.get("layer") for row in rows) if number)


def needed_columns(book: Book) -> Mapping[str, tuple[str, ...]]:
    """The columns without which the rules cannot be read, those of the tables' Layers too."""
    layers = layer_columns(book)
    return {
        sheet: (*columns, *(layers if sheet in checks_tables.TABLES else ()))
        for sheet, columns in NEEDED.items()
    }


def missing_symbols(book: Book) -> Iterator[Problem]:
    """Symbols of the rules that the sheet Icons lacks or takes for something else."""
    if any(other_game(book)):
        return
    for key, kind in SYMBOLS.items():
        if key not in book.symbols:
            yield error(
                "Icons",
                f"The symbol “{key}” is missing.",
                f"Add a row with the key {key} and the kind {kind}.",
            )
        elif book.symbols[key].kind is not kind:
            yield error(
                next(row.at("kind") for row in book["Icons"] if row.values.get("key") == key),
                f"The symbol “{key}” is of the kind {book.symbols[key].kind}.",
                f"Give it the kind {kind}; the rules use it as that.",
            )
