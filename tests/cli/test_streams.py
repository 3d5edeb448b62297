"""Standard output that is closed, full or read no further, and paths that are no game folder."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator import cli
from tests.shared.games_made import change, starter_game
from tests.shared.house import modules

unix = pytest.mark.skipif(os.name == "nt", reason="these streams are those of Unix")
FULL = Path("/dev/full")


def _pnp(words: str, game: Path, redirected: str, *, buffered: bool = True) -> tuple[int, str]:
    """Run `pnp` in a shell with its streams redirected; its exit code, and what it says on standard error."""
    known = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    if not buffered:
        known["PYTHONUNBUFFERED"] = "1"
    line = f'"{sys.executable}" -m generator {words} --game "{game}" {redirected}'
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=known, check=False)
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a fault, so that `check` has something to say."""
    made = starter_game(tmp_path_factory.mktemp("streams") / "game")
    change(made, "Tiles!C10", "3 Gold")
    return made


@unix
@pytest.mark.parametrize("words", ["dump", "check --json", "dump --limits off", "check --help"])
@pytest.mark.parametrize("redirected", ["| true", ">&-", ">&- 2>&-", "<&- >&- 2>&-", "2>&1 | true"])
def test_nobody_reads_what_is_printed(words: str, redirected: str, game: Path) -> None:
    assert _pnp(words, game, redirected)[1] == ""


@unix
@pytest.mark.skipif(not FULL.exists(), reason="no device here is always full")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("words", ["dump", "check --json", "dump --limits off"])
def test_a_device_that_is_full(words: str, buffered: bool, game: Path) -> None:
    code, said = _pnp(words, game, f"> {FULL}", buffered=buffered)
    assert code == 1
    assert "The disk is full." in said and "unexpected" not in said and "Exception" not in said
    for both in (f"> {FULL} 2>&1", f"2> {FULL}"):
        code, said = _pnp(words, game, both, buffered=buffered)
        assert said == ""


@unix
def test_a_file_does_not_get_the_number_of_a_closed_stream(game: Path) -> None:
    """Otherwise what is printed would be written into the first file that is opened."""
    before = (game / "card_data.xlsx").read_bytes()
    assert _pnp("check", game, ">&- 2>&-") == (1, "")
    assert (game / "card_data.xlsx").read_bytes() == before


# ---------------------------------------------------------------- paths


@pytest.mark.parametrize("command", ["check", "dump", "build", "dress", "replay", "sample-game", "new other"])
@pytest.mark.parametrize("kind", ["file", "below a file", "device", "long", "NUL"])
def test_a_game_that_is_no_folder(
    command: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    folder = {
        "file": str(tmp_path / "file"),
        "below a file": str(tmp_path / "file" / "game"),
        "device": os.devnull,
        "long": "x" * 5000,
        "NUL": "a\0b",
    }[kind]
    assert cli.main([*command.split(), "--game", folder]) in {1, 2}
    told = capsys.readouterr()
    said = told.out + told.err
    assert said and "unexpected" not in said and "Traceback" not in said
    assert max(map(len, said.splitlines())) < 400


def test_a_folder_without_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody but root may look into it; the system's refusal is played here, so that root can test it."""
    (tmp_path / "locked").mkdir()
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert cli.main(["check", "--game", str(tmp_path / "locked")]) == 1
    assert "This folder cannot be looked into." in capsys.readouterr().out


# ---------------------------------------------------------------- no memory


def test_every_broad_except_lets_memory_errors_pass() -> None:
    """`except Exception` would tell of a broken file where memory ran out; the fence names the unit."""
    for path, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Try):
                caught = [ast.unparse(handler.type) if handler.type else "" for handler in node.handlers]
                broad = [at for at, kind in enumerate(caught) if kind in {"Exception", ""}]
                for at in broad:
                    assert any("MemoryError" in kind for kind in caught[:at]), f"{path}:{node.lineno}"
