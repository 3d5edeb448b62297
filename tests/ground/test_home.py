"""The user's own pnp folder: who can read its key, and that no home is made where there is none."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from generator.ground.home import own_key
from generator.ground.problems import Failed
from generator.sheets.printers.toml_tables import NamedTables
from tests.shared.games_made import starter_game

ROOT = Path(__file__).parents[2]
POSIX = pytest.mark.skipif(os.name == "nt", reason="rights and homes as POSIX has them")


@pytest.fixture(autouse=True)
def usual_mask() -> object:
    before = os.umask(0o022)
    yield
    os.umask(before)


@POSIX
def test_the_key_is_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PNP_HOME", str(tmp_path / "own"))
    key, path = own_key(), tmp_path / "own" / "key"
    assert key is not None and stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    assert own_key() == key and stat.S_IMODE(path.stat().st_mode) == 0o600


@POSIX
@pytest.mark.parametrize("home", ["/dev/null", "{tmp}/nowhere", ""])
def test_a_game_is_built_without_a_home_and_none_is_made(tmp_path: Path, home: str) -> None:
    game = starter_game(tmp_path / "game")
    own = {name: value for name, value in os.environ.items() if name not in ("PNP_HOME", "XDG_DATA_HOME")}
    environment = {**own, "HOME": home.format(tmp=tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "generator", "build", "--paper", "a4"],
        cwd=game,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, ""), done
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


@POSIX
def test_what_is_to_be_kept_without_a_home_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PNP_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    with pytest.raises(Failed) as failed:
        NamedTables("printers.toml", "printer", "", "").keep("My printer", {"dx": 1})
    (problem,) = failed.value.problems
    assert problem.what == "This cannot be written: this user has no home folder."
    assert "PNP_HOME names another one" in problem.mend and not (tmp_path / "nowhere").exists()


@POSIX
def test_reportlab_runs_nothing_of_the_home_folder(tmp_path: Path) -> None:
    for name in (".reportlab_mods", ".reportlab_settings"):
        (tmp_path / name).write_text(f"raise SystemExit('{name} was run')")
    program = "import generator.svg.pdf, reportlab.rl_config"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
