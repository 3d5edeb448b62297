"""What a row of a script tells to have come about, held against what came."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.kit.facts import changes_of
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.facts import Fact
from generator.games.meaning_made.rules.state import State
from generator.replay.stated_outcomes import EVERYBODY, Claim, comes_true


def tells_completion(claims: Sequence[Claim], before: State, after: State, facts: Sequence[Fact]) -> bool:
    """Whether a row states that an Initiative is complete, in a word or by its Legacy, and none was."""
    if any(isinstance(fact, say.Completed) for fact in facts):
        return False
    return any(
        claim.symbol == "completed"
        or (_raises_legacy(claim, before) and not _legacy_came(claim, before, after, facts))
        for claim in claims
    )


def _legacy_came(claim: Claim, before: State, after: State, facts: Sequence[Fact]) -> bool:
    seats = range(len(after.legacy)) if claim.player == EVERYBODY else (claim.player,)
    return all(
        comes_true(claim, before.legacy[seat], after.legacy[seat], changes_of(facts, seat, ("legacy",)))
        for seat in seats
    )


def _raises_legacy(claim: Claim, before: State) -> bool:
    if claim.symbol != "legacy":
        return False
    if claim.value is None:
        return (claim.change or 0) > 0
    spaces = before.legacy if claim.player == EVERYBODY else (before.legacy[claim.player],)
    return any(have < claim.value for have in spaces)


def tells_fall(claims: Sequence[Claim], seat: int) -> bool:
    """Whether a row states that a seat has no Vitals any more."""
    return any(claim.symbol == "vitals" and claim.value == 0 and claim.player == seat for claim in claims)


def ranks_told(claims: Sequence[Claim]) -> dict[int, int]:
    """The Legacy that a row states for each player, by seat."""
    return {
        claim.player: claim.change
        for claim in claims
        if claim.symbol == "legacy" and claim.change and claim.player >= 0
    }
