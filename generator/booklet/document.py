"""Blocks to pages: Platypus breaks them, the leaves become faces, the binding adds navigation."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, PageTemplate

from generator.booklet.blocks import Block, Heading, Item, Paragraph, PictureBlock, PicturesBlock, TableBlock
from generator.booklet.flow import TALL_MM, KeptBlocks, Setter, Sink, Written, rich
from generator.booklet.grid import grid
from generator.booklet.pages import FOOT_MM, MARGIN_MM, TOP_MM, Title, face_of, front_of
from generator.booklet.pictures import PictureRow, Shown
from generator.booklet.running import Running
from generator.booklet.style import (
    BODY,
    BOXED,
    CAPTION,
    CELL,
    CELL_HEAD,
    HEADINGS,
    ITEM,
    LINE,
    SMALL,
)
from generator.faces.face import Face
from generator.faces.markup import BadArgument
from generator.ground.fence import unit
from generator.ground.pdf_file import undated
from generator.ground.problems import Problem, error, has_errors
from generator.ground.units import pt
from generator.records.notation import Symbols
from generator.records.worksheets import GAME
from generator.sheets.sheet import Paper
from generator.text.fitting import Typesetter

CONTENTS_LEVELS = 2
MOST_TOLD = 100
"""After so many Problems of one booklet its other blocks are not looked at."""
INDENT_MM = 6.5
"""Of a list's entries, if their marks are not wider."""
TALL: Mapping[str, str] = MappingProxyType(
    {
        "heading": "Shorten it; what follows can say the rest.",
        "quotation": "Divide it: a blank line without > between two quotations parts them.",
        "row of the table": "Divide its words among several rows, or let it be text.",
        "picture": "Shorten its caption.",
        "step": "Shorten its Narration.",
        "drawing": "Show fewer cards at once.",
    }
)
"""How to mend what is taller than a page, by its kind."""

FindDesign = Callable[[PictureBlock], Shown | None]
"""Finds the design that a picture names; None leaves it out."""

Drawn = Callable[[Setter], list[Flowable]]
"""A block of a booklet's own making."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the table of contents: the page is counted from 1, `top_mm` from its upper edge."""

    level: int
    text: str
    page: int
    top_mm: float


@dataclass(frozen=True, slots=True)
class Booklet:
    """The finished pages as faces of the paper's size, and what the binding needs."""

    faces: tuple[Face, ...]
    entries: tuple[Entry, ...]
    links: tuple[tuple[int, float, Entry], ...]
    """Lines of the contents: page, top in mm, and where they lead."""
    problems: tuple[Problem, ...]
    """What could not be set; with errors among them there are no pages."""


def set_booklet(
    blocks: Sequence[Block | Drawn],
    *,
    key: str,
    title: Title,
    paper: Paper,
    typesetter: Typesetter,
    symbols: Symbols,
    icon: Callable[[str], str],
    show: FindDesign,
    colours: Mapping[str, str] = MappingProxyType({}),
    place: str = "",
    kept: KeptBlocks | None = None,
) -> Booklet:
    """Lay blocks out on a paper; `place` is where those blocks stand that do not say it themselves.

    `icon` gives the `<symbol>` of an icon by its key; `colours` are those of icons that have one. The
    contents are laid out twice, because the page numbers in them follow from the first time.
    """
    room_mm = paper.height_mm - TOP_MM - FOOT_MM
    setter = Setter(typesetter, symbols, Sink(paper.height_mm, room_mm), colours, place, kept=kept)
    titles = [(b.level, b.text) for b in blocks if isinstance(b, Heading) and b.level <= CONTENTS_LEVELS]
    entries = tuple(Entry(level, text, 0, 0.0) for level, text in titles)
    for _ in range(2):
        setter = replace(setter, sink=Sink(paper.height_mm, room_mm))
        story = _story(setter, blocks, entries, show)
        _measure(story, paper, setter.problems)
        if has_errors(setter.problems):
            return Booklet((), (), (), tuple(dict.fromkeys(setter.problems)))
        _lay_out(story, paper)
        entries = tuple(
            Entry(level, text, page, top)
            for page, leaf in enumerate(setter.sink.leaves, start=1)
            for level, text, top in leaf.titles
            if level <= CONTENTS_LEVELS
        )
    front, pages = setter.sink.leaf(1), setter.sink.leaves
    front.markup.insert(0, front_of(title, paper, setter.at(GAME)))
    try:
        faces = tuple(
            face_of(leaf, number, key, title, paper, setter.at(GAME), icon)
            for number, leaf in enumerate(pages, start=1)
        )
    except BadArgument as fault:  # a symbol without a drawing
        missing = error(fault.where or place or GAME, fault.what, fault.mend)
        return Booklet((), (), (), tuple(dict.fromkeys((*setter.problems, missing))))
    return Booklet(faces, entries, _links(setter.sink, entries), tuple(dict.fromkeys(setter.problems)))


def _story(
    setter: Setter, blocks: Sequence[Block | Drawn], entries: Sequence[Entry], show: FindDesign
) -> list[Flowable]:
    # What is wrong with a heading is said where it stands, not in the contents once more.
    story: list[Flowable] = [PageBreak(), *_contents(replace(setter, problems=[]), entries), PageBreak()]
    for at, block in enumerate(blocks):
        made = _flowables(setter, block, show)
        if made and _leads_in(blocks, at):
            made[-1].keepWithNext = True
        story += made
    return story


def _measure(story: Sequence[Flowable], paper: Paper, told: list[Problem]) -> None:
    """Lay out every block and tell what no page can hold, before Platypus gives up on it.

    Only running text goes on on the next page. What cannot be set at all is told by the layout itself.
    """
    frame = _frame(paper)
    width, height = frame._aW, frame._aH  # the very numbers that Platypus will ask with
    chapter = unit("chapter", "the contents")
    for flowable in story:
        if not isinstance(flowable, Written):
            continue
        if len(told) > MOST_TOLD:
            return
        if flowable.title is not None and flowable.title[0] == 1:
            chapter = unit("chapter", flowable.place, flowable.title[1])
        with chapter:
            high = flowable.wrap(width, height)[1]
        if high > height and not flowable.running:
            what = f"This {flowable.kind} is taller than a page."
            told.append(error(flowable.place, what, TALL[flowable.kind]))


def _frame(paper: Paper) -> Frame:
    return Frame(
        pt(MARGIN_MM),
        pt(FOOT_MM),
        pt(paper.width_mm - 2 * MARGIN_MM),
        pt(paper.height_mm - TOP_MM - FOOT_MM),
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )


def _lay_out(story: list[Flowable], paper: Paper) -> None:
    # Platypus wants a file to write to; the leaves are what counts, so its own pages are thrown away.
    document = BaseDocTemplate(io.BytesIO(), pagesize=(pt(paper.width_mm), pt(paper.height_mm)), invariant=1)
    document.addPageTemplates([PageTemplate(id="page", frames=[_frame(paper)])])
    with undated():
        document.build(story)


# ---------------------------------------------------------------- blocks


def _flowables(setter: Setter, block: Block | Drawn, show: FindDesign) -> list[Flowable]:
    if isinstance(block, TableBlock):
        return list(grid(setter, block.rows, CELL, CELL_HEAD, block.places))
    if isinstance(block, PicturesBlock):
        shown = [one for picture in block.pictures if (one := show(picture)) is not None]
        return (
            [PictureRow(setter.at(block.pictures[0].place or setter.place), shown, CAPTION)] if shown else []
        )
    if not isinstance(block, (Heading, Paragraph, Item)):
        return block(setter)
    setter = setter.at(block.place or setter.place)
    if isinstance(block, Heading):
        look = HEADINGS[min(block.level, len(HEADINGS)) - 1]
        return [rich(setter, block.text, look, title_level=block.level)]
    if isinstance(block, Item):
        indent = max(INDENT_MM, setter.lay(block.mark, ITEM, TALL_MM).width + 1.5)
        return [Running(setter, block.text, ITEM, indent_mm=indent, mark=block.mark)]
    return [rich(setter, block.text, BOXED, boxed=True) if block.boxed else Running(setter, block.text, BODY)]


def _leads_in(blocks: Sequence[Block | Drawn], at: int) -> bool:
    """Whether a paragraph leads in what follows: a table, a list after a colon, a first section."""
    block, after = blocks[at], blocks[at + 1] if at + 1 < len(blocks) else None
    if not isinstance(block, Paragraph):
        return False
    before = blocks[at - 1] if at else None
    if isinstance(before, Heading) and isinstance(after, Heading):
        return before.level < after.level
    return isinstance(after, TableBlock) or block.text.endswith(":")


def _contents(setter: Setter, entries: Sequence[Entry]) -> list[Flowable]:
    made: list[Flowable] = [rich(setter, "Contents", HEADINGS[0])]
    for entry in entries:
        made.append(_contents_line(setter, entry))
    return made


def _contents_line(setter: Setter, entry: Entry) -> Written:
    look = BODY if entry.level == 1 else SMALL

    def compose(width: float) -> tuple[float, str]:
        indent = 0.0 if entry.level == 1 else 6.0
        text = setter.lay(f"**{entry.text}**" if entry.level == 1 else entry.text, look, width - indent - 20)
        page = setter.lay(str(entry.page or ""), look, 18)
        dots = text.width + indent + 2
        y = text.height * 0.72
        line = (
            f'<line x1="{dots:.3f}" y1="{y:.3f}" x2="{width - page.width - 2:.3f}" y2="{y:.3f}" '
            f'stroke="{LINE}" stroke-width="0.35" stroke-dasharray="0.01 1.5" stroke-linecap="round"/>'
        )
        markup = setter.markup(text, look, x_mm=indent) + line
        return text.height, markup + setter.markup(page, look, x_mm=width - page.width)

    return Written(
        setter,
        compose,
        kind="heading",
        before_mm=2.2 if entry.level == 1 else 0,
        after_mm=0.9,
        title=(9, entry.text),
    )


def _links(sink: Sink, entries: Sequence[Entry]) -> tuple[tuple[int, float, Entry], ...]:
    """Each line of the contents with where it leads; both lists are in the order of the booklet."""
    lines = [
        (page, top)
        for page, leaf in enumerate(sink.leaves, start=1)
        for level, _, top in leaf.titles
        if level > CONTENTS_LEVELS + 1
    ]
    return tuple((page, top, entry) for (page, top), entry in zip(lines, entries, strict=False))
