"""Who plays better wins more: on fixed seeds that no player was tuned on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.balance.figures import Estimate
from generator.balance.series import Series, played
from generator.balance.skill import skill_of
from generator.balance.watching import GameFigures
from generator.records.worksheets import SAMPLE_GAME, rules_named, sample_sheets
from tests.shared.changed_cells import shipped_workbook
from tests.shared.rulesets import FOLDERS, ROOT

FIRST_SEED = 7_001
CORES = os.cpu_count() or 1
"""These games take minutes, and are the last of a run, when other processes have nothing left to do."""


def skill(name: str, better: str, worse: str, games: int, players: int = 4) -> Estimate:
    """Whether one kind of player wins more than another, in a ruleset over its shipped workbook."""
    workbook = FOLDERS[name] / "card_data.xlsx"
    book = shipped_workbook(FOLDERS[name])
    sheet = dict(zip(rules_named(book), sample_sheets(book), strict=False))[name]

    def play(sitting: tuple[str, ...], count: int = games) -> list[GameFigures]:
        series = Series(workbook, sheet, players, sitting=sitting)
        return played(series, book, range(FIRST_SEED, FIRST_SEED + count), jobs=CORES, step=lambda *_: None)

    return skill_of(better, worse, play((worse,), 3), play)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "own"))


def holds(figure: Estimate) -> bool:
    """Whether the whole interval says that the better one is better."""
    return figure.low > (0.5 if figure.measure == "wins" else 0.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("meaning_made", 40),
        ("meaning_made_march", 20),
        ("life_meaning", 12),
        ("symetra", 12),
        ("scion", 80),
        ("elementary", 20),
        ("counterspell", 80),
    ],
)
def test_greedy_beats_random(name: str, games: int) -> None:
    figure = skill(name, "greedy", "random", games)
    assert holds(figure), figure


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("meaning_made", 140),
        ("life_meaning", 60),
        ("meaning_made_march", 150),
        ("counterspell", 200),
        ("scion", 240),
        ("elementary", 600),
        ("symetra", 100),
    ],
)
def test_strong_beats_greedy(name: str, games: int) -> None:
    figure = skill(name, "strong", "greedy", games)
    assert holds(figure), figure


@pytest.mark.slow
def test_strong_players_of_meaning_made_keep_their_world() -> None:
    """At four players on the settings as published."""
    book, workbook = shipped_workbook(ROOT), ROOT / "card_data.xlsx"
    series = Series(workbook, SAMPLE_GAME, 4, sitting=("strong",))
    games = played(series, book, range(FIRST_SEED, FIRST_SEED + 30), jobs=CORES, step=lambda *_: None)
    assert sum(game.get("end|Collapse|share", 0.0) for game in games) <= 3


def test_where_all_win_or_lose_together_scores_of_tables_are_compared() -> None:
    games = [{"seat|1|score": 3.0, "seat|2|score": 3.0}] * 4
    scores = {"strong": [5.0, 6.0, 7.0], "greedy": [4.0, 4.0, 4.0]}

    def play(sitting: tuple[str, ...]) -> list[GameFigures]:
        return [{"score|of the best|": score} for score in scores[sitting[0]]]

    figure = skill_of("strong", "greedy", games, play)
    assert (figure.subject, figure.measure) == ("tables of strong ones less those of greedy ones", "points")
    assert (figure.value, figure.games) == (2.0, 3)


def test_wins_are_counted_where_somebody_wins() -> None:
    games: list[GameFigures] = [{"seat|1|score": 3.0, "seat|2|score": 4.0}]
    wins = [(0.5, 0.0), (0.0, 0.5), (0.5, 0.0), (0.0, 0.0), (0.25, 0.25)]

    def play(sitting: tuple[str, ...]) -> list[GameFigures]:
        names = [f"character|{name}|wins" for name in sitting]
        return [dict(zip(names, pair, strict=True)) for pair in wins]

    figure = skill_of("strong", "greedy", games, play)
    assert (figure.subject, figure.value, figure.games) == ("strong beside greedy", 0.625, 4)
