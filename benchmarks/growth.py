"""How what each stage takes grows with the cards of a deck, each of which is printed once.

From 600 cards on the exponent says it: 1 is twice the time for twice the cards. Each count is a process of
its own, two at a time, and what is drawn of it goes to a folder of its own. The rulebook grows with the deck
as well, a paragraph for forty cards.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks import text_deck
from benchmarks.evening import set_cell
from benchmarks.measures import Measure, module_output, peak_mb

COUNTS = (60, 600, 5_000, 20_000)
SETTLED = 600
"""From so many cards on the start matters no longer."""
MOST_EXPONENT = 1.1
STAGES = ("reading", "checking", "faces", "sheets", "booklets", "diff", "reprint")


def measures(counts: tuple[int, ...] = COUNTS) -> Iterator[Measure]:
    """Seconds of each stage at each count, and the exponents."""
    with ThreadPoolExecutor(max_workers=2) as pool:  # the largest takes as long as all others
        largest_first = sorted(counts, reverse=True)
        outputs = pool.map(lambda count: module_output("benchmarks.growth", [str(count)]), largest_first)
        seconds = dict(zip(largest_first, map(json.loads, outputs), strict=True))
    for stage in STAGES:
        for count in counts:
            yield Measure(f"{stage}, {count:,} cards", seconds[count][stage], "s")
        first, last = (seconds[count][stage] for count in (SETTLED, counts[-1]))
        exponent = math.log(last / first) / math.log(counts[-1] / SETTLED)
        name = f"{stage}, exponent from {SETTLED:,} to {counts[-1]:,} cards"
        yield Measure(name, exponent, "", most=MOST_EXPONENT)
    for count in counts:
        yield Measure(f"memory of all stages, {count:,} cards", seconds[count]["peak_mb"], "MB")


def stages(count: int) -> dict[str, float]:
    """Seconds of the processor that each stage takes."""
    seconds: dict[str, float] = {}

    def timed(stage: str, work: Callable[[], Any]) -> Any:
        start = time.process_time()
        outcome = work()
        seconds[stage] = seconds.get(stage, 0.0) + time.process_time() - start
        return outcome

    with tempfile.TemporaryDirectory() as around:
        game = Path(around) / "deck"
        text_deck.write(game, count)
        (game / "templates" / "rulebook.md").write_text(_rulebook(count))
        _build(game, timed)
        _compare(game, timed)
    return {**seconds, "peak_mb": peak_mb()}


def _rulebook(count: int) -> str:
    paragraphs = (text_deck.cards(8)[number % 8]["Rules"] for number in range(max(1, count // 40)))
    return "# Rules\n\n" + "\n\n".join(paragraphs) + "\n"


def _build(game: Path, timed: Callable[[str, Callable[[], Any]], Any]) -> None:
    from generator.checks.checked import look_through, read
    from generator.ground.output import Counted
    from generator.ground.problems import has_errors
    from generator.ground.project import Project
    from generator.sheets.sheet import A4
    from generator.story import BuildOptions, GameRun
    from generator.story import stages as story

    project = Project(game)
    run = GameRun(project=project, stage=Counted(game), options=BuildOptions(papers=(A4,)))
    book = timed("reading", lambda: read(project))
    run.checked = timed("checking", lambda: look_through(project, *book))
    story.replay(run)
    story.choose(run)
    with story.sent_ahead(run):
        timed("faces", lambda: story.faces(run))
        timed("sheets", lambda: story.sheets(run))
        timed("booklets", lambda: story.booklets(run))
    assert not has_errors(run.problems()), run.problems()[0]


def _compare(game: Path, timed: Callable[[str, Callable[[], Any]], Any]) -> None:
    from generator.ground.project import Project
    from generator.story import checked_game, open_workshop
    from generator.versions.compare import Difference, compare
    from generator.versions.pieces import snapshot_of
    from generator.versions.recording import record_print
    from generator.versions.reprint import reprint

    project = Project(game)
    record = record_print(project).record
    set_cell(game, "Cards", "A2", "A harbour of another name")

    def compared() -> Difference:
        checked = checked_game(project)
        return compare(record, snapshot_of(checked, open_workshop(checked))[0])

    assert timed("diff", compared).count, "one card differs"
    timed("reprint", lambda: reprint(project))


if __name__ == "__main__":
    print(json.dumps(stages(int(sys.argv[1]))))
