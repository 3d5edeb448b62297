"""What happened in a game of Counterspell. Players are seats; cards, Signs and spaces are places."""

from __future__ import annotations

from dataclasses import dataclass

from generator.games.deck_of_signs.counterspell.records import Case
from generator.games.deck_of_signs.counterspell.runs import Clash
from generator.games.kit.facts import Fact as Fact


@dataclass(frozen=True, slots=True)
class Filled(Fact):
    """A hand was filled with these cards."""

    player: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turned(Fact):
    """The hidden card of a space was turned over."""

    space: int
    card: int


@dataclass(frozen=True, slots=True)
class Matched(Fact):
    """A card of Chaos has the Sign of its space."""

    space: int
    card: int


@dataclass(frozen=True, slots=True)
class Spent(Fact):
    """Cards of the deck were discarded; `asked` is how many were due."""

    asked: int
    came: int


@dataclass(frozen=True, slots=True)
class Resolved(Fact):
    """A space was resolved: what met there, and the cases that held."""

    space: int
    sign: int
    clash: Clash
    cases: tuple[Case, ...]
    clears: bool


@dataclass(frozen=True, slots=True)
class Grown(Fact):
    """Chaos was dealt cards: a space and a card each, −1 for a hidden one."""

    cards: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Ended(Fact):
    """The game is over."""

    won: bool
