"""The box around what an element draws, without its strokes: what `objectBoundingBox` speaks of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.ground.matrices import Matrix
from generator.svg.nodes import Node
from generator.svg.outlines import SHAPES, bounds, shape
from generator.svg.values import IDENTITY, ViewBox, length, multiply, transform

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
            x, y, wide, high = (length(attrs.get(name, "0")) for name in ("x", "y", "width", "height"))
            return x, y, wide, high
        if node.tag in ("g", "a"):
            inner = [child for child in node.children if child.attrs.get("display") != "none"]
            return _around([(child, IDENTITY) for child in inner], self, depth)
        if node.tag == "use":
            target = self._ids.get(attrs.get("href", "").strip()[1:])
            if target is None or target.tag in ("symbol", "svg"):
                raise NoBox
            x, y = (length(attrs.get(name, "0")) for name in ("x", "y"))
            return _around([(target, (1, 0, 0, 1, x, y))], self, depth)
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


def moved_box(box: ViewBox, matrix: Matrix) -> ViewBox:
    """The upright box around a box that was moved."""
    a, b, c, d, e, f = matrix
    x, y, wide, high = box
    corners = [(p, q) for p in (x, x + wide) for q in (y, y + high)]
    xs = [a * p + c * q + e for p, q in corners]
    ys = [b * p + d * q + f for p, q in corners]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def inverse(matrix: Matrix) -> Matrix:
    """The matrix that undoes one, or nothing at all for one that makes a line of everything."""
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    if not whole:
        return IDENTITY
    return d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole


def joined(boxes: Sequence[ViewBox]) -> ViewBox:
    """The box around several."""
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, low = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, low - top
