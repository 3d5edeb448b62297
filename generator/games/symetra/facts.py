"""What happened in a game of Symetra. Players are seats, cards places in the sheet Cards."""

from __future__ import annotations

from dataclasses import dataclass

from generator.games.kit.facts import Fact as Fact
from generator.games.symetra.state import Announced, Lasting, Spot


@dataclass(frozen=True, slots=True)
class Happens(Fact):
    """An announced action begins to happen; a card's cost was `paid`."""

    announced: Announced
    paid: int = 0


@dataclass(frozen=True, slots=True)
class Cancelled(Fact):
    """An announced action does not happen."""

    announced: Announced
    why: str


@dataclass(frozen=True, slots=True)
class LaidCard(Fact):
    """A card was laid into the matrix, fused or not."""

    player: int
    card: int
    spot: Spot


@dataclass(frozen=True, slots=True)
class Related(Fact):
    """A fused card met a neighbour; `beads` moved by it."""

    card: int
    other: int
    kind: str
    beads: int


@dataclass(frozen=True, slots=True)
class Beads(Fact):
    """The beads on a card changed, whatever they came from."""

    card: int
    owner: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Discarded(Fact):
    """A card left the matrix."""

    card: int
    owner: int


@dataclass(frozen=True, slots=True)
class Drew(Fact):
    """A player took a card into the hand."""

    player: int
    card: int


@dataclass(frozen=True, slots=True)
class Began(Fact):
    """Something lasts from now on."""

    lasting: Lasting


@dataclass(frozen=True, slots=True)
class Struck(Fact):
    """An action strikes a magnet, too."""

    player: int


@dataclass(frozen=True, slots=True)
class Karma(Fact):
    """A good deed was rewarded."""

    player: int
    beads: int


@dataclass(frozen=True, slots=True)
class EmptyHand(Fact):
    """A hand was empty, and was paid for."""

    player: int


@dataclass(frozen=True, slots=True)
class Left(Fact):
    """A player left the game."""

    player: int


@dataclass(frozen=True, slots=True)
class CycleWon(Fact):
    """A cycle is over: the beads on cards of each seat, and who won it."""

    on_cards: tuple[int, ...]
    winners: tuple[int, ...]
    least: bool
