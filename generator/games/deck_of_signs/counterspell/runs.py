"""Runs of cards, and what comes of a run against the cards of Chaos."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.games.deck_of_signs.counterspell.records import OF_COMPLETE, Case, Setting

Ends = tuple[frozenset[int], frozenset[int]]


def lengthened(run: Sequence[int], card: int, setting: Setting) -> tuple[int, ...] | None:
    """A run with one more card at its lower or upper end; None if it does not go on so.

    The Numbers follow each other, or are the Cardinal Chain or a part of it.
    """
    deck = setting.deck
    number, (lower, upper) = deck.number(card), going_on(run, setting)
    if number in lower:
        return (card, *run)
    return (*run, card) if number in upper else None


def going_on(run: Sequence[int], setting: Setting) -> Ends:
    """The Numbers that go on with a run at its lower end, and those at its upper one."""
    deck = setting.deck
    return _ends(tuple(map(deck.number, run)), deck.numbers, setting.cardinal)


@lru_cache(maxsize=1 << 12)  # there are few runs, and each is met in every turn
def _ends(run: tuple[int, ...], numbers: tuple[int, ...], cardinal: tuple[int, ...]) -> Ends:
    return (
        frozenset(number for number in numbers if _is_run((number, *run), numbers, cardinal)),
        frozenset(number for number in numbers if _is_run((*run, number), numbers, cardinal)),
    )


def _is_run(run: tuple[int, ...], numbers: tuple[int, ...], cardinal: tuple[int, ...]) -> bool:
    """Whether a run is a stretch of all Numbers, or of the Cardinal Chain."""
    stretches = (whole[at : at + len(run)] for whole in (numbers, cardinal) for at in range(len(whole)))
    return run in stretches


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

    def cases(self) -> tuple[Case, ...]:
        """The cases that hold and are not replaced, in the order of Case."""
        if not self.chaos and len(self.run) < self.setting.numbers.set_size:
            return (Case.OPPOSING,) if self.opposes() else ()
        true = {*self._true()}
        replaced = {self.setting.results[case].instead for case in true}
        standing = {case for case in true if case not in replaced}
        if Case.COMPLETE not in standing:
            standing -= OF_COMPLETE
        return tuple(case for case in Case if case in standing)

    def _true(self) -> Iterator[Case]:
        chaos, mine = self.totals
        number = self.setting.deck.number
        if sorted(map(number, self.chaos)) == sorted(self.setting.cardinal):
            yield Case.CHAOS_CARDINAL
            if self.is_cardinal():
                yield Case.BOTH_CARDINAL
        elif self.is_cardinal() and self.opposes():
            yield Case.CARDINAL
            if self.is_flush():
                yield Case.CARDINAL_FLUSH
        elif not self.is_complete():
            if len(self.chaos) >= self.setting.numbers.chaos_cards:
                yield Case.UNANSWERED
            return
        if self.is_complete() and mine >= chaos:
            yield Case.COMPLETE
            if self.opposes():
                yield Case.OPPOSING
            if self.chaos and mine >= self.setting.numbers.double * chaos:
                yield Case.DOUBLE
            if self.is_flush():
                yield Case.FLUSH
