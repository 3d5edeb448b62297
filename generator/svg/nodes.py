"""The tree of a drawing: its elements, their attributes, and what was found out about each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from generator.ground.problems import Failed, Problem, error
from generator.svg.style import Style


@dataclass(slots=True, eq=False)
class Facts:
    """What was found out about an element from its tag and attributes alone, once for all that say the same.

    A deck repeats its template: of a hundred elements ninety were on the card before.
    """

    readable: bool = False
    """Whether every attribute was read without a slip."""
    signs: int = -1
    """How long all that is drawn of it is written; -1 is not counted yet."""
    points_to: tuple[str, ...] | None = None
    """The ids that it refers to."""
    outline: str | None = None
    """A shape's outline as PDF operators."""
    written: bytes = b""
    """The tag and the attributes in one order, to tell elements apart."""
    drawn: str = ""
    """What of both decides how it looks, in one way of writing."""
    declared: frozenset[str] = frozenset()
    """The properties that style="" says."""
    below: Style | None = None
    """The style around it when it was drawn last …"""
    style: Style | None = None
    """… and its own there."""


@dataclass(slots=True, eq=False)
class Node:
    """One element. `attrs` holds its attributes with the declarations of style="" laid over them.

    `where` is the `data-at` of the element or of the nearest element around it, `key:line` without one.
    `text` is the element's own character data; `children` are elements only. Elements with the same
    start tag share `attrs` and `facts`: nobody may change them.
    """

    tag: str
    attrs: dict[str, str]
    where: str
    children: list[Node] = field(default_factory=list)
    text: str = ""
    facts: Facts = field(default_factory=Facts)

    def walk(self) -> Iterator[Node]:
        """The node and everything below it, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


def refused(node: Node, fault: str, mend: str) -> Failed:
    """What is raised about an element of which nothing can be made."""
    return Failed(error(node.where, fault, mend))


def by_id(root: Node) -> dict[str, Node]:
    """The elements of a tree by id: the first one, when an id comes twice."""
    ids: dict[str, Node] = {}
    for node in root.walk():
        if name := node.attrs.get("id"):
            ids.setdefault(name, node)
    return ids


@dataclass(frozen=True, slots=True)
class Tree:
    """One SVG document: its root and its elements by id (the first one, when an id comes twice)."""

    root: Node
    ids: Mapping[str, Node]
    key: str | None = None
    """What it was called when it was read; None if no place in it says so."""
    spans: bool = False
    """Whether a text has a <tspan>."""
    unread: tuple[Problem, ...] = ()
    """What of its style sheets is not understood."""
