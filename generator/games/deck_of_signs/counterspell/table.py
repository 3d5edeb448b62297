"""A State of Counterspell as a table that can be printed, in the signs and colours of the workbook."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.deck_of_signs.counterspell.records import HEALTH
from generator.games.deck_of_signs.counterspell.state import State
from generator.games.deck_of_signs.deck import PALE
from generator.games.kit.shown import SOFT, icon_colour, icon_sign
from generator.replay.told import CardRow, CardView, SeatView, Sign, Space, TableView, Track


def table_of(state: State, seats: Sequence[Sign]) -> TableView:
    """Health, the circle with Chaos’ cards, the runs beside it, each player’s hand; `seats` are mats."""
    spaces = range(len(state.circle))
    rows = [
        CardRow(tuple(_space(state, space) for space in spaces), name="Circle"),
        CardRow(tuple(_run(state, space) for space in spaces), name="Counterspells"),
    ]
    deck = state.setting.deck
    for hand, name in zip(state.hands, state.names, strict=True):
        rows.append(deck.row(deck.in_order(hand), f"{name}’s hand"))
    pile = CardView(f"{len(state.card_deck)} cards", icon_sign(state.setting.book, "deck"), PALE)
    rows.append(CardRow((pile,), chips=True, name="Deck"))
    health = tuple(Space(str(number)) for number in range(state.difficulty.health + 1))
    colour = icon_colour(state.setting.book, HEALTH)
    return TableView(
        tracks=(Track("Health", health, (state.health,), colour, icon=HEALTH),),
        seats=tuple(SeatView(name, sign) for name, sign in zip(state.names, seats, strict=True)),
        rows=tuple(row for row in rows if row.cards),
    )


def _space(state: State, space: int) -> CardView:
    deck = state.setting.deck
    chaos = deck.faces(state.chaos[space])
    if space in state.covered:
        chaos = "  ".join(filter(None, (chaos, "{chaos}")))
    return deck.space_view(space, state.circle[space], gives=chaos)


def _run(state: State, space: int) -> CardView:
    deck, run = state.setting.deck, state.runs[space]
    total = f" {sum(map(deck.number, run))}" if run else ""
    return CardView(f"{deck.numerals[space]}{total}", Sign("", SOFT), PALE, gives=deck.faces(run))
