"""What a drawing will cost another renderer, found before it is asked: it follows references without end.

Steps of about a microsecond are counted, rather too many than too few: what a selector ends with counts as
what it selects, and a paint that is inherited counts for everything that might inherit it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from math import comb

from generator.ground.problems import Failed, Problem, error
from generator.svg.fingerprint import referred
from generator.svg.nodes import Node, Tree

MOST_STEPS = 4_000_000
MOST_STYLE = 200_000
"""Characters of all style sheets of a drawing."""
MOST_DEPTH = 100

_ELEMENT, _LETTER, _SIGN, _LAYER = 200, 50, 2, 500
"""Steps for an element, a letter of a text, a sign of an attribute, a mask or pattern of its own."""
_EFFECT = 150_000
"""Steps for an effect of a filter, each time that it is used: it goes through all pixels of the picture."""
_SEARCH, _INHERITED = 0.12, 0.5
"""Steps for each element that is passed by in search of an id, and for each attribute that is handed down."""
_LAYERS = frozenset({"mask", "pattern", "marker", "clipPath", "symbol"})
_HANDED_DOWN = frozenset({"fill", "stroke", "marker", "marker-start", "marker-mid", "marker-end"})
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]*)\{([^{}]*)\}")
_PART = re.compile(r"[\s>+~]+")
_SIMPLE = re.compile(r"([.#]?)([\w-]+)")
_NUMBER = re.compile(r"[-+]?[\d.]+")

_MEND = "Simplify the drawing, export it as plain SVG without a style sheet, or as a PNG."


def too_dear(tree: Tree) -> tuple[Problem, ...]:
    """The Problem of a drawing that would keep a renderer busy for too long; empty for any other."""
    try:
        _Cost(tree).measure(tree.root, ())
    except Failed as failed:
        return failed.problems
    return ()


class _Cost:
    """Measures each element once. Raises Failed."""

    def __init__(self, tree: Tree) -> None:
        self.ids = tree.ids
        self.where = tree.root.where
        self.unread = bool(tree.unread)
        """Whether style sheets say more than the attributes do."""
        self.known: dict[int, tuple[float, int]] = {}
        self.given: dict[int, dict[str, str]] = defaultdict(dict)
        """Attributes that point somewhere, by element, from style sheets and from above."""
        self.nodes = list(tree.root.walk())
        self.spent = 0.0
        self._hand_down(tree.root)
        self._style_sheets()

    def spend(self, steps: float, where: str) -> None:
        self.spent += steps
        self._within(self.spent, where)

    def _within(self, steps: float, where: str) -> None:
        if steps > MOST_STEPS:
            raise Failed(error(where, "The drawing is too much work.", _MEND))

    def _hand_down(self, root: Node) -> None:
        """Every attribute is handed down to every element below; what is drawn apart inherits its paint."""
        stack: list[tuple[Node, int, dict[str, str]]] = [(root, 0, {})]
        while stack:
            node, count, paint = stack.pop()
            count += len(node.attrs)
            self.spend(_INHERITED * count, node.where)
            own = {name: value for name, value in node.attrs.items() if name in _HANDED_DOWN}
            if node.tag in _LAYERS:
                self.given[id(node)] |= {name: value for name, value in paint.items() if name not in own}
            paint = {**paint, **own} if own else paint
            stack.extend((child, count, paint) for child in node.children)

    # ------------------------------------------------------------ style sheets

    def _style_sheets(self) -> None:
        styles = [node for node in self.nodes if node.tag == "style"]
        if sum(len(node.text) for node in styles) > MOST_STYLE:
            fault = f"The drawing's style sheets hold more than {MOST_STYLE:,} characters."
            raise Failed(error(styles[0].where, fault, _MEND))
        rules: dict[str, list[Node]] = defaultdict(list)
        for node in self.nodes if styles else ():
            for name in _names(node):
                rules[name].append(node)
        deepest, widest = _shape(self.nodes)
        for style in styles:
            for selectors, declarations in _RULE.findall(_COMMENT.sub(" ", style.text)):
                points = {"css": declarations} if self.unread and "url(" in declarations else {}
                for selector in selectors.split(","):
                    *before, last = _PART.split(selector.strip())
                    match = _SIMPLE.match(last)
                    selected = rules[match[1] + match[2]] if match else self.nodes
                    way = comb(deepest, min(len(before), deepest)) * (widest if ":" in selector else 1)
                    self.spend((1 + len(selected)) * way, style.where)
                    for node in selected if points else ():
                        self.given[id(node)][f"css-{len(self.given[id(node)])}"] = declarations

    # ------------------------------------------------------------ references

    def measure(self, node: Node, trail: tuple[int, ...]) -> tuple[float, int]:
        """(steps, elements) of drawing a node with all that it refers to."""
        if id(node) in trail:
            raise Failed(error(node.where, f"The <{node.tag}> uses itself.", "Take it out of what it draws."))
        if len(trail) > MOST_DEPTH:
            raise Failed(error(node.where, f"The <{node.tag}> is drawn too deep inside others.", _MEND))
        if id(node) not in self.known:
            self.known[id(node)] = self._sum(node, (*trail, id(node)))
        return self.known[id(node)]

    def _sum(self, node: Node, trail: tuple[int, ...]) -> tuple[float, int]:
        signs = sum(map(len, node.attrs.values()))
        steps, count = float(_ELEMENT + _LETTER * len(node.text) + _SIGN * signs), 1
        for child in node.children:
            cost, elements = self.measure(child, trail)
            steps, count = steps + cost, count + elements
            self._within(steps + self.spent, child.where)
        for name, target in self._targets(node):
            cost, elements = self.measure(target, trail)
            times = 1
            if name == "href":
                steps, count = steps + _SEARCH * len(self.nodes), count + elements
            elif name in _HANDED_DOWN or name.startswith("css"):
                times = count
            if target.tag == "marker":
                times *= _corners(node)
            if target.tag == "filter":
                cost += _EFFECT * len(target.children)
            steps += times * (cost + (_LAYER if target.tag in _LAYERS else 0))
            self._within(steps + self.spent, node.where)
        return steps, count

    def _targets(self, node: Node) -> Iterator[tuple[str, Node]]:
        every = {**self.given.get(id(node), {}), **node.attrs}
        for name, value in sorted(every.items(), key=lambda item: item[0] != "href"):
            for target in referred([(name, value)]):
                if target in self.ids:
                    yield name, self.ids[target]


def _names(node: Node) -> Iterator[str]:
    """What a simple selector may call an element."""
    yield node.tag
    yield f"#{node.attrs.get('id', '')}"
    yield from {f".{name}" for name in node.attrs.get("class", "").split()}


def _shape(nodes: list[Node]) -> tuple[int, int]:
    """Elements inside each other, and in a row, at most."""
    depth: dict[int, int] = {}
    for node in nodes:
        below = depth.setdefault(id(node), 1) + 1
        depth.update((id(child), below) for child in node.children)
    return max(depth.values()), max(len(node.children) for node in nodes) + 1


def _corners(node: Node) -> int:
    """How many corners an element and all below it have, at most."""
    lengths = (
        len(_NUMBER.findall(part.attrs.get(name, ""))) for part in node.walk() for name in ("d", "points")
    )
    return 2 + sum(lengths)
