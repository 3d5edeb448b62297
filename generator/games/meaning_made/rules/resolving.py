"""The course of a game: what resolves by itself between two moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules import pending as due
from generator.games.meaning_made.rules.actions import NONE, Lose
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.effects import add_effect, individual, resolve
from generator.games.meaning_made.rules.payments import mixes
from generator.games.meaning_made.rules.rounds import go_on
from generator.games.meaning_made.rules.state import COMMUNITY, EMPTY, NO_BOXES, Result


def run_due(draft: Draft) -> None:
    """Resolve what is due until somebody has a real choice or must move."""
    work = draft.work
    while work:
        item = work[-1]
        if isinstance(item, due.Choose | due.Answering):
            if not _forced(draft, item):
                return
            continue
        work.pop()
        _DOES[type(item)](draft, item)


def _forced(draft: Draft, choice: due.Choose | due.Answering) -> bool:
    """Make a choice that has one outcome. False if there is more than one."""
    if isinstance(choice, due.Answering):
        giver = choice.asker if choice.give else choice.player
        if draft.tokens[giver][choice.token] >= draft.rules.touchpoint_tokens:
            return False
        draft.work.pop()
        draft.facts.append(say.Answered(choice.asker, choice.player, False, False))
        return True
    if choice.gain:
        return False
    held = draft.tokens[choice.player]
    ways = mixes(min(choice.amount, sum(held)), *held)
    if len(ways) > 1:
        return False
    draft.work.pop()
    if ways[0] != NONE:
        lose(draft, choice.player, Lose(ways[0]))
    return True


def lose(draft: Draft, player: int, choice: Lose) -> None:
    """The tokens that a loss of any type takes."""
    energy, insight, support = choice.tokens
    draft.change_tokens(player, (-energy, -insight, -support))


def place(draft: Draft, item: due.PlacePattern) -> None:
    """A paid Pattern goes into the Palette; its Bonus and the refill come next."""
    pattern = draft.prism[item.slot]
    draft.prism[item.slot] = EMPTY
    draft.work.append(due.RefillPrism(item.slot))
    lay(draft, item.player, pattern)


def lay(draft: Draft, player: int, pattern: int) -> None:
    """A Pattern lies in a Palette, wherever it came from; its Bonus is next in line."""
    card = draft.setting.game.patterns[pattern]
    draft.palettes[player] = (*draft.palettes[player], pattern)
    icons = list(draft.icons[player])
    icons[card.layer - 1] += 1
    draft.icons[player] = tuple(icons)
    draft.facts.append(say.Loaded(player, pattern))
    draft.raise_highest(card.layer)
    add_effect(draft, card.bonus, player)


def _refill_prism(draft: Draft, item: due.RefillPrism) -> None:
    draft.show_pattern(item.slot)


def settle(draft: Draft, item: due.Settle) -> None:
    """Resolve the leftmost completed Initiative; if there is none, the game goes on."""
    for slot, card in enumerate(draft.index):
        if card != EMPTY and complete(draft, slot):
            draft.work.append(item)
            reward(draft, slot)
            return
    go_on(draft, item.spent)


def complete(draft: Draft, slot: int) -> bool:
    """Whether the Initiative in a slot has every box filled and every Layer among its contributors."""
    card = draft.index[slot]
    if draft.filled[slot] != draft.setting.boxes[card] or not draft.orders[slot]:
        return False
    joined = [player for player in draft.orders[slot] if player != COMMUNITY]
    return bool(joined) and all(
        sum(draft.icons[player][layer - 1] for player in joined) >= count
        for layer, count in draft.setting.initiative_needs[card]
    )


def reward(draft: Draft, slot: int) -> None:
    """Take a completed Initiative off the table and put its rewards and its penalty in line."""
    initiative, order = draft.index[slot], draft.orders[slot]
    card = draft.setting.game.initiatives[initiative]
    draft.index[slot], draft.filled[slot], draft.orders[slot] = EMPTY, NO_BOXES, ()
    draft.completed = (*draft.completed, initiative)
    draft.facts.append(say.Completed(initiative, order))
    draft.raise_highest(card.layer)
    rules = draft.rules
    for rank, player in enumerate(order):
        if player != COMMUNITY:
            share = (rules.legacy_first, rules.legacy_second)[rank] if rank < 2 else rules.legacy_other
            draft.change_legacy(player, share)
    if card.meaning:
        draft.change_meaning(card.meaning)
    draft.work.append(due.RefillIndex(slot))
    if slot < len(draft.index) - 1:
        add_effect(draft, card.penalty, draft.player, penalty=True)
    add_effect(draft, card.bonus, draft.player)


def _refill_index(draft: Draft, item: due.RefillIndex) -> None:
    if item.slot == len(draft.index) - 1:
        draft.end_game(Result.END)
    else:
        draft.show_initiative(item.slot, reshuffle=False)


_DOES: Mapping[type, Callable[[Draft, Any], None]] = MappingProxyType(
    {
        due.Resolve: resolve,
        due.Individual: individual,
        due.PlacePattern: place,
        due.RefillPrism: _refill_prism,
        due.RefillIndex: _refill_index,
        due.Settle: settle,
    }
)
