"""What is laid out in columns: blocks that know their height for a width and write SVG.

`columns` decides what goes where; each block then leaves its markup on a `Leaf`, and the renderer of the
cards draws the leaves. So text is kerned, icons are vectors that are stored once, and a card in the
rulebook is the card on the sheet. Lengths are mm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from generator.booklet.block_cache import KeptBlocks
from generator.booklet.inline import quoted_beginning
from generator.booklet.runs import as_read, icon_markup, run_markup
from generator.booklet.style import USUAL, BookletStyle, Look
from generator.booklet.tagging import NO_ALTS, Tag, marked, numbered
from generator.ground.cache import Unkeyable
from generator.ground.problems import Problem, error
from generator.records.notation import Symbols
from generator.text.fitting import FittedText, Run, Typesetter
from generator.text.wrapping import TextSetting

TALL_MM = 10_000.0
"""A height that no paragraph reaches: booklet text wraps, it never shrinks."""


@dataclass(slots=True)
class Leaf:
    """One page under way: its markup, and the titles on it as (level, text, top in mm)."""

    markup: list[str] = field(default_factory=list)
    titles: list[tuple[int, str, float]] = field(default_factory=list)
    used: float = 0.0
    """How far down it is filled, in mm from the upper edge of the room for text."""
    tags: list[Tag] = field(default_factory=list)
    """What the marked things on it are, by their numbers."""


@dataclass(slots=True)
class Sink:
    """Collects the leaves of a booklet. `height_mm` is that of the page, `room_mm` that of the text on it."""

    height_mm: float
    room_mm: float
    leaves: list[Leaf] = field(default_factory=list)
    icons: set[str] = field(default_factory=set)

    def leaf(self, number: int) -> Leaf:
        """The leaf of a page, counted from 1."""
        while len(self.leaves) < number:
            self.leaves.append(Leaf())
        return self.leaves[number - 1]


ASCENT_EM, DESCENT_EM = 0.92, 0.28
"""Where the first baseline lies in a block of text, and what lies below the last one. Fixed shares of the
font size instead of the letters' ink, so that every paragraph keeps the same rhythm, icons or not."""


@dataclass(frozen=True, slots=True)
class Setter:
    """Sets rich text in a look of the booklet. `colours` are those of icons that have one of their own."""

    typesetter: Typesetter
    symbols: Symbols
    sink: Sink
    colours: Mapping[str, str]
    place: str = ""
    """Where the text stands that is being set."""
    problems: list[Problem] = field(default_factory=list)
    """What could not be set, of every place."""
    known: dict[tuple[str, Look, float], FittedText] = field(default_factory=dict)
    """What was laid out before: a booklet is set twice, and its second time is the first one's lines."""

    kept: KeptBlocks | None = None
    """What was composed in earlier runs."""
    style: BookletStyle = USUAL

    def at(self, place: str) -> Setter:
        """The same setter for a text that stands elsewhere."""
        return replace(self, place=place)

    def lay(self, text: str, look: Look, width_mm: float) -> FittedText:
        """The text in lines of a width, from y = 0 down."""
        key = text, look, width_mm
        if key not in self.known:
            self.known[key] = _on_rhythm(self._boxed(glued(text), look, width_mm), look.size_mm)
        layout = self.known[key]
        faults = list(layout.faults)
        if layout.width > width_mm + 1e-6:
            faults.pop()  # the typesetter says this last, in words for cards
            self.problems.append(error(self.place, *_too_wide(layout, width_mm)))
        self.problems.extend(error(self.place, fault.what, fault.mend) for fault in faults if fault.severe)
        return layout

    def begun(self, look: Look) -> Look:
        """A look whose lines begin where the language does, which is the right in some."""
        return replace(look, align="start") if self.style.rtl and look.align == "left" else look

    def _boxed(self, text: str, look: Look, width_mm: float) -> FittedText:
        return self.typesetter.box(
            text,
            x=0,
            y=0,
            width=width_mm,
            height=TALL_MM,
            setting=TextSetting(
                family=look.family or self.style.text_font,
                size=look.size_mm,
                least=look.size_mm,
                weight=look.weight,
                italic=look.italic,
                align=look.align,
                leading=look.leading,
                rtl=self.style.rtl,
            ),
            symbols=self.symbols,
            place="on the booklet",
        )

    def markup(self, layout: FittedText, look: Look, *, x_mm: float = 0.0, y_mm: float = 0.0) -> str:
        """A layout as SVG of the subset, moved by an offset."""
        parts = []
        for part, blank in as_read(layout):
            if isinstance(part, Run):
                parts.append(run_markup(part, look.color, x_mm, y_mm, blank=blank))
                continue
            self.sink.icons.add(part.key)
            own = look.icon_color or self.style.deep
            color = own if look.muted else self.colours.get(part.key, own)
            spoken = (self.symbols[part.key].name if part.key in self.symbols else part.key) + " " * blank
            parts.append(icon_markup(part.key, part.x + x_mm, part.y + y_mm, part.size, color, spoken))
        return "".join(parts)

    def composed(self, text: str, look: Look) -> Callable[[float], tuple[float, str]]:
        """What sets a text for a width: its height in mm and its markup."""

        def compose(width: float) -> tuple[float, str]:
            layout = self.lay(text, look, width)
            return layout.height, self.markup(layout, look)

        return compose


def _too_wide(layout: FittedText, width_mm: float) -> tuple[str, str]:
    wide = next((run.text for run in layout.runs if run.x + run.width > width_mm), "")
    return (
        f"“{quoted_beginning(wide)}” is wider than its line."
        if wide
        else "These icons are wider than their line.",
        "Part it with a blank or a hyphen; in a table, fewer columns have more room.",
    )


def glued(text: str) -> str:
    """An icon stays on the line of the word or number before it, unless it leads the next one.

    One that begins a text leads the first word.
    """
    text = re.sub(r"^(\{[\w-]+\}) (?=[\w*])", "\\1\u00a0", text)
    return re.sub(r"(?<=[\w,;:*)”]) (?=\{[\w-]+\}(?!\u00a0))", "\u00a0", text)


def _on_rhythm(layout: FittedText, size_mm: float) -> FittedText:
    """A layout moved so that its first baseline lies where every block of this size has it."""
    baselines = [run.y for run in layout.runs]
    if not baselines:
        return layout
    # A line of icons alone has a baseline too, about a third of a letter below their middle.
    middles = [icon.y + icon.size / 2 for icon in layout.icons]
    alone = [y for y in middles if y < min(baselines) - size_mm or y > max(baselines)]
    baselines += [y + size_mm / 3 for y in alone]
    height = (ASCENT_EM + DESCENT_EM) * size_mm + max(baselines) - min(baselines)
    return replace(moved(layout, dy_mm=ASCENT_EM * size_mm - min(baselines)), height=height)


def moved(layout: FittedText, *, dx_mm: float = 0.0, dy_mm: float = 0.0) -> FittedText:
    """The same lines elsewhere."""
    return replace(
        layout,
        runs=tuple(run._replace(x=run.x + dx_mm, y=run.y + dy_mm) for run in layout.runs),
        icons=tuple(icon._replace(x=icon.x + dx_mm, y=icon.y + dy_mm) for icon in layout.icons),
    )


class ColumnPart(NamedTuple):
    """What of a block a column holds whole: a row, a picture, a line of running text."""

    high: float
    top: float
    """Its height where it comes first in a column: a row has the head of its table over it."""
    least: float
    """What it may shrink to where it comes last."""
    ends: bool = True
    """Whether a column may end after it."""


class Written:
    """A block that writes markup of its own; the base of all others.

    `compose` takes the width in mm and gives the height in mm and the markup, drawn from y = 0 down.
    `place` is where its words stand, `kind` what it is called in a Problem.
    """

    running = False
    """Whether it goes on in the next column if it is taller than one."""

    def __init__(
        self,
        setter: Setter,
        compose: Callable[[float], tuple[float, str]],
        *,
        kind: str,
        before_mm: float = 0.0,
        after_mm: float = 0.0,
        title: tuple[int, str] | None = None,
        keep: bool = False,
        source: tuple[object, ...] = (),
        wide: bool | None = None,
        role: str = "P",
        alt: str = "",
    ) -> None:
        """`role` is the type of its structure element, nothing for furniture; `alt` says what it shows.

        `source` is all that `compose` reads besides the setter and the width; it is kept by that.

        `keep` keeps it with what follows; what is `wide` reaches over all columns, as every drawing does.
        """
        self._keeps, self._source, self._told = setter.kept, source, setter.problems
        self.place, self.kind, self.keep = setter.place, kind, keep
        self.sink, self._compose, self.title = setter.sink, compose, title
        self.before_mm, self.after_mm = before_mm, after_mm
        self.wide = kind == "drawing" if wide is None else wide
        self.role, self.alt, self.tag = role, alt, Tag("")
        self.alts: Mapping[str, str] = NO_ALTS
        """What those of its parts show that are pictures, by their marks."""
        self.begins = False
        """Whether it begins a list or a table."""
        self.floats = False
        """Whether it may stand at the head or foot of a page, away from the words before it."""
        self._made: tuple[float, float, str] | None = None

    def made(self, width: float) -> tuple[float, str]:
        """Its height in mm and its markup for a width in mm."""
        if self._made is None or self._made[0] != width:
            self._made = (width, *self._composed(width))
        return self._made[1:]

    def _composed(self, width: float) -> tuple[float, str]:
        if self._keeps is None or not self._source:
            return self._compose(width)
        try:
            key = self._keeps.key(self._source, width)
        except Unkeyable:
            return self._compose(width)
        block = self._keeps.get(key)
        if block is None:
            count = len(self._told)
            block = self._compose(width)
            if len(self._told) == count:  # what has a fault is told of each time
                self._keeps.put(key, block)
        return block

    def parts(self, width: float) -> Sequence[ColumnPart]:
        """What a column holds whole of it, from top to bottom."""
        high = self.made(width)[0]
        return (ColumnPart(high, high, high),)

    def drawn(self, width: float, parts: tuple[int, int], *, first: bool, room: float) -> tuple[float, str]:
        """Height and markup of its parts from the first to before the last, in at most `room` mm.

        `first` says that nothing stands above it in its column.
        """
        return self.made(width)

    def put(self, leaf: Leaf, left: float, top: float, drawn: str) -> None:
        """Leave what was drawn on a leaf, and note a title where it came to stand."""
        drawn = numbered(leaf.tags, self.tag, drawn, self.alts) if self.role else drawn
        leaf.markup.append(f'<g transform="translate({left:.4f} {top:.4f})">{drawn}</g>')
        if self.title:
            leaf.titles.append((*self.title, top))


def rich(
    setter: Setter,
    text: str,
    look: Look,
    *,
    boxed: bool = False,
    title_level: int = 0,
) -> Written:
    """A text that stays in one column: a heading, or with `boxed` a quotation on a ground."""
    look = setter.begun(look)
    return Written(
        setter,
        _box(setter, text, look) if boxed else setter.composed(text, look),
        kind="heading" if title_level else "quotation",
        before_mm=look.before_mm,
        after_mm=look.after_mm,
        title=(title_level, text) if title_level else None,
        keep=bool(title_level),
        source=("rich", text, look, boxed),
        role=f"H{title_level}" if title_level else "BlockQuote" if boxed else "P",
    )


def _box(setter: Setter, text: str, look: Look) -> Callable[[float], tuple[float, str]]:
    pad, bar = 3.4, 1.1

    def compose(width: float) -> tuple[float, str]:
        layout = setter.lay(text, look, width - 2 * pad - bar)
        high = layout.height + 1.5 * pad
        box = f'y="0" height="{high:.3f}"'
        ground = f'<rect x="0" width="{width:.3f}" {box} fill="{look.ground or setter.style.ground}"/>'
        at, left = (f"{width - bar:.3f}", pad) if setter.style.rtl else ("0", pad + bar)
        edge = f'<rect x="{at}" width="{bar}" {box} fill="{setter.style.deep}"/>'
        return high, ground + edge + marked("P", setter.markup(layout, look, x_mm=left, y_mm=pad * 0.75))

    return compose
