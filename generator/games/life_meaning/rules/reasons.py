"""Why a move is not legal, in sentences that name the numbers; and the rules themselves, by their ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from generator.games.kit.tokens import Bundle, covers, tokens_typed
from generator.games.life_meaning.records import TOKENS
from generator.games.life_meaning.rules.state import Phase, Position
from generator.replay.errors import Reason

PHASES: Mapping[Phase, str] = MappingProxyType(
    {
        Phase.EVENT: "Event",
        Phase.TURNS: "Turns",
        Phase.STABILITY: "Stability Check",
        Phase.OVER: "the end",
    }
)
"""The phases as the rules call them."""

RULES: Mapping[str, str] = MappingProxyType(
    {
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
)


class Sentences:
    """The reasons of one state."""

    def __init__(self, state: Position) -> None:
        self._state = state
        self._setting = state.setting

    def _typed(self, tokens: Sequence[int]) -> str:
        return tokens_typed(tokens, TOKENS, self._setting.book.symbols) or "nothing"

    def over(self) -> Reason:
        """Nothing happens after the end."""
        return Reason("phase", "The game is over.")

    def phase(self, phases: Sequence[Phase]) -> Reason:
        """It belongs to another phase."""
        where = " or ".join(PHASES[phase] for phase in phases)
        return Reason("phase", f"This belongs to the phase {where}; now it is {PHASES[self._state.phase]}.")

    def turn(self, seat: int, acting: Sequence[int]) -> Reason:
        """Somebody else is to act; in the Stability Check a player pays once."""
        names = self._state.names
        who = f"It is not the turn of {names[seat]}" if seat >= 0 else "Somebody has to act"
        if self._state.phase is Phase.STABILITY and seat >= 0:
            who = f"{names[seat]} is through with this Stability Check"
        return Reason("turn.order", f"{who}; it is that of {' and '.join(names[other] for other in acting)}.")

    def no_actions(self) -> Reason:
        """All actions of the turn are used."""
        count = self._setting.numbers.actions
        who = self._state.names[self._state.player]
        return Reason("turn.order", f"{who} has used the {count} actions of this turn.")

    def actions_left(self) -> Reason:
        """A turn cannot be ended early."""
        who, left = self._state.names[self._state.player], self._state.actions_left
        return Reason("turn.order", f"{who} still has {left} of {self._setting.numbers.actions} actions.")

    def nobody_asks(self) -> Reason:
        """There is nothing to answer."""
        return Reason("touchpoint.answer", "Nobody has asked for a token.")

    def answer_due(self) -> Reason:
        """Somebody has to answer first."""
        asked = self._state.asked
        assert asked is not None
        return Reason("touchpoint.answer", f"{self._state.names[asked.seat]} has to answer first.")

    def lacks(self, seat: int, tokens: Bundle, rule: str) -> Reason | None:
        """A reason if somebody has not so many tokens."""
        have = self._state.tokens[seat]
        if covers(have, tokens):
            return None
        who = self._state.names[seat]
        return Reason(rule, f"{who} needs {self._typed(tokens)} and has {self._typed(have)}.")

    def acquires(self, tokens: Bundle) -> Reason:
        """Another number of tokens, or two of a kind."""
        count = self._setting.numbers.acquire_tokens
        sentence = f"Acquire takes {count} tokens of {count} different kinds, not {self._typed(tokens)}."
        return Reason("acquire", sentence)

    def pattern_not_open(self, card: int) -> Reason:
        """It does not lie in the Gallery."""
        title = self._setting.patterns[card].title
        return Reason("obtain.open", f"{title} does not lie open in the Gallery.")

    def price(self, card: int, price: Bundle, paid: Bundle) -> Reason:
        """Another payment than the Pattern costs here."""
        pattern = self._setting.patterns[card]
        less = f", {self._typed(pattern.cost)} less discounts" if price != pattern.cost else ""
        sentence = f"{pattern.title} costs {self._typed(price)} here{less}; the row pays {self._typed(paid)}."
        return Reason("obtain.price", sentence)

    def project_not_open(self, card: int) -> Reason:
        """It does not lie in a slot."""
        return Reason("contribute.open", f"{self._setting.projects[card].title} does not lie open.")

    def boxes(self, card: int, room: Bundle, tokens: Bundle) -> Reason:
        """Tokens for which there is no open box."""
        title = self._setting.projects[card].title
        sentence = f"{title} has {self._typed(room)} open; the row pays {self._typed(tokens)}."
        return Reason("contribute.boxes", sentence)

    def alone(self, seat: int) -> Reason:
        """Nobody gives to themselves."""
        return Reason("touchpoint.other", f"{self._state.names[seat]} is the one who acts.")

    def refused(self, seat: int) -> Reason:
        """Asked again."""
        return Reason("touchpoint.refused", f"{self._state.names[seat]} has just refused.")

    def no_cards(self) -> Reason:
        """Nothing to discard."""
        return Reason("recalibrate", "The row names no card to discard.")

    def marked(self, card: int) -> Reason:
        """A Project that somebody has begun."""
        return Reason("recalibrate", f"{self._setting.projects[card].title} carries marks, so it stays.")

    def not_asked_for(self, tokens: Bundle) -> Reason:
        """More than the Event asks for."""
        lacking = self._typed(self._state.lacking())
        sentence = f"The Mitigation still asks for {lacking}; the row pays {self._typed(tokens)}."
        return Reason("mitigate.asked", sentence)
