"""A State of Elementary as a table that can be printed, in the signs and colours of the workbook."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.deck_of_signs.elementary.records import SCORE
from generator.games.deck_of_signs.elementary.state import State
from generator.games.kit.shown import SOFT, icon_sign
from generator.games.kit.table import EMPTY
from generator.replay.told import CardRow, CardView, Count, SeatView, Sign, TableView

FACE_DOWN, BARE, PALE = "hidden", "empty", "#e6e2d8"
"""What a space is called whose token nobody sees, and one without a token; the ground of both."""


def table_of(state: State, seats: Sequence[Sign]) -> TableView:
    """The circle with the cards at its spaces, each player’s hand; `seats` are signs of mats."""
    rows = [CardRow(tuple(_space(state, space) for space in range(len(state.cards))), name="Circle")]
    for seat, name in enumerate(state.names):
        hand = tuple(state.setting.deck.view(card) for card in state.setting.deck.in_order(state.hands[seat]))
        rows.append(CardRow(hand, chips=True, name=f"{name}’s hand"))
    score = icon_sign(state.setting.book, SCORE)
    return TableView(
        seats=tuple(
            SeatView(state.names[seat], sign, values=(Count(score, state.score[seat]),))
            for seat, sign in enumerate(seats)
        ),
        rows=tuple(row for row in rows if row.cards),
    )


def _space(state: State, space: int) -> CardView:
    deck, sign, numeral = state.setting.deck, state.open_tokens[space], state.setting.deck.numerals[space]
    cards = deck.faces(deck.in_order(state.cards[space]))
    if sign == EMPTY:
        word = BARE if space == state.space else FACE_DOWN
        return CardView(f"{numeral} {word}", Sign("", SOFT), PALE, gives=cards)
    return CardView(f"{numeral} {deck.signs[sign]}", deck.looks[sign], deck.tints[sign], gives=cards)
