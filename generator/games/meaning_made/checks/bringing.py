"""Whether what cards ask for comes into the game at all."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.meaning_made.records import TOKENS
from generator.ground.problems import Problem, warning
from generator.records.accepted import ACCEPTED, accepted_or
from generator.records.notation import Change, Effect, Requirement
from generator.records.tables import Book, slug
from generator.records.worksheets import RULES

_ANY = "token"


def never_brought(book: Book, cells: tuple[tuple[str, str], ...], gather: str) -> Iterator[Problem]:
    """The first card of each column that asks for a kind of token that nothing brings.

    `gather` is the key of the rule for how many tokens the action brings that takes them from the supply.
    """
    lacking = [kind for kind in TOKENS if kind not in _brought(book, gather)]
    for sheet, column in cells:
        for kind in lacking:
            rows = (row for row in book[sheet] if not row.values.get(ACCEPTED))
            asking = (
                row
                for row in rows
                if isinstance(asked := row.values.get(column), Requirement) and asked.count(kind)
            )
            for row in asking:
                name = book.symbols[kind].name
                fault = f"{row.title} asks for {name}, which no rule and no card brings."
                yield warning(row.at(column), fault, accepted_or(f"Let a card give {name}", row))
                break


def _brought(book: Book, gather: str) -> frozenset[str]:
    """The kinds of tokens that players begin with, may take, or get by a card or by any variant."""
    sheets = ((RULES, "key"), ("Variants", "setting"))
    rows = (
        (slug(str(row.values.get(key))), row.values.get("value"))
        for sheet, key in sheets
        for row in book[sheet]
    )
    stated = {rule for rule, value in rows if isinstance(value, int) and value > 0}

    kinds = {kind for kind in TOKENS if f"start_{kind}" in stated}
    kinds |= {"energy", "insight"} if gather in stated else set()
    kinds |= {"support"} if {"conversion", "conversion_support"} <= stated else set()
    for table in book.tables.values():
        effects = (value for row in table for value in row.values.values() if isinstance(value, Effect))
        parts = (part for effect in effects for part in effect.parts if isinstance(part, Change))
        kinds |= {part.symbol for part in parts if part.amount > 0}
    return frozenset(TOKENS if _ANY in kinds else kinds)
