"""Which tokens never come into the game."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.meaning_made.records import TOKENS
from generator.records.notation import Change, Effect
from generator.records.tables import Book, slug
from generator.records.worksheets import RULES


def never_there(book: Book, gather: str) -> list[str]:
    """The kinds of tokens that players neither begin with nor may take, in any variant, nor get by a card.

    `gather` is the key of the rule for how many tokens the action brings that takes them from the supply.
    """
    numbers = [(row.values.get("key"), row.values.get("value")) for row in book[RULES]]
    numbers += [(row.values.get("setting"), row.values.get("value")) for row in book["Variants"]]
    stated = {slug(str(key)) for key, number in numbers if isinstance(number, int) and number > 0}
    brought = {kind for kind in TOKENS if f"start_{kind}" in stated} | set(_gained(book))
    brought |= {"energy", "insight"} if gather in stated else set()
    brought |= {"support"} if {"conversion", "conversion_support"} <= stated else set()
    return [kind for kind in TOKENS if not {kind, "token"} & brought]


def _gained(book: Book) -> Iterator[str]:
    """The symbols of which an effect of any sheet brings some."""
    for table in book.tables.values():
        effects = (value for row in table for value in row.values.values() if isinstance(value, Effect))
        parts = (part for effect in effects for part in effect.parts if isinstance(part, Change))
        yield from (part.symbol for part in parts if part.amount > 0)
