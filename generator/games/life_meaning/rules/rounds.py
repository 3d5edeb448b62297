"""How a round goes on: from Event to turns, from turn to turn, to the Stability Check and its end."""

from __future__ import annotations

from generator.games.kit.table import EMPTY
from generator.games.life_meaning.records import NO_TOKENS
from generator.games.life_meaning.rules import facts as say
from generator.games.life_meaning.rules.draft import Draft
from generator.games.life_meaning.rules.state import End, Phase
from generator.replay.moves import TABLE


def open_event(draft: Draft) -> None:
    """Phases A and B: the next Event replaces the last one, the Gallery is filled, and turns begin."""
    if draft.event != EMPTY:
        draft.event_discard = (*draft.event_discard, draft.event)
    draft.event = draft.draw("event")
    draft.fill_gallery()
    draft.phase, draft.player = Phase.TURNS, draft.starter
    draft.actions_left = draft.numbers.actions


def use_action(draft: Draft, count: int = 1) -> None:
    """Actions are used; what was refused before may be asked for again. An end ends all turns."""
    draft.actions_left -= count
    draft.refused = ()
    if draft.end is not None:
        open_check(draft)


def end_turn(draft: Draft) -> None:
    """The next player's turn, or the Stability Check after the last one's."""
    draft.refused = ()
    order = draft.order()
    following = order.index(draft.player) + 1
    if draft.end is None and following < len(order):
        draft.player, draft.actions_left = order[following], draft.numbers.actions
    else:
        open_check(draft)


def open_check(draft: Draft) -> None:
    """Phase D begins: everybody may put something in. With nothing to pay it is over at once."""
    draft.phase, draft.actions_left, draft.asked = Phase.STABILITY, 0, None
    draft.waiting = draft.order() if any(draft.lacking()) else ()


def check(draft: Draft) -> None:
    """Nobody waits any more: Drift rises unless the Mitigation is paid, and empty slots are filled."""
    met = not any(draft.lacking())
    draft.facts.append(say.Checked(met))
    if not met:
        draft.effect(draft.setting.events[draft.event].changes, TABLE)
    draft.mitigation, draft.waiting = NO_TOKENS, ()
    draft.fill_projects()
    if EMPTY in draft.projects:
        draft.last_round(End.PROJECTS)
    if draft.end is not None:
        draft.finish(draft.end)
        return
    draft.round += 1
    draft.starter = (draft.starter + draft.numbers.seal_passes) % len(draft.names)
    draft.player, draft.phase = draft.starter, Phase.EVENT
