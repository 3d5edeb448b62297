"""The shipped game and short scripts in it, for the tests of the replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from openpyxl import load_workbook

from generator.games.meaning_made.playing.play import MeaningMade
from generator.games.meaning_made.playing.vocabulary import VOCABULARY
from generator.games.meaning_made.records import Game, game_from
from generator.games.meaning_made.records import game_from as load
from generator.games.meaning_made.rules.facts import Fact
from generator.records.tables import Book
from generator.replay import engine as engines
from generator.replay import mending, moves, repair, sample, script
from generator.replay.moves import Move
from generator.replay.play import Play
from generator.replay.played import Replay
from generator.replay.script import ScriptLine
from generator.replay.told import Told, ToldStep
from generator.replay.worlds import Step
from generator.workbook.book import read_book
from tests.shared.made import Action, State

ROOT = Path(__file__).parents[2]
PUBLISHED = Path(__file__).parents[1] / "data" / "published_example.txt"
SEATED = """
0 | setup | Alex   | seat | Blue
0 | setup | Brooke | seat | Red
0 | setup |        | seed | 1
0 | setup |        | deck | Patterns | Nest; Skin; Pulse; Reciprocity; Breath; Moult; Shell; Trust
0 | setup |        | deck | Initiatives | Local Clinic; Food Network; Town Council; Water System
0 | setup |        | deck | Events | Great Fire; Long Winter; Dry Season
"""


Played = Replay[State, Action, Fact]
PlayedStep = Step[State, Action, Fact]
Policy = moves.Policy[State, Action]


def engine(game: Game) -> MeaningMade:
    """The rules over a game's cards."""
    return MeaningMade(game)


def replay_text(text: str, source: str, game: Game) -> Played:
    """A script in a text, played."""
    return Play(engine(game)).replay_text(text, source)


def replay_book(book: Book, game: Game) -> Played | None:
    """The sample game of a workbook, played."""
    return Play(engine(game)).replay_book(book)


def sample_text(game: Game, *, seed: int, players: int) -> str:
    """A new game between bots."""
    return Play(engine(game)).sample_text(seed=seed, players=players)


def repair_text(replay: Played, *, seed: int) -> tuple[str, int, int] | None:
    """A game made whole: its text, steps that are kept, rows that are proposed."""
    made = mending.repair(replay, seed=seed)
    if made is None:
        return None
    steps = [row for row in made.rows if row.line.phase != "setup" and row.line.action != "score"]
    return made.text, made.kept, len(steps) - made.kept


@cache
def shipped_game() -> Game:
    """The game of the shipped workbook."""
    book, problems = read_book(ROOT / "card_data.xlsx")
    assert book is not None, problems
    return game_from(book)


@cache
def shipped_sample() -> Played:
    """The sample game of the shipped workbook, replayed."""
    played = replay_book(shipped_game().book, shipped_game())
    assert played is not None
    return played


def played(rows: str, *, setup: str = SEATED) -> Played:
    """A short script of two players, replayed."""
    return replay_text(setup + rows, "game.txt", shipped_game())


def steps_of(told: Told) -> Iterator[ToldStep]:
    """The steps of a told game in their order."""
    return (step for one in told.rounds for part in one.parts for step in part.steps)


def said(replay: Played) -> list[str]:
    """What its Problems say, but for that the script stops before the end."""
    return [problem.what for problem in replay.problems if "stops in round" not in problem.what]


def at_random(state: State, moves: tuple[Action, ...], rng: Random) -> Action:
    """A bot without any plan."""
    return moves[rng.randrange(len(moves))]


def random_game(*, seed: int, players: int) -> tuple[ScriptLine, ...]:
    """A game of the shipped cards between players who move at random, as rows of a script."""
    rules = engine(shipped_game())
    setup = rules.deal(engines.NAMES[:players], seed=seed)
    first = rules.begin(script.script_from_lines(setup, rules.vocabulary))
    moves = play_on(first, (at_random,) * players, Random(seed))
    return (*setup, *rules.write_all(moves), *sample.score_lines(rules, moves))


def play_on(state: State, policies: Sequence[Policy], rng: Random) -> tuple[Move[State, Action, Fact], ...]:
    """A game of the shipped cards between bots, from a state on."""
    return repair.play_on(engine(shipped_game()), state, policies, rng)


def score_lines(moves: Sequence[Move[State, Action, Fact]]) -> tuple[ScriptLine, ...]:
    """The scores after the last of some moves."""
    return sample.score_lines(engine(shipped_game()), moves)


def lines_text(lines: Iterable[ScriptLine]) -> str:
    """Rows as a text file."""
    return script.lines_text(lines, VOCABULARY)


MORE = [
    {
        "title": "Shell",
        "layer": "1",
        "cost": "2E 1I",
        "bonus": "+1E",
        "copies": "2",
        "text": "Costs {energy}.",
    },
    {"title": "Pulse & Co", "layer": "2", "cost": "☀️", "bonus": "-1V; no Recycle", "copies": "3", "text": ""},
    {"title": "New", "layer": "1", "cost": "", "bonus": "", "copies": "", "text": "Two\nlines <b>."},
    {"title": "Newer", "layer": "2", "cost": "1E", "bonus": "", "copies": "1", "text": ""},
]


def _tweaked(folder: Path, sheet: str, key: str, column: str, value: object) -> Replay:
    book = load_workbook(ROOT / "card_data.xlsx")
    header = [str(cell.value) for cell in book[sheet][1]]
    row = next(row for row in book[sheet].iter_rows(min_row=2) if row[0].value == key)
    row[header.index(column)].value = value
    book.save(folder / "card_data.xlsx")
    made, problems = read_book(folder / "card_data.xlsx")
    assert made is not None and not problems
    replayed = replay_book(made, load(made))
    assert replayed is not None
    return replayed


SMALL = """
0 | setup | Alex   | seat
0 | setup | Brooke | seat
0 | setup |        | deck | Patterns | Shell; Pulse; Repair Loop; Reciprocity; Skin; Habit; Nest; Moult
0 | setup |        | deck | Initiatives | Local Clinic; Food Network; Learning Archive; Water System
0 | setup |        | deck | Events | Drought; Fog; Winter; Thief
"""
