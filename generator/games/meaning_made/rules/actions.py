"""Everything that can be done, as frozen values: what is legal, why something is not, and doing it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.choices import Answer, Lose, Take, Touchpoint, not_chosen, options
from generator.games.meaning_made.rules.contribute import Contribute
from generator.games.meaning_made.rules.doing import NONE, Action, banned, phase_called
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.load import Load
from generator.games.meaning_made.rules.pending import NOBODY, Settle
from generator.games.meaning_made.rules.resolving import run_due
from generator.games.meaning_made.rules.state import BIT, Phase, State, to_act
from generator.games.meaning_made.rules.turns import (
    Convert,
    Donate,
    EndTurn,
    Gather,
    Pass,
    Recycle,
    RevealEvent,
)
from generator.replay.errors import CellError, IllegalMove, Reason, UnreadableMove
from generator.replay.script import ScriptRow

__all__ = ["NONE", "Action", "Answer", "Contribute", "Convert", "Donate", "EndTurn", "Gather", "Load", "Lose"]
__all__ += ["Pass", "Recycle", "RevealEvent", "Take", "Touchpoint"]
_OF_A_TURN: tuple[type[Action], ...] = (Gather, Load, Contribute, Touchpoint, Recycle)
_OTHERS: tuple[type[Action], ...] = (RevealEvent, Convert, Pass, EndTurn, Donate, Lose)
_ROWS: Mapping[str, type[Action]] = MappingProxyType(
    {
        **{kind.word: kind for kind in (*_OF_A_TURN, *_OTHERS)},
        **{"gain": Lose, "accept": Answer, "decline": Answer, "keep": Donate},
    }
)
"""What rows say, by the words of the vocabulary."""


def actors(state: State) -> tuple[int, ...]:
    """The seat that acts or chooses next, if there is one."""
    seat = to_act(state)
    return () if seat == NOBODY else (seat,)


def legal_moves(state: State, seat: int) -> tuple[Action, ...]:
    """All legal moves of whoever acts next (`to_act`), the one who can be asked; none after the end."""
    if state.phase is Phase.OVER:
        return ()
    choice = state.choice
    if choice is not None:
        return options(state, choice)
    if state.phase is Phase.EVENT:
        return (RevealEvent(),)
    if state.phase is Phase.WINDOW:
        return tuple(Donate.ways(state))
    actions: list[Action] = []
    if state.actions_left:
        bans = state.banned[state.player]
        for kind in _OF_A_TURN:
            if not bans & BIT[kind.key]:
                actions += kind.ways(state)
        if not (actions and state.setting.rules.must_act):
            actions.append(Pass())
    else:
        actions.append(EndTurn())
    if state.may_convert():
        actions.append(Convert())
    return tuple(actions)


def why_illegal(state: State, action: Action) -> Reason | None:
    """The rule that forbids the move of whoever acts next, or None if it is legal."""
    if state.phase is Phase.OVER:
        return Reason("over", "The game is over.")
    choice, seat = state.choice, state.player
    if choice is not None or isinstance(action, Answer | Lose):
        return not_chosen(state, action, choice)
    if state.phase is not action.phase:
        belongs = f"{action.called.format(w=state.terms)} belongs to the phase"
        there, here = phase_called(action.phase, state), phase_called(state.phase, state)
        return Reason("phase", f"{belongs} {there}; now it is {here}.")
    if action.spends and action.phase is Phase.TURNS and not state.actions_left:
        return Reason("actions", f"{state.me} has no action left in this turn.")
    if action.key and not state.may(seat, action.key):
        return banned(state, seat, action.key)
    if isinstance(action, Pass) and action not in legal_moves(state, seat):
        return Reason("pass", f"{state.me} still has a legal action.")
    return action.why_not(state, seat)


def apply(state: State, seat: int, action: Action) -> tuple[State, tuple[say.Fact, ...]]:
    """Do a move of whoever acts next, and whatever follows from it by itself. Raises IllegalMove."""
    reason = why_illegal(state, action)
    if reason is not None:
        raise IllegalMove(reason)
    return done(state, seat, action)


def done(state: State, seat: int, action: Action) -> tuple[State, tuple[say.Fact, ...]]:
    """The same for a move that is known to be legal."""
    draft = started(state, action)
    run_due(draft)
    return draft.freeze(), tuple(draft.facts)


def started(state: State, action: Action) -> Draft:
    """The move itself, done without asking whether it is legal; what follows from it is in line."""
    draft, seat = Draft(state), to_act(state)
    draft.facts.append(say.Acted(seat, action))
    if action.spends is not None:
        draft.work.append(Settle(action.spends))
    action.do(draft, seat)
    return draft


def read_move(row: ScriptRow, state: State) -> Action:
    """The move of a row, as it is meant in this state. Raises CellError around a MoveError."""
    kind = _ROWS.get(row.action)
    if kind is None:
        phase = state.terms.event.low if row.phase == "event" else row.phase
        raise CellError("action", UnreadableMove(f"“{row.said}” is no move of the phase {phase}."))
    return kind.read(row, state)
