"""A State of Life~Meaning as a table that can be printed, in the signs and colours of the workbook."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.kit.shown import SOFT, counts, icon_colour, icon_sign
from generator.games.kit.table import EMPTY
from generator.games.life_meaning.records import TOKENS, TRACKS
from generator.games.life_meaning.rules.state import State
from generator.records.notation import Effect, effect_text
from generator.records.tables import Row
from generator.records.worksheets import LAYERS
from generator.replay.told import BoxView, CardRow, CardView, Count, SeatView, Sign, Space, TableView, Track

_LOST = "#efd9cf"
"""The last space of the Drift track."""
_PAPER = "#f6f1e4"
"""Behind a card whose Layer has no tint."""


def table_of(state: State, seats: Sequence[Sign]) -> TableView:
    """All that lies open but the Event, which a round’s first step tells; `seats` are signs of mats."""
    projects = tuple(_project(state, slot, seats) for slot in range(len(state.projects)))
    gallery = CardRow(tuple(_pattern(state, card) for card in state.gallery), name="Gallery")
    return TableView(
        tracks=(_drift(state),),
        seats=tuple(_seat(state, seat, seats[seat]) for seat in state.order()),
        rows=(CardRow(projects, name="Projects"), gallery),
    )


def laid_in(state: State) -> tuple[CardRow, ...]:
    """The Patterns in each Stack, and the Event."""
    stacks = (
        CardRow(tuple(_pattern(state, card) for card in stack), name=name)
        for name, stack in zip(state.names, state.stacks, strict=True)
    )
    events = (state.setting.events[card] for card in (state.event,) if card != EMPTY)
    event = (CardView(card.title, Sign("event", SOFT), _PAPER) for card in events)
    return (*stacks, CardRow(tuple(event), name="Event"))


def _drift(state: State) -> Track:
    most = state.setting.numbers.drift_max
    colour = icon_colour(state.setting.book, "drift")
    spaces = tuple(Space(str(value), stroke=colour) for value in range(most))
    last = Space(str(most), _LOST, colour)
    name = state.setting.book.symbols["drift"].name
    return Track(name, (*spaces, last), (state.drift,), colour, icon="drift")


def _seat(state: State, seat: int, sign: Sign) -> SeatView:
    book = state.setting.book
    cards = state.setting.patterns
    layers = [cards[card].layer for card in state.stacks[seat]]
    slots = [row for row in book.tables.get(LAYERS, ()) if any(row["layer"] == card.layer for card in cards)]
    return SeatView(
        state.names[seat],
        sign,
        tokens=counts(book, zip(TOKENS, state.tokens[seat], strict=True)),
        values=counts(book, ((track, getattr(state, track)[seat]) for track in TRACKS)),
        stacks=tuple(Count(_layer_sign(row), layers.count(row["layer"])) for row in slots),
    )


def _layer_sign(row: Row) -> Sign:
    return Sign(str(row["icon"]), str(row.values.get("colour") or SOFT))


def _layer(state: State, layer: int) -> tuple[Sign, str]:
    """A Layer's sign and tint."""
    rows = state.setting.book.tables.get(LAYERS, ())
    row = next((row for row in rows if row.values.get("layer") == layer), None)
    if row is None:
        return Sign("", SOFT), _PAPER
    return _layer_sign(row), str(row.values.get("tint") or _PAPER)


def _project(state: State, slot: int, seats: Sequence[Sign]) -> CardView | None:
    if state.projects[slot] == EMPTY:
        return None
    card = state.setting.projects[state.projects[slot]]
    sign, tint = _layer(state, card.layer)
    book, filled = state.setting.book, state.filled(slot)
    boxes = [
        BoxView(icon_sign(book, token), filled=at < have)
        for token, count, have in zip(TOKENS, card.boxes, filled, strict=True)
        for at in range(count)
    ]
    marked = dict.fromkeys(who for who, _ in state.marks[slot])
    gives = effect_text(Effect(card.benefit), book.symbols)
    return CardView(card.title, sign, tint, tuple(boxes), tuple(seats[who] for who in marked), gives)


def _pattern(state: State, number: int) -> CardView | None:
    if number == EMPTY:
        return None
    card, book = state.setting.patterns[number], state.setting.book
    sign, tint = _layer(state, card.layer)
    boxes = tuple(
        BoxView(icon_sign(book, token), filled=None)
        for token, count in zip(TOKENS, card.cost, strict=True)
        for _ in range(count)
    )
    gives = effect_text(Effect(card.outputs), book.symbols)
    return CardView(card.title, sign, tint, boxes, gives=gives)
