"""A deck of rules text by this package and by typst, each a process of its own from its source to one PDF.

Both make one page a card. Ours reads and checks the workbook first, and fits each text; typst fits none, so
that text that is too long runs over: the least that it could take. Neither lays out sheets.

Where our time goes is told by a turn of its own, since watching costs time too. Each part is without those
that it calls: *template* is Jinja2 with the functions that it calls and its sandbox, *fitting* measures and
breaks text, *parse*, *check* and *paint* are SVG read, held against the subset, and turned into operators,
*contrast* looks at what lies under texts and icons, *pdf* packs streams and fonts; *rest* is the start, the
workbook and what lies between.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks import text_deck
from benchmarks.measures import Measure, module_output, peak_mb, processors

COUNTS = (600, 5_000)
MOST_CPU, MOST_PART, MOST_MB = 2.5, 0.2, 150.0
"""Times typst's processor time; of its bytes and memory; and megabytes, all at 5,000 cards."""

Told = dict[str, float]


def measures(turns: int, counts: tuple[int, ...] = COUNTS) -> Iterator[Measure]:
    """What both take, in turns, so that what else the machine does strikes both."""
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            text_deck.write(Path(folder) / "deck", count)
            runs: dict[str, list[Told]] = {"ours": [], "typst": []}
            for _ in range(turns if count <= 1000 else 1):
                for who, amounts in runs.items():
                    amounts.append(_run(who, Path(folder) / "deck"))
            parts = _run("watched", Path(folder) / "deck")
        ours, theirs = (_least(amounts) for amounts in runs.values())
        cards = f"{count:,} cards of text"
        yield Measure(f"{cards}, processor, beside typst", ours["cpu"], "s", theirs["cpu"], most=MOST_CPU)
        kilobytes = (amounts["bytes"] / 1e3 for amounts in (ours, theirs))
        yield Measure(f"{cards}, bytes, beside typst", next(kilobytes), "KB", next(kilobytes), most=MOST_PART)
        largest = count == max(counts)
        part = MOST_PART if largest else None
        yield Measure(f"{cards}, memory, beside typst", ours["peak_mb"], "MB", theirs["peak_mb"], most=part)
        yield Measure(f"{cards}, memory", ours["peak_mb"], "MB", most=MOST_MB if largest else None)
        for part_name in sorted(PARTS, key=lambda name: -parts[name]):
            share = parts[part_name], parts["cpu"]
            yield Measure(f"{cards}, of it {part_name}", share[0], "s", share[1])


def _least(amounts: list[Told]) -> Told:
    return {key: min(run[key] for run in amounts) for key in ("cpu", "bytes", "peak_mb")}


def _run(who: str, folder: Path) -> Told:
    """One turn of one of both, as a process of its own."""
    amounts: Told = json.loads(module_output("benchmarks.typeset", [who, str(folder)]))
    return amounts


def _ours(folder: Path, cores: int | None = None) -> Told:
    from generator.checks.checked import look_through, read
    from generator.ground.helper import usable_cores
    from generator.ground.problems import has_errors
    from generator.ground.project import Project
    from generator.press.ahead import going_ahead
    from generator.press.choosing import choose
    from generator.story import draw_jobs, open_workshop

    project = Project(folder)
    checked = look_through(project, *read(project))
    assert not has_errors(checked.problems), checked.problems
    jobs, workshop = choose(checked.book), open_workshop(checked)
    with going_ahead(workshop, jobs, cores=cores or usable_cores(), faulty={}) as ahead:
        drawn = draw_jobs(checked, jobs, workshop, ahead=ahead)
    assert not drawn.problems, drawn.problems[0]
    (deck,) = drawn.decks
    (folder / "ours.pdf").write_bytes(deck.designs)
    return {"bytes": len(deck.designs)}


PARTS = ("template", "fitting", "parse", "check", "paint", "contrast", "pdf", "rest")


def _watched(folder: Path) -> Told:
    """Our turn in one process, with a watch in front of each part."""
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
    told = _ours(folder, cores=1)
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


def _typst(folder: Path) -> Told:
    import typst

    fonts = [str(folder / "fonts")]
    pdf = typst.compile(
        str(folder / "deck.typ"), root=str(folder), font_paths=fonts, ignore_system_fonts=True
    )
    (folder / "typst.pdf").write_bytes(pdf)
    return {"bytes": len(pdf)}


def main() -> None:
    """One turn: `python -m benchmarks.typeset ours|typst|watched FOLDER` tells what it took."""
    work = {"ours": _ours, "typst": _typst, "watched": _watched}[sys.argv[1]]
    amounts = work(Path(sys.argv[2]))
    memory = peak_mb() + peak_mb(helpers=True)
    print(json.dumps({**amounts, "cpu": processors(own=True), "peak_mb": memory}))


if __name__ == "__main__":
    main()
