"""Which tokens never come into the game."""

from __future__ import annotations

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
    brought = {kind for kind in TOKENS if f"start_{kind}" in stated}
    cells = (cell for table in book.tables.values() for row in table for cell in row.values.values())
    parts = (part for cell in cells if isinstance(cell, Effect) for part in cell.parts)
    brought |= {part.symbol for part in parts if isinstance(part, Change) and part.amount > 0}
    brought |= {"energy", "insight"} if gather in stated else set()
    brought |= {"support"} if {"conversion", "conversion_support"} <= stated else set()
    return [kind for kind in TOKENS if not {kind, "token"} & brought]
