"""Cells of a row that name cards, Signs or spaces of the deck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.games.deck_of_signs.deck import SignDeck
from generator.games.kit.cells import RowCell
from generator.games.kit.table import EMPTY


def _cell(
    column: str, read: Callable[[SignDeck, str], Any], write: Callable[[SignDeck, Any], str]
) -> RowCell:
    return RowCell(
        column,
        lambda text, state: read(state.setting.deck, text),
        lambda part, move: write(move.before.setting.deck, part),
    )


CARD = _cell("card", SignDeck.card_named, SignDeck.title)
CARD_OR_NONE = _cell(
    "card",
    lambda deck, text: deck.card_named(text) if text else EMPTY,
    lambda deck, card: deck.title(card) if card != EMPTY else "",
)
CARDS = _cell("card", SignDeck.cards_named, SignDeck.names)
"""From the lowest Number up."""
SIGN = _cell("card", SignDeck.sign_named, lambda deck, sign: deck.signs[sign])
SIGNS = _cell("payment", SignDeck.signs_named, SignDeck.sign_names)
SPACE = _cell("space", SignDeck.space_named, lambda deck, space: deck.numerals[space])
SPACES = _cell("space", SignDeck.spaces_named, SignDeck.numerals_of)
