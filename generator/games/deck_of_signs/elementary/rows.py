"""A row of a script as a move of Elementary, and a move as a row."""

from __future__ import annotations

from dataclasses import replace

from generator.games.deck_of_signs.cells import CARD, CARD_OR_NONE, CARDS, SIGN, SPACE, SPACES
from generator.games.deck_of_signs.elementary import facts as say
from generator.games.deck_of_signs.elementary.moves import Discard, Lay, Open, Play, Reveal, TurnOver
from generator.games.deck_of_signs.elementary.records import SCORE
from generator.games.deck_of_signs.elementary.state import State
from generator.games.deck_of_signs.moves import SignMove
from generator.games.kit.cells import MoveRows
from generator.games.kit.facts import Changed
from generator.replay.moves import Move as Played
from generator.replay.script import ScriptLine, Vocabulary, spellings

VOCABULARY = Vocabulary(
    phases=spellings("turn|turns"),
    actions=spellings(
        "hand|deal, open|opens, reveal|reveals, play|plays|add, discard|discards, turn over, lay|lays"
    ),
    more=("space",),
)
"""What people write, to the words that the engine uses; a column says the space."""


_FIRST_SPACES = replace(SPACES, read=lambda text, state: SPACES.read(text, state) or (SPACE.read("", state),))
"""At least one."""
_ROWS = MoveRows(
    {
        "open": (Open, {"spaces": _FIRST_SPACES}),
        "reveal": (Reveal, {"space": SPACE, "card": CARD}),
        "play": (Play, {"cards": CARDS, "space": SPACE}),
        "discard": (Discard, {"card": CARD_OR_NONE}),
        "turn over": (TurnOver, {"sign": SIGN}),
        "lay": (Lay, {"space": SPACE, "sign": SIGN}),
    },
    VOCABULARY.more,
)
read_move = _ROWS.read_move


def line_of_move(move: Played[State, SignMove, say.Fact]) -> ScriptLine:
    """A move as a row."""
    return _ROWS.line(move, "turn")._replace(gains=_gains(move))


def _gains(move: Played[State, SignMove, say.Fact]) -> str:
    """The points that came of a move: `+13P`; of nobody's with the name of who has them."""
    typed = move.before.setting.book.symbols[SCORE].typed
    changes = [fact for fact in move.facts if isinstance(fact, Changed)]
    names = move.before.names
    parts = (f"{'' if move.seat >= 0 else names[fact.player] + ' '}+{fact.asked}{typed}" for fact in changes)
    return "; ".join(parts)
