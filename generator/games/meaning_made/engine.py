"""The rules engine of Meaning Made: pure functions over a State.

state = start(game, ["Alex", "Brooke"], seed=1)
while actions := legal_actions(state):
    state, facts = apply(state, choose(actions))
print(scores(state), winners(state))
"""

from generator.games.kit.table import EMPTY
from generator.games.meaning_made.rules.actions import (
    ACTION_KEYS,
    NONE,
    Action,
    Answer,
    Contribute,
    Convert,
    Donate,
    EndTurn,
    Gather,
    Load,
    Lose,
    Pass,
    Recycle,
    RevealEvent,
    Take,
    Touchpoint,
)
from generator.games.meaning_made.rules.apply import apply
from generator.games.meaning_made.rules.facts import Fact
from generator.games.meaning_made.rules.legal import legal_actions
from generator.games.meaning_made.rules.pending import NOBODY
from generator.games.meaning_made.rules.reasons import why_illegal
from generator.games.meaning_made.rules.rulings import RULES, RULINGS, Ruling
from generator.games.meaning_made.rules.score import scores, winners
from generator.games.meaning_made.rules.setting import with_variants
from generator.games.meaning_made.rules.setup import Decks, start
from generator.games.meaning_made.rules.state import COMMUNITY, Phase, Result, State, to_act
from generator.replay.errors import (
    AmbiguousMove,
    IllegalMove,
    MoveError,
    Reason,
    SetupError,
    UnreadableMove,
)

__all__ = [
    "ACTION_KEYS",
    "COMMUNITY",
    "EMPTY",
    "NOBODY",
    "NONE",
    "RULES",
    "RULINGS",
    "Action",
    "AmbiguousMove",
    "Answer",
    "Contribute",
    "Convert",
    "Decks",
    "Donate",
    "EndTurn",
    "Fact",
    "Gather",
    "IllegalMove",
    "Load",
    "Lose",
    "MoveError",
    "Pass",
    "Phase",
    "Reason",
    "Recycle",
    "Result",
    "RevealEvent",
    "Ruling",
    "SetupError",
    "State",
    "Take",
    "Touchpoint",
    "UnreadableMove",
    "apply",
    "legal_actions",
    "scores",
    "start",
    "to_act",
    "why_illegal",
    "winners",
    "with_variants",
]
