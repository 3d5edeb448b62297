"""A row of a script as a move of Scion, and a move as a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from generator.games.deck_of_signs.cells import RowReader, card_in, parts_in, read_by, sign_in
from generator.games.deck_of_signs.scion import facts as say
from generator.games.deck_of_signs.scion.moves import Count, Lay, Move, Reveal, Show, place_of
from generator.games.deck_of_signs.scion.records import MIDDLE
from generator.games.deck_of_signs.scion.state import Phase, State
from generator.games.kit.table import EMPTY
from generator.replay.errors import CellError, MoveError, UnreadableMove, shown
from generator.replay.moves import NOBODY
from generator.replay.moves import Move as Played
from generator.replay.names import player_named
from generator.replay.script import ScriptLine, ScriptRow, Vocabulary


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
    move: Move = read_by(_READERS, row, state)
    return move


def read_circle(row: ScriptRow, state: State) -> Lay:
    """The Signs that a row lays on the circle, from space I on. Raises CellError."""
    names = parts_in(row.payment, "payment")
    if not names:
        fault = "The row does not say which Signs are laid. Write them, from space I on."
        raise CellError("payment", UnreadableMove(fault))
    return Lay(tuple(sign_in(name, state.setting.deck, "payment") for name in names))


def _show(row: ScriptRow, state: State) -> Move:
    return Show(card_in(row.card, state.setting.deck))


def _reveal(row: ScriptRow, state: State) -> Move:
    try:
        return Reveal(tuple(_item(part, state) for part in parts_in(row.gains, "gains")))
    except MoveError as fault:
        raise CellError("gains", fault) from None


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
    sign = sign_in(row.card, state.setting.deck)
    text = row.gains.strip()
    if not text:
        return Count(sign)
    try:
        return Count(sign, EMPTY if text.casefold() == "nobody" else player_named(text, state.names))
    except MoveError as fault:
        raise CellError("gains", fault) from None


_READERS: Mapping[str, RowReader] = MappingProxyType(
    {"lay": read_circle, "show": _show, "reveal": _reveal, "count": _count}
)
"""How the row of each action is read."""


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
