"""Every ruleset of the repository's games, ready to be played at a table."""

from __future__ import annotations

from functools import cache

from generator.ground.project import open_project
from generator.records.worksheets import sample_sheets
from generator.replay.engine import NAMES
from generator.story.drawn import checked_game
from generator.table.options import AnyEngine
from generator.table.session import Session, new_session
from tests.shared.game_folders import game_folders, name_of


@cache
def engines() -> dict[str, AnyEngine]:
    """Each engine by the folder and the sheet of its sample game."""
    engines: dict[str, AnyEngine] = {}
    for folder in game_folders():
        checked = checked_game(open_project(folder))
        for sheet in sample_sheets(checked.book) if checked.loaded is not None else ():
            play = checked.loaded.play(sheet) if checked.loaded is not None else None
            engines[f"{name_of(folder)} {sheet}"] = play.engine  # type: ignore[union-attr]
    return engines


def seated(name: str, *, seed: int, players: int = 3, kind: str = "me") -> Session:
    """A new game in memory, with seats of one kind."""
    return new_session(engines()[name], NAMES[:players], [kind] * players, seed=seed, sheet="Sample Game")
