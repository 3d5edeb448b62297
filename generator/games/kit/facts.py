"""What happened, where every game says it alike."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from generator.replay.moves import TABLE, CountChange


class Fact:
    """Something that happened in a game, in its own values."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Acted(Fact):
    """The first fact of every step: who did what; −1 for what nobody does."""

    player: int
    move: Any


@dataclass(frozen=True, slots=True)
class Changed(Fact):
    """A track or a kind of token moved; `asked` is the change before the ends of the track cut it.

    `symbol` is a symbol key; `player` is −1 for what all share.
    """

    symbol: str
    player: int
    before: int
    after: int
    asked: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Fact):
    """The discards became a deck again."""

    deck: str
    cards: int


def changes_of(facts: Iterable[object], seat: int, symbols: Collection[str]) -> tuple[CountChange, ...]:
    """What was asked for of some symbols, and what came of it; of a shared track whoever moved it."""
    return tuple(
        CountChange(fact.asked, fact.after - fact.before)
        for fact in facts
        if isinstance(fact, Changed) and fact.symbol in symbols and seat in (fact.player, TABLE)
    )
