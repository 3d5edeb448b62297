"""The course of a game: what resolves by itself between two moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from generator.games.kit.table import EMPTY, put
from generator.games.meaning_made.records import Rules
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules import pending as due
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.effects import add_effect, individual, resolve
from generator.games.meaning_made.rules.rounds import go_on
from generator.games.meaning_made.rules.state import COMMUNITY, Phase, Position, Result
from generator.records.notation import Effect, Who


def run_due(draft: Draft, *, above: int = 0) -> None:
    """Resolve what is due until somebody has a real choice or must move; the first `above` of it stay."""
    work = draft.work
    while len(work) > above and draft.phase is not Phase.OVER:
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
        if draft.can_exchange(choice):
            return False
        draft.work.pop()
        draft.facts.append(say.Answered(choice.asker, choice.player, False, False))
        return True
    ways = () if choice.gain else draft.losses(choice)
    if len(ways) != 1:
        return False
    draft.work.pop()
    if any(ways[0]):
        draft.pay(choice.player, ways[0])
    return True


def place(draft: Draft, item: due.PlacePattern) -> None:
    """A paid Pattern goes into the Palette; its Bonus and the refill come next."""
    pattern = draft.prism[item.slot]
    draft.prism = put(draft.prism, item.slot, EMPTY)
    if draft.rules.refill_at_once:
        draft.work.append(due.RefillPrism(item.slot))
    lay(draft, item.player, pattern)


def lay(draft: Draft, player: int, pattern: int) -> None:
    """A Pattern lies in a Palette, wherever it came from; its Bonus is next in line."""
    card = draft.setting.game.patterns[pattern]
    draft.palettes = put(draft.palettes, player, (*draft.palettes[player], pattern))
    icons, at = draft.icons[player], card.layer - 1
    draft.icons = put(draft.icons, player, put(icons, at, icons[at] + 1))
    draft.facts.append(say.Loaded(player, pattern))
    draft.highest = max(draft.highest, card.layer)
    if not draft.rules.bonus_each_round:
        add_effect(draft, card.bonus, player)


def settle(draft: Draft, item: due.Settle) -> None:
    """Resolve the leftmost completed Initiative; if there is none, the game goes on."""
    for slot, order in enumerate(draft.orders):
        if order and complete(draft, slot):
            draft.work.append(item)
            reward(draft, slot)
            return
    go_on(draft, item.spent)


def complete(table: Position, slot: int) -> bool:
    """Whether an Initiative's boxes are full, somebody contributes, and the contributors lack no Layer."""
    if not table.full(slot):
        return False
    return bool(table.contributors(slot) and not table.missing_layers(slot))


def reward(draft: Draft, slot: int) -> None:
    """Take a completed Initiative off the table and put its rewards and its penalty in line."""
    initiative, order = draft.index[slot], draft.orders[slot]
    card = draft.setting.game.initiatives[initiative]
    draft.empty_slot(slot)
    draft.completed = (*draft.completed, initiative)
    draft.facts.append(say.Completed(initiative, order))
    draft.highest = max(draft.highest, card.layer)
    rules = draft.rules
    for place, player in enumerate(order):
        if player != COMMUNITY:
            draft.change_legacy(player, rules.legacy_at(place))
    if card.meaning:
        draft.change_meaning(card.meaning)
    draft.work.append(due.RefillIndex(slot))
    if not _ends(draft, slot):
        add_effect(draft, card.penalty, draft.player, penalty=True)
    contributors = tuple(sorted({player for player in order if player != COMMUNITY}))
    add_effect(draft, _bonus(card.bonus, rules), draft.player, contributors=contributors)


def _bonus(effect: Effect, rules: Rules) -> Effect:
    """A Completion Bonus in which “you”, which is said of whom it does not name, is whom the rules mean."""
    whom = (Who.ALL, Who.YOU, Who.CONTRIBUTORS)[rules.bonus_for]
    if whom is Who.YOU:
        return effect
    return Effect(tuple(replace(part, who=whom) if part.who is Who.YOU else part for part in effect.parts))


def _ends(draft: Draft, slot: int) -> bool:
    """Whether completing the Initiative of a slot ends the game: not if it goes on for so many rounds."""
    return slot == draft.end_slot and not draft.rules.round_limit


def _refill_index(draft: Draft, item: due.RefillIndex) -> None:
    if _ends(draft, item.slot):
        draft.end_game(Result.END)
    elif item.slot < draft.end_slot:
        draft.turn_up("initiative", "index", item.slot, reshuffle=False)


_DOES: Mapping[type, Callable[[Draft, Any], None]] = MappingProxyType(
    {
        due.Resolve: resolve,
        due.Individual: individual,
        due.PlacePattern: place,
        due.RefillPrism: lambda draft, item: draft.turn_up("pattern", "prism", item.slot),
        due.RefillIndex: _refill_index,
        due.Settle: settle,
    }
)
