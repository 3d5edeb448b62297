"""What the fence costs: a whole small build as a command, behind it and without it, in turns."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

TURNS = 5


def report() -> None:
    with tempfile.TemporaryDirectory() as folder:
        run(["new", "Tiles", "--game", folder])
        game = ["--game", str(Path(folder) / "Tiles")]
        taken: dict[str, list[float]] = {"on": [], "off": []}
        for _ in range(TURNS):
            for limits, seconds in taken.items():
                seconds.append(run(["build", *game, "--limits", limits]))
    on, off = min(taken["on"]), min(taken["off"])
    print(f"The starter game as a command, seconds on the clock: {off:.2f} without the fence")
    print(f"  behind it {on:.2f}, that is {on - off:+.3f} s or {on / off:.2f} times\n")


def run(arguments: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "generator", *arguments],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - start
