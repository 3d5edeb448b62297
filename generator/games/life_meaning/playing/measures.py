"""The deeds that a row of a script may state of Life~Meaning."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.life_meaning.rules import facts as say
from generator.replay.errors import shown
from generator.replay.stated_outcomes import Claim


def check_deed(claim: Claim, facts: Sequence[say.Fact]) -> str | None:
    """A sentence if a deed did not come about, else None."""
    stated = f"The row states {shown(claim.text)};"
    if claim.symbol == "completed":
        done = any(isinstance(fact, say.Completed) for fact in facts)
        return None if done else f"{stated} no Project is complete by it."
    if claim.symbol == "accepted":
        agreed = any(isinstance(fact, say.Answered) and fact.accepted for fact in facts)
        return None if agreed else f"{stated} nobody agrees to a Touchpoint by it."
    checks = [fact.met for fact in facts if isinstance(fact, say.Checked)]
    if not checks:
        return f"{stated} the Stability Check does not end with it."
    if checks[-1] is (claim.symbol == "met"):
        return None
    return f"{stated} the Mitigation is {'paid in full' if checks[-1] else 'not paid in full'}."


def tells_completion(claims: Sequence[Claim], facts: Sequence[say.Fact]) -> bool:
    """Whether a row states that a Project is complete, in a word or by its Legacy, and none was."""
    if any(isinstance(fact, say.Completed) for fact in facts):
        return False
    gains = any(claim.symbol == "legacy" and (claim.change or 0) > 0 for claim in claims)
    return gains or any(claim.symbol == "completed" for claim in claims)


def untold(claims: Sequence[Claim], facts: Sequence[say.Fact], titles: Sequence[str]) -> str:
    """A sentence if a Project was completed and no claim says so."""
    completed = [fact.project for fact in facts if isinstance(fact, say.Completed)]
    if not completed or any(claim.symbol in {"completed", "legacy"} for claim in claims):
        return ""
    return f"{titles[completed[0]]} is completed by it, and the row does not say so."
