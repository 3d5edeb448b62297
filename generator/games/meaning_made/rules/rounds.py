"""How a game goes on after a move: turns, the Stability Window, the end of a round, the Community."""

from __future__ import annotations

from generator.games.kit.table import EMPTY
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.effects import add_effect
from generator.games.meaning_made.rules.state import COMMUNITY, Phase, Result


def go_on(draft: Draft, spent: int) -> None:
    """After a move: count the `spent` actions and find who moves next."""
    draft.actions_left -= spent
    if draft.phase is Phase.EVENT:
        if draft.actions_left <= 0:
            draft.phase = Phase.TURNS
            _begin_turn(draft, draft.starter)
            _refresh(draft)
    elif draft.phase is Phase.TURNS:
        if draft.actions_left <= 0 and not draft.may_convert():
            end_turn(draft)
    elif draft.phase is Phase.WINDOW:
        _next_donor(draft, after=draft.player)


def _refresh(draft: Draft) -> None:
    """After the Events: gaps of the Prism are filled, and Bonuses come that come every round."""
    if not draft.rules.refill_at_once:
        draft.fill("pattern", "prism")
    if draft.rules.bonus_each_round:
        patterns = draft.setting.game.patterns
        for player in reversed(draft.order()):
            for pattern in reversed(draft.palettes[player]):
                add_effect(draft, patterns[pattern].bonus, player)


def end_turn(draft: Draft) -> None:
    """The next player's turn, or after the last one the Stability Window."""
    following = (draft.player + 1) % len(draft.names)
    if following != draft.starter:
        _begin_turn(draft, following)
        return
    draft.phase = Phase.WINDOW
    draft.actions_left = 0
    _next_donor(draft, after=None)


def begin_round(draft: Draft) -> None:
    """A new round, with its limits and bans reset."""
    players, rules = len(draft.names), draft.rules
    draft.round += 1
    draft.phase = Phase.EVENT
    seats = (players == 3 and rules.starter_moves_on_of_three) or rules.starter_moves_on
    draft.starter = (draft.starter + seats) % players
    draft.player = draft.starter
    draft.actions_left = draft.rules.events_per_round
    draft.banned = (0,) * players
    draft.touchpoints = (0,) * players
    draft.gave = ((),) * len(draft.index)
    draft.conversions = draft.donated = draft.recycles = 0


def _begin_turn(draft: Draft, player: int) -> None:
    draft.player = player
    draft.actions_left = draft.rules.actions_per_turn
    draft.conversions = 0


def _next_donor(draft: Draft, *, after: int | None) -> None:
    """The next player in order who is able to donate; if there is none, the round ends."""
    order = draft.order()
    waiting = order if after is None else order[order.index(after) + 1 :]
    for player in waiting:
        if draft.most_donated(player):
            draft.player = player
            return
    _end_round(draft)


def _end_round(draft: Draft) -> None:
    if draft.events:
        draft.facts.append(say.Discarded("event", draft.events))
        draft.event_discard = (*draft.event_discard, *draft.events)
        draft.events = ()
    if draft.rules.no_donation_loss and not draft.donated:
        draft.change_meaning(-draft.rules.no_donation_loss)
    if draft.phase is Phase.OVER:
        return
    if draft.rules.community:
        spaces = _community_spaces(draft)
        while spaces > 0 and _community(draft):
            spaces -= 1
    close_round(draft)


def close_round(draft: Draft) -> None:
    """After the last donation: the collapse, the end of a game of so many rounds, or a new round."""
    if draft.meaning == 0 and draft.rules.collapse:
        draft.end_game(Result.COLLAPSE)
    elif draft.rules.round_limit and draft.round >= draft.rules.round_limit:
        draft.end_game(Result.ROUNDS)
    else:
        begin_round(draft)


def _community_spaces(draft: Draft) -> int:
    """How many spaces the Community takes at the end of this round."""
    rules, meaning = draft.rules, draft.meaning
    if rules.community_scaling:
        return next((spaces for low, high, spaces in draft.setting.game.pace if low <= meaning <= high), 0)
    if meaning <= rules.community_low_meaning:
        return rules.community_places_low
    return 0 if draft.round % max(rules.community_every, 1) else rules.community_places


def _community(draft: Draft) -> bool:
    """The Community joins the first Initiative that it can from its side, the End Initiative last.

    False if it can join none.
    """
    last = draft.end_slot
    slots = range(last - 1, -1, -1) if draft.rules.community_side else range(last)
    for slot in (*slots, last):
        initiative, order = draft.index[slot], draft.orders[slot]
        if initiative == EMPTY or not draft.has_space(slot) or _leaves(draft, slot):
            continue
        draft.add_marker(COMMUNITY, slot)
        for player in order:
            if draft.fragile(player):
                draft.change_vitals(player, draft.rules.community_recovery)
        return True
    return False


def _leaves(draft: Draft, slot: int) -> bool:
    """Whether the Community takes no space there: it has one already, or keeps the last for a player."""
    order, rules = draft.orders[slot], draft.rules
    if COMMUNITY in order and not rules.community_many:
        return True
    spaces = draft.setting.game.initiatives[draft.index[slot]].spaces
    return bool(rules.community_leaves_last) and len(order) == spaces - 1 and not draft.contributors(slot)
