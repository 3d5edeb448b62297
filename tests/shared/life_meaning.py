"""Life~Meaning for tests: its shipped workbook, positions in it, and scripts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator.games.kit.table import EMPTY, put
from generator.games.life_meaning.playing.play import LifeMeaning
from generator.games.life_meaning.records import TOKENS, Setting, setting_from
from generator.games.life_meaning.rules.engine import apply, legal_moves, start
from generator.games.life_meaning.rules.facts import Fact
from generator.games.life_meaning.rules.moves import Move
from generator.games.life_meaning.rules.rounds import Open
from generator.games.life_meaning.rules.state import State
from generator.ground.problems import has_errors
from generator.records.tables import Book
from generator.replay.moves import NOBODY
from generator.replay.play import Play
from generator.replay.played import Replay
from tests.shared.changed_cells import shipped_workbook, with_cell

FOLDER = Path(__file__).parents[2] / "games" / "life_meaning"
NAMES = ("Alex", "Brooke", "Casey")
Played = Replay[State, Move, Fact]


def shipped_book() -> Book:
    """The workbook of the game."""
    return shipped_workbook(FOLDER)


@cache
def shipped() -> Setting:
    """Its records."""
    return setting_from(shipped_book())


def with_numbers(**numbers: int) -> Setting:
    """The shipped cards under other numbers of the sheet Rules."""
    return replace(shipped(), numbers=replace(shipped().numbers, **numbers))


def replayed(text: str, setting: Setting | None = None) -> Played:
    """A script that was played."""
    return Play(LifeMeaning(setting or shipped())).replay_text(text, "game.txt")


def pattern(title: str) -> int:
    """A Pattern by its title."""
    return [card.title for card in shipped().patterns].index(title)


def project(title: str) -> int:
    """A Project by its title."""
    return [card.title for card in shipped().projects].index(title)


def event(title: str) -> int:
    """An Event by its title."""
    return [card.title for card in shipped().events].index(title)


def bundle(text: str) -> tuple[int, ...]:
    """Tokens by their letters: `EER`."""
    return tuple(text.count(token[0].upper()) for token in TOKENS)


def at_turn(
    *held: str,
    setting: Setting | None = None,
    gallery: tuple[str, ...] = ("Boundary", "Balance", "Form", "Membership", "Prediction", "Reinforcement"),
    projects: tuple[str, ...] = ("Community Shelter", "Repair Hub", "Mentorship Archive"),
    opened: str = "Uncertainty",
    owned: Mapping[int, tuple[str, ...]] | None = None,
    players: int = 3,
    **fields: Any,
) -> State:
    """The first turn of a game with the published cards on the table; `held` are the players' tokens."""
    decks = {
        "pattern": tuple(map(pattern, gallery)),
        "project": tuple(map(project, projects)),
        "event": (event(opened),),
    }
    names = tuple(f"P{at}" for at in range(players)) if players != len(NAMES) else NAMES
    state, _ = apply(start(setting or shipped(), names, seed=1, decks=decks), NOBODY, Open())
    stacks = state.stacks
    for seat, titles in (owned or {}).items():
        stacks = put(stacks, seat, tuple(map(pattern, titles)))
    taken = {card for stack in stacks for card in stack}
    tokens = state.tokens
    for seat, letters in enumerate(held):
        tokens = put(tokens, seat, bundle(letters))
    return replace(
        state,
        tokens=tokens,
        stacks=stacks,
        gallery=tuple(EMPTY if card in taken else card for card in state.gallery),
        pattern_deck=tuple(card for card in state.pattern_deck if card not in taken),
        **fields,
    )


def kinds(state: State, seat: int = 0) -> dict[str, int]:
    """How many legal moves of each kind a seat has."""
    counts: dict[str, int] = {}
    for move in legal_moves(state, seat):
        counts[type(move).__name__] = counts.get(type(move).__name__, 0) + 1
    return counts


def changed(name: str, row: str, header: str, value: Any) -> Book:
    """The workbook with another value in one cell: of the row that begins with a word."""
    book, problems = with_cell(FOLDER, name, row, header, value)
    assert not has_errors(problems), problems
    return book


def played(book: Book) -> Played:
    """The sample game of a workbook."""
    replay = Play(LifeMeaning(setting_from(book))).replay_book(book)
    assert replay is not None
    return replay
