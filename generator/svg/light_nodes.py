"""What the print that spares ink asks of elements, and how it writes new ones."""

from __future__ import annotations

from collections.abc import Mapping

from generator.ground.matrices import Matrix
from generator.ground.sight import hexed
from generator.svg.grounds import Coat, Painted
from generator.svg.nodes import Node
from generator.svg.outlines import SHAPES
from generator.svg.style import Style
from generator.svg.values import IDENTITY, Rgb, ViewBox, fitted, port_at

WHITE_FILL = {"fill": "#ffffff", "fill-opacity": "1", "opacity": "1"}
"""The look of what hides without ink."""
DRAWN = frozenset({"g", "svg", "use", "text", "image", *SHAPES})
"""Elements that paint."""
GEOMETRY = {"d", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "points"}
"""Attributes that say where a shape is."""
SMALL_MM2 = 20.0
"""Smaller filled forms keep their colour on the face."""
ROUNDED = {"circle": 0.785, "ellipse": 0.785}
"""The part of its box that a shape fills."""


def looking(node: Node, look: Mapping[str, str]) -> Node:
    """A node with another look; its facts are its own."""
    return Node(node.tag, {**node.attrs, **look}, node.where, node.children, node.text)


def line_look(rgb: Rgb, width: float) -> dict[str, str]:
    """The attributes of an outline, whose width is in user units."""
    return {
        "stroke": hexed(rgb),
        "stroke-width": f"{width:.4f}",
        "stroke-opacity": "1",
        "stroke-dasharray": "none",
        "stroke-linejoin": "round",
    }


def painted(node: Node, style: Style, matrix: Matrix, rgb: Rgb, alpha: float) -> Painted:
    """The paint of a form, for what lies on it."""
    return Painted(matrix, node, Coat(rgb, alpha, node.where), style.fill_rule == "evenodd")


def port_of(attrs: Mapping[str, str]) -> Matrix:
    """The matrix of a viewport inside a face."""
    port = port_at(attrs)
    return fitted(attrs, port) if port[2] and port[3] else IDENTITY


def area(box: ViewBox) -> float:
    """How much lies between left, top, right and bottom."""
    return (box[2] - box[0]) * (box[3] - box[1])
