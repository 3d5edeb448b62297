"""What happened, as frozen values that can be narrated. Players are seats, cards are indices."""

from __future__ import annotations

from dataclasses import dataclass

from generator.games.kit.facts import Acted as Acted
from generator.games.kit.facts import Changed as Changed
from generator.games.kit.facts import Reshuffled as Reshuffled
from generator.games.meaning_made.records import Tokens
from generator.records.notation import Effect


@dataclass(frozen=True, slots=True)
class EventRevealed:
    """An Event and what the Event Table says in the column of the highest Layer."""

    event: int
    layer: int
    effect: Effect


@dataclass(frozen=True, slots=True)
class NoEvent:
    """No Event is left to be revealed."""


@dataclass(frozen=True, slots=True)
class PenaltyRevealed:
    """A Completion Penalty turned over an Event, of which only the code counts."""

    event: int


@dataclass(frozen=True, slots=True)
class Consequence:
    """A lookup of an Event's code; `player` is −1 for the Group table."""

    player: int
    event: int
    layer: int
    effect: Effect


@dataclass(frozen=True, slots=True)
class Banned:
    """A player may not take an action (a symbol key) for the rest of the round."""

    player: int
    action: str


@dataclass(frozen=True, slots=True)
class BecameFragile:
    """A player's Vitals fell to 0."""

    player: int


@dataclass(frozen=True, slots=True)
class Recovered:
    """A Fragile player's Vitals rose above 0."""

    player: int


@dataclass(frozen=True, slots=True)
class Loaded:
    """A Pattern lies in a player's Palette."""

    player: int
    pattern: int


@dataclass(frozen=True, slots=True)
class Contributed:
    """Tokens lie in boxes of an Initiative."""

    player: int
    initiative: int
    tokens: Tokens
    wild: Tokens


@dataclass(frozen=True, slots=True)
class MarkerPlaced:
    """A Contribution marker took a space; `place` is 1 for the highest-scoring one.

    `player` is −1 for the Community.
    """

    player: int
    initiative: int
    place: int


@dataclass(frozen=True, slots=True)
class Completed:
    """An Initiative is complete; `order` are its contributors in Contribution Order."""

    initiative: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Revealed:
    """A card came face up: `deck` is "pattern" or "initiative", `slot` its place."""

    deck: str
    card: int
    slot: int


@dataclass(frozen=True, slots=True)
class Emptied:
    """A slot stays empty because no card is left."""

    deck: str
    slot: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """Cards went to a discard pile."""

    deck: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """A Touchpoint came to its end. `able` is False if the exchange was impossible."""

    asker: int
    other: int
    accepted: bool
    able: bool


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over; `result` is a Result."""

    result: str


_OfCards = Loaded | Contributed | MarkerPlaced | Completed | Revealed | Emptied | Reshuffled | Discarded
_OfEvents = EventRevealed | NoEvent | PenaltyRevealed | Consequence | Banned | BecameFragile | Recovered
Fact = Acted | Changed | Answered | GameEnded | _OfCards | _OfEvents
