"""What a row of a script may state of Meaning Made: values, changes and deeds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from generator.games.kit.table import EMPTY
from generator.games.meaning_made.playing.claims import tells_completion, tells_fall
from generator.games.meaning_made.playing.turns import Course
from generator.games.meaning_made.records import TOKENS, Game
from generator.games.meaning_made.rules import facts as say
from generator.games.meaning_made.rules.facts import Fact
from generator.games.meaning_made.rules.state import BIT, State
from generator.replay.errors import shown
from generator.replay.script import ScriptRow
from generator.replay.stated_outcomes import Claim, hold

_TABLES = ("Event", "Group", "Individual")


class Stated(Course):
    """What rows state and narrations say, held against what happened."""

    game: Game
    asks_open = MappingProxyType(
        {"load.face-up": "pattern", "contribute.face-up": "initiative", "event.next": "event"}
    )

    def stated(self, row: ScriptRow) -> str:
        """What a row states; a Gather’s gains are its move."""
        return "" if row.action == "gather" else row.gains

    def check_deed(self, claim: Claim, facts: Sequence[Fact]) -> str | None:
        """A sentence if a deed did not come about, else None."""
        terms, otherwise = self.game.terms, ""
        answer = next((fact for fact in reversed(facts) if isinstance(fact, say.Answered)), None)
        if claim.symbol == "completed":
            if not any(isinstance(fact, say.Completed) for fact in facts):
                otherwise = f"no {terms.initiative} is complete by it"
        elif answer is None:
            otherwise = f"nobody answers {terms.touchpoint.a} by it"
        elif answer.accepted != (claim.symbol == "accepted"):
            nothing = f"comes to nothing, because the {terms.token} is not there"
            came = "is accepted" if answer.accepted else "is declined" if answer.able else nothing
            otherwise = f"the {terms.touchpoint} {came}"
        return f"The row states {shown(claim.text)}; {otherwise}." if otherwise else None

    def untold(self, row: ScriptRow, claims: Sequence[Claim], facts: Sequence[Fact]) -> str:
        """A sentence if an Initiative was completed and no claim says so."""
        completed = [fact.initiative for fact in facts if isinstance(fact, say.Completed)]
        if not completed or any(claim.symbol in {"completed", "legacy"} for claim in claims):
            return ""
        return f"{self.game.initiatives[completed[0]].title} is completed by it, and the row does not say so."

    def told_otherwise(
        self, claims: Sequence[Claim], before: State, after: State, facts: Sequence[Fact]
    ) -> bool:
        """Whether a row tells an Event’s outcome, a completion, a fall or an exchange that did not come."""
        if not any(isinstance(fact, say.Acted) for fact in facts):
            return False
        if any(isinstance(fact, say.EventRevealed) for fact in facts):
            return any(one.wrong for one in hold(self, claims, before, after, facts))
        falls = any(tells_fall(claims, seat) and have for seat, have in enumerate(after.vitals))
        unable = any(isinstance(fact, say.Answered) and not fact.able for fact in facts)
        exchange = unable and any(claim.symbol == "accepted" for claim in claims)
        return falls or exchange or tells_completion(claims, before, after, facts)

    def numbers_told(self, row: ScriptRow, before: State, after: State, symbol: str) -> tuple[int, ...]:
        """Numbers of the rules, and the open boxes of the Initiatives that a row or its narration names."""
        rules = before.setting.rules
        fixed = {
            "legacy": (rules.legacy_first, rules.legacy_second, rules.legacy_other),
            "meaning": (rules.donation_cap,),
            "vitals": (rules.touchpoint_vitals, rules.touchpoint_vitals_fragile),
        }
        if symbol not in TOKENS:
            return fixed.get(symbol, ())
        text = f"{row.card} {row.narration}".casefold()
        cards = before.setting.game.initiatives
        lying = ((slot, cards[card].title) for slot, card in enumerate(before.index) if card != EMPTY)
        named = (slot for slot, title in lying if title.casefold() in text)
        return tuple(before.open_boxes(slot)[TOKENS.index(symbol)] for slot in named)

    def places_told(self, facts: Sequence[Fact]) -> Mapping[str, Collection[str]]:
        """The row of the Event Table that was read, and its column, which is a Layer."""
        events = [fact for fact in facts if isinstance(fact, say.EventRevealed)]
        if not events:
            return {}
        layers = {str(fact.layer) for fact in events}
        rows = {self.game.events[fact.event].letter for fact in events}
        return {"row": rows, "column": layers, str(self.game.terms.layer): layers}

    def cells_read(self, facts: Sequence[Fact]) -> Iterator[str]:
        """The cells of tables that were looked up: table, row and the Layer of the column."""
        events, layer = self.game.events, self.game.terms.layer
        for fact in facts:
            if isinstance(fact, say.EventRevealed):
                yield f"{_TABLES[0]} {events[fact.event].letter}, {layer} {fact.layer}"
            elif isinstance(fact, say.Consequence):
                table = _TABLES[1] if fact.player < 0 else _TABLES[2]
                yield f"{table} {events[fact.event].code}, {layer} {fact.layer}"

    def cells_to_read(self) -> tuple[str, ...]:
        """Those of the Event Table whose row a card of the deck names."""
        letters = sorted({event.letter for event in self.game.events if event.effect is None})
        layers, layer = range(1, len(self.game.layers) + 1), self.game.terms.layer
        return tuple(f"{_TABLES[0]} {letter}, {layer} {number}" for letter in letters for number in layers)

    def bans_told(self, state: State) -> Collection[str]:
        """The actions that somebody may not take in this round."""
        return {key for key, bit in BIT.items() if any(banned & bit for banned in state.banned)}

    def bands_told(self, before: State, after: State) -> tuple[Collection[str], Collection[str]]:
        """All names of what the world is, and those of these numbers of Meaning."""
        bands = [row.values for row in self.book.tables.get("Outcomes", ())]
        spans = [(str(band.get("name")), band.get("from"), band.get("to")) for band in bands]
        whole = [(n, low, high) for n, low, high in spans if isinstance(low, int) and isinstance(high, int)]
        here = (before.meaning, after.meaning)
        true = {name for name, low, high in whole if any(low <= meaning <= high for meaning in here)}
        return {name for name, _, _ in whole}, true

    def places_of(self, deck: str, state: State) -> Iterator[tuple[Collection[int], str]]:
        """Palettes, what is complete, discards, and Events of this round."""
        for seat, palette in enumerate(state.palettes if deck == "pattern" else ()):
            yield palette, f"It lies in {state.names[seat]}’s {self.game.terms.palette}."
        if deck == "initiative":
            yield state.completed, "It is complete and has left the game."
        yield getattr(state, f"{deck}_discard"), "It lies in the discard pile."
        if deck == "event":
            yield state.events, "It was revealed this round already."
