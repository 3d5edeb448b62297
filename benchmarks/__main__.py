"""`python -m benchmarks [PART …]`: measure all parts or these, print them, and write `benchmarks/RESULTS.md`.

Nothing but processor time, bytes, memory and, where a person waits, the clock is measured, as ratios in one
run. Each part is a table of its own and is written when it is measured; what other parts have there stays.
One that cannot be measured is left out with its reason, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from benchmarks import calls, editing, evening, exports, games, growth, lettering, playing, preview, typeset
from benchmarks.measures import ROOT, Measure, machine, table

RESULTS = Path(__file__).with_name("RESULTS.md")
_HEADING = f"""\
# What it costs

`make bench` measures this and writes it here; `python -m benchmarks PART` does so with one part. Seconds are
the processor's, the least of some turns, but for the preview and the pictures, which are the clock's.
Commands of Meaning Made stand beside the cold build of commit {evening.BASELINE}, in turns with ours.
"""


def main() -> int:
    """Measure, and say what was left out."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(_parts(1, None))}")
    parser.add_argument("--turns", type=int, default=2, metavar="N", help="how often each is measured")
    parser.add_argument(
        "--baseline", type=Path, metavar="DIR", help=f"where {evening.BASELINE} is set up already"
    )
    args = parser.parse_args()
    parts = _parts(args.turns, args.baseline)
    if unknown := [part for part in args.parts if part not in parts]:
        parser.error(f"there is no part {unknown[0]!r}; there are {', '.join(parts)}")
    left_out = False
    for part in args.parts or parts:
        print(f"measuring {part} …", file=sys.stderr, flush=True)
        measures: list[Measure] = []
        reason = ""
        try:
            measures += parts[part]()
        except (ImportError, OSError, subprocess.CalledProcessError, AssertionError) as fault:
            reason, left_out = " ".join(str(fault).split()) or type(fault).__name__, True
        rows = table(measures, {part: reason} if reason else {})
        print(rows, flush=True)
        _write(part, rows)
    return int(left_out)


def _parts(turns: int, older: Path | None) -> Mapping[str, Callable[[], Iterator[Measure]]]:
    return {
        "calls": calls.measures,
        "evening": lambda: evening.measures(turns, older),
        "preview": preview.measures,
        "editing": editing.measures,
        "playing": playing.measures,
        "games": games.measures,
        "typeset": lambda: typeset.measures(turns),
        "pictures": lambda: exports.measures(turns),
        "growth": growth.measures,
        "lettering": lambda: lettering.measures(older),
    }


def _write(part: str, rows: str) -> None:
    """Put the rows of a part in the place of those that the file had of it."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE))
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    sections[part] = f"\nMeasured at commit {commit} on {machine()}.\n\n{rows}\n\n"
    parts = (f"\n## {name}\n{sections[name].rstrip()}\n" for name in _parts(1, None) if name in sections)
    RESULTS.write_text(_HEADING + "".join(parts), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
