"""All that lies on the table of Symetra: beads, hexagons, hands, what is announced and what lasts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from generator.games.kit.table import EMPTY, Locked, Unlocked, player_order
from generator.games.symetra import words
from generator.games.symetra.records import AFFINITY, ENMITY, Setting
from generator.records.notation import Part


class Phase(StrEnum):
    """Where in a cycle the game is."""

    BEGIN = "begin"
    TURNS = "turns"
    LAST = "last actions"
    CLOSE = "close"
    OVER = "end"


class Spot(NamedTuple):
    """A place for a hexagon: `q` counts to the east, `r` to the south-east."""

    q: int
    r: int

    def beside(self, way: str) -> Spot:
        """The place next to it, in one of six directions."""
        east, south = DIRECTIONS[way]
        return Spot(self.q + east, self.r + south)

    def around(self) -> tuple[Spot, ...]:
        """The six places that touch it."""
        return _around(self)


DIRECTIONS: Mapping[str, tuple[int, int]] = {
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (0, -1),
}
"""The six neighbours of a hexagon that stands on a corner."""
MIDDLE = Spot(0, 0)


@lru_cache(maxsize=1 << 12)
def _around(spot: Spot) -> tuple[Spot, ...]:
    return tuple(Spot(spot.q + east, spot.r + south) for east, south in DIRECTIONS.values())


@lru_cache(maxsize=1 << 12)
def _edge(full: tuple[Spot, ...]) -> tuple[Spot, ...]:
    beside = (spot for lying in full for spot in lying.around() if spot not in full)
    return tuple(dict.fromkeys(beside)) or (MIDDLE,)


class Lying(NamedTuple):
    """A card of the matrix with the beads on it, all of its controller."""

    card: int
    spot: Spot
    owner: int
    beads: int


class Lasting(NamedTuple):
    """What an action has changed for a time: the key of its word, and the seat or card that it is about."""

    word: str
    seat: int
    card: int
    cycle: bool
    source: int
    """The card whose action it was."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What an announced action names; EMPTY for what it does not. `action` is a place in the stack.

    `inner` is what a borrowed action names.
    """

    player: int = EMPTY
    card: int = EMPTY
    spot: Spot | None = None
    action: int = EMPTY
    inner: Selection | None = None


NOTHING = Selection()


@dataclass(frozen=True, slots=True)
class Fuse:
    """Lay a card of one's hand into the matrix. `count` is the field that counts it in a turn."""

    card: int
    word, count = "fuse", "fuses"
    again, ban, heard = words.FUSE_AGAIN, words.FUSING, words.IN_SILENCE


@dataclass(frozen=True, slots=True)
class Charge:
    """Put some of one's actual onto an own card."""

    beads: int
    word, count = "charge", "charges"
    again, ban, heard = words.CHARGE_AGAIN, words.CHARGING, words.IN_STILLNESS


@dataclass(frozen=True, slots=True)
class Use:
    """Use the action of a card that one controls."""

    card: int
    selection: Selection = NOTHING
    word = "use"


Action = Fuse | Charge | Use


class Announced(NamedTuple):
    """An action that has not happened yet."""

    seat: int
    action: Action
    cancelled: str = ""
    """Why it will not happen, if that is so already."""


@dataclass(frozen=True, slots=True)
class Acting:
    """An action that is happening: who acts, by which card, on what; `cycle` is how long it lasts."""

    seat: int
    card: int
    selection: Selection
    cycle: bool = False


class Task(NamedTuple):
    """A thing to do now: a part of an action, or one of the words of `tasks`, by a seat."""

    seat: int
    acting: Acting
    part: Part | str
    amount: int = 0


@dataclass(slots=True)
class Position(Unlocked["State"]):
    """The one list of what a state keeps and a draft changes. What has a value here begins with it."""

    setting: Setting = field(compare=False, repr=False)
    names: tuple[str, ...]
    seed: int  # for what is shuffled next
    actual: tuple[int, ...]
    potential: tuple[int, ...]
    universal: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    card_deck: tuple[int, ...]
    card_discard: tuple[int, ...]
    playing: tuple[bool, ...]
    wins: tuple[int, ...]  # cycles won
    starter: int
    cycles: int  # how many the game has
    matrix: tuple[Lying, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    cycle: int = 1
    round: int = 1
    phase: Phase = Phase.BEGIN
    due: tuple[int, ...] = ()  # whose turn it is, and who comes after, or who is still asked
    fuses: int = 0  # in this turn
    charges: int = 0
    used: tuple[tuple[int, int], ...] = ()  # seats and cards whose action is used up for the round
    stack: tuple[Announced, ...] = ()
    asked: tuple[int, ...] = ()  # who may still answer the last announced action
    agenda: tuple[Task, ...] = ()
    settled: int = 0  # choices since the last action began to happen
    looked: tuple[int, ...] = ()  # who knows the top card of the deck
    laid: int = EMPTY  # the card that the action at work has laid
    worked: bool = False  # whether the action at work has moved or changed anything

    @property
    def seats(self) -> tuple[int, ...]:
        """Who is still in the game."""
        return tuple([seat for seat, playing in enumerate(self.playing) if playing])

    def order(self, first: int) -> tuple[int, ...]:
        """Who is still in the game, clockwise from a seat."""
        return tuple(seat for seat in player_order(len(self.names), first) if self.playing[seat])

    def lying(self, card: int) -> Lying | None:
        """A card of the matrix."""
        for lying in self.matrix:
            if lying.card == card:
                return lying
        return None

    def owner(self, card: int) -> int:
        """Who controls a card; EMPTY if it lies in no matrix."""
        lying = self.lying(card)
        return lying.owner if lying is not None else EMPTY

    def own(self, seat: int) -> tuple[Lying, ...]:
        """The cards that a player controls."""
        return tuple([lying for lying in self.matrix if lying.owner == seat])

    def all_on_cards(self) -> tuple[int, ...]:
        """The beads on cards of each player."""
        beads = [0] * len(self.names)
        for lying in self.matrix:
            beads[lying.owner] += lying.beads
        return tuple(beads)

    def neighbours(self, spot: Spot) -> tuple[Lying, ...]:
        """The cards that touch a place."""
        near = spot.around()
        return tuple([lying for lying in self.matrix if lying.spot in near])

    def edge(self) -> tuple[Spot, ...]:
        """The empty places beside the matrix; of an empty one the middle."""
        return _edge(tuple([lying.spot for lying in self.matrix]))

    def has(self, word: str, *, seat: int = EMPTY, card: int = EMPTY) -> int:
        """How often something lasts for a seat or a card."""
        if not self.lasting:
            return 0
        return sum((kind, who, what) == (word, seat, card) for kind, who, what, *_ in self.lasting)

    def capacity(self, card: int) -> int:
        """How many beads a card holds."""
        wide = self.has(words.WIDE, card=card)
        return self.setting.numbers.wide_capacity if wide else self.setting.cards[card].capacity

    def cost(self, seat: int, card: int) -> int:
        """What a player pays for the action of a card now."""
        numbers = self.setting.numbers
        more = numbers.pay_more * self.has(words.PAY_MORE, seat=seat)
        return max(
            self.setting.cards[card].cost + more - numbers.pay_less * self.has(words.PAY_LESS, seat=seat), 0
        )

    def still(self, card: int) -> bool:
        """Whether no bead moves onto a card or off it."""
        return bool(self.has(words.ENERGY, card=card))

    def safe(self, card: int, seat: int) -> bool:
        """Whether a player's action takes no bead off a card."""
        owner = self.owner(card)
        kept = self.has(words.LOSS, card=card) or self.has(words.LOSS, seat=owner)
        return self.still(card) or (owner != seat and bool(kept))

    def relation(self, seat: int, card: int, other: Lying) -> str:
        """What two cards are to each other when a player fuses one to the other, love and hate heeded."""
        relation = self.setting.relations[card][other.card]
        for lasting in self.lasting:
            if lasting.seat == seat and lasting.word == words.LOVE and relation == ENMITY:
                relation = AFFINITY
            if lasting.seat == seat and lasting.word == words.HATE and relation == AFFINITY:
                relation = ENMITY if other.owner != seat else relation
        return relation

    def is_free(self, spot: Spot | None) -> bool:
        """Whether no card lies at a place."""
        return all(lying.spot != spot for lying in self.matrix)

    def banned(self, seat: int, kind: type[Fuse | Charge]) -> bool:
        """Whether a player must not fuse, or must not charge, whatever an action says in spite of it."""
        return bool(self.has(kind.ban, seat=seat))

    def in_spite(self, seat: int, kind: type[Fuse | Charge]) -> bool:
        """Whether what a player is banned from happens all the same."""
        return bool(self.has(kind.heard, seat=seat))

    def may(self, seat: int, kind: type[Fuse | Charge]) -> bool:
        """Whether a player may fuse, or charge, in this turn: once, or by an action once more."""
        again = bool(self.has(kind.again, seat=seat))
        if self.banned(seat, kind):
            return again and self.in_spite(seat, kind)
        return self.unused(kind) or again

    def unused(self, kind: type[Fuse | Charge]) -> bool:
        """Whether this turn has not had all that it has of fusing, or of charging."""
        return bool(getattr(self, kind.count) < getattr(self.setting.numbers, kind.count))

    def in_turn(self, seat: int) -> bool:
        """Whether it is a player's own turn, in which alone one fuses and charges."""
        return self.phase is Phase.TURNS and self.due[:1] == (seat,)


class State(Locked, Position):
    """A moment of a game, which never changes."""

    __slots__ = ()
