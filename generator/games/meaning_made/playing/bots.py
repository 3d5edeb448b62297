"""Simple players: each looks one move ahead and takes what its character values most.

A bot is a frozen value. With the same state, moves and random numbers it always moves the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType

from generator.games.kit.table import EMPTY
from generator.games.meaning_made.rules import actions as act
from generator.games.meaning_made.rules.apply import apply
from generator.games.meaning_made.rules.state import COMMUNITY, Phase, Result, State, to_act

DISTRESS = (-14.0, -9.0, -5.5, -3.0, -1.5, -0.5, 0.0, 0.5, 0.9, 1.2, 1.4, 1.6, 1.8)
"""How a bot feels about each value of Meaning."""
GATE = 0.7
"""How a bot feels about each step of Meaning that the End Initiative still waits for."""
TOKEN_VALUES = (0.55, 0.6, 0.8)
USEFUL_TOKENS = 4
"""From here on a further token of a type is worth a third."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A character: how much it values points, the world, its engine, its Vitals, and being first."""

    name: str
    legacy: float = 1.0
    world: float = 1.0
    engine: float = 1.0
    vitals: float = 0.6
    race: float = 0.7  # how much of a reward counts while the Initiative is still open
    whim: float = 0.4  # how far chance may move a judgement

    def __call__(self, state: State, moves: tuple[act.Action, ...], rng: Random) -> act.Action:
        """The move that this character likes best."""
        if len(moves) == 1:
            return moves[0]
        player = to_act(state)
        return max(moves, key=lambda move: self._judge(state, move, player) + rng.random() * self.whim)

    def _judge(self, state: State, move: act.Action, player: int) -> float:
        after, _ = apply(state, move)
        if isinstance(move, act.Touchpoint):
            if after.choice is None:
                return self.value(after, player) - 1.0
            agreed, _ = apply(after, act.Answer(True))
            return (self.value(agreed, player) + self.value(after, player)) / 2
        if isinstance(move, act.Pass | act.EndTurn | act.Recycle):
            return self.value(after, player) + 0.1
        return self.value(after, player)

    def value(self, state: State, player: int) -> float:
        """What a position is worth to this character in a seat."""
        worth = self.legacy * state.legacy[player] + self.vitals * state.vitals[player]
        worth -= 2.0 if state.vitals[player] == 0 else 0.0
        for held, each in zip(state.tokens[player], TOKEN_VALUES, strict=True):
            worth += each * (min(held, USEFUL_TOKENS) + max(held - USEFUL_TOKENS, 0) / 3)
        worth += self.engine * sum(min(count, 1) + 0.3 * max(count - 1, 0) for count in state.icons[player])
        worth += self.race * sum(self._hope(state, player, slot) for slot in range(len(state.index)))
        if state.phase is Phase.OVER:
            return worth + (3.0 if state.result is Result.END else -10.0)
        shut = max(state.setting.rules.end_meaning_least - state.meaning, 0)
        return worth + self.world * (DISTRESS[min(state.meaning, len(DISTRESS) - 1)] - GATE * shut)

    def _hope(self, state: State, player: int, slot: int) -> float:
        """The reward that waits on an Initiative, as far as it has grown."""
        order = state.orders[slot]
        if state.index[slot] == EMPTY or player not in order:
            return 0.0
        rules = state.setting.rules
        rank = order.index(player)
        share = (rules.legacy_first, rules.legacy_second)[rank] if rank < 2 else rules.legacy_other
        boxes = sum(state.setting.boxes[state.index[slot]])
        grown = sum(state.filled[slot]) / boxes if boxes else 1.0
        rivals = sum(1 for rival in order if rival not in (player, COMMUNITY))
        return share * (0.25 + 0.6 * grown) / (1 + 0.3 * len(state.missing_layers(slot))) - 0.1 * rivals


CHARACTERS: Mapping[str, Bot] = MappingProxyType(
    {
        "stability": Bot("stability", world=1.5, vitals=0.9),
        "engine": Bot("engine", engine=1.8, world=0.9),
        "racer": Bot("racer", legacy=1.3, race=1.0, vitals=0.4, world=0.7),
        "social": Bot("social", vitals=1.4, race=0.8),
    }
)
"""The four characters of the sample game."""


def characters(players: int) -> tuple[Bot, ...]:
    """A bot for each seat, the four characters in turn."""
    all_characters = tuple(CHARACTERS.values())
    return tuple(all_characters[seat % len(all_characters)] for seat in range(players))
