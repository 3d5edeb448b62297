"""All that lies on the table of Counterspell: cards, Signs and spaces are places in their sheets."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from generator.games.deck_of_signs.counterspell.records import Level, Setting
from generator.games.deck_of_signs.counterspell.runs import Clash
from generator.games.deck_of_signs.deck import OPPOSING
from generator.games.kit.table import EMPTY, Locked, Unlocked, player_order


class Phase(StrEnum):
    """Where in a round the game is."""

    WEAVE = "weave"
    RESOLVE = "resolve"
    LAY = "lay"
    CHAOS = "chaos"
    OVER = "end"


@dataclass(slots=True)
class Position(Unlocked["State"]):
    """The one list of what a state keeps and a draft changes. What has a value here begins with it."""

    setting: Setting = field(compare=False, repr=False)
    names: tuple[str, ...]
    seed: int  # for what is shuffled next
    level: str
    hands: tuple[tuple[int, ...], ...]
    card_deck: tuple[int, ...]
    circle: tuple[int, ...]  # the Sign of each space; EMPTY where a space has been cleared
    chaos: tuple[tuple[int, ...], ...]  # the open cards of Chaos at each space
    covered: tuple[int, ...]  # the spaces with a hidden card, in their order
    face_down: tuple[int, ...]  # these cards, in the order of `covered`
    runs: tuple[tuple[int, ...], ...]  # the players’ cards at each space, from the lower end
    health: int
    card_discard: tuple[int, ...] = ()
    round: int = 1
    turn: int = 0  # how many have had theirs in this round
    due: tuple[int, ...] = ()  # the spaces that have still to be resolved
    last: bool = False  # whether the round began with an empty deck
    idle: bool = True  # whether the round has changed nothing so far
    phase: Phase = Phase.WEAVE

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of this round: First Player goes on to the left with each."""
        return player_order(len(self.names), (self.round - 1) % len(self.names))

    @property
    def payers(self) -> int:
        """For how many players the deck pays."""
        return min(len(self.names), self.setting.numbers.reckoned)

    @property
    def difficulty(self) -> Level:
        """The row of the sheet Difficulties that says how much Health the beast has."""
        return self.setting.levels[self.payers, self.level]

    def chaos_count(self, space: int) -> int:
        """How many cards Chaos has at a space, the hidden one among them."""
        return len(self.chaos[space]) + (space in self.covered)

    def opposing(self, space: int) -> frozenset[int]:
        """The Signs that oppose that of a space."""
        others = self.setting.deck.spaces(space, OPPOSING)
        return frozenset(self.circle[other] for other in others if self.circle[other] != EMPTY)

    def clash(self, space: int) -> Clash:
        """What meets at a space, as far as it lies open."""
        last = self.last and self.phase is Phase.RESOLVE
        return Clash(self.setting, self.chaos[space], self.runs[space], self.opposing(space), last)

    def resolving(self) -> tuple[int, ...]:
        """The spaces that are resolved at the end of this round, in their order."""
        spaces = range(len(self.circle))
        if not self.last:
            return tuple(s for s in spaces if self.chaos_count(s) >= self.setting.numbers.chaos_cards)
        steps = {space: self._last_step(space) for space in spaces}
        return tuple(sorted((s for s in spaces if steps[s]), key=lambda space: steps[space]))

    def _last_step(self, space: int) -> int:
        """When a space comes in the last resolution; 0 if nothing happens there."""
        numbers, chaos, mine = self.setting.numbers, self.chaos_count(space), len(self.runs[space])
        if chaos >= numbers.chaos_cards:
            return 1
        if mine >= numbers.set_size:
            return 2
        if not mine:
            return 0
        if chaos > 1:
            return 3 if mine > 1 else 4
        return 5 if chaos else 6


class State(Locked, Position):
    """A moment of a game, which never changes."""

    __slots__ = ()


def actors(state: Position) -> tuple[int, ...]:
    """The seat whose turn it is."""
    return (state.order[state.turn],) if state.phase is Phase.WEAVE else ()
