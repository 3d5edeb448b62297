"""What positions of Symetra are worth to a seat, what a move brings if nobody answers, and what is wasted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from generator.games.symetra.choosing import LAY, LOAD, Choice, choices
from generator.games.symetra.draft import Draft
from generator.games.symetra.flow import won_by
from generator.games.symetra.moves import Announce, Decline, DrawCard, Move, Resolve, Settle
from generator.games.symetra.records import AFFINITY, ENMITY
from generator.games.symetra.state import Charge, Phase, Position, Spot, State, Task, Use
from generator.games.symetra.words import POOLS
from generator.records.notation import Shift
from generator.replay.moves import NOBODY

MOST_TRIED = 24
"""Moves that are tried; of more a part, picked by chance."""
CARDS = 0.9
CYCLE = 2.0
SPITE = 0.5
"""What a bead on a card, the lead in a cycle, and what the others have on average are worth."""

TASTES: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {"steady": {}, "keen": {"cycle": 1.75, "cards": 1.05}, "sharp": {"others": 1.8}}
)
"""The characters of sample games, seat by seat in turn."""


def worth(state: Position, seat: int) -> Mapping[str, float]:
    """How well a seat stands, and how badly the others do."""
    winners, _ = won_by(state)
    beads = state.all_on_cards()
    others = [sum(_own(state, other, beads, winners).values()) for other in state.seats if other != seat]
    return {**_own(state, seat, beads, winners), "others": -SPITE * sum(others) / max(len(others), 1)}


def _own(state: Position, seat: int, beads: tuple[int, ...], winners: tuple[int, ...]) -> dict[str, float]:
    if not state.playing[seat]:
        return {"beads": -20.0}
    universal = 0.8 if seat in winners else 0.3
    danger = -5.0 if state.actual[seat] <= state.setting.numbers.least_actual else 0.0
    return {
        "beads": state.actual[seat] + 0.3 * state.potential[seat] + danger,
        "universal": universal * state.universal[seat],
        "cards": CARDS * beads[seat],
        "cycle": CYCLE * (seat in winners),
        "hand": 0.8 * min(len(state.hands[seat]), 4),
    }


def prospect(state: State, seat: int, move: Move) -> Mapping[str, float]:
    """What a move brings if nobody answers; to end a turn or to decline brings nothing."""
    if isinstance(move, DrawCard):
        return {**worth(state, seat), "rest": 0.02}
    if isinstance(move, Decline) and not state.stack:
        return {**worth(state, seat), "rest": 0.05}
    draft = Draft(state)
    if isinstance(move, Announce):
        move.unanswered(draft, seat)
    else:
        move.do(draft, seat)
    _settle(draft)
    parts = worth(draft, seat)
    if isinstance(move, Decline):
        return parts
    return {**parts, "later": -_saved(state, move)}


def useful(moves: Sequence[Move], state: State, seat: int) -> tuple[Move, ...]:
    """The moves without those that put more beads on cards than these hold, if less would do."""
    own = [lying for lying in state.own(seat) if not state.still(lying.card)]
    room = {lying.card: max(state.capacity(lying.card) - lying.beads, 0) for lying in own}
    most = max((*room.values(), state.setting.numbers.charge_least))

    def wasted(move: Move) -> int:
        match move:
            case Announce(action=Charge(beads=beads)):
                return max(beads - most, 0)
            case Settle(choice=choice) if _puts(state):
                return sum(max(beads - room.get(card, beads), 0) for card, beads in choice.beads)
        return 0

    waste = [wasted(move) for move in moves]
    least = min(
        (lost for move, lost in zip(moves, waste, strict=True) if isinstance(move, Settle)), default=0
    )
    return tuple(move for move, lost in zip(moves, waste, strict=True) if lost <= least)


def _puts(state: State) -> bool:
    """Whether beads go onto cards by the choice that is due."""
    part = state.agenda[0].part
    return part == LOAD or (isinstance(part, Shift) and part.source in POOLS)


def _saved(state: State, move: Move) -> float:
    """What it is worth to do this later: more, if a card would answer what it has nothing to do with."""
    early = state.round % state.setting.numbers.rounds != 0
    if isinstance(move, Announce) and isinstance(move.action, Use):
        facts = state.setting.cards[move.action.card]
        return 2.5 if state.stack and "action" not in facts.selects else 0.4
    saved = 2.5 if state.stack else 0.0
    if early and isinstance(move, Announce) and isinstance(move.action, Charge):
        saved += 0.3 * move.action.beads  # what lies on cards early can be lost
    return saved


def settled(state: State) -> State:
    """The state when nobody has answered, and everybody has chosen the first that there is."""
    draft = Draft(state)
    _settle(draft)
    return draft.kept()


def _settle(draft: Draft) -> None:
    while draft.phase in (Phase.TURNS, Phase.LAST) and (draft.stack or draft.agenda):
        draft.asked = ()  # all decline
        if draft.agenda:
            Settle(_first(draft)).do(draft, draft.agenda[0].seat)
        else:
            Resolve().do(draft, NOBODY)


def _first(state: Position) -> Choice:
    """A choice of those that there are: for a new card the place where most beads come of it."""
    task = state.agenda[0]
    possible = choices(state, task)
    if task.part != LAY:
        return possible[0]
    return max(possible, key=lambda choice: _brought(state, task, choice.spot))


def _brought(state: Position, task: Task, spot: Spot | None) -> int:
    """The beads that come onto own cards by the relations of a new card at a place."""
    numbers, beads = state.setting.numbers, 0
    for other in state.neighbours(spot) if spot is not None else ():
        relation = state.relation(task.seat, task.amount, other)
        if relation == AFFINITY:
            beads += numbers.affinity
        elif relation == ENMITY and other.owner == task.seat:
            beads += 2 * numbers.enmity
    return beads
