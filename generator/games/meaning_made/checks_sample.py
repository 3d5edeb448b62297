"""The sample game in the workbook, replayed against its rules."""

from __future__ import annotations

from generator.games.meaning_made.records import Game
from generator.games.meaning_made.replay import Replay, replay
from generator.games.meaning_made.script import SHEET, script_from_table
from generator.records.tables import Book


def replay_book(book: Book, game: Game) -> Replay | None:
    """The replay of the sheet `Sample Game`, with all that is wrong with it; None without such a sheet."""
    if SHEET not in book or not book[SHEET].rows:
        return None
    script, found = script_from_table(book[SHEET])
    return replay(script, game, found)
