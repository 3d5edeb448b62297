"""A row of a script as a move of Elementary, and a move as a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from generator.games.deck_of_signs.elementary import facts as say
from generator.games.deck_of_signs.elementary.moves import Discard, Lay, Move, Open, Play, Reveal, TurnOver
from generator.games.deck_of_signs.elementary.records import SCORE
from generator.games.deck_of_signs.elementary.state import State
from generator.games.kit.facts import Changed
from generator.games.kit.table import EMPTY
from generator.replay.errors import CellError, MoveError, UnreadableMove, shown
from generator.replay.moves import NOBODY
from generator.replay.moves import Move as Played
from generator.replay.names import card_named
from generator.replay.script import ScriptLine, ScriptRow, Vocabulary

LONGEST_LIST = 30
"""Parts of a cell; a table has no more spaces, and a hand no more cards."""
VOCABULARY = Vocabulary(
    phases=MappingProxyType({"turn": "turn", "turns": "turn"}),
    actions=MappingProxyType(
        {
            "hand": "hand", "deal": "hand",
            "open": "open", "opens": "open",
            "reveal": "reveal", "reveals": "reveal",
            "play": "play", "plays": "play", "add": "play",
            "discard": "discard", "discards": "discard",
            "turn over": "turn over",
            "lay": "lay", "lays": "lay",
        }
    ),
    more=("space",),
)  # fmt: skip
"""What people write, to the words that the engine uses; a column says the space."""


def read_move(row: ScriptRow, state: State) -> Move:
    """The move of a row, as it is meant in this state. Raises CellError around a MoveError."""
    read = _READERS.get(row.action)
    if read is None:
        raise CellError("action", UnreadableMove(f"“{row.said}” is no move of a turn."))
    return read(row, state)


def _open(row: ScriptRow, state: State) -> Move:
    names = _parts(row, "space") or [""]
    return Open(tuple(_space(name, state) for name in names))


def _reveal(row: ScriptRow, state: State) -> Move:
    return Reveal(_space(row.more["space"], state), _card(row.card, state))


def _play(row: ScriptRow, state: State) -> Move:
    number = state.setting.deck.number
    cards = [_card(name, state) for name in _parts(row, "card") or [""]]
    return Play(_space(row.more["space"], state), tuple(sorted(cards, key=lambda card: (number(card), card))))


def _discard(row: ScriptRow, state: State) -> Move:
    return Discard(_card(row.card, state) if row.card else EMPTY)


def _turn_over(row: ScriptRow, state: State) -> Move:
    return TurnOver(_sign(row, state))


def _lay(row: ScriptRow, state: State) -> Move:
    return Lay(_space(row.more["space"], state), _sign(row, state))


def _card(name: str, state: State) -> int:
    deck = state.setting.deck
    try:
        return card_named(name, [deck.title(card) for card in deck.cards], "card")
    except MoveError as fault:
        raise CellError("card", fault) from None


def _sign(row: ScriptRow, state: State) -> int:
    try:
        return state.setting.deck.sign_named(row.card)
    except MoveError as fault:
        raise CellError("card", fault) from None


def _space(name: str, state: State) -> int:
    numerals = state.setting.deck.numerals
    folded = [numeral.casefold() for numeral in numerals]
    if name.strip().casefold() in folded:
        return folded.index(name.strip().casefold())
    said = f"“{shown(name)}” is no space" if name else "The row does not say which space"
    raise CellError("space", UnreadableMove(f"{said}. Write one of {', '.join(numerals)}."))


def _parts(row: ScriptRow, column: str) -> list[str]:
    text = row.more["space"] if column == "space" else row.card
    parts = [part.strip() for part in re.split(r"[;,\n]", text) if part.strip()]
    if len(parts) > LONGEST_LIST:
        fault = f"The cell lists {len(parts)} things; at most {LONGEST_LIST} can be meant."
        raise CellError(column, UnreadableMove(fault))
    return parts


_READERS: Mapping[str, Callable[[ScriptRow, State], Move]] = MappingProxyType(
    {
        "open": _open,
        "reveal": _reveal,
        "play": _play,
        "discard": _discard,
        "turn over": _turn_over,
        "lay": _lay,
    }
)
"""How the row of each action is read."""


def line_of_move(move: Played[State, Move, say.Fact]) -> ScriptLine:
    """A move as a row."""
    state, action, deck = move.before, move.action, move.before.setting.deck
    who = state.names[move.seat] if move.seat != NOBODY else ""
    line = ScriptLine(state.round, "turn", who, gains=_gains(move), more=("",))
    match action:
        case Open(spaces=spaces):
            listed = "; ".join(deck.numerals[space] for space in spaces)
            return line._replace(action="open", more=(listed,))
        case Reveal(space=space, card=card):
            return line._replace(action="reveal", card=deck.title(card), more=(deck.numerals[space],))
        case Play(space=space, cards=cards):
            return line._replace(action="play", card=deck.names(cards), more=(deck.numerals[space],))
        case Discard(card=card):
            return line._replace(action="discard", card=deck.title(card) if card != EMPTY else "")
        case TurnOver(sign=sign):
            return line._replace(action="turn over", card=deck.signs[sign])
        case Lay(space=space, sign=sign):
            return line._replace(action="lay", card=deck.signs[sign], more=(deck.numerals[space],))
    raise TypeError(action)


def _gains(move: Played[State, Move, say.Fact]) -> str:
    """The points that came of a move: `+13P`; of nobody's with the name of who has them."""
    typed = move.before.setting.book.symbols[SCORE].typed
    changes = [fact for fact in move.facts if isinstance(fact, Changed)]
    names = move.before.names
    parts = (f"{'' if move.seat >= 0 else names[fact.player] + ' '}+{fact.asked}{typed}" for fact in changes)
    return "; ".join(parts)
