"""A deck of rules text by this package and by typst, each a process of its own from its source to one PDF.

Both make one page a card. Ours reads and checks the workbook first; neither lays out sheets.

Where our time goes is told by a turn of its own, since watching costs time too. Each part is without those
that it calls: *template* is Jinja2 with the functions that it calls and its sandbox, *fitting* measures and
breaks text, *parse*, *check* and *paint* are SVG read, held against the subset, and turned into operators,
*contrast* looks at what lies under texts and icons, *pdf* packs streams and fonts; *rest* is the start, the
workbook and what lies between.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import text_deck

TURNS = 5
LOOK_FOR = {"cpu": "s of CPU", "wall": "s on the clock", "bytes": "MB of PDF", "peak_mb": "MB of memory"}
AIMS = {"cpu": 2.5, "wall": 2.0, "bytes": 0.2}

Told = dict[str, float]


def report(*, counts: tuple[int, ...], turns: int = TURNS) -> None:
    """Print what both take, in turns, so that what else the machine does strikes both."""
    print("A deck of rules text, one page a card, beside typst: processor, clock, bytes, memory")
    if importlib.util.find_spec("typst") is None:
        print("  SKIPPED: typst is not installed. python -m pip install typst brings it.\n")
        return
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            text_deck.write(Path(folder) / "deck", count)
            told: dict[str, list[Told]] = {"ours": [], "typst": []}
            for _ in range(turns if count <= 1000 else 1):
                for who, runs in told.items():
                    runs.append(run(who, Path(folder) / "deck"))
            unfitted = [run("unfitted", Path(folder) / "deck") for _ in told["typst"]]
            parts = run("watched", Path(folder) / "deck")
        _print(count, told["ours"], told["typst"])
        least = min(each["cpu"] for each in unfitted)
        ratio = min(each["cpu"] for each in told["ours"]) / least
        print(f"    typst that fits no text: {least:.2f} s of CPU, ratio {ratio:.2f}")
        _print_parts(count, parts)
    print()


def _print(count: int, ours: list[Told], theirs: list[Told]) -> None:
    print(f"  {count:,} cards, the least and the median of {len(ours)} turns")
    for key, unit in LOOK_FOR.items():
        scale = 1e6 if key == "bytes" else 1.0
        mine, other = ([each[key] / scale for each in runs] for runs in (ours, theirs))
        pairs = median(a / b for a, b in zip(mine, other, strict=True))
        aim = f", to reach {AIMS[key]:g}" if key in AIMS else ""
        print(
            f"    {unit:<15} ours {min(mine):8.2f} {median(mine):8.2f}   typst {min(other):8.2f} "
            f"{median(other):8.2f}   ratio {min(mine) / min(other):5.2f}, of pairs {pairs:.2f}{aim}"
        )


def _print_parts(count: int, told: Told) -> None:
    parts = sorted((part for part in told if part in PARTS), key=lambda part: -told[part])
    shown = (f"{part} {told[part] / count * 1000:.2f} ({told[part] / told['cpu']:.0%})" for part in parts)
    print("    ours, ms a card " + ", ".join(shown), flush=True)


def run(who: str, folder: Path) -> Told:
    """One turn of one of both, as a process of its own."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "benchmarks.typeset", who, str(folder)]
    root = Path(__file__).parents[1]
    done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, text=True, check=True)
    return {**json.loads(done.stdout), "wall": time.perf_counter() - start}


def _ours(folder: Path) -> Told:
    from generator.checks.checked import look_through, read
    from generator.ground.helper import usable_cores
    from generator.ground.problems import has_errors
    from generator.ground.project import Project
    from generator.press.ahead import going_ahead
    from generator.press.choosing import choose
    from generator.story import draw_jobs, open_workshop

    started = time.process_time()
    project = Project(folder)
    checked = look_through(project, *read(project))
    assert not has_errors(checked.problems), checked.problems
    read_in = time.process_time()
    jobs, workshop = choose(checked.book), open_workshop(checked)
    with going_ahead(workshop, jobs, cores=usable_cores(), faulty={}) as ahead:
        drawn = draw_jobs(checked, jobs, workshop, ahead=ahead)
    assert not drawn.problems, drawn.problems[0]
    (deck,) = drawn.decks
    (folder / "ours.pdf").write_bytes(deck.designs)
    faces_s = time.process_time() + helpers_cpu() - read_in
    return {
        "bytes": len(deck.designs),
        "started": started,
        "checked": read_in - started,
        "faces": faces_s,
    }


PARTS = ("template", "fitting", "parse", "check", "paint", "contrast", "pdf", "rest")


def _watched(folder: Path) -> Told:
    """Our turn, with a watch in front of each part."""
    from generator.faces import inspected, maker
    from generator.svg import designs, looking, pdf
    from generator.text import fitting

    watch = _Watch()
    for part, home, name in (
        ("template", maker.FaceMaker, "render"),
        ("fitting", fitting.Typesetter, "line"),
        ("fitting", fitting.Typesetter, "box"),
        ("parse", maker, "parse"),
        ("parse", inspected, "parse"),
        ("parse", designs, "parse"),
        ("check", designs, "check_tree"),
        ("paint", designs, "paint"),
        ("contrast", looking.Looker, "text"),
        ("contrast", looking.Looker, "icon"),
        ("pdf", pdf.Pdf, "form"),
        ("pdf", pdf.Pdf, "page"),
        ("pdf", pdf.Pdf, "save"),
    ):
        setattr(home, name, watch.on(part, getattr(home, name)))
    told = _ours(folder)
    return {**told, **watch.spent, "rest": time.process_time() - sum(watch.spent.values())}


class _Watch:
    """How long parts take, each without the others that it calls."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys(PARTS[:-1], 0.0)
        self._open: list[str] = []
        self._since = 0.0

    def on(self, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*given: Any, **named: Any) -> Any:
            self._turn()
            self._open.append(part)
            try:
                return work(*given, **named)
            finally:
                self._turn()
                self._open.pop()

        return watched

    def _turn(self) -> None:
        now = time.process_time()
        if self._open:
            self.spent[self._open[-1]] += now - self._since
        self._since = now


def _typst(folder: Path, source: str = "deck.typ") -> Told:
    import typst

    fonts = [str(folder / "fonts")]
    made = typst.compile(str(folder / source), root=str(folder), font_paths=fonts, ignore_system_fonts=True)
    (folder / "typst.pdf").write_bytes(made)
    return {"bytes": len(made)}


def _unfitted(folder: Path) -> Told:
    return _typst(folder, "unfitted.typ")


def main() -> None:
    """One turn: `python -m benchmarks.typeset ours|typst|unfitted|watched FOLDER` tells what it took."""
    from benchmarks.memory import peak_mb

    told = {"ours": _ours, "typst": _typst, "unfitted": _unfitted, "watched": _watched}[sys.argv[1]](
        Path(sys.argv[2])
    )
    cpu = time.process_time() + helpers_cpu()
    print(json.dumps({**told, "cpu": cpu, "peak_mb": peak_mb() + peak_mb(helpers=True)}))


def helpers_cpu() -> float:
    """Seconds that the processes took which this one has had working for it."""
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    main()
