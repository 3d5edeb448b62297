"""What players ask of a ruleset: the part of an engine that knows no rows. `Engine` of `replay` adds those.

A ruleset that wants to be played well fills in `worth`; one in which a choice is seen on the table only
later, such as a card that is laid face down, fills in `prospect` as well.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Generic, TypeVar

S = TypeVar("S")
A = TypeVar("A")

NOBODY = -1
"""The seat of what no player does: a card that is revealed, a die that is thrown."""

Worth = Mapping[str, float]
"""What something is worth, part by part: `{"legacy": 6.0, "tokens": 1.4}`. Its value is the sum.

The names are any words of the ruleset that read behind “better for”, as a bot says why. Tastes and `mastery`
go by them; a part that they do not name counts once."""


class Rules(ABC, Generic[S, A]):
    """A ruleset over one workbook; states and actions are its own frozen values."""

    mastery: Mapping[str, float] = MappingProxyType({})
    """How many times as much as `worth` says its parts count for a strong player; here each once.

    `python -m benchmarks.tune` finds them.
    """
    rivals: Mapping[str, Mapping[str, float]] = MappingProxyType({})
    """Further players with tastes, by their names, against whom strength is measured; here none."""

    played_on: int = 0
    """In how many worlds a strong player plays on in its head until it has chosen again; here in none."""

    @abstractmethod
    def names(self, state: S) -> tuple[str, ...]:
        """The players' names by seat."""

    @abstractmethod
    def over(self, state: S) -> bool:
        """Whether the game is over."""

    @abstractmethod
    def actors(self, state: S) -> tuple[int, ...]:
        """The seats that have to choose now, in their order; empty for what nobody does, and at the end."""

    @abstractmethod
    def legal_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """All that a seat may do now, in a stable order; for NOBODY what happens without a choice."""

    def useful_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """The legal actions without those that are worse than another of them; here all."""
        return self.legal_actions(state, seat)

    @abstractmethod
    def step(self, state: S, seat: int, action: A) -> S:
        """The next state, for an action that was listed: nothing is checked, and nothing told."""

    def settled(self, state: S, seat: int) -> S:
        """The state in which what a seat has begun is answered as others probably will; here as it is."""
        return state

    def view(self, state: S, seat: int) -> S:
        """What a seat may know: the state with all else laid so that it says nothing. Here all is open."""
        return state

    def determinize(self, view: S, seat: int, rng: Random) -> S:
        """A state of which a seat has this view: what it does not know is laid by chance."""
        return view

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """The scores by seat; where all win or lose together, the same for all."""

    def winners(self, state: S) -> tuple[int, ...]:
        """The seats that have won a game that is over; here the best scores."""
        scores = self.scores(state)
        return tuple(seat for seat, score in enumerate(scores) if score == max(scores))

    def worth(self, state: S, seat: int) -> Worth:
        """What a position is worth to a seat, in points or what comes near; here its score.

        Half of what the others have on average counts against it, so that a score of all counts too.
        """
        own, *others = (s for _, s in sorted(enumerate(self.scores(state)), key=lambda pair: pair[0] != seat))
        return {"score": own - 0.5 * sum(others) / max(len(others), 1)}

    def prospect(self, state: S, seat: int, action: A) -> Worth:
        """What a listed action promises, part by part; here the worth of the settled position after it."""
        return self.worth(self.settled(self.step(state, seat, action), seat), seat)

    def foresight(self, state: S, seat: int, actions: Sequence[A]) -> Sequence[Worth]:
        """What each of some listed actions promises as a strong player sees it; here its prospect."""
        return [self.prospect(state, seat, action) for action in actions]

    def reply(self, state: S, seat: int) -> A:
        """What a seat probably does, for whoever plays on in the head; here what promises most."""
        actions = self.useful_actions(state, seat)
        return max(actions, key=lambda action: sum(self.prospect(state, seat, action).values()))
