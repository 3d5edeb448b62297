"""Effects, lookups and consequences: what the parts of an Effect do to a draft."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.games.kit.table import EMPTY, put
from generator.games.meaning_made.records import TOKENS
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.draft import Draft
from generator.games.meaning_made.rules.pending import GROUP, NOBODY, Choose, Individual, Resolve
from generator.games.meaning_made.rules.state import BIT
from generator.records.notation import Ban, Call, Change, Effect, Who


def add_effect(
    draft: Draft,
    effect: Effect,
    actor: int,
    *,
    chain: tuple[int, ...] = (),
    penalty: bool = False,
    contributors: tuple[int, ...] = (),
) -> None:
    """Put an effect next in line; `actor` is its “you”."""
    if effect.parts:
        draft.work.append(Resolve(effect.parts, actor, chain, penalty, contributors))


def add_falls(draft: Draft, fallen: Sequence[int], chain: tuple[int, ...] = ()) -> None:
    """Put an Individual Consequence next in line for each player who fell to 0 Vitals, in order."""
    draft.work.extend(Individual(player, chain) for player in reversed(fallen) if player not in chain)


def resolve(draft: Draft, work: Resolve) -> None:
    """Do the first part of an effect and leave the others in line."""
    part, *rest = work.parts
    if rest:
        draft.work.append(replace(work, parts=tuple(rest)))
    if isinstance(part, Call):
        _call(draft, part, work)
        return
    struck = work.contributors if part.who is Who.CONTRIBUTORS else _struck(draft, part.who, work.actor)
    if isinstance(part, Ban):
        _ban(draft, part, struck)
    elif isinstance(part, Change):  # the checks let nothing else pass
        _change(draft, part, struck, work.chain)


def individual(draft: Draft, work: Individual) -> None:
    """Look up the Individual Consequence of the current Event and put it in line."""
    if work.player in work.chain or not draft.events:
        return
    event = draft.events[-1]
    effect = draft.setting.individual_effects[event][draft.highest - 1]
    draft.facts.append(say.Consequence(work.player, event, draft.highest, effect))
    add_effect(draft, effect, work.player, chain=(*work.chain, work.player))


def reveal_event(draft: Draft) -> None:
    """Turn over the round's next Event and put its effect in line."""
    event = draft.draw("event")
    if event == EMPTY:
        draft.facts.append(say.NoEvent())
        return
    draft.events = (*draft.events, event)
    effect = draft.setting.event_effects[event][draft.highest - 1]
    draft.facts.append(say.EventRevealed(event, draft.highest, effect))
    add_effect(draft, effect, NOBODY)
    if draft.rules.event_extra_loss:
        draft.change_meaning(-draft.rules.event_extra_loss)


def _struck(draft: Draft, who: str, actor: int) -> Sequence[int]:
    everybody = draft.order()
    if who is Who.ALL or (who is Who.YOU and actor == NOBODY):
        return everybody
    if who is Who.YOU:
        return (actor,)
    if who is Who.OTHERS and actor != NOBODY:
        return [player for player in everybody if player != actor]
    return ()


def _call(draft: Draft, call: Call, work: Resolve) -> None:
    if call.table == "refresh_gallery":
        draft.refresh_prism()
        return
    if call.table == "individual":
        everybody = draft.order()
        add_falls(draft, everybody if work.actor == NOBODY else (work.actor,), work.chain)
        return
    event = _penalty_event(draft) if work.penalty else draft.events[-1] if draft.events else EMPTY
    if event == EMPTY or GROUP in work.chain:
        return
    effect = draft.setting.group_effects[event][draft.highest - 1]
    draft.facts.append(say.Consequence(NOBODY, event, draft.highest, effect))
    add_effect(draft, effect, NOBODY, chain=(*work.chain, GROUP))


def _penalty_event(draft: Draft) -> int:
    event = draft.draw("event")
    if event != EMPTY:
        draft.facts.append(say.PenaltyRevealed(event))
        draft.event_discard = (*draft.event_discard, event)
    return event


def _ban(draft: Draft, ban: Ban, struck: Sequence[int]) -> None:
    for player in struck:
        bits = draft.banned[player] | BIT.get(ban.action, 0)
        draft.banned = put(draft.banned, player, bits)
        draft.facts.append(say.Banned(player, ban.action))


def _change(draft: Draft, change: Change, struck: Sequence[int], chain: tuple[int, ...]) -> None:
    symbol, amount = change.symbol, change.amount
    if symbol == "meaning":
        draft.change_meaning(amount)
    elif symbol == "vitals":
        add_falls(draft, [player for player in struck if draft.change_vitals(player, amount)], chain)
    elif symbol == "token":
        draft.work.extend(Choose(player, abs(amount), amount > 0) for player in reversed(struck))
    else:
        for player in struck:
            if symbol == "legacy":
                draft.change_legacy(player, amount)
            else:
                draft.change_token(player, TOKENS.index(symbol), amount)
