"""`python -m benchmarks.tune [RULES] [PLAYERS] [ROUNDS] [GAMES]`: what a strong player values, tuned.

Each round draws factors round those of the best so far, lets a strong player with them sit among the
ruleset's own characters in half of the seats, and goes on from the quarter that won most (cross-entropy);
an end that is no good end counts nothing. PLAYERS may be several numbers, as in 4,2. It prints the factors,
which are `MASTERY` of the ruleset's `evaluation`. Tests of strength use other seeds and other opponents.
"""

from __future__ import annotations

import math
import os
import statistics
import sys
import zlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from random import Random
from typing import Any

from benchmarks.balance import trials
from generator.balance.series import characters_of, engine_of
from generator.balance.watching import begun
from generator.players.player import Greedy, Planner, Player
from generator.players.policy import seated
from generator.records.worksheets import rules_named, sample_sheets
from generator.replay.engine import Engine
from generator.replay.moves import NOBODY

DRAWN = 12
KEPT = 3
FIRST_SEED = 10_000
SPREAD = 0.5
BUDGET = 250
JOBS = os.cpu_count() or 1


@cache
def engine(rules: str) -> Engine[Any, Any, Any]:
    """The engine of a ruleset over its shipped workbook."""
    for _, trial in trials(1):
        names = dict(zip(sample_sheets(trial.book), rules_named(trial.book), strict=False))
        if names[trial.sheet] == rules:
            return engine_of(trial.book, trial.sheet)
    raise SystemExit(f"There is no ruleset {rules}.")


def ended(rules: Engine[Any, Any, Any], sitting: Sequence[Player], seed: int) -> Any:
    """The last state of a game."""
    state, rng = begun(rules, seed=seed, players=len(sitting), setup=()), Random(seed)
    policies = [seated(rules, player, seat) for seat, player in enumerate(sitting)]
    while not rules.over(state) and rules.round(state) <= rules.most_rounds:
        seat = next(iter(rules.actors(state)), NOBODY)
        legal = rules.legal_actions(state, seat)
        state = rules.step(state, seat, legal[0] if seat == NOBODY else policies[seat](state, legal, rng))
    return state


def won(job: tuple[str, Sequence[int], Mapping[str, float], range]) -> float:
    """The share of games that a strong player with these tastes wins from half of the seats."""
    name, tables, tastes, seeds = job
    rules, total = engine(name), 0.0
    others = characters_of(rules)
    tuned = Planner("tuned", eye=Greedy(tastes=tastes, foresees=True), budget=BUDGET, plays_on=False)
    for seed in seeds:
        for players in tables:
            own = [(seat + seed) % 2 == 0 for seat in range(players)]
            sitting = [tuned if own[seat] else others[(seat + seed) % len(others)] for seat in range(players)]
            winners = rules.winners(ended(rules, sitting, seed))
            total += sum(own[seat] for seat in winners) / max(len(winners), 1)
    return total / len(seeds) / len(tables)


def tuned(name: str, tables: Sequence[int], rounds: int, games: int) -> Mapping[str, float]:
    """The middle of the last quarter."""
    rules, rng = engine(name), Random(1)
    parts = _parts(rules, tables[0])
    middle, spread = dict.fromkeys(parts, 0.0), dict.fromkeys(parts, SPREAD)
    with ProcessPoolExecutor(JOBS) as pool:
        for turn in range(rounds):
            drawn = [middle, *({p: rng.gauss(middle[p], spread[p]) for p in parts} for _ in range(DRAWN - 1))]
            first = FIRST_SEED + turn * games
            seeds = range(first, first + games)
            jobs = [
                (name, tables, {p: math.exp(value) for p, value in logs.items()}, seeds) for logs in drawn
            ]
            shares = list(pool.map(won, jobs))
            best = sorted(range(DRAWN), key=lambda at: -shares[at])[:KEPT]
            for part in parts:
                values = [drawn[at][part] for at in best]
                middle[part] = statistics.fmean(values)
                spread[part] = 0.7 * spread[part] + 0.3 * statistics.pstdev(values)
            told = {part: round(math.exp(value), 2) for part, value in middle.items()}
            print(
                f"round {turn + 1}: the middle won {shares[0]:.2f}, the best {max(shares):.2f}: {told}",
                flush=True,
            )
    return {part: math.exp(value) for part, value in middle.items()}


def _parts(rules: Engine[Any, Any, Any], players: int) -> list[str]:
    """The parts of a worth that are met in a game."""
    state, rng = begun(rules, seed=1, players=players, setup=()), Random(zlib.crc32(b"parts"))
    parts: dict[str, None] = {}
    while not rules.over(state):
        seat = next(iter(rules.actors(state)), NOBODY)
        legal = rules.legal_actions(state, seat)
        action = rng.choice(legal)
        if seat != NOBODY:
            parts |= dict.fromkeys(part for worth in rules.foresight(state, seat, legal) for part in worth)
        state = rules.step(state, seat, action)
    return list(parts)


if __name__ == "__main__":
    words = sys.argv[1:] + ["meaning_made", "4,2", "8", "16"][len(sys.argv) - 1 :]
    tables = [*map(int, words[1].split(","))]
    tuned(words[0], tables, int(words[2]), int(words[3]))
