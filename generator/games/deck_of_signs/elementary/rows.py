"""A row of a script as a move of Elementary, and a move as a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from generator.games.deck_of_signs.cells import card_in, parts_in, read_by, sign_in, space_in
from generator.games.deck_of_signs.elementary import facts as say
from generator.games.deck_of_signs.elementary.moves import Discard, Lay, Move, Open, Play, Reveal, TurnOver
from generator.games.deck_of_signs.elementary.records import SCORE
from generator.games.deck_of_signs.elementary.state import State
from generator.games.kit.facts import Changed
from generator.games.kit.table import EMPTY
from generator.replay.moves import NOBODY
from generator.replay.moves import Move as Played
from generator.replay.script import ScriptLine, ScriptRow, Vocabulary

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
    move: Move = read_by(_READERS, row, state)
    return move


def _open(row: ScriptRow, state: State) -> Move:
    names = parts_in(row.more["space"], "space") or [""]
    return Open(tuple(space_in(name, state.setting.deck) for name in names))


def _reveal(row: ScriptRow, state: State) -> Move:
    return Reveal(space_in(row.more["space"], state.setting.deck), card_in(row.card, state.setting.deck))


def _play(row: ScriptRow, state: State) -> Move:
    number = state.setting.deck.number
    cards = [card_in(name, state.setting.deck) for name in parts_in(row.card, "card") or [""]]
    return Play(
        space_in(row.more["space"], state.setting.deck),
        tuple(sorted(cards, key=lambda card: (number(card), card))),
    )


def _discard(row: ScriptRow, state: State) -> Move:
    return Discard(card_in(row.card, state.setting.deck) if row.card else EMPTY)


def _turn_over(row: ScriptRow, state: State) -> Move:
    return TurnOver(sign_in(row.card, state.setting.deck))


def _lay(row: ScriptRow, state: State) -> Move:
    return Lay(space_in(row.more["space"], state.setting.deck), sign_in(row.card, state.setting.deck))


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
