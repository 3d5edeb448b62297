"""What Platypus lays out: flowables that know their size and write SVG instead of drawing.

Platypus decides what goes on which page; each flowable then leaves its markup on a `Leaf`, and the
renderer of the cards draws the leaves. So text is kerned, icons are vectors that are stored once, and a
card in the rulebook is the card on the sheet. Lengths are mm inside the markup, points for Platypus.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any

from reportlab.platypus import Flowable

from generator.booklet.inline import quoted_beginning
from generator.booklet.style import Look
from generator.cache import Cache, Unkeyable, digest
from generator.ground.problems import Problem, error
from generator.ground.units import mm, pt
from generator.records.notation import Symbols
from generator.text.fitting import FittedText, TextSetting, Typesetter

TALL_MM = 10_000.0
"""A height that no paragraph reaches: booklet text wraps, it never shrinks."""


@dataclass(slots=True)
class Leaf:
    """One page under way: its markup, and the titles on it as (level, text, top in mm)."""

    markup: list[str] = field(default_factory=list)
    titles: list[tuple[int, str, float]] = field(default_factory=list)


@dataclass(slots=True)
class Sink:
    """Collects the leaves of a booklet while Platypus lays it out.

    `height_mm` is that of the page, `room_mm` that of the text on it.
    """

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


@dataclass(slots=True)
class KeptBlocks:
    """What the blocks of a booklet came to when it was set last, by what each was made of and its width."""

    cache: Cache
    name: str
    _before: dict[str, tuple[float, str]] = field(init=False)
    _now: dict[str, tuple[float, str]] = field(default_factory=dict)
    told: dict[int, tuple[object, str]] = field(default_factory=dict)
    """The digests of what blocks were made of: a booklet is set twice of the same things, on two papers."""

    def __post_init__(self) -> None:
        told = self.cache.get_text(self.name)
        known = json.loads(told) if told is not None else {}
        self._before = {key: (float(high), str(markup)) for key, (high, markup) in known.items()}

    def key(self, source: tuple[object, ...], width: float) -> str:
        """The key of a block of a width in mm that is made of these values. Raises Unkeyable."""
        return digest((*map(self._digest, source), width))

    def _digest(self, part: object) -> str:
        if id(part) not in self.told:
            self.told[id(part)] = part, digest(part)  # as long as the part is held, its id is its own
        return self.told[id(part)][1]

    def get(self, key: str) -> tuple[float, str] | None:
        """The height in mm and the markup of a block."""
        made = self._now.get(key) or self._before.get(key)
        if made is not None:
            self._now[key] = made
        return made

    def put(self, key: str, made: tuple[float, str]) -> None:
        """A block was composed."""
        self._now[key] = made

    def save(self) -> None:
        """Keep the blocks of this run, and only those."""
        if self._now.keys() != self._before.keys():
            self.cache.put_text(self.name, json.dumps(self._now))


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

    def at(self, place: str) -> Setter:
        """The same setter for a text that stands elsewhere."""
        return replace(self, place=place)

    def lay(self, text: str, look: Look, width_mm: float) -> FittedText:
        """The text in lines of a width, from y = 0 down."""
        key = text, look, width_mm
        if key not in self.known:
            self.known[key] = _on_rhythm(self._boxed(_glued(text), look, width_mm), look.size_mm)
        layout = self.known[key]
        faults = list(layout.faults)
        if layout.width > width_mm + 1e-6:
            faults.pop()  # the typesetter says this last, in words for cards
            self.problems.append(error(self.place, *_too_wide(layout, width_mm)))
        self.problems.extend(error(self.place, fault.what, fault.mend) for fault in faults if fault.severe)
        return layout

    def _boxed(self, text: str, look: Look, width_mm: float) -> FittedText:
        return self.typesetter.box(
            text,
            x=0,
            y=0,
            width=width_mm,
            height=TALL_MM,
            setting=TextSetting(
                family=look.family,
                size=look.size_mm,
                least=look.size_mm,
                weight=look.weight,
                italic=look.italic,
                align=look.align,
                leading=look.leading,
            ),
            symbols=self.symbols,
            place="the booklet",
        )

    def markup(self, layout: FittedText, look: Look, *, x_mm: float = 0.0, y_mm: float = 0.0) -> str:
        """A layout as SVG of the subset, moved by an offset."""
        made = [run_markup(run, look.color, x_mm, y_mm) for run in layout.runs]
        for icon in layout.icons:
            self.sink.icons.add(icon.key)
            color = look.icon_color if look.muted else self.colours.get(icon.key, look.icon_color)
            made.append(icon_markup(icon.key, icon.x + x_mm, icon.y + y_mm, icon.size, color))
        return "".join(made)


def _too_wide(layout: FittedText, width_mm: float) -> tuple[str, str]:
    wide = next((run.text for run in layout.runs if run.x + run.width > width_mm), "")
    return (
        f"“{quoted_beginning(wide)}” is wider than its line."
        if wide
        else "These icons are wider than their line.",
        "Part it with a blank or a hyphen; in a table, fewer columns have more room.",
    )


def _glued(text: str) -> str:
    """An icon stays on the line of the word or number before it."""
    return re.sub(r"(?<=[\w,;:]) (?=\{[\w-]+\})", "\u00a0", text)


def _on_rhythm(layout: FittedText, size_mm: float) -> FittedText:
    """A layout moved so that its first baseline lies where every block of this size has it."""
    baselines = [run.y for run in layout.runs]
    if not baselines:
        return layout
    shift = ASCENT_EM * size_mm - min(baselines)
    return replace(
        layout,
        runs=tuple(run._replace(y=run.y + shift) for run in layout.runs),
        icons=tuple(icon._replace(y=icon.y + shift) for icon in layout.icons),
        height=(ASCENT_EM + DESCENT_EM) * size_mm + max(baselines) - min(baselines),
    )


def run_markup(run: Any, color: str, x_mm: float, y_mm: float) -> str:
    """One run of text as SVG."""
    slant = ' font-style="italic"' if run.face.italic else ""
    return (
        f'<text x="{run.x + x_mm:.4f}" y="{run.y + y_mm:.4f}" font-family="{escape(run.face.family)}" '
        f'font-size="{run.size:g}" font-weight="{run.face.weight}"{slant} fill="{color}">'
        f"{escape(run.text)}</text>"
    )


def icon_markup(key: str, x_mm: float, y_mm: float, size_mm: float, color: str) -> str:
    """One icon as SVG; the leaf's definitions hold its drawing."""
    return (
        f'<use href="#icon-{escape(key)}" x="{x_mm:.4f}" y="{y_mm:.4f}" '
        f'width="{size_mm:.4f}" height="{size_mm:.4f}" color="{color}"/>'
    )


class Written(Flowable):  # type: ignore[misc]
    """A flowable of a fixed height that writes markup of its own; the base of all others.

    `compose` takes the width in mm and gives the height in mm and the markup, drawn from y = 0 down.
    `place` is where its words stand, `kind` what it is called in a Problem.
    """

    running = False
    """Whether it goes on on the next page if it is taller than one."""

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
    ) -> None:
        """`source` is all that `compose` reads besides the setter and the width; it is kept by that."""
        super().__init__()
        self._keeps, self._source, self._told = setter.kept, source, setter.problems
        self.place, self.kind = setter.place, kind
        self._sink, self._compose, self.title = setter.sink, compose, title
        self.keepWithNext = keep
        self._space = pt(before_mm), pt(after_mm)
        self._made: tuple[float, float, str] | None = None

    def getSpaceBefore(self) -> float:
        """Air above, in points."""
        return self._space[0]

    def getSpaceAfter(self) -> float:
        """Air below, in points."""
        return self._space[1]

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Its size in points for the width that Platypus offers."""
        if self._made is None or self._made[0] != width:
            self._made = (width, *self._composed(mm(width)))
        return width, pt(self._made[1])

    def _composed(self, width: float) -> tuple[float, str]:
        if self._keeps is None or not self._source:
            return self._compose(width)
        try:
            key = self._keeps.key(self._source, width)
        except Unkeyable:
            return self._compose(width)
        made = self._keeps.get(key)
        if made is None:
            told = len(self._told)
            made = self._compose(width)
            if len(self._told) == told:  # what has a fault is told of each time
                self._keeps.put(key, made)
        return made

    def draw(self) -> None:
        """Leaves the markup on the leaf of the page where Platypus has put it."""
        if self._made is None:
            return
        x, y = self.canv.absolutePosition(0, 0)
        leaf = self._sink.leaf(self.canv.getPageNumber())
        top = self._sink.height_mm - mm(y) - self._made[1]
        leaf.markup.append(f'<g transform="translate({mm(x):.4f} {top:.4f})">{self._made[2]}</g>')
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
    """A text that stays on one page: a heading, or with `boxed` a quotation on a ground."""

    def compose(width: float) -> tuple[float, str]:
        pad = 4.0 if boxed else 0.0
        layout = setter.lay(text, look, width - 2 * pad)
        markup = setter.markup(layout, look, x_mm=pad, y_mm=pad * 0.75)
        high = layout.height + 1.5 * pad
        if boxed:
            ground = (
                f'<rect x="0" y="0" width="{width:.3f}" height="{high:.3f}" rx="2" fill="{look.ground}"/>'
            )
            markup = ground + markup
        return high, markup

    return Written(
        setter,
        compose,
        kind="heading" if title_level else "quotation",
        before_mm=look.before_mm,
        after_mm=look.after_mm,
        title=(title_level, text) if title_level else None,
        keep=bool(title_level),
        source=("rich", text, look, boxed),
    )
