"""The rules that a step shows, each in a line."""

from __future__ import annotations

from collections.abc import Callable

from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.rulings import rule_text
from generator.games.meaning_made.rules.state import Result, State
from generator.replay.moves import Deed

PlayedStep = Deed[State, act.Action, say.Fact]
"""A step as it is narrated."""


def rules_shown(step: PlayedStep) -> tuple[str, ...]:
    """The rules that a step shows, the most telling last, or the one that it breaks."""
    terms = step.before.setting.game.terms
    if step.reason is not None:
        return (rule_text(step.reason.rule, terms),)
    action = next((fact.move for fact in step.facts if isinstance(fact, say.Acted)), None)
    if action is None:
        return ()
    return tuple(line.format(w=terms) for line, shows in _LINES if shows(step, action))


def _has(step: PlayedStep, *kinds: type) -> bool:
    return any(isinstance(fact, kinds) for fact in step.facts)


def _answer(step: PlayedStep, accepted: bool) -> bool:
    return any(isinstance(fact, say.Answered) and fact.accepted is accepted for fact in step.facts)


def _by_load(step: PlayedStep, action: act.Action) -> bool:
    """Completed without a contribution: something that was laid down brought the Layer."""
    return _has(step, say.Completed) and not isinstance(action, act.Contribute)


def _cap(step: PlayedStep, action: act.Action) -> bool:
    rules = step.before.setting.rules
    if not isinstance(action, act.Donate) or not action.support:
        return False
    return step.before.donated + action.support * rules.donation_meaning >= rules.donation_cap


def _fragile_donor(step: PlayedStep, action: act.Action) -> bool:
    state = step.before
    return isinstance(action, act.Donate) and any(
        tokens.support and state.fragile(seat) for seat, tokens in enumerate(state.tokens)
    )


def _substitute(step: PlayedStep, action: act.Action) -> bool:
    return isinstance(action, act.Load) and step.before.missing_icons(step.before.player, action.pattern) > 0


def _discount(step: PlayedStep, action: act.Action) -> bool:
    if not isinstance(action, act.Load):
        return False
    needed = sum(count for _, count in step.before.setting.pattern_needs[action.pattern])
    return needed > step.before.missing_icons(step.before.player, action.pattern)


def _marker_alone(step: PlayedStep, action: act.Action) -> bool:
    return isinstance(action, act.Contribute) and not sum(action.tokens) + sum(action.wild)


def _again(step: PlayedStep, action: act.Action) -> bool:
    return isinstance(action, act.Contribute) and not _has(step, say.MarkerPlaced)


def _pays_boxes(step: PlayedStep, action: act.Action) -> bool:
    return isinstance(action, act.Contribute) and not _marker_alone(step, action)


def _saves(step: PlayedStep, action: act.Action) -> bool:
    return isinstance(action, act.Load) and sum(action.saved) > 0


def _looks_up(step: PlayedStep, action: act.Action) -> bool:
    return isinstance(action, act.RevealEvent) and bool(step.before.setting.game.event_table)


def _by_number(step: PlayedStep, action: act.Action) -> bool:
    return isinstance(action, act.RevealEvent) and not step.before.setting.game.event_table


def _fills_gaps(step: PlayedStep, action: act.Action) -> bool:
    slots = [fact for fact in step.facts if isinstance(fact, say.Revealed) and fact.deck == "pattern"]
    return bool(slots) and isinstance(action, act.RevealEvent)


def _gate(step: PlayedStep, action: act.Action) -> bool:
    setting = step.before.setting
    least = bool(setting.rules.end_meaning_least)
    return least and isinstance(action, act.Contribute) and action.initiative == setting.end


def _penalties(step: PlayedStep) -> bool:
    """Whether any Initiative of this edition has a penalty."""
    return any(card.penalty.parts for card in step.before.setting.game.initiatives)


def _collapse(at_once: bool) -> Callable[[PlayedStep, act.Action], bool]:
    return lambda step, action: (
        _has(step, say.GameEnded)
        and step.after.result == Result.COLLAPSE
        and bool(step.before.setting.rules.collapse_at_once) is at_once
    )


def _is(*kinds: type) -> Callable[[PlayedStep, act.Action], bool]:
    return lambda step, action: isinstance(action, kinds)


def _shows(*kinds: type) -> Callable[[PlayedStep, act.Action], bool]:
    return lambda step, action: _has(step, *kinds)


_LINES: tuple[tuple[str, Callable[[PlayedStep, act.Action], bool]], ...] = (
    ("Passing: only if no action is possible.", _is(act.Pass)),
    ("{w.conversion.begun}: an optional rule, once a turn, without an action.", _is(act.Convert)),
    ("{w.token.many.begun} of any kind: whoever loses or gains them says which.", _is(act.Lose, act.Take)),
    ("{w.recycle}: all cards of the {w.prism}, or all unstarted {w.initiative.many} of the {w.index}, "
     "are replaced.", _is(act.Recycle)),
    ("{w.gather}: {w.energy} and {w.insight} in any mix, never {w.support}.", _is(act.Gather)),
    ("{w.contribute}: any number of {w.token.many} into open boxes of one {w.initiative}.", _pays_boxes),
    ("{w.order}: a first {w.contribution} to {w.initiative.a} takes its best open space.",
     _shows(say.MarkerPlaced)),
    ("{w.contribute} again: the marker keeps its space.", _again),
    ("{w.load}: pay exactly what the {w.pattern} asks for, then take its {w.bonus} once.", _is(act.Load)),
    ("{w.discount}: {w.layer} icons in the {w.palette} are looked at, not spent.", _discount),
    ("{w.discount}: whoever has the {w.layer} already pays less.", _saves),
    ("Substitute: a missing {w.layer} icon costs {w.token.a} of any kind.", _substitute),
    ("Lookup: the row of the {w.event}’s letter, the column of the highest {w.layer} in play.", _looks_up),
    ("{w.event}: {w.meaning} falls by the number of the card.", _by_number),
    ("Refresh: gaps of the {w.prism} are filled after the {w.event}.", _fills_gaps),
    ("{w.donation.begun}: everybody may give {w.support} in the Stability Window, and nobody must.",
     _is(act.Donate)),
    ("{w.fragile} players do not {w.donate.low}.", _fragile_donor),
    ("{w.donation.begun} cap: further {w.donation.many} would bring no more {w.meaning} in this round.",
     _cap),
    ("{w.touchpoint}: a refusal costs the action.", lambda step, action: _answer(step, False)),
    ("{w.touchpoint}: if the {w.token} changes hands, both gain {w.vitals}.",
     lambda step, action: _answer(step, True)),
    ("{w.touchpoint} with {w.fragile.a} player: both gain more.",
     lambda step, action: _answer(step, True) and _has(step, say.Recovered)),
    ("Completion: {w.legacy} by {w.order}, then {w.meaning}, {w.completion_bonus} and {w.penalty}.",
     lambda step, action: _has(step, say.Completed) and _penalties(step)),
    ("Completion: {w.legacy} by {w.order}, then {w.meaning} and {w.completion_bonus}.",
     lambda step, action: _has(step, say.Completed) and not _penalties(step)),
    ("{w.end} takes {w.contribution.many} only while {w.meaning} is high enough.", _gate),
    ("Completion: a {w.contributor}’s later {w.load} may bring the missing {w.layer}.", _by_load),
    ("Marker alone: with all boxes filled, joining is enough to bring a missing {w.layer}.", _marker_alone),
    ("“No” bans an action until the round is over.", _shows(say.Banned)),
    ("{w.fragile}: falling to 0 {w.vitals} brings one Individual {w.consequence}.",
     _shows(say.BecameFragile)),
    ("{w.completion_penalty}: resolved after the rewards.", _shows(say.PenaltyRevealed)),
    ("{w.collapse}: with {w.meaning} at 0 at the end of a round the game is lost.", _collapse(at_once=False)),
    ("{w.collapse}: {w.meaning} at 0 ends the game at that moment, and it is lost.", _collapse(at_once=True)),
    ("End: completing the {w.end} ends the game at once, after its rewards.",
     lambda step, action: _has(step, say.GameEnded) and step.after.result == Result.END),
)  # fmt: skip
"""What comes of other rules stands behind them: the last that a step shows tells the most."""
