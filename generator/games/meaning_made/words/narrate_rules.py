"""The one rule that a step shows best, in a line."""

from __future__ import annotations

from collections.abc import Callable

from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.costs import missing_icons
from generator.games.meaning_made.rules.rulings import RULES
from generator.games.meaning_made.rules.state import State
from generator.replay.engine import Deed

PlayedStep = Deed[State, act.Action, say.Fact]
"""A step as it is narrated."""


def rule_shown(step: PlayedStep) -> str:
    """The rule that a step shows, or breaks; for a step without either, nothing."""
    if step.reason is not None:
        return RULES.get(step.reason.rule, "")
    action = next((fact.action for fact in step.facts if isinstance(fact, say.Acted)), None)
    if action is None:
        return ""
    return next((line for line, shows in _LINES if shows(step, action)), "")


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
    return isinstance(action, act.Load) and missing_icons(step.before, step.before.player, action.pattern) > 0


def _discount(step: PlayedStep, action: act.Action) -> bool:
    return isinstance(action, act.Load) and bool(step.before.setting.pattern_needs[action.pattern])


def _marker_alone(step: PlayedStep, action: act.Action) -> bool:
    return isinstance(action, act.Contribute) and not sum(action.tokens) + sum(action.wild)


def _is(*kinds: type) -> Callable[[PlayedStep, act.Action], bool]:
    return lambda step, action: isinstance(action, kinds)


def _shows(*kinds: type) -> Callable[[PlayedStep, act.Action], bool]:
    return lambda step, action: _has(step, *kinds)


_LINES: tuple[tuple[str, Callable[[PlayedStep, act.Action], bool]], ...] = (
    ("End: completing the End Initiative ends the game at once, after its rewards.",
     lambda step, action: _has(step, say.GameEnded) and step.after.result == "End Initiative"),
    ("Collapse: with Meaning at 0 at the end of a round the game is lost.",
     lambda step, action: _has(step, say.GameEnded) and step.after.result == "Collapse"),
    ("Completion Penalty: resolved after the rewards.", _shows(say.PenaltyRevealed)),
    ("Fragile: falling to 0 Vitals brings one Individual Consequence.", _shows(say.BecameFragile)),
    ("Restrictions hold until the round is over.", _shows(say.Banned)),
    ("Completion: a contributor’s later Load may bring the missing Layer.", _by_load),
    ("Marker alone: with all boxes filled, joining is enough to bring a missing Layer.", _marker_alone),
    ("Completion: Legacy by Contribution Order, then Meaning, Bonus and Penalty.", _shows(say.Completed)),
    ("Touchpoint with a Fragile player: both gain more.",
     lambda step, action: _answer(step, True) and _has(step, say.Recovered)),
    ("Touchpoint: if the token changes hands, both gain Vitals.", lambda step, action: _answer(step, True)),
    ("Touchpoint: a refusal costs the action.", lambda step, action: _answer(step, False)),
    ("Donation cap: the donations of a round bring only so much Meaning.", _cap),
    ("Fragile players do not donate.", _fragile_donor),
    ("Donation: everybody may give Support in the Stability Window, and nobody must.", _is(act.Donate)),
    ("Lookup: the row of the Event’s letter, the column of the highest Layer in play.", _is(act.RevealEvent)),
    ("Substitute: a missing Layer icon costs a token of any type.", _substitute),
    ("Discount: Layer icons in the Palette are looked at, not spent.", _discount),
    ("Load: pay exactly what the Pattern shows, then take its Bonus once.", _is(act.Load)),
    ("Contribution Order: the first contribution takes the best open space.", _shows(say.MarkerPlaced)),
    ("Contribute again: the marker keeps its place.", _is(act.Contribute)),
    ("Gather: Energy and Insight in any mix, never Support.", _is(act.Gather)),
    ("Recycle: all cards of the Prism, or all unstarted Initiatives, are replaced.", _is(act.Recycle)),
    ("Tokens of any type: whoever loses or gains them says which.", _is(act.Lose, act.Take)),
    ("Conversion: an optional rule, once a turn, without an action.", _is(act.Convert)),
    ("Passing: only if no action is possible.", _is(act.Pass)),
)  # fmt: skip
"""The most telling rule first."""
