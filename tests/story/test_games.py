"""Games beside the one at the root: found, held against their goldens, checked and built."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared.game_folders import (
    ROOT,
    components_of,
    copy_of,
    faces_of,
    game_folders,
    golden_of,
    icons_of,
    name_of,
)
from tests.shared.games_made import STARTER, change, starter_game
from tests.shared.svg_pictures import check_svg


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository with its Makefile and a folder for games, and a `pnp` that is this one."""
    (tmp_path / "games").mkdir()
    shutil.copy(ROOT / "games" / "README.md", tmp_path / "games")
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "pnp").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m generator "$@"\n')
    (tmp_path / "bin" / "pnp").chmod(0o755)
    return tmp_path


def make_games(clone: Path) -> subprocess.CompletedProcess[str]:
    """`make games` where everything is set up already."""
    command = ["make", "-o", ".venv/.ready", "games", "BIN=bin"]
    return subprocess.run(
        command, cwd=clone, env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(clone)},
        capture_output=True, encoding="utf-8",
    )  # fmt: skip


def test_the_root_is_a_game_and_so_is_every_folder_with_a_workbook(clone: Path) -> None:
    assert game_folders(clone) == [clone]
    (clone / "games" / "notes").mkdir()
    for name in ("two", "one"):
        starter_game(clone / "games" / name)
    assert game_folders(clone) == [clone, clone / "games" / "one", clone / "games" / "two"]
    assert game_folders()[0] == ROOT and name_of(ROOT) == "root"
    assert golden_of(ROOT).name == "card_data.txt" and golden_of(clone / "games" / "one").name == "one.txt"


def test_a_game_of_that_folder_is_drawn_like_the_root(clone: Path) -> None:
    game = starter_game(clone / "games" / "one")
    assert components_of(game) == ["Tiles", "Tokens"]
    for name in components_of(game):
        made = list(faces_of(game, name))
        assert len(made) >= 3
        assert [problems for _, problems in made if problems] == []
        assert all(face is not None and check_svg(face) == () for face, _ in made)
    assert [path.stem for path in icons_of(game)] == ["leaf", "sun", "water"]
    assert {path.name for path in copy_of(game, clone / "copied").iterdir()} >= {"card_data.xlsx", "icons"}
    assert "output" not in {path.name for path in (clone / "copied").iterdir()}
    assert STARTER.is_dir()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_make_games_builds_none_one_and_the_one_behind_a_broken_one(clone: Path) -> None:
    none = make_games(clone)
    assert (none.returncode, none.stderr) == (0, "")
    starter_game(clone / "games" / "sound")
    assert make_games(clone).returncode == 0
    for paper in ("A4", "Letter"):
        assert list((clone / "games" / "sound" / "output" / paper).glob("*.pdf"))
    shutil.rmtree(clone / "games" / "sound" / "output")
    change(starter_game(clone / "games" / "broken"), "Components!C2", "nothing.svg")
    said = make_games(clone)
    assert said.returncode != 0 and "templates/nothing.svg" in said.stdout + said.stderr
    assert list((clone / "games" / "sound" / "output" / "A4").glob("*.pdf"))
