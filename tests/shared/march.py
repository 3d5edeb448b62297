"""Meaning Made of 4 March for tests: its shipped workbook, with a changed cell, and games of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.games.meaning_made.march.records import game_from
from generator.games.meaning_made.playing.play import MeaningMade
from generator.games.meaning_made.records import Game
from generator.ground.problems import Problem
from generator.records.tables import Book
from generator.replay.play import Play
from generator.replay.played import Replay
from tests.shared.changed_cells import shipped_workbook, with_cell
from tests.shared.made import Action, Fact, State, apply, start

FOLDER = Path(__file__).parents[2] / "games" / "meaning_made_march"
FOUR = ("Alex", "Brooke", "Casey", "Drew")
PlayedMarch = Replay[State, Action, Fact]


def shipped_book() -> Book:
    """The workbook of the edition."""
    return shipped_workbook(FOLDER)


@cache
def shipped() -> Game:
    """Its records."""
    return game_from(shipped_book())


def changed(name: str, row: str, header: str, value: Any) -> tuple[Book, tuple[Problem, ...]]:
    """The workbook with another value in one cell of the row that begins with a word, and its Problems."""
    return with_cell(FOLDER, name, row, header, value)


def played(book: Book) -> PlayedMarch:
    """The sample game of a workbook."""
    replay = Play(MeaningMade(game_from(book))).replay_book(book)
    assert replay is not None
    return replay


def project(title: str) -> int:
    """A Project by its title."""
    return [card.title for card in shipped().initiatives].index(title)


def pattern(title: str) -> int:
    """A Pattern by its title."""
    return [card.title for card in shipped().patterns].index(title)


def with_rules(**rules: int) -> Game:
    """The shipped cards under other numbers, by the names that the rules of Meaning Made have for them."""
    return replace(shipped(), rules=replace(shipped().rules, **rules))


def done(state: State, *actions: Action) -> State:
    """The state after some moves."""
    for action in actions:
        state, _ = apply(state, action)
    return state


def begun(game: Game | None = None, names: tuple[str, ...] = FOUR, **options: Any) -> State:
    """The beginning of a game."""
    return start(game or shipped(), names, seed=1, **options)
