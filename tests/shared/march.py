"""Meaning Made of 4 March for tests: its shipped workbook, with a changed cell, and games of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.games.meaning_made.engine import Action, Fact, State, apply, start
from generator.games.meaning_made.march.records import game_from
from generator.games.meaning_made.playing.play import MeaningMade
from generator.games.meaning_made.records import Game
from generator.ground.problems import Problem
from generator.records.tables import Book
from generator.replay.play import Play, PlayedScript
from generator.workbook.book import book_from, read_book
from generator.workbook.located import Worksheet, sheets_in

FOLDER = Path(__file__).parents[2] / "games" / "meaning_made_march"
FOUR = ("Alex", "Brooke", "Casey", "Drew")
PlayedMarch = PlayedScript[State, Action, Fact]


@cache
def shipped_book() -> Book:
    """The workbook of the edition."""
    book, problems = read_book(FOLDER / "card_data.xlsx")
    assert book is not None, problems
    return book


@cache
def shipped() -> Game:
    """Its records."""
    return game_from(shipped_book())


@cache
def shipped_sheets() -> Mapping[str, Worksheet]:
    """Its sheets as they are typed."""
    content = (FOLDER / "card_data.xlsx").read_bytes()
    return {sheet.name: sheet for sheet in sheets_in(content, "card_data.xlsx")[0]}


def changed(name: str, row: str, header: str, value: Any) -> tuple[Book, tuple[Problem, ...]]:
    """The workbook with another value in one cell of the row that begins with a word, and its Problems."""
    sheet = shipped_sheets()[name]
    at = next(r for (r, column), raw in sheet.cells.items() if column == 1 and str(raw) == row)
    column = next(c for (r, c), raw in sheet.cells.items() if r == 1 and str(raw) == header)
    edited = replace(sheet, cells={**sheet.cells, (at, column): value})
    book, problems = book_from(tuple({**shipped_sheets(), name: edited}.values()), "card_data.xlsx")
    assert book is not None
    return book, tuple(problems)


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
