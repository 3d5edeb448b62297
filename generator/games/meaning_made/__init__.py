"""Meaning Made by BPeat: its records, its checks and its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generator.games.meaning_made.checks import check
from generator.games.meaning_made.records import Game
from generator.games.meaning_made.records import game_from as load
from generator.tables import Book

if TYPE_CHECKING:
    from generator.games.meaning_made.replay import Replay

__all__ = ["check", "load", "replay_book", "rulebook_names"]


def replay_book(book: Book, game: Game) -> Replay | None:
    """The sample game, replayed by the rules engine; None if the workbook has none."""
    from generator.games.meaning_made.checks_sample import replay_book as replayed

    return replayed(book, game)


def rulebook_names(game: Game) -> Mapping[str, Any]:
    """What the rulebook's text may use beside the names of every template."""
    from generator.games.meaning_made.rulebook import rulebook_names as names

    return names(game)
