"""Scores and winners."""

from __future__ import annotations

from generator.games.kit.shown import best
from generator.games.meaning_made.rules.state import Phase, Position, Result


def scores(state: Position) -> tuple[int, ...]:
    """Each seat's score as it stands: Vitals and, unless the variant leaves it out, Legacy."""
    weight = state.setting.rules.score_legacy
    return tuple(vitals + weight * legacy for vitals, legacy in zip(state.vitals, state.legacy, strict=True))


def winners(state: Position) -> tuple[int, ...]:
    """The seats that won; none before the end and after a collapse."""
    if state.phase is not Phase.OVER or state.result is Result.COLLAPSE:
        return ()
    if not state.setting.rules.score_legacy:
        saved = state.result is Result.END or state.setting.end in state.completed
        return state.order() if saved else ()
    return best(scores(state))
