"""Why a Load or a contribution is illegal, in a sentence with the numbers."""

from __future__ import annotations

from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.costs import (
    brings_layer,
    discount,
    missing_icons,
    open_boxes,
    surcharge,
    wild_cost,
)
from generator.games.meaning_made.rules.move_words import counted, layer_name, listed, terms_in, tokens_text
from generator.games.meaning_made.rules.state import State
from generator.games.meaning_made.terms import begun
from generator.replay.errors import Reason


def load_reason(state: State, action: act.Load) -> Reason | None:
    """Why this Load is illegal, or None."""
    patterns, terms = state.setting.game.patterns, terms_in(state)
    if not 0 <= action.pattern < len(patterns):
        return Reason("load.face-up", f"There is no such {terms.pattern}.")
    card = patterns[action.pattern]
    if action.pattern not in state.prism:
        return Reason("load.face-up", f"{card.title} does not lie in the {terms.prism}.")
    tokens = state.tokens[state.player]
    if state.vitals[state.player] < card.vitals:
        costs = f"{card.title} costs {card.vitals} {terms.vitals}"
        return Reason("load.vitals", f"{costs}; {_me(state)} has {state.vitals[state.player]}.")
    less, saved = discount(state, state.player, action.pattern), sum(action.saved)
    if saved != less or any(s > c for s, c in zip(action.saved, card.tokens, strict=True)):
        due = counted(less, terms.token, terms.token.many)
        return Reason("load.discount", f"{card.title} is cheaper by {due}, not by {saved}.")
    costs_left = [cost - gone for cost, gone in zip(card.tokens, action.saved, strict=True)]
    for token, (cost, have) in enumerate(zip(costs_left, tokens, strict=True)):
        if have < cost:
            needs = f"{card.title} needs {cost} {terms.tokens[token]}"
            return Reason("load.tokens", f"{needs}; {_me(state)} has {have}.")
    return _load_wild(state, action)


def _load_wild(state: State, action: act.Load) -> Reason | None:
    card = state.setting.game.patterns[action.pattern]
    amount = wild_cost(state, state.player, action.pattern)
    tokens = state.tokens[state.player]
    left = Tokens(*(h - c + s for h, c, s in zip(tokens, card.tokens, action.saved, strict=True)))
    paid = sum(action.wild)
    fits = all(0 <= wild <= have for wild, have in zip(action.wild, left, strict=True))
    if paid == amount and fits:
        return None
    terms = terms_in(state)
    further = counted(amount, f"further {terms.token}", f"further {terms.token.many}")
    due = f"{card.title} costs {further} of any kind"
    due += _because(state, action.pattern)
    if sum(left) < amount:
        return Reason("load.wild", f"{due}; {_me(state)} has {sum(left)} left.")
    if paid != amount:
        return Reason("load.wild", f"{due}, not {paid}.")
    wild_text, held_left = tokens_text(action.wild, terms), tokens_text(left, terms)
    return Reason("load.wild", f"{due}; {_me(state)} cannot pay {wild_text} out of {held_left}.")


def _because(state: State, pattern: int) -> str:
    player = state.player
    have = state.icons[player]
    causes = [
        f"{counted(count - have[layer - 1], 'missing icon')} of {layer_name(state, layer)}"
        for layer, count in state.setting.pattern_needs[pattern]
        if have[layer - 1] < count
    ]
    if surcharge(state, player):
        causes.append(f"a surcharge of {surcharge(state, player)}")
    shown = missing_icons(state, player, pattern) or surcharge(state, player)
    return f" for {listed(causes)}" if shown else ""


def contribute_reason(state: State, action: act.Contribute) -> Reason | None:
    """Why this contribution is illegal, or None."""
    initiatives, terms = state.setting.game.initiatives, terms_in(state)
    if not 0 <= action.initiative < len(initiatives):
        return Reason("contribute.face-up", f"There is no such {terms.initiative}.")
    card = initiatives[action.initiative]
    if action.initiative not in state.index:
        return Reason("contribute.face-up", f"{card.title} is not face up.")
    slot = state.index.index(action.initiative)
    if not state.gate_open(slot):
        return _gate_closed(state, card.title)
    if state.gave_enough(state.player, slot):
        often = counted(state.setting.rules.contributions_per_initiative, "time")
        who = f"{_me(state)} may {terms.contribute.low} to {card.title} {often} a round"
        return Reason("contribute.once", f"{who} and has done so.")
    joined = state.player in state.orders[slot]
    if not joined and not state.has_space(slot):
        spaces = f"{card.spaces} {begun(terms.contribution)} spaces"
        return Reason(
            "contribute.space", f"All {spaces} of {card.title} are taken; {_me(state)} has none there."
        )
    if not joined and state.markers_left(state.player) < 1:
        most = state.setting.rules.contribution_markers
        markers = f"{most} {begun(terms.contribution)} markers"
        return Reason("contribute.marker", f"All {markers} of {_me(state)} are placed.")
    if not any(action.tokens) and not any(action.wild):
        return _marker_alone(state, slot, joined=joined)
    return _boxes(state, action, slot)


def _gate_closed(state: State, title: str) -> Reason:
    rules, terms = state.setting.rules, terms_in(state)
    if state.round < rules.end_round_least:
        since = f"from round {rules.end_round_least} on; this is round {state.round}"
        return Reason("contribute.gate", f"{title} takes {terms.contribution.many} {since}.")
    only = f"only while {terms.meaning} is {rules.end_meaning_least} or more; it is {state.meaning}"
    return Reason("contribute.gate", f"{title} takes {terms.contribution.many} {only}.")


def _boxes(state: State, action: act.Contribute, slot: int) -> Reason | None:
    card, terms = state.setting.game.initiatives[action.initiative], terms_in(state)
    free = open_boxes(state, slot)
    if min(*action.tokens, *action.wild) < 0:
        return Reason(
            "contribute.boxes", f"{begun(terms.contribution.a)} cannot take {terms.token.many} back."
        )
    for token in range(3):
        if action.tokens[token] > free[token]:
            boxes = counted(free[token], "unfilled box", "unfilled boxes")
            room = f"{boxes} for {terms.tokens[token]}"
            return Reason("contribute.boxes", f"{card.title} has {room}, not {action.tokens[token]}.")
        used = action.tokens[token] + action.wild[token]
        have = state.tokens[state.player][token]
        if used > have:
            gift = f"{terms.contribute.does} {used} {terms.tokens[token]}"
            return Reason("contribute.tokens", f"{_me(state)} {gift} and has {have}.")
    if sum(action.wild) > free[3]:
        boxes = counted(free[3], "unfilled box", "unfilled boxes")
        room = f"{boxes} for any {terms.token}"
        return Reason("contribute.boxes", f"{card.title} has {room}, not {sum(action.wild)}.")
    return None


def _marker_alone(state: State, slot: int, *, joined: bool) -> Reason | None:
    title, terms = state.setting.game.initiatives[state.index[slot]].title, terms_in(state)
    if not state.full(slot):
        fills = f"{terms.contribution.a} fills at least one"
        return Reason("contribute.nothing", f"{title} has unfilled boxes; {fills}.")
    if joined:
        return Reason("contribute.nothing", f"{_me(state)} is on {title} already, and no box is unfilled.")
    if not brings_layer(state, state.player, slot):
        missing = listed([layer_name(state, layer) for layer in sorted(set(state.missing_layers(slot)))])
        none = f"{_me(state)} has no {terms.pattern} of it"
        return Reason("contribute.nothing", f"{title} lacks {missing}; {none}.")
    return None


def _me(state: State) -> str:
    return state.names[state.player]
