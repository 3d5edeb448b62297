"""Sheets for cutting machines: laid so that registration marks have room, and their outlines as files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from generator.ground.output import Stage
from generator.ground.problems import Problem, warning
from generator.press.mixing import cut_as
from generator.press.printing import OutputFile, Plan
from generator.records.edition import Edition
from generator.sheets.bands import impose_bands, in_bands
from generator.sheets.cutting.contours import FormatOf, SheetLines, lines_of
from generator.sheets.cutting.dxf import dxf_of
from generator.sheets.cutting.outline_svg import outline_svg
from generator.sheets.cutting.registration import INSET_MM, has_room, registered
from generator.sheets.imposing import front_of, impose
from generator.sheets.layouts import CellPlan, Layout, choose_layouts
from generator.sheets.sheet import Flip, Imposition, Paper, Sheet, Side

_STEP_MM, _MOST_MM = 0.5, 30.0
"""So much wider is the border of each trial to leave the corners free, and so much the widest one."""
KIND = "outlines for a cutting machine"


def with_marks(plans: Iterable[Plan], flip: Flip) -> tuple[tuple[Plan, ...], tuple[Problem, ...]]:
    """The plans with registration marks on all fronts, and warnings for those that have no room for them.

    Pieces that lie where the marks go are laid closer together, or fewer on a page.
    """
    marked: list[Plan] = []
    problems: dict[Problem, None] = {}
    for plan in plans:
        laid = _with_room(plan, flip) if not is_folded(plan) else None
        if laid is None:
            problems[_folded(plan) if is_folded(plan) else _no_room(plan)] = None
        marked.append(plan if laid is None else replace(laid, imposition=registered(laid.imposition)))
    return tuple(marked), tuple(problems)


def _no_room(plan: Plan) -> Problem:
    deck, paper = plan.deck, plan.paper
    white = max(paper.beside_mm or 0.0, paper.above_mm or 0.0)
    if white > INSET_MM:
        return warning(
            "--printer",
            f"Registration marks stand {INSET_MM:g} mm from the edges of a sheet, where this printer prints "
            f"nothing: it leaves {white:g} mm white.",
            "Take another printer for --outlines, or cut by hand; the outlines are written all the same.",
        )
    return warning(
        deck.component.at("width"),
        f"On {plan.paper.name} the sheets of {deck.title} have no room for registration marks, "
        "so that a cutting machine does not find the print by itself.",
        "Their outlines are written all the same; cut them by hand, or make the pieces smaller.",
    )


def is_folded(plan: Plan) -> bool:
    """Whether its sheets are folded before they are cut."""
    return any(sheet.gutterfold for sheet in plan.imposition.sheets)


def _folded(plan: Plan) -> Problem:
    return warning(
        plan.deck.component.at("width"),
        f"The sheets of {plan.deck.title} are folded and glued before they are cut, "
        "so that there are no outlines of them for a cutting machine.",
        "Leave --layout gutterfold out of a build with --outlines.",
    )


def _with_room(plan: Plan, flip: Flip) -> Plan | None:
    """The plan itself, or the fullest other one whose fronts have room for the marks."""
    if _all_clear(plan.imposition):
        return plan
    for paper in _narrower(plan.paper):
        if plan.lots:
            bands = in_bands(plan.lots, paper)
            imposition = impose_bands(bands, flip=flip) if bands is not None else None
            if imposition is not None and _all_clear(imposition := _on(plan.paper, imposition)):
                return replace(plan, imposition=imposition)
        elif grid := _grid(plan, paper):
            front = front_of(plan.deck.pieces[: grid.count], grid)
            if has_room(_sheet_on(plan.paper, front)):
                imposition = _on(plan.paper, impose(plan.deck.pieces, grid, flip=flip))
                tag = f"{grid.count}up" if plan.tag.endswith("up") else plan.tag
                return replace(plan, imposition=imposition, tag=tag)
    return None


def _all_clear(imposition: Imposition) -> bool:
    return all(has_room(sheet) for sheet in imposition.sheets if sheet.side is Side.FRONT)


def _narrower(paper: Paper) -> Iterator[Paper]:
    """The same paper with wider and wider borders."""
    for step in range(1, int(_MOST_MM / _STEP_MM) + 1):
        margin = step * _STEP_MM
        yield replace(paper, beside_mm=paper.border_x_mm + margin, above_mm=paper.border_y_mm + margin)


def _grid(plan: Plan, paper: Paper) -> CellPlan | None:
    """What the pieces of a plan lie on if the paper has this border; None for a plan that is no such grid."""
    deck, layouts = plan.deck, tuple(Layout) if plan.layout is None else (plan.layout,)
    usual = {grid.kind for grid in choose_layouts(deck.format, plan.paper, layouts, use=deck.use)}
    if plan.imposition.kind not in usual:
        return None
    grids = choose_layouts(deck.format, paper, layouts, use=deck.use)
    return next((grid for grid in grids if plan.layout in (None, grid.layout)), None)


def _on(paper: Paper, imposition: Imposition) -> Imposition:
    return replace(imposition, sheets=tuple(_sheet_on(paper, sheet) for sheet in imposition.sheets))


def _sheet_on(paper: Paper, sheet: Sheet) -> Sheet:
    """A sheet on paper with the border that its printer really has."""
    upright = sheet.paper.width_mm == paper.width_mm
    return replace(sheet, paper=paper if upright else paper.turned())


# ---------------------------------------------------------------- the files


@dataclass(frozen=True, slots=True)
class _Outline:
    """The lines of one or more equal sheets of a file."""

    lines: SheetLines
    sheets: tuple[int, ...]
    """Which of the file's sheets of paper, counted from 1."""
    pieces: int


def write_outlines(
    plans: Sequence[Plan], files: Sequence[OutputFile], edition: Edition, stage: Stage
) -> tuple[OutputFile, ...]:
    """Beside each PDF the outlines of its sheets as SVG and as DXF, once for each distinct sheet.

    `files` are those that were made of the plans. A file in less ink has the outlines of the other one.
    """
    files_made: list[OutputFile] = []
    shown: set[tuple[str, str, str]] = set()
    for plan, file in zip(plans, files, strict=True):
        key = (plan.deck.name, plan.paper.name, plan.tag)
        if key in shown or plan.part == "backs" or is_folded(plan):
            continue
        shown.add(key)
        outlines = outlines_of(plan)
        for number, outline in enumerate(outlines, start=1):
            stem = f"{file.path.removesuffix('.pdf')}_outline"
            stem += f"-{number}" if len(outlines) > 1 else ""
            sheets = _sheets_said(outline.sheets)
            title = f"{edition.game} v{edition.version}: {plan.deck.title}, {plan.paper.name}, {sheets}"
            for ending, content in (
                (".svg", outline_svg(outline.lines, title)),
                (".dxf", dxf_of(outline.lines)),
            ):
                name = stem + ending
                files_made.append(_about(file, name, sheets, outline, stage.write(name, content)))
    return tuple(files_made)


def outlines_of(plan: Plan) -> tuple[_Outline, ...]:
    """The distinct sheets of a plan, in the order in which they are printed."""
    fronts = [sheet for sheet in plan.imposition.sheets if sheet.side is Side.FRONT]
    by_lines: dict[SheetLines, list[int]] = {}
    form = formats_on(plan)
    for number, sheet in enumerate(fronts, start=1):
        by_lines.setdefault(lines_of(sheet, form), []).append(number)
    return tuple(
        _Outline(lines, tuple(numbers), len(fronts[numbers[0] - 1].placements))
        for lines, numbers in by_lines.items()
    )


def formats_on(plan: Plan) -> FormatOf:
    """What is cut out of the sheets of a plan, by where a front lies."""
    if not plan.lots:
        form = cut_as(plan.deck)
        return lambda placement: form
    by_design = {piece.front: lot.format for lot in plan.lots for piece in lot.pieces}
    return lambda placement: by_design[placement.design]


def _sheets_said(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"sheet {numbers[0]}"
    if numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"sheets {numbers[0]} to {numbers[-1]}"
    return f"sheets {', '.join(map(str, numbers[:12]))}{' …' if len(numbers) > 12 else ''}"


def _about(file: OutputFile, name: str, sheets: str, outline: _Outline, size_bytes: int) -> OutputFile:
    return replace(
        file,
        path=name,
        kind=KIND,
        pages=1,
        sheets=0,
        pieces=outline.pieces,
        designs=0,
        size_bytes=size_bytes,
        flip="",
        said=sheets,
        light=False,
        ink=0,
        full_ink=0,
        area_cm2=0,
        aside=True,
    )
