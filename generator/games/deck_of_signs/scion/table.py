"""A State of Scion as a table that can be printed, in the signs and colours of the workbook."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.deck_of_signs.scion.state import State
from generator.games.kit.shown import SOFT, icon_sign
from generator.games.kit.table import EMPTY
from generator.replay.told import CardRow, CardView, Count, SeatView, Sign, TableView


def table_of(state: State, seats: Sequence[Sign]) -> TableView:
    """The circle with its items, dead Signs, each player’s cards and tokens; `seats` are signs of mats."""
    deck = state.setting.deck
    rows = [CardRow(tuple(_space(state, space, seats) for space in range(len(state.circle))), name="Circle")]
    if state.circle:
        dead = tuple(CardView(deck.signs[sign], deck.looks[sign], deck.tints[sign]) for sign in state.dead())
        rows.append(CardRow(dead, chips=True, name="Dead Signs"))
    for seat, name in enumerate(state.names):
        open_cards = [laid.card for laid in state.laid[seat] if laid.open]
        rows += [
            deck.row(sorted(state.hands[seat]), f"{name}’s hand"),
            deck.row(open_cards, f"Open before {name}"),
        ]
    return TableView(
        seats=tuple(_seat(state, seat, sign) for seat, sign in enumerate(seats)),
        rows=tuple(row for row in rows if row.cards),
    )


def _space(state: State, space: int, seats: Sequence[Sign]) -> CardView | None:
    if state.circle[space] == EMPTY:
        return None
    markers = tuple(seats[seat] for seat, items in enumerate(state.items) for _ in range(items[space]))
    return state.setting.deck.space_view(space, state.circle[space], markers=markers)


def _seat(state: State, seat: int, sign: Sign) -> SeatView:
    deck, book = state.setting.deck, state.setting.book
    left = state.setting.numbers.items - sum(state.items[seat])
    return SeatView(
        state.names[seat],
        sign,
        tokens=tuple(
            Count(look, count) for look, count in zip(deck.looks, state.trophies[seat], strict=True)
        ),
        values=(Count(Sign("possession", SOFT), left), Count(icon_sign(book, "score"), state.points(seat))),
    )
