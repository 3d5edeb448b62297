"""What can be chosen while an action happens, part by part, by whoever does it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.games.kit.table import EMPTY
from generator.games.symetra import words
from generator.games.symetra.records import AFFINITY
from generator.games.symetra.selecting import led_astray, turned_back
from generator.games.symetra.state import Position, Selection, Spot, Task
from generator.records.notation import Call, Shift

LAY, LOAD, PRICE, MAGNETS, KARMA, FINISH = "lay", "load", "price", "magnets", "karma", "finish"
"""Tasks that are no part of an action: of a fuse, of a charge, of who is doubted, and after an action."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody decides while an action happens. What there is nothing to decide about is empty."""

    spot: Spot | None = None
    beads: tuple[tuple[int, int], ...] = ()
    """Cards, each with beads that go onto it or off it."""
    amount: int = EMPTY
    card: int = EMPTY
    yes: bool | None = None
    selection: Selection | None = None


ONLY = (Choice(),)


@lru_cache(maxsize=1 << 12)
def _at(spot: Spot) -> Choice:
    return Choice(spot=spot)


def choices(state: Position, task: Task) -> tuple[Choice, ...]:
    """All that can be chosen for a task: one that is empty needs no choice, without any nothing happens."""
    part, seat = task.part, task.seat
    match part:
        case "lay":
            return tuple(map(_at, state.edge()))
        case "load":
            cards = [lying.card for lying in state.own(seat) if not state.still(lying.card)]
            return tuple(Choice(beads=((card, task.amount),)) for card in cards)
        case "price":
            payable = state.actual[seat] >= state.setting.numbers.doubt
            return (Choice(yes=True), Choice(yes=False)) if payable else (Choice(yes=False),)
        case Shift(symbol="card", source="hand"):
            return tuple(Choice(card=card) for card in state.hands[seat])
        case Shift(symbol="bead"):
            return tuple(_beads_moved(state, task, part))
        case Call(table=words.KEEP):
            return (Choice(yes=True), Choice(yes=False)) if state.card_deck else ()
        case Call(table=words.EXCHANGE):
            there = state.owner(task.acting.selection.card) != EMPTY
            return tuple(Choice(card=card) for card in state.hands[seat]) if there else ()
        case Call(table=words.TURN_BACK | words.ASTRAY as table):
            action = task.acting.selection.action
            found = (
                turned_back(state, seat, action) if table == words.TURN_BACK else led_astray(state, action)
            )
            return tuple(Choice(selection=selection) for selection in found)
    return ONLY


def _beads_moved(state: Position, task: Task, part: Shift) -> Iterator[Choice]:
    seat, up_to = task.seat, part.who in (words.UP_TO, words.OWNER_UP_TO)
    if part.source in words.POOLS:
        most = min(part.amount, getattr(state, part.source)[seat])
        least = 0 if up_to else most
        if part.target in words.POOLS:
            yield from (Choice(amount=amount) for amount in range(least, most + 1))
            return
        cards = [card for card in cards_meant(state, task, part.target) if not state.still(card)]
        if part.target == words.BOUND_CARDS:
            yield Choice(beads=tuple((card, part.amount) for card in cards))
            return
        room = [most] * len(cards)
    else:
        cards = [
            card for card in cards_meant(state, task, part.source) if not state.safe(card, task.acting.seat)
        ]
        room = [lying.beads for card in cards if (lying := state.lying(card)) is not None]
        most = min(part.amount, sum(room))
        least = 0 if up_to else most
    one = part.target == words.OWN_CARD or part.source == words.OWN_CARD
    for beads in range(least, most + 1):
        for shares in divisions(beads, room):
            if not one or sum(map(bool, shares)) <= 1:
                yield Choice(beads=tuple((c, n) for c, n in zip(cards, shares, strict=True) if n))


def divisions(total: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to divide so many over places that take at most so many each."""
    if not room:
        if not total:
            yield ()
        return
    first, *rest = room
    for share in range(max(total - sum(rest), 0), min(first, total) + 1):
        yield from ((share, *shares) for shares in divisions(total - share, rest))


def cards_meant(state: Position, task: Task, place: str) -> list[int]:
    """The cards that a word for a place means, as far as they are the seat's."""
    acting, seat = task.acting, task.seat
    own = [lying.card for lying in state.own(seat)]
    match place:
        case words.CARD:
            meant = [acting.selection.card]
        case words.THIS_CARD:
            meant = [acting.card]
        case words.NEW_CARD:
            meant = [state.laid]
        case words.OWN_CARD if seat == acting.seat and acting.selection.card != EMPTY:
            meant = [acting.selection.card]
        case words.BOUND_CARDS:
            meant = [card for card in own if _bound(state, card)]
        case _:
            meant = own
    return [card for card in meant if card in own]


def _bound(state: Position, card: int) -> bool:
    """Whether a card lies beside one to which it has affinity."""
    lying = state.lying(card)
    near = state.neighbours(lying.spot) if lying is not None else ()
    return any(state.setting.relations[card][other.card] == AFFINITY for other in near)
