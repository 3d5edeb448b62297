"""The walk over a checked SVG tree: every element becomes PDF operators.

Groups with an opacity are composed as a whole, as SVG asks. Symbols become one form each, whose colour
is the one that is set where it is used; everything is drawn in the SVG's own units under one matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from generator.ground.pdf_layers import ART
from generator.ground.problems import Problem, error
from generator.ground.units import PT_PER_MM
from generator.svg.arcs import moved
from generator.svg.cut import LEAST_MM, CutLine, cut_off
from generator.svg.fingerprint import Fingerprints
from generator.svg.gradients import Shade, colours_of, shade
from generator.svg.grounds import scale_of
from generator.svg.lettering import Lettering, MissingSigns
from generator.svg.light import FADED, is_small_picture
from generator.svg.looking import TOLD, Looker
from generator.svg.nodes import Node, Tree
from generator.svg.outlines import SHAPES, bounds, shape
from generator.svg.painting import paint_outline
from generator.svg.paths import operators, path_operators
from generator.svg.pdf import Pdf
from generator.svg.pen import SHARED, TAG, ContentStream, tags_of
from generator.svg.pictures import PdfPictures
from generator.svg.runs import RUN
from generator.svg.style import PLAIN, Current, Gradient, Paint, Style, solid, styled
from generator.svg.texts import paint_run
from generator.svg.values import (
    LIMIT,
    Rgb,
    ViewBox,
    aspect,
    fit,
    fitted,
    length,
    length_at,
    multiply,
    port_at,
    reference,
    transform,
    unit,
    view_box,
)
from generator.text.fonts import BrokenFont, UnknownFamily

EVERYWHERE: ViewBox = (-LIMIT, -LIMIT, 2 * LIMIT, 2 * LIMIT)
_SPACES = {9: " ", 10: " ", 13: " "}
"""XML's white space is a space to SVG (SVG 1.1, 10.15); a no-break space stays in its word."""


@dataclass(slots=True)
class Studio:
    """What all faces of one run share: the PDF, the fonts, the symbols and pictures drawn so far."""

    pdf: Pdf
    lettering: Lettering
    pictures: PdfPictures
    symbols: dict[tuple[bytes, Style, ViewBox], str] = field(default_factory=dict)
    light: bool = False
    """Whether the print spares ink; pictures are drawn as outlines, or pale if that cannot be."""
    tagged: bool = False
    """Whether pages say what on them is text to be read, and what is not."""
    room_mm: tuple[float, float] = (0.0, 0.0)
    """The width and height of the place that the picture at hand is drawn for."""


class Painter:
    """Draws one tree. `problems` collects what only drawing can find: fonts, signs, pictures, lost text."""

    def __init__(
        self, studio: Studio, tree: Tree, cut: CutLine | None = None, looker: Looker | None = None
    ) -> None:
        self.studio = studio
        self.cut = cut
        self.looker = looker or Looker(idle=True)
        self.ids = tree.ids
        self.tree = tree
        self.port = _port(tree.root)
        self.where_defined: dict[int, Rgb | Current] | None = None
        """What currentColor is where each gradient stands; of those in a symbol its user says it."""
        self.fingerprints = Fingerprints(tree.ids)
        self.problems: list[Problem] = []
        self.in_art = False
        """Whether what is drawn is art already, which is told once."""
        self.handlers: dict[str, Callable[[Node, Style, ContentStream], None]] = {
            "g": self.children,
            "svg": self.nested,
            "use": self.use,
            "text": self.text,
            "image": self.image,
            **dict.fromkeys(SHAPES, self.shape),
        }

    def children(self, node: Node, style: Style, pen: ContentStream) -> None:
        """Every element in a container whose own style is resolved."""
        for child in node.children:
            handler, attrs = self.handlers.get(child.tag), child.attrs
            if handler is None or attrs.get("display") == "none":
                continue
            below = _styled(child, style)
            opacity = unit(attrs["opacity"]) if "opacity" in attrs else 1.0
            if opacity == 0:
                continue
            art = not self.in_art and (child.tag == "image" or ART in attrs)
            before, self.looker.told = self.looker.told, self.looker.told or TOLD in attrs
            tag, after = tags_of(attrs[TAG], pen.tag) if TAG in attrs and not self.in_art else ("", "")
            if tag:
                pen.tagged(tag)
            if art:
                self.in_art = True
                pen.begin_art()
            placed = "transform" in attrs or attrs.get("clip-path", "none") != "none"
            if placed:
                pen.save()
                self.place(attrs, pen)
            if opacity < 1 or attrs.get("mask", "none") != "none":
                self.faded(child, below, pen, opacity)
            else:
                handler(child, below, pen)
            self.looker.told = before
            if placed:
                pen.restore()
            if art:
                pen.end_art()
                self.in_art = False
            if tag:
                pen.tagged(after)

    def place(self, attrs: Mapping[str, str], pen: ContentStream) -> None:
        """Where an element stands, and what of it is seen through its clip."""
        if "transform" in attrs:
            pen.concat(transform(attrs["transform"]))
        if attrs.get("clip-path", "none") != "none":
            self.clip(self.ids[reference(attrs["clip-path"])], pen)

    def faded(self, node: Node, style: Style, pen: ContentStream, opacity: float) -> None:
        """An element with an opacity: alpha on a single paint, else a transparency group; or by a mask."""
        handler = self.handlers[node.tag]
        if node.attrs.get("mask", "none") != "none":
            self.masked(node, style, pen, opacity)
            return
        if node.tag in (*SHAPES, "text") and (style.fill is None or style.stroke is None):
            handler(node, style.thinned(opacity), pen)
            return
        inner = ContentStream(pen.pdf, pen.state._replace(alpha=(1.0, 1.0), font=None), pen.page)
        with self.looker.aside():
            handler(node, style, inner)
        name = pen.pdf.form(inner, box=EVERYWHERE, group=True)
        pen.alpha(opacity, opacity)
        pen.use("XObject", name, "Do")

    def masked(self, node: Node, style: Style, pen: ContentStream, opacity: float) -> None:
        """An element as a mask lets it be seen (ISO 32000-1, 11.6.5.3)."""
        mask = self.ids[reference(node.attrs["mask"])]
        seen = ContentStream(pen.pdf)
        inner = ContentStream(pen.pdf, pen.state._replace(alpha=(1.0, 1.0), font=None))
        with self.looker.aside():
            self.children(mask, PLAIN, seen)
            self.handlers[node.tag](node, style, inner)
        kind = "Alpha" if mask.attrs.get("mask-type") == "alpha" else "Luminosity"
        form = pen.pdf.form(inner, box=EVERYWHERE, group=True)
        pen.save()
        pen.alpha(opacity, opacity)
        pen.use("ExtGState", pen.pdf.mask(seen, box=EVERYWHERE, kind=kind), "gs")
        pen.use("XObject", form, "Do")
        pen.restore()

    def clip(self, node: Node, pen: ContentStream) -> None:
        """Clips to the one shape of a clipPath."""
        child = node.children[0]
        outer, inner = (transform(part.attrs.get("transform", "")) for part in (node, child))
        matrix = multiply(outer, inner)
        rule = styled(styled(Style(), node.attrs), child.attrs).clip_rule
        self.looker.covered(pen.page, child, matrix)
        outline = operators(moved(shape(child.tag, child.attrs), matrix))
        pen.clip(outline or "0 0 0 0 re", rule)

    def nested(self, node: Node, style: Style, pen: ContentStream) -> None:
        """An <svg> inside an <svg>: a viewport of its own."""
        attrs = node.attrs
        port = port_at(attrs)
        if not port[2] or not port[3]:
            return
        pen.save()
        if attrs.get("overflow", "hidden") not in ("visible", "auto"):
            self.looker.covered(pen.page, port)
            pen.clip_box(port)
        pen.concat(fitted(attrs, port))
        self.children(node, style, pen)
        pen.restore()

    def use(self, node: Node, style: Style, pen: ContentStream) -> None:
        """A <use>: a symbol becomes a form, anything else is drawn again in place."""
        target = self.ids[node.attrs["href"].strip()[1:]]
        x, y = length_at(node.attrs, "x"), length_at(node.attrs, "y")
        pen.save()
        if target.tag == "symbol":
            self.symbol(target, node, style, pen)
        else:
            if x or y:
                pen.concat((1, 0, 0, 1, x, y))
            self.children(Node("g", {}, target.where, [target]), style, pen)
        pen.restore()

    def symbol(self, symbol: Node, use: Node, style: Style, pen: ContentStream) -> None:
        """Places a symbol's form in the viewport that the <use> gives it."""
        port = port_at(use.attrs)
        box, matrix = EVERYWHERE, (1.0, 0.0, 0.0, 1.0, port[0], port[1])
        if "viewBox" in symbol.attrs:
            if not port[2] or not port[3]:
                return
            matrix = fitted(symbol.attrs, port)
            # the symbol may paint in all of its viewport, which is larger than the viewBox when shapes differ
            sx, _, _, sy, x, y = matrix
            sides = (port[0] - x) / sx, (port[1] - y) / sy, port[2] / sx, port[3] / sy
            left, top, width, height = (round(side, 3) for side in sides)
            box = left, top, width, height
        elif port[2] and port[3]:
            box = (0.0, 0.0, port[2], port[3])
        else:
            box = (0.0, 0.0, LIMIT, LIMIT)
        if symbol.attrs.get("overflow") in ("visible", "auto"):
            box = EVERYWHERE
        if "transform" in symbol.attrs:
            moved_there = multiply((1, 0, 0, 1, port[0], port[1]), transform(symbol.attrs["transform"]))
            matrix = multiply(multiply(moved_there, (1, 0, 0, 1, -port[0], -port[1])), matrix)
        name = self.form(symbol, style, box)
        self.looker.icon(symbol, style, use.where, port, pen.page)
        pen.concat(matrix)
        pen.alpha(1, 1)
        pen.colours(fill=style.color, stroke=style.color)
        pen.use("XObject", name, "Do")

    def form(self, symbol: Node, style: Style, box: ViewBox) -> str:
        """The form of a symbol; equal symbols share it, in all colours and on all faces."""
        digest, binds_colour = self.fingerprints.of(symbol)
        inherited = style if binds_colour else style._replace(color=Current.COLOUR)
        key = (digest, inherited, box)
        symbols = self.studio.symbols
        if key not in symbols:
            pen = ContentStream(self.studio.pdf, SHARED)
            attrs = {attr: value for attr, value in symbol.attrs.items() if attr != "transform"}
            self.children(around(replace(symbol, attrs=attrs)), inherited, pen)
            symbols[key] = self.studio.pdf.form(pen, box=box)
        else:
            self.studio.pdf.asked.append(symbols[key])
        return symbols[key]

    def shape(self, node: Node, style: Style, pen: ContentStream) -> None:
        """A shape: fill first, then stroke."""
        if not style.visibility:
            return
        outline = _outline(node)
        if not outline:
            return
        fill = None if node.tag == "line" else self.paint(style.fill, style, node)
        stroke = self.paint(style.stroke, style, node) if style.stroke_width else None
        self.looker.filled(pen.page, node, style, fill, stroke)
        paint_outline(pen, outline, fill, stroke, style)

    def paint(self, paint: Paint, style: Style, node: Node) -> Paint | Shade:
        """A paint with its gradient laid on the element."""
        if not isinstance(paint, Gradient):
            return solid(paint, style)
        return self.laid(paint, style, bounds(shape(node.tag, node.attrs)) or (0.0, 0.0, 0.0, 0.0))

    def laid(self, paint: Gradient, style: Style, box: ViewBox) -> Paint | Shade:
        """A gradient on what has a box."""
        gradient = self.ids[paint.id]
        if self.where_defined is None:
            self.where_defined = dict(colours_of(self.tree))
        color = self.where_defined.get(id(gradient), style.color)
        return shade(gradient, self.ids, color=color, box=box, port=self.port)

    def text(self, node: Node, style: Style, pen: ContentStream) -> None:
        """A text: one run."""
        words = node.text.translate(_SPACES)
        words = words if style.space else " ".join(word for word in words.split(" ") if word)
        fill, stroke = solid(style.fill, style), solid(style.stroke, style)
        if not words or not style.visibility or (fill is None and stroke is None):
            return
        try:
            run = self.studio.lettering.run(style, words)
        except (UnknownFamily, MissingSigns) as lacking:
            self.problems.append(error(node.where, lacking.what, lacking.mend))
            return
        except BrokenFont as broken:
            self.problems += broken.problems
            return
        x, y = length_at(node.attrs, "x"), length_at(node.attrs, "y")
        if "dx" in node.attrs or "dy" in node.attrs:
            x, y = x + length_at(node.attrs, "dx"), y + length_at(node.attrs, "dy")
        lettering = self.studio.lettering
        paint: Paint | Shade = fill
        if isinstance(fill, Gradient):
            if RUN in node.attrs and self.ids[fill.id].attrs.get("gradientUnits") != "userSpaceOnUse":
                text = "A gradient cannot go over several runs of a <text>."
                self.problems.append(error(node.where, text, "Give the words one colour each."))
            paint = self.laid(fill, style, lettering.letters(run, style, x, y))
        paint_run(pen, lettering, run, style, (x, y), paint, stroke)
        self.looker.text(node, words, style, lettering.box(run, style, x, y), pen.page)
        if self.cut is not None and pen.page is not None and not self.looker.told:
            ink = partial(lettering.ink, words, run, style, x, y)
            far = self.cut.beyond_mm(lettering.box(run, style, x, y), ink, pen.page)
            if far > LEAST_MM:
                self.problems.append(cut_off(node.where, words, far))

    def image(self, node: Node, style: Style, pen: ContentStream) -> None:
        """A picture: pixels become an image, an SVG becomes a form."""
        port = port_at(node.attrs)
        if not style.visibility or not port[2] or not port[3]:
            return
        self.looker.picture(node, port, pen.page)
        scale = scale_of(pen.page) / PT_PER_MM if pen.page is not None else 1.0
        self.studio.room_mm = (port[2] * scale, port[3] * scale)
        picture, problems = self.studio.pictures.get(node.attrs["href"], node.where)
        self.problems += problems
        if picture is None:
            return
        how = aspect(node.attrs.get("preserveAspectRatio", "xMidYMid meet"))
        pen.save()
        if how and how[2]:
            pen.clip_box(port)
        pale = self.studio.light and not picture.drawn and not is_small_picture(*self.studio.room_mm)
        alpha = FADED if pale and node.attrs.get("data-ink") != "keep" else 1.0
        pen.alpha(alpha, alpha)
        pen.concat(fit(picture.box, port, how))
        if picture.pixels:
            pen.image(picture.name, picture.box)
        else:
            pen.use("XObject", picture.name, "Do")
        pen.restore()


def around(root: Node) -> Node:
    """A group that holds an outermost <svg> or a <symbol>, whose coordinate system stands already."""
    return Node("g", {}, root.where, [replace(root, tag="g")])


def _port(root: Node) -> ViewBox:
    """What percentages are of: the viewBox of the outermost element, or its size."""
    try:
        if "viewBox" in root.attrs:
            return view_box(root.attrs["viewBox"])
        return 0.0, 0.0, length(root.attrs["width"]), length(root.attrs["height"])
    except (KeyError, ValueError):
        return 0.0, 0.0, 0.0, 0.0


def _styled(node: Node, around: Style) -> Style:
    """The style of an element below one that has the style `around`."""
    facts = node.facts
    if facts.below is not around or facts.style is None:
        facts.below, facts.style = around, styled(around, node.attrs)
    return facts.style


def _outline(node: Node) -> str:
    """A shape's outline as PDF operators."""
    if node.tag == "path":
        return path_operators(node.attrs.get("d", ""))
    facts = node.facts
    if facts.outline is None:
        facts.outline = operators(shape(node.tag, node.attrs))
    return facts.outline
