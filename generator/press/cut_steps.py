"""What the cut guide says: each different way in which sheets of a build are laid out, and how it is cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from generator.cutting.contours import FormatOf
from generator.cutting.guillotine import SAME_MM, CutPlan, StraightCut, Way, cut_plan
from generator.ground.shapes import Shape
from generator.press.outlining import formats_on
from generator.press.printing import Plan
from generator.records.languages import Lexicon
from generator.sheets.room import SMALL_MM
from generator.sheets.sheet import Box, Format, Sheet, Side, around, union

NUMBERED = "{first} to {last}"
CutRun = list[tuple[int, StraightCut]]
"""Cuts one after the other, with their numbers."""
LARGEST_PUNCH_MM = 80.0
"""Wider circles are cut with scissors alone."""


@dataclass(frozen=True, slots=True)
class SheetsOf:
    """A file to print: what is in it, and how many sheets of paper it takes."""

    title: str
    sheets: int
    duplex: bool
    instead: str = ""
    """The letter of the layout that holds the same, of which this is another choice."""


@dataclass(slots=True)
class CutLayout:
    """One way in which pieces lie on sheets."""

    letter: str
    """By which the list of files names it."""
    kind: str
    forms: tuple[Format, ...]
    """What is cut out, each once."""
    sheets: tuple[Sheet, ...]
    """The fronts to show: the fullest one, or all pages of a board or of bands."""
    format_of: FormatOf
    plan: CutPlan | None
    """The straight cuts; None if it takes scissors, a punch or more than that."""
    files: list[SheetsOf] = field(default_factory=list)
    tiled: bool = False


def layouts_of(plans: Iterable[Plan]) -> tuple[CutLayout, ...]:
    """The distinct layouts of the files of one paper, in the order in which these are printed."""
    found: dict[object, CutLayout] = {}
    seen: set[tuple[str, str]] = set()
    chosen: dict[tuple[str, int], str] = {}
    for each in plans:
        name = (each.deck.name, each.tag)
        if each.part == "backs" or name in seen:  # the same once more in less ink
            continue
        seen.add(name)
        fronts = tuple(sheet for sheet in each.imposition.sheets if sheet.side is Side.FRONT)
        for page, shown in _shown(each, fronts):
            key = _key(each, page)
            if key not in found:
                found[key] = _layout(each, shown, _letter(len(found)))
            layout = found[key]
            if _fullness(shown) > _fullness(layout.sheets):
                fuller = _layout(each, shown, layout.letter)
                layout.sheets, layout.plan, layout.format_of = shown, fuller.plan, fuller.format_of
            sheets = 1 if each.lots else len(fronts)
            first = chosen.setdefault((each.deck.name, page), layout.letter)
            instead = "" if first == layout.letter else first
            layout.files.append(SheetsOf(each.deck.title, sheets, each.imposition.duplex, instead))
    return tuple(found.values())


def _letter(number: int) -> str:
    """A to Z, then A2 to Z2.

    >>> _letter(0), _letter(27)
    ('A', 'B2')
    """
    turn, place = divmod(number, 26)
    return f"{chr(ord('A') + place)}{turn + 1 if turn else ''}"


def _shown(each: Plan, fronts: tuple[Sheet, ...]) -> Iterator[tuple[int, tuple[Sheet, ...]]]:
    """The pages to show together, with their number: bands differ from page to page, a board is one."""
    if each.lots:
        yield from ((number, (sheet,)) for number, sheet in enumerate(fronts))
    elif any(sheet.name for sheet in fronts):
        first = fronts[0].titles
        names = {sheet.name: sheet for sheet in reversed(fronts) if sheet.titles == first}
        yield 0, tuple(names[name] for name in sorted(names))
    elif fronts:
        yield 0, (max(fronts, key=lambda sheet: len(sheet.placements)),)


def _key(each: Plan, page: int) -> object:
    if each.lots or each.tag == "tiled":
        return each.deck.name, page
    form = each.deck.format
    cut = form.shape if form.folds else form
    return cut, each.deck.use, each.imposition.kind


def _fullness(sheets: Sequence[Sheet]) -> int:
    return sum(len(sheet.placements) for sheet in sheets)


def _layout(each: Plan, shown: tuple[Sheet, ...], letter: str) -> CutLayout:
    form_of = formats_on(each)
    forms = tuple(dict.fromkeys(form_of(placement) for placement in shown[0].placements))
    tiled = bool(shown[0].name)
    straight = not tiled and any(form.straight for form in forms)
    page = _cut_part(shown[0])
    parts = [box for box in _parted(shown[0], form_of) if page.holds(box)]
    plan = cut_plan(page, parts) if straight else None
    return CutLayout(letter, each.imposition.kind, forms, shown, form_of, plan, tiled=tiled)


def _cut_part(sheet: Sheet) -> Box:
    """The page, or the half of a folded one with the fronts: behind it lie the backs."""
    page = sheet.paper.page
    fold = next((mark for mark in sheet.marks if mark.fold), None) if sheet.gutterfold else None
    if fold is None:
        return page
    (ax, ay), (bx, _) = fold.start, fold.end
    return replace(page, width_mm=ax) if abs(ax - bx) < SAME_MM else replace(page, height_mm=ay)


def _parted(sheet: Sheet, form_of: FormatOf) -> list[Box]:
    """What straight cuts part: each piece with straight sides, and what is round in one with its like."""
    found: list[Box] = []
    round_ones: dict[Format, list[Box]] = {}
    for placement in sheet.placements:
        form = form_of(placement)
        if form.straight:
            found.append(placement.trim)
        else:
            round_ones.setdefault(form, []).append(around(placement.clip))
    return found + [union(boxes) for boxes in round_ones.values()]


# ---------------------------------------------------------------- in words


def steps_said(layout: CutLayout, word: Lexicon) -> Iterator[str]:
    """What to do, in sentences, one paragraph each."""
    if layout.tiled:
        yield word(
            "Cut each page at its left and its upper edge wherever another one meets it. Lay it on the "
            "dashed marks of that one and glue it down, from A1 on. Then cut round the whole."
        )
        return
    if layout.sheets[0].gutterfold:
        yield word("First score the line in the middle, fold with the print outside, glue, and let it dry.")
    if layout.plan is not None:
        yield from _straight_said(layout.plan, word)
    for form in layout.forms:
        if not form.straight:
            yield _shaped_said(form, layout, word)
        yield from _after(form, layout, word)
    if all(min(form.width_mm, form.height_mm) < SMALL_MM for form in layout.forms):
        yield word("For thick tokens glue the sheet on board of 1.5 mm before you cut.")


def _shaped_said(form: Format, layout: CutLayout, word: Lexicon) -> str:
    """How to cut what no straight cuts from edge to edge part."""
    if "edges shared" in layout.kind and form.shape is Shape.HEXAGON:
        return word(
            "Knife and ruler: lines from mark to mark, in three directions. Keep the frame whole to the "
            "last; neighbours share their edges."
        )
    if form.shape is Shape.CIRCLE and form.width_mm > LARGEST_PUNCH_MM:
        return word("Scissors or a knife, along the light line.")
    if form.shape is Shape.CIRCLE:
        return word(
            "Circles of {size} mm: scissors along the light line, or a punch of that size at the four marks.",
            size=f"{form.width_mm:g}",
        )
    if form.path:
        return word("Scissors or a knife, along the light line.")
    return word("Part the pieces roughly first. Then cut each by itself, from mark to mark.")


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
        first, last = run[0][0], run[-1][0]
        numbers = str(first) if first == last else word(NUMBERED, first=first, last=last)
        yield _run_said(run[0][1], numbers, first=first == 1, word=word)
    if len(runs) > _MOST_RUNS:
        yield word("{first} to {last}: the rest in the same way.", first=runs[_MOST_RUNS][0][0], last=count)
    if plan.left:
        yield word("What is left is cut with a knife, from mark to mark.")


_MOST_RUNS = 5


def runs_of(plan: CutPlan) -> list[CutRun]:
    """The cuts with their numbers, in runs that go through the same pile one way."""
    numbered = enumerate(plan.cuts, start=1)
    return [list(run) for _, run in groupby(numbered, key=lambda one: _pile_of(one[1]))]


def _pile_of(cut: StraightCut) -> tuple[Way, int, float]:
    """What tells the pile that a cut goes through: which way, how many parts, where the first one lies."""
    part = cut.through[0]
    return cut.way, len(cut.through), part.y_mm if cut.way is Way.UPRIGHT else part.x_mm


def _run_said(cut: StraightCut, numbers: str, *, first: bool, word: Lexicon) -> str:
    way = word(str(cut.way))
    if first:
        return word("{numbers}: {way}, through the whole sheet.", numbers=numbers, way=way)
    if len(cut.through) > 1:
        return word(
            "{numbers}: {way}, through {count} strips laid on each other, edge on edge.",
            numbers=numbers,
            way=way,
            count=len(cut.through),
        )
    return word("{numbers}: {way}, through what is left.", numbers=numbers, way=way)
