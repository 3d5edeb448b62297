"""Which command writes where: the manual's table, held against what every command leaves behind."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.shared.game_folders import ROOT
from tests.shared.games_made import change, starter_game

TABLE = (ROOT / "docs" / "limits.md").read_text("utf-8").partition("## Which command writes where")[2]
ROWS: Mapping[str, tuple[set[str], set[str]]] = {
    command: (set(re.findall("`(.+?)`", inside)), set(re.findall("`(.+?)`", own)))
    for command, inside, own in re.findall(
        r"^\| `(.+?)` \| (.*?) \| (.*?) \| .*? \|$", TABLE.partition("\n## ")[0], re.MULTILINE
    )
}
PLAYED = ("replay", "sample-game", "balance", "sample-game --repair --write")
"""What needs a game whose rules are known."""
LINES = {
    "export": "export png",
    "calibrate --save": "calibrate --save Laser --dx 1",
    "profile --save": "profile --save Draft --paper a4",
    "rename": "rename Lake Sea",
    "sample-game": "sample-game --seed 1 --out ../out.txt",
    "balance": "balance --games 1 --html ../out.html",
    "diff": "diff --html ../out.html --pdf ../out.pdf",
    "publish": "publish --target png",
    "new": "new Other",
    "build": "build --paper a4",
    "preflight": "preflight home",
}
"""What is typed, where the command alone does not do it."""
NEEDS = {"printed": "build", "diff": "build", "reprint": "build", "preflight": "build"}


def run(folder: Path, line: str) -> int:
    """Run a command in its folder, with a home, a pnp folder and temporary files of its own."""
    around = folder.parent
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PNP_HOME": str(around / "own")}
    environment |= {"HOME": str(around / "home"), "TMPDIR": str(around / "temporary")}
    command = [sys.executable, "-m", "generator", *line.split()]
    if line not in ("preview", "play"):
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True).returncode
    shown = [*command, "--no-open"]
    with subprocess.Popen(shown, cwd=folder, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdout.readline()
        process.send_signal(signal.SIGINT)
        return process.wait(60)


def test_every_command_has_its_row() -> None:
    usage = subprocess.run(
        [sys.executable, "-m", "generator", "--help"], cwd=ROOT, capture_output=True, text=True
    ).stdout
    commands = set(re.findall(r"^  ([a-z-]+) {2,}[A-Z]", usage, re.MULTILINE))
    assert len(commands) >= 17 and commands == {command.partition(" ")[0] for command in ROWS}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a home and temporary files as POSIX names them")
@pytest.mark.parametrize("command", ROWS)
def test_a_command_writes_where_its_row_says_and_nowhere_else(tmp_path: Path, command: str) -> None:
    game = tmp_path / "game"
    if command in PLAYED:
        shutil.copytree(ROOT, game, ignore=lambda folder, _: [] if Path(folder) != ROOT else _others())
    else:
        starter_game(game)
    for name in ("own", "home", "temporary"):
        (tmp_path / name).mkdir()
    if command in NEEDS:
        assert run(game, f"{NEEDS[command]} --no-cache") == 0
    if command in ("diff", "reprint"):
        assert run(game, "printed") == 0
        change(game, "Tiles!C2", "2S")
    if command == "sample-game --repair --write":
        change(game, "Patterns!C8", "5S")  # Nest, which the sample game loads
    if command == "dress":
        undress(game)
    if command == "illustrate":
        drawn(game)
    if command == "check --annotate":
        change(game, "Tiles!B3", "Desert")
    shutil.rmtree(tmp_path / "own")
    before = everything(tmp_path)
    run(game, LINES.get(command, command))
    now = everything(tmp_path)
    changed = {path for path in {*now, *before} if now.get(path) != before.get(path)}
    inside, own = ROWS[command]
    allowed = {f"game/{name}" for name in inside} | {f"own/{name}" for name in own}
    allowed |= {"game/Other"} if command == "new" else set()
    allowed |= {"out.txt", "out.html", "out.pdf"} & set(LINES.get(command, "").replace("../", "").split())
    stray = {
        path for path in changed if not any(path == one or path.startswith(f"{one}/") for one in allowed)
    }
    assert stray == set()
    wrote = any(path.startswith("game/") for path in changed)
    assert not inside or command in ("preview", "play") or wrote, "it wrote"


def everything(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, hidden ones too."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def drawn(game: Path) -> None:
    """Put a drawing into a game, with the style that it is cut by."""
    (game / "art").mkdir(exist_ok=True)
    (game / "art/style.toml").write_text('[inks]\nkey = "#000000"\n', "utf-8")
    square = '<rect data-role="ground" width="9" height="9"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{square}</svg>'
    (game / "art/forest.svg").write_text(svg, "utf-8")


def undress(game: Path) -> None:
    """Take the drop-downs out of a workbook."""
    book = load_workbook(game / "card_data.xlsx")
    for sheet in book:
        sheet.data_validations.dataValidation = []
    book.save(game / "card_data.xlsx")


def _others() -> list[str]:
    """What of the repository is no part of the game at its top."""
    kept = {"card_data.xlsx", "templates", "icons", "fonts", "art"}
    return [path.name for path in ROOT.iterdir() if path.name not in kept]
