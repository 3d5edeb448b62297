"""Looks at every text and icon of a face while it is drawn: can it be told from what lies under it?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeGuard

from generator.ground.matrices import Matrix
from generator.ground.shapes import Point
from generator.svg.boxes import on_page
from generator.svg.contrast import Faint, ratio_on
from generator.svg.gradients import Shade
from generator.svg.grounds import Coat, Grounds, Painted, blended, scale_of, spots
from generator.svg.nodes import Node
from generator.svg.outlines import SHAPES, bounds, shape
from generator.svg.overlaps import LaidThing, laid_icon, laid_text
from generator.svg.style import Current, Paint, Style, solid, styled
from generator.svg.values import IDENTITY, Rgb, ViewBox, multiply

LEAST = 3.0
"""The least contrast of an icon, and of a text that is large enough."""
LEAST_SMALL = 4.5
"""The least contrast of small type."""
SMALL_PT, SMALL_BOLD_PT = 6.0, 5.0
"""Type below these sizes, as printed, is small.

On a screen WCAG calls everything below 18 pt small, since a stroke of it is one or two pixels. Print has no
pixels: the strokes of 6 pt regular, or of 5 pt bold, are about 0.2 mm wide, the least that printers ask for
in letters that are not black on white.
"""
THICK_PT = 3.0
"""A line of this width or more may be a ground."""
_BOLD = 600
_PANEL_PT2 = 4000.0
"""Square points from which a form is a panel that other things lie on: about 5 square centimetres."""
_ALONG: tuple[Point, ...] = ((0.1, 0.5), (0.5, 0.5), (0.9, 0.5))
"""Where a text is looked at, in parts of its box."""
_ACROSS: tuple[Point, ...] = ((0.5, 0.5), (0.3, 0.3), (0.7, 0.3), (0.3, 0.7), (0.7, 0.7))
"""Where an icon is looked at."""


TOLD = "data-told"
"""Marks what a face is told to be wrong with already: nobody looks where it lies."""


class Thing(NamedTuple):
    """Something on a face that nothing else should lie on."""

    kind: str
    """text, icon or picture; or form, if forms are outlines."""
    shown: str
    """The words of a text, the name of an icon."""
    where: str
    box: ViewBox
    """Left, bottom, right and top, on the page."""


class Looker:
    """Looks at one face. What has no matrix to the page, being clipped or shared, is not looked at."""

    def __init__(self, *, idle: bool = False, outlines: bool = False) -> None:
        self.grounds = Grounds()
        self.found: dict[tuple[Rgb, Rgb, float], Faint] = {}
        """What is faint, once for each pair of colours and what they need."""
        self.laid: list[LaidThing] = []
        """The texts and icons, as they lie on the page."""
        self.things: list[Thing] = []
        """The texts, icons and pictures whose place is known."""
        self._idle = idle
        self._outlines = outlines
        """Whether forms are drawn as outlines, which something may lie across."""
        self._aside = 0
        self.told = False
        """Whether it is told already what is wrong with what is painted now: it only covers."""
        self._plain: dict[int, bool] = {}

    # ------------------------------------------------------------ what is painted

    def filled(
        self, page: Matrix | None, node: Node, style: Style, fill: Paint | Shade, stroke: Paint | Shade
    ) -> None:
        """A shape is painted."""
        if page is None or self._idle:
            return
        if fill is not None and style.fill_opacity:
            layer = Coat(fill, style.fill_opacity, node.where) if _is_colour(fill) else None
            self.grounds.paints.append(Painted(page, node, layer, style.fill_rule == "evenodd"))
        if self._outlines and stroke is not None:
            self._outlined(page, node)
        if stroke is not None and style.stroke_width * scale_of(page) >= THICK_PT:
            self.grounds.paints.append(Painted(page, node, None, boxed=style.stroke_width / 2))

    def _outlined(self, page: Matrix, node: Node) -> None:
        """Nothing else should lie on the outline of a form, unless that is as large as a panel."""
        box = bounds(shape(node.tag, node.attrs))
        if box is not None:
            left, low, right, high = on_page(box, page)
            if (right - left) * (high - low) <= _PANEL_PT2:
                self.things.append(Thing("form", "", node.where, (left, low, right, high)))

    def covered(self, page: Matrix | None, outline: Node | ViewBox, matrix: Matrix = IDENTITY) -> None:
        """Something of many colours is painted there."""
        if page is not None and not self._idle:
            whole = page if matrix is IDENTITY else multiply(page, matrix)
            self.grounds.paints.append(Painted(whole, outline, None))

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is painted meanwhile is composed as a whole; what is pale as a whole is meant to be."""
        begin = len(self.grounds.paints)
        self._aside += 1
        yield
        self._aside -= 1
        self.grounds.blur(begin)

    # ------------------------------------------------------------ what is looked at

    def text(self, node: Node, words: str, style: Style, box: ViewBox, page: Matrix | None) -> None:
        """A text, whose letters do not leave a box. One with an outline is told from its ground by that."""
        if page is None or self._idle or self.told:
            return
        size = style.font_size
        letters = (box[0] + size / 2, box[1] + 0.9 * size, max(0.0, box[2] - size), 0.6 * size)
        laid = laid_text(words[:40], node.where, letters, page, style.fill_opacity)
        if laid is not None and not self._aside:
            self.laid.append(laid)
        fill = solid(style.fill, style)
        if style.stroke is None and _is_colour(fill):
            small = size * scale_of(page) < (SMALL_BOLD_PT if style.font_weight >= _BOLD else SMALL_PT) - 0.01
            ink = Coat(fill, style.fill_opacity, node.where)
            shown = f"{words[:40]}{'…' if len(words) > 40 else ''}"
            self._look(shown, ink, letters, page, LEAST_SMALL if small else LEAST)
        inked = (letters[0], box[1] + 0.75 * size, letters[2], size)
        self.things.append(Thing("text", words[:40], node.where, on_page(inked, page)))
        self.covered(page, letters)

    def icon(self, symbol: Node, style: Style, where: str, port: ViewBox, page: Matrix | None) -> None:
        """A symbol in its place; one of several colours is a drawing, which nobody can judge."""
        if page is None or self._idle or self.told or not port[2] or not port[3]:
            return
        name = symbol.attrs.get("id", "").removeprefix("icon-")[:40]
        if not self._aside and symbol.attrs.get("id", "").startswith("icon-"):
            self.laid.append(laid_icon(name, where, port, page))
        self.things.append(Thing("icon", name, where, on_page(port, page)))
        if id(symbol) not in self._plain:
            self._plain[id(symbol)] = _has_one_colour(symbol)
        if self._plain[id(symbol)] and _is_colour(style.color):
            self._look(name, Coat(style.color, 1.0, where), port, page, LEAST, icon=True)
        self.covered(page, port)

    def picture(self, node: Node, port: ViewBox, page: Matrix | None) -> None:
        """A picture in its place, as large as it may be."""
        self.covered(page, port)
        if page is not None and not self._idle:
            self.things.append(Thing("picture", node.attrs["href"][:40], node.where, on_page(port, page)))

    def _look(
        self, shown: str, ink: Coat, box: ViewBox, page: Matrix, need: float, *, icon: bool = False
    ) -> None:
        """Remember it as faint if most of the places in its box say so; an unknown ground says nothing."""
        if self._aside:
            return
        at, faint = _ACROSS if icon else _ALONG, list[tuple[Coat, ...]]()
        for number, point in enumerate(spots(box, page, at)):
            if 2 * (len(faint) + len(at) - number) <= len(at):
                return  # however the other places look
            ground = self.grounds.under(point)
            if ground is not None and ratio_on(ink, ground) < need - 0.005:
                faint.append(ground)
        if 2 * len(faint) > len(at):
            key = (ink.rgb, blended(faint[0]), need)
            self.found.setdefault(key, Faint(shown, ink, faint[0], need, icon))


def _is_colour(paint: Paint | Shade) -> TypeGuard[Rgb]:
    return isinstance(paint, tuple) and not isinstance(paint, Shade)


def _has_one_colour(symbol: Node) -> bool:
    """Whether all that a symbol paints is in the colour that the place of use gives."""
    stack = [(symbol, styled(Style(color=Current.COLOUR), symbol.attrs))]
    colours: set[Paint] = set()
    while stack:
        node, style = stack.pop()
        if node.tag in ("use", "text", "image", "svg"):
            return False
        if node.tag in SHAPES:
            colours |= {solid(style.stroke, style), solid(style.fill, style) if node.tag != "line" else None}
        stack += [(child, styled(style, child.attrs)) for child in node.children]
    return colours - {None} == {Current.COLOUR}
