"""Shapes that a template marks with an attribute, such as `data-place`: where they lie on the piece."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from types import MappingProxyType

from generator.ground.matrices import Matrix, boxed, joined_box
from generator.ground.problems import Failed
from generator.svg.nodes import Node
from generator.svg.outlines import SHAPES, bounds, shape
from generator.svg.parse import parse
from generator.svg.values import IDENTITY, fitted, multiply, transform

MOST_MARKED = 1_000
MOST_LETTERS = 100
MOST_IN_GROUP = 2_000
"""Elements of a marked group that are looked at."""
Corners = tuple[float, float, float, float]
"""Left, top, right and bottom."""
NOTHING: Mapping[str, Corners] = MappingProxyType({})


def marked_in(svg: str, attribute: str, width_mm: float, height_mm: float) -> Mapping[str, Corners]:
    """The boxes of the shapes, pictures, icons and groups of a face that have the attribute, by what it says.

    A group is as large as the shapes in it, without its words. Boxes are in millimetres from the upper left
    corner of a piece of that size. A name that comes twice is the first one's. Of what cannot be read there
    are none: the face itself tells why.
    """
    if attribute not in svg:
        return NOTHING
    found: dict[str, Corners] = {}
    try:
        root = parse(svg, "scene").root
        waiting: list[tuple[Node, Matrix]] = [(root, fitted(root.attrs, (0, 0, width_mm, height_mm)))]
        while waiting and len(found) < MOST_MARKED:
            node, around = waiting.pop()
            matrix = multiply(
                around, transform(node.attrs.get("transform", "")) if node is not root else IDENTITY
            )
            name = " ".join(node.attrs.get(attribute, "").split())[:MOST_LETTERS]
            if name and (corners := _extent(node, matrix)) is not None:
                found.setdefault(name, corners)
            waiting.extend((child, matrix) for child in reversed(node.children))
    except (Failed, ValueError):
        return NOTHING
    return MappingProxyType(found)


def _extent(node: Node, matrix: Matrix) -> Corners | None:
    """Where a marked element lies on the piece; None for one without a shape. Raises ValueError."""
    if node.tag != "g":
        corners = _box(node)
        return boxed(corners, matrix) if corners is not None else None
    placed: list[Corners] = []
    waiting = [(child, matrix) for child in node.children]
    for _ in range(MOST_IN_GROUP):
        if not waiting:
            break
        child, around = waiting.pop()
        inside = multiply(around, transform(child.attrs.get("transform", "")))
        waiting.extend((node, inside) for node in child.children)
        if (corners := _box(child)) is not None:
            placed.append(boxed(corners, inside))
    return reduce(joined_box, placed) if placed else None


def _box(node: Node) -> Corners | None:
    """In user units; None for another kind of element. Raises ValueError."""

    def number(name: str) -> float:
        return float(node.attrs.get(name, "0").removesuffix("mm"))

    sized = {"width", "height"} <= node.attrs.keys()
    if node.tag == "rect" or (node.tag in {"image", "use"} and sized):
        x, y = number("x"), number("y")
        return x, y, x + number("width"), y + number("height")
    if node.tag in {"circle", "ellipse"}:
        x, y = number("cx"), number("cy")
        rx, ry = (number("r"),) * 2 if node.tag == "circle" else (number("rx"), number("ry"))
        return x - rx, y - ry, x + rx, y + ry
    if node.tag in SHAPES and (box := bounds(shape(node.tag, node.attrs))) is not None:
        return box[0], box[1], box[0] + box[2], box[1] + box[3]
    return None
