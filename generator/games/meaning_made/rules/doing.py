"""What all that can be done has in common. Who does it follows from the state (`to_act`).

Cards are indices into Game.patterns and Game.initiatives, players are seats from 0, tokens are
indices into records.TOKENS or whole triples.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from generator.games.kit.doing import RuleMove
from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules.cells import icons
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.state import Phase, State
from generator.replay.errors import Reason
from generator.replay.script import ScriptRow

NONE = Tokens()
"""No tokens."""


@dataclass(frozen=True, slots=True)
class Action(RuleMove):
    """A move of this game, with its row and its sentence."""

    phase: ClassVar[Phase] = Phase.TURNS
    key: ClassVar[str] = ""
    """The symbol of an action that effects may ban."""
    spends: ClassVar[int | None] = None
    """Actions of a turn that it takes; None if the game does not go on by it alone."""
    word: ClassVar[str] = ""
    """What its row says."""
    called: ClassVar[str]
    """What a sentence about it begins with, in the words `{w}` of a workbook."""
    says: ClassVar[str] = ""
    """The sentence about it: `{who}` does something with `{tokens}`."""

    @classmethod
    def ways(cls, state: State) -> Iterable[Action]:
        """Every way to do it that is legal now, phase, bans and the count of actions aside."""
        return (cls(),)

    def do(self, draft: Draft, seat: int) -> None:
        """Nothing but what follows."""

    @classmethod
    def read(cls, row: ScriptRow, state: State) -> Action:
        """The move of a row, as it is meant in this state. Raises CellError."""
        return cls()

    def cells(self, state: State) -> dict[str, str]:
        """The columns of its row, beside the action."""
        return {}

    def told(self, state: State, who: str) -> str:
        """The sentence about it, in rich text; `who` is a name."""
        return self.says.format(who=who, w=state.terms, tokens=icons(getattr(self, "tokens", ())))


def banned(state: State, seat: int, key: str) -> Reason:
    """Somebody may not do this for the rest of the round."""
    word = getattr(state.terms, key)
    verb = {"touchpoint": f"use {word}", "donate": word.low, "convert": word.low}.get(key, word)
    return Reason("restricted", f"{state.names[seat]} may not {verb} until the round is over.")


def phase_called(phase: Phase, state: State) -> str:
    """A phase as the rules call it."""
    return state.terms.event if phase is Phase.EVENT else phase
