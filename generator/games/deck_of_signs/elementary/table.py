"""A State of Elementary as a table that can be printed, in the signs and colours of the workbook."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.deck_of_signs.elementary.records import SCORE
from generator.games.deck_of_signs.elementary.state import State
from generator.games.kit.shown import icon_sign
from generator.replay.told import CardRow, CardView, Count, SeatView, Sign, TableView


def table_of(state: State, seats: Sequence[Sign]) -> TableView:
    """The circle with the cards at its spaces, each player’s hand; `seats` are signs of mats."""
    deck, score = state.setting.deck, icon_sign(state.setting.book, SCORE)
    hands = zip(state.hands, state.names, strict=True)
    rows = [
        CardRow(tuple(_space(state, space) for space in range(len(state.cards))), name="Circle"),
        *(deck.row(deck.in_order(hand), f"{name}’s hand") for hand, name in hands),
    ]
    return TableView(
        seats=tuple(
            SeatView(state.names[seat], sign, values=(Count(score, state.score[seat]),))
            for seat, sign in enumerate(seats)
        ),
        rows=tuple(row for row in rows if row.cards),
    )


def _space(state: State, space: int) -> CardView:
    """A space; what nobody sees of it is called `hidden`, and nothing of it `empty`."""
    deck = state.setting.deck
    bare = "empty" if space == state.space else "hidden"
    cards = deck.faces(deck.in_order(state.cards[space]))
    return deck.space_view(space, state.open_tokens[space], gives=cards, bare=bare)
