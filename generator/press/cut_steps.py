"""What the cut guide is about: each different way in which sheets of a build are laid out, and its cuts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from generator.ground.shapes import Polygon
from generator.press.outlining import formats_on
from generator.press.printing import Plan
from generator.sheets.cutting.contours import FormatOf
from generator.sheets.cutting.guillotine import SAME_MM, CutPlan, StraightCut, Way, cut_plan
from generator.sheets.cutting.ruled import RuledCut, ruled_cuts
from generator.sheets.sheet import Box, Format, Sheet, Side, around, union

CutRun = list[tuple[int, StraightCut]]
"""Cuts one after the other, with their numbers."""
SHARED = "edges shared"
"""How the kind of a layout ends whose neighbours share their edges."""


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
    ruled: tuple[tuple[RuledCut, ...], ...] = ()
    """Of a honeycomb whose edges are shared the lines to cut side by side, by their directions."""
    tiled: bool = False
    by_machine: bool = False
    """Whether a cutting machine finds its way on them: the corners that it needs have no marks for a cut."""
    files: list[SheetsOf] = field(default_factory=list)


def layouts_of(plans: Iterable[Plan]) -> tuple[CutLayout, ...]:
    """The distinct layouts of the files of one paper, in the order in which these are printed."""
    by_key: dict[object, CutLayout] = {}
    drawn: set[tuple[str, str]] = set()
    chosen: dict[tuple[str, int], str] = {}
    for plan in plans:
        name = (plan.deck.name, plan.tag)
        if plan.part == "backs" or name in drawn:  # the same once more in less ink
            continue
        drawn.add(name)
        fronts = tuple(sheet for sheet in plan.imposition.sheets if sheet.side is Side.FRONT)
        for page, shown in _shown(plan, fronts):
            key = _key(plan, page)
            if key not in by_key:
                by_key[key] = layout_of(plan, shown, _letter(len(by_key)))
            layout = by_key[key]
            if _fullness(shown) > _fullness(layout.sheets):
                fuller = layout_of(plan, shown, layout.letter)
                layout.sheets, layout.plan, layout.format_of = shown, fuller.plan, fuller.format_of
                layout.ruled = fuller.ruled
            sheets = 1 if plan.lots else len(fronts)
            first = chosen.setdefault((plan.deck.name, page), layout.letter)
            instead = "" if first == layout.letter else first
            layout.files.append(SheetsOf(plan.deck.title, sheets, plan.imposition.duplex, instead))
    return tuple(by_key.values())


def _letter(number: int) -> str:
    """A to Z, then A2 to Z2.

    >>> _letter(0), _letter(27)
    ('A', 'B2')
    """
    turn, place = divmod(number, 26)
    return f"{chr(ord('A') + place)}{turn + 1 if turn else ''}"


def _shown(plan: Plan, fronts: tuple[Sheet, ...]) -> Iterator[tuple[int, tuple[Sheet, ...]]]:
    """The pages to show together, with their number: bands differ from page to page, a board is one."""
    if plan.lots:
        yield from ((number, (sheet,)) for number, sheet in enumerate(fronts))
    elif any(sheet.name for sheet in fronts):
        first = fronts[0].titles
        names = {sheet.name: sheet for sheet in reversed(fronts) if sheet.titles == first}
        yield 0, tuple(names[name] for name in sorted(names))
    elif fronts:
        yield 0, (max(fronts, key=lambda sheet: len(sheet.placements)),)


def _key(plan: Plan, page: int) -> object:
    if plan.lots or plan.tag == "tiled":
        return plan.deck.name, page
    form = plan.deck.format
    cut = form.shape if form.folds else form
    return cut, plan.deck.use, plan.imposition.kind


def _fullness(sheets: Sequence[Sheet]) -> int:
    return sum(len(sheet.placements) for sheet in sheets)


def layout_of(source: Plan, shown: tuple[Sheet, ...], letter: str) -> CutLayout:
    """How the shown pages of a plan are cut."""
    form_of = formats_on(source)
    forms = tuple(dict.fromkeys(form_of(placement) for placement in shown[0].placements))
    tiled = bool(shown[0].name)
    straight = not tiled and any(form.straight for form in forms)
    page = cut_part(shown[0])
    parts = [box for box in _parted(shown[0], form_of) if page.holds(box)]
    by_machine = any(sheet.blocks for sheet in shown)
    plan = cut_plan(page, parts, shown[0].marks) if straight and not by_machine else None
    ruled = () if tiled or by_machine else _ruled(shown[0], form_of, source.imposition.kind)
    return CutLayout(letter, source.imposition.kind, forms, shown, form_of, plan, ruled, tiled, by_machine)


def _ruled(sheet: Sheet, form_of: FormatOf, kind: str) -> tuple[tuple[RuledCut, ...], ...]:
    """How a ruler parts hexagons that share their edges."""
    if not kind.startswith("honeycomb") or not kind.endswith(SHARED):
        return ()
    forms = [(form_of(placement), placement) for placement in sheet.placements]
    lines = [form.placed(form.outline(), placement.trim, placement.rotation) for form, placement in forms]
    return ruled_cuts([line for line in lines if isinstance(line, Polygon)], sheet.marks)


def cut_part(sheet: Sheet) -> Box:
    """The page, or the half of a folded one with the fronts: behind it lie the backs."""
    page = sheet.paper.page
    fold = next((mark for mark in sheet.marks if mark.fold), None) if sheet.gutterfold else None
    if fold is None:
        return page
    (ax, ay), (bx, _) = fold.start, fold.end
    return replace(page, width_mm=ax) if abs(ax - bx) < SAME_MM else replace(page, height_mm=ay)


def _parted(sheet: Sheet, form_of: FormatOf) -> list[Box]:
    """What straight cuts part: each piece with straight sides, and what is round in one with its like.

    That goes from edge to edge of the paper: a band of circles is cut off as a whole.
    """
    wide = sheet.paper.width_mm
    boxes: list[Box] = []
    round_ones: dict[Format, list[Box]] = {}
    for placement in sheet.placements:
        form = form_of(placement)
        if form.straight:
            boxes.append(placement.trim)
        else:
            round_ones.setdefault(form, []).append(around(placement.clip))
    bands = map(union, round_ones.values())
    return boxes + [replace(band, x_mm=0.0, width_mm=wide) for band in bands]


def runs_of(plan: CutPlan) -> list[CutRun]:
    """The cuts with their numbers, in runs that go through the same pile one way."""
    numbered = enumerate(plan.cuts, start=1)
    return [list(run) for _, run in groupby(numbered, key=lambda numbered_cut: _pile_of(numbered_cut[1]))]


def _pile_of(cut: StraightCut) -> tuple[Way, int, float, bool, bool]:
    """What tells the pile that a cut goes through: which way, how many parts, where the first one lies.

    And how one knows where it goes: from mark to mark, or how far from which edge.
    """
    part = cut.through[0]
    place = part.y_mm if cut.way is Way.UPRIGHT else part.x_mm
    return cut.way, len(cut.through), place, cut.is_marked, not cut.is_marked and cut.edge_mm < cut.at_mm
