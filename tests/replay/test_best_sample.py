"""The sample game that teaches most: a good end, much to see, and a draft of what is told of each row."""

from __future__ import annotations

import pytest

from generator.games import GAMES
from generator.games.meaning_made.rules.facts import Completed
from generator.games.meaning_made.rules.state import Result
from generator.replay.play import Play
from generator.replay.sample import best_sample, new_game, teaches
from generator.replay.script import DRAFT
from tests.shared.rulesets import engine_of
from tests.shared.scripts import engine, replay_text, sample_text, shipped_game


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_ends_with_the_world_saved_by_several_and_shows_much(seed: int) -> None:
    played = replay_text(sample_text(shipped_game(), seed=seed, players=4), "game.txt", shipped_game())
    assert played.valid and played.problems == ()
    final = played.final
    assert final is not None and final.result is Result.END and 4 <= final.round <= 10
    last = [fact for fact in played.steps[-5].facts if isinstance(fact, Completed)]
    assert all(len({*fact.order}) > 1 for fact in last)
    words = {step.row.action for step in played.steps}
    assert words >= {"gather", "load", "contribute", "touchpoint", "donate", "reveal"}


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", GAMES)
def test_every_row_has_a_draft_that_is_true(name: str) -> None:
    play = Play(engine_of(name))
    played = play.replay_text(play.sample_text(seed=4, players=3, rounds=2), "game.txt")
    assert played.valid and played.problems == ()
    steps = [step for step in played.steps if step.row.action != "score"]
    told = [step for step in steps if step.row.narration.startswith(DRAFT)]
    assert len(told) == len(steps)


def test_what_teaches_more_is_worth_more() -> None:
    rules = engine(shipped_game())
    assert teaches(rules, ()) == 0
    assert best_sample(rules, seed=1, players=2) == best_sample(rules, seed=1, players=2)
    setup, moves = new_game(rules, seed=1, players=2)
    best = [line._replace(narration="") for line in best_sample(rules, seed=1, players=2)]
    first = [*setup, *rules.write_all(moves)]
    assert best[: len(first)] != first
