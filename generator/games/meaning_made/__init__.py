"""Meaning Made by BPeat: its records, its checks and its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generator.games.meaning_made.checks.workbook import check
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.records import game_from as load
from generator.ground.problems import Failed, error
from generator.records.tables import Book

if TYPE_CHECKING:
    from generator.games.meaning_made.replay import Replay

__all__ = [
    "check",
    "load",
    "repair_text",
    "replay_book",
    "replay_text",
    "rulebook_names",
    "sample_text",
]


def replay_book(book: Book, game: Game) -> Replay | None:
    """The sample game, replayed by the rules engine; None if the workbook has none."""
    from generator.games.meaning_made.checks_sample import replay_book as replayed

    return replayed(book, game)


def replay_text(text: str, source: str, game: Game) -> Replay:
    """A script in a text, replayed; `source` names it in Problems."""
    from generator.games.meaning_made.replay import replay
    from generator.games.meaning_made.script import script_from_text

    script, found = script_from_text(text, source)
    return replay(script, game, found)


def sample_text(game: Game, *, seed: int, players: int) -> str:
    """A legal game between bots, as the text of a script. Raises Failed if it cannot begin."""
    from generator.games.meaning_made.rules.errors import SetupError
    from generator.games.meaning_made.sample import sample_game
    from generator.games.meaning_made.writer import lines_text

    try:
        return lines_text(sample_game(game, seed=seed, players=players))
    except SetupError as fault:
        raise Failed(error("sample-game", str(fault), "Ask for another number of players.")) from None


def repair_text(replay: Replay, *, seed: int) -> tuple[str, int, int] | None:
    """A broken script made whole: its text, how many steps are kept, how many rows are proposed."""
    from generator.games.meaning_made.sample import repair
    from generator.games.meaning_made.writer import lines_text

    made = repair(replay.script, replay, seed=seed)
    return (lines_text(made.lines), made.kept, made.played) if made is not None else None


def rulebook_names(game: Game) -> Mapping[str, Any]:
    """What the rulebook's text may use beside the names of every template."""
    from generator.games.meaning_made.words.rulebook import rulebook_names as names

    return names(game)
