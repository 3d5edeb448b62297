"""Blocks to pages: they are laid out in columns, the leaves become faces, the binding adds navigation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from generator.booklet.block_cache import KeptBlocks
from generator.booklet.blocks import Block, Heading
from generator.booklet.columns import Composer, Measures
from generator.booklet.contents import (
    LEVELS,
    ContentsLine,
    Entry,
    Link,
    contents_heading,
    contents_lines,
    rule_below,
)
from generator.booklet.flow import Setter, Sink, Written
from generator.booklet.front import front_of
from generator.booklet.pages import FOOT_MM, MARGIN_MM, TOP_MM, Title, face_of
from generator.booklet.story import Drawn, FindDesign, story_of
from generator.booklet.style import USUAL, BookletStyle
from generator.booklet.tagging import NO_ALTS, Tag, numbered, tag_blocks
from generator.faces.face import Face
from generator.faces.markup import BadArgument
from generator.ground.fence import unit
from generator.ground.problems import Problem, error, has_errors
from generator.records.notation import Symbols
from generator.records.worksheets import GAME
from generator.sheets.sheet import Paper
from generator.text.fitting import Typesetter

MOST_TOLD = 100
"""After so many Problems of one booklet its other blocks are not looked at."""
LITTLE, CLOSER = 0.3, 0.75
"""A last page of which less is taken is saved, if it can be, by so much of the usual air."""
CONTENTS_COLUMNS = 3
LONG_CONTENTS = 0.45
"""Of a page: contents that take more have pages of their own."""
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


@dataclass(frozen=True, slots=True)
class Booklet:
    """The finished pages as faces of the paper's size, and what the binding needs."""

    faces: tuple[Face, ...]
    entries: tuple[Entry, ...]
    """The headings of chapters and sections, in order."""
    links: tuple[Link, ...]
    """The lines of the contents, in order."""
    problems: tuple[Problem, ...]
    """What could not be set; with errors among them there are no pages."""
    tags: tuple[tuple[Tag, ...], ...] = ()
    """What the marked things on each page are, by their numbers there."""


@dataclass(frozen=True, slots=True)
class HandedBooklet:
    """A booklet that one process laid out for another, and perhaps drew; then its PDF comes behind it."""

    booklet: Booklet
    problems: tuple[Problem, ...]
    """What is wrong with it."""
    designs: tuple[Problem, ...]
    """What is wrong with the designs that it shows."""
    drawn: Sequence[Problem] | None = None
    """What drawing it found; None if it was not drawn."""


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
    cache: KeptBlocks | None = None,
    style: BookletStyle = USUAL,
    columns: int = 2,
) -> Booklet:
    """Lay blocks out on a paper; `place` is where those blocks stand that do not say it themselves.

    `icon` gives the `<symbol>` of an icon by its key; `colours` are those of icons that have one. The page
    numbers in the contents are written when everything stands.
    """
    page = replace(measures_of(paper, columns), rtl=style.rtl)
    sink = Sink(paper.height_mm, page.height)
    setter = Setter(typesetter, symbols, sink, colours, place, kept=cache, style=style)
    story = story_of(setter, blocks, show, page)
    _measure(story, page, setter.problems)
    titles = [(b.level, b.text) for b in blocks if isinstance(b, Heading) and b.level <= LEVELS]
    listed = contents_lines(setter, titles)
    if not has_errors(setter.problems):
        _lay_out(setter, story, listed, title, page)
        setter, sink = _without_rest(setter, story, listed, title, page)
    if has_errors(setter.problems):
        return Booklet((), (), (), tuple(dict.fromkeys(setter.problems)))
    entries = tuple(
        Entry(level, text, number, top)
        for number, leaf in enumerate(sink.leaves, start=1)
        for level, text, top in leaf.titles
        if level <= LEVELS
    )
    made = (line.finish(sink, entry) for line, entry in zip(listed, entries, strict=False))
    links = tuple(link for link in made if link is not None)
    try:
        faces = _faces(setter, key, title, paper, icon)
    except BadArgument as fault:  # a symbol without a drawing
        missing = error(fault.where or place or GAME, fault.what, fault.mend)
        return Booklet((), (), (), tuple(dict.fromkeys((*setter.problems, missing))))
    tags = tuple(tuple(leaf.tags) for leaf in sink.leaves)
    return Booklet(faces, entries, links, tuple(dict.fromkeys(setter.problems)), tags)


def measures_of(paper: Paper, columns: int) -> Measures:
    """The room for text on the pages of a booklet."""
    width, height = paper.width_mm - 2 * MARGIN_MM, paper.height_mm - TOP_MM - FOOT_MM
    return Measures(MARGIN_MM, TOP_MM, width, height, columns)


def _without_rest(
    setter: Setter, story: Sequence[Written], listed: Sequence[ContentsLine], title: Title, page: Measures
) -> tuple[Setter, Sink]:
    """The pages anew with less air, if their last one holds but little and that saves it."""
    sink = setter.sink
    if len(sink.leaves) < 3 or sink.leaves[-1].used > LITTLE * page.height:
        return setter, sink
    rest = Sink(sink.height_mm, sink.room_mm)
    closer = replace(setter, sink=rest)
    _lay_out(closer, story, listed, title, replace(page, air=CLOSER))
    if len(rest.leaves) < len(sink.leaves):
        return closer, rest
    again = Sink(sink.height_mm, sink.room_mm)  # the lines of the contents know their place again
    usual = replace(setter, sink=again)
    _lay_out(usual, story, listed, title, page)
    return usual, again


def _lay_out(
    setter: Setter, story: Sequence[Written], listed: Sequence[ContentsLine], title: Title, page: Measures
) -> None:
    """All pages: the first one is left free for the cover, the contents stand over the first text."""
    setter.sink.leaf(1)
    if not listed:
        tag_blocks(story)
        Composer(setter.sink, page, 2).compose(story)
        return
    narrow = replace(page, columns=CONTENTS_COLUMNS, gutter=8.0, level=False)
    heading = replace(setter, problems=[])
    over = contents_heading(heading, title.contents)
    tag_blocks([over, *listed, *story])
    first = Composer(setter.sink, narrow, 2)
    first.compose([over])
    first.compose(listed)
    if first.number > 2 or first.used > LONG_CONTENTS * page.height:
        Composer(setter.sink, page, first.number + 1).compose(story)
        return
    first.compose([rule_below(heading)])
    first.page = page
    first.compose(story)


def _faces(
    setter: Setter, key: str, title: Title, paper: Paper, icon: Callable[[str], str]
) -> tuple[Face, ...]:
    sink = setter.sink
    first = sink.leaf(1)
    if title.cover is None:
        front = front_of(title, paper, setter.at(GAME))
        first.markup.insert(0, numbered(first.tags, Tag("Div.front"), front, NO_ALTS))
    else:
        first.tags.append(Tag("Figure.front", alt=": ".join(filter(None, (title.title, title.subtitle)))))
    faces, chapter = [title.cover] if title.cover is not None else [], ""
    for number, leaf in enumerate(sink.leaves, start=1):
        titles = [(text, top) for level, text, top in leaf.titles if level == 1]
        begins = next((text for text, top in titles if top < TOP_MM + 1), "")
        if number > 1 or title.cover is None:
            # a page that goes on with a chapter is that chapter's
            running = begins or chapter or next((text for text, _ in titles), "")
            faces.append(face_of(leaf, number, key, title, paper, setter.at(GAME), icon, running))
        chapter = titles[-1][0] if titles else chapter
    return tuple(faces)


def _measure(story: Sequence[Written], page: Measures, problems: list[Problem]) -> None:
    """Lay out every block and tell what no page can hold. Only running text goes on on the next page."""
    chapter = unit("chapter", "the contents")
    for block in story:
        if len(problems) > MOST_TOLD:
            return
        if block.title is not None and block.title[0] == 1:
            chapter = unit("chapter", block.place, block.title[1])
        with chapter:
            high = block.made(page.width if block.wide else page.column)[0]
        if high > page.height and not block.running:
            fault = f"This {block.kind} is taller than a page."
            problems.append(error(block.place, fault, TALL[block.kind]))
