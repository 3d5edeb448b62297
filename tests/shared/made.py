"""The rules of Meaning Made in one place: what tests begin, play and look at."""

from generator.games.kit.table import EMPTY
from generator.games.meaning_made.rules import actions
from generator.games.meaning_made.rules.actions import (
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
    why_illegal,
)
from generator.games.meaning_made.rules.facts import Fact
from generator.games.meaning_made.rules.pending import NOBODY
from generator.games.meaning_made.rules.rulings import RULES
from generator.games.meaning_made.rules.score import scores, winners
from generator.games.meaning_made.rules.setting import with_variants
from generator.games.meaning_made.rules.setup import start
from generator.games.meaning_made.rules.state import COMMUNITY, Phase, Result, State, to_act
from generator.replay.errors import AmbiguousMove, IllegalMove, MoveError, Reason, SetupError, UnreadableMove

__all__ = ["COMMUNITY", "EMPTY", "NOBODY", "NONE", "RULES", "Action", "AmbiguousMove", "Answer", "Contribute"]
__all__ += ["Convert", "Donate", "EndTurn", "Fact", "Gather", "IllegalMove", "Load", "Lose"]
__all__ += ["MoveError", "Pass", "Phase", "Reason", "Recycle", "Result", "RevealEvent", "SetupError", "State"]
__all__ += ["Take", "Touchpoint", "UnreadableMove", "apply", "legal_actions", "scores", "start", "to_act"]
__all__ += ["why_illegal", "winners", "with_variants"]


def apply(state: State, action: Action) -> tuple[State, tuple[Fact, ...]]:
    """Do a move of whoever acts next. Raises IllegalMove."""
    return actions.apply(state, to_act(state), action)


def legal_actions(state: State) -> tuple[Action, ...]:
    """All that whoever acts next may do."""
    return actions.legal_moves(state, to_act(state))
