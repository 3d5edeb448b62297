"""All that can be done in Symetra, a class each: announce, answer, choose, draw; and what nobody does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from generator.games.kit.doing import RuleMove, doing
from generator.games.symetra import flow, words
from generator.games.symetra.acting import do, run
from generator.games.symetra.choosing import Choice, choices
from generator.games.symetra.draft import Draft
from generator.games.symetra.flow import actors, asked_again, why_not_payable
from generator.games.symetra.selecting import selections, why_not_selected
from generator.games.symetra.state import Action, Charge, Fuse, Phase, Position, State, Use
from generator.replay.errors import Reason
from generator.replay.moves import NOBODY


@dataclass(frozen=True, slots=True)
class Begin(RuleMove):
    """Nobody's: a cycle begins."""

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """At its time."""
        return None if state.phase is Phase.BEGIN else Reason("phase", "No cycle begins now.")

    def do(self, draft: Draft, seat: int) -> None:
        """All pay for it."""
        flow.begin_cycle(draft)


@dataclass(frozen=True, slots=True)
class Announce(RuleMove):
    """Fuse, charge or use a card: in one's turn, among the last actions, or as an answer."""

    action: Action

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """By the kind of the action."""
        action = self.action
        if isinstance(action, Use):
            return _why_not_use(state, seat, action)
        if not state.in_turn(seat):
            who = state.names[seat]
            return Reason("own.turn", f"It is not {who}’s turn, and only then one {action.word}s.")
        if isinstance(action, Fuse):
            return _why_not_fuse(state, seat, action.card)
        return _why_not_charge(state, seat, action.beads)

    def do(self, draft: Draft, seat: int) -> None:
        """All may answer."""
        self.unanswered(draft, seat)
        draft.asked = flow.answering(draft, seat)

    def unanswered(self, draft: Draft, seat: int) -> None:
        """The same where nobody is asked."""
        if draft.phase is Phase.LAST and not draft.stack:
            asked_again(draft, seat)
        flow.announce(draft, seat, self.action)


def _why_not_fuse(state: Position, seat: int, card: int) -> Reason | None:
    who, title = state.names[seat], state.setting.title(card)
    if card not in state.hands[seat]:
        return Reason("fuse.hand", f"{who} does not hold {title}.")
    if any(item.action == Fuse(card) for item in state.stack):
        return Reason("fuse.hand", f"{title} is being fused already.")
    return _why_not_again(state, seat, Fuse)


def _why_not_charge(state: Position, seat: int, beads: int) -> Reason | None:
    who, numbers = state.names[seat], state.setting.numbers
    if not numbers.charge_least <= beads <= numbers.charge_most:
        limits = f"{numbers.charge_least} to {numbers.charge_most}"
        return Reason("charge.beads", f"A charge is {limits} beads, and not {beads}.")
    if beads > state.actual[seat]:
        return Reason("charge.beads", f"{who} has {state.actual[seat]} actual, and not {beads}.")
    if not state.own(seat):
        return Reason("charge.card", f"{who} controls no card.")
    return _why_not_again(state, seat, Charge)


def _why_not_again(state: Position, seat: int, kind: type[Fuse | Charge]) -> Reason | None:
    who, word = state.names[seat], kind.word
    if state.may(seat, kind):
        return None
    if state.banned(seat, kind):
        return Reason(f"{word}.banned", f"{who} must not {word} in this round.")
    return Reason(f"{word}.once", f"{who} has {word}d in this turn.")


def _why_not_use(state: Position, seat: int, use: Use) -> Reason | None:
    facts = state.setting.cards[use.card]
    if not facts.played:
        return Reason("use.unknown", f"The rules do not know all words of {facts.name}: decide what it does.")
    reason = why_not_payable(state, seat, use.card)
    return reason or why_not_selected(state, seat, use.card, facts, use.selection)


@dataclass(frozen=True, slots=True)
class Decline(RuleMove):
    """Do not answer, or do nothing more at the end of a round."""

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """When asked."""
        if state.stack or state.phase is Phase.LAST:
            return None
        return Reason("phase", "There is nothing to decline.")

    def do(self, draft: Draft, seat: int) -> None:
        """The next is asked."""
        if draft.stack:
            draft.asked = draft.asked[1:]
        else:
            draft.due = draft.due[1:]
            flow.go_on(draft)


@dataclass(frozen=True, slots=True)
class Resolve(RuleMove):
    """Nobody's: nobody answers any more, so that the last announced action happens."""

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """When all have declined."""
        if state.stack and not state.asked and not state.agenda:
            return None
        return Reason("resolve", "Somebody may still answer." if state.asked else "Nothing is announced.")

    def do(self, draft: Draft, seat: int) -> None:
        """As far as nobody has to choose."""
        flow.resolve(draft)


@dataclass(frozen=True, slots=True)
class Settle(RuleMove):
    """Choose how an action happens."""

    choice: Choice

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """It is one of the choices."""
        if not state.agenda:
            return Reason("choose", "There is nothing to choose.")
        if self.choice in choices(state, state.agenda[0]):
            return None
        return Reason("choose", "That is none of the choices.")

    def do(self, draft: Draft, seat: int) -> None:
        """Then all goes on."""
        task, *rest = draft.agenda
        draft.agenda, draft.settled = tuple(rest), draft.settled + 1
        do(draft, task, self.choice)
        run(draft)
        flow.settle_down(draft)


@dataclass(frozen=True, slots=True)
class DrawCard(RuleMove):
    """End one's turn: draw."""

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """In one's turn."""
        if state.in_turn(seat):
            return None
        return Reason("turn.order", f"It is not {state.names[seat]}’s turn.")

    def do(self, draft: Draft, seat: int) -> None:
        """The next player's turn begins."""
        flow.end_turn(draft, seat)


@dataclass(frozen=True, slots=True)
class Close(RuleMove):
    """Nobody's: a cycle ends."""

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """At its time."""
        return None if state.phase is Phase.CLOSE else Reason("phase", "No cycle ends now.")

    def do(self, draft: Draft, seat: int) -> None:
        """See who has won it."""
        flow.end_cycle(draft)


class Decided(NamedTuple):
    """Beads that a row says have moved: of a seat, from a pool or a card to another one, by their names."""

    seat: int
    source: str
    target: str
    beads: int


@dataclass(frozen=True, slots=True)
class Decide(RuleMove):
    """Use a card whose action has words that the rules do not play: the table says what has come of it.

    It is paid for like any other; nobody answers it.
    """

    card: int
    decided: tuple[Decided, ...]

    def why_not(self, state: Position, seat: int) -> Reason | None:
        """The card could be used if the rules knew it, and the beads are there."""
        facts = state.setting.cards[self.card]
        if facts.played:
            return Reason("decide", f"The rules play {facts.name}: use it.")
        if state.phase not in (Phase.TURNS, Phase.LAST):
            return Reason("phase", "No card is used now.")
        reason = why_not_payable(state, seat, self.card)
        if reason is not None:
            return reason
        for part in self.decided:
            there = _beads_at(state, part.seat, part.source)
            if part.beads > there:
                what = f"{state.names[part.seat]} has {there} beads at {part.source}, and not {part.beads}."
                return Reason("decide", what)
        return None

    def do(self, draft: Draft, seat: int) -> None:
        """Pay, then move what the row says."""
        draft.used = (*draft.used, (seat, self.card))
        draft.take_off(self.card, draft.cost(seat, self.card), "universal", seat)
        for part in self.decided:
            if part.source in words.POOLS and part.target in words.POOLS:
                draft.shift(part.seat, part.source, part.target, part.beads)
            elif part.source in words.POOLS:
                draft.put_on(_card_of(draft, part.target), part.beads, part.source)
            else:
                draft.take_off(_card_of(draft, part.source), part.beads, part.target, part.seat)
        draft.sweep()
        if draft.phase is Phase.LAST:
            asked_again(draft, seat)
        flow.settle_down(draft)


def _card_of(state: Position, title: str) -> int:
    return [facts.name for facts in state.setting.cards].index(title)


def _beads_at(state: Position, seat: int, place: str) -> int:
    """A seat's beads in a pool, or on a card of its own."""
    if place in words.POOLS:
        return int(getattr(state, place)[seat])
    lying = state.lying(_card_of(state, place))
    return lying.beads if lying is not None and lying.owner == seat else 0


Move = Begin | Announce | Decline | Resolve | Settle | DrawCard | Decide | Close

# ---------------------------------------------------------------- the rules as functions


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """All that a seat may do now; of NOBODY what happens without a choice."""
    if seat == NOBODY:
        return _by_themselves(state)
    if seat not in actors(state):
        return ()
    if state.agenda:
        return tuple(map(Settle, choices(state, state.agenda[0])))
    moves = [Announce(action) for action in _actions(state, seat)]
    if state.stack or state.phase is Phase.LAST:
        return (Decline(), *moves)
    return (DrawCard(), *moves)


def _by_themselves(state: State) -> tuple[Move, ...]:
    if actors(state):
        return ()
    if state.stack:
        return (Resolve(),)
    if state.phase is Phase.BEGIN:
        return (Begin(),)
    return (Close(),) if state.phase is Phase.CLOSE else ()


def _actions(state: State, seat: int) -> list[Action]:
    actions: list[Action] = []
    if state.in_turn(seat):
        numbers = state.setting.numbers
        fused = {item.action.card for item in state.stack if isinstance(item.action, Fuse)}
        if state.may(seat, Fuse):
            actions += [Fuse(card) for card in sorted(state.hands[seat]) if card not in fused]
        if flow.could_charge(state, seat):
            most = min(numbers.charge_most, state.actual[seat])
            actions += [Charge(beads) for beads in range(numbers.charge_least, most + 1)]
    for lying in state.own(seat):
        if flow.usable(state, seat, lying.card):
            facts = state.setting.cards[lying.card]
            actions += [Use(lying.card, chosen) for chosen in selections(state, seat, lying.card, facts)]
    return actions


def why_illegal(state: State, seat: int, move: Move) -> Reason | None:
    """Why a seat may not do this now; None if it may."""
    if state.phase is Phase.OVER:
        return Reason("over", "The game is over.")
    acting = actors(state)
    if seat == NOBODY and acting and not isinstance(move, Resolve):
        return Reason("turn.order", f"{state.names[acting[0]]} has to choose first.")
    if seat != NOBODY and seat not in acting:
        turn = state.names[acting[0]] if acting else "nobody"
        return Reason("turn.order", f"It is the turn of {turn}, not of {state.names[seat]}.")
    if state.agenda and not isinstance(move, Settle):
        return Reason("choose", f"{state.names[acting[0]]} has to choose how the action happens.")
    return move.why_not(state, seat)


apply, done = doing(Draft, why_illegal)
