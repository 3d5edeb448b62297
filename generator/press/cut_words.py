"""What the cut guide says to do with a layout, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from generator.ground.shapes import Shape
from generator.press.cut_steps import CutLayout, CutRun, runs_of
from generator.records.languages import Lexicon
from generator.sheets.cutting.guillotine import CutPlan, StraightCut, Way
from generator.sheets.room import is_small
from generator.sheets.sheet import Format

NUMBERED = "{first} to {last}"
LARGEST_PUNCH_MM = 80.0
"""Wider circles are cut with scissors alone."""
_MOST_RUNS = 24
"""As many fit on a page."""


def steps_said(layout: CutLayout, word: Lexicon) -> Iterator[str]:
    """What to do, in sentences, one paragraph each."""
    if layout.by_machine:
        yield word(
            "A cutting machine cuts these sheets, by the outline of the same name (SVG or DXF); it needs the "
            "corners that have no marks. To cut by hand, print without --outlines."
        )
        if layout.tiled:
            yield word("Lay each page on the dashed marks of its neighbour and glue it down, from A1 on.")
        return
    if layout.tiled:
        yield word(
            "Knife and ruler: cut each page at its left and its upper edge wherever another one meets it, "
            "from mark to mark, and stop both cuts where they meet: so neither takes the marks of the other. "
            "Lay the page on the dashed marks of its neighbour and glue it down, from A1 on. Then cut round "
            "the whole in the same way: each side stops at the corners, and the frame comes off last."
        )
        return
    if layout.sheets[0].gutterfold:
        yield word("First score the line in the middle, fold with the print outside, glue, and let it dry.")
    if layout.plan is not None:
        yield from _straight_said(layout.plan, word)
    if layout.ruled:
        yield from _ruled_said(layout, word)
    for form in layout.forms:
        if not form.straight and not layout.ruled:
            yield _shaped_said(form, word)
        yield from _after(form, layout, word)
    if all(map(is_small, layout.forms)):
        yield word("For thick tokens glue the sheet on board of 1.5 mm before you cut.")


def _ruled_said(layout: CutLayout, word: Lexicon) -> Iterator[str]:
    """How a honeycomb is cut: no line runs through, since behind each side lies a neighbour."""
    first = 1
    ranges = []
    for own in layout.ruled:
        ranges.append(word(NUMBERED, first=first, last=first + len(own) - 1))
        first += len(own)
    yield word(
        "A knife and a ruler, no guillotine: {ranges}, one direction after the other. Lay the ruler from "
        "mark to mark and cut only the sides that the picture shows. Stop at every corner, since the line "
        "goes on through a neighbour; keep the frame whole.",
        ranges=", ".join(ranges),
    )
    yield word(
        "Where a mark has no room, go from corner to corner, where earlier cuts end. Scissors part the "
        "pieces row by row, along their edges."
    )


def _shaped_said(form: Format, word: Lexicon) -> str:
    """How to cut what no straight cuts from edge to edge part."""
    if form.shape is Shape.CIRCLE and form.width_mm <= LARGEST_PUNCH_MM:
        return word(
            "Circles of {size} mm: scissors along the light line, or a punch of that size at the four marks.",
            size=f"{form.width_mm:g}",
        )
    if form.path or form.shape is Shape.CIRCLE:
        return word("Scissors or a knife, along the light line.")
    return word(
        "A knife and a ruler, laid from mark to mark: cut each side from corner to corner and no further. "
        "Then nothing comes off before the last side, and each one has its marks."
    )


def _after(form: Format, layout: CutLayout, word: Lexicon) -> Iterator[str]:
    """What is done once it is cut."""
    if form.shape is Shape.ROUNDED and layout.plan is not None:
        yield word(
            "Round the corners last: a punch of {size} mm, or scissors along the light line.",
            size=f"{form.radius_mm:g}",
        )
    if form.shape is Shape.TUCK_BOX:
        yield word(
            "Score every fold, from blue dash to blue dash, and fold away from you. Glue the tab on the left "
            "behind the back; tuck in the lids."
        )
    elif form.folds:
        yield word(
            "Score every fold, from blue dash to blue dash, fold away from you, and glue the two faces."
        )


def _straight_said(plan: CutPlan, word: Lexicon) -> Iterator[str]:
    count = len(plan.cuts)
    yield word("1 straight cut.") if count == 1 else word("{count} straight cuts.", count=count)
    runs = runs_of(plan)
    for run in runs[:_MOST_RUNS]:
        yield _run_said(run, word)
    if len(runs) > _MOST_RUNS:
        yield word("{first} to {last}: the rest in the same way.", first=runs[_MOST_RUNS][0][0], last=count)
    if plan.left:
        yield word("What is left is cut with a knife, from mark to mark.")


def _run_said(run: CutRun, word: Lexicon) -> str:
    """What is done with one pile: through what the cuts go, and how one knows where."""
    (first, cut), last = run[0], run[-1][0]
    values = {
        "numbers": str(first) if first == last else word(NUMBERED, first=first, last=last),
        "way": word(str(cut.way)),
        "count": len(cut.through),
        "edge": word(_edge_of(cut)),
    }
    if len(cut.through) > 1:
        sentence = word(
            "{numbers}: {way}, through {count} strips laid on each other with their {edge} edges flush.",
            **values,
        )
        mark_note = word("The one that has marks lies uppermost.") if cut.marks else ""
    else:
        whole = "{numbers}: {way}, through the whole sheet." if first == 1 else "{numbers}: {way}."
        sentence, mark_note = word(whole, **values), ""
    if cut.is_marked:
        return " ".join(part for part in (sentence, mark_note, word("From mark to mark.")) if part)
    distances = word("From the {edge} edge: {distances} mm.", distances=_distances(run, word), **values)
    return " ".join(part for part in (sentence, mark_note, distances) if part)


def _edge_of(cut: StraightCut) -> str:
    before = cut.edge_mm < cut.at_mm
    if cut.way is Way.UPRIGHT:
        return "left" if before else "right"
    return "upper" if before else "lower"


def _distances(run: CutRun, word: Lexicon) -> str:
    """What a backstop is set to, cut by cut; equal ones one after the other are counted."""
    distances = []
    for (distance, is_marked), group in groupby(
        run, key=lambda numbered: (_rounded(numbered[1]), bool(numbered[1].marks))
    ):
        count = len(list(group))
        text = f"{count} × {distance:g}" if count > 1 else f"{distance:g}"
        distances.append(word("{distance} (at the mark)", distance=text) if is_marked else text)
    return ", ".join(distances)


def _rounded(cut: StraightCut) -> float:
    return round(cut.distance_mm, 2)
