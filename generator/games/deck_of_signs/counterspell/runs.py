"""Runs of cards, and what comes of a run against the cards of Chaos."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.games.deck_of_signs.counterspell.records import (
    BOTH_CARDINAL,
    CARDINAL,
    CARDINAL_FLUSH,
    CASES,
    CHAOS_CARDINAL,
    COMPLETE,
    DOUBLE,
    FLUSH,
    OF_COMPLETE,
    OPPOSING_CARD,
    UNANSWERED,
    Setting,
)


def lengthened(run: Sequence[int], card: int, setting: Setting) -> tuple[int, ...] | None:
    """A run with one more card at its lower or upper end; None if it does not go on so.

    The Numbers follow each other, or are the Cardinal Chain or a part of it.
    """
    for longer in ((card, *run), (*run, card)):
        if _is_run(longer, setting):
            return longer
    return None


def _is_run(cards: Sequence[int], setting: Setting) -> bool:
    deck = setting.deck
    numbers = tuple(map(deck.number, cards))
    places = [deck.numbers.index(number) for number in numbers]
    if places == [*range(places[0], places[0] + len(places))]:
        return True
    cardinal = setting.cardinal
    starts = range(len(cardinal) - len(numbers) + 1)
    return any(cardinal[start : start + len(numbers)] == numbers for start in starts)


@dataclass(frozen=True, slots=True)
class Clash:
    """The cards of a space that is resolved, all of them open, and the Signs that oppose its own."""

    setting: Setting
    chaos: tuple[int, ...]
    run: tuple[int, ...]
    opposing: frozenset[int]
    last: bool = False
    """In the last resolution any run counts as complete where Chaos has not all of its cards."""

    @property
    def totals(self) -> tuple[int, int]:
        """Of Chaos, and of the players."""
        number = self.setting.deck.number
        return sum(map(number, self.chaos)), sum(map(number, self.run))

    def opposes(self) -> bool:
        """Whether at least one card of the run is of an opposing Sign."""
        return any(self.setting.deck.sign(card) in self.opposing for card in self.run)

    def is_flush(self) -> bool:
        """Whether all cards of the run are of one opposing Sign."""
        return self.opposes() and len({self.setting.deck.sign(card) for card in self.run}) == 1

    def is_cardinal(self) -> bool:
        """Whether the run is the Cardinal Chain."""
        return tuple(map(self.setting.deck.number, self.run)) == self.setting.cardinal

    def is_complete(self) -> bool:
        """Whether the run has cards enough."""
        numbers = self.setting.numbers
        alone = self.last and len(self.chaos) < numbers.chaos_cards
        return len(self.run) >= (1 if alone else numbers.set_size)

    def pays_hidden(self) -> bool:
        """Whether the hidden card may cost cards: not against a Cardinal Chain with an opposing Sign."""
        return not (self.is_cardinal() and self.opposes())

    def cases(self) -> tuple[str, ...]:
        """The cases that hold and are not replaced, in the order of CASES."""
        if not self.chaos and len(self.run) < self.setting.numbers.set_size:
            return (OPPOSING_CARD,) if self.opposes() else ()
        true = {*self._true()}
        replaced = {self.setting.result(case).instead for case in true}
        standing = {case for case in true if case not in replaced}
        if COMPLETE not in standing:
            standing -= OF_COMPLETE
        return tuple(case for case in CASES if case in standing)

    def _true(self) -> Iterator[str]:
        chaos, mine = self.totals
        number = self.setting.deck.number
        if sorted(map(number, self.chaos)) == sorted(self.setting.cardinal):
            yield CHAOS_CARDINAL
            if self.is_cardinal():
                yield BOTH_CARDINAL
        elif self.is_cardinal() and self.opposes():
            yield CARDINAL
            if self.is_flush():
                yield CARDINAL_FLUSH
        elif not self.is_complete():
            if len(self.chaos) >= self.setting.numbers.chaos_cards:
                yield UNANSWERED
            return
        if self.is_complete() and mine >= chaos:
            yield COMPLETE
            if self.opposes():
                yield OPPOSING_CARD
            if self.chaos and mine >= self.setting.numbers.double * chaos:
                yield DOUBLE
            if self.is_flush():
                yield FLUSH
