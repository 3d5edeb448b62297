"""A table as a value: what a state and its draft share.

A ruleset lists all that lies on its table in one dataclass with slots, which may change: it is `Unlocked`.
Its state is a subclass of it with `Locked` in front, which may not: cheap to make, to compare and to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import FrozenInstanceError, fields
from operator import attrgetter
from typing import Any, ClassVar, Generic, Self, TypeVar

from generator.replay.errors import SetupError

EMPTY = -1
"""A slot of a row in which no card lies."""

T = TypeVar("T")
S = TypeVar("S")


class Unlocked(Generic[S]):
    """A position, and what becomes of it when it is to change no more: its state."""

    __slots__ = ()
    state: ClassVar[type]
    """The class of its states, which says so itself."""

    def kept(self) -> S:
        """This position as it is now, as a state."""
        state: S = self.state(*self.state.values(self))  # type: ignore[attr-defined]  # it is Locked
        return state


class Locked:
    """Makes a subclass of a position a value that never changes.

    Two are equal if their positions are. The first field is what all states of one game share, and is left
    out of the hash.
    """

    __slots__ = ()
    position: ClassVar[type]
    """The dataclass that lists the fields: the class behind this one."""
    values: ClassVar[Callable[[Any], tuple[Any, ...]]]
    """All its fields in their order."""

    def __init_subclass__(cls) -> None:
        cls.position = cls.__bases__[1]
        cls.values = attrgetter(*(field.name for field in fields(cls.position)))
        cls.position.state = cls  # type: ignore[attr-defined]  # it is Unlocked

    def __new__(cls, *values: Any, **named: Any) -> Self:
        """A position is filled, then becomes a state: setting each field past a lock takes far longer."""
        state: Any = cls.position(*values, **named)
        state.__class__ = cls
        return state  # type: ignore[no-any-return]

    def __init__(self, *values: Any, **named: Any) -> None:
        """Nothing: __new__ has filled it, and from then on nothing can be set."""

    def altered(self, **changes: object) -> Self:
        """This state with other values of some fields, far sooner than `dataclasses.replace` has it."""
        state: Any = self.position(*type(self).values(self))
        for name, value in changes.items():
            setattr(state, name, value)
        state.__class__ = type(self)
        return state  # type: ignore[no-any-return]

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(name)

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(name)

    def __hash__(self) -> int:
        return hash(type(self).values(self)[1:])

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), type(self).values(self)


def player_order(players: int, starter: int) -> tuple[int, ...]:
    """The seats clockwise from the starting player."""
    return tuple((starter + step) % players for step in range(players))


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The tuple with another value at one place."""
    return (*values[:at], value, *values[at + 1 :])


def without(cards: Sequence[int], gone: Collection[int]) -> tuple[int, ...]:
    """Cards without some of them."""
    return tuple([card for card in cards if card not in gone])


def laid_out(deck: tuple[int, ...], slots: int) -> tuple[int, ...]:
    """The top cards of a deck in a row of so many slots, EMPTY where it has no more."""
    return (deck + (EMPTY,) * slots)[:slots]


def check_seats(players: Sequence[str], least: int, most: int) -> None:
    """That so many can play, and every player has a name of their own. Raises SetupError."""
    if not least <= len(players) <= most:
        allowed = f"{least} to {most} players"
        raise SetupError(f"This game is for {allowed}; {len(players)} are named.")
    if len(set(players)) != len(players) or not all(players):
        raise SetupError("Every player needs a name of their own.")
