"""A State of Symetra as a table that can be printed, in the signs and colours of the workbook."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.kit.shown import SOFT, icon_sign
from generator.games.symetra.state import State
from generator.replay.told import CardRow, CardView, Chip, Count, SeatView, Sign, TableView


def table_of(state: State, seats: Sequence[Sign]) -> TableView:
    """The matrix, each player’s hand and beads; `seats` are signs of mats."""
    rows = [_matrix(state, seats)]
    for seat, name in enumerate(state.names):
        hand = tuple(_card(state, card) for card in sorted(state.hands[seat]))
        rows.append(CardRow(hand, chips=True, name=f"{name}’s hand"))
    cycle = Chip(Sign("cycle", SOFT), f"Cycle {state.cycle} of {state.cycles}")
    return TableView(
        seats=tuple(_seat(state, seat, sign) for seat, sign in enumerate(seats)),
        rows=tuple(row for row in rows if row.cards),
        chips=(cycle, Chip(Sign("card", SOFT), f"{len(state.card_deck)} in the deck")),
    )


def _matrix(state: State, seats: Sequence[Sign]) -> CardRow:
    """The cards as they lie: one that is a line further down lies half a card further east."""
    west = min((2 * lying.spot.q + lying.spot.r for lying in state.matrix), default=0)
    north = min((lying.spot.r for lying in state.matrix), default=0)
    ordered = sorted(state.matrix, key=lambda lying: (lying.spot.r, lying.spot.q))
    return CardRow(
        tuple(_card(state, lying.card, (seats[lying.owner],) * lying.beads) for lying in ordered),
        name="Matrix",
        spots=tuple((2 * q + r - west, r - north) for q, r in (lying.spot for lying in ordered)),
    )


def _card(state: State, card: int, markers: tuple[Sign, ...] = ()) -> CardView:
    facts = state.setting.cards[card]
    return CardView(f"{facts.name} {facts.cost}", facts.look, facts.tint, markers=markers)


def _seat(state: State, seat: int, sign: Sign) -> SeatView:
    book = state.setting.book
    pools = (("potential", state.potential), ("actual", state.actual), ("universal", state.universal))
    values = tuple(Count(icon_sign(book, name), beads[seat]) for name, beads in pools)
    return SeatView(
        state.names[seat], sign, values=(*values, Count(icon_sign(book, "bead"), state.all_on_cards()[seat]))
    )
