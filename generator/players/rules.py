"""What players ask of a ruleset. `generator.replay.engine.Engine` has an answer to all of it.

A ruleset that wants to be played well fills in `worth`; one in which a choice is seen on the table only
later, such as a card that is laid face down, fills in `prospect` as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Protocol, TypeVar

S = TypeVar("S")
A = TypeVar("A")

Worth = Mapping[str, float]
"""What something is worth, part by part: `{"legacy": 6.0, "tokens": 1.4}`. Its value is the sum.

The names are words that an explanation prints and that tastes go by."""


class Rules(Protocol[S, A]):
    """A ruleset over one workbook; states and actions are its own frozen values."""

    @property
    def mastery(self) -> Mapping[str, float]:
        """How many times as much as `worth` says its parts count for a strong player."""

    def names(self, state: S) -> tuple[str, ...]:
        """The players' names by seat."""

    def over(self, state: S) -> bool:
        """Whether the game is over."""

    def actors(self, state: S) -> tuple[int, ...]:
        """The seats that have to choose now; empty for what chance does, and at the end."""

    def legal_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """All that a seat may do now, in a stable order."""

    def useful_actions(self, state: S, seat: int) -> tuple[A, ...]:
        """Those of them that may be best: without payments that are worse than another one."""

    def step(self, state: S, seat: int, action: A) -> S:
        """The next state, for an action that was listed: nothing is checked, and nothing told."""

    def settled(self, state: S, seat: int) -> S:
        """A state in which what a seat has begun is answered as the others probably will."""

    def view(self, state: S, seat: int) -> S:
        """What a seat may know."""

    def determinize(self, view: S, seat: int, rng: Random) -> S:
        """A state of which a seat has this view."""

    def worth(self, state: S, seat: int) -> Worth:
        """What a position is worth to a seat, in points of the final score or what comes near to them."""

    def heuristic(self, state: S, seat: int) -> float:
        """The same as one number."""

    def prospect(self, state: S, seat: int, action: A) -> Worth:
        """What an action promises; mostly what the settled position after it is worth."""
