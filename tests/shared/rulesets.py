"""Every ruleset over the workbook that is shipped with it, and games begun by it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from generator.games import GAMES
from generator.games.rulesets import own_rules
from generator.replay.engine import NAMES, Engine
from generator.replay.play import Play
from generator.replay.script import lines_text, script_from_text
from tests.shared.changed_cells import shipped_workbook

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


@cache
def engine_of(name: str) -> Engine[Any, Any, Any]:
    """The engine of a ruleset."""
    book = own_rules(shipped_workbook(FOLDERS[name]), name)
    play = GAMES[name]().load(book).play()
    assert isinstance(play, Play)
    return play.engine


def begun(engine: Engine[Any, Any, Any], *, seed: int, players: int = 3) -> Any:
    """A game at its beginning."""
    setup = lines_text(engine.deal(NAMES[:players], seed=seed), engine.vocabulary)
    return engine.begin(script_from_text(setup, "setup", engine.vocabulary)[0])
