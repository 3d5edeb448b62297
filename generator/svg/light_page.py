"""What a face that spares ink is measured by: what lies where, and which colour a paint has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from generator.ground.matrices import Matrix, within
from generator.ground.shapes import Point
from generator.ground.sight import contrast, hexed
from generator.svg.boxes import on_page
from generator.svg.gradients import attributes as gradient_attributes
from generator.svg.grounds import Grounds, Painted, blended, scale_of
from generator.svg.light_colours import BLACK, WHITE, shade
from generator.svg.light_nodes import DRAWN, GEOMETRY, SMALL_MM2, area, line_look, looking, port_of
from generator.svg.nodes import Node
from generator.svg.outlines import SHAPES, bounds, shape
from generator.svg.style import Gradient, Paint, Style, solid, styled
from generator.svg.values import Rgb, ViewBox, colour, multiply, port_at, reference, transform

LINE_MM, FINE_MM = 0.25, 0.18
"""Outlines of the layout, and of what is in a picture."""
RIM_INSET_MM = 0.7
TOKEN_MM2 = 1000.0
"""A piece that is no larger keeps its colour as a line along the cut."""
_FAINT_MM = 0.2
"""What reaches no further beyond a clip has its own outline."""
PICTURE = "picture"
"""What the ground of a word is called that lies on a picture."""


@dataclass(slots=True)
class LightPage:
    """One face on its way to less ink."""

    ids: Mapping[str, Node]
    box: ViewBox
    bleed_mm: float
    curved: bool = False
    """Whether the piece is no rectangle."""
    whole: bool = False
    """Whether it is a picture that lies on a face, where its own edge is seen."""
    before: Grounds = field(default_factory=Grounds)
    """What lies on the face as it is …"""
    after: Grounds = field(default_factory=Grounds)
    """… and as it becomes."""

    def grounds_at(self, at: Point) -> tuple[Rgb, Rgb]:
        """The colours under a point, as they were and as they are now.

        Where nobody knows it was black and is white, so that nothing stays pale there.
        """
        former, now = (grounds.under(at) for grounds in (self.before, self.after))
        return BLACK if former is None else blended(former), blended(now or ())

    def on_picture(self, at: Point) -> bool:
        """Whether nothing lies between a point and a picture, whose lines would run through a word."""
        former = self.before.under(at)
        return former is not None and bool(former) and former[0].place == PICTURE

    def seen(self, node: Node, matrix: Matrix) -> ViewBox | None:
        """Left, top, right and bottom in mm of what the page shows of a shape."""
        box = bounds(shape(node.tag, node.attrs))
        if box is None:
            return None
        left, top, right, low = on_page(box, matrix)
        x, y, w, h = self.box
        bleed = self.bleed_mm
        left, top = max(left, x - bleed), max(top, y - bleed)
        right, low = min(right, x + w + bleed), min(low, y + h + bleed)
        return (left, top, max(left, right), max(top, low))

    def covers(self, form: Painted, box: ViewBox) -> bool:
        """Whether a form with this box reaches beyond the cut on all sides and in the corners of a card."""
        x, y, w, h = self.box
        near = 0.05 * min(w, h)
        left, top, right, low = x + near, y + near, x + w - near, y + h - near
        if self.whole or box[0] > left or box[1] > top or box[2] < right or box[3] < low:
            return False
        corners = ((left, top), (right, top), (left, low), (right, low))
        return self.curved or all(form.covers(corner)[0] for corner in corners)

    def rgb_of(self, paint: Paint, style: Style) -> Rgb | None:
        """One colour for a paint; that of a gradient is the mean of its stops."""
        paint = solid(paint, style)
        if isinstance(paint, Gradient):
            _, stops = gradient_attributes(self.ids[paint.id], self.ids)
            names = [stop.attrs.get("stop-color", "#000000").strip() for stop in stops]
            current = style.color if isinstance(style.color, tuple) else BLACK
            colours = [current if name.casefold() == "currentcolor" else colour(name) for name in names]
            if not colours:
                return None
            red, green, blue = (sum(parts) / len(colours) for parts in zip(*colours, strict=True))
            return red, green, blue
        return paint if isinstance(paint, tuple) else None

    def areas(self, node: Node, style: Style, matrix: Matrix) -> Iterator[tuple[Rgb, float]]:
        """The colours of all shapes in a container, each with its share of the face in mm²."""
        for child in node.children:
            if child.tag not in DRAWN:
                continue
            below = styled(style, child.attrs)
            inner = multiply(matrix, transform(child.attrs.get("transform", "")))
            if child.tag in SHAPES:
                box = self.seen(child, inner)
                for paint in (below.fill, below.stroke):
                    rgb = self.rgb_of(paint, below)
                    if rgb is not None and box is not None:
                        yield rgb, area(box) * (1.0 if paint is below.fill else 0.2)
            yield from self.areas(child, below, inner)

    def clip_edge(self, node: Node, style: Style, matrix: Matrix) -> list[Node]:
        """The line along which a clip ends what is filled in an element, whose own outline lies outside."""
        clip = self.ids[reference(node.attrs["clip-path"])]
        child = clip.children[0]
        moves = [part.attrs["transform"] for part in (clip, child) if "transform" in part.attrs]
        inner = multiply(matrix, transform(" ".join(moves)))
        box = self.seen(child, inner)
        if box is None or area(box) <= SMALL_MM2:
            return []
        cut = [rgb for rgb, form in self.fills(node, style, matrix) if not within(form, box, _FAINT_MM)]
        if not cut:
            return []
        at = {key: value for key, value in child.attrs.items() if key in GEOMETRY}
        look = {"fill": "none"} | line_look(shade(cut[-1]), LINE_MM / scale_of(inner))
        moves = [node.attrs["transform"], *moves] if "transform" in node.attrs else moves
        return [Node(child.tag, at | look | ({"transform": " ".join(moves)} if moves else {}), node.where)]

    def fills(self, node: Node, style: Style, matrix: Matrix) -> Iterator[tuple[Rgb, ViewBox]]:
        """The colours and boxes of all that is filled in an element, whose own style and matrix are known."""
        if node.tag in SHAPES and node.tag != "line":
            rgb, box = self.rgb_of(style.fill, style), self.seen(node, matrix)
            if rgb is not None and box is not None and style.visibility:
                yield rgb, box
        below = node.children
        if node.tag == "use" and (target := self.ids[node.attrs["href"].strip()[1:]]).tag != "symbol":
            x, y, _, _ = port_at(node.attrs)
            below, matrix = [target], multiply(matrix, (1, 0, 0, 1, x, y))
        for child in below:
            if child.tag in DRAWN:
                inner = multiply(matrix, transform(child.attrs.get("transform", "")))
                yield from self.fills(child, styled(style, child.attrs), inner)

    def rim(self, node: Node, rgb: Rgb, matrix: Matrix) -> list[Node]:
        """The colour of a token, of which nothing else may be left, as a line along the cut."""
        _, _, w, h = self.box
        if w * h > TOKEN_MM2 or contrast(rgb, WHITE) < 1.2:
            return []
        a, b, c, d, e, f = matrix
        if b or c or not a or not d:
            return []
        rx, ry = ((side / 2 - RIM_INSET_MM) / abs(scale) for side, scale in ((w, a), (h, d)))
        cx, cy = (w / 2 - e) / a, (h / 2 - f) / d
        if self.curved:
            at = {"cx": cx, "cy": cy, "rx": rx, "ry": ry}
        else:
            at = {"x": cx - rx, "y": cy - ry, "width": 2 * rx, "height": 2 * ry, "rx": rx / 6}
        look = {"fill": "none"} | line_look(shade(rgb, 1.8), 2 * LINE_MM / scale_of(matrix))
        tag = "ellipse" if self.curved else "rect"
        return [Node(tag, {key: f"{value:.4f}" for key, value in at.items()} | look, node.where)]

    def large_icon(self, node: Node, symbol: Node, style: Style, matrix: Matrix) -> Node:
        """A symbol as the outlines of its forms, in the place of its use."""
        keep = {"x", "y", "width", "height", "transform", "clip-path", "opacity"}
        attrs = {key: value for key, value in node.attrs.items() if key in keep}
        attrs |= {key: symbol.attrs[key] for key in ("viewBox", "preserveAspectRatio") if key in symbol.attrs}
        scale = scale_of(multiply(matrix, port_of(attrs)))
        below = styled(style, symbol.attrs)
        children = [self._outlined(child, below, LINE_MM / scale) for child in symbol.children]
        # <svg> knows no transform of its own in SVG 1.1
        attributes = ("transform", "clip-path", "opacity")
        moves = {key: value for key, value in attrs.items() if key in attributes}
        attrs = {key: value for key, value in attrs.items() if key not in attributes}
        inner = Node("svg", attrs | {"overflow": "visible"}, node.where, children)
        return Node("g", moves, node.where, [inner])

    def _outlined(self, node: Node, style: Style, width: float) -> Node:
        style = styled(style, node.attrs)
        if node.tag not in SHAPES:
            return replace(node, children=[self._outlined(child, style, width) for child in node.children])
        fill, stroke = (self.rgb_of(paint, style) for paint in (style.fill, style.stroke))
        tone = shade(stroke or fill or BLACK)
        if stroke is not None and style.stroke_width > 4 * width:
            return looking(node, {"stroke": hexed(tone), "stroke-width": f"{2 * width:.4f}"})
        look = {"fill": "#ffffff"} if fill is not None and node.tag != "line" else {"fill": "none"}
        return looking(node, look | line_look(tone, width))
