"""Pictures of faces for a shop, 825 × 1125 pixels each, beside CairoSVG's PNG of the same SVGs.

Ours takes the SVGs to design pages and those to PNG files, on as many processors as there are up to two;
CairoSVG takes each SVG to a PNG of just as many pixels, on one. Both start from the same rendered SVGs, in
turns, each in a process of its own, so that what else the machine does strikes both.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator

from benchmarks.measures import Measure, module_output
from benchmarks.rendered import Rendered, draw_deck, render_faces
from generator.ground.helper import usable_cores
from generator.shops.exports.pictures import finisher
from generator.shops.exports.raster import PageShot, finished

LEAST_TIMES = 3.0
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


def measure(way: str, count: int) -> dict[str, float]:
    """Seconds on the clock, and bytes of the pictures."""
    rendered = render_faces(count)
    start = time.perf_counter()
    size = cairosvg(rendered) if way == "cairosvg" else ours(rendered, min(2, usable_cores()))
    return {"wall": time.perf_counter() - start, "bytes": size}


def measures(turns: int, counts: tuple[int, ...] = (60, 600)) -> Iterator[Measure]:
    """How many times as fast ours is, by the least of all turns."""
    for count in counts:
        runs: dict[str, list[float]] = {"ours": [], "cairosvg": []}
        for _ in range(turns if count <= 100 else 1):
            for way, seconds in runs.items():
                amounts = json.loads(module_output("benchmarks.exports", [way, str(count)]))
                seconds.append(amounts["wall"])
        times = min(runs["cairosvg"]) / min(runs["ours"])
        yield Measure(f"{count} faces to PNG, times as fast as CairoSVG", times, "", least=LEAST_TIMES)


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
