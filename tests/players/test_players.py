"""Players of any ruleset: they know their view and no more, move the same again, and say why."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from generator.games import GAMES
from generator.players.player import PLAYERS, Greedy, Planner, why
from generator.players.policy import seated
from generator.replay.engine import Engine
from generator.replay.moves import NOBODY
from tests.shared.rulesets import begun, engine_of


def positions(engine: Engine[Any, Any, Any], seed: int, count: int) -> list[Any]:
    """Positions of a random game in which somebody has a real choice."""
    rng, state, passed = Random(seed), begun(engine, seed=seed), []
    while not engine.over(state) and len(passed) < count:
        seat = next(iter(engine.actors(state)), NOBODY)
        legal = engine.legal_actions(state, seat)
        if seat != NOBODY and len(legal) > 1 and rng.random() < 0.3:
            passed.append((state, seat))
        state, _ = engine.apply(state, seat, rng.choice(legal))
    return passed


@pytest.mark.parametrize("name", GAMES)
def test_no_player_peeks(name: str) -> None:
    """Whatever lies hidden, the same view gives the same move."""
    engine = engine_of(name)
    for player in PLAYERS.values():
        for state, seat in positions(engine, 3, 4):
            other = engine.determinize(engine.view(state, seat), seat, Random(9))
            legal = engine.legal_actions(state, seat)
            policy = seated(engine, player, seat)
            assert policy(state, legal, Random(1)) == policy(other, legal, Random(1))


@pytest.mark.parametrize("name", GAMES)
def test_players_take_what_is_legal_and_say_why(name: str) -> None:
    engine = engine_of(name)
    for player in PLAYERS.values():
        for state, seat in positions(engine, 5, 4):
            choice = player.choose(engine, engine.view(state, seat), seat, Random(1))
            assert choice.action in engine.legal_actions(state, seat)
            assert choice == player.choose(engine, engine.view(state, seat), seat, Random(1))
            assert choice.why[0].isupper() and choice.why.endswith(".") and "\n" not in choice.why


@pytest.mark.parametrize("name", GAMES)
def test_useful_actions_are_legal_ones_and_a_step_is_a_move(name: str) -> None:
    engine = engine_of(name)
    for state, seat in positions(engine, 7, 12):
        legal = engine.legal_actions(state, seat)
        useful = engine.useful_actions(state, seat)
        assert useful and {*useful} <= {*legal}
        for action in useful[:10]:
            assert engine.step(state, seat, action) == engine.apply(state, seat, action)[0]
            assert engine.prospect(state, seat, action)
        assert engine.worth(state, seat)


def test_tastes_weigh_the_parts_of_a_worth() -> None:
    greedy = Greedy(tastes={"points": 2.0})
    assert greedy.value({"points": 3.0, "tokens": 1.0}) == 7.0


def test_a_line_says_what_changes_most() -> None:
    before, after = {"points": 1.0, "tokens": 2.0, "world": 0.0}, {"points": 4.0, "tokens": 1.5}
    assert why(before, after, 6) == "Better for points, worse for tokens: the best of 6."
    assert why(before, before, 1) == "There is no other choice."


def test_the_effort_of_a_planner_is_counted_in_moves() -> None:
    engine, tried = engine_of("meaning_made"), 0
    state, seat = positions(engine, 2, 1)[0]

    class Counting:
        def __getattr__(self, name: str) -> Any:
            return getattr(engine, name)

        def foresight(self, state: Any, seat: int, actions: Any) -> Any:
            nonlocal tried
            tried += len(actions)
            return engine.foresight(state, seat, actions)

    counting: Any = Counting()
    for budget in (30, 120):
        tried = 0
        Planner(budget=budget).choose(counting, engine.view(state, seat), seat, Random(1))
        assert tried <= budget + 60  # a plan that was begun is tried to its end


def test_a_strong_player_plays_on_in_so_many_worlds_and_no_more() -> None:
    engine, laid = engine_of("elementary"), 0
    state, seat = positions(engine, 2, 1)[0]

    class Counting:
        def __getattr__(self, name: str) -> Any:
            return getattr(engine, name)

        def determinize(self, *of: Any) -> Any:
            nonlocal laid
            laid += 1
            return engine.determinize(*of)

    counting: Any = Counting()
    Planner().choose(counting, engine.view(state, seat), seat, Random(1))
    assert 1 < laid <= 1 + engine.played_on
    laid = 0
    Planner(plays_on=False).choose(counting, engine.view(state, seat), seat, Random(1))
    assert laid == 1
