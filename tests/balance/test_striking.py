"""A planted imbalance of each of ten kinds is found, and none in the game without."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from generator.balance.report import Report, report_of
from generator.balance.watching import watched_game
from generator.players.player import Greedy
from tests.balance.market import Market, Plant

GAMES = 600
SEATS = 3
TASTES = {"one": {}, "two": {"coins": 1.02}, "three": {"coins": 0.98}}


def report(plant: Plant, tastes: Mapping[str, Mapping[str, float]] = TASTES) -> Report:
    """The report of some hundred games, characters one seat on from game to game."""
    rules = Market(plant)
    who = [Greedy(name, tastes=taste, whim=2.0) for name, taste in tastes.items()]
    games = [
        watched_game(rules, [who[(seat + seed) % SEATS] for seat in range(SEATS)], seed=seed)
        for seed in range(GAMES)
    ]
    moves = rules.vocabulary.actions.values()
    return report_of("Market", {"players": SEATS}, games, skill=(), cells=rules.cells_to_read(), moves=moves)


def test_nothing_strikes_in_a_game_that_is_in_balance() -> None:
    assert report(Plant()).striking == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("plant", "sentence"),
    [
        (Plant(price={"card 0": 9}), "“card 0” is taken in"),  # 9 coins for what else costs 2
        (Plant(points={"card 1": 9}), "Who takes “card 1” wins +"),  # 9 points where others bring 2
        (Plant(head_start=3), "Seat 1 wins"),  # 3 points of some 10
        (Plant(harvest=9), "the lead hardly ever changes"),  # 9 points a round for who leads
        (Plant(weather=("sun", "rain", "snow")), "1 cell of the tables was never read, such as Weather snow"),
        (Plant(words=("trade",)), "No game has the action trade"),
        (Plant(gold_buys=False), "Gold is gained"),
        (Plant(rounds=99), "of the games do not end"),
        (Plant(rounds=1), "A game lasts 2.0 rounds"),
    ],
    ids=["dead card", "dominant card", "strong seat", "runaway", "row", "rule", "symbol", "endless", "short"],
)  # fmt: skip
def test_a_planted_imbalance_is_found(plant: Plant, sentence: str) -> None:
    assert any(sentence in told for told in report(plant).striking), report(plant).striking


def test_a_weak_character_is_found() -> None:
    """One that does not care for points at all."""
    told = report(Plant(), {**TASTES, "three": {"points": 0.0, "coins": 3.0}}).striking
    assert any("The character three wins" in sentence for sentence in told), told
