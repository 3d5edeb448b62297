"""What a player does in a turn, a class each: which ways there are, why one is not legal, what it does.

Cards are indices, players are seats, tokens are places in TOKENS or whole bundles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from generator.games.kit.doing import RuleMove
from generator.games.kit.table import EMPTY, put
from generator.games.kit.tokens import Bundle, covers, minus, of_kind, parts, smaller
from generator.games.life_meaning.records import ENERGY, SUPPORT, TOKENS
from generator.games.life_meaning.rules import facts as say
from generator.games.life_meaning.rules.draft import Draft
from generator.games.life_meaning.rules.reasons import lacks, pattern_away, project_away, typed
from generator.games.life_meaning.rules.state import Asked, End, Phase, Position
from generator.replay.errors import Reason
from generator.replay.moves import TABLE


class Move(RuleMove):
    """A move of this game."""

    __slots__ = ()
    phases: ClassVar[tuple[Phase, ...]] = (Phase.TURNS,)
    action: ClassVar[bool] = True
    """Whether it takes one of the actions of a turn."""


@dataclass(frozen=True, slots=True)
class Acquire(Move):
    """Take tokens of different kinds from the supply."""

    tokens: Bundle

    @staticmethod
    def ways(state: Position, seat: int) -> Iterable[Acquire]:
        """Every choice of different kinds."""
        return _acquisitions(state.setting.numbers.acquire_tokens)

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """So many tokens, no two of a kind."""
        count = state.setting.numbers.acquire_tokens
        if sum(self.tokens) == count and max(self.tokens, default=0) <= 1:
            return None
        fault = f"Acquire takes {count} tokens of {count} different kinds, not {typed(self.tokens, state)}."
        return Reason("acquire", fault)

    def do(self, draft: Draft, seat: int) -> None:
        """Take them."""
        draft.change_tokens(seat, self.tokens)


@lru_cache(maxsize=16)
def _acquisitions(count: int) -> tuple[Acquire, ...]:
    kinds = combinations(range(len(TOKENS)), min(count, len(TOKENS)))
    return tuple(Acquire(tuple(int(at in chosen) for at in range(len(TOKENS)))) for chosen in kinds)


@dataclass(frozen=True, slots=True)
class Obtain(Move):
    """Pay a Pattern of the Gallery, lay it into its slot, take its Outputs. `paid` is what the row says."""

    pattern: int
    paid: Bundle

    @staticmethod
    def ways(state: Position, seat: int) -> Iterator[Obtain]:
        """Every Pattern that can be paid."""
        for card in state.gallery:
            if card != EMPTY:
                price = state.price(seat, card)
                if covers(state.tokens[seat], price):
                    yield Obtain(card, price)

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """It lies open, it is paid to the token, and the tokens are there."""
        if self.pattern not in state.gallery:
            return pattern_away(self.pattern, state)
        card, price = state.setting.patterns[self.pattern], state.price(seat, self.pattern)
        if self.paid == price:
            return lacks(state, seat, self.paid, "obtain.tokens")
        less = f", {typed(card.cost, state)} less discounts" if price != card.cost else ""
        costs = f"{card.title} costs {typed(price, state)} here{less}"
        return Reason("obtain.price", f"{costs}; the row pays {typed(self.paid, state)}.")

    def do(self, draft: Draft, seat: int) -> None:
        """Pay, lay, take the Outputs."""
        saved = minus(draft.setting.patterns[self.pattern].cost, self.paid)
        draft.pay(seat, self.paid)
        draft.take_pattern(self.pattern)
        draft.stacks = put(draft.stacks, seat, (*draft.stacks[seat], self.pattern))
        draft.facts.append(say.Obtained(seat, self.pattern, saved))
        draft.effect(draft.setting.patterns[self.pattern].outputs, seat)


@dataclass(frozen=True, slots=True)
class Contribute(Move):
    """Pay open boxes of one Project, with a mark on each."""

    project: int
    tokens: Bundle

    @staticmethod
    def ways(state: Position, seat: int) -> Iterable[Contribute]:
        """Every part of the open boxes that can be paid."""
        own = state.tokens[seat]
        lying = [(slot, card) for slot, card in enumerate(state.projects) if card != EMPTY]
        payable = ((card, smaller(own, state.open_boxes(slot))) for slot, card in lying)
        return [move for card, tokens in payable for move in _contributions(card, tokens)]

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """It lies open, its boxes are open, and the tokens are there."""
        if self.project not in state.projects:
            return project_away(self.project, state)
        room = state.open_boxes(state.projects.index(self.project))
        if any(self.tokens) and covers(room, self.tokens):
            return lacks(state, seat, self.tokens, "contribute.tokens")
        there = f"{state.setting.projects[self.project].title} has {typed(room, state)} open"
        return Reason("contribute.boxes", f"{there}; the row pays {typed(self.tokens, state)}.")

    def do(self, draft: Draft, seat: int) -> None:
        """Pay, mark, gain Reputation; complete it if the last box is paid."""
        draft.pay(seat, self.tokens)
        numbers, card = draft.numbers, draft.setting.projects[self.project]
        if self.project in draft.projects:
            slot = draft.projects.index(self.project)
            paid = smaller(self.tokens, draft.open_boxes(slot))
            marks = [(seat, token) for token, count in enumerate(paid) for _ in range(count)]
            draft.marks = put(draft.marks, slot, (*draft.marks[slot], *marks))
        if self.tokens[SUPPORT]:
            draft.change("reputation", seat, numbers.support_reputation)
        if card.layer >= numbers.story_layer:
            draft.change("reputation", seat, numbers.story_reputation)
        if self.project in draft.projects and not any(draft.open_boxes(slot)):
            complete(draft, slot, seat)


@lru_cache(maxsize=4096)
def _contributions(project: int, payable: Bundle) -> tuple[Contribute, ...]:
    return tuple(Contribute(project, part) for part in parts(payable))


def complete(draft: Draft, slot: int, seat: int) -> None:
    """A Project's last box is paid: its benefit, Legacy by most marks, and an empty slot."""
    number, numbers = draft.projects[slot], draft.numbers
    card = draft.setting.projects[number]
    draft.effect(card.benefit, seat)
    marked = [who for who, _ in draft.marks[slot]]
    # as many marks: whoever marked earlier is before the other, as `dict` keeps who came first
    order = sorted(dict.fromkeys(marked), key=lambda who: -marked.count(who))
    places = tuple((who, marked.count(who), numbers.legacy_at(at)) for at, who in enumerate(order))
    draft.facts.append(say.Completed(number, places))
    for who, _, legacy in places:
        draft.change("legacy", who, legacy)
    draft.clear_slot(slot)
    draft.completed = (*draft.completed, number)
    if card.layer >= numbers.end_layer:
        draft.last_round(End.STEWARDSHIP)


@dataclass(frozen=True, slots=True)
class Stabilize(Move):
    """Spend Support against Drift."""

    @staticmethod
    def ways(state: Position, seat: int) -> Iterator[Stabilize]:
        """One way, if there is Support for it."""
        if state.tokens[seat][SUPPORT] >= state.setting.numbers.stabilize_support:
            yield Stabilize()

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """The Support is there."""
        price = of_kind(SUPPORT, state.setting.numbers.stabilize_support, TOKENS)
        return lacks(state, seat, price, "stabilize")

    def do(self, draft: Draft, seat: int) -> None:
        """Drift falls, Coherence rises."""
        draft.pay(seat, of_kind(SUPPORT, draft.numbers.stabilize_support, TOKENS))
        draft.change("drift", TABLE, draft.numbers.stabilize_drift)
        draft.change("coherence", seat, draft.numbers.stabilize_coherence)


@dataclass(frozen=True, slots=True)
class Touchpoint(Move):
    """Give tokens of one kind to another player, or ask for them."""

    other: int
    token: int
    give: bool

    @staticmethod
    def ways(state: Position, seat: int) -> Iterator[Touchpoint]:
        """To and from everybody, each kind that is there; nobody who has just refused is asked again."""
        count, own = state.setting.numbers.touchpoint_tokens, state.tokens[seat]
        for other in range(len(state.names)):
            if other == seat:
                continue
            willing = other not in state.refused
            for token in range(len(TOKENS)):
                if own[token] >= count:
                    yield _touchpoint(other, token, True)
                if willing and state.tokens[other][token] >= count:
                    yield _touchpoint(other, token, False)

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """With somebody else, and the tokens are there."""
        if self.other == seat:
            return Reason("touchpoint.other", f"{state.names[seat]} is the one who acts.")
        if not self.give and self.other in state.refused:
            return Reason("touchpoint.refused", f"{state.names[self.other]} has just refused.")
        giver = seat if self.give else self.other
        tokens = of_kind(self.token, state.setting.numbers.touchpoint_tokens, TOKENS)
        return lacks(state, giver, tokens, "touchpoint.tokens")

    def do(self, draft: Draft, seat: int) -> None:
        """A gift changes hands at once; whoever is asked answers first."""
        if self.give:
            exchange(draft, seat, self.other, self.token, seat)
        else:
            draft.asked = Asked(self.other, self.token)


@lru_cache(maxsize=256)
def _touchpoint(other: int, token: int, give: bool) -> Touchpoint:
    return Touchpoint(other, token, give)


def exchange(draft: Draft, giver: int, taker: int, token: int, actor: int) -> None:
    """Tokens change hands, and whoever acts gains Reputation."""
    moved = of_kind(token, draft.numbers.touchpoint_tokens, TOKENS)
    draft.pay(giver, moved)
    draft.change_tokens(taker, moved)
    draft.change("reputation", actor, draft.numbers.touchpoint_reputation)


@dataclass(frozen=True, slots=True)
class Recalibrate(Move):
    """Discard open Patterns, or Projects without a mark, and fill that row; Drift rises."""

    gallery: bool
    cards: tuple[int, ...]

    @staticmethod
    def ways(state: Position, seat: int) -> Iterable[Recalibrate]:
        """Every choice of open Patterns, and of Projects without a mark; of a long row each card, and all."""
        patterns = tuple(card for card in state.gallery if card != EMPTY)
        return (*_choices(True, patterns), *_choices(False, _unmarked(state)))

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """At least one card, all of which lie there and carry no mark."""
        if not self.cards:
            return Reason("recalibrate", "The row names no card to discard.")
        row = state.gallery if self.gallery else state.projects
        away = next((card for card in self.cards if card not in row), None)
        if away is not None:
            return pattern_away(away, state) if self.gallery else project_away(away, state)
        free = _unmarked(state)
        marked = next((card for card in self.cards if not self.gallery and card not in free), None)
        if marked is None:
            return None
        return Reason("recalibrate", f"{state.setting.projects[marked].title} carries marks, so it stays.")

    def do(self, draft: Draft, seat: int) -> None:
        """Drift rises, the cards go, the row is filled."""
        draft.change("drift", TABLE, draft.numbers.recalibrate_drift)
        row = draft.gallery if self.gallery else draft.projects
        lying = tuple(card for card in row if card in self.cards)
        left = tuple(EMPTY if card in self.cards else card for card in row)
        if self.gallery:
            draft.gallery = left
            draft.pattern_discard = (*draft.pattern_discard, *lying)
            draft.fill("pattern", "gallery")
        else:
            for slot, card in enumerate(draft.projects):
                if card in lying:
                    draft.clear_slot(slot)
            draft.project_discard = (*draft.project_discard, *lying)
            draft.fill_projects()


def _unmarked(state: Position) -> tuple[int, ...]:
    lying = zip(state.projects, state.marks, strict=True)
    return tuple(card for card, marks in lying if card != EMPTY and not marks)


@lru_cache(maxsize=512)
def _choices(gallery: bool, cards: tuple[int, ...]) -> tuple[Recalibrate, ...]:
    counts = range(1, len(cards) + 1) if len(cards) <= LONGEST_ROW else (1, len(cards))
    return tuple(Recalibrate(gallery, chosen) for count in counts for chosen in combinations(cards, count))


@dataclass(frozen=True, slots=True)
class Convert(Move):
    """Turn Energy into Support: no action, in the own turn and in the Stability Check."""

    phases = (Phase.TURNS, Phase.STABILITY)
    action = False

    @staticmethod
    def ways(state: Position, seat: int) -> Iterator[Convert]:
        """One way, if there is Energy for it; nothing that costs nothing goes on for ever."""
        price = state.setting.numbers.convert_energy
        if 0 < price <= state.tokens[seat][ENERGY]:
            yield Convert()

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """The Energy is there."""
        price = of_kind(ENERGY, state.setting.numbers.convert_energy, TOKENS)
        return lacks(state, seat, price, "convert")

    def do(self, draft: Draft, seat: int) -> None:
        """Energy goes, Support comes."""
        draft.pay(seat, of_kind(ENERGY, draft.numbers.convert_energy, TOKENS))
        draft.change_tokens(seat, of_kind(SUPPORT, draft.numbers.convert_support, TOKENS))


LONGEST_ROW = 10
"""Cards of a row of which every choice is listed: of twenty there are a million."""
TURN = (Acquire, Obtain, Contribute, Stabilize, Touchpoint, Recalibrate)
"""The actions of a turn."""
