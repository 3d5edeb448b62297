"""How large a drawing is once every reference in it is followed, found without drawing it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.ground.problems import Failed, Problem, error
from generator.svg.fingerprint import references
from generator.svg.nodes import Node, Tree
from generator.svg.parse import MOST_ELEMENTS
from generator.svg.subset import SILENT

MOST_NESTED_USES = 8
MOST_EXPANDED_DEPTH = 100
"""Elements inside each other once uses are followed: the walk that draws is recursive."""
MOST_SIGNS = 4_000_000
"""Signs of all attributes that are drawn, again for each use; a crowded page of a booklet has 160,000.

Drawing takes about a microsecond a sign; an element and a letter of a text take as long as some signs.
"""
_ELEMENT, _LETTER = 10, 20
_NOT_DRAWN = frozenset({"href", "id", "class"})


def expansion(tree: Tree) -> tuple[Problem, ...]:
    """Rings of references, uses nested too deep, and drawings that grow too large when uses are followed."""
    try:
        _Expansion(tree.ids).measure(tree.root, (), 0)
    except Failed as failed:
        return failed.problems
    return ()


class _Size(NamedTuple):
    elements: int = 0
    signs: int = 0
    uses: int = 0
    """Uses inside each other."""
    depth: int = 0


class _Expansion:
    """How large a tree is once every reference in it is followed. Each element is measured once."""

    def __init__(self, ids: Mapping[str, Node]) -> None:
        self.ids = ids
        self.known: dict[int, _Size] = {}

    def measure(self, node: Node, trail: tuple[int, ...], uses: int) -> _Size:
        """The size of a node `uses` uses below the root. Raises Failed."""
        if id(node) in trail:
            raise _refused(node, "uses itself", "Take it out of what it draws.")
        size = self.known.get(id(node), _Size())
        if uses + size.uses > MOST_NESTED_USES:
            raise _refused(node, f"is part of uses nested deeper than {MOST_NESTED_USES}", _FLATTEN)
        if len(trail) + size.depth >= MOST_EXPANDED_DEPTH:
            raise _refused(node, f"makes the drawing deeper than {MOST_EXPANDED_DEPTH} elements", _FLATTEN)
        if id(node) not in self.known:
            self.known[id(node)] = self._sum(node, (*trail, id(node)), uses + (node.tag == "use"))
        return self.known[id(node)]

    def _sum(self, node: Node, trail: tuple[int, ...], uses: int) -> _Size:
        count, signs, inner, depth = 1, _signs(node), 0, 0
        trivial = uses <= MOST_NESTED_USES and len(trail) < MOST_EXPANDED_DEPTH
        for below in self.below(node):
            if below.children or references(below) or not trivial:
                size = self.measure(below, trail, uses)
            else:
                size = _Size(1, _signs(below), 0, 1)
            count, signs = count + size.elements, signs + size.signs
            inner, depth = max(inner, size.uses), max(depth, size.depth)
            if count <= MOST_ELEMENTS and signs > MOST_SIGNS:
                fault = f"is where the drawing grows beyond {MOST_SIGNS:,} signs of paths and texts"
                raise _refused(below, fault, _LESS)
        if count > MOST_ELEMENTS:
            raise _refused(node, f"grows to more than {MOST_ELEMENTS:,} elements", "Use fewer copies.")
        return _Size(count, signs, inner + (node.tag == "use"), depth + 1)

    def below(self, node: Node) -> Iterator[Node]:
        """What is drawn with a node: its children, and whatever it points to."""
        for child in node.children:
            if child.tag not in SILENT:
                yield child
        for name in references(node):
            if name in self.ids:
                yield self.ids[name]


def _signs(node: Node) -> int:
    attributes = node.facts.signs
    if attributes < 0:
        attributes = sum(len(value) for name, value in node.attrs.items() if name not in _NOT_DRAWN)
        node.facts.signs = attributes
    return _ELEMENT + attributes + _LETTER * len(node.text)


_FLATTEN = "Draw the innermost shapes directly."
_LESS = "Use fewer copies, simplify the paths, or place the drawing as a PNG."


def _refused(node: Node, fault: str, mend: str) -> Failed:
    return Failed(error(node.where, f"The <{node.tag}> {fault}.", mend))
