"""From a saved workbook to the new picture of one card, beside `pnp build` of that card."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from openpyxl import load_workbook

ROOT = Path(__file__).parents[1]
SHEET, CELL, TITLE = "Patterns", "E3", "Skin"
TIMES = 7
PATIENCE_S = 120.0


def preview(_: int) -> dict[str, float]:
    """Seconds on the clock: a save to its picture, the least and the middle one, and a build to its PDF."""
    with tempfile.TemporaryDirectory() as folder:
        game, env = Path(folder) / "game", {**os.environ, "PNP_HOME": str(Path(folder) / "home")}
        game.mkdir()
        for name in ("card_data.xlsx", "templates", "icons"):
            source = ROOT / name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, game / name)
        edited = [_edited(game, number) for number in range(TIMES)]
        took = _followed(game, env, edited)
        build = [*(sys.executable, "-m", "generator", "build", SHEET, "--game", str(game))]
        built = []
        for content in edited[:2]:
            _save(game, content)
            start = time.perf_counter()
            subprocess.run(build, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, check=True)
            built.append(time.perf_counter() - start)
        return {"least": min(took), "middle": sorted(took)[len(took) // 2], "build": min(built)}


def report() -> None:
    """Print it."""
    command = [sys.executable, "-m", "benchmarks", "--case", "preview"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    told = json.loads(done.stdout)
    print("From a saved workbook to the new picture of one changed card in the preview, on the clock")
    print(
        f"  {told['middle'] * 1000:5.0f} ms (the quickest {told['least'] * 1000:.0f} ms), "
        f"{told['middle'] / told['build']:.0%} of pnp build {SHEET} after the same edit, "
        f"which takes {told['build']:.2f} s\n",
        flush=True,
    )


def _edited(game: Path, number: int) -> bytes:
    """The workbook with another text in one cell."""
    book = load_workbook(game / "card_data.xlsx")
    book[SHEET][CELL] = f"Touch came before all else, {number}."
    with tempfile.TemporaryDirectory() as folder:
        book.save(Path(folder) / "card_data.xlsx")
        return (Path(folder) / "card_data.xlsx").read_bytes()


def _save(game: Path, content: bytes) -> None:
    (game / "save.tmp").write_bytes(content)
    (game / "save.tmp").replace(game / "card_data.xlsx")


def _followed(game: Path, env: dict[str, str], edited: list[bytes]) -> list[float]:
    command = [sys.executable, "-m", "generator", "preview", "--no-open", "--game", str(game)]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as run:
        try:
            assert run.stdout is not None
            address = re.search(r":(\d+)/", run.stdout.readline())
            assert address is not None
            port = int(address[1])
            end = time.monotonic() + PATIENCE_S
            while json.loads(_get(port, "/api/state"))["status"] != "ready" and time.monotonic() < end:
                time.sleep(0.1)
            time.sleep(2)  # the rest of the first round, such as booklets
            news = _news(port)
            took = []
            for content in edited:
                start = time.perf_counter()
                _save(game, content)
                told = next(data for event, data in news if event == "piece")
                assert _get(port, f"/picture/{told['front']}.png?dpi=96").startswith(b"\x89PNG")
                took.append(time.perf_counter() - start)
                next(data for event, data in news if event == "state")
                time.sleep(1.5)
            return took
        finally:
            run.send_signal(signal.SIGINT)


def _get(port: int, path: str) -> bytes:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("GET", path)
    return connection.getresponse().read()


def _news(port: int) -> Iterator[tuple[str, dict[str, str]]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("GET", "/events")
    reply, event = connection.getresponse(), ""
    for raw in reply:
        line = raw.decode().strip()
        if line.startswith("event: "):
            event = line[7:]
        elif line.startswith("data: "):
            yield event, json.loads(line[6:])
