"""`python -m benchmarks.calls`: how many functions of our own the build of one card calls, and how deep.

One card of this game on one paper, in one process, with nothing known from before. No clock is read: the
numbers are the same on every machine. Below them stand the functions that are called most.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

from benchmarks.measures import ROOT, Measure
from generator.ground.project import Project
from generator.sheets.sheet import A4
from generator.story import BuildOptions, build

MOST_CALLS, MOST_DEPTH = 560_000, 25
_OWN = f"{ROOT / 'generator'}/"
_NO_GAME = (".*", "generator", "tests", "docs", "games", "benchmarks", "output")
_SHOWN = 30


class _Calls:
    """The calls of our own functions, room by room and each, and the deepest stack of them."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.depth = self.deepest = 0

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event not in ("call", "return") or not frame.f_code.co_filename.startswith(_OWN):
            return
        self.depth += 1 if event == "call" else -1
        self.deepest = max(self.deepest, self.depth)
        if event == "call":
            self.count[f"{frame.f_code.co_filename[len(_OWN) :]}: {frame.f_code.co_qualname}"] += 1


def counted() -> _Calls:
    """Build in a copy of the game, once for what is imported on the way and once to count."""
    options = BuildOptions(components=("Patterns",), only=("Shell",), papers=(A4,))
    calls = _Calls()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*_NO_GAME))
        build(Project(Path(folder)), options)
        sys.setprofile(calls)
        try:
            build(Project(Path(folder)), options)
        finally:
            sys.setprofile(None)
    return calls


def measures() -> Iterator[Measure]:
    """Calls and depth."""
    calls = counted()
    yield Measure(
        "one card, calls of our own, thousands", calls.count.total() / 1000, "", most=MOST_CALLS / 1000
    )
    yield Measure("one card, depth of our own", calls.deepest, "", most=MOST_DEPTH)


def main() -> None:
    """Print both, and the functions that are called most."""
    calls = counted()
    print(f"{calls.count.total():,} calls of our own, {calls.deepest} deep")
    for name, count in calls.count.most_common(_SHOWN):
        print(f"{count:8,} {name}")


if __name__ == "__main__":
    main()
