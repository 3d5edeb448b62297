"""The shipped game and short scripts in it, for the tests of the replay."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from generator.games.meaning_made import load, replay_book, replay_text
from generator.games.meaning_made.engine import Action, State
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.replay import Replay
from generator.workbook.book import read_book

ROOT = Path(__file__).parents[1]
PUBLISHED = Path(__file__).parent / "data" / "published_example.txt"
SEATED = """
0 | setup | Alex   | seat | Blue
0 | setup | Brooke | seat | Red
0 | setup |        | seed | 1
0 | setup |        | deck | Patterns | Nest; Skin; Pulse; Reciprocity; Breath; Moult; Shell; Trust
0 | setup |        | deck | Initiatives | Local Clinic; Food Network; Town Council; Water System
0 | setup |        | deck | Events | Great Fire; Long Winter; Dry Season
"""


@cache
def shipped_game() -> Game:
    """The game of the shipped workbook."""
    book, problems = read_book(ROOT / "card_data.xlsx")
    assert book is not None, problems
    return load(book)


@cache
def shipped_sample() -> Replay:
    """The sample game of the shipped workbook, replayed."""
    played = replay_book(shipped_game().book, shipped_game())
    assert played is not None
    return played


def played(rows: str, *, setup: str = SEATED) -> Replay:
    """A short script of two players, replayed."""
    return replay_text(setup + rows, "game.txt", shipped_game())


def said(replay: Replay) -> list[str]:
    """What its Problems say, but for that the script stops before the end."""
    return [problem.what for problem in replay.problems if "stops in round" not in problem.what]


def at_random(state: State, moves: tuple[Action, ...], rng: Random) -> Action:
    """A bot without any plan."""
    return moves[rng.randrange(len(moves))]
