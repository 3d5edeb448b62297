"""The sheets stage: every deck on every paper in every layout, each as one PDF under a telling name."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from generator.ground.cache import NO_CACHE, Cache
from generator.ground.fence import unit
from generator.ground.output import Stage
from generator.ground.problems import Problem, warning
from generator.press.decks import Deck
from generator.press.gutterfolds import beside_backs, folding
from generator.press.mixing import as_circles, as_squares, lots_of, mixed, sharing, together
from generator.press.revision import mark_wanted
from generator.records.edition import Edition, file_name_part
from generator.sheets.bands import Lot, impose_bands, in_bands
from generator.sheets.gutterfold import impose_gutterfold
from generator.sheets.imposing import impose
from generator.sheets.layouts import Layout, Use, choose_layouts, use_by_size
from generator.sheets.marks import STRIP_ROOM_MM
from generator.sheets.sheet import Flip, Format, Imposition, Paper
from generator.sheets.tiles import choose_tiling, tile

if TYPE_CHECKING:
    from generator.text.fonts import Fonts


GUTTERFOLD = "gutterfold"
"""What tells the file of such sheets from those with backs on the next page."""
_LONGEST_PRINTER = 30
"""Letters of its name in the name of a file."""


@dataclass(frozen=True, slots=True)
class OutputFile:
    """One finished file. `path` is relative to the output folder, with forward slashes."""

    path: str
    component: str
    paper: str
    kind: str
    pages: int
    sheets: int
    """Of paper: half the pages if both sides are printed."""
    pieces: int
    size: str
    """Of one piece when it is cut, such as 63.5 × 88.9 mm; empty for a booklet."""
    designs: int
    size_bytes: int
    flip: str
    """The edge to turn the paper round; empty if it is printed on one side."""
    partial: bool
    language: str = ""
    """The code of the language that it is in, if it is not the base language."""
    name: str = ""
    """Of the component, in the sheet Components."""
    use: str = ""
    """What it is: cards, board, page, tokens or shared; empty for a booklet."""
    booklet: bool = False
    said: str = ""
    """What else is said of it, such as which side it has."""
    light: bool = False
    """Whether it spares ink."""
    ink: int = 0
    """How much of the printed sides is inked, in percent; 0 if nobody has measured it …"""
    full_ink: int = 0
    """… and how much is in full colour."""
    area_cm2: int = 0
    """Of all printed sides together, if the ink was measured."""
    printer: str = ""
    """The printer for which its backs are moved, by the name that its user gave it."""
    aside: bool = False
    """Whether it is no part of a set: outlines for a cutting machine, or how to cut."""
    sets: int = 1
    """How many times all of it is there."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One file to make."""

    deck: Deck
    paper: Paper
    imposition: Imposition
    tag: str
    """What tells this layout's file from the usual one's, such as 8up or tiled; often empty."""
    layout: Layout | None = None
    """Which of several layouts it is; None if there is one."""
    errand: str = ""
    """The end of its name, if it is made for one errand, such as reprint."""
    lots: tuple[Lot, ...] = ()
    """Its pieces by what is cut out, if that differs."""
    light: bool = False
    """Whether it spares ink."""
    part: str = ""
    """`fronts` or `backs` if the file has one side of what has two."""
    printer: str = ""
    """The printer for whose margins it is laid out, and for which its backs are moved."""

    @property
    def designs(self) -> bytes:
        """The PDF whose pages lie on its sheets."""
        return self.deck.light if self.light else self.deck.designs

    @property
    def formats(self) -> tuple[Format, ...]:
        """What is cut out of its sheets."""
        return tuple(lot.format for lot in self.lots) or (self.deck.format,)


def plan(
    decks: Iterable[Deck],
    papers: Sequence[Paper],
    layouts: Sequence[Layout],
    flip: Flip,
    *,
    mix: bool = False,
    squares: bool | None = None,
    gutterfold: bool = False,
) -> tuple[Plan, ...]:
    """All the files of a build, paper by paper.

    In a `mix` decks of one format share sheets, and tokens of any; so do decks with the same word in the
    column Together. As `squares`, tokens share their edges; unless as such, round ones do not. As
    `gutterfold`, pieces with backs have these beside them, beyond a fold, wherever they fit.
    """
    decks = tuple(decks) if squares is None else as_squares(decks) if squares else as_circles(decks)
    if gutterfold:
        return tuple(
            plan for paper in papers for plan in _gutterfold_plans(decks, paper, layouts, flip, mix=mix)
        )
    if mix:
        return tuple(_mixed_plans([deck for deck in decks if deck.pieces], papers, layouts, flip))
    groups = together(decks)
    return tuple(
        plan
        for paper in papers
        for word, group in groups
        for plan in (
            _mixed_plans(group, (paper,), layouts, flip, name=word)
            if len(group) > 1
            else _plans_of(group[0], paper, layouts, flip)
        )
    )


def _gutterfold_plans(
    decks: Sequence[Deck], paper: Paper, layouts: Sequence[Layout], flip: Flip, *, mix: bool
) -> Iterator[Plan]:
    """What fits beside its backs on folded sheets, and all the rest as it is without them."""
    folds = [folding(deck, paper) is not None for deck in decks]
    folded = [deck for deck, folds_well in zip(decks, folds, strict=True) if folds_well]
    for group, name, fold in beside_backs(folded, paper, mix=mix):
        stack = mixed(group, name)
        yield Plan(stack, paper, impose_gutterfold(stack.pieces, fold), GUTTERFOLD)
    flat = [deck for deck, folds_well in zip(decks, folds, strict=True) if not folds_well]
    yield from plan(flat, (paper,), layouts, flip, mix=mix)


def _mixed_plans(
    decks: Sequence[Deck], papers: Sequence[Paper], layouts: Sequence[Layout], flip: Flip, name: str = ""
) -> Iterator[Plan]:
    """The same with decks that share sheets wherever that saves one; `name` is what such a file is called."""
    stacks: dict[tuple[str, ...], Deck] = {}
    for paper in papers:
        by_names: dict[tuple[str, ...], list[Plan]] = {}
        for layout in layouts:
            for group in sharing(decks, paper, layout):
                names = tuple(deck.name for deck in group)
                if names not in stacks:
                    stacks[names] = mixed(group, name if len(group) > 1 else "")
                for plan in _plans_of_group(group, stacks[names], paper, layouts, flip):
                    kinds = {(old.tag, old.imposition.kind) for old in by_names.setdefault(names, [])}
                    chosen = plan.layout in (None, layout)
                    if chosen and (plan.tag, plan.imposition.kind) not in kinds:
                        by_names[names].append(plan)
        first = {deck.name: number for number, deck in enumerate(decks)}
        for names in sorted(by_names, key=lambda names: (first[names[0]], len(names))):
            yield from by_names[names]


def _plans_of_group(
    group: Sequence[Deck], stack: Deck, paper: Paper, layouts: Sequence[Layout], flip: Flip
) -> Iterator[Plan]:
    """The files of some decks that share sheets and were made one `stack`."""
    lots = lots_of(group, stack.pieces)
    bands = in_bands(lots, paper) if len(lots) > 1 else None
    if bands is None:
        yield from _plans_of(stack, paper, layouts, flip)
    else:
        yield Plan(stack, paper, impose_bands(bands, flip=flip), "", lots=lots)


def _plans_of(deck: Deck, paper: Paper, layouts: Sequence[Layout], flip: Flip) -> Iterator[Plan]:
    if not deck.pieces:
        return
    grids = choose_layouts(deck.format, paper, layouts, use=deck.use)
    if not grids:
        tiling = choose_tiling(deck.format, paper, deck.whole)
        yield Plan(deck, paper, tile(deck.pieces, tiling, flip=flip), "tiled")
    for grid in grids:
        several = len(choose_layouts(deck.format, paper, tuple(Layout), use=deck.use)) > 1
        tag = f"{grid.count}up" if several and grid.layout is Layout.SPACED else ""
        yield Plan(deck, paper, impose(deck.pieces, grid, flip=flip), tag, grid.layout if several else None)


def misfits(decks: Iterable[Deck], papers: Sequence[Paper]) -> tuple[Problem, ...]:
    """Warnings for what is no board and has to be spread over several pages all the same."""
    return tuple(
        warning(
            deck.component.at("width"),
            f"{deck.title} ({deck.format.size}) is too large for a page of {paper.name} and is spread "
            "over several.",
            f"Make it at most {_most(paper)}, or a board in the column Layout if that is meant.",
        )
        for paper in papers
        for deck in decks
        if deck.use is not Use.BOARD and not choose_layouts(deck.format, paper, tuple(Layout), use=deck.use)
    )


def _most(paper: Paper) -> str:
    """The largest size that is sure to fit a page, in whole millimetres."""
    room = paper.printable
    long, short = max(room.width_mm, room.height_mm), min(room.width_mm, room.height_mm)
    return f"{math.floor(long)} by {math.floor(short - 2 * STRIP_ROOM_MM)} mm"


def print_sheets(
    plans: Sequence[Plan],
    edition: Edition,
    stage: Stage,
    *,
    fonts: Fonts,
    step: Callable[[], None],
    cache: Cache = NO_CACHE,
) -> tuple[OutputFile, ...]:
    """Write every planned file; `step` is called after each. Raises Failed."""
    files: list[OutputFile] = []
    used: Counter[str] = Counter()
    for plan in plans:
        name = _unused(file_name(plan, edition), used)
        around = around_designs(plan, edition, fonts, cache) if cache.on else ""
        place = str(mark_wanted(plan.deck.component))
        moved = tuple(dict.fromkeys(sheet.moved for sheet in plan.imposition.sheets))
        entry = cache.name("sheets", around, plan.designs, place, moved) if cache.on else ""
        pdf = cache.get(entry)
        if pdf is None:
            with unit("sheets", name, times=len(plan.imposition.sheets) / 100):
                pdf = _printed(plan, edition, fonts, around, cache)
            cache.put(entry, pdf)
        files.append(_finished(plan, name, stage.write(name, pdf), edition.language))
        step()
    return tuple(files)


def _printed(plan: Plan, edition: Edition, fonts: Fonts, around: str, cache: Cache) -> bytes:
    from generator.press.tile_marks import has_tile_marks, with_tile_marks
    from generator.sheets.furniture import Caption, PageFonts, draw_furniture
    from generator.sheets.sheet_pdf import sheets_pdf
    from generator.text.fonts import page_fonts_of

    caption = Caption(edition, plan.deck.title)
    page_fonts = PageFonts(*page_fonts_of(fonts), fonts)
    furniture = cache.get(around)
    if furniture is None:
        furniture = draw_furniture(plan.imposition, caption, page_fonts)
        cache.put(around, furniture)
    imposition, designs = plan.imposition, plan.designs
    if has_tile_marks(plan.deck):
        imposition, designs = with_tile_marks(imposition, plan.deck, fonts, designs)
    return sheets_pdf(imposition, designs, caption=caption, page_fonts=page_fonts, furniture=furniture)


def around_designs(plan: Plan, edition: Edition, fonts: Fonts, cache: Cache) -> str:
    """The name of what lies around the designs of a file: where the pieces lie, and what is said of them.

    Where they lie follows from them and the kind of layout.
    """
    deck, imposition = plan.deck, plan.imposition
    blocked = any(sheet.blocks for sheet in imposition.sheets)
    layout = (replace(imposition, sheets=()), plan.tag, len(imposition.sheets), blocked)
    cut = (deck.format, deck.use, deck.title, deck.whole)
    return cache.name(
        "furniture", deck.pieces, cut, plan.lots, plan.paper, layout, edition, fonts.fingerprint()
    )


def _unused(name: str, used: Counter[str]) -> str:
    """Components whose names differ in signs that no file's name can have are numbered.

    `used` has every name that was given, with how often it was asked for.
    """
    stem = name.removesuffix(".pdf")
    free = name
    while free in used:
        used[name] += 1
        free = f"{stem}-{used[name]}.pdf"
    used[free] = 1
    return free


def _finished(plan: Plan, name: str, size_bytes: int, language: str) -> OutputFile:
    imposition = plan.imposition
    pages = len(imposition.sheets)
    return OutputFile(
        path=name,
        component=plan.deck.title,
        paper=plan.paper.name,
        kind=imposition.kind,
        pages=pages,
        sheets=pages // 2 if imposition.duplex else pages,
        pieces=len(plan.deck.pieces),
        size=", ".join(dict.fromkeys(form.size for form in plan.formats)),
        designs=plan.deck.count,
        size_bytes=size_bytes,
        flip=str(imposition.flip) if imposition.duplex else "",
        partial=plan.deck.partial,
        language=language,
        name=plan.deck.name,
        use=str(plan.deck.use or use_by_size(plan.deck.format)),
        said=imposition.said,
        light=plan.light,
        printer=imposition.printer,
    )


def file_name(plan: Plan, edition: Edition) -> str:
    """Folder and name, such as `A4/RiverRace_v0.1_Tiles_A4_duplex.pdf`."""
    imposition = plan.imposition
    duplex = ("duplex" if imposition.flip is Flip.LONG else "duplex-short") if imposition.duplex else ""
    parts = (
        edition.stem,
        file_name_part(plan.deck.name),
        plan.paper.name,
        plan.tag,
        duplex or plan.part,
        "light" if plan.light else "",
        f"for-{_printer_part(plan.printer)}" if plan.printer else "",
        plan.errand or ("only" if plan.deck.partial else ""),
    )
    return f"{plan.paper.name}/{'_'.join(part for part in parts if part)}.pdf"


def _printer_part(name: str) -> str:
    """The name of a printer as a part of a file's name, of the signs and the length that its parts have."""
    return file_name_part(name).replace(".", "-")[:_LONGEST_PRINTER]
