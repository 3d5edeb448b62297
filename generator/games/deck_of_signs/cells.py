"""Cells of a row that name cards, Signs or spaces of the deck."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from generator.games.deck_of_signs.deck import SignDeck
from generator.games.kit.table import EMPTY
from generator.replay.errors import CellError, MoveError, UnreadableMove, shown
from generator.replay.names import card_named
from generator.replay.script import ScriptRow

LONGEST_LIST = 60
"""Parts of a cell: a setup row may list many cards."""
RowReader = Callable[[ScriptRow, Any], Any]


def read_by(readers: Mapping[str, RowReader], row: ScriptRow, state: Any) -> Any:
    """The move of a row, by the reader of its action. Raises CellError around a MoveError."""
    reader = readers.get(row.action)
    if reader is None:
        raise CellError("action", UnreadableMove(f"“{row.said}” is no move of the phase {row.phase}."))
    return reader(row, state)


def card_in(name: str, deck: SignDeck) -> int:
    """The card that somebody names in the column Card. Raises CellError."""
    try:
        return card_named(name, [deck.title(card) for card in deck.cards], "card")
    except MoveError as fault:
        raise CellError("card", fault) from None


def sign_in(name: str, deck: SignDeck, column: str = "card") -> int:
    """The Sign that somebody names in a column. Raises CellError."""
    try:
        return deck.sign_named(name)
    except MoveError as fault:
        raise CellError(column, fault) from None


def space_named(name: str, deck: SignDeck) -> int:
    """The space that somebody means by its numeral; EMPTY if there is none such."""
    folded = [numeral.casefold() for numeral in deck.numerals]
    numeral = name.strip().casefold()
    return folded.index(numeral) if numeral in folded else EMPTY


def space_in(name: str, deck: SignDeck) -> int:
    """The space that somebody names in the column Space. Raises CellError."""
    space = space_named(name, deck)
    if space != EMPTY:
        return space
    said = f"“{shown(name)}” is no space" if name else "The row does not say which space"
    raise CellError("space", UnreadableMove(f"{said}. Write one of {', '.join(deck.numerals)}."))


def parts_in(text: str, column: str, most: int = LONGEST_LIST) -> list[str]:
    """What a cell of a column lists. Raises CellError for too long a list."""
    parts = [part.strip() for part in re.split(r"[;,\n]", text) if part.strip()]
    if len(parts) > most:
        fault = f"The cell lists {len(parts)} things; at most {most} can be meant."
        raise CellError(column, UnreadableMove(fault))
    return parts
