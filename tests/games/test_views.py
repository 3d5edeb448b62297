"""What a seat may know of a game, over every ruleset and the toys: no view holds what it may not know."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.games import GAMES
from generator.replay.engine import NAMES, Engine
from generator.replay.moves import NOBODY, TABLE
from generator.replay.play import Play
from generator.replay.script import lines_text, script_from_text
from generator.workbook.book import read_book
from tests.shared.toy_games import playing
from tests.toys.folders import TOYS

ROOT = Path(__file__).parents[2]
FOLDERS = {
    "meaning_made": ROOT,
    "life_meaning": ROOT / "games" / "life_meaning",
    "meaning_made_march": ROOT / "games" / "meaning_made_march",
    "scion": ROOT / "games" / "deck_of_signs",
    "elementary": ROOT / "games" / "deck_of_signs",
    "counterspell": ROOT / "games" / "deck_of_signs",
    "symetra": ROOT / "games" / "symetra",
}
HIDDEN = {
    "meaning_made": {"pattern_deck", "initiative_deck", "event_deck", "seed"},
    "meaning_made_march": {"pattern_deck", "initiative_deck", "event_deck", "seed"},
    "life_meaning": {"pattern_deck", "project_deck", "event_deck", "seed"},
    "scion": {"hands", "chosen", "card_deck", "seed"},
    "elementary": {"hands", "card_deck", "hidden_tokens", "unused", "seed"},
    "counterspell": {"hands", "card_deck", "face_down", "seed"},
    "symetra": {"hands", "card_deck", "seed"},
    "dancers": {"hands", "chosen"},
    "pebbles": set(),
}
"""The fields in which another state with the same view may differ, said here once more by hand."""


def engine_of(name: str, folder: Path) -> Engine[Any, Any, Any]:
    if name in TOYS:
        play, _ = playing(name, folder)
    else:
        book, problems = read_book(FOLDERS[name] / "card_data.xlsx")
        assert book is not None, problems
        play = GAMES[name]().load(book).play()
    assert isinstance(play, Play)
    return play.engine


def states(engine: Engine[Any, Any, Any], seed: int, most: int = 60) -> list[Any]:
    """The states of a random game."""
    rng = Random(seed)
    setup = lines_text(engine.deal(NAMES[:3], seed=seed), engine.vocabulary)
    state = engine.begin(script_from_text(setup, "setup", engine.vocabulary)[0])
    passed = [state]
    while not engine.over(state) and len(passed) < most:
        seat = next(iter(engine.actors(state)), NOBODY)
        state, _ = engine.apply(state, seat, rng.choice(engine.legal_actions(state, seat)))
        passed.append(state)
    return passed


def fields_of(state: Any) -> set[str]:
    return {*state.__dataclass_fields__}


def test_every_ruleset_is_looked_at() -> None:
    assert {*HIDDEN} == {*GAMES, *TOYS}


@pytest.mark.parametrize("name", HIDDEN)
def test_no_view_holds_what_its_seat_may_not_know(name: str, tmp_path: Path) -> None:
    engine = engine_of(name, tmp_path / "game")
    for seed in range(4):
        rng = Random(seed)
        for state in states(engine, seed):
            for seat in range(3):
                view = engine.view(state, seat)
                guess = engine.determinize(view, seat, rng)
                # whatever the seat may not know could be otherwise, and its view would be the same
                assert engine.view(guess, seat) == view == engine.view(view, seat)
                differing = {one for one in fields_of(state) if getattr(guess, one) != getattr(state, one)}
                assert differing <= HIDDEN[name]
                # what it may know is in the view: its own moves, and whatever can be counted on the table
                if seat in engine.actors(state):
                    assert engine.legal_actions(view, seat) == engine.legal_actions(state, seat)
                for symbol in engine.book.symbols:
                    for whose in (TABLE, seat) if symbol.kind.name == "SHARED_TRACK" else (seat,):
                        assert engine.measure(view, whose, symbol.key) == engine.measure(
                            state, whose, symbol.key
                        )


@pytest.mark.parametrize("name", [name for name, hidden in HIDDEN.items() if hidden])
def test_a_guess_is_not_what_is_there(name: str, tmp_path: Path) -> None:
    """Chance lays what is hidden: of some guesses not all are the same, and the game goes on from each."""
    engine = engine_of(name, tmp_path / "game")
    state = states(engine, 5, most=6)[-1]
    guesses = [engine.determinize(engine.view(state, 1), 1, Random(seed)) for seed in range(6)]
    assert any(guess != guesses[0] for guess in guesses)
    for guess in guesses:
        seat = next(iter(engine.actors(guess)), NOBODY)
        engine.apply(guess, seat, engine.legal_actions(guess, seat)[0])
