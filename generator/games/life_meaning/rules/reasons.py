"""Why a move is not legal, in sentences that name the numbers; and the rules themselves, by their ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.games.kit.tokens import Bundle, covers, tokens_typed
from generator.games.life_meaning.records import TOKENS
from generator.games.life_meaning.rules.state import Phase, Position
from generator.replay.errors import Reason

PHASES: Mapping[Phase, str] = {
    Phase.EVENT: "Event",
    Phase.TURNS: "Turns",
    Phase.STABILITY: "Stability Check",
    Phase.OVER: "the end",
}
"""The phases as the rules call them."""

RULES: Mapping[str, str] = {
    "turn.order": "Each player in turn takes exactly so many actions as the rules say.",
    "phase": "Actions belong to the Turns, Mitigation to the Stability Check.",
    "event.next": "The Event that lies on top of the deck is opened.",
    "event": "The Drift of an Event is pending until the Stability Check.",
    "outputs": "A Pattern brings its Outputs once, when it is obtained; its discount holds for good.",
    "support": "A contribution with Support in it brings Reputation, once an action.",
    "story": "A contribution to a Project of the highest Layers brings Reputation, once an action.",
    "rank": "Most marks are first on a completed Project; of equal ones the earlier mark.",
    "check": "What is pending comes unless the Mitigation is paid in full; its tokens go either way.",
    "touchpoint": "A token that changes hands brings Reputation to who acts; a refusal takes no action.",
    "end": "The round in which the end comes is played to the end of its Stability Check.",
    "acquire": "Acquire takes tokens of different kinds.",
    "obtain.open": "Only a Pattern that lies open in the Gallery can be obtained.",
    "obtain.price": "A Pattern costs its Cost, less a token for each discount with its Tag.",
    "obtain.tokens": "A Cost is paid with tokens that are there.",
    "contribute.open": "Only a Project that lies open can be contributed to.",
    "contribute.boxes": "A contribution pays open boxes of one Project, at least one.",
    "contribute.tokens": "A box is paid with a token that is there.",
    "stabilize": "Stabilize spends Support.",
    "touchpoint.other": "A Touchpoint is with another player.",
    "touchpoint.tokens": "Whoever gives a token has it.",
    "touchpoint.refused": "Whoever has refused is not asked again for the same action.",
    "touchpoint.answer": "Whoever is asked for a token gives it or refuses.",
    "recalibrate": "Recalibrate discards at least one open card, and no Project with a mark on it.",
    "convert": "The emergency conversion turns Energy into Support.",
    "mitigate.asked": "The Mitigation takes what the Event asks for and no more.",
    "mitigate.tokens": "Mitigation is paid with tokens that are there.",
}


def typed(tokens: Sequence[int], state: Position) -> str:
    """Tokens as one types them."""
    return tokens_typed(tokens, TOKENS, state.setting.book.symbols) or "nothing"


def lacks(state: Position, seat: int, tokens: Bundle, rule: str) -> Reason | None:
    """A reason if somebody has not so many tokens."""
    have = state.tokens[seat]
    if covers(have, tokens):
        return None
    return Reason(rule, f"{state.names[seat]} needs {typed(tokens, state)} and has {typed(have, state)}.")


def pattern_away(card: int, state: Position) -> Reason:
    """A Pattern that does not lie in the Gallery."""
    return Reason("obtain.open", f"{state.setting.patterns[card].title} does not lie open in the Gallery.")


def project_away(card: int, state: Position) -> Reason:
    """A Project that does not lie in a slot."""
    return Reason("contribute.open", f"{state.setting.projects[card].title} does not lie open.")


def not_the_turn(state: Position, seat: int, acting: Sequence[int]) -> Reason:
    """Somebody else is to act; in the Stability Check a player pays once."""
    who = f"It is not the turn of {state.names[seat]}" if seat >= 0 else "Somebody has to act"
    if state.phase is Phase.STABILITY and seat >= 0:
        who = f"{state.names[seat]} is through with this Stability Check"
    turn = " and ".join(state.names[other] for other in acting)
    return Reason("turn.order", f"{who}; it is that of {turn}.")
