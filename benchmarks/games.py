"""`python -m benchmarks.games [SECONDS]`: random legal four-player games a second on one core."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from generator.games.meaning_made.engine import apply, legal_actions, start
from generator.games.meaning_made.records import Game, game_from
from generator.workbook.book import read_book

WORKBOOK = Path(__file__).parents[1] / "card_data.xlsx"
NAMES = ("Alex", "Brooke", "Casey", "Drew")


@dataclass
class Tally:
    games: int = 0
    moves: int = 0
    listed: int = 0
    rounds: int = 0
    seconds: float = 0.0
    listing: float = 0.0  # of them, seconds spent in legal_actions
    endings: Counter[str] = field(default_factory=Counter)


def play(game: Game, seed: int, tally: Tally) -> None:
    """One game of moves drawn evenly from all that are legal, to its end."""
    chance = random.Random(seed)
    state = start(game, NAMES, seed=seed)
    while True:
        began = time.perf_counter()
        options = legal_actions(state)
        tally.listing += time.perf_counter() - began
        if not options:
            break
        tally.moves += 1
        tally.listed += len(options)
        state, _ = apply(state, options[int(chance.random() * len(options))])
    tally.games += 1
    tally.rounds += state.round
    tally.endings[str(state.result)] += 1


def measure(seconds: float) -> Tally:
    """Play seeds 0, 1, 2 … for so many seconds, after a warm-up."""
    book, problems = read_book(WORKBOOK)
    if book is None:
        raise SystemExit("\n".join(map(str, problems)))
    game = game_from(book)
    for seed in range(5):
        play(game, seed, Tally())
    tally = Tally()
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        play(game, tally.games, tally)
    tally.seconds = passed
    return tally


def report(seconds: float = 5.0) -> None:
    """Print the table."""
    tally = measure(seconds)
    print("Random legal four-player games, one core")
    print(f"  games a second          {tally.games / tally.seconds:8.0f}")
    print(f"  moves a second          {tally.moves / tally.seconds:8.0f}")
    print(f"  share in legal_actions  {tally.listing / tally.seconds:8.0%}")
    print(f"  moves a game            {tally.moves / tally.games:8.1f}")
    print(f"  rounds a game           {tally.rounds / tally.games:8.1f}")
    print(f"  legal moves a position  {tally.listed / tally.moves:8.1f}")
    ends = ", ".join(f"{name} {count / tally.games:.0%}" for name, count in tally.endings.most_common())
    print(f"  endings                 {ends}")


if __name__ == "__main__":
    report(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
