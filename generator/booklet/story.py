"""A booklet's blocks as what is laid out: headings, running text, boxes, tables and pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from generator.booklet.blocks import Block, Heading, Item, Paragraph, PictureBlock, PicturesBlock, TableBlock
from generator.booklet.columns import Measures
from generator.booklet.figure import Figure
from generator.booklet.flow import TALL_MM, Setter, Written, rich
from generator.booklet.grid import grid
from generator.booklet.pictures import Shown
from generator.booklet.running import Running
from generator.booklet.style import BODY, BOXED, ITEM

INDENT_MM = 5.2
"""Of a list's entries, if their marks are not wider."""
SHORT_STEPS = 14
"""So many lines of numbered steps are not parted by the end of a column."""
LONG_STEP = 3
"""A last step of so many lines may stand alone at the head of a column."""

FindDesign = Callable[[PictureBlock], Shown | None]
"""Finds the design that a picture names; None leaves it out."""

Drawn = Callable[[Setter], list[Any]]
"""A block of a booklet's own making, as what is laid out."""


def story_of(
    setter: Setter, blocks: Sequence[Block | Drawn], show: FindDesign, page: Measures
) -> list[Written]:
    """All blocks as what is laid out on pages of these measures, each kept with what it needs."""
    story: list[Written] = []
    steps: list[Running] = []
    for at, block in enumerate(blocks):
        parts = _written(setter, block, show, page)
        if parts and _leads_in(blocks, at):
            parts[-1].keep = True
        if steps and not _goes_on(block):
            _keep_steps(steps, page.column)
            steps = []
        if isinstance(block, Item) and (steps or block.mark[:1].isdigit()):
            steps += [part for part in parts if isinstance(part, Running)]
        story += parts
    _keep_steps(steps, page.column)
    return story


def _goes_on(block: Block | Drawn) -> bool:
    """Whether an entry belongs to the numbered list before it."""
    return isinstance(block, Item) and (not block.mark or (block.mark[:1].isdigit() and block.mark != "1."))


def _keep_steps(steps: Sequence[Running], column: float) -> None:
    """A short list of numbered steps stays in one column; of a long one no short step is alone at an end."""
    if sum(step.lines(column) for step in steps) <= SHORT_STEPS:
        for step in steps[:-1]:
            step.keep = True
    elif len(steps) > 3:
        steps[0].keep = True
        steps[-2].keep = steps[-1].lines(column) < LONG_STEP


def _written(setter: Setter, block: Block | Drawn, show: FindDesign, page: Measures) -> list[Written]:
    if isinstance(block, TableBlock):
        return list(grid(setter, block, column=page.column, width=page.width))
    if isinstance(block, PicturesBlock):
        return _figures(setter, block, show, page)
    if not isinstance(block, (Heading, Paragraph, Item)):
        return list(block(setter))
    setter = setter.at(block.place or setter.place)
    if isinstance(block, Heading):
        looks = setter.style.headings
        return [rich(setter, block.text, looks[min(block.level, len(looks)) - 1], title_level=block.level)]
    if isinstance(block, Item):
        begin = block.level * INDENT_MM
        mark_mm = setter.lay(f"**{block.mark}**", ITEM, TALL_MM).width + 1.5 if block.mark else 0.0
        indent = begin + max(INDENT_MM, mark_mm)
        hung = (block.mark, begin)
        entry = Running(setter, block.text, ITEM, indent_mm=indent, hung=hung, whole=True)
        entry.begins = block.mark == "1."
        return [entry]
    return [rich(setter, block.text, BOXED, boxed=True) if block.boxed else Running(setter, block.text, BODY)]


def _figures(setter: Setter, block: PicturesBlock, show: FindDesign, page: Measures) -> list[Written]:
    shown = [
        replace(one, title=_title(picture))
        for picture in block.pictures
        if (one := show(picture)) is not None
    ]
    if not shown:
        return []
    size = next((picture.size for picture in block.pictures if picture.size), "")
    return [Figure(setter.at(block.pictures[0].place or setter.place), shown, size, page)]


def _title(picture: PictureBlock) -> str:
    """What a picture is called where it is named: a card by its title, a back or a board by its component."""
    name, _, title = picture.target.partition(":")[2].partition("/")
    return name if title in {"", "@first"} else title


def _leads_in(blocks: Sequence[Block | Drawn], at: int) -> bool:
    """Whether a paragraph leads in what follows: a table, a list after a colon, a first section."""
    block, after = blocks[at], blocks[at + 1] if at + 1 < len(blocks) else None
    if not isinstance(block, Paragraph):
        return False
    before = blocks[at - 1] if at else None
    if isinstance(before, Heading) and isinstance(after, Heading):
        return before.level < after.level
    return isinstance(after, TableBlock) or block.text.endswith(":")
