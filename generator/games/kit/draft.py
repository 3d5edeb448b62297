"""Named operations on a table that changes within a step: each leaves its facts.

A draft is a position with this in front. It goes by names: the tokens of the seats are `tokens`, the track
`meaning` is the field `meaning`, the deck `pattern` lies in `pattern_deck` and `pattern_discard`, and
`seed` is for the next reshuffle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from generator.games.kit.chance import shuffled
from generator.games.kit.facts import Changed, Reshuffled
from generator.games.kit.table import EMPTY, put
from generator.replay.moves import TABLE


class Drafted:
    """What tables have in common: tracks, tokens and decks."""

    __slots__ = ()
    facts: list[Any]
    tokens: tuple[Any, ...]
    seed: int
    kinds: ClassVar[Sequence[str]] = ()
    """The keys of the kinds of tokens."""
    bundle: ClassVar[Any] = tuple
    """Makes of counts a player's tokens as they lie in `tokens`."""

    def __init__(self, state: Any) -> None:
        super().__init__(*type(state).values(state))
        self.facts = []  # type: ignore[misc]  # a slot of the draft

    def change_track(self, track: str, seat: int, amount: int, most: int) -> tuple[int, int]:
        """Move a marker inside its track, of a seat or of the TABLE: where it stood, and where it stands."""
        value = getattr(self, track)
        before = value if seat == TABLE else value[seat]
        after = min(max(before + amount, 0), most)
        setattr(self, track, after if seat == TABLE else put(value, seat, after))
        self.facts.append(Changed(track, seat, before, after, amount))
        return before, after

    def change_tokens(self, seat: int, changes: Sequence[int]) -> None:
        """Give or take tokens of each kind; a loss takes what is there."""
        before = self.tokens[seat]
        after = self.bundle([max(have + change, 0) for have, change in zip(before, changes, strict=True)])
        self.tokens = put(self.tokens, seat, after)  # type: ignore[misc]  # a slot of the position
        for at, change in enumerate(changes):
            if change:
                self.facts.append(Changed(self.kinds[at], seat, before[at], after[at], change))

    def pay(self, seat: int, tokens: Sequence[int]) -> None:
        """Take these tokens from a seat."""
        self.change_tokens(seat, [-count for count in tokens])

    def draw(self, deck: str, *, reshuffle: bool = True) -> int:
        """The next card of a deck, after its discards were shuffled if need be; EMPTY if none is left."""
        cards, discard = f"{deck}_deck", f"{deck}_discard"
        if reshuffle and not getattr(self, cards) and getattr(self, discard):
            order, seed = shuffled(getattr(self, discard), self.seed)
            self.seed = seed  # type: ignore[misc]  # a slot of the position
            self.facts.append(Reshuffled(deck, len(order)))
            setattr(self, cards, order)
            setattr(self, discard, ())
        card, *rest = getattr(self, cards) or (EMPTY,)
        setattr(self, cards, tuple(rest))
        return int(card)

    def turn_up(self, deck: str, row: str, slot: int, *, reshuffle: bool = True) -> None:
        """The next card of a deck into a slot of a row; it stays EMPTY if none is left."""
        setattr(self, row, put(getattr(self, row), slot, self.draw(deck, reshuffle=reshuffle)))

    def fill(self, deck: str, row: str, *, reshuffle: bool = True) -> None:
        """Cards of a deck into all empty slots of a row."""
        for slot, card in enumerate(getattr(self, row)):
            if card == EMPTY:
                self.turn_up(deck, row, slot, reshuffle=reshuffle)
