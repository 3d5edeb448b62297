"""The players: by chance, greedy with tastes, and one that plans its turn.

A player is a frozen value. It gets the view of its seat and never more: what it does not know it lays by
chance. With the same view and random numbers it always moves the same, and its effort is counted in moves
that it tries, never in seconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from types import MappingProxyType
from typing import Generic, Protocol

from generator.players.rules import NOBODY, A, Rules, S, Worth

NO_TASTES: Mapping[str, float] = MappingProxyType({})
_TOLD_PARTS = 2
_TOLD_LEAST = 0.05
"""A part that changes by less is not told."""
_NEAR, _TRIED = 6.0, 6
"""How far behind the best an action is played on at most, and how many are."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[A]):
    """What a player does, and a line that says why."""

    action: A
    why: str


class Player(Protocol):
    """Whoever can sit at a table."""

    @property
    def name(self) -> str:
        """What it is called in reports."""

    def choose(self, rules: Rules[S, A], view: S, seat: int, rng: Random) -> Choice[A]:
        """A legal action of a seat that has to choose, from `rules.view` of this seat alone."""


@dataclass(frozen=True, slots=True)
class AtRandom:
    """Takes any legal action."""

    name: str = "random"

    def choose(self, rules: Rules[S, A], view: S, seat: int, rng: Random) -> Choice[A]:
        """One of all, each as likely as the others."""
        legal = rules.legal_actions(view, seat)
        return Choice(legal[rng.randrange(len(legal))], f"By chance, one of {len(legal)}.")


@dataclass(frozen=True, slots=True)
class Greedy:
    """Looks one move ahead and takes what promises most."""

    name: str = "greedy"
    tastes: Mapping[str, float] = field(default_factory=dict, hash=False)
    """How many times as much as the ruleset says a part of a worth counts for this player."""
    regard: float = 0.0
    """How much the others' positions count, on average: 1 as much as one's own, below 0 against it."""
    whim: float = 0.0
    """How far chance may move a judgement."""
    most: int = 200
    """Moves that are tried at most; of more actions a part, picked by chance."""
    foresees: bool = False
    """Whether it judges actions as a strong player does."""

    def choose(self, rules: Rules[S, A], view: S, seat: int, rng: Random) -> Choice[A]:
        """The action whose prospect is best."""
        state = rules.determinize(view, seat, rng)
        ranked = self.ranked(rules, state, seat, rng)
        best = ranked[0]
        return Choice(best.action, why(rules.worth(state, seat), best.worth, len(ranked)))

    def ranked(self, rules: Rules[S, A], state: S, seat: int, rng: Random) -> list[Prospect[A]]:
        """The useful actions, the most promising first; of equals the first listed."""
        actions = rules.useful_actions(state, seat)
        if len(actions) > self.most:
            actions = tuple(rng.sample(actions, self.most))
        prospects = []
        if self.foresees:
            worths = rules.foresight(state, seat, actions)
        else:
            worths = [rules.prospect(state, seat, action) for action in actions]
        for action, worth in zip(actions, worths, strict=True):
            value = self.value(worth) + self.whim * rng.random()
            if self.regard:
                after = rules.settled(rules.step(state, seat, action), seat)
                value += self.regard * others(rules, after, seat)
            prospects.append(Prospect(action, worth, value))
        prospects.sort(key=lambda prospect: -prospect.value)
        return prospects

    def value(self, worth: Worth) -> float:
        """What a worth is to these tastes."""
        if not self.tastes:
            return sum(worth.values())
        return sum(amount * self.tastes.get(part, 1.0) for part, amount in worth.items())


@dataclass(frozen=True, slots=True)
class Prospect(Generic[A]):
    """An action, what it promises part by part, and what that is to the tastes of a player."""

    action: A
    worth: Worth
    value: float


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans its turn: looks at what it could do after each of the best first actions."""

    name: str = "strong"
    eye: Greedy = Greedy(foresees=True)
    """How it judges a position; without tastes it has those that the ruleset says a strong player has."""
    budget: int = 400
    """Moves that are tried for one choice."""
    worlds: int = 1
    """In how many ways what it does not know is laid; each has its share of the budget."""
    plays_on: bool = True
    """Whether it does so before it chooses, in rulesets that say in how many worlds."""

    def choose(self, rules: Rules[S, A], view: S, seat: int, rng: Random) -> Choice[A]:
        """The first action of the best plan, on average over the worlds."""
        totals: dict[A, float] = {}
        worths: dict[A, Worth] = {}
        before: Worth = NO_TASTES
        eye = self.eye if self.eye.tastes else replace(self.eye, tastes=rules.mastery)
        for _ in range(self.worlds):
            state = rules.determinize(view, seat, rng)
            before = before or rules.worth(state, seat)
            for plan in self._plans(eye, rules, state, seat, rng):
                totals[plan.action] = totals.get(plan.action, 0.0) + plan.value
                worths.setdefault(plan.action, plan.worth)
            if len(totals) == 1:
                break
        if self.plays_on and rules.played_on and len(totals) > 1:
            totals = self._played_on(rules, view, seat, rng, totals)
        best = max(totals, key=lambda action: totals[action])  # of equals the first listed
        return Choice(best, why(before, worths[best], len(worths)))

    def _played_on(
        self, rules: Rules[S, A], view: S, seat: int, rng: Random, values: Mapping[A, float]
    ) -> dict[A, float]:
        """The best actions, each with its value and by how much it leads when the seat has chosen again.

        All are played on in the same worlds, and after a part of these only the better half.
        """
        most = max(values.values())
        near = sorted((a for a in values if values[a] > most - _NEAR), key=lambda a: -values[a])[:_TRIED]
        totals, tried = dict.fromkeys(near, 0.0), 0
        while len(totals) > 1 and tried < rules.played_on:
            world = rules.determinize(view, seat, rng)
            tried += 1
            for action in totals:
                totals[action] += _lead(rules, _next_turn(rules, world, seat, action), seat)
            if tried * 3 == rules.played_on:
                kept = sorted(totals, key=lambda a: -values[a] - totals[a] / tried)
                totals = {action: totals[action] for action in kept[: (len(kept) + 1) // 2]}
        return {action: values[action] + total / max(tried, 1) for action, total in totals.items()}

    def _plans(
        self, eye: Greedy, rules: Rules[S, A], state: S, seat: int, rng: Random
    ) -> Sequence[Prospect[A]]:
        """Each first action with the best that can follow it within the turn."""
        firsts = eye.ranked(rules, state, seat, rng)
        left = self.budget // self.worlds - len(firsts)
        if len(firsts) == 1:
            return firsts
        plans: list[Prospect[A]] = []
        for first in firsts:
            after = rules.settled(rules.step(state, seat, first.action), seat)
            if rules.over(after) or rules.actors(after) != (seat,):
                plans.append(first)
            elif left > 0:
                seconds = eye.ranked(rules, after, seat, rng)
                left -= len(seconds)
                plans.append(Prospect(first.action, seconds[0].worth, seconds[0].value))
        return plans or firsts


def _next_turn(rules: Rules[S, A], state: S, seat: int, action: A) -> S:
    """The state after an action and the next one of the same seat, if all reply as they probably will."""
    chooses, choices = seat, 2
    while True:
        state = rules.step(state, chooses, action)
        choices -= chooses == seat
        if not choices or rules.over(state):
            return state
        chooses = next(iter(rules.actors(state)), NOBODY)
        action = rules.legal_actions(state, NOBODY)[0] if chooses == NOBODY else rules.reply(state, chooses)


def _lead(rules: Rules[S, A], state: S, seat: int) -> float:
    """How far the score of a seat is before those of the others, on average."""
    scores = rules.scores(state)
    return scores[seat] - (sum(scores) - scores[seat]) / max(len(scores) - 1, 1)


def others(rules: Rules[S, A], state: S, seat: int) -> float:
    """What a position is worth to the other seats, on average."""
    seats = [other for other in range(len(rules.names(state))) if other != seat]
    return sum(sum(rules.worth(state, other).values()) for other in seats) / max(len(seats), 1)


def why(before: Worth, after: Worth, choices: int) -> str:
    """The line that explains a choice: for which parts of the worth it changes most, and which way."""
    changes = {part: amount - before.get(part, 0.0) for part, amount in after.items()}
    order = sorted(changes, key=lambda part: -abs(changes[part]))[:_TOLD_PARTS]
    if choices == 1:
        return "There is no other choice."
    parts = [
        f"{'better' if changes[part] > 0 else 'worse'} for {part}"
        for part in order
        if abs(changes[part]) >= _TOLD_LEAST
    ]
    sentence = f"{', '.join(parts)}: the best of {choices}." if parts else f"as good as any of {choices}."
    return sentence[0].upper() + sentence[1:]


RANDOM = AtRandom()
GREEDY = Greedy()
COOPERATIVE = Greedy("cooperative", regard=1.0)
SELFISH = Greedy("selfish", regard=-0.5)
STRONG = Planner()
PLAYERS: Mapping[str, Player] = MappingProxyType(
    {player.name: player for player in (RANDOM, GREEDY, COOPERATIVE, SELFISH, STRONG)}
)
"""The players that sit down to any game, by their names."""
