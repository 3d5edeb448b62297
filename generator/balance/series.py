"""Many games of one kind: played on all cores, kept in the user's own folder, gone on with later.

A job and what comes of it are texts, and the workbook goes along as bytes; states never travel. What is kept
lies under the digest of everything that a game depends on: code, cells, players, variant. Whoever plays a
chunk comes to the same digest or refuses it. Chunks of seeds are files of their own, so that nothing is lost
or counted twice when somebody stops it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any

from generator.balance.watching import GameFigures, watched_game
from generator.games.kit.ruled import Ruled
from generator.games.rulesets import game_module
from generator.ground import fence
from generator.ground.cache import digest
from generator.ground.files import Unreadable, make_folder, read_bounded, write_whole
from generator.ground.home import make_own_folder, own_folder
from generator.ground.problems import Failed, error
from generator.players.player import GREEDY, PLAYERS, Greedy, Player
from generator.records.tables import Book
from generator.records.worksheets import DRAWN, is_sample_game
from generator.replay.engine import Engine
from generator.replay.play import Play
from generator.replay.script import ScriptLine
from generator.workbook.workbook_files import WorkbookFiles, book_of_files, workbook_files

CHUNK = 10
"""Games that are played, kept and counted together."""
LARGEST_CHUNK = 4_000_000
"""Bytes of what is kept of a chunk."""
MOST_WAITING = 100_000_000
"""Bytes of workbooks in chunks that were handed out and did not come back, as each carries its own."""
LEAST_CHUNKS = 16
"""As many are handed out at once, however large the workbook is."""
ROOMS = ("records", "games", "players", "replay", "balance")
"""The rooms of the package whose code decides how a game goes."""
CHARACTERS = "characters"
"""The word for the ruleset's own characters, one seat on from game to game."""


@dataclass(frozen=True, slots=True)
class Series:
    """Games of one kind: a workbook, whose rules, and who sits down."""

    workbook: Path
    sheet: str
    """The sheet of the sample game, by which the ruleset is known."""
    players: int
    variant: str = ""
    sitting: tuple[str, ...] = (CHARACTERS,)
    """Names of players, seat by seat in turn, one seat on from game to game."""

    def told(self, digest_of: str, seeds: Sequence[int]) -> str:
        """A job: these seeds of this series, as a text that another process can read."""
        facts = asdict(self) | {"workbook": "", "digest": digest_of, "seeds": [*seeds]}
        return json.dumps(facts, sort_keys=True)


def played(
    series: Series,
    book: Book,
    seeds: range,
    *,
    jobs: int,
    executor: Executor | None = None,
    step: Callable[[int, int], object],
) -> list[GameFigures]:
    """The games of some seeds, in their order. What was played before is not played again.

    They are played by an executor, if one is given, else by so many processes. `step` is called with how
    many games are there, and how many are wanted.

    Raises Failed for what cannot be played, BrokenProcessPool if a process was ended from outside, and
    whatever an executor raises that is lost.
    """
    key = series_digest(series, book)
    folder = own_folder() / "balance" / key
    chunks = [range(first, min(first + CHUNK, seeds.stop)) for first in range(seeds.start, seeds.stop, CHUNK)]
    kept = {chunk: games for chunk in chunks if (games := _kept(folder, chunk)) is not None}
    due = {chunk: series.told(key, chunk) for chunk in chunks if chunk not in kept}
    step(sum(map(len, kept.values())), len(seeds))
    for chunk, text in _worked_off(due, workbook_files(series.workbook), jobs, executor) if due else ():
        _keep(folder, chunk, text)
        kept[chunk] = json.loads(text)
        step(sum(map(len, kept.values())), len(seeds))
    return [game for chunk in chunks for game in kept[chunk]]


def kept_games(series: Series, book: Book, *, most: int) -> list[GameFigures]:
    """The games of a series that were played before, from seed 1 on in whole chunks; none is played now."""
    folder = own_folder() / "balance" / series_digest(series, book)
    games: list[GameFigures] = []
    for first in range(1, most + 1, CHUNK):
        chunk = _kept(folder, range(first, first + CHUNK))
        if chunk is None:
            break
        games += chunk
    return games


def _worked_off(
    due: Mapping[range, str], files: WorkbookFiles, jobs: int, executor: Executor | None
) -> Iterator[tuple[range, str]]:
    """Each chunk with its games as a text, as they become ready; `due` are the jobs by their chunks."""
    if executor is None and (jobs < 2 or len(due) < 2):
        for chunk, job in due.items():
            yield chunk, play_chunk(job, files)
        return
    with nullcontext(executor) if executor is not None else _pool(min(jobs, len(due))) as pool:
        yield from _handed_out(due, files, pool)


def _handed_out(
    due: Mapping[range, str], files: WorkbookFiles, pool: Executor
) -> Iterator[tuple[range, str]]:
    most = max(LEAST_CHUNKS, MOST_WAITING // sum(len(content) for _, content in files))
    left, waiting = iter(due.items()), dict[Future[str], range]()
    try:
        while True:
            for chunk, job in islice(left, most - len(waiting)):
                waiting[pool.submit(play_chunk, job, files)] = chunk
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def _pool(jobs: int) -> Iterator[Executor]:
    """Processes that keep to the limits of this one and end with it."""
    context = get_context("fork" if sys.platform == "linux" else "spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_helping) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin_helping() -> None:
    fence.forked()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


# ---------------------------------------------------------------- one chunk, in any process


_playing = threading.Lock()
"""A worker of a cluster may be one thread of several, and units of work belong to a process."""


def play_chunk(job: str, files: WorkbookFiles) -> str:
    """The games of a job, as a text; `files` are those of the workbook. Raises Failed."""
    facts = json.loads(job)
    facts["workbook"], facts["sitting"] = Path(facts["workbook"]), tuple(facts["sitting"])
    seeds, key = facts.pop("seeds"), facts.pop("digest")
    series = Series(**facts)
    with _playing:
        engine = _engine(files, series, key)
        setup = setup_of(engine, series.variant)
        games = [
            watched_game(engine, sitting_of(engine, series, seed), seed=seed, setup=setup) for seed in seeds
        ]
    return json.dumps(games, ensure_ascii=False)


@lru_cache(maxsize=4)
def _engine(files: WorkbookFiles, series: Series, key: str) -> Engine[Any, Any, Any]:
    """The engine that plays a series. Raises Failed if its games would not be those of the digest `key`."""
    book = _book(files)
    if series_digest(series, book) != key:
        fault = "The cells, or pnp itself, are others than when these games were begun."
        mend = "Run it again; all machines of a cluster need the same pnp."
        raise Failed(error("balance", fault, mend))
    return engine_of(book, series.sheet)


_book = lru_cache(maxsize=2)(book_of_files)


def engine_of(book: Book, sheet: str) -> Engine[Any, Any, Any]:
    """The engine of the ruleset whose sample game is a sheet."""
    module = game_module(book)
    assert module is not None
    play = module.load(book).play(sheet)
    assert isinstance(play, Play)
    return play.engine


def setup_of(engine: Engine[Any, Any, Any], variant: str) -> tuple[ScriptLine, ...]:
    """The setup rows that say which variants are played; several are parted by +."""
    word = next((word for word in ("variant", "level") if word in engine.vocabulary.actions), "variant")
    names = filter(None, map(str.strip, variant.split("+")))
    return tuple(ScriptLine(0, "setup", "", word, name) for name in names)


def sitting_of(engine: Engine[Any, Any, Any], series: Series, seed: int) -> list[Player]:
    """Who sits where in the game of a seed."""
    own = {player.name: player for player in characters_of(engine)}
    names = [name for word in series.sitting for name in (own if word == CHARACTERS else (word,))]
    rivals = {name: Greedy(name, tastes=tastes) for name, tastes in engine.rivals.items()}
    everybody = {**own, **rivals, **PLAYERS}
    return [everybody[names[(seat + seed) % len(names)]] for seat in range(series.players)]


def characters_of(engine: Engine[Any, Any, Any]) -> tuple[Player, ...]:
    """A ruleset's own characters, or one player without any tastes."""
    return engine.characters() if isinstance(engine, Ruled) else (GREEDY,)


# ---------------------------------------------------------------- what is kept


def series_digest(series: Series, book: Book) -> str:
    """The digest of everything on which the games of a series depend, but for their seeds."""
    cells = {
        name: [[dict(row.values) for row in table.rows]]
        for name, table in book.tables.items()
        if name not in DRAWN and not is_sample_game(name)
    }
    parts = (_code(), digest(cells), json.dumps(asdict(series) | {"workbook": ""}, sort_keys=True))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


@cache
def _code() -> str:
    """The digest of the code by which games are played."""
    house = Path(__file__).parents[1]
    parts = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((house / room).rglob("*.py")):
            parts.update(path.relative_to(house).as_posix().encode() + path.read_bytes())
    return parts.hexdigest()


def _chunk_file(folder: Path, chunk: range) -> Path:
    return folder / f"{chunk.start}-{chunk.stop}.json"


def _kept(folder: Path, chunk: range) -> list[GameFigures] | None:
    """The games of a chunk that were played before; None if there are none that can be read."""
    try:
        games = json.loads(read_bounded(_chunk_file(folder, chunk), inside=folder, most=LARGEST_CHUNK))
    except (Unreadable, ValueError):
        return None
    sound = isinstance(games, list) and len(games) == len(chunk) and all(map(_sound, games))
    return games if sound else None


def _sound(game: object) -> bool:
    return isinstance(game, Mapping) and all(
        isinstance(name, str) and name.count("|") == 2 and isinstance(value, int | float)
        for name, value in game.items()
    )


def _keep(folder: Path, chunk: range, text: str) -> None:
    """Keep the games of a chunk; where nothing can be kept they are played again next time."""
    with suppress(OSError):
        home = make_own_folder()
        make_folder(folder, inside=home)
        write_whole(_chunk_file(folder, chunk), text.encode(), inside=home)
