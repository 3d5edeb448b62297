"""Paints that the pen has not: patterns, gradients that are see-through, and gradients on strokes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from generator.ground.matrices import undone
from generator.ground.sight import hexed
from generator.svg.boxes import moved_box
from generator.svg.definitions import (
    AT_FIRST,
    SIDES,
    Definitions,
    Surroundings,
    as_text,
    geometry,
    sides_of,
    size_of,
    with_attributes,
)
from generator.svg.gradients import TAGS as GRADIENTS
from generator.svg.gradients import attributes as gradient_attributes
from generator.svg.gradients import stop_colour
from generator.svg.nodes import Node, refused
from generator.svg.outlines import bounds, shape
from generator.svg.style import Gradient
from generator.svg.values import ViewBox, multiply, ratio, transform, unit

MOST_TILES = 2_500
"""Tiles of a pattern in one shape."""


_HANDED_DOWN = (
    "fill-rule",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
    "stroke-dashoffset",
)
"""What makes the form of a fill or a stroke, and may be said of a group around the shape."""


def _alone(node: Node, within: Surroundings) -> dict[str, str]:
    """The attributes of a shape for a mask, where nothing hands anything down to it."""
    look = {name: within.look[name] for name in _HANDED_DOWN if within.look[name] != AT_FIRST[name]}
    return {**node.attrs, **look}


class Paints(Definitions):
    """Patterns and gradients."""

    def paint(self, paint: object, *, lined: bool = False) -> Node | None:
        """The definition of a paint that the pen has not: a pattern, a clear gradient, one on a stroke."""
        if not isinstance(paint, Gradient):
            return None
        target = self.ids.get(paint.id)
        if target is None:
            return None
        special = target.tag == "pattern" or (target.tag in GRADIENTS and (lined or self.is_clear(target)))
        return target if special else None

    def filled(self, node: Node, paint: Node, within: Surroundings) -> Sequence[Node]:
        """A shape that is filled with a pattern or with a see-through gradient."""
        style, outline = within.style, {**node.attrs, "stroke": "none"}
        if paint.tag == "pattern":
            form = {**geometry(node.attrs), "clip-rule": style.fill_rule}
            box = bounds(shape(node.tag, node.attrs))
            if box is None:
                return ()
            inner = [Node(node.tag, form, node.where)]
            name = self.new(lambda name: Node("clipPath", {"id": name}, node.where, inner))
            tiles = self.tiled(paint, node, box, box)
            faded = {"opacity": f"{style.fill_opacity:.6g}"} if style.fill_opacity < 1 else {}
            return [Node("g", {"clip-path": f"url(#{name})", **faded}, node.where, tiles)] if tiles else ()
        seen, clear = self.parted(paint)
        alone = {**_alone(node, within), "stroke": "none", "fill": f"url(#{clear})", "fill-opacity": "1"}
        mask = self.mask_of([Node(node.tag, alone, node.where)], node)
        ink = Node(node.tag, {**outline, "fill": f"url(#{seen})"}, node.where)
        return [Node("g", {"mask": f"url(#{mask})"}, node.where, [ink])]

    def stroked(self, node: Node, paint: Node, within: Surroundings) -> Sequence[Node]:
        """A shape whose stroke has a pattern or a gradient: seen through its stroke in white."""
        style = within.style
        box = bounds(shape(node.tag, node.attrs))
        if box is None:
            return ()
        wide = style.stroke_width * max(1.5, style.stroke_miterlimit if style.stroke_linejoin == 0 else 1.5)
        x, y, w, h = box[0] - wide, box[1] - wide, box[2] + 2 * wide, box[3] + 2 * wide
        if paint.tag == "pattern":
            content = self.tiled(paint, node, box, (x, y, w, h))
        else:
            content = self.washed(paint, node, box, (x, y, w, h))
        white = {**_alone(node, within), "fill": "none", "stroke": "#fff", "stroke-opacity": "1"}
        mask = self.mask_of([Node(node.tag, white, node.where)], node)
        faded = {"opacity": f"{style.stroke_opacity:.6g}"} if style.stroke_opacity < 1 else {}
        return [Node("g", {"mask": f"url(#{mask})", **faded}, node.where, content)] if content else ()

    def is_clear(self, node: Node) -> bool:
        """Whether a gradient is see-through anywhere."""
        try:
            stops = gradient_attributes(node, self.ids)[1]
            return any(unit(stop.attrs.get("stop-opacity", "1")) < 1 for stop in stops)
        except ValueError:
            return False

    def parted(self, node: Node) -> tuple[str, str]:
        """A see-through gradient as an opaque one, and how much of it is seen as one of greys: their ids."""
        return (
            self.named(("seen", id(node)), lambda name: self.copied_gradient(node, name, seen=True)),
            self.named(("clear", id(node)), lambda name: self.copied_gradient(node, name, seen=False)),
        )

    def copied_gradient(self, node: Node, name: str, *, seen: bool) -> Node:
        """A gradient by itself: its colours, or greys that say how much of it is seen."""
        attrs, stops = gradient_attributes(node, self.ids)
        children = []
        for stop in stops:
            grey = hexed((unit(stop.attrs.get("stop-opacity", "1")),) * 3)
            look = {"offset": stop.attrs.get("offset", "0")}
            look["stop-color"] = self._of(stop, node) if seen else grey
            children.append(Node("stop", look, node.where))
        own = {key: value for key, value in attrs.items() if key not in ("href", "id", "class")}
        return Node(node.tag, {**own, "id": name}, node.where, children)

    def _of(self, stop: Node, gradient: Node) -> str:
        said = stop.attrs.get("stop-color", "#000")
        if said.strip().casefold() != "currentcolor":
            return said
        return hexed(stop_colour(stop, self.surround.get(id(gradient), Surroundings()).style.color))

    def washed(self, paint: Node, node: Node, box: ViewBox, cover: ViewBox) -> list[Node]:
        """A rectangle that shows the gradient of a shape, which lies in `box`."""
        attrs, _ = gradient_attributes(paint, self.ids)
        parted = attrs.get("gradientUnits", "objectBoundingBox") == "objectBoundingBox"
        if parted and not (box[2] and box[3]):
            return []
        rectangle = {**sides_of(cover), "stroke": "none", "fill-opacity": "1"}

        def filled(name: str) -> Node:
            return Node("rect", {**rectangle, "fill": f"url(#{name})"}, node.where)

        if not self.is_clear(paint):
            name = paint.attrs["id"]
            if parted:
                name = self.named(("laid", id(paint), box), lambda name: self._laid(paint, name, box))
            return [filled(name)]
        seen, clear = (
            self.named((kind, id(paint), box if parted else None), partial(self._washed, paint, kind, box))
            for kind in ("seen laid", "clear laid")
        )
        mask = self.mask_of([filled(clear)], node)
        return [Node("g", {"mask": f"url(#{mask})"}, node.where, [filled(seen)])]

    def _washed(self, paint: Node, kind: str, box: ViewBox, name: str) -> Node:
        """The colours of a see-through gradient in user space, or how much of it is seen."""
        gradient = self.copied_gradient(paint, name, seen=kind == "seen laid")
        attrs, _ = gradient_attributes(paint, self.ids)
        whole = attrs.get("gradientUnits", "objectBoundingBox") != "objectBoundingBox"
        return gradient if whole else self._laid(gradient, name, box)

    def _laid(self, paint: Node, name: str, box: ViewBox) -> Node:
        """A gradient of parts of a box as one of user space."""
        attrs, stops = gradient_attributes(paint, self.ids)
        own = {key: value for key, value in attrs.items() if key not in ("href", "id", "class")}
        usual = (("x1", "0"), ("y1", "0"), ("x2", "1"), ("y2", "0"))
        if paint.tag == "radialGradient":
            usual = (("cx", ".5"), ("cy", ".5"), ("r", ".5"), ("fr", "0"))
            own = {"fx": own.get("cx", ".5"), "fy": own.get("cy", ".5"), **own}
        places = {key: own.get(key, value) for key, value in usual}
        places |= {key: own[key] for key in ("fx", "fy") if key in own}
        numbers = {key: f"{ratio(value):.8g}" for key, value in places.items()}
        inner = transform(own.get("gradientTransform", ""))
        matrix = as_text(multiply((box[2], 0, 0, box[3], box[0], box[1]), inner))
        said = {**own, **numbers, "id": name, "gradientUnits": "userSpaceOnUse", "gradientTransform": matrix}
        coloured = [
            with_attributes(stop, {**stop.attrs, "stop-color": self._of(stop, paint)}) for stop in stops
        ]
        return Node(paint.tag, said, paint.where, coloured)

    def tiled(self, paint: Node, node: Node, box: ViewBox, cover: ViewBox) -> list[Node]:
        """The tiles of a pattern that a shape with the box `box` shows, as far as `cover` reaches."""
        attrs, children, owner = self._pattern(paint)
        whole = attrs.get("patternUnits", "objectBoundingBox") == "objectBoundingBox"
        x, y, wide, high = (ratio(attrs.get(name, "0")) for name in SIDES)
        if whole:
            x, y, wide, high = box[0] + x * box[2], box[1] + y * box[3], wide * box[2], high * box[3]
        elif any(attrs.get(name, "").strip().endswith("%") for name in SIDES):
            raise refused(paint, "The <pattern> is measured in parts of the page.", "Write plain numbers.")
        if wide <= 0 or high <= 0 or not children:
            return []
        matrix = transform(attrs.get("patternTransform", ""))
        back = undone(matrix)
        if back is None:
            return []
        left, top, across, down = moved_box(cover, back)
        columns = range(math.floor((left - x) / wide), math.ceil((left + across - x) / wide))
        rows = range(math.floor((top - y) / high), math.ceil((top + down - y) / high))
        if len(columns) * len(rows) > MOST_TILES:
            text = f"The pattern is drawn more than {MOST_TILES:,} times in one <{node.tag}>."
            raise refused(node, text, "Make its tile larger, or place the drawing as a PNG.")
        self.counted(node, len(columns) * len(rows))
        view = {key: attrs[key] for key in ("viewBox", "preserveAspectRatio") if key in attrs}
        parts = attrs.get("patternContentUnits") == "objectBoundingBox" and not view
        scale = (box[2], box[3]) if parts else (1.0, 1.0)
        name = self.named(
            ("tile", id(owner), scale, *sorted(view.items())),
            lambda name: self._tile(owner, children, name, scale, view),
        )
        size = {"width": f"{wide:.8g}", "height": f"{high:.8g}", "href": f"#{name}"}
        tiles = [
            Node("use", {"x": f"{x + column * wide:.8g}", "y": f"{y + row * high:.8g}", **size}, node.where)
            for row in rows
            for column in columns
        ]
        return [Node("g", {"transform": as_text(matrix)}, node.where, tiles)]

    def _pattern(self, paint: Node) -> tuple[Mapping[str, str], Sequence[Node], Node]:
        """The attributes of a pattern with those it takes over, its content, and what holds that."""
        chain = [paint]
        while href := chain[-1].attrs.get("href"):
            target = self.ids.get(href.strip().removeprefix("#"))
            if target is None or target.tag != "pattern" or target in chain:
                text = f"The pattern is that of “{href[:40]}”, which is none of this file."
                raise refused(paint, text, "Point href to the id of another pattern.")
            chain.append(target)
        merged = {name: value for link in reversed(chain) for name, value in link.attrs.items()}
        owner = next((link for link in chain if link.children), paint)
        return merged, owner.children, owner

    def _tile(
        self,
        owner: Node,
        children: Sequence[Node],
        name: str,
        scale: tuple[float, float],
        view: Mapping[str, str],
    ) -> Node:
        if scale != (1.0, 1.0):
            self.counted(owner, size_of(owner))
        inside = self.contents(owner, children)
        if scale != (1.0, 1.0):
            inside = [Node("g", {"transform": f"scale({scale[0]:.8g} {scale[1]:.8g})"}, owner.where, inside)]
        return Node("symbol", {"id": name, **view}, owner.where, inside)
