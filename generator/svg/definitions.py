"""Definitions that are made while a drawing is told in plain words, and what surrounds its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from generator.ground.matrices import Matrix
from generator.ground.problems import Problem
from generator.svg.boxes import ElementBoxes, NoBox
from generator.svg.gradients import TAGS as GRADIENTS
from generator.svg.nodes import Facts, Node, refused
from generator.svg.style import INHERITED, PLAIN, Style, styled
from generator.svg.values import ViewBox

MOST_COPIES = 20_000
"""Tiles and markers of a drawing."""
DEFINITIONS = frozenset({"pattern", "marker", "mask", "clipPath", *GRADIENTS})
OUTER = frozenset({"transform", "opacity", "clip-path", "mask", "display", "id", "class"})
"""What acts on all of an element."""
MARKERS = ("marker-start", "marker-mid", "marker-end")
_HANDED_DOWN = frozenset({*MARKERS, "text-transform"})
_FORM = ("d", "points", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2")
SIDES = ("x", "y", "width", "height")
AT_FIRST = {
    "color": "#000", "fill": "#000", "fill-opacity": "1", "fill-rule": "nonzero", "clip-rule": "nonzero",
    "stroke": "none", "stroke-opacity": "1", "stroke-width": "1", "stroke-linecap": "butt",
    "stroke-linejoin": "miter", "stroke-miterlimit": "4", "stroke-dasharray": "none",
    "stroke-dashoffset": "0", "font-family": "SourceSans3", "font-size": "16", "font-weight": "400",
    "font-style": "normal", "font-stretch": "normal", "font-feature-settings": "normal", "direction": "ltr",
    "text-anchor": "start", "letter-spacing": "normal", "paint-order": "normal", "visibility": "visible",
    "xml:space": "default",
}  # fmt: skip
"""What an element inherits that nothing surrounds."""


class Surroundings(NamedTuple):
    """What surrounds an element."""

    style: Style = PLAIN
    look: Mapping[str, str] = AT_FIRST
    """Every inherited property as it is written."""
    more: Mapping[str, str] = {}
    """The markers that lines are given, and the case of texts."""

    def within(self, attrs: Mapping[str, str]) -> Surroundings:
        """What surrounds the children of an element. Raises ValueError."""
        look: dict[str, str] = {}
        more: dict[str, str] = {}
        for name, value in attrs.items():
            if name in INHERITED and value != "inherit":
                look[name] = value
            elif name in _HANDED_DOWN:
                more[name] = value
        if not look and not more:
            return self
        return Surroundings(styled(self.style, attrs), {**self.look, **look}, {**self.more, **more})


class Definitions:
    """The definitions of a tree, and those that are made of them."""

    def __init__(self, root: Node, ids: Mapping[str, Node]) -> None:
        self.ids = ids
        self.boxes = ElementBoxes(ids)
        self.definitions: dict[str, Node] = {}
        self._prefix = "made~"
        while any(name.startswith(self._prefix) for name in ids):
            self._prefix += "~"
        self.problems: list[Problem] = []
        self.names: dict[tuple[object, ...], str] = {}
        self.under: list[int] = []
        self.copies = self._count = 0
        self.surround: dict[int, Surroundings] = {}
        """What surrounds each definition where it stands."""
        stack = [(root, Surroundings())]
        while stack:
            node, outside = stack.pop()
            try:
                inside = outside.within(node.attrs)
            except ValueError:
                continue
            if node.tag in DEFINITIONS:
                self.surround[id(node)] = inside
            if node.tag == "symbol" and "color" not in node.attrs:  # its user says what currentColor is
                look = {key: value for key, value in inside.look.items() if key != "color"}
                inside = inside._replace(look=look)
            stack += [(child, inside) for child in node.children]

    def inside(self, node: Node, within: Surroundings) -> Node:
        """A container with what its children become."""
        raise NotImplementedError

    def named(self, key: tuple[object, ...], make: Callable[[str], Node]) -> str:
        """The id of a definition that is made once for all that ask for the same."""
        if key not in self.names:
            self.names[key] = self.new(make)
        return self.names[key]

    def new(self, make: Callable[[str], Node]) -> str:
        """The id of a definition that is made for one element."""
        self._count += 1
        name = f"{self._prefix}{self._count}"
        self.definitions[name] = make(name)
        return name

    def once(self, node: Node) -> None:
        """Raises Failed if a definition is drawn within itself; `self.under.pop()` ends it."""
        if id(node) in self.under:
            text = f"The <{node.tag}> uses itself."
            raise refused(node, text, "Take it out of what it draws.")
        self.under.append(id(node))

    def contents(self, node: Node, children: Sequence[Node] | None = None) -> list[Node]:
        """What is in a definition, resolved, with the look of the place where it stands."""
        self.once(node)
        try:
            around = self.surround.get(id(node), Surroundings())
            inside = self.inside(
                Node("g", {}, node.where, list(node.children if children is None else children)), around
            )
        finally:
            self.under.pop()
        return [Node("g", dict(around.look), node.where, inside.children)]

    def counted(self, node: Node, many: int) -> None:
        """Count tiles and markers. Raises Failed for too many."""
        self.copies += many
        if self.copies > MOST_COPIES:
            text = f"Tiles, markers, masks and clips of this drawing make more than {MOST_COPIES:,} elements."
            raise refused(node, text, "Make the tiles larger, or place the drawing as a PNG.")

    def box(self, node: Node) -> ViewBox | None:
        """The box of an element; None for one that draws nothing, or whose box only drawing can tell."""
        try:
            return self.boxes.of(node)
        except NoBox:
            return None

    def mask_of(self, content: list[Node], node: Node) -> str:
        """The id of a mask of what was made for one element."""
        return self.new(lambda name: mask_node(name, content, node))


def mask_node(name: str, content: list[Node], node: Node, kind: str = "luminance") -> Node:
    """A mask of the subset: in the units of what it is laid on, and without an end."""
    far = {"x": "-100000", "y": "-100000", "width": "200000", "height": "200000"}
    attributes = {"id": name, "mask-type": kind, "maskUnits": "userSpaceOnUse", **far}
    return Node("mask", attributes, node.where, content)


def size_of(node: Node) -> int:
    """How many elements a definition is."""
    return sum(1 for _ in node.walk())


def points_to(attrs: Mapping[str, str], name: str) -> bool:
    """Whether an attribute points to an element."""
    return attrs.get(name, "none").strip().startswith("url(")


def without(attrs: Mapping[str, str], names: frozenset[str]) -> dict[str, str]:
    """Attributes without some; what acts on all of an element (OUTER) has its notes with it."""
    return {
        name: value
        for name, value in attrs.items()
        if name not in names and not (name.startswith("data-") and names is OUTER)
    }


def with_attributes(node: Node, attrs: dict[str, str], children: list[Node] | None = None) -> Node:
    """The same element with other attributes; what was found out about it is not so any more."""
    inside = node.children if children is None else children
    return replace(node, attrs=attrs, children=inside, facts=Facts())


def geometry(attrs: Mapping[str, str]) -> dict[str, str]:
    """What of a shape's attributes is its form."""
    return {name: attrs[name] for name in _FORM if name in attrs}


def sides_of(box: ViewBox) -> dict[str, str]:
    """A box as a rectangle's attributes say it."""
    return dict(zip(SIDES, (f"{side:.6g}" for side in box), strict=True))


def laid_on(box: ViewBox) -> str:
    """What moves parts of a box onto it, as an attribute says it."""
    return as_text((box[2], 0, 0, box[3], box[0], box[1]))


def as_text(matrix: Matrix) -> str:
    """A matrix as an attribute says it."""
    return f"matrix({' '.join(f'{value:.8g}' for value in matrix)})"
