"""Why a Load or a contribution is illegal, in a sentence with the numbers."""

from __future__ import annotations

from generator.games.meaning_made.records import Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.costs import (
    brings_layer,
    missing_icons,
    open_boxes,
    surcharge,
    wild_cost,
)
from generator.games.meaning_made.rules.errors import Reason
from generator.games.meaning_made.rules.move_words import counted, layer_name, listed, token_name, tokens_text
from generator.games.meaning_made.rules.state import State


def load_reason(state: State, action: act.Load) -> Reason | None:
    """Why this Load is illegal, or None."""
    patterns = state.setting.game.patterns
    if not 0 <= action.pattern < len(patterns):
        return Reason("load.face-up", "There is no such Pattern.")
    card = patterns[action.pattern]
    if action.pattern not in state.prism:
        return Reason("load.face-up", f"{card.title} does not lie in the Prism.")
    held = state.tokens[state.player]
    if state.vitals[state.player] < card.vitals:
        return Reason(
            "load.vitals",
            f"{card.title} costs {card.vitals} Vitals; {_me(state)} has {state.vitals[state.player]}.",
        )
    for token, (cost, have) in enumerate(zip(card.tokens, held, strict=True)):
        if have < cost:
            return Reason(
                "load.tokens", f"{card.title} needs {cost} {token_name(token)}; {_me(state)} has {have}."
            )
    return _load_wild(state, action)


def _load_wild(state: State, action: act.Load) -> Reason | None:
    card = state.setting.game.patterns[action.pattern]
    amount = wild_cost(state, state.player, action.pattern)
    held = state.tokens[state.player]
    left = Tokens(*(have - cost for have, cost in zip(held, card.tokens, strict=True)))
    paid = sum(action.wild)
    fits = all(0 <= wild <= have for wild, have in zip(action.wild, left, strict=True))
    if paid == amount and fits:
        return None
    due = f"{card.title} costs {counted(amount, 'further token')} of any type"
    due += _because(state, action.pattern)
    if sum(left) < amount:
        return Reason("load.wild", f"{due}; {_me(state)} has {sum(left)} left.")
    if paid != amount:
        return Reason("load.wild", f"{due}, not {paid}.")
    return Reason(
        "load.wild", f"{due}; {_me(state)} cannot pay {tokens_text(action.wild)} out of {tokens_text(left)}."
    )


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
    initiatives = state.setting.game.initiatives
    if not 0 <= action.initiative < len(initiatives):
        return Reason("contribute.face-up", "There is no such Initiative.")
    card = initiatives[action.initiative]
    if action.initiative not in state.index:
        return Reason("contribute.face-up", f"{card.title} is not face up.")
    slot = state.index.index(action.initiative)
    joined = state.player in state.orders[slot]
    if not joined and not state.has_space(slot):
        return Reason(
            "contribute.space",
            f"All {card.spaces} Contribution spaces of {card.title} are taken; {_me(state)} has none there.",
        )
    if not joined and state.markers_left(state.player) < 1:
        most = state.setting.rules.contribution_markers
        return Reason("contribute.marker", f"All {most} Contribution markers of {_me(state)} are placed.")
    if not any(action.tokens) and not any(action.wild):
        return _marker_alone(state, slot, joined=joined)
    return _boxes(state, action, slot)


def _boxes(state: State, action: act.Contribute, slot: int) -> Reason | None:
    card = state.setting.game.initiatives[action.initiative]
    free = open_boxes(state, slot)
    if min(*action.tokens, *action.wild) < 0:
        return Reason("contribute.boxes", "A contribution cannot take tokens back.")
    for token in range(3):
        if action.tokens[token] > free[token]:
            boxes = counted(free[token], "unfilled box", "unfilled boxes")
            return Reason(
                "contribute.boxes",
                f"{card.title} has {boxes} for {token_name(token)}, not {action.tokens[token]}.",
            )
        used = action.tokens[token] + action.wild[token]
        have = state.tokens[state.player][token]
        if used > have:
            return Reason(
                "contribute.tokens", f"{_me(state)} contributes {used} {token_name(token)} and has {have}."
            )
    if sum(action.wild) > free[3]:
        boxes = counted(free[3], "unfilled box", "unfilled boxes")
        return Reason("contribute.boxes", f"{card.title} has {boxes} for any token, not {sum(action.wild)}.")
    return None


def _marker_alone(state: State, slot: int, *, joined: bool) -> Reason | None:
    title = state.setting.game.initiatives[state.index[slot]].title
    if not state.full(slot):
        return Reason("contribute.nothing", f"{title} has unfilled boxes; a contribution fills at least one.")
    if joined:
        return Reason("contribute.nothing", f"{_me(state)} is on {title} already, and no box is unfilled.")
    if not brings_layer(state, state.player, slot):
        missing = listed([layer_name(state, layer) for layer in sorted(set(state.missing_layers(slot)))])
        return Reason("contribute.nothing", f"{title} lacks {missing}; {_me(state)} has no Pattern of it.")
    return None


def _me(state: State) -> str:
    return state.names[state.player]
