"""What happened in Elementary. Players are seats; cards, Signs and spaces are places in their sheets."""

from __future__ import annotations

from dataclasses import dataclass

from generator.games.deck_of_signs.elementary.sets import Tally
from generator.games.kit.facts import Fact as Fact


@dataclass(frozen=True, slots=True)
class Opened(Fact):
    """Cards were laid to spaces, a space and a card each."""

    laid: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Revealed(Fact):
    """A token was turned over for a card, and brought so many points."""

    sign: int
    card: int
    points: int


@dataclass(frozen=True, slots=True)
class Completed(Fact):
    """The cards of a space made a set."""

    sign: int
    cards: tuple[int, ...]
    tally: Tally


@dataclass(frozen=True, slots=True)
class GoalReached(Fact):
    """A player has come to the goal; all others have a turn left."""

    player: int
