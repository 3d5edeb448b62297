"""Two decks compared: chance is not called real, and a change that is there is found."""

from __future__ import annotations

import math
from random import Random

import pytest

from generator.balance.against import changes_between, changes_text
from generator.balance.series import Series, played
from generator.balance.watching import GameFigures
from generator.records.worksheets import SAMPLE_GAME
from tests.shared.changed_cells import shipped_workbook
from tests.shared.rulesets import ROOT


def drawn(seed: int, games: int, *, taken: float = 0.4, names: int = 60) -> list[GameFigures]:
    """Games whose figures are drawn by chance: many shares, skewed counts, and cards that are not offered."""
    rng = Random(seed)
    drawn_games = []
    for _ in range(games):
        figures: GameFigures = {"game|rounds|": 3 + math.floor(rng.expovariate(0.4))}
        for at in range(names):
            if rng.random() < 0.5:
                figures[f"card|{at}|taken"] = float(rng.random() < taken)
        drawn_games.append(figures)
    return drawn_games


def test_a_deck_against_itself_on_other_seeds_is_hardly_ever_called_another() -> None:
    called = 0
    for trial in range(100):
        changes = changes_between(drawn(2 * trial, 120), drawn(2 * trial + 1, 120))
        called += any(change.real for change in changes)
    assert called <= 8


def test_the_same_games_do_not_differ() -> None:
    games = drawn(1, 50)
    assert changes_between(games, games) == ()
    assert "Nothing." in changes_text((), "HEAD", "now", 50)


def test_a_difference_that_is_there_is_found_and_a_small_one_says_how_many_games_would_do() -> None:
    old, new = drawn(1, 1_000, names=3), drawn(2, 1_000, names=3)
    for game in new:
        game["card|0|taken"] = float(Random(str(game)).random() < 0.6) if "card|0|taken" in game else 0.0
    changes = {change.name: change for change in changes_between(old, new)}
    assert changes["card|0|taken"].real and changes["card|0|taken"].enough is None
    doubtful = [change for change in changes.values() if not change.real]
    assert doubtful and all(change.enough is None or change.enough > 1_000 for change in doubtful)
    text = changes_text(tuple(changes.values()), "HEAD", "now", 1_000)
    assert "Cannot be told with 1000 games" in text and "would do" in text


@pytest.mark.slow
def test_a_deck_against_itself_as_it_is_played(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """The same on games that were played: twenty comparisons of forty games on seeds of their own."""
    monkeypatch.setenv("PNP_HOME", str(tmp_path))
    series, book = Series(ROOT / "card_data.xlsx", SAMPLE_GAME, 3), shipped_workbook(ROOT)
    games = played(series, book, range(1, 801), jobs=2, step=lambda *_: None)
    parts = [games[at : at + 40] for at in range(0, 800, 40)]
    pairs = [(parts[at], parts[(at + 7) % 20]) for at in range(20)]
    called = sum(any(change.real for change in changes_between(*pair)) for pair in pairs)
    assert called <= 3
