"""A State as a table that can be printed: what lies where, in the signs and colours of the workbook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.games.kit.shown import SOFT, cell_of, counts, icon_colour, icon_sign
from generator.games.kit.table import EMPTY
from generator.games.meaning_made.records import TOKENS, Game
from generator.games.meaning_made.rules.state import COMMUNITY, State
from generator.records.notation import effect_text
from generator.records.worksheets import TOKENS as TOKENS_SHEET
from generator.replay.told import BoxView, CardRow, CardView, Count, SeatView, Sign, Space, TableView, Track

_LOST = "#e9e3f2"
"""The last space of the Meaning track, where a world collapses."""


def table_of(state: State, seats: Sequence[Sign]) -> TableView:
    """All that lies open; `seats` are the signs of the players' mats by seat number."""
    game = state.setting.game
    return TableView(
        tracks=(_meaning(state, game), *((_highest(state, game),) if game.event_table else ())),
        seats=tuple(_seat(state, game, seat, seats[seat]) for seat in state.order()),
        rows=(
            CardRow(
                tuple(_initiative(state, game, slot, seats) for slot in range(len(state.index))),
                name=game.terms.index,
            ),
            CardRow(tuple(_pattern(game, card) for card in state.prism), name=game.terms.prism),
        ),
    )


def laid_in(state: State) -> tuple[CardRow, ...]:
    """The Patterns in each Palette, and the Event that is face up."""
    game = state.setting.game
    palettes = (
        CardRow(tuple(_pattern(game, card) for card in palette), name=name)
        for name, palette in zip(state.names, state.palettes, strict=True)
    )
    events = (CardView(game.events[card].title, Sign("event", SOFT), "#ffffff") for card in state.events[-1:])
    return (*palettes, CardRow(tuple(events), name=game.terms.event))


def _sign(game: Game, key: str) -> Sign:
    """A Layer's icon in the Layer's colour, any other in its own."""
    layer = next((layer for layer in game.layers if layer.key == key), None)
    return icon_sign(game.book, key) if layer is None else Sign(key, layer.row["colour"])


def _meaning(state: State, game: Game) -> Track:
    """The Meaning track from its top down to 0."""
    top = state.setting.rules.meaning_max
    piece = cell_of(game.book, TOKENS_SHEET, "icon", "meaning", "colour") or icon_colour(game.book, "meaning")
    lost = Space("0", _LOST, icon_colour(game.book, "drift"))
    spaces = tuple(Space(str(value), stroke=piece) for value in range(top, 0, -1))
    return Track(game.terms.meaning, (*spaces, lost), (top - state.meaning,), piece, icon="meaning")


def _highest(state: State, game: Game) -> Track:
    """The dial of the highest Layer in play, laid out in a line in the colours of the Layers."""
    spaces = tuple(Space(str(layer.number), layer.row["tint"], layer.row["colour"]) for layer in game.layers)
    at = state.highest - 1
    colour = game.layers[at].row["colour"] if at < len(game.layers) else SOFT
    return Track(f"Highest {game.terms.layer} in play", spaces, (at,), colour)


def _seat(state: State, game: Game, seat: int, sign: Sign) -> SeatView:
    vitals = "fragile" if state.fragile(seat) else "vitals"
    return SeatView(
        state.names[seat],
        sign,
        tokens=counts(game.book, zip(TOKENS, state.tokens[seat], strict=True)),
        values=counts(game.book, ((vitals, state.vitals[seat]), ("legacy", state.legacy[seat]))),
        stacks=tuple(
            Count(_sign(game, layer.key), state.icons[seat][layer.number - 1])
            for layer in game.pattern_layers
        ),
    )


def _initiative(state: State, game: Game, slot: int, seats: Sequence[Sign]) -> CardView | None:
    number = state.index[slot]
    if number == EMPTY:
        return None
    card = game.initiatives[number]
    layer = game.layers[card.layer - 1]
    key = "end" if slot == state.end_slot else layer.key
    community = Sign("community", SOFT)
    return CardView(
        card.title,
        Sign(key, layer.row["colour"]),
        layer.row["tint"],
        boxes=tuple(_boxes(state, game, slot)),
        markers=tuple(community if who == COMMUNITY else seats[who] for who in state.orders[slot]),
    )


def _boxes(state: State, game: Game, slot: int) -> Iterator[BoxView]:
    """An Initiative's boxes for tokens, then the Layers that it asks for."""
    number = state.index[slot]
    kinds = (*TOKENS, "token")
    for kind, want, have in zip(kinds, state.setting.boxes[number], state.filled[slot], strict=True):
        for box in range(want):
            yield BoxView(icon_sign(game.book, kind), filled=box < have)
    for layer in game.initiatives[number].layers:
        yield BoxView(_sign(game, game.layers[layer - 1].key), filled=None)


def _pattern(game: Game, number: int) -> CardView | None:
    if number == EMPTY:
        return None
    card = game.patterns[number]
    layer = game.layers[card.layer - 1]
    return CardView(
        card.title,
        _sign(game, layer.key),
        layer.row["tint"],
        boxes=tuple(BoxView(_sign(game, key), filled=None) for key in card.requirement.icons()),
        gives=f"{{bonus}} {effect_text(card.bonus, game.book.symbols)}",
    )
