"""All that lies on the table of Scion: cards, Signs and spaces are places in their sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from generator.games.deck_of_signs.deck import HARMONIOUS, OPPOSING
from generator.games.deck_of_signs.scion.records import DEAD, OPPOSED, PLACED, Setting
from generator.games.kit.table import EMPTY, Locked, Unlocked


class Phase(StrEnum):
    """Where in a round the game is; turns are told apart by their number."""

    TURN = "turn"
    COUNT = "count"
    CIRCLE = "circle"
    OVER = "end"


class Laid(NamedTuple):
    """A card before a player; one that was cancelled is turned over."""

    card: int
    open: bool


class CardFate(NamedTuple):
    """What becomes of a revealed card, and the card that opposes it, if one does."""

    seat: int
    card: int
    fate: str
    opponent: int = EMPTY


class Tally(NamedTuple):
    """A player at a space: the sum of the cards, what harmony adds, and the tokens of the Sign so far."""

    seat: int
    cards: int
    harmony: int
    tokens: int

    @property
    def total(self) -> int:
        """What counts first."""
        return self.cards + self.harmony


@dataclass(slots=True)
class Position(Unlocked["State"]):
    """The one list of what a state keeps and a draft changes. What has a value here begins with it."""

    setting: Setting = field(compare=False, repr=False)
    names: tuple[str, ...]
    seed: int  # for what is shuffled next
    hands: tuple[tuple[int, ...], ...]
    card_deck: tuple[int, ...]
    circle: tuple[int, ...]  # the Sign of each space
    stacks: tuple[int, ...]  # the tokens left of each Sign
    trophies: tuple[tuple[int, ...], ...]  # of each seat, by Sign
    items: tuple[tuple[int, ...], ...]  # of each seat, by space; the last place is the middle
    laid: tuple[tuple[Laid, ...], ...]  # before each seat, in the order of the turns
    chosen: tuple[int, ...]  # the card that a seat has laid face down
    card_discard: tuple[int, ...] = ()
    emptied: tuple[tuple[int, ...], ...] = ()  # Signs without tokens, those of one round together
    round: int = 0
    turn: int = 1
    space: int = 0  # the next one that is counted
    phase: Phase = Phase.CIRCLE

    def living(self) -> tuple[int, ...]:
        """The Signs whose stack is not empty: their seventh tokens are shuffled for a round."""
        return tuple(sign for sign, tokens in enumerate(self.stacks) if tokens)

    def dead(self) -> tuple[int, ...]:
        """Those of them that are not on the circle."""
        return tuple(sign for sign in self.living() if sign not in self.circle)

    def space_of(self, card: int) -> int:
        """The space of a card's Sign; EMPTY if it is not on the circle."""
        sign = self.setting.deck.sign(card)
        return self.circle.index(sign) if sign in self.circle else EMPTY

    def opposes(self, first: int, second: int) -> bool:
        """Whether the Signs of two cards lie on opposing spaces."""
        one, two = self.space_of(first), self.space_of(second)
        return EMPTY not in (one, two) and self.setting.deck.relations[one][two] == OPPOSING

    def fates(self) -> tuple[CardFate, ...]:
        """What becomes of the cards of this turn, from the highest Number down, seats in their order."""
        deck = self.setting.deck
        played = [(seat, card) for seat, card in enumerate(self.chosen) if card != EMPTY]
        good: list[int] = []
        fates: list[CardFate] = []
        ranked = sorted(played, key=lambda pair: -deck.number(pair[1]))
        for _, group in groupby(ranked, key=lambda pair: deck.number(pair[1])):
            equals = tuple(group)
            # A cancelled card cancels nothing, so that equals meet only those that stand so far.
            standing = [card for _, card in equals if self._opponent(card, good) == EMPTY]
            judged = [self._fate(seat, card, good, standing) for seat, card in equals]
            good += [fate.card for fate in judged if fate.fate == PLACED]
            fates += judged
        return tuple(fates)

    def _fate(self, seat: int, card: int, good: Sequence[int], standing: Sequence[int]) -> CardFate:
        if self.space_of(card) == EMPTY:
            return CardFate(seat, card, DEAD)
        opponent = self._opponent(card, (*good, *standing))
        return CardFate(seat, card, PLACED if opponent == EMPTY else OPPOSED, opponent)

    def _opponent(self, card: int, others: Sequence[int]) -> int:
        return next((other for other in others if self.opposes(card, other)), EMPTY)

    def tallies(self, space: int) -> tuple[Tally, ...]:
        """Who has items at a space, and what counts there."""
        deck, sign = self.setting.deck, self.circle[space]
        near = deck.spaces(space, HARMONIOUS)
        return tuple(
            Tally(
                seat,
                sum(deck.number(card) for card, is_open in cards if is_open and deck.sign(card) == sign),
                self.setting.numbers.support * sum(items[other] for other in near),
                self.trophies[seat][sign],
            )
            for seat, (cards, items) in enumerate(zip(self.laid, self.items, strict=True))
            if items[space]
        )

    def points(self, seat: int) -> int:
        """The points of a player, as if the game ended now."""
        numbers = self.setting.numbers
        worth = [numbers.other] * len(self.stacks)
        place = 0
        for signs in self.emptied:
            if place < 2:
                worth = [
                    (numbers.first, numbers.second)[place] if s in signs else w for s, w in enumerate(worth)
                ]
            place += len(signs)
        own = self.trophies[seat]
        return sum(count * each + numbers.of_alike(count) for count, each in zip(own, worth, strict=True))


class State(Locked, Position):
    """A moment of a game, which never changes."""

    __slots__ = ()


def winner_of(tallies: Sequence[Tally]) -> int:
    """The seat that takes the token: most, then more of its tokens, then the higher cards; else EMPTY."""
    best = max(((tally.total, tally.tokens, tally.cards) for tally in tallies), default=None)
    first = [tally.seat for tally in tallies if (tally.total, tally.tokens, tally.cards) == best]
    return first[0] if len(first) == 1 else EMPTY


def actors(state: Position) -> tuple[int, ...]:
    """The seats that have still to choose a card."""
    if state.phase is not Phase.TURN:
        return ()
    waiting = zip(state.hands, state.chosen, strict=True)
    return tuple(seat for seat, (hand, chosen) in enumerate(waiting) if hand and chosen == EMPTY)
