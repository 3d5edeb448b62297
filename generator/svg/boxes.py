"""The box around what an element draws, without its strokes: what `objectBoundingBox` speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.ground.matrices import Edges, Matrix, boxed
from generator.svg.nodes import Node
from generator.svg.outlines import SHAPES, bounds, shape
from generator.svg.values import IDENTITY, ViewBox, length_at, multiply, port_at, transform

MOST_DEEP = 60


class NoBox(ValueError):
    """An element whose box only drawing can tell, such as a text."""


class ElementBoxes:
    """The boxes of one tree; each element is measured once."""

    def __init__(self, ids: Mapping[str, Node]) -> None:
        self._ids = ids
        self._known: dict[int, tuple[Node, ViewBox | None]] = {}

    def of(self, node: Node, depth: int = 0) -> ViewBox | None:
        """The box in the units within the element, None if it draws nothing. Raises NoBox, ValueError."""
        if depth > MOST_DEEP:
            raise NoBox
        if id(node) not in self._known:
            self._known[id(node)] = node, self._measured(node, depth)
        return self._known[id(node)][1]

    def _measured(self, node: Node, depth: int) -> ViewBox | None:
        attrs = node.attrs
        if node.tag in SHAPES:
            return bounds(shape(node.tag, attrs))
        if node.tag == "image":
            return port_at(attrs)
        if node.tag in ("g", "a"):
            inner = [child for child in node.children if child.attrs.get("display") != "none"]
            return _around([(child, IDENTITY) for child in inner], self, depth)
        if node.tag == "use":
            target = self._ids.get(attrs.get("href", "").strip()[1:])
            if target is None or target.tag in ("symbol", "svg"):
                raise NoBox
            place = (1, 0, 0, 1, length_at(attrs, "x"), length_at(attrs, "y"))
            return _around([(target, place)], self, depth)
        if node.tag in ("text", "svg", "switch", "foreignObject"):
            raise NoBox
        return None


def _around(parts: Sequence[tuple[Node, Matrix]], boxes: ElementBoxes, depth: int) -> ViewBox | None:
    moved = []
    for node, before in parts:
        box = boxes.of(node, depth + 1)
        if box is not None:
            own = transform(node.attrs["transform"]) if "transform" in node.attrs else IDENTITY
            moved.append(moved_box(box, multiply(before, own)))
    return joined(moved) if moved else None


def on_page(box: ViewBox, matrix: Matrix) -> Edges:
    """Left, top, right and bottom of a box in user units under a matrix."""
    x, y, width, height = box
    a, b, c, d, e, f = matrix
    if b or c:
        return boxed((x, y, x + width, y + height), matrix)
    # neither turned nor slanted, as nearly everything is
    left, right, top, low = a * x + e, a * (x + width) + e, d * y + f, d * (y + height) + f
    return min(left, right), min(top, low), max(left, right), max(top, low)


def moved_box(box: ViewBox, matrix: Matrix) -> ViewBox:
    """The upright box around a box that was moved."""
    left, top, right, low = on_page(box, matrix)
    return left, top, right - left, low - top


def joined(boxes: Sequence[ViewBox]) -> ViewBox:
    """The box around several."""
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, low = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, low - top
