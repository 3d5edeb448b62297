"""What in an SVG lies outside the subset, found without drawing it.

Every element and every attribute is looked at once. References are followed before anything is drawn
(see `expansion`), so that a ring of <use>, or a small file that expands to millions of shapes, ends here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from generator.ground.problems import Problem, error
from generator.ground.revision import MarkPlace
from generator.svg.expansion import expansion
from generator.svg.fingerprint import references, referred
from generator.svg.gradients import TAGS as GRADIENTS
from generator.svg.gradients import attributes as gradient_attributes
from generator.svg.nodes import Node, Tree
from generator.svg.outlines import SHAPES
from generator.svg.style import INHERITED
from generator.svg.subset import (
    COMMON,
    DEFAULT_MEND,
    ELEMENT_MENDS,
    ELEMENTS,
    HARMLESS,
    INITIAL,
    NEEDED,
    ROOT,
    SILENT,
    attribute_mend,
)

MOST_REMEMBERED = 200
"""Longer values are paths, which hardly ever come again."""
MOST_PROBLEMS = 50
"""Problems told for one design; more would not help anybody."""

USABLE = frozenset({"symbol", "g", "use", "text", "image", *SHAPES})
_NEEDY = frozenset({"clipPath", *GRADIENTS, *NEEDED})
"""Elements that need something even if they refer to nothing."""


class FaceLike(Protocol):
    """A design to draw. `key` names it to a person; the size is that of the trimmed piece."""

    @property
    def key(self) -> str:
        """The design's name."""

    @property
    def svg(self) -> str:
        """One SVG document."""

    @property
    def width_mm(self) -> float:
        """Width after cutting."""

    @property
    def height_mm(self) -> float:
        """Height after cutting."""

    @property
    def shape(self) -> str:
        """What is cut out: rectangle, hexagon or circle."""

    @property
    def blind(self) -> bool:
        """Whether it was made without a cell that has an error."""

    @property
    def colours(self) -> Mapping[str, tuple[str, ...]] | None:
        """A colour, `#rrggbb`, and the cells that give it; None if contrast is not looked at."""

    @property
    def mark(self) -> MarkPlace:
        """Where its revision mark goes; none for a back, or what is not cut out."""

    @property
    def sign(self) -> str:
        """The revision mark itself."""

    @property
    def digest(self) -> str:
        """The digest of all that decides how it is drawn and what is said of it."""


Fine = set[tuple[str, str, str]]
"""Element, attribute and value: what was read without a slip, and need not be read again."""


def check_tree(tree: Tree, key: str, fine: Fine | None = None) -> tuple[Problem, ...]:
    """Everything in a drawing that `draw_designs` would not draw, by template line and element.

    Fonts, signs and the insides of pictures are found by drawing only. `fine` carries over what other faces
    have shown.
    """
    checker = _Checker(tree, fine if fine is not None else set())
    faults = dict.fromkeys(checker.problems())
    if not faults:
        faults = dict.fromkeys(expansion(tree))
    problems = tuple(faults)[:MOST_PROBLEMS]
    if len(faults) > MOST_PROBLEMS:
        rest = f"{len(faults) - MOST_PROBLEMS} more places lie outside what can be drawn."
        problems = (*problems, error(key, rest, "Mend those above first."))
    return problems


def unread_attributes(node: Node) -> Iterator[tuple[str, str, Problem]]:
    """The attributes of an element, their values and Problems, that are unknown or cannot be read."""
    checker = _Checker(Tree(node, {}), set())
    for name, value in node.attrs.items():
        alone = Node(node.tag, {name: value}, node.where)
        for problem in checker.attributes(alone, ELEMENTS.get(node.tag, {})):
            yield name, value, problem


class _Checker:
    """One pass over a tree. Values that were fine once are not read again."""

    def __init__(self, tree: Tree, fine: Fine) -> None:
        self.tree = tree
        self.fine = fine

    def problems(self) -> Iterator[Problem]:
        yield from self.tree.unread
        stack: list[tuple[Node, Node | None]] = [(self.tree.root, None)]
        while stack:
            node, parent = stack.pop()
            if node.tag in SILENT:
                continue
            if node.tag not in ELEMENTS or not _may_be_inside(node, parent):
                mend = ELEMENT_MENDS.get(node.tag, DEFAULT_MEND)
                yield error(node.where, f"The element <{node.tag}> cannot be drawn here.", mend)
                continue
            if parent is None:
                yield from self.attributes(node, ROOT)
            elif not node.facts.readable:
                problems = tuple(self.attributes(node, ELEMENTS[node.tag]))
                node.facts.readable = not problems
                yield from problems
            if parent is None or node.tag in _NEEDY or references(node):
                yield from self.needs(node, parent)
            stack += [(child, node) for child in reversed(node.children)]

    def attributes(self, node: Node, own: Mapping[str, Callable[[str], object]]) -> Iterator[Problem]:
        """Attributes that are unknown, or known with a value that cannot be read."""
        for name, value in node.attrs.items():
            if (node.tag, name, value) in self.fine:
                continue
            reader = own.get(name) or COMMON.get(name)
            if value == "inherit" and name in INHERITED:
                continue
            if reader is None:
                if self.harmless(name, value):
                    continue
                fault = f"The attribute {name}=“{value[:40]}” of <{node.tag}> cannot be drawn."
                yield error(node.where, fault, attribute_mend(name))
                continue
            try:
                reader(value)
                if len(value) < MOST_REMEMBERED:
                    self.fine.add((node.tag, name, value))
            except ValueError as slip:
                fault = f"{name} of <{node.tag}>: {slip}"
                yield error(node.where, fault, "Write a value that SVG knows, with plain numbers.")

    def harmless(self, name: str, value: str) -> bool:
        return bool(HARMLESS.fullmatch(name)) or value.strip().casefold() in INITIAL.get(name, ())

    def needs(self, node: Node, parent: Node | None) -> Iterator[Problem]:
        """What an element must have, and what it points to."""
        for name in NEEDED.get(node.tag, ()):
            if name not in node.attrs and parent is not None:
                yield error(node.where, f"The <{node.tag}> has no {name}.", f'Give it {name}="…".')
        for name, value in node.attrs.items():
            if name == "href" and node.tag != "image":
                yield from self.href(node, value)
            elif "url(" in value:
                yield from self.pointer(node, name)
        if node.tag == "clipPath":
            yield from _clip_path(node)
        if node.tag in GRADIENTS:
            yield from self.gradient(node)
        if node.tag == "tspan" and node.attrs.get("fill", "").lstrip().startswith("url("):
            yield error(node.where, "A gradient cannot fill a <tspan>.", "Give the words one colour.")

    def href(self, node: Node, value: str) -> Iterator[Problem]:
        target = self.tree.ids.get(value.strip()[1:]) if value.strip().startswith("#") else None
        if node.tag == "use" and (target is None or target.tag not in USABLE):
            fault = f"The <use> points to “{value[:60]}”, which is nothing that this file draws."
            yield error(node.where, fault, 'Point it to the id of an element of the same file: href="#id".')
        elif (
            node.tag == "use" and target is not None and target.tag == "symbol" and "viewBox" in target.attrs
        ):
            for side in ("width", "height"):
                if side not in node.attrs:
                    yield error(node.where, f"The <use> of a symbol has no {side}.", f'Give it {side}="…".')

    def pointer(self, node: Node, name: str) -> Iterator[Problem]:
        """fill, stroke and clip-path: what the url(#id) in them leads to."""
        tags = {"fill": GRADIENTS, "stroke": (), "clip-path": ("clipPath",), "mask": ("mask",)}.get(name)
        if tags is None:
            return
        if name == "stroke":
            text = f"A gradient or a pattern cannot colour the stroke of a <{node.tag}>."
            yield error(node.where, text, "Give the stroke one colour.")
            return
        for target in referred([(name, node.attrs[name])]):
            if target not in self.tree.ids or self.tree.ids[target].tag not in tags:
                kind = " or ".join(f"<{tag}>" for tag in tags)
                fault = f"{name} of <{node.tag}> points to “#{target[:40]}”, which is no {kind} of this file."
                yield error(node.where, fault, "Point it to the id of one.")

    def gradient(self, node: Node) -> Iterator[Problem]:
        try:
            gradient_attributes(node, self.tree.ids)
        except ValueError as slip:
            yield error(node.where, str(slip), "Point href to the id of another gradient, or give it stops.")


_CONTAINERS = frozenset({"svg", "g", "defs", "symbol", "mask"})
_AROUND: Mapping[str, frozenset[str]] = {"stop": frozenset(GRADIENTS), "tspan": frozenset({"text", "tspan"})}
"""What some elements have to lie in."""


def _may_be_inside(node: Node, parent: Node | None) -> bool:
    if parent is None:
        return node.tag == "svg"
    around = _CONTAINERS | {"clipPath"} if node.tag in SHAPES else _CONTAINERS
    return parent.tag in _AROUND.get(node.tag, around)


def _clip_path(node: Node) -> Iterator[Problem]:
    shapes = [child for child in node.children if child.tag not in SILENT]
    if len(shapes) != 1 or len(node.children) != 1:
        fault = f"The <clipPath> holds {len(shapes)} shapes."
        yield error(node.where, fault, "Join them to one path; a clipPath holds exactly one shape.")
    for part in (node, *node.children):
        if part.attrs.get("clip-path", "none") != "none":
            yield error(node.where, "The <clipPath> is clipped itself.", "Join both outlines to one path.")
