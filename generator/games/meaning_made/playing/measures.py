"""What a row of a script may state of Meaning Made: values, changes and deeds."""

from __future__ import annotations

from collections.abc import Sequence

from generator.games.kit.facts import changes_of
from generator.games.kit.table import EMPTY
from generator.games.meaning_made.records import TOKENS, Game
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.costs import open_boxes
from generator.games.meaning_made.rules.facts import Fact
from generator.games.meaning_made.rules.state import State
from generator.games.meaning_made.terms import Terms
from generator.replay.errors import shown
from generator.replay.script import ScriptRow
from generator.replay.stated_outcomes import EVERYBODY, Claim, comes_true


def check_deed(claim: Claim, facts: Sequence[Fact], terms: Terms) -> str | None:
    """A sentence if a deed did not come about, else None."""
    if claim.symbol == "completed":
        completed = any(isinstance(fact, say.Completed) for fact in facts)
        nothing = f"no {terms.initiative} is complete by it"
        return None if completed else f"The row states {shown(claim.text)}; {nothing}."
    answers = [fact for fact in facts if isinstance(fact, say.Answered)]
    if not answers:
        return f"The row states {shown(claim.text)}; nobody answers {terms.touchpoint.a} by it."
    if answers[-1].accepted == (claim.symbol == "accepted"):
        return None
    if answers[-1].accepted:
        return f"The row states {shown(claim.text)}; the {terms.touchpoint} is accepted."
    nothing = f"comes to nothing, because the {terms.token} is not there"
    why = "is declined" if answers[-1].able else nothing
    return f"The row states {shown(claim.text)}; the {terms.touchpoint} {why}."


def untold(claims: Sequence[Claim], facts: Sequence[Fact], game: Game) -> str:
    """A sentence if an Initiative was completed and no claim says so."""
    completed = [fact.initiative for fact in facts if isinstance(fact, say.Completed)]
    if not completed or any(claim.symbol in {"completed", "legacy"} for claim in claims):
        return ""
    return f"{game.initiatives[completed[0]].title} is completed by it, and the row does not say so."


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


def tells_exchange(claims: Sequence[Claim], facts: Sequence[Fact]) -> bool:
    """Whether a row states that a Touchpoint was accepted, and it came to nothing for want of a token."""
    refused = any(isinstance(fact, say.Answered) and not fact.able for fact in facts)
    return refused and any(claim.symbol == "accepted" for claim in claims)


def numbers_told(row: ScriptRow, state: State, symbol: str) -> tuple[int, ...]:
    """Numbers of the rules, and the open boxes of the Initiatives that a row or its narration names."""
    rules = state.setting.rules
    fixed = {
        "legacy": (rules.legacy_first, rules.legacy_second, rules.legacy_other),
        "meaning": (rules.donation_cap,),
        "vitals": (rules.touchpoint_vitals, rules.touchpoint_vitals_fragile),
    }
    if symbol not in TOKENS:
        return fixed.get(symbol, ())
    text = f"{row.card} {row.narration}".casefold()
    cards = state.setting.game.initiatives
    lying = ((slot, cards[card].title) for slot, card in enumerate(state.index) if card != EMPTY)
    named = (slot for slot, title in lying if title.casefold() in text)
    return tuple(open_boxes(state, slot)[TOKENS.index(symbol)] for slot in named)
