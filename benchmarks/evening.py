"""What a designer does in an evening, as parts of the cold build of an older state of this program.

That state lies in a worktree of its own, with an environment of its own, and takes turns with ours. Each
command is a process with its start; what was known before a change is the same for each.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from benchmarks.measures import ROOT, Measure, clean_environment, command_cpu

BASELINE = "486e9de"
TWEAKS: Mapping[str, tuple[str, str, str | int]] = MappingProxyType(
    {
        "a Pattern’s flavour": ("Patterns", "E3", "Touch came before all else."),
        "a Pattern that the rulebook shows": ("Patterns", "E2", "Keep the tide out."),
        "an Event’s flavour": ("Events", "D2", "The wells speak."),
        "copies of a component": ("Components", "H3", 2),
        "a number in Rules": ("Rules", "B13", 1),
        "a narration in Sample Game": ("Sample Game", "H3", "They look at the sea."),
    }
)
"""One changed cell each: sheet, cell, and its new value, or what is added to its number."""


@contextmanager
def worktree(folder: Path | None = None) -> Iterator[Path]:
    """The files of the older state; `folder` is one where they lie already."""
    if folder is not None:
        yield folder
        return
    with tempfile.TemporaryDirectory() as around:
        place, work = Path(around) / "baseline", ["git", "worktree"]
        subprocess.run([*work, "add", "--quiet", "--detach", str(place), BASELINE], cwd=ROOT, check=True)
        try:
            yield place
        finally:
            subprocess.run([*work, "remove", "--force", str(place)], cwd=ROOT, check=True)


@contextmanager
def baseline(folder: Path | None = None) -> Iterator[Path]:
    """The older state with its environment; `folder` is one where it is set up already."""
    with worktree(folder) as place:
        if folder is None:
            subprocess.run([sys.executable, "-m", "venv", ".venv"], cwd=place, check=True)
            install = [".venv/bin/python", "-m", "pip", "install", "--quiet", "--editable", "."]
            install += ["--constraint", ".ci/constraints.txt"]
            subprocess.run(install, cwd=place, env=clean_environment(), check=True)
        yield place


def game_of(root: Path, game: Path) -> Path:
    """A folder with the game of a state, and nothing made of it."""
    game.mkdir(parents=True)
    for name in ("card_data.xlsx", "templates", "icons", "art"):
        if (root / name).exists():
            (shutil.copytree if (root / name).is_dir() else shutil.copy)(root / name, game / name)
    return game


def set_cell(game: Path, sheet: str, cell: str, change: str | int) -> None:
    """Save the workbook with another value in a cell."""
    from openpyxl import load_workbook

    book = load_workbook(game / "card_data.xlsx")
    old = book[sheet][cell].value
    book[sheet][cell] = old + change if isinstance(old, int) and isinstance(change, int) else change
    book.save(game / "card_data.xlsx")


def measures(turns: int, older: Path | None = None) -> Iterator[Measure]:
    """Cold build, publishing, and check and build after each of the tweaks."""
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    with baseline(older) as before:
        for number in range(turns):
            with tempfile.TemporaryDirectory() as folder:
                for name, cpu in _turn(before, Path(folder), publishes=number == 0):
                    seconds[name].append(cpu)
    cold = min(seconds.pop("baseline"))
    for name, times in seconds.items():
        yield Measure(name, min(times), "s", cold, most=_bound(name))


def _bound(name: str) -> float:
    if name in _BOUNDS:
        return _BOUNDS[name]
    return 1 / 10 if name.startswith("check") else 1 / 8


_BOUNDS = {"cold build": 0.6, "publish, nothing known": 2.0, "check, nothing changed": 1 / 15}


def _turn(before: Path, folder: Path, *, publishes: bool) -> Iterator[tuple[str, float]]:
    """Seconds of each command; publishing takes longest, and need not be in every turn."""
    older = game_of(before, folder / "older")
    yield "baseline", command_cpu(before, older, folder / "home", "build", "--no-cache")
    game, home, warm = game_of(ROOT, folder / "game"), folder / "own", folder / "warm"
    yield "cold build", command_cpu(ROOT, game, home, "build", "--no-cache")
    if publishes:
        yield "publish, nothing known", command_cpu(ROOT, game, home, "publish")
    shutil.rmtree(home, ignore_errors=True)
    for word in ("build", "check"):
        command_cpu(ROOT, game, warm, word)
    yield "check, nothing changed", command_cpu(ROOT, game, warm, "check")
    yield "build, nothing changed", command_cpu(ROOT, game, warm, "build")
    for name, tweak in TWEAKS.items():
        set_cell(game, *tweak)
        for word in ("check", "build"):
            shutil.copytree(warm, home)
            yield f"{word}: {name}", command_cpu(ROOT, game, home, word)
            shutil.rmtree(home)
        shutil.copy(ROOT / "card_data.xlsx", game)
