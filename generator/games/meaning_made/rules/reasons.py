"""Why a move is illegal: which rule forbids it, in a sentence with the numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from generator.games.kit.table import EMPTY
from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.costs import (
    can_exchange,
    donation_room,
    may_convert,
    unstarted,
)
from generator.games.meaning_made.rules.legal import legal_actions, options
from generator.games.meaning_made.rules.move_words import (
    action_name,
    counted,
    move_name,
    phase_name,
    terms_in,
    tokens_text,
)
from generator.games.meaning_made.rules.pending import Answering, Choose
from generator.games.meaning_made.rules.reasons_cards import contribute_reason, load_reason
from generator.games.meaning_made.rules.state import Phase, State
from generator.games.meaning_made.terms import Terms, begun
from generator.replay.errors import Reason

_NEEDED_PHASE: Mapping[type, Phase] = MappingProxyType(
    {act.RevealEvent: Phase.EVENT, act.Donate: Phase.WINDOW}
)
_ACTION_KEY: Mapping[type, str] = MappingProxyType(
    {
        act.Gather: "gather",
        act.Load: "load",
        act.Contribute: "contribute",
        act.Touchpoint: "touchpoint",
        act.Recycle: "recycle",
        act.Convert: "convert",
    }
)


def why_illegal(state: State, action: act.Action) -> Reason | None:
    """The rule that forbids the move, or None if it is legal."""
    if state.phase is Phase.OVER:
        return Reason("over", "The game is over.")
    choice = state.choice
    kind = type(action)
    if choice is not None or kind in (act.Answer, act.Lose, act.Take):
        return _choice(state, action, choice)
    needed = _NEEDED_PHASE.get(kind, Phase.TURNS)
    if state.phase is not needed:
        return _not_now(state, action, needed)
    key = _ACTION_KEY.get(kind)
    if key is not None:
        if not state.actions_left and kind is not act.Convert:
            return Reason("actions", f"{_me(state)} has no action left in this turn.")
        if not state.may(state.player, key):
            return _banned(state, key)
    check = _CHECKS.get(kind)
    return check(state, action) if check else None


def _not_now(state: State, action: act.Action, needed: Phase) -> Reason:
    terms = terms_in(state)
    belongs = f"{move_name(action, terms)} belongs to the phase {phase_name(needed, terms)}"
    return Reason("phase", f"{belongs}; now it is {phase_name(state.phase, terms)}.")


def _banned(state: State, key: str) -> Reason:
    verb = action_name(key, terms_in(state))
    return Reason("restricted", f"{_me(state)} may not {verb} until the round is over.")


def _me(state: State) -> str:
    return state.names[state.player]


def _choice(state: State, action: act.Action, choice: Choose | Answering | None) -> Reason | None:
    terms = terms_in(state)
    if choice is None:
        return Reason("choice", f"{move_name(action, terms)} is out of place: nobody has to choose now.")
    if action in options(state, choice):
        return None
    who = state.names[choice.player]
    if isinstance(choice, Answering):
        if isinstance(action, act.Answer) and not can_exchange(state, choice):
            giver = state.names[choice.asker if choice.give else choice.player]
            return Reason("touchpoint.tokens", f"{giver} has no {terms.tokens[choice.token]} to hand over.")
        asker = state.names[choice.asker]
        return Reason("choice", f"{who} must first answer the {terms.touchpoint} of {asker}.")
    verb, kind = ("take", act.Take) if choice.gain else ("lose", act.Lose)
    amount = counted(choice.amount, terms.token, terms.token.many)
    if isinstance(action, kind):
        having = "" if choice.gain else f"; {who} has {tokens_text(state.tokens[choice.player], terms)}"
        return Reason(verb, f"{who} must {verb} {amount}, not {tokens_text(action.tokens, terms)}{having}.")
    return Reason("choice", f"{who} must first choose {amount} to {verb}.")


def _gather(state: State, action: act.Gather) -> Reason | None:
    count = state.setting.rules.gather_tokens
    total = action.energy + action.insight
    if action.energy >= 0 and action.insight >= 0 and total == count:
        return None
    terms = terms_in(state)
    due = counted(count, terms.token, terms.token.many)
    named = tokens_text(Tokens(action.energy, action.insight), terms)
    return Reason("gather", f"{terms.gather} takes {due}, not {named}.")


def _touchpoint(state: State, action: act.Touchpoint) -> Reason | None:
    rules, terms = state.setting.rules, terms_in(state)
    if action.token not in range(3):
        return Reason("touchpoint.tokens", f"There is no such {terms.token}.")
    if not 0 <= action.other < len(state.names) or action.other == state.player:
        return Reason("touchpoint.player", f"{_me(state)} needs another player for {terms.touchpoint.a}.")
    if not state.may_touch(state.player):
        limit = counted(rules.touchpoints_per_round, terms.touchpoint, terms.touchpoint.many)
        return Reason("touchpoint.once", f"{_me(state)} may start {limit} a round and has done so.")
    have = state.tokens[state.player][action.token]
    if action.give and have < rules.touchpoint_tokens:
        gift = f"{rules.touchpoint_tokens} {terms.tokens[action.token]}"
        return Reason("touchpoint.tokens", f"{_me(state)} offers {gift} and has {have}.")
    return None


def _recycle(state: State, action: act.Recycle) -> Reason | None:
    limit, terms = state.setting.rules.recycles_per_round, terms_in(state)
    if not state.setting.rules.recycle:
        return Reason("recycle.off", f"There is no action {terms.recycle} in this game.")
    if limit and state.recycles >= limit:
        often = counted(limit, "time")
        return Reason("recycle.limit", f"The group may {terms.recycle} {often} a round and has done so.")
    if unstarted(state) if not action.prism else any(card != EMPTY for card in state.prism):
        return None
    area = f"No {terms.initiative} of the {terms.index} is unstarted"
    if action.prism:
        area = f"The {terms.prism} is empty"
    return Reason("recycle.nothing", f"{area}, so {terms.recycle} would discard nothing.")


def _convert(state: State, action: act.Convert) -> Reason | None:
    if may_convert(state):
        return None
    rules, terms = state.setting.rules, terms_in(state)
    if not rules.conversion:
        topic = begun(terms.conversion)
        return Reason("convert.off", f"{topic} is an optional rule, and it is not in play.")
    if state.conversions >= rules.conversions_per_turn:
        limit = counted(rules.conversions_per_turn, "time")
        return Reason("convert.once", f"{_me(state)} may {terms.convert.low} {limit} a turn and has done so.")
    have = state.tokens[state.player].energy
    costs = f"{begun(terms.conversion.a)} costs {rules.conversion_energy} {terms.energy}"
    return Reason("convert.tokens", f"{costs}; {_me(state)} has {have}.")


def _pass(state: State, action: act.Pass) -> Reason | None:
    if act.Pass() in legal_actions(state):
        return None
    if not state.actions_left:
        return Reason("actions", f"{_me(state)} has no action left in this turn.")
    return Reason("pass", f"{_me(state)} still has a legal action.")


def _end_turn(state: State, action: act.EndTurn) -> Reason | None:
    if state.actions_left:
        left = counted(state.actions_left, "action")
        return Reason("end-turn", f"{_me(state)} still has {left} in this turn.")
    return None


def _donate(state: State, action: act.Donate) -> Reason | None:
    rules, terms = state.setting.rules, terms_in(state)
    player = state.player
    if action.support == 0:
        return None
    if not state.may(player, "donate"):
        return _banned(state, "donate")
    if state.fragile(player):
        return not_while_fragile(_me(state), terms)
    if not 0 <= action.support <= rules.donation_support:
        most = f"A player {terms.donate.does} at most {rules.donation_support} {terms.support} a round"
        return Reason("donate.limit", f"{most}, not {action.support}.")
    if action.support > donation_room(state):
        brought = f"{begun(terms.donation.many)} have brought {state.donated} {terms.meaning} this round"
        return Reason("donate.cap", f"{brought}; the cap is {rules.donation_cap}.")
    have = state.tokens[player].support
    if action.support > have:
        return donates_too_much(_me(state), action.support, have, terms)
    return None


def not_while_fragile(who: str, terms: Terms) -> Reason:
    """Why somebody at 0 Vitals donates nothing."""
    why = f"{terms.fragile.a} player may not {terms.donate.low}"
    return Reason("donate.fragile", f"{who} has 0 {terms.vitals}: {why}.")


def donates_too_much(who: str, support: int, have: int, terms: Terms) -> Reason:
    """Why somebody does not donate what is not there."""
    gift = f"{terms.donate.does} {support} {terms.support}"
    return Reason("donate.tokens", f"{who} {gift} and has {have}.")


_CHECKS: Mapping[type, Callable[[State, Any], Reason | None]] = MappingProxyType(
    {
        act.Gather: _gather,
        act.Load: load_reason,
        act.Contribute: contribute_reason,
        act.Touchpoint: _touchpoint,
        act.Recycle: _recycle,
        act.Convert: _convert,
        act.Pass: _pass,
        act.EndTurn: _end_turn,
        act.Donate: _donate,
    }
)
