"""What happened in a game of Scion. Players are seats; cards and Signs are places in their sheets."""

from __future__ import annotations

from dataclasses import dataclass

from generator.games.deck_of_signs.scion.state import CardFate, Tally
from generator.games.kit.facts import Fact as Fact


@dataclass(frozen=True, slots=True)
class Turned(Fact):
    """All cards of a turn were turned over: what became of them, from the highest down."""

    fates: tuple[CardFate, ...]
    without: tuple[int, ...]
    """Who had no card left."""


@dataclass(frozen=True, slots=True)
class Counted(Fact):
    """A space was counted; `winner` is −1 if nobody takes a token."""

    sign: int
    tallies: tuple[Tally, ...]
    winner: int


@dataclass(frozen=True, slots=True)
class Emptied(Fact):
    """The stacks of these Signs are empty since this round; `over` if that ends the game."""

    signs: tuple[int, ...]
    over: bool
