"""Pictures of faces for a shop, 825 × 1125 pixels each, beside CairoSVG's PNG of the same SVGs.

Ours takes the SVGs to design pages and those to PNG files, on as many processors as there are up to two;
CairoSVG takes each SVG to a PNG of just as many pixels, on one; `tabletop` are sheets of up to 69 cards for
Tabletop Simulator. All start from the same rendered SVGs, in turns, each in a process of its own, so that
what else the machine does strikes all of them.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from types import MappingProxyType

from benchmarks.cases import Rendered, Result, draw_deck, render_faces
from benchmarks.memory import peak_mb
from generator.ground.helper import usable_cores
from generator.shops.exports.pictures import finisher
from generator.shops.exports.png import png
from generator.shops.exports.raster import PageShot, finished
from generator.shops.exports.tabletop_pictures import sheet_picture
from generator.shops.exports.tabletop_sizes import MOST_FACES, SIDE_PX, card_grid

TURNS = 3
SIZE_PX, DPI = (825, 1125), 300.0


def ours(made: Rendered, cores: int) -> int:
    """Bytes of the PNG files of all faces."""
    deck = draw_deck(made)
    shots = [PageShot(number, DPI, *SIZE_PX) for number in range(deck.count)]
    return sum(map(len, finished(deck.designs, shots, finisher("png", DPI), cores=cores)))


def cairosvg(made: Rendered) -> int:
    """The same by CairoSVG: as many pixels, but of the cut size, since it draws no bleed."""
    import cairosvg as library

    return sum(
        len(library.svg2png(bytestring=face.svg.encode(), output_width=SIZE_PX[0], output_height=SIZE_PX[1]))
        for face in made.faces
    )


def tabletop(made: Rendered, cores: int) -> int:
    """Sheets of cards for Tabletop Simulator as PNG files, as large as they may be."""
    deck, size = draw_deck(made), 0
    fronts = list(range(deck.count - 1))
    for start in range(0, len(fronts), MOST_FACES):
        cells: list[int | None] = [*fronts[start : start + MOST_FACES]]
        grid = card_grid(len(cells), 63.5, 88.9, side_px=SIDE_PX, most_dpi=DPI)
        cells += [None] * (grid.cells - len(cells) - 1) + [deck.count - 1]
        size += len(png(sheet_picture(deck.designs, grid, cells, cores=cores), grid.cell.dpi))
    return size


WAYS: Mapping[str, Callable[[Rendered], int]] = MappingProxyType(
    {
        "ours": lambda made: ours(made, min(2, usable_cores())),
        "tabletop": lambda made: tabletop(made, min(2, usable_cores())),
        "one": lambda made: ours(made, 1),
        "cairosvg": cairosvg,
    }
)


def measure(way: str, count: int) -> Result:
    """Seconds on the clock and of all processors, bytes, and the memory of the larger process."""
    made = render_faces(count)
    began, spent = time.perf_counter(), _processors()
    size = WAYS[way](made)
    return {
        "wall": time.perf_counter() - began,
        "cpu": _processors() - spent,
        "bytes": size,
        "peak_mb": max(peak_mb(), peak_mb(helpers=True)),
    }


def _processors() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def report(*, counts: tuple[int, ...] = (60, 600), turns: int = TURNS) -> None:
    """Print the medians of what all of them take."""
    print("Faces as pictures of 825 × 1125 pixels, from SVG to PNG, beside CairoSVG’s of the same SVGs")
    print(f"  {'cards':>5}  {'way':<9}  {'clock s':>7}  {'CPU s':>6}  {'peak MB':>7}  {'KB each':>7}  faster")
    for count in counts:
        told: dict[str, list[Result]] = {way: [] for way in WAYS}
        for _ in range(turns if count <= 100 else 1):
            for way, runs in told.items():
                runs.append(_run(way, count))
        theirs = median(each["wall"] for each in told["cairosvg"])
        for way, runs in told.items():
            wall, cpu = (median(each[key] for each in runs) for key in ("wall", "cpu"))
            size = runs[0]["bytes"] / (count + 1) / 1e3
            print(
                f"  {count:>5}  {way:<9}  {wall:7.2f}  {cpu:6.2f}  {runs[0]['peak_mb']:7.0f}  {size:7.0f}"
                f"  {theirs / wall:5.1f}×",
                flush=True,
            )
    print()


def _run(way: str, count: int) -> Result:
    command = [sys.executable, "-m", "benchmarks.exports", way, str(count)]
    done = subprocess.run(command, cwd=Path(__file__).parents[1], stdout=subprocess.PIPE, check=True)
    result: Result = json.loads(done.stdout)
    return result


if __name__ == "__main__":
    if len(sys.argv) == 3:
        print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
    else:
        report()
