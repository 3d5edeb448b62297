"""The rules that a step shows, each in a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.rulings import rules_in
from generator.games.meaning_made.rules.state import Result, State
from generator.replay.moves import Deed

PlayedStep = Deed[State, act.Action, say.Fact]
"""A step as it is narrated."""
Shows = Callable[[PlayedStep, act.Action], bool]


def rules_shown(step: PlayedStep) -> tuple[str, ...]:
    """The rules that a step shows, the most telling last, or the one that it breaks."""
    terms = step.before.setting.game.terms
    if step.reason is not None:
        return (rules_in(terms).get(step.reason.rule, ""),)
    action = next((fact.move for fact in step.facts if isinstance(fact, say.Acted)), None)
    if action is None:
        return ()
    return tuple(line.format(w=terms) for line, shows in _LINES if shows(step, action))


def _has(step: PlayedStep, *kinds: type) -> bool:
    return any(isinstance(fact, kinds) for fact in step.facts)


def _answer(step: PlayedStep, accepted: bool) -> bool:
    return any(isinstance(fact, say.Answered) and fact.accepted is accepted for fact in step.facts)


def _fills_gaps(step: PlayedStep, action: act.Action) -> bool:
    slots = [fact for fact in step.facts if isinstance(fact, say.Revealed) and fact.deck == "pattern"]
    return bool(slots) and isinstance(action, act.RevealEvent)


def _ends(step: PlayedStep, result: Result) -> bool:
    return _has(step, say.GameEnded) and step.after.result == result


def _penalties(step: PlayedStep) -> bool:
    """Whether any Initiative of this edition has a penalty."""
    return any(card.penalty.parts for card in step.before.setting.game.initiatives)


def _is(*kinds: type, where: Callable[[State, Any], object] = lambda *_: True) -> Shows:
    """A step is an action of one of these kinds, of which something holds in the state before it."""
    return lambda step, action: isinstance(action, kinds) and bool(where(step.before, action))


def _shows(*kinds: type) -> Shows:
    return lambda step, action: _has(step, *kinds)


def _met(state: State, action: act.Load) -> bool:
    """Whether the Palette shows some of the Layer icons that a Pattern asks for."""
    needed = sum(count for _, count in state.setting.pattern_needs[action.pattern])
    return needed > state.missing_icons(state.player, action.pattern)


def _capped(state: State, action: act.Donate) -> bool:
    rules = state.setting.rules
    brought = state.donated + action.support * rules.donation_meaning
    return bool(action.support) and brought >= rules.donation_cap


def _fragile_donor(state: State, action: act.Donate) -> bool:
    return any(tokens.support and state.fragile(seat) for seat, tokens in enumerate(state.tokens))


def _gated(state: State, action: act.Contribute) -> bool:
    return bool(state.setting.rules.end_meaning_least) and action.initiative == state.setting.end


_LINES: tuple[tuple[str, Shows], ...] = (
    ("Passing: only if no action is possible.", _is(act.Pass)),
    ("{w.conversion.begun}: an optional rule, once a turn, without an action.", _is(act.Convert)),
    ("{w.token.many.begun} of any kind: whoever loses or gains them says which.", _is(act.Lose, act.Take)),
    ("{w.recycle}: all cards of the {w.prism}, or all unstarted {w.initiative.many} of the {w.index}, "
     "are replaced.", _is(act.Recycle)),
    ("{w.gather}: {w.energy} and {w.insight} in any mix, never {w.support}.", _is(act.Gather)),
    ("{w.contribute}: any number of {w.token.many} into open boxes of one {w.initiative}.",
     _is(act.Contribute, where=lambda _, move: sum(move.paid))),
    ("{w.order}: a first {w.contribution} to {w.initiative.a} takes its best open space.",
     _shows(say.MarkerPlaced)),
    ("{w.contribute} again: the marker keeps its space.",
     lambda step, action: isinstance(action, act.Contribute) and not _has(step, say.MarkerPlaced)),
    ("{w.load}: pay exactly what the {w.pattern} asks for, then take its {w.bonus} once.", _is(act.Load)),
    ("{w.discount}: {w.layer} icons in the {w.palette} are looked at, not spent.", _is(act.Load, where=_met)),
    ("{w.discount}: whoever has the {w.layer} already pays less.",
     _is(act.Load, where=lambda _, move: sum(move.saved))),
    ("Substitute: a missing {w.layer} icon costs {w.token.a} of any kind.",
     _is(act.Load, where=lambda state, move: state.missing_icons(state.player, move.pattern))),
    ("Lookup: the row of the {w.event}’s letter, the column of the highest {w.layer} in play.",
     _is(act.RevealEvent, where=lambda state, _: state.setting.game.event_table)),
    ("{w.event}: {w.meaning} falls by the number of the card.",
     _is(act.RevealEvent, where=lambda state, _: not state.setting.game.event_table)),
    ("Refresh: gaps of the {w.prism} are filled after the {w.event}.", _fills_gaps),
    ("{w.donation.begun}: everybody may give {w.support} in the Stability Window, and nobody must.",
     _is(act.Donate)),
    ("{w.fragile} players do not {w.donate.low}.", _is(act.Donate, where=_fragile_donor)),
    ("{w.donation.begun} cap: further {w.donation.many} would bring no more {w.meaning} in this round.",
     _is(act.Donate, where=_capped)),
    ("{w.touchpoint}: a refusal costs the action.", lambda step, action: _answer(step, False)),
    ("{w.touchpoint}: if the {w.token} changes hands, both gain {w.vitals}.",
     lambda step, action: _answer(step, True)),
    ("{w.touchpoint} with {w.fragile.a} player: both gain more.",
     lambda step, action: _answer(step, True) and _has(step, say.Recovered)),
    ("Completion: {w.legacy} by {w.order}, then {w.meaning}, {w.completion_bonus} and {w.penalty}.",
     lambda step, action: _has(step, say.Completed) and _penalties(step)),
    ("Completion: {w.legacy} by {w.order}, then {w.meaning} and {w.completion_bonus}.",
     lambda step, action: _has(step, say.Completed) and not _penalties(step)),
    ("{w.end} takes {w.contribution.many} only while {w.meaning} is high enough.",
     _is(act.Contribute, where=_gated)),
    ("Completion: a {w.contributor}’s later {w.load} may bring the missing {w.layer}.",
     lambda step, action: _has(step, say.Completed) and not isinstance(action, act.Contribute)),
    ("Marker alone: with all boxes filled, joining is enough to bring a missing {w.layer}.",
     _is(act.Contribute, where=lambda _, move: not sum(move.paid))),
    ("“No” bans an action until the round is over.", _shows(say.Banned)),
    ("{w.fragile}: falling to 0 {w.vitals} brings one Individual {w.consequence}.",
     _shows(say.BecameFragile)),
    ("{w.completion_penalty}: resolved after the rewards.", _shows(say.PenaltyRevealed)),
    ("{w.collapse}: with {w.meaning} at 0 at the end of a round the game is lost.",
     lambda step, action: _ends(step, Result.COLLAPSE) and not step.before.setting.rules.collapse_at_once),
    ("{w.collapse}: {w.meaning} at 0 ends the game at that moment, and it is lost.",
     lambda step, action: _ends(step, Result.COLLAPSE) and bool(step.before.setting.rules.collapse_at_once)),
    ("End: completing the {w.end} ends the game at once, after its rewards.",
     lambda step, action: _ends(step, Result.END)),
)  # fmt: skip
"""What comes of other rules stands behind them: the last that a step shows tells the most."""
