"""How a round goes on: from Event to turns, from turn to turn, to the Stability Check and its end.

A class for each move by which it does, and what any action brings with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from generator.games.kit.table import EMPTY
from generator.games.kit.tokens import Bundle, covers, parts, plus, smaller
from generator.games.life_meaning.records import NO_TOKENS
from generator.games.life_meaning.rules import facts as say
from generator.games.life_meaning.rules.draft import Draft
from generator.games.life_meaning.rules.moves import Move, exchange
from generator.games.life_meaning.rules.reasons import lacks, not_the_turn, typed
from generator.games.life_meaning.rules.state import End, Phase, Position
from generator.replay.errors import Reason
from generator.replay.moves import TABLE


@dataclass(frozen=True, slots=True)
class Open(Move):
    """Nobody's: the next Event is opened and the Gallery is filled."""

    phases = (Phase.EVENT,)
    action = False

    def do(self, draft: Draft, seat: int) -> None:
        """Phases A and B: the next Event replaces the last one, the Gallery is filled, and turns begin."""
        if draft.event != EMPTY:
            draft.event_discard = (*draft.event_discard, draft.event)
        draft.event = draft.draw("event")
        draft.fill("pattern", "gallery")
        draft.phase, draft.player = Phase.TURNS, draft.starter
        draft.actions_left = draft.numbers.actions


@dataclass(frozen=True, slots=True)
class Answer(Move):
    """Give what somebody asks for, or refuse; a refusal takes no action of theirs."""

    accept: bool
    action = False

    def do(self, draft: Draft, seat: int) -> None:
        """The tokens change hands, or nothing has happened."""
        asked = draft.asked
        assert asked is not None
        draft.asked = None
        draft.facts.append(say.Answered(seat, self.accept))
        if not self.accept:
            draft.refused = (*draft.refused, seat)
            return
        exchange(draft, seat, draft.player, asked.token, draft.player)
        use_action(draft)


def use_action(draft: Draft, count: int = 1) -> None:
    """Actions are used; what was refused before may be asked for again. An end ends all turns."""
    draft.actions_left -= count
    draft.refused = ()
    if draft.end is not None:
        _open_check(draft)


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    """The turn is over: all its actions are used."""

    action = False

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """No action is left."""
        if not state.actions_left:
            return None
        count = f"{state.actions_left} of {state.setting.numbers.actions} actions"
        return Reason("turn.order", f"{state.names[state.player]} still has {count}.")

    def do(self, draft: Draft, seat: int) -> None:
        """The next player's turn, or the Stability Check after the last one's."""
        draft.refused = ()
        order = draft.order()
        following = order.index(draft.player) + 1
        if draft.end is None and following < len(order):
            draft.player, draft.actions_left = order[following], draft.numbers.actions
        else:
            _open_check(draft)


def _open_check(draft: Draft) -> None:
    """Phase D begins: everybody may put something in. With nothing to pay it is over at once."""
    draft.phase, draft.actions_left, draft.asked = Phase.STABILITY, 0, None
    draft.waiting = draft.order() if any(draft.lacking()) else ()


@dataclass(frozen=True, slots=True)
class Mitigate(Move):
    """In the Stability Check: put tokens in, as often as one likes; without tokens no more is to come."""

    tokens: Bundle = NO_TOKENS
    phases = (Phase.STABILITY,)
    action = False

    @staticmethod
    def ways(state: Position, seat: int) -> Iterable[Mitigate]:
        """Nothing, or every part of what is still asked for."""
        return _mitigations(smaller(state.tokens[seat], state.lacking()))

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """No more than is asked for, and the tokens are there."""
        lacking = state.lacking()
        if covers(lacking, self.tokens):
            return lacks(state, seat, self.tokens, "mitigate.tokens")
        due = f"The Mitigation still asks for {typed(lacking, state)}"
        return Reason("mitigate.asked", f"{due}; the row pays {typed(self.tokens, state)}.")

    def do(self, draft: Draft, seat: int) -> None:
        """Put them in; with the last token, or the last player who is through, nobody waits any more."""
        draft.pay(seat, self.tokens)
        draft.mitigation = plus(draft.mitigation, self.tokens)
        if not any(draft.lacking()):
            draft.waiting = ()
        elif not any(self.tokens):
            draft.waiting = tuple(other for other in draft.waiting if other != seat)


@lru_cache(maxsize=1024)
def _mitigations(payable: Bundle) -> tuple[Mitigate, ...]:
    return (Mitigate(), *(Mitigate(part) for part in parts(payable)))


@dataclass(frozen=True, slots=True)
class Check(Move):
    """Nobody's: the Stability Check comes to its end, and with it the round."""

    phases = (Phase.STABILITY,)
    action = False

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """Nobody may put anything in any more."""
        return not_the_turn(state, seat, state.waiting) if state.waiting else None

    def do(self, draft: Draft, seat: int) -> None:
        """Drift rises unless the Mitigation is paid, empty slots are filled, and the next round begins."""
        met = not any(draft.lacking())
        draft.facts.append(say.Checked(met))
        if not met:
            draft.effect(draft.setting.events[draft.event].changes, TABLE)
        draft.mitigation, draft.waiting = NO_TOKENS, ()
        draft.fill_projects()
        if EMPTY in draft.projects:
            draft.last_round(End.PROJECTS)
        if draft.end is not None:
            draft.finish(draft.end)
            return
        draft.round += 1
        draft.starter = (draft.starter + draft.numbers.seal_passes) % len(draft.names)
        draft.player, draft.phase = draft.starter, Phase.EVENT
