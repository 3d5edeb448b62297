"""All that can be done, a class each: which ways there are, why one is not legal, and what it does.

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
from generator.games.kit.tokens import Bundle, covers, minus, of_kind, parts, plus, smaller
from generator.games.life_meaning.records import ENERGY, SUPPORT, TOKENS
from generator.games.life_meaning.rules import facts as say
from generator.games.life_meaning.rules import rounds
from generator.games.life_meaning.rules.draft import Draft
from generator.games.life_meaning.rules.reasons import Sentences
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
class Open(Move):
    """Nobody's: the next Event is opened and the Gallery is filled."""

    phases = (Phase.EVENT,)
    action = False

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """It is always legal."""
        return None

    def do(self, draft: Draft, seat: int) -> None:
        """Phases A and B."""
        rounds.open_event(draft)


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
        return Sentences(state).acquires(self.tokens)

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
        sentences = Sentences(state)
        if self.pattern not in state.gallery:
            return sentences.pattern_not_open(self.pattern)
        price = state.price(seat, self.pattern)
        if self.paid != price:
            return sentences.price(self.pattern, price, self.paid)
        return sentences.lacks(seat, self.paid, "obtain.tokens")

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
        sentences = Sentences(state)
        if self.project not in state.projects:
            return sentences.project_not_open(self.project)
        room = state.open_boxes(state.projects.index(self.project))
        if not any(self.tokens) or not covers(room, self.tokens):
            return sentences.boxes(self.project, room, self.tokens)
        return sentences.lacks(seat, self.tokens, "contribute.tokens")

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
    worth = (numbers.legacy_top, numbers.legacy_second)
    places = tuple(
        (who, marked.count(who), worth[at] if at < len(worth) else numbers.legacy_other)
        for at, who in enumerate(order)
    )
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
        return Sentences(state).lacks(seat, price, "stabilize")

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
        sentences = Sentences(state)
        if self.other == seat:
            return sentences.alone(seat)
        if not self.give and self.other in state.refused:
            return sentences.refused(self.other)
        giver = seat if self.give else self.other
        tokens = of_kind(self.token, state.setting.numbers.touchpoint_tokens, TOKENS)
        return sentences.lacks(giver, tokens, "touchpoint.tokens")

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
class Answer(Move):
    """Give what somebody asks for, or refuse; a refusal takes no action of theirs."""

    accept: bool
    action = False

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """Somebody has asked for it."""
        return Sentences(state).nobody_asks() if state.asked is None else None

    def do(self, draft: Draft, seat: int) -> None:
        """The tokens change hands, or nothing has happened."""
        asked = draft.asked
        assert asked is not None
        draft.asked = None
        draft.facts.append(say.Answered(seat, self.accept))
        if not self.accept:
            draft.refused = (*draft.refused, seat)
            return
        exchange(draft, seat, draft.player, asked.token, draft.player)
        rounds.use_action(draft)


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
        sentences = Sentences(state)
        if not self.cards:
            return sentences.no_cards()
        row = state.gallery if self.gallery else state.projects
        away = next((card for card in self.cards if card not in row), None)
        if away is not None:
            return sentences.pattern_not_open(away) if self.gallery else sentences.project_not_open(away)
        free = _unmarked(state)
        marked = next((card for card in self.cards if not self.gallery and card not in free), None)
        return sentences.marked(marked) if marked is not None else None

    def do(self, draft: Draft, seat: int) -> None:
        """Drift rises, the cards go, the row is filled."""
        draft.change("drift", TABLE, draft.numbers.recalibrate_drift)
        row = draft.gallery if self.gallery else draft.projects
        lying = tuple(card for card in row if card in self.cards)
        left = tuple(EMPTY if card in self.cards else card for card in row)
        if self.gallery:
            draft.gallery = left
            draft.pattern_discard = (*draft.pattern_discard, *lying)
            draft.fill_gallery()
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
        return Sentences(state).lacks(seat, price, "convert")

    def do(self, draft: Draft, seat: int) -> None:
        """Energy goes, Support comes."""
        draft.pay(seat, of_kind(ENERGY, draft.numbers.convert_energy, TOKENS))
        draft.change_tokens(seat, of_kind(SUPPORT, draft.numbers.convert_support, TOKENS))


@dataclass(frozen=True, slots=True)
class EndTurn(Move):
    """The turn is over: all its actions are used."""

    action = False

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """No action is left."""
        return Sentences(state).actions_left() if state.actions_left else None

    def do(self, draft: Draft, seat: int) -> None:
        """The next turn, or the Stability Check."""
        rounds.end_turn(draft)


@dataclass(frozen=True, slots=True)
class Mitigate(Move):
    """In the Stability Check: put tokens in, as often as one likes; without tokens no more is to come."""

    tokens: Bundle
    phases = (Phase.STABILITY,)
    action = False

    @staticmethod
    def ways(state: Position, seat: int) -> Iterable[Mitigate]:
        """Nothing, or every part of what is still asked for."""
        return _mitigations(smaller(state.tokens[seat], state.lacking()))

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """No more than is asked for, and the tokens are there."""
        sentences = Sentences(state)
        if not covers(state.lacking(), self.tokens):
            return sentences.not_asked_for(self.tokens)
        return sentences.lacks(seat, self.tokens, "mitigate.tokens")

    def do(self, draft: Draft, seat: int) -> None:
        """Put them in; with the last token, or the last player who is through, nobody waits any more."""
        draft.pay(seat, self.tokens)
        draft.mitigation = plus(draft.mitigation, self.tokens)
        if not any(draft.lacking()):
            draft.waiting = ()
        elif not any(self.tokens):
            draft.waiting = tuple(other for other in draft.waiting if other != seat)


@dataclass(frozen=True, slots=True)
class Check(Move):
    """Nobody's: the Stability Check comes to its end, and with it the round."""

    phases = (Phase.STABILITY,)
    action = False

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """Nobody may put anything in any more."""
        return Sentences(state).turn(seat, state.waiting) if state.waiting else None

    def do(self, draft: Draft, seat: int) -> None:
        """What the Event brings, and the end of the round."""
        rounds.check(draft)


@lru_cache(maxsize=1024)
def _mitigations(payable: Bundle) -> tuple[Mitigate, ...]:
    return (Mitigate((0,) * len(TOKENS)), *(Mitigate(part) for part in parts(payable)))


LONGEST_ROW = 10
"""Cards of a row of which every choice is listed: of twenty there are a million."""
TURN = (Acquire, Obtain, Contribute, Stabilize, Touchpoint, Recalibrate)
"""The actions of a turn."""
