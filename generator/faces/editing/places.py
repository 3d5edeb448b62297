"""Where the marks of a template lie on a face that was drawn with their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.ground.matrices import IDENTITY, Matrix, after, moved, undone
from generator.svg.nodes import Node, Tree
from generator.svg.outlines import SHAPES, bounds, shape
from generator.svg.style import PLAIN, Style, styled
from generator.svg.values import length, multiply, transform

MOST_PLACES = 4_000
_UNDRAWN = frozenset({"defs", "symbol", "clipPath", "mask", "pattern", "marker"})
_WIDE = 0.52
"""How wide a letter is in sizes of its text, about."""


@dataclass(frozen=True, slots=True)
class MarkBox:
    """One place at which a mark draws: its box in its own units, and how these lie on the piece."""

    mark: int
    box: tuple[float, float, float, float]
    """Left, top, width and height."""
    matrix: Matrix
    """From the units of the box to millimetres of the piece."""
    around: Matrix
    """The same without the mark's own transform."""


def boxes_on(tree: Tree) -> tuple[MarkBox, ...]:
    """The places of all marks, in the order in which they are drawn. Raises ValueError."""
    boxes = [box for box, _ in zip(_below(tree.root, IDENTITY, PLAIN), range(MOST_PLACES), strict=False)]
    return tuple(boxes)


def _below(node: Node, around: Matrix, above: Style) -> Iterator[MarkBox]:
    if node.tag in _UNDRAWN or node.attrs.get("display") == "none":
        return
    own = transform(node.attrs["transform"]) if "transform" in node.attrs else IDENTITY
    matrix, style = multiply(around, own), styled(above, node.attrs)
    mark = node.attrs.get("data-mark", "")
    inner = [box for child in node.children for box in _below(child, matrix, style)]
    if mark.isdecimal():
        box = _box(node, style)
        if box is None and node.tag == "g" and inner:
            box = _around(inner, matrix)
        if box is not None:
            yield MarkBox(int(mark), box, matrix, around)
    yield from inner


def _box(node: Node, style: Style) -> tuple[float, float, float, float] | None:
    said = node.attrs.get("data-box", "").split()
    if len(said) == 4:
        return tuple(map(float, said))  # type: ignore[return-value]
    if node.tag in SHAPES:
        sides = bounds(shape(node.tag, node.attrs))
        return tuple(sides) if sides is not None else None  # type: ignore[return-value]
    if node.tag in ("image", "use"):
        x, y, width, height = (length(node.attrs.get(name, "0")) for name in ("x", "y", "width", "height"))
        return (x, y, width, height) if width and height else None
    return _text_box(node, style) if node.tag == "text" else None


def _text_box(node: Node, style: Style) -> tuple[float, float, float, float]:
    """About the room of a text that stands in the template itself."""
    leaves = [leaf for leaf in node.walk() if leaf.tag in ("text", "tspan")]
    size = max(styled(style, leaf.attrs).font_size for leaf in leaves)
    x, y = (next((_first(leaf, name) for leaf in leaves if name in leaf.attrs), 0.0) for name in "xy")
    lines = max(1, sum(leaf.tag == "tspan" and "y" in leaf.attrs for leaf in leaves))
    wide = _WIDE * size * max((len(leaf.text.strip()) for leaf in leaves), default=0)
    return x - wide * style.text_anchor, y - 0.78 * size, wide, size * (1 + 1.25 * (lines - 1))


def _first(node: Node, name: str) -> float:
    return length(node.attrs[name].replace(",", " ").split()[0])


def _around(boxes: Sequence[MarkBox], matrix: Matrix) -> tuple[float, float, float, float] | None:
    """The box of what lies in a group, as far as it lies straight in it."""
    back = undone(matrix)
    if back is None:
        return None
    corners = [
        moved((box.box[0] + across * box.box[2], box.box[1] + down * box.box[3]), after(box.matrix, back))
        for box in boxes
        for across in (0, 1)
        for down in (0, 1)
    ]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return left, top, max(x for x, _ in corners) - left, max(y for _, y in corners) - top
