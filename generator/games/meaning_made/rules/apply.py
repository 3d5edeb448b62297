"""One move: from a state and an action to the next state and what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from generator.games.kit.table import EMPTY, put
from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.costs import load_payment, unstarted
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.effects import add_falls, reveal_event
from generator.games.meaning_made.rules.facts import Fact
from generator.games.meaning_made.rules.pending import Answering, Choose, PlacePattern, Settle
from generator.games.meaning_made.rules.reasons import why_illegal
from generator.games.meaning_made.rules.resolving import run_due
from generator.games.meaning_made.rules.rounds import end_turn
from generator.games.meaning_made.rules.state import State, to_act
from generator.replay.errors import IllegalMove


def apply(state: State, action: act.Action) -> tuple[State, tuple[Fact, ...]]:
    """Do a move, and whatever follows from it by itself. Raises IllegalMove."""
    reason = why_illegal(state, action)
    if reason is not None:
        raise IllegalMove(reason)
    draft = started(state, action)
    run_due(draft)
    return draft.freeze(), tuple(draft.facts)


def started(state: State, action: act.Action) -> Draft:
    """The move itself, done without asking whether it is legal; what follows from it is in line."""
    draft = Draft(state)
    draft.facts.append(say.Acted(to_act(state), action))
    _DOES[type(action)](draft, action)
    return draft


def _reveal(draft: Draft, action: act.RevealEvent) -> None:
    draft.work.append(Settle(1))
    reveal_event(draft)


def _gather(draft: Draft, action: act.Gather) -> None:
    draft.work.append(Settle(1))
    draft.change_tokens(draft.player, (action.energy, action.insight, 0))


def _load(draft: Draft, action: act.Load) -> None:
    player = draft.player
    card = draft.setting.game.patterns[action.pattern]
    draft.work += [Settle(1), PlacePattern(player, draft.prism.index(action.pattern))]
    draft.pay(player, load_payment(draft, action))
    if card.vitals and draft.change_vitals(player, -card.vitals):
        add_falls(draft, (player,))


def _contribute(draft: Draft, action: act.Contribute) -> None:
    player, slot = draft.player, draft.index.index(action.initiative)
    draft.work.append(Settle(1))
    draft.pay(player, Tokens(*(own + wild for own, wild in zip(action.tokens, action.wild, strict=True))))
    energy, insight, support, wild = draft.filled[slot]
    own = action.tokens
    boxes = (energy + own.energy, insight + own.insight, support + own.support, wild + sum(action.wild))
    draft.filled = put(draft.filled, slot, boxes)
    if draft.rules.contributions_per_initiative:
        draft.gave = put(draft.gave, slot, (*draft.gave[slot], player))
    draft.facts.append(say.Contributed(player, action.initiative, action.tokens, action.wild))
    if player not in draft.orders[slot]:
        draft.add_marker(player, slot)


def _touchpoint(draft: Draft, action: act.Touchpoint) -> None:
    begun = draft.touchpoints[draft.player] + 1
    draft.touchpoints = put(draft.touchpoints, draft.player, begun)
    draft.work += [Settle(1), Answering(action.other, draft.player, action.token, action.give)]


def _answer(draft: Draft, action: act.Answer) -> None:
    choice = draft.work.pop()
    assert isinstance(choice, Answering)
    asker, other = choice.asker, choice.player
    draft.facts.append(say.Answered(asker, other, action.accept, True))
    if not action.accept:
        return
    giver, receiver = (asker, other) if choice.give else (other, asker)
    rules = draft.rules
    draft.change_token(giver, choice.token, -rules.touchpoint_tokens)
    draft.change_token(receiver, choice.token, rules.touchpoint_tokens)
    fragile = draft.fragile(asker) or draft.fragile(other)
    gain = rules.touchpoint_vitals_fragile if fragile else rules.touchpoint_vitals
    if gain and draft.meaning > rules.touchpoint_meaning_over:
        draft.change_vitals(asker, gain)
        draft.change_vitals(other, gain)


def _recycle(draft: Draft, action: act.Recycle) -> None:
    draft.recycles += 1
    draft.work.append(Settle(1))
    if action.prism:
        draft.refresh_prism()
        return
    slots = unstarted(draft)
    gone = tuple(draft.index[slot] for slot in slots)
    draft.initiative_discard = (*draft.initiative_discard, *gone)
    draft.facts.append(say.Discarded("initiative", gone))
    for slot in slots:
        draft.empty_slot(slot)
    for slot in range(draft.end_slot):
        if draft.index[slot] == EMPTY:
            draft.show_initiative(slot, reshuffle=True)


def _convert(draft: Draft, action: act.Convert) -> None:
    rules = draft.rules
    draft.conversions += 1
    draft.work.append(Settle(0))
    draft.change_tokens(draft.player, (-rules.conversion_energy, 0, rules.conversion_support))


def _pass(draft: Draft, action: act.Pass) -> None:
    draft.work.append(Settle(1))


def _end_turn(draft: Draft, action: act.EndTurn) -> None:
    end_turn(draft)


def _donate(draft: Draft, action: act.Donate) -> None:
    draft.work.append(Settle(0))
    if not action.support:
        return
    draft.change_token(draft.player, 2, -action.support)
    brought = min(action.support * draft.rules.donation_meaning, draft.rules.donation_cap - draft.donated)
    draft.donated += brought
    draft.change_meaning(brought)


def _lose(draft: Draft, action: act.Lose) -> None:
    choice = draft.work.pop()
    assert isinstance(choice, Choose)
    draft.pay(choice.player, action.tokens)


def _take(draft: Draft, action: act.Take) -> None:
    choice = draft.work.pop()
    assert isinstance(choice, Choose)
    draft.change_tokens(choice.player, action.tokens)


_DOES: Mapping[type, Callable[[Draft, Any], None]] = MappingProxyType(
    {
        act.RevealEvent: _reveal,
        act.Gather: _gather,
        act.Load: _load,
        act.Contribute: _contribute,
        act.Touchpoint: _touchpoint,
        act.Answer: _answer,
        act.Recycle: _recycle,
        act.Convert: _convert,
        act.Pass: _pass,
        act.EndTurn: _end_turn,
        act.Donate: _donate,
        act.Lose: _lose,
        act.Take: _take,
    }
)
