"""Everything that may be done in a state, including each way to pay."""

from __future__ import annotations

from generator.games.kit.table import EMPTY
from generator.games.meaning_made.rules.actions import (
    BIT,
    NONE,
    Action,
    Answer,
    Contribute,
    Convert,
    Donate,
    EndTurn,
    Lose,
    Pass,
    Recycle,
    RevealEvent,
    Take,
)
from generator.games.meaning_made.rules.costs import (
    brings_layer,
    can_exchange,
    discount,
    losses,
    may_convert,
    most_donated,
    open_boxes,
    unstarted,
    wild_cost,
)
from generator.games.meaning_made.rules.payments import contributions, gathers, loads, mixes, touchpoints
from generator.games.meaning_made.rules.pending import Answering, Choose
from generator.games.meaning_made.rules.state import Phase, State


def legal_actions(state: State) -> tuple[Action, ...]:
    """All legal moves of whoever acts next (`to_act`); none after the end of the game."""
    if state.phase is Phase.OVER:
        return ()
    choice = state.choice
    if choice is not None:
        return options(state, choice)
    if state.phase is Phase.EVENT:
        return (RevealEvent(),)
    if state.phase is Phase.WINDOW:
        return tuple(Donate(support) for support in range(most_donated(state, state.player) + 1))
    return _turn(state)


def options(state: State, choice: Choose | Answering) -> tuple[Action, ...]:
    """The ways to make a choice. One option means that the choice is forced."""
    if isinstance(choice, Answering):
        return (Answer(True), Answer(False)) if can_exchange(state, choice) else (Answer(False),)
    if choice.gain:
        return tuple(Take(tokens) for tokens in mixes(choice.amount, *(choice.amount,) * 3))
    return tuple(Lose(lost) for lost in losses(state, choice))


def _turn(state: State) -> tuple[Action, ...]:
    actions: list[Action] = []
    if state.actions_left:
        banned = state.banned[state.player]
        rules = state.setting.rules
        if not banned & BIT["gather"]:
            actions += gathers(rules.gather_tokens)
        if not banned & BIT["load"]:
            _add_loads(state, actions)
        if not banned & BIT["contribute"]:
            _add_contributions(state, actions)
        if not banned & BIT["touchpoint"] and state.may_touch(state.player):
            least = rules.touchpoint_tokens
            energy, insight, support = state.tokens[state.player]
            givable = (energy >= least, insight >= least, support >= least)
            actions += touchpoints(state.player, len(state.names), givable)
        if rules.recycle and not banned & BIT["recycle"]:
            _add_recycles(state, actions)
        if not (actions and rules.must_act):
            actions.append(Pass())
    elif not actions:
        actions.append(EndTurn())
    if may_convert(state):
        actions.append(Convert())
    return tuple(actions)


def _add_loads(state: State, actions: list[Action]) -> None:
    player = state.player
    energy, insight, support = state.tokens[player]
    vitals = state.vitals[player]
    patterns = state.setting.game.patterns
    discounts = state.setting.rules.layer_discount
    for pattern in state.prism:
        if pattern == EMPTY:
            continue
        card = patterns[pattern]
        cost = card.tokens
        ways = mixes(discount(state, player, pattern), *cost) if discounts else (NONE,)
        for saved in ways:
            e, i, s = energy - cost[0], insight - cost[1], support - cost[2]
            if discounts:
                e, i, s = e + saved[0], i + saved[1], s + saved[2]
            if e < 0 or i < 0 or s < 0 or vitals < card.vitals:
                continue
            amount = wild_cost(state, player, pattern)
            if amount <= e + i + s:
                actions += loads(pattern, amount, min(e, amount), min(i, amount), min(s, amount), saved)


def _add_contributions(state: State, actions: list[Action]) -> None:
    player = state.player
    tokens = state.tokens[player]
    has_marker = state.markers_left(player) > 0
    limited, end = state.setting.rules.contributions_per_initiative, state.end_slot
    for slot, initiative in enumerate(state.index):
        if initiative == EMPTY:
            continue
        if (limited and state.gave_enough(player, slot)) or not (slot < end or state.gate_open(slot)):
            continue
        joined = player in state.orders[slot]
        if not joined and not (has_marker and state.has_space(slot)):
            continue
        boxes = open_boxes(state, slot)
        if any(boxes):
            room = boxes[3]
            limits = (
                min(tokens[0], boxes[0] + room),
                min(tokens[1], boxes[1] + room),
                min(tokens[2], boxes[2] + room),
            )
            actions += contributions(initiative, limits, boxes)
        elif not joined and brings_layer(state, player, slot):
            actions.append(Contribute(initiative))


def _add_recycles(state: State, actions: list[Action]) -> None:
    limit = state.setting.rules.recycles_per_round
    if limit and state.recycles >= limit:
        return
    if any(card != EMPTY for card in state.prism):
        actions.append(Recycle(True))
    if unstarted(state):
        actions.append(Recycle(False))
