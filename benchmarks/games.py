"""`python -m benchmarks.games [SECONDS]`: random legal four-player games a second of CPU, a ruleset each."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path

from generator.games.rulesets import game_module
from generator.records.tables import Book
from generator.records.worksheets import rules_named, sample_sheets
from generator.replay.engine import NAMES, Engine
from generator.replay.moves import NOBODY, A, F, S
from generator.replay.play import Play
from generator.replay.script import lines_text, script_from_text
from generator.workbook.book import read_book

ROOT = Path(__file__).parents[1]
PLAYERS = 4


@dataclass
class Tally:
    games: int = 0
    moves: int = 0
    listed: int = 0
    rounds: int = 0
    seconds: float = 0.0  # of the processor
    passed: float = 0.0  # on the clock
    listing: float = 0.0  # of them, in legal_actions
    well: int = 0  # games that end as a sample game may


def play(engine: Engine[S, A, F], seed: int, tally: Tally) -> None:
    """One game of moves drawn evenly from all that are legal, to its end."""
    chance = random.Random(seed)
    setup = lines_text(engine.deal(NAMES[:PLAYERS], seed=seed), engine.vocabulary)
    state = engine.begin(script_from_text(setup, "setup", engine.vocabulary)[0])
    began_game, worked = time.perf_counter(), time.process_time()
    while not engine.over(state):
        seat = next(iter(engine.actors(state)), NOBODY)
        began = time.perf_counter()
        options = engine.legal_actions(state, seat)
        tally.listing += time.perf_counter() - began
        tally.moves += 1
        tally.listed += len(options)
        state, _ = engine.apply(state, seat, options[int(chance.random() * len(options))])
    tally.seconds += time.process_time() - worked
    tally.passed += time.perf_counter() - began_game
    tally.games += 1
    tally.rounds += engine.round(state)
    tally.well += engine.ends_well(state)


def books() -> Iterator[Book]:
    """The workbooks of the games that know their rules, Meaning Made first."""
    for workbook in (ROOT / "card_data.xlsx", *sorted(ROOT.glob("games/*/card_data.xlsx"))):
        book, problems = read_book(workbook)
        if book is None:
            raise SystemExit("\n".join(map(str, problems)))
        if game_module(book) is not None:
            yield book


def measure(book: Book, sheet: str, seconds: float) -> Tally:
    """Play seeds 0, 1, 2 … for so many seconds, after a warm-up, by the ruleset of a sample game's sheet."""
    ruleset = game_module(book)
    assert ruleset is not None
    at_work = ruleset.load(book).play(sheet)
    assert isinstance(at_work, Play)
    for seed in range(5):
        play(at_work.engine, seed, Tally())
    tally = Tally()
    while tally.seconds < seconds:
        play(at_work.engine, tally.games, tally)
    return tally


def report(seconds: float = 5.0) -> None:
    """Print the table."""
    print("Random legal four-player games, one core")
    first = 0.0
    named = (zip(rules_named(book), sample_sheets(book), repeat(book)) for book in books())
    for name, sheet, book in chain.from_iterable(named):
        tally = measure(book, sheet, seconds)
        a_move = tally.seconds / tally.moves
        first = first or a_move
        print(f"  {name}")
        print(f"    games a second          {tally.games / tally.seconds:8.0f}")
        print(f"    moves a second          {tally.moves / tally.seconds:8.0f}")
        print(f"    a move, times the first {a_move / first:8.2f}")
        print(f"    share in legal_actions  {tally.listing / tally.passed:8.0%}")
        print(f"    moves a game            {tally.moves / tally.games:8.1f}")
        print(f"    rounds a game           {tally.rounds / tally.games:8.1f}")
        print(f"    legal moves a position  {tally.listed / tally.moves:8.1f}")
        print(f"    games that end well     {tally.well / tally.games:8.0%}")


if __name__ == "__main__":
    report(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
