"""What was measured, as rows of one table; and the processor's time of commands."""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Measure:
    """One row: an amount, what it is compared with, and the bound of the ratio or of the amount itself."""

    subject: str
    amount: float
    unit: str
    beside: float | None = None
    """The amount that it is compared with; None if the bound is one of the amount."""
    most: float | None = None
    least: float | None = None

    @property
    def ratio(self) -> float:
        """What the bound is about."""
        return self.amount if self.beside is None else self.amount / self.beside

    @property
    def holds(self) -> bool | None:
        """Whether the bound holds; None if there is none."""
        if self.most is None and self.least is None:
            return None
        return (self.most is None or self.ratio <= self.most) and (
            self.least is None or self.ratio >= self.least
        )

    def cells(self) -> tuple[str, ...]:
        """The row as texts."""
        beside = f"{self.beside:,.2f} {self.unit}" if self.beside is not None else ""
        ratio = f"{self.ratio:.3f}" if self.beside is not None else ""
        bound = f"≤ {self.most:,.4g}" if self.most is not None else ""
        bound = f"≥ {self.least:,.4g}" if self.least is not None else bound
        verdict = {True: "yes", False: "no", None: ""}[self.holds]
        return self.subject, f"{self.amount:,.2f} {self.unit}".strip(), beside, ratio, bound, verdict


HEAD = ("What", "Ours", "Beside", "Ratio", "Bound", "Holds")


def table(measures: Iterable[Measure], left_out: Mapping[str, str]) -> str:
    """The rows as a table of Markdown, with the parts that could not be measured."""
    rows = [HEAD, *(measure.cells() for measure in measures)]
    rows += [(part, "left out", reason, "", "", "no") for part, reason in left_out.items()]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    return "\n".join([lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]])


def machine() -> str:
    """The processor, its cores, memory, system and Python."""
    model, memory = platform.processor() or platform.machine(), ""
    cpuinfo, meminfo = Path("/proc/cpuinfo"), Path("/proc/meminfo")
    if cpuinfo.exists():
        names = [line.partition(":")[2] for line in cpuinfo.read_text().splitlines() if "model name" in line]
        model = names[0].strip() if names else model
    if meminfo.exists():
        memory = f", {int(meminfo.read_text().split()[1]) / 1e6:.0f} GB"
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{model}, {cores} cores{memory}, {platform.system()}, Python {platform.python_version()}"


def clean_environment() -> dict[str, str]:
    """The environment without what would keep Python from keeping its compiled modules."""
    return {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}


def processors(*, own: bool = False) -> float:
    """Seconds of all processors that ended processes of ours have taken; and of this one, if `own`."""
    who = [resource.RUSAGE_CHILDREN, *([resource.RUSAGE_SELF] if own else [])]
    return sum(usage.ru_utime + usage.ru_stime for usage in map(resource.getrusage, who))


def command_cpu(root: Path, game: Path, home: Path, *words: str) -> float:
    """Seconds of the processor of one command of the code in a folder, with its start."""
    before = processors()
    subprocess.run(
        [str(root / ".venv/bin/python"), "-m", "generator", *words, "--game", str(game)],
        cwd=root,
        env={**clean_environment(), "PNP_HOME": str(home)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return processors() - before


def module_output(module: str, arguments: Sequence[str]) -> bytes:
    """What a module of the benchmarks prints, as a process of its own."""
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=clean_environment(), stdout=subprocess.PIPE, check=True
    ).stdout


def peak_mb(*, helpers: bool = False) -> float:
    """Of this process; or of the largest of those that worked for it, what both share counted for each."""
    who = resource.RUSAGE_CHILDREN if helpers else resource.RUSAGE_SELF
    return resource.getrusage(who).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)
