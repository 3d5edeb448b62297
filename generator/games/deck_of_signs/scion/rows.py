"""A row of a script as a move of Scion, and a move as a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from generator.games.deck_of_signs.scion import facts as say
from generator.games.deck_of_signs.scion.moves import Count, Lay, Move, Reveal, Show, place_of
from generator.games.deck_of_signs.scion.records import MIDDLE
from generator.games.deck_of_signs.scion.state import Phase, State
from generator.games.kit.table import EMPTY
from generator.replay.errors import CellError, MoveError, UnreadableMove, shown
from generator.replay.moves import NOBODY
from generator.replay.moves import Move as Played
from generator.replay.names import card_named, player_named
from generator.replay.script import ScriptLine, ScriptRow, Vocabulary

LONGEST_LIST = 30
"""Parts of a cell; a table has no more spaces or seats."""


def vocabulary(turns: int) -> Vocabulary:
    """What people write, to the words that the engine uses; each turn is a phase of its own."""
    numbered = {f"turn {turn}": f"turn {turn}" for turn in range(1, turns + 1)}
    return Vocabulary(
        phases=MappingProxyType({**numbered, "count": "count", "counting": "count", "circle": "circle"}),
        actions=MappingProxyType(
            {
                "hand": "hand", "deal": "hand",
                "lay": "lay", "lays": "lay",
                "show": "show", "shows": "show", "play": "show",
                "reveal": "reveal", "turn over": "reveal",
                "count": "count", "counts": "count",
            }
        ),
    )  # fmt: skip


def phase_word(state: State) -> str:
    """The script's word for the phase."""
    return f"turn {state.turn}" if state.phase is Phase.TURN else state.phase


def read_move(row: ScriptRow, state: State) -> Move:
    """The move of a row, as it is meant in this state. Raises CellError around a MoveError."""
    reader = _READERS.get(row.action)
    if reader is None:
        raise CellError("action", UnreadableMove(f"“{row.said}” is no move of the phase {row.phase}."))
    column, read = reader
    try:
        return read(row, state)
    except MoveError as fault:
        raise CellError(column, fault) from None


def read_circle(row: ScriptRow, state: State) -> Lay:
    """The Signs that a row lays on the circle, from space I on. Raises UnreadableMove."""
    names = _parts(row.payment)
    if not names:
        raise UnreadableMove("The row does not say which Signs are laid. Write them, from space I on.")
    return Lay(tuple(map(state.setting.deck.sign_named, names)))


def _show(row: ScriptRow, state: State) -> Move:
    deck = state.setting.deck
    return Show(card_named(row.card, [deck.title(card) for card in deck.cards], "card"))


def _reveal(row: ScriptRow, state: State) -> Move:
    return Reveal(tuple(_item(part, state) for part in _parts(row.gains)))


def _item(part: str, state: State) -> tuple[int, int]:
    """Where a player's item goes: `Ines middle`, `Otto Cup`."""
    name, _, place = part.rpartition(" ")
    if not name:
        example = f"{state.names[0]} {MIDDLE}"
        raise UnreadableMove(f"“{shown(part)}” does not say whose item goes where. Write {example}.")
    seat = player_named(name, state.names)
    if place.casefold() == MIDDLE:
        return seat, EMPTY
    sign = state.setting.deck.sign_named(place)
    if sign not in state.circle:
        raise UnreadableMove(f"The {state.setting.deck.signs[sign]} is not on the circle in this round.")
    return seat, state.circle.index(sign)


def _count(row: ScriptRow, state: State) -> Move:
    sign = state.setting.deck.sign_named(row.card)
    text = row.gains.strip()
    if not text:
        return Count(sign)
    try:
        return Count(sign, EMPTY if text.casefold() == "nobody" else player_named(text, state.names))
    except MoveError as fault:
        raise CellError("gains", fault) from None


def _parts(text: str) -> list[str]:
    parts = [part.strip() for part in re.split(r"[;,\n]", text) if part.strip()]
    if len(parts) > LONGEST_LIST:
        raise UnreadableMove(f"The cell lists {len(parts)} things; at most {LONGEST_LIST} can be meant.")
    return parts


_READERS: Mapping[str, tuple[str, Callable[[ScriptRow, State], Move]]] = MappingProxyType(
    {
        "lay": ("payment", read_circle),
        "show": ("card", _show),
        "reveal": ("gains", _reveal),
        "count": ("card", _count),
    }
)
"""The column that each action is about, and how it is read."""


def line_of_move(move: Played[State, Move, say.Fact]) -> ScriptLine:
    """A move as a row."""
    state, action, deck = move.before, move.action, move.before.setting.deck
    line = ScriptLine(state.round, phase_word(state), state.names[move.seat] if move.seat != NOBODY else "")
    match action:
        case Lay():
            return line._replace(action="lay", payment="; ".join(deck.signs[sign] for sign in action.signs))
        case Show():
            return line._replace(action="show", card=deck.title(action.card))
        case Reveal():
            return line._replace(action="reveal", gains="; ".join(_told_items(move)))
        case Count():
            counted = next(fact for fact in move.facts if isinstance(fact, say.Counted))
            gains = state.names[counted.winner] if counted.winner != EMPTY else "nobody"
            return line._replace(action="count", card=deck.signs[action.sign], gains=gains)
    raise TypeError(action)


def _told_items(move: Played[State, Move, say.Fact]) -> Iterator[str]:
    state = move.before
    deck = state.setting.deck
    for fate in next(fact for fact in move.facts if isinstance(fact, say.Turned)).fates:
        space = place_of(state, fate)
        yield f"{state.names[fate.seat]} {MIDDLE if space == EMPTY else deck.signs[state.circle[space]]}"
