"""What positions of Meaning Made are worth to a seat, and which moves are worth a look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from generator.games.kit.table import EMPTY, put
from generator.games.kit.tokens import covers, minus, of_kind, plus
from generator.games.meaning_made.records import TOKENS, Tokens
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.actions import done, started
from generator.games.meaning_made.rules.pending import Answering, Settle
from generator.games.meaning_made.rules.resolving import complete, run_due
from generator.games.meaning_made.rules.score import winners
from generator.games.meaning_made.rules.setting import Boxes, Setting
from generator.games.meaning_made.rules.state import COMMUNITY, Phase, Position, Result, State

DISTRESS = (-25.0, -16.0, -10.0, -5.5, -2.7, -0.9, 0.0, 0.9, 1.6, 2.2, 2.5, 2.9, 3.2)
"""What each value of Meaning is worth. `python -m benchmarks.tune` looks for better ones."""
GATE = 1.25
"""What each step of Meaning costs that the End Initiative still waits for."""
TOKEN_VALUES = (0.65, 0.7, 0.95)
USEFUL_TOKENS = 4
"""From here on a further token of a type is worth a third."""
VITALS = 1.1
FRAGILE = -3.6
SAVED, LOST, WIN = 5.4, -18.0, 5.7
"""What an end is worth, and to have won."""
GOAL = 3.6
"""What the End Initiative is worth when all its boxes are filled, by whomever."""
RESCUE, LOW = 0.33, 6
"""What a Support that may be donated is worth more for each step that Meaning is below LOW."""
RACE = 1.8
"""How much of a reward counts while the Initiative is still open."""

TASTES: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "stability": {"the world": 1.5, "vitals": 1.3},
        "engine": {"engine": 1.8, "the world": 0.9},
        "racer": {"legacy": 1.3, "hope": 1.4, "vitals": 0.7, "the world": 0.7},
        "social": {"vitals": 1.8, "hope": 1.1},
    }
)
"""The four characters of the sample game."""

MASTERY: Mapping[str, float] = MappingProxyType(
    {
        "legacy": 1.42,
        "vitals": 1.02,
        "tokens": 1.34,
        "engine": 1.2,
        "the goal": 2.37,
        "rescue": 1.51,
        "the world": 0.39,
        "win": 2.21,
    }
)
"""What a strong player makes of the parts, as tuned."""
RIVALS: Mapping[str, Mapping[str, float]] = MappingProxyType({"rush": {"the goal": 6.0}})
"""Who wants the End Initiative above all."""


def worth(state: Position, seat: int) -> Mapping[str, float]:
    """What a position is worth to a seat, part by part, in points."""
    vitals = state.vitals[seat]
    hopes = [_hope(state, seat, slot) for slot, order in enumerate(state.orders) if seat in order]
    parts = {
        "legacy": float(state.legacy[seat]),
        "vitals": VITALS * vitals + (0.0 if vitals else FRAGILE),
        "tokens": _tokens(state.tokens[seat]),
        "engine": _engine(state.icons[seat]),
        "hope": RACE * sum(hopes),
    }
    if state.phase is Phase.OVER:
        parts["the world"] = SAVED if state.result is not Result.COLLAPSE else LOST
        parts["win"] = WIN * (seat in winners(state))
        return parts
    end = state.end_slot
    boxes = sum(state.setting.boxes[state.index[end]]) if state.index[end] != EMPTY else 0
    parts["the goal"] = GOAL * sum(state.filled[end]) / boxes if boxes else 0.0
    parts["rescue"] = RESCUE * min(state.tokens[seat].support, 2) * max(LOW - state.meaning, 0)
    shut = max(state.setting.rules.end_meaning_least - state.meaning, 0)
    parts["the world"] = DISTRESS[min(state.meaning, len(DISTRESS) - 1)] - GATE * shut
    return parts


@lru_cache(maxsize=1 << 12)
def _tokens(tokens: Tokens) -> float:
    worth = 0.0
    for count, each in zip(tokens, TOKEN_VALUES, strict=True):
        worth += each * (count if count <= USEFUL_TOKENS else USEFUL_TOKENS + (count - USEFUL_TOKENS) / 3)
    return worth


@lru_cache(maxsize=1 << 12)
def _engine(icons: tuple[int, ...]) -> float:
    return sum([0.5 + 0.2 * count for count in icons if count])


def _hope(state: Position, seat: int, slot: int) -> float:
    """The reward that waits for a seat on an Initiative, as far as it has grown."""
    missing = len(state.missing_layers(slot))
    return _reward(state.setting, state.index[slot], state.filled[slot], state.orders[slot], seat, missing)


@lru_cache(maxsize=1 << 12)
def _reward(
    setting: Setting, initiative: int, filled: Boxes, order: tuple[int, ...], seat: int, missing: int
) -> float:
    share = setting.rules.legacy_at(order.index(seat))
    boxes = sum(setting.boxes[initiative])
    grown = sum(filled) / boxes if boxes else 1.0
    rivals = sum(1 for rival in order if rival not in (seat, COMMUNITY))
    return share * (0.25 + 0.6 * grown) / (1 + 0.3 * missing) - 0.1 * rivals


def prospect(state: State, seat: int, action: act.Action) -> Mapping[str, float]:
    """What an action promises: the worth after it, and what the table does not show of it."""
    after = worth(foreseen(state, seat, action), seat)
    if isinstance(action, act.Touchpoint):
        return {**after, "risk": -0.3}  # the other one may think otherwise
    if isinstance(action, act.Pass | act.EndTurn | act.Recycle):
        return {**after, "news": 0.1}
    return after


def foreseen(state: State, seat: int, action: act.Action) -> Position:
    """What `settled` makes of the state after an action, as far as it has a worth.

    Most of what is weighed is Touchpoints, which only move tokens and Vitals, and other actions after which
    the round goes on: what is due then changes no worth.
    """
    if isinstance(action, act.Touchpoint):
        agreed = _agreed(state, seat, action)
        if _goes_on(state) and _goes_on(agreed):
            better = sum(worth(agreed, action.other).values()) > sum(worth(state, action.other).values())
            return agreed if better else state
    draft = started(state, action)
    run_due(draft, above=1)
    settles = len(draft.work) == 1 and isinstance(draft.work[0], Settle)
    if settles and _goes_on(draft) and not any(complete(draft, slot) for slot in range(len(draft.index))):
        return draft
    run_due(draft)
    return settled(draft.freeze())


def _goes_on(table: Position) -> bool:
    """Whether the turn of another player follows this one, or that of the same, or somebody may donate."""
    players = len(table.names)
    if table.phase is not Phase.TURNS:
        return False
    if table.actions_left > 1 or (table.player + 1) % players != table.starter:
        return True
    return any(table.most_donated(player) for player in range(players))


def _agreed(state: State, seat: int, action: act.Touchpoint) -> State:
    """The table after a Touchpoint that is agreed to; as it was if the tokens are not there."""
    rules, other = state.setting.rules, action.other
    giver, receiver = (seat, other) if action.give else (other, seat)
    moved = of_kind(action.token, rules.touchpoint_tokens, TOKENS)
    if not covers(state.tokens[giver], moved):
        return state
    tokens = put(state.tokens, giver, Tokens(*minus(state.tokens[giver], moved)))
    tokens = put(tokens, receiver, Tokens(*plus(tokens[receiver], moved)))
    gain = state.touchpoint_gain(seat, other)
    vitals = put(state.vitals, seat, min(state.vitals[seat] + gain, rules.vitals_max))
    vitals = put(vitals, other, min(vitals[other] + gain, rules.vitals_max))
    return state.altered(tokens=tokens, vitals=vitals)


def settled(state: State) -> State:
    """A Touchpoint is agreed to if that is good for who answers."""
    if not isinstance(state.choice, Answering):
        return state
    other = state.choice.player
    agreed, refused = (done(state, other, act.Answer(accept))[0] for accept in (True, False))
    gain = sum(worth(agreed, other).values()) - sum(worth(refused, other).values())
    return agreed if gain > 0 else refused


def useful(actions: Iterable[act.Action], state: State, seat: int) -> tuple[act.Action, ...]:
    """One way to pay for each Pattern, contributions in full or of one token, requests that can be met."""
    player = state.player
    tokens = state.tokens[player]
    loads: dict[tuple[int, Tokens], tuple[int, act.Load]] = {}
    fullest: dict[int, int] = {}
    for action in actions:
        if isinstance(action, act.Load):
            # what is plentiful is paid: the fewest left of the scarcest kind count
            left = min(tokens.energy - action.wild.energy, tokens.insight - action.wild.insight)
            rank = 4 * (tokens.support - action.wild.support) + left
            if loads.get((action.pattern, action.saved), (-99, action))[0] < rank:
                loads[action.pattern, action.saved] = rank, action
        elif isinstance(action, act.Contribute):
            fullest[action.initiative] = max(fullest.get(action.initiative, 0), sum(action.paid))
    kept = {id(action) for _, action in loads.values()}
    return tuple(action for action in actions if id(action) in kept or _useful(state, action, fullest))


def _useful(state: State, action: act.Action, fullest: Mapping[int, int]) -> bool:
    if isinstance(action, act.Load):
        return False
    if isinstance(action, act.Contribute):
        return sum(action.paid) in (0, 1, fullest[action.initiative])
    if isinstance(action, act.Touchpoint) and not action.give:
        return state.tokens[action.other][action.token] >= state.setting.rules.touchpoint_tokens
    return True
