"""`python -m benchmarks [--quick | --full]`: run every case and print a table."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from benchmarks import exports, fence, games, preview, typeset
from benchmarks.cases import CASES, Result
from benchmarks.memory import peak_mb


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="60 cards only")
    size.add_argument(
        "--full", action="store_true", help="cairosvg and typst with 5,000 cards too, which takes minutes"
    )
    parser.add_argument("--case", choices=tuple(CASES), help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=60, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.case:
        print(json.dumps({**CASES[args.case](args.count), "peak_mb": peak_mb()}))
        return 0
    _report_game()
    _report_reading()
    _report_tweaks()
    preview.report()
    _report_cards(
        counts=(60,) if args.quick else (60, 1000, 5000), most_for_cairosvg=5000 if args.full else 1000
    )
    print(flush=True)
    typeset.report(counts=(60,) if args.quick else (600, 5000) if args.full else (600,))
    exports.report(counts=(60,) if args.quick else (60, 600))
    fence.report()
    games.report(2.0 if args.quick else 5.0)
    return 0


def _run(case: str, count: int = 60) -> Result:
    command = [sys.executable, "-m", "benchmarks", "--case", case, "--count", str(count)]
    done = subprocess.run(
        command, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, text=True, check=True
    )
    result: Result = json.loads(done.stdout)
    return result


def _report_game() -> None:
    print("Meaning Made as it is")
    for case, name in (("whole", "whole build, both papers"), ("one", "one changed card, both papers")):
        told = _run(case)
        print(
            f"  {name:<30} {told['seconds']:6.2f} s  {told['peak_mb']:5.0f} MB peak  "
            f"{told['bytes'] / 1e3:7.0f} KB"
        )
    told = _run("papers")
    print(
        f"  {'60 cards, first paper':<30} {told['seconds']:6.2f} s, the second {told['second']:.2f} s: "
        f"{told['second'] / told['seconds']:.0%} of the first\n"
    )


def _report_reading() -> None:
    read = _run("reading")
    ratio = read["ours"] / read["openpyxl"]
    print(
        f"Reading the workbook {read['ours']:.3f} s, openpyxl {read['openpyxl']:.3f} s: {ratio:.0%} of it\n"
    )


def _report_tweaks() -> None:
    print("After one changed cell, beside the whole build that draws everything anew (both from their start)")
    told = _run("tweaks")
    told.pop("peak_mb")
    for name, seconds in told.items():
        print(f"  {name:<40} {seconds:6.2f} s  {seconds / told['cold']:6.1%}")
    print(flush=True)


def _report_cards(*, counts: tuple[int, ...], most_for_cairosvg: int) -> None:
    print("Pattern cards with a back on A4, from SVG to sheets; the same SVGs through cairosvg beside it")
    print(
        f"  {'cards':>5}  {'SVG s':>6}  {'ours s':>7}  {'ms/card':>7}  {'peak MB':>7}  {'KB':>7}"
        f"  {'cairosvg s':>10}  {'KB':>7}  {'faster':>6}  {'size':>5}"
    )
    for count in counts:
        ours = _run("ours", count)
        line = (
            f"  {count:>5}  {ours['svg']:6.2f}  {ours['seconds']:7.2f}  "
            f"{ours['seconds'] / count * 1000:7.1f}  {ours['peak_mb']:7.0f}  {ours['bytes'] / 1e3:7.0f}"
        )
        if count <= most_for_cairosvg:
            theirs = _run("cairosvg", count)
            line += (
                f"  {theirs['seconds']:10.2f}  {theirs['bytes'] / 1e3:7.0f}"
                f"  {theirs['seconds'] / ours['seconds']:5.1f}×  {ours['bytes'] / theirs['bytes']:5.0%}"
            )
        print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
