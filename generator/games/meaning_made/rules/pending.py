"""What is still to be resolved, as frozen values on a stack in the state.

The last of them is next. Two of them are choices of a player, the others resolve by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.records.notation import Part

NOBODY = -1
"""No acting player: an Event or a Group Consequence, where “you” is everybody in turn."""
GROUP = -2
"""Stands for the Group table in a chain of consequences."""


@dataclass(frozen=True, slots=True)
class Choose:
    """`player` chooses which `amount` tokens to lose, or to gain. A choice."""

    player: int
    amount: int
    gain: bool


@dataclass(frozen=True, slots=True)
class Answering:
    """`player` answers the Touchpoint of `asker`. A choice."""

    player: int
    asker: int
    token: int
    give: bool


@dataclass(frozen=True, slots=True)
class Resolve:
    """The parts of an effect that are left.

    `chain` names the consequences that led here (players for Individual ones, GROUP): none of them
    happens again within itself. `penalty` marks a Completion Penalty, which reveals its own Event.
    `contributors` are the seats whom the Completion Bonus of an Initiative may name.
    """

    parts: tuple[Part, ...]
    actor: int
    chain: tuple[int, ...] = ()
    penalty: bool = False
    contributors: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Individual:
    """An Individual Consequence is due to `player`."""

    player: int
    chain: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacePattern:
    """A Pattern is paid for; it moves from the Prism slot into the Palette."""

    player: int
    slot: int


@dataclass(frozen=True, slots=True)
class RefillPrism:
    """A Prism slot is empty."""

    slot: int


@dataclass(frozen=True, slots=True)
class RefillIndex:
    """An Initiative was completed and its slot is empty; with the End Initiative the game is over."""

    slot: int


@dataclass(frozen=True, slots=True)
class Settle:
    """An action is over: look for completed Initiatives, then go on. `spent` counts actions."""

    spent: int


Work = Choose | Answering | Resolve | Individual | PlacePattern | RefillPrism | RefillIndex | Settle
