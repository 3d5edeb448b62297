"""How many games a second players play, a ruleset each, as `pnp balance` plays them: watched and counted.

Seconds are the processor's, of one process, and stand for two cores that do the same beside each other.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from types import MappingProxyType

from benchmarks.balance import trials
from benchmarks.measures import Measure
from generator.balance.series import CHARACTERS, engine_of, sitting_of
from generator.balance.trial import Trial
from generator.balance.watching import watched_game

CORES = 2
PLAYED_S = 3.0
"""Of each ruleset and kind of player so many seconds of games are played, and no fewer than three games."""
LEAST = MappingProxyType({CHARACTERS: 5.0})
FLAGSHIP, LEAST_FLAGSHIP = "Meaning Made", MappingProxyType({"random": 1000.0, "strong": 14.0})
KINDS = ("random", CHARACTERS, "strong")


def measures() -> Iterator[Measure]:
    """Games a second of each kind of player, a ruleset each."""
    for title, trial in trials(1):
        for kind in KINDS:
            least = LEAST_FLAGSHIP.get(kind) if title == FLAGSHIP else None
            subject = f"{title}, {trial.players} players, {kind}, games a second"
            yield Measure(subject, CORES * _games_a_second(trial, kind), "", least=least or LEAST.get(kind))


def _games_a_second(trial: Trial, kind: str) -> float:
    engine = engine_of(trial.book, trial.sheet)
    series = replace(trial.series, sitting=(kind,))
    watched_game(engine, sitting_of(engine, series, 0), seed=0)
    begun = time.process_time()
    for games in count(1):
        watched_game(engine, sitting_of(engine, series, games), seed=games)
        passed = time.process_time() - begun
        if games >= 3 and passed >= PLAYED_S:
            break
    return games / passed
