"""Simple players of Life~Meaning: each looks one move ahead and takes what its character values most."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from generator.games.kit.table import EMPTY
from generator.games.kit.tokens import covers
from generator.games.life_meaning.records import SUPPORT, TOKENS
from generator.games.life_meaning.rules.engine import apply
from generator.games.life_meaning.rules.moves import Answer, EndTurn, Mitigate, Move, Recalibrate, Touchpoint
from generator.games.life_meaning.rules.state import End, Phase, State, actors

TOKEN_WORTH = (0.3, 0.3, 0.4, 0.4, 0.5)
USEFUL_TOKENS = 3
"""From here on a further token of a kind is worth a third."""


@dataclass(frozen=True, slots=True)
class Character:
    """How much a player values points, the world, Patterns, and being first on a Project."""

    name: str
    points: float = 1.0
    world: float = 1.0
    patterns: float = 1.0
    race: float = 0.8
    whim: float = 0.3  # how far chance may move a judgement

    def __call__(self, state: State, moves: tuple[Move, ...], rng: Random) -> Move:
        """The move that this character likes best."""
        seat = actors(state)[0]
        likely = [move for move in moves if not isinstance(move, Recalibrate) or len(move.cards) > 2]
        return max(
            likely or moves, key=lambda move: self._judge(state, seat, move) + rng.random() * self.whim
        )

    def _judge(self, state: State, seat: int, move: Move) -> float:
        if isinstance(move, EndTurn):
            return self.worth(state, seat) + 0.5  # before tokens are turned into others for nothing
        after = apply(state, seat, move)[0]
        if isinstance(move, Touchpoint) and not move.give:
            asked = after.asked
            assert asked is not None
            return self.worth(apply(after, asked.seat, Answer(True))[0], seat) - 0.4
        if isinstance(move, Mitigate) and after.phase is Phase.STABILITY and any(move.tokens):
            return self.worth(after, seat) + self._hope_of_mitigation(after)
        return self.worth(after, seat)

    def _hope_of_mitigation(self, state: State) -> float:
        """What it is worth that the others may pay the rest; nothing if they cannot."""
        there = [sum(state.tokens[seat][token] for seat in state.waiting) for token in range(len(TOKENS))]
        if not covers(there, state.lacking()):
            return -1.0
        changes = state.setting.events[state.event].changes
        rises = sum(part.amount for part in changes if part.symbol == "drift")
        return 0.8 * (self._worry(state.drift + rises) - self._worry(state.drift))

    def _worry(self, drift: int) -> float:
        return self.world * 0.06 * float(drift**2.2)

    def worth(self, state: State, seat: int) -> float:
        """What a position is worth to this character in a seat."""
        points = state.coherence[seat] + state.reputation[seat] + state.legacy[seat]
        worth = self.points * points
        for have, each in zip(state.tokens[seat], TOKEN_WORTH, strict=True):
            worth += each * (min(have, USEFUL_TOKENS) + max(have - USEFUL_TOKENS, 0) / 3)
        worth += self.patterns * float(len(state.stacks[seat]) ** 0.8)
        worth -= self._worry(state.drift)
        if state.end is End.STEWARDSHIP:
            others = [
                sum(track) for track in zip(state.coherence, state.reputation, state.legacy, strict=True)
            ]
            return worth + (6.0 if points == max(others) else 1.0)
        return worth + self.race * sum(self._hope(state, seat, slot) for slot in range(len(state.projects)))

    def _hope(self, state: State, seat: int, slot: int) -> float:
        """The Legacy that waits on a Project, as far as its boxes are paid and one's own marks lead."""
        marked = [who for who, _ in state.marks[slot]]
        if state.projects[slot] == EMPTY or seat not in marked:
            return 0.0
        numbers = state.setting.numbers
        order = sorted(dict.fromkeys(marked), key=lambda who: -marked.count(who))
        place = order.index(seat)
        share = (numbers.legacy_top, numbers.legacy_second)[place] if place < 2 else numbers.legacy_other
        boxes = sum(state.setting.projects[state.projects[slot]].boxes)
        return share * (0.3 + 0.6 * len(marked) / boxes) + 0.45 * marked.count(seat)


CHARACTERS = (
    Character("steady", world=1.5, race=0.7),
    Character("builder", patterns=1.7),
    Character("racer", points=1.1, world=0.7, race=1.1),
)
"""The characters of sample games, seat by seat in turn."""


def agrees(state: State, seat: int) -> bool:
    """Whether somebody gives a token that is asked for: who can spare it does."""
    asked = state.asked
    if asked is None:
        return False
    least = 3 if asked.token == SUPPORT else 2
    return state.tokens[seat][asked.token] >= least and len(TOKENS) > asked.token


class Player:
    """A character that also answers."""

    def __init__(self, character: Character) -> None:
        self.character = character

    def __call__(self, state: State, moves: tuple[Move, ...], rng: Random) -> Move:
        """A move, or the answer to somebody who asks."""
        if state.asked is not None:
            return Answer(agrees(state, actors(state)[0]))
        return self.character(state, moves, rng)


def players(count: int) -> tuple[Player, ...]:
    """A player for each seat."""
    return tuple(Player(CHARACTERS[seat % len(CHARACTERS)]) for seat in range(count))
