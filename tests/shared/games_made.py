"""A small game folder for tests that build: the starter that `pnp new` makes."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from generator.ground.cache import Cache, open_cache

STARTER = Path(__file__).parents[2] / "generator" / "data" / "starter"


@cache
def usual_cache() -> Cache:
    """The cache of this process's own pnp folder, as who checks again and again has it."""
    return open_cache(STARTER)


def starter_game(folder: Path) -> Path:
    """A copy of the starter game."""
    shutil.copytree(STARTER, folder)
    return folder


def change(game: Path, cell: str, value: Any) -> None:
    """Write one cell of the game's workbook, such as `Tiles!A2`."""
    sheet, _, place = cell.partition("!")
    book = load_workbook(game / "card_data.xlsx")
    book[sheet][place] = value
    book.save(game / "card_data.xlsx")


def files(folder: Path) -> dict[str, bytes]:
    """Everything under a folder, without what is hidden."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }
