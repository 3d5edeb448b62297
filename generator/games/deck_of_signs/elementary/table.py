"""A State of Elementary as a table that can be printed, in the signs and colours of the workbook."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.deck_of_signs.elementary.records import SCORE
from generator.games.deck_of_signs.elementary.state import State
from generator.games.kit.shown import SOFT, icon_sign
from generator.games.kit.table import EMPTY
from generator.replay.told import CardRow, CardView, Count, SeatView, Sign, TableView

FACE_DOWN, PALE = "hidden", "#e6e2d8"
"""What a token is called whose Sign nobody sees, and its ground."""


def table_of(state: State, seats: Sequence[Sign]) -> TableView:
    """The circle, the cards at its spaces, each player’s hand; `seats` are signs of mats."""
    spaces = range(len(state.cards))
    rows = [CardRow(tuple(_space(state, space) for space in spaces), name="Circle")]
    laid = [_card(state, card, space) for space in spaces for card in _sorted(state, state.cards[space])]
    rows.append(CardRow(tuple(laid), chips=True, name="Cards at the circle"))
    for seat, name in enumerate(state.names):
        hand = tuple(_card(state, card) for card in _sorted(state, state.hands[seat]))
        rows.append(CardRow(hand, chips=True, name=f"{name}’s hand"))
    score = icon_sign(state.setting.book, SCORE)
    return TableView(
        seats=tuple(
            SeatView(state.names[seat], sign, values=(Count(score, state.score[seat]),))
            for seat, sign in enumerate(seats)
        ),
        rows=tuple(row for row in rows if row.cards),
    )


def _sorted(state: State, cards: Sequence[int]) -> list[int]:
    return sorted(cards, key=lambda card: (state.setting.deck.number(card), card))


def _space(state: State, space: int) -> CardView:
    deck, sign = state.setting.deck, state.open_tokens[space]
    if sign == EMPTY:
        return CardView(f"{deck.numerals[space]} {FACE_DOWN}", Sign("", SOFT), PALE)
    return CardView(f"{deck.numerals[space]} {deck.signs[sign]}", deck.looks[sign], deck.tints[sign])


def _card(state: State, card: int, space: int = EMPTY) -> CardView:
    deck = state.setting.deck
    sign = deck.sign(card)
    where = f"{deck.numerals[space]}: " if space != EMPTY else ""
    return CardView(f"{where}{deck.title(card)}", deck.looks[sign], deck.tints[sign])
