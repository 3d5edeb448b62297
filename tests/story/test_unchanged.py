"""A check of an unchanged folder tells what it told before; any file that is saved is looked at."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.ground.cache import Cache
from generator.ground.project import open_project
from generator.story import Examined, look_over, unless_unchanged
from tests.shared.games_made import change, starter_game


def swap(path: Path) -> None:
    """Another template of the same length, and of the same date."""
    about, text = path.stat(), path.read_text("utf-8")
    path.write_text(text.replace("<svg", "<svG", 1), "utf-8")
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))


CHANGES: dict[str, Callable[[Path], object]] = {
    "a cell": lambda game: change(game, "Tiles!A2", "Another"),
    "a template": lambda game: swap(next((game / "templates").glob("*.svg"))),
    "a new file": lambda game: (game / "art.png").write_bytes(b"no picture"),
    "a new folder": lambda game: (game / "shops").mkdir(),
    "a file that is gone": lambda game: next((game / "templates").glob("*.svg")).unlink(),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_folder_is_looked_through_once_until_something_is_saved(tmp_path: Path, name: str) -> None:
    game, cache = starter_game(tmp_path / "game"), Cache(tmp_path / "own", b"key", "1")
    (game / "output").mkdir()
    (game / ".git").mkdir()
    runs: list[Examined] = []

    def look() -> Examined:
        runs.append(look_over(open_project(game), cache=cache))
        return runs[-1]

    def told() -> tuple[object, object]:
        examined = unless_unchanged(open_project(game), cache, look)
        return examined.problems, examined.told

    first = told()
    (game / "output" / "sheets.pdf").write_bytes(b"%PDF")
    (game / ".git" / "HEAD").write_bytes(b"main")
    assert told() == first and len(runs) == 1
    CHANGES[name](game)
    now = told()
    assert len(runs) == 2 and now == (runs[-1].problems, runs[-1].told)
    assert told() == now and len(runs) == 2, "Problems come back as they were told"
