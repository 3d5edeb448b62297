"""All that lies on the table of Life~Meaning.

Cards are indices into the tuples of the Setting, EMPTY marks an empty slot, decks have their top card
first. What belongs to a player lies in a tuple by seat, what belongs to a Project in a tuple by slot.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from generator.games.kit.table import EMPTY, Locked, Unlocked, player_order
from generator.games.kit.tokens import Bundle, minus
from generator.games.life_meaning.records import NO_TOKENS, TOKENS, Setting


class Phase(StrEnum):
    """Where in a round the game is, in the words of a script."""

    EVENT = "event"
    TURNS = "turn"
    STABILITY = "stability"
    OVER = "end"


class End(StrEnum):
    """Why this round is the last one."""

    STEWARDSHIP = "stewardship"
    DRIFT = "drift"
    PROJECTS = "projects"


@dataclass(frozen=True, slots=True)
class Asked:
    """The acting player asks somebody for tokens of one kind, who has still to answer."""

    seat: int
    token: int


@dataclass(slots=True)
class Position(Unlocked["State"]):
    """The one list of what a state keeps and a draft changes. What has a value here begins with it."""

    setting: Setting = field(compare=False, repr=False)
    names: tuple[str, ...]
    starter: int
    seed: int  # for the next reshuffle
    player: int  # whose turn it is
    drift: int
    tokens: tuple[Bundle, ...]
    coherence: tuple[int, ...]
    reputation: tuple[int, ...]
    legacy: tuple[int, ...]
    stacks: tuple[tuple[int, ...], ...]  # in the order of obtaining
    gallery: tuple[int, ...]
    projects: tuple[int, ...]
    marks: tuple[tuple[tuple[int, int], ...], ...]  # a slot's seats and tokens, in the order of marking
    pattern_deck: tuple[int, ...]
    project_deck: tuple[int, ...]
    event_deck: tuple[int, ...]
    pattern_discard: tuple[int, ...] = ()
    project_discard: tuple[int, ...] = ()
    event_discard: tuple[int, ...] = ()
    round: int = 1
    phase: Phase = Phase.EVENT
    actions_left: int = 0
    event: int = EMPTY
    mitigation: Bundle = NO_TOKENS
    waiting: tuple[int, ...] = ()  # in the Stability Check: who may still put something in
    asked: Asked | None = None
    refused: tuple[int, ...] = ()  # who has refused a token since the last action
    completed: tuple[int, ...] = ()
    end: End | None = None

    def order(self) -> tuple[int, ...]:
        """The seats in player order, from the starting player on."""
        return player_order(len(self.names), self.starter)

    def filled(self, slot: int) -> Bundle:
        """The boxes of a slot's Project that are paid."""
        paid = [0] * len(TOKENS)
        for _, token in self.marks[slot]:
            paid[token] += 1
        return tuple(paid)

    def open_boxes(self, slot: int) -> Bundle:
        """The boxes of a slot's Project that are still open."""
        return minus(self.setting.projects[self.projects[slot]].boxes, self.filled(slot))

    def lacking(self) -> Bundle:
        """What the Event's Mitigation still asks for."""
        if self.event == EMPTY:
            return NO_TOKENS
        return minus(self.setting.events[self.event].mitigation, self.mitigation)

    def price(self, seat: int, card: int) -> Bundle:
        """A Pattern's Cost less the discounts of the Patterns with its Tag that a player owns."""
        pattern, step = self.setting.patterns[card], self.setting.numbers.discount_step
        cards = self.setting.patterns
        own = [cards[owned].discount for owned in self.stacks[seat] if cards[owned].tag == pattern.tag]
        if not own:
            return pattern.cost
        off = tuple(step * own.count(token) for token in TOKENS)
        return minus(pattern.cost, off)


class State(Locked, Position):
    """A moment of a game, which never changes."""

    __slots__ = ()


def actors(state: Position) -> tuple[int, ...]:
    """The seats that have to choose now; in the Stability Check all who have not chosen yet."""
    if state.asked is not None:
        return (state.asked.seat,)
    if state.phase is Phase.TURNS:
        return (state.player,)
    return state.waiting if state.phase is Phase.STABILITY else ()
