"""`pnp build --watch`: a save is a build, a failed one changes nothing, and Ctrl-C leaves nothing behind."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.cli import main
from generator.cli import watch as cli_watch
from generator.cli.watch import watched
from generator.ground.problems import INTERRUPTED, OK, PROBLEMS
from generator.ground.project import SHELF
from tests.shared.games_made import change

POSIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="signals as a terminal sends them")
LONGEST_S = 60.0


class Terminal:
    """A running `pnp build --watch` and what it prints, on both streams, line by line."""

    def __init__(self, game: Path) -> None:
        words = ["build", "--watch", "--paper", "a4", "--game", str(game)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "generator", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def until(self, pattern: str) -> list[str]:
        """The lines up to the first one that matches."""
        found: list[str] = []
        while not found or not re.search(pattern, found[-1]):
            found.append(self.lines.get(timeout=LONGEST_S))
        return found

    def idle(self) -> None:
        """Wait until no worker is left, which may have said its last word and be there still."""
        while True:
            listed = subprocess.run(["ps", "-A", "-o", "pgid="], capture_output=True, text=True).stdout
            if listed.split().count(str(self.process.pid)) <= 1:
                return

    def interrupt(self) -> int:
        """What Ctrl-C does: the signal goes to all processes of the terminal."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(LONGEST_S)


@pytest.fixture
def terminal(game: Path) -> Iterator[Terminal]:
    made = Terminal(game)
    yield made
    if made.process.poll() is None:
        os.killpg(made.process.pid, signal.SIGKILL)
    made.process.wait(LONGEST_S)


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """Date and number of every PDF: a file that was replaced has another number."""
    return {path.name: (path.stat().st_mtime_ns, path.stat().st_ino) for path in folder.rglob("*.pdf")}


@POSIX
def test_from_save_to_save(terminal: Terminal, game: Path) -> None:
    first = terminal.until("Waiting for the next save")
    made = r"New: .* \((\d+) of \1 files in (.*), [\d.]+ s\)\."
    assert (told := re.fullmatch(made, first[-2])) and told[2] == str(game / "output")
    before = stamps(game / "output")

    (game / "icons" / "unused.svg").write_bytes((SHELF / "icons" / "sun.svg").read_bytes())
    said = terminal.until(r"\d s\)\.$")
    assert re.fullmatch(r"\d\d:\d\d:\d\d  Saved: icons/unused\.svg\.", said[1])
    assert said[-1].startswith(f"Nothing on paper is new; {len(before)} files in ")
    assert stamps(game / "output") == before

    change(game, "Tiles!D10", "+1W")
    said = terminal.until(r"\d s\)\.$")
    assert re.fullmatch(r"\d\d:\d\d:\d\d  Saved: card_data\.xlsx\.", said[1])
    after = stamps(game / "output")
    new = {name for name in after if after[name] != before[name]}
    assert new and all("Tiles" in name for name in new)
    assert said[-1].startswith(f"New: Land tiles ({len(new)} of {len(before)} files in ")

    change(game, "Tiles!C10", "3 Gold")
    said = terminal.until("^Nothing was printed")
    assert said[-1] == "Nothing was printed. What was made before is as it was."
    assert stamps(game / "output") == after

    terminal.idle()
    assert terminal.interrupt() == OK
    assert terminal.until("No longer")[-1] == "No longer waiting."
    assert not list((game / "output").glob(".building*"))


@POSIX
def test_a_build_that_is_interrupted_ends_the_watching_too(terminal: Terminal, game: Path) -> None:
    while not list((game / "output").glob(".building*")):  # now it is at work
        assert terminal.process.poll() is None
    assert terminal.interrupt() == INTERRUPTED
    assert terminal.until("Stopped")[-1] == "Stopped. What was made before is as it was."
    assert not list((game / "output").glob(".building*"))


def test_what_a_build_ended_with_decides_whether_there_is_a_next_one(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli_watch, "_import_all", lambda: None)
    codes = [OK, PROBLEMS, 128 + signal.SIGTERM]

    def once(_interrupted: object) -> int:
        icon = game / "icons" / f"{len(codes)}.svg"
        threading.Timer(0.1, lambda: icon.write_text("<svg/>")).start()
        return codes.pop(0)

    assert watched(game, once) == 128 + signal.SIGTERM
    assert codes == []
    assert re.findall(r"Saved: (.*)\.\n", capsys.readouterr().out) == ["icons/3.svg", "icons/2.svg"]


def test_an_interruption_that_comes_too_late_for_a_build_is_heard(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def once(interrupted: Callable[[], object]) -> int:
        interrupted()
        return PROBLEMS

    assert watched(game, once) == OK
    assert capsys.readouterr() == ("", "\nNo longer waiting.\n")


def test_a_folder_that_is_not_there_is_not_waited_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "--watch", "--game", str(tmp_path / "none")]) == PROBLEMS
    assert "There is no such folder." in capsys.readouterr().err
