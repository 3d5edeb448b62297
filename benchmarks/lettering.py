"""What the fonts of all scripts cost Latin text, and what a font of twenty megabytes costs once it was seen.

Latin text is set beside an older state of this program, in turns. Latin words are measured beside HarfBuzz
alone, which is called with the same words and the same font. A large font is found, read and shaped with a
warm cache, in a process that has all modules loaded.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import uharfbuzz

from benchmarks.evening import BASELINE, worktree
from benchmarks.measures import ROOT, Measure, clean_environment
from generator.ground.cache import open_cache
from generator.text.fonts import find_fonts
from generator.text.shaping import FEATURES, Shaper

LARGE = Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc")
"""19 MB; of the package fonts-noto-cjk."""
_TIMES, _SETTINGS = 5, 15
_WORDS = ("Harbour", "Lights", "Tide", "AVATAR", "Größe", "naïve", "1,234", "half-open", "Otter’s", "fjord")


def measures(older: Path | None = None) -> Iterator[Measure]:
    """Latin text, and the large font where it is installed; `older` is where the older state lies already."""
    with worktree(older) as before:
        ours, theirs = _in_turns(ROOT, before)
    yield Measure(f"300 boxes and lines of Latin, beside {BASELINE}", ours, "s", theirs, most=1)
    fonts = find_fonts(ROOT / "fonts")
    shaper, chain = Shaper(fonts), fonts.chain("Source Sans 3")
    lines = [f"{word} {other} {number}" for number in range(40) for word in _WORDS for other in _WORDS]
    bare = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(fonts.data(chain[0]).content)))

    def alone() -> None:
        for line in lines:
            buffer = uharfbuzz.Buffer()
            buffer.add_str(line)
            buffer.guess_segment_properties()
            uharfbuzz.shape(bare, buffer, FEATURES)
            sum(at.x_advance for at in buffer.glyph_positions or ())

    def measured() -> None:
        for line in lines:
            shaper.measured(chain, line)

    yield Measure(
        f"{len(lines):,} Latin lines, beside HarfBuzz alone", _least(measured), "s", _least(alone), most=3
    )
    if not LARGE.exists():
        raise OSError(f"there is no {LARGE.name}: apt install fonts-noto-cjk")
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder) / "game"
        (game / "fonts").mkdir(parents=True)
        shutil.copy(LARGE, game / "fonts")
        os.environ["XDG_CACHE_HOME"] = folder

        def large() -> None:
            found = find_fonts(ROOT / "fonts", game / "fonts", cache=open_cache(game))
            Shaper(found).measured(found.chain("Noto Sans CJK JP"), "手札から「太陽」を2枚捨てる。")

        large()
        yield Measure("a font of 19 MB that was seen before", _least(large), "s", most=0.3)


def _in_turns(*roots: Path) -> list[float]:
    """The least seconds that each of the programs takes for the same Latin texts."""
    with ExitStack() as stack:
        setters = [
            stack.enter_context(
                subprocess.Popen(
                    [sys.executable, str(ROOT / "benchmarks/latin.py"), str(root)],
                    env=clean_environment(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for root in roots
        ]
        turns = [[_turn(setter) for setter in setters] for _ in range(_SETTINGS)]
    return [min(seconds) for seconds in zip(*turns, strict=True)]


def _turn(setter: subprocess.Popen[str]) -> float:
    assert setter.stdin and setter.stdout
    print(file=setter.stdin, flush=True)
    return float(setter.stdout.readline())


def _least(work: Callable[[], None]) -> float:
    """The least of the processor's seconds of some turns."""
    seconds = []
    for _ in range(_TIMES):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)
